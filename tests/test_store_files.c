/*
 * tests/test_store_files.c: opening: keys, versions, files that are no journal or were replaced,
 * and what stands in the way: other processes, missing permission, no room.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/journal_private.h"
#include "store/schema.h"
#include "support/power_vfs.h"
#include "support/store_fixture.h"

#define FIXTURE_V1 "tests/data/store/v1.db"
#define FIXTURE_V1_KEY "tests/data/store/v1.key"

enum { FIXTURE_ENTRIES = 6, NOBODY = 65534, BOTH_APPEND = 200 };

static uint64_t entries_of(store_journal *journal)
{
    uint64_t count = 0;

    assert_int_equal(store_count(journal, NULL, &count, NULL), BOARD_OK);
    return count;
}

static board_error try_open(const char *path, store_options options, store_problem *problem)
{
    store_journal *journal = NULL;
    board_error error = store_open(path, &options, &journal, problem);

    assert_true((journal != NULL) == (error == BOARD_OK));
    store_close(journal);
    return error;
}

/* Files. */

static void folders_and_modes(void **state)
{
    store_fixture *test = *state;
    char path[SCRATCH_PATH_BYTES];
    store_problem problem;
    struct stat file;

    scratch_path(test->folder, "a/b/journal.db", path);
    assert_int_equal(try_open(path, (store_options){.must_exist = true}, NULL),
                     BOARD_ERROR_STORE_MISSING);
    assert_int_equal(try_open(path, (store_options){.read_only = true}, NULL),
                     BOARD_ERROR_STORE_MISSING);
    for (unsigned folders = 0; folders < 2; folders++) { /* of a mistyped path nothing is made */
        assert_int_equal(try_open(path, (store_options){.folders = folders}, &problem),
                         BOARD_ERROR_STORE_FOLDER);
        assert_non_null(strstr(problem.detail, "/a: "));
        assert_int_equal(stat(scratch_path(test->folder, "a", test->other), &file), -1);
    }
    store_close(scratch_open(path, &(store_options){.folders = 2}));
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    assert_int_equal(stat(scratch_path(test->folder, "a/b/journal.db.key", test->other), &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    assert_int_equal(stat(scratch_path(test->folder, "a", test->other), &file), 0);
    assert_int_equal(file.st_mode & 0777, 0700);
    /* A file in the place of a folder; the folder of a key that is elsewhere. */
    scratch_path(test->folder, "a/b/journal.db/journal.db", path);
    assert_int_equal(try_open(path, (store_options){.folders = 9}, NULL), BOARD_ERROR_STORE_OPEN);
    store_options elsewhere = {.key_path = scratch_path(test->folder, "none/key", test->other)};
    assert_int_equal(try_open(test->path, elsewhere, NULL), BOARD_ERROR_STORE_FOLDER);
    assert_int_equal(stat(scratch_path(test->folder, "none", path), &file), -1);
}

static void other_files_are_refused_and_left_alone(void **state)
{
    store_fixture *test = *state;
    static const char text[] = "not a journal, but somebody's file";
    sqlite3 *other = NULL;
    size_t length = 0;

    scratch_save(test->path, text, sizeof text, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL),
                     BOARD_ERROR_STORE_NOT_A_JOURNAL);
    assert_int_equal(store_verify(test->path, NULL, NULL, NULL, NULL, NULL),
                     BOARD_ERROR_STORE_NOT_A_JOURNAL);
    unsigned char *bytes = scratch_load(test->path, &length);
    assert_int_equal(length, sizeof text);
    assert_memory_equal(bytes, text, length);
    free(bytes);
    scratch_save(test->path, "", 0, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL),
                     BOARD_ERROR_STORE_NOT_A_JOURNAL);
    unlink(test->path);
    assert_int_equal(sqlite3_open(test->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "CREATE TABLE t (x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL),
                     BOARD_ERROR_STORE_NOT_A_JOURNAL);
    assert_int_equal(try_open(test->folder, (store_options){0}, NULL), BOARD_ERROR_STORE_OPEN);
}

static void other_programs_cannot_change_entries(void **state)
{
    store_fixture *test = *state;
    sqlite3 *other = NULL;

    store_fixture_append(test->path, 2);
    assert_int_equal(sqlite3_open(test->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "DELETE FROM entries", NULL, NULL, NULL),
                     SQLITE_CONSTRAINT);
    assert_int_equal(sqlite3_exec(other, "UPDATE entries SET type = 'x'", NULL, NULL, NULL),
                     SQLITE_CONSTRAINT);
    sqlite3_close(other);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* Keys. */

static void key_is_kept_and_needed(void **state)
{
    store_fixture *test = *state;
    store_problem problem;
    char device[STORE_DEVICE_BYTES];

    store_fixture_append(test->path, 2);
    store_journal *journal = scratch_open(test->path, NULL);
    memcpy(device, store_device(journal), sizeof device);
    store_close(journal);
    assert_int_equal(rename(store_fixture_beside(test, ".key"), test->folder), -1);
    unsigned char *key = NULL;
    size_t length = 0;
    key = scratch_load(store_fixture_beside(test, ".key"), &length);
    unlink(store_fixture_beside(test, ".key"));
    assert_int_equal(try_open(test->path, (store_options){0}, &problem),
                     BOARD_ERROR_STORE_KEY_MISSING);
    assert_int_equal(try_open(test->path, (store_options){.read_only = true}, NULL), BOARD_OK);
    assert_int_equal(access(store_fixture_beside(test, ".key"), F_OK), -1);
    /* Another device's key. */
    char path[SCRATCH_PATH_BYTES];
    store_close(scratch_open(scratch_path(test->folder, "second.db", path), NULL));
    store_options options = {.key_path = scratch_path(test->folder, "second.db.key", path)};
    assert_int_equal(try_open(test->path, options, NULL), BOARD_ERROR_STORE_KEY_OTHER);
    options.adopt_key = true;
    journal = scratch_open(test->path, &options);
    assert_string_not_equal(store_device(journal), device);
    store_entry entry = scratch_append(journal, "foul", 3);
    assert_int_equal(entry.sequence, 1);
    assert_int_equal(entry.number, 3);
    store_close(journal);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    scratch_save(store_fixture_beside(test, ".key"), key, length, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_ERROR_STORE_KEY_OTHER);
    assert_int_equal(try_open(test->path, (store_options){.adopt_key = true}, NULL), BOARD_OK);
    free(key);
}

static void key_files_are_strictly_read(void **state)
{
    store_fixture *test = *state;
    size_t length = 0;

    store_fixture_append(test->path, 1);
    unsigned char *key = scratch_load(store_fixture_beside(test, ".key"), &length);
    chmod(store_fixture_beside(test, ".key"), 0640);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_ERROR_STORE_KEY_MODE);
    scratch_save(store_fixture_beside(test, ".key"), key, length - 2, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_ERROR_STORE_KEY_FORM);
    key[length - 5] = 'x';
    scratch_save(store_fixture_beside(test, ".key"), key, length, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_ERROR_STORE_KEY_FORM);
    free(key);
}

/* Versions. */

static void older_file_is_brought_up_to_date(void **state)
{
    store_fixture *test = *state;
    store_verified verified;
    int64_t version = 0;
    char *snapshot = NULL;
    uint64_t up_to = 0;

    scratch_copy(FIXTURE_V1, test->path, 0600);
    scratch_copy(FIXTURE_V1_KEY, store_fixture_beside(test, ".key"), 0600);
    store_problem problem;
    assert_int_equal(scratch_verify(test->path, &problem, &verified), 1);
    assert_int_equal(problem.error, BOARD_ERROR_STORE_WITNESS_MISSING);
    assert_int_equal(verified.entries, FIXTURE_ENTRIES);
    store_journal *journal = scratch_open(test->path, &(store_options){.read_only = true});
    assert_int_equal(entries_of(journal), FIXTURE_ENTRIES);
    store_close(journal);
    journal = scratch_open(test->path, NULL);
    assert_int_equal(
        store_database_number(&journal->database, "PRAGMA user_version", &version, NULL), BOARD_OK);
    assert_int_equal(version, STORE_SCHEMA);
    assert_int_equal(entries_of(journal), FIXTURE_ENTRIES);
    assert_int_equal(store_snapshot_load(journal, &up_to, &snapshot, NULL), BOARD_OK);
    assert_string_equal(snapshot, "{\"fouls\":2}");
    free(snapshot);
    assert_int_equal(scratch_append(journal, "foul", 1).sequence, FIXTURE_ENTRIES + 1);
    store_close(journal);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* The power is cut at every write of the migration. */
static void migration_is_whole_or_not_at_all(void **state)
{
    store_fixture *test = *state;
    store_journal *journal = NULL;
    bool happened = true;

    power_register();
    scratch_copy(FIXTURE_V1_KEY, store_fixture_beside(test, ".key"), 0600);
    for (size_t at = 1; happened; at++) {
        unlink(store_fixture_beside(test, "-wal"));
        unlink(store_fixture_beside(test, "-shm"));
        scratch_copy(FIXTURE_V1, test->path, 0600);
        power_begin(POWER_CUT, at);
        if (store_open(test->path, &(store_options){.vfs = POWER_VFS}, &journal, NULL) == BOARD_OK)
            store_close(journal);
        happened = power_happened();
        power_settle(POWER_SOME_KEPT, (unsigned)at);
        unlink(store_fixture_beside(test, "-shm"));
        journal = scratch_open(test->path, NULL);
        assert_int_equal(entries_of(journal), FIXTURE_ENTRIES);
        store_close(journal);
        assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    }
    power_begin(POWER_STAYS, 0);
}

static void newer_file_is_refused_by_name(void **state)
{
    store_fixture *test = *state;
    store_problem problem;
    char text[512];

    store_fixture_append(test->path, 1);
    store_journal *journal = scratch_open(test->path, NULL);
    assert_int_equal(store_database_execute(&journal->database, "PRAGMA user_version = 99", NULL),
                     BOARD_OK);
    store_close(journal);
    assert_int_equal(try_open(test->path, (store_options){0}, &problem), BOARD_ERROR_STORE_NEWER);
    store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text);
    assert_non_null(strstr(text, "newer version"));
    assert_non_null(strstr(text, "99"));
    store_problem_text(&problem, BOARD_CHINESE, text, sizeof text);
    assert_non_null(strstr(text, "更新版本"));
    assert_int_equal(try_open(test->path, (store_options){.read_only = true}, NULL),
                     BOARD_ERROR_STORE_NEWER);
    assert_int_equal(store_verify(test->path, NULL, NULL, NULL, NULL, NULL),
                     BOARD_ERROR_STORE_NEWER);
}

/* What was acknowledged and is gone. */

static void replaced_or_deleted_file_is_noticed(void **state)
{
    store_fixture *test = *state;
    char copy[SCRATCH_PATH_BYTES];
    store_problem problem;

    store_fixture_append(test->path, 2);
    scratch_copy(test->path, scratch_path(test->folder, "old.db", copy), 0600);
    store_fixture_append(test->path, 3);
    scratch_copy(copy, test->path, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, &problem), BOARD_ERROR_STORE_LOST);
    assert_int_equal(problem.number, 3); /* the first that is missing, and the last */
    assert_int_equal(problem.last, 5);
    assert_int_equal(scratch_verify(test->path, &problem, NULL), 1);
    assert_int_equal(problem.error, BOARD_ERROR_STORE_LOST);
    assert_int_equal(store_rebuild(test->path, NULL, NULL, NULL), BOARD_ERROR_STORE_LOST);
    assert_int_equal(try_open(test->path, (store_options){.accept_loss = true}, NULL), BOARD_OK);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
    store_fixture_append(test->path, 4);
    scratch_copy(copy, test->path, 0600);
    assert_int_equal(store_rebuild(test->path, &(store_options){.accept_loss = true}, NULL, NULL),
                     BOARD_OK);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
    store_fixture_append(test->path, 1);
    unlink(test->path);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_ERROR_STORE_LOST);
    assert_int_equal(access(test->path, F_OK), -1);
    scratch_save(store_fixture_beside(test, ".head"), "rubbish", 7, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_OK);
}

static void log_without_its_file_is_no_part_of_a_new_one(void **state)
{
    store_fixture *test = *state;

    scratch_save(store_fixture_beside(test, "-wal"), "something", 9, 0600);
    assert_int_equal(try_open(test->path, (store_options){0}, NULL), BOARD_ERROR_STORE_LOST);
    assert_int_equal(try_open(test->path, (store_options){.accept_loss = true}, NULL), BOARD_OK);
    assert_int_equal(access(store_fixture_beside(test, "-wal.lost"), F_OK), 0);
}

static void file_taken_away_while_open_is_noticed(void **state)
{
    store_fixture *test = *state;
    char aside[SCRATCH_PATH_BYTES];
    store_draft draft = {.type = "foul", .payload = "{}"};
    store_journal *journal = scratch_open(test->path, NULL);

    scratch_append(journal, "foul", 1);
    assert_int_equal(rename(test->path, scratch_path(test->folder, "aside", aside)), 0);
    assert_int_equal(store_append(journal, &draft, NULL, NULL), BOARD_ERROR_STORE_LOST);
    assert_int_equal(rename(aside, test->path), 0);
    assert_int_equal(store_append(journal, &draft, NULL, NULL), BOARD_OK);
    assert_int_equal(entries_of(journal), 2);
    store_close(journal);
}

static void rebuilding_keeps_entries_and_stops_old_writers(void **state)
{
    store_fixture *test = *state;
    store_draft draft = {.type = "foul", .payload = "{}"};
    store_rebuilt rebuilt = {.entries = 0};
    store_journal *journal = scratch_open(test->path, NULL);

    for (unsigned i = 0; i < 20; i++)
        scratch_append(journal, "foul", i);
    assert_int_equal(store_rebuild(test->path, NULL, &rebuilt, NULL), BOARD_OK);
    assert_int_equal(rebuilt.entries, 20);
    assert_int_equal(store_append(journal, &draft, NULL, NULL), BOARD_ERROR_STORE_LOST);
    store_close(journal);
    journal = scratch_open(test->path, NULL);
    assert_int_equal(entries_of(journal), 20);
    scratch_append(journal, "foul", 20);
    store_close(journal);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* In the way. */

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void waiting_for_another_writer_ends(void **state)
{
    store_fixture *test = *state;
    store_problem problem;
    char text[512];
    store_draft draft = {.type = "foul", .payload = "{}"};
    store_journal *first = scratch_open(test->path, NULL);
    store_journal *second = scratch_open(test->path, &(store_options){.busy_ms = 300});

    assert_int_equal(store_write_begin(first, &problem), BOARD_OK);
    double start = seconds();
    assert_int_equal(store_append(second, &draft, NULL, &problem), BOARD_ERROR_STORE_BUSY);
    assert_true(seconds() - start > 0.2 && seconds() - start < 5);
    store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text);
    assert_non_null(strstr(text, "another program"));
    assert_int_equal(entries_of(second), 0);
    store_write_rollback(first);
    assert_int_equal(store_append(second, &draft, NULL, NULL), BOARD_OK);
    store_close(first);
    store_close(second);
}

static void two_processes_append_at_once(void **state)
{
    store_fixture *test = *state;
    pid_t children[2];
    store_verified verified;

    for (unsigned i = 0; i < 2; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) { /* both make the journal and its key, too */
            store_journal *journal = scratch_open(test->path, &(store_options){.busy_ms = 60000});
            for (unsigned n = 0; n < BOTH_APPEND; n++)
                scratch_append(journal, i == 0 ? "first" : "second", n);
            store_close(journal);
            _exit(0);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        int status = -1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(scratch_verify(test->path, NULL, &verified), 0);
    assert_int_equal(verified.entries, 2 * BOTH_APPEND);
}

/* The kiosk holds the journal open twice, for its desk and for the office; the tool appends meanwhile
 * and is not the last to close, so the log stays and what is appended after it does, too. */
static void opened_twice_while_another_process_appends(void **state)
{
    enum { DESK, OFFICE, HANDLES };
    store_fixture *test = *state;
    store_journal *handles[HANDLES];
    store_verified verified;
    int start[2];
    int status = -1;
    char byte = 0;

    store_fixture_append(test->path, 3);
    assert_int_equal(pipe(start), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (read(start[0], &byte, 1) != 1)
            _exit(1);
        store_journal *journal = scratch_open(test->path, &(store_options){.busy_ms = 60000});
        scratch_append(journal, "tool", 0);
        store_close(journal);
        _exit(0);
    }
    for (int i = 0; i < HANDLES; i++)
        handles[i] = scratch_open(test->path, &(store_options){.busy_ms = 60000});
    assert_int_equal(scratch_verify(test->path, NULL, &verified), 0); /* reads every byte, too */
    assert_int_equal(write(start[1], "x", 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(access(store_fixture_beside(test, "-wal"), F_OK), 0);
    scratch_append(handles[DESK], "desk", 1);
    assert_int_equal(entries_of(handles[OFFICE]), 5);
    for (int i = 0; i < HANDLES; i++)
        store_close(handles[i]);
    close(start[0]);
    close(start[1]);
    assert_int_equal(scratch_verify(test->path, NULL, &verified), 0);
    assert_int_equal(verified.entries, 5);
}

/* Runs in a child that is not root: 0 if all is as it should be. */
static int without_permission(const store_fixture *test)
{
    store_problem problem;
    char path[SCRATCH_PATH_BYTES];

    if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
        return 1;
    if (try_open(test->path, (store_options){0}, &problem) != BOARD_ERROR_STORE_READ_ONLY)
        return 2;
    if (try_open(test->path, (store_options){.read_only = true}, NULL) != BOARD_OK)
        return 3;
    if (store_verify(test->path, NULL, NULL, NULL, NULL, NULL) != BOARD_OK)
        return 4;
    scratch_path(test->folder, "new.db", path);
    if (try_open(path, (store_options){0}, NULL) != BOARD_ERROR_STORE_READ_ONLY)
        return 5;
    return 0;
}

static void read_only_file_in_a_read_only_folder(void **state)
{
    store_fixture *test = *state;
    int status = -1;

    store_fixture_append(test->path, 3);
    chmod(test->path, 0444);
    chmod(store_fixture_beside(test, ".head"), 0444);
    chmod(test->folder, 0555);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(without_permission(test));
    assert_int_equal(waitpid(child, &status, 0), child);
    chmod(test->folder, 0700);
    chmod(test->path, 0600);
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* A limit to the size of files, as a full disk. In a child, as the limit stays. */
static int until_full(const store_fixture *test)
{
    struct rlimit limit = {.rlim_cur = 200 * 1024, .rlim_max = 200 * 1024};
    store_draft draft = {.type = "foul", .payload = "{\"n\":1}"};
    store_journal *journal = scratch_open(test->path, NULL);
    unsigned written = 0;
    uint64_t count = 0;
    board_error error = BOARD_OK;

    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 1;
    while (written < 2000 && (error = store_append(journal, &draft, NULL, NULL)) == BOARD_OK)
        written++;
    if (error != BOARD_ERROR_STORE_FULL || written == 0)
        return 2;
    if (store_count(journal, NULL, &count, NULL) != BOARD_OK || count != written)
        return 3;
    if (store_append(journal, &draft, NULL, NULL) != BOARD_ERROR_STORE_FULL)
        return 4;
    store_close(journal);
    return scratch_verify(test->path, NULL, NULL) == 0 ? 0 : 5;
}

static void no_room_is_told_and_nothing_is_lost(void **state)
{
    store_fixture *test = *state;
    int status = -1;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0)
        _exit(until_full(test));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 0);
    store_journal *journal = scratch_open(test->path, NULL);
    assert_true(entries_of(journal) > 0);
    scratch_append(journal, "foul", 1);
    store_close(journal);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

static void every_error_has_a_text(void **state)
{
    store_problem problem = {.error = BOARD_ERROR_STORE_HASH, .number = 7, .sequence = 5};
    char text[256];
    char tiny[8];

    (void)state;
    memcpy(problem.device, "0123456789abcdef0123456789abcdef", sizeof problem.device);
    assert_string_equal(store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text),
                        "entry 7 (device 01234567..., sequence 5): "
                        "the entry's hash does not fit its content");
    assert_string_equal(store_problem_text(&problem, BOARD_CHINESE, text, sizeof text),
                        "第7条（设备 01234567…，序号 5）：记录的哈希与内容不符");
    problem = (store_problem){.error = BOARD_ERROR_STORE_PAGE, .number = 7, .page = 3};
    assert_string_equal(store_problem_text(&problem, BOARD_CHINESE, text, sizeof text),
                        "第7条，第3页：文件页的校验不符");
    store_problem_text(&problem, BOARD_ENGLISH, tiny, sizeof tiny);
    assert_true(strlen(tiny) < sizeof tiny);
    problem = (store_problem){.error = BOARD_ERROR_STORE_PAGE, .page = 3};
    assert_string_equal(store_problem_text(&problem, BOARD_ENGLISH, text, sizeof text),
                        "page 3: a page of the file does not fit its seal");
}

int main(void)
{
#define STORE_TEST(name)                                                                           \
    cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)
    const struct CMUnitTest tests[] = {
        STORE_TEST(folders_and_modes),
        STORE_TEST(other_files_are_refused_and_left_alone),
        STORE_TEST(other_programs_cannot_change_entries),
        STORE_TEST(key_is_kept_and_needed),
        STORE_TEST(key_files_are_strictly_read),
        STORE_TEST(older_file_is_brought_up_to_date),
        STORE_TEST(migration_is_whole_or_not_at_all),
        STORE_TEST(newer_file_is_refused_by_name),
        STORE_TEST(replaced_or_deleted_file_is_noticed),
        STORE_TEST(log_without_its_file_is_no_part_of_a_new_one),
        STORE_TEST(file_taken_away_while_open_is_noticed),
        STORE_TEST(rebuilding_keeps_entries_and_stops_old_writers),
        STORE_TEST(waiting_for_another_writer_ends),
        STORE_TEST(opened_twice_while_another_process_appends),
        STORE_TEST(two_processes_append_at_once),
        STORE_TEST(read_only_file_in_a_read_only_folder),
        STORE_TEST(no_room_is_told_and_nothing_is_lost),
        cmocka_unit_test(every_error_has_a_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
