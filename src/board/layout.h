/*
 * board/layout.h: pieces on a board as somebody set them up, right or wrong.
 *
 * A layout may hold any fault (no king, nine pawns, facing kings): it is what a screen shows while
 * pieces are placed. A board_position is made only from a layout that has none of the faults that
 * make a position impossible to play from.
 */
#ifndef QILI_BOARD_LAYOUT_H
#define QILI_BOARD_LAYOUT_H

#include "board/error.h"
#include "board/types.h"

/* What stands on a square: 0 empty, else 1 + side * BOARD_KINDS + kind. */
typedef uint8_t board_cell;

enum { BOARD_EMPTY = 0, BOARD_FAULTS_MAX = 128 };

typedef struct board_layout {
    board_cell cells[BOARD_SQUARES];
    board_side to_move;
} board_layout;

/* One fault of a layout: its error, and the square it sits on (BOARD_NO_SQUARE: no square). */
typedef struct board_layout_fault {
    board_error error;
    board_square square;
} board_layout_fault;

static inline board_cell board_cell_of(board_side side, board_kind kind)
{
    return (board_cell)(1 + (int)side * BOARD_KINDS + (int)kind);
}

static inline board_side board_cell_side(board_cell cell)
{
    return (cell - 1) / BOARD_KINDS ? BOARD_BLACK : BOARD_RED;
}

static inline board_kind board_cell_kind(board_cell cell)
{
    return (board_kind)((cell - 1) % BOARD_KINDS);
}

/* All squares empty, Red to move. */
void board_layout_clear(board_layout *layout);

/* The initial array (article 1.3), Red to move. */
void board_layout_initial(board_layout *layout);

/*
 * Every fault under article 1 and 2.2: a missing or second king, too many pieces of a kind, kings
 * outside their palaces, advisors and elephants off their points, pawns on points they cannot
 * reach, kings facing each other, the side that is not to move in check. At most one fault a
 * square and kind of fault. Writes up to `room` faults, returns how many there are.
 */
size_t board_layout_faults(const board_layout *layout, board_layout_fault *faults, size_t room);

#endif
