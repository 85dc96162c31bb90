/* kiosk/screens/start.c: the first start: the event and its first arbiter, with a PIN. */
#include "kiosk/screens/screens_private.h"

/* labelled: what is wanted stands above the field; else in it, until something is written. */
static void put_field(screen_maker *screen, kiosk_rect *rect, const char *name, kiosk_word wanted,
                      const char *text, kiosk_field_kind field, bool labelled)
{
    kiosk_part *part;

    if (labelled)
        screen_put_paragraph(screen, rect, KIOSK_TEXT_SMALL, true, screen_word(screen, wanted));
    part = screen_put(screen, KIOSK_PART_FIELD, screen_cut_top(screen, rect, screen->unit), name,
                      text, screen_do_with(KIOSK_COMMAND_FIELD, (int32_t)field));
    kiosk_part_set_detail(part, screen_word(screen, labelled ? KIOSK_WORD_TOUCH_TO_WRITE : wanted));
}

/* The fields come first, then their names, then what it is about, as far as there is room. */
static void put_names(screen_maker *screen, kiosk_rect who)
{
    const kiosk_first *first = &screen->state->first;
    const char *what = screen_word(screen, KIOSK_WORD_START_WHAT);
    const int label = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1) + screen->gap;
    int room = who.height + screen->gap - 2 * (screen->unit + screen->gap);
    const bool labelled = 2 * label <= room;

    room -= labelled ? 2 * label : 0;
    if (screen_text_height(screen, what, KIOSK_TEXT_SMALL, false, who.width) + screen->gap <= room)
        screen_put_paragraph(screen, &who, KIOSK_TEXT_SMALL, false, what)->tone = KIOSK_TONE_QUIET;
    put_field(screen, &who, "start.event", KIOSK_WORD_EVENT_NAME, first->event, KIOSK_FIELD_EVENT,
              labelled);
    put_field(screen, &who, "start.arbiter", KIOSK_WORD_ARBITER_NAME, first->arbiter,
              KIOSK_FIELD_ARBITER, labelled);
}

void screen_build_start(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, false);
    const kiosk_rect pin = screen_cut_pin(screen, &areas);

    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_START));
    put_names(screen, areas.panel);
    screen_put_pin(screen, pin);
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
