/*
 * kiosk/flow/offer.h: a draw that was offered and refused stands in the journal as a note in one of
 * these sentences; whoever reads it again knows who offered last (articles 9.1.3, 23.1).
 */
#ifndef QILI_KIOSK_FLOW_OFFER_H
#define QILI_KIOSK_FLOW_OFFER_H

#include <stdbool.h>

#include "board/types.h"

const char *kiosk_offer_text(board_side side, board_language language);

/* Is the note such a sentence, in whatever language? *side: who offered. */
bool kiosk_offer_read(const char *note, board_side *side);

#endif
