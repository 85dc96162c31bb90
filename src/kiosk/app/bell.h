/*
 * kiosk/app/bell.h: waking a loop that has no window, and the clock that all loops use.
 */
#ifndef QILI_KIOSK_APP_BELL_H
#define QILI_KIOSK_APP_BELL_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct kiosk_bell {
    pthread_mutex_t mutex;
    pthread_cond_t rung_condition;
    bool rung;
} kiosk_bell;

void kiosk_bell_open(kiosk_bell *bell);
void kiosk_bell_close(kiosk_bell *bell);

/* From any thread; context is a kiosk_bell. */
void kiosk_bell_ring(void *context);

/* Until it rings or has rung since the last time, or so many milliseconds have passed. */
void kiosk_bell_wait(kiosk_bell *bell, int64_t milliseconds);

/* Milliseconds of a clock that never goes back. */
int64_t kiosk_now_ms(void);

#endif
