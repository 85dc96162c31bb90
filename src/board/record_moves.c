/*
 * board/record_moves.c: move text as people write it: numbers, dots, marks, moves in any notation.
 */
#include "board/record_private.h"

#include <string.h>

/* Can the pieces stand as an illegal move would leave them? */
static bool can_stand(const board_position *position, board_move move)
{
    board_layout layout;
    board_position after;

    if (move.from >= BOARD_SQUARES || move.to >= BOARD_SQUARES || move.from == move.to)
        return false;
    board_position_to_layout(position, &layout);
    board_cell moved = layout.cells[move.from];
    board_cell taken = layout.cells[move.to];
    if (moved == BOARD_EMPTY || board_cell_side(moved) != layout.to_move)
        return false;
    if (taken != BOARD_EMPTY && board_cell_side(taken) == layout.to_move)
        return false;
    layout.cells[move.from] = BOARD_EMPTY;
    layout.cells[move.to] = moved;
    layout.to_move = board_other(layout.to_move);
    return board_position_from_layout(&after, &layout, NULL) == BOARD_OK;
}

/* Plays an illegal move that stood over the board. */
static void let_stand(board_reader *reader, board_error error, const board_readings *readings,
                      board_token token)
{
    bool known = readings->count == 1;

    if (known && can_stand(&reader->position, readings->moves[0]))
        board_reader_play(reader, readings->moves[0], error, token);
    else if (known && error != BOARD_ERROR_MOVE_OTHER_SIDE)
        board_reader_stop_at_move(reader, BOARD_ERROR_RECORD_CANNOT_STAND, token);
    else
        board_reader_stop_at_misfit(reader, error, token);
}

/* Counts which digits the mover of a Chinese move writes. */
static void note_digits(board_reader *reader, board_notation notation, board_token token)
{
    static const char numerals[][4] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
    board_side side = reader->position.to_move;
    bool digit = false;
    bool numeral = false;

    if (notation != BOARD_NOTATION_CHINESE && notation != BOARD_NOTATION_SHORT)
        return;
    for (size_t i = 0; i < token.length; i++) {
        digit = digit || (token.text[i] >= '1' && token.text[i] <= '9');
        if (token.length - i < 3)
            continue;
        if (memcmp(token.text + i, "\xEF\xBC", 2) == 0 && (unsigned char)token.text[i + 2] >= 0x91)
            digit = digit || (unsigned char)token.text[i + 2] <= 0x99; /* full-width 1-9 */
        for (size_t j = 0; j < sizeof numerals / sizeof numerals[0]; j++)
            numeral = numeral || memcmp(token.text + i, numerals[j], 3) == 0;
    }
    reader->signs.digits[side] += digit && !numeral;
    reader->signs.numerals[side] += numeral && !digit;
}

/* Writes h10g8 as h9g7; false if a rank is 0 already. */
static bool lower_ranks(board_token token, char text[BOARD_TOKEN_BYTES], size_t *length, bool *ten)
{
    *length = 0;
    for (size_t i = 0; i < token.length && i < BOARD_TOKEN_BYTES; i++) {
        char byte = token.text[i];
        if (byte == '1' && i + 1 < token.length && token.text[i + 1] == '0') {
            byte = '9';
            i++;
            *ten = true;
        } else if (byte >= '0' && byte <= '9') {
            if (byte-- == '0')
                return false;
        }
        text[(*length)++] = byte;
    }
    return true;
}

/* Holds a move like h2e2 to the ranks of the whole game: 0-9, or 1-10 in that attempt. */
static board_error read_ranks(board_reader *reader, board_token token, board_error error,
                              board_readings *readings)
{
    char text[BOARD_TOKEN_BYTES];
    size_t length = 0;
    size_t first = 0;

    reader->signs.ranks = true;
    if (reader->attempt.ranks_from_one) {
        if (!lower_ranks(token, text, &length, &reader->signs.ten)) {
            readings->count = 0;
            return BOARD_ERROR_MOVE_OFF_BOARD;
        }
        error = board_notation_read(&reader->position, BOARD_NOTATION_ICCS, text, length, readings);
        token = (board_token){text, length, token.place};
    }
    while (first < token.length && (token.text[first] < '0' || token.text[first] > '9'))
        first++;
    if (error != BOARD_OK || readings->count != 1 || first == token.length)
        return error;
    if (board_rank_of(readings->moves[0].from) == token.text[first] - '0')
        return BOARD_OK;
    return BOARD_ERROR_MOVE_OFF_BOARD; /* it was read by its 10, in a game that counts from 0 */
}

static board_error read_move(board_reader *reader, board_token token, board_readings *readings)
{
    board_notation notation = BOARD_NOTATIONS;
    board_error error =
        board_notation_read_any(&reader->position, token.text, token.length, readings, &notation);

    if (notation == BOARD_NOTATION_ICCS)
        error = read_ranks(reader, token, error, readings);
    note_digits(reader, notation, token);
    return error;
}

/* Is it no move at all, whoever moves? */
static bool is_unknown(board_error error)
{
    return error == BOARD_ERROR_NOTATION_UNKNOWN || error == BOARD_ERROR_NOTATION_LENGTH;
}

/* Plays what was read, or says why not; `whole` is the token with its marks. */
static void settle_move(board_reader *reader, board_error error, const board_readings *readings,
                        bool stood, board_token whole)
{
    if (error == BOARD_OK && readings->count == 1) {
        board_reader_play(reader, readings->moves[0], BOARD_OK, whole);
        return;
    }
    if (error == BOARD_OK || error == BOARD_ERROR_NOTATION_AMBIGUOUS)
        board_reader_stop_at_move(reader, BOARD_ERROR_NOTATION_AMBIGUOUS, whole);
    else if (is_unknown(error))
        board_reader_stop_at_move(reader, error, whole);
    else if (stood)
        let_stand(reader, error, readings, whole);
    else
        board_reader_stop_at_misfit(reader, error, whole);
    if (board_reader_stopped(reader))
        reader->record.readings = *readings;
}

/* Bytes of the token's first four characters. */
static size_t four_characters(board_token token)
{
    size_t characters = 0;
    size_t bytes = 0;

    while (bytes < token.length) {
        if (((unsigned char)token.text[bytes] & 0xC0) != 0x80 && characters++ == 4)
            break;
        bytes++;
    }
    return bytes;
}

/* Can the token be several moves of four characters each, written without blanks? */
static bool is_run(board_token token)
{
    size_t characters = 0;

    for (size_t i = 0; i < token.length; i++)
        characters += ((unsigned char)token.text[i] & 0xC0) != 0x80;
    return characters > 4 && characters % 4 == 0;
}

/* Reads a move, or a run of them of which a mark concerns the last; `whole` has the marks. */
static void read_moves(board_reader *reader, board_token token, bool stood, board_token whole)
{
    board_readings readings = {0};
    board_error error = read_move(reader, token, &readings);
    board_token piece = {token.text, four_characters(token), token.place};

    if (is_unknown(error) && is_run(token) && !is_unknown(read_move(reader, piece, &readings))) {
        while (piece.length < token.length && !board_reader_stopped(reader)) {
            error = read_move(reader, piece, &readings);
            settle_move(reader, error, &readings, false, piece);
            token = board_token_after(token, piece.length);
            whole = board_token_after(whole, piece.length);
            piece = (board_token){token.text, four_characters(token), token.place};
        }
        if (board_reader_stopped(reader))
            return;
        error = read_move(reader, token, &readings);
    }
    settle_move(reader, error, &readings, stood, whole);
}

/* Takes the marks off the end of a move; *stood: there was one '!' among them and no '?'. */
static board_token without_marks(board_token token, bool *stood)
{
    static const struct {
        const char *mark;
        char means;
    } marks[] = {{"!", '!'}, {"\xEF\xBC\x81", '!'}, {"?", '?'}, {"\xEF\xBC\x9F", '?'}, {"+", '+'},
                 {"#", '#'}};
    size_t exclamations = 0;
    size_t questions = 0;
    size_t i = 0;

    while (i < sizeof marks / sizeof marks[0]) {
        size_t size = strlen(marks[i].mark);
        if (token.length < size ||
            memcmp(token.text + token.length - size, marks[i].mark, size) != 0) {
            i++;
            continue;
        }
        exclamations += marks[i].means == '!';
        questions += marks[i].means == '?';
        token.length -= size;
        i = 0;
    }
    *stood = exclamations == 1 && questions == 0;
    return token;
}

/* Length in bytes of the digit (half or full width) that the text starts with, or 0. */
static size_t digit_length(board_token token)
{
    if (token.length > 0 && token.text[0] >= '0' && token.text[0] <= '9')
        return 1;
    if (token.length >= 3 && memcmp(token.text, "\xEF\xBC", 2) == 0 &&
        (unsigned char)token.text[2] >= 0x90 && (unsigned char)token.text[2] <= 0x99)
        return 3;
    return 0;
}

/* The same of a dot; an ellipsis counts as three in *dots. */
static size_t dot_length(board_token token, size_t *dots)
{
    static const char *const wide[] = {"\xEF\xBC\x8E", "\xE2\x80\xA6"};

    if (token.length > 0 && token.text[0] == '.') {
        ++*dots;
        return 1;
    }
    for (size_t i = 0; token.length >= 3 && i < 2; i++) {
        if (memcmp(token.text, wide[i], 3) == 0) {
            *dots += i == 0 ? 1 : 3;
            return 3;
        }
    }
    return 0;
}

/* Takes a move number and dots off the front. A bare number is one up to three digits. */
static board_token without_number(board_token token, size_t *dots)
{
    enum { BARE_DIGITS_MAX = 3 };
    board_token rest = token;
    size_t digits = 0;
    size_t size = 0;

    *dots = 0;
    while ((size = digit_length(rest)) > 0) {
        rest = board_token_after(rest, size);
        digits++;
    }
    while ((size = dot_length(rest, dots)) > 0)
        rest = board_token_after(rest, size);
    bool bare = rest.length == 0 && digits <= BARE_DIGITS_MAX;
    return *dots > 0 || bare ? rest : token;
}

void board_reader_move_text(board_reader *reader, board_token token)
{
    size_t dots = 0;
    bool stood = false;
    board_token whole = without_number(token, &dots);

    if (dots > 1 && reader->record.count == 0)
        reader->signs.dots = true;
    if (whole.length == 0 || !board_reader_begin(reader))
        return;
    board_token move = without_marks(whole, &stood);
    read_moves(reader, move.length > 0 ? move : whole, stood, whole);
}
