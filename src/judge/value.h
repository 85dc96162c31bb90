/*
 * judge/value.h: what pieces are worth when a gain or loss is judged (article 25.3, item 10).
 *
 * A rook equals two horses, two cannons or one of each; advisors and elephants equal each other.
 * A crossed pawn floats: one for several pieces or several for one is no gain, so pawns are
 * counted apart. Kings and uncrossed pawns have no value.
 */
#ifndef QILI_JUDGE_VALUE_H
#define QILI_JUDGE_VALUE_H

#include "board/position.h"

/* What one side has taken less what the other has. */
typedef struct judge_balance {
    int8_t units; /* rook 4, horse and cannon 2, advisor and elephant 1 */
    int8_t pawns; /* crossed pawns */
    int8_t rooks;
} judge_balance;

/* The value of a piece where it stands; all zero for a king or an uncrossed pawn. */
judge_balance judge_value(board_piece piece, board_square square);

bool judge_has_value(judge_balance value);
judge_balance judge_balance_add(judge_balance a, judge_balance b);
judge_balance judge_balance_negate(judge_balance a);

/*
 * Is the balance a gain (得子)? Units ahead, or equal units and pawns ahead; where pawns were
 * given, only rooks taken in at least their number outweigh them. A balance that is neither a gain
 * nor, negated, a gain for the other side is even or floating.
 */
bool judge_is_gain(judge_balance balance);
bool judge_is_loss(judge_balance balance);

#endif
