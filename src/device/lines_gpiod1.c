/*
 * device/lines_gpiod1.c: the lines by libgpiod 1.6 (Debian 12). Each input has a descriptor of its
 * own.
 */
#include "device/lines_private.h"

#if DEVICE_GPIOD == 1

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

enum { MS_A_SECOND = 1000 };

typedef struct gpiod1_lines {
    struct gpiod_chip *chip;
    struct gpiod_line *wired[DEVICE_WIRED]; /* the inputs, then the outputs; NULL: not wired */
} gpiod1_lines;

static size_t polled(void *context, struct pollfd polled[DEVICE_INPUTS])
{
    gpiod1_lines *lines = context;
    size_t count = 0;

    for (int i = 0; i < DEVICE_INPUTS; i++) {
        if (lines->wired[i])
            polled[count++] =
                (struct pollfd){.fd = gpiod_line_event_get_fd(lines->wired[i]), .events = POLLIN};
    }
    return count;
}

static device_fault read_edges(void *context, device_edge *edges, size_t room, size_t *count)
{
    gpiod1_lines *lines = context;

    *count = 0;
    for (int i = 0; i < DEVICE_INPUTS; i++) {
        bool there = lines->wired[i] != NULL;

        while (there && *count < room) {
            struct gpiod_line_event event;
            device_fault fault = device_look(gpiod_line_event_get_fd(lines->wired[i]), &there);

            if (fault != DEVICE_OK)
                return fault;
            if (!there)
                break;
            if (gpiod_line_event_read(lines->wired[i], &event) != 0)
                return DEVICE_FAULT_LINE_LOST;
            edges[(*count)++] =
                (device_edge){.input = (device_input)i,
                              .active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE,
                              .at_ms = (int64_t)event.ts.tv_sec * MS_A_SECOND +
                                       event.ts.tv_nsec / DEVICE_NS_A_MS};
        }
    }
    return DEVICE_OK;
}

static device_fault level(void *context, device_input input, bool *active)
{
    gpiod1_lines *lines = context;
    int value = gpiod_line_get_value(lines->wired[input]);

    *active = value > 0;
    return value < 0 ? DEVICE_FAULT_LINE_LOST : DEVICE_OK;
}

static device_fault set(void *context, device_output output, bool on)
{
    gpiod1_lines *lines = context;
    struct gpiod_line *line = lines->wired[DEVICE_INPUTS + output];

    if (!line)
        return DEVICE_OK;
    return gpiod_line_set_value(line, on) == 0 ? DEVICE_OK : DEVICE_FAULT_LINE_LOST;
}

static void close_lines(void *context)
{
    gpiod1_lines *lines = context;

    if (lines->chip)
        gpiod_chip_close(lines->chip); /* releases its lines */
    free(lines);
}

const device_lines_kind device_gpiod_kind = {polled, read_edges, level, set, close_lines};

/* Opening */

void *device_gpiod_new(void)
{
    return calloc(1, sizeof(gpiod1_lines));
}

bool device_gpiod_is_wanted(struct gpiod_chip *chip, const char *wanted, const char *path)
{
    return device_is_wanted(wanted, path, gpiod_chip_name(chip), gpiod_chip_label(chip));
}

bool device_gpiod_find(void *context, struct gpiod_chip *chip, int i, const char *name)
{
    gpiod1_lines *lines = context;
    int number = device_line_number(name);

    if (number < 0)
        lines->wired[i] = gpiod_chip_find_line(chip, name);
    else
        lines->wired[i] = (unsigned)number < gpiod_chip_num_lines(chip)
                              ? gpiod_chip_get_line(chip, (unsigned)number)
                              : NULL;
    return lines->wired[i] != NULL;
}

static int bias_flags(device_bias bias)
{
    static const int flags[DEVICE_BIASES] = {
        [DEVICE_BIAS_AS_IS] = 0,
        [DEVICE_BIAS_PULL_UP] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
        [DEVICE_BIAS_PULL_DOWN] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN,
        [DEVICE_BIAS_OFF] = GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE};

    return flags[bias];
}

static bool request(struct gpiod_line *line, int type, int flags, const device_line *wired,
                    device_trouble *trouble)
{
    struct gpiod_line_request_config config = {
        .consumer = DEVICE_CONSUMER,
        .request_type = type,
        .flags = flags | (wired->active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0)};

    if (!line || gpiod_line_request(line, &config, 0) == 0)
        return true;
    device_trouble_set(trouble, device_fault_of_errno(errno), wired->name, NULL);
    return false;
}

bool device_gpiod_request(void *context, struct gpiod_chip *chip, const device_wiring *wiring,
                          device_trouble *trouble)
{
    gpiod1_lines *lines = context;

    lines->chip = chip;
    for (int i = 0; i < DEVICE_WIRED; i++) {
        bool input = i < DEVICE_INPUTS;

        if (!request(lines->wired[i],
                     input ? GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES
                           : GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
                     input ? bias_flags(wiring->bias) : 0, device_wired_line(wiring, i), trouble))
            return false;
    }
    return true;
}

#endif
