/* device/lines.c: what both libraries have in common. */
#include "device/lines_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIGITS_MAX = 4 };

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

bool device_next_chip(unsigned *next, char path[DEVICE_PATH_BYTES])
{
    while (*next < DEVICE_CHIPS_MAX) {
        snprintf(path, DEVICE_PATH_BYTES, "/dev/gpiochip%u", (*next)++);
        if (access(path, F_OK) == 0)
            return true;
    }
    return false;
}

bool device_is_wanted(const char *wanted, const char *path, const char *name, const char *label)
{
    return wanted[0] == '\0' || strcmp(wanted, path) == 0 || strcmp(wanted, name) == 0 ||
           strcmp(wanted, label) == 0;
}

device_fault device_no_chip(const device_wiring *wiring, int reason, bool any,
                            device_trouble *trouble)
{
    if (reason == EACCES || reason == EPERM)
        return device_trouble_set(trouble, DEVICE_FAULT_NO_ACCESS, wiring->chip, NULL);
    return device_trouble_set(trouble, any ? DEVICE_FAULT_NO_CHIP : DEVICE_FAULT_NO_GPIO,
                              wiring->chip, NULL);
}
