/*
 * store/key.h: the device's Ed25519 key, in a file of its own that nobody else may read.
 */
#ifndef QILI_STORE_KEY_H
#define QILI_STORE_KEY_H

#include <sodium.h>

#include "store/journal.h"

typedef struct store_key {
    uint8_t public_key[STORE_KEY_BYTES];
    uint8_t *secret; /* crypto_sign_SECRETKEYBYTES in locked memory, or NULL */
} store_key;

/* Reads the key; *missing (the error is BOARD_OK then) if there is no such file. */
board_error store_key_load(const char *path, store_key *key, bool *missing, store_problem *problem);

/* Makes a key and puts it on the disk; if another process was quicker, its key is loaded. */
board_error store_key_create(const char *path, store_key *key, store_problem *problem);

void store_key_forget(store_key *key);

#endif
