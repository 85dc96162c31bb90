/*
 * tests/test_sync_news.c: what a device does with what others wrote: each entry is checked by its
 * author's key and chain, stored once, and of an answer with anything wrong in it nothing is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/entry.h"
#include "support/scratch.h"
#include "sync/exchange.h"

enum { OTHERS = 4, OFFICES = 2, ALL = OTHERS + OFFICES };

/* The device that asks, the office, another device; what the last two wrote. */
typedef struct fixture {
    char folder[SCRATCH_PATH_BYTES];
    store_journal *journal;
    store_journal *office;
    store_journal *other;
    store_entry entries[ALL]; /* of the other device, then of the office */
    uint8_t keys[1][STORE_KEY_BYTES];
    sync_exchange exchange;
    sync_news news;
} fixture;

static store_journal *open_in(const fixture *test, const char *name)
{
    char path[SCRATCH_PATH_BYTES];

    return scratch_open(scratch_path(test->folder, name, path), NULL);
}

static int set_up(void **state)
{
    fixture *test = calloc(1, sizeof *test);

    if (test == NULL)
        return -1;
    scratch_make(test->folder);
    test->journal = open_in(test, "device.db");
    test->office = open_in(test, "office.db");
    test->other = open_in(test, "other.db");
    for (unsigned i = 0; i < ALL; i++) {
        store_entry entry = scratch_append(i < OTHERS ? test->other : test->office,
                                           i < OTHERS ? "foul" : "note", i);
        assert_true(store_entry_copy(&entry, &test->entries[i]));
    }
    /* As after an enrolment. */
    assert_int_equal(store_register(test->journal, store_public_key(test->office), NULL, NULL),
                     BOARD_OK);
    memcpy(test->exchange.settings.office, store_public_key(test->office), STORE_KEY_BYTES);
    memcpy(test->keys[0], store_public_key(test->other), STORE_KEY_BYTES);
    test->exchange.journal = test->journal;
    test->news = (sync_news){.batch = {.entries = test->entries, .count = ALL},
                             .keys = test->keys,
                             .key_count = 1,
                             .up_to = {.number = 20},
                             .last = 20};
    memcpy(test->news.batch.device, store_device(test->office), STORE_DEVICE_BYTES);
    memcpy(test->news.up_to.id, test->entries[ALL - 1].id, STORE_ID_BYTES);
    *state = test;
    return 0;
}

static int tear_down(void **state)
{
    fixture *test = *state;

    for (unsigned i = 0; i < ALL; i++)
        store_entry_free(&test->entries[i]);
    store_close(test->journal);
    store_close(test->office);
    store_close(test->other);
    scratch_remove(test->folder);
    free(test);
    return 0;
}

static board_error take_text(fixture *test, const char *text)
{
    return sync_take_news(&test->exchange, text, strlen(text), 0, &(store_problem){.number = 0});
}

static board_error take(fixture *test)
{
    char *text = sync_news_write(&test->news);
    assert_non_null(text);
    board_error error = take_text(test, text);

    free(text);
    return error;
}

static uint64_t stored(fixture *test)
{
    uint64_t count = 0;

    assert_int_equal(store_count(test->journal, NULL, &count, NULL), BOARD_OK);
    return count;
}

static void news_are_stored_once(void **state)
{
    fixture *test = *state;
    const sync_place *seen = &test->exchange.outbox.progress.seen;

    for (int i = 0; i < 3; i++) { /* as after a reply that was lost, or a place that was */
        assert_int_equal(take(test), BOARD_OK);
        assert_int_equal(stored(test), ALL);
        assert_int_equal(test->exchange.received, ALL);
        assert_int_equal(seen->number, 20);
        assert_string_equal(seen->id, test->entries[ALL - 1].id);
    }
    char path[SCRATCH_PATH_BYTES];
    assert_int_equal(scratch_verify(scratch_path(test->folder, "device.db", path), NULL, NULL), 0);
}

/* Every way in which an entry can be wrong: nothing of the answer is stored, the place stays. */
/* Transactions that the device's journal has taken since it was made: each one's last frame in
 * SQLite's log says so. */
static size_t transactions(const fixture *test)
{
    enum { LOG_HEADER = 32, FRAME_HEADER = 24, PAGE = 4096 };
    char path[SCRATCH_PATH_BYTES];
    size_t length = 0;
    size_t count = 0;
    unsigned char *log = scratch_load(scratch_path(test->folder, "device.db-wal", path), &length);

    for (size_t at = LOG_HEADER; at + FRAME_HEADER + PAGE <= length; at += FRAME_HEADER + PAGE)
        count += (log[at + 4] | log[at + 5] | log[at + 6] | log[at + 7]) != 0;
    free(log);
    return count;
}

/* Each transaction waits for the disk: one for an answer, however many entries it has. */
static void an_answer_is_one_transaction(void **state)
{
    fixture *test = *state;
    assert_int_equal(store_register(test->journal, test->keys[0], NULL, NULL), BOARD_OK);
    const size_t before = transactions(test);

    assert_true(before > 0);
    assert_int_equal(take(test), BOARD_OK);
    assert_int_equal(stored(test), ALL);
    assert_int_equal(transactions(test), before + 1);
    assert_int_equal(take(test), BOARD_OK); /* nothing new: nothing to wait for */
    assert_int_equal(transactions(test), before + 1);
}

static void wrong_entries_are_refused_whole(void **state)
{
    fixture *test = *state;
    store_journal *stranger = open_in(test, "stranger.db");
    store_entry written = scratch_append(stranger, "foul", 9);
    store_entry *third = &test->entries[2];
    const store_entry kept = *third;

    third->signature[5] ^= 1;
    assert_int_equal(take(test), BOARD_ERROR_STORE_SIGNATURE);
    *third = kept;
    third->hash[5] ^= 1;
    assert_int_equal(take(test), BOARD_ERROR_STORE_HASH);
    *third = kept;
    third->payload = "{\"n\":7}"; /* other words under the same signature */
    assert_int_equal(take(test), BOARD_ERROR_STORE_HASH);
    *third = kept;
    third->arbiter = "chief";
    assert_int_equal(take(test), BOARD_ERROR_STORE_HASH);
    *third = kept;
    memcpy(third->device, store_device(test->office),
           sizeof third->device); /* as if the office's */
    assert_int_not_equal(take(test), BOARD_OK);
    *third = written; /* of a device that the office did not name */
    assert_int_equal(take(test), BOARD_ERROR_STORE_DEVICE_UNKNOWN);
    *third = kept;
    assert_int_equal(stored(test), 0);
    assert_int_equal(test->exchange.outbox.progress.seen.number, 0);
    assert_int_equal(take(test), BOARD_OK);
    assert_int_equal(stored(test), ALL);
    store_close(stranger);
}

/* Another history of the same device. */
static void forks_are_refused(void **state)
{
    fixture *test = *state;
    char path[SCRATCH_PATH_BYTES];
    char copy[SCRATCH_PATH_BYTES];

    assert_int_equal(take(test), BOARD_OK);
    /* The other device forgets its journal but keeps its key. */
    scratch_path(test->folder, "other.db.key", path);
    scratch_copy(path, scratch_path(test->folder, "again.db.key", copy), 0600);
    store_journal *again = open_in(test, "again.db");
    assert_string_equal(store_device(again), store_device(test->other));
    store_entry entry = scratch_append(again, "foul", 77);
    const store_entry kept = test->entries[0];
    test->entries[0] = entry;
    test->news.batch.count = 1;
    assert_int_equal(take(test), BOARD_ERROR_STORE_FORK);
    assert_int_equal(stored(test), ALL);
    test->entries[0] = kept;
    store_close(again);
}

/* This device's journal was restored from a copy, its place in the office's was not: it asks for
 * everything anew. */
static void after_a_gap_everything_is_asked_for(void **state)
{
    fixture *test = *state;
    sync_place *seen = &test->exchange.outbox.progress.seen;

    *seen = test->news.up_to;
    test->news.batch.entries = test->entries + 1;
    test->news.batch.count = ALL - 1;
    assert_int_equal(take(test), BOARD_ERROR_STORE_GAP);
    assert_int_equal(stored(test), 0);
    assert_int_equal(seen->number, 0);
    assert_string_equal(seen->id, "");
    test->news.batch.entries = test->entries;
    test->news.batch.count = ALL;
    assert_int_equal(take(test), BOARD_OK);
    assert_int_equal(stored(test), ALL);
}

static void news_of_another_office_are_refused(void **state)
{
    fixture *test = *state;

    memcpy(test->news.batch.device, store_device(test->other), STORE_DEVICE_BYTES);
    assert_int_equal(take(test), BOARD_ERROR_SYNC_ANSWER);
    assert_int_equal(stored(test), 0);
}

static void own_entries_coming_back_do_no_harm(void **state)
{
    fixture *test = *state;
    store_entry own = scratch_append(test->journal, "foul", 1);
    const store_entry kept = test->entries[0];
    store_entry copy;

    assert_true(store_entry_copy(&own, &copy));
    test->entries[0] = copy;
    test->news.batch.count = 1;
    assert_int_equal(take(test), BOARD_OK);
    assert_int_equal(stored(test), 1);
    assert_int_equal(test->exchange.received, 0);
    test->entries[0] = kept;
    store_entry_free(&copy);
}

/* The text with the first `from` replaced by `to`, of the same fixture's news. */
static board_error take_changed(fixture *test, const char *from, const char *to)
{
    char *text = sync_news_write(&test->news);
    assert_non_null(text);
    const char *at = strstr(text, from);
    assert_non_null(at);
    size_t size = strlen(text) + strlen(to) + 1;
    char *made = malloc(size);
    assert_non_null(made);
    snprintf(made, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    board_error error = take_text(test, made);
    free(made);
    free(text);
    return error;
}

static void what_is_no_news_is_refused(void **state)
{
    static const struct {
        const char *from;
        const char *to;
        board_error error;
    } cases[] = {
        {"\"version\":2", "\"version\":1", BOARD_ERROR_SYNC_VERSION},
        {"\"version\":2", "\"version\":2,\"more\":0", BOARD_ERROR_SYNC_ANSWER},
        {"\"number\":20", "\"number\":-1", BOARD_ERROR_SYNC_ANSWER},
        {"\"number\":20", "\"number\":0", BOARD_ERROR_SYNC_ANSWER}, /* with an id */
        {"\"number\":20", "\"number\":2.5", BOARD_ERROR_SYNC_ANSWER},
        {"\"last\":20", "\"last\":-20", BOARD_ERROR_SYNC_ANSWER},
        {"\"id\":\"", "\"id\":\"0", BOARD_ERROR_SYNC_ANSWER}, /* too long */
        {"\"keys\":[\"", "\"keys\":[\"g", BOARD_ERROR_SYNC_ANSWER},
        {"\"keys\":[", "\"keys\":[7,", BOARD_ERROR_SYNC_ANSWER},
        {"\"keys\":[", "\"keys\":{},\"entries\":[],\"x\":[", BOARD_ERROR_SYNC_ANSWER},
        {"\"entries\":[", "\"entries\":[[],", BOARD_ERROR_STORE_ENTRY_JSON},
    };
    fixture *test = *state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(take_changed(test, cases[i].from, cases[i].to), cases[i].error);
    assert_int_equal(take_text(test, ""), BOARD_ERROR_SYNC_ANSWER);
    assert_int_equal(take_text(test, "<html>Sign in</html>"), BOARD_ERROR_SYNC_ANSWER);
    assert_int_equal(stored(test), 0);
}

/* As many keys and entries as there may be, and one more. */
static void limits_hold(void **state)
{
    fixture *test = *state;
    const size_t most = SYNC_BATCH_ENTRIES;
    uint8_t(*keys)[STORE_KEY_BYTES] = calloc(most + 1, sizeof *keys);

    assert_non_null(keys);
    for (size_t i = 0; i <= most; i++)
        memcpy(keys[i], test->keys[0], STORE_KEY_BYTES);
    test->news.keys = keys;
    test->news.key_count = most + 1;
    assert_int_equal(take(test), BOARD_ERROR_SYNC_TOO_LARGE);
    assert_int_equal(stored(test), 0);
    test->news.key_count = most;
    assert_int_equal(take(test), BOARD_OK);
    assert_int_equal(stored(test), ALL);
    free(keys);
}

int main(void)
{
#define NEWS_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        NEWS_TEST(news_are_stored_once),
        NEWS_TEST(an_answer_is_one_transaction),
        NEWS_TEST(wrong_entries_are_refused_whole),
        NEWS_TEST(forks_are_refused),
        NEWS_TEST(after_a_gap_everything_is_asked_for),
        NEWS_TEST(news_of_another_office_are_refused),
        NEWS_TEST(own_entries_coming_back_do_no_harm),
        NEWS_TEST(what_is_no_news_is_refused),
        NEWS_TEST(limits_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
