/* store/chain.c: following the chains of all devices through the entries. */
#include "store/chain.h"

#include <stdlib.h>
#include <string.h>

#include "store/entry.h"
#include "store/problem.h"

/* The head of one device as it was after the entry of this number. */
static int read_head(sqlite3 *handle, int64_t row, uint64_t after, store_chain_head *head)
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(handle,
                                    "SELECT sequence, hash FROM entries WHERE device = ?1 AND"
                                    " number <= ?2 ORDER BY sequence DESC LIMIT 1",
                                    -1, &statement, NULL);

    if (result == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, row);
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)after);
        result = sqlite3_step(statement);
    }
    if (result == SQLITE_ROW && sqlite3_column_bytes(statement, 1) == STORE_HASH_BYTES) {
        head->sequence = (uint64_t)sqlite3_column_int64(statement, 0);
        memcpy(head->hash, sqlite3_column_blob(statement, 1), STORE_HASH_BYTES);
    }
    sqlite3_finalize(statement);
    return result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
}

static bool take_device(sqlite3_stmt *row, store_chain_head *head)
{
    uint8_t id[STORE_DEVICE_ID_BYTES];

    *head = (store_chain_head){.sequence = 0};
    if (sqlite3_column_bytes(row, 1) != STORE_KEY_BYTES)
        return false;
    memcpy(head->key, sqlite3_column_blob(row, 1), STORE_KEY_BYTES);
    store_device_of_key(head->key, id);
    store_hex_write(id, sizeof id, head->device);
    return true;
}

board_error store_chain_begin(store_chain *chain, store_database *database, uint64_t after,
                              store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(
        database->handle, "SELECT device, key FROM devices ORDER BY device", -1, &statement, NULL);

    *chain = (store_chain){.number = after};
    while (result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        store_chain_head *heads = realloc(chain->heads, (chain->count + 1) * sizeof *heads);
        if (heads == NULL) {
            result = SQLITE_NOMEM;
            break;
        }
        chain->heads = heads;
        result = SQLITE_OK;
        if (!take_device(statement, &heads[chain->count]))
            continue;
        if (after > 0)
            result = read_head(database->handle, sqlite3_column_int64(statement, 0), after,
                               &heads[chain->count]);
        chain->count++;
    }
    board_error error = store_database_error(database, result, problem);
    sqlite3_finalize(statement);
    return error;
}

static store_chain_head *find_head(store_chain *chain, const char *device)
{
    for (size_t i = 0; i < chain->count; i++) {
        if (strcmp(chain->heads[i].device, device) == 0)
            return &chain->heads[i];
    }
    return NULL;
}

board_error store_chain_follow(store_chain *chain, const store_entry *entry)
{
    store_chain_head *head = find_head(chain, entry->device);
    bool numbered = entry->number == chain->number + 1;

    chain->number = entry->number;
    if (head == NULL)
        return BOARD_ERROR_STORE_DEVICE_UNKNOWN;
    board_error error = store_entry_check(entry, head->key);
    if (error == BOARD_OK && (!numbered || entry->sequence != head->sequence + 1))
        error = BOARD_ERROR_STORE_NUMBERING;
    if (error == BOARD_OK && memcmp(entry->previous, head->hash, sizeof head->hash) != 0)
        error = BOARD_ERROR_STORE_CHAIN;
    head->sequence = entry->sequence;
    memcpy(head->hash, entry->hash, sizeof head->hash);
    return error;
}

void store_chain_free(store_chain *chain)
{
    free(chain->heads);
    *chain = (store_chain){.heads = NULL};
}

static board_error follow_rows(store_chain *chain, sqlite3_stmt *statement,
                               store_database *database, store_problem *problem)
{
    store_entry entry;
    int result = SQLITE_OK;

    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        board_error error = store_row_entry(statement, &entry) ? store_chain_follow(chain, &entry)
                                                               : BOARD_ERROR_STORE_UNREADABLE;
        if (error != BOARD_OK)
            return store_fail_entry(problem, error, &entry, NULL);
    }
    board_error error = store_database_error(database, result, problem);
    if (error != BOARD_OK && problem != NULL)
        problem->number = chain->number + 1;
    return error;
}

board_error store_chain_check(store_database *database, uint64_t after, uint64_t *last,
                              store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    store_chain chain;
    board_error error = store_chain_begin(&chain, database, after, problem);

    if (error == BOARD_OK) {
        int result = sqlite3_prepare_v2(database->handle,
                                        "SELECT " STORE_ENTRY_COLUMNS
                                        " WHERE entries.number > ?1 ORDER BY entries.number",
                                        -1, &statement, NULL);
        error = store_database_error(database, result, problem);
    }
    if (error == BOARD_OK) {
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)after);
        error = follow_rows(&chain, statement, database, problem);
    }
    *last = chain.number;
    sqlite3_finalize(statement);
    store_chain_free(&chain);
    return error;
}
