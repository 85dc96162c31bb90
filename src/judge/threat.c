/* judge/threat.c: the threats of a side, and even trades (articles 28.3, 28.5, 29.1). */
#include "judge/threat.h"

static bool like_pieces(board_piece a, board_piece b)
{
    return board_piece_kind(a) == board_piece_kind(b);
}

/* Is X won by a direct capture in which q takes nothing? q stays on the board, for what it pins or
 * covers is not in question: only whether the others need it as a taker. */
static judge_answer won_without(const judge_base *base, board_piece q, board_piece target)
{
    judge_base without = *base;
    judge_answer answer = JUDGE_NO;
    board_square square = base->position.square_of[target];
    without.bystanders |= judge_bit(q);
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        if (piece == q || board_piece_side(piece) != base->side ||
            !(base->targets[piece] & judge_bit(target)))
            continue;
        board_move move = {base->position.square_of[piece], square};
        judge_exchange_result result = judge_exchange_first(&without, move, 0);
        if (result.answer == JUDGE_YES)
            return JUDGE_YES;
        if (result.answer == JUDGE_UNKNOWN)
            answer = JUDGE_UNKNOWN;
    }
    return answer;
}

/* q of S and X of O attack each other, and X can trade itself off without loss. */
static judge_answer is_even_trade(const judge_base *base, board_piece q, board_piece target)
{
    board_square from = base->position.square_of[target];
    board_square to = base->position.square_of[q];
    if (!(base->targets[q] & judge_bit(target)) || !(base->targets[target] & judge_bit(q)))
        return JUDGE_NO;
    judge_answer won = won_without(base, q, target);
    if (won == JUDGE_YES)
        return JUDGE_NO;
    judge_answer loses = judge_exchange_after(base, (board_move){from, to}).answer;
    if (loses == JUDGE_YES)
        return JUDGE_NO;
    return loses == JUDGE_UNKNOWN || won == JUDGE_UNKNOWN ? JUDGE_UNKNOWN : JUDGE_YES;
}

/* Adds q's captures of its like that `only_even` or all of them; false: there is no room. */
static bool add_like_captures(const judge_base *base, board_piece q, bool only_even,
                              judge_barred *found)
{
    judge_pieces targets = board_piece_side(q) == base->side ? base->targets[q] : 0;
    while (targets) {
        board_piece target = (board_piece)__builtin_ctz(targets);
        targets &= targets - 1;
        if (!like_pieces(q, target) ||
            (only_even && !judge_is_yes(base->effort, is_even_trade(base, q, target))))
            continue;
        if (found->count == JUDGE_BARRED_MAX)
            return false;
        found->captures[found->count].attacker = q;
        found->captures[found->count].target = target;
        found->captures[found->count].move =
            (board_move){base->position.square_of[q], base->position.square_of[target]};
        found->count++;
    }
    return true;
}

void judge_find_even_trades(judge_base *base)
{
    judge_barred found = {0};
    base->barred = found;
    for (board_piece q = 0; q < BOARD_PIECES; q++) {
        if (!add_like_captures(base, q, true, &found))
            base->effort->doubt = true;
    }
    base->barred = found;
}

bool judge_find_like_captures(const judge_base *base, judge_barred *found)
{
    *found = (judge_barred){0};
    for (board_piece q = 0; q < BOARD_PIECES; q++) {
        if (!add_like_captures(base, q, false, found))
            return false;
    }
    return true;
}

void judge_freeze_checked(judge_base *base)
{
    board_position position = base->position;
    board_pass(&position);
    judge_base reversed = {.strict = true,
                           .mover = BOARD_NO_PIECE,
                           .limits = base->limits,
                           .memo = base->memo,
                           .effort = base->effort};
    judge_base_prepare(&reversed, &position);
    board_move_list checks;
    board_generate(&position, BOARD_CHECKS, &checks);
    for (size_t i = 0; i < checks.count; i++) {
        if (position.piece_at[checks.moves[i].to] != BOARD_NO_PIECE)
            continue;
        judge_exchange_result result = judge_exchange_first(&reversed, checks.moves[i], 0);
        if (judge_is_yes(base->effort, result.answer))
            base->check_frozen |= judge_exchange_victims(&reversed, checks.moves[i]);
    }
    base->frozen |= base->check_frozen;
}

/* The like piece whose even trade strikes out threats on the target, or BOARD_NO_PIECE. */
static board_piece even_trader(const judge_base *base, board_piece target)
{
    for (size_t i = 0; i < base->barred.count; i++) {
        if (base->barred.captures[i].target == target)
            return base->barred.captures[i].attacker;
    }
    return BOARD_NO_PIECE;
}

judge_answer judge_direct_threat(const judge_base *base, board_move take)
{
    if (even_trader(base, base->position.piece_at[take.to]) != BOARD_NO_PIECE)
        return JUDGE_NO;
    return judge_exchange_first(base, take, 0).answer;
}

static void add_refuted(const judge_base *base, judge_threat_list *list, board_move move,
                        judge_threat_status status, const judge_exchange_result *game)
{
    if (list->refuted_count == JUDGE_REFUTED_MAX)
        return;
    list->refuted[list->refuted_count++] =
        (judge_threat){.first = move,
                       .attacker = base->position.piece_at[move.from],
                       .victims = judge_bit(base->position.piece_at[move.to]),
                       .kind = JUDGE_DIRECT,
                       .status = status,
                       .trader = BOARD_NO_PIECE,
                       .answer = JUDGE_NO,
                       .game = *game};
}

static void add_threat(const judge_base *base, judge_threat_list *list, board_move move,
                       judge_threat_kind kind)
{
    board_piece target = base->position.piece_at[move.to];
    judge_exchange_result game = judge_exchange_first(base, move, 0);
    if (game.answer == JUDGE_NO) {
        if (kind == JUDGE_DIRECT)
            add_refuted(base, list, move, JUDGE_THREAT_REFUTED, &game);
        return;
    }
    if (list->count == JUDGE_THREATS_MAX)
        return;
    if (game.answer == JUDGE_UNKNOWN)
        list->unknown = true;
    judge_threat *threat = &list->threats[list->count++];
    *threat = (judge_threat){.first = move,
                             .attacker = base->position.piece_at[move.from],
                             .victims = game.victims,
                             .kind = kind,
                             .status = JUDGE_THREAT_NEW,
                             .trader = BOARD_NO_PIECE,
                             .answer = game.answer,
                             .game = game};
    if (kind == JUDGE_DIRECT) {
        threat->victims = judge_bit(target);
        threat->trader = even_trader(base, target);
        if (threat->trader != BOARD_NO_PIECE)
            threat->status = JUDGE_THREAT_EVEN_TRADE;
    }
}

/* A capture of something of value that scores nothing because a king or pawn makes it alone. */
static bool is_uncounted(const judge_base *base, board_move move)
{
    board_piece target = base->position.piece_at[move.to];
    return target != BOARD_NO_PIECE && judge_has_value(judge_value(target, move.to));
}

void judge_find_threats(const judge_base *base, judge_threat_list *list)
{
    board_move_list moves;
    unsigned ignore = base->immune ? BOARD_IGNORE_OWN_CHECK : 0u;
    list->count = 0;
    list->refuted_count = 0;
    list->unknown = false;
    board_generate(&base->position, BOARD_CAPTURES | ignore, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        board_move move = moves.moves[i];
        judge_exchange_result nothing = {.answer = JUDGE_NO};
        if (judge_has_value(
                judge_capture_score(base, &base->position, move, BOARD_NO_SQUARE, true)))
            add_threat(base, list, move, JUDGE_DIRECT);
        else if (is_uncounted(base, move))
            add_refuted(base, list, move, JUDGE_THREAT_UNCOUNTED, &nothing);
    }
    board_generate(&base->position, BOARD_CHECKS | ignore, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        judge_balance score =
            judge_capture_score(base, &base->position, moves.moves[i], BOARD_NO_SQUARE, true);
        if (!judge_has_value(score))
            add_threat(base, list, moves.moves[i], JUDGE_CHECK_LINE);
    }
}

void judge_complete_victims(const judge_base *base, judge_threat_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        judge_threat *threat = &list->threats[i];
        if (threat->kind == JUDGE_CHECK_LINE && threat->answer == JUDGE_YES)
            threat->victims = judge_exchange_victims(base, threat->first);
    }
}
