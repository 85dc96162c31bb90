/* kiosk/screens/start.c: the first start: the event and its first arbiter, with a PIN. */
#include "kiosk/screens/screens_private.h"

static void put_field(screen_maker *screen, kiosk_rect *rect, const char *name, kiosk_word wanted,
                      const char *text, kiosk_field_kind field)
{
    kiosk_part *part;

    screen_put_paragraph(screen, rect, KIOSK_TEXT_SMALL, true, screen_word(screen, wanted));
    part = screen_put(screen, KIOSK_PART_FIELD, screen_cut_top(screen, rect, screen->unit), name,
                      text, screen_do_with(KIOSK_COMMAND_FIELD, (int32_t)field));
    kiosk_part_set_detail(part, screen_word(screen, KIOSK_WORD_TOUCH_TO_WRITE));
}

void screen_build_start(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, false);
    const kiosk_first *first = &screen->state->first;
    kiosk_rect who;
    kiosk_rect pin;

    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_START));
    who = areas.panel;
    if (screen->portrait)
        pin = screen_cut_bottom(screen, &who, screen_pin_height(screen));
    else
        pin = screen_cut_right(screen, &who, who.width * 2 / 5);
    screen_put_paragraph(screen, &who, KIOSK_TEXT_SMALL, false,
                         screen_word(screen, KIOSK_WORD_START_WHAT))
        ->tone = KIOSK_TONE_QUIET;
    put_field(screen, &who, "start.event", KIOSK_WORD_EVENT_NAME, first->event, KIOSK_FIELD_EVENT);
    put_field(screen, &who, "start.arbiter", KIOSK_WORD_ARBITER_NAME, first->arbiter,
              KIOSK_FIELD_ARBITER);
    screen_put_pin(screen, pin);
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
