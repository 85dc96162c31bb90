/*
 * kiosk/draw/signs.c: signs that tell a tone without its colour, and the shapes of labels.
 */
#include <math.h>

#include "kiosk/draw/painter_private.h"

static const double pi = 3.14159265358979323846;

bool painter_has_sign(kiosk_tone tone)
{
    return tone == KIOSK_TONE_GOOD || tone == KIOSK_TONE_WARNING || tone == KIOSK_TONE_DANGER ||
           tone == KIOSK_TONE_RED || tone == KIOSK_TONE_BLACK;
}

void painter_tick(kiosk_painter *painter, double x, double y, double size, kiosk_colour colour)
{
    cairo_t *cairo = painter->cairo;

    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_move_to(cairo, x - size * 0.32, y + size * 0.02);
    cairo_line_to(cairo, x - size * 0.08, y + size * 0.26);
    cairo_line_to(cairo, x + size * 0.34, y - size * 0.26);
    kiosk_set_colour(cairo, colour, 1);
    cairo_set_line_width(cairo, size * 0.15);
    cairo_stroke(cairo);
}

static void polygon(cairo_t *cairo, double x, double y, double radius, int corners, double turn)
{
    for (int i = 0; i < corners; i++) {
        double angle = turn + 2 * pi * i / corners;

        cairo_line_to(cairo, x + radius * cos(angle), y + radius * sin(angle));
    }
    cairo_close_path(cairo);
}

/* A triangle with an exclamation mark. */
static void warning_sign(kiosk_painter *painter, double x, double y, double size)
{
    cairo_t *cairo = painter->cairo;
    kiosk_colour colour = painter->palette->warning;

    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_move_to(cairo, x, y - size * 0.38);
    cairo_line_to(cairo, x + size * 0.42, y + size * 0.34);
    cairo_line_to(cairo, x - size * 0.42, y + size * 0.34);
    cairo_close_path(cairo);
    kiosk_set_colour(cairo, colour, 1);
    cairo_set_line_width(cairo, size * 0.14);
    cairo_stroke_preserve(cairo);
    cairo_fill(cairo);
    kiosk_set_colour(cairo, painter->palette->panel, 1);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, size * 0.11);
    cairo_move_to(cairo, x, y - size * 0.16);
    cairo_line_to(cairo, x, y + size * 0.1);
    cairo_stroke(cairo);
    kiosk_path_circle(cairo, x, y + size * 0.26, size * 0.06);
    cairo_fill(cairo);
}

/* An octagon with a cross. */
static void danger_sign(kiosk_painter *painter, double x, double y, double size)
{
    cairo_t *cairo = painter->cairo;
    double reach = size * 0.17;

    polygon(cairo, x, y, size * 0.5, 8, pi / 8);
    kiosk_set_colour(cairo, painter->palette->danger, 1);
    cairo_fill(cairo);
    kiosk_set_colour(cairo, painter->palette->on_danger, 1);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, size * 0.12);
    cairo_move_to(cairo, x - reach, y - reach);
    cairo_line_to(cairo, x + reach, y + reach);
    cairo_move_to(cairo, x - reach, y + reach);
    cairo_line_to(cairo, x + reach, y - reach);
    cairo_stroke(cairo);
}

static void good_sign(kiosk_painter *painter, double x, double y, double size)
{
    kiosk_path_circle(painter->cairo, x, y, size * 0.47);
    kiosk_set_colour(painter->cairo, painter->palette->good, 1);
    cairo_fill(painter->cairo);
    painter_tick(painter, x, y, size * 0.72, painter->palette->panel);
}

/* A piece of the side without its character. */
static void side_sign(kiosk_painter *painter, board_side side, double x, double y, double size)
{
    const kiosk_piece_look *look = &painter->theme.pieces;
    cairo_t *cairo = painter->cairo;
    bool red = side == BOARD_RED;

    kiosk_path_circle(cairo, x, y, size * 0.46);
    kiosk_set_colour(cairo, red ? look->red_fill : look->black_fill, 1);
    cairo_fill_preserve(cairo);
    kiosk_set_colour(cairo, red ? look->red_rim : painter->palette->quiet, 1);
    cairo_set_line_width(cairo, size * (red ? 0.13 : 0.06));
    cairo_stroke(cairo);
    kiosk_path_circle(cairo, x, y, size * (red ? 0.2 : 0.3));
    kiosk_set_colour(cairo, red ? look->red_rim : look->black_rim, 1);
    if (red) {
        cairo_fill(cairo);
    } else {
        cairo_set_line_width(cairo, size * 0.07);
        cairo_stroke(cairo);
    }
}

void painter_sign(kiosk_painter *painter, kiosk_tone tone, double x, double y, double size)
{
    switch (tone) {
    case KIOSK_TONE_GOOD:
        good_sign(painter, x, y, size);
        break;
    case KIOSK_TONE_WARNING:
        warning_sign(painter, x, y, size);
        break;
    case KIOSK_TONE_DANGER:
        danger_sign(painter, x, y, size);
        break;
    case KIOSK_TONE_RED:
        side_sign(painter, BOARD_RED, x, y, size);
        break;
    case KIOSK_TONE_BLACK:
        side_sign(painter, BOARD_BLACK, x, y, size);
        break;
    default:
        break;
    }
}

static kiosk_colour label_colour(const kiosk_label_look *look, judge_label label)
{
    switch (label) {
    case JUDGE_CHECK:
        return look->check;
    case JUDGE_KILL:
        return look->kill;
    case JUDGE_CHASE:
        return look->chase;
    case JUDGE_IDLE:
        return look->idle;
    default:
        return look->undecided;
    }
}

/* 将 square, 杀 diamond, 捉 circle, 闲 bar, undecided hexagon. */
static void label_path(cairo_t *cairo, judge_label label, double x, double y, double size)
{
    switch (label) {
    case JUDGE_CHECK:
        kiosk_path_round(cairo, x - size * 0.43, y - size * 0.43, size * 0.86, size * 0.86,
                         size * 0.08);
        break;
    case JUDGE_KILL:
        kiosk_path_diamond(cairo, x, y, size * 0.56);
        break;
    case JUDGE_CHASE:
        kiosk_path_circle(cairo, x, y, size * 0.47);
        break;
    case JUDGE_IDLE:
        kiosk_path_round(cairo, x - size * 0.58, y - size * 0.31, size * 1.16, size * 0.62,
                         size * 0.14);
        break;
    default:
        polygon(cairo, x, y, size * 0.49, 6, 0);
        break;
    }
}

void painter_label(kiosk_painter *painter, judge_label label, double x, double y, double size,
                   bool hollow)
{
    cairo_t *cairo = painter->cairo;
    kiosk_colour colour = label_colour(&painter->theme.labels, label);
    kiosk_font font = {KIOSK_FACE_BOLD, (int)(size * (label == JUDGE_KILL ? 0.5 : 0.55))};

    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    label_path(cairo, label, x, y, size);
    if (hollow) {
        kiosk_set_colour(cairo, painter->palette->dim, 1);
        cairo_set_line_width(cairo, painter_line(painter, size * 0.05));
        cairo_stroke(cairo);
    } else {
        kiosk_set_colour(cairo, colour, 1);
        cairo_fill(cairo);
    }
    kiosk_set_colour(cairo, hollow ? painter->palette->quiet : painter->theme.labels.text, 1);
    kiosk_text_paint_centred(painter->text, cairo, font, kiosk_label_character(label), x, y);
}
