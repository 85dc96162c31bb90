/* tests/support/fake_lines.c: a chip in memory; a pipe stands for its descriptor. */
#include "support/fake_lines.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "device/panel.h"

typedef struct fake_chip {
    pthread_mutex_t mutex;
    int ends[2];
    bool there;
    bool level[DEVICE_INPUTS];
    bool lit[DEVICE_OUTPUTS];
    int lit_times[DEVICE_OUTPUTS];
    int opened;
    device_edge edges[DEVICE_EDGES_MAX];
    size_t waiting;
} fake_chip;

static fake_chip chip;

void fake_chip_begin(void)
{
    memset(&chip, 0, sizeof chip);
    pthread_mutex_init(&chip.mutex, NULL);
    if (pipe(chip.ends) == 0)
        fcntl(chip.ends[0], F_SETFL, O_NONBLOCK);
    chip.there = true;
}

void fake_chip_end(void)
{
    close(chip.ends[0]);
    close(chip.ends[1]);
    pthread_mutex_destroy(&chip.mutex);
}

static void ring(void)
{
    ssize_t written = write(chip.ends[1], "", 1);

    (void)written;
}

static void add_edge(device_input input, bool active)
{
    if (chip.waiting < DEVICE_EDGES_MAX)
        chip.edges[chip.waiting++] =
            (device_edge){.input = input, .active = active, .at_ms = device_now_ms()};
}

void fake_chip_set(device_input input, bool active)
{
    pthread_mutex_lock(&chip.mutex);
    chip.level[input] = active;
    add_edge(input, active);
    pthread_mutex_unlock(&chip.mutex);
    ring();
}

void fake_chip_set_silently(device_input input, bool active)
{
    pthread_mutex_lock(&chip.mutex);
    chip.level[input] = active;
    pthread_mutex_unlock(&chip.mutex);
}

void fake_chip_bounce(device_input input, bool active, int times)
{
    pthread_mutex_lock(&chip.mutex);
    for (int i = 0; i < times; i++) {
        add_edge(input, !active);
        add_edge(input, active);
    }
    pthread_mutex_unlock(&chip.mutex);
    ring();
}

void fake_chip_pull(bool there)
{
    pthread_mutex_lock(&chip.mutex);
    chip.there = there;
    chip.waiting = 0;
    pthread_mutex_unlock(&chip.mutex);
    ring();
}

int fake_chip_opened(void)
{
    pthread_mutex_lock(&chip.mutex);
    int opened = chip.opened;
    pthread_mutex_unlock(&chip.mutex);
    return opened;
}

bool fake_chip_is_lit(device_output output)
{
    pthread_mutex_lock(&chip.mutex);
    bool lit = chip.lit[output];
    pthread_mutex_unlock(&chip.mutex);
    return lit;
}

int fake_chip_lit(device_output output)
{
    pthread_mutex_lock(&chip.mutex);
    int times = chip.lit_times[output];
    pthread_mutex_unlock(&chip.mutex);
    return times;
}

/* What the panel calls */

static size_t polled(void *lines, struct pollfd polled[DEVICE_INPUTS])
{
    (void)lines;
    polled[0] = (struct pollfd){.fd = chip.ends[0], .events = POLLIN};
    return 1;
}

static device_fault read_edges(void *lines, device_edge *edges, size_t room, size_t *count)
{
    char bytes[64];

    (void)lines;
    while (read(chip.ends[0], bytes, sizeof bytes) > 0)
        continue;
    pthread_mutex_lock(&chip.mutex);
    *count = chip.waiting < room ? chip.waiting : room;
    memcpy(edges, chip.edges, *count * sizeof *edges);
    chip.waiting = 0;
    bool there = chip.there;
    pthread_mutex_unlock(&chip.mutex);
    return there ? DEVICE_OK : DEVICE_FAULT_LINE_LOST;
}

static device_fault level(void *lines, device_input input, bool *active)
{
    (void)lines;
    pthread_mutex_lock(&chip.mutex);
    *active = chip.level[input];
    bool there = chip.there;
    pthread_mutex_unlock(&chip.mutex);
    return there ? DEVICE_OK : DEVICE_FAULT_LINE_LOST;
}

static device_fault set(void *lines, device_output output, bool on)
{
    (void)lines;
    pthread_mutex_lock(&chip.mutex);
    chip.lit_times[output] += on && !chip.lit[output];
    chip.lit[output] = on;
    bool there = chip.there;
    pthread_mutex_unlock(&chip.mutex);
    return there ? DEVICE_OK : DEVICE_FAULT_LINE_LOST;
}

static void close_lines(void *lines)
{
    (void)lines;
}

device_fault fake_chip_open(const device_wiring *wiring, device_lines *lines,
                            device_trouble *trouble)
{
    static const device_lines_kind kind = {polled, read_edges, level, set, close_lines};

    pthread_mutex_lock(&chip.mutex);
    bool there = chip.there;
    chip.opened += there;
    chip.waiting = 0;
    pthread_mutex_unlock(&chip.mutex);
    if (!there)
        return device_trouble_set(trouble, DEVICE_FAULT_NO_CHIP, wiring->chip, NULL);
    *lines = (device_lines){&kind, &chip};
    return DEVICE_OK;
}
