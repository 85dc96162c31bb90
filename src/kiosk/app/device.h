/*
 * kiosk/app/device.h: what the app sees of the device for the bar: the clock, and whether it was
 * set back.
 */
#ifndef QILI_KIOSK_APP_DEVICE_H
#define QILI_KIOSK_APP_DEVICE_H

#include "kiosk/flow/state.h"

enum { KIOSK_CLOCK_JUMP_MS = 2000 }; /* less is a clock being corrected */

/* The clock as it ran when it was last looked at. All zero: not yet. */
typedef struct kiosk_clock_watch {
    bool seen;
    int64_t ahead_ms; /* of the clock that never goes back */
} kiosk_clock_watch;

/* wall_ms: UTC; now_ms: of the clock that never goes back. By how many milliseconds the wall clock
 * was set back since the last look; 0: it was not. */
int64_t kiosk_clock_set_back(kiosk_clock_watch *watch, int64_t wall_ms, int64_t now_ms);

/* UTC now; 0: the system does not say. */
int64_t kiosk_wall_ms(void);

/* The time to the minute, and how far the local time is from UTC. */
void kiosk_device_look_at_clock(kiosk_device *device);

#endif
