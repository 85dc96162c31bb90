/*
 * sync/transfer.h: one request to the office and its answer, by libcurl: over TLS to the pinned
 * key only, with a deadline of its own whatever the network does, without signals.
 */
#ifndef QILI_SYNC_TRANSFER_H
#define QILI_SYNC_TRANSFER_H

#include "sync/settings.h"

typedef struct sync_transfer sync_transfer;

typedef struct sync_deadlines {
    long connect_ms; /* until TLS stands */
    long total_ms;   /* until the answer is there */
    long slow_ms;    /* that it may go slower than 1 byte a second */
} sync_deadlines;

enum { SYNC_CONNECT_MS = 8000, SYNC_TOTAL_MS = 30000, SYNC_SLOW_MS = 10000 };

/* Asked now and then during a transfer; true ends it. */
typedef bool (*sync_asked_to_stop)(void *context);

/* A connection that is kept from one request to the next. deadlines may be NULL: the usual ones.
 * curl_global_init must have been called. NULL: out of memory. */
sync_transfer *sync_transfer_new(const char *address, const sync_deadlines *deadlines,
                                 sync_asked_to_stop stop, void *context);
void sync_transfer_free(sync_transfer *transfer);

/* From now on only this key is spoken to, and this token (NULL: none) is shown. Errors: NO_MEMORY,
 * SYNC_UNREACHABLE. */
board_error sync_transfer_pin(sync_transfer *transfer, const uint8_t pin[SYNC_PIN_BYTES],
                              const char *token, store_problem *problem);

/* The pin of whoever answers at the address, without any other check: what to prove a code for. */
board_error sync_transfer_look(sync_transfer *transfer, uint8_t pin[SYNC_PIN_BYTES],
                               store_problem *problem);

/* The body belongs to the transfer and lasts until its next request. */
typedef struct sync_reply {
    const char *body;
    size_t length;
    long status;
} sync_reply;

/*
 * POST of a JSON text, or GET if `text` is NULL. BOARD_OK: some answer came, whatever it says.
 * Errors: SYNC_UNREACHABLE (detail: libcurl's words), SYNC_PIN, NO_MEMORY. Nothing is sent to a
 * server of another key, nor without a pin.
 */
board_error sync_transfer_request(sync_transfer *transfer, const char *path, const char *text,
                                  sync_reply *reply, store_problem *problem);

#endif
