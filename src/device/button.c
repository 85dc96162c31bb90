/* device/button.c: debouncing, short and long presses. */
#include "device/button.h"

device_button device_button_at(bool pressed, int64_t now_ms)
{
    return (device_button){.raw = pressed,
                           .down = pressed,
                           .told = true,
                           .raw_since_ms = now_ms,
                           .down_since_ms = now_ms};
}

void device_button_edge(device_button *button, bool pressed, int64_t at_ms)
{
    if (pressed == button->raw)
        return;
    button->raw = pressed;
    button->raw_since_ms = at_ms;
}

/* The level that was heard has stood long enough. */
static device_press settle(device_button *button)
{
    button->down = button->raw;
    if (button->down) {
        button->down_since_ms = button->raw_since_ms;
        button->told = false;
        return DEVICE_PRESS_DOWN;
    }
    bool said = button->told;
    button->told = true;
    return said ? DEVICE_PRESS_NONE : DEVICE_PRESS_SHORT;
}

/* When the press becomes a long one. What bounces at that moment has not let go yet, but a level
 * that began before it and lasts has. */
static int64_t held_at(const device_button *button, const device_button_times *times)
{
    return button->down_since_ms + times->hold_ms;
}

device_press device_button_run(device_button *button, const device_button_times *times,
                               int64_t now_ms)
{
    bool settles =
        button->raw != button->down && now_ms - button->raw_since_ms >= times->debounce_ms;
    bool holds = button->down && !button->told && now_ms >= held_at(button, times);

    if (holds && (button->raw || button->raw_since_ms >= held_at(button, times))) {
        button->told = true;
        return DEVICE_PRESS_HELD;
    }
    return settles ? settle(button) : DEVICE_PRESS_NONE;
}

int64_t device_button_due(const device_button *button, const device_button_times *times)
{
    if (button->raw != button->down)
        return button->raw_since_ms + times->debounce_ms;
    if (button->down && !button->told)
        return held_at(button, times);
    return DEVICE_NEVER;
}
