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

#endif
