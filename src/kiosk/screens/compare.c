/*
 * kiosk/screens/compare.c: the same moves under another edition, side by side: for training and for
 * the chief arbiter. Nothing of it goes into the ruling.
 */
#include "kiosk/screens/ruling_private.h"

/* One edition's column head: its name and its outcome. */
static void put_head(screen_maker *screen, kiosk_rect rect, const char *edition,
                     const judge_result *result)
{
    screen_text text;
    kiosk_part *part;

    part = screen_put_text(screen, screen_row(screen, rect, 2, 0), KIOSK_TEXT_SMALL,
                           screen_edition_name(screen, &text, edition));
    part->align = KIOSK_ALIGN_CENTRE;
    part->tone = KIOSK_TONE_QUIET;
    part = screen_put_text(screen, screen_row(screen, rect, 2, 1), KIOSK_TEXT_BODY,
                           screen_outcome_short(screen, result->ruling.outcome));
    part->align = KIOSK_ALIGN_CENTRE;
    part->strong = true;
    part->tone = screen_outcome_tone(result->ruling.outcome);
}

static void put_label(screen_maker *screen, kiosk_rect rect, const judge_result *result,
                      size_t index)
{
    const judge_finding *finding = judge_result_finding(result, index);
    kiosk_part *part;

    if (!finding)
        return;
    rect.x += (rect.width - screen->unit) / 2;
    rect.width = screen->unit;
    part = kiosk_view_add(screen->view, KIOSK_PART_LABEL, rect);
    part->label = finding->label;
}

static void put_rows(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_dispute *dispute = screen->dispute;
    ruling_rows rows = ruling_rows_of(screen, &dispute->result);
    int height = screen->unit * 4 / 5;
    screen_list list = screen_begin_list(screen, &rect, (int)rows.length, height);

    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        kiosk_rect row = {rect.x, rect.y + i * (height + screen->gap), rect.width, height};
        size_t index = rows.from + (size_t)(list.first + i);
        const judge_finding *ours = judge_result_finding(&dispute->result, index);
        const judge_finding *other = judge_result_finding(&dispute->compared, index);
        char move[BOARD_NOTATION_BYTES];
        kiosk_part *part;

        ruling_write_move(screen, &dispute->result, index, move);
        part = screen_put_text(screen, screen_column(screen, row, 3, 0), KIOSK_TEXT_BODY, move);
        if (ours)
            part->tone = screen_side_tone(ours->side);
        part->strong = ours && other && ours->label != other->label;
        put_label(screen, screen_column(screen, row, 3, 1), &dispute->result, index);
        put_label(screen, screen_column(screen, row, 3, 2), &dispute->compared, index);
    }
}

void ruling_put_comparison(screen_maker *screen, screen_areas *areas)
{
    const kiosk_dispute *dispute = screen->dispute;
    kiosk_rect panel = areas->panel;
    kiosk_rect head;
    kiosk_part *part;

    part = screen_put_button(screen, screen_cut_bottom(screen, &panel, screen->unit),
                             "compare.close", screen_word(screen, KIOSK_WORD_COMPARE_CLOSE),
                             kiosk_command_of_text(KIOSK_COMMAND_COMPARE, ""));
    part = screen_put_paragraph(screen, &panel, KIOSK_TEXT_SMALL, false,
                                screen_word(screen, KIOSK_WORD_COMPARE_ONLY));
    part->tone = KIOSK_TONE_QUIET;
    if (dispute->compared_judging != KIOSK_JUDGE_DONE) {
        part = screen_put_paragraph(screen, &panel, KIOSK_TEXT_BODY, true,
                                    kiosk_say_text(KIOSK_SAY_JUDGING, screen->language));
        part->align = KIOSK_ALIGN_CENTRE;
        part = kiosk_view_add(screen->view, KIOSK_PART_PROGRESS,
                              screen_cut_top(screen, &panel, screen->unit / 2));
        part->value = -1;
        return;
    }
    head = screen_cut_top(screen, &panel,
                          screen_lines_height(screen, KIOSK_TEXT_BODY, 2) + screen->gap);
    put_head(screen, screen_column(screen, head, 3, 1), kiosk_edition(screen->state),
             &dispute->result);
    put_head(screen, screen_column(screen, head, 3, 2), dispute->compared_edition,
             &dispute->compared);
    put_rows(screen, panel);
}
