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
} store_witness;

/* number 0 if there is no such file or it makes no sense. */
store_witness store_witness_read(const char *journal_path);

/* The descriptor to write through, -1: there is none, which is no error. */
int store_witness_open(const char *journal_path);
void store_witness_write(int descriptor, const store_witness *witness);

#endif
