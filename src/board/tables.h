/*
 * board/tables.h: constant geometry, written at build time by tables/generate.c.
 */
#ifndef QILI_BOARD_TABLES_H
#define QILI_BOARD_TABLES_H

#include "board/types.h"

/* Where a stepping piece can go from a square; via is the horse's leg or the elephant's eye. */
typedef struct board_steps {
    uint8_t count;
    board_square to[8];
    board_square via[8];
} board_steps;

extern const board_steps board_king_steps[BOARD_SQUARES];
extern const board_steps board_advisor_steps[BOARD_SQUARES];
extern const board_steps board_elephant_steps[BOARD_SQUARES];
extern const board_steps board_horse_steps[BOARD_SQUARES];
extern const board_steps board_pawn_steps[2][BOARD_SQUARES];

/* The leg of a horse on [from] that attacks [to], or BOARD_NO_SQUARE if it never does. */
extern const board_square board_horse_leg[BOARD_SQUARES][BOARD_SQUARES];

/* How a square lies to a king on [king]: on its rank or file, or diagonally next to it (where a
 * piece can be a horse's leg). */
enum {
    BOARD_NEAR_RANK = 1,
    BOARD_NEAR_FILE = 2,
    BOARD_NEAR_LINE = BOARD_NEAR_RANK | BOARD_NEAR_FILE,
    BOARD_NEAR_DIAGONAL = 4
};
extern const uint8_t board_near[BOARD_SQUARES][BOARD_SQUARES];

/* Random keys of the position hash, by side * BOARD_KINDS + kind, and for Black to move. */
extern const uint64_t board_square_keys[2 * BOARD_KINDS][BOARD_SQUARES];
extern const uint64_t board_side_key;

#endif
