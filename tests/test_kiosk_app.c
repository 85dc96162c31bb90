/*
 * tests/test_kiosk_app.c: the kiosk without a window: workers, input to commands, a display that is
 * turned, texts that can be shown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kiosk/app/app.h"
#include "kiosk/app/bell.h"
#include "kiosk/app/options.h"
#include "kiosk/app/words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Workers */

typedef struct worker_log {
    kiosk_bell bell;
    atomic_int desk_under_way, desk_most, desk_done;
    atomic_int judge_under_way, judge_most;
    atomic_int order[64]; /* of the desk's jobs: their rounds */
    atomic_bool go;       /* judges wait for it or for stop */
} worker_log;

static worker_log seen;

static void nap(long microseconds)
{
    struct timespec time = {0, microseconds * 1000};

    nanosleep(&time, NULL);
}

static void note_most(atomic_int *most, int now)
{
    int before = atomic_load(most);

    while (now > before && !atomic_compare_exchange_weak(most, &before, now))
        continue;
}

static void fake_desk(void *context, kiosk_job *job)
{
    worker_log *log = context;

    note_most(&log->desk_most, atomic_fetch_add(&log->desk_under_way, 1) + 1);
    nap(500);
    atomic_store(&log->order[atomic_fetch_add(&log->desk_done, 1)], job->round);
    atomic_fetch_sub(&log->desk_under_way, 1);
    job->end = KIOSK_END_DONE;
}

static void fake_judge(kiosk_job *job, judge_memo *memo)
{
    assert_non_null(memo);
    note_most(&seen.judge_most, atomic_fetch_add(&seen.judge_under_way, 1) + 1);
    while (!atomic_load(&seen.go) && !atomic_load(&job->stop))
        nap(1000);
    atomic_fetch_sub(&seen.judge_under_way, 1);
    job->end = atomic_load(&job->stop) ? KIOSK_END_STOPPED : KIOSK_END_DONE;
}

static kiosk_performer performer(void)
{
    return (kiosk_performer){.desk = fake_desk,
                             .judge = fake_judge,
                             .context = &seen,
                             .wake = kiosk_bell_ring,
                             .wake_context = &seen.bell};
}

static int begin(void **state)
{
    (void)state;
    memset(&seen, 0, sizeof seen);
    kiosk_bell_open(&seen.bell);
    return 0;
}

static int end(void **state)
{
    (void)state;
    kiosk_bell_close(&seen.bell);
    return 0;
}

static kiosk_job *give(kiosk_workers *workers, kiosk_job_kind kind, int round)
{
    kiosk_job *job = kiosk_job_new(kind);

    assert_non_null(job);
    job->round = (uint16_t)round;
    assert_true(kiosk_workers_give(workers, job));
    return job;
}

/* The next job that is done, within ten seconds. */
static kiosk_job *wait_for_job(kiosk_workers *workers)
{
    for (int i = 0; i < 1000; i++) {
        kiosk_job *job = kiosk_workers_take(workers);

        if (job)
            return job;
        kiosk_bell_wait(&seen.bell, 10);
    }
    return NULL;
}

static void test_the_desk_does_one_job_after_the_other(void **state)
{
    kiosk_performer who = performer();
    kiosk_workers *workers = kiosk_workers_start(&who);

    (void)state;
    assert_non_null(workers);
    for (int i = 0; i < 20; i++)
        give(workers, KIOSK_JOB_HALL, i);
    assert_int_equal(kiosk_workers_busy(workers), 20);
    for (int i = 0; i < 20; i++) {
        kiosk_job *job = wait_for_job(workers);

        assert_non_null(job);
        assert_int_equal(job->round, i);
        assert_int_equal(job->end, KIOSK_END_DONE);
        kiosk_job_free(job);
    }
    assert_int_equal(kiosk_workers_busy(workers), 0);
    assert_null(kiosk_workers_take(workers));
    assert_int_equal(seen.desk_most, 1);
    for (int i = 0; i < 20; i++)
        assert_int_equal(seen.order[i], i);
    kiosk_workers_end(workers);
}

static void count_jobs(void *context, kiosk_job *job)
{
    (void)job;
    ++*(int *)context;
}

static void stop_all(void *context, kiosk_job *job)
{
    (void)context;
    kiosk_job_stop(job);
}

static void test_a_long_search_holds_nothing_up_and_is_stopped(void **state)
{
    kiosk_performer who = performer();
    kiosk_workers *workers = kiosk_workers_start(&who);
    int count = 0;

    (void)state;
    assert_non_null(workers);
    for (int i = 0; i < 3; i++)
        give(workers, KIOSK_JOB_JUDGE, 0);
    give(workers, KIOSK_JOB_HALL, 7);
    kiosk_job *job = wait_for_job(workers); /* the desk goes on beside the searches */
    assert_non_null(job);
    assert_int_equal(job->kind, KIOSK_JOB_HALL);
    kiosk_job_free(job);
    kiosk_workers_visit(workers, count_jobs, &count);
    assert_int_equal(count, 3);
    kiosk_workers_visit(workers, stop_all, NULL);
    for (int i = 0; i < 3; i++) {
        job = wait_for_job(workers);
        assert_non_null(job);
        assert_int_equal(job->end, KIOSK_END_STOPPED);
        kiosk_job_free(job);
    }
    assert_in_range(seen.judge_most, 1, KIOSK_JUDGE_THREADS);
    kiosk_workers_end(workers);
}

static void test_the_end_stops_searches_and_finishes_the_desk(void **state)
{
    kiosk_performer who = performer();
    kiosk_workers *workers = kiosk_workers_start(&who);

    (void)state;
    assert_non_null(workers);
    for (int i = 0; i < 5; i++) {
        give(workers, KIOSK_JOB_JUDGE, 0);
        give(workers, KIOSK_JOB_KEEP, i);
    }
    kiosk_workers_end(workers);
    assert_int_equal(seen.desk_done, 5);
    assert_int_equal(seen.judge_under_way, 0);
    kiosk_workers_end(NULL);
}

static void test_a_bell_rung_before_is_heard(void **state)
{
    int64_t start = kiosk_now_ms();

    (void)state;
    kiosk_bell_ring(&seen.bell);
    kiosk_bell_wait(&seen.bell, 60 * 1000);
    assert_true(kiosk_now_ms() - start < 30 * 1000);
    start = kiosk_now_ms();
    kiosk_bell_wait(&seen.bell, 30); /* once only */
    assert_true(kiosk_now_ms() - start >= 29);
}

/* The app */

static void nothing_done(void *context, kiosk_job *job)
{
    (void)context;
    job->end = job->kind == KIOSK_JOB_SETTINGS ? KIOSK_END_DONE : KIOSK_END_FAILED;
    job->problem.error = BOARD_ERROR_STORE_OPEN;
}

static kiosk_app *open_app(int width, int height, kiosk_orientation orientation)
{
    static char assets[KIOSK_ASSETS_PATH_BYTES];
    kiosk_app_options options = {
        .assets = assets, .width = width, .height = height, .performer = performer()};
    kiosk_state *state = kiosk_state_new();
    kiosk_app *app = NULL;
    kiosk_command command = kiosk_command_of(KIOSK_COMMAND_ORIENTATION, (int)orientation, 0);

    assert_non_null(state);
    options.performer.desk = nothing_done;
    assert_int_equal(kiosk_assets_find(assets, NULL), BOARD_OK);
    kiosk_apply(state, &command, 0);
    assert_int_equal(kiosk_app_open(&options, state, &app, NULL), BOARD_OK);
    return app;
}

static void give_command(kiosk_app *app, kiosk_command_kind kind, int number)
{
    kiosk_command command = kiosk_command_of(kind, number, 0);

    kiosk_app_give(app, &command, 0);
}

static void test_a_display_is_turned_and_touched(void **state)
{
    static const struct {
        int width, height;
        kiosk_orientation orientation;
        bool sideways;
    } displays[] = {
        {800, 480, KIOSK_ORIENTATION_AUTO, false},
        {800, 480, KIOSK_ORIENTATION_PORTRAIT, true},
        {480, 800, KIOSK_ORIENTATION_PORTRAIT, false},
        {480, 800, KIOSK_ORIENTATION_LANDSCAPE, true},
        {480, 800, KIOSK_ORIENTATION_AUTO, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(displays); i++) {
        kiosk_app *app = open_app(displays[i].width, displays[i].height, displays[i].orientation);
        kiosk_canvas *canvas;

        assert_int_equal(kiosk_app_is_sideways(app), displays[i].sideways);
        kiosk_app_paint(app, &canvas);
        assert_int_equal(canvas->width,
                         displays[i].sideways ? displays[i].height : displays[i].width);
        const kiosk_part *part = kiosk_view_find(kiosk_app_view(app), "bar.settings");
        assert_non_null(part);
        kiosk_rect rect = kiosk_app_display_rect(app, part->rect);
        assert_true(rect.x >= 0 && rect.x + rect.width <= displays[i].width);
        assert_true(rect.y >= 0 && rect.y + rect.height <= displays[i].height);
        assert_int_equal(rect.width * rect.height, part->rect.width * part->rect.height);
        kiosk_app_down(app, rect.x + rect.width / 2, rect.y + rect.height / 2, 0);
        kiosk_app_up(app, rect.x + rect.width / 2, rect.y + rect.height / 2, 50);
        assert_int_equal(kiosk_app_state(app)->screen, KIOSK_SCREEN_SETTINGS);
        kiosk_app_close(app);
    }
}

static void test_nothing_is_painted_when_nothing_changed(void **state)
{
    kiosk_app *app = open_app(800, 480, KIOSK_ORIENTATION_AUTO);
    kiosk_canvas *canvas;

    (void)state;
    kiosk_rect area = kiosk_app_paint(app, &canvas);
    assert_int_equal(area.width, 800);
    area = kiosk_app_paint(app, &canvas);
    assert_int_equal(area.width, 0);
    give_command(app, KIOSK_COMMAND_THEME, KIOSK_THEME_DARK);
    area = kiosk_app_paint(app, &canvas);
    assert_int_equal(area.width, 800);
    assert_int_equal(kiosk_app_resize(app, 640, 480), BOARD_OK);
    area = kiosk_app_paint(app, &canvas);
    assert_int_equal(area.width, 640);
    kiosk_app_close(app);
}

static void test_keys_come_to_a_part_and_press_it(void **state)
{
    kiosk_app *app = open_app(800, 480, KIOSK_ORIENTATION_AUTO);

    (void)state;
    kiosk_app_key(app, KIOSK_INPUT_TAB, 0); /* the bar's first: settings */
    kiosk_app_key(app, KIOSK_INPUT_ENTER, 0);
    assert_int_equal(kiosk_app_state(app)->screen, KIOSK_SCREEN_SETTINGS);
    kiosk_app_key(app, KIOSK_INPUT_ESCAPE, 0);
    assert_int_equal(kiosk_app_state(app)->screen, KIOSK_SCREEN_HALL);
    kiosk_app_close(app);
}

/* Until no job is under way. */
static void settle(kiosk_app *app, int64_t now)
{
    kiosk_app_run(app, now);
    for (int i = 0; i < 1000 && kiosk_app_is_busy(app); i++) {
        kiosk_bell_wait(&seen.bell, 10);
        kiosk_app_run(app, now);
    }
    assert_false(kiosk_app_is_busy(app));
}

static void test_the_app_says_when_it_is_due(void **state)
{
    kiosk_app *app = open_app(800, 480, KIOSK_ORIENTATION_AUTO);
    int64_t now = 1000000;

    (void)state;
    settle(app, now);
    assert_true(kiosk_app_is_quiet(app));
    assert_in_range(kiosk_app_due(app, now), 1, 60 * 1000); /* the clock of the bar */
    kiosk_app_start(app, now);
    assert_true(kiosk_app_is_busy(app));
    assert_in_range(kiosk_app_due(app, now), 0, KIOSK_TICK_MS);
    settle(app, now);
    kiosk_app_close(app);
}

/* The command line */

static bool read_options(kiosk_options *options, const char *const *words, int count)
{
    char *argv[8] = {"qili-kiosk"};

    for (int i = 0; i < count; i++)
        argv[i + 1] = (char *)(uintptr_t)words[i];
    return kiosk_options_read(count + 1, argv, options);
}

static void test_wrong_options_are_refused(void **state)
{
    static const char *const wrong[][2] = {
        {"--window=1280", NULL},
        {"--window=319x480", NULL},
        {"--window=320x4097", NULL},
        {"--window=-320x480", NULL},
        {"--window=320x480x", NULL},
        {"--theme=blue", NULL},
        {"--language=fr", NULL},
        {"--dpi=71", NULL},
        {"--dpi=601", NULL},
        {"--dpi=1e2", NULL},
        {"--text-size=3", NULL},
        {"--orientation=up", NULL},
        {"--screenshot", "nosuch"},
        {"--screenshot", "hall"},
        {"--nosuch", NULL},
        {"--script", NULL},
        {"more", NULL},
        {"--demo", "--journal=x"},
    };
    kiosk_options options;

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_false(read_options(&options, wrong[i], wrong[i][1] ? 2 : 1));
}

static void test_options_are_read(void **state)
{
    static const char *const words[] = {"--window=320x4096", "--dpi=72", "--theme=contrast",
                                        "--language=en",     "--demo",   "--text-size=2"};
    static const char *const picture[] = {"--screenshot", "hall", "a.png"};
    kiosk_options options;

    (void)state;
    assert_true(read_options(&options, words, COUNT(words)));
    assert_true(options.window && options.demo);
    assert_int_equal(options.width, 320);
    assert_int_equal(options.height, 4096);
    assert_int_equal(options.theme, KIOSK_THEME_CONTRAST);
    assert_int_equal(options.language, BOARD_ENGLISH);
    assert_int_equal(options.text_step, 2);
    assert_int_equal(options.orientation, KIOSK_NOT_GIVEN);
    assert_true(read_options(&options, picture, COUNT(picture)));
    assert_string_equal(options.screen, "hall");
    assert_string_equal(options.picture, "a.png");
    assert_true(options.demo);
}

static void test_words_are_filled_in_and_cut(void **state)
{
    static char large[KIOSK_APP_WORD_BYTES * 2];
    char buffer[KIOSK_APP_WORD_BYTES];

    (void)state;
    kiosk_app_fill(buffer, KIOSK_APP_SCRIPT_AT, BOARD_ENGLISH, "a", "2", "{1}");
    assert_string_equal(buffer, "a: line 2: {1}");
    kiosk_app_fill(buffer, KIOSK_APP_SCRIPT_AT, BOARD_ENGLISH, NULL, NULL, NULL);
    assert_string_equal(buffer, ": line : ");
    for (size_t i = 0; i + 3 < sizeof large; i += 3)
        memcpy(large + i, "将", 4);
    kiosk_app_fill(buffer, KIOSK_APP_SCRIPT_AT, BOARD_CHINESE, large, NULL, NULL);
    assert_in_range(strlen(buffer), KIOSK_APP_WORD_BYTES - 3, KIOSK_APP_WORD_BYTES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_desk_does_one_job_after_the_other, begin, end),
        cmocka_unit_test_setup_teardown(test_a_long_search_holds_nothing_up_and_is_stopped, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_the_end_stops_searches_and_finishes_the_desk, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_a_bell_rung_before_is_heard, begin, end),
        cmocka_unit_test_setup_teardown(test_a_display_is_turned_and_touched, begin, end),
        cmocka_unit_test_setup_teardown(test_nothing_is_painted_when_nothing_changed, begin, end),
        cmocka_unit_test_setup_teardown(test_keys_come_to_a_part_and_press_it, begin, end),
        cmocka_unit_test_setup_teardown(test_the_app_says_when_it_is_due, begin, end),
        cmocka_unit_test(test_wrong_options_are_refused),
        cmocka_unit_test(test_options_are_read),
        cmocka_unit_test(test_words_are_filled_in_and_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
