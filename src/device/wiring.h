/*
 * device/wiring.h: what is wired to which line of which GPIO chip, as the configuration says.
 */
#ifndef QILI_DEVICE_WIRING_H
#define QILI_DEVICE_WIRING_H

#include "device/button.h"

typedef enum device_input {
    DEVICE_FOUL_RED = 0,
    DEVICE_FOUL_BLACK,
    DEVICE_CONFIRM,
    DEVICE_BACK,
    DEVICE_POWER_FAIL, /* no button: the supply says that it is about to fail */
    DEVICE_INPUTS
} device_input;

typedef enum device_output {
    DEVICE_LAMP_POWER = 0,
    DEVICE_LAMP_SYNC,
    DEVICE_LAMP_ATTENTION,
    DEVICE_BUZZER,
    DEVICE_OUTPUTS
} device_output;

enum {
    DEVICE_CHIP_BYTES = 64, /* label or name of a chip, with its NUL */
    DEVICE_LINE_BYTES = 64, /* name or number of a line, with its NUL */
    DEVICE_LINE_NUMBER_MAX = 1023,
    DEVICE_POWER_FAIL_MS_MIN = 1,
    DEVICE_POWER_FAIL_MS = 20, /* the line must say so for this long */
    DEVICE_POWER_FAIL_MS_MAX = 1000
};

typedef enum device_bias {
    DEVICE_BIAS_AS_IS = 0,
    DEVICE_BIAS_PULL_UP,
    DEVICE_BIAS_PULL_DOWN,
    DEVICE_BIAS_OFF,
    DEVICE_BIASES
} device_bias;

typedef struct device_line {
    char name[DEVICE_LINE_BYTES]; /* of the line, or its number on the chip; "": not wired */
    bool active_low;              /* the low level means pressed, or lit */
} device_line;

typedef struct device_wiring {
    char chip[DEVICE_CHIP_BYTES]; /* label ("pinctrl-bcm2711"), name ("gpiochip0"); "": the chip
                                     whose lines have the names that are given, else the first */
    device_line inputs[DEVICE_INPUTS];
    device_line outputs[DEVICE_OUTPUTS];
    device_bias bias; /* of the inputs */
    device_button_times times;
    int32_t power_fail_ms;
} device_wiring;

/* The usual times, buttons to ground with the chip's pull-ups, nothing wired. */
void device_wiring_init(device_wiring *wiring);

/* Is anything wired at all? */
bool device_wiring_any(const device_wiring *wiring);

#endif
