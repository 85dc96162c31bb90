/* store/json.c: an entry as a line of JSON, and back. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/json_text.h"
#include "store/entry.h"
#include "store/problem.h"

static json_t *hex(const uint8_t *bytes, size_t count)
{
    char text[2 * STORE_SIGNATURE_BYTES + 1];

    store_hex_write(bytes, count, text);
    return json_string(text);
}

json_t *store_entry_value(const store_entry *entry)
{
    json_t *payload = json_loads(entry->payload, JSON_REJECT_DUPLICATES, NULL);

    /* json_pack takes over the payload, also when it fails; its keys are in order and stay so. */
    return json_pack("{s:I, s:s, s:s, s:I, s:I, s:s, s:s, s:o, s:s, s:o, s:o, s:o}", "number",
                     (json_int_t)entry->number, "id", entry->id, "device", entry->device,
                     "sequence", (json_int_t)entry->sequence, "time_ms", (json_int_t)entry->time_ms,
                     "arbiter", entry->arbiter, "type", entry->type, "payload", payload, "corrects",
                     entry->corrects, "previous", hex(entry->previous, STORE_HASH_BYTES), "hash",
                     hex(entry->hash, STORE_HASH_BYTES), "signature",
                     hex(entry->signature, STORE_SIGNATURE_BYTES));
}

char *store_entry_json(const store_entry *entry)
{
    json_t *object = store_entry_value(entry);
    char *line = object != NULL ? ledger_json_text(object, JSON_COMPACT) : NULL;

    json_decref(object);
    return line;
}

static bool take_text(char *to, size_t size, const char *text)
{
    size_t length = strlen(text);

    if (length >= size)
        return false;
    memcpy(to, text, length + 1);
    return true;
}

/* The fields of a fixed size; false: one has not its form. */
static bool take_fields(const json_t *object, store_entry *entry)
{
    const char *id = json_string_value(json_object_get(object, "id"));
    const char *device = json_string_value(json_object_get(object, "device"));
    const char *corrects = json_string_value(json_object_get(object, "corrects"));
    const char *previous = json_string_value(json_object_get(object, "previous"));
    const char *hash = json_string_value(json_object_get(object, "hash"));
    const char *signature = json_string_value(json_object_get(object, "signature"));

    return take_text(entry->id, sizeof entry->id, id) &&
           take_text(entry->device, sizeof entry->device, device) &&
           take_text(entry->corrects, sizeof entry->corrects, corrects) &&
           store_hex_read(previous, entry->previous, sizeof entry->previous) &&
           store_hex_read(hash, entry->hash, sizeof entry->hash) &&
           store_hex_read(signature, entry->signature, sizeof entry->signature);
}

/* The texts of the entry, which it owns then; false: out of memory. */
static bool take_texts(const json_t *object, store_entry *entry)
{
    store_entry texts = *entry;
    char *payload =
        ledger_json_text(json_object_get(object, "payload"), JSON_COMPACT | JSON_SORT_KEYS);

    texts.arbiter = json_string_value(json_object_get(object, "arbiter"));
    texts.type = json_string_value(json_object_get(object, "type"));
    texts.payload = payload;
    bool done = payload != NULL && store_entry_copy(&texts, entry);
    free(payload);
    return done;
}

board_error store_entry_from_value(json_t *object, store_entry *entry, store_problem *problem)
{
    json_error_t wrong;
    json_int_t number = 0;
    json_int_t sequence = 0;
    json_int_t time_ms = 0;
    const char *unused = NULL;
    json_t *payload = NULL;

    *entry = (store_entry){.number = 0};
    bool sound = json_unpack_ex(object, &wrong, JSON_STRICT,
                                "{s?I, s:s, s:s, s:I, s:I, s:s, s:s, s:o, s:s, s:s, s:s, s:s}",
                                "number", &number, "id", &unused, "device", &unused, "sequence",
                                &sequence, "time_ms", &time_ms, "arbiter", &unused, "type", &unused,
                                "payload", &payload, "corrects", &unused, "previous", &unused,
                                "hash", &unused, "signature", &unused) == 0;
    if (!sound || number < 0 || sequence <= 0 || !json_is_object(payload) ||
        !take_fields(object, entry)) {
        *entry = (store_entry){.number = 0};
        return store_fail(problem, BOARD_ERROR_STORE_ENTRY_JSON, sound ? NULL : wrong.text);
    }
    entry->number = (uint64_t)number;
    entry->sequence = (uint64_t)sequence;
    entry->time_ms = time_ms;
    return take_texts(object, entry) ? BOARD_OK : store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
}

board_error store_entry_from_json(const char *text, size_t length, store_entry *entry,
                                  store_problem *problem)
{
    json_error_t wrong;
    char place[LEDGER_JSON_PLACE_BYTES];
    bool no_memory = false;
    json_t *object = ledger_json_read(text, length, &wrong, &no_memory);

    *entry = (store_entry){.number = 0};
    if (object == NULL)
        return no_memory ? store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL)
                         : store_fail(problem, BOARD_ERROR_STORE_ENTRY_JSON,
                                      ledger_json_place(&wrong, place));
    board_error error = store_entry_from_value(object, entry, problem);
    json_decref(object);
    return error;
}
