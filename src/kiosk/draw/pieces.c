/*
 * kiosk/draw/pieces.c: the pieces, as discs: Red's light ones with one broad rim, Black's dark ones
 * with a double rim, so that they are told apart without colour.
 */
#include <math.h>

#include "kiosk/draw/painter_private.h"

/* Of the distance of two lines. */
static const double piece_width = 0.92;

int painter_piece_diameter(kiosk_rect board)
{
    return (int)(kiosk_board_step(board) * piece_width);
}

/* Room for the shadow around a disc. */
static int margin_of(int diameter)
{
    return diameter / 10 + 2;
}

static void paint_shadow(cairo_t *cairo, double middle, double radius, double strength)
{
    double low = middle + radius * 0.07;
    cairo_pattern_t *fade =
        cairo_pattern_create_radial(middle, low, radius * 0.8, middle, low, radius * 1.12);

    cairo_pattern_add_color_stop_rgba(fade, 0, 0, 0, 0, strength);
    cairo_pattern_add_color_stop_rgba(fade, 1, 0, 0, 0, 0);
    cairo_set_source(cairo, fade);
    kiosk_path_circle(cairo, middle, low, radius * 1.12);
    cairo_fill(cairo);
    cairo_pattern_destroy(fade);
}

/* The body: light from above left. */
static void paint_body(cairo_t *cairo, double middle, double radius, kiosk_colour fill,
                       kiosk_colour edge)
{
    cairo_pattern_t *light = cairo_pattern_create_radial(
        middle - radius * 0.3, middle - radius * 0.35, radius * 0.1, middle, middle, radius);

    for (int stop = 0; stop < 3; stop++) {
        static const double at[] = {0, 0.72, 1};
        kiosk_colour colour = stop == 2 ? edge : fill;

        cairo_pattern_add_color_stop_rgb(light, at[stop], (colour >> 16 & 255) / 255.0,
                                         (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
    }
    cairo_set_source(cairo, light);
    kiosk_path_circle(cairo, middle, middle, radius);
    cairo_fill(cairo);
    cairo_pattern_destroy(light);
}

static void paint_ring(cairo_t *cairo, double middle, double radius, double thickness,
                       kiosk_colour colour)
{
    kiosk_set_colour(cairo, colour, 1);
    cairo_set_line_width(cairo, thickness);
    kiosk_path_circle(cairo, middle, middle, radius);
    cairo_stroke(cairo);
}

static cairo_surface_t *make_disc(kiosk_painter *painter, board_cell cell, bool simplified,
                                  int diameter)
{
    const kiosk_piece_look *look = &painter->theme.pieces;
    bool red = board_cell_side(cell) == BOARD_RED;
    int size = diameter + 2 * margin_of(diameter);
    double middle = size / 2.0;
    double radius = diameter / 2.0;
    double thin = diameter * 0.028 < 1 ? 1 : diameter * 0.028;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size, size);
    cairo_t *cairo = cairo_create(surface);
    kiosk_font font = {KIOSK_FACE_SERIF, (int)(diameter * 0.6)};

    if (look->shadow > 0)
        paint_shadow(cairo, middle, radius, look->shadow / 100.0);
    paint_body(cairo, middle, radius, red ? look->red_fill : look->black_fill,
               red ? look->red_edge : look->black_edge);
    if (red) {
        paint_ring(cairo, middle, radius * 0.86, thin * 1.9, look->red_rim);
    } else {
        paint_ring(cairo, middle, radius * 0.89, thin, look->black_rim);
        paint_ring(cairo, middle, radius * 0.78, thin * 0.8, look->black_rim);
    }
    if (painter->theme.line > 100) /* strong contrast: an outline against the board */
        paint_ring(cairo, middle, radius - thin * 0.7, thin * 1.4,
                   red ? look->red_rim : look->black_fill);
    kiosk_set_colour(cairo, red ? look->red_text : look->black_text, 1);
    kiosk_text_paint_centred(painter->text, cairo, font, kiosk_piece_character(cell, simplified),
                             middle, middle);
    cairo_destroy(cairo);
    return surface;
}

/* The pieces of a size; the size that was not used for longest makes room. */
static painter_discs *discs_of(kiosk_painter *painter, int diameter, bool simplified)
{
    painter_discs *oldest = &painter->discs[0];

    for (int i = 0; i < PAINTER_DISC_SETS; i++) {
        painter_discs *discs = &painter->discs[i];

        if (discs->diameter == diameter && discs->simplified == simplified)
            return discs;
        if (discs->used < oldest->used)
            oldest = discs;
    }
    for (int cell = 0; cell < PAINTER_CELLS; cell++) {
        if (oldest->surfaces[cell])
            cairo_surface_destroy(oldest->surfaces[cell]);
        oldest->surfaces[cell] = NULL;
    }
    oldest->diameter = diameter;
    oldest->simplified = simplified;
    return oldest;
}

void painter_piece(kiosk_painter *painter, board_cell cell, bool simplified, double x, double y,
                   int diameter, double alpha)
{
    painter_discs *discs;
    double corner = diameter / 2.0 + margin_of(diameter);

    if (cell == BOARD_EMPTY || cell >= PAINTER_CELLS || diameter < 4)
        return;
    discs = discs_of(painter, diameter, simplified);
    discs->used = ++painter->counter;
    if (!discs->surfaces[cell])
        discs->surfaces[cell] = make_disc(painter, cell, simplified, diameter);
    cairo_set_source_surface(painter->cairo, discs->surfaces[cell], floor(x - corner + 0.5),
                             floor(y - corner + 0.5));
    if (alpha < 1)
        cairo_paint_with_alpha(painter->cairo, alpha);
    else
        cairo_paint(painter->cairo);
}

void painter_forget_pictures(kiosk_painter *painter)
{
    for (int i = 0; i < PAINTER_BOARDS; i++) {
        if (painter->boards[i].surface)
            cairo_surface_destroy(painter->boards[i].surface);
        painter->boards[i] = (painter_board){0};
    }
    for (int i = 0; i < PAINTER_DISC_SETS; i++) {
        for (int cell = 0; cell < PAINTER_CELLS; cell++) {
            if (painter->discs[i].surfaces[cell])
                cairo_surface_destroy(painter->discs[i].surfaces[cell]);
        }
        painter->discs[i] = (painter_discs){0};
    }
}
