/*
 * office/reader.h: reading QR codes in pictures that people send, one after the other on a thread
 * of its own, each in a process of its own: what a picture does to the library that reads it can
 * neither hold the office up nor end it.
 */
#ifndef QILI_OFFICE_READER_H
#define QILI_OFFICE_READER_H

#include "office/queue.h"
#include "sync/carried.h"
#include "sync/picture.h"

enum {
    OFFICE_PICTURES_MAX = 8,   /* that wait or were read lately */
    OFFICE_PICTURE_MS = 5000,  /* after which the process is ended */
    OFFICE_PICTURE_SECONDS = 8 /* of processor time that the process allows itself */
};

/* The word by which the office's program is told to be that process. */
#define OFFICE_READ_CODE "--read-code"

typedef enum office_reading {
    OFFICE_READING_WAITS = 0, /* ask once more when woken */
    OFFICE_READING_DONE,
    OFFICE_READING_SLOW, /* it took too long, or the process failed */
    OFFICE_READING_BUSY  /* too many wait */
} office_reading;

/* What was seen. */
typedef struct office_seen {
    unsigned codes;
    char text[SYNC_CARRIED_MAX + 1]; /* of the one that carries an entry, or "" */
} office_seen;

typedef struct office_reader office_reader;

/* `program`: the office's, which is run with OFFICE_READ_CODE; it is copied. `wake` is called on
 * the reader's thread when a picture was read. NULL: out of memory, or there can be no thread. */
office_reader *office_reader_start(const char *program, office_wake wake, void *context);

/* Ends the thread and the process under way. NULL does nothing. */
void office_reader_stop(office_reader *reader);

/* Does it wait, or was it read lately? Asking for it costs nothing then. */
bool office_reader_knows(office_reader *reader, const void *pgm, size_t length);

/* What is in this picture, a PGM that sync_pgm_read takes; it is copied. */
office_reading office_reader_ask(office_reader *reader, const void *pgm, size_t length,
                                 office_seen *seen);

/* The process: reads a picture from standard input, writes what it saw to standard output: the
 * number of codes, a line break, the text. Returns the exit status. */
int office_read_code(void);

#endif
