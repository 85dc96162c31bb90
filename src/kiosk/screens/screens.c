/* kiosk/screens/screens.c: which screen is made. */
#include "kiosk/screens/screens.h"

#include "kiosk/screens/screens_private.h"

static void (*const builders[KIOSK_SCREENS])(screen_maker *screen) = {
    [KIOSK_SCREEN_HALL] = screen_build_hall,
    [KIOSK_SCREEN_GAME] = screen_build_game,
    [KIOSK_SCREEN_POSITION] = screen_build_position,
    [KIOSK_SCREEN_MOVES] = screen_build_moves,
    [KIOSK_SCREEN_RULING] = screen_build_ruling,
    [KIOSK_SCREEN_SIGN] = screen_build_sign,
    [KIOSK_SCREEN_ANNOUNCE] = screen_build_announce,
    [KIOSK_SCREEN_START] = screen_build_start,
    [KIOSK_SCREEN_SETTINGS] = screen_build_settings,
    [KIOSK_SCREEN_TRAINING] = screen_build_training,
    [KIOSK_SCREEN_STUDY] = screen_build_study,
    [KIOSK_SCREEN_QUIZ] = screen_build_quiz,
    [KIOSK_SCREEN_PROGRESS] = screen_build_progress,
    [KIOSK_SCREEN_DUTY] = screen_build_duty,
    [KIOSK_SCREEN_FOUL] = screen_build_foul,
    [KIOSK_SCREEN_RESULT] = screen_build_result,
    [KIOSK_SCREEN_WITHDRAW] = screen_build_withdraw,
    [KIOSK_SCREEN_AUDIT] = screen_build_audit,
    [KIOSK_SCREEN_TOUCH] = screen_build_touch,
    [KIOSK_SCREEN_RECORDS] = screen_build_records,
    [KIOSK_SCREEN_RECORD] = screen_build_record,
    [KIOSK_SCREEN_STICK] = screen_build_stick,
};

void kiosk_screen_build(const kiosk_state *state, const kiosk_metrics *metrics, kiosk_view *view)
{
    screen_maker screen = {
        .state = state,
        .metrics = metrics,
        .view = view,
        .dispute = kiosk_heard(state),
        .language = state->settings.language,
        .unit = metrics->unit,
        .gap = metrics->gap,
        .portrait = metrics->portrait,
        .tight = metrics->tight,
        .low = metrics->tight && !metrics->portrait,
    };

    kiosk_view_clear(view);
    view->unit = metrics->unit;
    builders[state->screen](&screen);
    screen_put_overlays(&screen);
}
