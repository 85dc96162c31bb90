/*
 * kiosk/desk/training_files.c: training's files: progress going out, cases coming in, a ruling made
 * into a case.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "judge/memo.h"
#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/text.h"
#include "store/files.h"
#include "store/problem.h"

enum { NAME_BYTES = 64, FOLDERS_MADE = 4 /* ~/.local/share/qili/exchange */ };

static const char ending[] = ".json";

/* Going out. */

/* A trainee's name as that of a file. */
static void file_name(const char *trainee, char name[NAME_BYTES])
{
    kiosk_text_copy(name, NAME_BYTES, trainee);
    for (char *at = name; *at != '\0'; at++) {
        if (strchr("/\\:*?\"<>|", *at) != NULL || (at == name && *at == '.'))
            *at = '_';
    }
}

static bool put_file(const kiosk_desk *desk, kiosk_job *job, const char *last, const char *text)
{
    char *path = job->training->path;
    char name[NAME_BYTES];

    file_name(job->training->trainee, name);
    const int length = snprintf(path, KIOSK_PATH_BYTES, "%s/qili-%s%s", desk->exchange, name, last);
    if (length < 0 || length >= KIOSK_PATH_BYTES) {
        store_fail(&job->trouble, BOARD_ERROR_STORE_FOLDER, desk->exchange);
        return false;
    }
    return store_make_folders(path, FOLDERS_MADE, &job->trouble) == BOARD_OK &&
           store_write_file(path, text, strlen(text), &job->trouble) == BOARD_OK;
}

kiosk_job_end desk_export_progress(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_training_job *asked = job->training;
    store_journal *journal = desk_training_journal(desk, job);
    training_progress progress = {0};
    char *csv = NULL;
    char *report = NULL;
    bool put = false;

    if (journal != NULL &&
        training_record_load(journal, asked->trainee, &progress, &job->trouble) == BOARD_OK &&
        training_record_csv(journal, asked->trainee, &csv, &job->trouble) == BOARD_OK) {
        report =
            training_progress_report(&progress, asked->trainee, desk_now_ms(desk), asked->language);
        if (report == NULL)
            store_fail(&job->trouble, BOARD_ERROR_NO_MEMORY, NULL);
        else
            put = put_file(desk, job, ".csv", csv) && put_file(desk, job, ".txt", report);
    }
    training_progress_free(&progress);
    free(csv);
    free(report);
    kiosk_text_copy(asked->path, sizeof asked->path, desk->exchange);
    return put ? KIOSK_END_DONE : KIOSK_END_FAILED;
}

/* Coming in. */

static int compare_names(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* What is no file of cases, or has a name that is too long, is not offered. */
static bool is_offered(const char *name)
{
    const size_t length = strlen(name);

    return name[0] != '.' && length >= sizeof ending && length < KIOSK_FILE_NAME_BYTES &&
           strcmp(name + length - (sizeof ending - 1), ending) == 0 &&
           kiosk_text_is_sound(name, length);
}

kiosk_job_end desk_list_imports(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_names *names = calloc(1, sizeof *names);
    const struct dirent *file = NULL;

    if (names == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    job->training->names = names;
    if (!kiosk_text_copy(names->folder, sizeof names->folder, desk->exchange) ||
        !kiosk_text_copy(names->own, sizeof names->own, desk->own))
        return desk_fail(job, BOARD_ERROR_STORE_FOLDER, desk->exchange);
    DIR *folder = opendir(desk->exchange);
    if (folder == NULL) /* nothing was put there yet */
        return errno == ENOENT ? KIOSK_END_DONE
                               : desk_fail(job, BOARD_ERROR_STORE_IO, strerror(errno));
    while ((file = readdir(folder)) != NULL && names->count < KIOSK_TRAINEES_MAX) {
        if (is_offered(file->d_name))
            kiosk_text_copy(names->names[names->count++], KIOSK_FILE_NAME_BYTES, file->d_name);
    }
    closedir(folder);
    qsort(names->names, names->count, sizeof *names->names, compare_names);
    return KIOSK_END_DONE;
}

/* The first fault that the judge finds, in words. */
static void note_fault(void *context, const training_fault *fault)
{
    kiosk_training_job *job = context;

    if (job->problem[BOARD_CHINESE][0] != '\0')
        return;
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        training_fault_text(fault, (board_language)language, job->problem[language],
                            sizeof job->problem[language]);
}

/* Together with those that are there already they must be a library: no id may stand for two cases,
 * and there is a most of them. */
static bool fits_in(const training_library *library, const char *own, training_problem *problem)
{
    training_library all = {0};
    training_library there = {0};
    struct stat status;
    board_error error = training_library_built_in(&all, problem);

    if (error == BOARD_OK && stat(own, &status) == 0)
        error = training_library_read_folder(&there, own, problem);
    if (error == BOARD_OK)
        error = training_library_add(&all, &there, problem);
    if (error == BOARD_OK)
        error = training_library_add(&all, library, problem);
    training_library_free(&all);
    training_library_free(&there);
    return error == BOARD_OK;
}

/* Is the judge of one mind with all of them? */
static kiosk_job_end judge_all(const training_library *library, judge_memo *memo, kiosk_job *job)
{
    training_check check = {.visit = note_fault, .context = job->training, .memo = memo};

    for (size_t i = 0; i < library->count && check.faults == 0; i++) {
        if (atomic_load(&job->stop))
            return KIOSK_END_STOPPED;
        const board_error error = training_check_case(&check, &library->cases[i]);
        if (error != BOARD_OK)
            return desk_fail(job, error, NULL);
    }
    return check.faults == 0 ? KIOSK_END_DONE : KIOSK_END_REFUSED;
}

kiosk_job_end desk_import_cases(kiosk_job *job, judge_memo *memo)
{
    kiosk_training_job *asked = job->training;
    training_library library = {0};
    training_problem problem;
    char path[KIOSK_PATH_BYTES + KIOSK_FILE_NAME_BYTES + 1];
    kiosk_job_end end = KIOSK_END_DONE;

    if (strchr(asked->name, '/') != NULL || asked->name[0] == '.')
        return desk_fail(job, BOARD_ERROR_STORE_NO_ENTRY, NULL);
    snprintf(path, sizeof path, "%s/%s", asked->path, asked->name);
    if (training_library_read_file(&library, path, &problem) != BOARD_OK ||
        !fits_in(&library, asked->own, &problem))
        end = desk_refuse_cases(job, &problem);
    if (end == KIOSK_END_DONE)
        end = judge_all(&library, memo, job);
    if (end == KIOSK_END_DONE &&
        training_library_write_folder(&library, asked->own, false, &asked->number, &problem) !=
            BOARD_OK)
        end = desk_refuse_cases(job, &problem);
    training_library_free(&library);
    return end;
}

/* A ruling becomes a case. */

static board_error make_case(kiosk_desk *desk, kiosk_training_job *asked,
                             const ledger_ruling *ruling, training_problem *problem)
{
    training_case one;

    *problem = (training_problem){0};
    board_error error = training_case_from_ruling(ruling, NULL, &one, &problem->problem);
    if (error != BOARD_OK)
        return error;
    const training_library library = {.count = 1, .cases = &one};
    error = training_library_write_folder(&library, desk->own, false, &asked->number, problem);
    kiosk_text_copy(asked->name, sizeof asked->name, one.id);
    training_case_free(&one);
    return error;
}

kiosk_job_end desk_make_case(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_training_job *asked = job->training;
    training_problem problem;
    store_entry stored;
    kiosk_job_end end = KIOSK_END_FAILED;

    ledger_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    if (store_get_id(desk->journal, asked->name, &stored, &job->trouble) == BOARD_OK) {
        const board_error error = store_ledger_entry(&stored, entry);
        store_entry_free(&stored);
        if (error != BOARD_OK || entry->type != LEDGER_RULING)
            end = desk_fail(job, BOARD_ERROR_STORE_NO_ENTRY, NULL);
        else
            end = make_case(desk, asked, &entry->payload.ruling, &problem) == BOARD_OK
                      ? KIOSK_END_DONE
                      : desk_refuse_cases(job, &problem);
    }
    free(entry);
    return end;
}
