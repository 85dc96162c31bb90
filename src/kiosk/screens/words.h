/*
 * kiosk/screens/words.h: the words that stand on the screens, out of texts.def.
 */
#ifndef QILI_KIOSK_SCREENS_WORDS_H
#define QILI_KIOSK_SCREENS_WORDS_H

#include "board/types.h"

typedef enum kiosk_word {
#define KIOSK_WORD(name, chinese, english) KIOSK_WORD_##name,
#include "kiosk/texts.def"
#undef KIOSK_WORD
    KIOSK_WORDS
} kiosk_word;

/* Never NULL. May hold {} for a value. */
const char *kiosk_word_text(kiosk_word word, board_language language);

#endif
