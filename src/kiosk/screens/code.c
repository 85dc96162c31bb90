/* kiosk/screens/code.c: the ruling as a QR code, as large as the display allows. */
#include <string.h>

#include "kiosk/screens/screens_private.h"

/* Instead of the code: it is being read, or there is none. */
static void put_why_not(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_code *code = &screen->state->code;
    screen_text text;

    screen_begin(&text);
    if (code->busy)
        screen_add(&text, screen_word(screen, KIOSK_WORD_READING));
    else
        screen_fill(screen, &text, KIOSK_WORD_CODE_NONE,
                    board_error_text(code->error, screen->language));
    kiosk_part *part = screen_put_text(screen, rect, KIOSK_TEXT_BODY, text.text);
    part->align = KIOSK_ALIGN_CENTRE;
    part->tone = code->busy ? KIOSK_TONE_QUIET : KIOSK_TONE_WARNING;
    kiosk_part_set_name(part, "code.none");
}

/* Beside the code where the display is wide, else below it. */
static void put_words(screen_maker *screen, kiosk_rect rect)
{
    screen_put_button(screen, screen_cut_bottom(screen, &rect, screen->unit), "code.close",
                      screen_word(screen, KIOSK_WORD_CLOSE), screen_do_with(KIOSK_COMMAND_CODE, 0))
        ->tone = KIOSK_TONE_PRIMARY;
    screen_put_text(screen, rect, KIOSK_TEXT_SMALL, screen_word(screen, KIOSK_WORD_CODE_WHAT));
}

void screen_put_code(screen_maker *screen)
{
    const kiosk_metrics *metrics = screen->metrics;
    const kiosk_code *code = &screen->state->code;

    if (!code->open || screen->state->screen != KIOSK_SCREEN_ANNOUNCE)
        return;
    kiosk_rect sheet =
        screen_put_sheet(screen, metrics->width, screen_sheet_height(screen, metrics->height),
                         screen_do_with(KIOSK_COMMAND_CODE, 0));
    kiosk_rect square = sheet;
    if (screen->portrait) {
        const int words = screen->unit + screen->gap +
                          screen_text_height(screen, screen_word(screen, KIOSK_WORD_CODE_WHAT),
                                             KIOSK_TEXT_SMALL, false, sheet.width);
        put_words(screen, screen_cut_bottom(screen, &square, words));
    } else {
        const int side = sheet.height < sheet.width * 2 / 3 ? sheet.height : sheet.width * 2 / 3;
        put_words(screen, screen_cut_right(screen, &square, sheet.width - side - screen->gap));
    }
    if (code->busy || code->text[0] == '\0') {
        put_why_not(screen, square);
        return;
    }
    memcpy(screen->view->code, code->text, sizeof screen->view->code);
    kiosk_part_set_name(kiosk_view_add(screen->view, KIOSK_PART_CODE, square), "code");
}

void screen_put_code_button(screen_maker *screen, kiosk_rect *row)
{
    if (!kiosk_code_offered(screen->state))
        return;
    const char *text = screen_word(screen, KIOSK_WORD_CODE);
    const int width = screen_button_width(screen, text, KIOSK_TEXT_SMALL) + 2 * screen->gap;

    screen_put_button(screen, screen_cut_right(screen, row, width), "announce.code", text,
                      screen_do_with(KIOSK_COMMAND_CODE, 1))
        ->size = KIOSK_TEXT_SMALL;
}
