/*
 * device/lines_gpiod2.c: the lines by libgpiod 2 (Debian 13, Raspberry Pi OS). All lines are one
 * request with one descriptor.
 */
#include "device/lines_private.h"

#if DEVICE_GPIOD == 2

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

typedef struct gpiod2_lines {
    struct gpiod_chip *chip;
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *buffer;
    int numbers[DEVICE_WIRED]; /* of the inputs, then of the outputs; -1: not wired */
} gpiod2_lines;

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
    bool there = false;
    device_fault fault = device_look(gpiod_line_request_get_fd(lines->request), &there);

    *count = 0;
    if (fault != DEVICE_OK || !there)
        return fault;
    int got = gpiod_line_request_read_edge_events(lines->request, lines->buffer, room);
    if (got < 0)
        return DEVICE_FAULT_LINE_LOST;
    for (int i = 0; i < got; i++) {
        struct gpiod_edge_event *event =
            gpiod_edge_event_buffer_get_event(lines->buffer, (unsigned long)i);
        device_edge edge = {
            .active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
            .at_ms = (int64_t)(gpiod_edge_event_get_timestamp_ns(event) / DEVICE_NS_A_MS)};

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

const device_lines_kind device_gpiod_kind = {polled, read_edges, level, set, close_lines};

/* Opening */

void *device_gpiod_new(void)
{
    gpiod2_lines *lines = calloc(1, sizeof *lines);

    for (int i = 0; lines && i < DEVICE_WIRED; i++)
        lines->numbers[i] = -1;
    return lines;
}

bool device_gpiod_is_wanted(struct gpiod_chip *chip, const char *wanted, const char *path)
{
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);

    if (!info)
        return false;
    bool found = device_is_wanted(wanted, path, gpiod_chip_info_get_name(info),
                                  gpiod_chip_info_get_label(info));
    gpiod_chip_info_free(info);
    return found;
}

static size_t line_count(struct gpiod_chip *chip)
{
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    size_t count = info ? gpiod_chip_info_get_num_lines(info) : 0;

    if (info)
        gpiod_chip_info_free(info);
    return count;
}

bool device_gpiod_find(void *context, struct gpiod_chip *chip, int i, const char *name)
{
    gpiod2_lines *lines = context;
    int number = device_line_number(name);

    if (number < 0)
        number = gpiod_chip_get_line_offset_from_name(chip, name);
    else if ((size_t)number >= line_count(chip))
        number = -1;
    lines->numbers[i] = number;
    return number >= 0;
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
    for (int i = 0; i < DEVICE_WIRED; i++) {
        if (lines->numbers[i] < 0)
            continue;
        unsigned number = (unsigned)lines->numbers[i];

        gpiod_line_settings_reset(settings);
        if (i < DEVICE_INPUTS)
            set_input(settings, wiring->bias);
        else
            gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
        gpiod_line_settings_set_active_low(settings, device_wired_line(wiring, i)->active_low);
        if (gpiod_line_config_add_line_settings(config, &number, 1, settings) != 0)
            return false;
    }
    return true;
}

bool device_gpiod_request(void *context, struct gpiod_chip *chip, const device_wiring *wiring,
                          device_trouble *trouble)
{
    gpiod2_lines *lines = context;
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    struct gpiod_line_config *config = gpiod_line_config_new();
    struct gpiod_request_config *request = gpiod_request_config_new();
    int reason = ENOMEM;

    lines->chip = chip;
    lines->buffer = gpiod_edge_event_buffer_new(DEVICE_EDGES_MAX);
    if (settings && config && request && lines->buffer) {
        gpiod_request_config_set_consumer(request, DEVICE_CONSUMER);
        if (add_lines(lines, wiring, settings, config))
            lines->request = gpiod_chip_request_lines(chip, request, config);
        reason = errno;
    }
    if (settings)
        gpiod_line_settings_free(settings);
    if (config)
        gpiod_line_config_free(config);
    if (request)
        gpiod_request_config_free(request);
    if (!lines->request)
        device_trouble_set(trouble, device_fault_of_errno(reason), wiring->chip, NULL);
    return lines->request != NULL;
}

#endif
