/*
 * device/lines_private.h: what lines_gpiod1.c and lines_gpiod2.c share. DEVICE_GPIOD, 1 or 2, comes
 * from the Makefile, which asks pkg-config for the library's version.
 */
#ifndef QILI_DEVICE_LINES_PRIVATE_H
#define QILI_DEVICE_LINES_PRIVATE_H

#include "device/lines.h"

#ifndef DEVICE_GPIOD
#error "DEVICE_GPIOD must say which libgpiod there is, 1 or 2"
#endif

#define DEVICE_CONSUMER "qili" /* who holds the lines, for gpioinfo */

enum { DEVICE_CHIPS_MAX = 64, DEVICE_PATH_BYTES = 32 };

/* The path of the next chip that there is, from *next on; false: no more. */
bool device_next_chip(unsigned *next, char path[DEVICE_PATH_BYTES]);

/* Is this the chip that is wanted, by path, name or label? "" is any. */
bool device_is_wanted(const char *wanted, const char *path, const char *name, const char *label);

/* What is to be said when no chip was taken: of the last errno of one that could not be opened (0:
 * all could be), and whether there is any at all. */
device_fault device_no_chip(const device_wiring *wiring, int reason, bool any,
                            device_trouble *trouble);

#endif
