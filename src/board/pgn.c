/*
 * board/pgn.c: xiangqi PGN: tags in brackets, then moves, comments and a result.
 *
 * A game ends at its result, or at a tag behind its moves. Comments in { }, behind ; or % and
 * variations in ( ) are passed over. The Format tag is not asked: each move is read in whatever
 * notation it is in, as programs often name the wrong one.
 */
#include "board/record_private.h"

#include <string.h>

/* Tags that begin a new game when they come a second time without moves between. */
enum { SEEN_EVENT = 1, SEEN_GAME = 2, SEEN_FEN = 4 };

static char next_byte(const board_reader *reader)
{
    return board_reader_more(reader) ? reader->text[reader->place.at] : '\0';
}

static bool is_too_long(const board_reader *reader, size_t start)
{
    return reader->place.at - start > BOARD_RECORD_COMMENT_MAX;
}

/* Passes over { } when at its beginning; to its end also where it is too long. */
static board_error skip_braces(board_reader *reader)
{
    size_t start = reader->place.at;

    while (board_reader_more(reader)) {
        bool closing = next_byte(reader) == '}';
        board_reader_step(reader, 1);
        if (closing)
            return is_too_long(reader, start) ? BOARD_ERROR_RECORD_COMMENT : BOARD_OK;
    }
    return BOARD_ERROR_RECORD_TRUNCATED;
}

/* Passes over ( ) with what is nested in it when at its beginning. */
static board_error skip_variation(board_reader *reader)
{
    size_t start = reader->place.at;
    size_t depth = 0;
    size_t deepest = 0;

    while (board_reader_more(reader)) {
        char byte = next_byte(reader);
        if (byte == '{' && skip_braces(reader) == BOARD_ERROR_RECORD_TRUNCATED)
            break;
        if (byte == '{')
            continue;
        board_reader_step(reader, 1);
        if (byte == '(')
            depth++;
        if (depth > deepest)
            deepest = depth;
        if (byte == ')' && --depth == 0) {
            if (deepest > BOARD_RECORD_NESTING_MAX)
                return BOARD_ERROR_RECORD_NESTING;
            return is_too_long(reader, start) ? BOARD_ERROR_RECORD_COMMENT : BOARD_OK;
        }
    }
    return BOARD_ERROR_RECORD_TRUNCATED;
}

/* Passes over a comment if one comes next; *found tells. */
static board_error skip_comment(board_reader *reader, bool *found)
{
    bool line_start = reader->place.at == reader->place.line_start;
    char byte = next_byte(reader);

    *found = byte == '{' || byte == '(' || byte == ';' || (byte == '%' && line_start);
    if (!*found)
        return BOARD_OK;
    if (byte == '{')
        return skip_braces(reader);
    if (byte == '(')
        return skip_variation(reader);
    board_reader_skip_line(reader);
    return BOARD_OK;
}

/* A value between quotes, as bytes. */
typedef struct tag_value {
    char bytes[BOARD_RECORD_TAG_MAX];
    size_t length;
    bool too_long;
} tag_value;

static void push(tag_value *value, char byte)
{
    if (value->length < sizeof value->bytes)
        value->bytes[value->length++] = byte;
    else
        value->too_long = true;
}

/* Is this quote the one that closes the tag? A bare one within the value is let pass. */
static bool closes_tag(board_reader *reader)
{
    board_place start = reader->place;

    board_reader_step(reader, 1);
    board_reader_skip_spaces(reader);
    bool closes = next_byte(reader) == ']';
    reader->place = start;
    return closes;
}

/* Reads from the opening quote over the closing bracket. */
static board_error read_value(board_reader *reader, tag_value *value)
{
    board_reader_step(reader, 1);
    while (board_reader_more(reader)) {
        char byte = next_byte(reader);
        if (byte == '\n' || byte == '\r')
            return BOARD_ERROR_RECORD_TAG_FORM;
        if (byte == '"' && closes_tag(reader)) {
            board_reader_step(reader, 1);
            board_reader_skip_spaces(reader);
            board_reader_step(reader, 1);
            return BOARD_OK;
        }
        board_reader_step(reader, 1);
        char after = next_byte(reader);
        if (byte == '\\' && (after == '"' || after == '\\')) {
            byte = after;
            board_reader_step(reader, 1);
        }
        push(value, byte);
    }
    return BOARD_ERROR_RECORD_TRUNCATED;
}

static const struct {
    const char *name;
    board_record_tag tag;
} known_tags[] = {
    {"Event", BOARD_TAG_EVENT},
    {"Date", BOARD_TAG_DATE},
    {"Site", BOARD_TAG_PLACE},
    {"Place", BOARD_TAG_PLACE},
    {"Round", BOARD_TAG_ROUND},
    {"Table", BOARD_TAG_TABLE},
    {"Board", BOARD_TAG_TABLE},
    {"Title", BOARD_TAG_TITLE},
    {"Red", BOARD_TAG_RED},
    {"White", BOARD_TAG_RED},
    {"Black", BOARD_TAG_BLACK},
    {"RedTeam", BOARD_TAG_RED_TEAM},
    {"WhiteTeam", BOARD_TAG_RED_TEAM},
    {"BlackTeam", BOARD_TAG_BLACK_TEAM},
    {"Result", BOARD_TAG_RESULT},
};

/* Takes what the tag says; tags of other names are passed over. */
static void use_tag(board_reader *reader, board_token name, board_token value, bool too_long)
{
    bool is_fen = board_token_is(name, "FEN") && value.length > 0;
    board_record_tag tag = BOARD_TAGS;

    for (size_t i = 0; i < sizeof known_tags / sizeof known_tags[0]; i++) {
        if (board_token_is(name, known_tags[i].name))
            tag = known_tags[i].tag;
    }
    if (too_long && (is_fen || tag != BOARD_TAGS))
        board_reader_stop(reader, BOARD_ERROR_RECORD_TAG_LENGTH, name);
    else if (is_fen)
        board_reader_fen(reader, value);
    else if (tag == BOARD_TAG_RESULT)
        board_reader_set_result(reader, value);
    else if (tag != BOARD_TAGS)
        board_reader_set_tag(reader, tag, value);
}

/* Reads a tag at its bracket. False, with nothing read, if it begins another game. */
static bool read_tag(board_reader *reader, unsigned *seen)
{
    board_place start = reader->place;
    tag_value value = {.length = 0};

    board_reader_step(reader, 1);
    board_reader_skip_spaces(reader);
    board_token name = board_reader_take(reader, "\"[]{}");
    unsigned mark = board_token_is(name, "Event")  ? SEEN_EVENT
                    : board_token_is(name, "Game") ? SEEN_GAME
                    : board_token_is(name, "FEN")  ? SEEN_FEN
                                                   : 0;
    if (*seen & mark) {
        reader->place = start;
        return false;
    }
    *seen |= mark;
    board_reader_skip_spaces(reader);
    board_place value_place = reader->place;
    board_error error = next_byte(reader) == '"'    ? read_value(reader, &value)
                        : board_reader_more(reader) ? BOARD_ERROR_RECORD_TAG_FORM
                                                    : BOARD_ERROR_RECORD_TRUNCATED;
    value_place.at++; /* behind the quote */
    if (error != BOARD_OK) {
        board_reader_skip_line(reader);
        board_reader_stop(reader, error, board_reader_since(reader, start));
    } else if (board_reader_count_tag(reader, board_reader_since(reader, start))) {
        use_tag(reader, name, (board_token){value.bytes, value.length, value_place},
                value.too_long);
    }
    return true;
}

/* Reads a result, a number in front of a glyph, or move text. False: the game has ended. */
static bool read_word(board_reader *reader)
{
    board_token word = board_reader_take(reader, "{}();[]");

    if (word.length == 0) { /* a closing bracket without an opening one */
        board_place place = reader->place;
        board_reader_step(reader, 1);
        board_reader_stop(reader, BOARD_ERROR_NOTATION_UNKNOWN, board_reader_since(reader, place));
        return true;
    }
    if (board_reader_take_result(reader, word))
        return false;
    if (word.text[0] != '$')
        board_reader_move_text(reader, word);
    return true;
}

static void read_game(board_reader *reader)
{
    unsigned seen = 0;
    bool moves_begun = false;

    while (board_reader_skip_blanks(reader), board_reader_more(reader)) {
        board_place place = reader->place;
        bool comment = false;
        board_error error = skip_comment(reader, &comment);
        if (error != BOARD_OK) {
            board_reader_skip_line(reader);
            board_reader_stop(reader, error, (board_token){"", 0, place});
        } else if (next_byte(reader) == '[' && !comment) {
            if (moves_begun || !read_tag(reader, &seen))
                return;
        } else if (!comment) {
            moves_begun = true;
            if (!read_word(reader))
                return;
        }
    }
    board_reader_stop(reader,
                      moves_begun ? BOARD_ERROR_RECORD_NO_RESULT : BOARD_ERROR_RECORD_TRUNCATED,
                      board_reader_since(reader, reader->place));
}

/* Passes over comments between games; one that does not end is left for the game to report. */
static void skip_to_game(board_reader *reader)
{
    bool comment = true;

    while (comment) {
        board_reader_skip_blanks(reader);
        board_place place = reader->place;
        if (skip_comment(reader, &comment) != BOARD_OK) {
            reader->place = place;
            return;
        }
    }
}

bool board_reader_at_pgn_tag(board_reader *reader)
{
    board_place start = reader->place;
    bool found = false;

    board_reader_skip_spaces(reader);
    if (next_byte(reader) == '[') {
        board_reader_step(reader, 1);
        board_reader_skip_spaces(reader);
        board_token name = board_reader_take(reader, "\"[]{}");
        board_reader_skip_spaces(reader);
        found = name.length > 0 && next_byte(reader) == '"';
    }
    reader->place = start;
    return found;
}

/* Passes over what a forum or a mail puts before the first tag. */
static void skip_to_first_tag(board_reader *reader)
{
    while (board_reader_more(reader) && !board_reader_at_pgn_tag(reader)) {
        board_reader_skip_line(reader);
        board_reader_step(reader, 1);
    }
}

void board_read_pgn(board_reader *reader)
{
    skip_to_first_tag(reader);
    while (!reader->ended && (skip_to_game(reader), board_reader_more(reader)))
        board_reader_game(reader, read_game);
}
