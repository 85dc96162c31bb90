/*
 * kiosk/flow/grown.h: others have written into the journal: the office's pairings and decisions.
 */
#ifndef QILI_KIOSK_FLOW_GROWN_H
#define QILI_KIOSK_FLOW_GROWN_H

#include "kiosk/flow/state.h"

/* Asks for the hall and the game anew that are shown; what is being entered stays as it is. */
void kiosk_journal_grew(kiosk_state *state);

#endif
