/*
 * tests/test_device_config.c: the configuration: every key, its limits, and what is said of a line
 * that is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/config.h"

enum { NOTES_MAX = 32 };

typedef struct taken_notes {
    device_note notes[NOTES_MAX];
    size_t count;
} taken_notes;

static void take(void *context, const device_note *note)
{
    taken_notes *taken = context;

    if (taken->count < NOTES_MAX)
        taken->notes[taken->count] = *note;
    taken->count++;
}

static bool read_text(const char *text, device_config *config, taken_notes *taken)
{
    memset(taken, 0, sizeof *taken);
    device_config_init(config);
    return device_config_read(text, strlen(text), config, take, taken);
}

static void every_key_is_taken(void **state)
{
    static const char text[] = "\xEF\xBB\xBF# a comment\r\n"
                               "[kiosk]\r\n"
                               "language = en\n"
                               "  theme=dark\n"
                               "orientation: portrait\n"
                               "text-size = 2 ; larger\n"
                               "dpi = 600\n"
                               "journal = /var/lib/qili/a b.db\n"
                               "key = /k\n"
                               "cases = /c\n"
                               "exchange = /e\n"
                               "[office]\n"
                               "language = zh\n"
                               "folder = /var/lib/qili-office\n"
                               "address = office.local\n"
                               "port = 65535\n"
                               "loopback = yes\n"
                               "[gpio]\n"
                               "chip = pinctrl-bcm2711\n"
                               "foul-red = GPIO17\n"
                               "foul-black = 27 active-high\n"
                               "confirm = 1023\n"
                               "back = 0\n"
                               "power-fail = GPIO4\tactive-high\n"
                               "lamp-power = 22\n"
                               "lamp-sync = 23 active-low\n"
                               "lamp-attention = 24\n"
                               "buzzer = 25\n"
                               "bias = off\n"
                               "debounce-ms = 1\n"
                               "hold-ms = 5000\n"
                               "power-fail-ms = 1000\n"
                               "[log]\n"
                               "level = debug";
    device_config config;
    taken_notes taken;

    (void)state;
    assert_true(read_text(text, &config, &taken));
    assert_int_equal(taken.count, 0);
    assert_int_equal(config.kiosk.language, 1);
    assert_int_equal(config.kiosk.theme, 1);
    assert_int_equal(config.kiosk.orientation, 2);
    assert_int_equal(config.kiosk.text_step, 2);
    assert_int_equal(config.kiosk.dpi, 600);
    assert_string_equal(config.kiosk.journal, "/var/lib/qili/a b.db");
    assert_string_equal(config.kiosk.key, "/k");
    assert_string_equal(config.kiosk.cases, "/c");
    assert_string_equal(config.kiosk.exchange, "/e");
    assert_int_equal(config.office.language, 0);
    assert_string_equal(config.office.folder, "/var/lib/qili-office");
    assert_string_equal(config.office.address, "office.local");
    assert_int_equal(config.office.port, 65535);
    assert_int_equal(config.office.loopback, 1);
    assert_string_equal(config.wiring.chip, "pinctrl-bcm2711");
    assert_string_equal(config.wiring.inputs[DEVICE_FOUL_RED].name, "GPIO17");
    assert_true(config.wiring.inputs[DEVICE_FOUL_RED].active_low);
    assert_string_equal(config.wiring.inputs[DEVICE_FOUL_BLACK].name, "27");
    assert_false(config.wiring.inputs[DEVICE_FOUL_BLACK].active_low);
    assert_string_equal(config.wiring.inputs[DEVICE_POWER_FAIL].name, "GPIO4");
    assert_false(config.wiring.inputs[DEVICE_POWER_FAIL].active_low);
    assert_false(config.wiring.outputs[DEVICE_LAMP_POWER].active_low);
    assert_true(config.wiring.outputs[DEVICE_LAMP_SYNC].active_low);
    assert_string_equal(config.wiring.outputs[DEVICE_BUZZER].name, "25");
    assert_int_equal(config.wiring.bias, DEVICE_BIAS_OFF);
    assert_int_equal(config.wiring.times.debounce_ms, 1);
    assert_int_equal(config.wiring.times.hold_ms, 5000);
    assert_int_equal(config.wiring.power_fail_ms, 1000);
    assert_int_equal(config.log_level, DEVICE_LOG_DEBUG);
}

static void nothing_said_is_not_given(void **state)
{
    device_config config;
    taken_notes taken;

    (void)state;
    assert_true(read_text("", &config, &taken));
    assert_int_equal(config.kiosk.theme, DEVICE_NOT_GIVEN);
    assert_int_equal(config.kiosk.dpi, DEVICE_NOT_GIVEN);
    assert_int_equal(config.office.port, DEVICE_NOT_GIVEN);
    assert_int_equal(config.log_level, DEVICE_NOT_GIVEN);
    assert_string_equal(config.kiosk.journal, "");
    assert_false(device_wiring_any(&config.wiring));
    assert_int_equal(config.wiring.bias, DEVICE_BIAS_PULL_UP);
    assert_int_equal(config.wiring.times.debounce_ms, DEVICE_DEBOUNCE_MS);
    assert_int_equal(config.wiring.times.hold_ms, DEVICE_HOLD_MS);
}

/* One wrong line: it is named, its key stays, the others hold. */
static void refuse(const char *section, const char *line, device_fault fault)
{
    char text[1024];
    device_config config;
    taken_notes taken;

    snprintf(text, sizeof text, "\n[%s]\n%s\n[log]\nlevel = error\n", section, line);
    assert_false(read_text(text, &config, &taken));
    assert_int_equal(taken.count, 1);
    assert_int_equal(taken.notes[0].line, 3);
    assert_int_equal(taken.notes[0].fault, fault);
    assert_false(taken.notes[0].warning);
    assert_int_equal(config.log_level, DEVICE_LOG_ERROR);
}

static void wrong_values_are_refused_at_their_limits(void **state)
{
    static const char *const wrong[][2] = {
        {"kiosk", "theme = neon"},
        {"kiosk", "theme ="},
        {"kiosk", "theme = light|dark"},
        {"kiosk", "language = EN"},
        {"kiosk", "text-size = 3"},
        {"kiosk", "dpi = 71"},
        {"kiosk", "dpi = 601"},
        {"kiosk", "dpi = 99999999999999999999"},
        {"kiosk", "dpi = -72"},
        {"kiosk", "dpi = 160x"},
        {"kiosk", "journal = journal.db"},
        {"office", "port = 0"},
        {"office", "port = 65536"},
        {"office", "loopback = 1"},
        {"office", "address = two words"},
        {"gpio", "confirm = 1024"},
        {"gpio", "confirm = GPIO5 low"},
        {"gpio", "confirm = \xE7\xBA\xBF"},
        {"gpio", "debounce-ms = 0"},
        {"gpio", "debounce-ms = 201"},
        {"gpio", "hold-ms = 299"},
        {"gpio", "hold-ms = 5001"},
        {"gpio", "power-fail-ms = 0"},
        {"gpio", "power-fail-ms = 1001"},
        {"gpio", "bias = up"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refuse(wrong[i][0], wrong[i][1], DEVICE_FAULT_CONFIG_VALUE);
    refuse("kiosk", "theme dark", DEVICE_FAULT_CONFIG_SYNTAX);
    refuse("kiosk", "= dark", DEVICE_FAULT_CONFIG_SYNTAX);
    refuse("kiosk", "[kiosk", DEVICE_FAULT_CONFIG_SYNTAX);
}

static void long_things_are_refused_at_their_limits(void **state)
{
    char line[DEVICE_CONFIG_LINE_MAX + 64];
    char name[DEVICE_LINE_BYTES + 8];
    device_config config;
    taken_notes taken;

    (void)state;
    memset(name, 'n', sizeof name);
    name[DEVICE_LINE_BYTES - 1] = '\0';
    snprintf(line, sizeof line, "[gpio]\nback = %s\n", name);
    assert_true(read_text(line, &config, &taken));
    assert_string_equal(config.wiring.inputs[DEVICE_BACK].name, name);
    snprintf(line, sizeof line, "back = n%s", name);
    refuse("gpio", line, DEVICE_FAULT_CONFIG_VALUE);

    snprintf(line, sizeof line, "key = /%0*d", DEVICE_CONFIG_PATH_BYTES - 2, 0);
    char text[sizeof line + 16];
    snprintf(text, sizeof text, "[kiosk]\n%s\n", line);
    assert_true(read_text(text, &config, &taken));
    assert_int_equal(strlen(config.kiosk.key), DEVICE_CONFIG_PATH_BYTES - 1);
    snprintf(line, sizeof line, "key = /%0*d", DEVICE_CONFIG_PATH_BYTES - 1, 0);
    refuse("kiosk", line, DEVICE_FAULT_CONFIG_VALUE);

    snprintf(line, sizeof line, "key = %0*d", DEVICE_CONFIG_LINE_MAX - 6, 0);
    refuse("kiosk", line, DEVICE_FAULT_CONFIG_VALUE); /* as long as a line may be */
    snprintf(line, sizeof line, "key = %0*d", DEVICE_CONFIG_LINE_MAX - 5, 0);
    refuse("kiosk", line, DEVICE_FAULT_CONFIG_LONG_LINE);
    snprintf(text, sizeof text, "# %0*d\n[log]\nlevel=info", DEVICE_CONFIG_LINE_MAX, 0);
    assert_true(read_text(text, &config, &taken)); /* a comment may be longer */
    assert_int_equal(config.log_level, DEVICE_LOG_INFO);
}

static void a_file_that_is_too_long_or_no_text_is_refused(void **state)
{
    char *text = malloc(DEVICE_CONFIG_BYTES_MAX + 1);
    device_config config;
    taken_notes taken = {.count = 0};

    (void)state;
    assert_non_null(text);
    memset(text, '\n', DEVICE_CONFIG_BYTES_MAX + 1);
    device_config_init(&config);
    assert_true(device_config_read(text, DEVICE_CONFIG_BYTES_MAX, &config, take, &taken));
    assert_false(device_config_read(text, DEVICE_CONFIG_BYTES_MAX + 1, &config, take, &taken));
    assert_int_equal(taken.notes[0].fault, DEVICE_FAULT_CONFIG_TOO_LONG);
    text[7] = '\0';
    assert_false(device_config_read(text, 9, &config, take, &taken));
    assert_int_equal(taken.notes[1].fault, DEVICE_FAULT_CONFIG_NOT_TEXT);
    free(text);
}

static void unknown_keys_are_warned_of(void **state)
{
    device_config config;
    taken_notes taken;

    (void)state;
    assert_true(
        read_text("stray = 1\n[kiosk]\ntheem = dark\n[kisok]\ntheme = dark\n", &config, &taken));
    assert_int_equal(taken.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(taken.notes[i].warning);
    assert_int_equal(taken.notes[0].line, 1);
    assert_int_equal(taken.notes[1].line, 3);
    assert_int_equal(taken.notes[1].fault, DEVICE_FAULT_CONFIG_KEY);
    assert_int_equal(taken.notes[2].line, 5);
    assert_int_equal(taken.notes[2].fault, DEVICE_FAULT_CONFIG_SECTION);
    assert_int_equal(config.kiosk.theme, DEVICE_NOT_GIVEN);
}

static void a_key_counts_once(void **state)
{
    device_config config;
    taken_notes taken;

    (void)state;
    assert_false(read_text("[kiosk]\ntheme=dark\n[log]\n[kiosk]\ntheme=light\n", &config, &taken));
    assert_int_equal(taken.count, 1);
    assert_int_equal(taken.notes[0].line, 5);
    assert_int_equal(taken.notes[0].fault, DEVICE_FAULT_CONFIG_TWICE);
    assert_int_equal(config.kiosk.theme, 1);
}

/* Two keys of one line: the chip would refuse the second when it is asked for. The first stays. */
static void a_line_is_given_once(void **state)
{
    device_config config;
    taken_notes taken;

    (void)state;
    assert_false(
        read_text("[gpio]\nfoul-red = GPIO22\nconfirm = GPIO22 active-high\nback = GPIO2\n",
                  &config, &taken));
    assert_int_equal(taken.count, 1);
    assert_int_equal(taken.notes[0].line, 3);
    assert_int_equal(taken.notes[0].fault, DEVICE_FAULT_CONFIG_LINE_TWICE);
}

/* A program can go on without its buttons, not with another journal. */
static void wrong_lines_are_counted_for_their_section(void **state)
{
    device_config config;
    taken_notes taken;

    (void)state;
    assert_false(read_text("[gpio]\nbias = up\nback = x y z\n[office]\nport = x\nrubbish\n",
                           &config, &taken));
    assert_int_equal(config.wrong[DEVICE_SECTION_GPIO], 2);
    assert_int_equal(config.wrong[DEVICE_SECTION_OFFICE], 2);
    assert_int_equal(config.wrong[DEVICE_SECTION_KIOSK], 0);
}

static void a_note_says_what_where_and_what_was_expected(void **state)
{
    char text[DEVICE_CONFIG_NOTE_BYTES];
    device_config config;
    taken_notes taken;

    (void)state;
    read_text("[kiosk]\ntheme = neon\ndpi = 7\n[gpio]\nback = 1 \x1b[31m\nwhat\n", &config, &taken);
    assert_int_equal(taken.count, 4);
    assert_string_equal(device_note_text(&taken.notes[0], DEVICE_ENGLISH, text),
                        "line 2: theme = neon: a wrong value: expected light, dark or contrast");
    assert_string_equal(device_note_text(&taken.notes[0], DEVICE_CHINESE, text),
                        "第 2 行：theme = neon：值不对：应为 light、dark 或 contrast");
    assert_string_equal(device_note_text(&taken.notes[1], DEVICE_ENGLISH, text),
                        "line 3: dpi = 7: a wrong value: expected a whole number from 72 to 600");
    assert_null(strchr(device_note_text(&taken.notes[2], DEVICE_ENGLISH, text), '\x1b'));
    assert_string_equal(device_note_text(&taken.notes[3], DEVICE_ENGLISH, text),
                        "line 6: what: not understood: expected [section] or key = value");
}

static void a_missing_file_is_wrong_only_where_it_is_needed(void **state)
{
    device_config config;
    taken_notes taken = {.count = 0};

    (void)state;
    assert_true(device_config_load("/nonexistent/qili.conf", false, &config, take, &taken));
    assert_false(config.found);
    assert_int_equal(taken.count, 0);
    assert_false(device_config_load("/nonexistent/qili.conf", true, &config, take, &taken));
    assert_int_equal(taken.count, 1);
    assert_int_equal(taken.notes[0].fault, DEVICE_FAULT_CONFIG_UNREADABLE);
    assert_false(device_config_load("/", false, &config, take, &taken));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_is_taken),
        cmocka_unit_test(nothing_said_is_not_given),
        cmocka_unit_test(wrong_values_are_refused_at_their_limits),
        cmocka_unit_test(long_things_are_refused_at_their_limits),
        cmocka_unit_test(a_file_that_is_too_long_or_no_text_is_refused),
        cmocka_unit_test(unknown_keys_are_warned_of),
        cmocka_unit_test(a_key_counts_once),
        cmocka_unit_test(a_line_is_given_once),
        cmocka_unit_test(wrong_lines_are_counted_for_their_section),
        cmocka_unit_test(a_note_says_what_where_and_what_was_expected),
        cmocka_unit_test(a_missing_file_is_wrong_only_where_it_is_needed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
