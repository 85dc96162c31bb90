/* office/intake.c: taking devices' entries, and giving them the office's. */
#include "office/intake.h"

#include <stdio.h>
#include <string.h>

#include "store/problem.h"

/* How far two chains go: the device's, and our own. */
typedef struct heads {
    const char *device;
    uint64_t sequence;
    uint64_t own;
} heads;

static bool look_at(void *context, const store_device_state *device)
{
    heads *found = context;

    if (device->own)
        found->own = device->sequence;
    if (strcmp(device->device, found->device) == 0)
        found->sequence = device->sequence;
    return true;
}

static board_error read_heads(store_journal *journal, const char *device, heads *found,
                              store_problem *problem)
{
    *found = (heads){.device = device};
    return store_visit_devices(journal, look_at, found, problem);
}

static void refuse(sync_answer *answer, board_error error, const store_problem *problem)
{
    answer->refused = true;
    answer->stored = 0;
    answer->error = sync_error_of_code(sync_code_of(error));
    answer->at = problem->sequence;
    snprintf(answer->reason, sizeof answer->reason, "%s",
             answer->error == BOARD_ERROR_SYNC_OFFICE ? "" : problem->detail);
}

/* Every entry must be of the device that sends it. */
static board_error check_owner(const sync_batch *batch, const char *device, store_problem *problem)
{
    if (strcmp(batch->device, device) != 0)
        return store_fail(problem, BOARD_ERROR_SYNC_FOREIGN, NULL);
    for (size_t i = 0; i < batch->count; i++) {
        if (strcmp(batch->entries[i].device, device) != 0)
            return store_fail_entry(problem, BOARD_ERROR_SYNC_FOREIGN, &batch->entries[i], NULL);
    }
    return BOARD_OK;
}

board_error office_accept(store_journal *journal, const char *device, const char *text,
                          size_t length, sync_answer *answer, store_problem *problem)
{
    sync_batch batch;
    heads found;
    size_t stored = 0;
    board_error error = sync_batch_read(text, length, &batch, problem);

    *answer = (sync_answer){.refused = false};
    if (error == BOARD_OK)
        error = check_owner(&batch, device, problem);
    if (error == BOARD_OK)
        error = store_append_batch(journal, batch.entries, batch.count, &stored, problem);
    sync_batch_free(&batch);
    answer->stored = stored;
    if (error != BOARD_OK)
        refuse(answer, error, problem);
    bool trouble = answer->refused && answer->error == BOARD_ERROR_SYNC_OFFICE;
    store_problem other;
    if (!trouble && read_heads(journal, device, &found, &other) == BOARD_OK) {
        answer->sequence = found.sequence;
        return BOARD_OK;
    }
    /* How far the device is cannot be said: it will ask again. */
    if (!trouble) {
        *problem = other;
        refuse(answer, BOARD_ERROR_SYNC_OFFICE, &other);
    }
    return problem->error;
}

board_error office_news(store_journal *journal, const char *device, uint64_t after, char **text,
                        store_problem *problem)
{
    store_entry entries[OFFICE_NEWS_ENTRIES];
    sync_news news = {.batch = {.entries = entries}};
    heads found;
    size_t bytes = 0;
    board_error error = read_heads(journal, device, &found, problem);

    *text = NULL;
    snprintf(news.batch.device, sizeof news.batch.device, "%s", store_device(journal));
    while (error == BOARD_OK && after < found.own && news.batch.count < OFFICE_NEWS_ENTRIES &&
           bytes < SYNC_BATCH_AIM) {
        error = store_get_sequence(journal, news.batch.device, ++after, &entries[news.batch.count],
                                   problem);
        if (error == BOARD_OK)
            bytes += strlen(entries[news.batch.count++].payload);
    }
    if (error == BOARD_OK) {
        news.last = found.own;
        news.sequence = found.sequence;
        *text = sync_news_write(&news);
        if (*text == NULL)
            error = store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    }
    for (size_t i = 0; i < news.batch.count; i++)
        store_entry_free(&entries[i]);
    return error;
}
