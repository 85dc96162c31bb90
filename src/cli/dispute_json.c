/*
 * cli/dispute_json.c: a dispute in one line of JSON: {"id": .., "fen": .., "moves": [..]}; the
 * moves may also be one text with blanks between them.
 *
 * Fields of other names are left alone, so that a file may say more about its disputes than the
 * judge needs.
 */
#include "cli/dispute_private.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { ID_BYTES = DISPUTE_ID_MAX + 1 };

static void complain(dispute_client *client, text_name name, const char *about, size_t number)
{
    text_number written = text_from_number(number);
    char text[TEXT_BYTES];

    text_fill(text, sizeof text, client->report->language, name, about, written.digits);
    report_bad_input(client->report, client->place, text);
}

/* Offset of the first byte that is not UTF-8, or the length. */
static size_t valid_length(const char *line, size_t length)
{
    size_t at = 0;

    while (at < length) {
        size_t size = board_utf8_character(line + at, length - at, NULL);
        if (size == 0)
            break;
        at += size;
    }
    return at;
}

/* The line as an object, or NULL when it is none: reported. */
static json_t *load(dispute_client *client, const char *line, size_t length)
{
    size_t valid = valid_length(line, length);
    json_error_t error;

    if (valid < length) {
        complain(client, TEXT_JSON_NOT_UTF8, "", valid + 1);
        return NULL;
    }
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (object == NULL) {
        size_t position = error.position > 0 ? (size_t)error.position : 0;
        complain(client, TEXT_JSON_WRONG, "", position);
    } else if (!json_is_object(object)) {
        complain(client, TEXT_JSON_NO_OBJECT, "", 0);
        json_decref(object);
        object = NULL;
    }
    return object;
}

/* Takes "id", a text or a whole number, to client->id, which is NULL if there is none; false if it
 * is something else: reported. */
static bool take_id(dispute_client *client, const json_t *object, char id[ID_BYTES])
{
    const json_t *value = json_object_get(object, "id");

    client->id = id;
    client->id_is_number = json_is_integer(value);
    if (value == NULL || json_is_null(value))
        client->id = NULL;
    else if (json_is_integer(value))
        snprintf(id, ID_BYTES, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_string(value) && json_string_length(value) < ID_BYTES)
        memcpy(id, json_string_value(value), json_string_length(value) + 1);
    else {
        complain(client, TEXT_JSON_ID, "", DISPUTE_ID_MAX);
        return false;
    }
    return true;
}

/* Is the value, which is none of those that are expected, there at all? */
static text_name missing_or_wrong(const json_t *value, text_name missing, text_name wrong)
{
    return value == NULL || json_is_null(value) ? missing : wrong;
}

/* The texts of the array, which stay with it, as a list to be freed; NULL: reported. */
static const char **take_moves(dispute_client *client, const json_t *array)
{
    size_t count = json_array_size(array);

    const char **moves = calloc(count + 1, sizeof *moves);
    if (moves == NULL) {
        complain(client, TEXT_NO_MEMORY, "", 0);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *move = json_array_get(array, i);
        size_t length = json_is_string(move) ? json_string_length(move) : 0;
        if (length == 0 || length > BOARD_NOTATION_INPUT_MAX) {
            complain(client, TEXT_JSON_MOVE, "", i + 1);
            free(moves);
            return NULL;
        }
        moves[i] = json_string_value(move);
    }
    return moves;
}

/* Visits the dispute of so many texts; each is one move unless any_moves, when it may hold many. */
static void visit_moves(dispute_client *client, const json_t *object, const char *const *moves,
                        size_t count, bool any_moves)
{
    client->moves = any_moves ? DISPUTE_ANY_MOVES : count;
    if (dispute_visit_texts(client, json_string_value(json_object_get(object, "fen")), moves,
                            count) != BOARD_OK)
        complain(client, TEXT_NO_MEMORY, "", 0);
}

/* Visits the dispute of the object, of whose fields id and fen are sound. */
static void visit_object(dispute_client *client, const json_t *object)
{
    const json_t *value = json_object_get(object, "moves");

    if (client->positions) {
        visit_moves(client, object, NULL, 0, false);
    } else if (json_is_string(value)) {
        const char *moves = json_string_value(value);
        visit_moves(client, object, &moves, 1, true);
    } else if (json_is_array(value)) {
        const char **moves = take_moves(client, value);
        if (moves != NULL)
            visit_moves(client, object, moves, json_array_size(value), false);
        free(moves);
    } else {
        complain(client, missing_or_wrong(value, TEXT_JSON_FIELD_MOVES, TEXT_JSON_MOVES_TYPE), "",
                 0);
    }
}

static void read_object(dispute_client *client, const json_t *object)
{
    const json_t *fen = json_object_get(object, "fen");
    char id[ID_BYTES];

    if (!take_id(client, object, id))
        ; /* reported */
    else if (json_is_string(fen))
        visit_object(client, object);
    else
        complain(client, missing_or_wrong(fen, TEXT_JSON_FIELD_FEN, TEXT_JSON_FEN_TYPE), "", 0);
    client->id = NULL;
}

json_t *dispute_id_json(const dispute_entry *entry)
{
    if (entry->id == NULL)
        return json_null();
    return entry->id_is_number ? json_integer(strtoll(entry->id, NULL, 10))
                               : json_string(entry->id);
}

json_t *dispute_line_json(const dispute_entry *entry)
{
    return entry->place.line > 0 ? json_integer((json_int_t)entry->place.line) : json_null();
}

void dispute_read_json(dispute_client *client, const char *line, size_t length)
{
    json_t *object = load(client, line, length);

    if (object == NULL)
        return;
    read_object(client, object);
    json_decref(object);
}
