/* store/database.c: a connection to the SQLite file, its statements, SQLite's errors as ours. */
#include "store/database.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/beside.h"
#include "store/entry.h"
#include "store/files.h"
#include "store/problem.h"
#include "store/reader.h"
#include "store/schema.h"

enum {
    BUSY_MS = 2000,
    HEAD_BYTES = 100, /* of an SQLite file; these are offsets in it */
    PAGE_SIZE_AT = 16,
    RESERVED_AT = 20,
    APPLICATION_AT = 68
};

static const char *const statement_texts[STORE_STATEMENTS] = {
    [STORE_BEGIN] = "BEGIN IMMEDIATE",
    [STORE_COMMIT] = "COMMIT",
    [STORE_ROLLBACK] = "ROLLBACK",
    [STORE_HEAD] = "SELECT sequence, hash, id FROM entries WHERE device = ?1"
                   " ORDER BY sequence DESC LIMIT 1",
    [STORE_INSERT] = "INSERT INTO entries (id, device, sequence, time_ms, arbiter, type, payload,"
                     " corrects, previous, hash, signature)"
                     " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [STORE_LAST] = "SELECT coalesce(max(number), 0) FROM entries",
    [STORE_HASH_OF] = "SELECT hash FROM entries WHERE number = ?1",
    [STORE_BY_NUMBER] = "SELECT " STORE_ENTRY_COLUMNS " WHERE entries.number = ?1",
    [STORE_BY_ID] = "SELECT " STORE_ENTRY_COLUMNS " WHERE entries.id = ?1",
    [STORE_BY_SEQUENCE] = "SELECT " STORE_ENTRY_COLUMNS " WHERE entries.device ="
                          " (SELECT device FROM devices WHERE id = ?1) AND entries.sequence = ?2",
    [STORE_DEVICE] = "SELECT device, key FROM devices WHERE id = ?1",
};

/* Errors. */

static bool is_full(int system_error)
{
    return system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
}

static bool is_forbidden(int system_error)
{
    return system_error == EROFS || system_error == EACCES || system_error == EPERM;
}

static board_error meaning(int code, int system_error)
{
    switch (code & 0xFF) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return BOARD_OK;
    case SQLITE_NOMEM:
        return BOARD_ERROR_NO_MEMORY;
    case SQLITE_FULL:
        return BOARD_ERROR_STORE_FULL;
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return BOARD_ERROR_STORE_READ_ONLY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return BOARD_ERROR_STORE_BUSY;
    case SQLITE_CORRUPT:
        return BOARD_ERROR_STORE_DAMAGED;
    case SQLITE_NOTADB:
        return BOARD_ERROR_STORE_NOT_A_JOURNAL;
    case SQLITE_CANTOPEN:
        return is_full(system_error)        ? BOARD_ERROR_STORE_FULL
               : is_forbidden(system_error) ? BOARD_ERROR_STORE_READ_ONLY
                                            : BOARD_ERROR_STORE_OPEN;
    case SQLITE_IOERR:
        if (code == SQLITE_IOERR_DATA)
            return BOARD_ERROR_STORE_DAMAGED;
        return is_full(system_error) ? BOARD_ERROR_STORE_FULL : BOARD_ERROR_STORE_IO;
    default:
        return BOARD_ERROR_STORE_LIBRARY;
    }
}

/* Does the system's word add anything to ours? A file that may not grow is no full disk. */
static bool says_more(int system_error, board_error error)
{
    return system_error != 0 && (error == BOARD_ERROR_STORE_IO || error == BOARD_ERROR_STORE_OPEN ||
                                 error == BOARD_ERROR_STORE_READ_ONLY ||
                                 (error == BOARD_ERROR_STORE_FULL && system_error == EFBIG));
}

board_error store_database_error(store_database *database, int code, store_problem *problem)
{
    int system_error = store_pages_take_failure(database->pages);
    const char *detail = NULL;

    if (system_error == 0 && database->handle != NULL)
        system_error = sqlite3_system_errno(database->handle);
    board_error error = meaning(code, system_error);

    if (error == BOARD_OK)
        return BOARD_OK;
    if (code == SQLITE_IOERR_DATA)
        return store_fail_page(problem, error, 0, store_pages_take_bad(database->pages));
    if (says_more(system_error, error))
        detail = strerror(system_error);
    else if (error == BOARD_ERROR_STORE_LIBRARY) /* for this alone there are no words of ours */
        detail = database->handle != NULL ? sqlite3_errmsg(database->handle) : sqlite3_errstr(code);
    return store_fail(problem, error, detail);
}

/* Opening. */

static bool is_journal_head(const uint8_t *head)
{
    return memcmp(head, "SQLite format 3", 16) == 0 &&
           store_get_be(head + PAGE_SIZE_AT, 2) == STORE_PAGE_BYTES &&
           head[RESERVED_AT] == STORE_SEAL_BYTES &&
           store_get_be(head + APPLICATION_AT, 4) == STORE_APPLICATION_ID;
}

/* Does one of the first pages carry its seal, or is the first one but for one byte of its head? */
static bool was_journal(store_reader *reader, uint8_t page[STORE_PAGE_BYTES])
{
    enum { LOOKED_AT = 8 };
    static const char *const marks[] = {"CREATE TABLE entries", "CREATE TABLE devices"};
    bool found = false;

    for (uint64_t number = 1; number <= LOOKED_AT && !found; number++) {
        const uint64_t at = (number - 1) * STORE_PAGE_BYTES;
        if (store_reader_read(reader, page, STORE_PAGE_BYTES, at) != STORE_PAGE_BYTES)
            break;
        found = store_page_fits(page, number);
        for (size_t i = 0; number == 1 && !found && i < STORE_PAGE_BYTES - strlen(marks[0]); i++)
            found = memcmp(page + i, marks[0], strlen(marks[0])) == 0 ||
                    memcmp(page + i, marks[1], strlen(marks[1])) == 0;
    }
    return found;
}

board_error store_database_check_head(const char *path, store_problem *problem)
{
    uint8_t page[STORE_PAGE_BYTES] = {0};
    store_reader *reader = store_reader_open(path);

    if (reader == NULL && errno == ENOENT)
        return store_fail(problem, BOARD_ERROR_STORE_MISSING, path);
    if (reader == NULL && errno == EINVAL) /* a pipe or a device is no journal */
        return store_fail(problem, BOARD_ERROR_STORE_NOT_A_JOURNAL, path);
    if (reader == NULL)
        return store_fail(problem, BOARD_ERROR_STORE_OPEN, strerror(errno));
    board_error error = BOARD_OK;
    const long length = store_reader_read(reader, page, HEAD_BYTES, 0);
    if (length < 0)
        error = store_fail(problem, BOARD_ERROR_STORE_OPEN, strerror(errno));
    else if (length < HEAD_BYTES || !is_journal_head(page))
        error = was_journal(reader, page)
                    ? store_fail_page(problem, BOARD_ERROR_STORE_DAMAGED, 0, 1)
                    : store_fail(problem, BOARD_ERROR_STORE_NOT_A_JOURNAL, path);
    store_reader_close(reader);
    return error;
}

/* No log to be read: only the file itself counts. */
static bool has_no_log(const char *path)
{
    char *log = store_path_with(path, "-wal");
    struct stat state;
    bool none = log != NULL && (stat(log, &state) != 0 || state.st_size == 0);

    free(log);
    return none;
}

/* A folder in which nothing can be written. */
static bool is_fixed_folder(const char *path)
{
    char *folder = strdup(path);
    char *slash = folder != NULL ? strrchr(folder, '/') : NULL;
    bool fixed = false;

    if (slash != NULL)
        slash[slash == folder ? 1 : 0] = '\0';
    if (folder != NULL)
        fixed = access(slash != NULL ? folder : ".", W_OK) != 0;
    free(folder);
    return fixed;
}

static int set_up(store_database *database, store_purpose purpose, const store_options *options)
{
    sqlite3 *handle = database->handle;
    int result = sqlite3_busy_timeout(handle, options->busy_ms > 0 ? options->busy_ms : BUSY_MS);

    sqlite3_extended_result_codes(handle, 1);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    if (result == SQLITE_OK)
        result = sqlite3_exec(handle, "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 0",
                              NULL, NULL, NULL);
    if (result == SQLITE_OK && purpose != STORE_TO_EXAMINE)
        result = sqlite3_exec(handle, "PRAGMA cell_size_check = 1", NULL, NULL, NULL);
    return result;
}

/* immutable: nothing is put beside the file, and nobody else writes to it. */
static board_error open_once(store_database *database, const char *path, store_purpose purpose,
                             const store_options *options, bool immutable, store_problem *problem)
{
    static const int purposes[] = {[STORE_TO_WRITE] = SQLITE_OPEN_READWRITE,
                                   [STORE_TO_READ] = SQLITE_OPEN_READONLY,
                                   [STORE_TO_EXAMINE] = SQLITE_OPEN_READONLY,
                                   [STORE_TO_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
    const int flags = purposes[purpose] | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;

    *database = (store_database){.handle = NULL};
    database->pages = store_pages_new(options->vfs);
    if (database->pages == NULL)
        return store_fail(problem, BOARD_ERROR_STORE_LIBRARY, options->vfs);
    store_pages_set_lenient(database->pages, purpose == STORE_TO_EXAMINE);
    store_pages_set_immutable(database->pages, immutable);
    int result = sqlite3_open_v2(path, &database->handle, flags, store_pages_name(database->pages));
    if (result == SQLITE_OK)
        result = set_up(database, purpose, options);
    if (result == SQLITE_OK)
        return BOARD_OK;
    board_error error = store_database_error(database, result, problem);
    store_database_close(database);
    return error;
}

/* Whoever only reads needs no room on the disk: where the file beside the journal that readers and
 * writers share cannot be made, nobody writes. */
board_error store_database_open(store_database *database, const char *path, store_purpose purpose,
                                const store_options *options, store_problem *problem)
{
    const bool reads = purpose == STORE_TO_READ || purpose == STORE_TO_EXAMINE;
    const bool alone = reads && has_no_log(path) && is_fixed_folder(path);

    *database = (store_database){.handle = NULL};
    board_error error =
        purpose != STORE_TO_CREATE ? store_check_no_rollback(path, problem) : BOARD_OK;
    if (error != BOARD_OK)
        return error;
    error = open_once(database, path, purpose, options, alone, problem);
    if (error == BOARD_ERROR_STORE_FULL && reads && has_no_log(path))
        error = open_once(database, path, purpose, options, true, problem);
    return error;
}

void store_database_keep_log(store_database *database, bool keep)
{
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, (int)keep, (int *)NULL);
}

void store_database_close(store_database *database)
{
    for (size_t i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_finalize(database->statements[i]);
    sqlite3_close(database->handle);
    store_pages_free(database->pages);
    *database = (store_database){.handle = NULL};
}

/* Statements. */

sqlite3_stmt *store_statement_get(store_database *database, store_statement which,
                                  store_problem *problem)
{
    sqlite3_stmt **statement = &database->statements[which];

    if (*statement == NULL) {
        int result = sqlite3_prepare_v3(database->handle, statement_texts[which], -1,
                                        SQLITE_PREPARE_PERSISTENT, statement, NULL);
        if (result != SQLITE_OK) {
            store_database_error(database, result, problem);
            return NULL;
        }
    }
    sqlite3_reset(*statement);
    sqlite3_clear_bindings(*statement);
    return *statement;
}

board_error store_statement_run(store_database *database, store_statement which,
                                store_problem *problem)
{
    sqlite3_stmt *statement = store_statement_get(database, which, problem);

    if (statement == NULL)
        return problem != NULL ? problem->error : BOARD_ERROR_STORE_LIBRARY;
    int result = sqlite3_step(statement);
    board_error error = store_database_error(database, result, problem);
    sqlite3_reset(statement);
    return error;
}

board_error store_database_number(store_database *database, const char *sql, int64_t *number,
                                  store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL);

    *number = 0;
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    board_error error = store_database_error(database, result, problem);
    sqlite3_finalize(statement);
    return error;
}

board_error store_database_execute(store_database *database, const char *sql,
                                   store_problem *problem)
{
    return store_database_error(database, sqlite3_exec(database->handle, sql, NULL, NULL, NULL),
                                problem);
}

/* Rows. */

/* A blob of exactly so many bytes; false if it is anything else. */
static bool take_blob(sqlite3_stmt *row, int column, void *bytes, size_t size)
{
    if (sqlite3_column_type(row, column) != SQLITE_BLOB ||
        (size_t)sqlite3_column_bytes(row, column) != size)
        return false;
    memcpy(bytes, sqlite3_column_blob(row, column), size);
    return true;
}

/* A text without a NUL inside. */
static bool take_text(sqlite3_stmt *row, int column, const char **text)
{
    if (sqlite3_column_type(row, column) != SQLITE_TEXT)
        return false;
    *text = (const char *)sqlite3_column_text(row, column);
    return *text != NULL && strlen(*text) == (size_t)sqlite3_column_bytes(row, column);
}

static bool take_uuid(sqlite3_stmt *row, int column, char text[STORE_ID_BYTES])
{
    uint8_t uuid[STORE_UUID_BYTES];

    if (!take_blob(row, column, uuid, sizeof uuid))
        return false;
    store_uuid_write(uuid, text);
    return true;
}

bool store_row_entry(sqlite3_stmt *row, store_entry *entry)
{
    uint8_t device[STORE_DEVICE_ID_BYTES];

    *entry = (store_entry){.number = (uint64_t)sqlite3_column_int64(row, 0)};
    if (!take_uuid(row, 1, entry->id) || !take_blob(row, 2, device, sizeof device))
        return false;
    store_hex_write(device, sizeof device, entry->device);
    entry->sequence = (uint64_t)sqlite3_column_int64(row, 3);
    entry->time_ms = sqlite3_column_int64(row, 4);
    if (!take_text(row, 5, &entry->arbiter) || !take_text(row, 6, &entry->type) ||
        !take_text(row, 7, &entry->payload))
        return false;
    if (sqlite3_column_type(row, 8) != SQLITE_NULL && !take_uuid(row, 8, entry->corrects))
        return false;
    return take_blob(row, 9, entry->previous, sizeof entry->previous) &&
           take_blob(row, 10, entry->hash, sizeof entry->hash) &&
           take_blob(row, 11, entry->signature, sizeof entry->signature);
}
