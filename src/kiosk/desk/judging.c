/*
 * kiosk/desk/judging.c: jobs of the judge lane.
 */
#include <string.h>

#include "judge/memo.h"
#include "judge/words.h"
#include "kiosk/desk/desk.h"
#include "kiosk/desk/desk_private.h"

enum { PROGRESS_WHOLE = 1000 };

static bool go_on(void *context, size_t labelled, size_t moves)
{
    kiosk_job *job = context;

    if (moves > 0)
        atomic_store(&job->progress, (int)(labelled * PROGRESS_WHOLE / moves));
    return !atomic_load(&job->stop);
}

static kiosk_job_end judge(kiosk_job *job, judge_memo *memo)
{
    const judge_watch watch = {go_on, job};
    const judge_limits limits = judge_limits_standard();
    const judge_dispute dispute = {.start = job->start,
                                   .moves = job->played,
                                   .count = job->played_count,
                                   .after_order = job->after_order};
    judge_edition edition;

    if (judge_edition_load(job->edition, &edition) != BOARD_OK)
        return desk_fail(job, BOARD_ERROR_EDITION_UNKNOWN, NULL);
    const board_error error = judge_dispute_rule_watched(&dispute, &edition, &limits, memo, &watch,
                                                         &job->result, &job->problem);
    if (error == BOARD_ERROR_JUDGE_STOPPED)
        return KIOSK_END_STOPPED;
    return error == BOARD_OK ? KIOSK_END_DONE : KIOSK_END_FAILED;
}

static kiosk_job_end find_roots(kiosk_job *job, judge_memo *memo)
{
    judge_edition edition;
    judge_reason reasons[JUDGE_REASONS_MAX];
    const size_t count = judge_finding_reasons(&job->start, job->finding, reasons);

    if (job->reason >= count || reasons[job->reason].threat == NULL ||
        judge_edition_load(job->edition, &edition) != BOARD_OK)
        return desk_fail(job, BOARD_ERROR_EDITION_UNKNOWN, NULL);
    const judge_setting setting = {.clauses = edition.clauses,
                                   .limits = judge_limits_standard(),
                                   .memo = memo,
                                   .count_pawns = job->finding->pawns_counted};
    job->root_count = judge_find_roots(&job->start, job->finding, reasons[job->reason].threat,
                                       &setting, job->roots);
    return KIOSK_END_DONE;
}

void kiosk_desk_judge(kiosk_job *job, judge_memo *memo)
{
    if (job->kind == KIOSK_JOB_VERIFY) {
        job->end = desk_verify(job);
        return;
    }
    judge_memo *own = memo == NULL ? judge_memo_new(judge_memo_standard()) : NULL;

    if (memo == NULL && own == NULL)
        job->end = desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    else if (job->kind == KIOSK_JOB_EXPLAIN)
        job->end = desk_explain(job, own != NULL ? own : memo);
    else if (job->kind == KIOSK_JOB_IMPORT)
        job->end = desk_import_cases(job, own != NULL ? own : memo);
    else if (job->kind == KIOSK_JOB_STICK_EXPORT)
        job->end = desk_export(job);
    else if (job->kind == KIOSK_JOB_STICK_FILES)
        job->end = desk_list_stick(job);
    else if (job->kind == KIOSK_JOB_STICK_TABLE)
        job->end = desk_read_table(job);
    else if (job->kind == KIOSK_JOB_STICK_GAME)
        job->end = desk_read_games(job);
    else if (job->kind == KIOSK_JOB_ROOTS)
        job->end = find_roots(job, own != NULL ? own : memo);
    else
        job->end = judge(job, own != NULL ? own : memo);
    judge_memo_free(own);
}
