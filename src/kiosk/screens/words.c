/* kiosk/screens/words.c: the words of the screens, out of their catalogue. */
#include "kiosk/screens/words.h"

static const char *const texts[KIOSK_WORDS][BOARD_LANGUAGES] = {
#define KIOSK_WORD(name, chinese, english) {chinese, english},
#include "kiosk/texts.def"
#undef KIOSK_WORD
};

const char *kiosk_word_text(kiosk_word word, board_language language)
{
    return word < KIOSK_WORDS && language < BOARD_LANGUAGES ? texts[word][language] : "";
}
