/*
 * tests/property/cycles.h: random cycles that can be reached by play, and that are not all idle.
 *
 * The positions come from sparse boards, from games played at random and from the rulebook's
 * figures with pieces taken off or added; the cycles are found by walking at random and coming
 * home. Of several cycles the one is taken that checks and attacks most.
 */
#ifndef QILI_TESTS_PROPERTY_CYCLES_H
#define QILI_TESTS_PROPERTY_CYCLES_H

#include "board/moves.h"
#include "board/position.h"
#include "property/random.h"

enum { CYCLE_MOVES_MAX = 24 };

/* Moves without a capture that lead from a position back to it. */
typedef struct cycle {
    board_position start;
    size_t count;
    board_move moves[CYCLE_MOVES_MAX];
} cycle;

enum { CYCLE_SEEDS_MAX = 512 };

/* Positions to begin with, besides those made up; their moves may take something. */
typedef struct cycle_seeds {
    size_t count;
    cycle seeds[CYCLE_SEEDS_MAX];
} cycle_seeds;

/* Reads the figures under rules/cases. */
void cycle_seeds_read(cycle_seeds *seeds);

/* Makes a cycle; tries until there is one. */
void cycle_make(random_source *random, const cycle_seeds *seeds, cycle *made);

/* A short cycle from the position, of no particular kind: something to do and undo. False if none
 * was found. */
bool cycle_of_position(random_source *random, const board_position *position, size_t length,
                       cycle *made);

/* Are all its moves legal, do they take nothing and come home, but to no position on the way? */
bool cycle_is_sound(const cycle *one);

#endif
