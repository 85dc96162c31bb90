/* office/queue.c: a thread, and the questions that it answers. */
#include "office/queue.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum slot_state { SLOT_FREE = 0, SLOT_WAITS, SLOT_RUNS, SLOT_ANSWERED } slot_state;

typedef struct slot {
    slot_state state;
    uint8_t key[OFFICE_QUEUE_KEY_BYTES];
    size_t length;  /* of the key */
    uint64_t put;   /* the order in which questions came */
    uint64_t asked; /* and were asked for last */
    void *question; /* until it is answered */
    void *answer;
} slot;

struct office_queue {
    office_queue_options options;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t signal;
    atomic_bool stopping;
    uint64_t count; /* of all that was put or asked for */
    slot slots[];
};

/* The thread. */

static slot *find_waiting(office_queue *queue)
{
    slot *found = NULL;

    for (size_t i = 0; i < queue->options.room; i++) {
        slot *at = &queue->slots[i];
        if (at->state == SLOT_WAITS && (found == NULL || at->put < found->put))
            found = at;
    }
    return found;
}

/* With the lock, which is open while the question is being answered. */
static void work_on(office_queue *queue, slot *job)
{
    job->state = SLOT_RUNS;
    pthread_mutex_unlock(&queue->lock);
    void *answer =
        queue->options.answer(queue->options.answer_context, job->question, &queue->stopping);
    pthread_mutex_lock(&queue->lock);
    free(job->question);
    job->question = NULL;
    job->answer = answer;
    job->state = answer != NULL ? SLOT_ANSWERED : SLOT_FREE;
    pthread_mutex_unlock(&queue->lock);
    queue->options.wake(queue->options.wake_context);
    pthread_mutex_lock(&queue->lock);
}

static void *run(void *context)
{
    office_queue *queue = context;

    pthread_mutex_lock(&queue->lock);
    while (!atomic_load(&queue->stopping)) {
        slot *job = find_waiting(queue);
        if (job != NULL)
            work_on(queue, job);
        else
            pthread_cond_wait(&queue->signal, &queue->lock);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

/* Signals are the office's, not this thread's. */
static bool start_thread(office_queue *queue)
{
    sigset_t all;
    sigset_t before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool done = pthread_create(&queue->thread, NULL, run, queue) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return done;
}

static void free_queue(office_queue *queue)
{
    for (size_t i = 0; i < queue->options.room; i++) {
        free(queue->slots[i].question);
        free(queue->slots[i].answer);
    }
    pthread_cond_destroy(&queue->signal);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

office_queue *office_queue_start(const office_queue_options *options)
{
    office_queue *queue = calloc(1, sizeof *queue + options->room * sizeof queue->slots[0]);

    if (queue == NULL)
        return NULL;
    queue->options = *options;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->signal, NULL);
    if (!start_thread(queue)) {
        free_queue(queue);
        return NULL;
    }
    return queue;
}

void office_queue_stop(office_queue *queue)
{
    if (queue == NULL)
        return;
    pthread_mutex_lock(&queue->lock);
    atomic_store(&queue->stopping, true);
    pthread_cond_broadcast(&queue->signal);
    pthread_mutex_unlock(&queue->lock);
    pthread_join(queue->thread, NULL);
    free_queue(queue);
}

/* Asking. */

static slot *find_key(office_queue *queue, const void *key, size_t length)
{
    for (size_t i = 0; i < queue->options.room; i++) {
        slot *at = &queue->slots[i];
        if (at->state != SLOT_FREE && at->length == length && memcmp(at->key, key, length) == 0)
            return at;
    }
    return NULL;
}

bool office_queue_find(office_queue *queue, const void *key, size_t length, const void **answer)
{
    *answer = NULL;
    pthread_mutex_lock(&queue->lock);
    slot *at = find_key(queue, key, length);
    if (at != NULL) {
        at->asked = ++queue->count;
        *answer = at->answer;
    }
    pthread_mutex_unlock(&queue->lock);
    return at != NULL;
}

/* A free slot, or the one whose answer was asked for longest ago; NULL: all wait. */
static slot *find_room(office_queue *queue)
{
    slot *found = NULL;

    for (size_t i = 0; i < queue->options.room; i++) {
        slot *at = &queue->slots[i];
        if (at->state == SLOT_FREE)
            return at;
        if (at->state == SLOT_ANSWERED && (found == NULL || at->asked < found->asked))
            found = at;
    }
    return found;
}

bool office_queue_put(office_queue *queue, const void *key, size_t length, void *question)
{
    pthread_mutex_lock(&queue->lock);
    slot *to = length <= sizeof to->key ? find_room(queue) : NULL;
    if (to != NULL) {
        free(to->answer);
        *to = (slot){.state = SLOT_WAITS, .length = length, .question = question};
        to->put = to->asked = ++queue->count;
        memcpy(to->key, key, length);
        pthread_cond_broadcast(&queue->signal);
    }
    pthread_mutex_unlock(&queue->lock);
    if (to == NULL)
        free(question);
    return to != NULL;
}
