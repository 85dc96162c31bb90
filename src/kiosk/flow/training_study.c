/*
 * kiosk/flow/training_study.c: 学习: the list of cases, and one of them gone through: its cycle is
 * played, its labels are revealed one after another.
 */
#include <stdlib.h>

#include "kiosk/flow/training_private.h"

/* The cases that the filter takes. */
void training_filter(kiosk_state *state)
{
    kiosk_training *training = &state->training;
    char theme[KIOSK_CODE_BYTES];
    char article[KIOSK_CODE_BYTES];
    const training_quiz_options options = kiosk_filter_options(&training->filter, theme, article);
    const training_library *cases = training->library != NULL ? &training->library->cases : NULL;

    free(training->shown);
    training->shown = NULL;
    training->shown_count = 0;
    if (cases == NULL)
        return;
    uint16_t *shown = calloc(cases->count + 1, sizeof *shown);
    if (shown == NULL) {
        kiosk_refuse(state, KIOSK_SAY_NO_MEMORY);
        return;
    }
    training->shown = shown;
    for (size_t i = 0; i < cases->count; i++) {
        if (training_options_take(&options, &cases->cases[i]))
            training->shown[training->shown_count++] = (uint16_t)i;
    }
}

void training_open_case(kiosk_state *state, const training_case *one)
{
    kiosk_training *training = &state->training;
    kiosk_study *study = &training->study;

    if (study->one != one)
        *study = (kiosk_study){.one = one, .at = study->at};
    for (size_t i = 0; i < training->shown_count; i++) {
        if (&training->library->cases.cases[training->shown[i]] == one)
            study->at = i;
    }
    training_hear(state, one, training_case_edition(one));
    state->scroll = 0;
    if (one->kind == TRAINING_MATE && training->explanation == NULL)
        training_want_explanation(state);
}

static void open_named(kiosk_state *state, const char *id)
{
    kiosk_training *training = &state->training;
    const training_case *one =
        training->library != NULL ? training_library_find(&training->library->cases, id) : NULL;

    if (id[0] == '\0') {
        training->study.one = NULL;
        training_put_away(state);
    } else if (one == NULL) {
        kiosk_refuse(state, KIOSK_SAY_CASE_MISSING);
    } else {
        training_put_away(state);
        training_open_case(state, one);
    }
}

static void step_cases(kiosk_state *state, int32_t steps)
{
    kiosk_training *training = &state->training;
    const int64_t at = (int64_t)training->study.at + steps;

    if (training->study.one == NULL || at < 0 || (size_t)at >= training->shown_count) {
        kiosk_refuse(state, KIOSK_SAY_NO_MORE_CASES);
        return;
    }
    training_open_case(state, &training->library->cases.cases[training->shown[at]]);
}

static void reveal(kiosk_state *state, bool all)
{
    kiosk_training *training = &state->training;
    kiosk_study *study = &training->study;
    size_t from = 0;
    const size_t judged = kiosk_training_judged(training, &from);

    if (study->one == NULL) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    } else if (study->one->kind == TRAINING_MATE) {
        study->revealed = 1;
    } else if (training->heard.judging != KIOSK_JUDGE_DONE) {
        kiosk_refuse(state, KIOSK_SAY_JUDGING);
    } else {
        kiosk_reset_evidence(state);
        study->revealed = all ? judged + 1 : study->revealed + (study->revealed <= judged);
        if (!all && study->revealed <= judged)
            training->plies = from + study->revealed;
    }
}

static void explain(kiosk_state *state, bool opens)
{
    if (opens && !kiosk_study_revealed(&state->training)) {
        kiosk_refuse(state, KIOSK_SAY_REVEAL_FIRST);
        return;
    }
    state->training.study.explained = opens;
    state->scroll = 0;
}

/* A move touched: the board after it, and its evidence if its label is known. */
static void look_at_move(kiosk_state *state, int32_t row)
{
    kiosk_training *training = &state->training;
    const kiosk_command evidence = kiosk_command_of(KIOSK_COMMAND_ROW, row, 0);
    size_t from = 0;
    const size_t judged = kiosk_training_judged(training, &from);
    const bool marked =
        state->screen == KIOSK_SCREEN_QUIZ && training->quiz.stage == KIOSK_QUIZ_MARKED;

    if (row < 0) {
        kiosk_reset_evidence(state);
        return;
    }
    if ((size_t)row >= kiosk_training_plies(training)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    training->plies = (size_t)row + 1;
    const bool known = marked || (state->screen == KIOSK_SCREEN_STUDY &&
                                  (size_t)row < from + training->study.revealed);
    if (known && (size_t)row >= from && (size_t)row < from + judged)
        kiosk_apply_evidence(state, &evidence);
    else
        kiosk_reset_evidence(state);
}

bool training_apply_study(kiosk_state *state, const kiosk_command *command)
{
    if (command->kind == KIOSK_COMMAND_ROW) {
        look_at_move(state, command->numbers[0]);
        return true;
    }
    if (state->screen != KIOSK_SCREEN_STUDY)
        return false;
    switch (command->kind) {
    case KIOSK_COMMAND_STUDY:
        open_named(state, command->text);
        return true;
    case KIOSK_COMMAND_STUDY_STEP:
        step_cases(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_REVEAL:
        reveal(state, command->numbers[0] == 2);
        return true;
    case KIOSK_COMMAND_EXPLAINED:
        explain(state, command->numbers[0] == 1);
        return true;
    default:
        return false;
    }
}
