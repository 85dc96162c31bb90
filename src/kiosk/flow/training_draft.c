/*
 * kiosk/flow/training_draft.c: the lines of a quiz written and read.
 */
#include "kiosk/flow/training_draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/flow/text.h"
#include "kiosk/flow/training_private.h"

/* "targets:12:cxa-2007:small-711" and a blank; two fit into a line, so that the lines of the
 * longest quiz fit into the queue beside those of the command that brought it. */
enum {
    KIND_BYTES = 8,
    NAME_BYTES = KIND_BYTES + 4 + JUDGE_EDITION_NAME_BYTES + TRAINING_ID_MAX + 2,
    LINES_MAX = TRAINING_QUESTIONS_MAX / 2
};

_Static_assert(2 * NAME_BYTES <= KIOSK_COMMAND_TEXT_BYTES, "two names in a line");
_Static_assert(LINES_MAX + 4 < KIOSK_WANTED_MAX, "room for the longest quiz");

bool kiosk_quiz_is_kept(const kiosk_state *state)
{
    return state->training.quiz.is_kept || state->training.kept != NULL;
}

/* Writing. */

static void write_name(const training_question *question, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "%s:%zu:%s:%s", training_kind_code(question->kind), question->index,
             question->edition, question->one->id);
}

static void keep_questions(kiosk_state *state)
{
    const training_quiz *quiz = state->training.quiz.quiz;
    kiosk_command line = kiosk_command_of_text(KIOSK_COMMAND_QUIZ_QUESTIONS, "");
    size_t used = 0;

    for (size_t i = 0; i < quiz->count; i++) {
        char name[NAME_BYTES];

        write_name(&quiz->questions[i], name);
        if (used > 0 && used + 1 + strlen(name) >= sizeof line.text) {
            kiosk_keep(state, &line);
            used = 0;
        }
        used += (size_t)snprintf(line.text + used, sizeof line.text - used, "%s%s",
                                 used > 0 ? " " : "", name);
    }
    kiosk_keep(state, &line);
}

static void keep_number(kiosk_state *state, kiosk_command_kind kind, int64_t number)
{
    const kiosk_command line = kiosk_command_of(
        kind, number > TRAINING_LIMIT_MS_MAX ? TRAINING_LIMIT_MS_MAX : (int32_t)number, 0);

    kiosk_keep(state, &line);
}

static int32_t at_most(size_t count)
{
    return count > INT32_MAX ? INT32_MAX : (int32_t)count;
}

void kiosk_keep_quiz(kiosk_state *state)
{
    kiosk_quizzing *quiz = &state->training.quiz;
    kiosk_command begun = kiosk_command_of_text(KIOSK_COMMAND_QUIZ_NEW, quiz->exam);
    kiosk_command trainee = kiosk_command_of_text(KIOSK_COMMAND_QUIZ_OF, state->training.trainee);

    begun.numbers[0] = (int32_t)(uint32_t)(quiz->exam_seed >> 32);
    begun.numbers[1] = (int32_t)(uint32_t)quiz->exam_seed;
    begun.numbers[2] = (int32_t)quiz->quiz->question_ms;
    begun.numbers[3] = (int32_t)quiz->quiz->count;
    trainee.numbers[0] = at_most(quiz->before.answers);
    trainee.numbers[1] = at_most(quiz->before.exams);
    quiz->is_kept = true;
    kiosk_keep(state, &begun);
    kiosk_keep(state, &trainee);
    keep_questions(state);
    training_keep_page(state);
}

void kiosk_keep_mark(kiosk_state *state, size_t at)
{
    const training_quiz *quiz = state->training.quiz.quiz;
    const training_mark *mark = &quiz->marks[at];
    char said[TRAINING_CODE_BYTES];

    training_answer_code(&quiz->questions[at], &mark->said, said);
    kiosk_command line = kiosk_command_of_text(KIOSK_COMMAND_QUIZ_MARKED, said);
    line.numbers[0] = (int32_t)at;
    line.numbers[1] = (int32_t)mark->elapsed_ms;
    line.numbers[2] = mark->right;
    kiosk_keep(state, &line);
}

void kiosk_keep_asked(kiosk_state *state)
{
    keep_number(state, KIOSK_COMMAND_QUIZ_ASKED, (int64_t)state->training.quiz.shown);
}

void kiosk_keep_touched(kiosk_state *state, board_square square)
{
    keep_number(state, KIOSK_COMMAND_QUIZ_TOUCHED, square);
}

void kiosk_keep_spent(kiosk_state *state, int64_t spent_ms)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if (spent_ms < quiz->kept_ms + KIOSK_QUIZ_SPENT_MS)
        return;
    quiz->kept_ms = spent_ms;
    keep_number(state, KIOSK_COMMAND_QUIZ_SPENT, spent_ms);
}

void kiosk_keep_quiz_over(kiosk_state *state)
{
    const kiosk_command over = kiosk_command_of(KIOSK_COMMAND_QUIZ_OVER, 0, 0);

    if (!kiosk_quiz_is_kept(state))
        return;
    state->training.quiz.is_kept = false;
    free(state->training.kept);
    state->training.kept = NULL;
    kiosk_keep(state, &over);
    kiosk_forget_draft(state);
}

/* Reading. */

static void take_new(kiosk_state *state, const kiosk_command *command)
{
    kiosk_training *training = &state->training;
    kiosk_quiz_kept *kept = training->kept;

    if (kept == NULL)
        kept = malloc(sizeof *kept);
    if (kept == NULL) /* the quiz is lost, nothing else */
        return;
    *kept = (kiosk_quiz_kept){
        .seed = (uint64_t)(uint32_t)command->numbers[0] << 32 | (uint32_t)command->numbers[1],
        .limit_ms = command->numbers[2],
        .wanted = (size_t)command->numbers[3],
        .asked = true,
    };
    kiosk_text_copy(kept->exam, sizeof kept->exam, command->text);
    training->kept = kept;
    training->trainee[0] = '\0';
    training->quiz.stage = KIOSK_QUIZ_CHOOSING;
}

static void take_of(kiosk_state *state, const kiosk_command *command)
{
    kiosk_quiz_kept *kept = state->training.kept;

    if (!training_text_is_trainee(command->text))
        return;
    kiosk_text_copy(kept->trainee, sizeof kept->trainee, command->text);
    kiosk_text_copy(state->training.trainee, sizeof state->training.trainee, command->text);
    kept->before.answers = (size_t)command->numbers[0];
    kept->before.exams = (size_t)command->numbers[1];
}

/* Copies up to the next of `ends`, which is passed over; false: it does not fit, or is empty. */
static bool take_part(const char **at, const char *ends, char *part, size_t size)
{
    const size_t length = strcspn(*at, ends);

    if (length == 0 || length >= size)
        return false;
    memcpy(part, *at, length);
    part[length] = '\0';
    *at += length + ((*at)[length] != '\0');
    return true;
}

static bool read_name(const char **at, training_question_name *name)
{
    char kind[KIND_BYTES + 1];
    char index[sizeof "000"];
    char *end = NULL;

    if (!take_part(at, ":", kind, sizeof kind) || !take_part(at, ":", index, sizeof index) ||
        !take_part(at, ":", name->edition, sizeof name->edition) ||
        !take_part(at, " ", name->id, sizeof name->id) || !training_kind_find(kind, &name->kind))
        return false;
    name->index = strtoul(index, &end, 10);
    return *end == '\0';
}

static void take_questions(kiosk_quiz_kept *kept, const char *text)
{
    while (*text != '\0' && kept->count < TRAINING_QUESTIONS_MAX &&
           read_name(&text, &kept->questions[kept->count]))
        kept->count++;
}

static void begin_question(kiosk_quiz_kept *kept, bool asked)
{
    kept->asked = asked;
    kept->touched = (training_points){0};
    kept->spent_ms = 0;
}

/* The next question of an examination follows at once. */
static void take_marked(kiosk_quiz_kept *kept, const kiosk_command *command)
{
    if ((size_t)command->numbers[0] != kept->marked || kept->marked >= kept->count)
        return;
    kiosk_quiz_marked *mark = &kept->marks[kept->marked++];
    mark->took_ms = command->numbers[1];
    mark->right = command->numbers[2] == 1;
    kiosk_text_copy(mark->said, sizeof mark->said, command->text);
    begin_question(kept, kept->exam[0] != '\0');
}

static void take_touched(kiosk_quiz_kept *kept, board_square square)
{
    if (square < 64)
        kept->touched.low ^= (uint64_t)1 << square;
    else
        kept->touched.high ^= (uint32_t)1 << (square - 64);
}

static void take_line(kiosk_state *state, const kiosk_command *command)
{
    kiosk_quiz_kept *kept = state->training.kept;

    switch (command->kind) {
    case KIOSK_COMMAND_QUIZ_OF:
        take_of(state, command);
        break;
    case KIOSK_COMMAND_QUIZ_QUESTIONS:
        take_questions(kept, command->text);
        break;
    case KIOSK_COMMAND_QUIZ_MARKED:
        take_marked(kept, command);
        break;
    case KIOSK_COMMAND_QUIZ_ASKED:
        if ((size_t)command->numbers[0] == kept->marked)
            begin_question(kept, true);
        break;
    case KIOSK_COMMAND_QUIZ_TOUCHED:
        take_touched(kept, (board_square)command->numbers[0]);
        break;
    case KIOSK_COMMAND_QUIZ_SPENT:
        kept->spent_ms = command->numbers[0];
        break;
    default:
        free(kept);
        state->training.kept = NULL;
        state->training.quiz.stage = KIOSK_QUIZ_SETUP;
    }
}

bool kiosk_apply_quiz_draft(kiosk_state *state, const kiosk_command *command)
{
    if (command->kind < KIOSK_COMMAND_QUIZ_NEW || command->kind > KIOSK_COMMAND_QUIZ_OVER)
        return false;
    if (!state->replaying)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (command->kind == KIOSK_COMMAND_QUIZ_NEW)
        take_new(state, command);
    else if (state->training.kept != NULL)
        take_line(state, command);
    return true;
}

void kiosk_training_start(kiosk_state *state)
{
    kiosk_training *training = &state->training;

    /* The power went while the lines were written: nothing was asked yet. */
    if (training->kept != NULL && training->kept->count < training->kept->wanted) {
        free(training->kept);
        training->kept = NULL;
        training->quiz.stage = KIOSK_QUIZ_SETUP;
    }
    if (training->kept != NULL || kiosk_screen_is_training(state->screen))
        training_prepare_page(state, state->screen);
}
