/* tests/test_store.c: the journal: writing, reading, other devices, snapshots, export. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "store/entry.h"
#include "support/scratch.h"

/* A folder with a journal in it. */
typedef struct fixture {
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    int64_t now; /* what the clock says */
    store_options options;
    store_journal *journal;
} fixture;

static int64_t told_time(void *context)
{
    return *(const int64_t *)context;
}

static int set_up(void **state)
{
    fixture *test = calloc(1, sizeof *test);

    if (test == NULL)
        return -1;
    scratch_make(test->folder);
    scratch_path(test->folder, "journal.db", test->path);
    test->now = 1700000000000;
    test->options = (store_options){.clock = told_time, .clock_context = &test->now};
    test->journal = scratch_open(test->path, &test->options);
    *state = test;
    return 0;
}

static int tear_down(void **state)
{
    fixture *test = *state;

    store_close(test->journal);
    scratch_remove(test->folder);
    free(test);
    return 0;
}

static void reopen(fixture *test)
{
    store_close(test->journal);
    test->journal = scratch_open(test->path, &test->options);
}

static board_error append(fixture *test, const char *type, const char *payload, store_entry *entry)
{
    store_draft draft = {.type = type, .payload = payload};

    return store_append(test->journal, &draft, entry, NULL);
}

static uint64_t count(fixture *test, const store_filter *filter)
{
    uint64_t number = 0;

    assert_int_equal(store_count(test->journal, filter, &number, NULL), BOARD_OK);
    return number;
}

/* Writing. */

static void entries_follow_each_other(void **state)
{
    fixture *test = *state;
    store_entry entry;
    uint8_t before[STORE_HASH_BYTES] = {0};

    for (unsigned i = 1; i <= 5; i++) {
        entry = scratch_append(test->journal, "foul", i);
        assert_int_equal(entry.number, i);
        assert_int_equal(entry.sequence, i);
        assert_int_equal(entry.time_ms, test->now);
        assert_string_equal(entry.device, store_device(test->journal));
        assert_memory_equal(entry.previous, before, sizeof before);
        assert_int_equal(store_entry_check(&entry, store_public_key(test->journal)), BOARD_OK);
        memcpy(before, entry.hash, sizeof before);
        if (i == 3)
            reopen(test);
    }
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

static void payload_is_stored_compact_and_in_order(void **state)
{
    fixture *test = *state;
    store_entry entry;

    assert_int_equal(append(test, "note", " { \"b\" : 1.50, \"a\": [ \"着\", null ] } ", &entry),
                     BOARD_OK);
    assert_string_equal(entry.payload, "{\"a\":[\"着\",null],\"b\":1.5}");
}

static void bad_drafts_store_nothing(void **state)
{
    static const struct {
        const char *type;
        const char *payload;
        board_error error;
    } cases[] = {
        {NULL, "{}", BOARD_ERROR_STORE_TYPE},
        {"", "{}", BOARD_ERROR_STORE_TYPE},
        {"Foul", "{}", BOARD_ERROR_STORE_TYPE},
        {"foul ", "{}", BOARD_ERROR_STORE_TYPE},
        {"foul", NULL, BOARD_ERROR_STORE_PAYLOAD},
        {"foul", "", BOARD_ERROR_STORE_PAYLOAD},
        {"foul", "[]", BOARD_ERROR_STORE_PAYLOAD},
        {"foul", "{} {}", BOARD_ERROR_STORE_PAYLOAD},
        {"foul", "{\"a\":1,\"a\":2}", BOARD_ERROR_STORE_PAYLOAD},
        {"foul", "{\"a\":\"\xff\"}", BOARD_ERROR_STORE_PAYLOAD},
        {"foul", "{\"a\":\"\\u0000\"}", BOARD_ERROR_STORE_PAYLOAD},
        {"foul", "{\"a\":1", BOARD_ERROR_STORE_PAYLOAD},
    };
    fixture *test = *state;
    char type[STORE_TYPE_MAX + 2];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(append(test, cases[i].type, cases[i].payload, NULL), cases[i].error);
    memset(type, 'x', sizeof type);
    type[STORE_TYPE_MAX + 1] = '\0';
    assert_int_equal(append(test, type, "{}", NULL), BOARD_ERROR_STORE_TYPE);
    type[STORE_TYPE_MAX] = '\0';
    assert_int_equal(append(test, type, "{}", NULL), BOARD_OK);
    store_draft draft = {.type = "foul", .payload = "{}", .arbiter = "a\nb"};
    assert_int_equal(store_append(test->journal, &draft, NULL, NULL), BOARD_ERROR_STORE_ARBITER);
    draft.arbiter = "\xe8\xa3";
    assert_int_equal(store_append(test->journal, &draft, NULL, NULL), BOARD_ERROR_STORE_ARBITER);
    assert_int_equal(count(test, NULL), 1);
}

static void payload_at_the_limit_and_beyond(void **state)
{
    fixture *test = *state;
    char *payload = malloc(STORE_PAYLOAD_MAX + 2);
    store_entry entry;

    assert_non_null(payload);
    memset(payload, 'x', STORE_PAYLOAD_MAX + 1);
    memcpy(payload, "{\"a\":\"", 6);
    memcpy(payload + STORE_PAYLOAD_MAX - 1, "\"}", 3);
    assert_int_equal(append(test, "note", payload, NULL), BOARD_ERROR_STORE_PAYLOAD_MAX);
    memcpy(payload + STORE_PAYLOAD_MAX - 2, "\"}", 3);
    assert_int_equal(append(test, "note", payload, &entry), BOARD_OK);
    assert_string_equal(entry.payload, payload);
    free(payload);
}

static void correction_names_an_entry_that_is_there(void **state)
{
    fixture *test = *state;
    store_entry wrong = scratch_append(test->journal, "foul", 1);
    char id[STORE_ID_BYTES];
    store_entry entry;

    memcpy(id, wrong.id, sizeof id);
    store_draft draft = {.type = "foul.withdrawn", .payload = "{}", .corrects = id};
    assert_int_equal(store_append(test->journal, &draft, &entry, NULL), BOARD_OK);
    assert_string_equal(entry.corrects, id);
    id[35] = id[35] == '0' ? '1' : '0';
    assert_int_equal(store_append(test->journal, &draft, NULL, NULL), BOARD_ERROR_STORE_CORRECTS);
    draft.corrects = "7";
    assert_int_equal(store_append(test->journal, &draft, NULL, NULL), BOARD_ERROR_STORE_CORRECTS);
}

static void retry_with_the_same_id_stores_nothing_twice(void **state)
{
    fixture *test = *state;
    char id[STORE_ID_BYTES];
    store_entry first;
    store_entry second;
    store_problem problem;

    assert_int_equal(store_make_id(test->journal, id, NULL), BOARD_OK);
    store_draft draft = {.type = "foul", .payload = "{\"n\": 1}", .id = id};
    assert_int_equal(store_append(test->journal, &draft, &first, NULL), BOARD_OK);
    assert_int_equal(first.number, 1);
    assert_int_equal(store_append(test->journal, &draft, &second, NULL), BOARD_OK);
    assert_int_equal(second.number, 1);
    assert_string_equal(second.id, id);
    draft.payload = "{\"n\": 2}";
    assert_int_equal(store_append(test->journal, &draft, &second, &problem),
                     BOARD_ERROR_STORE_ID_TAKEN);
    assert_int_equal(problem.number, 1);
    draft.id = "no id";
    assert_int_equal(store_append(test->journal, &draft, NULL, NULL), BOARD_ERROR_STORE_ID);
    assert_int_equal(count(test, NULL), 1);
    scratch_append(test->journal, "foul", 3); /* nothing is left locked */
}

/* Ids and clocks. */

static void ids_grow_while_the_clock_steps_back(void **state)
{
    static const int64_t steps[] = {0, 1, -1, 0, -3600000, 5, 86400000, -86400000, -1, 1000};
    fixture *test = *state;
    char last[STORE_ID_BYTES] = "";

    for (unsigned round = 0; round < 200; round++) {
        test->now += steps[round % 10];
        store_entry entry = scratch_append(test->journal, "foul", round);
        assert_true(strcmp(entry.id, last) > 0);
        assert_int_equal(entry.time_ms, test->now); /* the clock's own word, even so */
        memcpy(last, entry.id, sizeof last);
        if (round % 50 == 49)
            reopen(test);
    }
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

static void clock_before_1970_and_beyond_48_bits(void **state)
{
    static const int64_t times[] = {-5, 0, INT64_MAX, 1700000000000, INT64_MIN};
    fixture *test = *state;
    char last[STORE_ID_BYTES] = "";

    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        test->now = times[i];
        store_entry entry = scratch_append(test->journal, "foul", 1);
        assert_int_equal(entry.time_ms, times[i]);
        assert_true(strcmp(entry.id, last) > 0);
        memcpy(last, entry.id, sizeof last);
    }
    reopen(test);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

static void uuids_are_strictly_read(void **state)
{
    uint8_t uuid[STORE_UUID_BYTES] = {0};
    uint8_t before[STORE_UUID_BYTES];
    char text[STORE_ID_BYTES];

    (void)state;
    memset(uuid, 0xFF, sizeof uuid); /* no room to count up in this millisecond */
    memset(uuid, 0, 6);
    memcpy(before, uuid, sizeof uuid);
    store_uuid_next(uuid, 0);
    assert_true(memcmp(uuid, before, sizeof uuid) > 0);
    store_uuid_write(uuid, text);
    assert_true(store_uuid_read(text, before));
    assert_memory_equal(uuid, before, sizeof uuid);
    assert_false(store_uuid_read("", before));
    assert_false(store_uuid_read("0190a1b2-0000-7000-8000-00000000000", before));
    assert_false(store_uuid_read("0190a1b2-0000-7000-8000-0000000000000", before));
    assert_false(store_uuid_read("0190A1B2-0000-7000-8000-000000000000", before));
    assert_false(store_uuid_read("0190a1b2-0000-4000-8000-000000000000", before));
    assert_false(store_uuid_read("0190a1b2-0000-7000-c000-000000000000", before));
    assert_false(store_uuid_read("0190a1b2+0000-7000-8000-000000000000", before));
}

/* Reading. */

static bool add_number(void *context, const store_entry *entry)
{
    uint64_t *sum = context;

    *sum = *sum * 10 + entry->number;
    return true;
}

/* The numbers of the entries that pass, as digits. */
static uint64_t numbers(fixture *test, store_filter filter)
{
    uint64_t digits = 0;

    assert_int_equal(store_visit(test->journal, &filter, add_number, &digits, NULL), BOARD_OK);
    filter.newest_first = false;
    uint64_t many = 0;
    for (uint64_t left = digits; left > 0; left /= 10)
        many++;
    assert_int_equal(count(test, &filter), many);
    return digits;
}

static void filters_pass_what_they_say(void **state)
{
    fixture *test = *state;
    char device[STORE_DEVICE_BYTES];

    memcpy(device, store_device(test->journal), sizeof device);
    const char *types[] = {"foul", "foul.withdrawn", "foulx", "dispute.opened", "foul"};
    for (unsigned i = 0; i < 5; i++) {
        scratch_append(test->journal, types[i], i + 1);
        test->now += 1000;
    }
    store_draft draft = {
        .type = "note", .payload = "{\"text\":\"Cannon 长捉\"}", .arbiter = "Wang"};
    assert_int_equal(store_append(test->journal, &draft, NULL, NULL), BOARD_OK);
    int64_t start = test->now - 5000;

    assert_int_equal(numbers(test, (store_filter){.limit = 0}), 123456);
    assert_int_equal(numbers(test, (store_filter){.type = "foul"}), 15);
    assert_int_equal(numbers(test, (store_filter){.type = "foul."}), 2);
    assert_int_equal(numbers(test, (store_filter){.type = "no"}), 0);
    assert_int_equal(numbers(test, (store_filter){.device = device}), 123456);
    assert_int_equal(numbers(test, (store_filter){.device = "00000000000000000000000000000000"}),
                     0);
    assert_int_equal(numbers(test, (store_filter){.device = "x"}), 0);
    assert_int_equal(numbers(test, (store_filter){.arbiter = "Wang"}), 6);
    assert_int_equal(numbers(test, (store_filter){.text = "cannon"}), 6);
    assert_int_equal(numbers(test, (store_filter){.text = "长捉"}), 6);
    assert_int_equal(numbers(test, (store_filter){.text = "WITHDRAWN"}), 2);
    assert_int_equal(numbers(test, (store_filter){.text = "%"}), 0);
    assert_int_equal(numbers(test, (store_filter){.after = 4}), 56);
    assert_int_equal(numbers(test, (store_filter){.from_set = true, .from_ms = start + 1000}),
                     23456);
    assert_int_equal(numbers(test, (store_filter){.until_set = true, .until_ms = start + 1000}), 1);
    assert_int_equal(numbers(test, (store_filter){.newest_first = true, .limit = 2}), 65);
    assert_int_equal(numbers(test, (store_filter){.type = "foul", .after = 1, .limit = 9}), 5);
}

static bool stop_at_two(void *context, const store_entry *entry)
{
    unsigned *seen = context;

    (void)entry;
    return ++*seen < 2;
}

static void visits_can_be_ended(void **state)
{
    fixture *test = *state;
    unsigned seen = 0;

    for (unsigned i = 0; i < 4; i++)
        scratch_append(test->journal, "foul", i);
    assert_int_equal(store_visit(test->journal, NULL, stop_at_two, &seen, NULL), BOARD_OK);
    assert_int_equal(seen, 2);
    scratch_append(test->journal, "foul", 5);
}

static void one_entry_is_found_by_each_of_its_names(void **state)
{
    fixture *test = *state;
    store_entry entry;
    store_entry again;

    scratch_append(test->journal, "foul", 1);
    scratch_append(test->journal, "foul", 2);
    assert_int_equal(store_get_number(test->journal, 2, &entry, NULL), BOARD_OK);
    assert_string_equal(entry.payload, "{\"n\":2}");
    assert_int_equal(store_get_id(test->journal, entry.id, &again, NULL), BOARD_OK);
    assert_true(store_entry_same(&entry, &again));
    store_entry_free(&again);
    assert_int_equal(store_get_sequence(test->journal, entry.device, 2, &again, NULL), BOARD_OK);
    assert_true(store_entry_same(&entry, &again));
    store_entry_free(&again);
    assert_int_equal(store_get_number(test->journal, 3, &again, NULL), BOARD_ERROR_STORE_NO_ENTRY);
    assert_int_equal(store_get_number(test->journal, 0, &again, NULL), BOARD_ERROR_STORE_NO_ENTRY);
    assert_int_equal(store_get_number(test->journal, UINT64_MAX, &again, NULL),
                     BOARD_ERROR_STORE_NO_ENTRY);
    assert_int_equal(store_get_id(test->journal, "1", &again, NULL), BOARD_ERROR_STORE_ID);
    store_entry_free(&again);
    store_entry_free(&entry);
}

/* Other devices. */

/* Another device's journal with three entries, copied out. */
typedef struct other_device {
    uint8_t key[STORE_KEY_BYTES];
    store_entry entries[3];
} other_device;

static other_device make_other(fixture *test, const char *name)
{
    char path[SCRATCH_PATH_BYTES];
    other_device other;
    store_journal *journal = scratch_open(scratch_path(test->folder, name, path), &test->options);

    memcpy(other.key, store_public_key(journal), sizeof other.key);
    for (unsigned i = 0; i < 3; i++) {
        store_entry entry = scratch_append(journal, "foul", i);
        assert_true(store_entry_copy(&entry, &other.entries[i]));
    }
    store_close(journal);
    return other;
}

static void free_other(other_device *other)
{
    for (unsigned i = 0; i < 3; i++)
        store_entry_free(&other->entries[i]);
}

static void foreign_entries_are_taken_in_order_and_once(void **state)
{
    fixture *test = *state;
    other_device other = make_other(test, "other.db");
    bool stored = false;

    scratch_append(test->journal, "foul", 1);
    assert_int_equal(store_append_foreign(test->journal, &other.entries[0], &stored, NULL),
                     BOARD_ERROR_STORE_DEVICE_UNKNOWN);
    assert_int_equal(store_register(test->journal, other.key, NULL, NULL), BOARD_OK);
    assert_int_equal(store_register(test->journal, other.key, NULL, NULL), BOARD_OK);
    assert_int_equal(store_append_foreign(test->journal, &other.entries[1], &stored, NULL),
                     BOARD_ERROR_STORE_GAP);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(store_append_foreign(test->journal, &other.entries[i], &stored, NULL),
                             BOARD_OK);
            assert_int_equal(stored, round == 0);
        }
    }
    scratch_append(test->journal, "foul", 2);
    reopen(test);
    store_entry entry;
    assert_int_equal(store_get_sequence(test->journal, other.entries[2].device, 3, &entry, NULL),
                     BOARD_OK);
    assert_int_equal(entry.number, 4);
    assert_true(store_entry_same(&entry, &other.entries[2]));
    store_entry_free(&entry);
    assert_int_equal(count(test, NULL), 5);
    assert_int_equal(count(test, &(store_filter){.device = other.entries[0].device}), 3);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    free_other(&other);
}

static void foreign_entries_that_were_changed_are_refused(void **state)
{
    fixture *test = *state;
    other_device other = make_other(test, "other.db");
    store_problem problem;

    assert_int_equal(store_register(test->journal, other.key, NULL, NULL), BOARD_OK);
    assert_int_equal(store_append_foreign(test->journal, &other.entries[0], NULL, NULL), BOARD_OK);

    store_entry entry = other.entries[1];
    entry.payload = "{\"n\":7}";
    assert_int_equal(store_append_foreign(test->journal, &entry, NULL, &problem),
                     BOARD_ERROR_STORE_HASH);
    assert_string_equal(problem.device, entry.device);
    assert_int_equal(problem.sequence, 2);
    store_entry_hash(&entry, entry.hash);
    assert_int_equal(store_append_foreign(test->journal, &entry, NULL, NULL),
                     BOARD_ERROR_STORE_SIGNATURE);
    entry = other.entries[1];
    entry.payload = "{ \"n\":1}";
    assert_int_equal(store_append_foreign(test->journal, &entry, NULL, NULL),
                     BOARD_ERROR_STORE_PAYLOAD_FORM);
    entry = other.entries[1];
    entry.signature[9] ^= 1;
    assert_int_equal(store_append_foreign(test->journal, &entry, NULL, NULL),
                     BOARD_ERROR_STORE_SIGNATURE);
    entry = other.entries[1];
    memcpy(entry.id, other.entries[0].id, sizeof entry.id);
    assert_int_equal(store_append_foreign(test->journal, &entry, NULL, NULL),
                     BOARD_ERROR_STORE_HASH);
    assert_int_equal(count(test, NULL), 1);
    free_other(&other);
}

/* A device whose history was written twice, as after a restored backup. */
static void foreign_entries_of_another_history_are_refused(void **state)
{
    fixture *test = *state;
    char key[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    other_device other = make_other(test, "other.db");
    store_options options = test->options;

    options.key_path = scratch_path(test->folder, "other.db.key", key);
    store_journal *twin = scratch_open(scratch_path(test->folder, "twin.db", path), &options);
    assert_int_equal(store_register(test->journal, other.key, NULL, NULL), BOARD_OK);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(store_append_foreign(test->journal, &other.entries[i], NULL, NULL),
                         BOARD_OK);
    store_entry entry = scratch_append(twin, "foul", 10);
    assert_int_equal(store_append_foreign(test->journal, &entry, NULL, NULL),
                     BOARD_ERROR_STORE_FORK);
    scratch_append(twin, "foul", 11);
    entry = scratch_append(twin, "foul", 12);
    assert_int_equal(store_append_foreign(test->journal, &entry, NULL, NULL),
                     BOARD_ERROR_STORE_CHAIN);
    assert_int_equal(count(test, NULL), 2);
    store_close(twin);
    free_other(&other);
}

static void batches_are_stored_whole_or_not_at_all(void **state)
{
    fixture *test = *state;
    other_device other = make_other(test, "other.db");
    store_entry batch[3];
    store_problem problem;
    size_t stored = 9;

    memcpy(batch, other.entries, sizeof batch);
    assert_int_equal(store_append_batch(test->journal, batch, 3, &stored, NULL),
                     BOARD_ERROR_STORE_DEVICE_UNKNOWN);
    assert_int_equal(store_register(test->journal, other.key, NULL, NULL), BOARD_OK);
    batch[1] = other.entries[2];
    assert_int_equal(store_append_batch(test->journal, batch, 2, &stored, &problem),
                     BOARD_ERROR_STORE_GAP);
    assert_int_equal(problem.sequence, 3);
    assert_int_equal(stored, 0);
    assert_int_equal(count(test, NULL), 0);
    batch[1] = other.entries[1];
    batch[2].signature[0] ^= 1;
    assert_int_equal(store_append_batch(test->journal, batch, 3, &stored, NULL),
                     BOARD_ERROR_STORE_SIGNATURE);
    assert_int_equal(count(test, NULL), 0);
    assert_int_equal(store_append_batch(test->journal, batch, 2, &stored, NULL), BOARD_OK);
    assert_int_equal(stored, 2);
    assert_int_equal(store_append_batch(test->journal, other.entries, 3, &stored, NULL), BOARD_OK);
    assert_int_equal(stored, 1);
    assert_int_equal(store_append_batch(test->journal, other.entries, 3, &stored, NULL), BOARD_OK);
    assert_int_equal(stored, 0);
    assert_int_equal(count(test, NULL), 3);
    reopen(test);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    free_other(&other);
}

static void signatures_fit_one_use_one_text_and_one_key(void **state)
{
    fixture *test = *state;
    uint8_t signature[STORE_SIGNATURE_BYTES];
    uint8_t key[STORE_KEY_BYTES];
    store_entry entry = scratch_append(test->journal, "foul", 1);

    memcpy(key, store_public_key(test->journal), sizeof key);
    assert_int_equal(store_sign(test->journal, "one-1", "text", 4, signature, NULL), BOARD_OK);
    assert_true(store_signed(key, "one-1", "text", 4, signature));
    assert_false(store_signed(key, "two-1", "text", 4, signature));
    assert_false(store_signed(key, "one-1", "texts", 5, signature));
    assert_false(store_signed(key, "one-1t", "ext", 3, signature));
    assert_false(store_signed(key, "one-1", "text", 4, entry.signature));
    key[3] ^= 1;
    assert_false(store_signed(key, "one-1", "text", 4, signature));
}

static bool sum_devices(void *context, const store_device_state *device)
{
    uint64_t *sum = context;

    *sum += device->sequence + (device->own ? 100 : 0);
    return true;
}

static void devices_are_listed(void **state)
{
    fixture *test = *state;
    other_device other = make_other(test, "other.db");
    uint64_t sum = 0;

    scratch_append(test->journal, "foul", 1);
    assert_int_equal(store_register(test->journal, other.key, NULL, NULL), BOARD_OK);
    assert_int_equal(store_append_foreign(test->journal, &other.entries[0], NULL, NULL), BOARD_OK);
    assert_int_equal(store_visit_devices(test->journal, sum_devices, &sum, NULL), BOARD_OK);
    assert_int_equal(sum, 102);
    free_other(&other);
}

/* Snapshots. */

static void newest_snapshot_is_loaded(void **state)
{
    fixture *test = *state;
    char *snapshot = NULL;
    uint64_t up_to = 0;

    assert_int_equal(store_snapshot_load(test->journal, &up_to, &snapshot, NULL),
                     BOARD_ERROR_STORE_NO_SNAPSHOT);
    assert_int_equal(store_snapshot_save(test->journal, 1, "{}", NULL), BOARD_ERROR_STORE_NO_ENTRY);
    for (unsigned i = 1; i <= 4; i++) {
        char text[32];
        scratch_append(test->journal, "foul", i);
        snprintf(text, sizeof text, "{\"fouls\":%u}", i);
        assert_int_equal(store_snapshot_save(test->journal, i, text, NULL), BOARD_OK);
    }
    reopen(test);
    assert_int_equal(store_snapshot_load(test->journal, &up_to, &snapshot, NULL), BOARD_OK);
    assert_int_equal(up_to, 4);
    assert_string_equal(snapshot, "{\"fouls\":4}");
    free(snapshot);
    assert_int_equal(store_snapshot_save(test->journal, 4, "", NULL), BOARD_ERROR_STORE_SNAPSHOT);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* Export and JSON. */

typedef struct text_buffer {
    char bytes[16384];
    size_t used;
    size_t limit;
} text_buffer;

static bool take_bytes(void *context, const char *bytes, size_t length)
{
    text_buffer *text = context;

    if (text->used + length > text->limit)
        return false;
    memcpy(text->bytes + text->used, bytes, length);
    text->used += length;
    text->bytes[text->used] = '\0';
    return true;
}

static void csv_is_quoted_and_no_formula(void **state)
{
    fixture *test = *state;
    text_buffer text = {.limit = sizeof text.bytes - 1};
    store_draft draft = {.type = "-x", .payload = "{\"a\":\"b,\\\"c\"}", .arbiter = "=1+1"};

    assert_int_equal(store_append(test->journal, &draft, NULL, NULL), BOARD_OK);
    draft = (store_draft){.type = "a", .payload = "{}", .arbiter = "@王, \"老\""};
    assert_int_equal(store_append(test->journal, &draft, NULL, NULL), BOARD_OK);
    assert_int_equal(store_export(test->journal, STORE_CSV, NULL, take_bytes, &text, NULL),
                     BOARD_OK);
    assert_memory_equal(text.bytes, "\xEF\xBB\xBFnumber,id,", 13);
    assert_non_null(strstr(text.bytes, "signature\r\n1,"));
    assert_non_null(strstr(text.bytes, ",2023-11-14T22:13:20.000Z,1700000000000,\"'=1+1\",\"'-x\","
                                       "\"{\"\"a\"\":\"\"b,\\\"\"c\"\"}\",,"));
    assert_non_null(strstr(text.bytes, ",\"'@王, \"\"老\"\"\",a,{},,"));
    text = (text_buffer){.limit = 200};
    assert_int_equal(store_export(test->journal, STORE_CSV, NULL, take_bytes, &text, NULL),
                     BOARD_ERROR_STORE_SINK);
}

static void json_lines_are_read_back(void **state)
{
    fixture *test = *state;
    text_buffer text = {.limit = sizeof text.bytes - 1};
    store_entry entry;

    store_entry written = scratch_append(test->journal, "foul", 1);
    assert_int_equal(store_export(test->journal, STORE_JSON_LINES, NULL, take_bytes, &text, NULL),
                     BOARD_OK);
    assert_int_equal(text.bytes[text.used - 1], '\n');
    assert_int_equal(store_entry_from_json(text.bytes, text.used, &entry, NULL), BOARD_OK);
    assert_true(store_entry_same(&entry, &written));
    assert_int_equal(store_entry_check(&entry, store_public_key(test->journal)), BOARD_OK);
    store_entry_free(&entry);
    /* Any byte taken away, or anything behind it, makes it no entry or one that does not pass. */
    for (size_t i = 0; i < text.used - 1; i++) {
        char *shorter = malloc(text.used);
        assert_non_null(shorter);
        memcpy(shorter, text.bytes, i);
        memcpy(shorter + i, text.bytes + i + 1, text.used - i - 1);
        if (store_entry_from_json(shorter, text.used - 1, &entry, NULL) == BOARD_OK) {
            if (entry.number == 1)
                assert_int_not_equal(store_entry_check(&entry, store_public_key(test->journal)),
                                     BOARD_OK);
            store_entry_free(&entry);
        }
        free(shorter);
    }
    assert_int_equal(store_entry_from_json("{\"x\":1}", 7, &entry, NULL),
                     BOARD_ERROR_STORE_ENTRY_JSON);
    assert_int_equal(store_entry_from_json("[]", 2, &entry, NULL), BOARD_ERROR_STORE_ENTRY_JSON);
}

int main(void)
{
#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        STORE_TEST(entries_follow_each_other),
        STORE_TEST(payload_is_stored_compact_and_in_order),
        STORE_TEST(bad_drafts_store_nothing),
        STORE_TEST(payload_at_the_limit_and_beyond),
        STORE_TEST(correction_names_an_entry_that_is_there),
        STORE_TEST(retry_with_the_same_id_stores_nothing_twice),
        STORE_TEST(ids_grow_while_the_clock_steps_back),
        STORE_TEST(clock_before_1970_and_beyond_48_bits),
        cmocka_unit_test(uuids_are_strictly_read),
        STORE_TEST(filters_pass_what_they_say),
        STORE_TEST(visits_can_be_ended),
        STORE_TEST(one_entry_is_found_by_each_of_its_names),
        STORE_TEST(foreign_entries_are_taken_in_order_and_once),
        STORE_TEST(foreign_entries_that_were_changed_are_refused),
        STORE_TEST(foreign_entries_of_another_history_are_refused),
        STORE_TEST(batches_are_stored_whole_or_not_at_all),
        STORE_TEST(signatures_fit_one_use_one_text_and_one_key),
        STORE_TEST(devices_are_listed),
        STORE_TEST(newest_snapshot_is_loaded),
        STORE_TEST(csv_is_quoted_and_no_formula),
        STORE_TEST(json_lines_are_read_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
