/*
 * judge/ruling.h: from the labels of one cycle to the conduct of both sides and the ruling
 * (articles 24-27).
 */
#ifndef QILI_JUDGE_RULING_H
#define QILI_JUDGE_RULING_H

#include "judge/judge.h"

/* Counts a side's labels among the findings of one cycle and classes them (25.2). */
judge_conduct judge_side_conduct(const judge_finding *findings, size_t count, board_side side,
                                 const judge_clauses *clauses);

/*
 * The ruling for both sides' conduct. Where labels are undecided every completion is tried, and
 * only if all agree is there a ruling.
 */
judge_ruling judge_rule(const judge_edition *edition, const judge_conduct conduct[2]);

/* 24.3: after an order to change, the cycle repeated once more loses. */
void judge_apply_order(const judge_dispute *dispute, const judge_cycle *cycle,
                       const judge_edition *edition, judge_ruling *ruling);

/* Is every move an attack? */
static inline bool judge_attacks_always(const judge_conduct *conduct)
{
    return conduct->class == JUDGE_FORBIDDEN || conduct->class == JUDGE_PERPETUAL_CHECK;
}

#endif
