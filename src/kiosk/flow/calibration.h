/*
 * kiosk/flow/calibration.h: where a finger is, if the glass does not say so itself: an affine map
 * from what the touch device tells to the display, from four crosses that were touched.
 */
#ifndef QILI_KIOSK_FLOW_CALIBRATION_H
#define QILI_KIOSK_FLOW_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KIOSK_CROSSES = 4,
    KIOSK_DISPLAY_PARTS = 10000, /* a coordinate on the display is 0 to this */
    KIOSK_CROSS_MARGIN = 1000,   /* how far the crosses are from the edges */
    KIOSK_CROSS_ASTRAY = 400,    /* how far from its cross a touch may come out */
    KIOSK_CALIBRATION_NUMBERS = 6,
    KIOSK_CALIBRATION_UNIT = 1000000, /* a factor of one */
    KIOSK_CALIBRATION_MOST = 4 * KIOSK_CALIBRATION_UNIT,
    KIOSK_CALIBRATION_TEXT_BYTES = 80
};

/* x' = (n0 x + n1 y + n2) / unit, y' = (n3 x + n4 y + n5) / unit, where 1 is the whole display. */
typedef struct kiosk_calibration {
    int32_t numbers[KIOSK_CALIBRATION_NUMBERS];
} kiosk_calibration;

/* A cross and where the device said that it was touched, of KIOSK_DISPLAY_PARTS. */
typedef struct kiosk_crossing {
    int32_t x, y;             /* touched */
    int32_t cross_x, cross_y; /* where it stands on the display */
} kiosk_crossing;

/* Touches are where the device says. */
kiosk_calibration kiosk_calibration_none(void);
bool kiosk_calibration_is_none(const kiosk_calibration *calibration);

/* The map that fits the four best; false: none fits well enough, since a touch went astray. */
bool kiosk_calibration_of(const kiosk_crossing crossings[KIOSK_CROSSES],
                          kiosk_calibration *calibration);

/* A point of 0..1 of the display. The result is brought onto the display. */
void kiosk_calibration_apply(const kiosk_calibration *calibration, double *x, double *y);

/* Six whole numbers with blanks between them. Returns text. */
char *kiosk_calibration_write(const kiosk_calibration *calibration,
                              char text[KIOSK_CALIBRATION_TEXT_BYTES]);

/* The inverse; false: not six numbers of at most KIOSK_CALIBRATION_MOST, or a map that would bring
 * the whole display onto a line. */
bool kiosk_calibration_read(const char *text, kiosk_calibration *calibration);

/* Where the i-th cross stands on the screen, of KIOSK_DISPLAY_PARTS. */
void kiosk_cross_place(int index, int32_t *x, int32_t *y);

#endif
