/*
 * kiosk/draw/painter.c: a painter with its theme and fonts; painting a view, or what changed of it.
 */
#include "kiosk/draw/painter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/draw/painter_private.h"

enum { USUAL_UNIT = 50 }; /* pixels of a unit at which lines have the thickness that is written */

board_error kiosk_painter_open(const char *assets, const char *theme, kiosk_painter **painter,
                               board_problem *problem)
{
    kiosk_painter *made = calloc(1, sizeof *made);

    *painter = NULL;
    if (!made)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    board_error error = kiosk_look_load(assets, theme, &made->theme, problem);
    if (error == BOARD_OK)
        error = kiosk_text_open(&made->text, problem);
    if (error != BOARD_OK) {
        free(made);
        return error;
    }
    made->first_cut = made->first_alone = KIOSK_NO_PART;
    *painter = made;
    return BOARD_OK;
}

void kiosk_painter_close(kiosk_painter *painter)
{
    if (!painter)
        return;
    painter_forget_pictures(painter);
    kiosk_text_close(painter->text);
    free(painter);
}

board_error kiosk_painter_set_theme(kiosk_painter *painter, const char *assets, const char *theme,
                                    board_problem *problem)
{
    board_error error = kiosk_look_load(assets, theme, &painter->theme, problem);

    if (error == BOARD_OK)
        painter_forget_pictures(painter);
    return error;
}

kiosk_text *kiosk_painter_text(kiosk_painter *painter)
{
    return painter->text;
}

int kiosk_painter_cut_count(const kiosk_painter *painter)
{
    return painter->cut_count;
}

int kiosk_painter_first_cut(const kiosk_painter *painter)
{
    return painter->first_cut;
}

int kiosk_painter_first_alone(const kiosk_painter *painter)
{
    return painter->first_alone;
}

kiosk_colour painter_tone_colour(const kiosk_painter *painter, kiosk_tone tone)
{
    const kiosk_palette *palette = painter->palette;

    switch (tone) {
    case KIOSK_TONE_PRIMARY:
        return palette->primary;
    case KIOSK_TONE_GOOD:
        return palette->good;
    case KIOSK_TONE_WARNING:
        return palette->warning;
    case KIOSK_TONE_DANGER:
        return palette->danger;
    case KIOSK_TONE_RED:
        return palette->red;
    case KIOSK_TONE_BLACK:
        return palette->black;
    case KIOSK_TONE_QUIET:
        return palette->quiet;
    default:
        return palette->text;
    }
}

int painter_text_pixels(const kiosk_painter *painter, kiosk_text_size size)
{
    switch (size) {
    case KIOSK_TEXT_SMALL:
        return painter->metrics->small;
    case KIOSK_TEXT_LARGE:
        return painter->metrics->large;
    case KIOSK_TEXT_HUGE:
        return painter->metrics->huge;
    default:
        return painter->metrics->body;
    }
}

double painter_line(const kiosk_painter *painter, double pixels)
{
    double thickness = pixels * painter->metrics->unit / USUAL_UNIT * painter->theme.line / 100;

    return thickness < 1 ? 1 : floor(thickness + 0.5);
}

/* A ring around the part that the keyboard is on. */
static void paint_focus(kiosk_painter *painter, const kiosk_part *part)
{
    double line = painter_line(painter, 3);

    kiosk_path_round(painter->cairo, part->rect.x - line / 2, part->rect.y - line / 2,
                     part->rect.width + line, part->rect.height + line,
                     painter->metrics->unit * 0.16);
    kiosk_set_colour(painter->cairo, painter->palette->focus, 1);
    cairo_set_line_width(painter->cairo, line);
    cairo_stroke(painter->cairo);
}

/* How far a part may paint beyond its rect: focus, shadows, tips of shapes. */
static int spill(const kiosk_metrics *metrics)
{
    return metrics->unit / 6 + 2;
}

static kiosk_rect ghost_rect(const kiosk_touch *touch)
{
    int reach = touch->ghost_size * 5 / 8 + 4;

    if (touch->ghost == BOARD_EMPTY)
        return (kiosk_rect){0, 0, 0, 0};
    return (kiosk_rect){touch->ghost_x - reach, touch->ghost_y - reach, 2 * reach, 2 * reach};
}

/* Paints what meets the area; the rest stays. */
static void paint_area(kiosk_painter *painter, kiosk_canvas *canvas, const kiosk_view *view,
                       const kiosk_touch *touch, kiosk_rect area)
{
    cairo_t *cairo = canvas->cairo;

    painter->cairo = cairo;
    painter->view = view;
    painter->touch = touch;
    painter->palette = view->inverse ? &painter->theme.inverse : &painter->theme.screen;
    painter->cut_count = 0;
    painter->first_cut = painter->first_alone = KIOSK_NO_PART;
    cairo_save(cairo);
    cairo_rectangle(cairo, area.x, area.y, area.width, area.height);
    cairo_clip(cairo);
    kiosk_set_colour(cairo, painter->palette->background, 1);
    cairo_paint(cairo);
    for (size_t i = 0; i < view->count; i++) {
        const kiosk_part *part = &view->parts[i];

        if (!kiosk_rect_meets(kiosk_rect_inset(part->rect, -spill(painter->metrics)), area))
            continue;
        painter->part = (int)i;
        painter_part(painter, part, touch->pressed == (int)i);
        if (touch->focus == (int)i)
            paint_focus(painter, part);
    }
    painter_piece(painter, touch->ghost, view->board.simplified, touch->ghost_x, touch->ghost_y,
                  touch->ghost_size, 0.92);
    cairo_restore(cairo);
    cairo_surface_flush(canvas->surface);
}

void kiosk_paint(kiosk_painter *painter, kiosk_canvas *canvas, const kiosk_metrics *metrics,
                 const kiosk_view *view, const kiosk_touch *touch)
{
    const kiosk_touch idle = kiosk_touch_none();

    painter->metrics = metrics;
    paint_area(painter, canvas, view, touch ? touch : &idle,
               (kiosk_rect){0, 0, canvas->width, canvas->height});
    if (view->turn == 180)
        kiosk_canvas_turn(canvas);
}

static bool same_marks(const kiosk_board_view *a, const kiosk_board_view *b)
{
    if (a->mark_count != b->mark_count)
        return false;
    for (size_t i = 0; i < a->mark_count && i < KIOSK_MARKS_MAX; i++) {
        if (a->marks[i].kind != b->marks[i].kind || a->marks[i].square != b->marks[i].square)
            return false;
    }
    return true;
}

static bool same_arrows(const kiosk_board_view *a, const kiosk_board_view *b)
{
    if (a->arrow_count != b->arrow_count)
        return false;
    for (size_t i = 0; i < a->arrow_count && i < KIOSK_ARROWS_MAX; i++) {
        const kiosk_arrow *one = &a->arrows[i];
        const kiosk_arrow *other = &b->arrows[i];

        if (one->kind != other->kind || one->from != other->from || one->to != other->to ||
            strcmp(one->badge, other->badge) != 0)
            return false;
    }
    return true;
}

static bool same_board(const kiosk_board_view *a, const kiosk_board_view *b)
{
    return memcmp(a->layout.cells, b->layout.cells, sizeof a->layout.cells) == 0 &&
           a->black_below == b->black_below && a->simplified == b->simplified &&
           strcmp(a->caption, b->caption) == 0 && a->word_square == b->word_square &&
           strcmp(a->word, b->word) == 0 && same_marks(a, b) && same_arrows(a, b);
}

static bool same_rect(kiosk_rect a, kiosk_rect b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

/* Do two parts look the same? Their commands do not show. */
static bool same_look(const kiosk_part *a, const kiosk_part *b)
{
    return a->kind == b->kind && same_rect(a->rect, b->rect) && a->size == b->size &&
           a->align == b->align && a->tone == b->tone && a->strong == b->strong && a->on == b->on &&
           a->dim == b->dim && a->cell == b->cell && a->label == b->label && a->value == b->value &&
           strcmp(a->text, b->text) == 0 && strcmp(a->detail, b->detail) == 0;
}

/* Does part i, which both views have, look different? */
static bool part_changed(const kiosk_view *before, const kiosk_touch *touch_before,
                         const kiosk_view *view, const kiosk_touch *touch, size_t i)
{
    const kiosk_part *part = &view->parts[i];

    if (!same_look(&before->parts[i], part))
        return true;
    if ((touch_before->pressed == (int)i) != (touch->pressed == (int)i) ||
        (touch_before->focus == (int)i) != (touch->focus == (int)i))
        return true;
    if (touch->focus == (int)i && touch_before->focus_square != touch->focus_square)
        return true;
    if (part->kind == KIOSK_PART_BOARD)
        return !same_board(&before->board, &view->board);
    if (part->kind == KIOSK_PART_SECOND_BOARD)
        return !same_board(&before->second_board, &view->second_board);
    return part->kind == KIOSK_PART_PIECE && before->board.simplified != view->board.simplified;
}

static kiosk_rect clipped(kiosk_rect rect, const kiosk_canvas *canvas)
{
    int right = rect.x + rect.width < canvas->width ? rect.x + rect.width : canvas->width;
    int bottom = rect.y + rect.height < canvas->height ? rect.y + rect.height : canvas->height;

    rect.x = rect.x > 0 ? rect.x : 0;
    rect.y = rect.y > 0 ? rect.y : 0;
    rect.width = right > rect.x ? right - rect.x : 0;
    rect.height = bottom > rect.y ? bottom - rect.y : 0;
    if (rect.height == 0)
        rect.width = 0;
    return rect;
}

static bool same_ghost(const kiosk_touch *a, const kiosk_touch *b)
{
    return a->ghost == b->ghost &&
           (a->ghost == BOARD_EMPTY || (a->ghost_x == b->ghost_x && a->ghost_y == b->ghost_y &&
                                        a->ghost_size == b->ghost_size));
}

kiosk_rect kiosk_paint_changes(kiosk_painter *painter, kiosk_canvas *canvas,
                               const kiosk_metrics *metrics, const kiosk_view *before,
                               const kiosk_touch *touch_before, const kiosk_view *view,
                               const kiosk_touch *touch)
{
    kiosk_rect area = {0, 0, 0, 0};
    size_t count = view->count > before->count ? view->count : before->count;

    painter->metrics = metrics;
    if (view->turn != before->turn || view->turn != 0 || view->inverse != before->inverse) {
        kiosk_paint(painter, canvas, metrics, view, touch);
        return (kiosk_rect){0, 0, canvas->width, canvas->height};
    }
    for (size_t i = 0; i < count; i++) {
        if (i < view->count && i < before->count &&
            !part_changed(before, touch_before, view, touch, i))
            continue;
        if (i < before->count)
            area = kiosk_rect_union(
                area, kiosk_rect_inset(before->parts[i].rect, -spill(painter->metrics)));
        if (i < view->count)
            area = kiosk_rect_union(
                area, kiosk_rect_inset(view->parts[i].rect, -spill(painter->metrics)));
    }
    if (!same_ghost(touch_before, touch))
        area =
            kiosk_rect_union(area, kiosk_rect_union(ghost_rect(touch_before), ghost_rect(touch)));
    area = clipped(area, canvas);
    if (area.width > 0)
        paint_area(painter, canvas, view, touch, area);
    return area;
}
