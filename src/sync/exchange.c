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
    PATH_BYTES = 96,
    STATUS_OK = 200
};

/* The journal. */

typedef struct device_search {
    const char *device; /* NULL: our own */
    uint64_t sequence;
} device_search;

static bool look_at_device(void *context, const store_device_state *device)
{
    device_search *search = context;

    if (search->device == NULL ? device->own : strcmp(device->device, search->device) == 0)
        search->sequence = device->sequence;
    return true;
}

board_error sync_look_at_journal(sync_exchange *exchange, store_problem *problem)
{
    device_search own = {.device = NULL};
    board_error error = store_visit_devices(exchange->journal, look_at_device, &own, problem);

    exchange->answered = false;
    exchange->outbox.last = own.sequence;
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

static board_error store_news(sync_exchange *exchange, const char *office, sync_news *news,
                              store_problem *problem)
{
    size_t stored = 0;

    if (strcmp(news->batch.device, office) != 0)
        return store_fail(problem, BOARD_ERROR_SYNC_ANSWER, NULL);
    for (size_t i = 0; i < news->batch.count; i++) {
        if (strcmp(news->batch.entries[i].device, office) != 0)
            return store_fail(problem, BOARD_ERROR_SYNC_FOREIGN, NULL);
    }
    board_error error = store_append_batch(exchange->journal, news->batch.entries,
                                           news->batch.count, &stored, problem);
    exchange->received += stored;
    return error;
}

static board_error take_news(sync_exchange *exchange, const char *office, const sync_reply *reply,
                             int64_t now_ms, store_problem *problem)
{
    sync_news news;
    board_error error = sync_news_read(reply->body, reply->length, &news, problem);

    if (error == BOARD_OK) {
        const sync_answer answer = {.sequence = news.sequence};
        exchange->answered = true;
        sync_outbox_answered(&exchange->outbox, &answer, now_ms, 0);
        error = store_news(exchange, office, &news, problem);
        exchange->more = error == BOARD_OK && news.batch.count > 0 &&
                         news.batch.entries[news.batch.count - 1].sequence < news.last;
    }
    sync_news_free(&news);
    return error;
}

board_error sync_fetch(sync_exchange *exchange, int64_t now_ms, store_problem *problem)
{
    char office[STORE_DEVICE_BYTES];
    char path[PATH_BYTES];
    sync_reply reply;

    exchange->answered = false;
    exchange->more = false;
    store_device_name(exchange->settings.office, office);
    device_search search = {.device = office};
    board_error error = store_visit_devices(exchange->journal, look_at_device, &search, problem);
    if (error != BOARD_OK)
        return error;
    snprintf(path, sizeof path, SYNC_PATH "/news?after=%" PRIu64, search.sequence);
    error = sync_transfer_request(exchange->transfer, path, NULL, &reply, problem);
    if (error != BOARD_OK)
        return error;
    return reply.status == STATUS_OK ? take_news(exchange, office, &reply, now_ms, problem)
                                     : take_answer(exchange, &reply, now_ms, problem);
}

void sync_progress_keep(sync_exchange *exchange, const char *journal_path)
{
    const sync_progress *progress = &exchange->outbox.progress;
    const sync_progress *kept = &exchange->kept;

    /* The time of the last contact alone is worth a write only now and then. */
    if (progress->confirmed == kept->confirmed && progress->refused == kept->refused &&
        progress->why == kept->why && progress->contact_ms - kept->contact_ms < 60 * 1000 &&
        progress->contact_ms >= kept->contact_ms)
        return;
    sync_progress_save(journal_path, progress);
    exchange->kept = *progress;
}
