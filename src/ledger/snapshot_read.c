/* ledger/snapshot_read.c: the state out of its text. snapshot_private.h says what it looks like. */
#include <stdlib.h>
#include <string.h>

#include "ledger/snapshot_private.h"

enum {
    FACTS_TO_COME = 1024, /* for those that are folded after a snapshot */
    SUBJECT_BYTES = 32    /* about, for what a fact is about, per fact */
};

typedef struct snapshot_reader {
    ledger_state *state;
    const char *at;
    const char *end;
    signed char values[256]; /* of the digits; -1: none */
    const char **texts;
    size_t text_count;
    ledger_fact *facts; /* by line */
    char (*ids)[LEDGER_ID_BYTES];
    size_t fact_count;     /* lines in all */
    size_t count;          /* lines read */
    ledger_device *device; /* of the line before */
    const ledger_fact *before;
    uint64_t numbers[SNAPSHOT_NUMBERS];
    bool no_memory;
} snapshot_reader;

static void begin_digits(snapshot_reader *reader)
{
    static const char digits[] = SNAPSHOT_DIGITS;

    memset(reader->values, -1, sizeof reader->values);
    for (int i = 0; digits[i] != '\0'; i++)
        reader->values[(unsigned char)digits[i]] = (signed char)i;
}

static size_t bytes_left(const snapshot_reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

/* Moves past what must come next. */
static bool expect(snapshot_reader *reader, const char *text)
{
    size_t length = strlen(text);

    if (bytes_left(reader) < length || memcmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* Texts. */

static bool take_decimal(snapshot_reader *reader, uint64_t most, uint64_t *number)
{
    const char *from = reader->at;

    *number = 0;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
        unsigned digit = (unsigned)(*reader->at++ - '0');
        if (digit > most || *number > (most - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return reader->at > from;
}

static bool read_texts(snapshot_reader *reader)
{
    for (size_t i = 0; i < reader->text_count; i++) {
        const char *from = reader->at;
        const char *line_end = memchr(from, '\n', bytes_left(reader));
        if (line_end == NULL)
            return false;
        size_t length = (size_t)(line_end - from);
        char *kept = ledger_arena_take(&reader->state->arena, length + 1);
        reader->no_memory = kept == NULL;
        if (kept == NULL)
            return false;
        memcpy(kept, from, length);
        if (i > 0 && strcmp(reader->texts[i - 1], kept) >= 0)
            return false;
        reader->no_memory = !ledger_index_add(&reader->state->texts, kept, kept);
        if (reader->no_memory)
            return false;
        reader->texts[i] = kept;
        reader->at = line_end + 1;
    }
    return true;
}

/* Numbers. */

static bool take_number(snapshot_reader *reader, uint64_t *number)
{
    const char *at = reader->at;
    int shift = 0;
    int value = SNAPSHOT_DIGIT_MORE;

    *number = 0;
    while ((value & SNAPSHOT_DIGIT_MORE) != 0) {
        value = at < reader->end ? reader->values[(unsigned char)*at++] : -1;
        uint64_t bits = (uint64_t)value & (SNAPSHOT_DIGIT_MORE - 1);
        if (value < 0 || shift > 60 || (shift == 60 && bits > 15))
            return false;
        *number |= bits << shift;
        shift += SNAPSHOT_DIGIT_BITS;
    }
    reader->at = at;
    return true;
}

/* Is the number within the range of the field that it goes to? */
static bool number_fits(const snapshot_reader *reader, snapshot_number which, uint64_t number)
{
    switch (which) {
    case NUMBER_DEVICE:
    case NUMBER_ARBITER:
    case NUMBER_KEY:
    case NUMBER_WHO:
    case NUMBER_OTHER:
    case NUMBER_TEAM:
        return number < reader->text_count;
    case NUMBER_TYPE:
        return number < LEDGER_TYPES;
    case NUMBER_ROUND:
        return number <= LEDGER_ROUND_MAX;
    case NUMBER_TABLE:
        return number <= LEDGER_TABLE_MAX;
    case NUMBER_GAME:
        return number <= LEDGER_NUMBER_MAX;
    case NUMBER_SIDE:
    case NUMBER_SAME_ID:
        return number <= 1;
    case NUMBER_CODE:
        return number <= INT16_MAX;
    case NUMBER_TOOL:
        return number <= UINT8_MAX;
    case NUMBER_FIRST:
    case NUMBER_SECOND:
        return number <= INT32_MAX;
    default:
        return true;
    }
}

/* Brings the numbers from those of the line before to those of this one. */
static bool take_numbers(snapshot_reader *reader, uint64_t *mask)
{
    if (!take_number(reader, mask) || *mask > SNAPSHOT_MASK_MAX)
        return false;
    uint64_t differ = *mask & (SNAPSHOT_PLAIN_ID - 1);
    for (int i = 0; differ != 0; i++, differ >>= 1) {
        if ((differ & 1) != 0 && (!take_number(reader, &reader->numbers[i]) ||
                                  !number_fits(reader, (snapshot_number)i, reader->numbers[i])))
            return false;
    }
    const uint64_t *numbers = reader->numbers;
    bool game = numbers[NUMBER_ROUND] > 0;
    return (numbers[NUMBER_TABLE] > 0) == game && (numbers[NUMBER_GAME] > 0) == game;
}

/* Ids. */

static char *write_byte(char *at, uint64_t byte)
{
    static const char hex[] = "0123456789abcdef";

    at[0] = hex[byte >> 4 & 15];
    at[1] = hex[byte & 15];
    return at + 2;
}

static char *write_bytes(char *at, uint64_t number, int bytes)
{
    while (bytes-- > 0)
        at = write_byte(at, number >> 8 * bytes);
    return at;
}

static void write_uuid(const snapshot_uuid *uuid, char id[LEDGER_ID_BYTES])
{
    char *at = write_bytes(id, uuid->ms >> 16, 4);

    *at++ = '-';
    at = write_bytes(at, uuid->ms, 2);
    *at++ = '-';
    at = write_bytes(at, 0x7000 | uuid->high, 2);
    *at++ = '-';
    at = write_bytes(at, 0x8000 | uuid->low >> 48, 2);
    *at++ = '-';
    at = write_bytes(at, uuid->low, 6);
    *at = '\0';
}

/* Digits of six bits each. */
static bool take_bits(snapshot_reader *reader, int count, uint64_t *bits)
{
    int wrong = 0;

    *bits = 0;
    for (int i = 0; i < count; i++) {
        int value = reader->values[(unsigned char)reader->at[i]];
        wrong |= value;
        *bits |= (uint64_t)(value & 63) << 6 * i;
    }
    reader->at += count;
    return wrong >= 0;
}

static bool take_uuid(snapshot_reader *reader, uint64_t ms, char id[LEDGER_ID_BYTES])
{
    snapshot_uuid uuid = {.ms = ms};
    uint64_t last = 0;

    if (bytes_left(reader) < SNAPSHOT_ID_DIGITS || ms >> 48 != 0 ||
        !take_bits(reader, 2, &uuid.high) ||
        !take_bits(reader, SNAPSHOT_ID_DIGITS - 3, &uuid.low) || !take_bits(reader, 1, &last) ||
        last > 3)
        return false;
    uuid.low |= last << 60;
    write_uuid(&uuid, id);
    return true;
}

static bool take_plain(snapshot_reader *reader, char id[LEDGER_ID_BYTES])
{
    uint64_t length = 0;

    if (!take_number(reader, &length) || length == 0 || length >= LEDGER_ID_BYTES ||
        length > bytes_left(reader) || memchr(reader->at, '\0', length) != NULL)
        return false;
    memcpy(id, reader->at, length);
    id[length] = '\0';
    reader->at += length;
    return true;
}

/* Facts. */

static bool read_event(snapshot_reader *reader, ledger_fact *fact)
{
    ledger_entry *entry = malloc(sizeof *entry);
    ledger_event *event = ledger_arena_take(&reader->state->arena, sizeof *event);

    reader->no_memory = entry == NULL || event == NULL || ledger_more(reader->state, fact) == NULL;
    bool read = false;
    if (!reader->no_memory) {
        board_error error =
            ledger_payload_from_json("event", fact->key, strlen(fact->key), entry, NULL);
        reader->no_memory = error == BOARD_ERROR_NO_MEMORY;
        read = error == BOARD_OK;
    }
    if (read) {
        *event = entry->payload.event;
        fact->more->event = event;
    }
    free(entry);
    return read;
}

static void fill_fact(const snapshot_reader *reader, uint64_t sequence, uint64_t time,
                      ledger_fact *fact)
{
    const uint64_t *numbers = reader->numbers;

    fact->device = reader->texts[numbers[NUMBER_DEVICE]];
    fact->arbiter = reader->texts[numbers[NUMBER_ARBITER]];
    fact->key = reader->texts[numbers[NUMBER_KEY]];
    fact->who = reader->texts[numbers[NUMBER_WHO]];
    fact->other = reader->texts[numbers[NUMBER_OTHER]];
    fact->team = reader->texts[numbers[NUMBER_TEAM]];
    fact->sequence = sequence;
    fact->time_ms = (int64_t)time;
    fact->type = (uint8_t)numbers[NUMBER_TYPE];
    fact->game.round = (uint16_t)numbers[NUMBER_ROUND];
    fact->game.table = (uint16_t)numbers[NUMBER_TABLE];
    fact->game.number = (uint16_t)numbers[NUMBER_GAME];
    fact->side = (uint8_t)numbers[NUMBER_SIDE];
    fact->code = (int16_t)numbers[NUMBER_CODE];
    fact->tool = (uint8_t)numbers[NUMBER_TOOL];
    fact->numbers[0] = (int32_t)numbers[NUMBER_FIRST];
    fact->numbers[1] = (int32_t)numbers[NUMBER_SECOND];
    fact->same_id = numbers[NUMBER_SAME_ID] != 0;
    fact->corrects = "";
    fact->known = true;
}

/* A corrected fact may stand in a line that is still to come: its place is known all the same. */
static bool read_correction(snapshot_reader *reader, ledger_fact *fact)
{
    char id[LEDGER_ID_BYTES];
    uint64_t line = 0;

    if (!take_number(reader, &line) || line > reader->fact_count)
        return false;
    if (line > 0) {
        fact->target = &reader->facts[line - 1];
        fact->corrects = reader->ids[line - 1];
        return true;
    }
    if (!take_plain(reader, id))
        return false;
    fact->target = ledger_take_fact(reader->state, id);
    reader->no_memory = fact->target == NULL;
    if (fact->target == NULL)
        return false;
    fact->corrects = fact->target->id;
    return true;
}

/* Does the fact stand after the one of the line before? Sets the reader's device to its own. */
static bool follows(snapshot_reader *reader, const ledger_fact *fact)
{
    const ledger_fact *before = reader->before;

    if (before != NULL && before->device == fact->device)
        return before->sequence < fact->sequence ||
               (before->sequence == fact->sequence && strcmp(before->id, fact->id) < 0);
    if (before != NULL && strcmp(before->device, fact->device) > 0)
        return false;
    reader->device = ledger_take_device(reader->state, fact->device);
    reader->no_memory = reader->device == NULL;
    return reader->device != NULL;
}

static bool read_id(snapshot_reader *reader, uint64_t mask, uint64_t time, char *id)
{
    uint64_t ms = time - snapshot_to_signed(reader->numbers[NUMBER_ID_TIME]);

    return (mask & SNAPSHOT_PLAIN_ID) != 0 ? take_plain(reader, id) : take_uuid(reader, ms, id);
}

static bool read_fact(snapshot_reader *reader)
{
    ledger_fact *fact = &reader->facts[reader->count];
    char *id = reader->ids[reader->count];
    uint64_t mask = 0;

    if (!take_numbers(reader, &mask))
        return false;
    uint64_t time = snapshot_to_signed(reader->numbers[NUMBER_TIME]);
    uint64_t sequence = snapshot_to_signed(reader->numbers[NUMBER_SEQUENCE]);
    if (reader->before != NULL) {
        time += (uint64_t)reader->before->time_ms;
        sequence += reader->before->sequence;
    }
    if (!read_id(reader, mask, time, id))
        return false;
    fact->id = id;
    fill_fact(reader, sequence, time, fact);
    if (((mask & SNAPSHOT_CORRECTS) != 0 && !read_correction(reader, fact)) ||
        !expect(reader, "\n") || (fact->type == LEDGER_EVENT && !read_event(reader, fact)) ||
        !follows(reader, fact))
        return false;
    reader->before = fact;
    reader->count++;
    reader->no_memory = !ledger_load_id(reader->state, fact) ||
                        !ledger_load_fact(reader->state, reader->device, fact);
    return !reader->no_memory;
}

/* Facts that have no line must not have the id of one that has. */
static bool unknown_are_unknown(const ledger_state *state)
{
    bool so = true;

    for (size_t i = 0; i < state->corrections.count && so; i++) {
        const ledger_fact *target = state->corrections.items[i]->target;
        so = target->known || ledger_seek_loaded(state, target->id) == NULL;
    }
    return so;
}

/* Room for everything that there is one of for each line. */
static bool make_room(snapshot_reader *reader, size_t facts)
{
    ledger_arena *arena = &reader->state->arena;

    reader->facts = ledger_arena_take(arena, facts * sizeof *reader->facts);
    reader->ids = ledger_arena_take(arena, facts * sizeof *reader->ids);
    reader->fact_count = facts;
    reader->no_memory = reader->facts == NULL || reader->ids == NULL ||
                        !ledger_reserve_facts(&reader->state->facts, facts + FACTS_TO_COME) ||
                        !ledger_arena_reserve(arena, facts * SUBJECT_BYTES);
    return !reader->no_memory;
}

static bool read_state(snapshot_reader *reader)
{
    uint64_t texts = 0;
    uint64_t facts = 0;
    uint64_t most = bytes_left(reader); /* a line has at least one byte */

    if (!expect(reader, SNAPSHOT_FORMAT " ") || !take_decimal(reader, most, &texts) ||
        !expect(reader, " ") || !take_decimal(reader, most / SNAPSHOT_FACT_BYTES_MIN, &facts) ||
        !expect(reader, "\n"))
        return false;
    if (texts == 0 && facts > 0)
        return false; /* even an empty text has a line */
    reader->text_count = (size_t)texts;
    reader->texts = calloc(reader->text_count + 1, sizeof *reader->texts);
    reader->no_memory = reader->texts == NULL;
    if (reader->texts == NULL || !read_texts(reader) || !make_room(reader, (size_t)facts))
        return false;
    for (uint64_t i = 0; i < facts; i++) {
        if (!read_fact(reader))
            return false;
    }
    if (!expect(reader, "end\n") || reader->at != reader->end ||
        !unknown_are_unknown(reader->state))
        return false;
    reader->no_memory = !ledger_loaded(reader->state);
    return !reader->no_memory;
}

board_error ledger_state_load(const char *text, size_t length, ledger_state **state)
{
    board_error error = ledger_state_create(state);
    if (error != BOARD_OK)
        return error;
    snapshot_reader reader = {.state = *state, .at = text, .end = text + length};
    begin_digits(&reader);
    bool read = read_state(&reader);
    free(reader.texts);
    if (read)
        return BOARD_OK;
    ledger_state_free(*state);
    *state = NULL;
    return reader.no_memory ? BOARD_ERROR_NO_MEMORY : BOARD_ERROR_LEDGER_SNAPSHOT;
}
