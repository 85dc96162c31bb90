/* ledger/snapshot.c: the state as text. snapshot_private.h says what it looks like. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/snapshot_private.h"

enum {
    FIRST_ROOM = 4096,
    LINE_BYTES_MAX = (SNAPSHOT_NUMBERS + 3) * SNAPSHOT_DIGITS_MAX + 2 * LEDGER_ID_BYTES + 1
};

static const char digits[] = SNAPSHOT_DIGITS;

typedef struct snapshot_writer {
    char *bytes;
    size_t used;
    size_t room;
    bool failed;
    const char **texts; /* all that the facts refer to, sorted */
    size_t text_count;
    size_t text_room;
    ledger_index places;                      /* of the texts: where each stands in `texts` */
    const char *before_texts[SNAPSHOT_TEXTS]; /* of the fact of the line before */
    uint64_t before[SNAPSHOT_NUMBERS];
    ledger_fact *const *facts; /* in the order of their lines */
    size_t count;
    uint64_t sequence;
    uint64_t time;
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

/* Texts. */

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* In the order of snapshot_text_numbers. */
static void list_texts(const ledger_fact *fact, const char *texts[SNAPSHOT_TEXTS])
{
    const char *const all[SNAPSHOT_TEXTS] = {fact->device, fact->arbiter, fact->key,
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

/* A state keeps every text once, so that the same pointer is the same text. */
static bool collect_texts(snapshot_writer *writer)
{
    const char *texts[SNAPSHOT_TEXTS];
    const char *before[SNAPSHOT_TEXTS] = {NULL};

    for (size_t i = 0; i < writer->count; i++) {
        list_texts(writer->facts[i], texts);
        for (int j = 0; j < SNAPSHOT_TEXTS; j++) {
            if (texts[j] != before[j] && !add_text(writer, texts[j]))
                return false;
            before[j] = texts[j];
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

static void number_texts(snapshot_writer *writer, const ledger_fact *fact,
                         uint64_t numbers[SNAPSHOT_NUMBERS])
{
    const char *texts[SNAPSHOT_TEXTS];

    list_texts(fact, texts);
    for (int i = 0; i < SNAPSHOT_TEXTS; i++) {
        snapshot_number at = snapshot_text_numbers[i];
        numbers[at] = writer->before[at];
        if (texts[i] != writer->before_texts[i]) {
            const char **place = ledger_index_find(&writer->places, texts[i]);
            numbers[at] = (uint64_t)(place - writer->texts);
        }
        writer->before_texts[i] = texts[i];
    }
}

/* Ids. */

/* Reads lower-case hexadecimal digits; false if there is another. */
static bool read_hex(const char *text, size_t count, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        char digit = text[i];
        if (digit >= '0' && digit <= '9')
            *number = *number << 4 | (uint64_t)(digit - '0');
        else if (digit >= 'a' && digit <= 'f')
            *number = *number << 4 | (uint64_t)(digit - 'a' + 10);
        else
            return false;
    }
    return true;
}

/* 01234567-9abc-7fgh-89ab-0123456789ab; false if the text is no lower-case UUIDv7. */
static bool read_uuid(const char *text, snapshot_uuid *uuid)
{
    uint64_t parts[5] = {0};
    bool whole = strlen(text) == LEDGER_ID_BYTES - 1 && text[8] == '-' && text[13] == '-' &&
                 text[18] == '-' && text[23] == '-' && read_hex(text, 8, &parts[0]) &&
                 read_hex(text + 9, 4, &parts[1]) && read_hex(text + 14, 4, &parts[2]) &&
                 read_hex(text + 19, 4, &parts[3]) && read_hex(text + 24, 12, &parts[4]);

    *uuid = (snapshot_uuid){.ms = parts[0] << 16 | parts[1],
                            .high = parts[2] & 0xFFF,
                            .low = (parts[3] & 0x3FFF) << 48 | parts[4]};
    return whole && parts[2] >> 12 == 7 && parts[3] >> 14 == 2;
}

/* Lines. */

static char *write_number(char *at, uint64_t number)
{
    while (number >= SNAPSHOT_DIGIT_MORE) {
        *at++ = digits[SNAPSHOT_DIGIT_MORE | (number & (SNAPSHOT_DIGIT_MORE - 1))];
        number >>= SNAPSHOT_DIGIT_BITS;
    }
    *at++ = digits[number];
    return at;
}

static char *write_uuid(char *at, const snapshot_uuid *uuid)
{
    for (int i = 0; i < 2; i++)
        *at++ = digits[uuid->high >> 6 * i & 63];
    for (int i = 0; i < SNAPSHOT_ID_DIGITS - 2; i++)
        *at++ = digits[uuid->low >> 6 * i & 63];
    return at;
}

static char *write_plain(char *at, const char *id)
{
    size_t length = strlen(id);

    at = write_number(at, length);
    memcpy(at, id, length);
    return at + length;
}

/* The number of the fact's line, from 1. */
static size_t line_of(const snapshot_writer *writer, ledger_fact *fact)
{
    ledger_fact *const *found =
        bsearch(&fact, writer->facts, writer->count, sizeof(void *), ledger_compare_by_device);

    return (size_t)(found - writer->facts) + 1;
}

static char *write_correction(const snapshot_writer *writer, char *at, const ledger_fact *fact)
{
    if (fact->target->known)
        return write_number(at, line_of(writer, fact->target));
    return write_plain(write_number(at, 0), fact->corrects);
}

static void list_numbers(snapshot_writer *writer, const ledger_fact *fact, uint64_t id_ms,
                         uint64_t numbers[SNAPSHOT_NUMBERS])
{
    uint64_t time = (uint64_t)fact->time_ms;

    number_texts(writer, fact, numbers);
    numbers[NUMBER_SEQUENCE] = snapshot_from_signed(fact->sequence - writer->sequence);
    numbers[NUMBER_TIME] = snapshot_from_signed(time - writer->time);
    numbers[NUMBER_ID_TIME] = snapshot_from_signed(time - id_ms);
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

static void put_fact(snapshot_writer *writer, const ledger_fact *fact)
{
    char line[LINE_BYTES_MAX];
    uint64_t numbers[SNAPSHOT_NUMBERS];
    snapshot_uuid uuid;
    bool is_uuid = read_uuid(fact->id, &uuid);
    bool corrects = fact->target != NULL;
    uint64_t mask = (is_uuid ? 0 : SNAPSHOT_PLAIN_ID) | (corrects ? SNAPSHOT_CORRECTS : 0);

    list_numbers(writer, fact, is_uuid ? uuid.ms : (uint64_t)fact->time_ms, numbers);
    for (int i = 0; i < SNAPSHOT_NUMBERS; i++)
        mask |= (uint64_t)(numbers[i] != writer->before[i]) << i;
    char *at = write_number(line, mask);
    for (int i = 0; i < SNAPSHOT_NUMBERS; i++) {
        if ((mask >> i & 1) != 0)
            at = write_number(at, numbers[i]);
    }
    at = is_uuid ? write_uuid(at, &uuid) : write_plain(at, fact->id);
    if (corrects)
        at = write_correction(writer, at, fact);
    *at++ = '\n';
    put_bytes(writer, line, (size_t)(at - line));
    memcpy(writer->before, numbers, sizeof writer->before);
    writer->sequence = fact->sequence;
    writer->time = (uint64_t)fact->time_ms;
}

static void put_state(snapshot_writer *writer)
{
    char head[64];

    if (!collect_texts(writer)) {
        writer->failed = true;
        return;
    }
    int length = snprintf(head, sizeof head, SNAPSHOT_FORMAT " %zu %zu\n", writer->text_count,
                          writer->count);
    put_bytes(writer, head, (size_t)length);
    for (size_t i = 0; i < writer->text_count; i++) {
        put_bytes(writer, writer->texts[i], strlen(writer->texts[i]));
        put_bytes(writer, "\n", 1);
    }
    for (size_t i = 0; i < writer->count && !writer->failed; i++)
        put_fact(writer, writer->facts[i]);
    put_bytes(writer, "end\n", strlen("end\n"));
}

board_error ledger_state_save(const ledger_state *state, char **text, size_t *length)
{
    ledger_fact **facts = ledger_facts_by_device(state);
    snapshot_writer writer = {.facts = facts, .count = state->facts.count};

    *text = NULL;
    *length = 0;
    if (facts == NULL)
        return BOARD_ERROR_NO_MEMORY;
    put_state(&writer);
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
