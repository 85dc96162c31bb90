/* kiosk/screens/pin.c: the pad that a PIN is typed on; what was typed shows as dots. */
#include <string.h>

#include "kiosk/screens/screens_private.h"

enum { PAD_COLUMNS = 3, PAD_ROWS = 4, KEY_HEIGHT = 13 /* tenths of a unit, at most */ };

int screen_pin_height(const screen_maker *screen)
{
    return screen_lines_height(screen, KIOSK_TEXT_SMALL, 1) + screen->unit +
           (PAD_ROWS + 1) * screen->gap + PAD_ROWS * screen->unit * KEY_HEIGHT / 10;
}

static void put_digit(screen_maker *screen, kiosk_rect rect, int digit)
{
    const char text[2] = {(char)('0' + digit), '\0'};
    kiosk_part *part = screen_put(screen, KIOSK_PART_KEY, rect, "", text,
                                  screen_do_with(KIOSK_COMMAND_DIGIT, digit));

    kiosk_part_set_name(part, "pin.%d", digit);
    part->align = KIOSK_ALIGN_CENTRE;
    part->dim = screen->state->sign.stage == KIOSK_PIN_BUSY;
}

/* What is asked for. */
static kiosk_word asked(const kiosk_sign *sign)
{
    switch (sign->stage) {
    case KIOSK_PIN_NEW:
        return KIOSK_WORD_PIN_NEW;
    case KIOSK_PIN_AGAIN:
        return KIOSK_WORD_PIN_AGAIN;
    case KIOSK_PIN_BUSY:
        return KIOSK_WORD_PIN_BUSY;
    default:
        return sign->wrong ? KIOSK_WORD_PIN_WRONG : KIOSK_WORD_PIN;
    }
}

void screen_put_pin(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_sign *sign = &screen->state->sign;
    screen_text dots;
    kiosk_part *part;

    part = screen_put_text(
        screen, screen_cut_top(screen, &rect, screen_lines_height(screen, KIOSK_TEXT_SMALL, 1)),
        KIOSK_TEXT_SMALL, screen_word(screen, asked(sign)));
    part->align = KIOSK_ALIGN_CENTRE;
    part->strong = true;
    part->tone = sign->wrong ? KIOSK_TONE_DANGER : KIOSK_TONE_PLAIN;
    kiosk_part_set_name(part, "pin.asked");
    screen_begin(&dots);
    for (size_t i = 0; i < strlen(sign->pin); i++)
        screen_add(&dots, "●");
    part = screen_put(screen, KIOSK_PART_FIELD, screen_cut_top(screen, &rect, screen->unit * 4 / 5),
                      "pin.field", dots.text, screen_do(KIOSK_COMMAND_NONE));
    part->align = KIOSK_ALIGN_CENTRE;
    kiosk_part_set_detail(part, screen_word(screen, KIOSK_WORD_PIN_DIGITS));
    int height = screen->unit * KEY_HEIGHT / 10 * PAD_ROWS + (PAD_ROWS - 1) * screen->gap;

    rect.height = rect.height < height ? rect.height : height;
    if (rect.height < PAD_ROWS * screen->unit)
        screen->view->overflow = true;
    for (int i = 0; i < PAD_COLUMNS * PAD_ROWS; i++) {
        kiosk_rect place =
            screen_column(screen, screen_row(screen, rect, PAD_ROWS, i / PAD_COLUMNS), PAD_COLUMNS,
                          i % PAD_COLUMNS);

        if (i < 9)
            put_digit(screen, place, i + 1);
        else if (i == 10)
            put_digit(screen, place, 0);
        else if (i == 11)
            screen_put(screen, KIOSK_PART_KEY, place, "pin.back",
                       screen_word(screen, KIOSK_WORD_DELETE), screen_do(KIOSK_COMMAND_DIGIT_BACK))
                ->align = KIOSK_ALIGN_CENTRE;
    }
}
