/*
 * tests/test_kiosk_half.c: what is half entered when the power goes: a text on the keyboard, the names of
 * the first start, an overruling without its reason. All of it is there again; a PIN is in no file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kiosk_playing.h"

#define CHASE "3ak1b2/4a4/4b3r/1n7/9/9/8N/4B4/2R1A4/3AK1B2 w"

enum { FILE_BYTES = 64 * 1024 };

static void to_ruling(playing *played)
{
    tap(played, "game 1 4 1");
    tap(played, "next");
    tap(played, "fen 1 " CHASE);
    tap(played, "next");
    tap(played, "moves c1b1 b6c4 b1c1 c4b6");
    tap(played, "rounds 1");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RULING);
    assert_int_equal(kiosk_current(played->state)->judging, KIOSK_JUDGE_DONE);
}

static void assert_typing(const playing *played, kiosk_field_kind which, const char *text)
{
    assert_int_equal(played->state->field.which, which);
    assert_string_equal(played->state->field.text, text);
}

static void test_a_note_that_is_being_typed(void **state)
{
    playing *played = *state;

    to_ruling(played);
    tap_number(played, "field", KIOSK_FIELD_NOTE);
    tap(played, "type 双方在场");
    tap(played, "type  ok");
    tap(played, "type-back");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RULING);
    assert_typing(played, KIOSK_FIELD_NOTE, "双方在场 o");
    tap(played, "type-done");
    assert_string_equal(kiosk_current(played->state)->entered.note, "双方在场 o");
    playing_restart(played); /* taken: it is not on the keyboard any more */
    assert_typing(played, KIOSK_FIELD_NONE, "");
    assert_string_equal(kiosk_current(played->state)->entered.note, "双方在场 o");
}

static void test_what_was_cancelled_does_not_come_back(void **state)
{
    playing *played = *state;

    to_ruling(played);
    tap_number(played, "field", KIOSK_FIELD_NOTE);
    tap(played, "type x");
    tap_number(played, "field", KIOSK_FIELD_NONE);
    playing_restart(played);
    assert_typing(played, KIOSK_FIELD_NONE, "");
    tap_number(played, "field", KIOSK_FIELD_NOTE);
    tap(played, "type y");
    tap(played, "home"); /* leaves the screen with the keyboard open */
    playing_restart(played);
    assert_typing(played, KIOSK_FIELD_NONE, "");
}

static void test_an_overruling_without_its_reason(void **state)
{
    playing *played = *state;

    to_ruling(played);
    tap(played, "row 0");
    tap(played, "change 0");
    tap_number(played, "change-label 3", 0);
    playing_restart(played);
    assert_int_equal(played->state->change.move, 0);
    assert_true(played->state->change.label_chosen);
    assert_int_equal(played->state->change.label, JUDGE_IDLE);
    assert_string_equal(played->state->change.reason, "");
    tap_number(played, "field", KIOSK_FIELD_REASON);
    tap(played, "type 29");
    playing_restart(played);
    assert_int_equal(played->state->change.move, 0);
    assert_true(played->state->change.label_chosen);
    assert_typing(played, KIOSK_FIELD_REASON, "29");
    tap(played, "type .3");
    tap(played, "type-done");
    tap(played, "change-done");
    assert_int_equal(played->state->change.move, -1);
    assert_int_equal(kiosk_current(played->state)->entered.override_count, 1);
    assert_string_equal(kiosk_current(played->state)->entered.overrides[0].reason, "29.3");
    playing_restart(played); /* taken */
    assert_int_equal(played->state->change.move, -1);
    assert_int_equal(kiosk_current(played->state)->entered.override_count, 1);
}

/* It waits for the judge, whose answer it needs; meanwhile another touch does not drop it. */
static void test_an_overruling_waits_for_the_judge(void **state)
{
    playing *played = *state;

    to_ruling(played);
    tap(played, "change 0");
    tap_number(played, "change-label 3", 0);
    played->no_judge = true;
    playing_restart(played);
    assert_int_equal(kiosk_current(played->state)->judging, KIOSK_JUDGE_RUNNING);
    assert_int_equal(played->state->change.move, -1);
    tap(played, "language 1");
    played->no_judge = false;
    playing_do_held(played, KIOSK_END_DONE);
    assert_int_equal(played->state->change.move, 0);
    assert_true(played->state->change.label_chosen);
}

static void test_moves_that_changed_leave_no_overruling(void **state)
{
    playing *played = *state;

    to_ruling(played);
    tap(played, "change 0");
    tap_number(played, "change-label 3", 0);
    tap_number(played, "go", KIOSK_SCREEN_MOVES);
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(played->state->change.move, -1);
    tap(played, "next");
    assert_int_equal(played->state->change.move, -1);
}

static void test_a_position_that_is_being_typed(void **state)
{
    playing *played = *state;

    tap(played, "game 1 4 1");
    tap(played, "next");
    tap_number(played, "field", KIOSK_FIELD_FEN);
    tap(played, "type-set 3k5/9/9");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
    assert_typing(played, KIOSK_FIELD_FEN, "3k5/9/9");
}

static void test_why_an_entry_is_taken_back(void **state)
{
    playing *played = *state;
    char line[64];

    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap_digits(played, "2468");
    tap(played, "next");
    tap(played, "foul 0");
    tap(played, "log-key clock");
    tap(played, "next");
    snprintf(line, sizeof line, "withdraw %s", played->state->game->history[0].id);
    tap(played, line);
    tap_number(played, "field", KIOSK_FIELD_LOG_REASON);
    tap(played, "type 记错");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_WITHDRAW);
    assert_typing(played, KIOSK_FIELD_LOG_REASON, "记错");
}

/* A console out of the box: the event's name taken, the arbiter's half typed. */
static void test_the_names_of_the_first_start(void **state)
{
    playing played = {.wall_ms = PLAYING_TIME_MS, .now_ms = 1000};

    (void)state;
    scratch_make(played.folder);
    scratch_path(played.folder, "journal.db", played.journal);
    playing_open(&played);
    tap_number(&played, "field", KIOSK_FIELD_EVENT);
    tap(&played, "type 春季赛");
    tap(&played, "type-done");
    tap_number(&played, "field", KIOSK_FIELD_ARBITER);
    tap(&played, "type 王");
    playing_restart(&played);
    assert_int_equal(played.state->screen, KIOSK_SCREEN_START);
    assert_string_equal(played.state->first.event, "春季赛");
    assert_typing(&played, KIOSK_FIELD_ARBITER, "王");
    tap(&played, "type 静");
    tap(&played, "type-done");
    playing_restart(&played);
    assert_string_equal(played.state->first.arbiter, "王静");
    assert_typing(&played, KIOSK_FIELD_NONE, "");
    for (int i = 0; i < 2; i++) {
        tap_digits(&played, "2468");
        tap(&played, "next");
    }
    assert_int_equal(played.state->screen, KIOSK_SCREEN_HALL);
    playing_restart(&played);
    assert_int_equal(played.state->screen, KIOSK_SCREEN_HALL);
    assert_string_equal(played.state->first.event, "");
    playing_end(&played);
}

/* The lock lays it aside, and the PIN brings it back. */
static void test_the_lock_keeps_it(void **state)
{
    playing *played = *state;
    const kiosk_command tick = kiosk_command_of(KIOSK_COMMAND_TICK, 0, 0);

    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap_digits(played, "2468");
    tap(played, "next");
    to_ruling(played);
    tap(played, "change 0");
    tap_number(played, "change-label 3", 0);
    tap_number(played, "field", KIOSK_FIELD_REASON);
    tap(played, "type 29.3");
    played->now_ms = kiosk_duty_locks_ms(played->state);
    kiosk_apply(played->state, &tick, played->now_ms);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    assert_typing(played, KIOSK_FIELD_NONE, ""); /* the lock screen takes digits only */
    tap(played, "type x");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RULING);
    assert_int_equal(played->state->change.move, 0);
    assert_true(played->state->change.label_chosen);
    assert_typing(played, KIOSK_FIELD_REASON, "29.3");
}

/* The draft as it is on the disk. */
static const char *draft_of(const playing *played)
{
    static char text[FILE_BYTES];
    char path[SCRATCH_PATH_BYTES + 16];

    snprintf(path, sizeof path, "%s.draft", played->journal);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    return text;
}

static void test_no_pin_and_no_invitation_is_in_the_file(void **state)
{
    playing *played = *state;

    to_ruling(played);
    tap_number(played, "field", KIOSK_FIELD_NOTE);
    tap(played, "type 24681357");
    tap(played, "type-done"); /* what is typed as a note is kept, whatever it is */
    assert_non_null(strstr(draft_of(played), "24681357"));
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    tap_digits(played, "9753");
    tap_number(played, "go", KIOSK_SCREEN_SETTINGS);
    tap_number(played, "setup", KIOSK_SETUP_OFFICE);
    tap_number(played, "field", KIOSK_FIELD_INVITATION);
    assert_int_equal(played->state->field.which, KIOSK_FIELD_INVITATION);
    tap(played, "type secret-code");
    assert_null(strstr(draft_of(played), "9753"));
    assert_null(strstr(draft_of(played), "digit"));
    assert_null(strstr(draft_of(played), "secret-code"));
}

/* Only a draft has these: on a screen they do nothing. */
static void test_they_are_no_touches(void **state)
{
    playing *played = *state;

    to_ruling(played);
    tap(played, "typed 3 1 x");
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    tap(played, "changing 0 3 0 29.3");
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    assert_typing(played, KIOSK_FIELD_NONE, "");
    assert_int_equal(played->state->change.move, -1);
}

#define HALF_TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HALF_TEST(test_a_note_that_is_being_typed),
        HALF_TEST(test_what_was_cancelled_does_not_come_back),
        HALF_TEST(test_an_overruling_without_its_reason),
        HALF_TEST(test_an_overruling_waits_for_the_judge),
        HALF_TEST(test_moves_that_changed_leave_no_overruling),
        HALF_TEST(test_a_position_that_is_being_typed),
        HALF_TEST(test_why_an_entry_is_taken_back),
        cmocka_unit_test(test_the_names_of_the_first_start),
        HALF_TEST(test_the_lock_keeps_it),
        HALF_TEST(test_no_pin_and_no_invitation_is_in_the_file),
        HALF_TEST(test_they_are_no_touches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
