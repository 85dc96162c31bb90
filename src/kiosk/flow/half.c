/* kiosk/flow/half.c: what is half entered, in the draft and back. */
#include "kiosk/flow/half.h"

#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

enum { NO_LABEL = -1, TAKEN = 0, ON_KEYBOARD = 1 };

static const kiosk_change no_change = {.move = -1};

void kiosk_half_begin(kiosk_half *half)
{
    memset(half, 0, sizeof *half);
    half->change = no_change;
}

static bool goes_into_draft(kiosk_field_kind which)
{
    switch (which) {
    case KIOSK_FIELD_FEN:
    case KIOSK_FIELD_REASON:
    case KIOSK_FIELD_NOTE:
    case KIOSK_FIELD_EVENT:
    case KIOSK_FIELD_ARBITER:
    case KIOSK_FIELD_LOG_REASON:
        return true;
    default:
        return false;
    }
}

/* Keeping. */

static void keep_text(kiosk_state *state, kiosk_field_kind which, int32_t where, const char *text)
{
    kiosk_command typed = kiosk_command_of_text(KIOSK_COMMAND_TYPED, text);

    typed.numbers[0] = (int32_t)which;
    typed.numbers[1] = where;
    kiosk_keep(state, &typed);
}

static void keep_field(kiosk_state *state)
{
    kiosk_field *kept = &state->half.field;
    const kiosk_field none = {KIOSK_FIELD_NONE, ""};
    const kiosk_field *now = goes_into_draft(state->field.which) ? &state->field : &none;

    if (now->which == kept->which && strcmp(now->text, kept->text) == 0)
        return;
    *kept = *now;
    keep_text(state, now->which, ON_KEYBOARD, now->text);
}

static void keep_name(kiosk_state *state, kiosk_field_kind which, const char *now,
                      char kept[LEDGER_NAME_BYTES])
{
    if (strcmp(now, kept) == 0)
        return;
    kiosk_text_copy(kept, LEDGER_NAME_BYTES, now);
    keep_text(state, which, TAKEN, now);
}

static bool same_change(const kiosk_change *a, const kiosk_change *b)
{
    return a->move == b->move && a->label_chosen == b->label_chosen && a->label == b->label &&
           a->idle_kind == b->idle_kind && strcmp(a->reason, b->reason) == 0;
}

static void keep_change(kiosk_state *state)
{
    const kiosk_change *change = &state->change;

    if (same_change(change, &state->half.change))
        return;
    kiosk_command changing = kiosk_command_of_text(KIOSK_COMMAND_CHANGING, change->reason);
    changing.numbers[0] = change->move;
    changing.numbers[1] = change->label_chosen ? (int32_t)change->label : NO_LABEL;
    changing.numbers[2] = (int32_t)change->idle_kind;
    state->half.change = *change;
    kiosk_keep(state, &changing);
}

/* What waits does so while the screen is locked, or while the moves are judged; else whoever does
 * something else has left it. */
static bool goes_on_waiting(const kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (!state->half.waits)
        return false;
    return state->screen == KIOSK_SCREEN_DUTY ||
           (state->screen == KIOSK_SCREEN_RULING && dispute != NULL &&
            dispute->judging == KIOSK_JUDGE_RUNNING);
}

void kiosk_half_keep(kiosk_state *state)
{
    if (state->replaying || goes_on_waiting(state))
        return;
    state->half.waits = false;
    keep_field(state);
    keep_name(state, KIOSK_FIELD_EVENT, state->first.event, state->half.event);
    keep_name(state, KIOSK_FIELD_ARBITER, state->first.arbiter, state->half.arbiter);
    keep_change(state);
}

/* Coming back. */

void kiosk_half_lay_aside(kiosk_state *state)
{
    kiosk_half_keep(state);
    state->half.waits = state->half.waits || state->half.field.which != KIOSK_FIELD_NONE ||
                        state->half.change.move >= 0;
}

/* False: not yet. */
static bool restore_change(kiosk_state *state)
{
    const kiosk_change half = state->half.change;
    const kiosk_dispute *dispute = kiosk_current(state);

    if (half.move < 0)
        return true;
    if (state->screen != KIOSK_SCREEN_RULING || dispute == NULL ||
        dispute->judging != KIOSK_JUDGE_DONE)
        return false;
    const kiosk_command change = kiosk_command_of(KIOSK_COMMAND_CHANGE, half.move, 0);
    kiosk_apply_ruling(state, &change);
    if (state->change.move == half.move)
        state->change = half;
    return true;
}

void kiosk_half_restore(kiosk_state *state)
{
    if (!state->half.waits || state->replaying || !restore_change(state))
        return;
    const kiosk_field field = state->half.field;

    if (field.which != KIOSK_FIELD_NONE && !kiosk_has_field(state, field.which))
        return;
    state->field = field;
    state->half.waits = false;
    state->revision++;
}

/* Lines of a draft. */

static void take_text(kiosk_state *state, const kiosk_command *command)
{
    const kiosk_field_kind which = (kiosk_field_kind)command->numbers[0];

    if (which != KIOSK_FIELD_NONE && !goes_into_draft(which))
        return;
    if (command->numbers[1] == ON_KEYBOARD) {
        state->half.field.which = which;
        kiosk_text_copy(state->half.field.text, sizeof state->half.field.text, command->text);
    } else if (which == KIOSK_FIELD_EVENT) {
        kiosk_text_copy(state->first.event, sizeof state->first.event, command->text);
        kiosk_text_copy(state->half.event, sizeof state->half.event, command->text);
    } else if (which == KIOSK_FIELD_ARBITER) {
        kiosk_text_copy(state->first.arbiter, sizeof state->first.arbiter, command->text);
        kiosk_text_copy(state->half.arbiter, sizeof state->half.arbiter, command->text);
    }
}

static void take_change(kiosk_state *state, const kiosk_command *command)
{
    kiosk_change *change = &state->half.change;

    *change = no_change;
    change->move = command->numbers[0];
    if (change->move < 0)
        return;
    change->label_chosen = command->numbers[1] != NO_LABEL;
    if (change->label_chosen)
        change->label = (judge_label)command->numbers[1];
    change->idle_kind = (judge_idle_kind)command->numbers[2];
    kiosk_text_copy(change->reason, sizeof change->reason, command->text);
}

bool kiosk_apply_half(kiosk_state *state, const kiosk_command *command)
{
    if (command->kind != KIOSK_COMMAND_TYPED && command->kind != KIOSK_COMMAND_CHANGING)
        return false;
    if (!state->replaying) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return true;
    }
    if (command->kind == KIOSK_COMMAND_TYPED)
        take_text(state, command);
    else
        take_change(state, command);
    state->half.waits = state->half.field.which != KIOSK_FIELD_NONE || state->half.change.move >= 0;
    return true;
}
