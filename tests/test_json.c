/* tests/test_json.c: a judged dispute as JSON, read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "judge/json.h"
#include "judge/memo.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOVES_MAX = 128 };

/* Red's rook chases a horse that runs to and fro. */
#define ROOK_CHASES "3k5/9/9/9/4n4/9/9/R8/9/5K3 w"
/* Figure 8.3: roots, renewed threats. Figure 8.7: a mate threat and what blocks it. */
#define ROOTS "5a3/5k3/4P4/p7p/9/8P/P8/4B4/2nRA2r1/2BAK4 w"
#define KILLS "2bak1c2/4aRN1r/4b4/9/9/9/3pp4/2n1B4/9/2B1K3C w"
#define QUIET "3k5/9/9/9/9/9/9/9/9/4K3R w"

static const char *const chasing[] = {"a2a5", "e5g6", "a5a6", "g6e5", "a6a5",
                                      "e5g6", "a5a6", "g6e5", "a6a5"};
static const char *const rooting[] = {"e2g0", "h1g1", "g0e2", "g1h1"};
static const char *const killing[] = {"i0h0", "i8h8", "h0i0"};

/* One memo for all tests of this program: it changes no answer. */
static judge_memo *memo;

static int make_memo(void **state)
{
    (void)state;
    memo = judge_memo_new(judge_memo_standard());
    return memo ? 0 : -1;
}

static int free_memo(void **state)
{
    (void)state;
    judge_memo_free(memo);
    return 0;
}

/* A dispute with the room that it needs. */
typedef struct case_dispute {
    judge_dispute dispute;
    judge_played moves[MOVES_MAX];
    judge_edition edition;
    judge_setting setting;
    judge_result result;
} case_dispute;

static board_move squares_of(const char *text)
{
    return (board_move){board_square_at(text[0] - 'a', text[1] - '0'),
                        board_square_at(text[2] - 'a', text[3] - '0')};
}

static void judge_case(case_dispute *one, const char *fen, const char *const *moves, size_t count)
{
    board_problem problem;
    assert_int_equal(board_position_from_fen(fen, strlen(fen), &one->dispute.start, &problem),
                     BOARD_OK);
    assert_int_equal(judge_edition_load("cxa-2007", &one->edition), BOARD_OK);
    for (size_t i = 0; i < count; i++)
        one->moves[i] = (judge_played){squares_of(moves[i]), false};
    one->dispute.moves = one->moves;
    one->dispute.count = count;
    one->setting = (judge_setting){.limits = judge_limits_standard(), .memo = memo};
    board_error error = judge_dispute_rule(&one->dispute, &one->edition, &one->setting.limits, NULL,
                                           &one->result, &problem);
    if (error != BOARD_OK)
        fail_msg("move %zu: %s", problem.ply, board_error_text(error, BOARD_ENGLISH));
}

static json_t *case_json(const case_dispute *one, const char *id, bool evidence)
{
    return judge_result_json(id, &one->dispute, &one->edition, &one->setting, &one->result,
                             evidence);
}

/* Written as text and read again: whoever reads it sees the same. */
static json_t *read_back(json_t *object)
{
    assert_non_null(object);
    char *text = json_dumps(object, JSON_COMPACT);
    assert_non_null(text);
    json_decref(object);
    json_t *again = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(again);
    free(text);
    return again;
}

static json_t *judged_json(const char *fen, const char *const *moves, size_t count, bool evidence)
{
    case_dispute *one = calloc(1, sizeof *one);
    assert_non_null(one);
    judge_case(one, fen, moves, count);
    json_t *object = read_back(case_json(one, "a case", evidence));
    judge_result_free(&one->result);
    free(one);
    return object;
}

static const char *text_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        fail_msg("no text \"%s\"", key);
    return json_string_value(value);
}

static size_t number_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value))
        fail_msg("no number \"%s\"", key);
    return (size_t)json_integer_value(value);
}

static json_t *array_at(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!json_is_array(value))
        fail_msg("no array \"%s\"", key);
    return value;
}

static void expect_texts(const json_t *array, const char *const *texts, size_t count)
{
    assert_int_equal(json_array_size(array), count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(json_string_value(json_array_get(array, i)), texts[i]);
}

static void ruling_has_every_field(void **state)
{
    static const char *const articles[] = {"26.4", "24.3"};
    json_t *object = judged_json(ROOK_CHASES, chasing, COUNT(chasing), false);
    (void)state;
    assert_string_equal(text_at(object, "id"), "a case");
    assert_string_equal(text_at(object, "edition"), "cxa-2007");
    assert_true(json_is_true(json_object_get(object, "complete")));
    const json_t *cycle = json_object_get(object, "cycle");
    assert_string_equal(text_at(cycle, "stage"), "repeated");
    assert_int_equal(number_at(cycle, "length"), 4);
    assert_int_equal(number_at(cycle, "from"), 5);
    assert_int_equal(number_at(cycle, "repeats"), 3);
    assert_int_equal(number_at(cycle, "missing"), 0);
    assert_int_equal(json_array_size(array_at(cycle, "occurrences")), 3);
    assert_non_null(strstr(text_at(cycle, "text_zh"), "可以裁决"));
    assert_non_null(strstr(text_at(cycle, "text_en"), "a ruling can be given"));
    assert_true(json_is_null(json_object_get(cycle, "closing")));
    const json_t *red = json_object_get(object, "red");
    assert_string_equal(text_at(red, "class"), "forbidden");
    assert_string_equal(text_at(red, "name"), "长捉");
    assert_string_equal(text_at(red, "name_en"), "perpetual chase");
    assert_int_equal(number_at(json_object_get(red, "counts"), "chase"), 2);
    assert_string_equal(text_at(json_object_get(object, "black"), "class"), "allowed");
    const json_t *ruling = json_object_get(object, "ruling");
    assert_string_equal(text_at(ruling, "outcome"), "red-must-change");
    expect_texts(array_at(ruling, "articles"), articles, COUNT(articles));
    assert_non_null(strstr(text_at(ruling, "text_zh"), "应由红方变着，不变判负（26.4、24.3）"));
    assert_non_null(strstr(text_at(ruling, "text_en"), "Red must change"));
    assert_true(json_is_false(json_object_get(ruling, "provisional")));
    assert_true(json_is_false(json_object_get(ruling, "for_arbiter")));
    json_decref(object);
}

static void moves_are_one_for_one(void **state)
{
    json_t *object = judged_json(ROOK_CHASES, chasing, COUNT(chasing), false);
    const json_t *moves = array_at(object, "moves");
    (void)state;
    assert_int_equal(json_array_size(moves), COUNT(chasing));
    for (size_t i = 0; i < COUNT(chasing); i++) {
        const json_t *move = json_array_get(moves, i);
        assert_string_equal(text_at(move, "iccs"), chasing[i]);
        assert_string_equal(text_at(move, "side"), i % 2 ? "black" : "red");
        assert_string_equal(text_at(move, "class"), i % 2 ? "闲" : "捉");
        assert_null(json_object_get(move, "evidence"));
        assert_null(json_object_get(move, "stood"));
    }
    assert_string_equal(text_at(json_array_get(moves, 0), "zh"), "车九进三");
    json_decref(object);
}

/* The line's two notations say the same legal moves from the position. */
static void expect_line(const board_position *start, const json_t *line)
{
    const json_t *squares = array_at(line, "iccs");
    const json_t *chinese = array_at(line, "zh");
    board_position position = *start;
    assert_int_equal(json_array_size(squares), json_array_size(chinese));
    assert_true(json_is_boolean(json_object_get(line, "cut")));
    for (size_t i = 0; i < json_array_size(squares); i++) {
        const char *text = json_string_value(json_array_get(squares, i));
        const board_move move = squares_of(text);
        char written[BOARD_NOTATION_BYTES];
        if (!board_is_legal(&position, move))
            fail_msg("%s is not legal in its line", text);
        board_notation_write(&position, move, BOARD_NOTATION_CHINESE, written);
        assert_string_equal(json_string_value(json_array_get(chinese, i)), written);
        board_make(&position, move);
    }
}

static void expect_piece(const json_t *piece)
{
    text_at(piece, "piece");
    text_at(piece, "zh");
    assert_int_equal(strlen(text_at(piece, "square")), 2);
}

/* What a line takes from the one side and gives of the other, counted by hand: rook 4, horse and
 * cannon 2, advisor and elephant 1. */
static int units_of(const board_position *start, const json_t *line)
{
    static const int worth[BOARD_KINDS] = {[BOARD_ADVISOR] = 1,
                                           [BOARD_ELEPHANT] = 1,
                                           [BOARD_HORSE] = 2,
                                           [BOARD_ROOK] = 4,
                                           [BOARD_CANNON] = 2};
    board_position position = *start;
    int units = 0;
    for (size_t i = 0; i < json_array_size(array_at(line, "iccs")); i++) {
        board_move move = squares_of(json_string_value(json_array_get(array_at(line, "iccs"), i)));
        board_piece target = position.piece_at[move.to];
        if (target != BOARD_NO_PIECE)
            units += worth[board_piece_kind(target)] *
                     (board_piece_side(target) == start->to_move ? -1 : 1);
        board_make(&position, move);
    }
    return units;
}

static void expect_roots(const board_position *start, const json_t *threat)
{
    const json_t *roots = array_at(threat, "roots");
    board_position taken = *start;
    const json_t *line = array_at(json_object_get(threat, "line"), "iccs");
    board_make(&taken, squares_of(json_string_value(json_array_get(line, 0))));
    for (size_t i = 0; i < json_array_size(roots); i++) {
        const json_t *root = json_array_get(roots, i);
        expect_piece(root);
        text_at(root, "flaw");
        expect_line(&taken, json_object_get(root, "line"));
    }
}

static void expect_threats(const board_position *start, const json_t *threats)
{
    for (size_t i = 0; i < json_array_size(threats); i++) {
        const json_t *threat = json_array_get(threats, i);
        expect_piece(json_object_get(threat, "attacker"));
        for (size_t j = 0; j < json_array_size(array_at(threat, "victims")); j++)
            expect_piece(json_array_get(array_at(threat, "victims"), j));
        text_at(threat, "kind");
        text_at(threat, "status");
        text_at(threat, "end");
        assert_int_equal(number_at(json_object_get(threat, "balance"), "units"),
                         units_of(start, json_object_get(threat, "line")));
        expect_line(start, json_object_get(threat, "line"));
        if (json_object_get(threat, "roots"))
            expect_roots(start, threat);
    }
}

static void expect_evidence(const board_position *before, const json_t *move)
{
    const json_t *evidence = json_object_get(move, "evidence");
    board_position after = *before;
    board_make(&after, squares_of(text_at(move, "iccs")));
    board_pass(&after);
    assert_true(json_array_size(array_at(evidence, "articles")) > 0);
    assert_true(json_array_size(array_at(evidence, "reasons")) > 0);
    assert_true(text_at(evidence, "sentence_zh")[0] != '\0');
    assert_true(text_at(evidence, "sentence_en")[0] != '\0');
    assert_string_equal(text_at(json_object_get(evidence, "limits"), "edition"), "cxa-2007");
    number_at(json_object_get(evidence, "limits"), "nodes");
    if (strcmp(text_at(move, "class"), "将") == 0) {
        assert_true(json_array_size(array_at(evidence, "checkers")) > 0);
        return;
    }
    expect_threats(&after, array_at(evidence, "threats"));
    expect_threats(&after, array_at(evidence, "refuted"));
    if (!json_is_true(json_object_get(evidence, "king_in_check")))
        expect_threats(before, array_at(evidence, "before"));
}

static void expect_all_evidence(const char *fen, const json_t *object)
{
    const json_t *moves = array_at(object, "moves");
    board_position position;
    assert_int_equal(board_position_from_fen(fen, strlen(fen), &position, NULL), BOARD_OK);
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        expect_evidence(&position, move);
        board_make(&position, squares_of(text_at(move, "iccs")));
    }
}

/* A king's capture counts in the balance of the line that it is part of. */
static void balance_counts_the_kings_captures(void **state)
{
    static const char fen[] = "5k3/9/4R4/5C1N1/P8/2P5P/9/3K4B/7cc/5r3 w";
    static const char *const moves[] = {"d2e2", "f0e0", "e2d2", "e0f0"};
    (void)state;
    json_t *object = judged_json(fen, moves, COUNT(moves), true);
    expect_all_evidence(fen, object);
    json_decref(object);
}

static void evidence_replays(void **state)
{
    json_t *object = judged_json(ROOTS, rooting, COUNT(rooting), true);
    (void)state;
    expect_all_evidence(ROOTS, object);
    const json_t *third = json_array_get(array_at(object, "moves"), 2);
    const json_t *threats = array_at(json_object_get(third, "evidence"), "threats");
    bool renewed = false;
    for (size_t i = 0; i < json_array_size(threats); i++) {
        const json_t *news = json_object_get(json_array_get(threats, i), "news");
        renewed = renewed || (news && strcmp(json_string_value(news), "renewed") == 0);
    }
    assert_true(renewed);
    json_decref(object);
}

static void mates_and_blocks_are_shown(void **state)
{
    json_t *object = judged_json(KILLS, killing, COUNT(killing), true);
    const json_t *moves = array_at(object, "moves");
    (void)state;
    expect_all_evidence(KILLS, object);
    const json_t *kill = json_object_get(json_array_get(moves, 0), "evidence");
    const json_t *block = json_object_get(json_array_get(moves, 1), "evidence");
    assert_string_equal(text_at(json_object_get(kill, "mate"), "by"), "red");
    assert_string_equal(text_at(json_object_get(block, "mate"), "by"), "red");
    assert_string_equal(text_at(json_array_get(moves, 1), "label"), "拦");
    assert_string_equal(text_at(json_array_get(moves, 1), "class"), "闲");
    assert_string_equal(
        json_string_value(json_array_get(array_at(json_array_get(moves, 1), "kinds"), 0)), "拦");
    json_decref(object);
}

static void closing_move_stands_apart(void **state)
{
    json_t *object = judged_json(KILLS, killing, COUNT(killing), true);
    const json_t *cycle = json_object_get(object, "cycle");
    const json_t *closing = json_object_get(cycle, "closing");
    (void)state;
    assert_int_equal(json_array_size(array_at(object, "moves")), COUNT(killing));
    assert_string_equal(text_at(cycle, "stage"), "about-to");
    assert_int_equal(number_at(cycle, "length"), 4);
    assert_string_equal(text_at(closing, "iccs"), "h8i8");
    assert_string_equal(text_at(closing, "side"), "black");
    assert_string_equal(text_at(closing, "label"), "拦");
    assert_non_null(strstr(text_at(cycle, "text_zh"), "再走车８平９"));
    text_at(json_object_get(closing, "evidence"), "sentence_zh");
    json_decref(object);
}

static void nothing_repeated_has_no_conduct(void **state)
{
    static const char *const moves[] = {"i0i5"};
    json_t *object = judged_json(QUIET, moves, COUNT(moves), true);
    (void)state;
    assert_string_equal(text_at(json_object_get(object, "ruling"), "outcome"), "no-cycle");
    assert_true(json_is_null(json_object_get(object, "red")));
    assert_true(json_is_null(json_object_get(object, "black")));
    assert_string_equal(text_at(json_object_get(object, "cycle"), "stage"), "none");
    assert_int_equal(json_array_size(array_at(object, "moves")), 1);
    json_decref(object);
    object = judged_json(QUIET, NULL, 0, true);
    assert_int_equal(json_array_size(array_at(object, "moves")), 0);
    json_decref(object);
}

/* Takes away the finding of the first move, as if it were too far back to be labelled. */
static void forget_first_finding(judge_result *result)
{
    result->first_judged++;
    result->finding_count--;
    memmove(result->findings, result->findings + 1,
            result->finding_count * sizeof *result->findings);
}

static void far_lead_in_is_not_labelled(void **state)
{
    case_dispute *one = calloc(1, sizeof *one);
    (void)state;
    assert_non_null(one);
    judge_case(one, ROOK_CHASES, chasing, COUNT(chasing));
    forget_first_finding(&one->result);
    json_t *object = read_back(case_json(one, NULL, true));
    const json_t *moves = array_at(object, "moves");
    assert_true(json_is_null(json_object_get(object, "id")));
    assert_int_equal(json_array_size(moves), COUNT(chasing));
    assert_true(json_is_null(json_object_get(json_array_get(moves, 0), "label")));
    assert_true(json_is_null(json_object_get(json_array_get(moves, 0), "class")));
    assert_null(json_object_get(json_array_get(moves, 0), "evidence"));
    assert_string_equal(text_at(json_array_get(moves, 1), "class"), "闲");
    json_decref(object);
    judge_result_free(&one->result);
    free(one);
}

/* A move that no piece makes, but that stood, is named by its squares. */
static void move_that_stood_is_marked(void **state)
{
    case_dispute *one = calloc(1, sizeof *one);
    board_problem problem;
    (void)state;
    assert_non_null(one);
    judge_case(one, QUIET, NULL, 0);
    judge_result_free(&one->result);
    one->moves[0] = (judge_played){squares_of("i0h5"), true};
    one->dispute.count = 1;
    assert_int_equal(judge_dispute_rule(&one->dispute, &one->edition, &one->setting.limits, NULL,
                                        &one->result, &problem),
                     BOARD_OK);
    json_t *object = read_back(case_json(one, "stood", true));
    const json_t *move = json_array_get(array_at(object, "moves"), 0);
    assert_true(json_is_true(json_object_get(move, "stood")));
    assert_string_equal(text_at(move, "zh"), "i0h5");
    json_decref(object);
    judge_result_free(&one->result);
    free(one);
}

/* An allocator that fails once after a number of successes. */
static size_t allocations;
static size_t failing;

static void *failing_malloc(size_t size)
{
    return ++allocations == failing ? NULL : malloc(size);
}

static void expect_no_memory_everywhere(const case_dispute *one, bool evidence, size_t step)
{
    allocations = 0;
    failing = 0;
    json_t *object = case_json(one, "a case", evidence);
    assert_non_null(object);
    json_decref(object);
    size_t all = allocations;
    for (failing = 1; failing <= all; failing += step) {
        allocations = 0;
        object = case_json(one, "a case", evidence);
        if (object)
            fail_msg("allocation %zu of %zu failed unnoticed", failing, all);
    }
}

static void no_memory_gives_nothing(void **state)
{
    case_dispute *one = calloc(1, sizeof *one);
    (void)state;
    assert_non_null(one);
    judge_case(one, ROOK_CHASES, chasing, COUNT(chasing));
    json_set_alloc_funcs(failing_malloc, free);
    expect_no_memory_everywhere(one, false, 1);
    expect_no_memory_everywhere(one, true, 7);
    json_set_alloc_funcs(malloc, free);
    judge_result_free(&one->result);
    free(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ruling_has_every_field),
        cmocka_unit_test(moves_are_one_for_one),
        cmocka_unit_test(balance_counts_the_kings_captures),
        cmocka_unit_test(evidence_replays),
        cmocka_unit_test(mates_and_blocks_are_shown),
        cmocka_unit_test(closing_move_stands_apart),
        cmocka_unit_test(nothing_repeated_has_no_conduct),
        cmocka_unit_test(far_lead_in_is_not_labelled),
        cmocka_unit_test(move_that_stood_is_marked),
        cmocka_unit_test(no_memory_gives_nothing),
    };

    return cmocka_run_group_tests(tests, make_memo, free_memo);
}
