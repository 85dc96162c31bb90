/*
 * kiosk/draw/marks.c: what marks squares of a board: rings, dots, corners, arrows with badges, and
 * the word at a square. Each kind has a form of its own, besides its colour.
 */
#include <math.h>

#include "kiosk/draw/painter_private.h"

static const double pi = 3.14159265358979323846;

typedef struct square_place {
    double x, y;
    double step;
    double line; /* thickness of a ring */
} square_place;

static square_place place_of(const kiosk_painter *painter, kiosk_rect rect,
                             const kiosk_board_view *board, board_square square)
{
    square_place place = {.step = kiosk_board_step(rect)};
    int x, y;

    kiosk_board_place(rect, board->black_below, square, &x, &y);
    place.x = x + 0.5;
    place.y = y + 0.5;
    place.line = place.step * 0.065 * (painter->theme.line > 100 ? 1.25 : 1);
    return place;
}

/* Strokes the current path with a light outline, so that it is seen on wood and on pieces. */
static void stroke_outlined(kiosk_painter *painter, double thickness, kiosk_colour colour)
{
    cairo_t *cairo = painter->cairo;

    kiosk_set_colour(cairo, painter->theme.marks.outline, 0.9);
    cairo_set_line_width(cairo, thickness * 1.7);
    cairo_stroke_preserve(cairo);
    kiosk_set_colour(cairo, colour, 1);
    cairo_set_line_width(cairo, thickness);
    cairo_stroke(cairo);
}

static void ring(kiosk_painter *painter, square_place at, double radius, double thickness,
                 kiosk_colour colour)
{
    kiosk_path_circle(painter->cairo, at.x, at.y, at.step * radius);
    stroke_outlined(painter, thickness, colour);
}

static void dashed_ring(kiosk_painter *painter, square_place at, kiosk_colour colour)
{
    enum { DASHES = 9 };
    double turn = 2 * pi / DASHES;

    cairo_set_line_cap(painter->cairo, CAIRO_LINE_CAP_BUTT);
    for (int i = 0; i < DASHES; i++) {
        cairo_new_sub_path(painter->cairo);
        cairo_arc(painter->cairo, at.x, at.y, at.step * 0.475, i * turn, i * turn + turn * 0.6);
    }
    stroke_outlined(painter, at.line * 1.1, colour);
}

static void cross(kiosk_painter *painter, double x, double y, double reach, double thickness,
                  kiosk_colour colour)
{
    cairo_set_line_cap(painter->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(painter->cairo, x - reach, y - reach);
    cairo_line_to(painter->cairo, x + reach, y + reach);
    cairo_move_to(painter->cairo, x - reach, y + reach);
    cairo_line_to(painter->cairo, x + reach, y - reach);
    stroke_outlined(painter, thickness, colour);
}

/* Four corners around the square. */
static void corners(kiosk_painter *painter, square_place at, double reach, double length,
                    double thickness, kiosk_colour colour)
{
    cairo_t *cairo = painter->cairo;

    reach *= at.step;
    length *= at.step;
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int across = -1; across <= 1; across += 2) {
        for (int down = -1; down <= 1; down += 2) {
            cairo_move_to(cairo, at.x + across * (reach - length), at.y + down * reach);
            cairo_line_to(cairo, at.x + across * reach, at.y + down * reach);
            cairo_line_to(cairo, at.x + across * reach, at.y + down * (reach - length));
        }
    }
    stroke_outlined(painter, thickness, colour);
}

static void legal_point(kiosk_painter *painter, square_place at, bool captures)
{
    kiosk_colour colour = painter->theme.marks.legal;

    if (captures) {
        ring(painter, at, 0.475, at.line * 1.3, colour);
        return;
    }
    kiosk_path_circle(painter->cairo, at.x, at.y, at.step * 0.17);
    kiosk_set_colour(painter->cairo, painter->theme.marks.outline, 0.9);
    cairo_fill_preserve(painter->cairo);
    cairo_new_path(painter->cairo);
    kiosk_path_circle(painter->cairo, at.x, at.y, at.step * 0.13);
    kiosk_set_colour(painter->cairo, colour, 1);
    cairo_fill(painter->cairo);
}

/* A ring with the sign of danger at the upper right. */
static void fault(kiosk_painter *painter, square_place at)
{
    ring(painter, at, 0.475, at.line, painter->theme.marks.fault);
    painter_sign(painter, KIOSK_TONE_DANGER, at.x + at.step * 0.34, at.y - at.step * 0.34,
                 at.step * 0.42);
}

static void paint_mark(kiosk_painter *painter, kiosk_mark_kind kind, square_place at, bool occupied)
{
    const kiosk_mark_look *look = &painter->theme.marks;

    switch (kind) {
    case KIOSK_MARK_SELECTED:
        ring(painter, at, 0.485, at.line * 1.5, look->selected);
        corners(painter, at, 0.52, 0.16, at.line * 0.9, look->selected);
        break;
    case KIOSK_MARK_LEGAL:
        legal_point(painter, at, occupied);
        break;
    case KIOSK_MARK_LAST:
        corners(painter, at, occupied ? 0.46 : 0.3, 0.15, at.line * 0.9, look->last);
        break;
    case KIOSK_MARK_TARGET:
        ring(painter, at, 0.505, at.line * 0.8, look->target);
        ring(painter, at, 0.405, at.line * 0.7, look->target);
        break;
    case KIOSK_MARK_ATTACKER:
        ring(painter, at, 0.475, at.line * 1.1, look->attacker);
        break;
    case KIOSK_MARK_ROOT:
        dashed_ring(painter, at, look->root);
        break;
    case KIOSK_MARK_FALSE_ROOT:
        dashed_ring(painter, at, look->root);
        cross(painter, at.x + at.step * 0.34, at.y + at.step * 0.34, at.step * 0.13, at.line * 1.2,
              look->fault);
        break;
    case KIOSK_MARK_FAULT:
        fault(painter, at);
        break;
    case KIOSK_MARK_FOCUS:
        corners(painter, at, 0.5, 0.36, at.line * 1.1, look->focus);
        break;
    }
}

/* The last move lies below the pieces; all else above. */
static bool lies_below(kiosk_mark_kind kind)
{
    return kind == KIOSK_MARK_LAST;
}

static void paint_marks(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board,
                        bool below)
{
    for (size_t i = 0; i < board->mark_count && i < KIOSK_MARKS_MAX; i++) {
        const kiosk_mark *mark = &board->marks[i];

        if (mark->square >= BOARD_SQUARES || lies_below(mark->kind) != below)
            continue;
        paint_mark(painter, mark->kind, place_of(painter, rect, board, mark->square),
                   board->layout.cells[mark->square] != BOARD_EMPTY);
    }
}

void painter_marks_below(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board)
{
    paint_marks(painter, rect, board, true);
}

void painter_marks_above(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board)
{
    paint_marks(painter, rect, board, false);
}

void painter_focus_mark(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board,
                        board_square square)
{
    paint_mark(painter, KIOSK_MARK_FOCUS, place_of(painter, rect, board, square), true);
}

typedef struct arrow_shape {
    double x, y;       /* where it starts, at the edge of the piece */
    double to_x, to_y; /* its point */
    double along_x, along_y;
    double length, step;
} arrow_shape;

static arrow_shape shape_of(square_place from, square_place to, bool to_piece)
{
    arrow_shape shape = {.step = from.step};
    double distance = hypot(to.x - from.x, to.y - from.y);
    double start = from.step * 0.46;
    double end = from.step * (to_piece ? 0.44 : 0.12);

    shape.along_x = (to.x - from.x) / distance;
    shape.along_y = (to.y - from.y) / distance;
    shape.x = from.x + shape.along_x * start;
    shape.y = from.y + shape.along_y * start;
    shape.to_x = to.x - shape.along_x * end;
    shape.to_y = to.y - shape.along_y * end;
    shape.length = distance - start - end;
    return shape;
}

/* The shaft from one share of its length to another, less the head. */
static void shaft(cairo_t *cairo, const arrow_shape *shape, double from, double to, double aside)
{
    double head = shape->step * 0.2;
    double usable = shape->length - head;
    double across_x = -shape->along_y * aside;
    double across_y = shape->along_x * aside;

    cairo_move_to(cairo, shape->x + shape->along_x * usable * from + across_x,
                  shape->y + shape->along_y * usable * from + across_y);
    cairo_line_to(cairo, shape->x + shape->along_x * usable * to + across_x,
                  shape->y + shape->along_y * usable * to + across_y);
}

static void dashes(cairo_t *cairo, const arrow_shape *shape, double from, double to)
{
    int count = (int)lround(shape->length * (to - from) / (shape->step * 0.24));

    if (count < 1)
        count = 1;
    for (int i = 0; i < count; i++) {
        shaft(cairo, shape, from + (to - from) * i / count, from + (to - from) * (i + 0.58) / count,
              0);
    }
}

static void head_path(cairo_t *cairo, const arrow_shape *shape, double size)
{
    double length = shape->step * size;
    double half = length * 0.5;
    double base_x = shape->to_x - shape->along_x * length;
    double base_y = shape->to_y - shape->along_y * length;

    cairo_move_to(cairo, shape->to_x, shape->to_y);
    cairo_line_to(cairo, base_x - shape->along_y * half, base_y + shape->along_x * half);
    cairo_line_to(cairo, base_x + shape->along_y * half, base_y - shape->along_x * half);
    cairo_close_path(cairo);
}

static void paint_head(kiosk_painter *painter, const arrow_shape *shape, double size,
                       kiosk_colour colour)
{
    cairo_t *cairo = painter->cairo;

    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    head_path(cairo, shape, size);
    kiosk_set_colour(cairo, painter->theme.marks.outline, 0.9);
    cairo_set_line_width(cairo, shape->step * 0.07);
    cairo_stroke_preserve(cairo);
    kiosk_set_colour(cairo, colour, 1);
    cairo_fill(cairo);
}

/* Two strokes across the middle. */
static void paint_cut(kiosk_painter *painter, const arrow_shape *shape)
{
    double reach = shape->step * 0.17;
    double middle_x = (shape->x + shape->to_x) / 2;
    double middle_y = (shape->y + shape->to_y) / 2;

    cairo_set_line_cap(painter->cairo, CAIRO_LINE_CAP_ROUND);
    for (int side = -1; side <= 1; side += 2) {
        double x = middle_x + shape->along_x * side * shape->step * 0.07;
        double y = middle_y + shape->along_y * side * shape->step * 0.07;
        double lean_x = -shape->along_y + shape->along_x * 0.45;
        double lean_y = shape->along_x + shape->along_y * 0.45;

        cairo_move_to(painter->cairo, x - lean_x * reach, y - lean_y * reach);
        cairo_line_to(painter->cairo, x + lean_x * reach, y + lean_y * reach);
    }
    stroke_outlined(painter, shape->step * 0.06, painter->theme.marks.fault);
}

static void paint_arrow_shape(kiosk_painter *painter, const arrow_shape *shape,
                              kiosk_arrow_kind kind)
{
    const kiosk_mark_look *look = &painter->theme.marks;
    cairo_t *cairo = painter->cairo;
    double thin = shape->step * 0.075 * (painter->theme.line > 100 ? 1.2 : 1);

    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    switch (kind) {
    case KIOSK_ARROW_MOVE:
        shaft(cairo, shape, 0, 1, 0);
        stroke_outlined(painter, thin * 1.8, look->move);
        paint_head(painter, shape, 0.38, look->move);
        break;
    case KIOSK_ARROW_ATTACK:
        shaft(cairo, shape, 0, 1, 0);
        stroke_outlined(painter, thin, look->attack);
        paint_head(painter, shape, 0.3, look->attack);
        break;
    case KIOSK_ARROW_CHECK: /* a double line */
        shaft(cairo, shape, 0, 1, thin * 0.9);
        shaft(cairo, shape, 0, 1, -thin * 0.9);
        stroke_outlined(painter, thin * 0.8, look->check);
        paint_head(painter, shape, 0.38, look->check);
        break;
    case KIOSK_ARROW_ROOT:
        dashes(cairo, shape, 0, 1);
        stroke_outlined(painter, thin, look->root);
        paint_head(painter, shape, 0.3, look->root);
        break;
    case KIOSK_ARROW_CUT:
        dashes(cairo, shape, 0, 0.42);
        dashes(cairo, shape, 0.68, 1);
        stroke_outlined(painter, thin, look->root);
        paint_head(painter, shape, 0.3, look->root);
        paint_cut(painter, shape);
        break;
    }
}

/* A text on a small panel that stays within the rect. */
static void paint_panel_text(kiosk_painter *painter, kiosk_rect within, double x, double y,
                             kiosk_font font, double width_most, const char *string,
                             kiosk_colour frame)
{
    const kiosk_palette *palette = &painter->theme.screen;
    cairo_t *cairo = painter->cairo;
    int padding = font.pixels / 3 + 1;
    painter_block block = {.rect = {0, 0, (int)width_most, within.height},
                           .font = font,
                           .align = KIOSK_ALIGN_CENTRE,
                           .colour = palette->text};
    kiosk_rect panel = painter_text_extent(painter, block, string);

    panel = (kiosk_rect){(int)(x - panel.width / 2.0) - padding,
                         (int)(y - panel.height / 2.0) - padding / 2, panel.width + 2 * padding,
                         panel.height + padding};
    if (panel.x + panel.width > within.x + within.width)
        panel.x = within.x + within.width - panel.width;
    if (panel.x < within.x)
        panel.x = within.x;
    if (panel.y + panel.height > within.y + within.height)
        panel.y = within.y + within.height - panel.height;
    if (panel.y < within.y)
        panel.y = within.y;
    kiosk_path_round(cairo, panel.x + 0.5, panel.y + 0.5, panel.width - 1, panel.height - 1,
                     padding);
    kiosk_set_colour(cairo, palette->panel, 0.96);
    cairo_fill_preserve(cairo);
    kiosk_set_colour(cairo, frame, 1);
    cairo_set_line_width(cairo, painter_line(painter, 1.5));
    cairo_stroke(cairo);
    block.rect = panel;
    block.rect.x += padding - 1;
    block.rect.width -= 2 * (padding - 1);
    painter_text(painter, block, string);
}

void painter_arrows(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board)
{
    kiosk_font font = {KIOSK_FACE_BOLD, painter->metrics->small};

    for (size_t i = 0; i < board->arrow_count && i < KIOSK_ARROWS_MAX; i++) {
        const kiosk_arrow *arrow = &board->arrows[i];

        if (arrow->from >= BOARD_SQUARES || arrow->to >= BOARD_SQUARES || arrow->from == arrow->to)
            continue;
        arrow_shape shape = shape_of(place_of(painter, rect, board, arrow->from),
                                     place_of(painter, rect, board, arrow->to),
                                     board->layout.cells[arrow->to] != BOARD_EMPTY);
        paint_arrow_shape(painter, &shape, arrow->kind);
    }
    for (size_t i = 0; i < board->arrow_count && i < KIOSK_ARROWS_MAX; i++) {
        const kiosk_arrow *arrow = &board->arrows[i];

        if (arrow->from >= BOARD_SQUARES || arrow->to >= BOARD_SQUARES || !arrow->badge[0])
            continue;
        square_place from = place_of(painter, rect, board, arrow->from);
        square_place to = place_of(painter, rect, board, arrow->to);
        /* Beside the arrow's middle, on the side that is further up; a cut is not hidden */
        double length = hypot(to.x - from.x, to.y - from.y) + 1e-9;
        double across_x = -(to.y - from.y) / length;
        double across_y = (to.x - from.x) / length;
        double side = across_y > 0 ? -1 : 1;
        double away = font.pixels * 1.1;
        double along = arrow->kind == KIOSK_ARROW_CUT ? 0.3 : 0.5;

        paint_panel_text(painter, rect,
                         from.x + (to.x - from.x) * along + across_x * side * away * 1.5,
                         from.y + (to.y - from.y) * along + across_y * side * away, font,
                         rect.width / 2.0, arrow->badge, painter->theme.screen.frame);
    }
}

void painter_word(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board)
{
    kiosk_font font = {KIOSK_FACE_BOLD, painter->metrics->body};
    cairo_t *cairo = painter->cairo;

    if (board->word_square >= BOARD_SQUARES || !board->word[0])
        return;
    square_place at = place_of(painter, rect, board, board->word_square);
    bool above = at.y - rect.y > at.step * 1.8;
    double side = above ? -1 : 1;
    double point = at.y + side * at.step * 0.5;

    cairo_move_to(cairo, at.x, point);
    cairo_line_to(cairo, at.x - at.step * 0.14, point + side * at.step * 0.22);
    cairo_line_to(cairo, at.x + at.step * 0.14, point + side * at.step * 0.22);
    cairo_close_path(cairo);
    kiosk_set_colour(cairo, painter->theme.screen.danger, 1);
    cairo_fill(cairo);
    paint_panel_text(painter, rect, at.x, point + side * (at.step * 0.2 + font.pixels * 0.8), font,
                     rect.width * 0.9, board->word, painter->theme.screen.danger);
}
