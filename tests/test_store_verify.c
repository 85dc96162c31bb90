/*
 * tests/test_store_verify.c: what verify finds beside the entries: the key file, the table of
 * devices, snapshots that say something else than the entries; and which entries it names for a
 * damaged page or a damaged log.
 *
 * What is changed in the tables is changed through the pages' seals, as somebody would who knows
 * them: SQLite itself would leave pages that fit no seal.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "ledger_making.h"
#include "store/fold.h"
#include "store/pages.h"
#include "support/store_fixture.h"

enum { FEW = 12, MANY = 400 };

/* Runs SQL on the file, with right seals. */
static void change_table(const char *path, const char *sql)
{
    store_pages *pages = store_pages_new(NULL);
    sqlite3 *database = NULL;

    assert_non_null(pages);
    assert_int_equal(
        sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, store_pages_name(pages)),
        SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
    store_pages_free(pages);
}

/* The key. */

static void every_byte_of_the_key_counts(void **state)
{
    store_fixture *test = *state;
    size_t length = 0;

    store_fixture_append(test->path, FEW);
    const char *key = store_fixture_beside(test, ".key");
    free(scratch_load(key, &length));
    assert_true(length > 64);
    for (size_t i = 0; i < length; i++) {
        for (unsigned bit = 0; bit < 8; bit += 3) {
            store_problem problem;
            scratch_flip(key, i, (unsigned char)(1U << bit));
            assert_true(scratch_verify(test->path, &problem, NULL) > 0);
            assert_true(problem.error == BOARD_ERROR_STORE_KEY_FORM ||
                        problem.error == BOARD_ERROR_STORE_KEY_OTHER);
            scratch_flip(key, i, (unsigned char)(1U << bit));
        }
    }
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* A copy is looked at without a key, and one that others can read is told. */
static void a_copy_without_its_key_is_sound(void **state)
{
    store_fixture *test = *state;
    store_problem problem;

    store_fixture_append(test->path, FEW);
    const char *key = store_fixture_beside(test, ".key");
    assert_int_equal(chmod(key, 0644), 0);
    assert_int_equal(scratch_verify(test->path, &problem, NULL), 1);
    assert_int_equal(problem.error, BOARD_ERROR_STORE_KEY_MODE);
    assert_int_equal(unlink(key), 0);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* The table of devices. */

static void changed_devices_are_told(void **state)
{
    static const char *const changes[] = {
        "UPDATE devices SET own = 0",
        "UPDATE devices SET id = randomblob(16) WHERE own = 0",
        "UPDATE devices SET key = randomblob(32) WHERE own = 0",
        "INSERT INTO devices (id, key, own) VALUES (randomblob(16), randomblob(32), 0)",
        "UPDATE devices SET own = 1 - own", /* ours and the office's */
        "UPDATE devices SET own = 1",
    };
    store_fixture *test = *state;
    char copy[SCRATCH_PATH_BYTES];
    char key[SCRATCH_PATH_BYTES + 8];
    uint8_t office[STORE_KEY_BYTES] = {1, 2, 3};
    size_t told = 0;

    store_fixture_append(test->path, FEW);
    store_journal *journal = scratch_open(test->path, NULL);
    assert_int_equal(store_register(journal, office, NULL, NULL), BOARD_OK);
    store_close(journal);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    scratch_path(test->folder, "copy.db", copy);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        store_problem problem;
        scratch_copy(test->path, copy, 0600);
        snprintf(key, sizeof key, "%s.key", copy);
        scratch_copy(store_fixture_beside(test, ".key"), key, 0600);
        snprintf(key, sizeof key, "%s.head", copy);
        scratch_copy(store_fixture_beside(test, ".head"), key, 0600);
        change_table(copy, changes[i]);
        assert_true(scratch_verify(copy, &problem, NULL) > 0);
        told += problem.error == BOARD_ERROR_STORE_DEVICES ||
                problem.error == BOARD_ERROR_STORE_KEY_OTHER;
    }
    assert_int_equal(told, sizeof changes / sizeof *changes);
}

/* A snapshot that was forged. */

static void log_arbiter(store_journal *journal, store_fold *fold, const char *key, ledger_role role)
{
    ledger_entry *entry = calloc(1, sizeof *entry);
    store_problem problem;

    assert_non_null(entry);
    ledger_entry_begin(entry, LEDGER_ARBITER);
    ledger_copy(entry->arbiter, sizeof entry->arbiter, "boss");
    ledger_copy(entry->payload.arbiter.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry->payload.arbiter.name, LEDGER_NAME_BYTES, key);
    entry->payload.arbiter.role = role;
    assert_int_equal(store_log(journal, fold, entry, NULL, &problem), BOARD_OK);
    free(entry);
}

static void a_forged_snapshot_is_told(void **state)
{
    store_fixture *test = *state;
    store_fold fold = {.state = NULL};
    store_problem problem;
    char *text = NULL;
    size_t length = 0;

    store_journal *journal = scratch_open(test->path, NULL);
    assert_int_equal(store_fold_on(journal, &fold, NULL), BOARD_OK);
    log_arbiter(journal, &fold, "boss", LEDGER_ORGANISER);
    log_arbiter(journal, &fold, "li", LEDGER_TABLE_ARBITER);
    assert_int_equal(store_fold_save(journal, &fold, NULL), BOARD_OK);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    log_arbiter(journal, &fold, "wang", LEDGER_TABLE_ARBITER);
    /* What three entries amount to, under a right hash, is said to be what two do. */
    assert_int_equal(ledger_state_save(fold.state, &text, &length), BOARD_OK);
    assert_int_equal(store_snapshot_save(journal, 2, text, NULL), BOARD_OK);
    free(text);
    assert_int_equal(scratch_verify(test->path, &problem, NULL), 1);
    assert_int_equal(problem.error, BOARD_ERROR_STORE_SNAPSHOT_OTHER);
    assert_int_equal(problem.number, 2);
    store_fold_free(&fold);
    store_close(journal);
    /* And rebuilding takes it away. */
    assert_int_equal(store_rebuild(test->path, NULL, NULL, NULL), BOARD_OK);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* Which entries are named. */

typedef struct named {
    size_t pages;
    size_t with_entries;
    size_t without; /* it is said that the page holds none */
    uint64_t first;
    uint64_t last;
    uint64_t page;
} named;

static bool note_page(void *context, const store_problem *fault)
{
    named *seen = context;

    if (fault->page == 0)
        return true;
    seen->pages++;
    seen->with_entries += fault->number > 0;
    seen->without += fault->error == BOARD_ERROR_STORE_PAGE_OTHER;
    seen->first = fault->number;
    seen->last = fault->last > fault->number ? fault->last : fault->number;
    seen->page = fault->page;
    return true;
}

/* Every page of a journal with long and short entries, one after the other. */
static void a_damaged_page_names_its_entries(void **state)
{
    static const char blank[STORE_PAGE_BYTES] = "";
    store_fixture *test = *state;
    char *payload = malloc(9001);
    size_t size = 0;
    size_t named_pages = 0;

    store_journal *journal = scratch_open(test->path, NULL);
    assert_non_null(payload);
    memset(payload, 'x', 9000);
    memcpy(payload, "{\"text\":\"", 9);
    memcpy(payload + 8998, "\"}", 3);
    for (unsigned i = 1; i <= MANY; i++) {
        store_draft draft = {.type = "note", .payload = payload, .arbiter = "裁判乙"};
        if (i % 50 == 0)
            assert_int_equal(store_append(journal, &draft, NULL, NULL), BOARD_OK);
        else
            scratch_append(journal, i % 2 ? "foul" : "note", i);
    }
    store_close(journal);
    free(payload);
    unsigned char *bytes = scratch_load(test->path, &size);
    for (size_t page = 1; page < size / STORE_PAGE_BYTES; page++) {
        named seen = {.pages = 0};
        if (memcmp(bytes + page * STORE_PAGE_BYTES, blank, STORE_PAGE_BYTES) == 0)
            continue; /* free, and nothing was ever on it */
        scratch_flip(test->path, page * STORE_PAGE_BYTES + 2100, 0x40);
        assert_int_not_equal(store_verify(test->path, NULL, note_page, &seen, NULL, NULL),
                             BOARD_OK);
        assert_int_equal(seen.pages, 1);
        assert_int_equal(seen.page, page + 1);
        assert_int_equal(seen.with_entries + seen.without, 1);
        assert_true(seen.last <= MANY);
        named_pages += seen.with_entries;
        scratch_flip(test->path, page * STORE_PAGE_BYTES + 2100, 0x40);
    }
    print_message("%zu of %zu pages hold entries\n", named_pages, size / STORE_PAGE_BYTES);
    assert_true(named_pages > size / STORE_PAGE_BYTES / 2);
    free(bytes);
}

/* A changed byte in the log takes all entries from there on away: the first and the last of them
 * are named. */
static void a_damaged_log_names_the_entries_that_are_lost(void **state)
{
    static const char *const endings[] = {"", "-wal", ".head", ".key"};
    store_fixture *test = *state;
    char copy[SCRATCH_PATH_BYTES];
    size_t several = 0;
    size_t size = 0;

    store_fixture_append(test->path, FEW);
    store_journal *journal = scratch_open(test->path, NULL);
    for (unsigned i = 0; i < FEW; i++)
        scratch_append(journal, "foul", 1000 + i);
    scratch_path(test->folder, "killed.db", copy);
    free(scratch_load(store_fixture_beside(test, "-wal"), &size));
    for (size_t at = 100; at < size; at += size / 20) {
        char name[SCRATCH_PATH_BYTES + 8];
        store_verified verified;
        store_problem problem;
        snprintf(name, sizeof name, "%s-shm", copy);
        unlink(name);
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
            snprintf(name, sizeof name, "%s%s", copy, endings[i]);
            scratch_copy(i == 0 ? test->path : store_fixture_beside(test, endings[i]), name, 0600);
        }
        snprintf(name, sizeof name, "%s-wal", copy);
        scratch_flip(name, at, 0x10);
        if (scratch_verify(copy, &problem, &verified) == 0)
            continue; /* behind the last entry's pages */
        assert_int_equal(problem.error, BOARD_ERROR_STORE_LOST);
        assert_int_equal(problem.number, verified.entries + 1);
        assert_int_equal(problem.last > 0 ? problem.last : problem.number, 2 * FEW);
        several += problem.last > problem.number;
    }
    store_close(journal);
    assert_true(several > 5);
}

static void entries_in_words(void **state)
{
    store_problem problem = {.error = BOARD_ERROR_STORE_LOST, .number = 5, .last = 9, .page = 3};
    char text[512];

    (void)state;
    store_problem_text(&problem, BOARD_CHINESE, text, sizeof text);
    assert_memory_equal(text, "第5至9条，第3页：", strlen("第5至9条，第3页："));
    store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text);
    assert_memory_equal(text, "entries 5 to 9, page 3: ", strlen("entries 5 to 9, page 3: "));
    problem.last = 5;
    store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text);
    assert_memory_equal(text, "entry 5, page 3: ", strlen("entry 5, page 3: "));
}

#define TEST(name)                                                                                 \
    cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_byte_of_the_key_counts),
        TEST(a_copy_without_its_key_is_sound),
        TEST(changed_devices_are_told),
        TEST(a_forged_snapshot_is_told),
        TEST(a_damaged_page_names_its_entries),
        TEST(a_damaged_log_names_the_entries_that_are_lost),
        TEST(entries_in_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
