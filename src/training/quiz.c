/*
 * training/quiz.c: choosing the questions, and marking the answers.
 */
#include "training/quiz.h"

#include <stdlib.h>
#include <string.h>

#include "judge/memo.h"
#include "training/truth.h"

/* Chance: the same seed gives the same numbers on every machine (splitmix64). */
static uint64_t next_random(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    return judge_mix(*state);
}

static size_t random_below(uint64_t *state, size_t limit)
{
    return (size_t)(next_random(state) % limit);
}

/* Choosing. */

/* A quiz on its way. */
typedef struct choosing {
    const training_library *library;
    const training_quiz_options *options;
    judge_memo *memo;
    training_quiz *quiz;
    uint64_t random;
} choosing;

static bool is_full(const choosing *choice)
{
    return choice->quiz->count >= choice->options->count ||
           choice->quiz->count >= TRAINING_QUESTIONS_MAX;
}

static bool is_asked(const training_quiz *quiz, const training_question *question)
{
    for (size_t i = 0; i < quiz->count; i++) {
        const training_question *other = &quiz->questions[i];
        if (other->one == question->one && other->kind == question->kind &&
            other->index == question->index && strcmp(other->edition, question->edition) == 0)
            return true;
    }
    return false;
}

static void ask(choosing *choice, const training_question *question)
{
    if (!is_full(choice) && !is_asked(choice->quiz, question))
        choice->quiz->questions[choice->quiz->count++] = *question;
}

bool training_options_take(const training_quiz_options *options, const training_case *one)
{
    training_theme theme = 0;

    if (options->edition && !training_case_speaks_of(one, options->edition))
        return false;
    if (options->theme &&
        (!training_theme_find(options->theme, &theme) || (one->themes & (uint64_t)1 << theme) == 0))
        return false;
    if (options->article && !training_case_is_under(one, options->article))
        return false;
    return options->difficulty == 0 || one->difficulty == options->difficulty;
}

static const char *edition_for(const training_quiz_options *options, const training_case *one)
{
    if (options->edition && training_case_speaks_of(one, options->edition))
        return options->edition;
    return training_case_edition(one);
}

static board_error questions_of(choosing *choice, const training_case *one, const char *edition,
                                training_truths *truths)
{
    return training_truths_of(one, edition, choice->options->kinds ? choice->options->kinds : ~0u,
                              choice->memo, truths);
}

/* What is due comes first. */
static board_error ask_due(choosing *choice)
{
    const training_item *items[TRAINING_QUESTIONS_MAX];
    size_t due = training_progress_due(choice->options->progress, choice->options->now_ms, items,
                                       TRAINING_QUESTIONS_MAX);

    for (size_t i = 0; i < due && i < TRAINING_QUESTIONS_MAX && !is_full(choice); i++) {
        const training_case *one = training_library_find(choice->library, items[i]->id);
        training_truths truths = {0};
        if (!one || !training_options_take(choice->options, one) ||
            !training_case_speaks_of(one, items[i]->edition))
            continue;
        board_error error = questions_of(choice, one, items[i]->edition, &truths);
        if (error != BOARD_OK)
            return error;
        for (size_t k = 0; k < truths.count; k++) {
            if (truths.questions[k].kind == items[i]->kind &&
                truths.questions[k].index == items[i]->index)
                ask(choice, &truths.questions[k]);
        }
    }
    return BOARD_OK;
}

/* Some of a case's questions by chance, in the order in which they arise; all if so many are
 * wanted. */
static board_error ask_case(choosing *choice, const training_case *one, size_t most)
{
    training_truths truths = {0};
    bool chosen[TRAINING_TRUTHS_MAX] = {false};
    board_error error = questions_of(choice, one, edition_for(choice->options, one), &truths);

    if (error != BOARD_OK)
        return error;
    for (size_t left = most < truths.count ? most : truths.count; left > 0;) {
        size_t pick = random_below(&choice->random, truths.count);
        left -= !chosen[pick];
        chosen[pick] = true;
    }
    for (size_t k = 0; k < truths.count; k++) {
        if (chosen[k])
            ask(choice, &truths.questions[k]);
    }
    return BOARD_OK;
}

static void shuffle(choosing *choice, size_t *order, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = random_below(&choice->random, i);
        size_t moved = order[i - 1];
        order[i - 1] = order[k];
        order[k] = moved;
    }
}

/* Cases of the library by chance, until there are questions enough. */
static board_error ask_any(choosing *choice)
{
    size_t *order = calloc(choice->library->count + 1, sizeof *order);
    board_error error = BOARD_OK;
    size_t count = 0;

    if (order == NULL)
        return BOARD_ERROR_NO_MEMORY;
    for (size_t i = 0; i < choice->library->count; i++) {
        if (training_options_take(choice->options, &choice->library->cases[i]))
            order[count++] = i;
    }
    shuffle(choice, order, count);
    for (size_t i = 0; i < count && error == BOARD_OK && !is_full(choice); i++)
        error = ask_case(choice, &choice->library->cases[order[i]],
                         1 + random_below(&choice->random, TRAINING_PER_CASE));
    free(order);
    return error;
}

/* A fixed set: so many questions of each case that they make the number wanted. */
static board_error ask_set(choosing *choice)
{
    const char *const *ids = choice->options->cases;
    board_error error = BOARD_OK;
    size_t cases = 0;

    while (ids[cases] != NULL)
        cases++;
    for (size_t i = 0; i < cases && error == BOARD_OK; i++) {
        const training_case *one = training_library_find(choice->library, ids[i]);
        size_t wanted = choice->options->count - choice->quiz->count;
        size_t share = (wanted + cases - i - 1) / (cases - i);
        if (one != NULL && share > 0)
            error = ask_case(choice, one, share);
    }
    return error;
}

board_error training_quiz_begin(const training_library *library,
                                const training_quiz_options *options, judge_memo *memo,
                                training_quiz *quiz)
{
    judge_memo *own = memo ? NULL : judge_memo_new(judge_memo_standard());
    choosing choice = {library, options, memo ? memo : own, quiz, options->seed};
    board_error error = choice.memo ? BOARD_OK : BOARD_ERROR_NO_MEMORY;

    *quiz = (training_quiz){.question_ms = options->question_ms, .total_ms = options->total_ms};
    if (error == BOARD_OK && options->cases)
        error = ask_set(&choice);
    if (error == BOARD_OK && !options->cases && options->progress)
        error = ask_due(&choice);
    if (error == BOARD_OK && !options->cases)
        error = ask_any(&choice);
    judge_memo_free(own);
    return error;
}

/* The question of this name; CASE_MISSING: there is none. */
static board_error find_question(const training_library *library,
                                 const training_question_name *name, judge_memo *memo,
                                 training_question *question)
{
    const training_case *one = training_library_find(library, name->id);
    training_truths truths = {0};

    if (one == NULL || !training_case_speaks_of(one, name->edition))
        return BOARD_ERROR_CASE_MISSING;
    const board_error error =
        training_truths_of(one, name->edition, 1u << name->kind, memo, &truths);
    for (size_t k = 0; error == BOARD_OK && k < truths.count; k++) {
        if (truths.questions[k].index == name->index) {
            *question = truths.questions[k];
            return BOARD_OK;
        }
    }
    return error != BOARD_OK ? error : BOARD_ERROR_CASE_MISSING;
}

board_error training_quiz_of(const training_library *library, const training_question_name *names,
                             size_t count, judge_memo *memo, training_quiz *quiz, size_t *at)
{
    judge_memo *own = memo ? NULL : judge_memo_new(judge_memo_standard());
    board_error error = memo || own ? BOARD_OK : BOARD_ERROR_NO_MEMORY;

    *quiz = (training_quiz){0};
    *at = 0;
    while (error == BOARD_OK && quiz->count < count && quiz->count < TRAINING_QUESTIONS_MAX) {
        *at = quiz->count;
        error =
            find_question(library, &names[*at], memo ? memo : own, &quiz->questions[quiz->count]);
        quiz->count += error == BOARD_OK;
    }
    judge_memo_free(own);
    if (error != BOARD_OK)
        quiz->count = 0;
    return error;
}

/* Answering. */

const training_question *training_quiz_current(const training_quiz *quiz)
{
    return quiz->at < quiz->count ? &quiz->questions[quiz->at] : NULL;
}

int64_t training_quiz_time_left(const training_quiz *quiz, int64_t spent)
{
    int64_t left = -1;

    if (quiz->question_ms > 0)
        left = quiz->question_ms - spent;
    if (quiz->total_ms > 0 && (left < 0 || quiz->total_ms - quiz->elapsed_ms - spent < left))
        left = quiz->total_ms - quiz->elapsed_ms - spent;
    if (quiz->question_ms <= 0 && quiz->total_ms <= 0)
        return -1;
    return left > 0 ? left : 0;
}

static bool is_within(const training_points *a, const training_points *b)
{
    return (a->low & ~b->low) == 0 && (a->high & ~b->high) == 0;
}

static bool names_something(const training_points *set)
{
    return set->low != 0 || set->high != 0;
}

bool training_answer_is_right(const training_question *question, const training_answer *said,
                              judge_memo *memo)
{
    const training_answer *is = &question->answer;

    if (!said->given)
        return false;
    switch (question->kind) {
    case TRAINING_ASK_LABEL:
        return said->label == is->label;
    case TRAINING_ASK_IDLE:
        return said->idle_kind == is->idle_kind;
    case TRAINING_ASK_TARGETS:
        return names_something(&said->targets) && is_within(&said->targets, &is->targets) &&
               is_within(&question->needed, &said->targets);
    case TRAINING_ASK_CONDUCT:
        return said->conduct == is->conduct;
    case TRAINING_ASK_RULING:
        return said->outcome == is->outcome;
    default:
        return training_truth_mates(question->one, said->move, memo);
    }
}

static void mark_rest_late(training_quiz *quiz)
{
    for (; quiz->at < quiz->count; quiz->at++)
        quiz->marks[quiz->at] = (training_mark){.done = true, .late = true};
}

const training_mark *training_quiz_mark(training_quiz *quiz, const training_answer *said,
                                        int64_t elapsed_ms, bool right)
{
    if (training_quiz_current(quiz) == NULL)
        return NULL;
    training_mark *mark = &quiz->marks[quiz->at++];
    int64_t took = elapsed_ms < 0                       ? 0
                   : elapsed_ms > TRAINING_LIMIT_MS_MAX ? TRAINING_LIMIT_MS_MAX
                                                        : elapsed_ms;
    quiz->elapsed_ms += took;
    *mark = (training_mark){.done = true, .said = *said, .elapsed_ms = took};
    mark->late = (quiz->question_ms > 0 && took > quiz->question_ms) ||
                 (quiz->total_ms > 0 && quiz->elapsed_ms > quiz->total_ms);
    mark->right = !mark->late && right;
    if (quiz->total_ms > 0 && quiz->elapsed_ms >= quiz->total_ms)
        mark_rest_late(quiz);
    return mark;
}

const training_mark *training_quiz_answer(training_quiz *quiz, const training_answer *said,
                                          int64_t elapsed_ms, judge_memo *memo)
{
    const training_question *question = training_quiz_current(quiz);

    return question != NULL ? training_quiz_mark(quiz, said, elapsed_ms,
                                                 training_answer_is_right(question, said, memo))
                            : NULL;
}

void training_mate_line(const training_case *one, judge_memo *memo, judge_line *line)
{
    *line = (judge_line){0};
    if (one->kind == TRAINING_MATE)
        training_truth_line(one, memo, line);
}

training_score training_quiz_score(const training_quiz *quiz)
{
    training_score score = {.asked = quiz->count};

    for (size_t i = 0; i < quiz->count; i++) {
        score.done += quiz->marks[i].done;
        score.right += quiz->marks[i].right;
        score.late += quiz->marks[i].late;
    }
    score.percent = score.asked > 0 ? (unsigned)(100 * score.right / score.asked) : 0;
    return score;
}
