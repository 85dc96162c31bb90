/*
 * kiosk/app/fittings.h: what the kiosk has to do with the device that it runs on besides display
 * and touch: buttons, lamps, a failing supply, the service manager. Its configuration, too.
 *
 * The buttons come in as the keys that the window also takes; so what a button does is what a key
 * does. Without buttons and lamps everything else goes on.
 */
#ifndef QILI_KIOSK_APP_FITTINGS_H
#define QILI_KIOSK_APP_FITTINGS_H

#include <stdatomic.h>

#include "device/config.h"
#include "device/panel.h"
#include "kiosk/app/app.h"
#include "kiosk/app/options.h"
#include "kiosk/app/window.h"
#include "kiosk/app/words.h"

enum {
    KIOSK_STATUS_MS = 1000, /* between two looks at buttons and lamps */
    KIOSK_PRESSED_MS = 50   /* the same while the buttons are tested */
};

typedef struct kiosk_fittings {
    device_panel *panel; /* NULL: none could be started */
    kiosk_window *window;
    kiosk_app_voice voice;
    atomic_bool power_failed;
    bool ready;          /* the first frame was shown */
    bool said_trouble;   /* that there are no buttons was said */
    bool on_duty;        /* somebody was, at the last turn */
    kiosk_screen screen; /* of the last turn */
    int64_t beat_ms;     /* how often the service manager is told; 0: never */
    int64_t next_beat_ms, next_look_ms;
    char status[128]; /* as last told to the service manager */
} kiosk_fittings;

/*
 * Reads the configuration into *config, which has to stay, and fills in what the command line left
 * open. Without --config, a demonstration or a script does not look at the machine's. Wrong lines
 * are said on standard error; false: one of them is such that the kiosk must not start.
 */
bool kiosk_configure(kiosk_options *options, device_config *config);

/* How the program speaks, as the command line and the configuration want it. */
kiosk_app_voice kiosk_voice(const kiosk_options *options, const device_config *config);

/* Starts to listen; events go to the window. */
void kiosk_fittings_open(kiosk_fittings *fittings, const device_config *config,
                         kiosk_window *window, kiosk_app_voice voice);
void kiosk_fittings_close(kiosk_fittings *fittings);

/* For each turn of the window's loop; context: kiosk_fittings. `shown`: a frame was. */
void kiosk_fittings_turn(void *context, kiosk_app *app, bool shown);

/* The buttons as the settings show them; none while the lines are not there. */
kiosk_buttons kiosk_fittings_buttons(const device_panel_state *panel);

/* The key of a button; KIOSK_INPUTS: none (the supply fails). */
kiosk_input kiosk_fittings_key(const device_event *event);

/* How the lamps stand for what the bar shows of the device. */
void kiosk_fittings_lamps(const kiosk_device *device, device_glow glow[DEVICE_OUTPUTS]);

#endif
