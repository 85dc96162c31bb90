/* store/rebuild.c: a new file out of the entries of an old one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/chain.h"
#include "store/files.h"
#include "store/journal_private.h"
#include "store/problem.h"
#include "store/witness.h"

/* The names that a rebuilding needs. */
typedef struct rebuild_paths {
    const char *path;
    char *log;   /* the -wal file */
    char *index; /* the -shm file */
    char *kept;  /* what the old file is called afterwards */
    char *kept_log;
    char *new_file;
} rebuild_paths;

static void free_paths(rebuild_paths *paths)
{
    free(paths->log);
    free(paths->index);
    free(paths->kept);
    free(paths->kept_log);
    free(paths->new_file);
}

static board_error make_paths(rebuild_paths *paths, const char *path, const char *ending,
                              store_problem *problem)
{
    *paths = (rebuild_paths){.path = path,
                             .log = store_path_with(path, "-wal"),
                             .index = store_path_with(path, "-shm"),
                             .kept = store_path_with(path, ending),
                             .new_file = store_path_with(path, ".rebuilt")};
    paths->kept_log = paths->kept != NULL ? store_path_with(paths->kept, "-wal") : NULL;
    if (paths->log != NULL && paths->index != NULL && paths->new_file != NULL &&
        paths->kept_log != NULL)
        return BOARD_OK;
    return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
}

/* Devices keep their rows, so that entries keep theirs. */
static board_error copy_devices(store_database *from, store_journal *to, store_problem *problem)
{
    sqlite3_stmt *rows = NULL;
    board_error error = BOARD_OK;
    int64_t row = 0;
    int result = sqlite3_prepare_v2(from->handle, "SELECT key, own FROM devices ORDER BY device",
                                    -1, &rows, NULL);

    while (error == BOARD_OK && result == SQLITE_OK &&
           (result = sqlite3_step(rows)) == SQLITE_ROW) {
        result = SQLITE_OK;
        if (sqlite3_column_bytes(rows, 0) != STORE_KEY_BYTES)
            error = store_fail(problem, BOARD_ERROR_STORE_DAMAGED, "devices");
        else
            error = store_device_add(&to->database, sqlite3_column_blob(rows, 0),
                                     sqlite3_column_int(rows, 1) != 0, &row, problem);
    }
    if (error == BOARD_OK)
        error = store_database_error(from, result, problem);
    sqlite3_finalize(rows);
    return error;
}

static board_error copy_row(store_chain *chain, sqlite3_stmt *rows, store_journal *to,
                            store_witness *witness, store_problem *problem)
{
    store_entry entry;
    int64_t device_row = 0;
    board_error error = store_row_entry(rows, &entry) ? store_chain_follow(chain, &entry)
                                                      : BOARD_ERROR_STORE_UNREADABLE;

    if (error != BOARD_OK)
        return store_fail_entry(problem, error, &entry, NULL);
    memcpy(witness->hash, entry.hash, sizeof witness->hash);
    error = store_device_row(&to->database, entry.device, &device_row, NULL, problem);
    return error == BOARD_OK ? store_write_row(to, device_row, &entry, problem) : error;
}

static board_error copy_entries(store_database *from, store_journal *to, store_witness *witness,
                                store_problem *problem)
{
    sqlite3_stmt *rows = NULL;
    store_chain chain;
    board_error error = store_chain_begin(&chain, from, 0, problem);
    int result = sqlite3_prepare_v2(
        from->handle, "SELECT " STORE_ENTRY_COLUMNS " ORDER BY entries.number", -1, &rows, NULL);

    while (error == BOARD_OK && result == SQLITE_OK &&
           (result = sqlite3_step(rows)) == SQLITE_ROW) {
        result = SQLITE_OK;
        error = copy_row(&chain, rows, to, witness, problem);
    }
    if (error == BOARD_OK)
        error = store_database_error(from, result, problem);
    witness->number = chain.number;
    sqlite3_finalize(rows);
    store_chain_free(&chain);
    return error;
}

static board_error fill(store_database *from, const char *path, const store_options *options,
                        store_witness *witness, store_problem *problem)
{
    store_journal to = {.path = (char *)path, .witness = -1};
    struct stat state;
    board_error error = store_database_open(&to.database, path, STORE_TO_WRITE, options, problem);

    if (error != BOARD_OK)
        return error;
    if (stat(path, &state) == 0) {
        to.file_system = state.st_dev;
        to.file_number = state.st_ino;
    }
    error = store_write_begin(&to, problem);
    if (error == BOARD_OK)
        error = copy_devices(from, &to, problem);
    if (error == BOARD_OK)
        error = copy_entries(from, &to, witness, problem);
    if (error == BOARD_OK)
        error = store_write_commit(&to, 0, NULL, problem);
    else
        store_write_rollback(&to);
    /* All of it has to be in the file itself, as that alone is renamed. */
    if (error == BOARD_OK)
        error = store_database_error(&to.database,
                                     sqlite3_wal_checkpoint_v2(to.database.handle, NULL,
                                                               SQLITE_CHECKPOINT_TRUNCATE,
                                                               (int *)NULL, (int *)NULL),
                                     problem);
    store_database_keep_log(&to.database, false);
    store_database_close(&to.database);
    return error;
}

/* Keeps the old files under other names, then takes the old log away and puts the new file in
 * place. If the power goes between the last two, the witness tells. */
static board_error swap(const rebuild_paths *paths, store_problem *problem)
{
    if (link(paths->path, paths->kept) != 0 ||
        (link(paths->log, paths->kept_log) != 0 && errno != ENOENT))
        return store_fail(problem, BOARD_ERROR_STORE_IO, strerror(errno));
    board_error error = store_sync_folder(paths->path, problem);
    if (error != BOARD_OK)
        return error;
    unlink(paths->log);
    unlink(paths->index);
    if (rename(paths->new_file, paths->path) != 0)
        return store_fail(problem, BOARD_ERROR_STORE_IO, strerror(errno));
    return store_sync_folder(paths->path, problem);
}

/* The entries are on the disk, and what was accepted as lost is forgotten. */
static void tell_witness(const char *path, const store_witness *witness)
{
    int descriptor = store_witness_open(path);

    store_witness_write(descriptor, witness);
    if (descriptor >= 0)
        close(descriptor);
}

/* With the old file locked against writers; readers of it see what it was. */
static board_error rebuild(store_database *old, const rebuild_paths *paths,
                           const store_options *options, store_witness *witness,
                           store_problem *problem)
{
    board_error error = store_statement_run(old, STORE_BEGIN, problem);

    if (error == BOARD_OK && !options->accept_loss)
        error = store_check_witness(old, paths->path, problem);
    if (error != BOARD_OK)
        return error;
    unlink(paths->new_file); /* left by a rebuilding that was cut off */
    error = store_create(paths->new_file, options, problem);
    if (error == BOARD_OK)
        error = fill(old, paths->new_file, options, witness, problem);
    if (error == BOARD_OK)
        error = swap(paths, problem);
    if (error == BOARD_OK)
        tell_witness(paths->path, witness);
    if (error != BOARD_OK)
        unlink(paths->new_file);
    return error;
}

board_error store_rebuild(const char *path, const store_options *options, store_rebuilt *rebuilt,
                          store_problem *problem)
{
    const store_options defaults = {.read_only = false};
    store_journal clock = {.path = NULL};
    rebuild_paths paths;
    store_database old;
    store_problem unasked;
    store_witness witness = {.number = 0};
    store_rebuilt made = {.entries = 0};

    problem = problem != NULL ? problem : &unasked;
    options = options != NULL ? options : &defaults;
    store_fail(problem, BOARD_OK, NULL);
    if (sodium_init() < 0)
        return store_fail(problem, BOARD_ERROR_STORE_LIBRARY, "libsodium");
    store_use_clock(&clock, options);
    board_error error = store_database_check_head(path, problem);
    if (error != BOARD_OK)
        return error;
    snprintf(made.ending, sizeof made.ending, ".before-%lld",
             (long long)clock.clock(clock.clock_context));
    error = make_paths(&paths, path, made.ending, problem);
    if (error == BOARD_OK)
        error = store_database_open(&old, path, STORE_TO_WRITE, options, problem);
    if (error == BOARD_OK) {
        store_pages_set_lenient(old.pages, true); /* nothing is written through it */
        error = rebuild(&old, &paths, options, &witness, problem);
        store_database_close(&old);
    }
    free_paths(&paths);
    made.entries = witness.number;
    if (rebuilt != NULL)
        *rebuilt = made;
    return error;
}
