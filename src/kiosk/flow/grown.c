/*
 * kiosk/flow/grown.c: hall and game read anew when others have written into the journal.
 */
#include "kiosk/flow/grown.h"

#include "kiosk/flow/state_private.h"

void kiosk_journal_grew(kiosk_state *state)
{
    /* The round that is looked at stays; without pairings it is the first that comes. */
    if (state->hall != NULL)
        kiosk_want_hall(state, state->hall->round);
    if (state->game != NULL)
        kiosk_want_game(state, state->game_key);
    state->revision++;
}
