/*
 * board/notation_iccs.c: ICCS, the two squares of a move: h2e2.
 *
 * Some programs count the ranks 1-10 instead of 0-9. Within one move only a 10 can tell; without
 * one 0-9 is meant. An illegal move must not turn into a legal one of the other counting: a reader
 * of whole games settles the counting from all its moves (record_moves.c).
 */
#include "board/notation_private.h"

typedef struct iccs_square {
    int file;
    int rank; /* as written: 0-10 */
} iccs_square;

/* Reads a file letter and a rank. */
static bool read_square(const notation_text *text, size_t *at, iccs_square *square)
{
    if (text->count - *at < 2 || text->points[*at] < 'a' || text->points[*at] > 'i')
        return false;
    square->file = (int)(text->points[*at] - 'a');
    ++*at;
    if (text->points[*at] < '0' || text->points[*at] > '9')
        return false;
    square->rank = (int)(text->points[*at] - '0');
    ++*at;
    if (square->rank == 1 && *at < text->count && text->points[*at] == '0') {
        square->rank = 10;
        ++*at;
    }
    return true;
}

static bool is_dash(uint32_t point)
{
    return point == '-' || point == 0x2014 || point == 0x2015;
}

static board_move move_of(iccs_square from, iccs_square to, int lowest_rank)
{
    return (board_move){board_square_at(from.file, from.rank - lowest_rank),
                        board_square_at(to.file, to.rank - lowest_rank)};
}

bool notation_iccs_read(const board_position *position, const notation_text *text,
                        board_readings *readings, board_error *error)
{
    iccs_square from;
    iccs_square to;
    notation_search search;
    size_t at = 0;
    bool has_zero = false;
    bool has_ten = false;

    if (!read_square(text, &at, &from))
        return false;
    while (at < text->count && is_dash(text->points[at]))
        at++;
    if (!read_square(text, &at, &to) || at != text->count)
        return false;
    has_zero = from.rank == 0 || to.rank == 0;
    has_ten = from.rank == 10 || to.rank == 10;
    notation_search_begin(&search, position, readings, BOARD_ERROR_MOVE_OFF_BOARD);
    if (has_ten && !has_zero) {
        notation_search_try(&search, move_of(from, to, 1));
    } else if (!has_ten) {
        notation_search_try(&search, move_of(from, to, 0));
    }
    *error = notation_search_end(&search);
    return true;
}

void notation_iccs_write(board_move move, notation_output *output)
{
    notation_put_char(output, (char)('a' + board_file_of(move.from)));
    notation_put_char(output, (char)('0' + board_rank_of(move.from)));
    notation_put_char(output, (char)('a' + board_file_of(move.to)));
    notation_put_char(output, (char)('0' + board_rank_of(move.to)));
}
