/* device/panel.c: the thread that reads the lines and lights the lamps. */
#include "device/panel.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MS_A_SECOND = 1000,
    NS_A_MS = 1000 * 1000,
    LATE_MS = 10 * 1000, /* an edge that is said to be older: its clock is another */
    POLL_MAX_MS = 60 * 1000
};

/* What the other threads ask for; under the mutex. */
typedef struct panel_wishes {
    device_glow glow[DEVICE_OUTPUTS];
    int64_t beep_until_ms;
    bool stop;
} panel_wishes;

struct device_panel {
    device_panel_options options;
    pthread_t thread;
    pthread_mutex_t mutex;
    int wake[2]; /* a pipe: read by the thread */
    panel_wishes wishes;
    device_panel_state state;
    /* Of the thread alone */
    device_lines lines;
    device_button buttons[DEVICE_INPUTS];
    bool lit[DEVICE_OUTPUTS];
    bool set_once; /* the outputs were set since the lines were opened */
    int64_t next_try_ms;
};

int64_t device_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * MS_A_SECOND + now.tv_nsec / NS_A_MS;
}

static bool is_wired(const device_panel *panel, int input)
{
    return panel->options.wiring.inputs[input].name[0] != '\0';
}

static device_button_times times_of(const device_panel *panel, int input)
{
    device_button_times times = panel->options.wiring.times;

    if (input == DEVICE_POWER_FAIL)
        times.debounce_ms = panel->options.wiring.power_fail_ms;
    return times;
}

/* Telling */

static void set_state(device_panel *panel, bool open, const device_trouble *trouble)
{
    pthread_mutex_lock(&panel->mutex);
    panel->state.open = open;
    panel->state.trouble = *trouble;
    if (!open) {
        panel->state.power_fail_stuck = false;
        panel->state.pressed = 0;
    }
    pthread_mutex_unlock(&panel->mutex);
}

static void set_stuck(device_panel *panel, bool stuck)
{
    pthread_mutex_lock(&panel->mutex);
    panel->state.power_fail_stuck = stuck;
    pthread_mutex_unlock(&panel->mutex);
}

static void set_pressed(device_panel *panel, int input, bool down)
{
    const unsigned bit = 1U << input;

    pthread_mutex_lock(&panel->mutex);
    panel->state.pressed = down ? panel->state.pressed | bit : panel->state.pressed & ~bit;
    pthread_mutex_unlock(&panel->mutex);
}

static void tell(device_panel *panel, device_input input, device_press press)
{
    device_event event = {.input = input, .held = press == DEVICE_PRESS_HELD};

    if (input == DEVICE_POWER_FAIL) {
        if (press != DEVICE_PRESS_DOWN)
            return;
    } else if (press == DEVICE_PRESS_DOWN) {
        return; /* short or long: that is not known yet */
    } else {
        device_panel_beep(panel, DEVICE_BEEP_MS);
    }
    if (panel->options.happened)
        panel->options.happened(panel->options.context, &event);
}

/* Buttons */

static void lose(device_panel *panel, device_fault fault)
{
    device_trouble trouble;

    device_lines_close(&panel->lines);
    panel->next_try_ms = device_now_ms() + panel->options.retry_ms;
    device_trouble_set(&trouble, fault, panel->options.wiring.chip, NULL);
    set_state(panel, false, &trouble);
}

/* All that is due of a button up to this time. */
static void run_button(device_panel *panel, int input, int64_t until_ms)
{
    device_button_times times = times_of(panel, input);
    device_button *button = &panel->buttons[input];
    bool was_down = button->down;
    device_press press;

    while ((press = device_button_run(button, &times, until_ms)) != DEVICE_PRESS_NONE)
        tell(panel, (device_input)input, press);
    if (was_down != button->down)
        set_pressed(panel, input, button->down);
    if (input == DEVICE_POWER_FAIL && was_down && !button->down)
        set_stuck(panel, false);
}

static void take_edges(device_panel *panel)
{
    device_edge edges[DEVICE_EDGES_MAX];
    size_t count = 0;
    device_fault fault =
        panel->lines.kind->read(panel->lines.lines, edges, DEVICE_EDGES_MAX, &count);
    int64_t now = device_now_ms();

    for (size_t i = 0; i < count; i++) {
        int input = (int)edges[i].input;
        int64_t at = edges[i].at_ms;

        if (at > now || at < now - LATE_MS)
            at = now;
        run_button(panel, input, at);
        device_button_edge(&panel->buttons[input], edges[i].active, at);
    }
    if (fault != DEVICE_OK)
        lose(panel, fault);
}

/* Asks the line; false: it is lost. */
static bool ask(device_panel *panel, int input, bool *active)
{
    device_fault fault = panel->lines.kind->level(panel->lines.lines, (device_input)input, active);

    if (fault != DEVICE_OK)
        lose(panel, fault);
    return fault == DEVICE_OK;
}

/* The kernel keeps only so many edges. Before anything follows from a button's level the line is
 * asked; where it says something else, and no edge on its way explains it, it is right. */
static bool agree(device_panel *panel, int input)
{
    bool active;

    if (!ask(panel, input, &active))
        return false;
    if (active == panel->buttons[input].raw)
        return true;
    take_edges(panel);
    if (!panel->lines.kind || !ask(panel, input, &active))
        return false;
    device_button_edge(&panel->buttons[input], active, device_now_ms());
    return true;
}

static void run_buttons(device_panel *panel)
{
    for (int i = 0; i < DEVICE_INPUTS; i++) {
        device_button_times times = times_of(panel, i);

        if (!is_wired(panel, i) || device_button_due(&panel->buttons[i], &times) > device_now_ms())
            continue;
        if (!agree(panel, i))
            return;
        run_button(panel, i, device_now_ms());
    }
}

/* Lamps */

/* Is it lit at this time? *change_ms: when that changes by time alone, if it is sooner. */
static bool is_lit(const panel_wishes *wishes, int output, int64_t now, int64_t *change_ms)
{
    int64_t half =
        wishes->glow[output] == DEVICE_GLOW_SLOW ? DEVICE_BLINK_SLOW_MS : DEVICE_BLINK_FAST_MS;
    int64_t change = now + half - now % half;
    bool on = now / half % 2 == 0;

    if (output == DEVICE_BUZZER) {
        on = now < wishes->beep_until_ms;
        change = on ? wishes->beep_until_ms : DEVICE_NEVER;
    } else if (wishes->glow[output] == DEVICE_GLOW_OFF || wishes->glow[output] == DEVICE_GLOW_ON) {
        on = wishes->glow[output] == DEVICE_GLOW_ON;
        change = DEVICE_NEVER;
    }
    if (change < *change_ms)
        *change_ms = change;
    return on;
}

/* Returns when a lamp changes next by time alone. */
static int64_t light(device_panel *panel, const panel_wishes *wishes)
{
    int64_t change = DEVICE_NEVER;
    int64_t now = device_now_ms();

    for (int i = 0; i < DEVICE_OUTPUTS && panel->lines.kind; i++) {
        bool on = is_lit(wishes, i, now, &change);

        if (panel->options.wiring.outputs[i].name[0] == '\0' ||
            (panel->set_once && on == panel->lit[i]))
            continue;
        device_fault fault = panel->lines.kind->set(panel->lines.lines, (device_output)i, on);
        panel->lit[i] = on;
        if (fault != DEVICE_OK)
            lose(panel, fault);
    }
    panel->set_once = true;
    return change;
}

static void put_out(device_panel *panel)
{
    static const panel_wishes none = {.beep_until_ms = 0};

    if (panel->lines.kind)
        light(panel, &none);
}

/* The thread */

static void open_lines(device_panel *panel)
{
    device_trouble trouble;
    bool active = false;
    device_fault fault = panel->options.open(&panel->options.wiring, &panel->lines, &trouble);

    if (fault != DEVICE_OK) {
        panel->lines.kind = NULL;
        panel->next_try_ms = device_now_ms() + panel->options.retry_ms;
        set_state(panel, false, &trouble);
        return;
    }
    device_trouble_set(&trouble, DEVICE_OK, NULL, NULL);
    set_state(panel, true, &trouble);
    panel->set_once = false;
    for (int i = 0; i < DEVICE_INPUTS; i++) {
        if (!is_wired(panel, i))
            continue;
        fault = panel->lines.kind->level(panel->lines.lines, (device_input)i, &active);
        if (fault != DEVICE_OK) {
            lose(panel, fault);
            return;
        }
        panel->buttons[i] = device_button_at(active, device_now_ms());
        set_pressed(panel, i, active);
        if (i == DEVICE_POWER_FAIL)
            set_stuck(panel, active);
    }
}

static int64_t next_due(const device_panel *panel, int64_t change_ms)
{
    int64_t due = change_ms;

    if (!panel->lines.kind)
        return panel->next_try_ms;
    for (int i = 0; i < DEVICE_INPUTS; i++) {
        device_button_times times = times_of(panel, i);
        int64_t mine =
            is_wired(panel, i) ? device_button_due(&panel->buttons[i], &times) : DEVICE_NEVER;

        due = mine < due ? mine : due;
    }
    return due;
}

/* Sleeps until an edge, a wish or this time. */
static void wait_until(device_panel *panel, int64_t due_ms)
{
    struct pollfd polled[DEVICE_INPUTS + 1];
    char bytes[64];
    size_t count = panel->lines.kind ? panel->lines.kind->polled(panel->lines.lines, polled) : 0;
    int64_t rest = due_ms == DEVICE_NEVER ? POLL_MAX_MS : due_ms - device_now_ms();

    rest = rest < 0 ? 0 : rest > POLL_MAX_MS ? POLL_MAX_MS : rest;
    polled[count] = (struct pollfd){.fd = panel->wake[0], .events = POLLIN};
    if (poll(polled, count + 1, (int)rest) > 0 && polled[count].revents & POLLIN) {
        while (read(panel->wake[0], bytes, sizeof bytes) > 0)
            continue;
    }
}

static void *run(void *context)
{
    device_panel *panel = context;
    bool wired = device_wiring_any(&panel->options.wiring);

    for (;;) {
        pthread_mutex_lock(&panel->mutex);
        panel_wishes wishes = panel->wishes;
        pthread_mutex_unlock(&panel->mutex);
        if (wishes.stop)
            break;
        if (wired && !panel->lines.kind && device_now_ms() >= panel->next_try_ms)
            open_lines(panel);
        if (panel->lines.kind)
            take_edges(panel);
        if (panel->lines.kind)
            run_buttons(panel);
        int64_t change = panel->lines.kind ? light(panel, &wishes) : DEVICE_NEVER;
        wait_until(panel, wired ? next_due(panel, change) : DEVICE_NEVER);
    }
    put_out(panel);
    device_lines_close(&panel->lines);
    return NULL;
}

static void wake(device_panel *panel)
{
    ssize_t written = write(panel->wake[1], "", 1); /* full: it wakes all the same */

    (void)written;
}

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

/* Signals are for the program's other threads. */
static int start_thread(device_panel *panel)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&panel->thread, NULL, run, panel);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

device_fault device_panel_start(const device_panel_options *options, device_panel **panel)
{
    device_panel *made = calloc(1, sizeof *made);

    *panel = NULL;
    if (!made)
        return DEVICE_FAULT_NO_MEMORY;
    made->options = *options;
    if (!made->options.open)
        made->options.open = device_lines_open;
    if (made->options.retry_ms <= 0)
        made->options.retry_ms = DEVICE_RETRY_MS;
    device_trouble_set(&made->state.trouble, DEVICE_FAULT_NOT_WIRED, NULL, NULL);
    for (int i = 0; i < DEVICE_INPUTS; i++)
        made->state.wired |= (unsigned)is_wired(made, i) << i;
    if (!make_pipe(made->wake)) {
        free(made);
        return DEVICE_FAULT_NO_MEMORY;
    }
    pthread_mutex_init(&made->mutex, NULL);
    if (start_thread(made) != 0) {
        pthread_mutex_destroy(&made->mutex);
        close(made->wake[0]);
        close(made->wake[1]);
        free(made);
        return DEVICE_FAULT_NO_MEMORY;
    }
    *panel = made;
    return DEVICE_OK;
}

void device_panel_stop(device_panel *panel)
{
    if (!panel)
        return;
    pthread_mutex_lock(&panel->mutex);
    panel->wishes.stop = true;
    pthread_mutex_unlock(&panel->mutex);
    wake(panel);
    pthread_join(panel->thread, NULL);
    pthread_mutex_destroy(&panel->mutex);
    close(panel->wake[0]);
    close(panel->wake[1]);
    free(panel);
}

void device_panel_glow(device_panel *panel, device_output lamp, device_glow glow)
{
    if (!panel || lamp == DEVICE_BUZZER)
        return;
    pthread_mutex_lock(&panel->mutex);
    bool other = panel->wishes.glow[lamp] != glow;
    panel->wishes.glow[lamp] = glow;
    pthread_mutex_unlock(&panel->mutex);
    if (other)
        wake(panel);
}

void device_panel_beep(device_panel *panel, int32_t milliseconds)
{
    if (!panel)
        return;
    if (milliseconds > DEVICE_BEEP_MS_MAX)
        milliseconds = DEVICE_BEEP_MS_MAX;
    pthread_mutex_lock(&panel->mutex);
    panel->wishes.beep_until_ms = device_now_ms() + milliseconds;
    pthread_mutex_unlock(&panel->mutex);
    wake(panel);
}

void device_panel_status(device_panel *panel, device_panel_state *state)
{
    pthread_mutex_lock(&panel->mutex);
    *state = panel->state;
    pthread_mutex_unlock(&panel->mutex);
}
