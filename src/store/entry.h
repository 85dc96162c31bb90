/*
 * store/entry.h: the form of an entry: its fields, its hash and its signature.
 * docs/formats/journal.md has the encoding byte by byte.
 */
#ifndef QILI_STORE_ENTRY_H
#define QILI_STORE_ENTRY_H

#include "store/journal.h"
#include "store/uuid.h"

enum { STORE_DEVICE_ID_BYTES = 16 };

/* The id of the device with this public key. */
void store_device_of_key(const uint8_t key[STORE_KEY_BYTES], uint8_t id[STORE_DEVICE_ID_BYTES]);

/* The texts of a draft; payload is looked at by store_payload_canonical. */
board_error store_check_type(const char *type);
board_error store_check_arbiter(const char *arbiter);

/* The object compact and with its keys in order; NULL with *error. The caller frees. */
char *store_payload_canonical(const char *text, size_t length, board_error *error);

/* Every field but hash, signature and the place in the chain. */
board_error store_entry_check_form(const store_entry *entry);

/* The hash of all that is signed; the form has been checked. */
void store_entry_hash(const store_entry *entry, uint8_t hash[STORE_HASH_BYTES]);

/* Form, hash and signature by this key. */
board_error store_entry_check(const store_entry *entry, const uint8_t key[STORE_KEY_BYTES]);

/* Do both say the same? Numbers are not compared. */
bool store_entry_same(const store_entry *a, const store_entry *b);

/* Gives *copy texts of its own, to be freed by store_entry_free; false: out of memory. */
bool store_entry_copy(const store_entry *entry, store_entry *copy);

#endif
