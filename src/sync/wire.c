/* sync/wire.c: what devices and the event office say to each other, as JSON. */
#include "sync/wire.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "board/encoding.h"
#include "store/bytes.h"
#include "store/problem.h"

enum { HEX_BYTES = 2 * STORE_SIGNATURE_BYTES + 1 };

/* Codes. */

typedef struct wire_code {
    board_error error;
    const char *code;
    unsigned status;
    sync_consequence consequence;
} wire_code;

static const wire_code codes[] = {
#define WIRE_CODE(name, code, status, consequence)                                                 \
    {BOARD_ERROR_##name, (code), (status), SYNC_##consequence},
#include "sync/wire_codes.def"
#undef WIRE_CODE
};

enum { CODES = sizeof codes / sizeof codes[0] };

/* What is not in the table is the office's own trouble. */
static const wire_code *find_error(board_error error)
{
    const wire_code *office = codes;

    for (size_t i = 0; i < CODES; i++) {
        if (codes[i].error == error)
            return &codes[i];
        if (codes[i].error == BOARD_ERROR_SYNC_OFFICE)
            office = &codes[i];
    }
    return office;
}

sync_consequence sync_consequence_of(board_error error)
{
    return find_error(error)->consequence;
}

const char *sync_code_of(board_error error)
{
    return find_error(error)->code;
}

unsigned sync_status_of(board_error error)
{
    return find_error(error)->status;
}

board_error sync_error_of_code(const char *code)
{
    for (size_t i = 0; i < CODES; i++) {
        if (strcmp(codes[i].code, code) == 0)
            return codes[i].error;
    }
    return BOARD_ERROR_SYNC_MALFORMED;
}

bool sync_name_valid(const char *name)
{
    size_t length = strlen(name);
    size_t at = 0;

    while (at < length) {
        uint32_t code = 0;
        size_t step = board_utf8_character(name + at, length - at, &code);
        if (step == 0 || code < 0x20 || (code >= 0x7F && code < 0xA0))
            return false;
        at += step;
    }
    return length > 0 && length < SYNC_NAME_BYTES;
}

/* Values. */

static json_t *hex(const uint8_t *bytes, size_t count)
{
    char text[HEX_BYTES];

    store_hex_write(bytes, count, text);
    return json_string(text);
}

static char *dump(json_t *object)
{
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;

    json_decref(object);
    return text;
}

/* An object of this version; NULL with *error. */
static json_t *load(const char *text, size_t length, board_error *error)
{
    json_error_t wrong;
    json_t *object =
        length <= SYNC_BODY_MAX ? json_loadb(text, length, JSON_REJECT_DUPLICATES, &wrong) : NULL;
    const json_t *version = json_object_get(object, "version");

    *error = length > SYNC_BODY_MAX ? BOARD_ERROR_SYNC_TOO_LARGE : BOARD_ERROR_SYNC_MALFORMED;
    if (json_is_integer(version) && json_integer_value(version) == SYNC_WIRE_VERSION)
        return object;
    if (json_is_integer(version))
        *error = BOARD_ERROR_SYNC_VERSION;
    json_decref(object);
    return NULL;
}

static bool take_text(const char *text, char *to, size_t size)
{
    size_t length = strlen(text);

    if (length >= size)
        return false;
    memcpy(to, text, length + 1);
    return true;
}

/* Batches. */

static json_t *entries_value(const sync_batch *batch)
{
    json_t *array = json_array();

    for (size_t i = 0; i < batch->count && array != NULL; i++) {
        if (json_array_append_new(array, store_entry_value(&batch->entries[i])) != 0) {
            json_decref(array);
            array = NULL;
        }
    }
    return array;
}

static board_error take_entries(json_t *array, sync_batch *batch, store_problem *problem)
{
    size_t count = json_array_size(array);
    board_error error = BOARD_OK;

    if (!json_is_array(array))
        return store_fail(problem, BOARD_ERROR_SYNC_MALFORMED, NULL);
    if (count > SYNC_BATCH_ENTRIES)
        return store_fail(problem, BOARD_ERROR_SYNC_TOO_LARGE, NULL);
    batch->entries = calloc(count + 1, sizeof *batch->entries);
    if (batch->entries == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    for (size_t i = 0; i < count && error == BOARD_OK; i++) {
        error = store_entry_from_value(json_array_get(array, i), &batch->entries[i], problem);
        batch->count = i + (error == BOARD_OK);
    }
    return error;
}

char *sync_batch_write(const sync_batch *batch)
{
    return dump(json_pack("{s:i, s:s, s:o}", "version", SYNC_WIRE_VERSION, "device", batch->device,
                          "entries", entries_value(batch)));
}

board_error sync_batch_read(const char *text, size_t length, sync_batch *batch,
                            store_problem *problem)
{
    json_error_t wrong;
    board_error error = BOARD_OK;
    const char *device = NULL;
    json_t *entries = NULL;
    int version = 0;

    *batch = (sync_batch){.count = 0};
    json_t *object = load(text, length, &error);
    if (object == NULL)
        return store_fail(problem, error, NULL);
    if (json_unpack_ex(object, &wrong, JSON_STRICT, "{s:i, s:s, s:o}", "version", &version,
                       "device", &device, "entries", &entries) != 0 ||
        !take_text(device, batch->device, sizeof batch->device))
        error = store_fail(problem, BOARD_ERROR_SYNC_MALFORMED, NULL);
    else
        error = take_entries(entries, batch, problem);
    if (error == BOARD_OK && batch->count == 0)
        error = store_fail(problem, BOARD_ERROR_SYNC_MALFORMED, NULL);
    json_decref(object);
    return error;
}

void sync_batch_free(sync_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++)
        store_entry_free(&batch->entries[i]);
    free(batch->entries);
    *batch = (sync_batch){.count = 0};
}

/* Answers. */

static json_t *refusal_value(const sync_answer *answer)
{
    return json_pack("{s:s, s:I, s:s, s:s, s:s}", "code", sync_code_of(answer->error), "sequence",
                     (json_int_t)answer->at, "detail", answer->reason, "zh",
                     board_error_text(answer->error, BOARD_CHINESE), "en",
                     board_error_text(answer->error, BOARD_ENGLISH));
}

char *sync_answer_write(const sync_answer *answer)
{
    if (answer->refused)
        return dump(json_pack("{s:i, s:I, s:o}", "version", SYNC_WIRE_VERSION, "sequence",
                              (json_int_t)answer->sequence, "refused", refusal_value(answer)));
    return dump(json_pack("{s:i, s:I, s:I}", "version", SYNC_WIRE_VERSION, "sequence",
                          (json_int_t)answer->sequence, "stored", (json_int_t)answer->stored));
}

static bool take_refusal(json_t *refused, sync_answer *answer)
{
    json_error_t wrong;
    const char *code = NULL;
    const char *detail = NULL;
    const char *unused = NULL;
    json_int_t at = 0;

    answer->refused = true;
    if (json_unpack_ex(refused, &wrong, JSON_STRICT, "{s:s, s:I, s:s, s:s, s:s}", "code", &code,
                       "sequence", &at, "detail", &detail, "zh", &unused, "en", &unused) != 0 ||
        at < 0 || strlen(code) >= SYNC_CODE_BYTES)
        return false;
    answer->error = sync_error_of_code(code);
    answer->at = (uint64_t)at;
    return take_text(detail, answer->reason, sizeof answer->reason);
}

board_error sync_answer_read(const char *text, size_t length, sync_answer *answer)
{
    json_error_t wrong;
    board_error error = BOARD_OK;
    json_t *refused = NULL;
    json_int_t sequence = 0;
    json_int_t stored = -1;
    int version = 0;

    *answer = (sync_answer){.refused = false};
    json_t *object = load(text, length, &error);
    if (object == NULL)
        return error == BOARD_ERROR_SYNC_VERSION ? error : BOARD_ERROR_SYNC_ANSWER;
    bool sound =
        json_unpack_ex(object, &wrong, JSON_STRICT, "{s:i, s:I, s?I, s?o}", "version", &version,
                       "sequence", &sequence, "stored", &stored, "refused", &refused) == 0;
    sound = sound && sequence >= 0 && (refused != NULL) == (stored < 0);
    if (sound && refused != NULL)
        sound = take_refusal(refused, answer);
    answer->sequence = (uint64_t)sequence;
    answer->stored = stored > 0 ? (uint64_t)stored : 0;
    json_decref(object);
    return sound ? BOARD_OK : BOARD_ERROR_SYNC_ANSWER;
}

/* News. */

static json_t *keys_value(const sync_news *news)
{
    json_t *array = json_array();

    for (size_t i = 0; i < news->key_count && array != NULL; i++) {
        if (json_array_append_new(array, hex(news->keys[i], STORE_KEY_BYTES)) != 0) {
            json_decref(array);
            array = NULL;
        }
    }
    return array;
}

char *sync_news_write(const sync_news *news)
{
    return dump(json_pack("{s:i, s:s, s:I, s:s, s:I, s:I, s:o, s:o}", "version", SYNC_WIRE_VERSION,
                          "device", news->batch.device, "number", (json_int_t)news->up_to.number,
                          "id", news->up_to.id, "last", (json_int_t)news->last, "sequence",
                          (json_int_t)news->sequence, "keys", keys_value(news), "entries",
                          entries_value(&news->batch)));
}

static board_error take_keys(json_t *array, sync_news *news, store_problem *problem)
{
    size_t count = json_array_size(array);

    if (!json_is_array(array))
        return store_fail(problem, BOARD_ERROR_SYNC_ANSWER, NULL);
    if (count > SYNC_BATCH_ENTRIES)
        return store_fail(problem, BOARD_ERROR_SYNC_TOO_LARGE, NULL);
    news->keys = calloc(count + 1, sizeof *news->keys);
    if (news->keys == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(array, i));
        if (text == NULL || !store_hex_read(text, news->keys[i], STORE_KEY_BYTES))
            return store_fail(problem, BOARD_ERROR_SYNC_ANSWER, NULL);
        news->key_count++;
    }
    return BOARD_OK;
}

/* A place is none, or has a number and an id. */
static bool take_place(json_int_t number, const char *id, sync_place *place)
{
    if (number < 0 || (number > 0) != (id[0] != '\0'))
        return false;
    place->number = (uint64_t)number;
    return take_text(id, place->id, sizeof place->id);
}

board_error sync_news_read(const char *text, size_t length, sync_news *news, store_problem *problem)
{
    json_error_t wrong;
    board_error error = BOARD_OK;
    const char *device = NULL;
    const char *id = NULL;
    json_t *entries = NULL;
    json_t *keys = NULL;
    json_int_t number = 0;
    json_int_t last = 0;
    json_int_t sequence = 0;
    int version = 0;

    *news = (sync_news){.last = 0};
    json_t *object = load(text, length, &error);
    if (object == NULL)
        return store_fail(
            problem, error == BOARD_ERROR_SYNC_VERSION ? error : BOARD_ERROR_SYNC_ANSWER, NULL);
    if (json_unpack_ex(object, &wrong, JSON_STRICT, "{s:i, s:s, s:I, s:s, s:I, s:I, s:o, s:o}",
                       "version", &version, "device", &device, "number", &number, "id", &id, "last",
                       &last, "sequence", &sequence, "keys", &keys, "entries", &entries) != 0 ||
        last < 0 || sequence < 0 || !take_place(number, id, &news->up_to) ||
        !take_text(device, news->batch.device, sizeof news->batch.device))
        error = store_fail(problem, BOARD_ERROR_SYNC_ANSWER, NULL);
    else
        error = take_keys(keys, news, problem);
    if (error == BOARD_OK)
        error = take_entries(entries, &news->batch, problem);
    news->last = (uint64_t)last;
    news->sequence = (uint64_t)sequence;
    json_decref(object);
    return error;
}

void sync_news_free(sync_news *news)
{
    sync_batch_free(&news->batch);
    free(news->keys);
    *news = (sync_news){.last = 0};
}

/* Enrolment. */

char *sync_enrolment_write(const sync_enrolment *enrolment)
{
    return dump(json_pack("{s:i, s:o, s:s, s:o, s:o}", "version", SYNC_WIRE_VERSION, "key",
                          hex(enrolment->key, STORE_KEY_BYTES), "name", enrolment->name, "proof",
                          hex(enrolment->proof, SYNC_PROOF_BYTES), "signature",
                          hex(enrolment->signature, STORE_SIGNATURE_BYTES)));
}

board_error sync_enrolment_read(const char *text, size_t length, sync_enrolment *enrolment)
{
    json_error_t wrong;
    board_error error = BOARD_OK;
    const char *key = NULL;
    const char *name = NULL;
    const char *proof = NULL;
    const char *signature = NULL;
    int version = 0;
    json_t *object = load(text, length, &error);

    *enrolment = (sync_enrolment){.name = ""};
    if (object == NULL)
        return error;
    if (json_unpack_ex(object, &wrong, JSON_STRICT, "{s:i, s:s, s:s, s:s, s:s}", "version",
                       &version, "key", &key, "name", &name, "proof", &proof, "signature",
                       &signature) != 0 ||
        !store_hex_read(key, enrolment->key, STORE_KEY_BYTES) ||
        !store_hex_read(proof, enrolment->proof, SYNC_PROOF_BYTES) ||
        !store_hex_read(signature, enrolment->signature, STORE_SIGNATURE_BYTES))
        error = BOARD_ERROR_SYNC_MALFORMED;
    else if (!sync_name_valid(name) || !take_text(name, enrolment->name, sizeof enrolment->name))
        error = BOARD_ERROR_SYNC_NAME;
    else
        error = BOARD_OK;
    json_decref(object);
    return error;
}

char *sync_welcome_write(const sync_welcome *welcome)
{
    return dump(json_pack("{s:i, s:o, s:s, s:s, s:o}", "version", SYNC_WIRE_VERSION, "key",
                          hex(welcome->key, STORE_KEY_BYTES), "name", welcome->name, "token",
                          welcome->token, "proof", hex(welcome->proof, SYNC_PROOF_BYTES)));
}

board_error sync_welcome_read(const char *text, size_t length, sync_welcome *welcome)
{
    json_error_t wrong;
    board_error error = BOARD_OK;
    uint8_t token[(SYNC_TOKEN_BYTES - 1) / 2];
    const char *key = NULL;
    const char *name = NULL;
    const char *proof = NULL;
    const char *spelt = NULL;
    int version = 0;
    json_t *object = load(text, length, &error);

    *welcome = (sync_welcome){.name = ""};
    if (object == NULL)
        return error == BOARD_ERROR_SYNC_VERSION ? error : BOARD_ERROR_SYNC_ANSWER;
    bool sound = json_unpack_ex(object, &wrong, JSON_STRICT, "{s:i, s:s, s:s, s:s, s:s}", "version",
                                &version, "key", &key, "name", &name, "token", &spelt, "proof",
                                &proof) == 0 &&
                 store_hex_read(key, welcome->key, STORE_KEY_BYTES) &&
                 store_hex_read(proof, welcome->proof, SYNC_PROOF_BYTES) &&
                 store_hex_read(spelt, token, sizeof token) && sync_name_valid(name) &&
                 take_text(name, welcome->name, sizeof welcome->name) &&
                 take_text(spelt, welcome->token, sizeof welcome->token);
    json_decref(object);
    return sound ? BOARD_OK : BOARD_ERROR_SYNC_ANSWER;
}
