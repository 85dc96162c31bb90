/* kiosk/screens/sign.c: what is signed, in a full sentence; who signs; the PIN. */
#include "judge/words.h"
#include "kiosk/screens/screens_private.h"

enum { ARBITER_WIDTH = 36 /* tenths of a unit */ };

void screen_put_arbiters(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_hall *hall = screen->state->hall;
    int count = hall ? (int)hall->arbiter_count : 0;
    int columns = screen_columns_in(screen, rect, screen->unit * ARBITER_WIDTH / 10);
    int height = screen->unit;
    screen_list list = screen_begin_list(screen, &rect, (count + columns - 1) / columns, height);

    for (int i = 0; i < list.visible * columns; i++) {
        int index = list.first * columns + i;
        kiosk_rect row = {rect.x, rect.y + i / columns * (height + screen->gap), rect.width,
                          height};

        if (index >= count)
            break;
        const kiosk_arbiter *arbiter = &hall->arbiters[index];
        kiosk_part *part =
            screen_put_button(screen, screen_column(screen, row, columns, i % columns), "",
                              arbiter->name, screen_do_with(KIOSK_COMMAND_ARBITER, index));

        kiosk_part_set_name(part, "sign.arbiter.%d", index + 1);
        kiosk_part_set_detail(
            part, screen_word(screen, arbiter->role == LEDGER_CHIEF_ARBITER ? KIOSK_WORD_CHIEF
                                      : arbiter->role == LEDGER_ORGANISER   ? KIOSK_WORD_ORGANISER
                                                                            : KIOSK_WORD_ARBITER));
        if (screen->state->screen == KIOSK_SCREEN_SETTINGS) {
            screen_text text;

            screen_begin(&text);
            screen_add(&text, part->detail);
            screen_add(&text, "  ");
            screen_add(&text, screen_word(screen, arbiter->has_pin ? KIOSK_WORD_HAS_PIN
                                                                   : KIOSK_WORD_HAS_NO_PIN));
            kiosk_part_set_detail(part, text.text);
        }
        part->on = screen->state->sign.arbiter == index;
    }
}

/* What the arbiters' names and the line above them need. */
static int least_below(const screen_maker *screen)
{
    return 2 * screen->unit + screen_lines_height(screen, KIOSK_TEXT_SMALL, 1) + 4 * screen->gap;
}

/* Small, on as many lines as leave the arbiters their room; NULL: on none. */
static kiosk_part *put_small(screen_maker *screen, kiosk_rect *rect, const char *text)
{
    const int line = screen_lines_height(screen, KIOSK_TEXT_SMALL, 1);
    const int lines = (rect->height - least_below(screen)) / line;
    screen_text cut;

    if (lines < 1)
        return NULL;
    screen_begin(&cut);
    screen_add(&cut, text);
    cut.text[screen_text_fits(screen, text, KIOSK_TEXT_SMALL,
                              rect->width - screen->metrics->small * 5 / 4, lines)] = '\0';
    return screen_put_paragraph(screen, rect, KIOSK_TEXT_SMALL, false, cut.text);
}

/* As large as the height allows. */
static void put_fitting(screen_maker *screen, kiosk_rect *rect, const char *text, int most)
{
    static const kiosk_text_size sizes[] = {KIOSK_TEXT_LARGE, KIOSK_TEXT_BODY};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (screen_text_height(screen, text, sizes[i], false, rect->width) <= most) {
            screen_put_paragraph(screen, rect, sizes[i], false, text);
            return;
        }
    }
    put_small(screen, rect, text);
}

/* What is signed: the outcome, large, and the whole sentence. */
static void put_statement(screen_maker *screen, kiosk_rect *rect)
{
    const kiosk_dispute *dispute = screen->dispute;
    screen_text text, more;
    kiosk_part *part;

    screen_table_name(screen, &text, screen->state->game_key);
    screen_add(&text, screen_word(screen, KIOSK_WORD_COLON));
    if (screen->state->sign.what == KIOSK_SIGN_ORDER) {
        screen_add(&text, screen_word(screen, KIOSK_WORD_ORDER_CHANGED));
        part = screen_put_paragraph(screen, rect, KIOSK_TEXT_LARGE, true, text.text);
        part->tone = KIOSK_TONE_GOOD;
        kiosk_part_set_name(part, "sign.outcome");
        screen_put_paragraph(screen, rect, KIOSK_TEXT_BODY, false,
                             screen_word(screen, KIOSK_WORD_ORDER_CHANGED_WHAT));
        return;
    }
    if (!dispute || !kiosk_dispute_result(dispute))
        return;
    judge_outcome outcome = kiosk_dispute_outcome(dispute);
    screen_add(&text, screen_outcome_long(screen, outcome));
    part = screen_put_paragraph(screen, rect, KIOSK_TEXT_LARGE, true, text.text);
    part->tone = screen_outcome_tone(outcome);
    kiosk_part_set_name(part, "sign.outcome");
    part = put_small(screen, rect, screen_overruled(screen, &more));
    if (part)
        kiosk_part_set_name(part, "sign.overruled");
    if (outcome != dispute->result.ruling.outcome) {
        part = put_small(screen, rect,
                         screen_fill(screen, &more, KIOSK_WORD_ARBITER_DECIDED,
                                     screen_outcome_long(screen, dispute->result.ruling.outcome)));
        if (part)
            part->tone = KIOSK_TONE_WARNING;
    }
    if (dispute->entered.outcome == JUDGE_OUTCOMES) {
        judge_ruling_text(kiosk_dispute_result(dispute), screen->language, text.text,
                          sizeof text.text);
        put_fitting(screen, rect, text.text, rect->height - 4 * screen->unit);
    }
}

static const kiosk_tone told_tones[] = {
    [LEDGER_SEVERITY_CONSEQUENCE] = KIOSK_TONE_PLAIN,
    [LEDGER_SEVERITY_WARNING] = KIOSK_TONE_WARNING,
    [LEDGER_SEVERITY_ERROR] = KIOSK_TONE_DANGER,
};

static int told_height(const screen_maker *screen, size_t index, int width)
{
    return screen_text_height(screen, screen->state->told.list[index].text[screen->language],
                              KIOSK_TEXT_SMALL, false, width - screen->metrics->small * 5 / 4);
}

/* What the ledger says of it, at the bottom: it comes when an arbiter was chosen, and must not move
 * the arbiters' names under the finger. */
static void put_told(screen_maker *screen, kiosk_rect *rect, int most)
{
    const kiosk_tolds *told = &screen->state->told;
    size_t count = 0;

    while (count < told->count && told_height(screen, count, rect->width) <= most)
        most -= told_height(screen, count++, rect->width) + screen->gap;
    while (count-- > 0) {
        kiosk_rect place = screen_cut_bottom(screen, rect, told_height(screen, count, rect->width));

        screen_put_text(screen, place, KIOSK_TEXT_SMALL, told->list[count].text[screen->language])
            ->tone = told_tones[told->list[count].severity];
    }
}

void screen_build_sign(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, false);
    const kiosk_rect pin = screen_cut_pin(screen, &areas);
    kiosk_rect who = areas.panel;
    kiosk_part *part;

    put_statement(screen, &who);
    put_told(screen, &who, who.height - 3 * screen->unit);
    part = screen_put_paragraph(screen, &who, KIOSK_TEXT_SMALL, true,
                                screen_word(screen, KIOSK_WORD_WHO_SIGNS));
    part->tone = KIOSK_TONE_QUIET;
    screen_put_arbiters(screen, who);
    screen_put_pin(screen, pin);
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
