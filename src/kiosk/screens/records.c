/* kiosk/screens/records.c: 记录: the journal's entries, newest first, and what they are narrowed
 * to. */
#include "kiosk/screens/records_private.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "ledger/notice.h"

enum { WHAT_LINES = 2, CHIPS = 4, MS_PER_SECOND = 1000, SECONDS_PER_MINUTE = 60 };

const char *records_when(const screen_maker *screen, screen_text *text, int64_t time_ms)
{
    const time_t local =
        (time_t)(time_ms / MS_PER_SECOND + screen->state->device.minutes_east * SECONDS_PER_MINUTE);
    struct tm day;

    screen_begin(text);
    if (gmtime_r(&local, &day) != NULL)
        snprintf(text->text, sizeof text->text, "%02d-%02d %02d:%02d", day.tm_mon + 1, day.tm_mday,
                 day.tm_hour, day.tm_min);
    return text->text;
}

const char *records_game(const screen_maker *screen, screen_text *text, ledger_game_key game)
{
    screen_text table;

    screen_begin(text);
    if (game.round == 0)
        return text->text;
    screen_fill_number(screen, text, KIOSK_WORD_ROUND_SHORT, game.round);
    screen_add(text, " ");
    screen_add(text, screen_table_name(screen, &table, game));
    return text->text;
}

static bool stands(const screen_maker *screen, const char *text, kiosk_text_size size, int width,
                   int lines)
{
    return text[screen_text_fits(screen, text, size, width, lines)] == '\0';
}

void records_fit_before(const screen_maker *screen, screen_text *text, const char *tail,
                        kiosk_text_size size, int width, int lines)
{
    size_t length = screen_text_fits(screen, text->text, size, width, lines);
    screen_text whole = *text;

    screen_add(&whole, tail);
    while (!stands(screen, whole.text, size, width, lines) && length > 0) {
        while (length > 0 && ((unsigned char)text->text[--length] & 0xC0) == 0x80)
            continue;
        text->text[length] = '\0';
        whole = *text;
        screen_add(&whole, "…");
        screen_add(&whole, tail);
    }
    *text = whole;
}

void records_fit(const screen_maker *screen, screen_text *text, kiosk_text_size size, int width,
                 int lines)
{
    records_fit_before(screen, text, "", size, width, lines);
}

kiosk_part *records_put_big(screen_maker *screen, kiosk_rect rect, const char *name,
                            const char *text, kiosk_command command)
{
    kiosk_part *part = screen_put_button(screen, rect, name, text, command);
    const bool fits =
        screen_text_width(screen, text, KIOSK_TEXT_LARGE, true) <= rect.width - 4 * screen->gap;

    part->size = fits ? KIOSK_TEXT_LARGE : KIOSK_TEXT_SMALL;
    return part;
}

void records_put_empty(screen_maker *screen, kiosk_rect panel, const char *text)
{
    screen_cut_top(screen, &panel, panel.height / 4);
    kiosk_part *part = screen_put_paragraph(screen, &panel, KIOSK_TEXT_BODY, true, text);
    part->align = KIOSK_ALIGN_CENTRE;
    kiosk_part_set_name(part, "records.empty");
}

/* What the list is narrowed to. */

static const kiosk_word kind_words[KIOSK_RECORDS_KINDS] = {
    [KIOSK_RECORDS_ALL] = KIOSK_WORD_ANY,
    [KIOSK_RECORDS_RULINGS] = KIOSK_WORD_KIND_RULINGS,
    [KIOSK_RECORDS_FOULS] = KIOSK_WORD_KIND_FOULS,
    [KIOSK_RECORDS_PENALTIES] = KIOSK_WORD_KIND_PENALTIES,
    [KIOSK_RECORDS_RESULTS] = KIOSK_WORD_KIND_RESULTS,
    [KIOSK_RECORDS_OTHERS] = KIOSK_WORD_KIND_OTHERS,
    [KIOSK_RECORDS_EVENT] = KIOSK_WORD_KIND_EVENT,
};

/* The value that a chip shows; its field's name where the list is not narrowed. */
static bool name_chip(const screen_maker *screen, kiosk_record_field field, screen_text *text)
{
    const kiosk_record_filter *filter = &records_of(screen)->filter;

    screen_begin(text);
    switch (field) {
    case KIOSK_RECORD_BY_ROUND:
        if (filter->round != 0)
            screen_fill_number(screen, text, KIOSK_WORD_ROUND_SHORT, filter->round);
        else
            screen_add(text, screen_word(screen, KIOSK_WORD_BY_ROUND));
        return filter->round != 0;
    case KIOSK_RECORD_BY_TABLE:
        if (filter->table != 0)
            screen_fill_number(screen, text, KIOSK_WORD_TABLE, filter->table);
        else
            screen_add(text, screen_word(screen, KIOSK_WORD_BY_TABLE));
        return filter->table != 0;
    case KIOSK_RECORD_BY_PLAYER:
        screen_add(text, filter->player[0] != '\0' ? filter->player_name
                                                   : screen_word(screen, KIOSK_WORD_BY_PLAYER));
        return filter->player[0] != '\0';
    default:
        screen_add(text,
                   screen_word(screen, filter->kind != KIOSK_RECORDS_ALL ? kind_words[filter->kind]
                                                                         : KIOSK_WORD_BY_KIND));
        return filter->kind != KIOSK_RECORDS_ALL;
    }
}

static void put_chips(screen_maker *screen, kiosk_rect *panel)
{
    static const char *const names[CHIPS] = {"records.round", "records.table", "records.player",
                                             "records.kind"};
    const kiosk_rect row = screen_cut_top(screen, panel, screen->unit);

    for (int i = 0; i < CHIPS; i++) {
        const kiosk_record_field field = (kiosk_record_field)(KIOSK_RECORD_BY_ROUND + i);
        const kiosk_rect place = screen_column(screen, row, CHIPS, i);
        screen_text text;
        const bool on = name_chip(screen, field, &text);

        records_fit(screen, &text, KIOSK_TEXT_SMALL, place.width - 3 * screen->gap, 1);
        kiosk_part *part =
            screen_put_button(screen, place, names[i], text.text,
                              screen_do_with(KIOSK_COMMAND_RECORDS_CHOOSE, (int32_t)field));
        part->size = KIOSK_TEXT_SMALL;
        part->on = on;
    }
}

/* Choosing a value. */

static int choice_count(const screen_maker *screen)
{
    const kiosk_records *records = records_of(screen);

    if (records->choosing == KIOSK_RECORD_BY_KIND)
        return KIOSK_RECORDS_KINDS;
    return records->choices != NULL ? (int)records->choices->count + 1 : 0;
}

/* Of the value with this index, 0: any. Returns whether the list is narrowed to it. */
static bool fill_choice(const screen_maker *screen, int index, screen_text *text,
                        kiosk_command *command)
{
    const kiosk_records *records = records_of(screen);
    const kiosk_record_filter *filter = &records->filter;
    static const kiosk_record_choice any = {0};
    const kiosk_record_choice *choice =
        index > 0 && records->choices != NULL ? &records->choices->list[index - 1] : &any;

    screen_begin(text);
    switch (records->choosing) {
    case KIOSK_RECORD_BY_KIND:
        *command = screen_do_with(KIOSK_COMMAND_RECORDS_KIND, index);
        screen_add(text, screen_word(screen, kind_words[index]));
        return (int)filter->kind == index;
    case KIOSK_RECORD_BY_PLAYER:
        *command = kiosk_command_of_text(KIOSK_COMMAND_RECORDS_PLAYER, choice->key);
        screen_add(text, choice->key);
        screen_add(text, " ");
        screen_add(text, choice->name);
        break;
    case KIOSK_RECORD_BY_ROUND:
        *command = screen_do_with(KIOSK_COMMAND_RECORDS_ROUND, choice->number);
        screen_fill_number(screen, text, KIOSK_WORD_ROUND_SHORT, choice->number);
        break;
    default:
        *command = screen_do_with(KIOSK_COMMAND_RECORDS_TABLE, choice->number);
        screen_fill_number(screen, text, KIOSK_WORD_TABLE, choice->number);
        break;
    }
    if (index == 0) {
        screen_begin(text);
        screen_add(text, screen_word(screen, KIOSK_WORD_ANY));
    }
    if (records->choosing == KIOSK_RECORD_BY_PLAYER)
        return strcmp(filter->player, choice->key) == 0;
    return choice->number ==
           (records->choosing == KIOSK_RECORD_BY_ROUND ? filter->round : filter->table);
}

static int columns_of(const screen_maker *screen)
{
    const kiosk_record_field field = records_of(screen)->choosing;

    if (field == KIOSK_RECORD_BY_ROUND || field == KIOSK_RECORD_BY_TABLE)
        return screen->portrait ? 4 : 7;
    return screen->portrait ? 2 : 3;
}

static void put_choices(screen_maker *screen, kiosk_rect sheet)
{
    const int count = choice_count(screen);
    const int columns = columns_of(screen);
    const screen_list list =
        screen_begin_list(screen, &sheet, (count + columns - 1) / columns, screen->unit);

    for (int i = 0; i < list.visible * columns && list.first * columns + i < count; i++) {
        const int index = list.first * columns + i;
        const kiosk_rect row = {sheet.x, sheet.y + i / columns * (screen->unit + screen->gap),
                                sheet.width, screen->unit};
        const kiosk_rect place = screen_column(screen, row, columns, i % columns);
        kiosk_command command;
        screen_text text;
        const bool on = fill_choice(screen, index, &text, &command);

        records_fit(screen, &text, KIOSK_TEXT_SMALL, place.width - 3 * screen->gap, 1);
        kiosk_part *part = screen_put_button(screen, place, "", text.text, command);
        kiosk_part_set_name(part, "choice.%d", index);
        part->size = KIOSK_TEXT_SMALL;
        part->on = on;
    }
}

/* What is written, each a row; while it is written how far that is. */
static void put_forms(screen_maker *screen, kiosk_rect sheet)
{
    static const kiosk_word words[] = {KIOSK_WORD_EXPORT_JSON, KIOSK_WORD_EXPORT_CSV,
                                       KIOSK_WORD_EXPORT_PGN};
    static const char *const names[] = {"export.json", "export.csv", "export.pgn"};

    if (records_put_writing(screen, &sheet))
        return;
    for (int form = 0; form < (int)(sizeof words / sizeof *words); form++) {
        kiosk_part *part = screen_put_button(
            screen, screen_cut_top(screen, &sheet, screen->unit * 6 / 5), names[form],
            screen_word(screen, words[form]), screen_do_with(KIOSK_COMMAND_RECORDS_EXPORT, form));
        part->size = KIOSK_TEXT_SMALL;
    }
    screen_text text;
    if (screen->state->say == KIOSK_SAY_NOTHING ||
        sheet.height < screen_lines_height(screen, KIOSK_TEXT_SMALL, 2))
        return;
    kiosk_part *part = screen_put_text(screen, sheet, KIOSK_TEXT_SMALL, screen_said(screen, &text));
    part->strong = true;
    part->tone = screen->state->say_warns ? KIOSK_TONE_WARNING : KIOSK_TONE_GOOD;
    kiosk_part_set_name(part, "export.said");
}

bool records_put_writing(screen_maker *screen, kiosk_rect *rect)
{
    const kiosk_stick *stick = &screen->state->stick;
    kiosk_part *part;

    if (!stick->busy)
        return false;
    part = screen_put_paragraph(screen, rect, KIOSK_TEXT_BODY, true,
                                screen_word(screen, KIOSK_WORD_STICK_WRITING));
    part->align = KIOSK_ALIGN_CENTRE;
    part = kiosk_view_add(screen->view, KIOSK_PART_PROGRESS,
                          screen_cut_top(screen, rect, screen->unit / 2));
    part->value = stick->progress;
    kiosk_part_set_name(part, "stick.progress");
    screen_put_button(screen, screen_cut_top(screen, rect, screen->unit), "stick.stop",
                      screen_word(screen, KIOSK_WORD_STICK_STOP),
                      screen_do(KIOSK_COMMAND_STICK_STOP));
    return true;
}

void records_put_chooser(screen_maker *screen)
{
    static const kiosk_word titles[KIOSK_RECORD_FIELDS] = {
        [KIOSK_RECORD_BY_ROUND] = KIOSK_WORD_BY_ROUND,
        [KIOSK_RECORD_BY_TABLE] = KIOSK_WORD_BY_TABLE,
        [KIOSK_RECORD_BY_PLAYER] = KIOSK_WORD_BY_PLAYER,
        [KIOSK_RECORD_BY_KIND] = KIOSK_WORD_BY_KIND,
        [KIOSK_RECORD_EXPORT] = KIOSK_WORD_EXPORT_WHAT};
    const kiosk_records *records = records_of(screen);
    const kiosk_command close = screen_do_with(KIOSK_COMMAND_RECORDS_CHOOSE, 0);
    screen_text text;

    if (records->choosing == KIOSK_RECORD_BY_NOTHING)
        return;
    kiosk_rect sheet =
        screen_put_sheet(screen, screen->metrics->width, screen->metrics->height, close);
    kiosk_rect head = screen_cut_top(screen, &sheet, screen->unit);
    screen_put_button(screen, screen_cut_right(screen, &head, screen->unit), "choice.close", "×",
                      close)
        ->size = KIOSK_TEXT_LARGE;
    screen_begin(&text);
    screen_add(&text, screen_word(screen, titles[records->choosing]));
    if (records->choices != NULL && records->choices->cut) {
        screen_text cut;
        screen_add(&text, "  ");
        screen_add(&text, screen_fill_number(screen, &cut, KIOSK_WORD_CHOICES_CUT,
                                             KIOSK_RECORD_CHOICES_MAX));
    }
    screen_put_text(screen, screen_middle(screen, head, KIOSK_TEXT_LARGE), KIOSK_TEXT_LARGE,
                    text.text)
        ->strong = true;
    if (records->choosing == KIOSK_RECORD_EXPORT)
        put_forms(screen, sheet);
    else if (choice_count(screen) == 0)
        records_put_empty(screen, sheet, screen_word(screen, KIOSK_WORD_READING_WHAT));
    else
        put_choices(screen, sheet);
}

/* The list. */

static int row_height(const screen_maker *screen)
{
    const int lines =
        screen_lines_height(screen, KIOSK_TEXT_SMALL, WHAT_LINES) + 2 * (screen->gap / 2);

    return lines > screen->unit ? lines : screen->unit;
}

/* What was logged, whether it was corrected since, and by whom: what was logged is cut first. */
static void write_what(const screen_maker *screen, const kiosk_record_row *row, int width,
                       screen_text *text)
{
    screen_text tail;

    screen_begin(&tail);
    if (!row->in_force)
        screen_add(&tail, screen_word(screen, KIOSK_WORD_NOT_IN_FORCE));
    if (row->arbiter[0] != '\0') {
        screen_add(&tail, screen_word(screen, KIOSK_WORD_BY));
        screen_add(&tail, row->arbiter);
    }
    screen_begin(text);
    screen_add(text, row->text[screen->language]);
    records_fit_before(screen, text, tail.text, KIOSK_TEXT_SMALL, width, WHAT_LINES);
    records_fit(screen, text, KIOSK_TEXT_SMALL, width, WHAT_LINES); /* a very long name */
}

/* Time and table, of the width that these need. */
static int when_width(const screen_maker *screen)
{
    static const ledger_game_key widest = {88, 888, 1};
    screen_text text;
    const int when = screen_text_width(screen, "88-88 88:88", KIOSK_TEXT_SMALL, false);
    const int game =
        screen_text_width(screen, records_game(screen, &text, widest), KIOSK_TEXT_SMALL, false);

    return (when > game ? when : game) + screen->gap;
}

static void put_row(screen_maker *screen, kiosk_rect rect, const kiosk_record_row *row,
                    size_t index)
{
    kiosk_rect inside = screen_inset(rect, screen->gap / 2);
    screen_text text, game;
    kiosk_part *part;

    inside.x += screen->gap / 2;
    inside.width -= screen->gap / 2;
    part = screen_put(screen, KIOSK_PART_PANEL, rect, "", "",
                      kiosk_command_of_text(KIOSK_COMMAND_RECORD, row->id));
    kiosk_part_set_name(part, "record.%zu", index + 1);
    part->tone = KIOSK_TONE_QUIET;
    records_when(screen, &text, row->time_ms);
    screen_add(&text, "\n");
    screen_add(&text, records_game(screen, &game, row->game));
    part = screen_put_text(screen, screen_cut_left(screen, &inside, when_width(screen)),
                           KIOSK_TEXT_SMALL, text.text);
    part->tone = KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "record.when.%zu", index + 1);
    write_what(screen, row, inside.width, &text);
    part = screen_put_text(screen, inside, KIOSK_TEXT_SMALL, text.text);
    part->tone = row->in_force ? KIOSK_TONE_PLAIN : KIOSK_TONE_QUIET;
    kiosk_part_set_name(part, "record.what.%zu", index + 1);
}

/* Up and down by as many rows as are shown. */
static void put_paging(screen_maker *screen, kiosk_rect *rect, size_t first, size_t visible,
                       size_t total)
{
    const kiosk_rect bar = screen_cut_right(screen, rect, screen->unit);
    const size_t last = total - visible;
    const size_t up = first > visible ? first - visible : 0;
    const size_t down = first + visible < last ? first + visible : last;
    kiosk_part *part;

    part = screen_put_button(screen, screen_row(screen, bar, 2, 0), "list.up", "▲",
                             screen_do_with(KIOSK_COMMAND_RECORDS_FROM, (int32_t)up));
    part->dim = first == 0;
    part = screen_put_button(screen, screen_row(screen, bar, 2, 1), "list.down", "▼",
                             screen_do_with(KIOSK_COMMAND_RECORDS_FROM, (int32_t)down));
    part->dim = first == last;
}

static void put_list(screen_maker *screen, kiosk_rect panel)
{
    const kiosk_records *records = records_of(screen);
    const size_t total = records->page->total;
    const int height = row_height(screen);
    size_t visible = (size_t)screen_rows_in(screen, panel, height);
    size_t first = records->first;

    visible = visible < KIOSK_RECORD_ROWS_SHOWN ? visible : KIOSK_RECORD_ROWS_SHOWN;
    if (total > visible) {
        first = first < total - visible ? first : total - visible;
        put_paging(screen, &panel, first, visible, total);
    } else
        first = 0;
    for (size_t i = 0; i < visible && first + i < total; i++) {
        const kiosk_record_row *row = kiosk_record_row_at(records, first + i);
        const kiosk_rect place = {panel.x, panel.y + (int)i * (height + screen->gap), panel.width,
                                  height};

        if (row != NULL)
            put_row(screen, place, row, first + i);
        else
            screen_put_text(screen, place, KIOSK_TEXT_SMALL, "…");
    }
}

void screen_build_records(screen_maker *screen)
{
    const kiosk_records *records = records_of(screen);
    screen_areas areas = screen_put_frame(screen, false);
    screen_text text;

    if (screen->portrait) {
        if (records->page != NULL)
            screen_fill_number(screen, &text, KIOSK_WORD_RECORDS_COUNT, (long)records->page->total);
        else
            screen_fill(screen, &text, KIOSK_WORD_RECORDS_COUNT, "");
        screen_put_title(screen, &areas, text.text);
    }
    put_chips(screen, &areas.panel);
    if (records->page == NULL)
        records_put_empty(screen, areas.panel, screen_word(screen, KIOSK_WORD_READING));
    else if (records->page->total == 0)
        records_put_empty(screen, areas.panel, screen_word(screen, KIOSK_WORD_RECORDS_NONE));
    else
        put_list(screen, areas.panel);
    screen_put_say(screen, &areas);
    records_put_big(screen, screen_column(screen, areas.bottom, 2, 0), "records.import",
                    screen_word(screen, KIOSK_WORD_TABLE_IMPORT),
                    screen_do(KIOSK_COMMAND_STICK_TABLES));
    records_put_big(screen, screen_column(screen, areas.bottom, 2, 1), "records.export",
                    screen_word(screen, KIOSK_WORD_EXPORT_SHORT),
                    screen_do_with(KIOSK_COMMAND_RECORDS_CHOOSE, KIOSK_RECORD_EXPORT));
    records_put_chooser(screen);
}
