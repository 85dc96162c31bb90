/*
 * tests/test_kiosk_watchdog.c: a loop that stands still is seen and ends the program; one that turns
 * or waits is left alone. And the other things that a device does to a loop: a clock that is set
 * back, a glass that is calibrated.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/app/app.h"
#include "kiosk/app/device.h"
#include "kiosk/app/watchdog.h"

enum { LIMIT_MS = 400 };

static void nap(long milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};

    while (nanosleep(&time, &time) != 0)
        continue;
}

static void say(void *context, const char *where, const char *screen)
{
    const int *descriptor = context;
    char text[64];
    const int length = snprintf(text, sizeof text, "%s,%s", where, screen);

    if (write(*descriptor, text, (size_t)length) != length)
        _exit(3);
}

typedef void loop(kiosk_watchdog *watchdog);

/* Runs the loop in a process of its own; what its watchdog said is in `said`. */
static int run(loop *run_loop, char *said, size_t size)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit no_core = {0, 0};

        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        close(ends[0]);
        kiosk_watchdog *watchdog = kiosk_watchdog_start(LIMIT_MS, say, &ends[1]);
        if (watchdog == NULL)
            _exit(2);
        run_loop(watchdog);
        kiosk_watchdog_end(watchdog);
        _exit(0);
    }
    close(ends[1]);
    const ssize_t length = read(ends[0], said, size - 1);
    said[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void stands_still(kiosk_watchdog *watchdog)
{
    kiosk_watchdog_turn(watchdog, "work", "hall", 0);
    kiosk_watchdog_turn(watchdog, "picture", "moves", 0);
    nap(60 * 1000);
}

static void turns(kiosk_watchdog *watchdog)
{
    for (int i = 0; i < 40; i++) {
        kiosk_watchdog_turn(watchdog, "work", "hall", 0);
        nap(LIMIT_MS / 20);
    }
}

static void waits(kiosk_watchdog *watchdog)
{
    kiosk_watchdog_turn(watchdog, "wait", "hall", 10 * LIMIT_MS);
    nap(2 * LIMIT_MS);
}

static void waits_too_long(kiosk_watchdog *watchdog)
{
    kiosk_watchdog_turn(watchdog, "wait", "duty", LIMIT_MS / 2);
    nap(60 * 1000);
}

static void test_a_loop_that_stands_still_ends_the_program(void **state)
{
    char said[64];

    (void)state;
    int status = run(stands_still, said, sizeof said);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_string_equal(said, "picture,moves");
    status = run(waits_too_long, said, sizeof said);
    assert_true(WIFSIGNALED(status));
    assert_string_equal(said, "wait,duty");
}

static void test_a_loop_that_turns_or_waits_goes_on(void **state)
{
    char said[64];

    (void)state;
    assert_int_equal(run(turns, said, sizeof said), 0);
    assert_string_equal(said, "");
    assert_int_equal(run(waits, said, sizeof said), 0);
    kiosk_watchdog_turn(NULL, "", "", 0);
    kiosk_watchdog_end(NULL);
}

/* The whole program stopped for longer than the limit: nothing stood still. */
static void stopped_for_a_while(kiosk_watchdog *watchdog)
{
    const pid_t myself = getpid();
    const pid_t waker = fork();

    if (waker == 0) {
        nap(3 * LIMIT_MS);
        kill(myself, SIGCONT);
        _exit(0);
    }
    kiosk_watchdog_turn(watchdog, "work", "hall", 0);
    kill(myself, SIGSTOP);
    kiosk_watchdog_turn(watchdog, "work", "hall", 0);
    waitpid(waker, NULL, 0);
}

static void test_a_program_that_was_stopped_goes_on(void **state)
{
    char said[64];

    (void)state;
    assert_int_equal(run(stopped_for_a_while, said, sizeof said), 0);
    assert_string_equal(said, "");
}

/* The clock */

static void test_a_clock_set_back_is_seen_once(void **state)
{
    kiosk_clock_watch watch = {0};
    const int64_t wall = INT64_C(1777626000000);

    (void)state;
    assert_int_equal(kiosk_clock_set_back(&watch, wall, 1000), 0);
    assert_int_equal(kiosk_clock_set_back(&watch, wall + 60000, 61000), 0);
    assert_int_equal(kiosk_clock_set_back(&watch, wall + 119000, 121000), 0); /* corrected by 1 s */
    assert_int_equal(kiosk_clock_set_back(&watch, wall + 119000 - 3540000, 181000), 3600000);
    assert_int_equal(kiosk_clock_set_back(&watch, wall + 119000 - 3480000, 241000), 0);
    /* Forward is no harm: the times stay in order. */
    assert_int_equal(kiosk_clock_set_back(&watch, wall + 86400000, 301000), 0);
}

/* The glass */

static void no_desk(void *context, kiosk_job *job)
{
    (void)context;
    job->end = KIOSK_END_STOPPED;
}

static void no_judge(kiosk_job *job, judge_memo *memo)
{
    (void)memo;
    job->end = KIOSK_END_STOPPED;
}

static kiosk_app *open_app(int width, int height, kiosk_orientation orientation)
{
    static char assets[KIOSK_ASSETS_PATH_BYTES];
    const kiosk_app_options options = {.assets = assets,
                                       .width = width,
                                       .height = height,
                                       .performer = {.desk = no_desk, .judge = no_judge}};
    const kiosk_command turned = kiosk_command_of(KIOSK_COMMAND_ORIENTATION, (int)orientation, 0);
    kiosk_state *state = kiosk_state_new();
    kiosk_app *app = NULL;

    assert_non_null(state);
    kiosk_apply(state, &turned, 0);
    assert_int_equal(kiosk_assets_find(assets, NULL), BOARD_OK);
    assert_int_equal(kiosk_app_open(&options, state, &app, NULL), BOARD_OK);
    return app;
}

static void give(kiosk_app *app, kiosk_command_kind kind, int number)
{
    const kiosk_command command = kiosk_command_of(kind, number, 0);

    kiosk_app_give(app, &command, 0);
}

/* A finger on a point of the display, of a glass that is mirrored and a little off. */
static void touch(kiosk_app *app, int x, int y, int width, int height)
{
    int seen_x, seen_y;

    kiosk_app_touched(app, 1 - (x + 0.5) / width * 0.95, (y + 0.5) / height * 0.9 + 0.04, &seen_x,
                      &seen_y);
    kiosk_app_down(app, seen_x, seen_y, 0);
    kiosk_app_up(app, seen_x, seen_y, 50);
}

/* Touches the four crosses where they are seen, then a part of the view through the new map. */
static void calibrate_on(int width, int height, kiosk_orientation orientation)
{
    kiosk_app *app = open_app(width, height, orientation);

    give(app, KIOSK_COMMAND_GO, KIOSK_SCREEN_SETTINGS);
    give(app, KIOSK_COMMAND_SETUP, KIOSK_SETUP_TOUCH);
    give(app, KIOSK_COMMAND_CALIBRATE, 1);
    for (int i = 0; i < KIOSK_CROSSES; i++) {
        int32_t across, down;

        kiosk_cross_place(i, &across, &down);
        int x = across * kiosk_app_metrics(app)->width / KIOSK_DISPLAY_PARTS;
        int y = down * kiosk_app_metrics(app)->height / KIOSK_DISPLAY_PARTS;
        kiosk_app_display_point(app, &x, &y);
        touch(app, x, y, width, height);
    }
    assert_int_equal(kiosk_app_state(app)->setup.calibrating, KIOSK_CALIBRATING_KEEP);
    const kiosk_part *keep = kiosk_view_find(kiosk_app_view(app), "touch.keep");
    assert_non_null(keep);
    const kiosk_rect rect = kiosk_app_display_rect(app, keep->rect);
    touch(app, rect.x + rect.width / 2, rect.y + rect.height / 2, width, height);
    assert_int_equal(kiosk_app_state(app)->setup.calibrating, KIOSK_CALIBRATING_NOT);
    assert_false(kiosk_calibration_is_none(&kiosk_app_state(app)->settings.calibration));
    kiosk_app_close(app);
}

static void test_a_glass_is_calibrated_on_the_screen(void **state)
{
    (void)state;
    calibrate_on(800, 480, KIOSK_ORIENTATION_AUTO);
    calibrate_on(480, 800, KIOSK_ORIENTATION_LANDSCAPE); /* shown turned by a quarter */
    calibrate_on(1280, 720, KIOSK_ORIENTATION_PORTRAIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_loop_that_stands_still_ends_the_program),
        cmocka_unit_test(test_a_loop_that_turns_or_waits_goes_on),
        cmocka_unit_test(test_a_program_that_was_stopped_goes_on),
        cmocka_unit_test(test_a_clock_set_back_is_seen_once),
        cmocka_unit_test(test_a_glass_is_calibrated_on_the_screen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
