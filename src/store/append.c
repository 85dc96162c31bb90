/* store/append.c: writing entries, our own and those of other devices. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/journal_private.h"
#include "store/problem.h"
#include "store/witness.h"

/* Transactions. */

board_error store_write_begin(store_journal *journal, store_problem *problem)
{
    if (journal->read_only)
        return store_fail(problem, BOARD_ERROR_STORE_READ_ONLY, NULL);
    if (journal->uncertain)
        return store_fail(problem, BOARD_ERROR_STORE_UNCERTAIN, NULL);
    return store_statement_run(&journal->database, STORE_BEGIN, problem);
}

void store_write_rollback(store_journal *journal)
{
    store_problem ignored; /* SQLite rolls back by itself if this fails */

    sqlite3_reset(journal->database.statements[STORE_BY_ID]);
    if (!sqlite3_get_autocommit(journal->database.handle))
        store_statement_run(&journal->database, STORE_ROLLBACK, &ignored);
}

/* Is the file that we write still the one that has the name? Else what we write will be lost. */
static board_error check_place(const store_journal *journal, store_problem *problem)
{
    struct stat state;

    if (stat(journal->path, &state) == 0 && state.st_dev == journal->file_system &&
        state.st_ino == journal->file_number)
        return BOARD_OK;
    return store_fail(problem, BOARD_ERROR_STORE_LOST, journal->path);
}

board_error store_write_commit(store_journal *journal, uint64_t number,
                               const uint8_t hash[STORE_HASH_BYTES], store_problem *problem)
{
    store_database *database = &journal->database;
    board_error error = check_place(journal, problem);
    sqlite3_stmt *statement =
        error == BOARD_OK ? store_statement_get(database, STORE_COMMIT, problem) : NULL;

    if (statement == NULL) {
        error = problem->error;
        store_write_rollback(journal);
        return error;
    }
    sqlite3_reset(database->statements[STORE_BY_ID]); /* a row of it would hold up the log */
    int result = sqlite3_step(statement);
    error = store_database_error(database, result, problem);
    sqlite3_reset(statement);
    if (result == SQLITE_IOERR_FSYNC || result == SQLITE_IOERR_DIR_FSYNC) {
        journal->uncertain = true;
        error = problem->error = BOARD_ERROR_STORE_UNCERTAIN;
    }
    if (error != BOARD_OK) {
        store_write_rollback(journal);
        return error;
    }
    if (number > 0) {
        store_witness witness = {.number = number};
        memcpy(witness.hash, hash, sizeof witness.hash);
        store_witness_advance(journal->witness, &witness);
    }
    return BOARD_OK;
}

/* Within a transaction. */
static board_error renew_witness(store_journal *journal, store_problem *problem)
{
    store_witness witness = {.number = 0};
    board_error error = store_last_number(journal, &witness.number, problem);
    sqlite3_stmt *statement =
        error == BOARD_OK ? store_statement_get(&journal->database, STORE_HASH_OF, problem) : NULL;

    if (statement == NULL)
        return problem->error;
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)witness.number);
    int result = sqlite3_step(statement);
    if (result == SQLITE_ROW && sqlite3_column_bytes(statement, 0) == STORE_HASH_BYTES)
        memcpy(witness.hash, sqlite3_column_blob(statement, 0), STORE_HASH_BYTES);
    error = store_database_error(&journal->database, result, problem);
    sqlite3_reset(statement);
    if (error == BOARD_OK)
        store_witness_write(journal->witness, &witness);
    return error;
}

board_error store_witness_renew(store_journal *journal, store_problem *problem)
{
    /* A killed program may have left an entry that is not on the disk yet: the witness must not
     * know more than the disk. This forces the log to it. */
    int synced = sqlite3_wal_checkpoint_v2(journal->database.handle, NULL,
                                           SQLITE_CHECKPOINT_PASSIVE, (int *)NULL, (int *)NULL);
    board_error error = store_database_error(&journal->database, synced, problem);

    if (error == BOARD_OK)
        error = store_write_begin(journal, problem);
    if (error != BOARD_OK)
        return error;
    error = renew_witness(journal, problem);
    store_write_rollback(journal);
    return error;
}

/* Rows. */

static void bind_uuid(sqlite3_stmt *statement, int index, const char *text)
{
    uint8_t uuid[STORE_UUID_BYTES];

    if (store_uuid_read(text, uuid))
        sqlite3_bind_blob(statement, index, uuid, sizeof uuid, SQLITE_TRANSIENT);
}

board_error store_write_row(store_journal *journal, int64_t device_row, store_entry *entry,
                            store_problem *problem)
{
    store_database *database = &journal->database;
    sqlite3_stmt *statement = store_statement_get(database, STORE_INSERT, problem);

    if (statement == NULL)
        return problem->error;
    bind_uuid(statement, 1, entry->id);
    sqlite3_bind_int64(statement, 2, device_row);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)entry->sequence);
    sqlite3_bind_int64(statement, 4, entry->time_ms);
    sqlite3_bind_text(statement, 5, entry->arbiter, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 6, entry->type, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 7, entry->payload, -1, SQLITE_STATIC);
    bind_uuid(statement, 8, entry->corrects);
    sqlite3_bind_blob(statement, 9, entry->previous, STORE_HASH_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 10, entry->hash, STORE_HASH_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 11, entry->signature, STORE_SIGNATURE_BYTES, SQLITE_STATIC);
    int result = sqlite3_step(statement);
    board_error error = store_database_error(database, result, problem);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    entry->number = (uint64_t)sqlite3_last_insert_rowid(database->handle);
    return error;
}

/* The end of a device's chain; sequence 0 and zeros if it has no entry yet. */
typedef struct chain_end {
    uint64_t sequence;
    uint8_t hash[STORE_HASH_BYTES];
    uint8_t id[STORE_UUID_BYTES];
} chain_end;

static board_error read_end(store_database *database, int64_t device_row, chain_end *end,
                            store_problem *problem)
{
    sqlite3_stmt *statement = store_statement_get(database, STORE_HEAD, problem);

    *end = (chain_end){.sequence = 0};
    if (statement == NULL)
        return problem->error;
    sqlite3_bind_int64(statement, 1, device_row);
    int result = sqlite3_step(statement);
    board_error error = store_database_error(database, result, problem);
    if (result == SQLITE_ROW) {
        end->sequence = (uint64_t)sqlite3_column_int64(statement, 0);
        if (sqlite3_column_bytes(statement, 1) != STORE_HASH_BYTES ||
            sqlite3_column_bytes(statement, 2) != STORE_UUID_BYTES)
            error = store_fail(problem, BOARD_ERROR_STORE_DAMAGED, NULL);
        else {
            memcpy(end->hash, sqlite3_column_blob(statement, 1), STORE_HASH_BYTES);
            memcpy(end->id, sqlite3_column_blob(statement, 2), STORE_UUID_BYTES);
        }
    }
    sqlite3_reset(statement);
    return error;
}

/* An id greater than all before; the journal's last_id becomes it. */
static void next_id(store_journal *journal, const chain_end *end, int64_t now)
{
    if (memcmp(end->id, journal->last_id, STORE_UUID_BYTES) > 0)
        memcpy(journal->last_id, end->id, STORE_UUID_BYTES);
    store_uuid_next(journal->last_id, now);
}

/* Own entries. */

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

/* The entry of this id, if there is one; *entry has texts of the statement then. */
static board_error find_id(store_database *database, const char *id, store_entry *entry,
                           bool *found, store_problem *problem)
{
    sqlite3_stmt *statement = store_statement_get(database, STORE_BY_ID, problem);

    *found = false;
    if (statement == NULL)
        return problem->error;
    bind_uuid(statement, 1, id);
    int result = sqlite3_step(statement);
    *found = result == SQLITE_ROW;
    if (*found && !store_row_entry(statement, entry))
        return store_fail_entry(problem, BOARD_ERROR_STORE_UNREADABLE, entry, NULL);
    return store_database_error(database, result, problem);
}

board_error store_write_own(store_journal *journal, const store_draft *draft, store_entry *entry,
                            store_problem *problem)
{
    chain_end end;
    board_error error = read_end(&journal->database, journal->device_row, &end, problem);

    if (error != BOARD_OK)
        return error;
    *entry = (store_entry){.sequence = end.sequence + 1,
                           .time_ms = journal->clock(journal->clock_context),
                           .arbiter = or_empty(draft->arbiter),
                           .type = draft->type,
                           .payload = draft->payload};
    memcpy(entry->device, journal->device, sizeof entry->device);
    memcpy(entry->previous, end.hash, sizeof entry->previous);
    strncpy(entry->corrects, or_empty(draft->corrects), STORE_ID_BYTES - 1);
    strncpy(entry->id, or_empty(draft->id), STORE_ID_BYTES - 1);
    if (entry->id[0] == '\0') {
        next_id(journal, &end, entry->time_ms);
        store_uuid_write(journal->last_id, entry->id);
    }
    store_entry_hash(entry, entry->hash);
    crypto_sign_detached(entry->signature, NULL, entry->hash, sizeof entry->hash,
                         journal->key.secret);
    return store_write_row(journal, journal->device_row, entry, problem);
}

/* Everything that can be said of a draft without the journal. */
static board_error check_draft(const store_draft *draft, char **payload, store_problem *problem)
{
    uint8_t uuid[STORE_UUID_BYTES];
    board_error error = store_check_type(or_empty(draft->type));

    *payload = NULL;
    if (error != BOARD_OK)
        return store_fail(problem, error, draft->type);
    error = store_check_arbiter(or_empty(draft->arbiter));
    if (error != BOARD_OK)
        return store_fail(problem, error, NULL);
    if (or_empty(draft->id)[0] != '\0' && !store_uuid_read(draft->id, uuid))
        return store_fail(problem, BOARD_ERROR_STORE_ID, NULL);
    if (or_empty(draft->corrects)[0] != '\0' && !store_uuid_read(draft->corrects, uuid))
        return store_fail(problem, BOARD_ERROR_STORE_CORRECTS, draft->corrects);
    const char *text = or_empty(draft->payload);
    *payload = store_payload_canonical(text, strlen(text), &error);
    return store_fail(problem, error, NULL);
}

static bool says_the_same(const store_entry *entry, const store_draft *draft)
{
    return strcmp(entry->type, draft->type) == 0 && strcmp(entry->payload, draft->payload) == 0 &&
           strcmp(entry->arbiter, or_empty(draft->arbiter)) == 0 &&
           strcmp(entry->corrects, or_empty(draft->corrects)) == 0;
}

/* Keeps the entry's texts in the journal and hands it out. */
static board_error hand_out(store_journal *journal, const store_entry *entry, store_entry *out,
                            store_problem *problem)
{
    store_entry copy;

    if (out == NULL)
        return BOARD_OK;
    if (!store_entry_copy(entry, &copy))
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    free(journal->payload);
    free(journal->arbiter);
    free(journal->type);
    journal->payload = (char *)copy.payload;
    journal->arbiter = (char *)copy.arbiter;
    journal->type = (char *)copy.type;
    *out = copy;
    return BOARD_OK;
}

/* Within the transaction. *known: the entry is there already. */
static board_error append_draft(store_journal *journal, const store_draft *draft,
                                store_entry *entry, bool *known, store_problem *problem)
{
    store_entry corrected;
    bool found = false;
    board_error error = BOARD_OK;

    *known = false;
    if (or_empty(draft->id)[0] != '\0')
        error = find_id(&journal->database, draft->id, entry, known, problem);
    if (error == BOARD_OK && *known)
        return says_the_same(entry, draft)
                   ? BOARD_OK
                   : store_fail_entry(problem, BOARD_ERROR_STORE_ID_TAKEN, entry, NULL);
    if (error == BOARD_OK && or_empty(draft->corrects)[0] != '\0') {
        error = find_id(&journal->database, draft->corrects, &corrected, &found, problem);
        if (error == BOARD_OK && !found)
            error = store_fail(problem, BOARD_ERROR_STORE_CORRECTS, draft->corrects);
    }
    return error == BOARD_OK ? store_write_own(journal, draft, entry, problem) : error;
}

board_error store_append(store_journal *journal, const store_draft *draft, store_entry *written,
                         store_problem *problem)
{
    store_problem unasked;
    store_entry entry;
    char *payload = NULL;
    bool known = false;

    problem = problem != NULL ? problem : &unasked;
    board_error error = check_draft(draft, &payload, problem);
    if (error != BOARD_OK || payload == NULL)
        return error;
    store_draft checked = *draft;
    checked.payload = payload;
    error = store_write_begin(journal, problem);
    if (error == BOARD_OK) {
        error = append_draft(journal, &checked, &entry, &known, problem);
        /* Memory for what is handed out is taken first: after the commit nothing may go wrong. */
        if (error == BOARD_OK)
            error = hand_out(journal, &entry, written, problem);
        if (error == BOARD_OK && !known)
            error = store_write_commit(journal, entry.number, entry.hash, problem);
        else
            store_write_rollback(journal);
    }
    free(payload);
    return error;
}

board_error store_make_id(store_journal *journal, char id[STORE_ID_BYTES], store_problem *problem)
{
    store_problem unasked;
    chain_end end = {.sequence = 0};
    board_error error = journal->device_row == 0
                            ? BOARD_OK
                            : read_end(&journal->database, journal->device_row, &end,
                                       problem != NULL ? problem : &unasked);

    if (error != BOARD_OK)
        return error;
    next_id(journal, &end, journal->clock(journal->clock_context));
    store_uuid_write(journal->last_id, id);
    return BOARD_OK;
}

/* Entries of other devices. */

/* Is the same entry there already, or another one in its place? */
static board_error look_for(store_journal *journal, const store_entry *entry, int64_t device_row,
                            bool *known, store_problem *problem)
{
    store_database *database = &journal->database;
    store_entry there;
    board_error error = find_id(database, entry->id, &there, known, problem);

    if (error != BOARD_OK)
        return error;
    if (*known)
        return store_entry_same(&there, entry)
                   ? BOARD_OK
                   : store_fail_entry(problem, BOARD_ERROR_STORE_ID_TAKEN, entry, NULL);
    chain_end end;
    error = read_end(database, device_row, &end, problem);
    if (error != BOARD_OK)
        return error;
    if (entry->sequence <= end.sequence)
        return store_fail_entry(problem, BOARD_ERROR_STORE_FORK, entry, NULL);
    if (entry->sequence > end.sequence + 1)
        return store_fail_entry(problem, BOARD_ERROR_STORE_GAP, entry, NULL);
    if (memcmp(entry->previous, end.hash, sizeof end.hash) != 0)
        return store_fail_entry(problem, BOARD_ERROR_STORE_CHAIN, entry, NULL);
    return BOARD_OK;
}

/* Form, hash and signature: all that needs no transaction. */
static board_error check_foreign(store_journal *journal, const store_entry *entry,
                                 store_problem *problem)
{
    uint8_t key[STORE_KEY_BYTES];
    int64_t device_row = 0;
    board_error error =
        store_device_row(&journal->database, entry->device, &device_row, key, problem);

    if (error == BOARD_OK)
        error = store_entry_check(entry, key);
    return error == BOARD_OK ? BOARD_OK : store_fail_entry(problem, error, entry, NULL);
}

/* Within the transaction. *row becomes the entry with its number if it was new. */
static board_error put_foreign(store_journal *journal, const store_entry *entry, store_entry *row,
                               bool *known, store_problem *problem)
{
    uint8_t key[STORE_KEY_BYTES];
    int64_t device_row = 0;
    board_error error =
        store_device_row(&journal->database, entry->device, &device_row, key, problem);

    if (error == BOARD_OK)
        error = look_for(journal, entry, device_row, known, problem);
    if (error != BOARD_OK || *known)
        return error;
    *row = *entry;
    return store_write_row(journal, device_row, row, problem);
}

board_error store_append_batch(store_journal *journal, const store_entry *entries, size_t count,
                               size_t *stored, store_problem *problem)
{
    store_problem unasked;
    store_entry last = {.number = 0};
    board_error error = BOARD_OK;
    size_t fresh = 0;

    problem = problem != NULL ? problem : &unasked;
    if (stored != NULL)
        *stored = 0;
    for (size_t i = 0; i < count && error == BOARD_OK; i++)
        error = check_foreign(journal, &entries[i], problem);
    if (error == BOARD_OK)
        error = store_write_begin(journal, problem);
    if (error != BOARD_OK)
        return error;
    for (size_t i = 0; i < count && error == BOARD_OK; i++) {
        bool known = false;
        error = put_foreign(journal, &entries[i], &last, &known, problem);
        fresh += error == BOARD_OK && !known;
    }
    if (error == BOARD_OK && fresh > 0)
        error = store_write_commit(journal, last.number, last.hash, problem);
    else
        store_write_rollback(journal);
    if (error == BOARD_OK && stored != NULL)
        *stored = fresh;
    return error;
}

board_error store_append_foreign(store_journal *journal, const store_entry *entry, bool *stored,
                                 store_problem *problem)
{
    size_t count = 0;
    board_error error = store_append_batch(journal, entry, 1, &count, problem);

    if (stored != NULL)
        *stored = count > 0;
    return error;
}
