/*
 * ledger/snapshot.c: the state as text, and back.
 *
 * Line 1     "qili-ledger 1 TEXTS FACTS"
 * TEXTS      lines, one text each, sorted; they hold no line breaks
 * FACTS      lines, sorted by device and sequence: the id (a lower-case UUID as "=" and 22 digits
 *            of base 64, anything else after "+"), then numbers with a blank before each, of which
 *            those at the end that are 0 are left out (texts by their line; sequence and time by
 *            how much more they are than in the line before); then the id that is corrected
 * last line  "end"
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/state_private.h"

#define FORMAT "qili-ledger 1"

enum { PACKED_DIGITS = 22, UUID_BYTES = 16, FIRST_ROOM = 4096 };

static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/* Ids. */

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static bool is_dash_place(size_t at)
{
    return at == 8 || at == 13 || at == 18 || at == 23;
}

/* The bytes of a lower-case UUID; false if the text is none. */
static bool read_uuid(const char *text, unsigned char bytes[UUID_BYTES + 2])
{
    size_t nibbles = 0;

    if (strlen(text) != LEDGER_ID_BYTES - 1)
        return false;
    memset(bytes, 0, UUID_BYTES + 2);
    for (size_t i = 0; text[i] != '\0'; i++) {
        int value = hex_value(text[i]);
        if (is_dash_place(i) ? text[i] != '-' : value < 0)
            return false;
        if (is_dash_place(i))
            continue;
        bytes[nibbles / 2] = (unsigned char)(bytes[nibbles / 2] * 16 + value);
        nibbles++;
    }
    return true;
}

/* "=" and three bytes in four digits each, the last two of which would say nothing. */
static void pack_id(const char *id, char text[LEDGER_ID_BYTES + 1])
{
    unsigned char bytes[UUID_BYTES + 2];

    if (!read_uuid(id, bytes)) {
        snprintf(text, LEDGER_ID_BYTES + 1, "+%s", id);
        return;
    }
    text[0] = '=';
    for (size_t i = 0; i < PACKED_DIGITS; i++) {
        const unsigned char *group = bytes + i / 4 * 3;
        unsigned long value =
            (unsigned long)group[0] << 16 | (unsigned long)group[1] << 8 | group[2];
        text[1 + i] = digits[value >> (18 - 6 * (i % 4)) & 63];
    }
    text[1 + PACKED_DIGITS] = '\0';
}

static bool unpack_id(const char *text, size_t length, char id[LEDGER_ID_BYTES])
{
    static const char hex[] = "0123456789abcdef";
    unsigned char bytes[UUID_BYTES + 2] = {0};
    size_t at = 0;

    if (length >= 2 && text[0] == '+' && length - 1 < LEDGER_ID_BYTES) {
        memcpy(id, text + 1, length - 1);
        id[length - 1] = '\0';
        return true;
    }
    if (length != 1 + PACKED_DIGITS || text[0] != '=')
        return false;
    for (size_t i = 0; i < PACKED_DIGITS; i++) {
        const char *digit = memchr(digits, text[1 + i], sizeof digits - 1);
        if (digit == NULL)
            return false;
        unsigned long value = (unsigned long)(digit - digits) << (18 - 6 * (i % 4));
        unsigned char *group = bytes + i / 4 * 3;
        group[0] = (unsigned char)(group[0] | value >> 16);
        group[1] = (unsigned char)(group[1] | (value >> 8 & 255));
        group[2] = (unsigned char)(group[2] | (value & 255));
    }
    for (size_t i = 0; i < UUID_BYTES; i++) {
        if (is_dash_place(at))
            id[at++] = '-';
        id[at++] = hex[bytes[i] / 16];
        id[at++] = hex[bytes[i] % 16];
    }
    id[at] = '\0';
    return true;
}

/* Writing. */

typedef struct snapshot_writer {
    char *bytes;
    size_t used;
    size_t room;
    bool failed;
    const char **texts; /* all that the facts refer to, sorted */
    size_t text_count;
    size_t text_room;
    ledger_index places; /* of the texts: where each stands in `texts` */
} snapshot_writer;

static void put_bytes(snapshot_writer *writer, const char *bytes, size_t length)
{
    if (writer->failed)
        return;
    if (length >= writer->room - writer->used) {
        size_t room = writer->room > 0 ? 2 * writer->room : FIRST_ROOM;
        while (length >= room - writer->used)
            room *= 2;
        char *moved = realloc(writer->bytes, room);
        if (moved == NULL) {
            writer->failed = true;
            return;
        }
        writer->bytes = moved;
        writer->room = room;
    }
    memcpy(writer->bytes + writer->used, bytes, length);
    writer->used += length;
    writer->bytes[writer->used] = '\0';
}

/* A blank and the number; differences that are below 0 come out as the great numbers that they are
 * modulo 2^64, with a sign. */
static void put_number(snapshot_writer *writer, uint64_t number)
{
    char text[24];
    bool negative = number > INT64_MAX;
    int length = snprintf(text, sizeof text, " %s%" PRIu64, negative ? "-" : "",
                          negative ? 0 - number : number);

    put_bytes(writer, text, (size_t)length);
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The texts that the fact refers to. */
enum { FACT_TEXTS = 6 };

static void list_texts(const ledger_fact *fact, const char *texts[FACT_TEXTS])
{
    const char *const all[FACT_TEXTS] = {fact->device, fact->arbiter, fact->key,
                                         fact->who,    fact->other,   fact->team};

    memcpy(texts, all, sizeof all);
}

/* Adds a text that is not there yet. */
static bool add_text(snapshot_writer *writer, const char *text)
{
    if (ledger_index_find(&writer->places, text) != NULL)
        return true;
    if (writer->text_count == writer->text_room) {
        size_t room = 2 * writer->text_room + 8;
        const char **moved = realloc(writer->texts, room * sizeof *moved);
        if (moved == NULL)
            return false;
        writer->texts = moved;
        writer->text_room = room;
    }
    writer->texts[writer->text_count++] = text;
    return ledger_index_add(&writer->places, text, (void *)text);
}

static bool collect_texts(snapshot_writer *writer, ledger_fact *const *facts, size_t count)
{
    const char *texts[FACT_TEXTS];

    for (size_t i = 0; i < count; i++) {
        list_texts(facts[i], texts);
        for (int j = 0; j < FACT_TEXTS; j++) {
            if (!add_text(writer, texts[j]))
                return false;
        }
    }
    if (writer->text_count > 0)
        qsort(writer->texts, writer->text_count, sizeof *writer->texts, compare_texts);
    ledger_index_free(&writer->places);
    for (size_t i = 0; i < writer->text_count; i++) {
        if (!ledger_index_add(&writer->places, writer->texts[i], &writer->texts[i]))
            return false;
    }
    return true;
}

static size_t number_of(const snapshot_writer *writer, const char *text)
{
    const char **place = ledger_index_find(&writer->places, text);
    return (size_t)(place - writer->texts);
}

/* The numbers of a fact's line; those that are seldom anything but 0 come last. */
typedef enum fact_number {
    NUMBER_DEVICE,
    NUMBER_SEQUENCE,
    NUMBER_TIME,
    NUMBER_ARBITER,
    NUMBER_TYPE,
    NUMBER_ROUND,
    NUMBER_TABLE,
    NUMBER_GAME,
    NUMBER_SIDE,
    NUMBER_KEY,
    NUMBER_CODE,
    NUMBER_WHO,
    NUMBER_OTHER,
    NUMBER_TEAM,
    NUMBER_TOOL,
    NUMBER_FIRST,
    NUMBER_SECOND,
    NUMBER_SAME_ID,
    FACT_NUMBERS
} fact_number;

static const fact_number text_numbers[FACT_TEXTS] = {NUMBER_DEVICE, NUMBER_ARBITER, NUMBER_KEY,
                                                     NUMBER_WHO,    NUMBER_OTHER,   NUMBER_TEAM};

/* `before` is the fact of the line before; all zero: none. */
static void list_numbers(const snapshot_writer *writer, const ledger_fact *fact,
                         const ledger_fact *before, uint64_t numbers[FACT_NUMBERS])
{
    const char *texts[FACT_TEXTS];

    list_texts(fact, texts);
    for (int i = 0; i < FACT_TEXTS; i++)
        numbers[text_numbers[i]] = number_of(writer, texts[i]);
    numbers[NUMBER_SEQUENCE] = fact->sequence - before->sequence;
    numbers[NUMBER_TIME] = (uint64_t)fact->time_ms - (uint64_t)before->time_ms;
    numbers[NUMBER_TYPE] = (uint64_t)fact->type;
    numbers[NUMBER_ROUND] = fact->game.round;
    numbers[NUMBER_TABLE] = fact->game.table;
    numbers[NUMBER_GAME] = fact->game.number;
    numbers[NUMBER_SIDE] = (uint64_t)fact->side;
    numbers[NUMBER_CODE] = (uint64_t)fact->code;
    numbers[NUMBER_TOOL] = (uint64_t)fact->tool;
    numbers[NUMBER_FIRST] = (uint64_t)fact->numbers[0];
    numbers[NUMBER_SECOND] = (uint64_t)fact->numbers[1];
    numbers[NUMBER_SAME_ID] = fact->same_id;
}

static void put_fact(snapshot_writer *writer, const ledger_fact *fact, const ledger_fact *before)
{
    char id[LEDGER_ID_BYTES + 1];
    uint64_t numbers[FACT_NUMBERS];
    int count = FACT_NUMBERS;

    pack_id(fact->id, id);
    put_bytes(writer, id, strlen(id));
    list_numbers(writer, fact, before, numbers);
    while (count > 0 && numbers[count - 1] == 0)
        count--;
    for (int i = 0; i < count; i++)
        put_number(writer, numbers[i]);
    if (fact->corrects[0] != '\0') {
        pack_id(fact->corrects, id);
        put_bytes(writer, " ", 1);
        put_bytes(writer, id, strlen(id));
    }
    put_bytes(writer, "\n", 1);
}

static void put_state(snapshot_writer *writer, ledger_fact *const *facts, size_t count)
{
    const ledger_fact none = {0};

    if (!collect_texts(writer, facts, count)) {
        writer->failed = true;
        return;
    }
    put_bytes(writer, FORMAT, strlen(FORMAT));
    put_number(writer, writer->text_count);
    put_number(writer, count);
    put_bytes(writer, "\n", 1);
    for (size_t i = 0; i < writer->text_count; i++) {
        put_bytes(writer, writer->texts[i], strlen(writer->texts[i]));
        put_bytes(writer, "\n", 1);
    }
    for (size_t i = 0; i < count; i++)
        put_fact(writer, facts[i], i > 0 ? facts[i - 1] : &none);
    put_bytes(writer, "end\n", strlen("end\n"));
}

board_error ledger_state_save(const ledger_state *state, char **text, size_t *length)
{
    snapshot_writer writer = {0};
    ledger_fact **facts = ledger_facts_by_device(state);

    *text = NULL;
    *length = 0;
    if (facts == NULL)
        return BOARD_ERROR_NO_MEMORY;
    put_state(&writer, facts, state->facts.count);
    free(facts);
    free(writer.texts);
    ledger_index_free(&writer.places);
    if (writer.failed) {
        free(writer.bytes);
        return BOARD_ERROR_NO_MEMORY;
    }
    *text = writer.bytes;
    *length = writer.used;
    return BOARD_OK;
}

/* Reading. */

typedef struct snapshot_reader {
    ledger_state *state;
    const char *at;
    const char *end;
    const char **texts;
    size_t text_count;
    uint64_t sequence; /* of the line before */
    uint64_t time;
    bool no_memory;
} snapshot_reader;

/* Moves past what must come next. */
static bool expect(snapshot_reader *reader, const char *text)
{
    size_t length = strlen(text);

    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static bool take_unsigned(snapshot_reader *reader, uint64_t most, uint64_t *number)
{
    const char *from = reader->at;

    *number = 0;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
        unsigned digit = (unsigned)(*reader->at++ - '0');
        if (*number > (most - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return reader->at > from;
}

/* The inverse of put_number. */
static bool take_number(snapshot_reader *reader, uint64_t *number)
{
    if (!expect(reader, " "))
        return false;
    bool negative = expect(reader, "-");
    if (!take_unsigned(reader, negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX, number))
        return false;
    if (negative)
        *number = 0 - *number;
    return true;
}

/* A word up to the next blank or the end of the line. */
static bool take_id(snapshot_reader *reader, char id[LEDGER_ID_BYTES])
{
    const char *from = reader->at;

    while (reader->at < reader->end && *reader->at != ' ' && *reader->at != '\n')
        reader->at++;
    return unpack_id(from, (size_t)(reader->at - from), id);
}

static bool read_texts(snapshot_reader *reader)
{
    for (size_t i = 0; i < reader->text_count; i++) {
        const char *from = reader->at;
        const char *line_end = memchr(from, '\n', (size_t)(reader->end - from));
        if (line_end == NULL)
            return false;
        size_t length = (size_t)(line_end - from);
        char *kept = ledger_arena_take(&reader->state->arena, length + 1);
        reader->no_memory = kept == NULL;
        if (kept == NULL)
            return false;
        memcpy(kept, from, length);
        if (ledger_index_find(&reader->state->texts, kept) != NULL)
            return false;
        reader->no_memory = !ledger_index_add(&reader->state->texts, kept, kept);
        if (reader->no_memory)
            return false;
        reader->texts[i] = kept;
        reader->at = line_end + 1;
    }
    return true;
}

/* Does an id come next, or the end of the line? */
static bool numbers_end(const snapshot_reader *reader)
{
    return reader->end - reader->at < 2 || reader->at[0] != ' ' || reader->at[1] == '=' ||
           reader->at[1] == '+';
}

/* The numbers of a line, within the ranges of the fields that they go to. */
static bool take_numbers(snapshot_reader *reader, uint64_t numbers[FACT_NUMBERS])
{
    static const uint64_t most[FACT_NUMBERS] = {[NUMBER_SEQUENCE] = UINT64_MAX,
                                                [NUMBER_TIME] = UINT64_MAX,
                                                [NUMBER_TYPE] = LEDGER_TYPES - 1,
                                                [NUMBER_ROUND] = LEDGER_ROUND_MAX,
                                                [NUMBER_TABLE] = LEDGER_TABLE_MAX,
                                                [NUMBER_GAME] = LEDGER_NUMBER_MAX,
                                                [NUMBER_SIDE] = 1,
                                                [NUMBER_CODE] = INT32_MAX,
                                                [NUMBER_TOOL] = INT32_MAX,
                                                [NUMBER_FIRST] = INT32_MAX,
                                                [NUMBER_SECOND] = INT32_MAX,
                                                [NUMBER_SAME_ID] = 1};

    memset(numbers, 0, FACT_NUMBERS * sizeof *numbers);
    for (int i = 0; i < FACT_NUMBERS && !numbers_end(reader); i++) {
        if (!take_number(reader, &numbers[i]))
            return false;
    }
    for (int i = 0; i < FACT_TEXTS; i++) {
        if (numbers[text_numbers[i]] >= reader->text_count)
            return false;
    }
    for (int i = 0; i < FACT_NUMBERS; i++) {
        if (most[i] != 0 && numbers[i] > most[i])
            return false;
    }
    return true;
}

static bool read_event(snapshot_reader *reader, ledger_fact *fact)
{
    ledger_entry *entry = malloc(sizeof *entry);
    ledger_event *event = ledger_arena_take(&reader->state->arena, sizeof *event);

    reader->no_memory = entry == NULL || event == NULL;
    bool read =
        !reader->no_memory &&
        ledger_payload_from_json("event", fact->key, strlen(fact->key), entry, NULL) == BOARD_OK;
    if (read) {
        *event = entry->payload.event;
        fact->event = event;
    }
    free(entry);
    return read;
}

static void fill_fact(const snapshot_reader *reader, ledger_fact *fact,
                      const uint64_t numbers[FACT_NUMBERS])
{
    fact->device = reader->texts[numbers[NUMBER_DEVICE]];
    fact->arbiter = reader->texts[numbers[NUMBER_ARBITER]];
    fact->key = reader->texts[numbers[NUMBER_KEY]];
    fact->who = reader->texts[numbers[NUMBER_WHO]];
    fact->other = reader->texts[numbers[NUMBER_OTHER]];
    fact->team = reader->texts[numbers[NUMBER_TEAM]];
    fact->sequence = reader->sequence + numbers[NUMBER_SEQUENCE];
    fact->time_ms = (int64_t)(reader->time + numbers[NUMBER_TIME]);
    fact->type = (ledger_type)numbers[NUMBER_TYPE];
    fact->game.round = (uint16_t)numbers[NUMBER_ROUND];
    fact->game.table = (uint16_t)numbers[NUMBER_TABLE];
    fact->game.number = (uint16_t)numbers[NUMBER_GAME];
    fact->side = (board_side)numbers[NUMBER_SIDE];
    fact->code = (int)numbers[NUMBER_CODE];
    fact->tool = (int)numbers[NUMBER_TOOL];
    fact->numbers[0] = (int32_t)numbers[NUMBER_FIRST];
    fact->numbers[1] = (int32_t)numbers[NUMBER_SECOND];
    fact->same_id = numbers[NUMBER_SAME_ID] != 0;
    fact->corrects = "";
    fact->known = true;
}

/* The id at the end of a line, if there is one. */
static bool read_correction(snapshot_reader *reader, ledger_fact *fact)
{
    char id[LEDGER_ID_BYTES];

    if (!expect(reader, " "))
        return true;
    if (!take_id(reader, id))
        return false;
    fact->target = ledger_take_fact(reader->state, id);
    reader->no_memory = fact->target == NULL;
    if (fact->target == NULL)
        return false;
    fact->corrects = fact->target->id;
    return true;
}

static bool read_fact(snapshot_reader *reader)
{
    char id[LEDGER_ID_BYTES];
    uint64_t numbers[FACT_NUMBERS];

    if (!take_id(reader, id))
        return false;
    ledger_fact *fact = ledger_take_fact(reader->state, id);
    reader->no_memory = fact == NULL;
    if (fact == NULL || fact->known || !take_numbers(reader, numbers))
        return false;
    fill_fact(reader, fact, numbers);
    reader->sequence = fact->sequence;
    reader->time = (uint64_t)fact->time_ms;
    if (!read_correction(reader, fact) || !expect(reader, "\n") ||
        (fact->type == LEDGER_EVENT && !read_event(reader, fact)))
        return false;
    reader->no_memory = !ledger_add_fact(reader->state, fact);
    return !reader->no_memory;
}

static bool read_state(snapshot_reader *reader)
{
    uint64_t texts = 0;
    uint64_t facts = 0;
    uint64_t most = (uint64_t)(reader->end - reader->at); /* a line has at least one byte */

    if (!expect(reader, FORMAT " ") || !take_unsigned(reader, most, &texts) ||
        !expect(reader, " ") || !take_unsigned(reader, most, &facts) || !expect(reader, "\n"))
        return false;
    reader->text_count = (size_t)texts;
    reader->texts = calloc(reader->text_count + 1, sizeof *reader->texts);
    reader->no_memory = reader->texts == NULL;
    if (reader->texts == NULL || !read_texts(reader))
        return false;
    reader->no_memory = !ledger_index_reserve(&reader->state->ids, (size_t)facts);
    if (reader->no_memory)
        return false;
    for (uint64_t i = 0; i < facts; i++) {
        if (!read_fact(reader))
            return false;
    }
    if (!expect(reader, "end\n") || reader->at != reader->end)
        return false;
    reader->no_memory = !ledger_reorder(reader->state);
    return !reader->no_memory;
}

board_error ledger_state_load(const char *text, size_t length, ledger_state **state)
{
    board_error error = ledger_state_create(state);
    if (error != BOARD_OK)
        return error;
    snapshot_reader reader = {.state = *state, .at = text, .end = text + length};
    bool read = read_state(&reader);
    free(reader.texts);
    if (read)
        return BOARD_OK;
    ledger_state_free(*state);
    *state = NULL;
    return reader.no_memory ? BOARD_ERROR_NO_MEMORY : BOARD_ERROR_LEDGER_SNAPSHOT;
}
