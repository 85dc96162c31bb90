/* judge/comparison.c: the positions before and after a move, made ready for searching. */
#include "judge/comparison.h"

/* The king leaves a square on which O threatened mate, without standing in check. */
static bool steps_out_of_mate(const judge_comparison *pair)
{
    if (pair->before.immune || board_piece_kind(pair->mover) != BOARD_KING)
        return false;
    board_position passed = *pair->start;
    board_pass(&passed);
    judge_mate_query query = {.limits = pair->setting->limits.mate, .memo = pair->setting->memo};
    return judge_is_yes(pair->effort, judge_mate(&passed, &query, NULL, &pair->effort->nodes));
}

/* A threat that O's mate threat alone had kept from being real is not created by the king that
 * steps aside: "before" is then searched as if O's mates did not refute. A piece that parries the
 * mate is another matter: it makes the threat. */
static void prepare_before(judge_comparison *pair)
{
    pair->before = (judge_base){.strict = true,
                                .immune = board_in_check(pair->start, pair->side),
                                .mover = BOARD_NO_PIECE,
                                .count_pawns = pair->setting->count_pawns,
                                .limits = pair->setting->limits.exchange,
                                .memo = pair->setting->memo,
                                .effort = pair->effort};
    judge_base_prepare(&pair->before, pair->start);
    pair->before.other_mate_ignored = steps_out_of_mate(pair);
    judge_find_even_trades(&pair->before);
}

/* Pieces of S, other than the mover, that hang only since this move: what it left unprotected O may
 * take in any line, for that loss is part of what the move does. */
static void expose_deserted(judge_comparison *pair)
{
    judge_pieces own = pair->side == BOARD_RED ? 0xFFFFu : 0xFFFF0000u;
    judge_pieces deserted =
        pair->after.frozen & ~pair->before.frozen & own & ~judge_bit(pair->mover);
    pair->after.takable |= deserted;
    pair->after.frozen &= ~deserted;
}

static void prepare_after(judge_comparison *pair)
{
    board_position again = pair->end;
    board_pass(&again);
    pair->after = (judge_base){.mover = pair->mover,
                               .count_pawns = pair->setting->count_pawns,
                               .limits = pair->setting->limits.exchange,
                               .memo = pair->setting->memo,
                               .effort = pair->effort};
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        board_piece attackers[BOARD_SIDE_PIECES];
        board_square square = pair->start->square_of[piece];
        if (square == BOARD_NO_SQUARE || board_piece_side(piece) == pair->side)
            continue;
        size_t count = board_attackers(pair->start, pair->side, square, attackers);
        for (size_t i = 0; i < count; i++)
            pair->after.attacked_before[piece] |= judge_bit(attackers[i]);
    }
    judge_base_prepare(&pair->after, &again);
    expose_deserted(pair);
    judge_freeze_checked(&pair->after);
    judge_find_even_trades(&pair->after);
}

void judge_compare(judge_comparison *pair, const board_position *start, board_move move,
                   const judge_setting *setting, judge_effort *effort)
{
    pair->setting = setting;
    pair->start = start;
    pair->end = *start;
    pair->mover = start->piece_at[move.from];
    pair->side = start->to_move;
    pair->effort = effort;
    effort->limit = setting->limits.label_nodes;
    board_make(&pair->end, move);
    prepare_before(pair);
    prepare_after(pair);
}
