/* store/verify_state.c: do snapshots say what the entries amount to? */
#include <stdlib.h>
#include <string.h>

#include "store/entry.h"
#include "store/fold.h"
#include "store/verify_private.h"

void store_refold_give_up(store_refold *refold)
{
    ledger_state_free(refold->state);
    free(refold->entry);
    refold->state = NULL;
    refold->entry = NULL;
}

/* What is not a mark. */
static void list_numbers(store_refold *refold, store_database *database)
{
    sqlite3_stmt *rows = NULL;
    int result = sqlite3_prepare_v2(database->handle,
                                    "SELECT number FROM snapshots WHERE state <> ''"
                                    " ORDER BY number",
                                    -1, &rows, NULL);

    while (result == SQLITE_OK && refold->count < STORE_REFOLD_MAX &&
           sqlite3_step(rows) == SQLITE_ROW)
        refold->numbers[refold->count++] = (uint64_t)sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
}

void store_refold_begin(store_refold *refold, store_database *database)
{
    *refold = (store_refold){.state = NULL};
    list_numbers(refold, database);
    if (refold->count == 0)
        return;
    refold->entry = malloc(sizeof *refold->entry);
    if (refold->entry == NULL || ledger_state_create(&refold->state) != BOARD_OK)
        store_refold_give_up(refold);
}

/* The state of a snapshot as this version would write it: NULL if it cannot read it. */
static char *rewrite_snapshot(const char *text, size_t length, size_t *written)
{
    ledger_state *state = NULL;
    char *again = NULL;

    if (ledger_state_load(text, length, &state) != BOARD_OK ||
        ledger_state_save(state, &again, written) != BOARD_OK)
        again = NULL;
    ledger_state_free(state);
    return again;
}

static bool says_the_same(const store_refold *refold, const char *text, size_t length)
{
    size_t lengths[2] = {0, 0};
    char *snapshot = rewrite_snapshot(text, length, &lengths[0]);
    char *folded = NULL;
    bool same = snapshot == NULL ||
                ledger_state_save(refold->state, &folded, &lengths[1]) != BOARD_OK ||
                (lengths[0] == lengths[1] && memcmp(snapshot, folded, lengths[0]) == 0);

    free(snapshot);
    free(folded);
    return same;
}

static bool compare(const store_refold *refold, store_database *database, uint64_t number)
{
    sqlite3_stmt *row = NULL;
    bool same = true;

    if (sqlite3_prepare_v2(database->handle, "SELECT state FROM snapshots WHERE number = ?1", -1,
                           &row, NULL) == SQLITE_OK &&
        sqlite3_bind_int64(row, 1, (sqlite3_int64)number) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW) {
        const char *text = sqlite3_column_blob(row, 0);
        same = text == NULL || says_the_same(refold, text, (size_t)sqlite3_column_bytes(row, 0));
    }
    sqlite3_finalize(row);
    return same;
}

bool store_refold_follow(store_refold *refold, store_database *database, const store_entry *entry)
{
    if (refold->state == NULL || refold->next == refold->count)
        return true;
    if (store_ledger_entry(entry, refold->entry) != BOARD_OK ||
        ledger_apply(refold->state, refold->entry, NULL) != BOARD_OK) {
        store_refold_give_up(refold);
        return true;
    }
    while (refold->next < refold->count && refold->numbers[refold->next] < entry->number)
        refold->next++;
    if (refold->next == refold->count || refold->numbers[refold->next] != entry->number)
        return true;
    refold->next++;
    return compare(refold, database, entry->number);
}
