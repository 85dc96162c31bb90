/* kiosk/screens/settings.c: what can be set; each takes effect at once. */
#include <stdio.h>
#include <string.h>

#include "kiosk/screens/screens_private.h"

enum { CHOICES_MAX = 4, SETTINGS = 8 };

/* A setting: its name and up to four choices, each a button. */
typedef struct screen_setting {
    kiosk_word name;
    const char *code; /* of its parts' names */
    kiosk_command_kind kind;
    int count;
    kiosk_word words[CHOICES_MAX];
    int chosen;
} screen_setting;

static void put_choice(screen_maker *screen, kiosk_rect rect, const screen_setting *setting, int i)
{
    kiosk_command command = screen_do_with(setting->kind, i);
    kiosk_part *part;

    if (setting->kind == KIOSK_COMMAND_BOARD_TURN && i == setting->chosen)
        command = screen_do(KIOSK_COMMAND_NONE); /* a turn has no number: only the other half */
    part = screen_put_button(screen, rect, "", screen_word(screen, setting->words[i]), command);
    kiosk_part_set_name(part, "settings.%s.%d", setting->code, i);
    part->size = KIOSK_TEXT_SMALL;
    part->on = i == setting->chosen;
    part->dim = setting->kind == KIOSK_COMMAND_TEXT_STEP && i > 0 && screen->metrics->tight;
}

static void put_setting(screen_maker *screen, kiosk_rect rect, const screen_setting *setting)
{
    kiosk_rect name = screen_cut_left(screen, &rect, rect.width * 3 / 10);
    kiosk_part *part = screen_put_text(screen, screen_middle(screen, name, KIOSK_TEXT_SMALL),
                                       KIOSK_TEXT_SMALL, screen_word(screen, setting->name));

    part->strong = true;
    for (int i = 0; i < setting->count; i++)
        put_choice(screen, screen_column(screen, rect, setting->count, i), setting, i);
}

/* The edition of new disputes: those that are built in, and the event's own. */
static void put_editions(screen_maker *screen, kiosk_rect rect)
{
    const char *set = screen->state->settings.edition;
    kiosk_rect name = screen_cut_left(screen, &rect, rect.width * 3 / 10);
    int count = 0;

    screen_put_text(screen, screen_middle(screen, name, KIOSK_TEXT_SMALL), KIOSK_TEXT_SMALL,
                    screen_word(screen, KIOSK_WORD_EDITION))
        ->strong = true;
    if (!set[0])
        set = kiosk_edition(screen->state);
    while (judge_edition_name((size_t)count))
        count++;
    for (int i = 0; i < count; i++) {
        const char *edition = judge_edition_name((size_t)i);
        screen_text text;
        kiosk_part *part = screen_put_button(screen, screen_column(screen, rect, count, i), "",
                                             screen_edition_name(screen, &text, edition),
                                             kiosk_command_of_text(KIOSK_COMMAND_EDITION, edition));

        kiosk_part_set_name(part, "settings.edition.%s", edition);
        part->size = KIOSK_TEXT_SMALL;
        part->on = strcmp(set, edition) == 0;
    }
}

void screen_build_settings(screen_maker *screen)
{
    const kiosk_settings *settings = &screen->state->settings;
    const screen_setting list[SETTINGS - 1] = {
        {KIOSK_WORD_LANGUAGE,
         "language",
         KIOSK_COMMAND_LANGUAGE,
         2,
         {KIOSK_WORD_CHINESE, KIOSK_WORD_ENGLISH},
         (int)settings->language},
        {KIOSK_WORD_THEME,
         "theme",
         KIOSK_COMMAND_THEME,
         3,
         {KIOSK_WORD_LIGHT, KIOSK_WORD_DARK, KIOSK_WORD_CONTRAST},
         (int)settings->theme},
        {KIOSK_WORD_TEXT_SIZE,
         "text",
         KIOSK_COMMAND_TEXT_STEP,
         3,
         {KIOSK_WORD_TEXT_NORMAL, KIOSK_WORD_TEXT_LARGER, KIOSK_WORD_TEXT_LARGEST},
         settings->text_step},
        {KIOSK_WORD_PIECES_SETTING,
         "pieces",
         KIOSK_COMMAND_SIMPLIFIED,
         2,
         {KIOSK_WORD_TRADITIONAL, KIOSK_WORD_SIMPLIFIED},
         settings->simplified},
        {KIOSK_WORD_BELOW,
         "below",
         KIOSK_COMMAND_BOARD_TURN,
         2,
         {KIOSK_WORD_RED, KIOSK_WORD_BLACK},
         settings->black_below},
        {KIOSK_WORD_ORIENTATION,
         "orientation",
         KIOSK_COMMAND_ORIENTATION,
         3,
         {KIOSK_WORD_AUTOMATIC, KIOSK_WORD_LANDSCAPE, KIOSK_WORD_PORTRAIT},
         (int)settings->orientation},
        {KIOSK_WORD_ANNOUNCING,
         "both",
         KIOSK_COMMAND_BOTH_LANGUAGES,
         2,
         {KIOSK_WORD_ONE_LANGUAGE, KIOSK_WORD_BOTH_LANGUAGES},
         settings->both_languages},
    };
    screen_areas areas = screen_put_frame(screen, false);
    int columns = screen->portrait ? 1 : 2;
    kiosk_rect rows;
    kiosk_part *part;

    screen_put_title(screen, &areas, screen_word(screen, KIOSK_WORD_SETTINGS));
    rows = areas.panel;
    int height = screen->unit * 5 / 4;
    int count = SETTINGS / columns;

    if (rows.height > count * height + (count - 1) * screen->gap)
        rows.height = count * height + (count - 1) * screen->gap;
    screen_list shown = screen_begin_list(screen, &rows, count, screen->unit);
    shown.visible = shown.visible < count ? shown.visible : count;
    for (int i = shown.first * columns; i < (shown.first + shown.visible) * columns; i++) {
        kiosk_rect row = screen_row(screen, rows, shown.visible, i / columns - shown.first);
        kiosk_rect place = screen_column(screen, row, columns, i % columns);

        if (i < SETTINGS - 1)
            put_setting(screen, place, &list[i]);
        else
            put_editions(screen, place);
    }
    screen_put_say(screen, &areas);
    part = screen_put_button(screen, areas.bottom, "settings.done",
                             screen_word(screen, KIOSK_WORD_DONE), screen_do(KIOSK_COMMAND_BACK));
    part->size = KIOSK_TEXT_LARGE;
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}
