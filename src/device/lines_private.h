/*
 * device/lines_private.h: what lines.c leaves to the library that there is: lines_gpiod1.c or
 * lines_gpiod2.c, only one of which is compiled. DEVICE_GPIOD, 1 or 2, comes from the Makefile,
 * which asks pkg-config for the library's version.
 */
#ifndef QILI_DEVICE_LINES_PRIVATE_H
#define QILI_DEVICE_LINES_PRIVATE_H

#include "device/lines.h"

#ifndef DEVICE_GPIOD
#error "DEVICE_GPIOD must say which libgpiod there is, 1 or 2"
#endif

#define DEVICE_CONSUMER "qili" /* who holds the lines, for gpioinfo */

enum { DEVICE_WIRED = DEVICE_INPUTS + DEVICE_OUTPUTS, DEVICE_NS_A_MS = 1000 * 1000 };

struct gpiod_chip;

/* The inputs, then the outputs. */
const device_line *device_wired_line(const device_wiring *wiring, int i);

/* Is this the chip that is wanted, by path, name or label? "" is any. */
bool device_is_wanted(const char *wanted, const char *path, const char *name, const char *label);

/* Is something to be read there? Never waits. LINE_LOST when the descriptor is dead. */
device_fault device_look(int descriptor, bool *there);

/* The library's own. `lines` is what device_gpiod_new made; close frees it at any stage, and the
 * chip from device_gpiod_request on. */
extern const device_lines_kind device_gpiod_kind;

/* Nothing is found yet. NULL: no memory. */
void *device_gpiod_new(void);

bool device_gpiod_is_wanted(struct gpiod_chip *chip, const char *wanted, const char *path);

/* Finds wired line i (see device_wired_line) on the chip, by its name or number, and keeps it;
 * false: the chip does not have it. */
bool device_gpiod_find(void *lines, struct gpiod_chip *chip, int i, const char *name);

/* Takes the chip, which is close's to free whatever comes of it, and requests the lines that were
 * found. False: not all could be had, see *trouble. */
bool device_gpiod_request(void *lines, struct gpiod_chip *chip, const device_wiring *wiring,
                          device_trouble *trouble);

#endif
