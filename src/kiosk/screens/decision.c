/* kiosk/screens/decision.c: the chief arbiter's decision on a ruling: which, by whom, why. */
#include "kiosk/screens/screens_private.h"

/* "改判：和棋 — 张三 14:05。理由：…" */
static void write_decision(const screen_maker *screen, const kiosk_decision *decision,
                           screen_text *text)
{
    screen_text more;

    screen_begin(text);
    if (decision->kind == LEDGER_RULING_UPHELD)
        screen_add(text, screen_word(screen, KIOSK_WORD_DECISION_UPHELD));
    else if (decision->withdrawn)
        screen_add(text, screen_word(screen, KIOSK_WORD_DECISION_WITHDRAWN));
    else
        screen_add(text, screen_fill(screen, &more, KIOSK_WORD_DECISION_OVERRULED,
                                     screen_outcome_short(screen, decision->outcome)));
    screen_add(text, " — ");
    screen_add(text, decision->by);
    screen_add(text, " ");
    screen_add(text, screen_clock(screen, &more, decision->time_ms));
    if (decision->reason[0] != '\0') {
        screen_add(text, "  ");
        screen_add(text, screen_fill(screen, &more, KIOSK_WORD_DECISION_REASON, decision->reason));
    }
}

void screen_put_decision(screen_maker *screen, kiosk_rect *panel, const kiosk_decision *decision,
                         bool from_below)
{
    const int line = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1);
    const int most = screen_rows_in(screen, *panel, line) / 3; /* the rest is for the screen */
    screen_text text;

    if (decision == NULL || panel->height < line)
        return;
    write_decision(screen, decision, &text);
    const int width = panel->width - screen->metrics->small * 5 / 4; /* beside the sign */
    text.text[screen_text_fits(screen, text.text, KIOSK_TEXT_SMALL, width, most > 1 ? most : 1)] =
        '\0';
    const int height = screen_text_height(screen, text.text, KIOSK_TEXT_SMALL, true, width);
    kiosk_part *part = screen_put_text(screen,
                                       from_below ? screen_cut_bottom(screen, panel, height)
                                                  : screen_cut_top(screen, panel, height),
                                       KIOSK_TEXT_SMALL, text.text);
    part->strong = true;
    part->tone = decision->kind == LEDGER_RULING_UPHELD ? KIOSK_TONE_GOOD : KIOSK_TONE_WARNING;
    kiosk_part_set_name(part, "decision");
}
