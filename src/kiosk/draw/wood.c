/*
 * kiosk/draw/wood.c: the board without pieces: wood, lines, river, palaces, position marks, file
 * numbers. Made once for a size and kept.
 */
#include <math.h>
#include <stdint.h>

#include "kiosk/draw/painter_private.h"

/* A value 0..1 that depends on nothing but x and y. */
static double hash_noise(int x, int y)
{
    uint32_t mixed = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;

    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6Du;
    mixed = (mixed ^ mixed >> 12) * 0x297A2D39u;
    return (mixed >> 8) / 16777216.0;
}

/* The same, smooth between whole numbers. */
static double smooth_noise(double x, double y)
{
    int left = (int)floor(x);
    int above = (int)floor(y);
    double across = x - left;
    double down = y - above;

    across = across * across * (3 - 2 * across);
    down = down * down * (3 - 2 * down);
    double upper = hash_noise(left, above) * (1 - across) + hash_noise(left + 1, above) * across;
    double lower =
        hash_noise(left, above + 1) * (1 - across) + hash_noise(left + 1, above + 1) * across;
    return upper * (1 - down) + lower * down;
}

/* How dark the wood is: broad bands, narrow ones, and fibres, all along the files. */
static double grain_at(double x, double y)
{
    double broad = smooth_noise(x * 1.1 + smooth_noise(7, y * 0.35) * 0.9, y * 0.13);
    double narrow = smooth_noise(x * 6 + smooth_noise(31, y * 0.5) * 1.4, y * 0.22);
    double fibres = smooth_noise(x * 28, y * 0.9);

    return 0.5 * broad + 0.3 * narrow + 0.2 * fibres;
}

/* Fills the surface with wood. */
static void paint_grain(const kiosk_wood *wood, cairo_surface_t *surface, kiosk_rect place,
                        double step)
{
    enum { SHADES = 64 };
    uint32_t shades[SHADES];
    unsigned char *pixels = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);

    for (int i = 0; i < SHADES; i++)
        shades[i] = kiosk_mix(wood->light, wood->dark, wood->grain / 100.0 * i / (SHADES - 1));
    for (int y = place.y; y < place.y + place.height; y++) {
        uint32_t *row = (uint32_t *)(void *)(pixels + (size_t)y * (size_t)stride);

        for (int x = place.x; x < place.x + place.width; x++) {
            double shade =
                wood->grain > 0 ? grain_at((x - place.x) / step, (y - place.y) / step) : 0;

            row[x] = 0xFF000000u | shades[(int)(shade * (SHADES - 1))];
        }
    }
    cairo_surface_mark_dirty(surface);
}

typedef struct board_drawing {
    kiosk_painter *painter;
    cairo_t *cairo;
    kiosk_rect rect;
    bool black_below, simplified;
    double step;
    double line; /* thickness */
    double half; /* of a pixel, where the thickness is odd */
} board_drawing;

static void place(const board_drawing *drawing, int file, int rank, double *x, double *y)
{
    int column, row;

    kiosk_board_place(drawing->rect, drawing->black_below, board_square_at(file, rank), &column,
                      &row);
    *x = column + drawing->half;
    *y = row + drawing->half;
}

static void line_between(const board_drawing *drawing, int file, int rank, int to_file, int to_rank)
{
    double x, y;

    place(drawing, file, rank, &x, &y);
    cairo_move_to(drawing->cairo, x, y);
    place(drawing, to_file, to_rank, &x, &y);
    cairo_line_to(drawing->cairo, x, y);
}

static void paint_lines(const board_drawing *drawing)
{
    cairo_t *cairo = drawing->cairo;

    cairo_set_line_width(cairo, drawing->line);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_SQUARE);
    for (int rank = 0; rank < BOARD_RANKS; rank++)
        line_between(drawing, 0, rank, BOARD_FILES - 1, rank);
    for (int file = 0; file < BOARD_FILES; file++) {
        bool side = file == 0 || file == BOARD_FILES - 1;

        line_between(drawing, file, 0, file, side ? BOARD_RANKS - 1 : 4);
        if (!side)
            line_between(drawing, file, 5, file, BOARD_RANKS - 1);
    }
    cairo_stroke(cairo);
    for (int rank = 0; rank <= 7; rank += 7) {
        line_between(drawing, 3, rank, 5, rank + 2);
        line_between(drawing, 5, rank, 3, rank + 2);
    }
    cairo_stroke(cairo);
}

/* A frame around the outermost lines. */
static void paint_border(const board_drawing *drawing)
{
    double left, right, top, bottom;
    double thick = floor(drawing->line * 2 + 0.5);
    double away = floor(drawing->step * 0.1) + thick / 2;

    place(drawing, drawing->black_below ? BOARD_FILES - 1 : 0,
          drawing->black_below ? 0 : BOARD_RANKS - 1, &left, &top);
    place(drawing, drawing->black_below ? 0 : BOARD_FILES - 1,
          drawing->black_below ? BOARD_RANKS - 1 : 0, &right, &bottom);
    left = floor(left - away) + (fmod(thick, 2) > 0 ? 0.5 : 0);
    top = floor(top - away) + (fmod(thick, 2) > 0 ? 0.5 : 0);
    right = ceil(right + away) - (fmod(thick, 2) > 0 ? 0.5 : 0);
    bottom = ceil(bottom + away) - (fmod(thick, 2) > 0 ? 0.5 : 0);
    cairo_set_line_width(drawing->cairo, thick);
    cairo_set_line_join(drawing->cairo, CAIRO_LINE_JOIN_MITER);
    cairo_rectangle(drawing->cairo, left, top, right - left, bottom - top);
    cairo_stroke(drawing->cairo);
}

/* The corners that mark where a cannon or a pawn stands at the start. */
static void paint_position_mark(const board_drawing *drawing, int file, int rank)
{
    double x, y;
    double away = floor(drawing->step * 0.09) + drawing->line;
    double length = floor(drawing->step * 0.17);

    place(drawing, file, rank, &x, &y);
    for (int across = -1; across <= 1; across += 2) {
        bool left = (across < 0) != drawing->black_below;

        if ((file == 0 && left) || (file == BOARD_FILES - 1 && !left))
            continue;
        for (int down = -1; down <= 1; down += 2) {
            cairo_move_to(drawing->cairo, x + across * (away + length), y + down * away);
            cairo_line_to(drawing->cairo, x + across * away, y + down * away);
            cairo_line_to(drawing->cairo, x + across * away, y + down * (away + length));
        }
    }
}

static void paint_position_marks(const board_drawing *drawing)
{
    cairo_set_line_width(drawing->cairo, drawing->line);
    for (int file = 0; file < BOARD_FILES; file += 2) {
        paint_position_mark(drawing, file, 3);
        paint_position_mark(drawing, file, 6);
    }
    for (int rank = 2; rank <= 7; rank += 5) {
        paint_position_mark(drawing, 1, rank);
        paint_position_mark(drawing, 7, rank);
    }
    cairo_stroke(drawing->cairo);
}

static void paint_river(const board_drawing *drawing)
{
    static const double files[] = {1.35, 2.65, 5.35, 6.65};
    const kiosk_font font = {KIOSK_FACE_SERIF, (int)(drawing->step * 0.56)};
    double left, right, above, below;

    place(drawing, drawing->black_below ? BOARD_FILES - 1 : 0, 4, &left, &above);
    place(drawing, drawing->black_below ? 0 : BOARD_FILES - 1, 5, &right, &below);
    for (int i = 0; i < 4; i++) {
        kiosk_text_paint_centred(drawing->painter->text, drawing->cairo, font,
                                 kiosk_river_character(i, drawing->simplified),
                                 left + (right - left) * files[i] / (BOARD_FILES - 1),
                                 (above + below) / 2);
    }
}

/* Each side counts the files from its own right. */
static void paint_numbers(const board_drawing *drawing)
{
    const kiosk_font font = {KIOSK_FACE_REGULAR, (int)(drawing->step * 0.27)};

    for (int file = 0; file < BOARD_FILES; file++) {
        for (board_side side = BOARD_RED; side <= BOARD_BLACK; side++) {
            double x, y;
            bool below = (side == BOARD_RED) != drawing->black_below;
            int number = side == BOARD_RED ? BOARD_FILES - file : file + 1;

            place(drawing, file, side == BOARD_RED ? 0 : BOARD_RANKS - 1, &x, &y);
            kiosk_text_paint_centred(drawing->painter->text, drawing->cairo, font,
                                     kiosk_file_number(side, number), x,
                                     y + (below ? 1 : -1) * drawing->step * 0.66);
        }
    }
}

/* Rounds the corners off and sets an edge. */
static void paint_edge(const board_drawing *drawing, kiosk_rect wood, const kiosk_wood *look)
{
    cairo_t *cairo = drawing->cairo;
    double radius = drawing->step * 0.16;

    cairo_save(cairo);
    cairo_rectangle(cairo, wood.x, wood.y, wood.width, wood.height);
    kiosk_path_round(cairo, wood.x, wood.y, wood.width, wood.height, radius);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR);
    cairo_fill(cairo);
    cairo_restore(cairo);
    kiosk_path_round(cairo, wood.x + 1, wood.y + 1, wood.width - 2, wood.height - 2, radius);
    kiosk_set_colour(cairo, look->edge, 1);
    cairo_set_line_width(cairo, floor(drawing->line + 1));
    cairo_stroke(cairo);
}

cairo_surface_t *painter_wood(kiosk_painter *painter, int width, int height, bool black_below,
                              bool simplified)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    const kiosk_wood *look = &painter->theme.wood;
    board_drawing drawing = {.painter = painter,
                             .rect = {0, 0, width, height},
                             .black_below = black_below,
                             .simplified = simplified};

    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(surface);
        return NULL;
    }
    drawing.step = kiosk_board_step(drawing.rect);
    drawing.line = floor(drawing.step / 40 * painter->theme.line / 100 + 0.5);
    if (drawing.line < 1)
        drawing.line = 1;
    drawing.half = fmod(drawing.line, 2) > 0 ? 0.5 : 0;
    kiosk_rect wood = kiosk_board_wood(drawing.rect);
    paint_grain(look, surface, wood, drawing.step);
    drawing.cairo = cairo_create(surface);
    kiosk_set_colour(drawing.cairo, look->line, 1);
    paint_lines(&drawing);
    paint_border(&drawing);
    paint_position_marks(&drawing);
    kiosk_set_colour(drawing.cairo, look->writing, 1);
    paint_river(&drawing);
    paint_numbers(&drawing);
    paint_edge(&drawing, wood, look);
    cairo_destroy(drawing.cairo);
    return surface;
}
