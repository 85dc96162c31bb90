/*
 * kiosk/screens/keyboard.c: the keyboard on the screen, with what is typed above it. A keyboard
 * that is plugged in types as well, Chinese too.
 */
#include <string.h>

#include "kiosk/screens/screens_private.h"

enum { LETTER_COLUMNS = 10, FEN_COLUMNS = 9, PHRASES = 4 };

static const char letter_keys[] = "1234567890qwertyuiopasdfghjkl-zxcvbnm,.'";
static const char alphabet_keys[] = "1234567890abcdefghijklmnopqrstuvwxyz-,.'";
static const char invitation_keys[] = "1234567890abcdefghijklmnopqrstuvwxyz-.:/";
static const char fen_keys[] = "KABNRCP/wkabnrcp-b123456789";

static const kiosk_word phrases[PHRASES] = {KIOSK_WORD_PHRASE_CHECKED, KIOSK_WORD_PHRASE_AGREED,
                                            KIOSK_WORD_PHRASE_CHIEF, KIOSK_WORD_PHRASE_RECORD};

static kiosk_word title_of(kiosk_field_kind which)
{
    switch (which) {
    case KIOSK_FIELD_FEN:
        return KIOSK_WORD_WRITE_FEN;
    case KIOSK_FIELD_REASON:
        return KIOSK_WORD_WRITE_REASON;
    case KIOSK_FIELD_NOTE:
        return KIOSK_WORD_WRITE_NOTE;
    case KIOSK_FIELD_EVENT:
        return KIOSK_WORD_EVENT_NAME;
    case KIOSK_FIELD_TRAINEE:
        return KIOSK_WORD_TRAINEE_NAME;
    case KIOSK_FIELD_SEED:
        return KIOSK_WORD_SEED_WRITE;
    case KIOSK_FIELD_LOG_REASON:
        return KIOSK_WORD_WHY;
    case KIOSK_FIELD_INVITATION:
        return KIOSK_WORD_INVITATION;
    default:
        return KIOSK_WORD_ARBITER_NAME;
    }
}

/* A name's first letters are large. */
static char letter(const screen_maker *screen, char key)
{
    const kiosk_field *field = &screen->state->field;
    size_t length = strlen(field->text);
    bool starts = length == 0 || field->text[length - 1] == ' ';

    if (field->which != KIOSK_FIELD_FEN && field->which != KIOSK_FIELD_INVITATION && starts &&
        key >= 'a' && key <= 'z')
        return (char)(key - 'a' + 'A');
    return key;
}

static void put_keys(screen_maker *screen, kiosk_rect rect)
{
    bool fen = screen->state->field.which == KIOSK_FIELD_FEN;
    int columns = screen_columns_in(screen, rect, screen->unit);
    const char *keys;

    columns = columns > LETTER_COLUMNS ? LETTER_COLUMNS : columns;
    keys = fen ? fen_keys : columns == LETTER_COLUMNS ? letter_keys : alphabet_keys;
    if (screen->state->field.which == KIOSK_FIELD_INVITATION)
        keys = invitation_keys;
    if (fen && columns > FEN_COLUMNS)
        columns = FEN_COLUMNS;
    int count = (int)strlen(keys);
    int rows = (count + columns - 1) / columns;

    if ((rect.height + screen->gap) / rows - screen->gap < screen->unit)
        screen->view->overflow = true;
    for (int i = 0; i < count; i++) {
        char text[2] = {letter(screen, keys[i]), '\0'};
        kiosk_rect place = screen_column(screen, screen_row(screen, rect, rows, i / columns),
                                         columns, i % columns);
        char typed[3] = {text[0], '\0', '\0'};

        bool side = fen && (keys[i] == 'w' || (keys[i] == 'b' && keys[i - 1] == '-'));

        if (side) {
            typed[0] = ' ';
            typed[1] = text[0];
        }
        kiosk_part *part = screen_put(screen, KIOSK_PART_KEY, place, "", text,
                                      kiosk_command_of_text(KIOSK_COMMAND_TYPE, typed));

        kiosk_part_set_name(part, side ? "key.side.%c" : "key.%c", keys[i]);
        part->align = KIOSK_ALIGN_CENTRE;
    }
}

/* Phrases to begin with, in one row or in two. */
static void put_phrases(screen_maker *screen, kiosk_rect *sheet)
{
    int columns = PHRASES;
    kiosk_rect row = {0};

    for (int i = 0; i < PHRASES; i++) {
        if (PHRASES *
                (screen_button_width(screen, screen_word(screen, phrases[i]), KIOSK_TEXT_SMALL) +
                 screen->gap) >
            sheet->width)
            columns = PHRASES / 2;
    }
    for (int i = 0; i < PHRASES; i++) {
        const char *text = screen_word(screen, phrases[i]);
        kiosk_part *part;

        if (i % columns == 0)
            row = screen_cut_top(screen, sheet, screen->unit);
        part = screen_put(screen, KIOSK_PART_CHIP, screen_column(screen, row, columns, i % columns),
                          "", text, kiosk_command_of_text(KIOSK_COMMAND_TYPE, text));
        kiosk_part_set_name(part, "key.phrase.%d", i + 1);
        part->align = KIOSK_ALIGN_CENTRE;
    }
}

void screen_put_keyboard(screen_maker *screen)
{
    const kiosk_field *field = &screen->state->field;
    int rows = screen->portrait ? 9 : 7;
    int height = screen_sheet_height(screen, rows * (screen->unit * 11 / 10 + screen->gap));
    kiosk_rect sheet =
        screen_put_sheet(screen, screen->metrics->width, height, screen_do(KIOSK_COMMAND_NONE));
    kiosk_rect bottom, top;
    kiosk_part *part;

    int line = screen_text_height(screen, field->text, KIOSK_TEXT_SMALL, false,
                                  sheet.width - screen->unit * 3 / 2 - 4 * screen->gap) +
               3 * screen->gap;

    top = screen_cut_top(screen, &sheet, line > screen->unit ? line : screen->unit);
    screen_put(screen, KIOSK_PART_KEY, screen_cut_right(screen, &top, screen->unit * 3 / 2),
               "key.back", screen_word(screen, KIOSK_WORD_DELETE),
               screen_do(KIOSK_COMMAND_TYPE_BACK))
        ->align = KIOSK_ALIGN_CENTRE;
    part = screen_put(screen, KIOSK_PART_FIELD, top, "field", field->text,
                      screen_do(KIOSK_COMMAND_NONE));
    part->on = true;
    if (screen_text_width(screen, field->text, KIOSK_TEXT_BODY, false) > top.width / 2)
        part->size = KIOSK_TEXT_SMALL;
    kiosk_part_set_detail(part, screen_word(screen, title_of(field->which)));
    bottom = screen_cut_bottom(screen, &sheet, screen->unit);
    screen_put_button(screen, screen_column(screen, bottom, 3, 0), "field.cancel",
                      screen_word(screen, KIOSK_WORD_CANCEL),
                      screen_do_with(KIOSK_COMMAND_FIELD, KIOSK_FIELD_NONE));
    screen_put_button(screen, screen_column(screen, bottom, 3, 1), "key.space",
                      screen_word(screen, KIOSK_WORD_SPACE),
                      kiosk_command_of_text(KIOSK_COMMAND_TYPE, " "));
    part =
        screen_put_button(screen, screen_column(screen, bottom, 3, 2), "field.done",
                          screen_word(screen, KIOSK_WORD_TAKE), screen_do(KIOSK_COMMAND_TYPE_DONE));
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
    if (!screen->tight && (field->which == KIOSK_FIELD_REASON || field->which == KIOSK_FIELD_NOTE ||
                           field->which == KIOSK_FIELD_LOG_REASON))
        put_phrases(screen, &sheet);
    put_keys(screen, sheet);
}
