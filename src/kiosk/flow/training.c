/*
 * kiosk/flow/training.c: training opened and left, the trainee, what is chosen from lists; the case
 * on the board.
 */
#include "kiosk/flow/training.h"

#include <stdlib.h>
#include <string.h>

#include "board/moves.h"
#include "kiosk/flow/text.h"
#include "kiosk/flow/training_private.h"

enum { STANDARD_COUNT = 1, ALL_KINDS = (1u << TRAINING_QUESTION_KINDS) - 1 };

/* The library. */

kiosk_library *kiosk_library_new(void)
{
    kiosk_library *library = calloc(1, sizeof *library);

    if (library != NULL)
        atomic_init(&library->holders, 1);
    return library;
}

kiosk_library *kiosk_library_hold(kiosk_library *library)
{
    if (library != NULL)
        atomic_fetch_add(&library->holders, 1);
    return library;
}

void kiosk_library_drop(kiosk_library **library)
{
    if (*library != NULL && atomic_fetch_sub(&(*library)->holders, 1) == 1) {
        training_library_free(&(*library)->cases);
        free(*library);
    }
    *library = NULL;
}

/* Beginning and ending. */

void kiosk_training_begin(kiosk_training *training)
{
    *training = (kiosk_training){
        .filter = {KIOSK_ANY, KIOSK_ANY, KIOSK_ANY},
        .quiz = {.kinds = ALL_KINDS,
                 .count = kiosk_quiz_count_of(STANDARD_COUNT),
                 .from = BOARD_NO_SQUARE},
    };
}

static void free_progress(training_progress **progress)
{
    if (*progress != NULL)
        training_progress_free(*progress);
    free(*progress);
    *progress = NULL;
}

void kiosk_training_free(kiosk_training *training)
{
    kiosk_dispute_free(&training->heard);
    training_quiz_free(&training->quiz);
    free_progress(&training->progress);
    kiosk_library_drop(&training->library);
    free(training->kept);
    free(training->trainees);
    free(training->imports);
    free(training->shown);
    free(training->explanation);
}

void kiosk_training_job_free(kiosk_training_job *job)
{
    if (job == NULL)
        return;
    kiosk_library_drop(&job->library);
    free_progress(&job->progress);
    free(job->names);
    free(job->kept);
    free(job->quiz);
    free(job->explanation);
    free(job);
}

/* The case on the board. */

int kiosk_heard_index(const kiosk_state *state)
{
    if (state->screen == KIOSK_SCREEN_RECORD)
        return KIOSK_RECORD;
    return kiosk_screen_is_training(state->screen) ? KIOSK_STUDY : state->current;
}

kiosk_dispute *kiosk_dispute_at(kiosk_state *state, int index)
{
    if (index == KIOSK_STUDY)
        return state->training.heard.open ? &state->training.heard : NULL;
    if (index == KIOSK_RECORD)
        return &state->records.heard;
    return index >= 0 && index < KIOSK_DISPUTES_MAX ? &state->disputes[index] : NULL;
}

const kiosk_dispute *kiosk_heard(const kiosk_state *state)
{
    if (state->screen == KIOSK_SCREEN_RECORD)
        return state->records.heard.open ? &state->records.heard : NULL;
    if (!kiosk_screen_is_training(state->screen))
        return kiosk_current(state);
    return state->training.heard.open ? &state->training.heard : NULL;
}

void training_put_away(kiosk_state *state)
{
    kiosk_training *training = &state->training;

    kiosk_dispute_free(&training->heard);
    free(training->explanation);
    training->explanation = NULL;
    training->explanation_wanted = 0;
    training->heard_of = NULL;
    training->plies = 0;
    kiosk_reset_evidence(state);
}

static void enter_case(kiosk_dispute *dispute, const training_case *one)
{
    kiosk_entered *entered = &dispute->entered;

    board_position_to_layout(&one->start, &entered->layout);
    entered->side_chosen = true;
    entered->count = one->count;
    for (size_t i = 0; i < one->count; i++)
        entered->moves[i] = (kiosk_move){.move = one->moves[i].move, .illegality = BOARD_OK};
}

void training_hear(kiosk_state *state, const training_case *one, const char *edition)
{
    static const ledger_game_key nobody = {1, 1, 1};
    kiosk_training *training = &state->training;

    if (training->heard_of == one && training->heard.open &&
        strcmp(training->heard.entered.edition, edition) == 0 &&
        training->heard.judging != KIOSK_JUDGE_FAILED)
        return;
    training_put_away(state);
    kiosk_dispute_begin(&training->heard, nobody, edition);
    training->heard_of = one;
    enter_case(&training->heard, one);
    if (one->kind == TRAINING_MATE)
        return;
    training->heard.generation = ++state->last_generation;
    training->heard.judging = KIOSK_JUDGE_RUNNING;
    kiosk_wanted *wanted = kiosk_want(state, KIOSK_JOB_JUDGE);
    wanted->dispute = KIOSK_STUDY;
    wanted->generation = training->heard.generation;
}

size_t kiosk_training_judged(const kiosk_training *training, size_t *from)
{
    const judge_result *result = &training->heard.result;

    *from = 0;
    if (!training->heard.open || training->heard.judging != KIOSK_JUDGE_DONE)
        return 0;
    *from = result->cycle.from;
    if (result->cycle.length > 0)
        return result->cycle.length;
    *from = result->first_judged;
    return result->count - result->first_judged;
}

bool kiosk_study_revealed(const kiosk_training *training)
{
    const kiosk_study *study = &training->study;
    size_t from = 0;

    if (study->one == NULL || training->heard.judging == KIOSK_JUDGE_RUNNING)
        return false;
    if (study->one->kind == TRAINING_MATE)
        return study->revealed > 0;
    return training->heard.judging != KIOSK_JUDGE_DONE || /* there are no labels */
           study->revealed > kiosk_training_judged(training, &from);
}

size_t kiosk_training_plies(const kiosk_training *training)
{
    const training_case *one = training->heard_of;

    if (one == NULL)
        return 0;
    if (one->kind != TRAINING_MATE)
        return one->count;
    const bool hidden = one == training->study.one && training->study.revealed == 0;
    return training->explanation != NULL && !hidden ? training->explanation->line.count : 0;
}

bool kiosk_training_position(const kiosk_training *training, board_position *position,
                             board_move *last)
{
    const training_case *one = training->heard_of;
    const size_t plies = kiosk_training_plies(training);
    bool moved = false;

    if (one == NULL)
        return false;
    *position = one->start;
    for (size_t i = 0; i < training->plies && i < plies; i++) {
        *last =
            one->kind == TRAINING_MATE ? training->explanation->line.moves[i] : one->moves[i].move;
        board_make(position, *last);
        moved = true;
    }
    return moved;
}

void training_want_explanation(kiosk_state *state)
{
    kiosk_training *training = &state->training;

    free(training->explanation);
    training->explanation = NULL;
    training->explanation_wanted = ++state->last_generation;
    kiosk_wanted *wanted = kiosk_want(state, KIOSK_JOB_EXPLAIN);
    wanted->dispute = KIOSK_STUDY;
    wanted->generation = training->explanation_wanted;
}

/* Pages. */

static void want_progress(kiosk_state *state)
{
    if (state->training.trainee[0] != '\0')
        kiosk_want(state, KIOSK_JOB_PROGRESS);
}

/* What the page shows is read and judged when it is opened. */
void training_prepare_page(kiosk_state *state, kiosk_screen screen)
{
    kiosk_training *training = &state->training;

    if (training->library == NULL && !training->library_busy) {
        training->library_busy = true;
        kiosk_want(state, KIOSK_JOB_LIBRARY);
    }
    if (training->trainees == NULL)
        kiosk_want(state, KIOSK_JOB_TRAINEES);
    if (screen == KIOSK_SCREEN_TRAINING || screen == KIOSK_SCREEN_PROGRESS)
        want_progress(state);
    if (screen == KIOSK_SCREEN_STUDY && training->study.one != NULL)
        training_open_case(state, training->study.one);
    if (screen == KIOSK_SCREEN_QUIZ)
        training_hear_question(state);
}

void training_keep_page(kiosk_state *state)
{
    const kiosk_command page =
        kiosk_command_of(KIOSK_COMMAND_TRAINING, (int32_t)state->screen - KIOSK_SCREEN_TRAINING, 0);

    if (kiosk_quiz_is_kept(state) && kiosk_screen_is_training(state->screen))
        kiosk_keep(state, &page);
}

static void open_page(kiosk_state *state, int32_t page)
{
    const kiosk_command home = kiosk_command_of(KIOSK_COMMAND_HOME, 0, 0);
    const kiosk_screen screen = (kiosk_screen)(KIOSK_SCREEN_TRAINING + page);

    if (page < 0 || !kiosk_screen_is_training(screen) || state->screen == KIOSK_SCREEN_START ||
        state->duty.locked) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (!kiosk_screen_is_training(state->screen) && state->screen != KIOSK_SCREEN_HALL)
        kiosk_apply_going(state, &home);
    state->training.chooser = KIOSK_CHOOSE_NOTHING;
    kiosk_show(state, screen);
    if (!state->replaying)
        training_prepare_page(state, screen);
    training_keep_page(state);
}

static bool is_open(const kiosk_state *state)
{
    return state->ask != KIOSK_ASK_NOTHING || state->field.which != KIOSK_FIELD_NONE ||
           state->article[0] != '\0' || state->menu != KIOSK_MENU_NONE;
}

static void go_back(kiosk_state *state)
{
    const kiosk_command home = kiosk_command_of(KIOSK_COMMAND_HOME, 0, 0);
    kiosk_training *training = &state->training;

    if (training->chooser != KIOSK_CHOOSE_NOTHING) {
        training->chooser = KIOSK_CHOOSE_NOTHING;
        state->scroll = 0;
    } else if (state->evidence.row >= 0) {
        kiosk_reset_evidence(state);
    } else if (state->screen == KIOSK_SCREEN_STUDY && training->study.explained) {
        training->study.explained = false;
    } else if (state->screen == KIOSK_SCREEN_STUDY && training->study.one != NULL) {
        training->study.one = NULL;
        training_put_away(state);
        state->scroll = (int32_t)training->study.at;
    } else if (state->screen == KIOSK_SCREEN_QUIZ && training->quiz.stage == KIOSK_QUIZ_MARKED &&
               training->quiz.over) {
        training->quiz.stage = KIOSK_QUIZ_OVER;
        state->scroll = 0;
    } else if (state->screen == KIOSK_SCREEN_TRAINING) {
        kiosk_apply_going(state, &home);
    } else {
        open_page(state, 0);
    }
}

/* Choosing. */

static void open_chooser(kiosk_state *state, int32_t number)
{
    if (number < 0 || number >= KIOSK_CHOOSERS) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->training.chooser = (kiosk_chooser)number;
    state->scroll = 0;
    if (number == KIOSK_CHOOSE_IMPORT) {
        free(state->training.imports);
        state->training.imports = NULL;
        kiosk_want(state, KIOSK_JOB_IMPORTS);
    }
    if (number == KIOSK_CHOOSE_TRAINEE)
        kiosk_want(state, KIOSK_JOB_TRAINEES);
}

static void set_filter(kiosk_state *state, int32_t which, int32_t value)
{
    kiosk_case_filter *filter = &state->training.filter;

    if (which == KIOSK_CHOOSE_THEME && value >= KIOSK_ANY && value < TRAINING_THEMES)
        filter->theme = value;
    else if (which == KIOSK_CHOOSE_ARTICLE && value >= KIOSK_ANY && value < TRAINING_CLAUSES)
        filter->article = value;
    else if (which == KIOSK_CHOOSE_DIFFICULTY &&
             (value == KIOSK_ANY || (value >= 1 && value <= TRAINING_DIFFICULTY_MAX)))
        filter->difficulty = value;
    else {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->training.chooser = KIOSK_CHOOSE_NOTHING;
    state->scroll = 0;
    training_filter(state);
}

training_quiz_options kiosk_filter_options(const kiosk_case_filter *filter,
                                           char theme[KIOSK_CODE_BYTES],
                                           char article[KIOSK_CODE_BYTES])
{
    training_quiz_options options = {0};

    theme[0] = article[0] = '\0';
    if (filter->theme != KIOSK_ANY) {
        kiosk_text_copy(theme, KIOSK_CODE_BYTES,
                        training_theme_code((training_theme)filter->theme));
        options.theme = theme;
    }
    if (filter->article != KIOSK_ANY) {
        kiosk_text_copy(article, KIOSK_CODE_BYTES, training_clause_number((size_t)filter->article));
        options.article = article;
    }
    if (filter->difficulty != KIOSK_ANY)
        options.difficulty = filter->difficulty;
    return options;
}

/* Another trainee: what the last one was asked is not his. */
static void set_trainee(kiosk_state *state, const char *name)
{
    kiosk_training *training = &state->training;
    char key[TRAINING_TRAINEE_MAX + 1] = "";
    bool fits = kiosk_text_copy(key, sizeof key, name);

    for (char *at = key; *at != '\0'; at++) {
        if (*at == ' ')
            *at = '_';
    }
    if (!fits || (key[0] != '\0' && !training_text_is_trainee(key))) {
        kiosk_refuse(state, KIOSK_SAY_TRAINEE_WRONG);
        return;
    }
    training->chooser = KIOSK_CHOOSE_NOTHING;
    if (strcmp(training->trainee, key) == 0)
        return;
    if (training_quiz_goes_on(&training->quiz)) {
        kiosk_refuse(state, KIOSK_SAY_QUIZ_GOES_ON);
        return;
    }
    kiosk_text_copy(training->trainee, sizeof training->trainee, key);
    free_progress(&training->progress);
    want_progress(state);
}

void kiosk_training_typed(kiosk_state *state, const kiosk_field *field)
{
    char *end = NULL;

    if (field->which == KIOSK_FIELD_TRAINEE) {
        set_trainee(state, field->text);
    } else if (field->which == KIOSK_FIELD_SEED) {
        const unsigned long seed = strtoul(field->text, &end, 10);
        if (field->text[0] == '\0' || *end != '\0' || seed == 0 || seed > INT32_MAX)
            kiosk_refuse(state, KIOSK_SAY_SEED_WRONG);
        else
            state->training.quiz.seed = (uint32_t)seed;
    }
}

/* Time. */

bool kiosk_training_ticks(const kiosk_state *state)
{
    const kiosk_quizzing *quiz = &state->training.quiz;

    return state->screen == KIOSK_SCREEN_QUIZ && quiz->stage == KIOSK_QUIZ_ASKED &&
           (quiz->quiz->question_ms > 0 || quiz->quiz->total_ms > 0);
}

bool kiosk_pass_training(kiosk_state *state)
{
    return kiosk_training_ticks(state) && training_quiz_pass(state);
}

/* Commands. */

static void want_named(kiosk_state *state, kiosk_job_kind kind, const kiosk_command *command)
{
    if (command->text[0] == '\0' || strlen(command->text) >= KIOSK_FILE_NAME_BYTES)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        kiosk_want(state, kind)->command = *command;
    state->training.chooser = KIOSK_CHOOSE_NOTHING;
}

/* Those that are heard on every screen. */
static bool apply_anywhere(kiosk_state *state, const kiosk_command *command)
{
    if (command->kind == KIOSK_COMMAND_TRAINING)
        open_page(state, command->numbers[0]);
    else if (command->kind == KIOSK_COMMAND_CASE_FROM_RULING)
        want_named(state, KIOSK_JOB_CASE_MAKE, command);
    else
        return kiosk_apply_quiz_draft(state, command);
    return true;
}

static bool apply_choices(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_TRAINEE:
        set_trainee(state, command->text);
        return true;
    case KIOSK_COMMAND_CHOOSE:
        open_chooser(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_FILTER:
        set_filter(state, command->numbers[0], command->numbers[1]);
        return true;
    case KIOSK_COMMAND_CASES_IMPORT:
        want_named(state, KIOSK_JOB_IMPORT, command);
        return true;
    case KIOSK_COMMAND_PROGRESS_PAGE:
        if (command->numbers[0] >= 0 && command->numbers[0] < KIOSK_PROGRESS_PAGES)
            state->training.page = (kiosk_progress_page)command->numbers[0];
        state->scroll = 0;
        return true;
    case KIOSK_COMMAND_PROGRESS_EXPORT:
        if (state->training.trainee[0] == '\0')
            kiosk_refuse(state, KIOSK_SAY_TRAINEE_MISSING);
        else
            kiosk_want(state, KIOSK_JOB_EXPORT);
        return true;
    default:
        return false;
    }
}

static void show_plies(kiosk_state *state, int32_t plies)
{
    const size_t most = kiosk_training_plies(&state->training);

    kiosk_reset_evidence(state);
    state->training.plies = plies < 0 ? 0 : (size_t)plies < most ? (size_t)plies : most;
}

bool kiosk_apply_training(kiosk_state *state, const kiosk_command *command)
{
    if (apply_anywhere(state, command))
        return true;
    if (!kiosk_screen_is_training(state->screen))
        return false;
    if (command->kind == KIOSK_COMMAND_BACK && !is_open(state)) {
        go_back(state);
        return true;
    }
    if (command->kind == KIOSK_COMMAND_PLIES) {
        show_plies(state, command->numbers[0]);
        return true;
    }
    return apply_choices(state, command) || training_apply_study(state, command) ||
           training_apply_quiz(state, command) ||
           (state->evidence.row >= 0 && kiosk_apply_evidence(state, command));
}
