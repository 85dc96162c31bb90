/*
 * kiosk/app/watchdog.c: counts looks at which the loop has not turned.
 *
 * Looks are counted and not the clock's time: while the whole program is stopped, or the machine
 * sleeps, the watchdog sleeps, too, and its next look is one look and no more.
 */
#include "kiosk/app/watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct kiosk_watchdog {
    pthread_t thread;
    pthread_mutex_t mutex; /* of `ending` */
    pthread_cond_t end;
    bool ending;
    int64_t limit_ms;
    kiosk_watchdog_say say;
    void *context;
    atomic_uint turns;
    _Atomic(const char *) where;
    _Atomic(const char *) screen;
    _Atomic(int64_t) rest_ms;
};

/* One look's time, in milliseconds. */
static int64_t pause_of(const kiosk_watchdog *watchdog)
{
    const int64_t pause = watchdog->limit_ms / KIOSK_WATCHDOG_LOOKS;

    return pause > 0 ? pause : 1;
}

/* False: the end has come. */
static bool pause_until_next_look(kiosk_watchdog *watchdog)
{
    const int64_t pause = pause_of(watchdog);
    struct timespec until;
    bool ending;
    int result = 0;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(pause / 1000);
    until.tv_nsec += (long)(pause % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&watchdog->mutex);
    while (!watchdog->ending && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&watchdog->end, &watchdog->mutex, &until);
    ending = watchdog->ending;
    pthread_mutex_unlock(&watchdog->mutex);
    return !ending;
}

static void *watch(void *argument)
{
    kiosk_watchdog *watchdog = argument;
    unsigned seen = atomic_load(&watchdog->turns);
    int64_t still_ms = 0;

    while (pause_until_next_look(watchdog)) {
        const unsigned turns = atomic_load(&watchdog->turns);

        still_ms = turns == seen ? still_ms + pause_of(watchdog) : 0;
        seen = turns;
        if (still_ms >= watchdog->limit_ms + atomic_load(&watchdog->rest_ms)) {
            watchdog->say(watchdog->context, atomic_load(&watchdog->where),
                          atomic_load(&watchdog->screen));
            abort();
        }
    }
    return NULL;
}

kiosk_watchdog *kiosk_watchdog_start(int64_t limit_ms, kiosk_watchdog_say say, void *context)
{
    kiosk_watchdog *watchdog = calloc(1, sizeof *watchdog);
    pthread_condattr_t attributes;

    if (!watchdog)
        return NULL;
    watchdog->limit_ms = limit_ms;
    watchdog->say = say;
    watchdog->context = context;
    atomic_init(&watchdog->turns, 0);
    atomic_init(&watchdog->where, "");
    atomic_init(&watchdog->screen, "");
    atomic_init(&watchdog->rest_ms, 0);
    pthread_mutex_init(&watchdog->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watchdog->end, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&watchdog->thread, NULL, watch, watchdog) != 0) {
        pthread_cond_destroy(&watchdog->end);
        pthread_mutex_destroy(&watchdog->mutex);
        free(watchdog);
        return NULL;
    }
    return watchdog;
}

void kiosk_watchdog_turn(kiosk_watchdog *watchdog, const char *where, const char *screen,
                         int64_t rest_ms)
{
    if (!watchdog)
        return;
    atomic_store(&watchdog->where, where);
    atomic_store(&watchdog->screen, screen);
    atomic_store(&watchdog->rest_ms, rest_ms > 0 ? rest_ms : 0);
    atomic_fetch_add(&watchdog->turns, 1);
}

void kiosk_watchdog_end(kiosk_watchdog *watchdog)
{
    if (!watchdog)
        return;
    pthread_mutex_lock(&watchdog->mutex);
    watchdog->ending = true;
    pthread_cond_signal(&watchdog->end);
    pthread_mutex_unlock(&watchdog->mutex);
    pthread_join(watchdog->thread, NULL);
    pthread_cond_destroy(&watchdog->end);
    pthread_mutex_destroy(&watchdog->mutex);
    free(watchdog);
}
