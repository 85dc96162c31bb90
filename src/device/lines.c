/* device/lines.c: the chip that has the lines, and what else both libraries have in common. */
#include "device/lines_private.h"

#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIGITS_MAX = 4, CHIPS_MAX = 64, PATH_BYTES = 32 };

device_fault device_trouble_set(device_trouble *trouble, device_fault fault, const char *what,
                                const char *more)
{
    trouble->fault = fault;
    snprintf(trouble->what, sizeof trouble->what, "%.63s%s%.62s", what ? what : "",
             what && *what && more && *more ? " " : "", more ? more : "");
    return fault;
}

device_fault device_fault_of_errno(int number)
{
    switch (number) {
    case EBUSY:
        return DEVICE_FAULT_LINE_BUSY;
    case EACCES:
    case EPERM:
        return DEVICE_FAULT_NO_ACCESS;
    case ENOMEM:
        return DEVICE_FAULT_NO_MEMORY;
    case ENOENT:
    case ENODEV:
    case ENXIO:
        return DEVICE_FAULT_NO_CHIP;
    default:
        return DEVICE_FAULT_LINE_REFUSED;
    }
}

int device_line_number(const char *name)
{
    size_t digits = strspn(name, "0123456789");

    if (digits == 0 || digits > DIGITS_MAX || name[digits] != '\0')
        return -1;
    long number = strtol(name, NULL, 10);
    return number <= DEVICE_LINE_NUMBER_MAX ? (int)number : -1;
}

void device_lines_close(device_lines *lines)
{
    if (lines->kind)
        lines->kind->close(lines->lines);
    *lines = (device_lines){NULL, NULL};
}

const device_line *device_wired_line(const device_wiring *wiring, int i)
{
    return i < DEVICE_INPUTS ? &wiring->inputs[i] : &wiring->outputs[i - DEVICE_INPUTS];
}

bool device_is_wanted(const char *wanted, const char *path, const char *name, const char *label)
{
    return wanted[0] == '\0' || strcmp(wanted, path) == 0 || strcmp(wanted, name) == 0 ||
           strcmp(wanted, label) == 0;
}

device_fault device_look(int descriptor, bool *there)
{
    struct pollfd one = {.fd = descriptor, .events = POLLIN};

    *there = false;
    if (poll(&one, 1, 0) < 0)
        return errno == EINTR ? DEVICE_OK : DEVICE_FAULT_LINE_LOST;
    if (one.revents & (POLLERR | POLLHUP | POLLNVAL))
        return DEVICE_FAULT_LINE_LOST;
    *there = (one.revents & POLLIN) != 0;
    return DEVICE_OK;
}

/* Opening. */

/* The path of the next chip that there is, from *next on; false: no more. */
static bool next_chip(unsigned *next, char path[PATH_BYTES])
{
    while (*next < CHIPS_MAX) {
        snprintf(path, PATH_BYTES, "/dev/gpiochip%u", (*next)++);
        if (access(path, F_OK) == 0)
            return true;
    }
    return false;
}

/* Every wired line of the chip; *missing: the first that it does not have. */
static bool find_lines(void *lines, struct gpiod_chip *chip, const device_wiring *wiring,
                       const char **missing)
{
    *missing = NULL;
    for (int i = 0; i < DEVICE_WIRED && !*missing; i++) {
        const char *name = device_wired_line(wiring, i)->name;

        if (name[0] && !device_gpiod_find(lines, chip, i, name))
            *missing = name;
    }
    return !*missing;
}

/* What is to be said when no chip was taken: of the last errno of one that could not be opened (0:
 * all could be), and whether there is any at all. */
static void say_no_chip(const device_wiring *wiring, int reason, bool any, device_trouble *trouble)
{
    device_fault fault = any ? DEVICE_FAULT_NO_CHIP : DEVICE_FAULT_NO_GPIO;

    if (reason == EACCES || reason == EPERM)
        fault = DEVICE_FAULT_NO_ACCESS;
    device_trouble_set(trouble, fault, wiring->chip, NULL);
}

/* The first chip that is wanted and has the lines; NULL: *trouble. */
static struct gpiod_chip *find_chip(void *lines, const device_wiring *wiring,
                                    device_trouble *trouble)
{
    char path[PATH_BYTES];
    const char *missing = NULL, *lacking = NULL;
    unsigned next = 0;
    int reason = 0;
    bool any = false;

    while (next_chip(&next, path)) {
        struct gpiod_chip *chip = gpiod_chip_open(path);

        any = true;
        if (!chip) {
            reason = errno;
            continue;
        }
        if (device_gpiod_is_wanted(chip, wiring->chip, path)) {
            if (find_lines(lines, chip, wiring, &missing))
                return chip;
            lacking = lacking ? lacking : missing;
        }
        gpiod_chip_close(chip);
    }
    if (lacking)
        device_trouble_set(trouble, DEVICE_FAULT_NO_LINE, wiring->chip, lacking);
    else
        say_no_chip(wiring, reason, any, trouble);
    return NULL;
}

device_fault device_lines_open(const device_wiring *wiring, device_lines *lines,
                               device_trouble *trouble)
{
    void *opened = device_gpiod_new();

    *lines = (device_lines){NULL, NULL};
    if (!opened)
        return device_trouble_set(trouble, DEVICE_FAULT_NO_MEMORY, NULL, NULL);
    device_trouble_set(trouble, DEVICE_OK, NULL, NULL);
    struct gpiod_chip *chip = find_chip(opened, wiring, trouble);
    if (!chip || !device_gpiod_request(opened, chip, wiring, trouble)) {
        device_gpiod_kind.close(opened);
        return trouble->fault;
    }
    *lines = (device_lines){&device_gpiod_kind, opened};
    return DEVICE_OK;
}

const char *device_lines_library(void)
{
    return DEVICE_GPIOD == 1 ? "libgpiod 1" : "libgpiod 2";
}
