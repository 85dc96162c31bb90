/* judge/roots.c: the roots of a chased piece, and why each is false (article 28.16). */
#include "judge/comparison.h"
#include "judge/judge.h"

/* What becomes of a recapture by the root after S's first move. */
static void try_root(const judge_base *base, board_move first, judge_root *root)
{
    board_position taken = base->position;
    board_make(&taken, first);
    board_move recapture = {root->square, first.to};
    if (!board_is_legal(&taken, recapture)) {
        root->flaw = JUDGE_ROOT_ILLEGAL;
        return;
    }
    judge_exchange_result game = judge_exchange_reply(base, first, recapture);
    root->line = game.line;
    root->balance = game.balance;
    if (game.answer != JUDGE_YES)
        root->flaw = JUDGE_ROOT_TRUE;
    else
        root->flaw = game.end == JUDGE_END_MATE ? JUDGE_ROOT_MATED : JUDGE_ROOT_LOSES;
}

size_t judge_find_roots(const board_position *before, const judge_finding *finding,
                        const judge_threat *threat, const judge_setting *setting,
                        judge_root roots[JUDGE_ROOTS_MAX])
{
    if (threat->kind != JUDGE_DIRECT)
        return 0;
    judge_setting same = *setting;
    same.count_pawns = finding->pawns_counted;
    judge_comparison pair;
    judge_effort effort = {0};
    judge_compare(&pair, before, finding->move, &same, &effort);
    board_position taken = pair.after.position;
    board_make(&taken, threat->first);
    board_piece protectors[BOARD_SIDE_PIECES];
    size_t count = board_attackers(&taken, taken.to_move, threat->first.to, protectors);
    size_t written = 0;
    for (size_t i = 0; i < count && written < JUDGE_ROOTS_MAX; i++) {
        roots[written] =
            (judge_root){.piece = protectors[i], .square = taken.square_of[protectors[i]]};
        try_root(&pair.after, threat->first, &roots[written]);
        written++;
    }
    return written;
}
