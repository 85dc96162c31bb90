/*
 * tests/test_kiosk_checks.c: the move-limit audit (articles 4.2.4, 23.3) and the touch-move helper
 * (article 5) on the kiosk (issue 6), from what is entered on 局面 and 着法 to what the journal
 * holds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kiosk_playing.h"

static ledger_entry entry;

static int begin(void **state)
{
    playing *played = calloc(1, sizeof *played);

    if (played == NULL)
        return -1;
    playing_begin(played);
    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_true(played->state->duty.on);
    *state = played;
    return 0;
}

/* 限着 of a game that begins at the beginning: so many rounds of rooks going to and fro. */
static void enter_rounds(playing *played, int rounds)
{
    static const char *const moves[] = {"moves a0a1 a9a8", "moves a1a0 a8a9"};

    tap(played, "audit");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->purpose, KIOSK_FOR_AUDIT);
    for (int i = 0; i < rounds; i++)
        tap(played, moves[i % 2]);
    assert_int_equal(kiosk_current(played->state)->entered.count, 2 * rounds);
    assert_false(kiosk_asks_rounds(played->state)); /* each round of the sheet is entered */
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_AUDIT);
    assert_int_equal(played->state->audit.problem.error, BOARD_OK);
    assert_false(played->state->audit.result.earlier_unknown);
}

static void claim(playing *played, int claimant)
{
    tap_number(played, "audit-claimant", claimant);
}

/* 23.3: sixty rounds without a capture: the claim is true, a draw. */
static void test_a_true_claim_is_a_draw(void **state)
{
    playing *played = *state;

    enter_rounds(played, LEDGER_LIMIT_ROUNDS);
    assert_int_equal(played->state->audit.result.verdict, LEDGER_MAY_DRAW);
    claim(played, LEDGER_RED_CLAIMS);
    assert_int_equal(played->state->audit.result.verdict, LEDGER_CLAIM_TRUE);
    assert_int_equal(played->state->audit.result.counted, LEDGER_LIMIT_ROUNDS);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RESULT);
    tap(played, "next");
    assert_int_equal(playing_entries(played, "result", &entry), 1);
    assert_int_equal(entry.payload.result.outcome, LEDGER_DRAW);
    assert_string_equal(entry.payload.result.reason, "move-limit");
    assert_int_equal(kiosk_open_disputes(played->state), 0); /* what was entered is done with */
}

/* 9.1.4, 23.3: one round too few: a foul of the claimant's, and five minutes. */
static void test_an_untrue_claim_is_a_foul(void **state)
{
    playing *played = *state;

    enter_rounds(played, LEDGER_LIMIT_ROUNDS - 1);
    assert_int_equal(played->state->audit.result.verdict, LEDGER_LIMIT_NOT_REACHED);
    claim(played, LEDGER_BLACK_CLAIMS);
    assert_int_equal(played->state->audit.result.verdict, LEDGER_CLAIM_UNTRUE);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_FOUL);
    tap(played, "next");
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    assert_string_equal(entry.payload.foul.key, "untrue-claim");
    assert_int_equal(entry.payload.foul.side, BOARD_BLACK);
    assert_int_equal(entry.payload.foul.minutes, 5);
}

/* An event may set the limit lower (4.2.4). */
static void test_the_event_sets_the_limit(void **state)
{
    playing *played = *state;

    ledger_entry_begin(&entry, LEDGER_EVENT);
    ledger_copy(entry.payload.event.name, LEDGER_NAME_BYTES, "快棋赛");
    ledger_copy(entry.payload.event.edition, JUDGE_EDITION_NAME_BYTES, "cxa-2007");
    entry.payload.event.move_limit.value = 20;
    playing_log(played, &entry);
    tap(played, "reload");
    assert_int_equal(played->state->hall->move_limit, 20);
    enter_rounds(played, 20);
    claim(played, LEDGER_RED_CLAIMS);
    assert_int_equal(played->state->audit.result.verdict, LEDGER_CLAIM_TRUE);
}

/* The claimant was said on 提和. */
static void test_a_claim_from_the_draw_offers(void **state)
{
    playing *played = *state;

    tap(played, "log 6 0 0 0");
    tap(played, "log-side 1");
    tap(played, "audit");
    assert_int_equal(played->state->log.kind, KIOSK_LOG_NONE);
    assert_int_equal(played->state->audit.claimant, LEDGER_BLACK_CLAIMS);
    tap(played, "moves a0a1 a9a8");
    tap(played, "next");
    assert_int_equal(played->state->audit.result.verdict, LEDGER_CLAIM_UNTRUE);
}

/* The moves of a dispute from a given position are audited, too: earlier ones are not known. */
static void test_moves_of_a_dispute(void **state)
{
    playing *played = *state;

    tap(played, "next");
    tap(played, "fen 1 3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w");
    tap(played, "next");
    tap(played, "moves h6h9 f9f8 h9h6 f8f9");
    tap(played, "audit");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_AUDIT);
    assert_true(played->state->audit.result.earlier_unknown);
    assert_int_equal(played->state->audit.result.rounds, 2);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->purpose, KIOSK_FOR_RULING);
}

static void test_a_crash_while_the_game_is_entered(void **state)
{
    playing *played = *state;

    tap(played, "audit");
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_NO_MOVES);
    tap(played, "moves a0a1 a9a8 a1a0");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->purpose, KIOSK_FOR_AUDIT);
    assert_int_equal(kiosk_current(played->state)->entered.count, 3);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_AUDIT);
    assert_int_equal(played->state->audit.result.rounds, 1);
    assert_true(played->state->audit.result.half);
}

/* The hall lays the game aside; the audit takes it up again, and a crash knows that too. */
static void test_a_crash_after_the_audit_took_the_game_up(void **state)
{
    playing *played = *state;

    enter_rounds(played, 3);
    tap(played, "go 0");
    tap(played, "go 1");
    assert_null(kiosk_current(played->state));
    tap(played, "audit");
    tap(played, "go 3");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    tap(played, "undo");
    assert_int_equal(kiosk_current(played->state)->entered.count, 4);
    playing_restart(played);
    tap(played, "game 1 4 1");
    assert_int_equal(kiosk_current(played->state)->entered.count, 4);
}

/* 摸子. */

static void open_touch(playing *played, const char *fen)
{
    char line[KIOSK_COMMAND_LINE_BYTES];

    tap(played, "touch");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
    snprintf(line, sizeof line, "fen 1 %s", fen);
    tap(played, line);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_TOUCH);
}

static void touch(playing *played, const char *iccs)
{
    tap_number(played, "square", square_of(iccs));
}

#define OPEN_FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

/* 5.1: the piece that was touched must move. */
static void test_an_own_piece_must_move(void **state)
{
    playing *played = *state;

    open_touch(played, OPEN_FEN);
    touch(played, "b0");
    assert_int_equal(played->state->touch.ruling.duty, LEDGER_DUTY_MOVE);
    assert_int_equal(played->state->touch.ruling.moves.count, 2);
    assert_null(kiosk_touch_foul(&played->state->touch));
    tap(played, "undo");
    assert_int_equal(played->state->touch.query.count, 0);
    touch(played, "e5"); /* nothing stands there */
    assert_int_equal(played->state->touch.query.count, 0);
    assert_int_equal(played->state->hand.word, BOARD_ERROR_TOUCH_EMPTY_SQUARE);
}

/* 5.3: own and other's: take it with it, if that can be. */
static void test_own_and_other_piece(void **state)
{
    playing *played = *state;

    open_touch(played, OPEN_FEN);
    touch(played, "b2");
    touch(played, "b9");
    assert_int_equal(played->state->touch.ruling.duty, LEDGER_DUTY_TAKE_WITH);
    assert_int_equal(played->state->touch.ruling.moves.count, 1);
    tap(played, "touch-together 1");
    assert_int_equal(played->state->touch.ruling.article, 5);
    tap(played, "touch-excuse 1");
    assert_int_equal(played->state->touch.ruling.duty, LEDGER_DUTY_MOVE);
}

/* 9.1.5: a piece that cannot move: a foul, which the console offers. */
static void test_an_immovable_piece_is_a_foul(void **state)
{
    playing *played = *state;

    open_touch(played, "3ak4/9/9/4r4/9/9/9/9/4R4/4K4 w");
    touch(played, "e1"); /* can move along the file only */
    assert_null(kiosk_touch_foul(&played->state->touch));
    tap(played, "touch-back");
    tap(played, "back");
    tap(played, "fen 1 3ak4/9/9/4r4/9/9/9/9/4A4/4K4 w");
    tap(played, "next");
    touch(played, "e1"); /* pinned */
    assert_string_equal(kiosk_touch_foul(&played->state->touch), "own-piece");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_FOUL);
    assert_int_equal(played->state->log.side, BOARD_RED);
    tap(played, "next");
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    assert_string_equal(entry.payload.foul.key, "own-piece");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_int_equal(kiosk_open_disputes(played->state), 0);
}

/* 5.7: a legal move that the hand has left stands. */
static void test_the_hand_has_left_a_move(void **state)
{
    playing *played = *state;

    open_touch(played, OPEN_FEN);
    touch(played, "b0");
    tap(played, "touch-making 1");
    touch(played, "a3");
    touch(played, "a4");
    assert_int_equal(played->state->touch.ruling.made, LEDGER_MADE_AGAINST_DUTY);
    tap(played, "touch-back");
    assert_int_equal(played->state->touch.ruling.made, LEDGER_MADE_NONE);
    assert_int_equal(played->state->touch.query.count, 1);
    tap(played, "touch-making 1");
    touch(played, "b0");
    touch(played, "c2");
    assert_int_equal(played->state->touch.ruling.made, LEDGER_MADE_STANDS);
}

static void test_touches_at_the_limit(void **state)
{
    playing *played = *state;

    open_touch(played, OPEN_FEN);
    for (int i = 0; i < LEDGER_TOUCHES_MAX; i++)
        touch(played, "b0");
    assert_int_equal(played->state->touch.query.count, LEDGER_TOUCHES_MAX);
    touch(played, "b0");
    assert_int_equal(played->state->touch.query.count, LEDGER_TOUCHES_MAX);
    assert_int_equal(played->state->hand.word, BOARD_ERROR_TOUCH_TOO_MANY);
    tap(played, "touch-square 90");
    assert_int_equal(played->state->touch.query.count, LEDGER_TOUCHES_MAX);
    tap(played, "touch-excuse 3");
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
}

static void test_a_crash_while_touches_are_entered(void **state)
{
    playing *played = *state;

    open_touch(played, OPEN_FEN);
    touch(played, "b2");
    touch(played, "b9");
    touch(played, "b0");
    tap(played, "touch-back");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_TOUCH);
    assert_int_equal(played->state->touch.query.count, 2);
    assert_int_equal(played->state->touch.ruling.duty, LEDGER_DUTY_TAKE_WITH);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
}

/* From 着法: the position on the board, at once. */
static void test_touch_during_a_dispute(void **state)
{
    playing *played = *state;

    tap(played, "next");
    tap(played, "side 0");
    tap(played, "next");
    tap(played, "moves h2e2");
    tap(played, "touch");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_TOUCH);
    assert_int_equal(played->state->touch.query.position.to_move, BOARD_BLACK);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->entered.count, 1);
}

int main(void)
{
#define CHECKS_TEST(name) cmocka_unit_test_setup_teardown(name, begin, playing_tear_down)
    const struct CMUnitTest tests[] = {
        CHECKS_TEST(test_a_true_claim_is_a_draw),
        CHECKS_TEST(test_an_untrue_claim_is_a_foul),
        CHECKS_TEST(test_the_event_sets_the_limit),
        CHECKS_TEST(test_a_claim_from_the_draw_offers),
        CHECKS_TEST(test_moves_of_a_dispute),
        CHECKS_TEST(test_a_crash_while_the_game_is_entered),
        CHECKS_TEST(test_a_crash_after_the_audit_took_the_game_up),
        CHECKS_TEST(test_an_own_piece_must_move),
        CHECKS_TEST(test_own_and_other_piece),
        CHECKS_TEST(test_an_immovable_piece_is_a_foul),
        CHECKS_TEST(test_the_hand_has_left_a_move),
        CHECKS_TEST(test_touches_at_the_limit),
        CHECKS_TEST(test_a_crash_while_touches_are_entered),
        CHECKS_TEST(test_touch_during_a_dispute),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
