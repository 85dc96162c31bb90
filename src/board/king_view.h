/*
 * board/king_view.h: how a king can come under attack by a move that is not the attacking piece's
 * own. For the move generator only.
 */
#ifndef QILI_BOARD_KING_VIEW_H
#define QILI_BOARD_KING_VIEW_H

#include "board/position.h"
#include "board/tables.h"

/* A set of squares. */
typedef struct board_square_set {
    uint64_t bits[2];
} board_square_set;

static inline void board_add_square(board_square_set *set, board_square square)
{
    set->bits[square >> 6] |= UINT64_C(1) << (square & 63);
}

static inline bool board_has_square(const board_square_set *set, board_square square)
{
    return (set->bits[square >> 6] >> (square & 63) & 1) != 0;
}

typedef struct board_king_view {
    board_square_set leaving; /* a piece that leaves such a square opens the way */
    board_square_set landing; /* a piece that lands on such a square is a cannon's screen */
} board_king_view;

/* The view of the king that `attacker` attacks; both kings are on the board. */
board_king_view board_view_king(const board_position *position, board_side attacker);

/* Pieces strictly between two squares of one rank or file. */
static inline int board_pieces_on_path(const board_position *position, board_move move)
{
    bool along_rank = board_rank_of(move.from) == board_rank_of(move.to);
    int a = along_rank ? board_file_of(move.from) : board_rank_of(move.from);
    int b = along_rank ? board_file_of(move.to) : board_rank_of(move.to);
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    unsigned bits = along_rank ? position->rank_bits[board_rank_of(move.from)]
                               : position->file_bits[board_file_of(move.from)];
    return __builtin_popcount((bits >> (low + 1)) & ((1u << (high - low - 1)) - 1u));
}

/* Whether a move gives check, as far as can be told without making it. */
typedef enum board_check_guess {
    BOARD_CHECK_NO,
    BOARD_CHECK_PERHAPS,
    BOARD_CHECK_SURELY
} board_check_guess;

/* Does the move open a way to the king on this square? A piece that stays on the king's line may
 * still stand in the way, or be taken by what it was in the way of; so may the horse be whose leg
 * it was. */
static inline board_check_guess board_guess_opening(const board_king_view *view, board_square king,
                                                    board_move move)
{
    bool leaves = board_has_square(&view->leaving, move.from);
    if (!leaves && !board_has_square(&view->landing, move.to))
        return BOARD_CHECK_NO;
    int from = board_near[king][move.from] & BOARD_NEAR_LINE;
    int to = board_near[king][move.to] & BOARD_NEAR_LINE;
    return (leaves && !from) || (from & to) ? BOARD_CHECK_PERHAPS : BOARD_CHECK_SURELY;
}

#endif
