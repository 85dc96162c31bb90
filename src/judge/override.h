/*
 * judge/override.h: the arbiter's word over the tool's: labels that are overruled with a reason,
 * and the conduct and ruling that follow from them. The tool's own result is left as it is.
 */
#ifndef QILI_JUDGE_OVERRIDE_H
#define QILI_JUDGE_OVERRIDE_H

#include "judge/judge.h"

enum { JUDGE_OVERRIDE_REASON_BYTES = 256 };

typedef struct judge_override {
    size_t move;       /* index in the dispute's moves, from 0; their count for the closing move */
    judge_label label; /* not UNDECIDED */
    judge_idle_kind idle_kind;                /* of an idle move */
    char reason[JUDGE_OVERRIDE_REASON_BYTES]; /* an article or any text, "" if none is given */
} judge_override;

/*
 * Reads "N=LABEL" or "N=LABEL:REASON": N counts moves from 1; LABEL is 将 杀 捉 闲 兑 献 拦 跟, or
 * check, kill, chase, idle, exchange, sacrifice, block, follow. The signs may be full-width, too.
 * Errors: OVERRIDE_FORM, OVERRIDE_MOVE (no such number can be), OVERRIDE_LABEL, OVERRIDE_REASON,
 * with the token in *problem (may be NULL).
 */
board_error judge_override_read(const char *text, judge_override *override, board_problem *problem);

/*
 * What follows from the overruled labels: *overruled becomes a result like the other, to be freed
 * with judge_result_free, in which conduct and ruling are taken from them (its findings keep the
 * evidence of the tool).
 *
 * A move that stands again in an earlier round before the cycle is the same move: naming it there
 * names it everywhere. Naming a move before the cycle that is not the cycle's changes no ruling.
 * A move overruled to 捉 is no lighter than others where two sides are weighed (unless the tool said
 * 捉 too), and under the world rules it is taken to chase whatever the side's other moves chase: the
 * arbiter has seen that it goes on with the chase. 27.2, second sentence: where the tool counted
 * captures by pawns because both sides attacked with every move, and by the arbiter's labels they
 * do not, those moves are idle again; captures that the tool did not count stay uncounted, and can
 * be overruled themselves.
 *
 * Errors: OVERRIDE_MOVE (any move where nothing is repeated), OVERRIDE_TWICE, with problem->ply
 * set; NO_MEMORY. *overruled is then empty.
 */
board_error judge_overrule(const judge_dispute *dispute, const judge_result *result,
                           const judge_edition *edition, const judge_override *overrides,
                           size_t count, judge_result *overruled, board_problem *problem);

/* The label's finest word: 捉, 闲, 兑. */
const char *judge_override_word(const judge_override *override, board_language language);

/* The override that holds for the dispute's move with this index; NULL if none does. */
const judge_override *judge_override_of(const judge_dispute *dispute, const judge_result *result,
                                        const judge_override *overrides, size_t count,
                                        size_t index);

#endif
