/*
 * kiosk/app/script.h: doing what a script says, without a window (docs/kiosk-script.md).
 *
 * A touch of a script goes the way of a finger: to the place of the part on the display, through
 * the gesture, to whatever is hit there. So a part that is covered or too far off fails.
 */
#ifndef QILI_KIOSK_APP_SCRIPT_H
#define QILI_KIOSK_APP_SCRIPT_H

#include "kiosk/app/app.h"
#include "kiosk/app/bell.h"

enum {
    KIOSK_SCRIPT_LINE_BYTES = 1024,   /* longest line, with its newline */
    KIOSK_SCRIPT_WAIT_MS = 120 * 1000 /* how long `wait` waits at most */
};

typedef struct kiosk_script {
    kiosk_app *app;
    kiosk_bell *bell;        /* that the app's workers ring */
    board_language language; /* of complaints */
    /* Stop where the script says `screen` with this code, or NULL */
    const char *stop_screen;
    bool stopped;  /* it did */
    int64_t ahead; /* milliseconds that the script's clock is ahead */
    int touches;   /* since `count` */
    const char *path;
    int line;
    bool failed;
} kiosk_script;

/* Runs the file; false: it failed, which was said on standard error with the line. */
bool kiosk_script_run(kiosk_script *script, const char *path);

/* Waits until nothing is under way; false: it was not done within the time. */
bool kiosk_script_settle(kiosk_script *script, int64_t most_ms);

#endif
