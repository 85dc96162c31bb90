/*
 * kiosk/flow/job.c: jobs made, freed and stopped, and the lane of each.
 */
#include "kiosk/flow/job.h"

#include <sodium.h>
#include <stdlib.h>

#include "kiosk/flow/state_private.h"

kiosk_job *kiosk_job_new(kiosk_job_kind kind)
{
    kiosk_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return NULL;
    job->kind = kind;
    job->dispute = KIOSK_NO_DISPUTE;
    atomic_init(&job->stop, false);
    atomic_init(&job->progress, 0);
    return job;
}

void kiosk_job_free(kiosk_job *job)
{
    if (job == NULL)
        return;
    sodium_memzero(job->pin, sizeof job->pin);
    judge_result_free(&job->result);
    free(job->played);
    free(job->finding);
    free(job->entry);
    free(job->second);
    free(job->hall);
    free(job->full);
    free(job->cases);
    free(job->moves);
    free(job->code);
    kiosk_training_job_free(job->training);
    if (job->setup != NULL)
        sodium_memzero(job->setup->old_pin, sizeof job->setup->old_pin);
    free(job->setup);
    kiosk_records_job_free(job->records);
    kiosk_stick_job_free(job->stick);
    free(job);
}

kiosk_lane kiosk_job_lane(kiosk_job_kind kind)
{
    return kind == KIOSK_JOB_JUDGE || kind == KIOSK_JOB_COMPARE || kind == KIOSK_JOB_ROOTS ||
                   kind == KIOSK_JOB_EXPLAIN || kind == KIOSK_JOB_IMPORT ||
                   kind == KIOSK_JOB_VERIFY ||
                   (kiosk_job_is_of_stick(kind) && kind <= KIOSK_JOB_STICK_TABLE)
               ? KIOSK_LANE_JUDGE
               : KIOSK_LANE_DESK;
}

void kiosk_job_stop(kiosk_job *job)
{
    atomic_store(&job->stop, true);
}
