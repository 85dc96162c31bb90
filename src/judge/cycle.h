/*
 * judge/cycle.h: finding the repeated position of a dispute (article 24).
 */
#ifndef QILI_JUDGE_CYCLE_H
#define QILI_JUDGE_CYCLE_H

#include "judge/judge.h"

/*
 * Finds the cycle in positions[0..count], positions[i] being the one after i moves. The last
 * position that stood before ends it; if the moves end one short of such a position, that move is
 * the closing one. The occurrences are all of the repeated position, consecutive or not.
 */
void judge_find_cycle(const board_position *positions, size_t count, judge_cycle *cycle);

#endif
