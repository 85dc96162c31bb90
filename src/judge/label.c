/* judge/label.c: naming one move (articles 27-29). */
#include "judge/label.h"

#include <string.h>

/* The two positions of a move and what is known of them. */
typedef struct comparison {
    const judge_setting *setting;
    const board_position *start; /* before the move */
    board_position end;          /* after it, O to move */
    judge_base before;
    judge_base after;
    board_piece mover;
    board_side side;
} comparison;

judge_limits judge_limits_standard(void)
{
    return (judge_limits){.mate = {10, 200000},
                          .exchange = {.plies = 16,
                                       .nodes = 60000,
                                       .own_checks = 4,
                                       .other_checks = 2,
                                       .mate = {4, 5000}}};
}

static void prepare_before(comparison *pair, long *nodes)
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

static void prepare_after(comparison *pair, long *nodes)
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

static bool counts_as_before(const judge_threat *threat)
{
    return threat->status != JUDGE_THREAT_EVEN_TRADE;
}

static const judge_threat *same_pair_before(const judge_threat_list *before,
                                            const judge_threat *threat)
{
    for (size_t i = 0; i < before->count; i++) {
        const judge_threat *old = &before->threats[i];
        if (old->kind == JUDGE_DIRECT && counts_as_before(old) &&
            old->attacker == threat->attacker && old->victims == threat->victims)
            return old;
    }
    return NULL;
}

static judge_pieces victims_before(const judge_threat_list *before, bool *unknown)
{
    judge_pieces victims = 0;
    for (size_t i = 0; i < before->count; i++) {
        if (!counts_as_before(&before->threats[i]))
            continue;
        victims |= before->threats[i].victims;
        *unknown |= before->threats[i].answer == JUDGE_UNKNOWN;
    }
    return victims;
}

/* Does the mover protect its own piece on the square against the target? */
static bool guards_against(const comparison *pair, board_square square, board_piece target)
{
    return board_piece_attacks(&pair->end, pair->mover, square) &&
           board_piece_attacks(&pair->end, target, square);
}

static bool guards_screen(const comparison *pair, const judge_threat *threat, board_piece target)
{
    if (board_piece_kind(threat->attacker) != BOARD_CANNON)
        return false;
    int from = threat->first.from;
    int to = threat->first.to;
    int step = board_rank_of(threat->first.from) == board_rank_of(threat->first.to) ? 1
                                                                                  : BOARD_FILES;
    step = from < to ? step : -step;
    for (int square = from + step; square != to; square += step) {
        board_piece screen = pair->end.piece_at[square];
        if (screen != BOARD_NO_PIECE)
            return board_piece_side(screen) == pair->side &&
                   guards_against(pair, (board_square)square, target);
    }
    return false;
}

/* The threat is gone if the mover is taken off the board. */
static bool needs_mover(const comparison *pair, const judge_threat *threat)
{
    judge_base without = pair->after;
    board_position position = pair->after.position;
    board_remove_piece(&position, pair->mover);
    judge_base_prepare(&without, &position);
    judge_find_even_trades(&without);
    return judge_direct_threat(&without, threat->first) == JUDGE_NO;
}

static bool takes_part(const comparison *pair, const judge_threat *threat)
{
    board_piece target = (board_piece)__builtin_ctz(threat->victims);
    return guards_against(pair, threat->first.from, target) ||
           guards_screen(pair, threat, target) || needs_mover(pair, threat);
}

/* The mover hung before the move, and not only to its like. */
static bool mover_was_attacked(const comparison *pair)
{
    if (!(pair->before.frozen & judge_bit(pair->mover)))
        return false;
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        if ((pair->before.targets[piece] & judge_bit(pair->mover)) &&
            board_piece_kind(piece) != board_piece_kind(pair->mover))
            return true;
    }
    return false;
}

static int rough_value(board_piece piece)
{
    static const int values[BOARD_KINDS] = {0, 1, 1, 2, 4, 2, 1};
    return values[board_piece_kind(piece)];
}

/* An old direct threat is new again if the mover takes part in it and was under attack: the
 * attack had suspended it (see 3.5 of the definitions). */
static bool is_renewed(const comparison *pair, const judge_threat *threat)
{
    board_piece target = (board_piece)__builtin_ctz(threat->victims);
    if (threat->attacker == pair->mover || !mover_was_attacked(pair) || !takes_part(pair, threat))
        return false;
    if (rough_value(pair->mover) >= rough_value(target))
        return true;
    judge_base suspended = pair->before;
    suspended.released |= judge_bit(pair->mover);
    suspended.frozen &= ~judge_bit(pair->mover);
    board_move take = {pair->start->square_of[threat->attacker], pair->start->square_of[target]};
    return judge_exchange_first(&suspended, take, 0).answer == JUDGE_NO;
}

static void mark_news(const comparison *pair, judge_finding *finding)
{
    bool unknown = false;
    judge_pieces old = victims_before(&finding->before, &unknown);
    for (size_t i = 0; i < finding->after.count; i++) {
        judge_threat *threat = &finding->after.threats[i];
        if (threat->status == JUDGE_THREAT_EVEN_TRADE)
            continue;
        if (threat->kind == JUDGE_DIRECT) {
            if (!same_pair_before(&finding->before, threat))
                continue;
            threat->status =
                is_renewed(pair, threat) ? JUDGE_THREAT_RENEWED : JUDGE_THREAT_OLD;
            threat->trader = pair->mover;
        } else if (old) {
            judge_exchange_result fresh = judge_exchange_first(&pair->after, threat->first, old);
            if (fresh.answer == JUDGE_NO)
                threat->status = JUDGE_THREAT_OLD;
            else
                threat->game = fresh;
            threat->victims = fresh.answer == JUDGE_NO ? threat->victims : fresh.victims & ~old;
        }
    }
}

static bool is_new(const judge_threat *threat)
{
    return threat->status == JUDGE_THREAT_NEW || threat->status == JUDGE_THREAT_RENEWED;
}

static judge_answer mate_of(const comparison *pair, const board_position *position, bool barred,
                            judge_line *line, long *nodes)
{
    judge_mate_query query = {.barred = barred ? &pair->after.barred : NULL,
                              .limits = pair->setting->limits.mate,
                              .memo = pair->setting->memo};
    return judge_mate(position, &query, line, nodes);
}

/* 27.3: only advisors and elephants are chased, and O would have mated before the move. */
static bool holds_key_square(const comparison *pair, const judge_finding *finding, long *nodes)
{
    for (size_t i = 0; i < finding->after.count; i++) {
        judge_pieces victims = is_new(&finding->after.threats[i])
                                   ? finding->after.threats[i].victims
                                   : 0;
        for (; victims; victims &= victims - 1) {
            board_kind kind = board_piece_kind((board_piece)__builtin_ctz(victims));
            if (kind != BOARD_ADVISOR && kind != BOARD_ELEPHANT)
                return false;
        }
    }
    if (pair->before.immune)
        return false;
    board_position passed = *pair->start;
    board_pass(&passed);
    return mate_of(pair, &passed, false, NULL, nodes) == JUDGE_YES;
}

/* 28.7: O had a mate before the move and has none after it. */
static bool blocks_mate(const comparison *pair, judge_finding *finding, long *nodes)
{
    if (pair->before.immune || board_piece_kind(pair->mover) == BOARD_KING)
        return false;
    board_position passed = *pair->start;
    board_pass(&passed);
    judge_line stopped;
    if (mate_of(pair, &passed, false, &stopped, nodes) != JUDGE_YES ||
        mate_of(pair, &pair->end, false, NULL, nodes) != JUDGE_NO)
        return false;
    finding->mate = stopped;
    return true;
}

static bool faced_before(const comparison *pair, board_piece q, board_piece target)
{
    return board_piece_attacks(pair->start, q, pair->start->square_of[target]);
}

/* A like pair newly faces each other: offer to exchange if O's taking can be answered, else an
 * offer to be taken. */
static judge_idle_kind offer_of(const comparison *pair, judge_finding *finding)
{
    const judge_base *after = &pair->after;
    for (board_piece q = 0; q < BOARD_PIECES; q++) {
        judge_pieces targets = board_piece_side(q) == pair->side ? after->targets[q] : 0;
        for (; targets; targets &= targets - 1) {
            board_piece target = (board_piece)__builtin_ctz(targets);
            if (board_piece_kind(target) != board_piece_kind(q) ||
                !(after->targets[target] & judge_bit(q)) || faced_before(pair, q, target))
                continue;
            finding->offered = (judge_facing){q, target};
            return after->protectors[q] ? JUDGE_IDLE_EXCHANGE : JUDGE_IDLE_SACRIFICE;
        }
    }
    return JUDGE_IDLE_PLAIN;
}

static judge_idle_kind idle_kind(const comparison *pair, judge_finding *finding, long *nodes)
{
    for (size_t i = 0; i < finding->after.count; i++) {
        const judge_threat *threat = &finding->after.threats[i];
        if (threat->status != JUDGE_THREAT_EVEN_TRADE)
            continue;
        finding->offered =
            (judge_facing){threat->trader, (board_piece)__builtin_ctz(threat->victims)};
        return pair->after.protectors[threat->trader] ? JUDGE_IDLE_EXCHANGE
                                                      : JUDGE_IDLE_SACRIFICE;
    }
    judge_idle_kind offer = offer_of(pair, finding);
    if (offer != JUDGE_IDLE_PLAIN)
        return offer;
    if (blocks_mate(pair, finding, nodes))
        return JUDGE_IDLE_BLOCK;
    judge_pieces attacked = pair->after.targets[pair->mover];
    for (; attacked; attacked &= attacked - 1) {
        board_piece target = (board_piece)__builtin_ctz(attacked);
        if (judge_has_value(judge_value(target, pair->end.square_of[target])) &&
            !faced_before(pair, pair->mover, target))
            finding->followed |= judge_bit(target);
    }
    return finding->followed ? JUDGE_IDLE_FOLLOW : JUDGE_IDLE_PLAIN;
}

static void label_check(const comparison *pair, judge_finding *finding)
{
    board_piece checkers[BOARD_SIDE_PIECES];
    board_square king = pair->end.square_of[board_king(board_other(pair->side))];
    size_t count = board_attackers(&pair->end, pair->side, king, checkers);
    for (size_t i = 0; i < count; i++)
        finding->checkers |= judge_bit(checkers[i]);
    finding->label = JUDGE_CHECK;
}

static judge_label threat_label(const judge_finding *finding)
{
    judge_label label = JUDGE_IDLE;
    for (size_t i = 0; i < finding->after.count; i++) {
        const judge_threat *threat = &finding->after.threats[i];
        if (!is_new(threat))
            continue;
        if (threat->answer == JUDGE_YES)
            return JUDGE_CHASE;
        label = JUDGE_UNDECIDED;
    }
    return label;
}

static void label_quiet(comparison *pair, judge_finding *finding)
{
    long *nodes = &finding->nodes;
    prepare_before(pair, nodes);
    prepare_after(pair, nodes);
    judge_answer mate = mate_of(pair, &pair->after.position, true, &finding->mate, nodes);
    judge_find_threats(&pair->before, &finding->before);
    judge_find_threats(&pair->after, &finding->after);
    mark_news(pair, finding);
    finding->mate_unknown = mate == JUDGE_UNKNOWN;
    finding->label = mate == JUDGE_YES ? JUDGE_KILL : threat_label(finding);
    if (finding->label == JUDGE_CHASE && holds_key_square(pair, finding, nodes)) {
        finding->label = JUDGE_IDLE;
        finding->key_square = true;
    }
    if ((finding->label == JUDGE_KILL || finding->label == JUDGE_CHASE) &&
        pair->setting->clauses.king_evades && finding->king_in_check &&
        board_piece_kind(pair->mover) == BOARD_KING) {
        finding->label = JUDGE_IDLE;
        finding->king_evaded = true;
    }
    if (mate == JUDGE_UNKNOWN && finding->label != JUDGE_KILL)
        finding->label = JUDGE_UNDECIDED;
    if (finding->label == JUDGE_IDLE)
        finding->idle_kind = idle_kind(pair, finding, nodes);
}

void judge_label_move(const board_position *position, board_move move,
                      const judge_setting *setting, judge_finding *finding)
{
    memset(finding, 0, sizeof *finding);
    comparison pair = {.setting = setting,
                       .start = position,
                       .end = *position,
                       .mover = position->piece_at[move.from],
                       .side = position->to_move};
    board_make(&pair.end, move);
    finding->move = move;
    finding->side = pair.side;
    finding->pawns_counted = setting->count_pawns;
    finding->king_in_check = board_in_check(position, pair.side);
    if (board_in_check(&pair.end, board_other(pair.side)))
        label_check(&pair, finding);
    else
        label_quiet(&pair, finding);
}
