/*
 * tests/notation_positions.h: the positions of the tests of notation, and what both tests ask of
 * them.
 */
#ifndef QILI_TESTS_NOTATION_POSITIONS_H
#define QILI_TESTS_NOTATION_POSITIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "board/fen.h"
#include "board/notation.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define START_ROWS "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
#define START START_ROWS " w"
#define START_BLACK START_ROWS " b"
/* The game of article 7.5 after 1. 炮二平五 马8进7 2. 马二进三, and one ply later. */
#define ARTICLE_BLACK "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b"
#define ARTICLE_RED "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w"
#define ARTICLE_LAST "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 b"
#define HORSES "3k5/9/9/9/4N4/9/9/4N4/9/5K3 w"
#define HORSES_BLACK "3k5/9/4n4/9/9/4n4/9/9/9/5K3 b"
#define ROOKS "3k5/9/9/9/8R/9/9/8R/9/5K3 w"
#define STACKED_ROOKS "3k5/9/9/9/R8/R8/9/9/9/5K3 w"
#define PAWNS_2 "3k5/9/6P2/9/6P2/9/9/9/9/5K3 w"
#define PAWNS_3 "3k5/6P2/9/6P2/6P2/9/9/9/9/5K3 w"
#define PAWNS_4 "3k5/6P2/6P2/6P2/6P2/9/9/9/9/5K3 w"
#define PAWNS_5 "3k2P2/6P2/6P2/6P2/6P2/9/9/9/9/5K3 w"
#define PAWNS_2_2 "4k4/9/3P1P3/9/3P1P3/9/9/9/9/3K5 w"
#define PAWNS_2_3 "4k4/P8/P7P/9/P7P/9/9/9/9/3K5 w"
#define PAWNS_3_2 "4k4/8P/P7P/9/P7P/9/9/9/9/3K5 w"
#define PAWNS_2_2_1 "4k4/9/3P1P3/4P4/3P1P3/9/9/9/9/3K5 w"
#define PAWNS_4_1 "4k4/6P2/6P2/6P2/P5P2/9/9/9/9/3K5 w"
#define BLACK_2 "3k5/9/9/9/9/6p2/9/6p2/9/5K3 b"
#define BLACK_3 "3k5/9/9/9/9/6p2/6p2/9/6p2/5K3 b"
#define BLACK_5 "4k4/9/9/9/9/6p2/6p2/6p2/6p2/3K2p2 b"
#define BLACK_2_2 "4k4/9/9/9/9/3p1p3/9/3p1p3/9/3K5 b"
#define BLACK_2_3 "4k4/9/9/9/9/1p1p5/3p5/1p7/3p5/5K3 b"
#define ADVISORS "5k3/9/9/9/9/9/9/3A5/9/3AK4 w"
#define ADVISORS_BLACK "4ka3/9/5a3/9/9/9/9/9/9/3K5 b"
#define ELEPHANTS "4k4/9/9/9/9/2B6/9/9/9/2B2K3 w"
#define ELEPHANTS_BLACK "2b1k4/9/9/9/2b6/9/9/9/9/5K3 b"
#define EYE "4k4/9/9/9/9/9/9/9/3p5/2B2K3 w"
#define PINNED "3k5/4r4/9/9/9/4R4/9/9/9/4K4 w"
#define SCREENING "4k4/9/9/9/9/4N4/9/9/9/4K4 w"

static inline board_position position_of(const char *fen)
{
    board_position position;
    board_problem problem;

    if (board_position_from_fen(fen, strlen(fen), &position, &problem) != BOARD_OK)
        fail_msg("%s: %s", fen, board_error_text(problem.error, BOARD_ENGLISH));
    return position;
}

static inline bool has_reading(const board_readings *readings, board_move move)
{
    for (size_t i = 0; i < readings->count; i++) {
        if (board_move_equal(readings->moves[i], move))
            return true;
    }
    return false;
}

#endif
