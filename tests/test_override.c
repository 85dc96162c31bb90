/*
 * tests/test_override.c: the arbiter's word: how it is written, what follows from it, and that the
 * tool's own opinion is left as it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "judge/memo.h"
#include "judge/override.h"

enum { MOVES_MAX = 32, OVERRIDES_MAX = 8 };

/* A rook chases a cannon along its rank, move after move. */
#define CHASE "2bakab2/7r1/6n2/c1p1p1p1p/9/1R7/2P1P1P1P/4C1N2/9/2BAKAB2 w"
#define CHASE_MOVES "b4a4 a6b6 a4b4 b6a6"
/* Figures of the rulebook: pawns counted as both sides attack; a key square; two chases weighed. */
#define FIGURE_PAWN "1rb1kacn1/4a4/2n1b2r1/p1C1pRP1p/2p6/9/PcP1P3P/N3C1N2/9/1RBAKAB2 w"
#define FIGURE_PAWN_MOVES "g6h6 h7g7 h6g6 g7h7"
#define FIGURE_KEY "3k1a3/4a4/b3b4/9/9/4R4/4n4/3Ar4/3KA4/9 w"
#define FIGURE_KEY_MOVES "e4d4 d9e9 d4e4 e9d9"
#define FIGURE_WEIGHED "2baka2r/9/2n1b4/2p1p4/9/3Rc1Pc1/4C1n2/3NB1NC1/4A4/4KAB2 w"
#define FIGURE_WEIGHED_MOVES "d4d7 h4h7 d7d4 h7h4"

/* A dispute judged, and judged again by the arbiter's labels. */
typedef struct hearing {
    judge_played moves[MOVES_MAX];
    judge_dispute dispute;
    judge_edition edition;
    judge_result result;
    judge_override overrides[OVERRIDES_MAX];
    size_t override_count;
    judge_result overruled;
    board_problem problem;
} hearing;

static void read_moves(hearing *all, const char *moves)
{
    board_position position = all->dispute.start;
    for (size_t length; *moves != '\0'; moves += length + (moves[length] == ' ')) {
        board_readings readings;
        length = strcspn(moves, " ");
        assert_int_equal(
            board_notation_read(&position, BOARD_NOTATION_ICCS, moves, length, &readings),
            BOARD_OK);
        all->moves[all->dispute.count++].move = readings.moves[0];
        board_make(&position, readings.moves[0]);
    }
    all->dispute.moves = all->moves;
}

/* Judges; to be ended with end_hearing. */
static hearing *hear(const char *edition, const char *fen, const char *moves)
{
    const judge_limits limits = judge_limits_standard();
    hearing *all = calloc(1, sizeof *all);
    assert_non_null(all);
    assert_int_equal(board_position_from_fen(fen, strlen(fen), &all->dispute.start, NULL),
                     BOARD_OK);
    read_moves(all, moves);
    assert_int_equal(judge_edition_load(edition, &all->edition), BOARD_OK);
    assert_int_equal(
        judge_dispute_rule(&all->dispute, &all->edition, &limits, NULL, &all->result, NULL),
        BOARD_OK);
    return all;
}

static void add(hearing *all, const char *text)
{
    assert_int_equal(judge_override_read(text, &all->overrides[all->override_count++], NULL),
                     BOARD_OK);
}

static board_error overrule(hearing *all)
{
    judge_result_free(&all->overruled);
    return judge_overrule(&all->dispute, &all->result, &all->edition, all->overrides,
                          all->override_count, &all->overruled, &all->problem);
}

static void expect_ruling(hearing *all, const char *overrides, judge_outcome outcome,
                          const char *articles)
{
    char text[64];
    all->override_count = 0;
    for (size_t length; *overrides != '\0'; overrides += length + (overrides[length] == ' ')) {
        length = strcspn(overrides, " ");
        assert_true(length < sizeof text);
        memcpy(text, overrides, length);
        text[length] = '\0';
        add(all, text);
    }
    assert_int_equal(overrule(all), BOARD_OK);
    assert_int_equal(all->overruled.ruling.outcome, outcome);
    assert_string_equal(all->overruled.ruling.articles, articles);
}

static void end_hearing(hearing *all)
{
    judge_result_free(&all->overruled);
    judge_result_free(&all->result);
    free(all);
}

static void overrides_are_read(void **state)
{
    static const struct {
        const char *text;
        size_t move;
        judge_label label;
        judge_idle_kind kind;
        const char *reason;
    } rows[] = {
        {"3=闲:27.3", 2, JUDGE_IDLE, JUDGE_IDLE_PLAIN, "27.3"},
        {"1=将", 0, JUDGE_CHECK, JUDGE_IDLE_PLAIN, ""},
        {"12=杀", 11, JUDGE_KILL, JUDGE_IDLE_PLAIN, ""},
        {"3=闲：27.3", 2, JUDGE_IDLE, JUDGE_IDLE_PLAIN, "27.3"},
        {"3＝闲：见:附注", 2, JUDGE_IDLE, JUDGE_IDLE_PLAIN, "见:附注"},
        {"4=捉:见：附注", 3, JUDGE_CHASE, JUDGE_IDLE_PLAIN, "见：附注"},
        {"4=chase", 3, JUDGE_CHASE, JUDGE_IDLE_PLAIN, ""},
        {"4=check", 3, JUDGE_CHECK, JUDGE_IDLE_PLAIN, ""},
        {"4=kill:a:b", 3, JUDGE_KILL, JUDGE_IDLE_PLAIN, "a:b"},
        {"4=idle", 3, JUDGE_IDLE, JUDGE_IDLE_PLAIN, ""},
        {"4=兑", 3, JUDGE_IDLE, JUDGE_IDLE_EXCHANGE, ""},
        {"4=献", 3, JUDGE_IDLE, JUDGE_IDLE_SACRIFICE, ""},
        {"4=拦", 3, JUDGE_IDLE, JUDGE_IDLE_BLOCK, ""},
        {"4=follow:x", 3, JUDGE_IDLE, JUDGE_IDLE_FOLLOW, "x"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        judge_override override;
        assert_int_equal(judge_override_read(rows[i].text, &override, NULL), BOARD_OK);
        assert_int_equal(override.move, rows[i].move);
        assert_int_equal(override.label, rows[i].label);
        assert_int_equal(override.idle_kind, rows[i].kind);
        assert_string_equal(override.reason, rows[i].reason);
    }
}

static void wrong_overrides_are_refused(void **state)
{
    static const struct {
        const char *text;
        board_error error;
    } rows[] = {
        {"", BOARD_ERROR_OVERRIDE_FORM},
        {"闲", BOARD_ERROR_OVERRIDE_FORM},
        {"3", BOARD_ERROR_OVERRIDE_FORM},
        {"0=闲", BOARD_ERROR_OVERRIDE_MOVE},
        {"-1=闲", BOARD_ERROR_OVERRIDE_FORM},
        {"3:闲", BOARD_ERROR_OVERRIDE_FORM},
        {"99999=闲", BOARD_ERROR_OVERRIDE_MOVE},
        {"18446744073709551617=闲", BOARD_ERROR_OVERRIDE_MOVE},
        {" 3=闲", BOARD_ERROR_OVERRIDE_FORM},
        {"3=", BOARD_ERROR_OVERRIDE_LABEL},
        {"3=未定", BOARD_ERROR_OVERRIDE_LABEL},
        {"3=undecided", BOARD_ERROR_OVERRIDE_LABEL},
        {"3=捉捉", BOARD_ERROR_OVERRIDE_LABEL},
        {"3=chas", BOARD_ERROR_OVERRIDE_LABEL},
        {"3= 捉", BOARD_ERROR_OVERRIDE_LABEL},
        {"3=捉:", BOARD_ERROR_OVERRIDE_REASON},
        {"3=捉:a\nb", BOARD_ERROR_OVERRIDE_REASON},
        {"3=捉:\xFF", BOARD_ERROR_OVERRIDE_REASON},
    };
    char text[400] = "3=捉:";
    judge_override override;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        board_problem problem;
        assert_int_equal(judge_override_read(rows[i].text, &override, &problem), rows[i].error);
        assert_int_equal(problem.error, rows[i].error);
    }
    size_t start = strlen(text);
    memset(text + start, 'x', 255);
    assert_int_equal(judge_override_read(text, &override, NULL), BOARD_OK);
    text[start + 255] = 'x';
    assert_int_equal(judge_override_read(text, &override, NULL), BOARD_ERROR_OVERRIDE_REASON);
}

static void rulings_follow_the_arbiter(void **state)
{
    hearing *all = hear("cxa-2007", CHASE, CHASE_MOVES " " CHASE_MOVES);
    (void)state;
    assert_int_equal(all->result.ruling.outcome, JUDGE_RED_MUST_CHANGE);
    expect_ruling(all, "7=闲", JUDGE_DRAW, "26.2,24.2");
    expect_ruling(all, "7=兑", JUDGE_DRAW, "26.2,24.2");
    assert_int_equal(all->overruled.conduct[BOARD_RED].idle_kinds[JUDGE_IDLE_EXCHANGE], 1);
    expect_ruling(all, "6=捉", JUDGE_RED_MUST_CHANGE, "26.4,24.3");
    expect_ruling(all, "6=捉 8=杀", JUDGE_DRAW, "26.3,24.2");
    expect_ruling(all, "5=将 7=将", JUDGE_RED_LOSES, "26.1,24.1");
    expect_ruling(all, "5=闲 7=闲 6=捉 8=捉", JUDGE_BLACK_MUST_CHANGE, "26.4,24.3");
    assert_int_equal(all->result.ruling.outcome, JUDGE_RED_MUST_CHANGE);
    assert_int_equal(all->result.conduct[BOARD_RED].class, JUDGE_FORBIDDEN);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(judge_result_finding(&all->result, i)->label,
                         i % 2 ? JUDGE_IDLE : JUDGE_CHASE);
    all->dispute.after_order = true;
    expect_ruling(all, "6=捉", JUDGE_RED_LOSES, "24.3");
    end_hearing(all);
}

/* What is said of a move in one round is said of it in all. */
static void earlier_rounds_are_the_same_moves(void **state)
{
    hearing *all = hear("cxa-2007", CHASE, CHASE_MOVES " " CHASE_MOVES);
    (void)state;
    expect_ruling(all, "3=闲:27.3", JUDGE_DRAW, "26.2,24.2");
    for (size_t i = 0; i < 8; i++) {
        const judge_override *override =
            judge_override_of(&all->dispute, &all->result, all->overrides, 1, i);
        assert_int_equal(override != NULL, i % 4 == 2);
    }
    end_hearing(all);
}

/* A move before the cycle that is none of it changes nothing. */
static void lead_in_changes_nothing(void **state)
{
    hearing *all = hear("cxa-2007", CHASE, "g2e1 h8h7 " CHASE_MOVES);
    (void)state;
    assert_int_equal(all->result.cycle.from, 2);
    expect_ruling(all, "1=将", JUDGE_RED_MUST_CHANGE, "26.4,24.3");
    end_hearing(all);
}

static void closing_move_can_be_overruled(void **state)
{
    hearing *all = hear("cxa-2007", CHASE, "b4a4 a6b6 a4b4");
    (void)state;
    assert_int_equal(all->result.cycle.stage, JUDGE_STAGE_ABOUT_TO);
    expect_ruling(all, "4=捉 2=捉", JUDGE_DRAW, "26.3,24.2");
    add(all, "5=捉");
    assert_int_equal(overrule(all), BOARD_ERROR_OVERRIDE_MOVE);
    end_hearing(all);
}

static void moves_must_be_there_and_once(void **state)
{
    hearing *all = hear("cxa-2007", CHASE, CHASE_MOVES " " CHASE_MOVES);
    (void)state;
    add(all, "9=闲");
    assert_int_equal(overrule(all), BOARD_ERROR_OVERRIDE_MOVE);
    assert_int_equal(all->problem.ply, 9);
    assert_null(all->overruled.findings);
    all->override_count = 0;
    add(all, "7=闲");
    add(all, "7=闲");
    assert_int_equal(overrule(all), BOARD_ERROR_OVERRIDE_TWICE);
    all->override_count = 0;
    add(all, "3=闲");
    add(all, "7=捉"); /* the same move in the next round */
    assert_int_equal(overrule(all), BOARD_ERROR_OVERRIDE_TWICE);
    assert_int_equal(all->problem.ply, 7);
    end_hearing(all);
    all = hear("cxa-2007", CHASE, "b4a4 h8h7");
    add(all, "1=闲");
    assert_int_equal(overrule(all), BOARD_ERROR_OVERRIDE_MOVE);
    end_hearing(all);
}

/* 27.2: pawns count only while both sides attack with every move. */
static void pawns_are_uncounted_where_one_side_stops(void **state)
{
    hearing *all = hear("cxa-2007", FIGURE_PAWN, FIGURE_PAWN_MOVES);
    (void)state;
    assert_true(all->result.conduct[BOARD_RED].pawns_counted);
    assert_int_equal(all->result.ruling.outcome, JUDGE_DRAW);
    expect_ruling(all, "2=闲", JUDGE_DRAW, "26.2,24.2");
    assert_false(all->overruled.conduct[BOARD_RED].pawns_counted);
    assert_int_equal(all->overruled.conduct[BOARD_RED].class, JUDGE_ALLOWED);
    expect_ruling(all, "1=捉 3=捉", JUDGE_DRAW, "26.3,24.2");
    end_hearing(all);
}

static void key_squares_are_decided(void **state)
{
    hearing *all = hear("cxa-2007", FIGURE_KEY, FIGURE_KEY_MOVES);
    (void)state;
    assert_true(all->result.ruling.for_arbiter);
    add(all, "3=闲:27.3");
    assert_int_equal(overrule(all), BOARD_OK);
    assert_false(all->overruled.ruling.for_arbiter);
    end_hearing(all);
}

static void open_labels_are_decided(void **state)
{
    hearing *all = hear("cxa-2007", CHASE, CHASE_MOVES);
    judge_limits limits = judge_limits_standard();
    (void)state;
    judge_result_free(&all->result);
    limits.exchange.nodes = 0;
    assert_int_equal(
        judge_dispute_rule(&all->dispute, &all->edition, &limits, NULL, &all->result, NULL),
        BOARD_OK);
    assert_false(all->result.complete);
    assert_int_equal(all->result.ruling.outcome, JUDGE_OUTCOME_UNDECIDED);
    expect_ruling(all, "1=捉 3=捉 2=闲 4=闲", JUDGE_RED_MUST_CHANGE, "26.4,24.3");
    assert_true(all->overruled.complete);
    end_hearing(all);
}

/* 2020: what the tool called light stays light; what it did not call a chase is not light. */
static void weights_stay(void **state)
{
    hearing *all = hear("cxa-2020", FIGURE_WEIGHED, FIGURE_WEIGHED_MOVES);
    (void)state;
    assert_int_equal(all->result.ruling.outcome, JUDGE_BLACK_MUST_CHANGE);
    expect_ruling(all, "1=捉 3=捉", JUDGE_BLACK_MUST_CHANGE, "fig.8.10,fig.8.26,24.3");
    expect_ruling(all, "1=杀 3=杀", JUDGE_DRAW, "26.3,24.2");
    end_hearing(all);
}

/* World rules: a move overruled to 捉 goes on with the chase of the others. */
static void world_chases_are_kept_up(void **state)
{
    hearing *all = hear("wxf-2018", CHASE, CHASE_MOVES);
    (void)state;
    assert_int_equal(all->result.ruling.outcome, JUDGE_RED_LOSES);
    expect_ruling(all, "3=闲", JUDGE_DRAW, "wxf.allowed");
    expect_ruling(all, "3=杀", JUDGE_DRAW, "wxf.allowed");
    expect_ruling(all, "3=捉", JUDGE_RED_LOSES, "wxf.chase");
    expect_ruling(all, "2=捉 4=捉", JUDGE_DRAW, "wxf.chase");
    expect_ruling(all, "2=捉", JUDGE_RED_LOSES, "wxf.chase");
    expect_ruling(all, "2=将 4=将", JUDGE_BLACK_LOSES, "wxf.check");
    end_hearing(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overrides_are_read),
        cmocka_unit_test(wrong_overrides_are_refused),
        cmocka_unit_test(rulings_follow_the_arbiter),
        cmocka_unit_test(earlier_rounds_are_the_same_moves),
        cmocka_unit_test(lead_in_changes_nothing),
        cmocka_unit_test(closing_move_can_be_overruled),
        cmocka_unit_test(moves_must_be_there_and_once),
        cmocka_unit_test(pawns_are_uncounted_where_one_side_stops),
        cmocka_unit_test(key_squares_are_decided),
        cmocka_unit_test(open_labels_are_decided),
        cmocka_unit_test(weights_stay),
        cmocka_unit_test(world_chases_are_kept_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
