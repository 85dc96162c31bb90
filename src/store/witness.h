/*
 * store/witness.h: a file beside the journal, PATH.head, that says which entry was last
 * acknowledged.
 *
 * A journal that was cut short, replaced by an older copy or parted from its -wal file is whole in
 * itself: its chain only ends too early. The witness tells. It is not forced to the disk with every
 * entry, so after a power cut it may lag behind; it is a lower bound, never more.
 */
#ifndef QILI_STORE_WITNESS_H
#define QILI_STORE_WITNESS_H

#include "store/journal.h"

typedef struct store_witness {
    uint64_t number; /* 0: nothing is known */
    uint8_t hash[STORE_HASH_BYTES];
    board_error error; /* STORE_WITNESS_MISSING, _UNREADABLE or _DAMAGED; BOARD_OK otherwise */
    int failure;       /* errno, where it could not be read; else 0 */
} store_witness;

store_witness store_witness_read(const char *journal_path);

/* What is wrong with the witness of a journal whose last entry has this number: BOARD_OK,
 * STORE_WITNESS_MISSING, _UNREADABLE, _DAMAGED or STORE_WITNESS_BEHIND. A journal without entries
 * needs none. One that is ahead is for store_check_witness. */
board_error store_witness_compare(const char *journal_path, uint64_t last, store_problem *problem);

/* The descriptor to write through, -1: there is none, which is no error. A witness that is made
 * says that nothing was acknowledged, until it is written. */
int store_witness_open(const char *journal_path);

/* Writes what was acknowledged, unless another process has already written of a later entry. */
void store_witness_advance(int descriptor, const store_witness *witness);

/* Writes it whatever is there; it is forced to the disk only when there was none. */
void store_witness_write(int descriptor, const store_witness *witness);

#endif
