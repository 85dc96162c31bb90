/* kiosk/screens/screens.c: which screen is made. */
#include "kiosk/screens/screens.h"

#include "kiosk/screens/screens_private.h"

static void (*const builders[KIOSK_SCREENS])(screen_maker *screen) = {
    [KIOSK_SCREEN_HALL] = screen_build_hall,
};

void kiosk_screen_build(const kiosk_state *state, const kiosk_metrics *metrics, kiosk_view *view)
{
    screen_maker screen = {
        .state = state,
        .metrics = metrics,
        .view = view,
        .dispute = kiosk_current(state),
        .language = state->settings.language,
        .unit = metrics->unit,
        .gap = metrics->gap,
        .portrait = metrics->portrait,
    };

    kiosk_view_clear(view);
    view->unit = metrics->unit;
    if (builders[state->screen]) {
        builders[state->screen](&screen);
    } else {
        screen_areas areas = screen_put_frame(&screen, false);

        screen_put_say(&screen, &areas);
        screen_put_bottom(&screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
    }
}
