/* kiosk/app/bell.c: waking a loop that has no window; the clock. */
#include "kiosk/app/bell.h"

#include <time.h>

enum { MS_A_SECOND = 1000, NS_A_MS = 1000 * 1000, NS_A_SECOND = 1000 * 1000 * 1000 };

void kiosk_bell_open(kiosk_bell *bell)
{
    pthread_condattr_t attributes;

    pthread_mutex_init(&bell->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&bell->rung_condition, &attributes);
    pthread_condattr_destroy(&attributes);
    bell->rung = false;
}

void kiosk_bell_close(kiosk_bell *bell)
{
    pthread_cond_destroy(&bell->rung_condition);
    pthread_mutex_destroy(&bell->mutex);
}

void kiosk_bell_ring(void *context)
{
    kiosk_bell *bell = context;

    pthread_mutex_lock(&bell->mutex);
    bell->rung = true;
    pthread_cond_signal(&bell->rung_condition);
    pthread_mutex_unlock(&bell->mutex);
}

void kiosk_bell_wait(kiosk_bell *bell, int64_t milliseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(milliseconds / MS_A_SECOND);
    until.tv_nsec += (long)(milliseconds % MS_A_SECOND * NS_A_MS);
    if (until.tv_nsec >= NS_A_SECOND) {
        until.tv_sec++;
        until.tv_nsec -= NS_A_SECOND;
    }
    pthread_mutex_lock(&bell->mutex);
    while (!bell->rung) {
        if (pthread_cond_timedwait(&bell->rung_condition, &bell->mutex, &until) != 0)
            break;
    }
    bell->rung = false;
    pthread_mutex_unlock(&bell->mutex);
}

int64_t kiosk_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * MS_A_SECOND + now.tv_nsec / NS_A_MS;
}
