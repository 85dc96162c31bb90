/* store/read.c: reading entries: one, or all that pass a filter. */
#include <stdio.h>
#include <string.h>

#include "store/journal_private.h"
#include "store/problem.h"

enum { QUERY_BYTES = 2048 };

/* Parameters of the query by their places; conditions that are not set are left out of the text. */
enum { AFTER = 1, TYPE, TYPE_END, DEVICE, ARBITER, CORRECTS, TEXT, FROM, UNTIL, LIMIT };

static bool is_set(const char *text)
{
    return text != NULL && text[0] != '\0';
}

static bool is_prefix(const char *type)
{
    return type[strlen(type) - 1] == '.';
}

static void add(char *query, const char *part)
{
    size_t used = strlen(query);

    snprintf(query + used, QUERY_BYTES - used, "%s", part);
}

static void add_conditions(char *query, const store_filter *filter)
{
    if (filter->after > 0)
        add(query, " AND entries.number > ?1");
    if (is_set(filter->type))
        add(query, is_prefix(filter->type) ? " AND entries.type >= ?2 AND entries.type < ?3"
                                           : " AND entries.type = ?2");
    if (is_set(filter->device))
        add(query, " AND entries.device = (SELECT device FROM devices WHERE id = ?4)");
    if (is_set(filter->arbiter))
        add(query, " AND entries.arbiter = ?5");
    if (is_set(filter->corrects))
        add(query, " AND entries.corrects = ?6");
    if (is_set(filter->text))
        add(query, " AND (instr(lower(entries.payload), lower(?7)) > 0 OR"
                   " instr(lower(entries.type), lower(?7)) > 0 OR"
                   " instr(lower(entries.arbiter), lower(?7)) > 0)");
    if (filter->from_set)
        add(query, " AND entries.time_ms >= ?8");
    if (filter->until_set)
        add(query, " AND entries.time_ms < ?9");
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text)
{
    if (is_set(text))
        sqlite3_bind_text(statement, place, text, -1, SQLITE_TRANSIENT);
}

/* Binding a parameter that the text does not have does nothing. */
static void bind_conditions(sqlite3_stmt *statement, const store_filter *filter)
{
    uint8_t bytes[STORE_UUID_BYTES];
    char end[STORE_TYPE_MAX + 1] = "";

    sqlite3_bind_int64(statement, AFTER, (sqlite3_int64)filter->after);
    bind_text(statement, TYPE, filter->type);
    if (is_set(filter->type) && is_prefix(filter->type) && strlen(filter->type) < sizeof end) {
        memcpy(end, filter->type, strlen(filter->type) + 1);
        end[strlen(end) - 1] = '.' + 1;
        bind_text(statement, TYPE_END, end);
    }
    if (is_set(filter->device) && store_hex_read(filter->device, bytes, sizeof bytes))
        sqlite3_bind_blob(statement, DEVICE, bytes, sizeof bytes, SQLITE_TRANSIENT);
    bind_text(statement, ARBITER, filter->arbiter);
    if (is_set(filter->corrects) && store_uuid_read(filter->corrects, bytes))
        sqlite3_bind_blob(statement, CORRECTS, bytes, sizeof bytes, SQLITE_TRANSIENT);
    bind_text(statement, TEXT, filter->text);
    sqlite3_bind_int64(statement, FROM, filter->from_ms);
    sqlite3_bind_int64(statement, UNTIL, filter->until_ms);
    sqlite3_bind_int64(
        statement, LIMIT,
        filter->limit > 0 && filter->limit <= INT64_MAX ? (sqlite3_int64)filter->limit : -1);
}

static int prepare(store_journal *journal, const char *query, const store_filter *filter,
                   sqlite3_stmt **statement)
{
    int result = sqlite3_prepare_v2(journal->database.handle, query, -1, statement, NULL);

    if (result == SQLITE_OK)
        bind_conditions(*statement, filter);
    return result;
}

board_error store_visit(store_journal *journal, const store_filter *filter, store_visitor visit,
                        void *context, store_problem *problem)
{
    const store_filter all = {.limit = 0};
    char query[QUERY_BYTES] = "SELECT " STORE_ENTRY_COLUMNS " WHERE 1";
    sqlite3_stmt *statement = NULL;
    store_problem unasked;
    store_entry entry;
    board_error error = BOARD_OK;
    bool more = true;

    problem = problem != NULL ? problem : &unasked;
    filter = filter != NULL ? filter : &all;
    add_conditions(query, filter);
    add(query, filter->newest_first ? " ORDER BY entries.number DESC" : " ORDER BY entries.number");
    add(query, " LIMIT ?10");
    int result = prepare(journal, query, filter, &statement);
    while (more && result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        result = SQLITE_OK;
        if (!store_row_entry(statement, &entry)) {
            error = store_fail_entry(problem, BOARD_ERROR_STORE_UNREADABLE, &entry, NULL);
            break;
        }
        more = visit(context, &entry);
    }
    if (error == BOARD_OK)
        error = store_database_error(&journal->database, result, problem);
    sqlite3_finalize(statement);
    return error;
}

board_error store_count(store_journal *journal, const store_filter *filter, uint64_t *count,
                        store_problem *problem)
{
    const store_filter all = {.limit = 0};
    char query[QUERY_BYTES] = "SELECT count(*) FROM (SELECT 1 FROM entries WHERE 1";
    sqlite3_stmt *statement = NULL;
    store_problem unasked;

    *count = 0;
    filter = filter != NULL ? filter : &all;
    add_conditions(query, filter);
    add(query, " LIMIT ?10)");
    int result = prepare(journal, query, filter, &statement);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        *count = (uint64_t)sqlite3_column_int64(statement, 0);
    board_error error =
        store_database_error(&journal->database, result, problem != NULL ? problem : &unasked);
    sqlite3_finalize(statement);
    return error;
}

/* The entry of the statement, which is bound. */
static board_error get(store_journal *journal, sqlite3_stmt *statement, store_entry *entry,
                       store_problem *problem)
{
    store_entry row;
    int result = sqlite3_step(statement);
    board_error error = store_database_error(&journal->database, result, problem);

    if (error == BOARD_OK && result != SQLITE_ROW)
        error = store_fail(problem, BOARD_ERROR_STORE_NO_ENTRY, NULL);
    else if (error == BOARD_OK && !store_row_entry(statement, &row))
        error = store_fail_entry(problem, BOARD_ERROR_STORE_UNREADABLE, &row, NULL);
    else if (error == BOARD_OK && !store_entry_copy(&row, entry))
        error = store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    sqlite3_reset(statement);
    return error;
}

board_error store_get_number(store_journal *journal, uint64_t number, store_entry *entry,
                             store_problem *problem)
{
    store_problem unasked;
    store_problem *told = problem != NULL ? problem : &unasked;
    sqlite3_stmt *statement = store_statement_get(&journal->database, STORE_BY_NUMBER, told);

    *entry = (store_entry){.number = 0};
    if (statement == NULL)
        return told->error;
    sqlite3_bind_int64(statement, 1, number <= INT64_MAX ? (sqlite3_int64)number : -1);
    return get(journal, statement, entry, told);
}

board_error store_get_id(store_journal *journal, const char *id, store_entry *entry,
                         store_problem *problem)
{
    store_problem unasked;
    store_problem *told = problem != NULL ? problem : &unasked;
    uint8_t uuid[STORE_UUID_BYTES];

    *entry = (store_entry){.number = 0};
    if (!store_uuid_read(id, uuid))
        return store_fail(told, BOARD_ERROR_STORE_ID, id);
    sqlite3_stmt *statement = store_statement_get(&journal->database, STORE_BY_ID, told);
    if (statement == NULL)
        return told->error;
    sqlite3_bind_blob(statement, 1, uuid, sizeof uuid, SQLITE_TRANSIENT);
    return get(journal, statement, entry, told);
}

board_error store_get_sequence(store_journal *journal, const char *device, uint64_t sequence,
                               store_entry *entry, store_problem *problem)
{
    store_problem unasked;
    store_problem *told = problem != NULL ? problem : &unasked;
    uint8_t id[STORE_DEVICE_ID_BYTES];

    *entry = (store_entry){.number = 0};
    if (!store_hex_read(device, id, sizeof id))
        return store_fail(told, BOARD_ERROR_STORE_DEVICE_UNKNOWN, device);
    sqlite3_stmt *statement = store_statement_get(&journal->database, STORE_BY_SEQUENCE, told);
    if (statement == NULL)
        return told->error;
    sqlite3_bind_blob(statement, 1, id, sizeof id, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 2, sequence <= INT64_MAX ? (sqlite3_int64)sequence : -1);
    return get(journal, statement, entry, told);
}

board_error store_last_number(store_journal *journal, uint64_t *number, store_problem *problem)
{
    store_problem unasked;
    store_problem *told = problem != NULL ? problem : &unasked;
    sqlite3_stmt *statement = store_statement_get(&journal->database, STORE_LAST, told);

    *number = 0;
    if (statement == NULL)
        return told->error;
    int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        *number = (uint64_t)sqlite3_column_int64(statement, 0);
    board_error error = store_database_error(&journal->database, result, told);
    sqlite3_reset(statement);
    return error;
}
