/* store/snapshot.c: what entries amount to, kept to spare the fold over all of them. */
#include <stdlib.h>
#include <string.h>

#include "store/journal_private.h"
#include "store/problem.h"
#include "store/snapshot.h"

static const char hash_domain[] = "qili-snapshot-1";

void store_snapshot_hash(uint64_t number, const uint8_t entry_hash[STORE_HASH_BYTES],
                         const char *state, size_t length, uint8_t hash[STORE_HASH_BYTES])
{
    crypto_generichash_state hashing;
    uint8_t bytes[8];

    store_put_be(bytes, sizeof bytes, number);
    crypto_generichash_init(&hashing, NULL, 0, STORE_HASH_BYTES);
    crypto_generichash_update(&hashing, (const uint8_t *)hash_domain, sizeof hash_domain - 1);
    crypto_generichash_update(&hashing, bytes, sizeof bytes);
    crypto_generichash_update(&hashing, entry_hash, STORE_HASH_BYTES);
    crypto_generichash_update(&hashing, (const uint8_t *)state, length);
    crypto_generichash_final(&hashing, hash, STORE_HASH_BYTES);
}

bool store_snapshot_row_sound(sqlite3_stmt *row)
{
    const void *entry_hash = sqlite3_column_blob(row, 3);
    const char *state = (const char *)sqlite3_column_text(row, 1);
    uint8_t hash[STORE_HASH_BYTES];

    if (state == NULL || sqlite3_column_bytes(row, 2) != STORE_HASH_BYTES ||
        sqlite3_column_bytes(row, 3) != STORE_HASH_BYTES)
        return false;
    store_snapshot_hash((uint64_t)sqlite3_column_int64(row, 0), entry_hash, state,
                        (size_t)sqlite3_column_bytes(row, 1), hash);
    return memcmp(hash, sqlite3_column_blob(row, 2), sizeof hash) == 0;
}

board_error store_snapshot_newest(store_database *database, bool with_state, uint64_t *up_to,
                                  char **state, store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    bool found = false;
    int result =
        sqlite3_prepare_v2(database->handle,
                           "SELECT " STORE_SNAPSHOT_COLUMNS " WHERE snapshots.state <> '' OR NOT ?1"
                           " ORDER BY snapshots.number DESC",
                           -1, &statement, NULL);

    *up_to = 0;
    if (result == SQLITE_OK)
        result = sqlite3_bind_int(statement, 1, with_state);
    while (result == SQLITE_OK && !found && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        result = SQLITE_OK;
        found = store_snapshot_row_sound(statement);
    }
    /* A damaged page costs no more than the snapshot. */
    bool damaged = (result & 0xFF) == SQLITE_CORRUPT || result == SQLITE_IOERR_DATA;
    board_error error = damaged ? BOARD_OK : store_database_error(database, result, problem);
    if (error == BOARD_OK && !found)
        error = store_fail(problem, BOARD_ERROR_STORE_NO_SNAPSHOT, NULL);
    if (error == BOARD_OK)
        *up_to = (uint64_t)sqlite3_column_int64(statement, 0);
    if (error == BOARD_OK && state != NULL) {
        *state = strdup((const char *)sqlite3_column_text(statement, 1));
        if (*state == NULL)
            error = store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    }
    sqlite3_finalize(statement);
    return error;
}

/* The hash of the entry that the snapshot ends with. */
static board_error entry_hash(store_database *database, uint64_t number,
                              uint8_t hash[STORE_HASH_BYTES], store_problem *problem)
{
    sqlite3_stmt *statement = store_statement_get(database, STORE_HASH_OF, problem);

    if (statement == NULL)
        return problem->error;
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)number);
    int result = sqlite3_step(statement);
    board_error error = store_database_error(database, result, problem);
    if (error == BOARD_OK &&
        (result != SQLITE_ROW || sqlite3_column_bytes(statement, 0) != STORE_HASH_BYTES))
        error = store_fail_at(problem, BOARD_ERROR_STORE_NO_ENTRY, number, NULL);
    if (error == BOARD_OK)
        memcpy(hash, sqlite3_column_blob(statement, 0), STORE_HASH_BYTES);
    sqlite3_reset(statement);
    return error;
}

static board_error insert(store_database *database, uint64_t up_to, const char *state,
                          const uint8_t hash[STORE_HASH_BYTES], store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(database->handle,
                                    "INSERT OR REPLACE INTO snapshots (number, state, hash)"
                                    " VALUES (?1, ?2, ?3)",
                                    -1, &statement, NULL);

    if (result == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)up_to);
        sqlite3_bind_text(statement, 2, state, -1, SQLITE_STATIC);
        sqlite3_bind_blob(statement, 3, hash, STORE_HASH_BYTES, SQLITE_STATIC);
        result = sqlite3_step(statement);
    }
    board_error error = store_database_error(database, result, problem);
    sqlite3_finalize(statement);
    return error;
}

board_error store_snapshot_put(store_journal *journal, uint64_t up_to, const char *state,
                               store_problem *problem)
{
    static const char keep_two[] =
        "DELETE FROM snapshots WHERE number NOT IN"
        " (SELECT number FROM snapshots WHERE state <> '' ORDER BY number DESC LIMIT 2) AND"
        " number NOT IN (SELECT max(number) FROM snapshots)";
    store_database *database = &journal->database;
    store_problem unasked;
    uint8_t before[STORE_HASH_BYTES];
    uint8_t hash[STORE_HASH_BYTES];

    problem = problem != NULL ? problem : &unasked;
    board_error error = store_write_begin(journal, problem);
    if (error != BOARD_OK)
        return error;
    error = entry_hash(database, up_to, before, problem);
    if (error == BOARD_OK) {
        store_snapshot_hash(up_to, before, state, strlen(state), hash);
        error = insert(database, up_to, state, hash, problem);
    }
    if (error == BOARD_OK)
        error = store_database_execute(database, keep_two, problem);
    if (error == BOARD_OK)
        return store_write_commit(journal, 0, NULL, problem);
    store_write_rollback(journal);
    return error;
}

board_error store_snapshot_save(store_journal *journal, uint64_t up_to, const char *state,
                                store_problem *problem)
{
    if (state[0] == '\0' || strlen(state) > STORE_STATE_MAX)
        return store_fail(problem, BOARD_ERROR_STORE_SNAPSHOT, NULL);
    return store_snapshot_put(journal, up_to, state, problem);
}

board_error store_snapshot_load(store_journal *journal, uint64_t *up_to, char **state,
                                store_problem *problem)
{
    store_problem unasked;

    *state = NULL;
    return store_snapshot_newest(&journal->database, true, up_to, state,
                                 problem != NULL ? problem : &unasked);
}
