/*
 * store/database.h: a connection to the SQLite file, its statements, and SQLite's errors as ours.
 */
#ifndef QILI_STORE_DATABASE_H
#define QILI_STORE_DATABASE_H

#include "store/journal.h"
#include "store/pages.h"

/* Statements that are prepared once and kept. */
typedef enum store_statement {
    STORE_BEGIN,
    STORE_COMMIT,
    STORE_ROLLBACK,
    STORE_HEAD,      /* ?1 device row: sequence, hash, id of its last entry */
    STORE_INSERT,    /* an entry */
    STORE_LAST,      /* the highest number */
    STORE_HASH_OF,   /* ?1 number: hash */
    STORE_BY_NUMBER, /* ?1; these three give the columns of store_row_entry */
    STORE_BY_ID,
    STORE_BY_SEQUENCE, /* ?1 device's id, ?2 */
    STORE_DEVICE,      /* ?1 id: row, key */
    STORE_STATEMENTS
} store_statement;

typedef struct store_database {
    sqlite3 *handle;
    store_pages *pages;
    sqlite3_stmt *statements[STORE_STATEMENTS];
} store_database;

/* What is opened for what. */
typedef enum store_purpose {
    STORE_TO_WRITE,
    STORE_TO_READ,
    STORE_TO_EXAMINE, /* read, also where pages are damaged */
    STORE_TO_CREATE
} store_purpose;

/* Is the file there, and does its head say that it is a journal? BOARD_ERROR_STORE_MISSING,
 * BOARD_ERROR_STORE_NOT_A_JOURNAL or BOARD_ERROR_STORE_DAMAGED if not. */
board_error store_database_check_head(const char *path, store_problem *problem);

/* Until store_database_keep_log(false), closing leaves the -wal file as it is. After an error there
 * is nothing to close. */
board_error store_database_open(store_database *database, const char *path, store_purpose purpose,
                                const store_options *options, store_problem *problem);
void store_database_keep_log(store_database *database, bool keep);
void store_database_close(store_database *database);

/* The statement, reset, without bindings; NULL: reported. */
sqlite3_stmt *store_statement_get(store_database *database, store_statement which,
                                  store_problem *problem);

/* Runs a statement that gives no rows. */
board_error store_statement_run(store_database *database, store_statement which,
                                store_problem *problem);

/* The first column of the first row of a query that we wrote. */
board_error store_database_number(store_database *database, const char *sql, int64_t *number,
                                  store_problem *problem);

board_error store_database_execute(store_database *database, const char *sql,
                                   store_problem *problem);

/* What SQLite's code means to us; BOARD_OK for SQLITE_OK, SQLITE_ROW and SQLITE_DONE. */
board_error store_database_error(store_database *database, int code, store_problem *problem);

/* The columns that make up an entry, and the tables they come from. */
#define STORE_ENTRY_COLUMNS                                                                        \
    "entries.number, entries.id, devices.id, entries.sequence, entries.time_ms, entries.arbiter, " \
    "entries.type, entries.payload, entries.corrects, entries.previous, entries.hash, "            \
    "entries.signature FROM entries LEFT JOIN devices ON devices.device = entries.device"

/* The entry of a row of STORE_ENTRY_COLUMNS; its texts last until the statement's next step. False:
 * a column has not the form that it must have. */
bool store_row_entry(sqlite3_stmt *row, store_entry *entry);

#endif
