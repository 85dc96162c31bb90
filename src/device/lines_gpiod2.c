/*
 * device/lines_gpiod2.c: the lines by libgpiod 2 (Debian 13, Raspberry Pi OS). All lines are one
 * request with one descriptor.
 */
#include "device/lines_private.h"

#if DEVICE_GPIOD == 2

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

enum { NS_A_MS = 1000 * 1000, WIRED = DEVICE_INPUTS + DEVICE_OUTPUTS };

typedef struct gpiod2_lines {
    struct gpiod_chip *chip;
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *buffer;
    int numbers[WIRED]; /* of the inputs, then of the outputs; -1: not wired */
} gpiod2_lines;

static const device_line *wired_line(const device_wiring *wiring, int i)
{
    return i < DEVICE_INPUTS ? &wiring->inputs[i] : &wiring->outputs[i - DEVICE_INPUTS];
}

static size_t polled(void *context, struct pollfd polled[DEVICE_INPUTS])
{
    gpiod2_lines *lines = context;

    polled[0] = (struct pollfd){.fd = gpiod_line_request_get_fd(lines->request), .events = POLLIN};
    return 1;
}

static bool input_of(const gpiod2_lines *lines, unsigned number, device_input *input)
{
    for (int i = 0; i < DEVICE_INPUTS; i++) {
        if (lines->numbers[i] >= 0 && (unsigned)lines->numbers[i] == number) {
            *input = (device_input)i;
            return true;
        }
    }
    return false;
}

static device_fault read_edges(void *context, device_edge *edges, size_t room, size_t *count)
{
    gpiod2_lines *lines = context;
    struct pollfd one = {.fd = gpiod_line_request_get_fd(lines->request), .events = POLLIN};

    *count = 0;
    if (poll(&one, 1, 0) < 0)
        return errno == EINTR ? DEVICE_OK : DEVICE_FAULT_LINE_LOST;
    if (one.revents & (POLLERR | POLLHUP | POLLNVAL))
        return DEVICE_FAULT_LINE_LOST;
    if (!(one.revents & POLLIN))
        return DEVICE_OK;
    int got = gpiod_line_request_read_edge_events(lines->request, lines->buffer, room);
    if (got < 0)
        return DEVICE_FAULT_LINE_LOST;
    for (int i = 0; i < got; i++) {
        struct gpiod_edge_event *event =
            gpiod_edge_event_buffer_get_event(lines->buffer, (unsigned long)i);
        device_edge edge = {.active = gpiod_edge_event_get_event_type(event) ==
                                      GPIOD_EDGE_EVENT_RISING_EDGE,
                            .at_ms = (int64_t)(gpiod_edge_event_get_timestamp_ns(event) / NS_A_MS)};

        if (input_of(lines, gpiod_edge_event_get_line_offset(event), &edge.input))
            edges[(*count)++] = edge;
    }
    return DEVICE_OK;
}

static device_fault level(void *context, device_input input, bool *active)
{
    gpiod2_lines *lines = context;
    enum gpiod_line_value value =
        gpiod_line_request_get_value(lines->request, (unsigned)lines->numbers[input]);

    *active = value == GPIOD_LINE_VALUE_ACTIVE;
    return value == GPIOD_LINE_VALUE_ERROR ? DEVICE_FAULT_LINE_LOST : DEVICE_OK;
}

static device_fault set(void *context, device_output output, bool on)
{
    gpiod2_lines *lines = context;
    int number = lines->numbers[DEVICE_INPUTS + output];

    if (number < 0)
        return DEVICE_OK;
    return gpiod_line_request_set_value(lines->request, (unsigned)number,
                                        on ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE) ==
                   0
               ? DEVICE_OK
               : DEVICE_FAULT_LINE_LOST;
}

static void close_lines(void *context)
{
    gpiod2_lines *lines = context;

    if (lines->request)
        gpiod_line_request_release(lines->request);
    if (lines->buffer)
        gpiod_edge_event_buffer_free(lines->buffer);
    if (lines->chip)
        gpiod_chip_close(lines->chip);
    free(lines);
}

static const device_lines_kind kind = {polled, read_edges, level, set, close_lines};

/* Opening */

static int find_line(struct gpiod_chip *chip, size_t there, const char *name)
{
    int number = device_line_number(name);

    if (number < 0)
        return gpiod_chip_get_line_offset_from_name(chip, name);
    return (size_t)number < there ? number : -1;
}

/* Every wired line of the chip; *missing: the first that it does not have. */
static bool find_lines(gpiod2_lines *lines, size_t there, const device_wiring *wiring,
                       const char **missing)
{
    *missing = NULL;
    for (int i = 0; i < WIRED && !*missing; i++) {
        const char *name = wired_line(wiring, i)->name;

        lines->numbers[i] = name[0] ? find_line(lines->chip, there, name) : -1;
        if (name[0] && lines->numbers[i] < 0)
            *missing = name;
    }
    return !*missing;
}

static bool try_chip(gpiod2_lines *lines, const device_wiring *wiring, const char *path,
                     const char **missing)
{
    struct gpiod_chip_info *info = gpiod_chip_get_info(lines->chip);
    bool found = false;

    *missing = NULL;
    if (!info)
        return false;
    if (device_is_wanted(wiring->chip, path, gpiod_chip_info_get_name(info),
                         gpiod_chip_info_get_label(info)))
        found = find_lines(lines, gpiod_chip_info_get_num_lines(info), wiring, missing);
    gpiod_chip_info_free(info);
    return found;
}

static bool find_chip(gpiod2_lines *lines, const device_wiring *wiring, device_trouble *trouble)
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
        if (try_chip(lines, wiring, path, &missing))
            return true;
        lacking = lacking ? lacking : missing;
        gpiod_chip_close(lines->chip);
        lines->chip = NULL;
    }
    if (lacking)
        device_trouble_set(trouble, DEVICE_FAULT_NO_LINE, wiring->chip, lacking);
    else
        device_no_chip(wiring, reason, any, trouble);
    return false;
}

static void set_input(struct gpiod_line_settings *settings, device_bias bias)
{
    static const enum gpiod_line_bias biases[DEVICE_BIASES] = {
        [DEVICE_BIAS_AS_IS] = GPIOD_LINE_BIAS_AS_IS,
        [DEVICE_BIAS_PULL_UP] = GPIOD_LINE_BIAS_PULL_UP,
        [DEVICE_BIAS_PULL_DOWN] = GPIOD_LINE_BIAS_PULL_DOWN,
        [DEVICE_BIAS_OFF] = GPIOD_LINE_BIAS_DISABLED};

    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
    gpiod_line_settings_set_bias(settings, biases[bias]);
}

static bool add_lines(const gpiod2_lines *lines, const device_wiring *wiring,
                      struct gpiod_line_settings *settings, struct gpiod_line_config *config)
{
    for (int i = 0; i < WIRED; i++) {
        if (lines->numbers[i] < 0)
            continue;
        unsigned number = (unsigned)lines->numbers[i];

        gpiod_line_settings_reset(settings);
        if (i < DEVICE_INPUTS)
            set_input(settings, wiring->bias);
        else
            gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
        gpiod_line_settings_set_active_low(settings, wired_line(wiring, i)->active_low);
        if (gpiod_line_config_add_line_settings(config, &number, 1, settings) != 0)
            return false;
    }
    return true;
}

static bool request_all(gpiod2_lines *lines, const device_wiring *wiring)
{
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    struct gpiod_line_config *config = gpiod_line_config_new();
    struct gpiod_request_config *request = gpiod_request_config_new();
    int reason = ENOMEM;

    lines->buffer = gpiod_edge_event_buffer_new(DEVICE_EDGES_MAX);
    if (settings && config && request && lines->buffer) {
        gpiod_request_config_set_consumer(request, DEVICE_CONSUMER);
        if (add_lines(lines, wiring, settings, config))
            lines->request = gpiod_chip_request_lines(lines->chip, request, config);
        reason = errno;
    }
    if (settings)
        gpiod_line_settings_free(settings);
    if (config)
        gpiod_line_config_free(config);
    if (request)
        gpiod_request_config_free(request);
    errno = reason;
    return lines->request != NULL;
}

device_fault device_lines_open(const device_wiring *wiring, device_lines *lines,
                               device_trouble *trouble)
{
    gpiod2_lines *opened = calloc(1, sizeof *opened);

    *lines = (device_lines){NULL, NULL};
    if (!opened)
        return device_trouble_set(trouble, DEVICE_FAULT_NO_MEMORY, NULL, NULL);
    device_trouble_set(trouble, DEVICE_OK, NULL, NULL);
    if (!find_chip(opened, wiring, trouble)) {
        free(opened);
        return trouble->fault;
    }
    if (!request_all(opened, wiring)) {
        device_trouble_set(trouble, device_fault_of_errno(errno), wiring->chip, NULL);
        close_lines(opened);
        return trouble->fault;
    }
    *lines = (device_lines){&kind, opened};
    return DEVICE_OK;
}

const char *device_lines_library(void)
{
    return "libgpiod 2";
}

#endif
