/* kiosk/screens.c: the names of the screens. */
#include "kiosk/screens.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *code;
    bool step;
} screens[KIOSK_SCREENS] = {
#define KIOSK_SCREEN(name, code, step) {code, step},
#include "kiosk/screens.def"
#undef KIOSK_SCREEN
};

const char *kiosk_screen_code(kiosk_screen screen)
{
    return screen < KIOSK_SCREENS ? screens[screen].code : NULL;
}

bool kiosk_screen_of(const char *code, kiosk_screen *screen)
{
    for (int i = 0; i < KIOSK_SCREENS; i++) {
        if (strcmp(screens[i].code, code) == 0) {
            *screen = (kiosk_screen)i;
            return true;
        }
    }
    return false;
}

bool kiosk_screen_is_step(kiosk_screen screen)
{
    return screen < KIOSK_SCREENS && screens[screen].step;
}
