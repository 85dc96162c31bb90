/*
 * judge/world.c: labels under the world rules, where a chase is an attack on one piece kept up, not
 * a forced gain: the capture must be legal, the target without a root that can really take back.
 */
#include "judge/world.h"

#include <string.h>

/* The attack of each piece on each piece: [attacker] holds a bit for each piece it chases. */
typedef struct chase_table {
    judge_pieces chased[BOARD_PIECES];
} chase_table;

static bool is_stronger(board_piece target, board_piece attacker)
{
    static const int strength[BOARD_KINDS] = {0, 1, 1, 2, 3, 2, 0};
    return strength[board_piece_kind(target)] > strength[board_piece_kind(attacker)];
}

/* A target chased even if it has a root: a rook by horse or cannon, anything stronger by advisor
 * or elephant. */
static bool outranks(board_piece target, board_piece attacker)
{
    switch (board_piece_kind(attacker)) {
    case BOARD_ADVISOR:
    case BOARD_ELEPHANT:
    case BOARD_HORSE:
    case BOARD_CANNON:
        return is_stronger(target, attacker);
    default:
        return false;
    }
}

/* The first legal capture that takes back; false if there is none. */
static bool find_taking_back(const board_position *position, board_move take, board_move *back)
{
    board_position taken = *position;
    board_move_list captures;
    board_make(&taken, take);
    board_legal_captures(&taken, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        if (captures.moves[i].to != take.to)
            continue;
        *back = captures.moves[i];
        return true;
    }
    return false;
}

/* Like pieces that can take each other offer an exchange; a pinned one cannot. */
static bool can_trade(const board_position *position, board_move take)
{
    board_position passed = *position;
    board_pass(&passed);
    return board_is_legal(&passed, (board_move){take.to, take.from});
}

static bool is_chase(const board_position *position, board_move take)
{
    board_piece attacker = position->piece_at[take.from];
    board_piece target = position->piece_at[take.to];
    board_kind kind = board_piece_kind(attacker);
    if (kind == BOARD_KING || kind == BOARD_PAWN || !judge_has_value(judge_value(target, take.to)))
        return false;
    if (kind == board_piece_kind(target) && can_trade(position, take))
        return false;
    board_move back;
    return outranks(target, attacker) || !find_taking_back(position, take, &back);
}

/* The captures of the side to move. A king that stands in check does not make an attack new by
 * answering it, so there the check is not asked. */
static void list_captures(const board_position *position, board_move_list *captures)
{
    bool in_check = board_in_check(position, position->to_move);
    board_generate(position, BOARD_CAPTURES | (in_check ? BOARD_IGNORE_OWN_CHECK : 0u), captures);
}

/* What the side to move chases. */
static void find_chases(const board_position *position, chase_table *table)
{
    board_move_list captures;
    memset(table, 0, sizeof *table);
    list_captures(position, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        board_move take = captures.moves[i];
        if (is_chase(position, take))
            table->chased[position->piece_at[take.from]] |= judge_bit(position->piece_at[take.to]);
    }
}

/* The pieces of the side to move that the other side chases. */
static judge_pieces find_chased(const board_position *position)
{
    chase_table table;
    board_position passed = *position;
    judge_pieces chased = 0;
    board_pass(&passed);
    find_chases(&passed, &table);
    for (board_piece attacker = 0; attacker < BOARD_PIECES; attacker++)
        chased |= table.chased[attacker];
    return chased;
}

/* What was attacked before the move and is not newly chased after it: what was chased; and what a
 * piece that was chased itself and is no longer could take, for then the move answers that chase,
 * and a root that it happens to cut is no attack of its own. */
static void find_old_attacks(const board_position *position, const board_position *again,
                             chase_table *table)
{
    judge_pieces chased = find_chased(position) & ~find_chased(again);
    board_move_list captures;
    find_chases(position, table);
    list_captures(position, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        board_piece attacker = position->piece_at[captures.moves[i].from];
        if (chased & judge_bit(attacker))
            table->chased[attacker] |= judge_bit(position->piece_at[captures.moves[i].to]);
    }
}

static judge_threat chase_of(const board_position *position, board_piece attacker,
                             board_piece target, judge_threat_status status)
{
    judge_threat threat = {.first = {position->square_of[attacker], position->square_of[target]},
                           .attacker = attacker,
                           .victims = judge_bit(target),
                           .status = status,
                           .trader = BOARD_NO_PIECE,
                           .answer = JUDGE_YES};
    threat.game.answer = JUDGE_YES;
    threat.game.line.count = 1;
    threat.game.line.moves[0] = threat.first;
    threat.game.balance = judge_value(target, threat.first.to);
    return threat;
}

/* Lists the chases of the side to move, those that stand in `old` marked as old; returns the pieces
 * that are newly chased. */
static judge_pieces list_chases(const board_position *position, const chase_table *chases,
                                const chase_table *old, judge_threat_list *list)
{
    judge_pieces fresh = 0;
    for (board_piece attacker = 0; attacker < BOARD_PIECES; attacker++) {
        for (judge_pieces left = chases->chased[attacker]; left; left &= left - 1) {
            board_piece target = (board_piece)__builtin_ctz(left);
            bool is_old = old && (old->chased[attacker] & judge_bit(target)) != 0;
            if (list->count == JUDGE_THREATS_MAX)
                return fresh;
            list->threats[list->count++] =
                chase_of(position, attacker, target, is_old ? JUDGE_THREAT_OLD : JUDGE_THREAT_NEW);
            if (!is_old)
                fresh |= judge_bit(target);
        }
    }
    return fresh;
}

/* Why the capture of something of value is no chase, with the taking back that excuses it. */
static judge_threat excused(const board_position *again, board_move take)
{
    board_piece attacker = again->piece_at[take.from];
    board_piece target = again->piece_at[take.to];
    board_kind kind = board_piece_kind(attacker);
    board_move back;
    judge_threat capture = {.first = take,
                            .attacker = attacker,
                            .victims = judge_bit(target),
                            .status = JUDGE_THREAT_REFUTED,
                            .trader = BOARD_NO_PIECE,
                            .answer = JUDGE_NO};
    capture.game.answer = JUDGE_NO;
    capture.game.line.moves[capture.game.line.count++] = take;
    capture.game.balance = judge_value(target, take.to);
    if (kind == BOARD_KING || kind == BOARD_PAWN) {
        capture.status = JUDGE_THREAT_UNCOUNTED;
    } else if (kind == board_piece_kind(target) && can_trade(again, take)) {
        capture.status = JUDGE_THREAT_EVEN_TRADE;
        capture.trader = attacker;
    } else if (find_taking_back(again, take, &back)) {
        capture.game.line.moves[capture.game.line.count++] = back;
        capture.game.balance = judge_balance_add(
            capture.game.balance, judge_balance_negate(judge_value(attacker, take.to)));
    }
    return capture;
}

/* Captures that look like chases and are none, for the evidence. */
static void add_excused(const board_position *again, const chase_table *chases,
                        judge_threat_list *list)
{
    board_move_list captures;
    board_legal_captures(again, &captures);
    for (size_t i = 0; i < captures.count && list->refuted_count < JUDGE_REFUTED_MAX; i++) {
        board_move take = captures.moves[i];
        board_piece target = again->piece_at[take.to];
        bool chased = (chases->chased[again->piece_at[take.from]] & judge_bit(target)) != 0;
        if (!chased && judge_has_value(judge_value(target, take.to)))
            list->refuted[list->refuted_count++] = excused(again, take);
    }
}

void judge_world_label(const board_position *position, board_move move,
                       const judge_setting *setting, judge_finding *finding)
{
    board_position again = *position;
    board_make(&again, move);
    board_pass(&again);
    chase_table before;
    chase_table after;
    find_chases(position, &before);
    list_chases(position, &before, NULL, &finding->before);
    find_old_attacks(position, &again, &before);
    find_chases(&again, &after);
    finding->chased = list_chases(&again, &after, &before, &finding->after);
    add_excused(&again, &after, &finding->after);
    judge_mate_query query = {.limits = setting->limits.mate, .memo = setting->memo};
    judge_answer mate = judge_mate(&again, &query, &finding->mate, &finding->nodes);
    finding->mate_unknown = mate == JUDGE_UNKNOWN;
    if (finding->chased)
        finding->label = JUDGE_CHASE;
    else if (mate == JUDGE_UNKNOWN)
        finding->label = JUDGE_UNDECIDED;
    else
        finding->label = mate == JUDGE_YES ? JUDGE_KILL : JUDGE_IDLE;
    finding->possible = finding->label == JUDGE_UNDECIDED ? 1u << JUDGE_KILL | 1u << JUDGE_IDLE
                                                          : 1u << finding->label;
}
