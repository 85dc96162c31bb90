/*
 * sync/exchange.h: the steps of talking to the office: what the journal has to send, sending a
 * batch, fetching what the office wrote. No thread and no waiting but for the one transfer.
 */
#ifndef QILI_SYNC_EXCHANGE_H
#define QILI_SYNC_EXCHANGE_H

#include "sync/outbox.h"
#include "sync/transfer.h"

typedef struct sync_exchange {
    store_journal *journal; /* NULL: not open */
    sync_settings settings;
    sync_transfer *transfer;
    sync_outbox outbox;
    sync_progress kept; /* as last written beside the journal */
    uint64_t received;  /* entries of the office and of other devices that were new */
    bool answered;      /* the last request got an answer of the office, be it a refusal */
    bool more;          /* the office has more than it sent */
} sync_exchange;

/* The device's last entry. */
board_error sync_look_at_journal(sync_exchange *exchange, store_problem *problem);

/* The next batch as a request, the caller's to free, and its last entry's sequence; NULL: see the
 * problem. */
char *sync_batch_next(sync_exchange *exchange, uint64_t *up_to, store_problem *problem);

/* Sends it (NULL: what made it fail is in the problem) and takes the answer. An answer that refuses
 * is BOARD_OK: the outbox has it. */
board_error sync_send(sync_exchange *exchange, const char *text, int64_t now_ms,
                      store_problem *problem);

/* Fetches and stores what came to the office after what was seen of it; of one answer all or
 * nothing. */
board_error sync_fetch(sync_exchange *exchange, int64_t now_ms, store_problem *problem);

/* Takes what the office answered to that: checks every entry by the key of the device that wrote it
 * and its place in that device's chain, then stores all of them, or nothing. */
board_error sync_take_news(sync_exchange *exchange, const char *text, size_t length, int64_t now_ms,
                           store_problem *problem);

/* Writes the progress if it has changed. */
void sync_progress_keep(sync_exchange *exchange, const char *journal_path);

#endif
