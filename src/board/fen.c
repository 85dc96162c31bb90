/* board/fen.c: FEN text in and out. */
#include "board/fen.h"

#include <string.h>

typedef struct fen_reader {
    const char *text;
    size_t length;
    size_t at;
    board_problem *problem;
} fen_reader;

/* Quotes 12 bytes, and what is left of a UTF-8 character there. */
static board_error refuse(fen_reader *reader, board_error error)
{
    const char *token = reader->text + reader->at;
    size_t left = reader->length - reader->at;
    size_t quoted = left < 12 ? left : 12;
    while (quoted < left && ((unsigned char)token[quoted] & 0xC0) == 0x80)
        quoted++;
    board_problem_set(reader->problem, error, token, quoted);
    if (reader->problem)
        reader->problem->column = reader->at + 1;
    return error;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blanks(fen_reader *reader)
{
    while (reader->at < reader->length && is_blank(reader->text[reader->at]))
        reader->at++;
}

static board_cell cell_of_letter(char letter)
{
    static const char letters[] = "KABNRCP";
    bool lower = letter >= 'a' && letter <= 'z';
    char upper = lower ? (char)(letter - 'a' + 'A') : letter;
    upper = upper == 'E' ? 'B' : upper == 'H' ? 'N' : upper;
    const char *found = upper ? strchr(letters, upper) : NULL;
    if (!found)
        return BOARD_EMPTY;
    return board_cell_of(lower ? BOARD_BLACK : BOARD_RED, (board_kind)(found - letters));
}

static board_error read_rank(fen_reader *reader, board_layout *layout, int rank)
{
    int file = 0;
    while (reader->at < reader->length) {
        char c = reader->text[reader->at];
        if (c == '/' || is_blank(c))
            break;
        if (c >= '1' && c <= '9') {
            file += c - '0';
        } else {
            board_cell cell = cell_of_letter(c);
            if (cell == BOARD_EMPTY)
                return refuse(reader, BOARD_ERROR_FEN_LETTER);
            if (file < BOARD_FILES)
                layout->cells[board_square_at(file, rank)] = cell;
            file++;
        }
        if (file > BOARD_FILES)
            return refuse(reader, BOARD_ERROR_FEN_FILES);
        reader->at++;
    }
    return file == BOARD_FILES ? BOARD_OK : refuse(reader, BOARD_ERROR_FEN_FILES);
}

static board_error read_board(fen_reader *reader, board_layout *layout)
{
    for (int rank = BOARD_RANKS - 1; rank >= 0; rank--) {
        board_error error = read_rank(reader, layout, rank);
        if (error != BOARD_OK)
            return error;
        bool slash = reader->at < reader->length && reader->text[reader->at] == '/';
        if (slash != (rank > 0))
            return refuse(reader, BOARD_ERROR_FEN_RANKS);
        reader->at += slash;
    }
    return BOARD_OK;
}

static board_error read_side(fen_reader *reader, board_layout *layout, bool *given)
{
    skip_blanks(reader);
    *given = reader->at < reader->length;
    if (!*given)
        return BOARD_OK;
    char c = reader->text[reader->at];
    bool alone = reader->at + 1 == reader->length || is_blank(reader->text[reader->at + 1]);
    if (!alone || c == '\0' || !strchr("wWrRbB", c))
        return refuse(reader, BOARD_ERROR_FEN_SIDE);
    layout->to_move = c == 'b' || c == 'B' ? BOARD_BLACK : BOARD_RED;
    reader->at++;
    return BOARD_OK;
}

/* Takes digits, or one dash; false, staying there, if something else stands there. */
static bool take_counter(fen_reader *reader, bool dash_fits)
{
    size_t at = reader->at;
    while (at < reader->length && reader->text[at] >= '0' && reader->text[at] <= '9')
        at++;
    if (at == reader->at && dash_fits && at < reader->length && reader->text[at] == '-')
        at++;
    if (at < reader->length && !is_blank(reader->text[at]))
        return false;
    reader->at = at;
    return true;
}

/* The two dashes and two counters that some programs write; their values mean nothing to us. */
static board_error read_rest(fen_reader *reader)
{
    for (int field = 0; field < 4; field++) {
        skip_blanks(reader);
        if (!take_counter(reader, field < 2))
            return refuse(reader, BOARD_ERROR_FEN_TRAILING);
    }
    skip_blanks(reader);
    return reader->at == reader->length ? BOARD_OK : refuse(reader, BOARD_ERROR_FEN_TRAILING);
}

board_error board_fen_read(const char *text, size_t length, board_layout *layout, bool *side_given,
                           board_problem *problem)
{
    fen_reader reader = {text, length, 0, problem};
    if (length > BOARD_FEN_INPUT_MAX)
        return refuse(&reader, BOARD_ERROR_FEN_LENGTH);
    skip_blanks(&reader);
    if (reader.at == length)
        return refuse(&reader, BOARD_ERROR_FEN_EMPTY);
    board_layout read;
    board_layout_clear(&read);
    bool given = false;
    board_error error = read_board(&reader, &read);
    if (error == BOARD_OK)
        error = read_side(&reader, &read, &given);
    if (error == BOARD_OK)
        error = read_rest(&reader);
    if (error != BOARD_OK)
        return error;
    *layout = read;
    if (side_given)
        *side_given = given;
    return board_problem_set(problem, BOARD_OK, NULL, 0);
}

void board_fen_write(const board_layout *layout, char fen[BOARD_FEN_BYTES])
{
    static const char letters[2][BOARD_KINDS + 1] = {"KABNRCP", "kabnrcp"};
    size_t used = 0;
    for (int rank = BOARD_RANKS - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < BOARD_FILES; file++) {
            board_cell cell = layout->cells[board_square_at(file, rank)];
            if (cell == BOARD_EMPTY) {
                empty++;
                continue;
            }
            if (empty)
                fen[used++] = (char)('0' + empty);
            empty = 0;
            fen[used++] = letters[board_cell_side(cell)][board_cell_kind(cell)];
        }
        if (empty)
            fen[used++] = (char)('0' + empty);
        fen[used++] = rank > 0 ? '/' : ' ';
    }
    fen[used++] = layout->to_move == BOARD_RED ? 'w' : 'b';
    fen[used] = '\0';
}

board_error board_position_from_fen(const char *text, size_t length, board_position *position,
                                    board_problem *problem)
{
    board_layout layout;
    board_error error = board_fen_read(text, length, &layout, NULL, problem);
    if (error != BOARD_OK)
        return error;
    board_layout_fault fault;
    if (board_layout_faults(&layout, &fault, 1) > 0) {
        board_problem_set(problem, fault.error, NULL, 0);
        if (problem)
            problem->square = fault.square;
        return fault.error;
    }
    return board_position_from_layout(position, &layout, NULL);
}
