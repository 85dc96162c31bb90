/*
 * store/chain.h: following the chains of all devices through the entries.
 */
#ifndef QILI_STORE_CHAIN_H
#define QILI_STORE_CHAIN_H

#include "store/database.h"

/* How far the chain of a device has been followed. */
typedef struct store_chain_head {
    char device[STORE_DEVICE_BYTES];
    uint8_t key[STORE_KEY_BYTES];
    uint64_t sequence;
    uint8_t hash[STORE_HASH_BYTES];
} store_chain_head;

typedef struct store_chain {
    store_chain_head *heads;
    size_t count;
    uint64_t number; /* of the last entry */
} store_chain;

/* Begins after the entry of this number (0: with the first). Release the chain in any case. */
board_error store_chain_begin(store_chain *chain, store_database *database, uint64_t after,
                              store_problem *problem);

/* Checks the next entry, and goes on from it whatever was found. */
board_error store_chain_follow(store_chain *chain, const store_entry *entry);
void store_chain_free(store_chain *chain);

/* Checks all entries after this one; the first fault is the error. *last: the last one's number. */
board_error store_chain_check(store_database *database, uint64_t after, uint64_t *last,
                              store_problem *problem);

#endif
