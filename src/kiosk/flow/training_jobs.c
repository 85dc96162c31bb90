/*
 * kiosk/flow/training_jobs.c: the jobs of training made, and their answers taken in.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kiosk/flow/text.h"
#include "kiosk/flow/training_private.h"

enum { SEED_STANDARD = 1 };

/* Making. */

/* The date as a number, 20260501: who sits an examination on the same day is asked the same. */
static uint64_t seed_of_day(const kiosk_state *state)
{
    const time_t local = (time_t)(state->device.wall_ms / 1000 + state->device.minutes_east * 60);
    struct tm day;

    if (local <= 0 || gmtime_r(&local, &day) == NULL)
        return SEED_STANDARD;
    return (uint64_t)(day.tm_year + 1900) * 10000 + (uint64_t)(day.tm_mon + 1) * 100 +
           (uint64_t)day.tm_mday;
}

/* The quiz of the draft. */
static bool fill_kept(const kiosk_quiz_kept *kept, kiosk_training_job *job)
{
    job->kept = malloc(sizeof *job->kept);
    if (job->kept == NULL)
        return false;
    *job->kept = *kept;
    job->seed = kept->seed;
    memcpy(job->exam, kept->exam, sizeof job->exam);
    memcpy(job->trainee, kept->trainee, sizeof job->trainee);
    return true;
}

static bool fill_quiz(const kiosk_state *state, kiosk_training_job *job)
{
    const kiosk_training *training = &state->training;
    const kiosk_quizzing *quiz = &training->quiz;

    if (job->library == NULL)
        return false;
    if (training->kept != NULL)
        return fill_kept(training->kept, job);

    job->options = kiosk_filter_options(&training->filter, job->theme, job->article);
    job->options.kinds = quiz->kinds;
    job->options.count = quiz->count;
    job->options.question_ms = quiz->limit_ms;
    kiosk_text_copy(job->exam, sizeof job->exam, quiz->exam);
    /* Practice is another one every time, unless a seed was set. */
    job->seed = quiz->seed != 0         ? quiz->seed
                : quiz->exam[0] == '\0' ? (uint64_t)state->now_ms
                                        : seed_of_day(state);
    return true;
}

static bool copy_quiz(const kiosk_quizzing *quiz, const kiosk_wanted *wanted,
                      kiosk_training_job *job)
{
    if (quiz->quiz == NULL)
        return false;
    job->quiz = malloc(sizeof *job->quiz);
    if (job->quiz == NULL)
        return false;
    *job->quiz = *quiz->quiz;
    job->from = (size_t)wanted->command.numbers[0];
    job->to = (size_t)wanted->command.numbers[1];
    job->seed = quiz->exam_seed;
    kiosk_text_copy(job->exam, sizeof job->exam, quiz->exam);
    kiosk_library_drop(&job->library);
    job->library = kiosk_library_hold(quiz->library);
    return true;
}

/* The question of the quiz, or what stands for it where a case is studied. */
static bool fill_explanation(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    const kiosk_training *training = &state->training;
    const kiosk_quizzing *quiz = &training->quiz;

    if (wanted->generation != training->explanation_wanted)
        return false;
    job->generation = wanted->generation;
    if (state->screen == KIOSK_SCREEN_QUIZ && quiz->quiz != NULL) {
        if (quiz->shown >= quiz->quiz->count)
            return false;
        job->training->question = quiz->quiz->questions[quiz->shown];
        job->training->said = quiz->said;
        kiosk_library_drop(&job->training->library);
        job->training->library = kiosk_library_hold(quiz->library);
        return true;
    }
    if (state->screen != KIOSK_SCREEN_STUDY || training->study.one == NULL)
        return false;
    job->training->question =
        (training_question){.kind = TRAINING_ASK_MATE,
                            .one = training->study.one,
                            .edition = training_case_edition(training->study.one)};
    return true;
}

bool kiosk_training_fill(const kiosk_state *state, const kiosk_wanted *wanted, kiosk_job *job)
{
    const kiosk_training *training = &state->training;
    kiosk_training_job *made = job->training;

    made->library = kiosk_library_hold(training->library);
    kiosk_text_copy(made->trainee, sizeof made->trainee, training->trainee);
    switch (wanted->kind) {
    case KIOSK_JOB_LIBRARY:
        kiosk_library_drop(&made->library); /* it is read anew */
        return true;
    case KIOSK_JOB_QUIZ:
        return fill_quiz(state, made);
    case KIOSK_JOB_EXPLAIN:
        return fill_explanation(state, wanted, job);
    case KIOSK_JOB_ANSWERS:
    case KIOSK_JOB_EXAM:
        return copy_quiz(&training->quiz, wanted, made);
    case KIOSK_JOB_EXPORT:
        made->language = state->settings.language;
        return true;
    case KIOSK_JOB_IMPORT:
        if (training->imports == NULL)
            return false;
        memcpy(made->path, training->imports->folder, sizeof made->path);
        memcpy(made->own, training->imports->own, sizeof made->own);
        return kiosk_text_copy(made->name, sizeof made->name, wanted->command.text);
    case KIOSK_JOB_CASE_MAKE:
        return kiosk_text_copy(made->name, sizeof made->name, wanted->command.text);
    default:
        return true;
    }
}

/* Taking in. */

/* The cases are others now, or the same in other places. */
static void receive_library(kiosk_state *state, kiosk_job *job)
{
    kiosk_training *training = &state->training;
    char id[TRAINING_ID_MAX + 1] = "";

    training->library_busy = false;
    if (training->kept != NULL)
        training->quiz.stage =
            job->training->library != NULL ? KIOSK_QUIZ_CHOOSING : KIOSK_QUIZ_SETUP;
    if (job->training->library == NULL) {
        kiosk_tell_trouble(state, job);
        return;
    }
    const bool studied = training->study.one != NULL;
    if (studied)
        kiosk_text_copy(id, sizeof id, training->study.one->id);
    const bool heard_old = state->screen != KIOSK_SCREEN_QUIZ;
    if (heard_old)
        training_put_away(state);
    kiosk_library_drop(&training->library);
    training->library = job->training->library;
    job->training->library = NULL;
    if (job->training->problem[BOARD_CHINESE][0] != '\0') {
        kiosk_value value = {0};
        for (int language = 0; language < BOARD_LANGUAGES; language++)
            kiosk_text_copy(value.text[language], sizeof value.text[language],
                            job->training->problem[language]);
        kiosk_tell(state, KIOSK_SAY_TROUBLE, &value, true);
    }
    training_filter(state);
    if (training->kept != NULL)
        kiosk_want(state, KIOSK_JOB_QUIZ);
    if (!studied)
        return;
    training->study.one = training_library_find(&training->library->cases, id);
    if (training->study.one != NULL && state->screen == KIOSK_SCREEN_STUDY)
        training_open_case(state, training->study.one);
}

static void take_names(kiosk_names **to, kiosk_job *job)
{
    if (job->training->names == NULL)
        return;
    free(*to);
    *to = job->training->names;
    job->training->names = NULL;
}

static void receive_progress(kiosk_state *state, kiosk_job *job)
{
    kiosk_training *training = &state->training;
    kiosk_training_job *done = job->training;

    if (done->progress == NULL) {
        kiosk_tell_trouble(state, job);
        return;
    }
    if (strcmp(done->trainee, training->trainee) != 0)
        return;
    if (training->progress != NULL)
        training_progress_free(training->progress);
    free(training->progress);
    training->progress = done->progress;
    training->progress_ms = done->now_ms;
    done->progress = NULL;
}

static void receive_explanation(kiosk_state *state, kiosk_job *job)
{
    kiosk_training *training = &state->training;

    if (job->generation != training->explanation_wanted || job->end != KIOSK_END_DONE)
        return;
    free(training->explanation);
    training->explanation = job->training->explanation;
    job->training->explanation = NULL;
    training_take_trial(state, job->training->right);
}

static void receive_exam(kiosk_state *state, kiosk_job *job)
{
    kiosk_quizzing *quiz = &state->training.quiz;

    if (job->end != KIOSK_END_DONE) {
        kiosk_tell_trouble(state, job);
        return;
    }
    memcpy(quiz->entry, job->training->entry, sizeof quiz->entry);
    memcpy(quiz->digest, job->training->digest, sizeof quiz->digest);
    kiosk_keep_quiz_over(state);
    kiosk_tell(state, KIOSK_SAY_EXAM_SIGNED, NULL, false);
}

/* A case came in or was made: the library is read anew where it was read before. */
static void read_again(kiosk_state *state)
{
    kiosk_training *training = &state->training;

    if (training->library == NULL || training->library_busy)
        return;
    training->library_busy = true;
    kiosk_want(state, KIOSK_JOB_LIBRARY);
}

/* What is said of a job that either did what was asked or tells why not. */
static void tell_end(kiosk_state *state, kiosk_job *job, kiosk_say done, const char *value,
                     kiosk_say refused)
{
    kiosk_value text = kiosk_value_of_text(value);

    if (job->end == KIOSK_END_REFUSED) {
        for (int language = 0; language < BOARD_LANGUAGES; language++)
            kiosk_text_copy(text.text[language], sizeof text.text[language],
                            job->training->problem[language]);
        kiosk_tell(state, refused, &text, true);
        state->say_stays = true;
    } else if (job->end != KIOSK_END_DONE) {
        kiosk_tell_trouble(state, job);
    } else {
        kiosk_tell(state, done, &text, false);
    }
}

void kiosk_receive_training(kiosk_state *state, kiosk_job *job)
{
    kiosk_training *training = &state->training;

    switch (job->kind) {
    case KIOSK_JOB_LIBRARY:
        receive_library(state, job);
        break;
    case KIOSK_JOB_TRAINEES:
        take_names(&training->trainees, job);
        break;
    case KIOSK_JOB_IMPORTS:
        take_names(&training->imports, job);
        break;
    case KIOSK_JOB_PROGRESS:
        receive_progress(state, job);
        break;
    case KIOSK_JOB_QUIZ:
        training_take_quiz(state, job);
        break;
    case KIOSK_JOB_EXPLAIN:
        receive_explanation(state, job);
        break;
    case KIOSK_JOB_EXAM:
        receive_exam(state, job);
        break;
    case KIOSK_JOB_EXPORT:
        tell_end(state, job, KIOSK_SAY_EXPORTED, job->training->path, KIOSK_SAY_TROUBLE);
        break;
    case KIOSK_JOB_IMPORT:
        tell_end(state, job, KIOSK_SAY_IMPORTED,
                 kiosk_value_of_number((int64_t)job->training->number).text[BOARD_CHINESE],
                 KIOSK_SAY_IMPORT_REFUSED);
        if (job->end == KIOSK_END_DONE)
            read_again(state);
        break;
    case KIOSK_JOB_CASE_MAKE:
        tell_end(state, job, KIOSK_SAY_CASE_MADE, job->training->name, KIOSK_SAY_CASE_REFUSED);
        if (job->end == KIOSK_END_DONE)
            read_again(state);
        break;
    default:
        if (job->end == KIOSK_END_FAILED)
            kiosk_tell_trouble(state, job);
    }
}
