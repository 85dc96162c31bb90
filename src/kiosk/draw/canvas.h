/*
 * kiosk/draw/canvas.h: the pixels that everything is painted on, in memory, and the few shapes that
 * all parts are made of. No window is needed: a window only shows the pixels.
 */
#ifndef QILI_KIOSK_DRAW_CANVAS_H
#define QILI_KIOSK_DRAW_CANVAS_H

#include <cairo.h>

#include "kiosk/draw/theme.h"
#include "kiosk/view.h"

/* Pixels are 0xXXRRGGBB in the machine's byte order, SDL's PIXELFORMAT_RGB888. */
typedef struct kiosk_canvas {
    int width, height;
    int stride; /* bytes from one row to the next */
    unsigned char *pixels;
    cairo_surface_t *surface;
    cairo_t *cairo;
} kiosk_canvas;

/* width and height 1..KIOSK_WIDTH_MAX. On an error (NO_MEMORY, CANVAS) the canvas is empty, and
 * closing it does nothing. */
board_error kiosk_canvas_open(kiosk_canvas *canvas, int width, int height);
void kiosk_canvas_close(kiosk_canvas *canvas);

/* Turns a finished picture by 180 degrees. */
void kiosk_canvas_turn(kiosk_canvas *canvas);

/* PNG files. Reading opens *canvas with the picture's size. */
board_error kiosk_canvas_write(kiosk_canvas *canvas, const char *path);
board_error kiosk_canvas_read(kiosk_canvas *canvas, const char *path);

/* How two pictures differ. Pictures of other sizes differ in all pixels. */
typedef struct kiosk_difference {
    long pixels;  /* that differ by more than the tolerance in a colour */
    int greatest; /* difference of a colour, 0..255 */
} kiosk_difference;

/* tolerance 0..255. If shown is not NULL it is opened with a picture that has what differs in red
 * over the pale first one. */
kiosk_difference kiosk_canvas_compare(const kiosk_canvas *first, const kiosk_canvas *second,
                                      int tolerance, kiosk_canvas *shown);

/* Paths and colours for cairo. alpha 0..1; lengths in pixels. */
void kiosk_set_colour(cairo_t *cairo, kiosk_colour colour, double alpha);
kiosk_colour kiosk_mix(kiosk_colour from, kiosk_colour to, double part);
void kiosk_path_round(cairo_t *cairo, double x, double y, double width, double height,
                      double radius);
void kiosk_path_circle(cairo_t *cairo, double x, double y, double radius);
void kiosk_path_diamond(cairo_t *cairo, double x, double y, double radius);
kiosk_rect kiosk_rect_inset(kiosk_rect rect, int by);
kiosk_rect kiosk_rect_union(kiosk_rect a, kiosk_rect b); /* an empty one adds nothing */
bool kiosk_rect_meets(kiosk_rect a, kiosk_rect b);

#endif
