/* tests/property/cycles.c: making random cycles. */
#include "property/cycles.h"

#include <string.h>

#include "board/layout.h"
#include "judge/value.h"
#include "support/case_files.h"

enum {
    WALK_NODES = 120, /* moves tried in one walk */
    GAME_PLIES_MAX = 120
};

/* Positions. */

static bool is_sound(const board_layout *layout)
{
    return board_layout_faults(layout, NULL, 0) == 0;
}

/* Puts the piece on a random square where it may stand, if one is soon found. */
static void put_piece(random_source *random, board_layout *layout, board_side side, board_kind kind)
{
    for (int tries = 0; tries < 30; tries++) {
        int square = random_below(random, BOARD_SQUARES);
        board_layout with = *layout;
        if (layout->cells[square] != BOARD_EMPTY)
            continue;
        with.cells[square] = board_cell_of(side, kind);
        if (is_sound(&with)) {
            *layout = with;
            return;
        }
    }
}

static bool put_kings(random_source *random, board_layout *layout)
{
    int red = random_below(random, 3) * BOARD_FILES + 3 + random_below(random, 3);
    int black = (9 - random_below(random, 3)) * BOARD_FILES + 3 + random_below(random, 3);
    layout->cells[red] = board_cell_of(BOARD_RED, BOARD_KING);
    layout->cells[black] = board_cell_of(BOARD_BLACK, BOARD_KING);
    return red % BOARD_FILES != black % BOARD_FILES;
}

/* Few pieces, so that they reach each other and the kings. */
static void sparse_position(random_source *random, board_position *position)
{
    static const board_kind kinds[] = {BOARD_ADVISOR, BOARD_ADVISOR, BOARD_ELEPHANT, BOARD_ELEPHANT,
                                       BOARD_HORSE,   BOARD_HORSE,   BOARD_ROOK,     BOARD_ROOK,
                                       BOARD_CANNON,  BOARD_CANNON,  BOARD_PAWN,     BOARD_PAWN};
    board_layout layout;
    do {
        board_layout_clear(&layout);
        layout.to_move = (board_side)random_below(random, 2);
    } while (!put_kings(random, &layout));
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        int share = 2 + random_below(random, 4);
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            if (random_below(random, 8) < share)
                put_piece(random, &layout, (board_side)side, kinds[i]);
        }
    }
    board_position_place(position, &layout);
}

static void play_at_random(random_source *random, board_position *position, int plies)
{
    for (int i = 0; i < plies; i++) {
        board_move_list moves;
        if (random_one_in(random, 4))
            board_legal_captures(position, &moves);
        else
            board_legal_moves(position, &moves);
        if (moves.count > 0)
            board_make(position, moves.moves[random_below(random, (int)moves.count)]);
    }
}

/* Some pieces of the position taken off, some put on. */
static void vary(random_source *random, board_position *position)
{
    board_layout layout;
    board_position_to_layout(position, &layout);
    for (int changes = random_below(random, 4); changes > 0; changes--) {
        board_layout changed = layout;
        int square = random_below(random, BOARD_SQUARES);
        if (random_one_in(random, 3)) {
            put_piece(random, &changed, (board_side)random_below(random, 2),
                      (board_kind)(1 + random_below(random, BOARD_KINDS - 1)));
        } else if (changed.cells[square] != BOARD_EMPTY &&
                   board_cell_kind(changed.cells[square]) != BOARD_KING) {
            changed.cells[square] = BOARD_EMPTY;
        }
        if (is_sound(&changed))
            layout = changed;
    }
    board_position place;
    if (board_position_from_layout(&place, &layout, NULL) == BOARD_OK)
        *position = place;
}

static void note_case(const case_file *one, void *context)
{
    cycle_seeds *seeds = context;
    if (seeds->count == CYCLE_SEEDS_MAX || one->count > CYCLE_MOVES_MAX)
        return;
    cycle *seed = &seeds->seeds[seeds->count++];
    *seed = (cycle){.start = one->start, .count = one->count};
    for (size_t i = 0; i < one->count; i++)
        seed->moves[i] = one->moves[i].move;
}

static bool comes_before(const cycle *a, const cycle *b)
{
    if (a->start.key != b->start.key)
        return a->start.key < b->start.key;
    return memcmp(a->moves, b->moves, sizeof a->moves) < 0;
}

void cycle_seeds_read(cycle_seeds *seeds)
{
    seeds->count = 0;
    case_files_visit("rules/cases", note_case, seeds);
    /* In an order that does not depend on the folder's. */
    for (size_t i = 1; i < seeds->count; i++) {
        for (size_t k = i; k > 0 && comes_before(&seeds->seeds[k], &seeds->seeds[k - 1]); k--) {
            cycle moved = seeds->seeds[k];
            seeds->seeds[k] = seeds->seeds[k - 1];
            seeds->seeds[k - 1] = moved;
        }
    }
}

/* A figure's position, somewhere on its way, as it is or varied. */
static void figure_position(random_source *random, const cycle_seeds *seeds,
                            board_position *position)
{
    const cycle *seed = &seeds->seeds[random_below(random, (int)seeds->count)];
    int plies = random_below(random, (int)seed->count + 1);
    *position = seed->start;
    for (int i = 0; i < plies; i++)
        board_make(position, seed->moves[i]);
    vary(random, position);
}

static void random_position(random_source *random, const cycle_seeds *seeds,
                            board_position *position)
{
    int source = random_below(random, 8);
    if (source < 3 && seeds->count > 0) {
        figure_position(random, seeds, position);
    } else if (source < 5) {
        board_position_initial(position);
        play_at_random(random, position, random_below(random, GAME_PLIES_MAX));
    } else {
        sparse_position(random, position);
        play_at_random(random, position, random_below(random, 4));
    }
}

/* Walks that come home. */

typedef struct walk {
    random_source *random;
    const board_position *home;
    board_position position;
    size_t length;
    int nodes;
    cycle *made;
} walk;

/* Pieces of the side to move that stand elsewhere than at home. */
static size_t displaced(const walk *on)
{
    size_t count = 0;
    board_piece first = board_king(on->position.to_move);
    for (board_piece piece = first; piece < first + BOARD_SIDE_PIECES; piece++)
        count += on->position.square_of[piece] != on->home->square_of[piece];
    return count;
}

static bool may_walk(const walk *on, board_move move, bool only_home)
{
    board_piece piece = on->position.piece_at[move.from];
    if (on->position.piece_at[move.to] != BOARD_NO_PIECE)
        return false;
    if (board_piece_kind(piece) == BOARD_PAWN && board_rank_of(move.from) != board_rank_of(move.to))
        return false;
    return !only_home || move.to == on->home->square_of[piece];
}

static void shuffle(random_source *random, board_move_list *moves)
{
    for (size_t i = moves->count; i > 1; i--) {
        size_t other = (size_t)random_below(random, (int)i);
        board_move kept = moves->moves[i - 1];
        moves->moves[i - 1] = moves->moves[other];
        moves->moves[other] = kept;
    }
}

static bool walk_on(walk *on)
{
    size_t done = on->made->count;
    if (done == on->length)
        return board_same_position(&on->position, on->home);
    size_t left = (on->length - done + 1) / 2; /* moves of this side */
    size_t away = displaced(on);
    if (away > left)
        return false;
    board_move_list moves;
    board_legal_moves(&on->position, &moves);
    shuffle(on->random, &moves);
    for (size_t i = 0; i < moves.count && on->nodes > 0; i++) {
        if (!may_walk(on, moves.moves[i], away == left))
            continue;
        on->nodes--;
        on->made->moves[on->made->count++] = moves.moves[i];
        board_undo undo = board_make(&on->position, moves.moves[i]);
        if (walk_on(on))
            return true;
        board_unmake(&on->position, &undo);
        on->made->count--;
    }
    return false;
}

bool cycle_of_position(random_source *random, const board_position *position, size_t length,
                       cycle *made)
{
    walk on = {.random = random,
               .home = position,
               .position = *position,
               .length = length,
               .nodes = WALK_NODES,
               .made = made};
    *made = (cycle){.start = *position};
    return walk_on(&on) && cycle_is_sound(made);
}

static bool is_among(const board_position *position, const board_position *positions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (board_same_position(position, &positions[i]))
            return true;
    }
    return false;
}

bool cycle_is_sound(const cycle *one)
{
    board_position positions[CYCLE_MOVES_MAX + 1];
    positions[0] = one->start;
    for (size_t i = 0; i < one->count; i++) {
        board_position *next = &positions[i + 1];
        if (!board_is_legal(&positions[i], one->moves[i]) ||
            positions[i].piece_at[one->moves[i].to] != BOARD_NO_PIECE)
            return false;
        *next = positions[i];
        board_make(next, one->moves[i]);
        if (i + 1 < one->count && is_among(next, positions, i + 1))
            return false;
    }
    return one->count > 0 && board_same_position(&positions[one->count], &one->start);
}

/* How much happens in a cycle. */

static int units(board_piece piece, board_square square)
{
    judge_balance value = judge_value(piece, square);
    return value.units * 2 + value.pawns;
}

/* What a move does, roughly: a check, an attack on something loose or better, a flight. */
static int interest(const board_position *before, board_move move)
{
    board_position after = *before;
    board_piece mover = before->piece_at[move.from];
    board_piece attackers[BOARD_SIDE_PIECES];
    int most = board_attackers(before, board_other(before->to_move), move.from, attackers) > 0;
    if (board_gives_check(before, move))
        return 4;
    board_make(&after, move);
    board_pass(&after);
    board_move_list captures;
    board_legal_captures(&after, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        board_move take = captures.moves[i];
        board_piece attacker = after.piece_at[take.from];
        int gain = units(after.piece_at[take.to], take.to);
        bool loose = board_attackers(&after, board_other(after.to_move), take.to, attackers) == 0;
        int worth = attacker == mover ? 4 : 2;
        if ((loose ? gain > 0 : gain > units(attacker, take.from)) && worth > most)
            most = worth;
    }
    return most;
}

static int cycle_interest(const cycle *one)
{
    board_position position = one->start;
    int sum = 0;
    for (size_t i = 0; i < one->count; i++) {
        sum += interest(&position, one->moves[i]);
        board_make(&position, one->moves[i]);
    }
    return sum * 4 / (int)one->count;
}

static size_t random_length(random_source *random)
{
    static const size_t lengths[] = {4, 4, 4, 4, 4, 6, 6, 8};
    return lengths[random_below(random, 8)];
}

/* The most interesting of some cycles. */
static bool best_cycle(random_source *random, const board_position *position, cycle *made)
{
    static const int choices[] = {1, 6, 20, 40};
    int choice = choices[random_below(random, 4)];
    size_t length = random_length(random);
    int best = -1;
    for (int i = 0; i < choice; i++) {
        cycle other;
        if (!cycle_of_position(random, position, length, &other))
            continue;
        int found = cycle_interest(&other);
        if (found > best) {
            best = found;
            *made = other;
        }
    }
    return best >= 0;
}

/* A figure's own cycle in a varied position, if it still is one. */
static bool varied_figure(random_source *random, const cycle_seeds *seeds, cycle *made)
{
    *made = seeds->seeds[random_below(random, (int)seeds->count)];
    vary(random, &made->start);
    return cycle_is_sound(made);
}

void cycle_make(random_source *random, const cycle_seeds *seeds, cycle *made)
{
    bool figure = seeds->count > 0 && random_one_in(random, 6);
    for (;;) {
        board_position position;
        if (figure && varied_figure(random, seeds, made))
            return;
        random_position(random, seeds, &position);
        if (!figure && best_cycle(random, &position, made))
            return;
    }
}
