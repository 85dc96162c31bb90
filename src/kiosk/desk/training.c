/*
 * kiosk/desk/training.c: jobs of training: the library, quizzes, and the journal of what was
 * answered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "judge/memo.h"
#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/text.h"
#include "store/problem.h"

kiosk_job_end desk_refuse_cases(kiosk_job *job, const training_problem *problem)
{
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        training_problem_text(problem, (board_language)language, job->training->problem[language],
                              sizeof job->training->problem[language]);
    return KIOSK_END_REFUSED;
}

store_journal *desk_training_journal(kiosk_desk *desk, kiosk_job *job)
{
    const store_options options = {.clock = desk->clock, .clock_context = desk->clock_context};

    if (desk->training == NULL)
        store_open(desk->training_path, &options, &desk->training, &job->trouble);
    return desk->training;
}

/* The library. */

/* The user's own cases beside those built in. What is wrong with them is told, and does not take
 * the others away. */
static kiosk_job_end read_library(const kiosk_desk *desk, kiosk_job *job)
{
    kiosk_library *library = kiosk_library_new();
    training_library own = {0};
    training_problem problem;
    struct stat status;

    if (library == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    board_error error = training_library_built_in(&library->cases, &problem);
    if (error != BOARD_OK) {
        kiosk_library_drop(&library);
        return desk_fail(job, error, NULL);
    }
    if (stat(desk->own, &status) == 0)
        error = training_library_read_folder(&own, desk->own, &problem);
    if (error == BOARD_OK)
        error = training_library_add(&library->cases, &own, &problem);
    if (error != BOARD_OK)
        desk_refuse_cases(job, &problem);
    training_library_free(&own);
    job->training->library = library;
    return KIOSK_END_DONE;
}

/* Trainees and their progress. */

static kiosk_job_end list_trainees(kiosk_desk *desk, kiosk_job *job)
{
    char found[KIOSK_TRAINEES_MAX][TRAINING_TRAINEE_MAX + 1];
    size_t count = 0;
    store_journal *journal = desk_training_journal(desk, job);

    if (journal == NULL || training_record_trainees(journal, found, KIOSK_TRAINEES_MAX, &count,
                                                    &job->trouble) != BOARD_OK)
        return KIOSK_END_FAILED;
    kiosk_names *names = calloc(1, sizeof *names);
    if (names == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    names->count = count;
    for (size_t i = 0; i < count; i++)
        kiosk_text_copy(names->names[i], sizeof names->names[i], found[i]);
    job->training->names = names;
    return KIOSK_END_DONE;
}

/* The trainee's progress, the caller's; NULL: *job says why. */
static training_progress *load_progress(kiosk_desk *desk, kiosk_job *job)
{
    training_progress *progress = calloc(1, sizeof *progress);
    store_journal *journal = desk_training_journal(desk, job);

    if (progress == NULL)
        desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    else if (journal != NULL && training_record_load(journal, job->training->trainee, progress,
                                                     &job->trouble) == BOARD_OK)
        return progress;
    if (progress != NULL)
        training_progress_free(progress);
    free(progress);
    return NULL;
}

static kiosk_job_end read_progress(kiosk_desk *desk, kiosk_job *job)
{
    job->training->progress = load_progress(desk, job);
    job->training->now_ms = desk_now_ms(desk);
    return job->training->progress != NULL ? KIOSK_END_DONE : KIOSK_END_FAILED;
}

/* Quizzes. */

static kiosk_job_end choose(kiosk_job *job)
{
    kiosk_training_job *asked = job->training;
    judge_memo *memo = judge_memo_new(judge_memo_standard());
    board_error error = BOARD_ERROR_NO_MEMORY;

    asked->quiz = calloc(1, sizeof *asked->quiz);
    if (asked->quiz != NULL && memo != NULL)
        error = training_quiz_begin(&asked->library->cases, &asked->options, memo, asked->quiz);
    judge_memo_free(memo);
    return error == BOARD_OK ? KIOSK_END_DONE : desk_fail(job, error, NULL);
}

/* What is due to the trainee comes first. */
static kiosk_job_end choose_practice(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_training_job *asked = job->training;
    training_progress *progress = NULL;

    asked->options.seed = asked->seed;
    asked->options.now_ms = desk_now_ms(desk);
    asked->options.theme = asked->theme[0] != '\0' ? asked->theme : NULL;
    asked->options.article = asked->article[0] != '\0' ? asked->article : NULL;
    if (asked->trainee[0] != '\0') {
        progress = load_progress(desk, job);
        if (progress == NULL)
            return KIOSK_END_FAILED;
    }
    asked->options.progress = progress;
    const kiosk_job_end end = choose(job);
    asked->options.progress = NULL;
    if (progress != NULL)
        training_progress_free(progress);
    free(progress);
    return end;
}

/* Title and pass mark go to the screen. */
static board_error open_exam(kiosk_training_job *asked, training_exam *exam)
{
    const board_error error = training_exam_built_in(asked->exam, 0, exam);

    for (int language = 0; error == BOARD_OK && language < BOARD_LANGUAGES; language++)
        kiosk_text_copy(asked->exam_title[language], sizeof asked->exam_title[language],
                        exam->title[language]);
    asked->pass = error == BOARD_OK ? exam->pass : 0;
    return error;
}

static kiosk_job_end choose_exam(kiosk_job *job)
{
    kiosk_training_job *asked = job->training;
    training_exam exam;

    const board_error error = open_exam(asked, &exam);
    if (error != BOARD_OK)
        return desk_fail(job, error, NULL);
    asked->options = training_exam_options(&exam, asked->seed);
    const kiosk_job_end end = choose(job);
    asked->options = (training_quiz_options){0}; /* it points into the exam */
    training_exam_free(&exam);
    return end;
}

static kiosk_job_end write_answers(kiosk_desk *desk, kiosk_job *job)
{
    const kiosk_training_job *done = job->training;
    store_journal *journal = desk_training_journal(desk, job);

    for (size_t i = done->from; journal != NULL && i < done->to && i < done->quiz->count; i++) {
        if (training_record_answer(journal, done->trainee, &done->quiz->questions[i],
                                   &done->quiz->marks[i], done->exam, &job->trouble) != BOARD_OK)
            return KIOSK_END_FAILED;
    }
    return journal != NULL ? KIOSK_END_DONE : KIOSK_END_FAILED;
}

/* Made again after a crash. */

static kiosk_job_end refuse_kept(kiosk_job *job, const char *what)
{
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        kiosk_text_copy(job->training->problem[language], sizeof job->training->problem[language],
                        what);
    return KIOSK_END_REFUSED;
}

static void answer_again(const kiosk_quiz_kept *kept, training_quiz *quiz)
{
    for (size_t i = 0; i < kept->marked && training_quiz_current(quiz) != NULL; i++) {
        const kiosk_quiz_marked *mark = &kept->marks[i];
        training_answer said = {.given = false};

        if (mark->said[0] != '\0' &&
            !training_answer_read(training_quiz_current(quiz), mark->said, &said))
            return; /* asked once more */
        training_quiz_mark(quiz, &said, mark->took_ms, mark->right);
    }
}

/* An answer is in the draft before it is in the journal: those that are not there yet. */
static kiosk_job_end write_missing(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_training_job *asked = job->training;
    const size_t before = asked->kept->before.answers;
    const size_t now = asked->recorded.answers;

    if (asked->trainee[0] == '\0')
        return KIOSK_END_DONE;
    asked->from = now > before ? now - before : 0;
    asked->to = asked->quiz->at;
    return write_answers(desk, job);
}

/* A result that was signed before is not signed again. */
static board_error find_signed(kiosk_training_job *asked, const training_exam *exam)
{
    if (asked->recorded.exams <= asked->kept->before.exams)
        return BOARD_OK;
    memcpy(asked->entry, asked->recorded.exam, sizeof asked->entry);
    return training_exam_digest(exam, &asked->library->cases, asked->digest);
}

static kiosk_job_end make_again(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_training_job *asked = job->training;
    const kiosk_quiz_kept *kept = asked->kept;
    training_exam exam = {0};
    size_t at = 0;

    if (asked->exam[0] != '\0' && open_exam(asked, &exam) != BOARD_OK)
        return refuse_kept(job, asked->exam);
    asked->quiz = calloc(1, sizeof *asked->quiz);
    board_error error = asked->quiz != NULL
                            ? training_quiz_of(&asked->library->cases, kept->questions, kept->count,
                                               NULL, asked->quiz, &at)
                            : BOARD_ERROR_NO_MEMORY;
    if (error == BOARD_OK) {
        asked->quiz->question_ms = exam.id != NULL ? exam.question_ms : kept->limit_ms;
        asked->quiz->total_ms = exam.total_ms;
        answer_again(kept, asked->quiz);
        if (exam.id != NULL)
            error = find_signed(asked, &exam);
    }
    training_exam_free(&exam);
    if (error == BOARD_ERROR_CASE_MISSING)
        return refuse_kept(job, kept->questions[at].id);
    return error == BOARD_OK ? write_missing(desk, job) : desk_fail(job, error, NULL);
}

static kiosk_job_end choose_quiz(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_training_job *asked = job->training;

    if (asked->trainee[0] != '\0') {
        store_journal *journal = desk_training_journal(desk, job);

        if (journal == NULL || training_record_count(journal, asked->trainee, &asked->recorded,
                                                     &job->trouble) != BOARD_OK)
            return KIOSK_END_FAILED;
    }
    if (asked->kept != NULL)
        return make_again(desk, job);
    return asked->exam[0] != '\0' ? choose_exam(job) : choose_practice(desk, job);
}

static kiosk_job_end write_exam(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_training_job *done = job->training;
    store_journal *journal = desk_training_journal(desk, job);
    training_exam exam;
    store_entry entry;

    if (journal == NULL)
        return KIOSK_END_FAILED;
    board_error error = training_exam_built_in(done->exam, 0, &exam);
    if (error != BOARD_OK)
        return desk_fail(job, error, NULL);
    error = training_exam_digest(&exam, &done->library->cases, done->digest);
    if (error != BOARD_OK)
        desk_fail(job, error, NULL);
    else if (training_record_exam(journal, done->trainee, &exam, done->quiz, done->seed,
                                  done->digest, &entry, &job->trouble) != BOARD_OK)
        error = BOARD_ERROR_STORE_IO;
    else
        kiosk_text_copy(done->entry, sizeof done->entry, entry.id);
    training_exam_free(&exam);
    return error == BOARD_OK ? KIOSK_END_DONE : KIOSK_END_FAILED;
}

/* Explaining. */

kiosk_job_end desk_explain(kiosk_job *job, judge_memo *memo)
{
    kiosk_training_job *asked = job->training;
    const training_question *question = &asked->question;

    asked->explanation = calloc(1, sizeof *asked->explanation);
    if (asked->explanation == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    training_mate_line(question->one, memo, &asked->explanation->line);
    asked->right = training_answer_is_right(question, &asked->said, memo);
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        char *text = asked->explanation->text[language];
        const board_error error = training_evidence_text(question, memo, (board_language)language,
                                                         text, TRAINING_EVIDENCE_BYTES);
        if (error != BOARD_OK)
            return desk_fail(job, error, NULL);
    }
    return KIOSK_END_DONE;
}

kiosk_job_end desk_perform_training(kiosk_desk *desk, kiosk_job *job)
{
    switch (job->kind) {
    case KIOSK_JOB_LIBRARY:
        return read_library(desk, job);
    case KIOSK_JOB_TRAINEES:
        return list_trainees(desk, job);
    case KIOSK_JOB_PROGRESS:
        return read_progress(desk, job);
    case KIOSK_JOB_QUIZ:
        return choose_quiz(desk, job);
    case KIOSK_JOB_ANSWERS:
        return write_answers(desk, job);
    case KIOSK_JOB_EXAM:
        return write_exam(desk, job);
    case KIOSK_JOB_EXPORT:
        return desk_export_progress(desk, job);
    case KIOSK_JOB_IMPORTS:
        return desk_list_imports(desk, job);
    case KIOSK_JOB_CASE_MAKE:
        return desk_make_case(desk, job);
    default:
        return desk_fail(job, BOARD_ERROR_LEDGER_TYPE_UNKNOWN, NULL);
    }
}
