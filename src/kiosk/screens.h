/*
 * kiosk/screens.h: the screens there are.
 */
#ifndef QILI_KIOSK_SCREENS_H
#define QILI_KIOSK_SCREENS_H

#include <stdbool.h>

typedef enum kiosk_screen {
#define KIOSK_SCREEN(name, code, step) KIOSK_SCREEN_##name,
#include "kiosk/screens.def"
#undef KIOSK_SCREEN
    KIOSK_SCREENS
} kiosk_screen;

/* "hall"; NULL past the last. */
const char *kiosk_screen_code(kiosk_screen screen);

/* The screen with this code; false: there is none. */
bool kiosk_screen_of(const char *code, kiosk_screen *screen);

/* Is it a step of the bar at the top? */
bool kiosk_screen_is_step(kiosk_screen screen);

/* Is it one of training? */
static inline bool kiosk_screen_is_training(kiosk_screen screen)
{
    return screen >= KIOSK_SCREEN_TRAINING && screen <= KIOSK_SCREEN_PROGRESS;
}

#endif
