/*
 * device/lines.h: the lines themselves, behind one small interface: libgpiod 1.6, libgpiod 2 (one
 * of them is chosen when the program is built), or a test's.
 */
#ifndef QILI_DEVICE_LINES_H
#define QILI_DEVICE_LINES_H

#include <poll.h>
#include <stddef.h>

#include "device/fault.h"
#include "device/wiring.h"

enum { DEVICE_EDGES_MAX = 64 }; /* taken at a time */

/* An input changed. `active` follows the wiring: true is pressed. */
typedef struct device_edge {
    device_input input;
    bool active;
    int64_t at_ms; /* of CLOCK_MONOTONIC */
} device_edge;

/* What a fault is about: the chip, the line; or "". */
typedef struct device_trouble {
    device_fault fault;
    char what[DEVICE_CHIP_BYTES + DEVICE_LINE_BYTES];
} device_trouble;

typedef struct device_lines_kind {
    /* What to poll for edges: at most DEVICE_INPUTS; returns how many. */
    size_t (*polled)(void *lines, struct pollfd polled[DEVICE_INPUTS]);
    /* The edges that are there, oldest first for each line; never waits. LINE_LOST. */
    device_fault (*read)(void *lines, device_edge *edges, size_t room, size_t *count);
    /* The level of a wired input now. LINE_LOST. */
    device_fault (*level)(void *lines, device_input input, bool *active);
    /* LINE_LOST. */
    device_fault (*set)(void *lines, device_output output, bool on);
    void (*close)(void *lines);
} device_lines_kind;

typedef struct device_lines {
    const device_lines_kind *kind;
    void *lines;
} device_lines;

/* Opens all lines that are wired, or none. Faults: NO_GPIO, NO_CHIP, NO_LINE, LINE_BUSY, NO_ACCESS,
 * LINE_REFUSED, NO_MEMORY, with what it is about in *trouble. */
device_fault device_lines_open(const device_wiring *wiring, device_lines *lines,
                               device_trouble *trouble);

/* Does nothing if it was never opened. */
void device_lines_close(device_lines *lines);

/* The library that this was built with: "libgpiod 1" or "libgpiod 2". */
const char *device_lines_library(void);

/* Sets *trouble; returns the fault. `what` and `more` may be NULL. */
device_fault device_trouble_set(device_trouble *trouble, device_fault fault, const char *what,
                                const char *more);

/* The fault that errno stands for, when a line could not be had. */
device_fault device_fault_of_errno(int number);

/* A line that is named by its number; -1: it is a name. */
int device_line_number(const char *name);

#endif
