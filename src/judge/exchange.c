/* judge/exchange.c: the exchange game played out (articles 28.3, 28.16, 29). */
#include "judge/exchange.h"

#include "judge/memo.h"

enum {
    PATH_MAX = 80,
    PLIES_MAX = PATH_MAX - 2,
    COLLECT_NODES = 20000 /* for S's other ways of winning; if they do not suffice: doubt */
};

/* What has happened in the line so far. */
typedef struct line_state {
    judge_balance balance;
    judge_pieces moved;
    judge_pieces captors;     /* pieces that took something in the line */
    judge_pieces victims;     /* taken by S */
    judge_pieces first_gain;  /* of these, taken up to the first gain */
    board_square last_square; /* the ply just made took on this square */
    uint8_t own_checks;
    uint8_t other_checks;
    bool compensated; /* O took something */
    bool elsewhere;   /* ... only at once after S's captures and on other squares */
} line_state;

typedef struct exchange {
    const judge_base *base;
    board_position position;
    judge_pieces old;
    bool mate_unknown; /* the search for a mate ran out somewhere */
    bool ran_out;      /* this search did */
    bool collects;     /* S's other winning captures are played out too, for their victims */
    long nodes;
    long node_limit;
    int ply;
    uint64_t serial;
    bool path_matters; /* a result below rests on the path or on the depth */
    uint64_t path[PATH_MAX];
} exchange;

static judge_exchange_result own_turn(exchange *game, const line_state *state);
static judge_exchange_result other_turn(exchange *game, const line_state *state);

static judge_exchange_result ended(judge_answer answer, const line_state *state, judge_line_end end)
{
    judge_exchange_result result;
    result.answer = answer;
    result.victims = state->first_gain ? state->first_gain : state->victims;
    result.line.count = 0;
    result.line.cut = false;
    result.end = end;
    result.balance = state->balance;
    return result;
}

static bool protector_lost(const judge_base *base, const board_position *position,
                           board_piece target)
{
    judge_pieces left = base->protectors[target];
    while (left) {
        board_piece protector = (board_piece)__builtin_ctz(left);
        left &= left - 1;
        if (!board_piece_attacks(position, protector, position->square_of[target]))
            return true;
    }
    return false;
}

/* Captures that the line itself made possible or worth making; independent ones never mix in. */
static bool brought_about(const exchange *game, const line_state *state, board_piece attacker,
                          board_piece target)
{
    const judge_base *base = game->base;
    if ((state->moved & (judge_bit(attacker) | judge_bit(target))) ||
        !(base->targets[attacker] & judge_bit(target)) || (base->takable & judge_bit(target)))
        return true;
    return protector_lost(base, &game->position, target);
}

static bool is_frozen(const exchange *game, const line_state *state, board_piece target)
{
    return (game->base->frozen & ~state->moved & judge_bit(target)) != 0;
}

/* Is what S has by now enough? A gain; or, where that may pass, anything but a loss if O was only
 * paid elsewhere (figure 8.22: even a crossed pawn against a piece floats). */
static bool good_balance(const exchange *game, const line_state *state)
{
    bool good = judge_is_gain(state->balance);
    if (!good && !game->base->strict && state->compensated && state->elsewhere)
        good = !judge_is_loss(state->balance);
    if (good && game->old)
        good = (state->first_gain & ~game->old) != 0;
    return good;
}

static bool is_helper(board_piece piece)
{
    board_kind kind = board_piece_kind(piece);
    return kind != BOARD_PAWN && kind != BOARD_KING;
}

/* Can S's piece take there legally? A pinned piece helps nobody. */
static bool can_take(const judge_base *base, const board_position *position, board_piece piece,
                     board_square square)
{
    board_move take = {position->square_of[piece], square};
    return base->immune || position->to_move != base->side || board_is_legal(position, take);
}

static bool has_helper(const judge_base *base, const board_position *position, board_move move,
                       bool first)
{
    board_piece attackers[BOARD_SIDE_PIECES];
    board_piece target = position->piece_at[move.to];
    size_t count = board_attackers(position, base->side, move.to, attackers);
    for (size_t i = 0; i < count; i++) {
        board_piece helper = attackers[i];
        if (helper == position->piece_at[move.from] || !is_helper(helper) ||
            !can_take(base, position, helper, move.to))
            continue;
        bool newly = helper == base->mover || base->mover == BOARD_NO_PIECE ||
                     !(base->attacked_before[target] & judge_bit(helper));
        if (!first || newly)
            return true;
    }
    return false;
}

judge_balance judge_capture_score(const judge_base *base, const board_position *position,
                                  board_move move, board_square last_square, bool first)
{
    board_piece attacker = position->piece_at[move.from];
    board_piece target = position->piece_at[move.to];
    if (target == BOARD_NO_PIECE)
        return (judge_balance){0, 0, 0};
    judge_balance value = judge_value(target, move.to);
    if (board_piece_side(attacker) != base->side)
        return judge_balance_negate(value);
    board_kind kind = board_piece_kind(attacker);
    if (is_helper(attacker) || move.to == last_square ||
        (kind == BOARD_PAWN && base->count_pawns) || has_helper(base, position, move, first))
        return value;
    return (judge_balance){0, 0, 0};
}

static unsigned own_flags(const judge_base *base)
{
    return base->immune ? BOARD_IGNORE_OWN_CHECK : BOARD_ALL_MOVES;
}

static bool own_in_check(const exchange *game)
{
    return !game->base->immune && board_in_check(&game->position, game->base->side);
}

static bool repeats(const exchange *game)
{
    for (int i = 0; i < game->ply; i++) {
        if (game->path[i] == game->position.key)
            return true;
    }
    return false;
}

/* The state after a move that is about to be made in the present position. */
static line_state state_after(const exchange *game, const line_state *state, board_move move,
                              bool first)
{
    const judge_base *base = game->base;
    const board_position *position = &game->position;
    board_piece piece = position->piece_at[move.from];
    board_piece target = position->piece_at[move.to];
    line_state next = *state;
    next.moved |= judge_bit(piece);
    next.last_square = BOARD_NO_SQUARE;
    if (target == BOARD_NO_PIECE)
        return next;
    judge_balance score = judge_capture_score(base, position, move, state->last_square, first);
    next.balance = judge_balance_add(state->balance, score);
    next.last_square = move.to;
    next.captors |= judge_bit(piece);
    if (board_piece_side(piece) == base->side) {
        if (judge_has_value(score))
            next.victims |= judge_bit(target);
        if (!next.first_gain && judge_is_gain(next.balance))
            next.first_gain = next.victims;
    } else if (judge_has_value(score)) {
        bool elsewhere = state->last_square != BOARD_NO_SQUARE && state->last_square != move.to &&
                         !(state->captors & judge_bit(target));
        next.elsewhere = elsewhere && (state->elsewhere || !state->compensated);
        next.compensated = true;
    }
    return next;
}

/* Everything that the game from here on depends on, but for the path and the depth. */
static uint64_t state_key(const exchange *game, const line_state *state)
{
    uint64_t key = game->position.key + game->serial * UINT64_C(0x9E3779B97F4A7C15);
    for (judge_pieces left = state->moved; left; left &= left - 1) {
        board_piece piece = (board_piece)__builtin_ctz(left);
        key = judge_mix(key + piece * 256u + game->position.square_of[piece]);
    }
    uint64_t balance = (uint8_t)state->balance.units;
    balance = balance << 8 | (uint8_t)state->balance.pawns;
    balance = balance << 8 | (uint8_t)state->balance.rooks;
    balance = balance << 8 | state->last_square;
    balance = balance << 8 | state->own_checks;
    balance = balance << 8 | state->other_checks;
    balance = balance << 1 | state->compensated;
    balance = balance << 1 | state->elsewhere;
    key = judge_mix(key ^ balance);
    key = judge_mix(key ^ ((uint64_t)state->captors << 32 | state->victims));
    return judge_mix(key ^ state->first_gain);
}

static judge_exchange_result remembered_turn(exchange *game, const line_state *state, bool own)
{
    judge_memo *memo = game->base->memo;
    uint64_t place = state_key(game, state);
    uint64_t key = judge_memo_key(memo, place);
    judge_exchange_slot *slot = &memo->exchanges[place % memo->exchange_count];
    if (slot->key == key)
        return slot->result;
    bool above = game->path_matters;
    game->path_matters = false;
    judge_exchange_result result = own ? own_turn(game, state) : other_turn(game, state);
    if (result.answer == JUDGE_YES || !game->path_matters) {
        slot->key = key;
        slot->result = result;
    }
    game->path_matters |= above;
    return result;
}

/* A check that takes nothing is counted, so that a line cannot check for ever. */
static void count_check(const exchange *game, line_state *state, board_move move, bool own)
{
    bool quiet = state->last_square != move.to;
    if (!quiet || !board_in_check(&game->position, game->position.to_move))
        return;
    if (own)
        state->own_checks++;
    else
        state->other_checks++;
}

static judge_exchange_result play(exchange *game, const line_state *state, board_move move,
                                  bool own, bool first)
{
    line_state next = state_after(game, state, move, first);
    game->path[game->ply++] = game->position.key;
    board_undo undo = board_make(&game->position, move);
    count_check(game, &next, move, own);
    judge_exchange_result result;
    if (repeats(game)) {
        game->path_matters = true;
        result = ended(JUDGE_NO, &next, JUDGE_END_REPETITION);
    } else {
        result = remembered_turn(game, &next, !own);
    }
    board_unmake(&game->position, &undo);
    game->ply--;
    judge_line_prepend(&result.line, move, &result.line);
    return result;
}

static bool own_may_play(const exchange *game, const line_state *state, board_move move)
{
    const judge_base *base = game->base;
    board_piece piece = game->position.piece_at[move.from];
    board_piece target = game->position.piece_at[move.to];
    if (judge_is_barred(&base->barred, &game->position, move) || (base->still & judge_bit(piece)) ||
        (target != BOARD_NO_PIECE && (base->bystanders & judge_bit(piece))))
        return false;
    if (target != BOARD_NO_PIECE && judge_has_value(judge_value(target, move.to))) {
        if (move.to == state->last_square)
            return true;
        return !is_frozen(game, state, target) && brought_about(game, state, piece, target);
    }
    return state->own_checks < base->limits.own_checks &&
           (target == BOARD_NO_PIECE || board_gives_check(&game->position, move));
}

static bool other_may_play(const exchange *game, const line_state *state, board_move move)
{
    board_piece piece = game->position.piece_at[move.from];
    board_piece target = game->position.piece_at[move.to];
    if (target == BOARD_NO_PIECE)
        return state->other_checks < game->base->limits.other_checks;
    if (move.to == state->last_square)
        return true;
    return !is_frozen(game, state, target) &&
           (brought_about(game, state, piece, target) || board_gives_check(&game->position, move));
}

static judge_answer own_mate(exchange *game, judge_line *line)
{
    judge_mate_query query = {.barred = &game->base->barred,
                              .attacker_immune = game->base->immune,
                              .limits = game->base->limits.mate,
                              .memo = game->base->memo};
    judge_answer answer = judge_mate(&game->position, &query, line, &game->base->effort->nodes);
    game->mate_unknown = game->mate_unknown || answer == JUDGE_UNKNOWN;
    return answer;
}

static judge_answer other_mate(exchange *game, judge_line *line)
{
    if (game->base->immune || game->base->other_mate_ignored)
        return JUDGE_NO;
    judge_mate_query query = {.limits = game->base->limits.mate, .memo = game->base->memo};
    judge_answer answer = judge_mate(&game->position, &query, line, &game->base->effort->nodes);
    game->mate_unknown = game->mate_unknown || answer == JUDGE_UNKNOWN;
    return answer;
}

static bool out_of_nodes(exchange *game)
{
    judge_effort *effort = game->base->effort;
    effort->nodes++;
    game->nodes++;
    bool out = game->nodes > game->node_limit || (effort->limit && effort->nodes > effort->limit);
    game->ran_out = game->ran_out || out;
    return out;
}

/* What is asked of a side first: all moves if it is in check, else its captures. */
static void first_moves(const exchange *game, unsigned flags, bool in_check, board_move_list *moves)
{
    board_generate(&game->position, in_check ? flags : flags | BOARD_CAPTURES, moves);
}

/* What is asked of a side not in check besides: its checks. Without any it cannot mate either. */
static void checks_of(const exchange *game, unsigned flags, board_move_list *checks)
{
    board_generate(&game->position, flags | BOARD_CHECKS, checks);
}

/* Adds one more way of winning to the first that was found. */
static void add_way(judge_exchange_result *best, const judge_exchange_result *way)
{
    judge_pieces victims = way->victims;
    if (best->answer == JUDGE_YES)
        victims |= best->victims;
    else
        *best = *way;
    best->victims = victims;
}

/* Tries S's moves of one sort; stops at the first that wins, unless all victims are asked for.
 * *best keeps the line to show. */
static bool own_move_wins(exchange *game, const line_state *state, bool in_check, bool quiet,
                          const board_move_list *moves, judge_exchange_result *best)
{
    for (size_t i = 0; i < moves->count; i++) {
        board_move move = moves->moves[i];
        if ((game->position.piece_at[move.to] == BOARD_NO_PIECE) != quiet)
            continue;
        if (in_check ? judge_is_barred(&game->base->barred, &game->position, move)
                     : !own_may_play(game, state, move))
            continue;
        judge_exchange_result result = play(game, state, move, true, false);
        bool shows_more = best->answer == JUDGE_NO && best->line.count == 0;
        if (result.answer == JUDGE_YES)
            add_way(best, &result);
        else if (best->answer != JUDGE_YES && (result.answer == JUDGE_UNKNOWN || shows_more))
            *best = result;
        if (result.answer == JUDGE_YES && !game->collects)
            return true;
    }
    return best->answer == JUDGE_YES;
}

static bool own_mate_wins(exchange *game, const line_state *state, judge_exchange_result *best)
{
    judge_line mate;
    judge_answer mates = own_mate(game, &mate);
    if (mates == JUDGE_NO)
        return false;
    *best = ended(mates, state, JUDGE_END_MATE);
    best->line = mate;
    return mates == JUDGE_YES;
}

static judge_exchange_result own_turn(exchange *game, const line_state *state)
{
    bool in_check = own_in_check(game);
    judge_exchange_result best = ended(JUDGE_NO, state, JUDGE_END_BALANCE);
    if (!in_check && good_balance(game, state))
        return ended(JUDGE_YES, state, JUDGE_END_BALANCE);
    if (out_of_nodes(game))
        return ended(JUDGE_UNKNOWN, state, JUDGE_END_LIMIT);
    if (game->ply >= game->base->limits.plies || game->ply >= PLIES_MAX) {
        game->path_matters = true;
        return ended(JUDGE_NO, state, JUDGE_END_LIMIT);
    }
    board_move_list moves;
    first_moves(game, own_flags(game->base), in_check, &moves);
    if (in_check && moves.count == 0) {
        bool ignored = game->base->other_mate_ignored && good_balance(game, state);
        return ended(ignored ? JUDGE_YES : JUDGE_NO, state, JUDGE_END_MATED);
    }
    if (own_move_wins(game, state, in_check, false, &moves, &best))
        return best;
    if (!in_check)
        checks_of(game, own_flags(game->base), &moves);
    if (moves.count > 0 && !own_mate_wins(game, state, &best))
        own_move_wins(game, state, in_check, true, &moves, &best);
    return best;
}

/* S's gain comes to nothing if O mates (29.4). */
static judge_exchange_result other_mates(exchange *game, const line_state *state)
{
    judge_line mate;
    judge_answer mates = other_mate(game, &mate);
    judge_exchange_result result = ended(judge_not(mates), state, JUDGE_END_BALANCE);
    if (mates == JUDGE_YES) {
        result.end = JUDGE_END_MATED;
        result.line = mate;
    }
    return result;
}

/* Adds O's answer to what was found so far: victims over all defences, the longest line. */
static void gather(judge_exchange_result *all, const judge_exchange_result *result)
{
    judge_pieces victims = all->victims | result->victims;
    if (all->answer != JUDGE_UNKNOWN &&
        (result->answer == JUDGE_UNKNOWN || result->line.count > all->line.count))
        *all = *result;
    all->victims = victims;
}

/* Tries O's moves of one sort; false as soon as one refutes, with the refutation in *all. */
static bool other_moves_met(exchange *game, const line_state *state, bool in_check, bool quiet,
                            const board_move_list *moves, judge_exchange_result *all)
{
    for (size_t i = 0; i < moves->count; i++) {
        board_move move = moves->moves[i];
        if ((game->position.piece_at[move.to] == BOARD_NO_PIECE) != quiet ||
            (!in_check && !other_may_play(game, state, move)))
            continue;
        judge_exchange_result result = play(game, state, move, false, false);
        if (result.answer == JUDGE_NO) {
            *all = result;
            return false;
        }
        gather(all, &result);
    }
    return true;
}

static judge_exchange_result other_turn(exchange *game, const line_state *state)
{
    bool in_check = board_in_check(&game->position, game->position.to_move);
    if (out_of_nodes(game))
        return ended(JUDGE_UNKNOWN, state, JUDGE_END_LIMIT);
    if (!board_has_legal_move(&game->position))
        return ended(JUDGE_YES, state, JUDGE_END_MATE);
    judge_exchange_result all = ended(JUDGE_YES, state, JUDGE_END_BALANCE);
    if (in_check)
        all.victims = 0;
    else if (!good_balance(game, state))
        return ended(JUDGE_NO, state, JUDGE_END_BALANCE);
    board_move_list moves;
    first_moves(game, BOARD_ALL_MOVES, in_check, &moves);
    if (!other_moves_met(game, state, in_check, false, &moves, &all))
        return all;
    if (!in_check)
        checks_of(game, BOARD_ALL_MOVES, &moves);
    if (!in_check && moves.count > 0) {
        judge_exchange_result mate = other_mates(game, state);
        if (mate.answer == JUDGE_NO)
            return mate;
        gather(&all, &mate);
    }
    other_moves_met(game, state, in_check, true, &moves, &all);
    return all;
}

static exchange start(const judge_base *base, judge_pieces old)
{
    return (exchange){.base = base,
                      .position = base->position,
                      .old = old,
                      .node_limit = base->limits.nodes,
                      .serial = ++base->memo->games};
}

judge_exchange_result judge_exchange_first(const judge_base *base, board_move move,
                                           judge_pieces old)
{
    exchange game = start(base, old);
    line_state state = {.last_square = BOARD_NO_SQUARE};
    return play(&game, &state, move, true, true);
}

judge_pieces judge_exchange_victims(const judge_base *base, board_move move)
{
    exchange game = start(base, 0);
    line_state state = {.last_square = BOARD_NO_SQUARE};
    game.collects = true;
    game.node_limit = COLLECT_NODES;
    judge_exchange_result result = play(&game, &state, move, true, true);
    base->effort->doubt = base->effort->doubt || game.mate_unknown || game.ran_out;
    return result.answer == JUDGE_YES ? result.victims : 0;
}

judge_exchange_result judge_exchange_reply(const judge_base *base, board_move first,
                                           board_move reply)
{
    exchange game = start(base, 0);
    line_state state = {.last_square = BOARD_NO_SQUARE};
    line_state taken = state_after(&game, &state, first, true);
    game.path[game.ply++] = game.position.key;
    board_make(&game.position, first);
    return play(&game, &taken, reply, false, false);
}

judge_exchange_result judge_exchange_after(const judge_base *base, board_move move)
{
    exchange game = start(base, 0);
    line_state state = {.last_square = BOARD_NO_SQUARE};
    board_pass(&game.position);
    return play(&game, &state, move, false, false);
}
