/* store/journal.c: opening and closing the journal. */
#include "store/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/beside.h"
#include "store/chain.h"
#include "store/files.h"
#include "store/journal_private.h"
#include "store/problem.h"
#include "store/schema.h"
#include "store/witness.h"

enum {
    QUICK_CHECK_PAGES = 2048, /* files of more pages are not looked at as a whole when opened */
    MARK_EVERY = 1000         /* entries checked before the next opening is spared of them */
};

static int64_t system_clock(void *context)
{
    struct timespec now = {0};

    (void)context;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void store_use_clock(store_journal *journal, const store_options *options)
{
    journal->clock = options->clock != NULL ? options->clock : system_clock;
    journal->clock_context = options->clock_context;
}

/* A new file. */

/* Everything is written in rollback mode, so that nothing is left in a -wal file. */
static board_error create_tables(store_database *database, store_problem *problem)
{
    char application[64];
    int seal = STORE_SEAL_BYTES;
    int result = sqlite3_file_control(database->handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &seal);

    snprintf(application, sizeof application, "PRAGMA application_id = %d", STORE_APPLICATION_ID);
    if (result == SQLITE_OK)
        result = sqlite3_exec(database->handle, "PRAGMA page_size = 4096; BEGIN", NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_exec(database->handle, application, NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = store_schema_migrate(database->handle, 0, STORE_SCHEMA);
    if (result == SQLITE_OK)
        result =
            sqlite3_exec(database->handle, "COMMIT; PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    store_database_keep_log(database, false);
    return store_database_error(database, result, problem);
}

static board_error create_as(const char *path, const store_options *options, store_problem *problem)
{
    store_database database;
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);

    if (descriptor < 0) {
        board_error error = errno == ENOSPC || errno == EDQUOT ? BOARD_ERROR_STORE_FULL
                            : errno == EROFS || errno == EACCES || errno == EPERM
                                ? BOARD_ERROR_STORE_READ_ONLY
                                : BOARD_ERROR_STORE_OPEN;
        return store_fail(problem, error, strerror(errno));
    }
    close(descriptor);
    board_error error = store_database_open(&database, path, STORE_TO_CREATE, options, problem);
    if (error == BOARD_OK) {
        error = create_tables(&database, problem);
        store_database_close(&database);
    }
    return error;
}

/* Removes a file that was being made, with what SQLite may have left beside it. */
static void remove_new(const char *path)
{
    static const char *const endings[] = {"", "-journal", "-wal", "-shm"};

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char *name = store_path_with(path, endings[i]);
        if (name != NULL)
            unlink(name);
        free(name);
    }
}

board_error store_create(const char *path, const store_options *options, store_problem *problem)
{
    char ending[32];

    snprintf(ending, sizeof ending, ".new-%08x", (unsigned)randombytes_random());
    char *temporary = store_path_with(path, ending);
    if (temporary == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    board_error error = create_as(temporary, options, problem);
    if (error == BOARD_OK && !store_name_file(temporary, path) && errno != EEXIST)
        error = store_fail(problem, BOARD_ERROR_STORE_OPEN, strerror(errno));
    remove_new(temporary);
    free(temporary);
    return error == BOARD_OK ? store_sync_folder(path, problem) : error;
}

/* Checks. */

static board_error check_version(store_database *database, int64_t *version, store_problem *problem)
{
    char detail[64];
    board_error error = store_database_number(database, "PRAGMA user_version", version, problem);

    if (error != BOARD_OK)
        return error;
    snprintf(detail, sizeof detail, "%lld > %d", (long long)*version, STORE_SCHEMA);
    if (*version > STORE_SCHEMA)
        return store_fail(problem, BOARD_ERROR_STORE_NEWER, detail);
    if (*version < 1)
        return store_fail(problem, BOARD_ERROR_STORE_DAMAGED, "user_version");
    return BOARD_OK;
}

static board_error quick_check(store_database *database, store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    int64_t pages = 0;
    board_error error = store_database_number(database, "PRAGMA page_count", &pages, problem);

    if (error != BOARD_OK || pages > QUICK_CHECK_PAGES)
        return error; /* every page is checked against its seal when it is read */
    int result =
        sqlite3_prepare_v2(database->handle, "PRAGMA quick_check(1)", -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    error = store_database_error(database, result, problem);
    const char *said = error == BOARD_OK && result == SQLITE_ROW
                           ? (const char *)sqlite3_column_text(statement, 0)
                           : "";
    if (error == BOARD_OK && (said == NULL || strcmp(said, "ok") != 0))
        error = store_fail_page(problem, BOARD_ERROR_STORE_DAMAGED, 0,
                                store_pages_take_bad(database->pages));
    sqlite3_finalize(statement);
    return error;
}

/* The first and the last of the entries that the witness has seen and that are not there. */
static board_error fail_lost(store_database *database, board_error error, uint64_t seen,
                             store_problem *problem)
{
    store_problem ignored;
    int64_t last = 0;
    bool known = store_database_number(database, "SELECT coalesce(max(number), 0) FROM entries",
                                       &last, &ignored) == BOARD_OK;
    uint64_t first = known && (uint64_t)last < seen ? (uint64_t)last + 1 : seen;

    store_fail_at(problem, error, first, NULL);
    if (problem != NULL && first < seen)
        problem->last = seen;
    return error;
}

board_error store_check_witness(store_database *database, const char *path, store_problem *problem)
{
    store_witness witness = store_witness_read(path); /* before the file, which may only grow */
    sqlite3_stmt *statement = NULL;
    board_error error = BOARD_OK;

    if (witness.number == 0)
        return BOARD_OK;
    statement = store_statement_get(database, STORE_HASH_OF, problem);
    if (statement == NULL)
        return problem->error;
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)witness.number);
    int result = sqlite3_step(statement);
    error = store_database_error(database, result, problem);
    if (error == BOARD_OK &&
        (result != SQLITE_ROW || sqlite3_column_bytes(statement, 0) != STORE_HASH_BYTES ||
         memcmp(sqlite3_column_blob(statement, 0), witness.hash, STORE_HASH_BYTES) != 0))
        error = fail_lost(database,
                          store_check_log(path, NULL) == BOARD_OK ? BOARD_ERROR_STORE_LOST
                                                                  : BOARD_ERROR_STORE_LOG,
                          witness.number, problem);
    sqlite3_reset(statement);
    return error;
}

/* The chain from where it was checked before; *marked and *last: where it began and ended. */
static board_error check_entries(store_database *database, uint64_t *marked, uint64_t *last,
                                 store_problem *problem)
{
    board_error error = store_snapshot_checked(database, marked, problem);

    return error == BOARD_OK ? store_chain_check(database, *marked, last, problem) : error;
}

/* Opening. */

static board_error migrate(store_journal *journal, store_problem *problem)
{
    store_database *database = &journal->database;
    int64_t version = 0;
    board_error error = store_statement_run(database, STORE_BEGIN, problem);

    if (error != BOARD_OK)
        return error;
    error = check_version(database, &version, problem); /* another process may have been quicker */
    if (error == BOARD_OK)
        error = store_database_error(
            database, store_schema_migrate(database->handle, (int)version, STORE_SCHEMA), problem);
    if (error == BOARD_OK)
        error = store_statement_run(database, STORE_COMMIT, problem);
    if (error != BOARD_OK)
        store_write_rollback(journal);
    return error;
}

static board_error note_place(store_journal *journal, store_problem *problem)
{
    struct stat state;

    if (stat(journal->path, &state) != 0)
        return store_fail(problem, BOARD_ERROR_STORE_OPEN, strerror(errno));
    journal->file_system = state.st_dev;
    journal->file_number = state.st_ino;
    return BOARD_OK;
}

/* Where the own device stands in the table, as far as it is needed for reading. */
static board_error read_identity(store_journal *journal, store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    uint8_t id[STORE_DEVICE_ID_BYTES];
    int result = sqlite3_prepare_v2(journal->database.handle,
                                    "SELECT key FROM devices WHERE own = 1", -1, &statement, NULL);

    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    if (result == SQLITE_ROW && sqlite3_column_bytes(statement, 0) == STORE_KEY_BYTES) {
        memcpy(journal->key.public_key, sqlite3_column_blob(statement, 0), STORE_KEY_BYTES);
        store_device_of_key(journal->key.public_key, id);
        store_hex_write(id, sizeof id, journal->device);
    }
    board_error error = store_database_error(&journal->database, result, problem);
    sqlite3_finalize(statement);
    return error;
}

static board_error make_writable(store_journal *journal, const store_options *options,
                                 int64_t version, store_problem *problem)
{
    board_error error = version < STORE_SCHEMA ? migrate(journal, problem) : BOARD_OK;

    return error == BOARD_OK ? store_take_identity(journal, options, problem) : error;
}

/* Notes what is wrong with the witness, and puts it right if that is allowed. */
static board_error mend_witness(store_journal *journal, uint64_t last, bool accept_loss,
                                store_problem *problem)
{
    journal->witness_said = store_witness_compare(journal->path, last, NULL);
    if (journal->read_only)
        return BOARD_OK;
    journal->witness = store_witness_open(journal->path);
    if (journal->witness_said == BOARD_OK && !accept_loss)
        return BOARD_OK;
    board_error error = store_witness_renew(journal, problem);
    return accept_loss ? error : BOARD_OK; /* the next append writes it, too */
}

/* Everything between the file and a journal that can be used. */
static board_error open_file(store_journal *journal, const store_options *options,
                             store_problem *problem)
{
    store_database *database = &journal->database;
    uint64_t marked = 0;
    uint64_t last = 0;
    int64_t version = 0;
    board_error error =
        store_database_open(database, journal->path,
                            journal->read_only ? STORE_TO_READ : STORE_TO_WRITE, options, problem);

    if (error == BOARD_OK)
        error = check_version(database, &version, problem);
    if (error == BOARD_OK && !options->accept_loss)
        error = store_check_witness(database, journal->path, problem);
    if (error == BOARD_OK)
        error = quick_check(database, problem);
    if (error == BOARD_OK)
        error = check_entries(database, &marked, &last, problem);
    if (error == BOARD_OK)
        error = note_place(journal, problem);
    if (error == BOARD_OK)
        error = journal->read_only ? read_identity(journal, problem)
                                   : make_writable(journal, options, version, problem);
    if (error == BOARD_OK)
        error = mend_witness(journal, last, options->accept_loss, problem);
    if (error != BOARD_OK || journal->read_only)
        return error;
    if (last - marked >= MARK_EVERY)
        store_snapshot_put(journal, last, "", NULL); /* spares time; not needed */
    return error;
}

/* A -wal file whose journal is gone would be taken for part of a new one: puts it aside if the loss
 * is accepted. */
static board_error check_stray_log(const char *path, bool accept_loss, store_problem *problem)
{
    char *log = store_path_with(path, "-wal");
    char *aside = store_path_with(path, "-wal.lost");
    struct stat state;
    board_error error = BOARD_OK;

    if (log == NULL || aside == NULL)
        error = store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    else if (stat(log, &state) == 0 && (!accept_loss || rename(log, aside) != 0))
        error = store_fail(problem, BOARD_ERROR_STORE_LOST, log);
    free(log);
    free(aside);
    return error;
}

static board_error find_file(const char *path, const store_options *options, store_problem *problem)
{
    board_error error = store_database_check_head(path, problem);

    if (error != BOARD_ERROR_STORE_MISSING)
        return error;
    store_witness witness = store_witness_read(path);
    if (witness.number > 0 && !options->accept_loss)
        return store_fail_at(problem, BOARD_ERROR_STORE_LOST, witness.number, NULL);
    if (options->read_only || options->must_exist)
        return error;
    error = check_stray_log(path, options->accept_loss, problem);
    if (error == BOARD_OK)
        error = store_make_folders(path, options->folders, problem);
    if (error == BOARD_OK)
        error = store_create(path, options, problem);
    return error == BOARD_OK ? store_database_check_head(path, problem) : error;
}

static store_journal *new_journal(const char *path, const store_options *options)
{
    store_journal *journal = calloc(1, sizeof *journal);

    if (journal == NULL)
        return NULL;
    journal->read_only = options->read_only;
    journal->witness = -1;
    store_use_clock(journal, options);
    journal->path = strdup(path);
    if (journal->path != NULL)
        return journal;
    free(journal);
    return NULL;
}

board_error store_open(const char *path, const store_options *options, store_journal **journal,
                       store_problem *problem)
{
    const store_options defaults = {.read_only = false};
    store_problem unasked;
    store_problem *told = problem != NULL ? problem : &unasked;

    *journal = NULL;
    store_fail(told, BOARD_OK, NULL);
    if (options == NULL)
        options = &defaults;
    if (sodium_init() < 0)
        return store_fail(told, BOARD_ERROR_STORE_LIBRARY, "libsodium");
    board_error error = find_file(path, options, told);
    if (error != BOARD_OK)
        return error;
    store_journal *opened = new_journal(path, options);
    if (opened == NULL)
        return store_fail(told, BOARD_ERROR_NO_MEMORY, NULL);
    error = open_file(opened, options, told);
    if (error != BOARD_OK) {
        opened->uncertain = true; /* leave the -wal file as it is */
        store_close(opened);
        return error;
    }
    *journal = opened;
    return BOARD_OK;
}

void store_close(store_journal *journal)
{
    if (journal == NULL)
        return;
    if (journal->database.handle != NULL) {
        store_database_keep_log(&journal->database, journal->uncertain);
        store_database_close(&journal->database);
    }
    if (journal->witness >= 0)
        close(journal->witness);
    store_key_forget(&journal->key);
    free(journal->path);
    free(journal->payload);
    free(journal->arbiter);
    free(journal->type);
    free(journal);
}

board_error store_witness_said(const store_journal *journal)
{
    return journal->witness_said;
}

const char *store_device(const store_journal *journal)
{
    return journal->device;
}

const uint8_t *store_public_key(const store_journal *journal)
{
    return journal->device[0] != '\0' ? journal->key.public_key : NULL;
}
