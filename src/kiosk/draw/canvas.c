/*
 * kiosk/draw/canvas.c: pixels in memory, PNG files, comparison of pictures, paths of shapes.
 */
#include "kiosk/draw/canvas.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Takes over the surface. */
static board_error adopt(kiosk_canvas *canvas, cairo_surface_t *surface)
{
    cairo_t *cairo = cairo_create(surface);

    if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) {
        cairo_destroy(cairo);
        cairo_surface_destroy(surface);
        return BOARD_ERROR_CANVAS;
    }
    canvas->surface = surface;
    canvas->cairo = cairo;
    canvas->width = cairo_image_surface_get_width(surface);
    canvas->height = cairo_image_surface_get_height(surface);
    canvas->stride = cairo_image_surface_get_stride(surface);
    canvas->pixels = cairo_image_surface_get_data(surface);
    return BOARD_OK;
}

board_error kiosk_canvas_open(kiosk_canvas *canvas, int width, int height)
{
    memset(canvas, 0, sizeof *canvas);
    if (width < 1 || height < 1 || width > KIOSK_WIDTH_MAX || height > KIOSK_WIDTH_MAX)
        return BOARD_ERROR_CANVAS;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    return adopt(canvas, surface);
}

void kiosk_canvas_close(kiosk_canvas *canvas)
{
    if (canvas->cairo)
        cairo_destroy(canvas->cairo);
    if (canvas->surface)
        cairo_surface_destroy(canvas->surface);
    memset(canvas, 0, sizeof *canvas);
}

static uint32_t *row_of(const kiosk_canvas *canvas, int y)
{
    return (uint32_t *)(void *)(canvas->pixels + (size_t)y * (size_t)canvas->stride);
}

void kiosk_canvas_turn(kiosk_canvas *canvas)
{
    cairo_surface_flush(canvas->surface);
    for (int y = 0; y < (canvas->height + 1) / 2; y++) {
        uint32_t *upper = row_of(canvas, y);
        uint32_t *lower = row_of(canvas, canvas->height - 1 - y);
        int width = upper == lower ? canvas->width / 2 : canvas->width;

        for (int x = 0; x < width; x++) {
            uint32_t kept = upper[x];

            upper[x] = lower[canvas->width - 1 - x];
            lower[canvas->width - 1 - x] = kept;
        }
    }
    cairo_surface_mark_dirty(canvas->surface);
}

board_error kiosk_canvas_write(kiosk_canvas *canvas, const char *path)
{
    cairo_surface_flush(canvas->surface);
    return cairo_surface_write_to_png(canvas->surface, path) == CAIRO_STATUS_SUCCESS
               ? BOARD_OK
               : BOARD_ERROR_PICTURE_WRITE;
}

board_error kiosk_canvas_read(kiosk_canvas *canvas, const char *path)
{
    cairo_surface_t *picture = cairo_image_surface_create_from_png(path);
    board_error error = BOARD_ERROR_PICTURE_READ;

    memset(canvas, 0, sizeof *canvas);
    if (cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS) {
        error = kiosk_canvas_open(canvas, cairo_image_surface_get_width(picture),
                                  cairo_image_surface_get_height(picture));
    }
    if (error == BOARD_OK) {
        cairo_set_source_surface(canvas->cairo, picture, 0, 0);
        cairo_paint(canvas->cairo);
        cairo_surface_flush(canvas->surface);
    }
    cairo_surface_destroy(picture);
    return error;
}

/* The greatest difference of the three colours of two pixels. */
static int pixel_difference(uint32_t a, uint32_t b)
{
    int greatest = 0;

    for (int shift = 0; shift < 24; shift += 8) {
        int difference = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));

        if (difference > greatest)
            greatest = difference;
    }
    return greatest;
}

kiosk_difference kiosk_canvas_compare(const kiosk_canvas *first, const kiosk_canvas *second,
                                      int tolerance, kiosk_canvas *shown)
{
    kiosk_difference result = {0, 0};

    if (shown)
        memset(shown, 0, sizeof *shown);
    if (first->width != second->width || first->height != second->height)
        return (kiosk_difference){(long)first->width * first->height, 255};
    if (shown && kiosk_canvas_open(shown, first->width, first->height) != BOARD_OK)
        shown = NULL;
    for (int y = 0; y < first->height; y++) {
        const uint32_t *a = row_of(first, y);
        const uint32_t *b = row_of(second, y);

        for (int x = 0; x < first->width; x++) {
            int difference = pixel_difference(a[x], b[x]);

            if (difference > tolerance)
                result.pixels++;
            if (difference > result.greatest)
                result.greatest = difference;
            if (shown) {
                uint32_t pale = (a[x] >> 2 & 0x3F3F3F) + 0xC0C0C0;

                row_of(shown, y)[x] = difference > tolerance ? 0xFF0000 : pale;
            }
        }
    }
    if (shown)
        cairo_surface_mark_dirty(shown->surface);
    return result;
}

void kiosk_set_colour(cairo_t *cairo, kiosk_colour colour, double alpha)
{
    cairo_set_source_rgba(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0, alpha);
}

kiosk_colour kiosk_mix(kiosk_colour from, kiosk_colour to, double part)
{
    kiosk_colour mixed = 0;

    for (int shift = 0; shift < 24; shift += 8) {
        double a = (double)(from >> shift & 255);
        double b = (double)(to >> shift & 255);

        mixed |= (kiosk_colour)lround(a + (b - a) * part) << shift;
    }
    return mixed;
}

void kiosk_path_round(cairo_t *cairo, double x, double y, double width, double height,
                      double radius)
{
    double most = (width < height ? width : height) / 2;

    if (radius > most)
        radius = most;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x + width - radius, y + radius, radius, -pi / 2, 0);
    cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0, pi / 2);
    cairo_arc(cairo, x + radius, y + height - radius, radius, pi / 2, pi);
    cairo_arc(cairo, x + radius, y + radius, radius, pi, 3 * pi / 2);
    cairo_close_path(cairo);
}

void kiosk_path_circle(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, 2 * pi);
    cairo_close_path(cairo);
}

void kiosk_path_diamond(cairo_t *cairo, double x, double y, double radius)
{
    cairo_move_to(cairo, x, y - radius);
    cairo_line_to(cairo, x + radius, y);
    cairo_line_to(cairo, x, y + radius);
    cairo_line_to(cairo, x - radius, y);
    cairo_close_path(cairo);
}

kiosk_rect kiosk_rect_inset(kiosk_rect rect, int by)
{
    rect.x += by;
    rect.y += by;
    rect.width = rect.width > 2 * by ? rect.width - 2 * by : 0;
    rect.height = rect.height > 2 * by ? rect.height - 2 * by : 0;
    return rect;
}

kiosk_rect kiosk_rect_union(kiosk_rect a, kiosk_rect b)
{
    if (a.width <= 0 || a.height <= 0)
        return b;
    if (b.width <= 0 || b.height <= 0)
        return a;
    int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    int bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    int x = a.x < b.x ? a.x : b.x;
    int y = a.y < b.y ? a.y : b.y;

    return (kiosk_rect){x, y, right - x, bottom - y};
}

bool kiosk_rect_meets(kiosk_rect a, kiosk_rect b)
{
    return a.width > 0 && a.height > 0 && b.width > 0 && b.height > 0 && a.x < b.x + b.width &&
           b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
