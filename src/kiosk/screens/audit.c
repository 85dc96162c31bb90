/* kiosk/screens/audit.c: the audit of a claim by the move limit: who claims, what counts, why. */
#include "kiosk/screens/screens_private.h"

static void put_claimants(screen_maker *screen, kiosk_rect row)
{
    static const struct {
        ledger_claimant claimant;
        kiosk_word word;
        const char *name;
        kiosk_tone tone;
    } claimants[] = {
        {LEDGER_RED_CLAIMS, KIOSK_WORD_RED_CLAIMS, "audit.red", KIOSK_TONE_RED},
        {LEDGER_BLACK_CLAIMS, KIOSK_WORD_BLACK_CLAIMS, "audit.black", KIOSK_TONE_BLACK},
        {LEDGER_NOBODY_CLAIMS, KIOSK_WORD_NOBODY_CLAIMS, "audit.nobody", KIOSK_TONE_PLAIN},
    };
    enum { CLAIMANTS = sizeof claimants / sizeof *claimants };

    for (int i = 0; i < CLAIMANTS; i++) {
        kiosk_part *part = screen_put_button(
            screen, screen_column(screen, row, CLAIMANTS, i), claimants[i].name,
            screen_word(screen, claimants[i].word),
            screen_do_with(KIOSK_COMMAND_AUDIT_CLAIMANT, (int32_t)claimants[i].claimant));

        part->size = KIOSK_TEXT_SMALL;
        part->tone = claimants[i].tone;
        part->on = screen->state->audit.claimant == claimants[i].claimant;
    }
}

static kiosk_tone tone_of(ledger_audit_verdict verdict)
{
    switch (verdict) {
    case LEDGER_CLAIM_TRUE:
    case LEDGER_MAY_DRAW:
        return KIOSK_TONE_GOOD;
    case LEDGER_CLAIM_UNTRUE:
        return KIOSK_TONE_DANGER;
    default:
        return KIOSK_TONE_PLAIN;
    }
}

/* What the count rests on, a sentence each, as far as there is room. */
static void put_reasons(screen_maker *screen, kiosk_rect rect)
{
    static const ledger_audit_part parts[] = {LEDGER_AUDIT_CAPTURE, LEDGER_AUDIT_EARLIER,
                                              LEDGER_AUDIT_ROUNDS,  LEDGER_AUDIT_CHECKS,
                                              LEDGER_AUDIT_STOOD,   LEDGER_AUDIT_SETTING};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char text[LEDGER_AUDIT_TEXT_BYTES];

        ledger_audit_text(&screen->state->audit.result, parts[i], screen->language, text,
                          sizeof text);
        if (!text[0] ||
            screen_text_height(screen, text, KIOSK_TEXT_SMALL, false, rect.width) > rect.height)
            continue;
        screen_put_paragraph(screen, &rect, KIOSK_TEXT_SMALL, false, text);
    }
}

static void put_verdict(screen_maker *screen, kiosk_rect panel)
{
    const ledger_audit *audit = &screen->state->audit.result;
    char text[LEDGER_AUDIT_TEXT_BYTES];
    kiosk_text_size size = KIOSK_TEXT_LARGE;
    kiosk_part *part;

    ledger_audit_text(audit, LEDGER_AUDIT_VERDICT, screen->language, text, sizeof text);
    int width = panel.width - screen->metrics->large * 5 / 4;
    if (screen_text_height(screen, text, size, true, width) > panel.height / 2)
        size = KIOSK_TEXT_SMALL;
    int height = screen_text_height(screen, text, size, true, width);

    part = screen_put_text(screen, screen_cut_top(screen, &panel, height), size, text);
    part->strong = true;
    part->tone = tone_of(audit->verdict);
    kiosk_part_set_name(part, "audit.verdict");
    put_reasons(screen, panel);
}

void screen_build_audit(screen_maker *screen)
{
    const kiosk_audit *audit = &screen->state->audit;
    screen_areas areas = screen_put_frame(screen, false);

    if (screen->portrait)
        screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_LIMIT));
    put_claimants(screen, screen_cut_top(screen, &areas.panel, screen->unit));
    if (audit->problem.error == BOARD_OK) {
        put_verdict(screen, areas.panel);
    } else {
        kiosk_part *part =
            screen_put_paragraph(screen, &areas.panel, KIOSK_TEXT_BODY, true,
                                 board_error_text(audit->problem.error, screen->language));

        part->tone = KIOSK_TONE_DANGER;
        kiosk_part_set_name(part, "audit.problem");
    }
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, "audit.moves", screen_word(screen, KIOSK_WORD_MOVES),
                      screen_do_with(KIOSK_COMMAND_GO, KIOSK_SCREEN_MOVES));
}
