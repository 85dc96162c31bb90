/*
 * kiosk/screens/overruled.c: the labels that the arbiter overruled, with his reasons, in words: on
 * the ruling, above the signature, and as the players read it.
 */
#include "kiosk/screens/ruling_private.h"

static void add_override(const screen_maker *screen, const judge_override *override,
                         screen_text *text)
{
    char move[BOARD_NOTATION_BYTES];

    ruling_write_move(screen, &screen->dispute->result, override->move, move);
    screen_add(text, move);
    screen_add(text, " ");
    screen_add(text, judge_override_word(override, screen->language));
    screen_add(text, screen_word(screen, KIOSK_WORD_BRACKET));
    screen_add(text, override->reason);
    screen_add(text, screen_word(screen, KIOSK_WORD_BRACKET_END));
}

const char *screen_overruled(const screen_maker *screen, screen_text *text)
{
    const kiosk_entered *entered = screen->dispute ? &screen->dispute->entered : NULL;

    screen_begin(text);
    if (!entered || entered->override_count == 0)
        return text->text;
    screen_add(text, screen_word(screen, KIOSK_WORD_OVERRULED_LIST));
    for (size_t i = 0; i < entered->override_count; i++) {
        if (i > 0)
            screen_add(text, screen_word(screen, KIOSK_WORD_LIST_COMMA));
        add_override(screen, &entered->overrides[i], text);
    }
    return text->text;
}

void ruling_put_overruled(screen_maker *screen, kiosk_rect *panel)
{
    int line = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1);
    int lines = (panel->height - screen->unit - 2 * screen->gap) / line;
    screen_text text;

    if (!screen_overruled(screen, &text)[0] || lines < 1)
        return;
    text.text[screen_text_fits(screen, text.text, KIOSK_TEXT_SMALL, panel->width, lines)] = '\0';
    int height = screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, false, panel->width);
    kiosk_part *part = screen_put_text(screen, screen_cut_bottom(screen, panel, height),
                                       KIOSK_TEXT_SMALL, text.text);
    kiosk_part_set_name(part, "ruling.overruled");
}
