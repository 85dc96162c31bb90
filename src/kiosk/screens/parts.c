/*
 * kiosk/screens/parts.c: rects that are cut into smaller ones, texts with values, parts put into
 * rects.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kiosk/flow/text.h"
#include "kiosk/screens/screens_private.h"
#include "ledger/phrase.h"

/* As much as there is, and says so if that is less than is wanted. */
static int taken(screen_maker *screen, int room, int wanted)
{
    if (wanted > room)
        screen->view->overflow = true;
    return wanted < room ? wanted : room > 0 ? room : 0;
}

static int left_after(const screen_maker *screen, int room, int cut)
{
    return room - cut - screen->gap > 0 ? room - cut - screen->gap : 0;
}

kiosk_rect screen_cut_top(screen_maker *screen, kiosk_rect *rect, int height)
{
    kiosk_rect cut = {rect->x, rect->y, rect->width, taken(screen, rect->height, height)};
    int left = left_after(screen, rect->height, cut.height);

    rect->y += rect->height - left;
    rect->height = left;
    return cut;
}

kiosk_rect screen_cut_bottom(screen_maker *screen, kiosk_rect *rect, int height)
{
    kiosk_rect cut = *rect;

    cut.height = taken(screen, rect->height, height);
    cut.y = rect->y + rect->height - cut.height;
    rect->height = left_after(screen, rect->height, cut.height);
    return cut;
}

kiosk_rect screen_cut_left(screen_maker *screen, kiosk_rect *rect, int width)
{
    kiosk_rect cut = {rect->x, rect->y, taken(screen, rect->width, width), rect->height};
    int left = left_after(screen, rect->width, cut.width);

    rect->x += rect->width - left;
    rect->width = left;
    return cut;
}

kiosk_rect screen_cut_right(screen_maker *screen, kiosk_rect *rect, int width)
{
    kiosk_rect cut = *rect;

    cut.width = taken(screen, rect->width, width);
    cut.x = rect->x + rect->width - cut.width;
    rect->width = left_after(screen, rect->width, cut.width);
    return cut;
}

kiosk_rect screen_inset(kiosk_rect rect, int by)
{
    rect.x += by;
    rect.y += by;
    rect.width = rect.width > 2 * by ? rect.width - 2 * by : 0;
    rect.height = rect.height > 2 * by ? rect.height - 2 * by : 0;
    return rect;
}

/* Where the i-th of `count` equal parts of a length starts, gaps between them. */
static int start_of(const screen_maker *screen, int length, int count, int i)
{
    return (length + screen->gap) * i / count;
}

kiosk_rect screen_column(const screen_maker *screen, kiosk_rect rect, int count, int i)
{
    int start = start_of(screen, rect.width, count, i);
    int end = start_of(screen, rect.width, count, i + 1) - screen->gap;

    return (kiosk_rect){rect.x + start, rect.y, end - start, rect.height};
}

kiosk_rect screen_row(const screen_maker *screen, kiosk_rect rect, int count, int i)
{
    int start = start_of(screen, rect.height, count, i);
    int end = start_of(screen, rect.height, count, i + 1) - screen->gap;

    return (kiosk_rect){rect.x, rect.y + start, rect.width, end - start};
}

kiosk_rect screen_middle(const screen_maker *screen, kiosk_rect rect, kiosk_text_size size)
{
    int line = screen_lines_height(screen, size, 1);

    if (rect.height <= line)
        return rect;
    rect.y += (rect.height - line) / 2;
    rect.height = line;
    return rect;
}

int screen_columns_in(const screen_maker *screen, kiosk_rect rect, int width)
{
    int count = (rect.width + screen->gap) / (width + screen->gap);

    return count > 1 ? count : 1;
}

int screen_rows_in(const screen_maker *screen, kiosk_rect rect, int height)
{
    int count = (rect.height + screen->gap) / (height + screen->gap);

    return count > 1 ? count : 1;
}

const char *screen_word(const screen_maker *screen, kiosk_word word)
{
    return kiosk_word_text(word, screen->language);
}

const char *screen_fill(const screen_maker *screen, screen_text *text, kiosk_word word,
                        const char *value)
{
    ledger_phrase phrase = ledger_phrase_begin(text->text, sizeof text->text);
    const ledger_field field = {"", value};

    ledger_phrase_fill(&phrase, screen_word(screen, word), &field, 1);
    return text->text;
}

const char *screen_fill_number(const screen_maker *screen, screen_text *text, kiosk_word word,
                               long number)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%ld", number);
    return screen_fill(screen, text, word, digits);
}

void screen_begin(screen_text *text)
{
    text->text[0] = '\0';
}

void screen_add(screen_text *text, const char *more)
{
    size_t used = strlen(text->text);

    kiosk_text_copy(text->text + used, sizeof text->text - used, more);
}

void screen_add_number(screen_text *text, long number)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%ld", number);
    screen_add(text, digits);
}

int screen_pixels(const screen_maker *screen, kiosk_text_size size)
{
    switch (size) {
    case KIOSK_TEXT_SMALL:
        return screen->metrics->small;
    case KIOSK_TEXT_LARGE:
        return screen->metrics->large;
    case KIOSK_TEXT_HUGE:
        return screen->metrics->huge;
    default:
        return screen->metrics->body;
    }
}

int screen_lines_height(const screen_maker *screen, kiosk_text_size size, int lines)
{
    return lines * kiosk_measure_pitch(screen_pixels(screen, size));
}

size_t screen_text_fits(const screen_maker *screen, const char *text, kiosk_text_size size,
                        int width, int lines)
{
    return kiosk_measure_fits(text, screen_pixels(screen, size), width, lines);
}

int screen_text_height(const screen_maker *screen, const char *text, kiosk_text_size size,
                       bool strong, int width)
{
    return screen_lines_height(
        screen, size, kiosk_measure_lines(text, screen_pixels(screen, size), strong, width));
}

int screen_text_width(const screen_maker *screen, const char *text, kiosk_text_size size,
                      bool strong)
{
    return kiosk_measure_width(text, screen_pixels(screen, size), strong);
}

int screen_button_width(const screen_maker *screen, const char *text, kiosk_text_size size)
{
    int width = screen_text_width(screen, text, size, true) + 2 * screen->gap + 2;

    return width > screen->unit ? width : screen->unit;
}

kiosk_part *screen_put_text(screen_maker *screen, kiosk_rect rect, kiosk_text_size size,
                            const char *text)
{
    kiosk_part *part = kiosk_view_add(screen->view, KIOSK_PART_TEXT, rect);

    part->size = size;
    kiosk_part_set_text(part, text);
    return part;
}

kiosk_part *screen_put_paragraph(screen_maker *screen, kiosk_rect *rect, kiosk_text_size size,
                                 bool strong, const char *text)
{
    int height = screen_text_height(screen, text, size, strong, rect->width);
    kiosk_part *part;

    if (!text[0])
        return NULL;
    part = screen_put_text(screen, screen_cut_top(screen, rect, height), size, text);
    part->strong = strong;
    return part;
}

kiosk_part *screen_put(screen_maker *screen, kiosk_part_kind kind, kiosk_rect rect,
                       const char *name, const char *text, kiosk_command command)
{
    kiosk_part *part = kiosk_view_add(screen->view, kind, rect);

    kiosk_part_set_name(part, "%s", name);
    kiosk_part_set_text(part, text);
    part->command = command;
    return part;
}

kiosk_part *screen_put_button(screen_maker *screen, kiosk_rect rect, const char *name,
                              const char *text, kiosk_command command)
{
    kiosk_part *part = screen_put(screen, KIOSK_PART_BUTTON, rect, name, text, command);

    part->align = KIOSK_ALIGN_CENTRE;
    return part;
}

/* In how many columns tools stand, so that a finger finds each: upright if they can. */
static int tool_columns(const screen_maker *screen, kiosk_rect rect, int count)
{
    const int usual = rect.height > rect.width ? 1 : count;

    for (int columns = usual == 1 ? 1 : count; columns >= 1 && columns <= count;
         columns += usual == 1 ? 1 : -1) {
        const int rows = (count + columns - 1) / columns;

        if (screen_column(screen, rect, columns, 0).width >= screen->unit &&
            rows * (screen->unit + screen->gap) - screen->gap <= rect.height)
            return columns;
    }
    return usual;
}

void screen_put_tools(screen_maker *screen, kiosk_rect rect, const screen_tool *tools, int count)
{
    const int columns = tool_columns(screen, rect, count);
    const int rows = (count + columns - 1) / columns;
    const int most = rows * (screen->unit * 3 / 2 + screen->gap) - screen->gap;

    if (rows > 1 && rect.height > most)
        rect.height = most;
    for (int i = 0; i < count; i++) {
        const kiosk_rect row = screen_row(screen, rect, rows, i / columns);
        kiosk_part *part =
            screen_put_button(screen, screen_column(screen, row, columns, i % columns),
                              tools[i].name, tools[i].text, tools[i].command);

        part->dim = tools[i].dim;
        part->on = tools[i].on;
    }
}

/* Up and down, one above the other; where the list is low one button that goes on, from the end to
 * the beginning. */
static void put_paging(screen_maker *screen, kiosk_rect *rect, int up, int down, screen_list list)
{
    kiosk_rect bar = screen_cut_right(screen, rect, screen->unit);
    const bool ends = list.first == list.count - list.visible;
    kiosk_part *part;

    if (bar.height < screen->unit)
        screen->view->overflow = true;
    if (bar.height < 2 * screen->unit + screen->gap) {
        screen_put_button(screen, bar, "list.down", ends ? "▲" : "▼",
                          screen_do_with(KIOSK_COMMAND_SCROLL_TO, ends ? 0 : down));
        return;
    }
    part = screen_put_button(screen, screen_row(screen, bar, 2, 0), "list.up", "▲",
                             screen_do_with(KIOSK_COMMAND_SCROLL_TO, up));
    part->dim = list.first == 0;
    part = screen_put_button(screen, screen_row(screen, bar, 2, 1), "list.down", "▼",
                             screen_do_with(KIOSK_COMMAND_SCROLL_TO, down));
    part->dim = ends;
}

screen_list screen_begin_list(screen_maker *screen, kiosk_rect *rect, int count, int row_height)
{
    screen_list list = {.count = count, .visible = screen_rows_in(screen, *rect, row_height)};
    int last = count - list.visible;

    if (last <= 0)
        return list;
    list.first = screen->state->scroll < last ? screen->state->scroll : last;
    put_paging(screen, rect, list.first > list.visible ? list.first - list.visible : 0,
               list.first + list.visible < last ? list.first + list.visible : last, list);
    return list;
}
