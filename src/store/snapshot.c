/* store/snapshot.c: what entries amount to, kept to spare the fold over all of them. */
#include <stdio.h>
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

/* As a blob, for as a text SQLite would copy it once more. */
static const char *state_of(sqlite3_stmt *row, size_t *length)
{
    const char *state = sqlite3_column_blob(row, 1);

    *length = (size_t)sqlite3_column_bytes(row, 1);
    return *length > 0 ? state : "";
}

bool store_snapshot_row_sound(sqlite3_stmt *row)
{
    size_t length = 0;
    const char *state = state_of(row, &length);
    uint8_t hash[STORE_HASH_BYTES];

    if (state == NULL || sqlite3_column_bytes(row, 2) != STORE_HASH_BYTES ||
        sqlite3_column_bytes(row, 3) != STORE_HASH_BYTES)
        return false;
    store_snapshot_hash((uint64_t)sqlite3_column_int64(row, 0), sqlite3_column_blob(row, 3), state,
                        length, hash);
    return memcmp(hash, sqlite3_column_blob(row, 2), sizeof hash) == 0;
}

/* What is in the table, without reading the states, which may be large. */

enum { PLACES_MAX = 16, KEPT = 2 };

typedef struct snapshot_place {
    uint64_t number;
    bool is_mark; /* a state of "" */
} snapshot_place;

typedef struct snapshot_places {
    snapshot_place items[PLACES_MAX]; /* the newest first */
    size_t count;
} snapshot_places;

/* A damaged page costs no more than the snapshot. */
static bool is_damage(int result)
{
    return (result & 0xFF) == SQLITE_CORRUPT || result == SQLITE_IOERR_DATA;
}

static bool is_mark(store_database *database, sqlite3_int64 number)
{
    sqlite3_blob *state = NULL;
    int result =
        sqlite3_blob_open(database->handle, "main", "snapshots", "state", number, 0, &state);
    bool mark = result == SQLITE_OK && sqlite3_blob_bytes(state) == 0;

    sqlite3_blob_close(state);
    return mark;
}

static board_error list_places(store_database *database, snapshot_places *places,
                               store_problem *problem)
{
    sqlite3_stmt *rows = NULL;
    int result = sqlite3_prepare_v2(
        database->handle, "SELECT number FROM snapshots ORDER BY number DESC", -1, &rows, NULL);

    places->count = 0;
    while (result == SQLITE_OK && places->count < PLACES_MAX &&
           (result = sqlite3_step(rows)) == SQLITE_ROW) {
        sqlite3_int64 number = sqlite3_column_int64(rows, 0);
        result = SQLITE_OK;
        places->items[places->count++] =
            (snapshot_place){(uint64_t)number, is_mark(database, number)};
    }
    board_error error =
        is_damage(result) ? BOARD_OK : store_database_error(database, result, problem);
    sqlite3_finalize(rows);
    return error;
}

/* Hands a snapshot out if it is sound; `take` may be NULL. */
static board_error read_place(store_database *database, uint64_t number, bool *sound,
                              store_snapshot_taker take, void *context, store_problem *problem)
{
    sqlite3_stmt *row = NULL;
    size_t length = 0;
    int result = sqlite3_prepare_v2(database->handle,
                                    "SELECT " STORE_SNAPSHOT_COLUMNS " WHERE snapshots.number = ?1",
                                    -1, &row, NULL);

    if (result == SQLITE_OK)
        result = sqlite3_bind_int64(row, 1, (sqlite3_int64)number);
    if (result == SQLITE_OK)
        result = sqlite3_step(row);
    *sound = result == SQLITE_ROW && store_snapshot_row_sound(row);
    board_error error =
        is_damage(result) ? BOARD_OK : store_database_error(database, result, problem);
    if (*sound && take != NULL) {
        const char *state = state_of(row, &length);
        error = take(context, number, state, length);
        if (error != BOARD_OK)
            store_fail(problem, error, NULL);
    }
    sqlite3_finalize(row);
    return error;
}

board_error store_snapshot_checked(store_database *database, uint64_t *number,
                                   store_problem *problem)
{
    snapshot_places places;
    bool sound = false;
    board_error error = list_places(database, &places, problem);

    *number = 0;
    for (size_t i = 0; error == BOARD_OK && i < places.count && !sound; i++) {
        const snapshot_place *place = &places.items[i];
        const snapshot_place *next = i + 1 < places.count ? place + 1 : NULL;
        /* The mark that store_snapshot_save made beside a state spares reading the state. */
        if (!place->is_mark && next != NULL && next->is_mark && next->number + 1 == place->number)
            continue;
        error = read_place(database, place->number, &sound, NULL, NULL, problem);
        if (sound)
            *number = place->number;
    }
    return error;
}

board_error store_snapshot_newest(store_database *database, store_snapshot_taker take,
                                  void *context, store_problem *problem)
{
    snapshot_places places;
    bool sound = false;
    board_error error = list_places(database, &places, problem);

    for (size_t i = 0; error == BOARD_OK && i < places.count && !sound; i++) {
        if (!places.items[i].is_mark)
            error = read_place(database, places.items[i].number, &sound, take, context, problem);
    }
    if (error == BOARD_OK && !sound)
        error = store_fail(problem, BOARD_ERROR_STORE_NO_SNAPSHOT, NULL);
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

/* Puts a state, or a mark, in the place of what is there. */
static board_error insert(store_database *database, uint64_t up_to, const char *state,
                          store_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    uint8_t before[STORE_HASH_BYTES];
    uint8_t hash[STORE_HASH_BYTES];
    board_error error = entry_hash(database, up_to, before, problem);

    if (error != BOARD_OK)
        return error;
    store_snapshot_hash(up_to, before, state, strlen(state), hash);
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
    error = store_database_error(database, result, problem);
    sqlite3_finalize(statement);
    return error;
}

static bool is_there(const snapshot_places *places, uint64_t number)
{
    bool there = false;

    for (size_t i = 0; i < places->count && !there; i++)
        there = places->items[i].number == number;
    return there;
}

/* Keeps the newest states and the newest marks, and nothing else. */
static board_error thin_out(store_database *database, store_problem *problem)
{
    snapshot_places places;
    size_t kept[2] = {0, 0};
    char text[96];
    board_error error = list_places(database, &places, problem);

    for (size_t i = 0; error == BOARD_OK && i < places.count; i++) {
        const snapshot_place *place = &places.items[i];
        if (kept[place->is_mark]++ < KEPT)
            continue;
        snprintf(text, sizeof text, "DELETE FROM snapshots WHERE number = %llu",
                 (unsigned long long)place->number);
        error = store_database_execute(database, text, problem);
    }
    return error;
}

/* Within a transaction. Beside a state stands a mark, so that whoever only wants to know how far
 * the entries were checked need not read the state. */
static board_error put(store_database *database, uint64_t up_to, const char *state,
                       store_problem *problem)
{
    snapshot_places places;
    board_error error = insert(database, up_to, state, problem);

    if (error == BOARD_OK)
        error = list_places(database, &places, problem);
    if (error == BOARD_OK && state[0] != '\0' && up_to > 1 && !is_there(&places, up_to - 1))
        error = insert(database, up_to - 1, "", problem);
    return error == BOARD_OK ? thin_out(database, problem) : error;
}

board_error store_snapshot_put(store_journal *journal, uint64_t up_to, const char *state,
                               store_problem *problem)
{
    store_problem unasked;

    problem = problem != NULL ? problem : &unasked;
    board_error error = store_write_begin(journal, problem);
    if (error != BOARD_OK)
        return error;
    error = put(&journal->database, up_to, state, problem);
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

/* A copy of a state, for whoever wants to keep it. */
typedef struct snapshot_copy {
    uint64_t up_to;
    char *state;
} snapshot_copy;

static board_error copy_state(void *context, uint64_t up_to, const char *state, size_t length)
{
    snapshot_copy *copy = context;

    copy->up_to = up_to;
    copy->state = strndup(state, length);
    return copy->state != NULL ? BOARD_OK : BOARD_ERROR_NO_MEMORY;
}

board_error store_snapshot_load(store_journal *journal, uint64_t *up_to, char **state,
                                store_problem *problem)
{
    store_problem unasked;
    snapshot_copy copy = {.state = NULL};
    board_error error = store_snapshot_newest(&journal->database, copy_state, &copy,
                                              problem != NULL ? problem : &unasked);

    *up_to = copy.up_to;
    *state = copy.state;
    return error;
}
