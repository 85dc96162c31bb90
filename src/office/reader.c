/* office/reader.c: the pictures that wait to be read, and those that were read lately. */
#include "office/reader.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "office/reader_process.h"

enum { HASH_BYTES = crypto_generichash_BYTES };

typedef enum slot_state { SLOT_FREE = 0, SLOT_WAITS, SLOT_RUNS, SLOT_READ } slot_state;

typedef struct slot {
    slot_state state;
    uint8_t hash[HASH_BYTES]; /* of the picture */
    uint64_t used;            /* when it was asked for */
    uint8_t *bytes;           /* the picture, until it was read */
    size_t length;
    office_reading reading;
    office_seen seen;
} slot;

struct office_reader {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t signal;
    atomic_bool stopping;
    uint64_t asked;
    slot slots[OFFICE_PICTURES_MAX];
    char *program;
    office_wake wake;
    void *context;
};

/* The thread. */

static slot *find_waiting(office_reader *reader)
{
    slot *found = NULL;

    for (size_t i = 0; i < OFFICE_PICTURES_MAX; i++) {
        slot *at = &reader->slots[i];
        if (at->state == SLOT_WAITS && (found == NULL || at->used < found->used))
            found = at;
    }
    return found;
}

static void *run(void *context)
{
    office_reader *reader = context;
    office_seen seen;

    pthread_mutex_lock(&reader->lock);
    while (!atomic_load(&reader->stopping)) {
        slot *job = find_waiting(reader);
        if (job == NULL) {
            pthread_cond_wait(&reader->signal, &reader->lock);
            continue;
        }
        job->state = SLOT_RUNS;
        pthread_mutex_unlock(&reader->lock);
        const office_reading reading =
            office_read_apart(reader->program, job->bytes, job->length, &reader->stopping, &seen);
        pthread_mutex_lock(&reader->lock);
        free(job->bytes);
        job->bytes = NULL;
        job->reading = reading;
        job->seen = seen;
        job->state = SLOT_READ;
        pthread_mutex_unlock(&reader->lock);
        reader->wake(reader->context);
        pthread_mutex_lock(&reader->lock);
    }
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

/* Signals are the office's, not this thread's; and no SIGPIPE where a process ends early. */
static bool start_thread(office_reader *reader)
{
    sigset_t all;
    sigset_t before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool done = pthread_create(&reader->thread, NULL, run, reader) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return done;
}

static void free_reader(office_reader *reader)
{
    for (size_t i = 0; i < OFFICE_PICTURES_MAX; i++)
        free(reader->slots[i].bytes);
    pthread_cond_destroy(&reader->signal);
    pthread_mutex_destroy(&reader->lock);
    free(reader->program);
    free(reader);
}

office_reader *office_reader_start(const char *program, office_wake wake, void *context)
{
    office_reader *reader = calloc(1, sizeof *reader);

    if (reader == NULL)
        return NULL;
    char *path = strdup(program);
    if (path == NULL) {
        free(reader);
        return NULL;
    }
    reader->program = path;
    reader->wake = wake;
    reader->context = context;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->signal, NULL);
    if (!start_thread(reader)) {
        free_reader(reader);
        return NULL;
    }
    return reader;
}

void office_reader_stop(office_reader *reader)
{
    if (reader == NULL)
        return;
    pthread_mutex_lock(&reader->lock);
    atomic_store(&reader->stopping, true);
    pthread_cond_broadcast(&reader->signal);
    pthread_mutex_unlock(&reader->lock);
    pthread_join(reader->thread, NULL);
    free_reader(reader);
}

/* Asking. */

static slot *find(office_reader *reader, const uint8_t hash[HASH_BYTES])
{
    for (size_t i = 0; i < OFFICE_PICTURES_MAX; i++) {
        slot *at = &reader->slots[i];
        if (at->state != SLOT_FREE && memcmp(at->hash, hash, HASH_BYTES) == 0)
            return at;
    }
    return NULL;
}

/* A free slot, or the one that was read longest ago; NULL: all wait. */
static slot *find_room(office_reader *reader)
{
    slot *found = NULL;

    for (size_t i = 0; i < OFFICE_PICTURES_MAX; i++) {
        slot *at = &reader->slots[i];
        if (at->state == SLOT_FREE)
            return at;
        if (at->state == SLOT_READ && (found == NULL || at->used < found->used))
            found = at;
    }
    return found;
}

/* False: out of memory, or too many wait. */
static bool put(office_reader *reader, const uint8_t hash[HASH_BYTES], const void *pgm,
                size_t length)
{
    slot *to = find_room(reader);
    if (to == NULL)
        return false;
    uint8_t *bytes = malloc(length);
    if (bytes == NULL)
        return false;
    memcpy(bytes, pgm, length);
    *to = (slot){.state = SLOT_WAITS, .used = ++reader->asked, .bytes = bytes, .length = length};
    memcpy(to->hash, hash, HASH_BYTES);
    pthread_cond_broadcast(&reader->signal);
    return true;
}

bool office_reader_knows(office_reader *reader, const void *pgm, size_t length)
{
    uint8_t hash[HASH_BYTES];

    crypto_generichash(hash, sizeof hash, pgm, length, NULL, 0);
    pthread_mutex_lock(&reader->lock);
    const bool known = find(reader, hash) != NULL;
    pthread_mutex_unlock(&reader->lock);
    return known;
}

office_reading office_reader_ask(office_reader *reader, const void *pgm, size_t length,
                                 office_seen *seen)
{
    uint8_t hash[HASH_BYTES];
    office_reading reading = OFFICE_READING_WAITS;

    crypto_generichash(hash, sizeof hash, pgm, length, NULL, 0);
    pthread_mutex_lock(&reader->lock);
    const slot *there = find(reader, hash);
    if (there != NULL && there->state == SLOT_READ) {
        reading = there->reading;
        *seen = there->seen;
    } else if (there == NULL && !put(reader, hash, pgm, length)) {
        reading = OFFICE_READING_BUSY;
    }
    pthread_mutex_unlock(&reader->lock);
    return reading;
}
