/*
 * judge/mate.c: short mates by continuous checks, deepened one attacker's move at a time; what is
 * left open goes to the proof-number search of proof.c.
 *
 * Proofs are remembered for good. A refutation is remembered for its depth, but only if it did not
 * rest on a position of the line being repeated, for another line to the same position might not
 * repeat it.
 */
#include "judge/mate.h"

#include "judge/memo.h"

enum { PATH_MAX_PLIES = 2 * JUDGE_LINE_MAX + 2 };

typedef struct mate_search {
    const judge_mate_query *query;
    board_position position;
    uint64_t salt; /* tells apart what depends on more than the position */
    uint64_t path[PATH_MAX_PLIES];
    int ply;
    long nodes;
    long node_limit;
    bool cut;      /* a line was cut off by depth */
    bool repeated; /* a refutation below rests on the path */
    bool all_seen; /* there is no mate of any length */
} mate_search;

bool judge_is_barred(const judge_barred *barred, const board_position *position, board_move move)
{
    for (size_t i = 0; barred && i < barred->count; i++) {
        if (board_move_equal(barred->captures[i].move, move) &&
            position->piece_at[move.from] == barred->captures[i].attacker &&
            position->piece_at[move.to] == barred->captures[i].target)
            return true;
    }
    return false;
}

/* Barred captures depend on piece identity, so their squares and pieces enter the key. */
uint64_t judge_mate_salt(const judge_mate_query *query)
{
    uint64_t salt = query->attacker_immune ? UINT64_C(0x5851F42D4C957F2D) : 0;
    for (size_t i = 0; query->barred && i < query->barred->count; i++) {
        uint64_t pair = query->barred->captures[i].move.from;
        pair = pair << 8 | query->barred->captures[i].move.to;
        pair = pair << 8 | query->barred->captures[i].attacker;
        pair = pair << 8 | query->barred->captures[i].target;
        salt ^= judge_mix(pair + 1);
    }
    return salt;
}

/* Whether the barred pieces still stand on their squares is part of what decides. */
uint64_t judge_mate_key(const board_position *position, const judge_mate_query *query,
                        uint64_t salt)
{
    uint64_t key = position->key ^ salt;
    const judge_barred *barred = query->barred;
    for (size_t i = 0; barred && i < barred->count; i++) {
        if (position->piece_at[barred->captures[i].move.from] == barred->captures[i].attacker &&
            position->piece_at[barred->captures[i].move.to] == barred->captures[i].target)
            key ^= judge_mix(UINT64_C(0xD1342543DE82EF95) + i);
    }
    return key;
}

/* The place of the present position in the memo, and the key that it must bear there. */
static judge_mate_slot *memo_find(const mate_search *search, uint64_t *key)
{
    judge_memo *memo = search->query->memo;
    uint64_t place = judge_mate_key(&search->position, search->query, search->salt);
    *key = judge_memo_key(memo, place);
    return &memo->mates[place % memo->mate_count];
}

static void memo_take(judge_mate_slot *slot, uint64_t key)
{
    if (slot->key != key)
        *slot = (judge_mate_slot){.key = key};
}

static bool on_path(const mate_search *search, uint64_t key)
{
    for (int i = 0; i < search->ply; i++) {
        if (search->path[i] == key)
            return true;
    }
    return false;
}

static judge_answer attack(mate_search *search, int moves_left, judge_line *line);

static board_undo enter(mate_search *search, board_move move)
{
    search->path[search->ply++] = search->position.key;
    search->nodes++;
    return board_make(&search->position, move);
}

static void leave(mate_search *search, const board_undo *undo)
{
    board_unmake(&search->position, undo);
    search->ply--;
}

/* The defender is in check: every reply must lose. Keeps the longest line. */
static judge_answer defend(mate_search *search, int moves_left, judge_line *line)
{
    line->count = 0;
    line->cut = false;
    if (moves_left == 0) { /* nothing is asked but whether it is mate: one reply will do */
        if (!board_has_legal_move(&search->position))
            return JUDGE_YES;
        search->cut = true;
        return JUDGE_NO;
    }
    board_move_list replies;
    board_legal_moves(&search->position, &replies);
    if (replies.count == 0)
        return JUDGE_YES;
    judge_answer answer = JUDGE_YES;
    for (size_t i = 0; i < replies.count; i++) {
        judge_line below;
        board_undo undo = enter(search, replies.moves[i]);
        judge_answer reply = JUDGE_NO;
        if (on_path(search, search->position.key))
            search->repeated = true;
        else
            reply = attack(search, moves_left, &below);
        leave(search, &undo);
        if (reply == JUDGE_NO)
            return JUDGE_NO;
        if (reply == JUDGE_UNKNOWN)
            answer = JUDGE_UNKNOWN;
        else if (answer == JUDGE_YES && below.count + 1 > line->count)
            judge_line_prepend(line, replies.moves[i], &below);
    }
    return answer;
}

static void order_first(board_move_list *list, board_move first)
{
    for (size_t i = 1; i < list->count; i++) {
        if (board_move_equal(list->moves[i], first)) {
            list->moves[i] = list->moves[0];
            list->moves[0] = first;
            return;
        }
    }
}

static judge_answer try_checks(mate_search *search, board_move_list *checks, int moves_left,
                               judge_line *line)
{
    judge_answer answer = JUDGE_NO;
    for (size_t i = 0; i < checks->count; i++) {
        board_move move = checks->moves[i];
        if (judge_is_barred(search->query->barred, &search->position, move))
            continue;
        if (search->nodes >= search->node_limit)
            return JUDGE_UNKNOWN;
        judge_line below;
        board_undo undo = enter(search, move);
        judge_answer tried = JUDGE_NO;
        if (on_path(search, search->position.key))
            search->repeated = true;
        else
            tried = defend(search, moves_left - 1, &below);
        leave(search, &undo);
        if (tried == JUDGE_YES) {
            judge_line_prepend(line, move, &below);
            return JUDGE_YES;
        }
        if (tried == JUDGE_UNKNOWN)
            answer = JUDGE_UNKNOWN;
    }
    return answer;
}

static unsigned check_flags(const mate_search *search)
{
    return BOARD_CHECKS | (search->query->attacker_immune ? BOARD_IGNORE_OWN_CHECK : 0u);
}

static judge_answer attack(mate_search *search, int moves_left, judge_line *line)
{
    uint64_t key;
    judge_mate_slot *slot = memo_find(search, &key);
    bool known = slot->key == key;
    line->count = 0;
    line->cut = false;
    if (known && !slot->mate_in && slot->refuted_for >= moves_left) {
        search->cut = true; /* the refutation kept was for a depth */
        return JUDGE_NO;
    }
    board_move_list checks;
    board_generate(&search->position, check_flags(search), &checks);
    if (checks.count == 0)
        return JUDGE_NO;
    if (known)
        order_first(&checks, slot->best);
    bool repeated_above = search->repeated;
    search->repeated = false;
    judge_answer answer = try_checks(search, &checks, moves_left, line);
    if (answer != JUDGE_UNKNOWN && (answer == JUDGE_YES || !search->repeated)) {
        memo_take(slot, key);
        if (answer == JUDGE_YES) {
            slot->mate_in = (int16_t)((line->count + 1) / 2);
            slot->best = line->moves[0];
        } else if (!slot->mate_in) {
            slot->refuted_for = (int16_t)moves_left;
        }
    }
    search->repeated |= repeated_above;
    return answer;
}

static bool root_refuted(const mate_search *search, int moves)
{
    uint64_t key;
    const judge_mate_slot *slot = memo_find(search, &key);
    return slot->key == key && !slot->mate_in && slot->root_refuted_for >= moves;
}

static void remember_root(const mate_search *search, int moves)
{
    uint64_t key;
    judge_mate_slot *slot = memo_find(search, &key);
    memo_take(slot, key);
    if (!slot->mate_in && slot->root_refuted_for < moves)
        slot->root_refuted_for = (int16_t)moves;
}

/* Mates of up to so many moves, the shortest first. */
static judge_answer search_short(mate_search *search, int most, judge_line *line)
{
    judge_answer answer = JUDGE_NO;
    search->all_seen = false;
    if (root_refuted(search, most))
        return JUDGE_NO;
    for (int moves = 1; moves <= most; moves++) {
        search->cut = false;
        search->repeated = false;
        answer = attack(search, moves, line);
        if (answer != JUDGE_NO || !search->cut)
            break;
    }
    if (answer == JUDGE_NO)
        remember_root(search, most);
    search->all_seen = answer == JUDGE_NO && !search->cut;
    return answer;
}

/* The short search; *settled: nothing is left for the long one. */
static judge_answer search_first(const board_position *position, const judge_mate_query *query,
                                 judge_line *line, long *nodes, bool *settled)
{
    mate_search search = {.query = query, .position = *position};
    search.salt = judge_mate_salt(query);
    search.node_limit = query->limits.short_nodes;
    line->count = 0;
    line->cut = false;
    judge_answer answer = JUDGE_UNKNOWN;
    if (query->limits.short_moves > 0)
        answer = search_short(&search, query->limits.short_moves, line);
    if (nodes)
        *nodes += search.nodes;
    *settled =
        answer == JUDGE_YES || (answer == JUDGE_NO && search.all_seen) || query->limits.nodes == 0;
    return answer;
}

judge_answer judge_mate(const board_position *position, const judge_mate_query *query,
                        judge_line *line, long *nodes)
{
    judge_line own_line;
    judge_line *found = line ? line : &own_line;
    bool settled;
    judge_answer answer = search_first(position, query, found, nodes, &settled);
    return settled ? answer : judge_prove_mate(position, query, query->memo->proofs, found, nodes);
}

judge_answer judge_mate_whole(const board_position *position, const judge_mate_query *query,
                              judge_mate_line *line, long *nodes)
{
    judge_line found;
    bool settled;
    judge_answer answer = search_first(position, query, &found, nodes, &settled);
    if (!settled)
        return judge_prove_mate_whole(position, query, query->memo->proofs, line, nodes);
    line->count = found.count < line->room ? found.count : line->room;
    line->cut = found.cut || line->count < found.count;
    for (size_t i = 0; i < line->count; i++)
        line->moves[i] = found.moves[i];
    return answer;
}
