/* office/reader.c: the pictures that wait to be read, and those that were read lately. */
#include "office/reader.h"

#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "office/reader_process.h"

enum { HASH_BYTES = crypto_generichash_BYTES }; /* of a picture: its key */

typedef struct picture {
    size_t length;
    uint8_t bytes[];
} picture;

typedef struct outcome {
    office_reading reading;
    office_seen seen;
} outcome;

struct office_reader {
    office_queue *queue;
    char *program;
};

/* On the queue's thread. */
static void *read_picture(void *context, const void *question, const atomic_bool *stopping)
{
    const office_reader *reader = context;
    const picture *asked = question;
    outcome *made = calloc(1, sizeof *made);

    if (made != NULL)
        made->reading =
            office_read_apart(reader->program, asked->bytes, asked->length, stopping, &made->seen);
    return made;
}

office_reader *office_reader_start(const char *program, office_wake wake, void *context)
{
    office_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    const office_queue_options options = {.room = OFFICE_PICTURES_MAX,
                                          .answer = read_picture,
                                          .answer_context = reader,
                                          .wake = wake,
                                          .wake_context = context};
    reader->program = strdup(program);
    if (reader->program != NULL)
        reader->queue = office_queue_start(&options);
    if (reader->queue == NULL) {
        office_reader_stop(reader);
        return NULL;
    }
    return reader;
}

void office_reader_stop(office_reader *reader)
{
    if (reader == NULL)
        return;
    office_queue_stop(reader->queue);
    free(reader->program);
    free(reader);
}

bool office_reader_knows(office_reader *reader, const void *pgm, size_t length)
{
    uint8_t hash[HASH_BYTES];
    const void *answer = NULL;

    crypto_generichash(hash, sizeof hash, pgm, length, NULL, 0);
    return office_queue_find(reader->queue, hash, sizeof hash, &answer);
}

office_reading office_reader_ask(office_reader *reader, const void *pgm, size_t length,
                                 office_seen *seen)
{
    uint8_t hash[HASH_BYTES];
    const void *answer = NULL;

    crypto_generichash(hash, sizeof hash, pgm, length, NULL, 0);
    if (office_queue_find(reader->queue, hash, sizeof hash, &answer)) {
        const outcome *made = answer;
        if (made == NULL)
            return OFFICE_READING_WAITS;
        *seen = made->seen;
        return made->reading;
    }
    picture *asked = malloc(sizeof *asked + length);
    if (asked == NULL)
        return OFFICE_READING_BUSY;
    asked->length = length;
    memcpy(asked->bytes, pgm, length);
    return office_queue_put(reader->queue, hash, sizeof hash, asked) ? OFFICE_READING_WAITS
                                                                     : OFFICE_READING_BUSY;
}
