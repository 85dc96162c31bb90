/* office/intake.c: taking devices' entries, and giving each those of all others. */
#include "office/intake.h"

#include <stdio.h>
#include <string.h>

#include "store/entry.h"
#include "store/problem.h"

/* How far a device's chain goes. */
typedef struct head {
    const char *device;
    uint64_t sequence;
} head;

static bool look_at(void *context, const store_device_state *device)
{
    head *found = context;

    if (strcmp(device->device, found->device) == 0)
        found->sequence = device->sequence;
    return true;
}

static board_error read_head(store_journal *journal, const char *device, head *found,
                             store_problem *problem)
{
    *found = (head){.device = device};
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
    head found;
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
    if (!trouble && read_head(journal, device, &found, &other) == BOARD_OK) {
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

/* News: what came to the office after a place in its journal. */

enum { LOOKED_AT_MAX = 4096 }; /* entries that one request looks at: most may be the asker's own */

typedef struct news_visit {
    const char *asker;
    sync_news *news;
    size_t bytes;
    size_t looked_at;
    bool failed; /* out of memory */
} news_visit;

static bool take_for_news(void *context, const store_entry *entry)
{
    news_visit *visit = context;
    sync_batch *batch = &visit->news->batch;

    if (strcmp(entry->device, visit->asker) != 0) {
        if (!store_entry_copy(entry, &batch->entries[batch->count])) {
            visit->failed = true;
            return false;
        }
        visit->bytes += strlen(batch->entries[batch->count++].payload);
    }
    visit->news->up_to.number = entry->number;
    memcpy(visit->news->up_to.id, entry->id, sizeof entry->id);
    return batch->count < OFFICE_NEWS_ENTRIES && visit->bytes < SYNC_BATCH_AIM &&
           ++visit->looked_at < LOOKED_AT_MAX;
}

static bool is_author(const sync_batch *batch, const char *device)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (strcmp(batch->entries[i].device, device) == 0)
            return true;
    }
    return false;
}

/* The asker knows the office's own key from its enrolment. */
static bool take_key(void *context, const store_device_state *device)
{
    sync_news *news = context;

    if (!device->own && is_author(&news->batch, device->device))
        memcpy(news->keys[news->key_count++], device->key, STORE_KEY_BYTES);
    return true;
}

/* Is it still the entry that the asker saw there? Else this journal was restored from a copy, or
 * the place is of another one, and the asker gets everything. */
static void check_place(store_journal *journal, sync_place *place)
{
    store_entry entry;

    if (place->number == 0)
        return;
    const bool there = store_get_number(journal, place->number, &entry, NULL) == BOARD_OK;
    if (!there || strcmp(entry.id, place->id) != 0)
        *place = (sync_place){.number = 0};
    if (there)
        store_entry_free(&entry);
}

static board_error gather(store_journal *journal, news_visit *visit, store_problem *problem)
{
    sync_news *news = visit->news;

    check_place(journal, &news->up_to);
    const store_filter filter = {.after = news->up_to.number};
    board_error error = store_last_number(journal, &news->last, problem);
    if (error == BOARD_OK && news->up_to.number < news->last)
        error = store_visit(journal, &filter, take_for_news, visit, problem);
    if (error == BOARD_OK && visit->failed)
        error = store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    if (error == BOARD_OK && news->batch.count > 0)
        error = store_visit_devices(journal, take_key, news, problem);
    return error;
}

board_error office_news(store_journal *journal, const char *device, const sync_place *after,
                        char **text, store_problem *problem)
{
    store_entry entries[OFFICE_NEWS_ENTRIES];
    uint8_t keys[OFFICE_NEWS_ENTRIES][STORE_KEY_BYTES];
    sync_news news = {.batch = {.entries = entries}, .keys = keys, .up_to = *after};
    news_visit visit = {.asker = device, .news = &news};
    head found;
    board_error error = read_head(journal, device, &found, problem);

    *text = NULL;
    snprintf(news.batch.device, sizeof news.batch.device, "%s", store_device(journal));
    if (error == BOARD_OK)
        error = gather(journal, &visit, problem);
    if (error == BOARD_OK) {
        news.sequence = found.sequence;
        *text = sync_news_write(&news);
        if (*text == NULL)
            error = store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    }
    for (size_t i = 0; i < news.batch.count; i++)
        store_entry_free(&entries[i]);
    return error;
}
