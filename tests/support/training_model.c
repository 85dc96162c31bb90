/*
 * tests/support/training_model.c: the jobs of training done from memory.
 */
#include "support/training_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/desk/desk.h"
#include "kiosk/flow/text.h"

/* The cases built in, read once for all the tests of a program. */
static kiosk_library *shared;

static void let_go(void)
{
    kiosk_library_drop(&shared);
}

static kiosk_job_end read_library(kiosk_job *job)
{
    if (shared == NULL) {
        shared = kiosk_library_new();
        assert_non_null(shared);
        assert_int_equal(training_library_built_in(&shared->cases, NULL), BOARD_OK);
        atexit(let_go);
    }
    job->training->library = kiosk_library_hold(shared);
    return KIOSK_END_DONE;
}

static kiosk_job_end list(kiosk_job *job, const char *const *names)
{
    kiosk_names *found = calloc(1, sizeof *found);

    assert_non_null(found);
    kiosk_text_copy(found->folder, sizeof found->folder, "/media/stick");
    for (; *names != NULL; names++)
        kiosk_text_copy(found->names[found->count++], KIOSK_FILE_NAME_BYTES, *names);
    job->training->names = found;
    return KIOSK_END_DONE;
}

/* Of a trainee who takes attacks for idle moves. */
static kiosk_job_end read_progress(kiosk_job *job)
{
    static const struct {
        const char *id, *said, *is, *articles;
        training_question_kind kind;
        training_theme theme;
    } answers[] = {
        {"book-008", "chase", "chase", "28.3,29.1", TRAINING_ASK_LABEL, TRAINING_THEME_FALSE_ROOT},
        {"book-014", "idle", "chase", "28.3,29.1", TRAINING_ASK_LABEL, TRAINING_THEME_FALSE_ROOT},
        {"book-034", "idle", "kill", "28.2", TRAINING_ASK_LABEL, TRAINING_THEME_PERPETUAL_KILL},
        {"book-058", "check", "check", "28.1", TRAINING_ASK_LABEL, TRAINING_THEME_PERPETUAL_CHECK},
        {"small-207", "chase", "idle", "28.5,28.9", TRAINING_ASK_LABEL,
         TRAINING_THEME_EXCHANGE_OFFER},
        {"small-212", "block", "exchange offer", "28.5", TRAINING_ASK_IDLE,
         TRAINING_THEME_EXCHANGE_OFFER},
        {"small-216", "", "draw", "24.3", TRAINING_ASK_RULING, TRAINING_THEME_REPETITION},
        {"small-303", "perpetual-chase", "perpetual-chase", "25.2,28.12", TRAINING_ASK_CONDUCT,
         TRAINING_THEME_PERPETUAL_CHASE},
    };
    training_progress *progress = calloc(1, sizeof *progress);

    assert_non_null(progress);
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        const training_answered answer = {.id = answers[i].id,
                                          .edition = "cxa-2007",
                                          .kind = answers[i].kind,
                                          .said = answers[i].said,
                                          .is = answers[i].is,
                                          .right = strcmp(answers[i].said, answers[i].is) == 0,
                                          .articles = answers[i].articles,
                                          .themes = (uint64_t)1 << answers[i].theme,
                                          .time_ms = TRAINING_MODEL_MS - 600000};
        assert_int_equal(training_progress_note(progress, &answer), BOARD_OK);
    }
    job->training->progress = progress;
    job->training->now_ms = TRAINING_MODEL_MS;
    return KIOSK_END_DONE;
}

static kiosk_job_end choose(kiosk_job *job)
{
    kiosk_training_job *asked = job->training;
    training_quiz_options options = asked->options;
    training_exam exam = {0};

    asked->quiz = calloc(1, sizeof *asked->quiz);
    assert_non_null(asked->quiz);
    if (asked->kept != NULL) { /* its answers are of the desk's tests */
        size_t at = 0;

        assert_int_equal(training_quiz_of(&asked->library->cases, asked->kept->questions,
                                          asked->kept->count, NULL, asked->quiz, &at),
                         BOARD_OK);
        return KIOSK_END_DONE;
    }
    options.theme = asked->theme[0] != '\0' ? asked->theme : NULL;
    options.article = asked->article[0] != '\0' ? asked->article : NULL;
    options.seed = TRAINING_MODEL_SEED;
    if (asked->exam[0] != '\0') {
        assert_int_equal(training_exam_built_in(asked->exam, 0, &exam), BOARD_OK);
        options = training_exam_options(&exam, asked->seed);
        for (int language = 0; language < BOARD_LANGUAGES; language++)
            kiosk_text_copy(asked->exam_title[language], sizeof asked->exam_title[language],
                            exam.title[language]);
        asked->pass = exam.pass;
    }
    assert_int_equal(training_quiz_begin(&asked->library->cases, &options, NULL, asked->quiz),
                     BOARD_OK);
    training_exam_free(&exam);
    return KIOSK_END_DONE;
}

void training_model_perform(kiosk_job *job)
{
    static const char *const trainees[] = {"王明", "Li_Wen", NULL};
    static const char *const files[] = {"beijing-2025.json", "ours.json", NULL};

    switch (job->kind) {
    case KIOSK_JOB_LIBRARY:
        job->end = read_library(job);
        break;
    case KIOSK_JOB_TRAINEES:
        job->end = list(job, trainees);
        break;
    case KIOSK_JOB_IMPORTS:
        job->end = list(job, files);
        break;
    case KIOSK_JOB_PROGRESS:
        job->end = read_progress(job);
        break;
    case KIOSK_JOB_QUIZ:
        job->end = choose(job);
        break;
    case KIOSK_JOB_EXPLAIN:
        kiosk_desk_judge(job, NULL);
        break;
    case KIOSK_JOB_EXAM:
        kiosk_text_copy(job->training->entry, sizeof job->training->entry,
                        "00000000-0000-4000-8000-000000000002");
        job->end = KIOSK_END_DONE;
        break;
    case KIOSK_JOB_EXPORT:
        kiosk_text_copy(job->training->path, sizeof job->training->path, "/media/stick");
        job->end = KIOSK_END_DONE;
        break;
    default:
        job->end = KIOSK_END_DONE;
    }
}
