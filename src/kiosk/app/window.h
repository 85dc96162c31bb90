/*
 * kiosk/app/window.h: the window, or the whole screen of the device: it shows the app's pixels and
 * hands fingers, mouse and keys to the app.
 *
 * The loop sleeps until something happens or is due. Touches come as finger events only: SDL makes
 * no mouse events of them and no finger events of the mouse, so that one touch never acts twice.
 */
#ifndef QILI_KIOSK_APP_WINDOW_H
#define QILI_KIOSK_APP_WINDOW_H

#include "kiosk/app/app.h"
#include "kiosk/app/bell.h"

typedef struct kiosk_window kiosk_window;

typedef struct kiosk_window_options {
    bool window; /* else the whole screen */
    int width, height;
    const char *title;
    const char *places; /* file to write the places of the parts to, or NULL */
    board_language language;
    kiosk_bell *bell; /* that the workers ring */
    /* For each turn of the loop; shown: a frame was since the start. May be NULL. */
    void (*turned)(void *context, kiosk_app *app, bool shown);
    void *turned_context;
} kiosk_window_options;

/* Opens the display; NULL: it cannot be, which was said on standard error in one line. */
kiosk_window *kiosk_window_open(const kiosk_window_options *options);
void kiosk_window_close(kiosk_window *window); /* NULL is allowed */

/* Its size in pixels, and pixels an inch, or KIOSK_DENSITY_OWN if it does not say. */
void kiosk_window_size(const kiosk_window *window, int *width, int *height, double *density);

/* To be called, from any thread, when there is something for the app to do. */
void kiosk_window_wake(kiosk_window *window);

/* From any thread: a button of the device; the program shall leave. */
void kiosk_window_press(kiosk_window *window, kiosk_input key);
void kiosk_window_leave(kiosk_window *window);

/* A turn of the loop takes at most so long, even if nothing happens; 0: as long as it likes. */
void kiosk_window_set_turn_limit(kiosk_window *window, int64_t milliseconds);

/* Runs until it is closed; false: something failed, which was said. */
bool kiosk_window_run(kiosk_window *window, kiosk_app *app);

#endif
