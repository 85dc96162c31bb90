/* ledger/entry_json.c: payloads as JSON, both ways, and the check of an entry's limits. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/entry_fields.h"
#include "ledger/json_text.h"

/* The problem's token is the field's name. */
static board_error refuse(board_problem *problem, board_error error, const char *name)
{
    return board_problem_set(problem, error, name, strlen(name));
}

/* Where the tables' offsets of a type's payload count from: every member begins at the union. */
static void *payload_of(ledger_entry *entry)
{
    return &entry->payload;
}

static const void *payload_in(const ledger_entry *entry)
{
    return &entry->payload;
}

/* Checks. */

static board_error check_fields(entry_fields list, const void *structure, board_problem *problem)
{
    for (size_t i = 0; i < list.count; i++) {
        board_error error = ledger_field_check(&list.fields[i], structure);
        if (error != BOARD_OK)
            return refuse(problem, error, list.fields[i].name);
    }
    return BOARD_OK;
}

board_error ledger_payload_validate(const ledger_entry *entry, board_problem *problem)
{
    entry_fields list = ledger_fields_of(entry->type);
    const entry_field *reason = ledger_reason_field();
    board_error error = ledger_field_check(reason, entry);

    if (list.count == 0)
        return refuse(problem, BOARD_ERROR_LEDGER_TYPE_UNKNOWN, "type");
    if (error != BOARD_OK)
        return refuse(problem, error, reason->name);
    return check_fields(list, payload_in(entry), problem);
}

board_error ledger_envelope_validate(const ledger_entry *entry, board_problem *problem)
{
#define ENVELOPE(member, is_kind, may_be_empty)                                                    \
    {                                                                                              \
        .name = #member, .kind = (is_kind), .optional = (may_be_empty),                            \
        .offset = offsetof(ledger_entry, member), .size = sizeof entry->member                     \
    }
    const entry_field envelope[] = {
        ENVELOPE(id, ENTRY_KEY, false),
        ENVELOPE(device, ENTRY_KEY, false),
        ENVELOPE(arbiter, ENTRY_TEXT, true),
        ENVELOPE(corrects, ENTRY_KEY, true),
    };
#undef ENVELOPE
    const entry_fields list = {envelope, sizeof envelope / sizeof *envelope};

    return check_fields(list, entry, problem);
}

board_error ledger_entry_validate(const ledger_entry *entry, board_problem *problem)
{
    board_error error = ledger_envelope_validate(entry, problem);

    return error != BOARD_OK ? error : ledger_payload_validate(entry, problem);
}

/* Writing. */

/* Puts a new reference; false if memory ran out. */
static bool put(json_t *object, const char *name, json_t *value)
{
    return json_object_set_new(object, name, value) == 0;
}

static json_t *game_json(ledger_game_key game)
{
    return json_pack("{s:i, s:i, s:i}", "round", (int)game.round, "table", (int)game.table,
                     "number", (int)game.number);
}

static json_t *setting_json(const ledger_setting *setting)
{
    json_t *object = json_object();
    json_t *value = setting->value == LEDGER_NOT_SET ? json_null() : json_integer(setting->value);

    if (!put(object, "value", value) || !put(object, "source", json_string(setting->source))) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *structure_json(entry_fields list, const void *structure);

static json_t *overrides_json(const ledger_ruling *ruling)
{
    json_t *array = json_array();

    for (int32_t i = 0; i < ruling->override_count; i++) {
        if (json_array_append_new(
                array, structure_json(ledger_override_fields(), &ruling->overrides[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *field_json(const entry_field *field, const void *structure)
{
    const void *place = (const char *)structure + field->offset;

    switch (field->kind) {
    case ENTRY_NUMBER:
        return json_integer(*(const int32_t *)place);
    case ENTRY_BOOL:
        return json_boolean(*(const bool *)place);
    case ENTRY_CODE:
        return json_string(field->code(ledger_field_code(field, structure)));
    case ENTRY_GAME:
        return game_json(*(const ledger_game_key *)place);
    case ENTRY_SETTING:
        return setting_json(place);
    case ENTRY_OVERRIDES:
        return overrides_json(structure);
    default:
        return json_string(place);
    }
}

/* Texts that are "" and games that are none are left out. */
static bool is_left_out(const entry_field *field, const void *structure)
{
    const void *place = (const char *)structure + field->offset;

    switch (field->kind) {
    case ENTRY_KEY:
    case ENTRY_TEXT:
    case ENTRY_NOTE:
        return *(const char *)place == '\0';
    case ENTRY_GAME:
        return ((const ledger_game_key *)place)->round == 0;
    case ENTRY_OVERRIDES:
        return ((const ledger_ruling *)structure)->override_count == 0;
    default:
        return false;
    }
}

static json_t *structure_json(entry_fields list, const void *structure)
{
    json_t *object = json_object();

    for (size_t i = 0; i < list.count; i++) {
        if (is_left_out(&list.fields[i], structure))
            continue;
        if (!put(object, list.fields[i].name, field_json(&list.fields[i], structure))) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

board_error ledger_payload_to_json(const ledger_entry *entry, char **text, board_problem *problem)
{
    *text = NULL;
    board_error error = ledger_payload_validate(entry, problem);
    if (error != BOARD_OK)
        return error;
    json_t *object = structure_json(ledger_fields_of(entry->type), payload_in(entry));
    const entry_field *reason = ledger_reason_field();
    if (is_left_out(reason, entry) || put(object, reason->name, json_string(entry->reason)))
        *text = ledger_json_text(object, JSON_COMPACT);
    json_decref(object);
    return *text != NULL ? BOARD_OK : refuse(problem, BOARD_ERROR_NO_MEMORY, "");
}

/* Reading: each returns an error, which its caller gives the field's name. */

static board_error read_integer(const json_t *value, json_int_t least, json_int_t most,
                                json_int_t *number)
{
    if (!json_is_integer(value))
        return BOARD_ERROR_LEDGER_FIELD_VALUE;
    *number = json_integer_value(value);
    return *number >= least && *number <= most ? BOARD_OK : BOARD_ERROR_LEDGER_FIELD_VALUE;
}

static board_error read_text(const json_t *value, char *target, size_t size)
{
    if (!json_is_string(value))
        return BOARD_ERROR_LEDGER_FIELD_VALUE;
    return ledger_copy(target, size, json_string_value(value)) ? BOARD_OK
                                                               : BOARD_ERROR_LEDGER_FIELD_LENGTH;
}

static board_error read_code(const entry_field *field, const json_t *value, void *structure)
{
    if (!json_is_string(value))
        return BOARD_ERROR_LEDGER_FIELD_VALUE;
    for (int code = field->least; code <= field->most; code++) {
        if (strcmp(field->code(code), json_string_value(value)) == 0) {
            ledger_field_set_code(field, structure, code);
            return BOARD_OK;
        }
    }
    return BOARD_ERROR_LEDGER_FIELD_VALUE;
}

static board_error read_game(const json_t *value, ledger_game_key *game)
{
    json_int_t round = 0;
    json_int_t table = 0;
    json_int_t number = 0;

    if (!json_is_object(value) || json_object_size(value) != 3 ||
        read_integer(json_object_get(value, "round"), 1, LEDGER_ROUND_MAX, &round) != BOARD_OK ||
        read_integer(json_object_get(value, "table"), 1, LEDGER_TABLE_MAX, &table) != BOARD_OK ||
        read_integer(json_object_get(value, "number"), 1, LEDGER_NUMBER_MAX, &number) != BOARD_OK)
        return BOARD_ERROR_LEDGER_FIELD_VALUE;
    *game = (ledger_game_key){(uint16_t)round, (uint16_t)table, (uint16_t)number};
    return BOARD_OK;
}

static board_error read_setting(const entry_field *field, const json_t *value,
                                ledger_setting *setting)
{
    const json_t *number = json_object_get(value, "value");
    json_int_t read = LEDGER_NOT_SET;

    if (!json_is_object(value) || json_object_size(value) != 2)
        return BOARD_ERROR_LEDGER_FIELD_VALUE;
    if (!(field->optional && json_is_null(number)) &&
        read_integer(number, field->least, field->most, &read) != BOARD_OK)
        return BOARD_ERROR_LEDGER_FIELD_VALUE;
    setting->value = (int32_t)read;
    return read_text(json_object_get(value, "source"), setting->source, sizeof setting->source);
}

static board_error read_structure(entry_fields list, const json_t *object, void *structure,
                                  board_problem *problem);

static board_error read_overrides(const json_t *value, ledger_ruling *ruling)
{
    if (!json_is_array(value))
        return BOARD_ERROR_LEDGER_FIELD_VALUE;
    if (json_array_size(value) > LEDGER_OVERRIDES_MAX)
        return BOARD_ERROR_LEDGER_FIELD_LENGTH;
    ruling->override_count = (int32_t)json_array_size(value);
    for (size_t i = 0; i < json_array_size(value); i++) {
        board_error error = read_structure(ledger_override_fields(), json_array_get(value, i),
                                           &ruling->overrides[i], NULL);
        if (error != BOARD_OK)
            return error;
    }
    return BOARD_OK;
}

static board_error read_field(const entry_field *field, const json_t *value, void *structure)
{
    void *place = (char *)structure + field->offset;
    json_int_t number = 0;
    board_error error = BOARD_OK;

    switch (field->kind) {
    case ENTRY_NUMBER:
        error = read_integer(value, field->least, field->most, &number);
        *(int32_t *)place = (int32_t)number;
        return error;
    case ENTRY_BOOL:
        *(bool *)place = json_is_true(value);
        return json_is_boolean(value) ? BOARD_OK : BOARD_ERROR_LEDGER_FIELD_VALUE;
    case ENTRY_CODE:
        return read_code(field, value, structure);
    case ENTRY_GAME:
        return read_game(value, place);
    case ENTRY_SETTING:
        return read_setting(field, value, place);
    case ENTRY_OVERRIDES:
        return read_overrides(value, structure);
    default:
        return read_text(value, place, field->size);
    }
}

/* May the field be missing in the JSON? What stands in the structure then stays: a default, or a ""
 * which the check finds where there must be a text. */
static bool may_be_missing(const entry_field *field)
{
    switch (field->kind) {
    case ENTRY_NUMBER:
    case ENTRY_BOOL:
    case ENTRY_CODE:
    case ENTRY_GAME:
        return field->optional;
    default:
        return true;
    }
}

static const entry_field *find_field(entry_fields list, const char *name)
{
    const entry_field *field = list.fields;

    while (field < list.fields + list.count && strcmp(field->name, name) != 0)
        field++;
    return field < list.fields + list.count ? field : NULL;
}

/* Reads the fields into the structure, which already holds what a missing one means. */
static board_error read_structure(entry_fields list, const json_t *object, void *structure,
                                  board_problem *problem)
{
    const char *name = NULL;
    json_t *value = NULL;

    if (!json_is_object(object))
        return refuse(problem, BOARD_ERROR_LEDGER_JSON, "");
    json_object_foreach((json_t *)object, name, value)
    {
        const entry_field *field = find_field(list, name);
        if (field == NULL)
            return refuse(problem, BOARD_ERROR_LEDGER_FIELD_UNKNOWN, name);
        board_error error = read_field(field, value, structure);
        if (error != BOARD_OK)
            return refuse(problem, error, name);
    }
    for (size_t i = 0; i < list.count; i++) {
        const entry_field *field = &list.fields[i];
        if (json_object_get(object, field->name) == NULL && !may_be_missing(field))
            return refuse(problem, BOARD_ERROR_LEDGER_FIELD_MISSING, field->name);
    }
    return check_fields(list, structure, problem);
}

/* Takes the field correction_reason out of the object, for the entry itself. */
static board_error take_reason(json_t *object, ledger_entry *entry, board_problem *problem)
{
    const entry_field *field = ledger_reason_field();
    const json_t *value = json_object_get(object, field->name);

    entry->reason[0] = '\0';
    if (value == NULL)
        return BOARD_OK;
    board_error error = read_field(field, value, entry);
    if (error == BOARD_OK)
        error = ledger_field_check(field, entry);
    if (error != BOARD_OK)
        return refuse(problem, error, field->name);
    json_object_del(object, field->name);
    return BOARD_OK;
}

static board_error read_payload(json_t *object, ledger_entry *entry, board_problem *problem)
{
    ledger_entry *fresh = malloc(sizeof *fresh);
    if (fresh == NULL)
        return refuse(problem, BOARD_ERROR_NO_MEMORY, "");
    ledger_entry_begin(fresh, entry->type);
    board_error error = take_reason(object, fresh, problem);
    if (error == BOARD_OK)
        error = read_structure(ledger_fields_of(entry->type), object, payload_of(fresh), problem);
    if (error == BOARD_OK) {
        memcpy(entry->reason, fresh->reason, sizeof entry->reason);
        memcpy(&entry->payload, &fresh->payload, sizeof entry->payload);
    }
    free(fresh);
    return error;
}

board_error ledger_payload_from_json(const char *type, const char *text, size_t length,
                                     ledger_entry *entry, board_problem *problem)
{
    json_error_t wrong;
    board_error error = BOARD_OK;
    bool no_memory = false;

    entry->type = ledger_type_of(type);
    if (entry->type == LEDGER_UNKNOWN)
        return refuse(problem, BOARD_ERROR_LEDGER_TYPE_UNKNOWN, type);
    json_t *object =
        length <= LEDGER_PAYLOAD_MAX ? ledger_json_read(text, length, &wrong, &no_memory) : NULL;
    if (!json_is_object(object)) {
        char place[LEDGER_JSON_PLACE_BYTES];
        const char *what = length > LEDGER_PAYLOAD_MAX ? "65536"
                           : object                    ? ""
                                                       : ledger_json_place(&wrong, place);
        error = refuse(problem, no_memory ? BOARD_ERROR_NO_MEMORY : BOARD_ERROR_LEDGER_JSON, what);
    } else {
        error = read_payload(object, entry, problem);
    }
    json_decref(object);
    if (error != BOARD_OK)
        entry->type = LEDGER_UNKNOWN;
    return error;
}
