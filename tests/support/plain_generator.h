/*
 * tests/support/plain_generator.h: the rules of moving once more, slowly and plainly, to hold the
 * generator of src/board against.
 *
 * It shares nothing with src/board but the squares and moves of types.h: a board is an array of FEN
 * letters, a way of moving is asked of two points, and a move is legal if, after it is made, no
 * piece can take the king.
 */
#ifndef QILI_TESTS_PLAIN_GENERATOR_H
#define QILI_TESTS_PLAIN_GENERATOR_H

#include "board/types.h"

enum { PLAIN_EMPTY = '.', PLAIN_MOVES_MAX = 256 };

typedef struct plain_board {
    char cells[BOARD_RANKS][BOARD_FILES]; /* K A B N R C P, small for Black, '.' for empty */
    bool red_to_move;
} plain_board;

/* A move by the way its piece moves, and what can be said of it. */
typedef struct plain_move {
    board_move move;
    bool legal;   /* the own king cannot be taken after it, and it takes no king */
    bool capture; /* it takes a piece */
    bool check;   /* after it the other king can be taken */
} plain_move;

typedef struct plain_moves {
    size_t count;
    plain_move moves[PLAIN_MOVES_MAX];
} plain_moves;

/* Reads a FEN that is known to be right: letters K A B N R C P, then w or b. */
void plain_read(plain_board *board, const char *fen);

/* What stands on a square: a letter or PLAIN_EMPTY. */
char plain_at(const plain_board *board, int square);
bool plain_is_red(char piece);
bool plain_is_of(char piece, bool red); /* false for an empty square */

/* Is this a point where such a piece can stand (article 1)? */
bool plain_may_stand(char piece, int square);

/* Could the piece on `from` take something on `to`, by its way of moving? Whose piece stands on
 * `to`, if any, is not asked. A king takes the other king along an open file. */
bool plain_attacks(const plain_board *board, int from, int to);

/* Can the piece on `from` go to `to` (empty or held by the other side), by its way of moving? */
bool plain_goes(const plain_board *board, int from, int to);

/* Can the king of this side be taken as the board stands? */
bool plain_in_check(const plain_board *board, bool red);

/* Do the kings face each other? */
bool plain_kings_face(const plain_board *board);

/* Moves the piece and turns to the other side. */
void plain_make(plain_board *board, board_move move);

/* All moves of the side to move by the ways of moving, those that take a king left out. */
void plain_generate(const plain_board *board, plain_moves *list);

/* Number of sequences of legal moves of exactly `depth` plies. */
uint64_t plain_perft(const plain_board *board, int depth);

#endif
