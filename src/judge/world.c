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

static bool can_take_back(const board_position *position, board_move take)
{
    board_position taken = *position;
    board_move_list captures;
    board_make(&taken, take);
    board_legal_captures(&taken, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        if (captures.moves[i].to == take.to)
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
    return outranks(target, attacker) || !can_take_back(position, take);
}

/* What the side to move chases. */
static void find_chases(const board_position *position, chase_table *table)
{
    board_move_list captures;
    memset(table, 0, sizeof *table);
    board_legal_captures(position, &captures);
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
 * piece that was chased itself could take, for then the move answers that chase, and a root that
 * it happens to cut is no attack of its own. */
static void find_old_attacks(const board_position *position, chase_table *table)
{
    judge_pieces chased = find_chased(position);
    board_move_list captures;
    find_chases(position, table);
    board_legal_captures(position, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        board_piece attacker = position->piece_at[captures.moves[i].from];
        if (chased & judge_bit(attacker))
            table->chased[attacker] |= judge_bit(position->piece_at[captures.moves[i].to]);
    }
}

static void add_threats(const board_position *again, const chase_table *before,
                        const chase_table *after, judge_finding *finding)
{
    judge_threat_list *list = &finding->after;
    for (board_piece attacker = 0; attacker < BOARD_PIECES; attacker++) {
        for (judge_pieces left = after->chased[attacker]; left; left &= left - 1) {
            board_piece target = (board_piece)__builtin_ctz(left);
            bool old = (before->chased[attacker] & judge_bit(target)) != 0;
            if (list->count == JUDGE_THREATS_MAX)
                return;
            judge_threat *threat = &list->threats[list->count++];
            *threat =
                (judge_threat){.first = {again->square_of[attacker], again->square_of[target]},
                               .attacker = attacker,
                               .victims = judge_bit(target),
                               .status = old ? JUDGE_THREAT_OLD : JUDGE_THREAT_NEW,
                               .trader = BOARD_NO_PIECE,
                               .answer = JUDGE_YES};
            threat->game.answer = JUDGE_YES;
            threat->game.line.count = 1;
            threat->game.line.moves[0] = threat->first;
            threat->game.balance = judge_value(target, threat->first.to);
            if (!old)
                finding->chased |= judge_bit(target);
        }
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
    find_old_attacks(position, &before);
    find_chases(&again, &after);
    add_threats(&again, &before, &after, finding);
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
