/*
 * sync/wire.h: what devices and the event office say to each other, as JSON: docs/formats/wire.md.
 *
 * Reading is strict: an unknown or double key, another type, trailing text, anything beyond a limit
 * is an error. Texts that are written are the caller's to free; NULL: out of memory.
 */
#ifndef QILI_SYNC_WIRE_H
#define QILI_SYNC_WIRE_H

#include "store/journal.h"

enum {
    SYNC_WIRE_VERSION = 2,
    SYNC_BATCH_ENTRIES = 256,              /* most entries of a batch */
    SYNC_BATCH_AIM = 512 * 1024,           /* bytes at which a device closes a batch */
    SYNC_BODY_MAX = 4 * 1024 * 1024,       /* longest request or answer */
    SYNC_SMALL_BODY_MAX = 64 * 1024,       /* longest request that is no batch */
    SYNC_TOKEN_BYTES = 65,                 /* 64 hex digits, with a NUL */
    SYNC_PROOF_BYTES = 32,                 /* keyed BLAKE2b-256 */
    SYNC_NAME_BYTES = 129,                 /* of a device or an office, with its NUL */
    SYNC_CODE_BYTES = 40,                  /* longest code of a refusal, with its NUL */
    SYNC_REASON_BYTES = STORE_DETAIL_BYTES /* its text */
};

#define SYNC_PATH "/api/2"

/* A device's entries, in the order of their sequence numbers. */
typedef struct sync_batch {
    char device[STORE_DEVICE_BYTES];
    store_entry *entries;
    size_t count; /* 1..SYNC_BATCH_ENTRIES; of what the office sends, also 0 */
} sync_batch;

char *sync_batch_write(const sync_batch *batch);

/* Errors: SYNC_MALFORMED, SYNC_VERSION, SYNC_TOO_LARGE (too many), STORE_ENTRY_JSON, NO_MEMORY.
 * Release the batch in any case. */
board_error sync_batch_read(const char *text, size_t length, sync_batch *batch,
                            store_problem *problem);
void sync_batch_free(sync_batch *batch);

/* What the office says to a batch. */
typedef struct sync_answer {
    bool refused;
    uint64_t sequence; /* the last of this device that the office has; 0: none */
    uint64_t stored;   /* entries that were new */
    board_error error; /* why it was refused: one of wire_codes.def */
    uint64_t at;       /* sequence of the entry that was refused; 0: none in particular */
    char reason[SYNC_REASON_BYTES]; /* detail, in no language; or "" */
} sync_answer;

char *sync_answer_write(const sync_answer *answer);

/* BOARD_ERROR_SYNC_ANSWER if it is no answer. An unknown code of a refusal reads as
 * SYNC_MALFORMED. */
board_error sync_answer_read(const char *text, size_t length, sync_answer *answer);

/* Up to where a device has seen the office's journal: an entry's number there, and its id, by which
 * the office knows whether it is still that entry. 0 and "": nothing yet. */
typedef struct sync_place {
    uint64_t number;
    char id[STORE_ID_BYTES];
} sync_place;

/* What the office has for a device: entries of the office and of all other devices, in the order in
 * which they came there. The keys are those of the other devices whose entries these are. */
typedef struct sync_news {
    sync_batch batch; /* `device` is the office; count may be 0 */
    uint8_t (*keys)[STORE_KEY_BYTES];
    size_t key_count;  /* at most SYNC_BATCH_ENTRIES */
    sync_place up_to;  /* to be shown when asking for the next */
    uint64_t last;     /* the number of the last entry at the office */
    uint64_t sequence; /* the last of the asking device that the office has */
} sync_news;

char *sync_news_write(const sync_news *news);

/* Errors as of sync_batch_read, but SYNC_ANSWER where it is no news at all. Release the news in any
 * case. */
board_error sync_news_read(const char *text, size_t length, sync_news *news,
                           store_problem *problem);
void sync_news_free(sync_news *news);

/* Enrolment. */
typedef struct sync_enrolment {
    uint8_t key[STORE_KEY_BYTES]; /* the device's */
    char name[SYNC_NAME_BYTES];
    uint8_t proof[SYNC_PROOF_BYTES]; /* that it knows the code */
    uint8_t signature[STORE_SIGNATURE_BYTES];
} sync_enrolment;

typedef struct sync_welcome {
    uint8_t key[STORE_KEY_BYTES]; /* the office's */
    char name[SYNC_NAME_BYTES];
    char token[SYNC_TOKEN_BYTES];
    uint8_t proof[SYNC_PROOF_BYTES]; /* that the office knows the code */
} sync_welcome;

char *sync_enrolment_write(const sync_enrolment *enrolment);
board_error sync_enrolment_read(const char *text, size_t length, sync_enrolment *enrolment);
char *sync_welcome_write(const sync_welcome *welcome);
board_error sync_welcome_read(const char *text, size_t length, sync_welcome *welcome);

/* What follows from a refusal. */
typedef enum sync_consequence {
    SYNC_WAIT = 0, /* try again later */
    SYNC_ENTRY,    /* the entry will never be taken */
    SYNC_DEVICE    /* the device must be enrolled anew, or one side be upgraded */
} sync_consequence;

sync_consequence sync_consequence_of(board_error error);

/* The code of an error; "office" for one that is the office's own trouble. */
const char *sync_code_of(board_error error);
board_error sync_error_of_code(const char *code);
unsigned sync_status_of(board_error error); /* of HTTP */

/* 1 to 128 bytes of UTF-8 without control characters? */
bool sync_name_valid(const char *name);

#endif
