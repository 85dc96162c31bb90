/*
 * store/schema.h: the tables of the journal and their versions.
 */
#ifndef QILI_STORE_SCHEMA_H
#define QILI_STORE_SCHEMA_H

#include <sqlite3.h>

#include "store/journal.h"

enum { STORE_SCHEMA = 2, STORE_APPLICATION_ID = 0x51696C69 /* "Qili" */ };

/* Takes the tables from one version to another, in the transaction that is under way; 0: no tables
 * yet. Returns SQLite's code. */
int store_schema_migrate(sqlite3 *database, int from, int to);

#endif
