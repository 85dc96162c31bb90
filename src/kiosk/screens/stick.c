/* kiosk/screens/stick.c: U盘: the files of the sticks, and the games of a file that has several. */
#include "kiosk/screens/records_private.h"

#include <string.h>

static const kiosk_stick *stick_of(const screen_maker *screen)
{
    return &screen->state->stick;
}

static void put_row(screen_maker *screen, kiosk_rect panel, int row, const char *text, bool faulty,
                    const char *name, kiosk_command command)
{
    const kiosk_rect place = {panel.x, panel.y + row * (screen->unit + screen->gap), panel.width,
                              screen->unit};
    screen_text fitted;

    screen_begin(&fitted);
    screen_add(&fitted, text);
    const int room = place.width - 4 * screen->gap - screen->metrics->small * 5 / 4;
    records_fit(screen, &fitted, KIOSK_TEXT_SMALL, room, 1);
    kiosk_part *part = screen_put_button(screen, place, name, fitted.text, command);
    part->size = KIOSK_TEXT_SMALL;
    part->align = KIOSK_ALIGN_START;
    part->tone = faulty ? KIOSK_TONE_WARNING : KIOSK_TONE_PLAIN;
}

static void put_files(screen_maker *screen, kiosk_rect panel)
{
    const kiosk_stick_files *files = stick_of(screen)->files;
    const screen_list list = screen_begin_list(screen, &panel, (int)files->count, screen->unit);
    char name[KIOSK_PART_NAME_BYTES];

    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const size_t index = (size_t)(list.first + i);
        screen_text text;

        screen_begin(&text);
        screen_add(&text, "stick.file.");
        screen_add_number(&text, (long)index + 1);
        memcpy(name, text.text, sizeof name);
        put_row(screen, panel, i, files->paths[index] + files->name_at[index], false, name,
                screen_do_with(KIOSK_COMMAND_STICK_FILE, (int32_t)index));
    }
}

static void put_games(screen_maker *screen, kiosk_rect panel)
{
    const kiosk_stick_games *games = stick_of(screen)->games;
    const screen_list list = screen_begin_list(screen, &panel, (int)games->count, screen->unit);
    char name[KIOSK_PART_NAME_BYTES];

    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const size_t index = (size_t)(list.first + i);
        screen_text text;

        screen_begin(&text);
        screen_add(&text, "stick.game.");
        screen_add_number(&text, (long)index + 1);
        memcpy(name, text.text, sizeof name);
        put_row(screen, panel, i, games->names[index][screen->language], games->faulty[index], name,
                screen_do_with(KIOSK_COMMAND_STICK_GAME, (int32_t)index));
    }
}

/* What a table would change, clashes first. */
static void put_changes(screen_maker *screen, kiosk_rect panel)
{
    static const kiosk_tone tones[] = {[KIOSK_CHANGE_NEW] = KIOSK_TONE_PLAIN,
                                       [KIOSK_CHANGE_OTHER] = KIOSK_TONE_WARNING,
                                       [KIOSK_CHANGE_CLASH] = KIOSK_TONE_DANGER};
    const kiosk_table_preview *preview = stick_of(screen)->preview;
    const int height = screen_lines_height(screen, KIOSK_TEXT_SMALL, 2);
    const screen_list list = screen_begin_list(screen, &panel, (int)preview->count, height);

    for (int i = 0; i < list.visible && list.first + i < list.count; i++) {
        const kiosk_table_change *change = &preview->list[list.first + i];
        const kiosk_rect place = {panel.x, panel.y + i * (height + screen->gap), panel.width,
                                  height};
        screen_text text;

        screen_begin(&text);
        screen_add(&text, change->text[screen->language]);
        records_fit(screen, &text, KIOSK_TEXT_SMALL, place.width - screen->metrics->small * 5 / 4,
                    2);
        kiosk_part *part = screen_put_text(screen, place, KIOSK_TEXT_SMALL, text.text);
        part->tone = tones[change->kind];
        kiosk_part_set_name(part, "table.change.%d", list.first + i + 1);
    }
}

/* How much is new, changes and clashes. */
static void put_counts(screen_maker *screen, kiosk_rect *panel)
{
    const kiosk_table_preview *preview = stick_of(screen)->preview;
    screen_text text, more;

    screen_fill_number(screen, &text, KIOSK_WORD_TABLE_NEW, (long)preview->fresh);
    screen_add(&text, "   ");
    screen_add(&text,
               screen_fill_number(screen, &more, KIOSK_WORD_TABLE_CHANGED, (long)preview->changed));
    if (preview->clashes > 0) {
        screen_add(&text, "   ");
        screen_add(&text, screen_fill_number(screen, &more, KIOSK_WORD_TABLE_CLASHES,
                                             (long)preview->clashes));
    }
    kiosk_part *part = screen_put_paragraph(screen, panel, KIOSK_TEXT_BODY, true, text.text);
    part->tone = preview->clashes > 0 ? KIOSK_TONE_DANGER : KIOSK_TONE_PLAIN;
    kiosk_part_set_name(part, "table.counts");
}

static void put_preview(screen_maker *screen, kiosk_rect panel)
{
    const kiosk_table_preview *preview = stick_of(screen)->preview;

    if (preview->count == 0) {
        records_put_empty(screen, panel, screen_word(screen, KIOSK_WORD_TABLE_SAME));
        return;
    }
    put_counts(screen, &panel);
    put_changes(screen, panel);
}

/* Nothing to choose from: why. */
static void put_nothing(screen_maker *screen, kiosk_rect panel)
{
    const kiosk_stick_files *files = stick_of(screen)->files;
    screen_text text;

    if (files == NULL)
        records_put_empty(screen, panel, screen_word(screen, KIOSK_WORD_STICK_READING));
    else if (files->sticks == 0)
        records_put_empty(screen, panel,
                          board_error_text(BOARD_ERROR_STICK_NONE, screen->language));
    else
        records_put_empty(screen, panel,
                          screen_fill(screen, &text, KIOSK_WORD_STICK_EMPTY,
                                      stick_of(screen)->tables ? "CSV" : "PGN, DhtmlXQ, XQF, WXF"));
}

/* Of the list that is shown, if it has not all of them; "": it has. */
static const char *cut_at(const screen_maker *screen, screen_text *text)
{
    const kiosk_stick *stick = stick_of(screen);
    long most = 0;

    if (stick->preview != NULL)
        most = stick->preview->cut ? KIOSK_STICK_CHANGES_MAX : 0;
    else if (stick->games != NULL)
        most = stick->games->cut ? KIOSK_STICK_GAMES_MAX : 0;
    else if (stick->files != NULL)
        most = stick->files->cut ? KIOSK_STICK_FILES_MAX : 0;
    screen_begin(text);
    if (most > 0) {
        screen_text number;
        screen_add(text, "  ");
        screen_add(text, screen_fill_number(screen, &number, KIOSK_WORD_CHOICES_CUT, most));
    }
    return text->text;
}

static void put_title(screen_maker *screen, screen_areas *areas)
{
    const kiosk_stick *stick = stick_of(screen);
    const char *slash = strrchr(stick->path, '/');
    const bool of_file = (stick->games != NULL || stick->preview != NULL) && slash != NULL;
    screen_text text, cut;

    screen_begin(&text);
    screen_add(&text, of_file ? slash + 1
                              : screen_word(screen, stick->tables ? KIOSK_WORD_STICK_TABLES
                                                                  : KIOSK_WORD_STICK_GAMES));
    if (areas->title.width == 0)
        areas->title = screen_cut_top(screen, &areas->panel, screen->unit);
    records_fit_before(screen, &text, cut_at(screen, &cut),
                       cut.text[0] != '\0' ? KIOSK_TEXT_SMALL : KIOSK_TEXT_LARGE,
                       areas->title.width * 9 / 10, 1);
    screen_put_title(screen, areas, text.text);
}

void screen_build_stick(screen_maker *screen)
{
    const kiosk_stick *stick = stick_of(screen);
    screen_areas areas = screen_put_frame(screen, false);

    put_title(screen, &areas);
    if (stick->preview != NULL)
        put_preview(screen, areas.panel);
    else if (stick->games != NULL)
        put_games(screen, areas.panel);
    else if (stick->files != NULL && stick->files->count > 0)
        put_files(screen, areas.panel);
    else
        put_nothing(screen, areas.panel);
    screen_put_say(screen, &areas);
    if (stick->busy)
        records_put_big(screen, areas.bottom, "stick.stop",
                        screen_word(screen, KIOSK_WORD_STICK_STOP),
                        screen_do(KIOSK_COMMAND_STICK_STOP));
    else if (stick->preview != NULL) {
        kiosk_part *part = records_put_big(screen, areas.bottom, "table.import",
                                           screen_word(screen, KIOSK_WORD_TABLE_TAKE),
                                           screen_do(KIOSK_COMMAND_STICK_IMPORT));
        part->tone = KIOSK_TONE_PRIMARY;
        part->strong = true;
        part->dim = stick->preview->clashes > 0 || stick->preview->count == 0;
    } else
        records_put_big(
            screen, areas.bottom, "stick.again", screen_word(screen, KIOSK_WORD_STICK_AGAIN),
            screen_do(stick->tables ? KIOSK_COMMAND_STICK_TABLES : KIOSK_COMMAND_STICK));
}
