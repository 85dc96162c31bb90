/*
 * kiosk/flow/dispute.c: a dispute and the list of the commands that entered it.
 */
#include "kiosk/flow/dispute.h"

#include <string.h>

#include "board/moves.h"
#include "judge/words.h"
#include "kiosk/flow/text.h"

void kiosk_dispute_begin(kiosk_dispute *dispute, ledger_game_key game, const char *edition)
{
    memset(dispute, 0, sizeof *dispute);
    dispute->open = true;
    dispute->game = game;
    dispute->step = KIOSK_SCREEN_POSITION;
    dispute->furthest = KIOSK_SCREEN_POSITION;
    kiosk_entered_begin(&dispute->base, edition);
    dispute->entered = dispute->base;
}

void kiosk_dispute_free(kiosk_dispute *dispute)
{
    judge_result_free(&dispute->result);
    judge_result_free(&dispute->changed);
    judge_result_free(&dispute->compared);
    memset(dispute, 0, sizeof *dispute);
}

/* The list. */

bool kiosk_dispute_can_undo(const kiosk_dispute *dispute)
{
    return dispute->log_done > 0;
}

bool kiosk_dispute_can_redo(const kiosk_dispute *dispute)
{
    return dispute->log_done < dispute->log_count;
}

/* What was entered, out of base and list. */
static void enter_anew(kiosk_dispute *dispute)
{
    dispute->entered = dispute->base;
    for (size_t i = 0; i < dispute->log_done; i++)
        kiosk_entered_apply(&dispute->entered, &dispute->log[i]);
}

/* Makes the oldest commands part of the base. */
static void fold_log(kiosk_dispute *dispute)
{
    for (size_t i = 0; i < KIOSK_LOG_FOLDED; i++)
        kiosk_entered_apply(&dispute->base, &dispute->log[i]);
    dispute->log_count -= KIOSK_LOG_FOLDED;
    dispute->log_done -= KIOSK_LOG_FOLDED;
    memmove(dispute->log, dispute->log + KIOSK_LOG_FOLDED,
            dispute->log_count * sizeof *dispute->log);
}

static void list(kiosk_dispute *dispute, const kiosk_command *command)
{
    dispute->log_count = dispute->log_done;
    if (dispute->log_count == KIOSK_LOG_MAX)
        fold_log(dispute);
    dispute->log[dispute->log_count++] = *command;
    dispute->log_done = dispute->log_count;
}

static kiosk_say step_in_log(kiosk_dispute *dispute, bool back)
{
    if (back && !kiosk_dispute_can_undo(dispute))
        return KIOSK_SAY_NO_UNDO;
    if (!back && !kiosk_dispute_can_redo(dispute))
        return KIOSK_SAY_NO_REDO;
    dispute->log_done += back ? (size_t)-1 : 1;
    enter_anew(dispute);
    return KIOSK_SAY_NOTHING;
}

/* What was entered so far becomes the base. */
static kiosk_say take_as_given(kiosk_dispute *dispute)
{
    if (dispute->after_order)
        dispute->entered.given = dispute->entered.count;
    dispute->base = dispute->entered;
    dispute->log_count = 0;
    dispute->log_done = 0;
    return KIOSK_SAY_NOTHING;
}

/* What the judge said was about something else. A search under way is no longer wanted. */
static void drop_judgment(kiosk_dispute *dispute)
{
    judge_result_free(&dispute->result);
    judge_result_free(&dispute->changed);
    judge_result_free(&dispute->compared);
    dispute->judging = KIOSK_JUDGE_NOT;
    dispute->compared_judging = KIOSK_JUDGE_NOT;
    dispute->comparing = false;
    dispute->overruled = false;
    dispute->generation = 0;
    dispute->compared_generation = 0;
    dispute->progress = 0;
}

kiosk_say kiosk_dispute_enter(kiosk_dispute *dispute, const kiosk_command *command)
{
    const kiosk_entered before = dispute->entered;
    kiosk_say say = KIOSK_SAY_NOTHING;

    if (dispute->is_signed)
        return KIOSK_SAY_SIGNED_STAYS;
    if (command->kind == KIOSK_COMMAND_UNDO || command->kind == KIOSK_COMMAND_REDO)
        say = step_in_log(dispute, command->kind == KIOSK_COMMAND_UNDO);
    else if (command->kind == KIOSK_COMMAND_GIVEN)
        say = take_as_given(dispute);
    else {
        say = kiosk_entered_apply(&dispute->entered, command);
        if (say == KIOSK_SAY_NOTHING)
            list(dispute, command);
    }
    if (say == KIOSK_SAY_NOTHING && !kiosk_entered_same_case(&before, &dispute->entered))
        drop_judgment(dispute);
    return say;
}

/* Results. */

const judge_result *kiosk_dispute_result(const kiosk_dispute *dispute)
{
    if (dispute->judging != KIOSK_JUDGE_DONE)
        return NULL;
    return dispute->overruled ? &dispute->changed : &dispute->result;
}

judge_outcome kiosk_dispute_outcome(const kiosk_dispute *dispute)
{
    const judge_result *result = kiosk_dispute_result(dispute);

    if (dispute->entered.outcome != JUDGE_OUTCOMES)
        return dispute->entered.outcome;
    return result != NULL ? result->ruling.outcome : JUDGE_OUTCOME_UNDECIDED;
}
