/*
 * tests/test_store_beside.c: what stands beside the journal, or behind its last page: the witness,
 * logs of other programs, bytes that do not belong to it. Each is told by its right reason, and the
 * journal is left as it was.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/journal_private.h"
#include "store/witness.h"
#include "support/store_fixture.h"

enum { ENTRIES = 12, APPENDERS = 4, APPENDED = 60, HEAD_BYTES = 64 };

/* The journal is found to have just this fault. */
static void assert_fault(const char *path, board_error expected)
{
    store_problem problem;
    store_verified verified;

    assert_int_equal(scratch_verify(path, &problem, &verified), 1);
    assert_int_equal(problem.error, expected);
    assert_int_equal(verified.entries, ENTRIES);
}

static board_error try_open(const char *path, store_options options, store_problem *problem)
{
    store_journal *journal = NULL;
    board_error error = store_open(path, &options, &journal, problem);

    store_close(journal);
    return error;
}

static board_error said_when_opened(const char *path, bool read_only)
{
    store_journal *journal = scratch_open(path, &(store_options){.read_only = read_only});
    board_error said = store_witness_said(journal);

    store_close(journal);
    return said;
}

/* The witness. */

/* Told by verify and when opened; put right when opened for writing, and only then. */
static void assert_told_and_mended(const store_fixture *test, board_error expected)
{
    assert_fault(test->path, expected);
    assert_int_equal(said_when_opened(test->path, true), expected);
    assert_int_equal(said_when_opened(test->path, true), expected);
    assert_int_equal(said_when_opened(test->path, false), expected);
    assert_int_equal(said_when_opened(test->path, false), BOARD_OK);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    assert_int_equal(store_witness_read(test->path).number, ENTRIES);
}

static void a_missing_witness_is_told(void **state)
{
    store_fixture *test = *state;

    store_fixture_append(test->path, ENTRIES);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    assert_int_equal(unlink(store_fixture_beside(test, ".head")), 0);
    assert_told_and_mended(test, BOARD_ERROR_STORE_WITNESS_MISSING);
}

static void a_damaged_witness_is_told(void **state)
{
    store_fixture *test = *state;
    size_t length = 0;

    store_fixture_append(test->path, ENTRIES);
    unsigned char *bytes = scratch_load(store_fixture_beside(test, ".head"), &length);
    assert_int_equal(length, HEAD_BYTES);
    for (size_t i = 0; i < length; i++) {
        bytes[i] ^= 0x10;
        scratch_save(store_fixture_beside(test, ".head"), bytes, length, 0600);
        assert_fault(test->path, BOARD_ERROR_STORE_WITNESS_DAMAGED);
        bytes[i] ^= 0x10;
    }
    for (size_t cut = 0; cut < length; cut += 9) {
        scratch_save(store_fixture_beside(test, ".head"), bytes, cut, 0600);
        assert_told_and_mended(test, BOARD_ERROR_STORE_WITNESS_DAMAGED);
    }
    free(bytes);
    bytes = calloc(1, HEAD_BYTES + 1);
    assert_non_null(bytes);
    scratch_save(store_fixture_beside(test, ".head"), bytes, HEAD_BYTES + 1, 0600);
    assert_told_and_mended(test, BOARD_ERROR_STORE_WITNESS_DAMAGED);
    free(bytes);
}

/* A folder of its name: it cannot be read, which is not the same as damaged, and not be put right,
 * but the journal can be used. (Permissions would not stop root.) */
static void a_witness_that_is_no_file_is_told(void **state)
{
    store_fixture *test = *state;
    store_problem problem;

    store_fixture_append(test->path, ENTRIES);
    unlink(store_fixture_beside(test, ".head"));
    assert_int_equal(mkdir(store_fixture_beside(test, ".head"), 0700), 0);
    assert_int_equal(scratch_verify(test->path, &problem, NULL), 1);
    assert_int_equal(problem.error, BOARD_ERROR_STORE_WITNESS_UNREADABLE);
    assert_true(problem.detail[0] != '\0'); /* what the system said */
    store_fixture_append(test->path, 1);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 1);
    assert_int_equal(rmdir(store_fixture_beside(test, ".head")), 0);
}

static void a_witness_behind_or_ahead_is_told(void **state)
{
    store_fixture *test = *state;
    store_problem problem;
    char old[SCRATCH_PATH_BYTES];
    char text[512];

    store_fixture_append(test->path, ENTRIES - 3);
    scratch_copy(store_fixture_beside(test, ".head"), scratch_path(test->folder, "old.head", old),
                 0600);
    store_fixture_append(test->path, 3);
    scratch_copy(old, store_fixture_beside(test, ".head"), 0600);
    assert_told_and_mended(test, BOARD_ERROR_STORE_WITNESS_BEHIND);
    scratch_copy(test->path, scratch_path(test->folder, "old.db", old), 0600);
    store_fixture_append(test->path, 1);
    scratch_copy(old, test->path, 0600);
    assert_fault(test->path, BOARD_ERROR_STORE_LOST);
    assert_int_equal(try_open(test->path, (store_options){0}, &problem), BOARD_ERROR_STORE_LOST);
    assert_int_equal(problem.number, ENTRIES + 1);
    store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text);
    assert_non_null(strstr(text, "--accept-loss"));
}

static void a_journal_without_entries_needs_no_witness(void **state)
{
    store_fixture *test = *state;

    store_fixture_append(test->path, 0);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    unlink(store_fixture_beside(test, ".head"));
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    assert_int_equal(said_when_opened(test->path, false), BOARD_OK);
}

/* A power cut takes a lagging witness back to this one, never to an empty file, which would look as
 * if somebody had damaged it. */
static void a_new_journal_has_a_witness_of_nothing(void **state)
{
    store_fixture *test = *state;
    char old[SCRATCH_PATH_BYTES];

    store_fixture_append(test->path, 0);
    store_witness witness = store_witness_read(test->path);
    assert_int_equal(witness.error, BOARD_OK);
    assert_int_equal(witness.number, 0);
    scratch_copy(store_fixture_beside(test, ".head"), scratch_path(test->folder, "old.head", old),
                 0600);
    store_fixture_append(test->path, ENTRIES);
    scratch_copy(old, store_fixture_beside(test, ".head"), 0600);
    assert_told_and_mended(test, BOARD_ERROR_STORE_WITNESS_BEHIND);
}

/* Of several that append at the same time, the witness of the last entry stays. */
static void the_last_witness_stays(void **state)
{
    store_fixture *test = *state;
    pid_t children[APPENDERS];

    store_fixture_append(test->path, 0);
    for (unsigned i = 0; i < APPENDERS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            store_journal *journal = scratch_open(test->path, &(store_options){.busy_ms = 60000});
            for (unsigned n = 0; n < APPENDED; n++)
                scratch_append(journal, "foul", n);
            store_close(journal);
            _exit(0);
        }
    }
    for (unsigned i = 0; i < APPENDERS; i++) {
        int status = -1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(store_witness_read(test->path).number, APPENDERS * APPENDED);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* Behind the last page. */

static void assert_end_is_told(store_fixture *test, size_t more, unsigned char fill,
                               uint64_t faults)
{
    store_problem problem;
    store_verified verified;
    size_t length = 0;
    unsigned char *bytes = scratch_load(test->path, &length);
    unsigned char *longer = malloc(length + more);
    store_rebuilt rebuilt = {.entries = 0};

    assert_non_null(longer);
    memcpy(longer, bytes, length);
    memset(longer + length, fill, more);
    scratch_save(test->path, longer, length + more, 0600);
    assert_int_equal(scratch_verify(test->path, &problem, &verified), faults);
    assert_int_equal(verified.entries, ENTRIES);
    assert_true(problem.error == BOARD_ERROR_STORE_TRAILING ||
                problem.error == BOARD_ERROR_STORE_PAGE);
    assert_int_equal(store_rebuild(test->path, NULL, &rebuilt, NULL), BOARD_OK);
    assert_int_equal(rebuilt.entries, ENTRIES);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    free(longer);
    free(bytes);
}

static void what_stands_behind_the_last_page_is_told(void **state)
{
    store_fixture *test = *state;

    store_fixture_append(test->path, ENTRIES);
    assert_end_is_told(test, STORE_PAGE_BYTES, 0, 1);
    assert_end_is_told(test, 8 * STORE_PAGE_BYTES, 0, 1);
    assert_end_is_told(test, STORE_PAGE_BYTES, 'x', 2); /* the page has no seal, too */
    assert_end_is_told(test, 1, 0, 2);
    assert_end_is_told(test, STORE_PAGE_BYTES - 1, 'x', 2);
}

static void a_file_cut_by_a_page_is_told(void **state)
{
    store_fixture *test = *state;
    store_problem problem;
    size_t length = 0;

    store_fixture_append(test->path, ENTRIES);
    unsigned char *bytes = scratch_load(test->path, &length);
    for (size_t cut = 1; cut <= 3; cut++) {
        scratch_save(test->path, bytes, length - cut * STORE_PAGE_BYTES, 0600);
        assert_true(scratch_verify(test->path, &problem, NULL) > 0);
        assert_int_not_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
    }
    free(bytes);
}

/* Logs. */

/* Whatever is tried, the file stays as it was. */
static void assert_refused_untouched(const store_fixture *test, board_error expected)
{
    size_t length = 0;
    size_t length_after = 0;
    store_problem problem;
    unsigned char *before = scratch_load(test->path, &length);

    assert_int_equal(try_open(test->path, (store_options){0}, &problem), expected);
    assert_int_equal(try_open(test->path, (store_options){.read_only = true}, NULL), expected);
    board_error found = store_verify(test->path, NULL, NULL, NULL, NULL, &problem);
    assert_true(found == expected || (found == BOARD_ERROR_STORE_DAMAGED));
    assert_int_not_equal(store_rebuild(test->path, NULL, NULL, NULL), BOARD_OK);
    unsigned char *after = scratch_load(test->path, &length_after);
    assert_int_equal(length, length_after);
    assert_memory_equal(before, after, length);
    free(before);
    free(after);
}

/* A hot -journal file of a database of the same size, as a killed program leaves it. */
static void make_hot_journal(const store_fixture *test, const char *as)
{
    char path[SCRATCH_PATH_BYTES];
    char log[SCRATCH_PATH_BYTES + 16];
    sqlite3 *other = NULL;

    assert_int_equal(sqlite3_open(scratch_path(test->folder, "other.db", path), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other,
                                  "PRAGMA cache_size = 2; CREATE TABLE t (x);"
                                  "INSERT INTO t VALUES (zeroblob(60000)); BEGIN;"
                                  "UPDATE t SET x = randomblob(60000);",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_db_cacheflush(other), SQLITE_OK);
    snprintf(log, sizeof log, "%s-journal", path);
    scratch_copy(log, as, 0600);
    sqlite3_close(other);
}

static void a_rollback_journal_is_refused(void **state)
{
    store_fixture *test = *state;

    store_fixture_append(test->path, ENTRIES);
    scratch_save(store_fixture_beside(test, "-journal"), "garbage", 7, 0600);
    assert_refused_untouched(test, BOARD_ERROR_STORE_FOREIGN_LOG);
    make_hot_journal(test, store_fixture_beside(test, "-journal"));
    assert_refused_untouched(test, BOARD_ERROR_STORE_FOREIGN_LOG);
    scratch_save(store_fixture_beside(test, "-journal"), "", 0, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
    unlink(store_fixture_beside(test, "-journal"));
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

static void a_log_that_is_none_is_told(void **state)
{
    store_fixture *test = *state;
    static unsigned char garbage[3 * STORE_PAGE_BYTES];

    for (size_t i = 0; i < sizeof garbage; i++)
        garbage[i] = (unsigned char)(i * 37 + 11);
    store_fixture_append(test->path, ENTRIES);
    for (size_t length = 1; length <= sizeof garbage; length = 7 * length + 3) {
        scratch_save(store_fixture_beside(test, "-wal"), garbage, length, 0600);
        assert_fault(test->path, BOARD_ERROR_STORE_LOG);
        assert_int_equal(try_open(test->path, (store_options){.read_only = true}, NULL), BOARD_OK);
        assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
        assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    }
    /* There were entries in it. */
    char old[SCRATCH_PATH_BYTES];
    scratch_copy(test->path, scratch_path(test->folder, "old.db", old), 0600);
    store_fixture_append(test->path, 2);
    scratch_copy(old, test->path, 0600);
    scratch_save(store_fixture_beside(test, "-wal"), garbage, sizeof garbage, 0600);
    assert_refused_untouched(test, BOARD_ERROR_STORE_LOG);
}

/* The -wal file of another journal, which has its own device and key. */
static void the_log_of_another_journal_is_refused(void **state)
{
    store_fixture *test = *state;
    char other[SCRATCH_PATH_BYTES];
    char log[SCRATCH_PATH_BYTES + 16];
    store_problem problem;

    store_fixture_append(test->path, ENTRIES);
    store_journal *journal = scratch_open(scratch_path(test->folder, "other.db", other), NULL);
    for (unsigned i = 0; i < 40; i++)
        scratch_append(journal, "note", i);
    snprintf(log, sizeof log, "%s-wal", other);
    scratch_copy(log, store_fixture_beside(test, "-wal"), 0600);
    store_close(journal);
    size_t length = 0;
    size_t length_after = 0;
    unsigned char *before = scratch_load(test->path, &length);
    assert_int_not_equal(try_open(test->path, (store_options){0}, &problem), BOARD_OK);
    assert_true(scratch_verify(test->path, NULL, NULL) > 0);
    unsigned char *after = scratch_load(test->path, &length_after);
    assert_int_equal(length, length_after);
    assert_memory_equal(before, after, length);
    unlink(store_fixture_beside(test, "-wal"));
    unlink(store_fixture_beside(test, "-shm"));
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    free(before);
    free(after);
}

static void an_index_of_the_log_that_is_none_does_not_matter(void **state)
{
    store_fixture *test = *state;
    static unsigned char garbage[32768];

    memset(garbage, 0xA5, sizeof garbage);
    store_fixture_append(test->path, ENTRIES);
    scratch_save(store_fixture_beside(test, "-shm"), garbage, sizeof garbage, 0600);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    scratch_save(store_fixture_beside(test, "-shm"), garbage, 100, 0600);
    store_fixture_append(test->path, 1);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* Opens and appends; the first error. */
static board_error try_append(const char *path, store_problem *problem)
{
    const store_draft draft = {.type = "foul", .payload = "{}"};
    store_journal *journal = NULL;
    board_error error = store_open(path, NULL, &journal, problem);

    if (error == BOARD_OK)
        error = store_append(journal, &draft, NULL, problem);
    store_close(journal);
    return error;
}

static void folders_in_the_place_of_logs_are_told(void **state)
{
    store_fixture *test = *state;
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    store_problem problem;

    store_fixture_append(test->path, ENTRIES);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        assert_int_equal(mkdir(store_fixture_beside(test, endings[i]), 0700), 0);
        board_error error = try_append(test->path, &problem);
        assert_true(error == BOARD_ERROR_STORE_OPEN || error == BOARD_ERROR_STORE_READ_ONLY ||
                    error == BOARD_ERROR_STORE_FOREIGN_LOG);
        assert_null(strstr(problem.detail, "unable")); /* none of SQLite's words */
        assert_int_equal(rmdir(store_fixture_beside(test, endings[i])), 0);
        assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
    }
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* Pipes in the place of files: nothing waits for somebody to write into them. */
static void pipes_are_no_files(void **state)
{
    store_fixture *test = *state;
    char pipe_path[SCRATCH_PATH_BYTES];

    store_fixture_append(test->path, ENTRIES);
    alarm(60); /* a program that waits is killed */
    scratch_path(test->folder, "pipe.db", pipe_path);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    assert_int_equal(try_open(pipe_path, (store_options){0}, NULL),
                     BOARD_ERROR_STORE_NOT_A_JOURNAL);
    assert_int_equal(store_verify(pipe_path, NULL, NULL, NULL, NULL, NULL),
                     BOARD_ERROR_STORE_NOT_A_JOURNAL);
    unlink(store_fixture_beside(test, ".head"));
    assert_int_equal(mkfifo(store_fixture_beside(test, ".head"), 0600), 0);
    assert_fault(test->path, BOARD_ERROR_STORE_WITNESS_DAMAGED);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
    unlink(store_fixture_beside(test, ".head"));
    assert_int_equal(try_open(test->path, (store_options){.key_path = pipe_path}, NULL),
                     BOARD_ERROR_STORE_KEY_FORM);
    unlink(store_fixture_beside(test, "-wal")); /* empty, left by the refusal */
    assert_int_equal(mkfifo(store_fixture_beside(test, "-wal"), 0600), 0);
    assert_true(try_append(test->path, NULL) != BOARD_OK ||
                scratch_verify(test->path, NULL, NULL) == 0);
    unlink(store_fixture_beside(test, "-wal"));
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
    alarm(0);
}

int main(void)
{
#define STORE_TEST(name)                                                                           \
    cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_missing_witness_is_told),
        STORE_TEST(a_damaged_witness_is_told),
        STORE_TEST(a_witness_that_is_no_file_is_told),
        STORE_TEST(a_witness_behind_or_ahead_is_told),
        STORE_TEST(a_journal_without_entries_needs_no_witness),
        STORE_TEST(a_new_journal_has_a_witness_of_nothing),
        STORE_TEST(the_last_witness_stays),
        STORE_TEST(what_stands_behind_the_last_page_is_told),
        STORE_TEST(a_file_cut_by_a_page_is_told),
        STORE_TEST(a_rollback_journal_is_refused),
        STORE_TEST(a_log_that_is_none_is_told),
        STORE_TEST(the_log_of_another_journal_is_refused),
        STORE_TEST(an_index_of_the_log_that_is_none_does_not_matter),
        STORE_TEST(folders_in_the_place_of_logs_are_told),
        STORE_TEST(pipes_are_no_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
