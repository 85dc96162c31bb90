/*
 * tests/test_kiosk_ranges.c: every number of every command has a range, at whose ends it is taken
 * and beyond which it changes nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "kiosk/flow/ranges.h"
#include "kiosk/flow/state.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct command_shape {
    const char *code;
    int numbers;
} command_shape;

static const command_shape shapes[] = {
#define KIOSK_COMMAND(name, code, numbers, text, kept) {code, numbers},
#include "kiosk/commands.def"
#undef KIOSK_COMMAND
};

typedef struct named_number {
    kiosk_command_kind kind;
    int number;
} named_number;

static const named_number named[] = {
#define KIOSK_RANGE(name, number, least, most) {KIOSK_COMMAND_##name, number},
#include "kiosk/flow/ranges.def"
#undef KIOSK_RANGE
};

static int entries_of(kiosk_command_kind kind, int number)
{
    int count = 0;

    for (size_t i = 0; i < COUNT(named); i++)
        count += named[i].kind == kind && named[i].number == number;
    return count;
}

static void test_every_number_of_every_command_has_one_range(void **state)
{
    (void)state;
    assert_int_equal(COUNT(shapes), KIOSK_COMMANDS);
    for (int kind = 0; kind < KIOSK_COMMANDS; kind++) {
        for (int number = 0; number < KIOSK_COMMAND_NUMBERS; number++) {
            const int wanted = number < shapes[kind].numbers ? 1 : 0;
            const int there = entries_of((kiosk_command_kind)kind, number);

            if (there != wanted)
                fail_msg("\"%s\", number %d: %d entries in ranges.def, expected %d",
                         shapes[kind].code, number, there, wanted);
        }
    }
}

static void test_ranges_are_not_empty(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(named); i++) {
        const kiosk_range range = kiosk_range_of(named[i].kind, named[i].number);

        if (range.least > range.most)
            fail_msg("\"%s\", number %d: %d to %d", shapes[named[i].kind].code, named[i].number,
                     range.least, range.most);
    }
}

/* All numbers of the command at their least, but one. */
static kiosk_command command_with(kiosk_command_kind kind, int number, int32_t value)
{
    kiosk_command command = {.kind = kind};

    for (int i = 0; i < shapes[kind].numbers; i++)
        command.numbers[i] = kiosk_range_of(kind, i).least;
    command.numbers[number] = value;
    return command;
}

static void test_the_ends_of_a_range_belong_to_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(named); i++) {
        const kiosk_range range = kiosk_range_of(named[i].kind, named[i].number);
        const int number = named[i].number;
        kiosk_command command = command_with(named[i].kind, number, range.least);

        assert_int_equal(kiosk_command_out_of_range(&command), -1);
        command.numbers[number] = range.most;
        assert_int_equal(kiosk_command_out_of_range(&command), -1);
        if (range.least > INT32_MIN) {
            command.numbers[number] = range.least - 1;
            assert_int_equal(kiosk_command_out_of_range(&command), number);
        }
        if (range.most < INT32_MAX) {
            command.numbers[number] = range.most + 1;
            assert_int_equal(kiosk_command_out_of_range(&command), number);
        }
    }
}

/* Is refused by a kiosk that has just begun, of which nothing but the words is another then? */
static void expect_refused(const kiosk_command *command)
{
    kiosk_state *state = kiosk_state_new();

    assert_non_null(state);
    kiosk_state *before = kiosk_state_new();
    assert_non_null(before);
    kiosk_apply(state, command, 1000);
    assert_int_equal(state->say, KIOSK_SAY_NOT_HERE);
    assert_int_equal(state->screen, before->screen);
    assert_memory_equal(&state->settings, &before->settings, sizeof state->settings);
    assert_int_equal(state->menu, before->menu);
    assert_int_equal(state->scroll, before->scroll);
    assert_int_equal(state->field.which, before->field.which);
    assert_int_equal(state->log.kind, before->log.kind);
    assert_int_equal(state->wanted_count, before->wanted_count);
    assert_int_equal(kiosk_open_disputes(state), 0);
    kiosk_state_free(before);
    kiosk_state_free(state);
}

static void test_numbers_out_of_range_change_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(named); i++) {
        const kiosk_range range = kiosk_range_of(named[i].kind, named[i].number);
        kiosk_command command = command_with(named[i].kind, named[i].number, INT32_MIN);

        if (range.least > INT32_MIN)
            expect_refused(&command);
        command.numbers[named[i].number] = INT32_MAX;
        if (range.most < INT32_MAX)
            expect_refused(&command);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number_of_every_command_has_one_range),
        cmocka_unit_test(test_ranges_are_not_empty),
        cmocka_unit_test(test_the_ends_of_a_range_belong_to_it),
        cmocka_unit_test(test_numbers_out_of_range_change_nothing),
    };

    return cmocka_run_group_tests_name("kiosk ranges", tests, NULL, NULL);
}
