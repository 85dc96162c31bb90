/*
 * device/button.h: from the edges of a line to presses. Pure functions over edges with their times:
 * a contact bounces, a finger holds, an edge may come late; nothing here asks a clock.
 *
 *     raw edges ----debounced----> down ----hold_ms----> held
 *                                    \---- up before ---> short
 */
#ifndef QILI_DEVICE_BUTTON_H
#define QILI_DEVICE_BUTTON_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DEVICE_DEBOUNCE_MS_MIN = 1,
    DEVICE_DEBOUNCE_MS = 20, /* a level counts once it has stood this long */
    DEVICE_DEBOUNCE_MS_MAX = 200,
    DEVICE_HOLD_MS_MIN = 300,
    DEVICE_HOLD_MS = 800, /* from here on a press is a long one */
    DEVICE_HOLD_MS_MAX = 5000
};

#define DEVICE_NEVER INT64_MAX /* of device_button_due */

typedef struct device_button_times {
    int32_t debounce_ms, hold_ms;
} device_button_times;

typedef enum device_press {
    DEVICE_PRESS_NONE = 0,
    DEVICE_PRESS_DOWN,  /* it is down for certain */
    DEVICE_PRESS_SHORT, /* it went up before it was a long press */
    DEVICE_PRESS_HELD   /* it is still down, and a long press now */
} device_press;

typedef struct device_button {
    bool raw;             /* the level as last heard: true is pressed */
    bool down;            /* the level that counts */
    bool told;            /* of this press all was said */
    int64_t raw_since_ms; /* when raw became what it is */
    int64_t down_since_ms;
} device_button;

/* As the line stands when it is opened. A button that is down then (stuck, or wrongly wired) says
 * nothing until it was up once. */
device_button device_button_at(bool pressed, int64_t now_ms);

/* What is due up to now_ms, one thing a call: call again until there is nothing more. */
device_press device_button_run(device_button *button, const device_button_times *times,
                               int64_t now_ms);

/* The line changed to this level at this time, which should not be before that of an earlier call.
 * Run the button up to this time first: what was due before the edge stays due. */
void device_button_edge(device_button *button, bool pressed, int64_t at_ms);

/* When device_button_run has something to do if no edge comes before; DEVICE_NEVER: nothing. */
int64_t device_button_due(const device_button *button, const device_button_times *times);

#endif
