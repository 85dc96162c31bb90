/* kiosk/screens/pin.c: the pad that a PIN is typed on; what was typed shows as dots. */
#include <string.h>

#include "kiosk/screens/screens_private.h"

enum { PAD_KEYS = 12, KEY_HEIGHT = 13 /* tenths of a unit, at most */ };

/* 3 as on a telephone; on small displays as many as make it low enough. */
static int pad_columns(const screen_maker *screen)
{
    return !screen->tight ? 3 : screen->portrait ? 6 : 4;
}

static int key_height(const screen_maker *screen)
{
    return screen->tight ? screen->unit : screen->unit * KEY_HEIGHT / 10;
}

static int pin_height(const screen_maker *screen)
{
    const int rows = PAD_KEYS / pad_columns(screen);

    return screen_lines_height(screen, KIOSK_TEXT_SMALL, 1) + screen->unit +
           (rows + 1) * screen->gap + rows * key_height(screen);
}

kiosk_rect screen_cut_pin(screen_maker *screen, screen_areas *areas)
{
    if (screen->portrait)
        return screen_cut_bottom(screen, &areas->panel, pin_height(screen));
    return screen_cut_right(screen, &areas->panel, areas->panel.width * 2 / 5);
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
static kiosk_word asked(const kiosk_state *state)
{
    const kiosk_sign *sign = &state->sign;

    if (state->now_ms < sign->wait_until_ms)
        return KIOSK_WORD_PIN_WAIT;
    switch (sign->stage) {
    case KIOSK_PIN_NEW:
        return state->duty.locked ? KIOSK_WORD_PIN_UNLOCK : KIOSK_WORD_PIN_NEW;
    case KIOSK_PIN_AGAIN:
        return KIOSK_WORD_PIN_AGAIN;
    case KIOSK_PIN_BUSY:
        return KIOSK_WORD_PIN_BUSY;
    default:
        return sign->wrong ? KIOSK_WORD_PIN_WRONG : KIOSK_WORD_PIN;
    }
}

/* 1 to 9 and 0, the last row's first place empty where there are three columns. */
static void put_pad(screen_maker *screen, kiosk_rect rect, int columns)
{
    static const char telephone[] = "123456789 0<";
    static const char in_rows[] = "1234567890 <";
    const char *keys = columns == 3 ? telephone : in_rows;

    for (int i = 0; i < PAD_KEYS; i++) {
        const kiosk_rect row = screen_row(screen, rect, PAD_KEYS / columns, i / columns);
        const kiosk_rect place = screen_column(screen, row, columns, i % columns);

        if (keys[i] == '<')
            screen_put(screen, KIOSK_PART_KEY, place, "pin.back",
                       screen_word(screen, KIOSK_WORD_DELETE), screen_do(KIOSK_COMMAND_DIGIT_BACK))
                ->align = KIOSK_ALIGN_CENTRE;
        else if (keys[i] != ' ')
            put_digit(screen, place, keys[i] - '0');
    }
}

void screen_put_pin(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_sign *sign = &screen->state->sign;
    const int64_t wait_ms = sign->wait_until_ms - screen->state->now_ms;
    screen_text dots, line;
    kiosk_part *part;

    part = screen_put_text(
        screen, screen_cut_top(screen, &rect, screen_lines_height(screen, KIOSK_TEXT_SMALL, 1)),
        KIOSK_TEXT_SMALL,
        screen_fill_number(screen, &line, asked(screen->state), (long)((wait_ms + 999) / 1000)));
    part->align = KIOSK_ALIGN_CENTRE;
    part->strong = true;
    part->tone = sign->wrong ? KIOSK_TONE_DANGER : KIOSK_TONE_PLAIN;
    kiosk_part_set_name(part, "pin.asked");
    screen_begin(&dots);
    for (size_t i = 0; i < strlen(sign->pin); i++)
        screen_add(&dots, "●");
    part = screen_put(screen, KIOSK_PART_FIELD,
                      screen_cut_top(screen, &rect, screen->unit * (screen->low ? 3 : 4) / 5),
                      "pin.field", dots.text, screen_do(KIOSK_COMMAND_NONE));
    part->align = KIOSK_ALIGN_CENTRE;
    kiosk_part_set_detail(part, screen_word(screen, KIOSK_WORD_PIN_DIGITS));
    const int columns = pad_columns(screen);
    const int rows = PAD_KEYS / columns;
    const int height = rows * (key_height(screen) + screen->gap) - screen->gap;

    rect.height = rect.height < height ? rect.height : height;
    if (rect.height < rows * (screen->unit + screen->gap) - screen->gap)
        screen->view->overflow = true;
    put_pad(screen, rect, columns);
}
