/*
 * kiosk/app/watchdog.h: a thread that sees that the main loop turns. A loop that stands still is a
 * frozen screen: the program says where it stood and aborts, so that it is started again and comes
 * back to where the work was.
 */
#ifndef QILI_KIOSK_APP_WATCHDOG_H
#define QILI_KIOSK_APP_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

enum {
    KIOSK_WATCHDOG_MS =
        10 * 1000,            /* longest time between two turns: painting takes 0.1 s at most */
    KIOSK_WATCHDOG_LOOKS = 20 /* how often it looks in that time */
};

typedef struct kiosk_watchdog kiosk_watchdog;

/* Called from the watchdog's thread before it aborts: says on the terminal where the loop stood.
 * Both are static texts. */
typedef void (*kiosk_watchdog_say)(void *context, const char *where, const char *screen);

/* limit_ms: KIOSK_WATCHDOG_MS, less in tests. NULL: there can be no thread. */
kiosk_watchdog *kiosk_watchdog_start(int64_t limit_ms, kiosk_watchdog_say say, void *context);

/* The loop is here now, and will be elsewhere within the limit, or within rest_ms more if it waits
 * for an event. `where` and `screen` are static texts. NULL does nothing. */
void kiosk_watchdog_turn(kiosk_watchdog *watchdog, const char *where, const char *screen,
                         int64_t rest_ms);

/* NULL is allowed. */
void kiosk_watchdog_end(kiosk_watchdog *watchdog);

#endif
