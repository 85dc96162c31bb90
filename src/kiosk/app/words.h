/*
 * kiosk/app/words.h: what the program says on the terminal.
 */
#ifndef QILI_KIOSK_APP_WORDS_H
#define QILI_KIOSK_APP_WORDS_H

#include <stdio.h>

#include "board/types.h"

typedef enum kiosk_app_word {
#define KIOSK_APP_WORD(name, chinese, english) KIOSK_APP_##name,
#include "kiosk/app/words.def"
#undef KIOSK_APP_WORD
    KIOSK_APP_WORDS
} kiosk_app_word;

enum { KIOSK_APP_WORD_BYTES = 2048 }; /* of a filled-in text, with its NUL; longer ones are cut */

const char *kiosk_app_text(kiosk_app_word word, board_language language);

/* Fills {1} to {3} in; NULL stands for nothing. Returns buffer. */
char *kiosk_app_fill(char buffer[KIOSK_APP_WORD_BYTES], kiosk_app_word word,
                     board_language language, const char *first, const char *second,
                     const char *third);

/* One line on standard error, "qili-kiosk: ...". */
void kiosk_app_complain(kiosk_app_word word, board_language language, const char *first,
                        const char *second, const char *third);

#endif
