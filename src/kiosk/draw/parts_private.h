/*
 * kiosk/draw/parts_private.h: what the files that paint parts share.
 */
#ifndef QILI_KIOSK_DRAW_PARTS_PRIVATE_H
#define QILI_KIOSK_DRAW_PARTS_PRIVATE_H

#include "kiosk/draw/painter_private.h"

/* How a box looks; thickness of its frame before the theme's, 0: no frame. */
typedef struct painter_box {
    kiosk_colour fill, frame;
    double thickness;
    bool filled, dashed;
} painter_box;

void painter_frame(kiosk_painter *painter, kiosk_rect rect, double radius, painter_box box);

/* Switches, fields, progress, shades, lines and codes. */
void painter_plain_part(kiosk_painter *painter, const kiosk_part *part, bool pressed);

#endif
