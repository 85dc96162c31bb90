/*
 * device/lines_gpiod1.c: the lines by libgpiod 1.6 (Debian 12). Each input has a descriptor of its
 * own.
 */
#include "device/lines_private.h"

#if DEVICE_GPIOD == 1

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

enum { NS_A_MS = 1000 * 1000, MS_A_SECOND = 1000 };

typedef struct gpiod1_lines {
    struct gpiod_chip *chip;
    struct gpiod_line *inputs[DEVICE_INPUTS]; /* NULL: not wired */
    struct gpiod_line *outputs[DEVICE_OUTPUTS];
} gpiod1_lines;

static size_t polled(void *context, struct pollfd polled[DEVICE_INPUTS])
{
    gpiod1_lines *lines = context;
    size_t count = 0;

    for (int i = 0; i < DEVICE_INPUTS; i++) {
        if (lines->inputs[i])
            polled[count++] =
                (struct pollfd){.fd = gpiod_line_event_get_fd(lines->inputs[i]), .events = POLLIN};
    }
    return count;
}

/* Is an edge of this input there? LINE_LOST when the descriptor is dead. */
static device_fault look(struct gpiod_line *line, bool *there)
{
    struct pollfd one = {.fd = gpiod_line_event_get_fd(line), .events = POLLIN};

    *there = false;
    if (poll(&one, 1, 0) < 0)
        return errno == EINTR ? DEVICE_OK : DEVICE_FAULT_LINE_LOST;
    if (one.revents & (POLLERR | POLLHUP | POLLNVAL))
        return DEVICE_FAULT_LINE_LOST;
    *there = (one.revents & POLLIN) != 0;
    return DEVICE_OK;
}

static device_fault read_edges(void *context, device_edge *edges, size_t room, size_t *count)
{
    gpiod1_lines *lines = context;

    *count = 0;
    for (int i = 0; i < DEVICE_INPUTS; i++) {
        bool there = lines->inputs[i] != NULL;

        while (there && *count < room) {
            struct gpiod_line_event event;
            device_fault fault = look(lines->inputs[i], &there);

            if (fault != DEVICE_OK)
                return fault;
            if (!there)
                break;
            if (gpiod_line_event_read(lines->inputs[i], &event) != 0)
                return DEVICE_FAULT_LINE_LOST;
            edges[(*count)++] = (device_edge){
                .input = (device_input)i,
                .active = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE,
                .at_ms = (int64_t)event.ts.tv_sec * MS_A_SECOND + event.ts.tv_nsec / NS_A_MS};
        }
    }
    return DEVICE_OK;
}

static device_fault level(void *context, device_input input, bool *active)
{
    gpiod1_lines *lines = context;
    int value = gpiod_line_get_value(lines->inputs[input]);

    *active = value > 0;
    return value < 0 ? DEVICE_FAULT_LINE_LOST : DEVICE_OK;
}

static device_fault set(void *context, device_output output, bool on)
{
    gpiod1_lines *lines = context;

    if (!lines->outputs[output])
        return DEVICE_OK;
    return gpiod_line_set_value(lines->outputs[output], on) == 0 ? DEVICE_OK
                                                                 : DEVICE_FAULT_LINE_LOST;
}

static void close_lines(void *context)
{
    gpiod1_lines *lines = context;

    gpiod_chip_close(lines->chip); /* releases its lines */
    free(lines);
}

static const device_lines_kind kind = {polled, read_edges, level, set, close_lines};

/* Opening */

static struct gpiod_line *find_line(struct gpiod_chip *chip, const char *name)
{
    int number = device_line_number(name);

    if (number < 0)
        return gpiod_chip_find_line(chip, name);
    return (unsigned)number < gpiod_chip_num_lines(chip)
               ? gpiod_chip_get_line(chip, (unsigned)number)
               : NULL;
}

/* Every wired line of the chip; *missing: the first that it does not have. */
static bool find_lines(gpiod1_lines *lines, const device_wiring *wiring, const char **missing)
{
    *missing = NULL;
    for (int i = 0; i < DEVICE_INPUTS + DEVICE_OUTPUTS && !*missing; i++) {
        bool input = i < DEVICE_INPUTS;
        const device_line *wired = input ? &wiring->inputs[i] : &wiring->outputs[i - DEVICE_INPUTS];
        struct gpiod_line **line = input ? &lines->inputs[i] : &lines->outputs[i - DEVICE_INPUTS];

        *line = wired->name[0] ? find_line(lines->chip, wired->name) : NULL;
        if (wired->name[0] && !*line)
            *missing = wired->name;
    }
    return !*missing;
}

static bool find_chip(gpiod1_lines *lines, const device_wiring *wiring, device_trouble *trouble)
{
    char path[DEVICE_PATH_BYTES];
    const char *missing = NULL, *lacking = NULL;
    unsigned next = 0;
    int reason = 0;
    bool any = false;

    while (device_next_chip(&next, path)) {
        any = true;
        lines->chip = gpiod_chip_open(path);
        if (!lines->chip) {
            reason = errno;
            continue;
        }
        if (device_is_wanted(wiring->chip, path, gpiod_chip_name(lines->chip),
                             gpiod_chip_label(lines->chip))) {
            if (find_lines(lines, wiring, &missing))
                return true;
            lacking = lacking ? lacking : missing;
        }
        gpiod_chip_close(lines->chip);
        lines->chip = NULL;
    }
    if (lacking)
        device_trouble_set(trouble, DEVICE_FAULT_NO_LINE, wiring->chip, lacking);
    else
        device_no_chip(wiring, reason, any, trouble);
    return false;
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

static bool request_all(gpiod1_lines *lines, const device_wiring *wiring, device_trouble *trouble)
{
    for (int i = 0; i < DEVICE_INPUTS; i++) {
        if (!request(lines->inputs[i], GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
                     bias_flags(wiring->bias), &wiring->inputs[i], trouble))
            return false;
    }
    for (int i = 0; i < DEVICE_OUTPUTS; i++) {
        if (!request(lines->outputs[i], GPIOD_LINE_REQUEST_DIRECTION_OUTPUT, 0, &wiring->outputs[i],
                     trouble))
            return false;
    }
    return true;
}

device_fault device_lines_open(const device_wiring *wiring, device_lines *lines,
                               device_trouble *trouble)
{
    gpiod1_lines *opened = calloc(1, sizeof *opened);

    *lines = (device_lines){NULL, NULL};
    if (!opened)
        return device_trouble_set(trouble, DEVICE_FAULT_NO_MEMORY, NULL, NULL);
    device_trouble_set(trouble, DEVICE_OK, NULL, NULL);
    if (!find_chip(opened, wiring, trouble)) {
        free(opened);
        return trouble->fault;
    }
    if (!request_all(opened, wiring, trouble)) {
        close_lines(opened);
        return trouble->fault;
    }
    *lines = (device_lines){&kind, opened};
    return DEVICE_OK;
}

const char *device_lines_library(void)
{
    return "libgpiod 1";
}

#endif
