/* judge/comparison.c: the positions before and after a move, made ready for searching. */
#include "judge/comparison.h"

static void prepare_before(judge_comparison *pair, long *nodes)
{
    pair->before = (judge_base){.strict = true,
                                .immune = board_in_check(pair->start, pair->side),
                                .mover = BOARD_NO_PIECE,
                                .count_pawns = pair->setting->count_pawns,
                                .limits = pair->setting->limits.exchange,
                                .memo = pair->setting->memo,
                                .nodes = nodes};
    judge_base_prepare(&pair->before, pair->start);
    judge_find_even_trades(&pair->before);
}

static void prepare_after(judge_comparison *pair, long *nodes)
{
    board_position again = pair->end;
    board_pass(&again);
    pair->after = (judge_base){.mover = pair->mover,
                               .count_pawns = pair->setting->count_pawns,
                               .limits = pair->setting->limits.exchange,
                               .memo = pair->setting->memo,
                               .nodes = nodes};
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
    judge_freeze_checked(&pair->after);
    judge_find_even_trades(&pair->after);
}

void judge_compare(judge_comparison *pair, const board_position *start, board_move move,
                   const judge_setting *setting, long *nodes)
{
    pair->setting = setting;
    pair->start = start;
    pair->end = *start;
    pair->mover = start->piece_at[move.from];
    pair->side = start->to_move;
    pair->nodes = nodes;
    board_make(&pair->end, move);
    prepare_before(pair, nodes);
    prepare_after(pair, nodes);
}
