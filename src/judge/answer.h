/*
 * judge/answer.h: the answer of a bounded search, and a line of moves that goes with it.
 */
#ifndef QILI_JUDGE_ANSWER_H
#define QILI_JUDGE_ANSWER_H

#include "board/types.h"

/* A search that ran out of its budget says "unknown"; it never guesses. */
typedef enum judge_answer { JUDGE_NO = 0, JUDGE_YES = 1, JUDGE_UNKNOWN = 2 } judge_answer;

enum { JUDGE_LINE_MAX = 64 }; /* plies kept of a line; a longer one is cut and says so */

typedef struct judge_line {
    uint8_t count;
    bool cut; /* the line went on beyond what is kept */
    board_move moves[JUDGE_LINE_MAX];
} judge_line;

/* Puts a move before a line: *line = move, then rest. line and rest may be the same. */
static inline void judge_line_prepend(judge_line *line, board_move move, const judge_line *rest)
{
    unsigned kept = rest->count < JUDGE_LINE_MAX ? rest->count : JUDGE_LINE_MAX - 1u;
    line->cut = rest->cut || kept < rest->count;
    for (unsigned i = kept; i > 0; i--)
        line->moves[i] = rest->moves[i - 1];
    line->moves[0] = move;
    line->count = (uint8_t)(kept + 1);
}

static inline judge_answer judge_not(judge_answer answer)
{
    return answer == JUDGE_UNKNOWN ? JUDGE_UNKNOWN : answer == JUDGE_YES ? JUDGE_NO : JUDGE_YES;
}

#endif
