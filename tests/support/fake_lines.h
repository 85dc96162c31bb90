/*
 * tests/support/fake_lines.h: lines of a GPIO chip that a test moves by hand, for device_panel.
 * There is one chip: what opens it is a function without a context of its own.
 */
#ifndef QILI_TESTS_SUPPORT_FAKE_LINES_H
#define QILI_TESTS_SUPPORT_FAKE_LINES_H

#include "device/lines.h"

/* A chip as new: nothing pressed, nothing lit, there. */
void fake_chip_begin(void);
void fake_chip_end(void);

/* For device_panel_options. Fails with NO_CHIP while the chip is not there. */
device_fault fake_chip_open(const device_wiring *wiring, device_lines *lines,
                            device_trouble *trouble);

/* The level changes now; a lost one changes without an edge. */
void fake_chip_set(device_input input, bool active);
void fake_chip_set_silently(device_input input, bool active);

/* An edge without a level that stays: the line says `active` again for whoever asks. */
void fake_chip_bounce(device_input input, bool active, int times);

/* It is pulled out, or put in again. */
void fake_chip_pull(bool there);

/* How often it was opened; whether an output is lit; how often it was switched on. */
int fake_chip_opened(void);
bool fake_chip_is_lit(device_output output);
int fake_chip_lit(device_output output);

#endif
