/* kiosk/flow/say.c: what the flow says, out of its catalogue. */
#include "kiosk/flow/say.h"

#include <string.h>

#include "ledger/phrase.h"

static const char *const texts[KIOSK_SAYS][BOARD_LANGUAGES] = {
#define KIOSK_SAY(name, chinese, english) {chinese, english},
#include "kiosk/flow/says.def"
#undef KIOSK_SAY
};

const char *kiosk_say_text(kiosk_say say, board_language language)
{
    return say < KIOSK_SAYS && language < BOARD_LANGUAGES ? texts[say][language] : "";
}

char *kiosk_say_line(kiosk_say say, const char *value, board_language language, char *buffer,
                     size_t size)
{
    ledger_phrase phrase = ledger_phrase_begin(buffer, size);
    const ledger_field field = {"", value != NULL ? value : ""};

    ledger_phrase_fill(&phrase, kiosk_say_text(say, language), &field, 1);
    return buffer;
}
