/*
 * kiosk/desk/export.c: the journal and its rulings written to a USB stick.
 *
 * It reads the journal through a connection of its own, so that what is signed meanwhile does not
 * wait for a slow stick.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kiosk/desk/desk_private.h"
#include "kiosk/desk/stick.h"
#include "kiosk/flow/text.h"
#include "paper/pdf.h"
#include "paper/pgn.h"
#include "store/problem.h"

enum { WHOLE = 1000, MS_PER_SECOND = 1000, SECONDS_PER_MINUTE = 60, NAME_BYTES = 96 };

/* What is being written. */
typedef struct export_run {
    kiosk_job *job;
    const kiosk_stick_job *asked;
    store_journal *journal;
    store_fold fold;
    stick_file *file;
    uint64_t total; /* entries of the journal, or rulings to be written */
    uint64_t done;
    bool rulings;             /* of them, not of the journal */
    size_t written, left_out; /* of the rulings */
    ledger_entry *entry;
    kiosk_job_end end; /* KIOSK_END_OPEN while all is well */
} export_run;

static bool goes_on(export_run *run)
{
    if (run->total > 0)
        atomic_store(&run->job->progress,
                     (int)(run->done < run->total ? run->done * WHOLE / run->total : WHOLE));
    if (atomic_load(&run->job->stop))
        run->end = KIOSK_END_STOPPED;
    return run->end == KIOSK_END_OPEN;
}

static bool put(export_run *run, const void *bytes, size_t length)
{
    if (stick_put(run->file, bytes, length))
        return goes_on(run);
    run->end = KIOSK_END_FAILED;
    return false;
}

/* The journal. */

static bool take_bytes(void *context, const char *bytes, size_t length)
{
    export_run *run = context;

    for (size_t i = 0; i < length; i++)
        run->done += bytes[i] == '\n';
    return put(run, bytes, length);
}

static void write_journal(export_run *run)
{
    const store_format format = run->asked->form == KIOSK_FORM_CSV ? STORE_CSV : STORE_JSON_LINES;

    if (store_last_number(run->journal, &run->total, &run->job->trouble) != BOARD_OK ||
        store_export(run->journal, format, NULL, take_bytes, run, &run->job->trouble) != BOARD_OK)
        run->end = run->end == KIOSK_END_OPEN ? KIOSK_END_FAILED : run->end;
}

/* Rulings. */

static board_error load_ruling(export_run *run, const char *id)
{
    store_entry stored;

    if (store_get_id(run->journal, id, &stored, &run->job->trouble) != BOARD_OK) {
        run->job->problem = (board_problem){.error = BOARD_OK}; /* of one left out before */
        run->end = KIOSK_END_FAILED;
        return run->job->trouble.error;
    }
    const board_error error = store_ledger_entry(&stored, run->entry);
    store_entry_free(&stored);
    return error == BOARD_OK && run->entry->type != LEDGER_RULING ? BOARD_ERROR_STORE_NO_ENTRY
                                                                  : error;
}

/* A ruling that cannot be written; of several it is left out, and this is told if no other can. */
static void leave_out(export_run *run, board_error error)
{
    if (run->job->problem.error != error)
        desk_fail(run->job, error, NULL);
    if (error == BOARD_ERROR_NO_MEMORY || run->asked->id[0] != '\0')
        run->end = KIOSK_END_FAILED;
    run->left_out++;
}

/* One ruling; judged: with its labels, which may take seconds. A ruling whose moves cannot be
 * played is left out of a file of several; one that cannot be read ends it. */
static void write_ruling(export_run *run, const char *id, bool judged)
{
    paper_sheet *sheet = NULL;
    char *bytes = NULL;
    size_t length = 0;
    board_error error = load_ruling(run, id);

    if (error == BOARD_OK)
        error = paper_sheet_make(run->fold.state, run->entry, judged, &sheet, &run->job->problem);
    if (error == BOARD_OK && run->asked->form == KIOSK_FORM_PDF)
        error = paper_pdf(sheet, run->asked->language, &bytes, &length);
    else if (error == BOARD_OK) {
        bytes = paper_pgn(sheet, run->asked->language);
        length = bytes != NULL ? strlen(bytes) : 0;
        error = bytes != NULL ? BOARD_OK : BOARD_ERROR_NO_MEMORY;
    }
    if (error == BOARD_OK)
        run->written += put(run, bytes, length);
    else if (run->end == KIOSK_END_OPEN)
        leave_out(run, error);
    free(bytes);
    paper_sheet_free(sheet);
    run->done++;
}

/* All rulings that the list shows, oldest first. */
static void write_rulings(export_run *run)
{
    const size_t count = ledger_fact_count(run->fold.state);

    run->total = count;
    for (size_t i = 0; i < count && goes_on(run); i++) {
        const ledger_fact *fact = ledger_fact_at(run->fold.state, i);

        run->done = i;
        if (fact->type == LEDGER_RULING &&
            desk_record_taken(run->fold.state, &run->asked->filter, fact))
            write_ruling(run, fact->id, false);
    }
    if (run->end == KIOSK_END_OPEN && run->written == 0 && run->left_out > 0)
        run->end = KIOSK_END_FAILED;
}

static void write_all(export_run *run)
{
    run->rulings = run->asked->form == KIOSK_FORM_PGN || run->asked->form == KIOSK_FORM_PDF;
    if (!run->rulings)
        write_journal(run);
    else if (store_fold_on(run->journal, &run->fold, &run->job->trouble) != BOARD_OK)
        run->end = KIOSK_END_FAILED;
    else if (run->asked->id[0] != '\0')
        write_ruling(run, run->asked->id, true);
    else
        write_rulings(run);
}

/* The file. */

/* "qili-20260501-0930", of a ruling "qili-r2-t3-57". */
static void name_file(const export_run *run, char name[NAME_BYTES])
{
    const kiosk_stick_job *asked = run->asked;
    const time_t local = (time_t)(asked->wall_ms / MS_PER_SECOND +
                                  (int64_t)asked->minutes_east * SECONDS_PER_MINUTE);
    struct tm day;
    char time[32] = "";

    if (asked->id[0] != '\0') {
        const ledger_ruling *ruling = &run->entry->payload.ruling;
        snprintf(name, NAME_BYTES, "qili-r%u-t%u-%.8s", (unsigned)ruling->game.round,
                 (unsigned)ruling->game.table, asked->id + LEDGER_ID_BYTES - 1 - 8);
        return;
    }
    if (gmtime_r(&local, &day) != NULL)
        strftime(time, sizeof time, "-%Y%m%d-%H%M", &day);
    snprintf(name, NAME_BYTES, "qili%s", time);
}

static kiosk_job_end finish(export_run *run, const char *folder)
{
    static const char *const endings[KIOSK_FORMS] = {".jsonl", ".csv", ".pgn", ".pdf"};
    char name[NAME_BYTES];

    run->job->stick->nothing = run->end == KIOSK_END_OPEN && run->rulings && run->written == 0;
    if (run->job->stick->nothing)
        run->end = KIOSK_END_DONE;
    if (run->end == KIOSK_END_OPEN) {
        name_file(run, name);
        if (stick_finish(run->file, folder, name, endings[run->asked->form], run->job->stick->path,
                         &run->job->stick->beside))
            return KIOSK_END_DONE;
        run->end = KIOSK_END_FAILED;
    }
    stick_drop(run->file);
    if (run->end == KIOSK_END_FAILED && run->file->failure != 0) {
        run->job->problem = (board_problem){.error = BOARD_OK};
        store_fail(&run->job->trouble, stick_error(run->file->failure),
                   strerror(run->file->failure));
    }
    return run->end;
}

static kiosk_job_end write_to(export_run *run, const char *folder)
{
    if (!stick_begin(run->file, folder))
        run->end = KIOSK_END_FAILED;
    else
        write_all(run);
    return finish(run, folder);
}

kiosk_job_end desk_export(kiosk_job *job)
{
    const store_options options = {.read_only = true, .must_exist = true};
    char sticks[STICKS_MAX][KIOSK_STICK_PATH_BYTES];
    export_run run = {.job = job, .asked = job->stick};
    kiosk_job_end end = KIOSK_END_FAILED;

    if (stick_find(job->stick->places.media, sticks) == 0)
        return desk_fail(job, BOARD_ERROR_STICK_NONE, NULL);
    run.file = malloc(sizeof *run.file);
    if (run.file != NULL)
        run.entry = calloc(1, sizeof *run.entry);
    if (run.file == NULL || run.entry == NULL)
        end = desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    else if (store_open(job->stick->places.journal, &options, &run.journal, &job->trouble) ==
             BOARD_OK)
        end = write_to(&run, sticks[0]);
    store_fold_free(&run.fold);
    store_close(run.journal);
    free(run.file);
    free(run.entry);
    return end;
}
