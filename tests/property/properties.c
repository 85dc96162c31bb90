/* tests/property/properties.c: the table of invariants (docs/testing.md), asked of one cycle. */
#include "property/properties.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "board/notation.h"
#include "support/transform.h"

enum { MOVES_MAX = 3 * CYCLE_MOVES_MAX, TOUR_LENGTH = 4 };

/* The court. */

void property_court_open(property_court *court)
{
    static const char *const names[PROPERTY_EDITIONS] = {"cxa-2007", "cxa-2020", "wxf-2018"};
    memset(court, 0, sizeof *court);
    for (int i = 0; i < PROPERTY_EDITIONS; i++)
        assert_int_equal(judge_edition_load(names[i], &court->editions[i]), BOARD_OK);
    court->memo = judge_memo_new(judge_memo_standard());
    assert_non_null(court->memo);
}

void property_court_close(property_court *court)
{
    judge_memo_free(court->memo);
}

judge_result property_judge(const property_hearing *hearing, const board_position *start,
                            const board_move *moves, size_t count, const judge_limits *limits,
                            judge_memo *memo)
{
    judge_played played[MOVES_MAX];
    judge_result result;
    assert_in_range(count, 1, MOVES_MAX);
    for (size_t i = 0; i < count; i++)
        played[i] = (judge_played){moves[i], false};
    judge_dispute dispute = {.start = *start, .moves = played, .count = count};
    assert_int_equal(judge_dispute_rule(&dispute, hearing->edition, limits, memo, &result, NULL),
                     BOARD_OK);
    return result;
}

static judge_result judge_again(const property_hearing *hearing, const board_position *start,
                                const board_move *moves, size_t count)
{
    judge_limits limits = judge_limits_standard();
    return property_judge(hearing, start, moves, count, &limits, hearing->court->memo);
}

bool property_fails(const property_hearing *hearing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(hearing->what, PROPERTY_TEXT_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

const char *property_label_name(judge_label label)
{
    static const char *const names[JUDGE_LABELS] = {"check", "kill", "chase", "idle", "undecided"};
    return names[label];
}

const char *property_outcome_name(judge_outcome outcome)
{
    static const char *const names[JUDGE_OUTCOMES] = {
        "Red loses", "Black loses", "Red must change", "Black must change",
        "draw",      "undecided",   "no cycle"};
    return names[outcome];
}

/* Comparing. */

static judge_outcome other_outcome(judge_outcome outcome)
{
    static const judge_outcome others[JUDGE_OUTCOMES] = {
        [JUDGE_RED_LOSES] = JUDGE_BLACK_LOSES,
        [JUDGE_BLACK_LOSES] = JUDGE_RED_LOSES,
        [JUDGE_RED_MUST_CHANGE] = JUDGE_BLACK_MUST_CHANGE,
        [JUDGE_BLACK_MUST_CHANGE] = JUDGE_RED_MUST_CHANGE,
        [JUDGE_DRAW] = JUDGE_DRAW,
        [JUDGE_OUTCOME_UNDECIDED] = JUDGE_OUTCOME_UNDECIDED,
        [JUDGE_NO_CYCLE] = JUDGE_NO_CYCLE};
    return others[outcome];
}

/* What besides the label should not change either. */
static bool same_details(const judge_finding *a, const judge_finding *b)
{
    if (a->label != b->label)
        return true; /* one of them is undecided */
    if (a->key_square != b->key_square || a->pawns_counted != b->pawns_counted ||
        a->light != b->light)
        return false;
    if (a->doubt || b->doubt)
        return true; /* a search ran out in one of them: what the idle move is called is open */
    return a->king_evaded == b->king_evaded &&
           (a->label != JUDGE_IDLE || a->idle_kind == b->idle_kind);
}

/* A label that was not decided may be any that was possible; all else must be the same. */
static bool same_finding(const property_hearing *hearing, size_t index, const judge_finding *seen)
{
    const judge_finding *plain = judge_result_finding(hearing->result, index);
    /* 27.2 relabels one side's moves for the other's, which may be open now. */
    bool relabelled = plain->pawns_counted != seen->pawns_counted;
    if ((plain->possible & seen->possible) == 0 && !(hearing->labels_only && relabelled))
        return property_fails(hearing, "label of move %zu is %s, was %s", index + 1,
                              property_label_name(seen->label), property_label_name(plain->label));
    if (!hearing->labels_only && !same_details(plain, seen)) {
        return property_fails(hearing,
                              "move %zu, %s: idle kind, light, key square, king evaded, pawns "
                              "counted are %d%d%d%d%d, were %d%d%d%d%d",
                              index + 1, property_label_name(plain->label), (int)seen->idle_kind,
                              seen->light, seen->key_square, seen->king_evaded, seen->pawns_counted,
                              (int)plain->idle_kind, plain->light, plain->key_square,
                              plain->king_evaded, plain->pawns_counted);
    }
    return true;
}

static bool same_outcome(const property_hearing *hearing, judge_outcome seen, judge_outcome wanted)
{
    if (seen == wanted || seen == JUDGE_OUTCOME_UNDECIDED || wanted == JUDGE_OUTCOME_UNDECIDED)
        return true;
    return property_fails(hearing, "ruling is %s, should be %s", property_outcome_name(seen),
                          property_outcome_name(wanted));
}

/* The findings of `seen` from `from` on are those of the cycle from `shift` on, all round. */
static bool same_round(const property_hearing *hearing, const judge_result *seen, size_t from,
                       size_t shift)
{
    size_t count = hearing->cycle->count;
    for (size_t i = 0; i < count; i++) {
        if (!same_finding(hearing, (i + shift) % count, judge_result_finding(seen, from + i)))
            return false;
    }
    return true;
}

static bool same_all(const property_hearing *hearing, const judge_result *seen, size_t from,
                     size_t shift)
{
    return same_round(hearing, seen, from, shift) &&
           same_outcome(hearing, seen->ruling.outcome, hearing->result->ruling.outcome);
}

/* The cycle judged from another position that should make no difference. */
static bool same_from(const property_hearing *hearing, const board_position *start)
{
    judge_result seen = judge_again(hearing, start, hearing->cycle->moves, hearing->cycle->count);
    bool same = same_all(hearing, &seen, 0, 0);
    judge_result_free(&seen);
    return same;
}

/* Ways of seeing the same. */

static bool transformed_is_same(const property_hearing *hearing, bool mirror, bool turn)
{
    const cycle *one = hearing->cycle;
    board_move moves[CYCLE_MOVES_MAX];
    board_position start = transform_position(&one->start, mirror, turn);
    for (size_t i = 0; i < one->count; i++)
        moves[i] = transform_move(one->moves[i], mirror, turn);
    judge_result seen = judge_again(hearing, &start, moves, one->count);
    judge_outcome wanted = hearing->result->ruling.outcome;
    bool same = same_round(hearing, &seen, 0, 0) &&
                same_outcome(hearing, seen.ruling.outcome, turn ? other_outcome(wanted) : wanted);
    judge_result_free(&seen);
    return same;
}

static bool mirror_is_same(const property_hearing *hearing)
{
    return transformed_is_same(hearing, true, false);
}

static bool swapped_is_same(const property_hearing *hearing)
{
    return transformed_is_same(hearing, random_one_in(hearing->random, 2), true);
}

/* Entered later: the position there is set up anew, so that like pieces have other numbers. */
static bool rotated_is_same(const property_hearing *hearing)
{
    const cycle *one = hearing->cycle;
    size_t shift = 1 + (size_t)random_below(hearing->random, (int)one->count - 1);
    board_position start = one->start;
    board_move moves[CYCLE_MOVES_MAX];
    for (size_t i = 0; i < shift; i++)
        board_make(&start, one->moves[i]);
    for (size_t i = 0; i < one->count; i++)
        moves[i] = one->moves[(i + shift) % one->count];
    start = transform_position(&start, false, false);
    judge_result seen = judge_again(hearing, &start, moves, one->count);
    bool same = same_all(hearing, &seen, 0, shift);
    judge_result_free(&seen);
    return same;
}

static bool twice_is_same(const property_hearing *hearing)
{
    const cycle *one = hearing->cycle;
    board_move moves[2 * CYCLE_MOVES_MAX];
    for (size_t i = 0; i < 2 * one->count; i++)
        moves[i] = one->moves[i % one->count];
    judge_result seen = judge_again(hearing, &one->start, moves, 2 * one->count);
    bool same = same_all(hearing, &seen, 0, 0) && same_round(hearing, &seen, one->count, 0);
    if (same && (seen.cycle.from != one->count || seen.cycle.occurrences != 3))
        same = property_fails(hearing, "the cycle begins at %zu, its position stood %zu times",
                              seen.cycle.from, seen.cycle.occurrences);
    judge_result_free(&seen);
    return same;
}

/* Two like pieces of the position exchange their numbers. */
static void swap_numbers(board_position *position, board_piece a, board_piece b)
{
    board_square square_a = position->square_of[a];
    board_square square_b = position->square_of[b];
    position->square_of[a] = square_b;
    position->square_of[b] = square_a;
    if (square_a != BOARD_NO_SQUARE)
        position->piece_at[square_a] = b;
    if (square_b != BOARD_NO_SQUARE)
        position->piece_at[square_b] = a;
}

static bool renumbered_is_same(const property_hearing *hearing)
{
    board_position start = hearing->cycle->start;
    for (board_piece a = 0; a < BOARD_PIECES; a++) {
        board_kind kind = board_piece_kind(a);
        int first = board_kind_first_slot(kind) + (a < BOARD_SIDE_PIECES ? 0 : BOARD_SIDE_PIECES);
        int other = first + random_below(hearing->random, board_kind_slots(kind));
        swap_numbers(&start, a, (board_piece)other);
    }
    return same_from(hearing, &start);
}

/* What comes before or is put in. */

static bool lead_in_is_same(const property_hearing *hearing)
{
    const cycle *one = hearing->cycle;
    cycle tour;
    board_move moves[MOVES_MAX];
    if (!cycle_of_position(hearing->random, &one->start, TOUR_LENGTH, &tour))
        return true;
    memcpy(moves, tour.moves, sizeof tour.moves);
    memcpy(moves + tour.count, one->moves, sizeof one->moves);
    judge_result seen = judge_again(hearing, &one->start, moves, tour.count + one->count);
    bool same = seen.cycle.from == tour.count && seen.cycle.length == one->count;
    if (!same)
        property_fails(hearing, "the cycle begins at %zu and has %zu moves", seen.cycle.from,
                       seen.cycle.length);
    same = same && same_all(hearing, &seen, tour.count, 0);
    judge_result_free(&seen);
    return same;
}

/* The cycle from its second move on, a tour from its first position put in before the first. */
static bool lengthen(const property_hearing *hearing, cycle *longer)
{
    const cycle *one = hearing->cycle;
    cycle tour;
    if (one->count + TOUR_LENGTH > CYCLE_MOVES_MAX ||
        !cycle_of_position(hearing->random, &one->start, TOUR_LENGTH, &tour))
        return false;
    longer->start = one->start;
    board_make(&longer->start, one->moves[0]);
    longer->count = one->count + tour.count;
    memcpy(longer->moves, one->moves + 1, (one->count - 1) * sizeof one->moves[0]);
    memcpy(longer->moves + one->count - 1, tour.moves, tour.count * sizeof tour.moves[0]);
    longer->moves[longer->count - 1] = one->moves[0];
    return cycle_is_sound(longer);
}

/* Has the side an idle move, or under the world rules one that neither checks nor chases? */
static bool has_rest(const property_hearing *hearing, const judge_result *result, board_side side)
{
    for (size_t i = 0; i < result->finding_count; i++) {
        const judge_finding *finding = &result->findings[i];
        bool rests = hearing->edition->clauses.world_chase
                         ? finding->label != JUDGE_CHECK && finding->chased == 0
                         : finding->label == JUDGE_IDLE;
        if (finding->side == side && rests)
            return true;
    }
    return false;
}

static bool pawns_counted(const judge_result *result)
{
    return result->conduct[BOARD_RED].pawns_counted || result->conduct[BOARD_BLACK].pawns_counted;
}

static bool rest_makes_allowed(const property_hearing *hearing)
{
    size_t count = hearing->cycle->count;
    cycle longer;
    bool holds = true;
    if (!lengthen(hearing, &longer))
        return true;
    judge_result seen = judge_again(hearing, &longer.start, longer.moves, longer.count);
    bool comparable = !pawns_counted(&seen) && !pawns_counted(hearing->result);
    for (size_t i = 0; holds && comparable && i < count; i++) {
        size_t at = i == 0 ? longer.count - 1 : i - 1;
        holds = same_finding(hearing, i, judge_result_finding(&seen, at));
    }
    for (int side = BOARD_RED; holds && side <= BOARD_BLACK; side++) {
        if (has_rest(hearing, &seen, (board_side)side) && seen.conduct[side].class != JUDGE_ALLOWED)
            holds = property_fails(hearing, "a move put in is idle, the side is not allowed");
    }
    judge_result_free(&seen);
    return holds;
}

/* Is nothing on or near the edge file that could make use of a pawn there? */
static bool pawn_would_be_idle(const board_position *position, int file, int rank)
{
    for (int square = 0; square < BOARD_SQUARES; square++) {
        board_piece piece = position->piece_at[square];
        if (piece == BOARD_NO_PIECE)
            continue;
        board_kind kind = board_piece_kind(piece);
        int distance = board_file_of((board_square)square) - file;
        distance = distance < 0 ? -distance : distance;
        bool far_reaching = kind == BOARD_ROOK || kind == BOARD_CANNON;
        if (distance == 0 || (distance <= 2 && (far_reaching || kind == BOARD_HORSE)) ||
            (far_reaching && board_rank_of((board_square)square) == rank))
            return false;
    }
    return true;
}

/* A side with few pieces may be left without a move in some line, which ends it; with a pawn more it
 * would have one. */
static bool has_enough_to_move(const board_position *position, board_side side)
{
    int count = 0;
    board_piece first = board_king(side);
    for (board_piece piece = first; piece < first + BOARD_SIDE_PIECES; piece++)
        count += position->square_of[piece] != BOARD_NO_SQUARE;
    return count >= 5;
}

static bool edge_pawn_is_same(const property_hearing *hearing)
{
    board_layout layout;
    board_position start;
    int file = random_one_in(hearing->random, 2) ? 0 : BOARD_FILES - 1;
    board_side side = (board_side)random_below(hearing->random, 2);
    int rank = side == BOARD_RED ? 3 : BOARD_RANKS - 1 - 3;
    board_position position = hearing->cycle->start;
    if (!has_enough_to_move(&position, side))
        return true;
    for (size_t i = 0; i < hearing->cycle->count; i++) {
        if (!pawn_would_be_idle(&position, file, rank))
            return true;
        board_make(&position, hearing->cycle->moves[i]);
    }
    board_position_to_layout(&position, &layout);
    layout.cells[board_square_at(file, rank)] = board_cell_of(side, BOARD_PAWN);
    if (board_layout_faults(&layout, NULL, 0) > 0 ||
        board_position_from_layout(&start, &layout, NULL) != BOARD_OK)
        return true;
    return same_from(hearing, &start);
}

/* What the searches may use. */

static bool small_memo_is_same(const property_hearing *hearing)
{
    const cycle *one = hearing->cycle;
    judge_limits limits = judge_limits_standard();
    property_hearing labels = *hearing;
    labels.labels_only = true; /* with less memory more may be open */
    judge_memo *memo = judge_memo_new((judge_memo_size){64, 16, 256});
    assert_non_null(memo);
    judge_result seen = property_judge(hearing, &one->start, one->moves, one->count, &limits, memo);
    judge_memo_free(memo);
    bool same = same_all(&labels, &seen, 0, 0);
    judge_result_free(&seen);
    return same;
}

static long scaled(long limit, int percent)
{
    long result = limit / 100 * percent;
    return result > 0 ? result : 1;
}

/* Nodes are budgets; plies and checks are definitions. */
static judge_limits limits_scaled(int percent)
{
    judge_limits limits = judge_limits_standard();
    limits.mate.short_nodes = scaled(limits.mate.short_nodes, percent);
    limits.mate.nodes = scaled(limits.mate.nodes, percent);
    limits.exchange.nodes = scaled(limits.exchange.nodes, percent);
    limits.exchange.mate.short_nodes = scaled(limits.exchange.mate.short_nodes, percent);
    return limits;
}

static bool scaled_is_same(const property_hearing *hearing, int percent)
{
    const cycle *one = hearing->cycle;
    judge_limits limits = limits_scaled(percent);
    property_hearing labels = *hearing;
    labels.labels_only = true;
    judge_memo *memo = judge_memo_new((judge_memo_size){4096, 1024, 4096});
    assert_non_null(memo);
    judge_result seen = property_judge(hearing, &one->start, one->moves, one->count, &limits, memo);
    judge_memo_free(memo);
    bool same = same_all(&labels, &seen, 0, 0);
    judge_result_free(&seen);
    return same;
}

static bool smaller_budget_is_same(const property_hearing *hearing)
{
    static const int percents[] = {0, 1, 2, 5};
    return scaled_is_same(hearing, percents[random_below(hearing->random, 4)]);
}

static bool larger_budget_is_same(const property_hearing *hearing)
{
    return scaled_is_same(hearing, 400);
}

/* The editions of 2007 and 2020 differ in two clauses only. */
static bool editions_differ_by_clauses(const property_hearing *hearing)
{
    const cycle *one = hearing->cycle;
    property_hearing other = *hearing;
    bool holds = true;
    if (hearing->edition != &hearing->court->editions[0])
        return true;
    other.edition = &hearing->court->editions[1];
    judge_result seen = judge_again(&other, &one->start, one->moves, one->count);
    for (size_t i = 0; holds && i < one->count; i++) {
        const judge_finding *now = judge_result_finding(&seen, i);
        const judge_finding *old = judge_result_finding(hearing->result, i);
        board_kind mover = BOARD_NO_KIND;
        board_position position = one->start;
        for (size_t k = 0; k < i; k++)
            board_make(&position, one->moves[k]);
        mover = board_piece_kind(position.piece_at[now->move.from]);
        bool evaded =
            now->king_evaded && mover == BOARD_KING && board_in_check(&position, position.to_move);
        if ((now->possible & old->possible) == 0 && !evaded && !old->pawns_counted)
            holds =
                property_fails(hearing, "move %zu is %s in 2007, %s in 2020", i + 1,
                               property_label_name(old->label), property_label_name(now->label));
    }
    judge_result_free(&seen);
    return holds;
}

/* Notations. */

static bool is_among(const board_readings *readings, board_move move)
{
    for (size_t i = 0; i < readings->count; i++) {
        if (board_move_equal(readings->moves[i], move))
            return true;
    }
    return false;
}

static bool move_reads_back(const property_hearing *hearing, const board_position *position,
                            board_move move, board_notation notation)
{
    char text[BOARD_NOTATION_BYTES];
    board_readings readings;
    board_notation_write(position, move, notation, text);
    board_error error = board_notation_read(position, notation, text, strlen(text), &readings);
    if (error != BOARD_OK || !is_among(&readings, move) ||
        (notation != BOARD_NOTATION_SHORT && readings.count != 1))
        return property_fails(hearing, "%s is not read back: %s, %zu readings", text,
                              board_error_text(error, BOARD_ENGLISH), readings.count);
    error = board_notation_read_any(position, text, strlen(text), &readings, NULL);
    if (error != BOARD_OK || !is_among(&readings, move))
        return property_fails(hearing, "%s is not read back in any notation", text);
    return true;
}

static bool notations_read_back(const property_hearing *hearing)
{
    board_position position = hearing->cycle->start;
    for (size_t i = 0; i < hearing->cycle->count; i++) {
        board_move move = hearing->cycle->moves[i];
        for (int notation = 0; notation < BOARD_NOTATIONS; notation++) {
            if (!move_reads_back(hearing, &position, move, (board_notation)notation))
                return false;
        }
        board_make(&position, move);
    }
    return true;
}

const property properties[] = {
    {"mirror", mirror_is_same, 2},
    {"colours swapped", swapped_is_same, 2},
    {"rotated", rotated_is_same, 3},
    {"like pieces renumbered", renumbered_is_same, 4},
    {"given twice", twice_is_same, 12},
    {"lead-in", lead_in_is_same, 8},
    {"idle moves put in", rest_makes_allowed, 8},
    {"edge pawn", edge_pawn_is_same, 2},
    {"small memo", small_memo_is_same, 16},
    {"smaller budgets", smaller_budget_is_same, 2},
    {"larger budgets", larger_budget_is_same, 24},
    {"2007 against 2020", editions_differ_by_clauses, 3},
    {"notations", notations_read_back, 1},
    {"evidence", property_evidence_replays, 1},
    {"labels founded", property_labels_are_founded, 1},
    {"false roots", property_roots_are_false, 8},
};

const size_t property_count = sizeof properties / sizeof properties[0];
