/*
 * tests/test_kiosk_duty.c: the arbiter on duty and the lock screen (issue 6: "an idle lock; three
 * wrong PINs wait longer each time"), with a real desk behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kiosk_playing.h"

enum { MINUTE_MS = 60 * 1000 };

static void tick(playing *played)
{
    const kiosk_command command = kiosk_command_of(KIOSK_COMMAND_TICK, 0, 0);

    kiosk_apply(played->state, &command, played->now_ms);
}

static void go_on_duty(playing *played)
{
    tap(played, "duty");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    tap_digits(played, "2468");
    tap(played, "next");
    assert_true(played->state->duty.on);
}

static void test_the_pin_puts_on_duty(void **state)
{
    playing *played = *state;

    assert_false(played->state->duty.on);
    tap(played, "game 1 4 1");
    go_on_duty(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_string_equal(played->state->duty.arbiter, "1");
    assert_string_equal(played->state->duty.name, "王裁判");
    assert_int_equal(played->state->duty.role, LEDGER_ORGANISER);
    assert_int_equal(played->state->sign.pin[0], '\0');
}

static const char *edition_set(const playing *played)
{
    return played->state->settings.edition;
}

/* Once a ruling stands the event's edition is the chief arbiter's. */
static void test_the_edition_after_a_ruling_is_the_chiefs(void **state)
{
    playing *played = *state;

    playing_arbiter(played, "2", "李监局");
    tap(played, "reload");
    tap_number(played, "go", KIOSK_SCREEN_SETTINGS);
    tap(played, "edition cxa-2020"); /* nothing was ruled: anybody prepares the event */
    assert_string_equal(edition_set(played), "cxa-2020");
    tap(played, "edition cxa-2007");
    assert_string_equal(edition_set(played), "cxa-2007");
    tap(played, "home");

    tap(played, "game 1 4 1");
    tap(played, "next");
    tap(played, "fen 1 3ak1b2/4a4/4b3r/1n7/9/9/8N/4B4/2R1A4/3AK1B2 w");
    tap(played, "next");
    tap(played, "moves c1b1 b6c4 b1c1 c4b6");
    tap(played, "rounds 1");
    tap(played, "next");
    tap(played, "next");
    tap(played, "arbiter 0");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);

    tap_number(played, "go", KIOSK_SCREEN_SETTINGS);
    tap(played, "edition cxa-2007"); /* it is that already */
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SETTINGS);
    tap(played, "edition cxa-2020");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    assert_int_equal(played->state->say, KIOSK_SAY_EDITION_FOR_CHIEF);
    assert_string_equal(edition_set(played), "cxa-2007");
    tap(played, "arbiter 1"); /* a table's arbiter chooses his PIN and is on duty */
    tap_digits(played, "1357");
    tap(played, "next");
    tap_digits(played, "1357");
    tap(played, "next");
    assert_string_equal(played->state->duty.arbiter, "2");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SETTINGS);
    tap(played, "edition cxa-2020");
    assert_string_equal(edition_set(played), "cxa-2007");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    tap(played, "arbiter 0");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SETTINGS);
    tap(played, "edition cxa-2020");
    assert_string_equal(edition_set(played), "cxa-2020");

    /* It is so after a start as well, when nobody is on duty, and the setting is kept. */
    playing_restart(played);
    assert_string_equal(edition_set(played), "cxa-2020");
    tap_number(played, "go", KIOSK_SCREEN_SETTINGS);
    tap(played, "edition cxa-2007");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    assert_string_equal(edition_set(played), "cxa-2020");
}

/* The edition of a dispute is its arbiter's: it stands in the ruling that he signs. */
static void test_the_edition_of_a_dispute_is_its_own(void **state)
{
    playing *played = *state;

    playing_rule(played);
    tap(played, "home");
    tap(played, "game 1 5 1");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
    tap(played, "edition cxa-2020");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
    assert_string_equal(kiosk_current(played->state)->entered.edition, "cxa-2020");
    assert_string_equal(edition_set(played), "");
}

static void test_a_wrong_pin_does_not_and_three_wait(void **state)
{
    playing *played = *state;

    tap(played, "duty");
    for (int i = 0; i < 3; i++) {
        tap_digits(played, "1111");
        tap(played, "next");
        assert_false(played->state->duty.on);
        assert_true(played->state->sign.wrong);
    }
    assert_int_equal(played->state->say, KIOSK_SAY_PIN_WAIT);
    assert_int_equal(played->state->sign.wait_until_ms, played->now_ms + KIOSK_PIN_WAIT_MS);
    tap_digits(played, "2468");
    assert_int_equal(played->state->sign.pin[0], '\0');
    played->now_ms += KIOSK_PIN_WAIT_MS;
    played->wall_ms += KIOSK_PIN_WAIT_MS;
    tap_digits(played, "2468");
    tap(played, "next");
    assert_true(played->state->duty.on);
}

static void test_back_leaves_it_when_it_is_not_locked(void **state)
{
    playing *played = *state;

    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_false(played->state->duty.on);
}

static void test_idling_locks_and_the_pin_leads_back_to_the_work(void **state)
{
    playing *played = *state;

    tap(played, "idle-lock 5");
    tap(played, "game 1 4 1");
    tap(played, "next");
    tap(played, "pick 1");
    assert_true(kiosk_duty_locks_ms(played->state) == INT64_MAX);
    go_on_duty(played);
    tap(played, "clear");
    /* the program sleeps until then, and not longer */
    assert_int_equal(kiosk_duty_locks_ms(played->state), played->now_ms + 5 * MINUTE_MS);
    const uint64_t revision = played->state->revision;
    played->now_ms += 5 * MINUTE_MS - 1;
    tick(played);
    assert_true(played->state->duty.on);
    played->now_ms += 1;
    tick(played);
    assert_false(played->state->duty.on);
    assert_true(played->state->duty.locked);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    assert_true(played->state->revision > revision);
    assert_true(kiosk_duty_locks_ms(played->state) == INT64_MAX);

    static const char *const unheard[] = {"back",   "home", "game 1 5 1", "go 0",    "dispute",
                                          "menu 4", "undo", "duty-off",   "field 1", "initial"};
    for (size_t i = 0; i < sizeof unheard / sizeof *unheard; i++) {
        tap(played, unheard[i]);
        assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
        assert_true(played->state->duty.locked);
    }
    assert_int_equal(played->state->game_key.table, 4);
    tap(played, "language 1"); /* whoever unlocks it may read it */
    tap_digits(played, "2468");
    tap(played, "next");
    assert_true(played->state->duty.on);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
    assert_non_null(kiosk_current(played->state));
    assert_int_equal(kiosk_left(played->state, board_cell_of(BOARD_RED, BOARD_PAWN)), 5);
}

/* However settings and duty are opened out of each other, back leads to where it began. */
static void test_duty_and_settings_are_no_ring(void **state)
{
    playing *played = *state;

    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap(played, "go 8"); /* settings */
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SETTINGS);
    tap(played, "duty");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);

    tap(played, "go 8");
    tap(played, "duty");
    tap(played, "go 8");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SETTINGS);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);

    /* the lock, in settings that were opened from the lock's screen */
    go_on_duty(played);
    tap(played, "duty");
    tap(played, "go 8");
    played->now_ms += KIOSK_IDLE_MINUTES * MINUTE_MS;
    tick(played);
    assert_true(played->state->duty.locked);
    tap_digits(played, "2468");
    tap(played, "next");
    assert_true(played->state->duty.on);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
}

static void test_zero_minutes_never_lock_and_others_are_refused(void **state)
{
    playing *played = *state;

    tap(played, "idle-lock 121");
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    assert_int_equal(played->state->settings.idle_minutes, KIOSK_IDLE_MINUTES);
    tap(played, "idle-lock 0");
    go_on_duty(played);
    played->now_ms += (int64_t)24 * 60 * MINUTE_MS;
    tick(played);
    assert_true(played->state->duty.on);
    playing_restart(played);
    assert_int_equal(played->state->settings.idle_minutes, 0);
    assert_false(played->state->duty.on); /* nobody is on duty after a start */
}

static void test_nobody_on_duty_is_never_locked(void **state)
{
    playing *played = *state;

    played->now_ms += (int64_t)24 * 60 * MINUTE_MS;
    tick(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
    assert_false(played->state->duty.locked);
}

static void test_going_off_duty_locks(void **state)
{
    playing *played = *state;

    tap(played, "duty-off");
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    go_on_duty(played);
    tap(played, "duty-off");
    assert_true(played->state->duty.locked);
    assert_false(played->state->duty.on);
}

/* Whoever picks the console up must not unlock it by choosing a PIN of his own. */
static void test_no_new_pin_unlocks(void **state)
{
    playing *played = *state;

    playing_arbiter(played, "2", "李裁判");
    tap(played, "reload");
    assert_int_equal(played->state->hall->arbiter_count, 2);
    tap(played, "duty");
    tap(played, "arbiter 0");
    tap_digits(played, "2468");
    tap(played, "next");
    tap(played, "duty-off");
    assert_false(played->state->hall->arbiters[1].has_pin);
    tap(played, "arbiter 1");
    tap_digits(played, "9999");
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_UNLOCK_WITH_PIN);
    tap_digits(played, "9999");
    tap(played, "next");
    assert_true(played->state->duty.locked);
    tap(played, "arbiter 0");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_true(played->state->duty.on);
}

/* The lock uses the same pad as 签字: what stood there is asked anew. */
static void test_locked_while_signing(void **state)
{
    playing *played = *state;

    tap(played, "game 1 4 1");
    go_on_duty(played);
    tap(played, "next");
    tap(played, "fen 1 3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w");
    tap(played, "next");
    tap(played, "moves h6h9 f9f8 h9h6 f8f9");
    tap(played, "rounds 1");
    tap(played, "next");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    tap_digits(played, "24");
    played->now_ms += KIOSK_IDLE_MINUTES * MINUTE_MS;
    tick(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    assert_int_equal(played->state->sign.pin[0], '\0');
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    assert_int_equal(played->state->sign.what, KIOSK_SIGN_RULING);
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);
}

int main(void)
{
#define DUTY_TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)
    const struct CMUnitTest tests[] = {
        DUTY_TEST(test_the_pin_puts_on_duty),
        DUTY_TEST(test_the_edition_after_a_ruling_is_the_chiefs),
        DUTY_TEST(test_the_edition_of_a_dispute_is_its_own),
        DUTY_TEST(test_a_wrong_pin_does_not_and_three_wait),
        DUTY_TEST(test_back_leaves_it_when_it_is_not_locked),
        DUTY_TEST(test_idling_locks_and_the_pin_leads_back_to_the_work),
        DUTY_TEST(test_duty_and_settings_are_no_ring),
        DUTY_TEST(test_zero_minutes_never_lock_and_others_are_refused),
        DUTY_TEST(test_nobody_on_duty_is_never_locked),
        DUTY_TEST(test_going_off_duty_locks),
        DUTY_TEST(test_no_new_pin_unlocks),
        DUTY_TEST(test_locked_while_signing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
