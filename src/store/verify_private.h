/*
 * store/verify_private.h: parts of verify that stand in files of their own; private to the store.
 */
#ifndef QILI_STORE_VERIFY_PRIVATE_H
#define QILI_STORE_VERIFY_PRIVATE_H

#include "ledger/state.h"
#include "store/database.h"

/* Whom a fault is told. */
typedef struct store_fault_report {
    void (*report)(void *context, const store_problem *fault);
    void *context;
} store_fault_report;

/* The table of devices against its keys, and the key file (key_path; NULL: beside the journal)
 * against the table. A key file that is missing, or that the caller may not read, is no fault: a
 * copy is looked at without one. */
void store_examine_devices(store_database *database, const char *path, const char *key_path,
                           const store_fault_report *report);

/*
 * The entries folded once more, to compare snapshots with: a snapshot is not signed, and a forged
 * one that was hashed anew would be believed. States that this version cannot read, and those of
 * other programs than the ledger, are nobody's danger and are not compared.
 */
enum { STORE_REFOLD_MAX = 8 }; /* snapshots compared */

typedef struct store_refold {
    ledger_state *state; /* NULL: nothing is to be compared, or no longer can be */
    ledger_entry *entry;
    uint64_t numbers[STORE_REFOLD_MAX]; /* of snapshots with a state, growing */
    size_t count;
    size_t next;
} store_refold;

void store_refold_begin(store_refold *refold, store_database *database);

/* Follows the next entry; false: a snapshot ends with it, and says something else. */
bool store_refold_follow(store_refold *refold, store_database *database, const store_entry *entry);

/* An entry could not be read: nothing after it can be compared. */
void store_refold_give_up(store_refold *refold);

#endif
