/*
 * tests/test_kiosk_after_ruling.c: what follows from a ruling on the console, with a real desk and a
 * real journal: its result is declared at once, it is taken back by whoever may, and its reasons
 * are seen; what is due comes first on the game's screen; penalties of teams.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kiosk_playing.h"

/* Red's rook goes to and fro and chases the horse: Red must change (26.4, 24.3). */
#define CHASE "3ak1b2/4a4/4b3r/1n7/9/9/8N/4B4/2R1A4/3AK1B2 w"

static ledger_entry entry;

static void to_ruling(playing *played)
{
    static const char *const cycle[] = {"c1b1", "b6c4", "b1c1", "c4b6"};

    tap(played, "game 1 4 1");
    tap(played, "next");
    tap(played, "fen 1 " CHASE);
    tap(played, "next");
    for (size_t i = 0; i < sizeof cycle / sizeof *cycle; i++)
        tap_move(played, cycle[i]);
    tap(played, "rounds 1");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RULING);
}

static void sign(playing *played)
{
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);
}

/* The chase is no chase to the arbiter: a draw (24.2). */
static void sign_draw(playing *played)
{
    to_ruling(played);
    tap(played, "row 0");
    tap(played, "change 0");
    tap_number(played, "change-label 3", 0);
    tap(played, "change-reason 29.3");
    tap(played, "change-done");
    tap(played, "back");
    assert_int_equal(kiosk_dispute_outcome(kiosk_current(played->state)), JUDGE_DRAW);
    sign(played);
}

static void test_a_draw_leads_to_its_result(void **state)
{
    playing *played = *state;
    const kiosk_log *log = &played->state->log;

    sign_draw(played);
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_RESULT);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RESULT);
    assert_int_equal(log->outcome, LEDGER_DRAW);
    assert_string_equal(log->key, "repetition");
    assert_int_equal(kiosk_open_disputes(played->state), 0);
    tap(played, "next"); /* nobody is on duty yet */
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RESULT);
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_LOGGED);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_int_equal(playing_entries(played, "result", &entry), 1);
    assert_int_equal(entry.payload.result.outcome, LEDGER_DRAW);
    assert_string_equal(entry.payload.result.reason, "repetition");
}

/* The power goes before it is declared: the result that is due is there again. */
static void test_a_result_is_due_after_a_crash(void **state)
{
    playing *played = *state;

    sign_draw(played);
    tap(played, "next");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RESULT);
    assert_int_equal(played->state->log.outcome, LEDGER_DRAW);
    assert_string_equal(played->state->log.key, "repetition");
}

static void test_an_order_leads_to_the_hall(void **state)
{
    playing *played = *state;

    to_ruling(played);
    sign(played);
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_HALL);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
}

/* While a loss is due, the large button declares it; a dispute can still be begun. */
static void test_what_is_due_comes_first(void **state)
{
    playing *played = *state;

    sign_draw(played);
    tap(played, "back");
    tap(played, "game 1 4 1");
    assert_int_equal(played->state->game->table.due, LEDGER_DRAW);
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_DECLARE);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RESULT);
    assert_string_equal(played->state->log.key, "repetition");
    tap(played, "back");
    tap(played, "dispute");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
}

/* What was entered is not taken away by a game that is read later. */
static void test_another_result_stays_as_it_was_entered(void **state)
{
    playing *played = *state;

    sign_draw(played);
    tap(played, "next");
    tap_number(played, "log-outcome", LEDGER_RED_WINS);
    tap(played, "log-key resigned");
    tap(played, "reload");
    assert_int_equal(played->state->log.outcome, LEDGER_RED_WINS);
    assert_string_equal(played->state->log.key, "resigned");
}

/* The id of the ruling in the game's history. */
static const char *ruling_id(const playing *played)
{
    const kiosk_game *game = played->state->game;

    for (size_t i = 0; i < game->history_count; i++) {
        if (game->history[i].type == LEDGER_RULING)
            return game->history[i].id;
    }
    fail_msg("the game has no ruling");
    return "";
}

static void begin_taking_back(playing *played)
{
    char line[128];

    snprintf(line, sizeof line, "withdraw %s", ruling_id(played));
    tap(played, line);
    tap(played, "log-reason 误记");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_WITHDRAW);
}

static void test_a_ruling_is_taken_back_by_who_may(void **state)
{
    playing *played = *state;

    to_ruling(played);
    sign(played);
    tap(played, "next");
    tap(played, "game 1 4 1");
    assert_true(played->state->game->table.order_open);
    tap(played, "duty");
    tap_digits(played, "2468");
    tap(played, "next");
    begin_taking_back(played);
    assert_false(kiosk_log_needs_authority(played->state));
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_WITHDRAWN);
    assert_int_equal(playing_entries(played, "withdrawal", &entry), 1);
    assert_false(played->state->game->table.order_open);
}

/* What the organiser signed is not for a table arbiter; the ledger says so, and the organiser is
 * asked to sign. */
static void test_a_ruling_from_above_asks_for_authority(void **state)
{
    playing *played = *state;

    to_ruling(played);
    sign(played);
    tap(played, "next");
    playing_arbiter(played, "2", "李裁判");
    tap(played, "reload");
    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap(played, "arbiter 1");
    for (int i = 0; i < 2; i++) {
        tap_digits(played, "1357");
        tap(played, "next");
    }
    begin_taking_back(played);
    assert_true(kiosk_log_needs_authority(played->state));
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_AUTHORITY);
    tap(played, "next");
    tap(played, "arbiter 0");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_WITHDRAWN);
    assert_int_equal(playing_entries(played, "withdrawal", &entry), 1);
    assert_string_equal(entry.arbiter, "1");
}

/* The tool's own label chosen again takes the overruling back. */
static void test_an_overruled_label_is_given_back(void **state)
{
    playing *played = *state;

    to_ruling(played);
    tap(played, "row 0");
    for (int i = 0; i < 2; i++) { /* idle, then chase again */
        tap(played, "change 0");
        tap(played, i == 0 ? "change-label 3 0" : "change-label 2 0");
        tap(played, "change-reason 29.3");
        tap(played, "change-done");
        assert_int_equal(played->state->change.move, -1);
        assert_int_equal(kiosk_current(played->state)->entered.override_count, i == 0 ? 1 : 0);
    }
    assert_int_equal(kiosk_dispute_outcome(kiosk_current(played->state)), JUDGE_RED_MUST_CHANGE);
}

static void test_a_team_is_warned(void **state)
{
    playing *played = *state;

    playing_team(played, "gd", "广东队", "18", "钱八");
    tap(played, "reload");
    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_string_equal(played->state->game->team_names[BOARD_RED], "广东队");
    tap_number(played, "foul", BOARD_RED);
    tap(played, "log 2 0 0 0");
    tap_number(played, "log-side", BOARD_BLACK);
    tap(played, "log-key warning");
    tap(played, "log-team 1");
    assert_int_equal(kiosk_next_of(played->state).refusal, KIOSK_SAY_LOG_NO_TEAM);
    tap_number(played, "log-side", BOARD_RED);
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_LOGGED);
    assert_int_equal(playing_entries(played, "penalty", &entry), 1);
    assert_true(entry.payload.penalty.team);
    assert_string_equal(entry.payload.penalty.who, "gd");
    assert_non_null(strstr(played->state->game->history[0].text[BOARD_CHINESE], "广东队"));
}

/* How late, in minutes and seconds; a ruling without articles has no empty bracket. */
static void test_the_history_is_worded(void **state)
{
    playing *played = *state;

    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap_digits(played, "2468");
    tap(played, "next");
    tap(played, "log 5 0 0 0");
    tap(played, "log-late 1 680");
    tap(played, "log-came 1 1");
    tap(played, "next");
    if (played->state->ask != KIOSK_ASK_NOTHING)
        tap(played, "answer 1");
    assert_int_equal(playing_entries(played, "lateness", &entry), 1);
    assert_string_equal(played->state->game->history[0].text[BOARD_CHINESE],
                        "黑方迟到 11 分 20 秒");
    assert_string_equal(played->state->game->history[0].text[BOARD_ENGLISH],
                        "Black is 11 min 20 s late");
    for (size_t i = 0; i < played->state->game->history_count; i++)
        assert_null(strstr(played->state->game->history[i].text[BOARD_CHINESE], "（）"));
}

static void test_the_hall_goes_on_with_the_game_that_is_picked(void **state)
{
    playing *played = *state;

    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_NO_GAME);
    tap(played, "game 1 4 1");
    tap(played, "home");
    assert_int_equal(kiosk_next_of(played->state).refusal, KIOSK_SAY_NOTHING);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_a_draw_leads_to_its_result),
        TEST(test_a_result_is_due_after_a_crash),
        TEST(test_an_order_leads_to_the_hall),
        TEST(test_what_is_due_comes_first),
        TEST(test_another_result_stays_as_it_was_entered),
        TEST(test_a_ruling_is_taken_back_by_who_may),
        TEST(test_a_ruling_from_above_asks_for_authority),
        TEST(test_an_overruled_label_is_given_back),
        TEST(test_a_team_is_warned),
        TEST(test_the_history_is_worded),
        TEST(test_the_hall_goes_on_with_the_game_that_is_picked),
    };

    return cmocka_run_group_tests_name("kiosk after a ruling", tests, NULL, NULL);
}
