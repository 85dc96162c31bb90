/*
 * tests/test_ledger_authority.c: who may register, pair and correct (articles 16-18), before an
 * entry is logged and, where another device logged it all the same, in the remarks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ledger_making.h"

static const ledger_game_key later_game = {2, 1, 1};

static void by(making *made, const char *arbiter)
{
    ledger_copy(made->entry.arbiter, sizeof made->entry.arbiter, arbiter);
}

static void correct(making *made, const char *id)
{
    ledger_copy(made->entry.corrects, sizeof made->entry.corrects, id);
    ledger_copy(made->entry.reason, sizeof made->entry.reason, "x");
}

static void draft_player(making *made, const char *arbiter, const char *name, const char *team)
{
    ledger_entry *entry = making_begin(made, LEDGER_PLAYER, arbiter);

    ledger_copy(entry->payload.player.key, LEDGER_KEY_BYTES, "18");
    ledger_copy(entry->payload.player.name, LEDGER_NAME_BYTES, name);
    ledger_copy(entry->payload.player.team, LEDGER_KEY_BYTES, team);
}

static void draft_pairing(making *made, const char *arbiter, ledger_game_key game)
{
    ledger_entry *entry = making_begin(made, LEDGER_PAIRING, arbiter);

    entry->payload.pairing.game = game;
    ledger_copy(entry->payload.pairing.red, LEDGER_KEY_BYTES, "9");
    ledger_copy(entry->payload.pairing.black, LEDGER_KEY_BYTES, "18");
}

/* A foul in any game, by anybody. */
static making_entry_id log_foul(making *made, const char *arbiter, ledger_game_key game)
{
    making_foul(made, BOARD_RED, "clock")->payload.foul.game = game;
    by(made, arbiter);
    making_log(made);
    return making_logged(made);
}

/* Says whether this notice forbids the draft to each of the three. */
static void forbidden_to(making *made, ledger_notice_kind kind, bool table, bool chief,
                         bool organiser)
{
    by(made, "li");
    assert_int_equal(making_told(made, kind) != NULL, table);
    assert_int_equal(making_errors(made), table);
    by(made, "chief");
    assert_int_equal(making_errors(made), chief);
    by(made, "boss");
    assert_int_equal(making_errors(made), organiser);
}

/* The event's people and pairings. */

static void test_registering_is_not_for_the_tables(void **state)
{
    making *made = *state;

    draft_player(made, "li", "钱八", "SH");
    forbidden_to(made, LEDGER_NOTICE_EVENT_AUTHORITY, true, false, false);
    draft_pairing(made, "li", later_game);
    forbidden_to(made, LEDGER_NOTICE_EVENT_AUTHORITY, true, false, false);
    ledger_entry *team = making_begin(made, LEDGER_TEAM, "li");
    ledger_copy(team->payload.team.key, LEDGER_KEY_BYTES, "BJ");
    ledger_copy(team->payload.team.name, LEDGER_NAME_BYTES, "北京");
    forbidden_to(made, LEDGER_NOTICE_EVENT_AUTHORITY, true, false, false);
    /* Logged by another device all the same. */
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_EVENT_AUTHORITY), 0);
    by(made, "li");
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_EVENT_AUTHORITY), 1);
}

/* Nor is taking a registration or a pairing back. */
static void test_withdrawing_them_is_not_for_the_tables(void **state)
{
    making *made = *state;

    making_withdrawal(made, made->last_id); /* the pairing of 1.5 */
    forbidden_to(made, LEDGER_NOTICE_EVENT_AUTHORITY, true, false, false);
    draft_pairing(made, "li", (ledger_game_key){1, 5, 1});
    correct(made, made->last_id);
    forbidden_to(made, LEDGER_NOTICE_EVENT_AUTHORITY, true, false, false);
}

static void test_a_pairing_with_a_result_stands(void **state)
{
    making *made = *state;

    making_pairing(made, later_game, "18", "9");
    const making_entry_id pairing = making_logged(made);
    log_foul(made, "li", later_game);
    draft_pairing(made, "chief", later_game);
    correct(made, pairing.text);
    assert_int_equal(making_told(made, LEDGER_NOTICE_PAIRING_ENTRIES)->count, 1);
    assert_false(making_errors(made));
    making_result(made, LEDGER_RED_WINS, "resigned")->payload.result.game = later_game;
    making_log(made);
    const making_entry_id result = making_logged(made);

    draft_pairing(made, "chief", later_game);
    correct(made, pairing.text);
    assert_non_null(making_told(made, LEDGER_NOTICE_PAIRING_RESULT));
    /* Moving the pairing to another table leaves this game without players just as well. */
    made->entry.payload.pairing.game.table = 7;
    const ledger_notice *told = making_told(made, LEDGER_NOTICE_PAIRING_RESULT);
    assert_non_null(told);
    assert_int_equal(told->game.table, later_game.table);
    making_withdrawal(made, pairing.text);
    by(made, "chief");
    assert_non_null(making_told(made, LEDGER_NOTICE_PAIRING_RESULT));

    /* First the result is taken back: then it is no silent swap. */
    making_withdrawal(made, result.text);
    making_log(made);
    draft_pairing(made, "chief", later_game);
    correct(made, pairing.text);
    assert_false(making_errors(made));
}

/* An office that imports its table anew does not ask; the change is remarked on. */
static void test_a_swap_after_the_result_is_remarked_on(void **state)
{
    making *made = *state;

    making_pairing(made, later_game, "18", "9");
    const making_entry_id pairing = making_logged(made);
    making_result(made, LEDGER_RED_WINS, "resigned")->payload.result.game = later_game;
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_PAIRING_RESULT), 0);
    const making_entry_id result = making_logged(made);
    draft_pairing(made, "boss", later_game);
    correct(made, pairing.text);
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_PAIRING_RESULT), 1);
    /* The result is logged anew for those who played. */
    making_withdrawal(made, result.text);
    making_log(made);
    making_result(made, LEDGER_BLACK_WINS, "resigned")->payload.result.game = later_game;
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_PAIRING_RESULT), 0);
}

static void test_a_key_registered_anew(void **state)
{
    making *made = *state;

    draft_player(made, "boss", "钱八", "SH"); /* the same once more */
    assert_null(making_told(made, LEDGER_NOTICE_REGISTERED_ANEW));
    assert_null(making_told(made, LEDGER_NOTICE_TEAM_ANEW));
    draft_player(made, "boss", "周十八", "SH");
    assert_string_equal(making_told(made, LEDGER_NOTICE_REGISTERED_ANEW)->what[0], "钱八");
    assert_null(making_told(made, LEDGER_NOTICE_TEAM_ANEW));
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_REGISTERED_ANEW), 1);
    draft_player(made, "boss", "周十八", "GD");
    assert_string_equal(making_told(made, LEDGER_NOTICE_TEAM_ANEW)->what[0], "SH");
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_TEAM_ANEW), 1);
    draft_player(made, "boss", "郑", ""); /* a correction says so itself */
    correct(made, made->last_id);
    assert_null(making_told(made, LEDGER_NOTICE_REGISTERED_ANEW));
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_TEAM_ANEW), 0);
}

/* A role is changed by registering the arbiter once more: that is no other person. */
static void test_a_new_role_is_no_new_name(void **state)
{
    making *made = *state;

    making_arbiter(made, "li", LEDGER_CHIEF_ARBITER);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_REGISTERED_ANEW), 0);
}

/* Corrections. */

static void test_what_is_logged_above_is_corrected_above(void **state)
{
    static const char *const above[] = {"chief", "boss"};
    making *made = *state;

    for (size_t i = 0; i < sizeof above / sizeof *above; i++) {
        log_foul(made, above[i], making_game);
        making_withdrawal(made, made->last_id);
        forbidden_to(made, LEDGER_NOTICE_CORRECTS_ABOVE, true, false, false);
        making_foul(made, BOARD_BLACK, "clock");
        correct(made, made->last_id);
        forbidden_to(made, LEDGER_NOTICE_CORRECTS_ABOVE, true, false, false);
        by(made, "li");
        making_log(made);
        assert_int_equal(making_remarks(made, LEDGER_NOTICE_CORRECTS_ABOVE), i + 1);
    }
}

/* A table arbiter may put right his own, and that of another table arbiter. */
static void test_the_tables_correct_each_other(void **state)
{
    making *made = *state;

    making_arbiter(made, "wang", LEDGER_TABLE_ARBITER);
    log_foul(made, "wang", making_game);
    making_withdrawal(made, made->last_id);
    forbidden_to(made, LEDGER_NOTICE_CORRECTS_ABOVE, false, false, false);
    by(made, "li");
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_CORRECTS_ABOVE), 0);
}

/* What the chief arbiter took back, or put back, is his decision. */
static void test_a_decision_from_above_stays(void **state)
{
    making *made = *state;

    const making_entry_id foul = log_foul(made, "li", making_game);
    making_withdrawal(made, foul.text);
    by(made, "chief");
    making_log(made);
    const making_entry_id withdrawal = making_logged(made);
    making_withdrawal(made, withdrawal.text);
    forbidden_to(made, LEDGER_NOTICE_CORRECTS_ABOVE, true, false, false);
    making_foul(made, BOARD_RED, "clock"); /* brings the foul back by replacing it */
    correct(made, foul.text);
    forbidden_to(made, LEDGER_NOTICE_CORRECTS_ABOVE, true, false, false);
    making_withdrawal(made, withdrawal.text);
    by(made, "chief");
    making_log(made);
    assert_int_equal(making_read(made).fouls[BOARD_RED], 1);
    making_withdrawal(made, foul.text); /* the chief let it stand */
    forbidden_to(made, LEDGER_NOTICE_CORRECTS_ABOVE, true, false, false);
}

static void test_a_round_that_is_over_is_corrected_above(void **state)
{
    making *made = *state;

    const making_entry_id foul = log_foul(made, "li", making_game);
    making_pairing(made, later_game, "18", "9"); /* to pair a round is not to begin it */
    making_withdrawal(made, foul.text);
    forbidden_to(made, LEDGER_NOTICE_CORRECTS_ROUND, false, false, false);
    const making_entry_id later = log_foul(made, "li", later_game);
    making_withdrawal(made, foul.text);
    forbidden_to(made, LEDGER_NOTICE_CORRECTS_ROUND, true, false, false);
    by(made, "li");
    const ledger_notice *told = making_told(made, LEDGER_NOTICE_CORRECTS_ROUND);
    assert_int_equal(told->count, 2);
    assert_int_equal(told->limit, 1);
    making_withdrawal(made, later.text); /* this round's may be corrected */
    forbidden_to(made, LEDGER_NOTICE_CORRECTS_ROUND, false, false, false);
    making_withdrawal(made, foul.text);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_CORRECTS_ROUND), 0);
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_CORRECTS_ROUND), 1);
}

/* What was corrected in time stays so when the next round begins. */
static void test_a_correction_in_time_is_not_remarked_on(void **state)
{
    making *made = *state;

    making_pairing(made, later_game, "18", "9");
    log_foul(made, "li", making_game);
    making_withdrawal(made, made->last_id);
    making_log(made);
    log_foul(made, "li", later_game);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_CORRECTS_ROUND), 0);
}

static void test_nothing_is_withdrawn_twice(void **state)
{
    making *made = *state;

    const making_entry_id foul = log_foul(made, "li", making_game);
    making_withdrawal(made, foul.text);
    making_log(made);
    making_withdrawal(made, foul.text);
    assert_non_null(making_told(made, LEDGER_NOTICE_WITHDRAWN_BEFORE));
    assert_true(making_errors(made));
    making_withdrawal(made, made->last_id); /* but the withdrawal can be */
    assert_false(making_errors(made));
    making_log(made);
    making_withdrawal(made, foul.text); /* and then the foul again */
    assert_false(making_errors(made));
}

/* A foul that was replaced is taken back with what replaced it: that is something new. */
static void test_what_was_replaced_may_be_withdrawn(void **state)
{
    making *made = *state;

    const making_entry_id foul = log_foul(made, "li", making_game);
    making_foul(made, BOARD_BLACK, "clock");
    correct(made, foul.text);
    making_log(made);
    making_withdrawal(made, foul.text);
    assert_false(making_errors(made));
    assert_non_null(making_told(made, LEDGER_NOTICE_CORRECTED_BEFORE));
    making_log(made);
    assert_int_equal(making_read(made).fouls[BOARD_RED], 0);
    assert_int_equal(making_read(made).fouls[BOARD_BLACK], 0);
}

/* Corrections that go in a circle end somewhere. */
static void test_a_circle_ends(void **state)
{
    making *made = *state;

    making_foul(made, BOARD_RED, "clock");
    char next[LEDGER_ID_BYTES];
    making_id(made->device.name, made->device.sequence + 2, next);
    correct(made, next);
    making_log(made);
    making_foul(made, BOARD_RED, "clock");
    correct(made, made->last_id);
    making_log(made);
    assert_int_equal(making_remarks(made, LEDGER_NOTICE_CORRECTION_CIRCLE), 2);
    making_withdrawal(made, made->last_id);
    assert_false(making_errors(made));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MAKING_TEST(test_registering_is_not_for_the_tables),
        MAKING_TEST(test_withdrawing_them_is_not_for_the_tables),
        MAKING_TEST(test_a_pairing_with_a_result_stands),
        MAKING_TEST(test_a_swap_after_the_result_is_remarked_on),
        MAKING_TEST(test_a_key_registered_anew),
        MAKING_TEST(test_a_new_role_is_no_new_name),
        MAKING_TEST(test_what_is_logged_above_is_corrected_above),
        MAKING_TEST(test_the_tables_correct_each_other),
        MAKING_TEST(test_a_decision_from_above_stays),
        MAKING_TEST(test_a_round_that_is_over_is_corrected_above),
        MAKING_TEST(test_a_correction_in_time_is_not_remarked_on),
        MAKING_TEST(test_nothing_is_withdrawn_twice),
        MAKING_TEST(test_what_was_replaced_may_be_withdrawn),
        MAKING_TEST(test_a_circle_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
