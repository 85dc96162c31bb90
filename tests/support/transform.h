/*
 * tests/support/transform.h: the same dispute seen differently, for invariance tests.
 */
#ifndef QILI_TESTS_TRANSFORM_H
#define QILI_TESTS_TRANSFORM_H

#include "judge/judge.h"

/* A square or move seen in a mirror (left and right swapped), or turned around (for colours
 * swapped). */
board_square transform_square(board_square square, bool mirror, bool turn);
board_move transform_move(board_move move, bool mirror, bool turn);

/* The position mirrored and/or turned around with colours swapped. */
board_position transform_position(const board_position *position, bool mirror, bool turn);

#endif
