/*
 * tests/test_kiosk_monkey.c: random taps, drags and keys over all screens, with a real journal, the
 * real flow, screens, judge and painter, but no window and no threads, so that a seed tells all.
 *
 * Nothing crashes; from every screen the hall can be reached; after a power failure what was entered
 * is there; the journal verifies; every screen was visited. MONKEY_STEPS=N (5000) and MONKEY_SEED=N
 * (1) choose the run; `make monkey` does 200,000 steps under ASan. A failure names seed and step.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge/memo.h"
#include "kiosk/app/demo.h"
#include "kiosk/app/focus.h"
#include "kiosk/app/gesture.h"
#include "kiosk/desk/desk.h"
#include "kiosk/screens/screens.h"
#include "support/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    STEPS = 5000,
    SEED = 1,
    PAINT_EVERY = 23,
    BURST_EVERY = 40,
    HOME_EVERY = 250,
    POWER_EVERY = 1000,
    VERIFY_EVERY = 20000,
    HOME_TRIES = 60, /* touches and keys, at most, from wherever to the hall */
    LONG_MS = 11 * 60 * 1000
};

static const char pin[] = "2468";

typedef struct monkey {
    kiosk_demo demo;
    kiosk_desk *desk;
    kiosk_state *state;
    kiosk_painter *painter;
    kiosk_canvas canvas;
    kiosk_metrics metrics;
    kiosk_view view;
    kiosk_gesture gesture;
    kiosk_focus focus;
    uint64_t random;
    int64_t now_ms, wall_ms;
    size_t bursts;
    unsigned long visits[KIOSK_SCREENS];
    unsigned long pages[KIOSK_SETUP_PAGES];
    unsigned long locked;
} monkey;

static monkey one;
static unsigned long seed, step; /* of the run, for what is said when it ends badly */

/* Called by AddressSanitizer, whose report does not know. */
void __asan_on_error(void);
void __asan_on_error(void)
{
    char text[96];
    const int length =
        snprintf(text, sizeof text, "monkey: MONKEY_SEED=%lu, step %lu\n", seed, step);

    if (write(STDERR_FILENO, text, (size_t)length) < 0)
        return;
}

static unsigned long number_from(const char *name, unsigned long usual)
{
    const char *text = getenv(name);

    return text != NULL ? strtoul(text, NULL, 10) : usual;
}

static int below(int limit)
{
    one.random = one.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((one.random >> 33) % (uint64_t)limit);
}

static int64_t wall_clock(void *context)
{
    (void)context;
    return one.wall_ms;
}

static void pass(int64_t milliseconds)
{
    one.now_ms += milliseconds;
    one.wall_ms += milliseconds;
}

/* Jobs, at once. The judge with a small budget: random positions make it search long. */

static void judge(kiosk_job *job)
{
    const judge_dispute dispute = {.start = job->start,
                                   .moves = job->played,
                                   .count = job->played_count,
                                   .after_order = job->after_order};
    judge_limits limits = judge_limits_standard();
    judge_edition edition;

    limits.label_nodes = 300;
    limits.mate.nodes = 100;
    limits.mate.short_nodes = 100;
    job->end = judge_edition_load(job->edition, &edition) == BOARD_OK &&
                       judge_dispute_rule(&dispute, &edition, &limits, NULL, &job->result,
                                          &job->problem) == BOARD_OK
                   ? KIOSK_END_DONE
                   : KIOSK_END_FAILED;
}

static void do_jobs(void)
{
    kiosk_job *job;

    while ((job = kiosk_take_job(one.state)) != NULL) {
        if (job->kind == KIOSK_JOB_JUDGE || job->kind == KIOSK_JOB_COMPARE)
            judge(job);
        else if (kiosk_job_lane(job->kind) == KIOSK_LANE_JUDGE)
            kiosk_desk_judge(job, NULL);
        else
            kiosk_desk_perform(one.desk, job);
        kiosk_receive(one.state, job, one.now_ms);
    }
}

static void give(const kiosk_command *command)
{
    if (command->kind != KIOSK_COMMAND_NONE)
        kiosk_apply(one.state, command, one.now_ms);
    do_jobs();
    one.visits[one.state->screen]++;
    one.locked += one.state->duty.locked;
    if (one.state->screen == KIOSK_SCREEN_SETTINGS)
        one.pages[one.state->setup.page]++;
}

static void give_line(const char *line)
{
    kiosk_command command;

    if (!kiosk_command_read(line, strlen(line), &command))
        fail_msg("no command: %s", line);
    give(&command);
}

static const kiosk_view *look(void)
{
    kiosk_screen_build(one.state, &one.metrics, &one.view);
    assert_false(one.view.count == 0);
    return &one.view;
}

/* Hands */

static void touch(int x, int y, int to_x, int to_y, int64_t held_ms)
{
    kiosk_command command;

    kiosk_gesture_down(&one.gesture, look(), x, y, one.now_ms);
    pass(held_ms);
    command = kiosk_gesture_wait(&one.gesture, look(), one.now_ms);
    give(&command);
    if (to_x != x || to_y != y) {
        command = kiosk_gesture_move(&one.gesture, look(), (x + to_x) / 2, (y + to_y) / 2);
        give(&command);
    }
    command = kiosk_gesture_up(&one.gesture, look(), to_x, to_y);
    give(&command);
}

static void tap_part(const kiosk_part *part, int64_t held_ms)
{
    const int x = part->rect.x + below(part->rect.width > 0 ? part->rect.width : 1);
    const int y = part->rect.y + below(part->rect.height > 0 ? part->rect.height : 1);

    touch(x, y, x, y, held_ms);
}

static const kiosk_part *any_part(void)
{
    const kiosk_view *view = look();
    const size_t first = (size_t)below((int)view->count);

    for (size_t i = 0; i < view->count; i++) {
        const kiosk_part *part = &view->parts[(first + i) % view->count];
        if (kiosk_part_sensitive(view, part))
            return part;
    }
    return NULL;
}

static void press_key(void)
{
    static const char *const lines[] = {"back",   "undo",   "redo",      "scroll 3",  "scroll -3",
                                        "foul 0", "foul 1", "type-back", "digit-back"};
    const kiosk_part *part;
    kiosk_command command;

    if (below(2) == 0) {
        kiosk_focus_move(&one.focus, look(), (kiosk_direction)below(6));
        return;
    }
    part = kiosk_focus_part(&one.focus, look());
    if (part != NULL && below(2) == 0) {
        command = kiosk_tap_of(part, one.focus.square);
        give(&command);
    } else {
        give_line(lines[below((int)COUNT(lines))]);
    }
}

static void type_pin(void)
{
    for (const char *digit = pin; *digit != '\0'; digit++) {
        const kiosk_command command = kiosk_command_of(KIOSK_COMMAND_DIGIT, *digit - '0', 0);
        give(&command);
    }
    give_line("next");
}

static void do_anything(void)
{
    const int what = below(100);
    const kiosk_part *part;

    pass(20 + below(400));
    if (what < 66 && (part = any_part()) != NULL) {
        tap_part(part, below(12) == 0 ? KIOSK_HOLD_MS + 1 : 30);
    } else if (what < 76) {
        const int x = below(one.metrics.width);
        const int y = below(one.metrics.height);

        touch(x, y, x, y, 30);
    } else if (what < 86) {
        touch(below(one.metrics.width), below(one.metrics.height), below(one.metrics.width),
              below(one.metrics.height), 100);
    } else if (what < 96) {
        press_key();
    } else if (what < 98) {
        type_pin();
    } else if (what < 99) {
        pass(below(60) == 0 ? LONG_MS : 3000);
        give_line("tick");
    } else {
        static const int sizes[][2] = {{800, 480}, {1280, 720}, {720, 1280}, {480, 800}};
        const int i = below((int)COUNT(sizes));

        one.metrics = kiosk_metrics_make(sizes[i][0], sizes[i][1], i < 1 ? 133 : 210, below(3));
    }
}

/* What random touches alone would not come to within a lifetime: the way to each screen, after
 * which the monkey goes on by itself. */
static const char *const bursts[] = {
    "home;game 2 3 1;next",
    "home;game 2 4 1;next;fen 1 3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w;next;"
    "moves h6h9 f9f8 h9h6 f8f9;rounds 1;next",
    "next;arbiter 1",
    "home;game 2 2 1;log 0",
    "home;game 2 2 1;foul 0",
    "home;game 2 5 1;audit;side 0;next;moves a3a4 a6a5;next",
    "home;game 2 5 1;touch;next;side 0;next",
    "home;duty;arbiter 0",
    "home;training 0;trainee wang",
    "home;training 1;study small-711;reveal 1;row 0",
    "home;training 2;quiz-begin",
    "home;training 3",
    "go 8;setup 1",
    "go 8;setup 2;arbiter 0",
    "go 8;setup 3",
    "go 8;setup 4",
    "go 8;setup 5",
    "go 8;setup 6",
    "home;game 2 4 1;next;fen 1 3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w;next;"
    "moves h6h9 f9f8 h9h6 f8f9;rounds 1;next;next;arbiter 0;pin;pin",
    "home;game 2 2 1;log 3",
    "home;game 2 2 1;foul 0;log-key own-piece;next;pin;pin;withdraw !",
    "known;keypad;entry-way 1",
};

/* "pin" types the PIN; "!" is the id of the newest entry of the game. */
static void give_burst(const char *burst)
{
    char lines[512];
    char *rest = NULL;

    snprintf(lines, sizeof lines, "%s", burst);
    if (one.state->duty.locked) {
        pass(KIOSK_PIN_WAIT_MAX_MS);
        give_line("arbiter 0");
        type_pin();
    }
    for (char *line = strtok_r(lines, ";", &rest); line != NULL;
         line = strtok_r(NULL, ";", &rest)) {
        char *mark = strchr(line, '!');
        kiosk_command command;

        pass(50);
        if (strcmp(line, "pin") == 0) {
            type_pin();
        } else if (mark != NULL) {
            *mark = '\0';
            command =
                kiosk_command_of_text(KIOSK_COMMAND_WITHDRAW,
                                      one.state->game != NULL && one.state->game->history_count > 0
                                          ? one.state->game->history[0].id
                                          : "");
            give(&command);
        } else if (kiosk_command_read(line, strlen(line), &command)) {
            give(&command);
        }
    }
}

/* The hall */

static const kiosk_part *home_part(const kiosk_view *view)
{
    for (size_t i = 0; i < view->count; i++) {
        const kiosk_part *part = &view->parts[i];
        const bool home = part->command.kind == KIOSK_COMMAND_HOME ||
                          (part->command.kind == KIOSK_COMMAND_GO &&
                           part->command.numbers[0] == KIOSK_SCREEN_HALL);

        if (home && kiosk_view_hit(view, part->rect.x + part->rect.width / 2,
                                   part->rect.y + part->rect.height / 2) == part)
            return part;
    }
    return NULL;
}

/* By what a person would do: unlock, the hall in the bar, or back. */
static void go_home(void)
{
    const kiosk_screen from = one.state->screen;

    for (int i = 0; i < HOME_TRIES; i++) {
        const kiosk_part *home = home_part(look());

        pass(100);
        if (one.state->screen == KIOSK_SCREEN_HALL && one.state->ask == KIOSK_ASK_NOTHING &&
            one.state->menu == KIOSK_MENU_NONE && one.state->field.which == KIOSK_FIELD_NONE)
            return;
        if (one.state->duty.locked) {
            pass(KIOSK_PIN_WAIT_MAX_MS);
            give_line("arbiter 0");
            type_pin();
        } else if (home != NULL && i % 2 == 0) {
            touch(home->rect.x + home->rect.width / 2, home->rect.y + home->rect.height / 2,
                  home->rect.x + home->rect.width / 2, home->rect.y + home->rect.height / 2, 30);
        } else {
            give_line("back");
        }
    }
    fail_msg("seed %lu step %lu: no way from %s to the hall; at %s, ask %d, menu %d, locked %d",
             seed, step, kiosk_screen_code(from), kiosk_screen_code(one.state->screen),
             one.state->ask, one.state->menu, one.state->duty.locked);
}

/* The journal and the power */

static void verify(void)
{
    store_problem first;
    store_verified verified;

    if (scratch_verify(one.demo.journal, &first, &verified) > 0) {
        char text[512];

        fail_msg("seed %lu step %lu: %s", seed, step,
                 store_problem_text(&first, BOARD_ENGLISH, text, sizeof text));
    }
}

static void open_desk(void)
{
    const kiosk_desk_options options = {.journal = one.demo.journal,
                                        .cases = "rules/cases",
                                        .backlight = "/nonexistent",
                                        .clock = wall_clock};
    kiosk_replayed replayed;
    store_problem problem;

    assert_int_equal(kiosk_desk_open(&options, &one.desk, &problem), BOARD_OK);
    one.state = kiosk_state_new();
    assert_non_null(one.state);
    assert_int_equal(kiosk_desk_restore(one.desk, one.state, &replayed, &problem), BOARD_OK);
    if (replayed.unknown != 0 || replayed.torn)
        fail_msg("seed %lu step %lu: %zu lines of the draft are unknown", seed, step,
                 replayed.unknown);
    kiosk_start(one.state, one.now_ms);
    do_jobs();
}

static void close_desk(void)
{
    kiosk_state_free(one.state);
    kiosk_desk_close(one.desk);
    kiosk_gesture_cancel(&one.gesture);
    one.focus = kiosk_focus_nowhere();
}

typedef struct kept {
    bool open[KIOSK_DISPUTES_MAX];
    kiosk_entered entered[KIOSK_DISPUTES_MAX];
    kiosk_log_kind log;
    int current;
} kept;

static void power_fails(void)
{
    static kept before;

    for (int i = 0; i < KIOSK_DISPUTES_MAX; i++) {
        before.open[i] = one.state->disputes[i].open;
        before.entered[i] = one.state->disputes[i].entered;
    }
    before.log = one.state->log.kind;
    before.current = one.state->current;
    close_desk();
    open_desk();
    for (int i = 0; i < KIOSK_DISPUTES_MAX; i++) {
        if (one.state->disputes[i].open != before.open[i] ||
            (before.open[i] &&
             !kiosk_entered_equal(&one.state->disputes[i].entered, &before.entered[i])))
            fail_msg("seed %lu step %lu: dispute %d is not what it was", seed, step, i);
    }
    if (one.state->log.kind != before.log)
        fail_msg("seed %lu step %lu: what was being logged is %d, was %d", seed, step,
                 (int)one.state->log.kind, (int)before.log);
}

static void paint(void)
{
    if (one.canvas.width != one.metrics.width || one.canvas.height != one.metrics.height) {
        kiosk_canvas_close(&one.canvas);
        assert_int_equal(kiosk_canvas_open(&one.canvas, one.metrics.width, one.metrics.height),
                         BOARD_OK);
    }
    kiosk_paint(one.painter, &one.canvas, &one.metrics, look(), NULL);
    if (one.view.overflow && one.view.count == KIOSK_PARTS_MAX)
        fail_msg("seed %lu step %lu: too many parts on %s", seed, step,
                 kiosk_screen_code(one.state->screen));
}

static void run(unsigned long steps)
{
    for (step = 1; step <= steps; step++) {
        do_anything();
        if (step % BURST_EVERY == 0)
            give_burst(bursts[one.bursts++ % COUNT(bursts)]);
        if (step % PAINT_EVERY == 0)
            paint();
        if (step % HOME_EVERY == 0)
            go_home();
        if (step % POWER_EVERY == 0)
            power_fails();
        if (step % VERIFY_EVERY == 0)
            verify();
    }
}

static int make(void **state)
{
    static char assets[KIOSK_ASSETS_PATH_BYTES];

    (void)state;
    memset(&one, 0, sizeof one);
    seed = number_from("MONKEY_SEED", SEED);
    one.random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    one.now_ms = 1000;
    one.wall_ms = INT64_C(1777626000000);
    one.metrics = kiosk_metrics_make(800, 480, 133, 0);
    one.focus = kiosk_focus_nowhere();
    assert_int_equal(kiosk_assets_find(assets, NULL), BOARD_OK);
    assert_int_equal(kiosk_painter_open(assets, "light", &one.painter, NULL), BOARD_OK);
    assert_true(kiosk_demo_make(&one.demo, assets, wall_clock, BOARD_ENGLISH));
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    kiosk_canvas_close(&one.canvas);
    kiosk_painter_close(one.painter);
    scratch_remove(one.demo.folder);
    return 0;
}

static void test_random_hands_do_no_harm(void **state)
{
    const unsigned long steps = number_from("MONKEY_STEPS", STEPS);

    (void)state;
    open_desk();
    /* The chief arbiter's PIN: set before, so that the monkey cannot set one that is not known. */
    give_line("duty");
    give_line("arbiter 0");
    type_pin();
    type_pin();
    assert_true(one.state->duty.on);
    run(steps);
    go_home();
    close_desk();
    verify();
    printf("monkey: seed %lu, %lu steps, locked %lu\n", seed, steps, one.locked);
    for (int i = 0; i < KIOSK_SCREENS; i++) {
        printf("monkey: %-9s %lu\n", kiosk_screen_code((kiosk_screen)i), one.visits[i]);
        if (i != KIOSK_SCREEN_START && one.visits[i] == 0)
            fail_msg("the screen %s was never visited", kiosk_screen_code((kiosk_screen)i));
    }
    for (int i = 0; i < KIOSK_SETUP_PAGES; i++) {
        if (one.pages[i] == 0)
            fail_msg("page %d of the settings was never visited", i);
    }
}

/* The first start has a journal of its own, and no hall to go to. */
static void test_random_hands_at_the_first_start(void **state)
{
    char folder[SCRATCH_PATH_BYTES];
    char journal[SCRATCH_PATH_BYTES];

    (void)state;
    scratch_make(folder);
    snprintf(one.demo.journal, sizeof one.demo.journal, "%s",
             scratch_path(folder, "journal.db", journal));
    open_desk();
    assert_int_equal(one.state->screen, KIOSK_SCREEN_START);
    for (step = 1; step <= 300; step++) {
        do_anything();
        if (step % PAINT_EVERY == 0)
            paint();
        if (step == 150) {
            give_burst("home;back;field 0;field 4;type-set Open;type-done;field 5;type-set Wang;"
                       "type-done");
        }
    }
    assert_true(one.visits[KIOSK_SCREEN_START] > 0);
    close_desk();
    verify();
    scratch_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random_hands_do_no_harm, make, unmake),
        cmocka_unit_test_setup_teardown(test_random_hands_at_the_first_start, make, unmake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
