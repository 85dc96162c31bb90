/* tests/support/transform.c: mirrored and colour-swapped disputes. */
#include "transform.h"

board_square transform_square(board_square square, bool mirror, bool turn)
{
    int file = board_file_of(square);
    int rank = board_rank_of(square);
    return board_square_at(mirror != turn ? BOARD_FILES - 1 - file : file,
                           turn ? BOARD_RANKS - 1 - rank : rank);
}

board_move transform_move(board_move move, bool mirror, bool turn)
{
    return (board_move){transform_square(move.from, mirror, turn),
                        transform_square(move.to, mirror, turn)};
}

board_position transform_position(const board_position *position, bool mirror, bool turn)
{
    board_layout from;
    board_layout to;
    board_position result;
    board_position_to_layout(position, &from);
    board_layout_clear(&to);
    to.to_move = turn ? board_other(from.to_move) : from.to_move;
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        board_cell cell = from.cells[square];
        if (cell == BOARD_EMPTY)
            continue;
        board_side side = board_cell_side(cell);
        to.cells[transform_square(square, mirror, turn)] =
            board_cell_of(turn ? board_other(side) : side, board_cell_kind(cell));
    }
    board_position_place(&result, &to);
    return result;
}
