/*
 * kiosk/flow/training_quiz.c: 测验: a quiz set up, its questions answered and marked, its result.
 */
#include <stdlib.h>
#include <string.h>

#include "board/moves.h"
#include "kiosk/flow/text.h"
#include "kiosk/flow/training_private.h"

enum { SECOND_MS = 1000 };

size_t kiosk_quiz_count_of(int index)
{
    static const size_t counts[KIOSK_QUIZ_COUNTS] = {5, 10, 20};

    return index >= 0 && index < KIOSK_QUIZ_COUNTS ? counts[index] : 0;
}

int64_t kiosk_quiz_limit_of(int index)
{
    static const int64_t limits[KIOSK_QUIZ_LIMITS] = {0, 15 * SECOND_MS, 30 * SECOND_MS,
                                                      60 * SECOND_MS};

    return index >= 0 && index < KIOSK_QUIZ_LIMITS ? limits[index] : 0;
}

void training_quiz_free(kiosk_quizzing *quiz)
{
    free(quiz->quiz);
    quiz->quiz = NULL;
    kiosk_library_drop(&quiz->library);
}

bool training_quiz_goes_on(const kiosk_quizzing *quiz)
{
    return quiz->stage == KIOSK_QUIZ_CHOOSING || quiz->stage == KIOSK_QUIZ_ASKED ||
           quiz->stage == KIOSK_QUIZ_TRYING || (quiz->stage == KIOSK_QUIZ_MARKED && !quiz->over);
}

/* Asking. */

void training_hear_question(kiosk_state *state)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if (quiz->quiz == NULL || quiz->shown >= quiz->quiz->count ||
        (quiz->stage != KIOSK_QUIZ_ASKED && quiz->stage != KIOSK_QUIZ_TRYING &&
         quiz->stage != KIOSK_QUIZ_MARKED)) {
        training_put_away(state);
        return;
    }
    const training_question *question = &quiz->quiz->questions[quiz->shown];
    training_hear(state, question->one, question->edition);
    state->training.plies = question->kind <= TRAINING_ASK_TARGETS ? question->index + 1 : 0;
    state->scroll = 0;
    kiosk_reset_evidence(state);
    if (quiz->stage != KIOSK_QUIZ_ASKED)
        training_want_explanation(state);
}

/* An examination's result is signed when all of it was answered; till then it stays in the
 * draft. */
static void finish(kiosk_state *state)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    quiz->stage = KIOSK_QUIZ_OVER;
    quiz->over = true;
    training_put_away(state);
    state->scroll = 0;
    if (quiz->exam[0] != '\0' && training_quiz_current(quiz->quiz) == NULL)
        kiosk_want(state, KIOSK_JOB_EXAM);
    else
        kiosk_keep_quiz_over(state);
}

static void ask_next(kiosk_state *state)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if (training_quiz_current(quiz->quiz) == NULL) {
        finish(state);
        return;
    }
    quiz->stage = KIOSK_QUIZ_ASKED;
    quiz->shown = quiz->quiz->at;
    quiz->asked_ms = state->now_ms;
    quiz->kept_ms = 0;
    quiz->said = (training_answer){.given = false};
    quiz->from = BOARD_NO_SQUARE;
    if (state->screen == KIOSK_SCREEN_QUIZ)
        training_hear_question(state);
    free(state->training.explanation); /* a mate's line must not be there to be played */
    state->training.explanation = NULL;
}

/* The quiz of the draft cannot be made again: now, or ever. */
static void give_up_kept(kiosk_state *state, kiosk_job *job)
{
    kiosk_value lost;

    if (job->end != KIOSK_END_REFUSED) { /* it stays in the draft for the next start */
        free(state->training.kept);
        state->training.kept = NULL;
        kiosk_tell_trouble(state, job);
        return;
    }
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        kiosk_text_copy(lost.text[language], sizeof lost.text[language],
                        job->training->problem[language]);
    kiosk_keep_quiz_over(state);
    kiosk_tell(state, KIOSK_SAY_QUIZ_LOST, &lost, true);
    state->say_stays = true;
}

/* Where it was when the power went. */
static void go_on_with(kiosk_state *state, const kiosk_quiz_kept *kept, const char *signed_entry)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    const bool over = training_quiz_current(quiz->quiz) == NULL;

    quiz->is_kept = true;
    if (signed_entry[0] != '\0') {
        quiz->stage = KIOSK_QUIZ_OVER;
        quiz->over = true;
        kiosk_keep_quiz_over(state);
    } else if (kept->asked || (over && quiz->exam[0] != '\0')) {
        ask_next(state);
        quiz->asked_ms -= kept->spent_ms;
        quiz->kept_ms = kept->spent_ms;
        quiz->said.targets = kept->touched;
    } else {
        quiz->stage = KIOSK_QUIZ_MARKED;
        quiz->shown = quiz->quiz->at - 1;
        if (state->screen == KIOSK_SCREEN_QUIZ)
            training_hear_question(state);
    }
}

static void take_over(kiosk_quizzing *quiz, kiosk_training_job *done)
{
    training_quiz_free(quiz);
    quiz->quiz = done->quiz;
    done->quiz = NULL;
    quiz->library = done->library;
    done->library = NULL;
    memcpy(quiz->exam, done->exam, sizeof quiz->exam);
    memcpy(quiz->exam_title, done->exam_title, sizeof quiz->exam_title);
    quiz->pass = done->pass;
    quiz->exam_seed = done->seed;
    memcpy(quiz->entry, done->entry, sizeof quiz->entry);
    memcpy(quiz->digest, done->digest, sizeof quiz->digest);
    quiz->before = done->recorded;
    quiz->over = false;
}

void training_take_quiz(kiosk_state *state, kiosk_job *job)
{
    kiosk_training *training = &state->training;
    kiosk_quiz_kept *kept = training->kept;
    const bool chosen = job->end == KIOSK_END_DONE && job->training->quiz != NULL;

    if (training->quiz.stage != KIOSK_QUIZ_CHOOSING ||
        (job->training->kept != NULL) != (kept != NULL))
        return;
    training->quiz.stage = KIOSK_QUIZ_SETUP;
    if (!chosen && kept != NULL) {
        give_up_kept(state, job);
    } else if (!chosen) {
        kiosk_tell_trouble(state, job);
    } else if (job->training->quiz->count == 0) {
        kiosk_refuse(state, KIOSK_SAY_NO_QUESTIONS);
    } else if (kept == NULL) {
        take_over(&training->quiz, job->training);
        ask_next(state);
        kiosk_keep_quiz(state);
    } else {
        take_over(&training->quiz, job->training);
        training->quiz.before = kept->before;
        training->kept = NULL;
        go_on_with(state, kept, training->quiz.entry);
        free(kept);
    }
}

/* Marking. */

static void mark(kiosk_state *state, bool right, int64_t took_ms)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    const size_t from = quiz->quiz->at;

    training_quiz_mark(quiz->quiz, &quiz->said, took_ms, right);
    kiosk_keep_mark(state, from); /* before it is recorded: what is missing there is told by it */
    if (state->training.trainee[0] != '\0') {
        kiosk_wanted *wanted = kiosk_want(state, KIOSK_JOB_ANSWERS);
        wanted->command.numbers[0] = (int32_t)from;
        wanted->command.numbers[1] = (int32_t)quiz->quiz->at;
    }
    if (quiz->exam[0] != '\0') {
        ask_next(state);
        return;
    }
    quiz->stage = KIOSK_QUIZ_MARKED;
    if (state->screen == KIOSK_SCREEN_QUIZ)
        training_want_explanation(state);
}

/* Takes what was said as the answer; a mate's first move is tried out first. */
static void answer(kiosk_state *state, bool given)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    const training_question *question = training_quiz_current(quiz->quiz);
    const int64_t took_ms = state->now_ms - quiz->asked_ms;

    quiz->said.given = given;
    if (given && question->kind == TRAINING_ASK_MATE) {
        quiz->stage = KIOSK_QUIZ_TRYING;
        quiz->took_ms = took_ms;
        training_want_explanation(state);
        return;
    }
    mark(state, training_answer_is_right(question, &quiz->said, NULL), took_ms);
}

void training_take_trial(kiosk_state *state, bool right)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if (quiz->stage == KIOSK_QUIZ_TRYING)
        mark(state, right, quiz->took_ms);
}

/* A second of the time that is left is over, or all of it; true: it shows. */
bool training_quiz_pass(kiosk_state *state)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    const int64_t spent = state->now_ms - quiz->asked_ms;
    const int64_t left = training_quiz_time_left(quiz->quiz, spent);
    const bool shows = left == 0 || left / SECOND_MS != quiz->left_s;

    quiz->left_s = left / SECOND_MS;
    if (left > 0)
        kiosk_keep_spent(state, spent);
    if (left == 0) {
        quiz->said = (training_answer){.given = false};
        mark(state, false, spent + 1);
    }
    return shows;
}

/* Saying. */

static void say(kiosk_state *state, int32_t value)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    const training_question *question = training_quiz_current(quiz->quiz);
    static const int counts[TRAINING_QUESTION_KINDS] = {
        [TRAINING_ASK_LABEL] = JUDGE_IDLE + 1,
        [TRAINING_ASK_IDLE] = JUDGE_IDLE_KINDS,
        [TRAINING_ASK_CONDUCT] = TRAINING_CONDUCTS,
        [TRAINING_ASK_RULING] = JUDGE_OUTCOMES,
    };

    if (value < 0 || value >= counts[question->kind] ||
        (question->kind == TRAINING_ASK_RULING && value == JUDGE_OUTCOME_UNDECIDED)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    quiz->said.label = (judge_label)value;
    quiz->said.idle_kind = (judge_idle_kind)value;
    quiz->said.conduct = (training_conduct)value;
    quiz->said.outcome = (judge_outcome)value;
    answer(state, true);
}

/* A piece named as chased, or no longer. */
static void touch_target(kiosk_state *state, board_square square)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    training_points *targets = &quiz->said.targets;
    const size_t after = training_quiz_current(quiz->quiz)->index + 1;
    board_position position;
    board_move last;

    if (state->training.plies != after) {
        state->training.plies = after; /* the points are those after the move */
        return;
    }
    kiosk_training_position(&state->training, &position, &last);
    if (position.piece_at[square] == BOARD_NO_PIECE) {
        kiosk_refuse(state, KIOSK_SAY_NO_PIECE);
        return;
    }
    if (square < 64)
        targets->low ^= (uint64_t)1 << square;
    else
        targets->high ^= (uint32_t)1 << (square - 64);
    kiosk_keep_touched(state, square);
}

/* A mate's first move: the piece, then where it goes. */
static void touch_mate(kiosk_state *state, board_square square)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    const board_position *start = &training_quiz_current(quiz->quiz)->one->start;
    const board_piece piece = start->piece_at[square];
    const board_move move = {quiz->from, square};

    if (piece != BOARD_NO_PIECE && board_piece_side(piece) == start->to_move) {
        quiz->from = quiz->from == square ? BOARD_NO_SQUARE : square;
    } else if (quiz->from == BOARD_NO_SQUARE) {
        kiosk_refuse(state, KIOSK_SAY_NO_PIECE);
    } else if (!board_is_legal(start, move)) {
        kiosk_word_at(state, square, board_move_fault(start, move));
    } else {
        quiz->said.move = move;
        answer(state, true);
    }
}

static void touch(kiosk_state *state, int32_t square)
{
    const training_question_kind kind = training_quiz_current(state->training.quiz.quiz)->kind;

    if (square < 0 || square >= BOARD_SQUARES)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (kind == TRAINING_ASK_TARGETS)
        touch_target(state, (board_square)square);
    else if (kind == TRAINING_ASK_MATE)
        touch_mate(state, (board_square)square);
}

static void take_targets(kiosk_state *state, bool given)
{
    const kiosk_quizzing *quiz = &state->training.quiz;
    const training_points *targets = &quiz->said.targets;

    if (given && training_quiz_current(quiz->quiz)->kind != TRAINING_ASK_TARGETS)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (given && targets->low == 0 && targets->high == 0)
        kiosk_refuse(state, KIOSK_SAY_TARGETS_MISSING);
    else
        answer(state, given);
}

/* Setting up, breaking off, looking again. */

static void begin(kiosk_state *state, const kiosk_command *command)
{
    kiosk_training *training = &state->training;
    kiosk_quizzing *quiz = &training->quiz;

    if (training->library == NULL || quiz->stage == KIOSK_QUIZ_CHOOSING) {
        kiosk_refuse(state, KIOSK_SAY_BUSY);
    } else if (strlen(command->text) > TRAINING_ID_MAX ||
               (quiz->stage != KIOSK_QUIZ_SETUP && quiz->stage != KIOSK_QUIZ_OVER)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    } else if (command->text[0] != '\0' && training->trainee[0] == '\0') {
        kiosk_refuse(state, KIOSK_SAY_TRAINEE_MISSING);
    } else {
        training->chooser = KIOSK_CHOOSE_NOTHING;
        memcpy(quiz->exam, command->text, strlen(command->text) + 1);
        quiz->stage = KIOSK_QUIZ_CHOOSING;
        kiosk_want(state, KIOSK_JOB_QUIZ);
    }
}

void kiosk_end_quiz(kiosk_state *state)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if (quiz->quiz == NULL)
        return;
    quiz->stage = quiz->quiz->at > 0 ? KIOSK_QUIZ_OVER : KIOSK_QUIZ_SETUP;
    quiz->over = true;
    training_put_away(state);
    state->scroll = 0;
    kiosk_keep_quiz_over(state);
}

static void end(kiosk_state *state)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if (quiz->stage == KIOSK_QUIZ_OVER || quiz->stage == KIOSK_QUIZ_CHOOSING) {
        if (quiz->stage == KIOSK_QUIZ_CHOOSING)
            kiosk_keep_quiz_over(state); /* one that was to be made again */
        quiz->stage = KIOSK_QUIZ_SETUP;
        training_put_away(state);
    } else if (quiz->stage != KIOSK_QUIZ_SETUP) {
        kiosk_ask_about(state, KIOSK_ASK_QUIZ_END, 0, NULL);
    }
}

static void go_on(kiosk_state *state)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if (quiz->stage != KIOSK_QUIZ_MARKED) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    } else if (quiz->over) {
        quiz->stage = KIOSK_QUIZ_OVER;
        training_put_away(state);
        state->scroll = 0;
    } else {
        ask_next(state);
        if (quiz->stage == KIOSK_QUIZ_ASKED)
            kiosk_keep_asked(state);
    }
}

/* A question of a quiz that is over, with its answer. */
static void look(kiosk_state *state, int32_t index)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if ((quiz->stage != KIOSK_QUIZ_OVER && quiz->stage != KIOSK_QUIZ_MARKED) || index < 0 ||
        (size_t)index >= quiz->quiz->count || !quiz->quiz->marks[index].done) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    quiz->stage = KIOSK_QUIZ_MARKED;
    quiz->shown = (size_t)index;
    training_hear_question(state);
}

static bool apply_setup(kiosk_state *state, const kiosk_command *command)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    const int32_t number = command->numbers[0];
    bool right = true;

    switch (command->kind) {
    case KIOSK_COMMAND_QUIZ_KIND:
        right = number >= 0 && number < TRAINING_QUESTION_KINDS;
        if (right && quiz->kinds != 1u << number) /* one at least stays */
            quiz->kinds ^= 1u << number;
        break;
    case KIOSK_COMMAND_QUIZ_COUNT:
        right = kiosk_quiz_count_of(number) > 0;
        if (right)
            quiz->count = kiosk_quiz_count_of(number);
        break;
    case KIOSK_COMMAND_QUIZ_LIMIT:
        right = number >= 0 && number < KIOSK_QUIZ_LIMITS;
        if (right)
            quiz->limit_ms = kiosk_quiz_limit_of(number);
        break;
    default:
        return false;
    }
    if (!right)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    return true;
}

static bool apply_answer(kiosk_state *state, const kiosk_command *command)
{
    const bool asked = state->training.quiz.stage == KIOSK_QUIZ_ASKED;

    switch (command->kind) {
    case KIOSK_COMMAND_QUIZ_SAY:
        if (asked)
            say(state, command->numbers[0]);
        break;
    case KIOSK_COMMAND_QUIZ_ANSWER:
        if (asked)
            take_targets(state, command->numbers[0] == 1);
        break;
    case KIOSK_COMMAND_SQUARE:
    case KIOSK_COMMAND_SQUARE_HOLD:
        if (asked)
            touch(state, command->numbers[0]);
        break;
    default:
        return false;
    }
    return true;
}

bool training_apply_quiz(kiosk_state *state, const kiosk_command *command)
{
    if (state->screen != KIOSK_SCREEN_QUIZ)
        return false;
    if (apply_setup(state, command) || apply_answer(state, command))
        return true;
    switch (command->kind) {
    case KIOSK_COMMAND_QUIZ_BEGIN:
        begin(state, command);
        return true;
    case KIOSK_COMMAND_QUIZ_NEXT:
        go_on(state);
        return true;
    case KIOSK_COMMAND_QUIZ_LOOK:
        look(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_QUIZ_END:
        end(state);
        return true;
    default:
        return false;
    }
}
