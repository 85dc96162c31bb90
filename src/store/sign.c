/* store/sign.c: signatures of what is no entry, and devices' names. */
#include <string.h>

#include "store/entry.h"
#include "store/journal_private.h"
#include "store/problem.h"

static const char sign_domain[] = "qili-signed-1";

static void add_field(crypto_generichash_state *state, const void *bytes, size_t length)
{
    uint8_t prefix[4];

    store_put_be(prefix, sizeof prefix, length);
    crypto_generichash_update(state, prefix, sizeof prefix);
    crypto_generichash_update(state, bytes, length);
}

/* Like the hash of an entry, but never one: the first field differs. */
static void hash_signed(const char *context, const void *bytes, size_t length,
                        uint8_t hash[STORE_HASH_BYTES])
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, STORE_HASH_BYTES);
    add_field(&state, sign_domain, strlen(sign_domain));
    add_field(&state, context, strlen(context));
    add_field(&state, bytes, length);
    crypto_generichash_final(&state, hash, STORE_HASH_BYTES);
}

board_error store_sign(const store_journal *journal, const char *context, const void *bytes,
                       size_t length, uint8_t signature[STORE_SIGNATURE_BYTES],
                       store_problem *problem)
{
    uint8_t hash[STORE_HASH_BYTES];

    if (journal->key.secret == NULL)
        return store_fail(problem, BOARD_ERROR_STORE_READ_ONLY, NULL);
    hash_signed(context, bytes, length, hash);
    crypto_sign_detached(signature, NULL, hash, sizeof hash, journal->key.secret);
    return BOARD_OK;
}

bool store_signed(const uint8_t key[STORE_KEY_BYTES], const char *context, const void *bytes,
                  size_t length, const uint8_t signature[STORE_SIGNATURE_BYTES])
{
    uint8_t hash[STORE_HASH_BYTES];

    hash_signed(context, bytes, length, hash);
    return crypto_sign_verify_detached(signature, hash, sizeof hash, key) == 0;
}

void store_device_name(const uint8_t key[STORE_KEY_BYTES], char device[STORE_DEVICE_BYTES])
{
    uint8_t id[STORE_DEVICE_ID_BYTES];

    store_device_of_key(key, id);
    store_hex_write(id, sizeof id, device);
}
