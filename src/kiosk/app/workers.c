/*
 * kiosk/app/workers.c: the threads that do jobs.
 */
#include "kiosk/app/workers.h"

#include <pthread.h>
#include <stdlib.h>

#include "judge/memo.h"

enum { LANES = 2, THREADS = 1 + KIOSK_JUDGE_THREADS };

typedef enum ticket_stage { TICKET_WAITS, TICKET_UNDER_WAY, TICKET_DONE } ticket_stage;

/* A job that was given, in the order of giving. */
typedef struct job_ticket {
    kiosk_job *job;
    kiosk_lane lane;
    ticket_stage stage;
    struct job_ticket *next;
} job_ticket;

typedef struct worker_thread {
    kiosk_workers *workers;
    kiosk_lane lane;
    pthread_t thread;
    judge_memo *memo; /* of the judge lane, made when it is first needed */
} worker_thread;

struct kiosk_workers {
    kiosk_performer performer;
    pthread_mutex_t mutex;
    pthread_cond_t work; /* something waits, or the end has come */
    job_ticket *first;
    size_t busy; /* only of the giver's thread */
    bool ending;
    worker_thread threads[THREADS];
    int thread_count;
};

static job_ticket *find(kiosk_workers *workers, kiosk_lane lane)
{
    for (job_ticket *ticket = workers->first; ticket; ticket = ticket->next) {
        if (ticket->stage == TICKET_WAITS && ticket->lane == lane)
            return ticket;
    }
    return NULL;
}

static void perform(worker_thread *self, kiosk_job *job)
{
    const kiosk_performer *performer = &self->workers->performer;

    if (self->lane == KIOSK_LANE_DESK) {
        performer->desk(performer->context, job);
        return;
    }
    if (!self->memo)
        self->memo = judge_memo_new(judge_memo_standard());
    performer->judge(job, self->memo);
}

/* With the mutex held: the next job of the lane, or NULL when the end has come. */
static job_ticket *wait_for_work(worker_thread *self)
{
    kiosk_workers *workers = self->workers;

    for (;;) {
        job_ticket *ticket = find(workers, self->lane);

        if (ticket && (!workers->ending || self->lane == KIOSK_LANE_DESK))
            return ticket;
        if (workers->ending)
            return NULL;
        pthread_cond_wait(&workers->work, &workers->mutex);
    }
}

static void *work(void *argument)
{
    worker_thread *self = argument;
    kiosk_workers *workers = self->workers;
    job_ticket *ticket;

    pthread_mutex_lock(&workers->mutex);
    while ((ticket = wait_for_work(self)) != NULL) {
        ticket->stage = TICKET_UNDER_WAY;
        pthread_mutex_unlock(&workers->mutex);
        perform(self, ticket->job);
        pthread_mutex_lock(&workers->mutex);
        ticket->stage = TICKET_DONE;
        if (workers->performer.wake)
            workers->performer.wake(workers->performer.wake_context);
    }
    pthread_mutex_unlock(&workers->mutex);
    judge_memo_free(self->memo);
    return NULL;
}

kiosk_workers *kiosk_workers_start(const kiosk_performer *performer)
{
    kiosk_workers *workers = calloc(1, sizeof *workers);

    if (!workers)
        return NULL;
    workers->performer = *performer;
    pthread_mutex_init(&workers->mutex, NULL);
    pthread_cond_init(&workers->work, NULL);
    for (int i = 0; i < THREADS; i++) {
        worker_thread *thread = &workers->threads[i];

        thread->workers = workers;
        thread->lane = i == 0 ? KIOSK_LANE_DESK : KIOSK_LANE_JUDGE;
        if (pthread_create(&thread->thread, NULL, work, thread) != 0) {
            kiosk_workers_end(workers);
            return NULL;
        }
        workers->thread_count++;
    }
    return workers;
}

void kiosk_workers_end(kiosk_workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->mutex);
    workers->ending = true;
    for (job_ticket *ticket = workers->first; ticket; ticket = ticket->next) {
        if (ticket->lane == KIOSK_LANE_JUDGE)
            kiosk_job_stop(ticket->job);
    }
    pthread_cond_broadcast(&workers->work);
    pthread_mutex_unlock(&workers->mutex);
    for (int i = 0; i < workers->thread_count; i++)
        pthread_join(workers->threads[i].thread, NULL);
    while (workers->first) {
        job_ticket *ticket = workers->first;

        workers->first = ticket->next;
        kiosk_job_free(ticket->job);
        free(ticket);
    }
    pthread_cond_destroy(&workers->work);
    pthread_mutex_destroy(&workers->mutex);
    free(workers);
}

bool kiosk_workers_give(kiosk_workers *workers, kiosk_job *job)
{
    job_ticket *ticket = calloc(1, sizeof *ticket);
    job_ticket **end;

    if (!ticket)
        return false;
    ticket->job = job;
    ticket->lane = kiosk_job_lane(job->kind);
    pthread_mutex_lock(&workers->mutex);
    for (end = &workers->first; *end; end = &(*end)->next)
        continue;
    *end = ticket;
    pthread_cond_broadcast(&workers->work);
    pthread_mutex_unlock(&workers->mutex);
    workers->busy++;
    return true;
}

kiosk_job *kiosk_workers_take(kiosk_workers *workers)
{
    kiosk_job *job = NULL;

    pthread_mutex_lock(&workers->mutex);
    for (job_ticket **at = &workers->first; *at; at = &(*at)->next) {
        job_ticket *ticket = *at;

        if (ticket->stage == TICKET_DONE) {
            job = ticket->job;
            *at = ticket->next;
            free(ticket);
            workers->busy--;
            break;
        }
    }
    pthread_mutex_unlock(&workers->mutex);
    return job;
}

size_t kiosk_workers_busy(const kiosk_workers *workers)
{
    return workers->busy;
}

void kiosk_workers_visit(kiosk_workers *workers, void (*visit)(void *context, kiosk_job *job),
                         void *context)
{
    pthread_mutex_lock(&workers->mutex);
    for (job_ticket *ticket = workers->first; ticket; ticket = ticket->next) {
        if (ticket->lane == KIOSK_LANE_JUDGE)
            visit(context, ticket->job);
    }
    pthread_mutex_unlock(&workers->mutex);
}
