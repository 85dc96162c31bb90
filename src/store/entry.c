/* store/entry.c: the form of an entry: its fields, its hash and its signature. */
#include "store/entry.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/json_text.h"

static const char hash_domain[] = "qili-entry-1";

void store_device_of_key(const uint8_t key[STORE_KEY_BYTES], uint8_t id[STORE_DEVICE_ID_BYTES])
{
    crypto_generichash(id, STORE_DEVICE_ID_BYTES, key, STORE_KEY_BYTES, NULL, 0);
}

/* The form of the fields. */

board_error store_check_type(const char *type)
{
    size_t length = strspn(type, "abcdefghijklmnopqrstuvwxyz0123456789._-");

    return length > 0 && length <= STORE_TYPE_MAX && type[length] == '\0' ? BOARD_OK
                                                                          : BOARD_ERROR_STORE_TYPE;
}

board_error store_check_arbiter(const char *arbiter)
{
    size_t length = strlen(arbiter);

    if (length > STORE_ARBITER_MAX)
        return BOARD_ERROR_STORE_ARBITER;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)arbiter[i] < 0x20 || arbiter[i] == 0x7F)
            return BOARD_ERROR_STORE_ARBITER;
    }
    json_t *text = json_stringn(arbiter, length); /* refuses what is not UTF-8 */
    if (text == NULL)
        return BOARD_ERROR_STORE_ARBITER;
    json_decref(text);
    return BOARD_OK;
}

char *store_payload_canonical(const char *text, size_t length, board_error *error)
{
    json_error_t wrong;
    bool no_memory = false;

    *error = BOARD_ERROR_STORE_PAYLOAD_MAX;
    if (length > STORE_PAYLOAD_MAX)
        return NULL;
    json_t *json = ledger_json_read(text, length, &wrong, &no_memory);
    bool is_object = json_is_object(json);
    char *canonical = is_object ? ledger_json_text(json, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    *error = canonical != NULL        ? BOARD_OK
             : no_memory || is_object ? BOARD_ERROR_NO_MEMORY
                                      : BOARD_ERROR_STORE_PAYLOAD;
    json_decref(json);
    if (canonical != NULL && strlen(canonical) > STORE_PAYLOAD_MAX) {
        *error = BOARD_ERROR_STORE_PAYLOAD_MAX;
        free(canonical);
        return NULL;
    }
    return canonical;
}

static board_error check_payload(const char *payload)
{
    board_error error = BOARD_OK;
    char *canonical = store_payload_canonical(payload, strlen(payload), &error);

    if (canonical != NULL && strcmp(canonical, payload) != 0)
        error = BOARD_ERROR_STORE_PAYLOAD_FORM;
    free(canonical);
    return error;
}

board_error store_entry_check_form(const store_entry *entry)
{
    uint8_t bytes[STORE_UUID_BYTES];
    board_error error = BOARD_OK;

    if (!store_uuid_read(entry->id, bytes))
        return BOARD_ERROR_STORE_ID;
    if (entry->corrects[0] != '\0' && !store_uuid_read(entry->corrects, bytes))
        return BOARD_ERROR_STORE_CORRECTS;
    if (!store_hex_read(entry->device, bytes, STORE_DEVICE_ID_BYTES))
        return BOARD_ERROR_STORE_DEVICE_UNKNOWN;
    if (entry->sequence == 0 || entry->sequence > INT64_MAX)
        return BOARD_ERROR_STORE_NUMBERING;
    error = store_check_type(entry->type);
    if (error == BOARD_OK)
        error = store_check_arbiter(entry->arbiter);
    return error == BOARD_OK ? check_payload(entry->payload) : error;
}

/* The hash. */

/* A field: how long it is, in 4 bytes, then its bytes. */
static void add_field(crypto_generichash_state *state, const void *bytes, size_t length)
{
    uint8_t prefix[4];

    store_put_be(prefix, sizeof prefix, length);
    crypto_generichash_update(state, prefix, sizeof prefix);
    crypto_generichash_update(state, bytes, length);
}

static void add_number(crypto_generichash_state *state, uint64_t number)
{
    uint8_t bytes[8];

    store_put_be(bytes, sizeof bytes, number);
    add_field(state, bytes, sizeof bytes);
}

static void add_uuid(crypto_generichash_state *state, const char *text)
{
    uint8_t uuid[STORE_UUID_BYTES] = {0};

    store_uuid_read(text, uuid);
    add_field(state, uuid, text[0] != '\0' ? sizeof uuid : 0);
}

void store_entry_hash(const store_entry *entry, uint8_t hash[STORE_HASH_BYTES])
{
    crypto_generichash_state state;
    uint8_t device[STORE_DEVICE_ID_BYTES] = {0};

    crypto_generichash_init(&state, NULL, 0, STORE_HASH_BYTES);
    add_field(&state, hash_domain, strlen(hash_domain));
    add_uuid(&state, entry->id);
    store_hex_read(entry->device, device, sizeof device);
    add_field(&state, device, sizeof device);
    add_number(&state, entry->sequence);
    add_number(&state, (uint64_t)entry->time_ms);
    add_field(&state, entry->arbiter, strlen(entry->arbiter));
    add_field(&state, entry->type, strlen(entry->type));
    add_field(&state, entry->payload, strlen(entry->payload));
    add_uuid(&state, entry->corrects);
    add_field(&state, entry->previous, sizeof entry->previous);
    crypto_generichash_final(&state, hash, STORE_HASH_BYTES);
}

board_error store_entry_check(const store_entry *entry, const uint8_t key[STORE_KEY_BYTES])
{
    uint8_t hash[STORE_HASH_BYTES];
    board_error error = store_entry_check_form(entry);

    if (error != BOARD_OK)
        return error;
    store_entry_hash(entry, hash);
    if (memcmp(hash, entry->hash, sizeof hash) != 0)
        return BOARD_ERROR_STORE_HASH;
    if (crypto_sign_verify_detached(entry->signature, entry->hash, sizeof entry->hash, key) != 0)
        return BOARD_ERROR_STORE_SIGNATURE;
    return BOARD_OK;
}

/* Entries as values. */

bool store_entry_same(const store_entry *a, const store_entry *b)
{
    return strcmp(a->id, b->id) == 0 && strcmp(a->device, b->device) == 0 &&
           a->sequence == b->sequence && memcmp(a->hash, b->hash, sizeof a->hash) == 0 &&
           memcmp(a->signature, b->signature, sizeof a->signature) == 0;
}

bool store_entry_copy(const store_entry *entry, store_entry *copy)
{
    const char *texts[] = {entry->arbiter, entry->type, entry->payload};
    char *copies[] = {NULL, NULL, NULL};
    bool done = true;

    for (size_t i = 0; i < 3 && done; i++) {
        copies[i] = strdup(texts[i]);
        done = copies[i] != NULL;
    }
    *copy = *entry;
    copy->arbiter = copies[0];
    copy->type = copies[1];
    copy->payload = copies[2];
    if (!done)
        store_entry_free(copy);
    return done;
}

void store_entry_free(store_entry *entry)
{
    if (entry == NULL)
        return;
    free((char *)entry->arbiter);
    free((char *)entry->type);
    free((char *)entry->payload);
    *entry = (store_entry){0};
}
