/*
 * office/queue.h: questions that take long, answered one after the other on a thread of its own, in
 * the order in which they came. What was answered lately is remembered. One thread asks.
 */
#ifndef QILI_OFFICE_QUEUE_H
#define QILI_OFFICE_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { OFFICE_QUEUE_KEY_BYTES = 64 }; /* most of a key */

/* Called on the queue's thread when something was answered: to wake the one that asks. */
typedef void (*office_wake)(void *context);

/* Answers a question, on the queue's thread; *stopping becomes true when nobody waits any more. The
 * answer is freed with free(); NULL: there is none now, and the question is forgotten. */
typedef void *(*office_answerer)(void *context, const void *question, const atomic_bool *stopping);

typedef struct office_queue office_queue;

typedef struct office_queue_options {
    size_t room; /* questions and answers that are kept, at least 1 */
    office_answerer answer;
    void *answer_context;
    office_wake wake;
    void *wake_context;
} office_queue_options;

/* NULL: out of memory, or there can be no thread. */
office_queue *office_queue_start(const office_queue_options *options);

/* Ends the thread; waits for the answer under way. NULL does nothing. */
void office_queue_stop(office_queue *queue);

/* Is there a question with this key (at most OFFICE_QUEUE_KEY_BYTES)? *answer becomes its answer,
 * which lasts until the next question is put, or NULL while it waits. */
bool office_queue_find(office_queue *queue, const void *key, size_t length, const void **answer);

/* Puts a question, made with malloc, which the queue then owns; for one that is not there yet. If
 * there is no room the answer goes that was asked for longest ago; where all wait the question is
 * freed: false. */
bool office_queue_put(office_queue *queue, const void *key, size_t length, void *question);

#endif
