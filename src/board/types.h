/*
 * board/types.h: the words every room of the house uses: side, kind, piece, square, move.
 *
 * Squares are numbered rank * 9 + file; file 0 is a (Red's left), rank 0 is Red's back rank, so
 * a0 is 0 and i9 is 89. A piece is an identity: slot 0-15 is Red's, 16-31 Black's, and the slot
 * fixes the kind, so that "the same horse" can be said of two positions (judge/ needs it for
 * article 29.2).
 */
#ifndef QILI_BOARD_TYPES_H
#define QILI_BOARD_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BOARD_FILES = 9,
    BOARD_RANKS = 10,
    BOARD_SQUARES = 90,
    BOARD_PIECES = 32,      /* slots of both sides together */
    BOARD_SIDE_PIECES = 16, /* slots of one side (article 1.2) */
    BOARD_MOVES_MAX = 128,  /* no legal xiangqi position has more moves; proven in moves.c */
    BOARD_NO_SQUARE = 255,
    BOARD_NO_PIECE = 255
};

typedef enum board_side { BOARD_RED = 0, BOARD_BLACK = 1 } board_side;

/* Kinds in the order of the slots. */
typedef enum board_kind {
    BOARD_KING = 0,
    BOARD_ADVISOR,
    BOARD_ELEPHANT,
    BOARD_HORSE,
    BOARD_ROOK,
    BOARD_CANNON,
    BOARD_PAWN,
    BOARD_KINDS,
    BOARD_NO_KIND = BOARD_KINDS
} board_kind;

typedef uint8_t board_square; /* 0..89 or BOARD_NO_SQUARE */
typedef uint8_t board_piece;  /* 0..31 or BOARD_NO_PIECE */

typedef struct board_move {
    board_square from;
    board_square to;
} board_move;

/* Language of a text for people. */
typedef enum board_language {
    BOARD_CHINESE = 0,
    BOARD_ENGLISH = 1,
    BOARD_LANGUAGES
} board_language;

static inline board_side board_other(board_side side)
{
    return side == BOARD_RED ? BOARD_BLACK : BOARD_RED;
}

static inline int board_file_of(board_square square)
{
    return square % BOARD_FILES;
}

static inline int board_rank_of(board_square square)
{
    return square / BOARD_FILES;
}

static inline board_square board_square_at(int file, int rank)
{
    return (board_square)(rank * BOARD_FILES + file);
}

static inline board_side board_piece_side(board_piece piece)
{
    return piece < BOARD_SIDE_PIECES ? BOARD_RED : BOARD_BLACK;
}

/* Slots of one side: king 0, advisors 1-2, elephants 3-4, horses 5-6, rooks 7-8, cannons 9-10,
 * pawns 11-15. */
extern const uint8_t board_slot_kinds[BOARD_SIDE_PIECES];
extern const uint8_t board_first_slots[BOARD_KINDS + 1];

static inline board_kind board_piece_kind(board_piece piece)
{
    return (board_kind)board_slot_kinds[piece % BOARD_SIDE_PIECES];
}

/* First slot (0..15) and number of slots of a kind. */
static inline int board_kind_first_slot(board_kind kind)
{
    return board_first_slots[kind];
}

static inline int board_kind_slots(board_kind kind)
{
    return board_first_slots[kind + 1] - board_first_slots[kind];
}

static inline bool board_move_equal(board_move a, board_move b)
{
    return a.from == b.from && a.to == b.to;
}

static inline bool board_crossed_river(board_side side, board_square square)
{
    return (side == BOARD_RED) == (board_rank_of(square) >= 5);
}

#endif
