/* sync/exchange.c: the steps of talking to the office. */
#include "sync/exchange.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/problem.h"

enum {
    ENTRY_BYTES = 768, /* of JSON around a payload, about */
    PATH_BYTES = 128,
    STATUS_OK = 200
};

/* The journal. */

static bool look_for_own(void *context, const store_device_state *device)
{
    uint64_t *sequence = context;

    if (device->own)
        *sequence = device->sequence;
    return !device->own;
}

board_error sync_look_at_journal(sync_exchange *exchange, store_problem *problem)
{
    uint64_t own = 0;
    board_error error = store_visit_devices(exchange->journal, look_for_own, &own, problem);

    exchange->answered = false;
    exchange->outbox.last = own;
    return error;
}

/* Sending. */

char *sync_batch_next(sync_exchange *exchange, uint64_t *up_to, store_problem *problem)
{
    store_entry entries[SYNC_BATCH_ENTRIES];
    sync_batch batch = {.entries = entries};
    uint64_t sequence = exchange->outbox.progress.confirmed;
    size_t bytes = 0;
    board_error error = BOARD_OK;

    memcpy(batch.device, store_device(exchange->journal), sizeof batch.device);
    while (error == BOARD_OK && sequence < exchange->outbox.last &&
           batch.count < SYNC_BATCH_ENTRIES && bytes < SYNC_BATCH_AIM) {
        error = store_get_sequence(exchange->journal, batch.device, ++sequence,
                                   &entries[batch.count], problem);
        if (error == BOARD_OK)
            bytes += ENTRY_BYTES + strlen(entries[batch.count++].payload);
    }
    char *text = error == BOARD_OK ? sync_batch_write(&batch) : NULL;
    if (error == BOARD_OK && text == NULL)
        store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    for (size_t i = 0; i < batch.count; i++)
        store_entry_free(&entries[i]);
    *up_to = sequence;
    return text;
}

/* Takes an answer; what is none is an error. */
static board_error take_answer(sync_exchange *exchange, const sync_reply *reply, int64_t now_ms,
                               store_problem *problem)
{
    sync_answer answer;
    board_error error = sync_answer_read(reply->body, reply->length, &answer);

    if (error == BOARD_OK && answer.refused == (reply->status == STATUS_OK))
        error = BOARD_ERROR_SYNC_ANSWER;
    if (error != BOARD_OK)
        return store_fail(problem, error, NULL);
    exchange->answered = true;
    sync_outbox_answered(&exchange->outbox, &answer, now_ms, randombytes_random());
    return BOARD_OK;
}

board_error sync_send(sync_exchange *exchange, const char *text, int64_t now_ms,
                      store_problem *problem)
{
    sync_reply reply;

    exchange->answered = false;
    if (text == NULL)
        return problem->error;
    board_error error =
        sync_transfer_request(exchange->transfer, SYNC_PATH "/entries", text, &reply, problem);
    return error == BOARD_OK ? take_answer(exchange, &reply, now_ms, problem) : error;
}

/* Fetching. */

/* Each entry stands by the signature and the chain of the device that wrote it; the office only
 * says which devices there are. */
static board_error store_news(sync_exchange *exchange, const char *office, sync_news *news,
                              store_problem *problem)
{
    sync_place *seen = &exchange->outbox.progress.seen;
    board_error error = BOARD_OK;
    size_t stored = 0;

    if (strcmp(news->batch.device, office) != 0)
        return store_fail(problem, BOARD_ERROR_SYNC_ANSWER, NULL);
    for (size_t i = 0; i < news->key_count && error == BOARD_OK; i++)
        error = store_register(exchange->journal, news->keys[i], NULL, problem);
    if (error == BOARD_OK)
        error = store_append_batch(exchange->journal, news->batch.entries, news->batch.count,
                                   &stored, problem);
    exchange->received += stored;
    if (error == BOARD_OK)
        *seen = news->up_to;
    else if (error == BOARD_ERROR_STORE_GAP)
        *seen = (sync_place){.number = 0}; /* this journal is older than we thought: all anew */
    return error;
}

board_error sync_take_news(sync_exchange *exchange, const char *text, size_t length, int64_t now_ms,
                           store_problem *problem)
{
    char office[STORE_DEVICE_BYTES];
    sync_news news;
    board_error error = sync_news_read(text, length, &news, problem);

    if (error == BOARD_OK) {
        const sync_answer answer = {.sequence = news.sequence};
        exchange->answered = true;
        sync_outbox_answered(&exchange->outbox, &answer, now_ms, 0);
        store_device_name(exchange->settings.office, office);
        error = store_news(exchange, office, &news, problem);
        exchange->more = error == BOARD_OK && news.up_to.number < news.last;
    }
    sync_news_free(&news);
    return error;
}

board_error sync_fetch(sync_exchange *exchange, int64_t now_ms, store_problem *problem)
{
    const sync_place *seen = &exchange->outbox.progress.seen;
    char path[PATH_BYTES];
    sync_reply reply;

    exchange->answered = false;
    exchange->more = false;
    snprintf(path, sizeof path, SYNC_PATH "/news?after=%" PRIu64 "&id=%s", seen->number, seen->id);
    board_error error = sync_transfer_request(exchange->transfer, path, NULL, &reply, problem);
    if (error != BOARD_OK)
        return error;
    return reply.status == STATUS_OK
               ? sync_take_news(exchange, reply.body, reply.length, now_ms, problem)
               : take_answer(exchange, &reply, now_ms, problem);
}

void sync_progress_keep(sync_exchange *exchange, const char *journal_path)
{
    const sync_progress *progress = &exchange->outbox.progress;
    const sync_progress *kept = &exchange->kept;

    /* The time of the last contact alone is worth a write only now and then. */
    if (progress->confirmed == kept->confirmed && progress->refused == kept->refused &&
        progress->why == kept->why && progress->seen.number == kept->seen.number &&
        progress->contact_ms - kept->contact_ms < 60 * 1000 &&
        progress->contact_ms >= kept->contact_ms)
        return;
    sync_progress_save(journal_path, progress);
    exchange->kept = *progress;
}
