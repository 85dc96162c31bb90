/*
 * tests/test_invariants.c: what must not change a label: the mirror, the colours, where a cycle is
 * entered, how often it is given, what the searches remember. Asked of every case file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "judge/memo.h"
#include "support/case_files.h"
#include "support/transform.h"

static const char *const edition = "cxa-2007";
static const char *const budget_edition = "cxa-2020"; /* it has the most to leave undecided */

static judge_outcome other_outcome(judge_outcome outcome)
{
    switch (outcome) {
    case JUDGE_RED_LOSES:
        return JUDGE_BLACK_LOSES;
    case JUDGE_BLACK_LOSES:
        return JUDGE_RED_LOSES;
    case JUDGE_RED_MUST_CHANGE:
        return JUDGE_BLACK_MUST_CHANGE;
    case JUDGE_BLACK_MUST_CHANGE:
        return JUDGE_RED_MUST_CHANGE;
    default:
        return outcome;
    }
}

/* The labels of `other` from move `shift` on must be those of `one`, and the outcome `outcome`. */
static void expect_same(const case_file *file, const char *what, const judge_result *one,
                        const judge_result *other, size_t shift, judge_outcome outcome)
{
    for (size_t i = 0; i + shift < file->count; i++) {
        judge_label a = judge_result_finding(one, i + shift)->label;
        judge_label b = judge_result_finding(other, i)->label;
        if (a != b)
            fail_msg("%s, %s: label %zu is %d, was %d", file->id, what, i + 1, (int)b, (int)a);
    }
    if (other->ruling.outcome != outcome)
        fail_msg("%s, %s: outcome %d, expected %d", file->id, what, (int)other->ruling.outcome,
                 (int)outcome);
}

static void check_transformed(const case_file *one, void *context)
{
    judge_memo *memo = context;
    judge_result plain = case_judge(&one->start, one->moves, one->count, edition, memo);
    for (int way = 1; way < 4; way++) {
        bool mirror = way & 1;
        bool turn = way & 2;
        judge_played moves[CASE_MOVES_MAX];
        board_position start = transform_position(&one->start, mirror, turn);
        for (size_t i = 0; i < one->count; i++)
            moves[i] = (judge_played){transform_move(one->moves[i].move, mirror, turn), false};
        judge_result seen = case_judge(&start, moves, one->count, edition, memo);
        judge_outcome outcome = plain.ruling.outcome;
        expect_same(one, turn ? "colours swapped" : "mirrored", &plain, &seen, 0,
                    turn ? other_outcome(outcome) : outcome);
        judge_result_free(&seen);
    }
    judge_result_free(&plain);
}

static bool is_closed(const case_file *one, const judge_result *result)
{
    return result->cycle.stage == JUDGE_STAGE_REPEATED && result->cycle.from == 0 &&
           result->cycle.length == one->count;
}

/* The cycle entered at each of its moves, and given twice. */
static void check_rotated(const case_file *one, void *context)
{
    judge_memo *memo = context;
    judge_result plain = case_judge(&one->start, one->moves, one->count, edition, memo);
    board_position start = one->start;
    judge_played moves[2 * CASE_MOVES_MAX];
    for (size_t i = 0; i < 2 * one->count; i++)
        moves[i] = one->moves[i % one->count];
    for (size_t shift = 0; is_closed(one, &plain) && shift < one->count; shift++) {
        judge_result rotated = case_judge(&start, moves + shift, one->count, edition, memo);
        expect_same(one, "rotated", &plain, &rotated, shift, plain.ruling.outcome);
        judge_result_free(&rotated);
        board_make(&start, one->moves[shift].move);
    }
    if (is_closed(one, &plain)) {
        judge_result twice = case_judge(&one->start, moves, 2 * one->count, edition, memo);
        assert_int_equal(twice.cycle.occurrences, 3);
        assert_int_equal(twice.cycle.missing, 0);
        expect_same(one, "given twice", &plain, &twice, 0, plain.ruling.outcome);
        judge_result_free(&twice);
    }
    judge_result_free(&plain);
}

static void check_memory(const case_file *one, void *context)
{
    /* Without memory the same budget reaches less far: undecided then, but never otherwise. */
    judge_result with = case_judge(&one->start, one->moves, one->count, edition, context);
    judge_memo *none = judge_memo_new((judge_memo_size){64, 16, 256});
    assert_non_null(none);
    judge_result without = case_judge(&one->start, one->moves, one->count, edition, none);
    judge_memo_free(none);
    for (size_t i = 0; i < one->count; i++) {
        judge_finding *finding = &without.findings[i - without.first_judged];
        if (finding->label == JUDGE_UNDECIDED)
            finding->label = judge_result_finding(&with, i)->label;
    }
    bool undecided = without.ruling.outcome == JUDGE_OUTCOME_UNDECIDED;
    expect_same(one, "without memory", &with, &without, 0,
                undecided ? JUDGE_OUTCOME_UNDECIDED : with.ruling.outcome);
    judge_result_free(&with);
    judge_result_free(&without);
}

/* Under a small budget a label or a ruling may be undecided, but it is never another one. */
static void check_small_budgets(const case_file *one, void *context)
{
    static const long nodes[] = {0, 1, 3, 10, 40, 200};
    judge_edition rules;
    judge_result full = case_judge(&one->start, one->moves, one->count, budget_edition, context);
    assert_int_equal(judge_edition_load(budget_edition, &rules), BOARD_OK);
    for (size_t n = 0; n < sizeof nodes / sizeof *nodes; n++) {
        judge_limits limits = judge_limits_standard();
        limits.exchange.nodes = nodes[n];
        limits.exchange.mate.short_nodes = 4 * nodes[n];
        limits.mate = (judge_mate_limits){3, nodes[n], nodes[n] + 1};
        judge_dispute dispute = {one->start, one->moves, one->count, false};
        judge_result small;
        judge_memo_clear(context);
        assert_int_equal(judge_dispute_rule(&dispute, &rules, &limits, context, &small, NULL),
                         BOARD_OK);
        for (size_t i = 0; i < one->count; i++) {
            judge_label got = judge_result_finding(&small, i)->label;
            judge_label want = judge_result_finding(&full, i)->label;
            if (got != JUDGE_UNDECIDED && got != want)
                fail_msg("%s, %ld nodes: label %zu is %d, was %d", one->id, nodes[n], i + 1,
                         (int)got, (int)want);
        }
        if (small.ruling.outcome != JUDGE_OUTCOME_UNDECIDED &&
            small.ruling.outcome != full.ruling.outcome)
            fail_msg("%s, %ld nodes: outcome %d, was %d", one->id, nodes[n],
                     (int)small.ruling.outcome, (int)full.ruling.outcome);
        judge_result_free(&small);
    }
    judge_result_free(&full);
}

/* A line must consist of legal moves, each side in turn, from the position it claims. */
static void replay(const case_file *one, board_position position, const judge_line *line,
                   const char *what)
{
    for (size_t i = 0; i < line->count; i++) {
        if (!board_is_legal(&position, line->moves[i]))
            fail_msg("%s: %s: move %zu of the line is not legal", one->id, what, i + 1);
        board_make(&position, line->moves[i]);
    }
}

static void check_finding_lines(const case_file *one, const board_position *before,
                                const judge_finding *finding)
{
    board_position after = *before;
    board_make(&after, finding->move);
    board_pass(&after);
    if (finding->label == JUDGE_KILL) {
        board_position end = after;
        replay(one, after, &finding->mate, "mate");
        assert_false(finding->mate.cut);
        for (size_t i = 0; i < finding->mate.count; i++)
            board_make(&end, finding->mate.moves[i]);
        assert_true(board_is_checkmate(&end));
    }
    for (size_t i = 0; i < finding->after.count; i++)
        replay(one, after, &finding->after.threats[i].game.line, "threat");
    for (size_t i = 0; i < finding->after.refuted_count; i++)
        replay(one, after, &finding->after.refuted[i].game.line, "refutation");
}

static void check_lines(const case_file *one, void *context)
{
    judge_result result = case_judge(&one->start, one->moves, one->count, edition, context);
    board_position position = one->start;
    for (size_t i = 0; i < one->count; i++) {
        check_finding_lines(one, &position, judge_result_finding(&result, i));
        board_make(&position, one->moves[i].move);
    }
    judge_result_free(&result);
}

static void visit_all(case_visitor visit)
{
    judge_memo *memo = judge_memo_new(judge_memo_standard());
    assert_non_null(memo);
    assert_true(case_files_visit("rules/cases", visit, memo) >= 56);
    judge_memo_free(memo);
}

static void test_mirror_and_colours(void **state)
{
    (void)state;
    visit_all(check_transformed);
}

static void test_rotation_and_repetition(void **state)
{
    (void)state;
    visit_all(check_rotated);
}

static void test_memory(void **state)
{
    (void)state;
    visit_all(check_memory);
}

static void test_small_budgets(void **state)
{
    (void)state;
    visit_all(check_small_budgets);
}

static void test_evidence_replays(void **state)
{
    (void)state;
    visit_all(check_lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mirror_and_colours),
        cmocka_unit_test(test_rotation_and_repetition),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_small_budgets),
        cmocka_unit_test(test_evidence_replays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
