/*
 * judge/base.c: a base: what is known of a position before the exchange game is played out in it:
 * who can take what, who protects what, and what hangs already (articles 28.3, 29.1).
 */
#include "judge/exchange.h"

#include <string.h>

/* The plain exchange on one square, `side` to take. Both may stop. */
static bool plain_gain(const judge_base *base, board_position *position, board_square square,
                       judge_balance balance, board_side side, bool taken)
{
    unsigned flags = BOARD_CAPTURES;
    if (base->immune && position->to_move == base->side)
        flags |= BOARD_IGNORE_OWN_CHECK;
    bool ours = position->to_move == side;
    bool ahead = judge_is_gain(balance);
    if (taken && ours == ahead)
        return ahead; /* ours and ahead: stop; theirs and not ahead: they stop */
    board_move_list captures;
    board_generate(position, flags, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        board_move move = captures.moves[i];
        if (move.to != square)
            continue;
        judge_balance score =
            judge_capture_score(base, position, move, taken ? square : BOARD_NO_SQUARE, false);
        if (side != base->side)
            score = judge_balance_negate(score);
        board_undo undo = board_make(position, move);
        bool gains =
            plain_gain(base, position, square, judge_balance_add(balance, score), side, true);
        board_unmake(position, &undo);
        if (gains == ours)
            return gains;
    }
    return !ours;
}

bool judge_en_prise(const judge_base *base, board_piece piece)
{
    board_square square = base->position.square_of[piece];
    board_side taker = board_other(board_piece_side(piece));
    if (square == BOARD_NO_SQUARE || !judge_has_value(judge_value(piece, square)))
        return false;
    board_position position = base->position;
    if (position.to_move != taker)
        board_pass(&position);
    return plain_gain(base, &position, square, (judge_balance){0, 0, 0}, taker, false);
}

static void find_targets(judge_base *base, board_side side)
{
    board_position position = base->position;
    if (position.to_move != side)
        board_pass(&position);
    unsigned flags = BOARD_CAPTURES;
    if (base->immune && side == base->side)
        flags |= BOARD_IGNORE_OWN_CHECK;
    board_move_list captures;
    board_generate(&position, flags, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        board_piece attacker = position.piece_at[captures.moves[i].from];
        base->targets[attacker] |= judge_bit(position.piece_at[captures.moves[i].to]);
    }
}

static void find_protectors(judge_base *base)
{
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        board_square square = base->position.square_of[piece];
        if (square == BOARD_NO_SQUARE)
            continue;
        board_piece protectors[BOARD_SIDE_PIECES];
        size_t count =
            board_attackers(&base->position, board_piece_side(piece), square, protectors);
        for (size_t i = 0; i < count; i++)
            base->protectors[piece] |= judge_bit(protectors[i]);
    }
}

void judge_base_prepare(judge_base *base, const board_position *position)
{
    base->position = *position;
    base->side = position->to_move;
    base->frozen = 0;
    memset(base->targets, 0, sizeof base->targets);
    memset(base->protectors, 0, sizeof base->protectors);
    find_targets(base, BOARD_RED);
    find_targets(base, BOARD_BLACK);
    find_protectors(base);
    judge_pieces all_targets = 0;
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++)
        all_targets |= base->targets[piece];
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        if ((all_targets & judge_bit(piece)) && judge_en_prise(base, piece))
            base->frozen |= judge_bit(piece);
    }
}
