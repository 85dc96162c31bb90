/*
 * kiosk/view.c: the plain values that a screen shows: metrics, parts, what a finger hits, and where
 * the squares of a board are.
 */
#include "kiosk/view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DENSITY_MIN = 72, DENSITY_MAX = 600, TEXT_STEPS = 3 };

/* Heights of text in millimetres: 2.54 mm are 16 pixels at 160 dpi, the least that is read at arm's
 * length. */
static const double small_text = 2.54, body_text = 2.95, large_text = 4.2, huge_text = 10.5;

/* What each step of the text size multiplies the heights by. */
static const double text_steps[TEXT_STEPS] = {1.0, 1.2, 1.4};

/* A board's margins around its outermost lines, in distances of two lines: half a piece at the
 * sides, and the file numbers besides it above and below. */
static const double side_margin = 0.6, end_margin = 0.84;

static int within(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static int text_pixels(double millimetres, const kiosk_metrics *metrics, int text_step)
{
    return (int)lround(millimetres * metrics->pixels_per_millimetre * text_steps[text_step]);
}

kiosk_metrics kiosk_metrics_make(int width, int height, double pixels_per_inch, int text_step)
{
    kiosk_metrics metrics = {
        .width = within(width, KIOSK_WIDTH_MIN, KIOSK_WIDTH_MAX),
        .height = within(height, KIOSK_WIDTH_MIN, KIOSK_WIDTH_MAX),
    };
    double density = pixels_per_inch >= DENSITY_MIN ? pixels_per_inch : DENSITY_MIN;

    if (density > DENSITY_MAX)
        density = DENSITY_MAX;
    metrics.pixels_per_millimetre = density / 25.4;
    metrics.unit = (int)ceil(KIOSK_UNIT_MILLIMETRES * metrics.pixels_per_millimetre);
    metrics.gap = within(metrics.unit / 9, 2, metrics.unit);
    metrics.portrait = metrics.height > metrics.width;
    metrics.tight =
        (metrics.portrait ? metrics.width : metrics.height) < KIOSK_SMALL_UNITS * metrics.unit;
    text_step = metrics.tight ? 0 : within(text_step, 0, TEXT_STEPS - 1);
    metrics.small = text_pixels(small_text, &metrics, text_step);
    metrics.body = text_pixels(body_text, &metrics, text_step);
    metrics.large = text_pixels(large_text, &metrics, text_step);
    metrics.huge = text_pixels(huge_text, &metrics, text_step);
    return metrics;
}

static void clear_board(kiosk_board_view *board)
{
    memset(board, 0, sizeof *board);
    board->word_square = BOARD_NO_SQUARE;
}

void kiosk_view_clear(kiosk_view *view)
{
    view->count = 0;
    view->overflow = false;
    view->inverse = false;
    view->turn = 0;
    view->unit = 0;
    view->code[0] = '\0';
    clear_board(&view->board);
    clear_board(&view->second_board);
}

void kiosk_view_copy(kiosk_view *view, const kiosk_view *from)
{
    memcpy(view->parts, from->parts, from->count * sizeof *from->parts);
    view->count = from->count;
    view->overflow = from->overflow;
    view->board = from->board;
    view->second_board = from->second_board;
    view->inverse = from->inverse;
    view->turn = from->turn;
    view->unit = from->unit;
    memcpy(view->code, from->code, sizeof view->code);
}

kiosk_part *kiosk_view_add(kiosk_view *view, kiosk_part_kind kind, kiosk_rect rect)
{
    kiosk_part *part;

    if (view->count < KIOSK_PARTS_MAX) {
        part = &view->parts[view->count++];
    } else {
        view->overflow = true;
        part = &view->parts[KIOSK_PARTS_MAX - 1];
    }
    memset(part, 0, sizeof *part);
    part->kind = kind;
    part->rect = rect;
    return part;
}

/* Copies as many whole UTF-8 characters as fit. */
static void copy_text(char *to, size_t size, const char *text)
{
    size_t length = strlen(text);

    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(to, text, length);
    to[length] = '\0';
}

void kiosk_part_set_text(kiosk_part *part, const char *text)
{
    copy_text(part->text, sizeof part->text, text);
}

void kiosk_part_set_detail(kiosk_part *part, const char *detail)
{
    copy_text(part->detail, sizeof part->detail, detail);
}

void kiosk_part_set_name(kiosk_part *part, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(part->name, sizeof part->name, format, arguments);
    va_end(arguments);
}

bool kiosk_rect_holds(kiosk_rect rect, int x, int y)
{
    return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

bool kiosk_part_sensitive(const kiosk_view *view, const kiosk_part *part)
{
    if (part->kind == KIOSK_PART_BOARD && view->board.sensitive)
        return true;
    if (part->kind == KIOSK_PART_SECOND_BOARD && view->second_board.sensitive)
        return true;
    return part->command.kind != KIOSK_COMMAND_NONE || part->hold.kind != KIOSK_COMMAND_NONE;
}

kiosk_rect kiosk_view_turned_rect(const kiosk_view *view, kiosk_rect rect, int width, int height)
{
    if (view->turn != 180)
        return rect;
    rect.x = width - rect.x - rect.width;
    rect.y = height - rect.y - rect.height;
    return rect;
}

/* The rect with half a unit more on the sides where it is smaller than a finger. */
static kiosk_rect for_a_finger(kiosk_rect rect, int unit)
{
    if (rect.width < unit) {
        rect.x -= unit / 2;
        rect.width += unit / 2 * 2;
    }
    if (rect.height < unit) {
        rect.y -= unit / 2;
        rect.height += unit / 2 * 2;
    }
    return rect;
}

/* The square of the distance of a point from a rect. */
static long distance(kiosk_rect rect, int x, int y)
{
    long across = within(x, rect.x, rect.x + rect.width) - x;
    long down = within(y, rect.y, rect.y + rect.height) - y;

    return across * across + down * down;
}

const kiosk_part *kiosk_view_hit(const kiosk_view *view, int x, int y)
{
    const kiosk_part *near = NULL;
    bool on_panel = false;

    for (size_t i = view->count; i-- > 0;) {
        const kiosk_part *part = &view->parts[i];
        bool sensitive = kiosk_part_sensitive(view, part);
        bool exact = kiosk_rect_holds(part->rect, x, y);

        if (part->kind == KIOSK_PART_SHADE && exact)
            return near ? near : sensitive && !on_panel ? part : NULL;
        if (sensitive && exact)
            return part;
        if (part->kind == KIOSK_PART_PANEL && exact)
            on_panel = true;
        if (sensitive && kiosk_rect_holds(for_a_finger(part->rect, view->unit), x, y) &&
            (!near || distance(part->rect, x, y) < distance(near->rect, x, y)))
            near = part;
    }
    return near;
}

const kiosk_part *kiosk_view_find(const kiosk_view *view, const char *name)
{
    for (size_t i = 0; i < view->count; i++) {
        if (view->parts[i].name[0] && strcmp(view->parts[i].name, name) == 0)
            return &view->parts[i];
    }
    return NULL;
}

double kiosk_board_step(kiosk_rect rect)
{
    double across = rect.width / (BOARD_FILES - 1 + 2 * side_margin);
    double down = rect.height / (BOARD_RANKS - 1 + 2 * end_margin);

    return across < down ? across : down;
}

kiosk_rect kiosk_board_wood(kiosk_rect rect)
{
    double step = kiosk_board_step(rect);
    int width = (int)floor(step * (BOARD_FILES - 1 + 2 * side_margin) + 1e-6);
    int height = (int)floor(step * (BOARD_RANKS - 1 + 2 * end_margin) + 1e-6);

    return (kiosk_rect){rect.x + (rect.width - width) / 2, rect.y, width, height};
}

void kiosk_board_place(kiosk_rect rect, bool black_below, board_square square, int *x, int *y)
{
    kiosk_rect wood = kiosk_board_wood(rect);
    double step = kiosk_board_step(rect);
    int file = board_file_of(square);
    int rank = board_rank_of(square);

    if (black_below)
        file = BOARD_FILES - 1 - file;
    else
        rank = BOARD_RANKS - 1 - rank;
    *x = wood.x + (int)floor((side_margin + file) * step);
    *y = wood.y + (int)floor((end_margin + rank) * step);
}

board_square kiosk_board_square_at(kiosk_rect rect, bool black_below, int x, int y)
{
    kiosk_rect wood = kiosk_board_wood(rect);
    double step = kiosk_board_step(rect);

    if (step <= 0)
        return BOARD_NO_SQUARE;
    int file = (int)floor((x - wood.x) / step - side_margin + 0.5);
    int rank = (int)floor((y - wood.y) / step - end_margin + 0.5);
    if (file < 0 || file >= BOARD_FILES || rank < 0 || rank >= BOARD_RANKS)
        return BOARD_NO_SQUARE;
    if (black_below)
        file = BOARD_FILES - 1 - file;
    else
        rank = BOARD_RANKS - 1 - rank;
    return board_square_at(file, rank);
}

int kiosk_board_width(int height)
{
    return (int)ceil(height * (BOARD_FILES - 1 + 2 * side_margin) /
                     (BOARD_RANKS - 1 + 2 * end_margin));
}

int kiosk_board_height(int width)
{
    return (int)ceil(width * (BOARD_RANKS - 1 + 2 * end_margin) /
                     (BOARD_FILES - 1 + 2 * side_margin));
}
