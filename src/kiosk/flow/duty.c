/* kiosk/flow/duty.c: who is on duty, and the lock. */
#include "kiosk/flow/duty.h"

#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

enum { MS_PER_MINUTE = 60 * 1000 };

static void show_lock(kiosk_state *state)
{
    const int chosen = state->sign.arbiter;

    /* Settings that were opened from here lead back here: the way must not be a ring. */
    const bool ring = state->screen == KIOSK_SCREEN_SETTINGS && state->beside == KIOSK_SCREEN_DUTY;

    if (state->screen != KIOSK_SCREEN_DUTY) {
        if (!ring)
            state->duty.back = state->screen;
        kiosk_half_lay_aside(state);
    }
    kiosk_show(state, KIOSK_SCREEN_DUTY);
    kiosk_choose_signer(state, KIOSK_SIGN_DUTY, chosen);
}

void kiosk_duty_ask(kiosk_state *state)
{
    if (state->hall == NULL || state->screen == KIOSK_SCREEN_START ||
        state->screen == KIOSK_SCREEN_DUTY)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        show_lock(state);
}

static void lock(kiosk_state *state)
{
    state->duty.on = false;
    state->duty.locked = true;
    show_lock(state);
    state->say = KIOSK_SAY_NOTHING; /* that somebody is on duty, perhaps */
}

/* Work that waits for an answer of the journal is not broken into. */
static bool is_busy(const kiosk_state *state)
{
    return state->sign.stage == KIOSK_PIN_BUSY || state->log.busy;
}

int64_t kiosk_duty_locks_ms(const kiosk_state *state)
{
    const int64_t idle_ms = (int64_t)state->settings.idle_minutes * MS_PER_MINUTE;

    if (!state->duty.on || idle_ms == 0 || is_busy(state))
        return INT64_MAX;
    return state->duty.touched_ms + idle_ms;
}

void kiosk_duty_pass_time(kiosk_state *state)
{
    if (state->now_ms < kiosk_duty_locks_ms(state))
        return;
    lock(state);
    state->revision++;
    kiosk_tell(state, KIOSK_SAY_LOCKED, NULL, false);
    state->say_stays = true;
}

bool kiosk_duty_hears(const kiosk_state *state, kiosk_command_kind kind)
{
    if (!state->duty.locked)
        return true;
    switch (kind) {
    case KIOSK_COMMAND_ARBITER:
    case KIOSK_COMMAND_DIGIT:
    case KIOSK_COMMAND_DIGIT_BACK:
    case KIOSK_COMMAND_NEXT:
    case KIOSK_COMMAND_SIGN:
    case KIOSK_COMMAND_SCROLL:
    case KIOSK_COMMAND_SCROLL_TO:
    case KIOSK_COMMAND_LANGUAGE:
    case KIOSK_COMMAND_THEME:
    case KIOSK_COMMAND_TEXT_STEP:
        return true;
    default:
        return false;
    }
}

void kiosk_duty_begin(kiosk_state *state, const kiosk_arbiter *arbiter)
{
    kiosk_duty *duty = &state->duty;
    const kiosk_value name = kiosk_value_of_text(arbiter->name);

    duty->on = true;
    duty->locked = false;
    kiosk_text_copy(duty->arbiter, sizeof duty->arbiter, arbiter->key);
    kiosk_text_copy(duty->name, sizeof duty->name, arbiter->name);
    duty->role = arbiter->role;
    duty->touched_ms = state->now_ms;
    kiosk_duty_back(state);
    kiosk_tell(state, KIOSK_SAY_ON_DUTY, &name, false);
}

void kiosk_duty_back(kiosk_state *state)
{
    if (state->duty.locked) {
        kiosk_refuse(state, KIOSK_SAY_LOCKED);
        return;
    }
    kiosk_return_to(state, state->duty.back); /* 签字 is entered anew: its PIN is gone */
}

static void go_off(kiosk_state *state)
{
    if (!state->duty.on || is_busy(state))
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        lock(state);
}

bool kiosk_apply_duty(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_DUTY:
        kiosk_duty_ask(state);
        return true;
    case KIOSK_COMMAND_DUTY_OFF:
        go_off(state);
        return true;
    default:
        return false;
    }
}
