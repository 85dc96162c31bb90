/*
 * store/snapshot.h: the hash that covers a snapshot.
 */
#ifndef QILI_STORE_SNAPSHOT_H
#define QILI_STORE_SNAPSHOT_H

#include "store/database.h"

/* The columns that store_snapshot_row_sound looks at, and where they come from. */
#define STORE_SNAPSHOT_COLUMNS                                                                     \
    "snapshots.number, snapshots.state, snapshots.hash, entries.hash FROM snapshots"               \
    " LEFT JOIN entries ON entries.number = snapshots.number"

/* Does the hash of the row fit its state and the last entry that went into it? */
bool store_snapshot_row_sound(sqlite3_stmt *row);

void store_snapshot_hash(uint64_t number, const uint8_t entry_hash[STORE_HASH_BYTES],
                         const char *state, size_t length, uint8_t hash[STORE_HASH_BYTES]);

#endif
