/* judge/label.c: naming one move (articles 27-29). */
#include "judge/label.h"

#include <string.h>

#include "judge/comparison.h"
#include "judge/world.h"

judge_limits judge_limits_standard(void)
{
    return (judge_limits){.mate = {5, 20000, 30000},
                          .exchange = {.plies = 16,
                                       .nodes = 60000,
                                       .own_checks = 4,
                                       .other_checks = 2,
                                       .mate = {4, 5000, 0}},
                          .label_nodes = 150000};
}

static judge_answer mate_of(const judge_comparison *pair, const board_position *position,
                            const judge_barred *barred, judge_line *line)
{
    judge_mate_query query = {
        .barred = barred, .limits = pair->setting->limits.mate, .memo = pair->setting->memo};
    return judge_mate(position, &query, line, &pair->effort->nodes);
}

/* Rooks, horses, cannons and crossed pawns of a side, in units. */
static int attacking_force(const board_position *position, board_side side)
{
    int force = 0;
    board_piece base = board_king(side);
    for (int slot = board_kind_first_slot(BOARD_HORSE); slot < BOARD_SIDE_PIECES; slot++) {
        board_square square = position->square_of[base + slot];
        if (square == BOARD_NO_SQUARE)
            continue;
        judge_balance value = judge_value((board_piece)(base + slot), square);
        force += value.units + value.pawns;
    }
    return force;
}

/* Only advisors and elephants are newly chased, and only by the piece that moved. */
static bool chases_guards_in_passing(const judge_comparison *pair, const judge_finding *finding)
{
    for (size_t i = 0; i < finding->after.count; i++) {
        const judge_threat *threat = &finding->after.threats[i];
        if (!judge_is_new(threat))
            continue;
        if (threat->attacker != pair->mover)
            return false;
        for (judge_pieces victims = threat->victims; victims; victims &= victims - 1) {
            board_kind kind = board_piece_kind((board_piece)__builtin_ctz(victims));
            if (kind != BOARD_ADVISOR && kind != BOARD_ELEPHANT)
                return false;
        }
    }
    return true;
}

/* 27.3: a piece of the weaker side, who holds, takes a point where it stops a mate, and in passing
 * attacks advisors or elephants. Whether the draw that it holds is plain is for the arbiter. */
static bool holds_key_square(const judge_comparison *pair, const judge_finding *finding)
{
    board_side other = board_other(pair->side);
    if (pair->before.immune || board_piece_kind(pair->mover) == BOARD_KING ||
        attacking_force(&pair->end, pair->side) >= attacking_force(&pair->end, other) ||
        !chases_guards_in_passing(pair, finding))
        return false;
    board_position passed = *pair->start;
    board_pass(&passed);
    return judge_is_yes(pair->effort, mate_of(pair, &passed, NULL, NULL)) &&
           judge_is_no(pair->effort, mate_of(pair, &pair->end, NULL, NULL));
}

/* 28.7: O had a mate before the move and has none after it. */
static bool blocks_mate(const judge_comparison *pair, judge_finding *finding)
{
    if (pair->before.immune || board_piece_kind(pair->mover) == BOARD_KING)
        return false;
    board_position passed = *pair->start;
    board_pass(&passed);
    judge_line stopped;
    if (!judge_is_yes(pair->effort, mate_of(pair, &passed, NULL, &stopped)) ||
        !judge_is_no(pair->effort, mate_of(pair, &pair->end, NULL, NULL)))
        return false;
    finding->mate = stopped;
    return true;
}

static bool faced_before(const judge_comparison *pair, board_piece q, board_piece target)
{
    return board_piece_attacks(pair->start, q, pair->start->square_of[target]);
}

/* A like pair newly faces each other: offer to exchange if O's taking can be answered, else an
 * offer to be taken. Of several an exchange counts first. */
static judge_idle_kind offer_of(const judge_comparison *pair, judge_finding *finding)
{
    const judge_base *after = &pair->after;
    judge_idle_kind offer = JUDGE_IDLE_PLAIN;
    for (board_piece q = 0; q < BOARD_PIECES; q++) {
        judge_pieces targets = board_piece_side(q) == pair->side ? after->targets[q] : 0;
        for (; targets; targets &= targets - 1) {
            board_piece target = (board_piece)__builtin_ctz(targets);
            if (board_piece_kind(target) != board_piece_kind(q) ||
                !(after->targets[target] & judge_bit(q)) || faced_before(pair, q, target))
                continue;
            if (offer == JUDGE_IDLE_PLAIN || after->protectors[q])
                finding->offered = (judge_facing){q, target};
            if (after->protectors[q])
                return JUDGE_IDLE_EXCHANGE;
            offer = JUDGE_IDLE_SACRIFICE;
        }
    }
    return offer;
}

/* Did an even trade strike out the same threat before the move? */
static bool was_struck_out(const judge_finding *finding, const judge_threat *threat)
{
    for (size_t i = 0; i < finding->before.count; i++) {
        const judge_threat *old = &finding->before.threats[i];
        if (old->status == JUDGE_THREAT_EVEN_TRADE && old->attacker == threat->attacker &&
            old->victims == threat->victims)
            return true;
    }
    return false;
}

/* Does an even trade strike out a threat on this piece that it did not before the move? Pieces that
 * have faced each other all along offer nothing. */
static bool is_struck_out(const judge_finding *finding, board_piece target)
{
    for (size_t i = 0; i < finding->after.count; i++) {
        const judge_threat *threat = &finding->after.threats[i];
        if (threat->status == JUDGE_THREAT_EVEN_TRADE && (threat->victims & judge_bit(target)) &&
            !was_struck_out(finding, threat))
            return true;
    }
    return false;
}

/* The same for what even trades struck out of the threats. */
static judge_idle_kind trade_of(const judge_comparison *pair, judge_finding *finding)
{
    const judge_barred *barred = &pair->after.barred;
    judge_idle_kind trade = JUDGE_IDLE_PLAIN;
    for (size_t i = 0; i < barred->count; i++) {
        board_piece trader = barred->captures[i].attacker;
        board_piece target = barred->captures[i].target;
        bool exchange = pair->after.protectors[trader] != 0;
        if (!is_struck_out(finding, target))
            continue;
        if (trade == JUDGE_IDLE_PLAIN || exchange)
            finding->offered = (judge_facing){trader, target};
        if (exchange)
            return JUDGE_IDLE_EXCHANGE;
        trade = JUDGE_IDLE_SACRIFICE;
    }
    return trade;
}

static judge_idle_kind idle_kind(const judge_comparison *pair, judge_finding *finding)
{
    judge_idle_kind offer = trade_of(pair, finding);
    if (offer == JUDGE_IDLE_PLAIN)
        offer = offer_of(pair, finding);
    if (offer != JUDGE_IDLE_PLAIN)
        return offer;
    if (blocks_mate(pair, finding))
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

static void label_check(const board_position *end, judge_finding *finding)
{
    board_piece checkers[BOARD_SIDE_PIECES];
    board_square king = end->square_of[board_king(end->to_move)];
    size_t count = board_attackers(end, board_other(end->to_move), king, checkers);
    for (size_t i = 0; i < count; i++)
        finding->checkers |= judge_bit(checkers[i]);
    finding->label = JUDGE_CHECK;
    finding->possible = 1u << JUDGE_CHECK;
}

static judge_label threat_label(const judge_finding *finding)
{
    judge_label label = JUDGE_IDLE;
    for (size_t i = 0; i < finding->after.count; i++) {
        const judge_threat *threat = &finding->after.threats[i];
        if (!judge_is_new(threat))
            continue;
        if (threat->answer == JUDGE_YES)
            return JUDGE_CHASE;
        label = JUDGE_UNDECIDED;
    }
    return label;
}

/* The exceptions that make an attack idle: 27.3, and the king's step out of check. */
static void apply_exceptions(const judge_comparison *pair, judge_finding *finding)
{
    if (finding->label == JUDGE_CHASE && holds_key_square(pair, finding)) {
        finding->label = JUDGE_IDLE;
        finding->key_square = true;
    }
    bool may_attack = finding->label != JUDGE_IDLE || finding->mate_unknown || pair->effort->doubt;
    if (may_attack && pair->setting->clauses.king_evades && finding->king_in_check &&
        board_piece_kind(pair->mover) == BOARD_KING) {
        finding->label = JUDGE_IDLE;
        finding->king_evaded = true;
    }
}

/* What the label may be; undecided where a search that ran out leaves a choice. The king's step out
 * of check stands whatever else is in doubt. */
static void name_possible(const judge_comparison *pair, judge_finding *finding)
{
    finding->possible = 1u << finding->label;
    if (finding->king_evaded)
        return;
    if (finding->label == JUDGE_UNDECIDED)
        finding->possible = 0;
    if (finding->label == JUDGE_UNDECIDED || pair->effort->doubt)
        finding->possible |= 1u << JUDGE_CHASE | 1u << JUDGE_IDLE;
    if (finding->mate_unknown)
        finding->possible |= 1u << JUDGE_KILL;
    if (finding->possible & (finding->possible - 1))
        finding->label = JUDGE_UNDECIDED;
}

/* A chase is light if all its new threats are. */
static void weigh(const judge_comparison *pair, judge_finding *finding)
{
    finding->light = true;
    for (size_t i = 0; i < finding->after.count; i++) {
        judge_threat *threat = &finding->after.threats[i];
        if (!judge_is_new(threat))
            continue;
        threat->light = judge_is_light(pair, threat);
        pair->effort->doubt = pair->effort->doubt || threat->answer == JUDGE_UNKNOWN;
        finding->light = finding->light && threat->light;
    }
}

/* Chase or idle, by the threats before and after the move. */
static void compare_threats(judge_comparison *pair, judge_finding *finding)
{
    judge_find_threats(&pair->before, &finding->before);
    judge_find_threats(&pair->after, &finding->after);
    if (finding->after.count > 0)
        judge_complete_victims(&pair->before, &finding->before);
    judge_mark_news(pair, &finding->before, &finding->after);
    if (finding->label != JUDGE_KILL)
        finding->label = threat_label(finding);
    apply_exceptions(pair, finding);
    if (pair->setting->clauses.weigh_two_forbidden && finding->label == JUDGE_CHASE)
        weigh(pair, finding);
}

/* Does S threaten mate? Where it is in doubt which captures even trades bar, a mate is certain only
 * if it needs none that could be barred, and no mate only if barring none would give one. */
static judge_answer threatens_mate(judge_comparison *pair, judge_line *line)
{
    const board_position *position = &pair->after.position;
    judge_answer answer = mate_of(pair, position, &pair->after.barred, line);
    if (!pair->effort->doubt || answer == JUDGE_UNKNOWN)
        return answer;
    judge_barred most;
    if (answer == JUDGE_YES && !judge_find_like_captures(&pair->after, &most))
        return JUDGE_UNKNOWN;
    judge_line other;
    judge_answer checked = mate_of(pair, position, answer == JUDGE_YES ? &most : NULL, &other);
    return checked == answer ? answer : JUDGE_UNKNOWN;
}

static void label_quiet(const board_position *position, board_move move,
                        const judge_setting *setting, judge_finding *finding)
{
    judge_effort effort = {0};
    judge_comparison pair;
    judge_compare(&pair, position, move, setting, &effort);
    judge_answer mate = threatens_mate(&pair, &finding->mate);
    finding->mate_unknown = mate == JUDGE_UNKNOWN;
    finding->label = mate == JUDGE_YES ? JUDGE_KILL : JUDGE_IDLE;
    compare_threats(&pair, finding);
    if (finding->label == JUDGE_KILL)
        effort.doubt = false; /* a mate rests on none of the threats */
    name_possible(&pair, finding);
    if (finding->label == JUDGE_IDLE)
        finding->idle_kind = idle_kind(&pair, finding);
    finding->doubt = effort.doubt || finding->mate_unknown;
    finding->nodes = effort.nodes;
}

void judge_label_move(const board_position *position, board_move move, const judge_setting *setting,
                      judge_finding *finding)
{
    memset(finding, 0, sizeof *finding);
    board_position end = *position;
    board_make(&end, move);
    finding->move = move;
    finding->side = position->to_move;
    finding->pawns_counted = setting->count_pawns;
    finding->king_in_check = board_in_check(position, position->to_move);
    if (board_in_check(&end, end.to_move))
        label_check(&end, finding);
    else if (setting->clauses.world_chase)
        judge_world_label(position, move, setting, finding);
    else
        label_quiet(position, move, setting, finding);
}
