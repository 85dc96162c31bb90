/*
 * tests/test_device.c: buttons over edges with made-up times; the panel over a chip that the test
 * moves; the lines of the kernel's simulated chip where it can be loaded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "device/panel.h"
#include "support/fake_lines.h"

static const device_button_times usual = {.debounce_ms = 20, .hold_ms = 800};

static void expect(device_button *button, int64_t now, device_press press)
{
    assert_int_equal(device_button_run(button, &usual, now), press);
}

static void a_press_counts_once_it_has_stood(void **state)
{
    device_button button = device_button_at(false, 0);

    (void)state;
    assert_true(device_button_due(&button, &usual) == DEVICE_NEVER);
    device_button_edge(&button, true, 100);
    assert_int_equal(device_button_due(&button, &usual), 120);
    expect(&button, 119, DEVICE_PRESS_NONE);
    expect(&button, 120, DEVICE_PRESS_DOWN);
    expect(&button, 120, DEVICE_PRESS_NONE);
    device_button_edge(&button, false, 300);
    expect(&button, 319, DEVICE_PRESS_NONE);
    expect(&button, 320, DEVICE_PRESS_SHORT);
    expect(&button, 5000, DEVICE_PRESS_NONE);
    assert_true(device_button_due(&button, &usual) == DEVICE_NEVER);
}

static void noise_is_no_press(void **state)
{
    device_button button = device_button_at(false, 0);

    (void)state;
    for (int64_t at = 100; at < 400; at += 19) {
        device_button_edge(&button, true, at);
        expect(&button, at + 18, DEVICE_PRESS_NONE);
        device_button_edge(&button, false, at + 18);
        expect(&button, at + 19, DEVICE_PRESS_NONE);
    }
    expect(&button, 10000, DEVICE_PRESS_NONE);
}

/* A contact that bounces at both ends, as real ones do, is one press. */
static void a_bouncing_contact_is_one_press(void **state)
{
    device_button button = device_button_at(false, 0);
    static const int64_t down[] = {100, 101, 103, 104, 109, 110, 112};
    static const int64_t up[] = {400, 402, 403, 407, 408, 409, 415};
    bool level = false;
    int downs = 0, shorts = 0, others = 0;

    (void)state;
    for (int64_t now = 90; now < 600; now++) {
        for (size_t i = 0; i < sizeof down / sizeof *down; i++) {
            if (down[i] == now || up[i] == now) {
                level = !level;
                device_button_edge(&button, level, now);
            }
        }
        device_press press = device_button_run(&button, &usual, now);
        downs += press == DEVICE_PRESS_DOWN;
        shorts += press == DEVICE_PRESS_SHORT;
        others += press == DEVICE_PRESS_HELD;
    }
    assert_int_equal(downs, 1);
    assert_int_equal(shorts, 1);
    assert_int_equal(others, 0);
}

static void a_long_press_is_told_while_it_lasts_and_once(void **state)
{
    device_button button = device_button_at(false, 0);

    (void)state;
    device_button_edge(&button, true, 1000);
    expect(&button, 1020, DEVICE_PRESS_DOWN);
    assert_int_equal(device_button_due(&button, &usual), 1800);
    expect(&button, 1799, DEVICE_PRESS_NONE);
    expect(&button, 1800, DEVICE_PRESS_HELD);
    expect(&button, 3000, DEVICE_PRESS_NONE);
    device_button_edge(&button, false, 3000);
    expect(&button, 3020, DEVICE_PRESS_NONE); /* no short one behind it */
    device_button_edge(&button, true, 4000);
    expect(&button, 4020, DEVICE_PRESS_DOWN);
}

/* What the thread hears late is judged by when it was, not by when it was heard. */
static void late_edges_keep_their_times(void **state)
{
    device_button button = device_button_at(false, 0);

    (void)state;
    device_button_edge(&button, true, 1000);
    expect(&button, 1100, DEVICE_PRESS_DOWN);
    device_button_edge(&button, false, 1790); /* let go in time ... */
    expect(&button, 9000, DEVICE_PRESS_SHORT);
    expect(&button, 9000, DEVICE_PRESS_NONE);

    device_button_edge(&button, true, 10000);
    expect(&button, 10810, DEVICE_PRESS_DOWN); /* both are due, one a call */
    expect(&button, 10810, DEVICE_PRESS_HELD);
    device_button_edge(&button, false, 10811);
    expect(&button, 20000, DEVICE_PRESS_NONE);

    device_button_edge(&button, true, 30000);
    expect(&button, 30100, DEVICE_PRESS_DOWN);
    device_button_edge(&button, false, 30801); /* ... and too late for a short one */
    expect(&button, 40000, DEVICE_PRESS_HELD);
    expect(&button, 40000, DEVICE_PRESS_NONE);
}

static void a_button_that_is_stuck_at_the_start_says_nothing(void **state)
{
    device_button button = device_button_at(true, 0);

    (void)state;
    expect(&button, 5000, DEVICE_PRESS_NONE);
    device_button_edge(&button, false, 6000);
    expect(&button, 6020, DEVICE_PRESS_NONE);
    device_button_edge(&button, true, 7000);
    expect(&button, 7020, DEVICE_PRESS_DOWN);
}

/* The panel */

enum { WAIT_MS = 20000, EVENTS_MAX = 64 };

typedef struct heard_events {
    pthread_mutex_t mutex;
    device_event events[EVENTS_MAX];
    int count;
} heard_events;

static void hear(void *context, const device_event *event)
{
    heard_events *heard = context;

    pthread_mutex_lock(&heard->mutex);
    if (heard->count < EVENTS_MAX)
        heard->events[heard->count++] = *event;
    pthread_mutex_unlock(&heard->mutex);
}

static int count_of(heard_events *heard)
{
    pthread_mutex_lock(&heard->mutex);
    int count = heard->count;
    pthread_mutex_unlock(&heard->mutex);
    return count;
}

static void nap(int milliseconds)
{
    struct timespec time = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000L};

    nanosleep(&time, NULL);
}

/* Waits for what a thread does; how long it takes is not what is tested. */
#define wait_for(condition)                                                                        \
    do {                                                                                           \
        int64_t wait_end = device_now_ms() + WAIT_MS;                                              \
        while (!(condition) && device_now_ms() < wait_end)                                         \
            nap(2);                                                                                \
        assert_true(condition);                                                                    \
    } while (0)

typedef struct panel_fixture {
    heard_events heard;
    device_panel *panel;
} panel_fixture;

static void start(panel_fixture *fixture)
{
    device_panel_options options = {
        .open = fake_chip_open, .happened = hear, .context = &fixture->heard, .retry_ms = 20};

    device_wiring_init(&options.wiring);
    options.wiring.times = (device_button_times){.debounce_ms = 5, .hold_ms = 300};
    options.wiring.power_fail_ms = 5;
    for (int i = 0; i < DEVICE_INPUTS; i++)
        snprintf(options.wiring.inputs[i].name, DEVICE_LINE_BYTES, "%d", i);
    for (int i = 0; i < DEVICE_OUTPUTS; i++)
        snprintf(options.wiring.outputs[i].name, DEVICE_LINE_BYTES, "%d", DEVICE_INPUTS + i);
    assert_int_equal(device_panel_start(&options, &fixture->panel), DEVICE_OK);
}

static bool is_open(panel_fixture *fixture)
{
    device_panel_state state;

    device_panel_status(fixture->panel, &state);
    return state.open;
}

static int set_up(void **state)
{
    panel_fixture *fixture = calloc(1, sizeof *fixture);

    if (!fixture)
        return -1;
    pthread_mutex_init(&fixture->heard.mutex, NULL);
    fake_chip_begin();
    *state = fixture;
    return 0;
}

static int take_down(void **state)
{
    panel_fixture *fixture = *state;

    device_panel_stop(fixture->panel);
    fake_chip_end();
    pthread_mutex_destroy(&fixture->heard.mutex);
    free(fixture);
    return 0;
}

static void expect_event(panel_fixture *fixture, int index, device_input input, bool held)
{
    wait_for(count_of(&fixture->heard) > index);
    assert_int_equal(fixture->heard.events[index].input, input);
    assert_int_equal(fixture->heard.events[index].held, held);
}

static void what_is_held_down_is_told(void **state)
{
    panel_fixture *fixture = *state;
    device_panel_state now;

    start(fixture);
    wait_for(is_open(fixture));
    device_panel_status(fixture->panel, &now);
    assert_int_equal(now.wired, (1U << DEVICE_INPUTS) - 1);
    assert_int_equal(now.pressed, 0);
    fake_chip_set(DEVICE_FOUL_BLACK, true);
    wait_for((device_panel_status(fixture->panel, &now), now.pressed == 1U << DEVICE_FOUL_BLACK));
    fake_chip_set(DEVICE_CONFIRM, true);
    wait_for((device_panel_status(fixture->panel, &now),
              now.pressed == (1U << DEVICE_FOUL_BLACK | 1U << DEVICE_CONFIRM)));
    fake_chip_set(DEVICE_FOUL_BLACK, false);
    wait_for((device_panel_status(fixture->panel, &now), now.pressed == 1U << DEVICE_CONFIRM));
    fake_chip_pull(false);
    wait_for((device_panel_status(fixture->panel, &now), !now.open));
    assert_int_equal(now.pressed, 0);
}

static void every_button_is_heard(void **state)
{
    panel_fixture *fixture = *state;

    start(fixture);
    wait_for(is_open(fixture));
    for (int i = 0; i < DEVICE_POWER_FAIL; i++) {
        fake_chip_set((device_input)i, true);
        fake_chip_bounce((device_input)i, true, 3);
        nap(30);
        fake_chip_set((device_input)i, false);
        /* On a machine that naps long it may count as a long press: it is one all the same. */
        wait_for(count_of(&fixture->heard) > i);
        assert_int_equal(fixture->heard.events[i].input, i);
    }
    nap(50);
    assert_int_equal(count_of(&fixture->heard), DEVICE_POWER_FAIL);
    wait_for(fake_chip_lit(DEVICE_BUZZER) > 0);
}

static void a_press_that_lasts_is_a_long_one(void **state)
{
    panel_fixture *fixture = *state;

    start(fixture);
    wait_for(is_open(fixture));
    fake_chip_set(DEVICE_BACK, true);
    expect_event(fixture, 0, DEVICE_BACK, true);
    fake_chip_set(DEVICE_BACK, false);
    nap(50);
    assert_int_equal(count_of(&fixture->heard), 1);
}

/* The kernel dropped the edge of letting go: the line itself knows better. */
static void a_lost_edge_makes_no_long_press(void **state)
{
    panel_fixture *fixture = *state;

    start(fixture);
    wait_for(is_open(fixture));
    fake_chip_set(DEVICE_CONFIRM, true);
    fake_chip_set_silently(DEVICE_CONFIRM, false);
    nap(500);
    for (int i = 0; i < count_of(&fixture->heard); i++)
        assert_false(fixture->heard.events[i].held);
}

static void the_supply_fails(void **state)
{
    panel_fixture *fixture = *state;

    start(fixture);
    wait_for(is_open(fixture));
    fake_chip_set(DEVICE_POWER_FAIL, true);
    expect_event(fixture, 0, DEVICE_POWER_FAIL, false);
    nap(400);
    assert_int_equal(count_of(&fixture->heard), 1); /* and is said once */
}

/* A line that floats, or is wired wrongly, must not switch the device off again and again. */
static void a_supply_that_fails_from_the_start_is_not_heeded(void **state)
{
    panel_fixture *fixture = *state;
    device_panel_state now;

    fake_chip_set(DEVICE_POWER_FAIL, true);
    start(fixture);
    wait_for(is_open(fixture));
    nap(50);
    assert_int_equal(count_of(&fixture->heard), 0);
    wait_for((device_panel_status(fixture->panel, &now), now.power_fail_stuck));
    fake_chip_set(DEVICE_POWER_FAIL, false);
    wait_for((device_panel_status(fixture->panel, &now), !now.power_fail_stuck));
    fake_chip_set(DEVICE_POWER_FAIL, true);
    expect_event(fixture, 0, DEVICE_POWER_FAIL, false);
}

static void a_lost_chip_is_said_and_comes_back(void **state)
{
    panel_fixture *fixture = *state;
    device_panel_state now;

    start(fixture);
    device_panel_glow(fixture->panel, DEVICE_LAMP_SYNC, DEVICE_GLOW_ON);
    wait_for(fake_chip_is_lit(DEVICE_LAMP_SYNC));
    fake_chip_set(DEVICE_CONFIRM, true);
    fake_chip_pull(false);
    wait_for(!is_open(fixture));
    device_panel_status(fixture->panel, &now);
    assert_true(now.trouble.fault == DEVICE_FAULT_LINE_LOST ||
                now.trouble.fault == DEVICE_FAULT_NO_CHIP);
    assert_true(strlen(device_fault_text(now.trouble.fault, DEVICE_ENGLISH)) > 0);
    fake_chip_set_silently(DEVICE_CONFIRM, false);
    fake_chip_pull(true);
    wait_for(is_open(fixture));
    assert_true(fake_chip_opened() >= 2);
    assert_int_equal(count_of(&fixture->heard), 0); /* what was half a press is none */
    fake_chip_set(DEVICE_FOUL_RED, true);
    nap(30);
    fake_chip_set(DEVICE_FOUL_RED, false);
    wait_for(count_of(&fixture->heard) == 1);
    assert_int_equal(fixture->heard.events[0].input, DEVICE_FOUL_RED);
}

static void lamps_glow_and_blink_and_go_out(void **state)
{
    panel_fixture *fixture = *state;

    start(fixture);
    device_panel_glow(fixture->panel, DEVICE_LAMP_POWER, DEVICE_GLOW_ON);
    device_panel_glow(fixture->panel, DEVICE_LAMP_ATTENTION, DEVICE_GLOW_FAST);
    wait_for(fake_chip_is_lit(DEVICE_LAMP_POWER));
    wait_for(fake_chip_lit(DEVICE_LAMP_ATTENTION) >= 3);
    assert_int_equal(fake_chip_lit(DEVICE_LAMP_POWER), 1);
    assert_false(fake_chip_is_lit(DEVICE_LAMP_SYNC));
    device_panel_glow(fixture->panel, DEVICE_LAMP_ATTENTION, DEVICE_GLOW_OFF);
    wait_for(!fake_chip_is_lit(DEVICE_LAMP_ATTENTION));
    device_panel_beep(fixture->panel, 100000);
    wait_for(fake_chip_is_lit(DEVICE_BUZZER));
    device_panel_stop(fixture->panel);
    fixture->panel = NULL;
    assert_false(fake_chip_is_lit(DEVICE_LAMP_POWER));
    assert_false(fake_chip_is_lit(DEVICE_BUZZER));
}

static void without_wires_nothing_is_opened(void **state)
{
    panel_fixture *fixture = *state;
    device_panel_options options = {.open = fake_chip_open};
    device_panel_state now;

    device_wiring_init(&options.wiring);
    assert_false(device_wiring_any(&options.wiring));
    assert_int_equal(device_panel_start(&options, &fixture->panel), DEVICE_OK);
    device_panel_glow(fixture->panel, DEVICE_LAMP_POWER, DEVICE_GLOW_ON);
    nap(30);
    device_panel_status(fixture->panel, &now);
    assert_false(now.open);
    assert_int_equal(now.trouble.fault, DEVICE_FAULT_NOT_WIRED);
    assert_int_equal(fake_chip_opened(), 0);
}

/* The real library, on whatever this machine has: a chip of this label it has not. */
static void a_chip_that_is_not_there_is_said(void **state)
{
    device_wiring wiring;
    device_lines lines;
    device_trouble trouble;

    (void)state;
    device_wiring_init(&wiring);
    snprintf(wiring.chip, sizeof wiring.chip, "no chip is called this");
    snprintf(wiring.inputs[DEVICE_BACK].name, DEVICE_LINE_BYTES, "3");
    device_fault fault = device_lines_open(&wiring, &lines, &trouble);
    assert_true(fault == DEVICE_FAULT_NO_GPIO || fault == DEVICE_FAULT_NO_CHIP ||
                fault == DEVICE_FAULT_NO_ACCESS);
    assert_int_equal(trouble.fault, fault);
    assert_null(lines.kind);
    device_lines_close(&lines);
}

/* The kernel's simulated chip: gpio-sim, made through configfs. */

#define SIM "/sys/kernel/config/gpio-sim/qili-test"

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    bool done = file && fputs(text, file) >= 0;

    if (file)
        done = fclose(file) == 0 && done;
    return done;
}

/* NULL: there; else why not. */
static const char *sim_begin(void)
{
    if (system("modprobe gpio-sim >/dev/null 2>&1") != 0)
        errno = 0; /* it may be built in */
    if (access("/sys/kernel/config/gpio-sim", F_OK) != 0)
        return "this kernel has no gpio-sim (or configfs is not mounted)";
    if (mkdir(SIM, 0755) != 0 || mkdir(SIM "/bank", 0755) != 0)
        return "gpio-sim cannot be set up: not root?";
    if (!write_text(SIM "/bank/num_lines", "16") || !write_text(SIM "/bank/label", "qili-sim") ||
        mkdir(SIM "/bank/line3", 0755) != 0 ||
        !write_text(SIM "/bank/line3/name", "QILI_CONFIRM") || !write_text(SIM "/live", "1"))
        return "gpio-sim refuses the chip";
    return NULL;
}

static void sim_end(void)
{
    write_text(SIM "/live", "0");
    rmdir(SIM "/bank/line3");
    rmdir(SIM "/bank");
    rmdir(SIM);
}

/* The folder of a line of the simulated chip: /sys/devices/platform/gpio-sim.0/gpiochipN. */
static bool sim_folder(char *folder, size_t size)
{
    char device[64] = "", chip[64] = "";
    FILE *file = fopen(SIM "/dev_name", "re");
    bool read = file && fscanf(file, "%63s", device) == 1;

    if (file)
        fclose(file);
    file = fopen(SIM "/bank/chip_name", "re");
    read = file && fscanf(file, "%63s", chip) == 1 && read;
    if (file)
        fclose(file);
    snprintf(folder, size, "/sys/devices/platform/%s/%s", device, chip);
    return read;
}

static void pull(const char *folder, int line, bool up)
{
    char path[256];

    snprintf(path, sizeof path, "%s/sim_gpio%d/pull", folder, line);
    assert_true(write_text(path, up ? "pull-up" : "pull-down"));
}

static void the_simulated_chip_is_heard(void **state)
{
    panel_fixture *fixture = *state;
    device_panel_options options = {.happened = hear, .context = &fixture->heard};
    char folder[160], path[256], value[16] = "";
    const char *why = sim_begin();

    if (why) {
        printf("gpio-sim: skipped: %s\n", why);
        sim_end();
        skip();
    }
    assert_true(sim_folder(folder, sizeof folder));
    device_wiring_init(&options.wiring);
    options.wiring.bias = DEVICE_BIAS_AS_IS;
    snprintf(options.wiring.chip, DEVICE_CHIP_BYTES, "qili-sim");
    snprintf(options.wiring.inputs[DEVICE_CONFIRM].name, DEVICE_LINE_BYTES, "QILI_CONFIRM");
    snprintf(options.wiring.inputs[DEVICE_POWER_FAIL].name, DEVICE_LINE_BYTES, "5");
    snprintf(options.wiring.outputs[DEVICE_LAMP_POWER].name, DEVICE_LINE_BYTES, "7");
    pull(folder, 3, true); /* to ground when it is pressed */
    pull(folder, 5, true);
    assert_int_equal(device_panel_start(&options, &fixture->panel), DEVICE_OK);
    wait_for(is_open(fixture));
    pull(folder, 3, false);
    nap(60);
    pull(folder, 3, true);
    wait_for(count_of(&fixture->heard) == 1);
    assert_int_equal(fixture->heard.events[0].input, DEVICE_CONFIRM);
    pull(folder, 5, false);
    expect_event(fixture, 1, DEVICE_POWER_FAIL, false);
    device_panel_glow(fixture->panel, DEVICE_LAMP_POWER, DEVICE_GLOW_ON);
    snprintf(path, sizeof path, "%s/sim_gpio7/value", folder);
    nap(100);
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    assert_non_null(fgets(value, sizeof value, file));
    fclose(file);
    assert_int_equal(value[0], '1');
    device_panel_stop(fixture->panel);
    fixture->panel = NULL;
    sim_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_counts_once_it_has_stood),
        cmocka_unit_test(noise_is_no_press),
        cmocka_unit_test(a_bouncing_contact_is_one_press),
        cmocka_unit_test(a_long_press_is_told_while_it_lasts_and_once),
        cmocka_unit_test(late_edges_keep_their_times),
        cmocka_unit_test(a_button_that_is_stuck_at_the_start_says_nothing),
        cmocka_unit_test_setup_teardown(what_is_held_down_is_told, set_up, take_down),
        cmocka_unit_test_setup_teardown(every_button_is_heard, set_up, take_down),
        cmocka_unit_test_setup_teardown(a_press_that_lasts_is_a_long_one, set_up, take_down),
        cmocka_unit_test_setup_teardown(a_lost_edge_makes_no_long_press, set_up, take_down),
        cmocka_unit_test_setup_teardown(the_supply_fails, set_up, take_down),
        cmocka_unit_test_setup_teardown(a_supply_that_fails_from_the_start_is_not_heeded, set_up,
                                        take_down),
        cmocka_unit_test_setup_teardown(a_lost_chip_is_said_and_comes_back, set_up, take_down),
        cmocka_unit_test_setup_teardown(lamps_glow_and_blink_and_go_out, set_up, take_down),
        cmocka_unit_test_setup_teardown(without_wires_nothing_is_opened, set_up, take_down),
        cmocka_unit_test(a_chip_that_is_not_there_is_said),
        cmocka_unit_test_setup_teardown(the_simulated_chip_is_heard, set_up, take_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
