/*
 * ledger/snapshot.c: the state as text, and back.
 *
 * Line 1     "qili-ledger 1 TEXTS FACTS"
 * TEXTS      lines, one text each, sorted; they hold no line breaks
 * FACTS      lines, sorted by device and sequence: the id (a lower-case UUID as "=" and 22 digits
 *            of base 64, anything else after "-"), then numbers between blanks, texts as their
 *            number; then the id that is corrected, if any
 * last line  "end"
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/state_private.h"

#define FORMAT "qili-ledger 1"

enum { PACKED_DIGITS = 22, UUID_BYTES = 16, LINE_BYTES = 512, FIRST_ROOM = 4096 };

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
        snprintf(text, LEDGER_ID_BYTES + 1, "-%s", id);
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

    if (length >= 2 && text[0] == '-' && length - 1 < LEDGER_ID_BYTES) {
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

__attribute__((format(printf, 2, 3))) static void put_line(snapshot_writer *writer,
                                                           const char *format, ...)
{
    char line[LINE_BYTES];
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line)
        writer->failed = true;
    else
        put_bytes(writer, line, (size_t)length);
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

/* How many numbers a fact's line has, in the order in which both put_fact and read_fact go. */
enum { FACT_NUMBERS = 18 };

static void put_fact(snapshot_writer *writer, const ledger_fact *fact)
{
    char id[LEDGER_ID_BYTES + 1];
    char corrects[LEDGER_ID_BYTES + 1] = "";
    size_t texts[FACT_TEXTS];
    const char *named[FACT_TEXTS];

    pack_id(fact->id, id);
    if (fact->corrects[0] != '\0')
        pack_id(fact->corrects, corrects);
    list_texts(fact, named);
    for (int i = 0; i < FACT_TEXTS; i++)
        texts[i] = number_of(writer, named[i]);
    put_line(writer,
             "%s %zu %" PRIu64 " %" PRId64 " %zu %d %u %u %u %d %d %d %zu %zu %zu %zu %" PRId32
             " %" PRId32 " %d%s%s\n",
             id, texts[0], fact->sequence, fact->time_ms, texts[1], (int)fact->type,
             (unsigned)fact->game.round, (unsigned)fact->game.table, (unsigned)fact->game.number,
             (int)fact->side, fact->code, fact->tool, texts[2], texts[3], texts[4], texts[5],
             fact->numbers[0], fact->numbers[1], (int)fact->same_id, corrects[0] ? " " : "",
             corrects);
}

static void put_state(snapshot_writer *writer, ledger_fact *const *facts, size_t count)
{
    if (!collect_texts(writer, facts, count)) {
        writer->failed = true;
        return;
    }
    put_line(writer, FORMAT " %zu %zu\n", writer->text_count, count);
    for (size_t i = 0; i < writer->text_count; i++) {
        put_bytes(writer, writer->texts[i], strlen(writer->texts[i]));
        put_bytes(writer, "\n", 1);
    }
    for (size_t i = 0; i < count; i++)
        put_fact(writer, facts[i]);
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

static bool take_signed(snapshot_reader *reader, int64_t *number)
{
    bool negative = expect(reader, "-");
    uint64_t size = 0;

    if (!take_unsigned(reader, negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX, &size))
        return false;
    *number = negative ? (int64_t)(0 - size) : (int64_t)size;
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

/* The numbers of a line, whose ranges are those of the fields that they go to. */
static bool take_numbers(snapshot_reader *reader, int64_t numbers[FACT_NUMBERS])
{
    static const int64_t most[FACT_NUMBERS] = {
        INT64_MAX,        INT64_MAX,         INT64_MAX,
        INT64_MAX,        LEDGER_TYPES - 1,  LEDGER_ROUND_MAX,
        LEDGER_TABLE_MAX, LEDGER_NUMBER_MAX, 1,
        INT32_MAX,        INT32_MAX,         INT64_MAX,
        INT64_MAX,        INT64_MAX,         INT64_MAX,
        INT32_MAX,        INT32_MAX,         1};

    for (int i = 0; i < FACT_NUMBERS; i++) {
        if (!expect(reader, " ") || !take_signed(reader, &numbers[i]) || numbers[i] > most[i] ||
            (i != 2 && numbers[i] < 0))
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

static bool fill_fact(snapshot_reader *reader, ledger_fact *fact, const int64_t numbers[])
{
    static const int text_places[FACT_TEXTS] = {0, 3, 11, 12, 13, 14};
    const char *texts[FACT_TEXTS];

    for (int i = 0; i < FACT_TEXTS; i++) {
        if ((uint64_t)numbers[text_places[i]] >= reader->text_count)
            return false;
        texts[i] = reader->texts[numbers[text_places[i]]];
    }
    fact->device = texts[0];
    fact->arbiter = texts[1];
    fact->key = texts[2];
    fact->who = texts[3];
    fact->other = texts[4];
    fact->team = texts[5];
    fact->sequence = (uint64_t)numbers[1];
    fact->time_ms = numbers[2];
    fact->type = (ledger_type)numbers[4];
    fact->game.round = (uint16_t)numbers[5];
    fact->game.table = (uint16_t)numbers[6];
    fact->game.number = (uint16_t)numbers[7];
    fact->side = (board_side)numbers[8];
    fact->code = (int)numbers[9];
    fact->tool = (int)numbers[10];
    fact->numbers[0] = (int32_t)numbers[15];
    fact->numbers[1] = (int32_t)numbers[16];
    fact->same_id = numbers[17] != 0;
    fact->known = true;
    return fact->type != LEDGER_EVENT || read_event(reader, fact);
}

static bool read_fact(snapshot_reader *reader)
{
    char id[LEDGER_ID_BYTES];
    int64_t numbers[FACT_NUMBERS];

    if (!take_id(reader, id))
        return false;
    ledger_fact *fact = ledger_take_fact(reader->state, id);
    reader->no_memory = fact == NULL;
    if (fact == NULL || fact->known || !take_numbers(reader, numbers) ||
        !fill_fact(reader, fact, numbers))
        return false;
    fact->corrects = "";
    if (expect(reader, " ")) {
        if (!take_id(reader, id))
            return false;
        fact->target = ledger_take_fact(reader->state, id);
        reader->no_memory = fact->target == NULL;
        if (fact->target == NULL)
            return false;
        fact->corrects = fact->target->id;
    }
    if (!expect(reader, "\n"))
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
