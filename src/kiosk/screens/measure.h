/*
 * kiosk/screens/measure.h: how much room a text needs, without a font: screens are laid out with
 * it, and a test compares it with the real fonts.
 */
#ifndef QILI_KIOSK_SCREENS_MEASURE_H
#define QILI_KIOSK_SCREENS_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

/* Width in pixels of a text on one line, its characters `pixels` high; rather too much than too
 * little. */
int kiosk_measure_width(const char *text, int pixels, bool strong);

/* How many lines it takes if no line may be wider than `width`; 0 for "". */
int kiosk_measure_lines(const char *text, int pixels, bool strong, int width);

/* How many bytes of the text fit into so many lines. */
size_t kiosk_measure_fits(const char *text, int pixels, int width, int lines);

/* Distance of two lines. */
int kiosk_measure_pitch(int pixels);

#endif
