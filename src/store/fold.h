/*
 * store/fold.h: the ledger's state out of the journal: from a snapshot and the entries after it.
 */
#ifndef QILI_STORE_FOLD_H
#define QILI_STORE_FOLD_H

#include "ledger/state.h"
#include "store/journal.h"

enum { STORE_FOLD_SNAPSHOT = 1000 }; /* entries after which store_fold_save is worth it */

/* The state of a journal, and how far it goes. All zero: none yet. */
typedef struct store_fold {
    ledger_state *state;
    uint64_t up_to;  /* number of the last entry that is in it */
    uint64_t folded; /* entries that came from the journal, not from a snapshot */
} store_fold;

/* Brings the state up to the journal's last entry; the first time from the newest snapshot that can
 * be read. An entry that cannot be read becomes a remark. After an error free it. */
board_error store_fold_on(store_journal *journal, store_fold *fold, store_problem *problem);

void store_fold_free(store_fold *fold);

/* Keeps a snapshot of the state. A state too large for one is no error: none is kept. */
board_error store_fold_save(store_journal *journal, const store_fold *fold, store_problem *problem);

/* The entry as the ledger knows it; its type is LEDGER_UNKNOWN if the payload cannot be read. Only
 * NO_MEMORY is an error. */
board_error store_ledger_entry(const store_entry *stored, ledger_entry *entry);

/*
 * Appends a draft and brings it into the state. The draft gets its envelope; *number (may be NULL)
 * its number. Nothing but limits is checked: ask ledger_check before. Errors: those of
 * ledger_payload_to_json, with the field in the problem's detail, and of store_append.
 */
board_error store_log(store_journal *journal, store_fold *fold, ledger_entry *draft,
                      uint64_t *number, store_problem *problem);

#endif
