/*
 * tests/test_store_power.c: the power is cut, the disk is full or a sync fails at every single
 * write of a small piece of work; what was acknowledged is there afterwards.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/journal_private.h"
#include "support/power_vfs.h"
#include "support/scratch.h"

enum { APPENDS_MAX = 16, SEEDS = 3, BEFORE = 3 };

typedef struct fixture {
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    char clean[SCRATCH_PATH_BYTES]; /* a journal with BEFORE entries */
} fixture;

/* What a piece of work was told. */
typedef struct told {
    char ids[APPENDS_MAX][STORE_ID_BYTES]; /* in order; also of those not acknowledged */
    bool acknowledged[APPENDS_MAX];
    board_error errors[APPENDS_MAX];
    size_t count;
} told;

static const store_options on_power = {.vfs = POWER_VFS};

static int set_up(void **state)
{
    fixture *test = calloc(1, sizeof *test);

    if (test == NULL)
        return -1;
    power_register();
    scratch_make(test->folder);
    scratch_path(test->folder, "journal.db", test->path);
    scratch_path(test->folder, "clean.db", test->clean);
    store_journal *journal = scratch_open(test->clean, NULL);
    for (unsigned i = 0; i < BEFORE; i++)
        scratch_append(journal, "before", i);
    store_close(journal);
    *state = test;
    return 0;
}

static int tear_down(void **state)
{
    fixture *test = *state;

    power_begin(POWER_STAYS, 0);
    scratch_remove(test->folder);
    free(test);
    return 0;
}

static void remove_journal(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", ".head", ".key"};
    char name[SCRATCH_PATH_BYTES + 16];

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static void copy_with(const char *from, const char *to, const char *ending)
{
    char source[SCRATCH_PATH_BYTES + 16];
    char target[SCRATCH_PATH_BYTES + 16];

    snprintf(source, sizeof source, "%s%s", from, ending);
    snprintf(target, sizeof target, "%s%s", to, ending);
    if (access(source, R_OK) == 0)
        scratch_copy(source, target, 0600);
}

/* The clean journal under the path of the test. */
static void start_clean(const fixture *test)
{
    remove_journal(test->path);
    copy_with(test->clean, test->path, "");
    copy_with(test->clean, test->path, ".key");
    copy_with(test->clean, test->path, ".head");
}

static void remove_index(const fixture *test)
{
    char name[SCRATCH_PATH_BYTES + 8];

    snprintf(name, sizeof name, "%s-shm", test->path);
    unlink(name);
}

/* Appends once, with an id that is known beforehand. */
static void append(store_journal *journal, told *what)
{
    size_t i = what->count;
    store_draft draft = {.type = "power", .payload = "{\"a\":1}", .id = what->ids[i]};

    if (store_make_id(journal, what->ids[i], NULL) != BOARD_OK)
        return;
    what->errors[i] = store_append(journal, &draft, NULL, NULL);
    what->acknowledged[i] = what->errors[i] == BOARD_OK;
    what->count++;
}

/* Two openings, a snapshot, and the log brought into the file in between. */
static void work(const fixture *test, told *what)
{
    store_journal *journal = NULL;

    *what = (told){.count = 0};
    for (unsigned round = 0; round < 2; round++) {
        if (store_open(test->path, &on_power, &journal, NULL) != BOARD_OK)
            return;
        append(journal, what);
        append(journal, what);
        store_snapshot_save(journal, BEFORE + 1, "{\"state\":1}", NULL);
        append(journal, what);
        sqlite3_wal_checkpoint_v2(journal->database.handle, NULL, SQLITE_CHECKPOINT_RESTART, NULL,
                                  NULL);
        append(journal, what);
        store_close(journal);
    }
}

/* Everything acknowledged is there, nothing is there that was not at least asked for. */
static void check(const fixture *test, const told *what, size_t at)
{
    store_problem problem;
    store_journal *journal = NULL;
    store_entry entry;
    uint64_t count = 0;
    size_t acknowledged = 0;
    char text[1024];

    power_begin(POWER_STAYS, 0); /* spares the waiting for the disk */
    if (store_open(test->path, &on_power, &journal, &problem) != BOARD_OK)
        fail_msg("cut at operation %zu: %s", at,
                 store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text));
    for (size_t i = 0; i < what->count; i++) {
        board_error error = store_get_id(journal, what->ids[i], &entry, NULL);
        if (what->acknowledged[i] && error != BOARD_OK)
            fail_msg("cut at operation %zu: append %zu was acknowledged and is missing", at, i);
        acknowledged += error == BOARD_OK;
        store_entry_free(&entry);
    }
    assert_int_equal(store_count(journal, NULL, &count, NULL), BOARD_OK);
    assert_int_equal(count, BEFORE + acknowledged);
    scratch_append(journal, "after", 1);
    store_close(journal);
    if (scratch_verify(test->path, &problem, NULL) != 0)
        fail_msg("cut at operation %zu: %s", at,
                 store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text));
}

static void power_cut_at_every_write(void **state)
{
    const fixture *test = *state;
    told what;
    size_t tried = 0;

    for (size_t at = 1;; at++) {
        bool happened = false;
        for (unsigned fate = 0; fate < POWER_FATES; fate++) {
            for (unsigned seed = 1; seed <= (fate == POWER_SOME_KEPT ? SEEDS : 1); seed++) {
                start_clean(test);
                power_begin(POWER_CUT, at);
                work(test, &what);
                happened = power_happened();
                power_settle((power_fate)fate, seed + 100 * (unsigned)at);
                remove_index(test);
                check(test, &what, at);
                tried++;
            }
        }
        if (!happened)
            break;
    }
    print_message("%zu power cuts\n", tried);
    assert_true(tried > 100);
}

/* The same while the file is made for the first time. */
static void power_cut_while_creating(void **state)
{
    const fixture *test = *state;
    store_journal *journal = NULL;
    bool happened = true;
    char text[1024];
    store_problem problem;

    for (size_t at = 1; happened; at++) {
        for (unsigned fate = 0; fate < POWER_FATES; fate++) {
            remove_journal(test->path);
            power_begin(POWER_CUT, at);
            if (store_open(test->path, &on_power, &journal, NULL) == BOARD_OK)
                store_close(journal);
            happened = power_happened();
            power_settle((power_fate)fate, (unsigned)at);
            remove_index(test);
            if (store_open(test->path, NULL, &journal, &problem) != BOARD_OK)
                fail_msg("cut at operation %zu: %s", at,
                         store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text));
            scratch_append(journal, "after", 1);
            store_close(journal);
            assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
        }
    }
}

/* The disk is full from some write on; when there is room again the same handle goes on. */
static void disk_full_at_every_write(void **state)
{
    const fixture *test = *state;
    bool happened = true;
    size_t refused = 0;

    for (size_t at = 1; happened; at++) {
        store_journal *journal = NULL;
        told what = {.count = 0};

        start_clean(test);
        power_begin(POWER_STAYS, 0);
        assert_int_equal(store_open(test->path, &on_power, &journal, NULL), BOARD_OK);
        power_change(POWER_FULL, at);
        for (unsigned i = 0; i < 3; i++)
            append(journal, &what);
        happened = power_happened();
        for (size_t i = 0; i < what.count; i++) {
            if (!what.acknowledged[i])
                assert_int_equal(what.errors[i], BOARD_ERROR_STORE_FULL);
            refused += !what.acknowledged[i];
        }
        power_change(POWER_STAYS, 0);
        append(journal, &what);
        assert_true(what.acknowledged[3]);
        for (size_t i = 0; i < what.count; i++) {
            store_entry entry;
            assert_int_equal(store_get_id(journal, what.ids[i], &entry, NULL),
                             what.acknowledged[i] ? BOARD_OK : BOARD_ERROR_STORE_NO_ENTRY);
            store_entry_free(&entry);
        }
        store_close(journal);
        check(test, &what, at);
    }
    assert_true(refused > 0);
}

/* A sync that fails: not acknowledged, no further writing, and a retry with the same id is safe. */
static void failing_sync_is_uncertain(void **state)
{
    const fixture *test = *state;
    bool happened = true;
    size_t uncertain = 0;

    for (size_t at = 1; happened; at++) {
        store_journal *journal = NULL;
        told what = {.count = 0};

        start_clean(test);
        power_begin(POWER_STAYS, 0);
        assert_int_equal(store_open(test->path, &on_power, &journal, NULL), BOARD_OK);
        power_change(POWER_BAD_SYNC, at);
        for (unsigned i = 0; i < 3; i++)
            append(journal, &what);
        happened = power_happened();
        for (size_t i = 0; i < what.count; i++) {
            if (!what.acknowledged[i])
                assert_int_equal(what.errors[i], BOARD_ERROR_STORE_UNCERTAIN);
            uncertain += !what.acknowledged[i];
        }
        store_close(journal);
        power_begin(POWER_STAYS, 0);
        assert_int_equal(store_open(test->path, &on_power, &journal, NULL), BOARD_OK);
        for (size_t i = 0; i < what.count; i++) {
            store_draft draft = {.type = "power", .payload = "{\"a\":1}", .id = what.ids[i]};
            assert_int_equal(store_append(journal, &draft, NULL, NULL), BOARD_OK);
            what.acknowledged[i] = true;
        }
        store_close(journal);
        check(test, &what, at);
    }
    assert_true(uncertain > 0);
}

int main(void)
{
#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        STORE_TEST(power_cut_at_every_write),
        STORE_TEST(power_cut_while_creating),
        STORE_TEST(disk_full_at_every_write),
        STORE_TEST(failing_sync_is_uncertain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
