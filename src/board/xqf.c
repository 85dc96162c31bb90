/*
 * board/xqf.c: XQF, the binary game file of the most used Windows program.
 *
 * The file has a header of a fixed size and then records, one a move, in the order of a tree walked
 * depth first: a record, the tree of the move that follows it, the tree of its alternative. Only
 * the main line, the first chain of records, is played; the others are walked over, so that a file
 * that was cut off is found out. Versions from 11 on hide squares and comments behind keys that
 * stand in the header: see docs/formats/xqf.md. No length of the file is trusted: what is read is
 * bounded by the bytes that are there, and the walk holds one number, never the tree.
 */
#include "board/moves.h"
#include "board/record_private.h"

#include <stdio.h>
#include <string.h>

enum {
    HEADER_BYTES = 0x400,
    RECORD_BYTES = 4,
    LENGTH_BYTES = 4,
    VERSION_PLAIN = 0x0A,    /* the last version without keys */
    VERSION_SHUFFLED = 0x0C, /* the first whose pieces change their places in the header */
    VERSION_MAX = 0x12,
    FROM_OFFSET = 24,
    TO_OFFSET = 32,
    STREAM_BYTES = 32,
    LENGTH_KEY_ADDED = 767,
    LENGTH_KEY_MODULUS = 32000
};

/* Where things stand in the header. */
enum {
    AT_VERSION = 0x02,
    AT_MASK = 0x03,
    AT_OR_KEYS = 0x08,
    AT_KEYS = 0x0C,
    AT_PIECES = 0x10,
    AT_SIDE = 0x32,
    AT_RESULT = 0x33
};

/* Of the flags of a record. */
enum {
    PLAIN_NEXT = 0xF0,
    PLAIN_OTHER = 0x0F,
    KEYED_NEXT = 0x80,
    KEYED_OTHER = 0x40,
    KEYED_COMMENT = 0x20
};

static const char stream_text[] = "[(C) Copyright Mr. Dong Shiwei.]";

typedef struct xqf_keys {
    uint8_t pieces, from, to;
    uint32_t length;
    uint8_t stream[STREAM_BYTES];
} xqf_keys;

typedef struct xqf_reader {
    const uint8_t *bytes;
    size_t length;
    size_t at;
    unsigned version;
    xqf_keys keys; /* all zero for a version without keys */
    board_record *record;
    board_position position;
} xqf_reader;

/* One record. */
typedef struct xqf_node {
    uint8_t from, to; /* as the file counts squares, over 89: none */
    bool next, other;
} xqf_node;

static bool is_keyed(const xqf_reader *reader)
{
    return reader->version > VERSION_PLAIN;
}

/* The header. */

static uint8_t key_of(uint8_t value, uint8_t factor)
{
    return (uint8_t)((54U * value * value + 221U) * factor);
}

static void make_keys(xqf_reader *reader)
{
    const uint8_t *header = reader->bytes;
    const uint8_t *given = header + AT_KEYS; /* s, x, f, t */
    xqf_keys *keys = &reader->keys;

    *keys = (xqf_keys){0};
    if (!is_keyed(reader))
        return;
    keys->pieces = key_of(given[1], given[1]);
    keys->from = key_of(given[2], keys->pieces);
    keys->to = key_of(given[3], keys->from);
    keys->length = (given[0] * 256U + given[1]) % LENGTH_KEY_MODULUS + LENGTH_KEY_ADDED;
    for (size_t i = 0; i < STREAM_BYTES; i++) {
        const uint8_t masked = (given[i % 4] & header[AT_MASK]) | header[AT_OR_KEYS + i % 4];
        keys->stream[i] = (uint8_t)stream_text[i] & masked;
    }
}

/* Is it a header at all, and one that this reader knows? */
static board_error check_header(const xqf_reader *reader, board_problem *problem)
{
    char version[BOARD_TOKEN_BYTES];

    if (reader->length <= AT_VERSION)
        return board_problem_set(problem, BOARD_ERROR_RECORD_XQF, NULL, 0);
    if (reader->version > VERSION_MAX) {
        snprintf(version, sizeof version, "%u", reader->version);
        return board_problem_set(problem, BOARD_ERROR_RECORD_XQF_VERSION, version, strlen(version));
    }
    if (reader->length < HEADER_BYTES + RECORD_BYTES)
        return board_problem_set(problem, BOARD_ERROR_RECORD_XQF, NULL, 0);
    const uint8_t *given = reader->bytes + AT_KEYS;
    if (is_keyed(reader) && (given[0] + given[1] + given[2] + given[3]) % 256 != 0)
        return board_problem_set(problem, BOARD_ERROR_RECORD_XQF_KEYS, NULL, 0);
    return BOARD_OK;
}

/* A text of the header: its length, which may say more than there is room for, and its bytes. */
static board_error take_text(xqf_reader *reader, board_record_tag tag, size_t at, size_t room)
{
    const uint8_t *field = reader->bytes + at;
    size_t length = field[0] < room ? field[0] : room;
    const uint8_t *end = memchr(field + 1, '\0', length);
    board_text text;

    if (end != NULL)
        length = (size_t)(end - (field + 1));
    board_error error = board_gb18030_decode((const char *)field + 1, length, &text);
    if (error == BOARD_ERROR_RECORD_ENCODING) { /* no text: the game is worth more than the name */
        reader->record->damaged = true;
        return BOARD_OK;
    }
    if (error != BOARD_OK)
        return error;
    reader->record->damaged = reader->record->damaged || text.damage_count > 0;
    error = board_record_set_tag(reader->record, tag, text.bytes, text.length);
    board_text_free(&text);
    return error;
}

static board_error take_texts(xqf_reader *reader)
{
    static const struct {
        board_record_tag tag;
        uint16_t at;
        uint8_t room;
    } texts[] = {{BOARD_TAG_TITLE, 0x50, 63}, {BOARD_TAG_EVENT, 0xD0, 63},
                 {BOARD_TAG_DATE, 0x110, 15}, {BOARD_TAG_PLACE, 0x120, 15},
                 {BOARD_TAG_RED, 0x130, 15},  {BOARD_TAG_BLACK, 0x140, 15}};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const board_error error = take_text(reader, texts[i].tag, texts[i].at, texts[i].room);
        if (error != BOARD_OK)
            return error;
    }
    return BOARD_OK;
}

static void take_result(xqf_reader *reader)
{
    static const board_record_result results[] = {BOARD_RESULT_UNKNOWN, BOARD_RESULT_RED_WINS,
                                                  BOARD_RESULT_BLACK_WINS, BOARD_RESULT_DRAW,
                                                  BOARD_RESULT_DRAW};
    const uint8_t result = reader->bytes[AT_RESULT];

    if (result < sizeof results / sizeof results[0])
        reader->record->result = results[result];
}

/* The file counts 10 a file from Red's left, and the ranks up. */
static board_square square_of(uint8_t byte)
{
    return byte < BOARD_SQUARES ? board_square_at(byte / 10, byte % 10) : BOARD_NO_SQUARE;
}

static board_error take_pieces(xqf_reader *reader)
{
    static const board_kind kinds[] = {BOARD_ROOK, BOARD_HORSE,   BOARD_ELEPHANT, BOARD_ADVISOR,
                                       BOARD_KING, BOARD_ADVISOR, BOARD_ELEPHANT, BOARD_HORSE,
                                       BOARD_ROOK, BOARD_CANNON,  BOARD_CANNON,   BOARD_PAWN,
                                       BOARD_PAWN, BOARD_PAWN,    BOARD_PAWN,     BOARD_PAWN};
    board_layout layout;

    board_layout_clear(&layout);
    for (size_t i = 0; i < BOARD_PIECES; i++) {
        const bool shuffled = reader->version >= VERSION_SHUFFLED;
        const size_t slot = shuffled ? (reader->keys.pieces + i + 1) % BOARD_PIECES : i;
        const uint8_t byte = (uint8_t)(reader->bytes[AT_PIECES + i] - reader->keys.pieces);
        const board_square square = square_of(byte);
        if (square == BOARD_NO_SQUARE)
            continue;
        if (layout.cells[square] != BOARD_EMPTY) {
            board_problem_set(&reader->record->problem, BOARD_ERROR_RECORD_SAME_POINT, NULL, 0);
            reader->record->problem.square = square;
            return BOARD_ERROR_RECORD_SAME_POINT;
        }
        layout.cells[square] = board_cell_of(slot < BOARD_SIDE_PIECES ? BOARD_RED : BOARD_BLACK,
                                             kinds[slot % BOARD_SIDE_PIECES]);
    }
    reader->record->start = layout;
    reader->record->start_given = true;
    return BOARD_OK;
}

/* The records. */

/* The byte at this place without the stream's key. */
static uint8_t byte_at(const xqf_reader *reader, size_t at)
{
    return (uint8_t)(reader->bytes[at] - reader->keys.stream[at % STREAM_BYTES]);
}

/* Walks over the comment; false if the file ends before it does. */
static bool skip_comment(xqf_reader *reader)
{
    uint32_t length = 0;

    if (reader->length - reader->at < LENGTH_BYTES)
        return false;
    for (size_t i = LENGTH_BYTES; i-- > 0;)
        length = length << 8 | byte_at(reader, reader->at + i);
    length -= reader->keys.length; /* a length below the key is a huge one, and refused below */
    reader->at += LENGTH_BYTES;
    if (reader->length - reader->at < length)
        return false;
    reader->at += length;
    return true;
}

/* Reads a record and walks over its comment; false if the file ends before it does. */
static bool read_node(xqf_reader *reader, xqf_node *node)
{
    const size_t at = reader->at;

    if (reader->length - at < RECORD_BYTES)
        return false;
    const uint8_t flags = byte_at(reader, at + 2);
    node->from = (uint8_t)(byte_at(reader, at) - FROM_OFFSET - reader->keys.from);
    node->to = (uint8_t)(byte_at(reader, at + 1) - TO_OFFSET - reader->keys.to);
    node->next = (flags & (is_keyed(reader) ? KEYED_NEXT : PLAIN_NEXT)) != 0;
    node->other = (flags & (is_keyed(reader) ? KEYED_OTHER : PLAIN_OTHER)) != 0;
    reader->at += RECORD_BYTES;
    return (is_keyed(reader) && (flags & KEYED_COMMENT) == 0) || skip_comment(reader);
}

/* The main line is played. */

static board_problem *stop(xqf_reader *reader, board_error error, const char *token, size_t length)
{
    board_problem *problem = &reader->record->problem;

    if (problem->error == BOARD_OK)
        board_problem_set(problem, error, token, length);
    return problem;
}

/* The side that moves is that of the first piece moved, whatever the header says. */
static void choose_side(xqf_reader *reader, const xqf_node *first)
{
    board_record *record = reader->record;
    const uint8_t said = reader->bytes[AT_SIDE];
    const board_square from = first != NULL ? square_of(first->from) : BOARD_NO_SQUARE;
    const board_cell cell = from < BOARD_SQUARES ? record->start.cells[from] : BOARD_EMPTY;

    record->side_given = is_keyed(reader) && said <= 1;
    record->start.to_move = record->side_given && said == 1 ? BOARD_BLACK : BOARD_RED;
    if (cell != BOARD_EMPTY && board_cell_side(cell) != record->start.to_move) {
        record->start.to_move = board_cell_side(cell);
        record->side_corrected = true;
    }
    if (first == NULL && board_layout_faults(&record->start, NULL, 0) > 0) {
        record->start.to_move = board_other(record->start.to_move);
        if (board_layout_faults(&record->start, NULL, 0) > 0)
            record->start.to_move = board_other(record->start.to_move);
        else
            record->side_corrected = true;
    }
}

/* Checks the position; false: there is nothing to play on. */
static bool begin(xqf_reader *reader, const xqf_node *first)
{
    board_layout_fault fault = {BOARD_OK, BOARD_NO_SQUARE};

    choose_side(reader, first);
    if (board_layout_faults(&reader->record->start, &fault, 1) == 0)
        fault.error = board_position_from_layout(&reader->position, &reader->record->start, &fault);
    if (fault.error == BOARD_OK)
        return true;
    stop(reader, fault.error, NULL, 0)->square = fault.square;
    return false;
}

/* Plays the move of a record; an error only if memory ran out. */
static board_error play(xqf_reader *reader, const xqf_node *node)
{
    board_record *record = reader->record;
    const board_move move = {square_of(node->from), square_of(node->to)};
    board_error error = BOARD_ERROR_MOVE_OFF_BOARD;
    char token[BOARD_TOKEN_BYTES];

    if (move.from < BOARD_SQUARES && move.to < BOARD_SQUARES) {
        error = board_move_fault(&reader->position, move);
        snprintf(token, sizeof token, "%c%d%c%d", 'a' + board_file_of(move.from),
                 board_rank_of(move.from), 'a' + board_file_of(move.to), board_rank_of(move.to));
    } else {
        snprintf(token, sizeof token, "%u %u", node->from, node->to);
    }
    if (error == BOARD_OK) {
        error = board_record_append(record, move, BOARD_OK, 0);
        if (error == BOARD_OK)
            board_make(&reader->position, move);
        if (error == BOARD_OK || error == BOARD_ERROR_NO_MEMORY)
            return error;
    } else if (error != BOARD_ERROR_MOVE_OFF_BOARD) {
        record->readings = (board_readings){.count = 1, .moves = {move}};
    }
    stop(reader, error, token, strlen(token))->ply = record->count + 1;
    return BOARD_OK;
}

/* Walks over all records. `owed` is how many records must still come. */
static board_error read_nodes(xqf_reader *reader)
{
    xqf_node node = {0};
    board_error error = BOARD_OK;
    bool playing = true; /* still on the main line, and nothing was wrong with it */
    bool begun = false;

    reader->at = HEADER_BYTES;
    bool whole = read_node(reader, &node);
    size_t owed = whole && node.next ? 1 : 0;
    while (whole && owed > 0 && error == BOARD_OK) {
        whole = read_node(reader, &node);
        if (!whole)
            break;
        owed += (size_t)node.next + (size_t)node.other - 1;
        if (!playing)
            continue;
        if (!begun)
            playing = begin(reader, &node);
        begun = true;
        if (playing)
            error = play(reader, &node);
        playing = playing && node.next && reader->record->problem.error == BOARD_OK;
    }
    if (!begun)
        begin(reader, NULL);
    if (!whole && error == BOARD_OK)
        stop(reader, BOARD_ERROR_RECORD_TRUNCATED, NULL, 0);
    return error;
}

bool board_is_xqf(const char *bytes, size_t length)
{
    enum { VERSION_LIKELY_MAX = 0x1F }; /* above: the letters of a text */

    return length > AT_VERSION && bytes[0] == 'X' && bytes[1] == 'Q' &&
           (unsigned char)bytes[AT_VERSION] <= VERSION_LIKELY_MAX;
}

board_error board_read_xqf(const char *bytes, size_t length, board_record_visitor visit,
                           void *context, board_problem *problem)
{
    board_record record;
    xqf_reader reader = {.bytes = (const uint8_t *)bytes, .length = length, .record = &record};

    reader.version = reader.bytes[AT_VERSION];
    board_error error = check_header(&reader, problem);
    if (error != BOARD_OK)
        return error;
    board_record_init(&record);
    record.format = BOARD_FORMAT_XQF;
    make_keys(&reader);
    take_result(&reader);
    error = take_texts(&reader);
    if (error == BOARD_OK && take_pieces(&reader) == BOARD_OK)
        error = read_nodes(&reader);
    if (error == BOARD_OK)
        visit(context, &record);
    board_record_free(&record);
    return board_problem_set(problem, error, NULL, 0);
}
