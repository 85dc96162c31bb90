/*
 * tests/test_kiosk_fittings.c: what the buttons and lamps of the device are to the kiosk: the keys
 * that they press, what the settings show of them while they are tested, how the lamps stand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kiosk/app/fittings.h"

static void test_keys(void **state)
{
    static const struct {
        device_event event;
        kiosk_input key;
    } cases[] = {
        {{DEVICE_FOUL_RED, false}, KIOSK_INPUT_FOUL_RED},
        {{DEVICE_FOUL_BLACK, true}, KIOSK_INPUT_FOUL_BLACK},
        {{DEVICE_CONFIRM, false}, KIOSK_INPUT_CONFIRM},
        {{DEVICE_BACK, false}, KIOSK_INPUT_ESCAPE},
        {{DEVICE_BACK, true}, KIOSK_INPUT_HOME},
        {{DEVICE_POWER_FAIL, false}, KIOSK_INPUTS},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(kiosk_fittings_key(&cases[i].event), cases[i].key);
}

static void test_buttons_as_the_settings_show_them(void **state)
{
    device_panel_state panel = {.open = true,
                                .wired = 1U << DEVICE_FOUL_RED | 1U << DEVICE_BACK |
                                         1U << DEVICE_POWER_FAIL,
                                .pressed = 1U << DEVICE_BACK | 1U << DEVICE_POWER_FAIL};
    kiosk_buttons buttons = kiosk_fittings_buttons(&panel);

    (void)state;
    assert_int_equal(buttons.wired, 1U << KIOSK_BUTTON_FOUL_RED | 1U << KIOSK_BUTTON_BACK);
    assert_int_equal(buttons.pressed, 1U << KIOSK_BUTTON_BACK);
    panel.open = false;
    buttons = kiosk_fittings_buttons(&panel);
    assert_int_equal(buttons.wired, 0);
    assert_int_equal(buttons.pressed, 0);
}

static void test_lamps(void **state)
{
    kiosk_device device = {.free_mib = KIOSK_STORAGE_LOW_MIB,
                           .connection = KIOSK_CONNECTION_OFFLINE,
                           .wall_ms = INT64_C(1764000000000)};
    device_glow glow[DEVICE_OUTPUTS];

    (void)state;
    kiosk_fittings_lamps(&device, glow);
    assert_int_equal(glow[DEVICE_LAMP_POWER], DEVICE_GLOW_ON);
    assert_int_equal(glow[DEVICE_LAMP_SYNC], DEVICE_GLOW_SLOW);
    assert_int_equal(glow[DEVICE_LAMP_ATTENTION], DEVICE_GLOW_OFF);
    device.free_mib = KIOSK_STORAGE_LOW_MIB - 1;
    device.connection = KIOSK_CONNECTION_SENT;
    kiosk_fittings_lamps(&device, glow);
    assert_int_equal(glow[DEVICE_LAMP_SYNC], DEVICE_GLOW_ON);
    assert_int_equal(glow[DEVICE_LAMP_ATTENTION], DEVICE_GLOW_FAST);
    device.free_mib = -1;
    device.wall_ms = 0; /* a clock that was never set */
    kiosk_fittings_lamps(&device, glow);
    assert_int_equal(glow[DEVICE_LAMP_ATTENTION], DEVICE_GLOW_SLOW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_buttons_as_the_settings_show_them),
        cmocka_unit_test(test_lamps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
