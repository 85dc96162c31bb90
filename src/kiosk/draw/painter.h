/*
 * kiosk/draw/painter.h: paints a view. Everything is painted in software, so that a picture is the
 * same everywhere.
 */
#ifndef QILI_KIOSK_DRAW_PAINTER_H
#define QILI_KIOSK_DRAW_PAINTER_H

#include "kiosk/draw/canvas.h"
#include "kiosk/draw/text.h"
#include "kiosk/draw/theme.h"
#include "kiosk/view.h"

enum { KIOSK_NO_PART = -1 };

typedef struct kiosk_painter kiosk_painter;

/* What finger and keyboard are at, which the state of the kiosk does not know. */
typedef struct kiosk_touch {
    int pressed;               /* index of the part under a finger, or KIOSK_NO_PART */
    int focus;                 /* index of the part that the keyboard is on, or KIOSK_NO_PART */
    board_square focus_square; /* ... and its square if that is a board, or BOARD_NO_SQUARE */
    board_cell ghost;          /* the piece that is dragged, or BOARD_EMPTY */
    int ghost_x, ghost_y;      /* its middle */
    int ghost_size;            /* its diameter, pixels */
} kiosk_touch;

static inline kiosk_touch kiosk_touch_none(void)
{
    return (kiosk_touch){
        .pressed = KIOSK_NO_PART, .focus = KIOSK_NO_PART, .focus_square = BOARD_NO_SQUARE};
}

/* theme: as of kiosk_look_load. Errors of the theme and the fonts. The caller closes. */
board_error kiosk_painter_open(const char *assets, const char *theme, kiosk_painter **painter,
                               board_problem *problem);
void kiosk_painter_close(kiosk_painter *painter);

/* On an error the theme stays as it was. */
board_error kiosk_painter_set_theme(kiosk_painter *painter, const char *assets, const char *theme,
                                    board_problem *problem);

/* Fonts and text, for measuring. */
kiosk_text *kiosk_painter_text(kiosk_painter *painter);

/*
 * Paints the whole view. metrics are those that the view was made with; touch may be NULL. The
 * canvas has their size.
 */
void kiosk_paint(kiosk_painter *painter, kiosk_canvas *canvas, const kiosk_metrics *metrics,
                 const kiosk_view *view, const kiosk_touch *touch);

/*
 * The same where the canvas shows `before` and only that is painted anew which is different.
 * Returns the rect of the canvas that may have changed; its width is 0 if nothing did.
 */
kiosk_rect kiosk_paint_changes(kiosk_painter *painter, kiosk_canvas *canvas,
                               const kiosk_metrics *metrics, const kiosk_view *before,
                               const kiosk_touch *touch_before, const kiosk_view *view,
                               const kiosk_touch *touch);

/* Of the last painting: how many texts did not fit and were cut, and the index of the part of the
 * first of them (KIOSK_NO_PART: none). For tests of screens. */
int kiosk_painter_cut_count(const kiosk_painter *painter);
int kiosk_painter_first_cut(const kiosk_painter *painter);

/* Likewise the first part in which a character stands alone on a line that others are above or
 * below of. */
int kiosk_painter_first_alone(const kiosk_painter *painter);

#endif
