/*
 * kiosk/app/workers.h: the threads that do the flow's jobs, so that judging, the journal and files
 * never block a frame.
 *
 * Jobs of the desk lane are done one at a time, in the order in which they were given; those of the
 * judge lane beside them, KIOSK_JUDGE_THREADS at a time. The one who gives jobs also takes them
 * back; nobody else sees the job meanwhile, but for its stop and progress members.
 */
#ifndef QILI_KIOSK_APP_WORKERS_H
#define QILI_KIOSK_APP_WORKERS_H

#include "kiosk/flow/job.h"

enum { KIOSK_JUDGE_THREADS = 2 };

/* Who does the jobs. */
typedef struct kiosk_performer {
    void (*desk)(void *context, kiosk_job *job);
    void (*judge)(kiosk_job *job, judge_memo *memo);
    void *context; /* of desk */
    /* Called from a worker's thread when a job is done: the loop is to wake up. */
    void (*wake)(void *wake_context);
    void *wake_context;
} kiosk_performer;

typedef struct kiosk_workers kiosk_workers;

/* NULL: memory or threads ran out. */
kiosk_workers *kiosk_workers_start(const kiosk_performer *performer);

/* Asks what is going on to stop, drops what waits (but not what the desk lane was given: signed
 * things must be written), ends the threads and frees all jobs. NULL is allowed. */
void kiosk_workers_end(kiosk_workers *workers);

/* Takes the job over until it is taken back; false, and the job stays the caller's: memory ran
 * out. */
bool kiosk_workers_give(kiosk_workers *workers, kiosk_job *job);

/* The next job that is done, the caller's; NULL: none. */
kiosk_job *kiosk_workers_take(kiosk_workers *workers);

/* Jobs given and not taken back yet. */
size_t kiosk_workers_busy(const kiosk_workers *workers);

/* Calls visit for each job of the judge lane that is given and not taken back: to look at its
 * progress or to stop it. */
void kiosk_workers_visit(kiosk_workers *workers, void (*visit)(void *context, kiosk_job *job),
                         void *context);

#endif
