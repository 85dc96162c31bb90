/*
 * device/panel.h: the buttons, lamps, buzzer and power-fail line of the device, on a thread of
 * their own. Without them, or when they go away, the program runs on: device_panel_status says how
 * it stands, and the panel goes on trying.
 */
#ifndef QILI_DEVICE_PANEL_H
#define QILI_DEVICE_PANEL_H

#include "device/lines.h"

enum {
    DEVICE_RETRY_MS = 2000,     /* between two tries to open lines that are not there */
    DEVICE_BLINK_SLOW_MS = 500, /* lit, and dark again */
    DEVICE_BLINK_FAST_MS = 125,
    DEVICE_BEEP_MS = 40, /* that a press was taken */
    DEVICE_BEEP_MS_MAX = 2000
};

typedef struct device_event {
    device_input input;
    bool held; /* a long press */
} device_event;

typedef enum device_glow {
    DEVICE_GLOW_OFF = 0,
    DEVICE_GLOW_ON,
    DEVICE_GLOW_SLOW, /* blinks */
    DEVICE_GLOW_FAST
} device_glow;

typedef struct device_panel_options {
    device_wiring wiring;
    /* Opens the lines; NULL: device_lines_open. A test gives its own. */
    device_fault (*open)(const device_wiring *wiring, device_lines *lines, device_trouble *trouble);
    /* Called on the panel's thread; must not call device_panel_stop. */
    void (*happened)(void *context, const device_event *event);
    void *context;
    int32_t retry_ms; /* 0: DEVICE_RETRY_MS */
} device_panel_options;

typedef struct device_panel_state {
    bool open;              /* the lines are there */
    device_trouble trouble; /* why not; NOT_WIRED: nothing was wired */
    bool power_fail_stuck; /* the power-fail line says so since the lines were opened: not heeded */
    unsigned wired;   /* bit by device_input: the inputs that the configuration names */
    unsigned pressed; /* of these: held down now; 0 while the lines are not there */
} device_panel_state;

typedef struct device_panel device_panel;

/* Starts the thread. Lines that are not there are no fault. Faults: NO_MEMORY (also: no thread). */
device_fault device_panel_start(const device_panel_options *options, device_panel **panel);

/* Ends the thread, with all lamps out. NULL is allowed. */
void device_panel_stop(device_panel *panel);

/* From any thread; nothing waits for a line. */
void device_panel_glow(device_panel *panel, device_output lamp, device_glow glow);
void device_panel_beep(device_panel *panel, int32_t milliseconds); /* at most DEVICE_BEEP_MS_MAX */
void device_panel_status(device_panel *panel, device_panel_state *state);

/* CLOCK_MONOTONIC in milliseconds. */
int64_t device_now_ms(void);

#endif
