/*
 * kiosk/flow/ruling.c: 裁决: judging, overruling, comparing, and why there is nothing to sign yet.
 */
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

bool kiosk_hearing_of(const kiosk_dispute *dispute, kiosk_hearing *hearing)
{
    hearing->dispute =
        (judge_dispute){.moves = hearing->played,
                        .count = kiosk_played(&dispute->entered, hearing->played, KIOSK_PLIES_MAX),
                        .after_order = dispute->after_order};
    return hearing->dispute.count <= KIOSK_PLIES_MAX &&
           board_position_from_layout(&hearing->dispute.start, &dispute->entered.layout, NULL) ==
               BOARD_OK;
}

/* Overruling. */

/* What follows from the overrides of `entered`, which is else as the dispute's; false: they are not
 * possible, or memory ran out. */
static bool follow(const kiosk_dispute *dispute, const kiosk_entered *entered,
                   judge_result *changed)
{
    kiosk_hearing hearing;
    judge_edition edition;

    return kiosk_hearing_of(dispute, &hearing) &&
           judge_edition_load(entered->edition, &edition) == BOARD_OK &&
           judge_overrule(&hearing.dispute, &dispute->result, &edition, entered->overrides,
                          entered->override_count, changed, NULL) == BOARD_OK;
}

void kiosk_follow_overrides(kiosk_dispute *dispute)
{
    judge_result_free(&dispute->changed);
    dispute->overruled = dispute->judging == KIOSK_JUDGE_DONE &&
                         dispute->entered.override_count > 0 &&
                         follow(dispute, &dispute->entered, &dispute->changed);
}

static bool can_overrule(const kiosk_dispute *dispute, const kiosk_command *command)
{
    kiosk_entered tried = dispute->entered;
    judge_result changed = {0};

    if (kiosk_entered_apply(&tried, command) != KIOSK_SAY_NOTHING)
        return true; /* kiosk_enter will say why not */
    const bool possible = follow(dispute, &tried, &changed);
    judge_result_free(&changed);
    return possible;
}

/* The tool's label of a move; false: it is not labelled. */
static bool tool_label(const kiosk_dispute *dispute, int32_t move, judge_label *label,
                       judge_idle_kind *kind)
{
    const judge_finding *finding =
        move >= 0 ? judge_result_finding(&dispute->result, (size_t)move) : NULL;

    if (finding == NULL)
        return false;
    *label = finding->label;
    *kind = finding->idle_kind;
    return true;
}

static bool overrule(kiosk_state *state, const kiosk_command *command)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    judge_label label = JUDGE_UNDECIDED;
    judge_idle_kind kind = JUDGE_IDLE_PLAIN;

    if (state->replaying)
        return kiosk_enter(state, command);
    if (dispute == NULL || dispute->judging != KIOSK_JUDGE_DONE)
        kiosk_refuse(state, KIOSK_SAY_NOT_JUDGED);
    else if (!tool_label(dispute, command->numbers[0], &label, &kind) ||
             !can_overrule(dispute, command))
        kiosk_refuse(state, KIOSK_SAY_NOT_THIS_MOVE);
    else if (label == (judge_label)command->numbers[1] &&
             (label != JUDGE_IDLE || kind == (judge_idle_kind)command->numbers[2]))
        kiosk_refuse(state, KIOSK_SAY_OVERRULED_SAME);
    else
        return kiosk_enter(state, command);
    return false;
}

/* The summaries of the edition that holds now. Without memory there are none. */
static void load_articles(kiosk_state *state)
{
    const char *edition = kiosk_edition(state);

    if (strcmp(state->articles_edition, edition) == 0)
        return;
    judge_articles_free(&state->articles);
    state->articles_edition[0] = '\0';
    if (judge_articles_load(edition, &state->articles) == BOARD_OK)
        kiosk_text_copy(state->articles_edition, sizeof state->articles_edition, edition);
}

static void begin_change(kiosk_state *state, int32_t move)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    kiosk_change change = {.move = -1};
    judge_label label = JUDGE_UNDECIDED;
    judge_idle_kind kind = JUDGE_IDLE_PLAIN;

    if (dispute->judging != KIOSK_JUDGE_DONE)
        kiosk_refuse(state, KIOSK_SAY_NOT_JUDGED);
    else if (dispute->is_signed)
        kiosk_refuse(state, KIOSK_SAY_SIGNED_STAYS);
    else if (!tool_label(dispute, move, &label, &kind))
        kiosk_refuse(state, KIOSK_SAY_NOT_THIS_MOVE);
    else {
        change.move = move;
        load_articles(state);
    }
    for (size_t i = 0; change.move >= 0 && i < dispute->entered.override_count; i++) {
        const judge_override *override = &dispute->entered.overrides[i];
        if (override->move != (size_t)move)
            continue;
        change.label_chosen = true;
        change.label = override->label;
        change.idle_kind = override->idle_kind;
        kiosk_text_copy(change.reason, sizeof change.reason, override->reason);
    }
    state->change = change;
    state->scroll = 0;
}

/* Was the move overruled, and is the tool's own label chosen now? */
static bool is_tools_again(const kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    const kiosk_change *change = &state->change;
    judge_label label = JUDGE_UNDECIDED;
    judge_idle_kind kind = JUDGE_IDLE_PLAIN;
    bool overruled = false;

    for (size_t i = 0; i < dispute->entered.override_count; i++)
        overruled = overruled || dispute->entered.overrides[i].move == (size_t)change->move;
    return overruled && tool_label(dispute, change->move, &label, &kind) &&
           label == change->label && (label != JUDGE_IDLE || kind == change->idle_kind);
}

static void take_overruling_back(kiosk_state *state)
{
    if (kiosk_enter_numbers(state, KIOSK_COMMAND_OVERRULE_NOT, state->change.move, 0, 0))
        state->change = (kiosk_change){.move = -1};
    state->scroll = 0;
}

static void finish_change(kiosk_state *state)
{
    const kiosk_change *change = &state->change;

    if (change->move < 0)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (!change->label_chosen)
        kiosk_refuse(state, KIOSK_SAY_LABEL_MISSING);
    else if (is_tools_again(state))
        take_overruling_back(state);
    else if (change->reason[0] == '\0')
        kiosk_refuse(state, KIOSK_SAY_REASON_MISSING);
    else {
        kiosk_command command = kiosk_command_of_text(KIOSK_COMMAND_OVERRULE, change->reason);
        command.numbers[0] = change->move;
        command.numbers[1] = (int32_t)change->label;
        command.numbers[2] = (int32_t)change->idle_kind;
        if (overrule(state, &command))
            state->change = (kiosk_change){.move = -1};
        state->scroll = 0;
    }
}

static void change_label(kiosk_state *state, const kiosk_command *command)
{
    const int32_t label = command->numbers[0];
    const int32_t kind = command->numbers[1];

    if (state->change.move < 0 || label < 0 || label >= JUDGE_UNDECIDED || kind < 0 ||
        kind >= JUDGE_IDLE_KINDS || (label != JUDGE_IDLE && kind != JUDGE_IDLE_PLAIN)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->scroll = 0;
    state->change.label_chosen = true;
    state->change.label = (judge_label)label;
    state->change.idle_kind = (judge_idle_kind)kind;
}

static bool apply_change(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_CHANGE:
        begin_change(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_CHANGE_LABEL:
        change_label(state, command);
        return true;
    case KIOSK_COMMAND_CHANGE_REASON:
        if (state->change.move < 0)
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        else
            kiosk_text_copy(state->change.reason, sizeof state->change.reason, command->text);
        return true;
    case KIOSK_COMMAND_CHANGE_DONE:
        finish_change(state);
        return true;
    default:
        return false;
    }
}

/* Judging. */

static void judge_again(kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (dispute->is_signed)
        kiosk_refuse(state, KIOSK_SAY_SIGNED_STAYS);
    else if (dispute->judging != KIOSK_JUDGE_RUNNING)
        kiosk_want_judgment(state);
}

static void stop_judging(kiosk_state *state)
{
    kiosk_dispute *dispute = kiosk_working(state);

    if (dispute->judging == KIOSK_JUDGE_RUNNING) {
        dispute->judging = KIOSK_JUDGE_STOPPED;
        dispute->generation = 0;
        kiosk_tell(state, KIOSK_SAY_STOPPED, NULL, true);
    } else if (dispute->comparing && dispute->compared_judging == KIOSK_JUDGE_RUNNING) {
        dispute->compared_judging = KIOSK_JUDGE_STOPPED;
        dispute->compared_generation = 0;
    }
}

static void compare(kiosk_state *state, const char *name)
{
    kiosk_dispute *dispute = kiosk_working(state);
    judge_edition edition;

    state->menu = KIOSK_MENU_NONE;
    judge_result_free(&dispute->compared);
    dispute->comparing = false;
    dispute->compared_generation = 0;
    if (name[0] == '\0')
        return;
    if (judge_edition_load(name, &edition) != BOARD_OK || dispute->judging != KIOSK_JUDGE_DONE) {
        kiosk_refuse(state, dispute->judging != KIOSK_JUDGE_DONE ? KIOSK_SAY_NOT_JUDGED
                                                                 : KIOSK_SAY_EDITION_MISSING);
        return;
    }
    dispute->comparing = true;
    kiosk_text_copy(dispute->compared_edition, sizeof dispute->compared_edition, name);
    dispute->compared_judging = KIOSK_JUDGE_RUNNING;
    dispute->compared_generation = ++state->last_generation;
    kiosk_wanted *wanted = kiosk_want(state, KIOSK_JOB_COMPARE);
    wanted->generation = dispute->compared_generation;
}

static void take_failure(kiosk_state *state, kiosk_dispute *dispute, const kiosk_job *job)
{
    dispute->judging = job->end == KIOSK_END_STOPPED ? KIOSK_JUDGE_STOPPED : KIOSK_JUDGE_FAILED;
    dispute->failure = job->problem;
    if (job->end != KIOSK_END_STOPPED) {
        const kiosk_value value = kiosk_value_of_error(job->problem.error);
        kiosk_tell(state, KIOSK_SAY_JUDGE_FAILED, &value, true);
        state->say_stays = true;
    }
}

static void take_result(judge_result *to, kiosk_job *job)
{
    judge_result_free(to);
    *to = job->result;
    job->result = (judge_result){0};
}

/* A draft may hold overrides that another version of the judge does not allow. */
static void drop_impossible(kiosk_state *state, kiosk_dispute *dispute)
{
    if (dispute->entered.override_count == 0 || dispute->overruled ||
        state->current == KIOSK_NO_DISPUTE || dispute != &state->disputes[state->current])
        return;
    while (dispute->entered.override_count > 0 &&
           kiosk_enter_numbers(state, KIOSK_COMMAND_OVERRULE_NOT,
                               (int32_t)dispute->entered.overrides[0].move, 0, 0))
        ;
}

void kiosk_receive_judgment(kiosk_state *state, kiosk_job *job)
{
    kiosk_dispute *dispute = kiosk_dispute_at(state, job->dispute);
    if (dispute == NULL || job->generation == 0)
        return;
    if (job->kind == KIOSK_JOB_COMPARE && job->generation == dispute->compared_generation) {
        dispute->compared_judging =
            job->end == KIOSK_END_DONE ? KIOSK_JUDGE_DONE : KIOSK_JUDGE_FAILED;
        take_result(&dispute->compared, job);
        return;
    }
    if (job->kind != KIOSK_JOB_JUDGE || job->generation != dispute->generation)
        return;
    if (job->end != KIOSK_END_DONE) {
        take_failure(state, dispute, job);
        return;
    }
    take_result(&dispute->result, job);
    dispute->judging = KIOSK_JUDGE_DONE;
    dispute->progress = 1000;
    kiosk_follow_overrides(dispute);
    drop_impossible(state, dispute);
}

/* Is there something in the cycle that only the arbiter may decide, and has not? */
static bool is_left_to_arbiter(const kiosk_dispute *dispute, const kiosk_hearing *hearing)
{
    const judge_result *result = kiosk_dispute_result(dispute);
    const judge_cycle *cycle = &result->cycle;
    const kiosk_entered *entered = &dispute->entered;

    if (entered->outcome != JUDGE_OUTCOMES)
        return false;
    if (result->ruling.outcome > JUDGE_DRAW)
        return true;
    for (size_t i = 0; i < cycle->length; i++) {
        const judge_finding *finding = judge_result_finding(&dispute->result, cycle->from + i);
        if (finding != NULL && finding->key_square &&
            judge_override_of(&hearing->dispute, &dispute->result, entered->overrides,
                              entered->override_count, cycle->from + i) == NULL)
            return true;
    }
    return false;
}

static bool is_loss(judge_outcome outcome)
{
    return outcome == JUDGE_RED_LOSES || outcome == JUDGE_BLACK_LOSES;
}

kiosk_say kiosk_sign_refusal(const kiosk_dispute *dispute)
{
    const judge_result *result = kiosk_dispute_result(dispute);
    kiosk_hearing hearing;

    if (dispute->is_signed)
        return KIOSK_SAY_SIGNED_STAYS;
    if (result == NULL)
        return dispute->judging == KIOSK_JUDGE_RUNNING ? KIOSK_SAY_JUDGING : KIOSK_SAY_NOT_JUDGED;
    if (result->cycle.stage == JUDGE_STAGE_NONE || !kiosk_hearing_of(dispute, &hearing))
        return KIOSK_SAY_NOTHING_TO_RULE;
    if (result->cycle.stage == JUDGE_STAGE_NO_LONGER)
        return KIOSK_SAY_LEFT_CYCLE;
    if (judge_ruling_provisional(result))
        return KIOSK_SAY_ONCE_MORE;
    if (is_left_to_arbiter(dispute, &hearing))
        return KIOSK_SAY_UNDECIDED;
    /* 24.3: the order's own cycle must have come again. */
    if (dispute->after_order && (!is_loss(kiosk_dispute_outcome(dispute)) ||
                                 result->cycle.plies[0] > dispute->entered.given))
        return KIOSK_SAY_NOT_REPEATED;
    return KIOSK_SAY_NOTHING;
}

static bool is_ruling_command(kiosk_command_kind kind)
{
    return kind == KIOSK_COMMAND_OVERRULE || kind == KIOSK_COMMAND_OVERRULE_NOT ||
           kind == KIOSK_COMMAND_OUTCOME || kind == KIOSK_COMMAND_NOTE ||
           kind == KIOSK_COMMAND_UNDER;
}

static void enter_ruling(kiosk_state *state, const kiosk_command *command)
{
    const bool note = command->kind == KIOSK_COMMAND_NOTE;
    const bool here = state->replaying || state->screen == KIOSK_SCREEN_RULING ||
                      (note && state->screen == KIOSK_SCREEN_SIGN);

    if (!here || (command->kind == KIOSK_COMMAND_UNDER && !state->replaying))
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (command->kind == KIOSK_COMMAND_OVERRULE)
        overrule(state, command);
    else
        kiosk_enter(state, command);
}

static void open_article(kiosk_state *state, const char *number)
{
    if (number[0] != '\0')
        load_articles(state);
    kiosk_text_copy(state->article, sizeof state->article, number);
}

bool kiosk_apply_ruling(kiosk_state *state, const kiosk_command *command)
{
    if (is_ruling_command(command->kind)) {
        enter_ruling(state, command);
        return true;
    }
    if (command->kind == KIOSK_COMMAND_ARTICLE) {
        open_article(state, command->text);
        return true;
    }
    if (state->screen != KIOSK_SCREEN_RULING || state->current == KIOSK_NO_DISPUTE)
        return false;
    switch (command->kind) {
    case KIOSK_COMMAND_JUDGE:
        judge_again(state);
        return true;
    case KIOSK_COMMAND_JUDGE_STOP:
        stop_judging(state);
        return true;
    case KIOSK_COMMAND_COMPARE:
        compare(state, command->text);
        return true;
    default:
        return apply_change(state, command) || kiosk_apply_evidence(state, command);
    }
}
