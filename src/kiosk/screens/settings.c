/* kiosk/screens/settings.c: what can be set; each takes effect at once. */
#include <stdio.h>
#include <string.h>

#include "kiosk/screens/screens_private.h"

enum { CHOICES_MAX = 4, SETTINGS = 16, EDITIONS_AT = 7, BRIGHTNESS_AT = 9, PAGES_AT = 10 };

/* A setting: its name and up to four choices, each a button. */
typedef struct screen_setting {
    kiosk_word name;
    const char *code; /* of its parts' names */
    kiosk_command_kind kind;
    int count;
    kiosk_word words[CHOICES_MAX];
    int chosen;
    const int *numbers; /* that the choices stand for; NULL: 0, 1, ... */
} screen_setting;

static const int idle_minutes[] = {0, 5, 10, 30};
static const int brightnesses[] = {25, 50, 75, 100};

static void put_choice(screen_maker *screen, kiosk_rect rect, const screen_setting *setting, int i)
{
    kiosk_command command =
        screen_do_with(setting->kind, setting->numbers ? setting->numbers[i] : i);
    kiosk_part *part;

    if (setting->kind == KIOSK_COMMAND_BOARD_TURN && i == setting->chosen)
        command = screen_do(KIOSK_COMMAND_NONE); /* a turn has no number: only the other half */
    part = screen_put_button(screen, rect, "", screen_word(screen, setting->words[i]), command);
    kiosk_part_set_name(part, "settings.%s.%d", setting->code, i);
    part->size = KIOSK_TEXT_SMALL;
    part->on = setting->chosen == (setting->numbers ? setting->numbers[i] : i);
    part->dim = setting->kind == KIOSK_COMMAND_TEXT_STEP && i > 0 && screen->metrics->tight;
}

static void put_name(screen_maker *screen, kiosk_rect *rect, kiosk_word word)
{
    const kiosk_rect name =
        screen_cut_left(screen, rect, rect->width * (screen->portrait ? 25 : 30) / 100);

    screen_put_text(screen, screen_middle(screen, name, KIOSK_TEXT_SMALL), KIOSK_TEXT_SMALL,
                    screen_word(screen, word))
        ->strong = true;
}

static void put_setting(screen_maker *screen, kiosk_rect rect, const screen_setting *setting)
{
    put_name(screen, &rect, setting->name);
    for (int i = 0; i < setting->count; i++)
        put_choice(screen, screen_column(screen, rect, setting->count, i), setting, i);
}

/* The edition of new disputes: those that are built in, and the event's own. */
static void put_editions(screen_maker *screen, kiosk_rect rect)
{
    const char *set = screen->state->settings.edition;
    int count = 0;

    put_name(screen, &rect, KIOSK_WORD_EDITION);
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

/* The brightness of the screen, where it can be set. */
static void put_brightness(screen_maker *screen, kiosk_rect rect, const screen_setting *setting)
{
    kiosk_part *part;

    if (screen->state->setup.brightness >= 0) {
        put_setting(screen, rect, setting);
        return;
    }
    put_name(screen, &rect, KIOSK_WORD_BRIGHTNESS);
    part = screen_put_text(screen, screen_middle(screen, rect, KIOSK_TEXT_SMALL), KIOSK_TEXT_SMALL,
                           screen_word(screen, KIOSK_WORD_BRIGHTNESS_NONE));
    part->tone = KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "settings.brightness");
}

/* The row that leads to the i-th page after the list. */
static void put_page(screen_maker *screen, kiosk_rect rect, int i)
{
    static const struct {
        kiosk_word name;
        const char *code;
    } pages[KIOSK_SETUP_PAGES] = {
        [KIOSK_SETUP_TOUCH] = {KIOSK_WORD_PAGE_TOUCH, "touch"},
        [KIOSK_SETUP_ARBITERS] = {KIOSK_WORD_PAGE_ARBITERS, "arbiters"},
        [KIOSK_SETUP_OFFICE] = {KIOSK_WORD_PAGE_OFFICE, "office"},
        [KIOSK_SETUP_BUTTONS] = {KIOSK_WORD_PAGE_BUTTONS, "buttons"},
        [KIOSK_SETUP_STORAGE] = {KIOSK_WORD_PAGE_STORAGE, "storage"},
        [KIOSK_SETUP_ABOUT] = {KIOSK_WORD_PAGE_ABOUT, "about"},
    };
    const int page = KIOSK_SETUP_LIST + 1 + i;
    screen_text detail;
    kiosk_part *part =
        screen_put(screen, KIOSK_PART_ROW, rect, "", screen_word(screen, pages[page].name),
                   screen_do_with(KIOSK_COMMAND_SETUP, page));

    kiosk_part_set_name(part, "settings.%s", pages[page].code);
    kiosk_part_set_detail(part, screen_setup_summary(screen, &detail, (kiosk_setup_page)page));
}

static void put_item(screen_maker *screen, kiosk_rect place, const screen_setting *list, int i)
{
    if (i >= PAGES_AT)
        put_page(screen, place, i - PAGES_AT);
    else if (i == EDITIONS_AT)
        put_editions(screen, place);
    else if (i == BRIGHTNESS_AT)
        put_brightness(screen, place, &list[i]);
    else
        put_setting(screen, place, &list[i]);
}

/* Two columns where the longest choices fit beside each other in each. */
static int list_columns(const screen_maker *screen, kiosk_rect rect)
{
    static const kiosk_word long_words[] = {KIOSK_WORD_CONTRAST, KIOSK_WORD_TEXT_LARGEST,
                                            KIOSK_WORD_SIMPLIFIED, KIOSK_WORD_LANDSCAPE};
    const int column = (rect.width - screen->unit - 2 * screen->gap) / 2 * 7 / 10;
    screen_text text;
    int widest = screen_button_width(
        screen, screen_edition_name(screen, &text, kiosk_edition(screen->state)), KIOSK_TEXT_SMALL);

    if (screen->portrait)
        return 1;
    for (size_t i = 0; i < sizeof long_words / sizeof *long_words; i++) {
        const int width =
            screen_button_width(screen, screen_word(screen, long_words[i]), KIOSK_TEXT_SMALL);
        widest = width > widest ? width : widest;
    }
    return 3 * (widest + screen->gap) <= column ? 2 : 1;
}

static void build_list(screen_maker *screen)
{
    const kiosk_settings *settings = &screen->state->settings;
    const screen_setting list[PAGES_AT] = {
        {KIOSK_WORD_LANGUAGE,
         "language",
         KIOSK_COMMAND_LANGUAGE,
         2,
         {KIOSK_WORD_CHINESE, KIOSK_WORD_ENGLISH},
         (int)settings->language,
         NULL},
        {KIOSK_WORD_THEME,
         "theme",
         KIOSK_COMMAND_THEME,
         3,
         {KIOSK_WORD_LIGHT, KIOSK_WORD_DARK, KIOSK_WORD_CONTRAST},
         (int)settings->theme,
         NULL},
        {KIOSK_WORD_TEXT_SIZE,
         "text",
         KIOSK_COMMAND_TEXT_STEP,
         3,
         {KIOSK_WORD_TEXT_NORMAL, KIOSK_WORD_TEXT_LARGER, KIOSK_WORD_TEXT_LARGEST},
         settings->text_step,
         NULL},
        {KIOSK_WORD_PIECES_SETTING,
         "pieces",
         KIOSK_COMMAND_SIMPLIFIED,
         2,
         {KIOSK_WORD_TRADITIONAL, KIOSK_WORD_SIMPLIFIED},
         settings->simplified,
         NULL},
        {KIOSK_WORD_BELOW,
         "below",
         KIOSK_COMMAND_BOARD_TURN,
         2,
         {KIOSK_WORD_RED, KIOSK_WORD_BLACK},
         settings->black_below,
         NULL},
        {KIOSK_WORD_ORIENTATION,
         "orientation",
         KIOSK_COMMAND_ORIENTATION,
         3,
         {KIOSK_WORD_AUTOMATIC, KIOSK_WORD_LANDSCAPE, KIOSK_WORD_PORTRAIT},
         (int)settings->orientation,
         NULL},
        {KIOSK_WORD_ANNOUNCING,
         "both",
         KIOSK_COMMAND_BOTH_LANGUAGES,
         2,
         {KIOSK_WORD_ONE_LANGUAGE, KIOSK_WORD_BOTH_LANGUAGES},
         settings->both_languages,
         NULL},
        [EDITIONS_AT] = {.count = 0},
        {KIOSK_WORD_IDLE_LOCK,
         "idle",
         KIOSK_COMMAND_IDLE_LOCK,
         4,
         {KIOSK_WORD_NEVER, KIOSK_WORD_MINUTES_5, KIOSK_WORD_MINUTES_10, KIOSK_WORD_MINUTES_30},
         settings->idle_minutes,
         idle_minutes},
        [BRIGHTNESS_AT] = {KIOSK_WORD_BRIGHTNESS,
                           "brightness",
                           KIOSK_COMMAND_BRIGHTNESS,
                           4,
                           {KIOSK_WORD_PERCENT_25, KIOSK_WORD_PERCENT_50, KIOSK_WORD_PERCENT_75,
                            KIOSK_WORD_PERCENT_100},
                           screen->state->setup.brightness,
                           brightnesses},
    };
    screen_areas areas = screen_put_frame(screen, false);
    int columns = list_columns(screen, areas.panel);
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

        put_item(screen, place, list, i);
    }
    screen_put_say(screen, &areas);
    part = screen_put_button(screen, areas.bottom, "settings.done",
                             screen_word(screen, KIOSK_WORD_DONE), screen_do(KIOSK_COMMAND_BACK));
    part->size = KIOSK_TEXT_LARGE;
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}

void screen_build_settings(screen_maker *screen)
{
    if (screen->state->setup.page == KIOSK_SETUP_LIST)
        build_list(screen);
    else
        screen_build_setup(screen);
}
