/* judge/news.c: which threats a move created (article 29.2, items 2 and 6). */
#include "judge/comparison.h"

static bool counts_as_before(const judge_threat *threat)
{
    return threat->status != JUDGE_THREAT_EVEN_TRADE;
}

/* The same piece won the same piece before by taking it directly. That it could have won it by a
 * run of checks does not make a direct attack old: on an open board a rook nearly always could, and
 * yet it chases. */
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
static bool guards_against(const judge_comparison *pair, board_square square, board_piece target)
{
    return board_piece_attacks(&pair->end, pair->mover, square) &&
           board_piece_attacks(&pair->end, target, square);
}

static bool guards_screen(const judge_comparison *pair, const judge_threat *threat,
                          board_piece target)
{
    if (board_piece_kind(threat->attacker) != BOARD_CANNON)
        return false;
    int from = threat->first.from;
    int to = threat->first.to;
    int step =
        board_rank_of(threat->first.from) == board_rank_of(threat->first.to) ? 1 : BOARD_FILES;
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
static bool needs_mover(const judge_comparison *pair, const judge_threat *threat)
{
    judge_base without = pair->after;
    board_position position = pair->after.position;
    board_remove_piece(&position, pair->mover);
    judge_base_prepare(&without, &position);
    without.frozen |= pair->after.check_frozen;
    judge_find_even_trades(&without);
    return judge_is_no(pair->effort, judge_direct_threat(&without, threat->first));
}

bool judge_mover_guards(const judge_comparison *pair, const judge_threat *threat)
{
    board_piece target = (board_piece)__builtin_ctz(threat->victims);
    return guards_against(pair, threat->first.from, target) || guards_screen(pair, threat, target);
}

static bool takes_part(const judge_comparison *pair, const judge_threat *threat)
{
    return judge_mover_guards(pair, threat) || needs_mover(pair, threat);
}

/* The mover hung before the move, and not only to its like. */
static bool mover_was_attacked(const judge_comparison *pair)
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
static bool is_renewed(const judge_comparison *pair, const judge_threat *threat)
{
    board_piece target = (board_piece)__builtin_ctz(threat->victims);
    if (threat->attacker == pair->mover || !mover_was_attacked(pair) ||
        !(pair->before.targets[threat->attacker] & judge_bit(target)) || !takes_part(pair, threat))
        return false;
    if (rough_value(pair->mover) >= rough_value(target))
        return true;
    judge_base suspended = pair->before;
    suspended.takable |= judge_bit(pair->mover);
    suspended.frozen &= ~judge_bit(pair->mover);
    board_move take = {pair->start->square_of[threat->attacker], pair->start->square_of[target]};
    return judge_is_no(pair->effort, judge_exchange_first(&suspended, take, 0).answer);
}

/* Does S gain in the strict sense, or does the threat only float (an equal piece is lost
 * elsewhere)? */
static bool only_floats(const judge_comparison *pair, const judge_threat *threat)
{
    judge_base strict = pair->after;
    strict.strict = true;
    return judge_is_no(pair->effort, judge_exchange_first(&strict, threat->first, 0).answer);
}

/* A floating threat is new only if it did not even float before: like is compared with like. */
static bool floated_before(const judge_comparison *pair, const judge_threat *threat)
{
    board_piece target = (board_piece)__builtin_ctz(threat->victims);
    board_move take = {pair->start->square_of[threat->attacker], pair->start->square_of[target]};
    judge_base floating = pair->before;
    floating.strict = false;
    return (floating.targets[threat->attacker] & judge_bit(target)) &&
           judge_is_yes(pair->effort, judge_direct_threat(&floating, take)) &&
           only_floats(pair, threat);
}

static void mark_direct(const judge_comparison *pair, const judge_threat_list *before,
                        judge_threat *threat)
{
    const judge_threat *old = same_pair_before(before, threat);
    if (!old && !floated_before(pair, threat))
        return;
    bool renewed = is_renewed(pair, threat);
    threat->status = renewed ? JUDGE_THREAT_RENEWED : JUDGE_THREAT_OLD;
    threat->trader = pair->mover;
    if (!renewed && old && old->answer == JUDGE_UNKNOWN) {
        threat->status = JUDGE_THREAT_NEW; /* it may be: nobody knows whether it stood before */
        threat->answer = JUDGE_UNKNOWN;
    }
}

/* What floating threats before the move would take; `list` is working room. */
static judge_pieces floating_victims(const judge_comparison *pair, judge_threat_list *list,
                                     bool *unknown)
{
    judge_base floating = pair->before;
    floating.strict = false;
    judge_find_threats(&floating, list);
    judge_complete_victims(&floating, list);
    return victims_before(list, unknown);
}

/* A run of checks is new only if it wins something new against every defence. `unknown`: whether
 * all of the old victims really could be taken before, a search that ran out leaves open. */
static void mark_check_line(const judge_comparison *pair, judge_pieces old, bool unknown,
                            judge_threat *threat)
{
    judge_threat_list floating;
    if (only_floats(pair, threat))
        old |= floating_victims(pair, &floating, &unknown);
    if (unknown)
        threat->answer = JUDGE_UNKNOWN;
    if (!old)
        return;
    judge_exchange_result fresh = judge_exchange_first(&pair->after, threat->first, old);
    if (fresh.answer == JUDGE_NO) {
        threat->status = JUDGE_THREAT_OLD;
        pair->effort->doubt = pair->effort->doubt || unknown;
        return;
    }
    threat->game = fresh;
    threat->answer = unknown ? JUDGE_UNKNOWN : fresh.answer;
    threat->victims = fresh.victims & ~old;
}

void judge_mark_news(const judge_comparison *pair, const judge_threat_list *before,
                     judge_threat_list *after)
{
    bool unknown = false;
    judge_pieces old = victims_before(before, &unknown);
    for (size_t i = 0; i < after->count; i++) {
        judge_threat *threat = &after->threats[i];
        if (threat->status == JUDGE_THREAT_EVEN_TRADE)
            continue;
        if (threat->kind == JUDGE_DIRECT)
            mark_direct(pair, before, threat);
        else
            mark_check_line(pair, old, unknown, threat);
    }
}
