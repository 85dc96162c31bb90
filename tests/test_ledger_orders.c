/*
 * tests/test_ledger_orders.c: what becomes of an order to change when it is given twice, when the
 * game ends meanwhile, when its end is logged after the result (24.3, 10.1); a game that is said to
 * be lost by fouls that are not there (4.1.8); an order or a ruling under what follows from it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ledger_making.h"

static making_entry_id log_order(making *made, judge_outcome outcome)
{
    making_ruling(made, outcome, outcome);
    making_log(made);
    return making_logged(made);
}

/* The same ruling once more, by two thumbs or on two devices: there is one order. */
static void test_the_same_order_twice_is_one(void **state)
{
    making *made = *state;

    const making_entry_id first = log_order(made, JUDGE_RED_MUST_CHANGE);
    const making_entry_id second = log_order(made, JUDGE_RED_MUST_CHANGE);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_OPEN_ORDER), 1);
    assert_string_equal(making_read(made).order->id, second.text);
    making_order_closed(made, first.text, LEDGER_REPEATED);
    assert_non_null(making_told(made, LEDGER_NOTICE_NO_OPEN_ORDER));
    making_order_closed(made, second.text, LEDGER_CHANGED);
    assert_false(making_errors(made));
    making_log(made);
    /* The side changed: nothing is open, and nothing is left that it could lose by. */
    assert_null(making_read(made).order);
    making_order_closed(made, first.text, LEDGER_REPEATED);
    assert_non_null(making_told(made, LEDGER_NOTICE_NO_OPEN_ORDER));
    assert_true(making_errors(made));
}

/* Another device did not know of the second and logs that the first was not obeyed: it counts. */
static void test_the_end_of_the_first_of_two_counts(void **state)
{
    making *made = *state;

    const making_entry_id first = log_order(made, JUDGE_RED_MUST_CHANGE);
    log_order(made, JUDGE_RED_MUST_CHANGE);
    making_order_closed(made, first.text, LEDGER_REPEATED);
    making_log(made);
    ledger_game game = making_read(made);
    assert_int_equal(game.due.outcome, LEDGER_BLACK_WINS);
    assert_string_equal(game.due.reason, "not-changed");
    assert_null(game.order);
}

static void test_a_withdrawn_second_order_leaves_the_first(void **state)
{
    making *made = *state;

    const making_entry_id first = log_order(made, JUDGE_RED_MUST_CHANGE);
    const making_entry_id second = log_order(made, JUDGE_RED_MUST_CHANGE);
    making_withdrawal(made, second.text);
    making_log(made);
    assert_string_equal(making_read(made).order->id, first.text);
    making_order_closed(made, first.text, LEDGER_REPEATED);
    assert_non_null(making_told(made, LEDGER_NOTICE_ORDER_LOSES));
    assert_false(making_errors(made));
}

/* A third order after one that was obeyed is no order beside an open one. */
static void test_a_new_order_after_a_change(void **state)
{
    making *made = *state;

    const making_entry_id first = log_order(made, JUDGE_RED_MUST_CHANGE);
    making_order_closed(made, first.text, LEDGER_CHANGED);
    making_log(made);
    making_ruling(made, JUDGE_RED_MUST_CHANGE, JUDGE_RED_MUST_CHANGE);
    assert_null(making_told(made, LEDGER_NOTICE_OPEN_ORDER));
    const making_entry_id second = log_order(made, JUDGE_RED_MUST_CHANGE);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_OPEN_ORDER), 0);
    assert_string_equal(making_read(made).order->id, second.text);
}

static void test_an_order_lapses_with_the_game(void **state)
{
    making *made = *state;

    const making_entry_id order = log_order(made, JUDGE_BLACK_MUST_CHANGE);
    making_result(made, LEDGER_DRAW, "agreed");
    assert_int_equal(making_told(made, LEDGER_NOTICE_ORDER_LAPSES)->side, BOARD_BLACK);
    assert_false(making_errors(made)); /* games do end so */
    making_log(made);
    const making_entry_id result = making_logged(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_ORDER_LAPSES), 1);
    assert_null(making_read(made).order);

    making_order_closed(made, order.text, LEDGER_REPEATED);
    assert_non_null(making_told(made, LEDGER_NOTICE_FINISHED_GAME));
    assert_non_null(making_told(made, LEDGER_NOTICE_NO_OPEN_ORDER));
    making_log(made); /* on another device, all the same */
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_FINISHED_GAME), 1);
    assert_int_equal(making_read(made).outcome, LEDGER_DRAW);

    making_withdrawal(made, made->last_id);
    making_log(made);
    making_withdrawal(made, result.text); /* the game goes on, and so does the duty to change */
    making_log(made);
    assert_string_equal(making_read(made).order->id, order.text);
}

/* An order whose end is logged in time is not remarked on. */
static void test_a_result_after_the_end_of_the_order(void **state)
{
    making *made = *state;

    const making_entry_id order = log_order(made, JUDGE_BLACK_MUST_CHANGE);
    making_order_closed(made, order.text, LEDGER_REPEATED);
    making_log(made);
    making_result(made, LEDGER_RED_WINS, "not-changed");
    assert_null(making_told(made, LEDGER_NOTICE_ORDER_LAPSES));
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_ORDER_LAPSES), 0);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_FINISHED_GAME), 0);
}

static void test_orders_to_both_sides(void **state)
{
    making *made = *state;

    const making_entry_id red = log_order(made, JUDGE_RED_MUST_CHANGE);
    const making_entry_id black = log_order(made, JUDGE_BLACK_MUST_CHANGE);
    ledger_game game = making_read(made);
    assert_string_equal(game.orders[BOARD_RED]->id, red.text);
    assert_string_equal(game.orders[BOARD_BLACK]->id, black.text);
    assert_ptr_equal(game.order, game.orders[BOARD_BLACK]);
    making_order_closed(made, red.text, LEDGER_REPEATED);
    assert_false(making_errors(made));
}

/* Two devices whose clocks disagree: the end of the order is dated before the order. */
static void test_an_end_dated_before_its_order(void **state)
{
    making_device slow = {"tablet-0", 0, MAKING_TIME_MS - 3600000};
    making *made = *state;

    making_ruling(made, JUDGE_RED_MUST_CHANGE, JUDGE_RED_MUST_CHANGE);
    making_log(made);
    making_order_closed(made, made->last_id, LEDGER_CHANGED);
    making_stamp(&slow, &made->entry);
    assert_int_equal(ledger_apply(made->state, &made->entry, NULL), BOARD_OK);
    assert_null(making_read(made).order);
}

/* Whoever takes an order back, or puts another ruling in its place, is told of the loss on it. */
static void test_an_order_under_a_loss(void **state)
{
    making *made = *state;

    const making_entry_id first = log_order(made, JUDGE_BLACK_MUST_CHANGE);
    making_withdrawal(made, first.text);
    assert_null(making_told(made, LEDGER_NOTICE_ORDER_LOST));
    making_order_closed(made, first.text, LEDGER_CHANGED);
    making_log(made);
    making_withdrawal(made, first.text); /* nobody has lost by it */
    assert_null(making_told(made, LEDGER_NOTICE_ORDER_LOST));

    const making_entry_id second = log_order(made, JUDGE_BLACK_MUST_CHANGE);
    making_order_closed(made, second.text, LEDGER_REPEATED);
    making_log(made);
    const making_entry_id closing = making_logged(made);
    making_result(made, LEDGER_RED_WINS, "not-changed");
    making_log(made);
    making_ruling(made, JUDGE_DRAW, JUDGE_DRAW);
    ledger_copy(made->entry.corrects, sizeof made->entry.corrects, second.text);
    assert_non_null(making_told(made, LEDGER_NOTICE_ORDER_LOST));
    making_withdrawal(made, second.text);
    const ledger_notice *told = making_told(made, LEDGER_NOTICE_ORDER_LOST);
    assert_non_null(told);
    assert_int_equal(told->side, BOARD_BLACK);
    assert_int_equal(told->game.table, making_game.table);
    assert_false(making_errors(made)); /* it may be right all the same */
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_NO_OPEN_ORDER), 1); /* of its end */

    making_withdrawal(made, made->last_id); /* the order is back, and its end is taken first */
    making_log(made);
    making_withdrawal(made, closing.text);
    making_log(made);
    making_withdrawal(made, second.text);
    assert_null(making_told(made, LEDGER_NOTICE_ORDER_LOST));
}

/* The first ruling that decides a game counts; the second does nothing, and that is told. */
static void test_a_game_ruled_twice(void **state)
{
    making *made = *state;

    making_ruling(made, JUDGE_RED_LOSES, JUDGE_RED_LOSES);
    assert_null(making_told(made, LEDGER_NOTICE_RULED_BEFORE));
    making_log(made);
    const making_entry_id first = making_logged(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_RULED_BEFORE), 0);

    making_ruling(made, JUDGE_DRAW, JUDGE_DRAW);
    const ledger_notice *told = making_told(made, LEDGER_NOTICE_RULED_BEFORE);
    assert_non_null(told);
    assert_string_equal(told->what[BOARD_ENGLISH], "Black wins");
    assert_false(making_errors(made));
    ledger_copy(made->entry.corrects, sizeof made->entry.corrects, first.text);
    assert_null(making_told(made, LEDGER_NOTICE_RULED_BEFORE)); /* instead of the first */
    making_ruling(made, JUDGE_DRAW, JUDGE_DRAW); /* on another device, all the same */
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_RULED_BEFORE), 1);
    assert_int_equal(making_read(made).due.outcome, LEDGER_BLACK_WINS);

    making_withdrawal(made, first.text);
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_RULED_BEFORE), 0);
    assert_int_equal(making_read(made).due.outcome, LEDGER_DRAW);
}

/* The ruling that follows the end of an order (24.3) is no second one. */
static void test_a_ruling_after_an_order(void **state)
{
    making *made = *state;

    const making_entry_id order = log_order(made, JUDGE_RED_MUST_CHANGE);
    making_order_closed(made, order.text, LEDGER_REPEATED);
    making_log(made);
    making_ruling(made, JUDGE_RED_LOSES, JUDGE_RED_LOSES);
    assert_null(making_told(made, LEDGER_NOTICE_RULED_BEFORE));
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_RULED_BEFORE), 0);
}

/* Fouls that are not there. */

static void test_a_loss_by_fouls_needs_them(void **state)
{
    making *made = *state;

    for (int i = 0; i < 3; i++) {
        making_result(made, LEDGER_BLACK_WINS, "fouls");
        const ledger_notice *told = making_told(made, LEDGER_NOTICE_RESULT_FOULS);
        assert_non_null(told);
        assert_int_equal(told->count, i);
        assert_int_equal(told->limit, 3);
        assert_int_equal(told->side, BOARD_RED);
        assert_false(making_errors(made));
        making_foul(made, BOARD_RED, "clock");
        making_log(made);
    }
    const making_entry_id foul = making_logged(made);
    making_result(made, LEDGER_RED_WINS, "fouls"); /* Black has none */
    assert_int_equal(making_told(made, LEDGER_NOTICE_RESULT_FOULS)->side, BOARD_BLACK);
    making_result(made, LEDGER_BLACK_WINS, "resigned");
    assert_null(making_told(made, LEDGER_NOTICE_RESULT_FOULS));
    making_result(made, LEDGER_BLACK_WINS, "fouls");
    assert_null(making_told(made, LEDGER_NOTICE_RESULT_FOULS));
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_RESULT_FOULS), 0);
    making_withdrawal(made, foul.text); /* and now it is one too few */
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_RESULT_FOULS), 1);
    making_foul(made, BOARD_RED, "clock"); /* that another device logs late */
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_RESULT_FOULS), 0);
}

/* An event where two lose. */
static void test_fouls_by_the_events_number(void **state)
{
    making *made = *state;

    making_event(made, 2, 30);
    making_foul(made, BOARD_RED, "clock");
    making_log(made);
    making_result(made, LEDGER_BLACK_WINS, "fouls");
    assert_string_equal(making_told(made, LEDGER_NOTICE_RESULT_FOULS)->source, "竞赛规程 3.2");
    making_foul(made, BOARD_RED, "clock");
    making_log(made);
    making_result(made, LEDGER_BLACK_WINS, "fouls");
    assert_null(making_told(made, LEDGER_NOTICE_RESULT_FOULS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MAKING_TEST(test_the_same_order_twice_is_one),
        MAKING_TEST(test_the_end_of_the_first_of_two_counts),
        MAKING_TEST(test_a_withdrawn_second_order_leaves_the_first),
        MAKING_TEST(test_a_new_order_after_a_change),
        MAKING_TEST(test_an_order_lapses_with_the_game),
        MAKING_TEST(test_a_result_after_the_end_of_the_order),
        MAKING_TEST(test_orders_to_both_sides),
        MAKING_TEST(test_an_end_dated_before_its_order),
        MAKING_TEST(test_an_order_under_a_loss),
        MAKING_TEST(test_a_game_ruled_twice),
        MAKING_TEST(test_a_ruling_after_an_order),
        MAKING_TEST(test_a_loss_by_fouls_needs_them),
        MAKING_TEST(test_fouls_by_the_events_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
