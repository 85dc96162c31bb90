/*
 * sync/sync.h: the client that brings this device's entries to the event office, and those of the
 * office and of all other devices to this one, on a thread of its own.
 *
 * It watches the journal's file: whoever appends to it need tell it nothing (sync_wake only makes
 * it quicker). No function here waits for the network. The client has a handle of its own on the
 * journal; what it receives is there for every other handle (store_fold_on), and
 * sync_status.received grows. Without an office it does nothing until the device is enrolled.
 */
#ifndef QILI_SYNC_SYNC_H
#define QILI_SYNC_SYNC_H

#include "sync/enrol.h"
#include "sync/outbox.h"

/* How things stand. */
typedef enum sync_link {
    SYNC_LINK_NONE = 0, /* not enrolled at any office */
    SYNC_LINK_OFFLINE,  /* the office did not answer last time; `waiting` entries wait */
    SYNC_LINK_WAITING,  /* it answers; `waiting` entries are being sent */
    SYNC_LINK_ALL_SENT, /* it answers and has every entry */
    SYNC_LINK_REFUSED   /* it refuses an entry, or the device: `why` */
} sync_link;

typedef enum sync_enrolling {
    SYNC_ENROL_NONE = 0, /* nobody asked */
    SYNC_ENROL_RUNNING,
    SYNC_ENROL_DONE,
    SYNC_ENROL_FAILED /* enrol_error */
} sync_enrolling;

typedef struct sync_status {
    sync_link link;
    uint64_t last;      /* this device's last entry */
    uint64_t confirmed; /* the last one that the office has on its disk */
    uint64_t waiting;   /* entries after it */
    uint64_t sent;      /* the last one on its way; 0: none */
    uint64_t refused;   /* the entry that is refused, and those after it wait; 0: none */
    board_error why;    /* of a refusal, or why it is offline; BOARD_OK: no trouble */
    char reason[SYNC_REASON_BYTES]; /* detail, in no language; or "" */
    int64_t contact_ms;             /* when the office last answered, since 1970; 0: never */
    uint64_t received;              /* entries of others stored since the start */
    bool behind;                    /* the office has said that it has more for us */
    char office[SYNC_NAME_BYTES];   /* what it is called; or "" */
    sync_enrolling enrolling;
    board_error enrol_error;
    char enrol_reason[SYNC_REASON_BYTES];
} sync_status;

/* 0 or NULL: the usual. */
typedef struct sync_options {
    const char *key_path;  /* of the journal's key */
    int64_t poll_ms;       /* how often to look at the journal and ask the office: 2000 */
    int64_t first_wait_ms; /* see sync_outbox */
    int64_t most_wait_ms;
    const sync_deadlines *deadlines;
    store_clock clock; /* see store_options: for contact_ms */
    void *clock_context;
} sync_options;

typedef struct sync_client sync_client;

/* Starts the thread on the journal of this path, which need not be there yet (nothing happens until
 * it is). Errors: NO_MEMORY, SYNC_UNREACHABLE if there can be no thread. */
board_error sync_start(const char *journal_path, const sync_options *options, sync_client **client,
                       store_problem *problem);

/* A copy of how things stand; never waits for more than a copy. */
void sync_get_status(sync_client *client, sync_status *status);

/* What became of this device's entry of this sequence number. */
sync_entry_state sync_state_of(const sync_status *status, uint64_t sequence);

/* There is something to send, or somebody wants to know: try now, whatever the waits. */
void sync_wake(sync_client *client);

/* Asks for an enrolment: status.enrolling tells what becomes of it. False: the text is no
 * invitation, the name no name, or one is running. */
bool sync_ask_enrol(sync_client *client, const char *invitation, const char *name);

/* Asks the thread to end and returns at once; the client must not be used any more. NULL does
 * nothing. */
void sync_stop(sync_client *client);

/* The same for a program that ends, or a test: waits for the thread, at most so long. True: it has
 * ended and closed its journal. */
bool sync_stop_and_wait(sync_client *client, int64_t most_ms);

/* How far a device got, read from its files without any thread. */
board_error sync_read_status(store_journal *journal, const char *journal_path, sync_status *status,
                             store_problem *problem);

#endif
