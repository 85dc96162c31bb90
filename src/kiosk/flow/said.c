/* kiosk/flow/said.c: how long what was said stands: no longer than the place it speaks of. */
#include "kiosk/flow/state_private.h"

/* Of the device, its stick and its journal, or with the table's name in it: true wherever the
 * arbiter goes. */
static bool holds_everywhere(kiosk_say say)
{
    switch (say) {
    case KIOSK_SAY_LOCKED:
    case KIOSK_SAY_UNLOCK_WITH_PIN:
    case KIOSK_SAY_STORAGE_LOW:
    case KIOSK_SAY_CLOCK_UNSET:
    case KIOSK_SAY_CLOCK_BACK:
    case KIOSK_SAY_JOURNAL_SOUND:
    case KIOSK_SAY_NOT_WRITTEN:
    case KIOSK_SAY_TROUBLE:
    case KIOSK_SAY_NO_MEMORY:
    case KIOSK_SAY_STICK_WRITTEN:
    case KIOSK_SAY_STICK_BESIDE:
    case KIOSK_SAY_STICK_STOPPED:
    case KIOSK_SAY_ON_DUTY:
    case KIOSK_SAY_UPHELD_AT:
    case KIOSK_SAY_OVERRULED_AT:
        return true;
    default:
        return false;
    }
}

kiosk_said_at kiosk_said_before(kiosk_state *state)
{
    state->say_fresh = false;
    return (kiosk_said_at){state->screen, state->game_key, state->current};
}

/* The steps of one dispute are one place. */
static bool is_same_place(const kiosk_state *state, const kiosk_said_at *before)
{
    const bool of_dispute =
        kiosk_screen_is_step(state->screen) && state->screen >= KIOSK_SCREEN_POSITION &&
        kiosk_screen_is_step(before->screen) && before->screen >= KIOSK_SCREEN_POSITION;

    return ledger_game_equal(state->game_key, before->game) &&
           (state->screen == before->screen || (of_dispute && state->current == before->dispute));
}

void kiosk_said_after(kiosk_state *state, const kiosk_said_at *before)
{
    if (!state->say_fresh && !holds_everywhere(state->say) && !is_same_place(state, before))
        state->say = KIOSK_SAY_NOTHING;
}
