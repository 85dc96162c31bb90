/*
 * training/from_ruling.h: a ruling of the journal made into a case study, without any names.
 */
#ifndef QILI_TRAINING_FROM_RULING_H
#define QILI_TRAINING_FROM_RULING_H

#include "ledger/entry.h"
#include "training/case.h"

/*
 * Makes a case of a ruling: the position where the cycle begins, its moves, the labels of the tool
 * or, where they were overruled, the arbiter's, and the arbiter's outcome. Where these differ from
 * the tool's the case declares a disagreement that says so. Nothing else of the ruling is taken: no
 * game, no name, no note; of a reason only what is the number of an article. The id is derived from
 * what the case holds, so that the same ruling gives the same case.
 *
 * memo may be NULL. Errors: those of reading the position and moves, CASE_NO_CYCLE, CASE_STOOD (an
 * illegal move in the cycle), CASE_MOVES (a cycle over TRAINING_MOVES_MAX), NO_MEMORY.
 */
board_error training_case_from_ruling(const ledger_ruling *ruling, judge_memo *memo,
                                      training_case *one, board_problem *problem);

#endif
