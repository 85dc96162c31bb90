/*
 * sync/outbox.h: what is to be sent, what became of it, and when to try again. No network, no
 * thread, no clock of its own: the caller says what time it is.
 */
#ifndef QILI_SYNC_OUTBOX_H
#define QILI_SYNC_OUTBOX_H

#include "sync/settings.h"

/* What became of one of this device's entries. */
typedef enum sync_entry_state {
    SYNC_QUEUED = 0, /* waits to be sent */
    SYNC_SENT,       /* is on its way, not yet answered */
    SYNC_CONFIRMED,  /* the office has it on its disk */
    SYNC_REFUSED     /* the office will not take it, or one before it */
} sync_entry_state;

typedef struct sync_outbox {
    sync_progress progress;
    uint64_t last;     /* this device's last entry */
    uint64_t sent;     /* the last one that is on its way; 0: none */
    unsigned failures; /* in a row */
    bool asked;        /* the office has said how far it is since this began */
    int64_t next_ms;   /* no try of anything before; by the caller's clock that never goes back */
    int64_t entry_ms;  /* no try of the refused entry before */
    int64_t first_ms;  /* the first wait after a failure, doubled with each further one */
    int64_t most_ms;   /* the longest wait */
} sync_outbox;

enum { SYNC_FIRST_WAIT_MS = 1000, SYNC_LONGEST_WAIT_MS = 60 * 1000 };

/* Begins with what was kept; waits of 0 mean the usual ones. */
void sync_outbox_begin(sync_outbox *outbox, const sync_progress *progress, int64_t first_ms,
                       int64_t most_ms);

/* Entries that are not confirmed. */
uint64_t sync_outbox_waiting(const sync_outbox *outbox);

sync_entry_state sync_outbox_state(const sync_outbox *outbox, uint64_t sequence);

/* Is there something to send now? Not before the office has said how far it is. */
bool sync_outbox_can_send(const sync_outbox *outbox, int64_t now_ms);

/* Entries up to this one have been sent, and an answer is waited for. */
void sync_outbox_sending(sync_outbox *outbox, uint64_t up_to);

/*
 * The office has answered. `random` is any number. Confirms, goes back where the office has less
 * than it had said, or marks what was refused. A refused entry is tried again, seldom: the office
 * may be put right.
 */
void sync_outbox_answered(sync_outbox *outbox, const sync_answer *answer, int64_t now_ms,
                          uint32_t random);

/* No answer came, or none of the office's. The time of the next try: the wait doubles with each
 * failure, and is shortened by up to a half at random so that devices do not come all at once. */
void sync_outbox_failed(sync_outbox *outbox, int64_t now_ms, uint32_t random);

#endif
