/* store/identity.c: which devices the journal knows, and which one this is. */
#include <stdlib.h>
#include <string.h>

#include "store/files.h"
#include "store/journal_private.h"
#include "store/problem.h"

board_error store_device_row(store_database *database, const char *device, int64_t *row,
                             uint8_t key[STORE_KEY_BYTES], store_problem *problem)
{
    uint8_t id[STORE_DEVICE_ID_BYTES];

    *row = 0;
    if (!store_hex_read(device, id, sizeof id))
        return store_fail(problem, BOARD_ERROR_STORE_DEVICE_UNKNOWN, device);
    sqlite3_stmt *statement = store_statement_get(database, STORE_DEVICE, problem);
    if (statement == NULL)
        return problem->error;
    sqlite3_bind_blob(statement, 1, id, sizeof id, SQLITE_TRANSIENT);
    int result = sqlite3_step(statement);
    board_error error = store_database_error(database, result, problem);
    if (error == BOARD_OK && result != SQLITE_ROW)
        error = store_fail(problem, BOARD_ERROR_STORE_DEVICE_UNKNOWN, device);
    if (error == BOARD_OK && sqlite3_column_bytes(statement, 1) == STORE_KEY_BYTES) {
        *row = sqlite3_column_int64(statement, 0);
        if (key != NULL)
            memcpy(key, sqlite3_column_blob(statement, 1), STORE_KEY_BYTES);
    }
    sqlite3_reset(statement);
    return error;
}

board_error store_device_add(store_database *database, const uint8_t key[STORE_KEY_BYTES], bool own,
                             int64_t *row, store_problem *problem)
{
    uint8_t id[STORE_DEVICE_ID_BYTES];
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(
        database->handle,
        "INSERT INTO devices (id, key, own) VALUES (?1, ?2, ?3)"
        " ON CONFLICT (id) DO UPDATE SET own = max(own, excluded.own) RETURNING device",
        -1, &statement, NULL);

    store_device_of_key(key, id);
    if (result == SQLITE_OK) {
        sqlite3_bind_blob(statement, 1, id, sizeof id, SQLITE_TRANSIENT);
        sqlite3_bind_blob(statement, 2, key, STORE_KEY_BYTES, SQLITE_TRANSIENT);
        sqlite3_bind_int(statement, 3, own);
        result = sqlite3_step(statement);
    }
    if (result == SQLITE_ROW) {
        *row = sqlite3_column_int64(statement, 0);
        result = sqlite3_step(statement);
    }
    board_error error = store_database_error(database, result, problem);
    sqlite3_finalize(statement);
    return error;
}

/* The row of this device if it is entered as the own one; 0 if not. *others: is another? */
static board_error look_up(store_journal *journal, bool *others, store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    uint8_t id[STORE_DEVICE_ID_BYTES];
    int result =
        sqlite3_prepare_v2(journal->database.handle, "SELECT device, id FROM devices WHERE own = 1",
                           -1, &statement, NULL);

    *others = false;
    journal->device_row = 0;
    store_device_of_key(journal->key.public_key, id);
    while (result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        result = SQLITE_OK;
        if (journal->key.secret != NULL && sqlite3_column_bytes(statement, 1) == sizeof id &&
            memcmp(sqlite3_column_blob(statement, 1), id, sizeof id) == 0)
            journal->device_row = sqlite3_column_int64(statement, 0);
        else
            *others = true;
    }
    board_error error = store_database_error(&journal->database, result, problem);
    sqlite3_finalize(statement);
    return error;
}

/* Enters this device as the own one, in place of another if that is wished. */
static board_error enter(store_journal *journal, bool adopt, store_problem *problem)
{
    bool others = false;
    board_error error = store_write_begin(journal, problem);

    if (error != BOARD_OK)
        return error;
    error = look_up(journal, &others, problem);
    if (error == BOARD_OK && others && !adopt)
        error = store_fail(problem, BOARD_ERROR_STORE_KEY_OTHER, NULL);
    if (error == BOARD_OK && others)
        error = store_database_execute(&journal->database,
                                       "UPDATE devices SET own = 0 WHERE own = 1", problem);
    if (error == BOARD_OK)
        error = store_device_add(&journal->database, journal->key.public_key, true,
                                 &journal->device_row, problem);
    if (error == BOARD_OK)
        return store_write_commit(journal, 0, NULL, problem);
    store_write_rollback(journal);
    return error;
}

static board_error take_key(store_journal *journal, const char *path, const store_options *options,
                            store_problem *problem)
{
    bool missing = false;
    bool others = false;
    board_error error = store_key_load(path, &journal->key, &missing, problem);

    if (error == BOARD_OK)
        error = look_up(journal, &others, problem);
    if (error != BOARD_OK || !missing)
        return error;
    if (others && !options->adopt_key)
        return store_fail(problem, BOARD_ERROR_STORE_KEY_MISSING, path);
    error = store_make_folders(path, options->folders, problem);
    return error == BOARD_OK ? store_key_create(path, &journal->key, problem) : error;
}

board_error store_take_identity(store_journal *journal, const store_options *options,
                                store_problem *problem)
{
    uint8_t id[STORE_DEVICE_ID_BYTES];
    char *path = options->key_path != NULL ? store_path_with(options->key_path, "")
                                           : store_path_with(journal->path, ".key");

    if (path == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    board_error error = take_key(journal, path, options, problem);
    free(path);
    if (error != BOARD_OK)
        return error;
    store_device_of_key(journal->key.public_key, id);
    store_hex_write(id, sizeof id, journal->device);
    return journal->device_row == 0 ? enter(journal, options->adopt_key, problem) : BOARD_OK;
}

board_error store_register(store_journal *journal, const uint8_t key[STORE_KEY_BYTES],
                           char device[STORE_DEVICE_BYTES], store_problem *problem)
{
    store_problem unasked;
    uint8_t id[STORE_DEVICE_ID_BYTES];
    char name[STORE_DEVICE_BYTES];
    int64_t row = 0;

    if (problem == NULL)
        problem = &unasked;
    store_device_of_key(key, id);
    store_hex_write(id, sizeof id, name);
    if (device != NULL)
        memcpy(device, name, sizeof name);
    board_error error = store_device_row(&journal->database, name, &row, NULL, problem);
    if (error != BOARD_ERROR_STORE_DEVICE_UNKNOWN)
        return error;
    error = store_write_begin(journal, problem);
    if (error != BOARD_OK)
        return error;
    error = store_device_add(&journal->database, key, false, &row, problem);
    if (error == BOARD_OK)
        return store_write_commit(journal, 0, NULL, problem);
    store_write_rollback(journal);
    return error;
}

board_error store_visit_devices(store_journal *journal, store_device_visitor visit, void *context,
                                store_problem *problem)
{
    store_problem unasked;
    sqlite3_stmt *statement = NULL;
    bool more = true;
    int result = sqlite3_prepare_v2(
        journal->database.handle,
        "SELECT key, own, coalesce((SELECT max(sequence) FROM entries WHERE entries.device ="
        " devices.device), 0) FROM devices ORDER BY device",
        -1, &statement, NULL);

    while (more && result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        store_device_state state = {.own = sqlite3_column_int(statement, 1) != 0,
                                    .sequence = (uint64_t)sqlite3_column_int64(statement, 2)};
        uint8_t id[STORE_DEVICE_ID_BYTES];
        result = SQLITE_OK;
        if (sqlite3_column_bytes(statement, 0) != STORE_KEY_BYTES)
            continue;
        memcpy(state.key, sqlite3_column_blob(statement, 0), STORE_KEY_BYTES);
        store_device_of_key(state.key, id);
        store_hex_write(id, sizeof id, state.device);
        more = visit(context, &state);
    }
    board_error error =
        store_database_error(&journal->database, result, problem != NULL ? problem : &unasked);
    sqlite3_finalize(statement);
    return error;
}
