/* store/schema.c: the tables of the journal and their versions. */
#include "store/schema.h"

#include <stdio.h>

/* What makes each version out of the one before. Never change one that was released: add one. */
static const char *const steps[STORE_SCHEMA] = {
    /* 1 */
    "CREATE TABLE devices ("
    "  device INTEGER PRIMARY KEY,"
    "  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),"
    "  key BLOB NOT NULL UNIQUE CHECK (length(key) = 32),"
    "  own INTEGER NOT NULL CHECK (own IN (0, 1))"
    ") STRICT;"
    "CREATE TABLE entries ("
    "  number INTEGER PRIMARY KEY,"
    "  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),"
    "  device INTEGER NOT NULL REFERENCES devices,"
    "  sequence INTEGER NOT NULL CHECK (sequence > 0),"
    "  time_ms INTEGER NOT NULL,"
    "  arbiter TEXT NOT NULL,"
    "  type TEXT NOT NULL,"
    "  payload TEXT NOT NULL,"
    "  corrects BLOB CHECK (length(corrects) = 16),"
    "  previous BLOB NOT NULL CHECK (length(previous) = 32),"
    "  hash BLOB NOT NULL CHECK (length(hash) = 32),"
    "  signature BLOB NOT NULL CHECK (length(signature) = 64),"
    "  UNIQUE (device, sequence)"
    ") STRICT;"
    "CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries"
    "  BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END;"
    "CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries"
    "  BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END;"
    "CREATE TABLE snapshots ("
    "  number INTEGER PRIMARY KEY,"
    "  state TEXT NOT NULL,"
    "  hash BLOB NOT NULL CHECK (length(hash) = 32)"
    ") STRICT;",
    /* 2: lists of one type */
    "CREATE INDEX entries_by_type ON entries (type);",
};

int store_schema_migrate(sqlite3 *database, int from, int to)
{
    char pragma[64];
    int result = SQLITE_OK;

    for (int version = from; version < to && result == SQLITE_OK; version++)
        result = sqlite3_exec(database, steps[version], NULL, NULL, NULL);
    if (result != SQLITE_OK)
        return result;
    snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", to);
    return sqlite3_exec(database, pragma, NULL, NULL, NULL);
}
