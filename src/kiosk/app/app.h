/*
 * kiosk/app/app.h: the kiosk without a window: input goes in, a picture comes out.
 *
 *     finger, mouse, keys -> gesture, focus -> command -> kiosk_apply -> view -> canvas
 *                                                   \-> jobs -> workers -> kiosk_receive -/
 *
 * The window (app/window.h) and scripts (app/script.h) both drive it; so what a script does is what
 * a hand does.
 */
#ifndef QILI_KIOSK_APP_APP_H
#define QILI_KIOSK_APP_APP_H

#include "kiosk/app/focus.h"
#include "kiosk/app/gesture.h"
#include "kiosk/app/link.h"
#include "kiosk/app/workers.h"
#include "kiosk/flow/state.h"

enum {
    KIOSK_LINK_MS = 500,  /* between two looks at the connection */
    KIOSK_TICK_MS = 100,  /* between two ticks, and two looks at a search */
    KIOSK_DENSITY_OWN = 0 /* of a display that does not say: as if it measured 7 inches across */
};

typedef enum kiosk_input {
    KIOSK_INPUT_TAB,
    KIOSK_INPUT_TAB_BACK,
    KIOSK_INPUT_LEFT,
    KIOSK_INPUT_RIGHT,
    KIOSK_INPUT_UP,
    KIOSK_INPUT_DOWN,
    KIOSK_INPUT_ENTER,
    KIOSK_INPUT_ESCAPE,
    KIOSK_INPUT_BACKSPACE,
    KIOSK_INPUT_PAGE_UP,
    KIOSK_INPUT_PAGE_DOWN,
    KIOSK_INPUT_UNDO,
    KIOSK_INPUT_REDO,
    KIOSK_INPUT_FOUL_RED, /* also a button of the table */
    KIOSK_INPUT_FOUL_BLACK,
    KIOSK_INPUT_CONFIRM, /* the likely next step, wherever the keyboard is */
    KIOSK_INPUT_HOME,
    KIOSK_INPUTS
} kiosk_input;

typedef struct kiosk_app_options {
    const char *assets;        /* folder */
    int width, height;         /* of the display, pixels */
    double density;            /* pixels an inch, or KIOSK_DENSITY_OWN */
    int64_t wall_ms;           /* what the bar's clock shows, UTC, for pictures; 0: the time */
    bool storage;              /* the free space of the journal's disk is looked at */
    const char *name;          /* of this device for people, to enrol with; may be NULL */
    kiosk_link *link;          /* to the event office, or NULL: none; the caller's */
    kiosk_performer performer; /* does the jobs, and is told to wake the loop */
} kiosk_app_options;

typedef struct kiosk_app kiosk_app;

/* Takes the state over, also when it fails. Errors of the theme, the fonts, the canvas. Nothing is
 * asked of the workers before the first command: kiosk_start belongs to the caller. */
board_error kiosk_app_open(const kiosk_app_options *options, kiosk_state *state, kiosk_app **app,
                           board_problem *problem);

/* Ends the workers and frees all. NULL is allowed. */
void kiosk_app_close(kiosk_app *app);

const kiosk_state *kiosk_app_state(const kiosk_app *app);

/* The view of the state as it is now. */
const kiosk_view *kiosk_app_view(kiosk_app *app);
const kiosk_metrics *kiosk_app_metrics(const kiosk_app *app);

/* Another size of the display. */
board_error kiosk_app_resize(kiosk_app *app, int width, int height);

/* Where a finger is that the glass tells to be there, 0..1 of the display: calibrated, unless the
 * crosses are waited for. */
void kiosk_app_touched(const kiosk_app *app, double across, double down, int *x, int *y);

/* now_ms is everywhere of the same clock, which never goes back. */

/* Asks for the hall and goes on with what was open. */
void kiosk_app_start(kiosk_app *app, int64_t now_ms);

/* A command from anywhere. */
void kiosk_app_give(kiosk_app *app, const kiosk_command *command, int64_t now_ms);

/* A pointer in pixels of the display. */
void kiosk_app_down(kiosk_app *app, int x, int y, int64_t now_ms);
void kiosk_app_move(kiosk_app *app, int x, int y, int64_t now_ms);
void kiosk_app_up(kiosk_app *app, int x, int y, int64_t now_ms);
void kiosk_app_lost(kiosk_app *app); /* the pointer is gone without an up */

/* The wheel: so many rows further. */
void kiosk_app_wheel(kiosk_app *app, int rows, int64_t now_ms);

void kiosk_app_key(kiosk_app *app, kiosk_input key, int64_t now_ms);
void kiosk_app_type(kiosk_app *app, const char *text, int64_t now_ms); /* UTF-8 */

/* Does what is due: takes jobs back, ticks, long presses, the clock of the bar. */
void kiosk_app_run(kiosk_app *app, int64_t now_ms);

/* What the settings show of the buttons of the device. */
void kiosk_app_buttons(kiosk_app *app, const kiosk_buttons *buttons);

/* In how many milliseconds kiosk_app_run is due if nothing happens before; never below 0. */
int64_t kiosk_app_due(const kiosk_app *app, int64_t now_ms);

/* Nothing is under way and nothing changes by time alone, but for the clock. */
bool kiosk_app_is_quiet(const kiosk_app *app);

/* Are jobs under way? */
bool kiosk_app_is_busy(const kiosk_app *app);

/* Paints what has changed since the last time. *canvas belongs to the app and is valid until it is
 * painted again. Returns the area that has changed, in pixels of the canvas; its width is 0 if
 * nothing has. */
kiosk_rect kiosk_app_paint(kiosk_app *app, kiosk_canvas **canvas);

/* Is the canvas shown turned by a quarter, clockwise, since the setting wants the other
 * orientation than the display has? */
bool kiosk_app_is_sideways(const kiosk_app *app);

/* Where a point of the view stands on the display: the inverse of what happens to a pointer. */
void kiosk_app_display_point(kiosk_app *app, int *x, int *y);

/* A rect of the view on the display. */
kiosk_rect kiosk_app_display_rect(kiosk_app *app, kiosk_rect rect);

#endif
