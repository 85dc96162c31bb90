/*
 * board/moves.h: the legal moves of a position, why a move is not one, and counting them.
 */
#ifndef QILI_BOARD_MOVES_H
#define QILI_BOARD_MOVES_H

#include "board/error.h"
#include "board/position.h"

typedef struct board_move_list {
    size_t count;
    board_move moves[BOARD_MOVES_MAX];
} board_move_list;

/* All legal moves of the side to move (article 2.2; the own king may not be left attacked). */
void board_legal_moves(const board_position *position, board_move_list *list);

/* The legal captures only. */
void board_legal_captures(const board_position *position, board_move_list *list);

/* What to generate; flags may be added up. */
enum {
    BOARD_ALL_MOVES = 0,
    BOARD_CAPTURES = 1,        /* captures only */
    BOARD_CHECKS = 2,          /* only moves that leave the other side in check */
    BOARD_IGNORE_OWN_CHECK = 4 /* moves that leave the own king attacked too */
};

/* The moves that the flags ask for. */
void board_generate(const board_position *position, unsigned flags, board_move_list *list);

/* Is there a legal move at all? If not, the side to move has lost (articles 3.1, 3.2). */
bool board_has_legal_move(const board_position *position);

/* BOARD_OK if the move is legal, else the reason: MOVE_HORSE_LEG, MOVE_LEAVES_CHECK, ... */
board_error board_move_fault(const board_position *position, board_move move);

static inline bool board_is_legal(const board_position *position, board_move move)
{
    return board_move_fault(position, move) == BOARD_OK;
}

/* Does this legal move leave the other side in check? */
bool board_gives_check(const board_position *position, board_move move);

/* Is the side to move checkmated (article 3.1) or stalemated, which loses too (3.2)? */
bool board_is_checkmate(const board_position *position);
bool board_is_stalemate(const board_position *position);

/* Number of move sequences of exactly `depth` plies (depth >= 0); the last ply is counted in
 * bulk unless every_move asks that each be made. */
uint64_t board_perft(board_position *position, int depth, bool every_move);

#endif
