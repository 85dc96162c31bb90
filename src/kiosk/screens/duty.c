/* kiosk/screens/duty.c: the lock screen: who is on duty from now on, and his PIN. */
#include "kiosk/screens/screens_private.h"

void screen_build_duty(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, false);
    const bool locked = screen->state->duty.locked;
    kiosk_rect who;
    kiosk_rect pin;
    kiosk_part *part;

    pin = screen_cut_pin(screen, &areas);
    screen_put_title(screen, &areas,
                     screen_word(screen, locked ? KIOSK_WORD_LOCKED : KIOSK_WORD_DUTY));
    who = areas.panel;
    part = screen_put_paragraph(
        screen, &who, KIOSK_TEXT_SMALL, false,
        screen_word(screen, locked ? KIOSK_WORD_LOCKED_WHAT : KIOSK_WORD_DUTY_WHAT));
    part->tone = KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "duty.what");
    part = screen_put_paragraph(screen, &who, KIOSK_TEXT_SMALL, true,
                                screen_word(screen, KIOSK_WORD_WHO_IS_ON_DUTY));
    part->tone = KIOSK_TONE_QUIET;
    screen_put_arbiters(screen, who);
    screen_put_pin(screen, pin);
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}

void screen_put_duty(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_duty *duty = &screen->state->duty;
    kiosk_part *part = screen_put_button(
        screen, rect, "duty", duty->on ? duty->name : screen_word(screen, KIOSK_WORD_NOBODY),
        screen_do(duty->on ? KIOSK_COMMAND_DUTY_OFF : KIOSK_COMMAND_DUTY));

    kiosk_part_set_detail(
        part, screen_word(screen, duty->on ? KIOSK_WORD_DUTY_LOCK : KIOSK_WORD_DUTY_BEGIN));
    part->size = KIOSK_TEXT_SMALL;
}
