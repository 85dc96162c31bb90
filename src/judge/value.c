/* judge/value.c: the value of pieces and of exchanges (article 25.3). */
#include "judge/value.h"

enum { ROOK_UNITS = 4 };

judge_balance judge_value(board_piece piece, board_square square)
{
    switch (board_piece_kind(piece)) {
    case BOARD_ADVISOR:
    case BOARD_ELEPHANT:
        return (judge_balance){1, 0, 0};
    case BOARD_HORSE:
    case BOARD_CANNON:
        return (judge_balance){2, 0, 0};
    case BOARD_ROOK:
        return (judge_balance){ROOK_UNITS, 0, 1};
    case BOARD_PAWN:
        return (judge_balance){0, board_crossed_river(board_piece_side(piece), square) ? 1 : 0, 0};
    default:
        return (judge_balance){0, 0, 0};
    }
}

bool judge_has_value(judge_balance value)
{
    return value.units || value.pawns;
}

judge_balance judge_balance_add(judge_balance a, judge_balance b)
{
    return (judge_balance){(int8_t)(a.units + b.units), (int8_t)(a.pawns + b.pawns),
                           (int8_t)(a.rooks + b.rooks)};
}

judge_balance judge_balance_negate(judge_balance a)
{
    return (judge_balance){(int8_t)-a.units, (int8_t)-a.pawns, (int8_t)-a.rooks};
}

bool judge_is_gain(judge_balance balance)
{
    if (balance.pawns >= 0)
        return balance.units > 0 || (balance.units == 0 && balance.pawns > 0);
    int given = -balance.pawns;
    return balance.rooks >= given && balance.units >= ROOK_UNITS * given;
}

bool judge_is_loss(judge_balance balance)
{
    return judge_is_gain(judge_balance_negate(balance));
}
