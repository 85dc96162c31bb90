/*
 * board/position.h: a position that can be played from, and moves made and taken back on it.
 *
 * A position keeps the pieces by identity, the occupation of every rank and file as bits, and a
 * key that is equal for equal repetition positions: the same kinds on the same squares with the
 * same side to move (article 24), whichever of two like pieces stands where.
 */
#ifndef QILI_BOARD_POSITION_H
#define QILI_BOARD_POSITION_H

#include "board/layout.h"
#include "board/types.h"

typedef struct board_position {
    board_piece piece_at[BOARD_SQUARES];
    board_square square_of[BOARD_PIECES];
    uint16_t rank_bits[BOARD_RANKS]; /* bit f: file f of this rank is occupied */
    uint16_t file_bits[BOARD_FILES]; /* bit r: rank r of this file is occupied */
    uint64_t key;
    board_side to_move;
} board_position;

/* What board_make needs kept to take the move back. */
typedef struct board_undo {
    board_move move;
    board_piece captured; /* or BOARD_NO_PIECE */
    uint64_t key;
} board_undo;

/*
 * Makes a position of a layout. Like pieces take their slots in the order of the squares a0, b0,
 * ... i9. Refuses (returning the fault, *position untouched) what cannot be held or played: a
 * king missing or doubled, too many pieces of a kind, a piece off its points. Facing kings and
 * the wrong side in check are faults of the layout but can be held: ask board_layout_faults.
 */
board_error board_position_from_layout(board_position *position, const board_layout *layout,
                                       board_layout_fault *fault);

/* As board_position_from_layout for a layout known to be sound in its pieces; asks nothing. */
void board_position_place(board_position *position, const board_layout *layout);

/* The layout of a position. */
void board_position_to_layout(const board_position *position, board_layout *layout);

/* The initial array, Red to move. */
void board_position_initial(board_position *position);

/* Makes a move of the piece on move.from; does not ask whether it is legal. Never take a king. */
board_undo board_make(board_position *position, board_move move);

/* Takes back the last move made. */
void board_unmake(board_position *position, const board_undo *undo);

/* Lets the side to move pass (for threats: "what if it were my move again"). */
void board_pass(board_position *position);

/* Takes a piece other than a king off the board (for "what if it did not stand there"). */
void board_remove_piece(board_position *position, board_piece piece);

/* Is the king of `side` attacked, by a piece or by the facing king (article 2.2)? */
bool board_in_check(const board_position *position, board_side side);

/* Would it be once this move was made? The move is of a piece that stands on move.from, to another
 * square, and takes no king. */
bool board_in_check_after(const board_position *position, board_side side, board_move move);

/*
 * The pieces of `side` that attack `square`, by the way they move; whether the capture would be
 * legal is not asked. A facing king counts as an attacker of the other king's square. Writes
 * their slots, returns how many (at most 16).
 */
size_t board_attackers(const board_position *position, board_side side, board_square square,
                       board_piece attackers[BOARD_SIDE_PIECES]);

/* Does this piece attack the square where it stands, by the way it moves (as board_attackers)? */
bool board_piece_attacks(const board_position *position, board_piece piece, board_square square);

/* Same kinds on the same squares and same side to move? Compares squares, not only keys. */
bool board_same_position(const board_position *a, const board_position *b);

static inline board_piece board_king(board_side side)
{
    return side == BOARD_RED ? 0 : BOARD_SIDE_PIECES;
}

#endif
