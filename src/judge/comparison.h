/*
 * judge/comparison.h: the positions before and after a move, made ready for searching, and what is
 * new between them (article 29.2). Only this room uses it.
 */
#ifndef QILI_JUDGE_COMPARISON_H
#define QILI_JUDGE_COMPARISON_H

#include "judge/label.h"

typedef struct judge_comparison {
    const judge_setting *setting;
    const board_position *start; /* before the move, the mover's side to move */
    board_position end;          /* after it, the other side to move */
    judge_base before;
    judge_base after; /* the mover's side to move again */
    board_piece mover;
    board_side side;
    judge_effort *effort;
} judge_comparison;

/* Fills *pair for a move that gives no check. It points to start and setting, which must stay. */
void judge_compare(judge_comparison *pair, const board_position *start, board_move move,
                   const judge_setting *setting, judge_effort *effort);

/* Marks each threat after the move as new, renewed or old against those before it. */
void judge_mark_news(const judge_comparison *pair, const judge_threat_list *before,
                     judge_threat_list *after);

/* Does the mover protect the threat's capturer, or the capturing cannon's screen, against the
 * target? (An attack on the mover then suspends the threat.) */
bool judge_mover_guards(const judge_comparison *pair, const judge_threat *threat);

/* Is a new threat of a chase light, in the sense of the 2020 edition's weighing? */
bool judge_is_light(const judge_comparison *pair, const judge_threat *threat);

static inline bool judge_is_new(const judge_threat *threat)
{
    return threat->status == JUDGE_THREAT_NEW || threat->status == JUDGE_THREAT_RENEWED;
}

#endif
