/*
 * tests/test_kiosk_setup.c: the pages of the settings (issue 6): touch and its calibration, PINs of
 * arbiters, the office, brightness, storage; with a real desk behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk_playing.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void open_page(playing *played, kiosk_setup_page page)
{
    tap_number(played, "go", KIOSK_SCREEN_SETTINGS);
    tap_number(played, "setup", (int)page);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SETTINGS);
    assert_int_equal(played->state->setup.page, page);
}

static void tick(playing *played)
{
    const kiosk_command command = kiosk_command_of(KIOSK_COMMAND_TICK, 0, 0);

    kiosk_apply(played->state, &command, played->now_ms);
    playing_jobs(played);
}

/* Calibration: arithmetic. */

static void test_crosses_give_back_any_map(void **state)
{
    /* What the glass says of a point of the display: turned, mirrored, shifted, shrunk. */
    static const double glasses[][6] = {
        {1, 0, 0, 0, 1, 0},
        {0, 1, 0, 1, 0, 0},
        {-1, 0, 1, 0, 1, 0},
        {0.8, 0.05, 0.1, 0, 0.9, 0},
        {0, -0.9, 0.95, 0.9, 0, 0.05},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(glasses); i++) {
        const double *glass = glasses[i];
        kiosk_crossing crossings[KIOSK_CROSSES];
        kiosk_calibration map;

        for (int k = 0; k < KIOSK_CROSSES; k++) {
            kiosk_crossing *one = &crossings[k];

            kiosk_cross_place(k, &one->cross_x, &one->cross_y);
            one->x = (int32_t)lround(glass[0] * one->cross_x + glass[1] * one->cross_y +
                                     glass[2] * KIOSK_DISPLAY_PARTS);
            one->y = (int32_t)lround(glass[3] * one->cross_x + glass[4] * one->cross_y +
                                     glass[5] * KIOSK_DISPLAY_PARTS);
        }
        assert_true(kiosk_calibration_of(crossings, &map));
        for (int k = 1; k < 9; k++) {
            const double across = k / 10.0;
            const double down = 1 - k / 11.0;
            double x = glass[0] * across + glass[1] * down + glass[2];
            double y = glass[3] * across + glass[4] * down + glass[5];

            kiosk_calibration_apply(&map, &x, &y);
            assert_true(fabs(x - across) < 0.002);
            assert_true(fabs(y - down) < 0.002);
        }
    }
}

static void test_touches_astray_give_no_map(void **state)
{
    kiosk_crossing crossings[KIOSK_CROSSES];
    kiosk_calibration map = kiosk_calibration_none();

    (void)state;
    for (int k = 0; k < KIOSK_CROSSES; k++) {
        kiosk_cross_place(k, &crossings[k].cross_x, &crossings[k].cross_y);
        crossings[k].x = crossings[k].cross_x;
        crossings[k].y = crossings[k].cross_y;
    }
    crossings[2].x = 1000; /* one on the wrong side */
    assert_false(kiosk_calibration_of(crossings, &map));
    for (int k = 0; k < KIOSK_CROSSES; k++)
        crossings[k].x = crossings[k].y = 5000; /* four times the same place */
    assert_false(kiosk_calibration_of(crossings, &map));
    assert_true(kiosk_calibration_is_none(&map));
}

static void test_a_calibration_is_a_text_and_back(void **state)
{
    static const char *const wrong[] = {"",
                                        "1000000 0 0 0 1000000",
                                        "1000000 0 0 0 1000000 0 0",
                                        "1000000 0 0 0 1000000 0 ",
                                        "1000000  0 0 0 1000000 0",
                                        "4000001 0 0 0 1000000 0",
                                        "99999999999999999999 0 0 0 1 0",
                                        "1000000 0 0 0 0 0",
                                        "1000000 1000000 0 1000000 1000000 0",
                                        "a b c d e f"};
    char text[KIOSK_CALIBRATION_TEXT_BYTES];
    kiosk_calibration map;

    (void)state;
    assert_true(kiosk_calibration_read("-4000000 12 -7 0 4000000 1", &map));
    assert_string_equal(kiosk_calibration_write(&map, text), "-4000000 12 -7 0 4000000 1");
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_false(kiosk_calibration_read(wrong[i], &map));
    assert_string_equal(kiosk_calibration_write(&map, text), "-4000000 12 -7 0 4000000 1");
}

/* Calibration: on the screen. */

static void touch_crosses(playing *played, int count, int off)
{
    for (int i = 0; i < count; i++) {
        char line[64];
        int32_t x, y;

        kiosk_cross_place(i, &x, &y);
        snprintf(line, sizeof line, "cross %d %d %d %d", (int)x + off, (int)y, (int)x, (int)y);
        tap(played, line);
    }
}

static void test_calibrating_is_confirmed_and_kept(void **state)
{
    playing *played = *state;

    open_page(played, KIOSK_SETUP_TOUCH);
    assert_false(kiosk_wants_crosses(played->state));
    tap(played, "calibrate 1");
    assert_true(kiosk_wants_crosses(played->state));
    touch_crosses(played, KIOSK_CROSSES, 300);
    assert_int_equal(played->state->setup.calibrating, KIOSK_CALIBRATING_KEEP);
    assert_false(kiosk_calibration_is_none(&played->state->settings.calibration));
    tap(played, "calibrate 2");
    assert_int_equal(played->state->say, KIOSK_SAY_CALIBRATED);
    const kiosk_calibration kept = played->state->settings.calibration;
    assert_int_equal(kept.numbers[2], -30000);
    playing_restart(played);
    assert_memory_equal(&played->state->settings.calibration, &kept, sizeof kept);
    open_page(played, KIOSK_SETUP_TOUCH);
    tap(played, "calibrate 0");
    playing_restart(played);
    assert_true(kiosk_calibration_is_none(&played->state->settings.calibration));
}

/* Who cannot touch what he sees any more need only wait. */
static void test_a_calibration_that_is_not_confirmed_is_dropped(void **state)
{
    playing *played = *state;

    open_page(played, KIOSK_SETUP_TOUCH);
    tap(played, "calibrate 1");
    touch_crosses(played, KIOSK_CROSSES, 200);
    assert_true(kiosk_wants_tick(played->state));
    played->now_ms += KIOSK_KEEP_WAIT_MS - 1;
    tick(played);
    assert_false(kiosk_calibration_is_none(&played->state->settings.calibration));
    played->now_ms++;
    tick(played);
    assert_true(kiosk_calibration_is_none(&played->state->settings.calibration));
    assert_int_equal(played->state->say, KIOSK_SAY_CALIBRATION_DROPPED);

    tap(played, "calibrate 1");
    touch_crosses(played, KIOSK_CROSSES, 200);
    tap(played, "home");
    tick(played);
    assert_true(kiosk_calibration_is_none(&played->state->settings.calibration));
}

static void test_crosses_end_by_themselves_and_by_back(void **state)
{
    playing *played = *state;

    open_page(played, KIOSK_SETUP_TOUCH);
    tap(played, "calibrate 1");
    touch_crosses(played, 2, 0);
    played->now_ms += KIOSK_CROSS_WAIT_MS;
    tick(played);
    assert_false(kiosk_wants_crosses(played->state));
    tap(played, "calibrate 1");
    assert_int_equal(played->state->setup.crossed, 0);
    tap(played, "back");
    assert_false(kiosk_wants_crosses(played->state));
    assert_int_equal(played->state->setup.page, KIOSK_SETUP_TOUCH);
    tap(played, "calibrate 1");
    touch_crosses(played, 3, 0);
    tap(played, "cross 1000 1000 1000 9000"); /* astray: all four again */
    assert_int_equal(played->state->say, KIOSK_SAY_CROSSES_ASTRAY);
    assert_true(kiosk_wants_crosses(played->state));
    assert_int_equal(played->state->setup.crossed, 0);
}

static void test_back_goes_up_page_by_page(void **state)
{
    playing *played = *state;

    tap(played, "game 1 4 1");
    open_page(played, KIOSK_SETUP_ABOUT);
    tap(played, "back");
    assert_int_equal(played->state->setup.page, KIOSK_SETUP_LIST);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    tap(played, "setup 1"); /* only from the settings */
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
}

/* PINs */

static bool pin_is_right(playing *played, const char *pin)
{
    tap_number(played, "go", KIOSK_SCREEN_HALL);
    tap(played, "duty");
    tap(played, "arbiter 0");
    tap_digits(played, pin);
    tap(played, "next");
    const bool right = played->state->duty.on;
    if (right)
        tap(played, "duty-off");
    return right;
}

static void test_an_arbiter_changes_his_pin(void **state)
{
    playing *played = *state;

    open_page(played, KIOSK_SETUP_ARBITERS);
    tap(played, "arbiter 0");
    assert_true(kiosk_takes_digits(played->state));
    tap_digits(played, "1111");
    tap(played, "next");
    assert_true(played->state->sign.wrong);
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->sign.stage, KIOSK_PIN_NEW);
    tap_digits(played, "13579");
    tap(played, "next");
    assert_int_equal(played->state->sign.stage, KIOSK_PIN_AGAIN);
    tap_digits(played, "13578");
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_PIN_DIFFERS);
    for (int i = 0; i < 2; i++) {
        tap_digits(played, "13579");
        tap(played, "next");
    }
    assert_int_equal(played->state->say, KIOSK_SAY_PIN_SET);
    assert_false(kiosk_setup_changes_pin(played->state));
    assert_int_equal(played->state->setup.old_pin[0], '\0');
    playing_restart(played);
    assert_true(pin_is_right(played, "13579"));
}

/* Neither without the old PIN nor in the middle of it. */
static void test_a_pin_is_not_changed_without_the_old_one(void **state)
{
    playing *played = *state;

    open_page(played, KIOSK_SETUP_ARBITERS);
    tap(played, "arbiter 0");
    for (int i = 0; i < 3; i++) {
        tap_digits(played, "1111");
        tap(played, "next");
    }
    assert_int_equal(played->state->say, KIOSK_SAY_PIN_WAIT);
    tap(played, "back");
    assert_false(kiosk_setup_changes_pin(played->state));
    assert_int_equal(played->state->setup.page, KIOSK_SETUP_ARBITERS);
    played->now_ms += KIOSK_PIN_WAIT_MS;
    played->wall_ms += KIOSK_PIN_WAIT_MS;
    tap(played, "arbiter 0");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->sign.stage, KIOSK_PIN_NEW);
    tap(played, "home");
    tick(played);
    assert_int_equal(played->state->setup.old_pin[0], '\0');
    assert_true(pin_is_right(played, "2468"));
}

static void test_who_has_no_pin_sets_one_and_the_chief_sets_a_forgotten_one(void **state)
{
    playing *played = *state;

    playing_arbiter(played, "7", "刘裁判");
    open_page(played, KIOSK_SETUP_ARBITERS);
    assert_int_equal(played->state->hall->arbiter_count, 2);
    tap(played, "arbiter 1");
    assert_int_equal(played->state->sign.stage, KIOSK_PIN_NEW);
    for (int i = 0; i < 2; i++) {
        tap_digits(played, "7777");
        tap(played, "next");
    }
    assert_true(played->state->hall->arbiters[1].has_pin);

    tap(played, "arbiter 1");
    assert_int_equal(played->state->sign.stage, KIOSK_PIN_ASK);
    tap(played, "pin-by-chief 1");
    assert_true(played->state->setup.by_chief);
    tap_digits(played, "7777"); /* his own does not do now */
    tap(played, "next");
    assert_true(played->state->sign.wrong);
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->sign.stage, KIOSK_PIN_NEW);
    for (int i = 0; i < 2; i++) {
        tap_digits(played, "8888");
        tap(played, "next");
    }
    assert_int_equal(played->state->say, KIOSK_SAY_PIN_SET);

    tap(played, "arbiter 0"); /* the only chief cannot stand in for himself */
    tap(played, "pin-by-chief 1");
    assert_false(played->state->setup.by_chief);
    assert_int_equal(played->state->say, KIOSK_SAY_NO_CHIEF_PIN);
    playing_restart(played);
    assert_true(pin_is_right(played, "2468"));
}

/* Three wrong PINs wait, longer each time, also when the power goes in between. */
static void test_the_wait_holds_over_a_restart(void **state)
{
    playing *played = *state;
    int64_t wait = KIOSK_PIN_WAIT_MS;

    for (int i = 0; i < 3; i++)
        assert_false(pin_is_right(played, "1111"));
    for (int round = 0; round < 3; round++) {
        playing_restart(played);
        assert_false(pin_is_right(played, "2468")); /* too early: not even looked at */
        assert_int_equal(played->state->say, KIOSK_SAY_PIN_WAIT);
        played->now_ms += wait;
        played->wall_ms += wait;
        assert_false(pin_is_right(played, "1111"));
        wait *= 2;
    }
    played->now_ms += wait;
    played->wall_ms += wait;
    playing_restart(played);
    assert_true(pin_is_right(played, "2468"));
    assert_false(pin_is_right(played, "1111")); /* counted from the beginning again */
    assert_true(pin_is_right(played, "2468"));
}

/* The office */

static void test_an_invitation_is_handed_on_once(void **state)
{
    playing *played = *state;
    char invitation[KIOSK_INVITATION_BYTES];
    kiosk_office office = {.there = true};

    open_page(played, KIOSK_SETUP_OFFICE);
    tap_number(played, "field", KIOSK_FIELD_INVITATION);
    tap(played, "type 192.168.1.5:8443/abcd-efgh-jkmn");
    tap(played, "type-done");
    assert_int_equal(played->state->say, KIOSK_SAY_NO_LINK);
    assert_false(kiosk_take_invitation(played->state, invitation));

    kiosk_set_office(played->state, &office);
    tap_number(played, "field", KIOSK_FIELD_INVITATION);
    tap(played, "type 192.168.1.5:8443/abcd-efgh-jkmn");
    tap(played, "type-done");
    assert_true(played->state->setup.office.enrolling);
    assert_true(kiosk_take_invitation(played->state, invitation));
    assert_string_equal(invitation, "192.168.1.5:8443/abcd-efgh-jkmn");
    assert_false(kiosk_take_invitation(played->state, invitation));
    kiosk_refuse_invitation(played->state);
    assert_int_equal(played->state->say, KIOSK_SAY_INVITATION_WRONG);
    office.enrolling = true;
    kiosk_set_office(played->state, &office);
    office = (kiosk_office){.there = true, .enrolled = true, .name = "编排组"};
    kiosk_set_office(played->state, &office);
    assert_int_equal(played->state->say, KIOSK_SAY_ENROLLED);
}

static void test_leaving_the_office_asks(void **state)
{
    playing *played = *state;
    const kiosk_office office = {.there = true, .enrolled = true, .name = "编排组"};

    open_page(played, KIOSK_SETUP_OFFICE);
    tap(played, "office-leave");
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    kiosk_set_office(played->state, &office);
    tap(played, "office-leave");
    assert_int_equal(played->state->ask, KIOSK_ASK_LEAVE);
    tap(played, "answer 0");
    assert_false(kiosk_take_leaving(played->state));
    tap(played, "office-leave");
    tap(played, "answer 1");
    assert_true(kiosk_take_leaving(played->state));
    assert_false(kiosk_take_leaving(played->state));
}

/* Brightness: a folder like the system's. */

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[SCRATCH_PATH_BYTES];

    scratch_save(scratch_path(folder, name, path), text, strlen(text), 0600);
}

static int file_number(const char *folder, const char *name)
{
    char path[SCRATCH_PATH_BYTES];
    size_t length;
    unsigned char *bytes = scratch_load(scratch_path(folder, name, path), &length);
    int number = 0;

    for (size_t i = 0; i < length && bytes[i] >= '0' && bytes[i] <= '9'; i++)
        number = number * 10 + (bytes[i] - '0');
    free(bytes);
    return number;
}

static void restart_with(playing *played, const char *backlight)
{
    const kiosk_desk_options options = {.journal = played->journal,
                                        .backlight = backlight,
                                        .clock = playing_clock,
                                        .clock_context = played};
    kiosk_replayed replayed;

    playing_close(played);
    assert_int_equal(kiosk_desk_open(&options, &played->desk, NULL), BOARD_OK);
    played->state = kiosk_state_new();
    assert_non_null(played->state);
    assert_int_equal(kiosk_desk_restore(played->desk, played->state, &replayed, NULL), BOARD_OK);
    kiosk_start(played->state, played->now_ms);
    playing_jobs(played);
}

static void test_brightness_is_set_kept_and_set_again_at_the_start(void **state)
{
    playing *played = *state;
    char folder[SCRATCH_PATH_BYTES], screen[SCRATCH_PATH_BYTES];

    scratch_make(folder);
    scratch_path(folder, "panel0", screen);
    assert_int_equal(mkdir(screen, 0700), 0);
    write_file(screen, "max_brightness", "200\n");
    write_file(screen, "brightness", "100\n");
    restart_with(played, folder);
    tap_number(played, "go", KIOSK_SCREEN_SETTINGS);
    assert_int_equal(played->state->setup.brightness, 50);
    tap(played, "brightness 25");
    assert_int_equal(file_number(screen, "brightness"), 50);
    assert_int_equal(played->state->setup.brightness, 25);
    tap(played, "brightness 9"); /* nobody could read it any more */
    tap(played, "brightness 101");
    assert_int_equal(file_number(screen, "brightness"), 50);
    write_file(screen, "brightness", "200\n");
    restart_with(played, folder);
    assert_int_equal(file_number(screen, "brightness"), 50);
    scratch_remove(folder);
}

static void test_no_brightness_where_there_is_none(void **state)
{
    static const char *const texts[][2] = {{"0\n", "0\n"}, {"x", "1"}, {"100", "-5"}, {"", ""}};
    playing *played = *state;
    char folder[SCRATCH_PATH_BYTES], screen[SCRATCH_PATH_BYTES];

    restart_with(played, "/nonexistent");
    tap_number(played, "go", KIOSK_SCREEN_SETTINGS);
    assert_int_equal(played->state->setup.brightness, -1);
    tap(played, "brightness 50");
    assert_false(played->state->say_warns); /* kept, for a screen that has it */
    tap(played, "brightness 0");
    scratch_make(folder);
    scratch_path(folder, "panel0", screen);
    assert_int_equal(mkdir(screen, 0700), 0);
    for (size_t i = 0; i < COUNT(texts); i++) {
        write_file(screen, "max_brightness", texts[i][0]);
        write_file(screen, "brightness", texts[i][1]);
        restart_with(played, folder);
        tap_number(played, "go", KIOSK_SCREEN_SETTINGS);
        assert_int_equal(played->state->setup.brightness, -1);
    }
    scratch_remove(folder);
}

/* Storage */

static void test_storage_is_told_and_the_journal_verified(void **state)
{
    playing *played = *state;

    open_page(played, KIOSK_SETUP_STORAGE);
    assert_true(played->state->setup.facts_known);
    assert_true(played->state->setup.facts.entries > 3);
    assert_true(played->state->setup.facts.bytes > 4096);
    assert_true(played->state->setup.facts.whole_mib >= played->state->setup.facts.free_mib);
    assert_int_equal(strlen(played->state->setup.facts.device), STORE_DEVICE_BYTES - 1);
    tap(played, "verify");
    assert_int_equal(played->state->setup.verifying, KIOSK_VERIFY_SOUND);
    assert_int_equal(played->state->setup.verification.verified.entries,
                     played->state->setup.facts.entries);
}

static void test_damage_is_told(void **state)
{
    playing *played = *state;
    unsigned char byte;

    open_page(played, KIOSK_SETUP_STORAGE);
    playing_restart(played); /* all is in the file itself then */
    open_page(played, KIOSK_SETUP_STORAGE);
    const int file = open(played->journal, O_RDWR);
    assert_true(file >= 0);
    assert_int_equal(pread(file, &byte, 1, 4096 + 2000), 1);
    byte ^= 0x20;
    assert_int_equal(pwrite(file, &byte, 1, 4096 + 2000), 1);
    close(file);
    tap(played, "verify");
    assert_int_equal(played->state->setup.verifying, KIOSK_VERIFY_DAMAGED);
    assert_true(played->state->setup.verification.verified.faults > 0);
    assert_true(played->state->say_warns);
}

/* While it is verified the journal is written, and verifying runs once. */
static void test_verifying_runs_beside_the_work(void **state)
{
    playing *played = *state;

    open_page(played, KIOSK_SETUP_STORAGE);
    played->no_judge = true;
    tap(played, "verify");
    assert_non_null(played->held);
    kiosk_job *first = played->held;
    tap(played, "verify");
    assert_ptr_equal(played->held, first);
    playing_arbiter(played, "8", "陈裁判");
    kiosk_watch_job(played->state, played->held);
    assert_false(atomic_load(&played->held->stop));
    playing_do_held(played, KIOSK_END_DONE);
    assert_int_equal(played->state->setup.verifying, KIOSK_VERIFY_SOUND);
}

int main(void)
{
#define SETUP_TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crosses_give_back_any_map),
        cmocka_unit_test(test_touches_astray_give_no_map),
        cmocka_unit_test(test_a_calibration_is_a_text_and_back),
        SETUP_TEST(test_calibrating_is_confirmed_and_kept),
        SETUP_TEST(test_a_calibration_that_is_not_confirmed_is_dropped),
        SETUP_TEST(test_crosses_end_by_themselves_and_by_back),
        SETUP_TEST(test_back_goes_up_page_by_page),
        SETUP_TEST(test_an_arbiter_changes_his_pin),
        SETUP_TEST(test_a_pin_is_not_changed_without_the_old_one),
        SETUP_TEST(test_who_has_no_pin_sets_one_and_the_chief_sets_a_forgotten_one),
        SETUP_TEST(test_the_wait_holds_over_a_restart),
        SETUP_TEST(test_an_invitation_is_handed_on_once),
        SETUP_TEST(test_leaving_the_office_asks),
        SETUP_TEST(test_brightness_is_set_kept_and_set_again_at_the_start),
        SETUP_TEST(test_no_brightness_where_there_is_none),
        SETUP_TEST(test_storage_is_told_and_the_journal_verified),
        SETUP_TEST(test_damage_is_told),
        SETUP_TEST(test_verifying_runs_beside_the_work),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
