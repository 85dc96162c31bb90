/* kiosk/flow/offer.c: the sentences of draws that were offered and refused. */
#include "kiosk/flow/offer.h"

#include <string.h>

#include "kiosk/flow/say.h"

const char *kiosk_offer_text(board_side side, board_language language)
{
    return kiosk_say_text(side == BOARD_RED ? KIOSK_SAY_RED_OFFERED : KIOSK_SAY_BLACK_OFFERED,
                          language);
}

bool kiosk_offer_read(const char *note, board_side *side)
{
    for (int i = 0; i < 2 * BOARD_LANGUAGES; i++) {
        const board_side offers = i % 2 == 0 ? BOARD_RED : BOARD_BLACK;
        if (strcmp(note, kiosk_offer_text(offers, (board_language)(i / 2))) == 0) {
            *side = offers;
            return true;
        }
    }
    return false;
}
