/* kiosk/flow/calibration.c: the affine map from touches to the display. */
#include "kiosk/flow/calibration.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWNS = 3, NUMBER_CHARACTERS = 8 };

static const double least_area = 0.02; /* of the display, that the whole glass comes out as */

kiosk_calibration kiosk_calibration_none(void)
{
    return (kiosk_calibration){{KIOSK_CALIBRATION_UNIT, 0, 0, 0, KIOSK_CALIBRATION_UNIT, 0}};
}

bool kiosk_calibration_is_none(const kiosk_calibration *calibration)
{
    const kiosk_calibration none = kiosk_calibration_none();

    return memcmp(calibration->numbers, none.numbers, sizeof none.numbers) == 0;
}

void kiosk_cross_place(int index, int32_t *x, int32_t *y)
{
    const int32_t far = KIOSK_DISPLAY_PARTS - KIOSK_CROSS_MARGIN;

    *x = index == 1 || index == 2 ? far : KIOSK_CROSS_MARGIN;
    *y = index >= 2 ? far : KIOSK_CROSS_MARGIN;
}

static double determinant(double m[UNKNOWNS][UNKNOWNS])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Least squares by Cramer's rule: the factors that bring the touches to the wanted coordinate. */
static bool solve(const kiosk_crossing *crossings, bool of_y, double factors[UNKNOWNS])
{
    double sums[UNKNOWNS][UNKNOWNS] = {{0}};
    double right[UNKNOWNS] = {0};

    for (int i = 0; i < KIOSK_CROSSES; i++) {
        const double row[UNKNOWNS] = {(double)crossings[i].x / KIOSK_DISPLAY_PARTS,
                                      (double)crossings[i].y / KIOSK_DISPLAY_PARTS, 1};
        const double wanted =
            (double)(of_y ? crossings[i].cross_y : crossings[i].cross_x) / KIOSK_DISPLAY_PARTS;
        for (int k = 0; k < UNKNOWNS; k++) {
            right[k] += row[k] * wanted;
            for (int j = 0; j < UNKNOWNS; j++)
                sums[k][j] += row[k] * row[j];
        }
    }
    const double whole = determinant(sums);
    if (fabs(whole) < 1e-6)
        return false;
    for (int k = 0; k < UNKNOWNS; k++) {
        double column[UNKNOWNS][UNKNOWNS];

        memcpy(column, sums, sizeof column);
        for (int j = 0; j < UNKNOWNS; j++)
            column[j][k] = right[j];
        factors[k] = determinant(column) / whole;
    }
    return true;
}

/* The six numbers are within their limits, and the map does not flatten the display. */
static bool is_sound(const kiosk_calibration *calibration)
{
    const double unit = KIOSK_CALIBRATION_UNIT;
    const int32_t *n = calibration->numbers;

    for (int i = 0; i < KIOSK_CALIBRATION_NUMBERS; i++) {
        if (n[i] < -KIOSK_CALIBRATION_MOST || n[i] > KIOSK_CALIBRATION_MOST)
            return false;
    }
    return fabs((n[0] / unit) * (n[4] / unit) - (n[1] / unit) * (n[3] / unit)) >= least_area;
}

bool kiosk_calibration_of(const kiosk_crossing crossings[KIOSK_CROSSES],
                          kiosk_calibration *calibration)
{
    kiosk_calibration found;

    for (int row = 0; row < 2; row++) {
        double factors[UNKNOWNS];

        if (!solve(crossings, row == 1, factors))
            return false;
        for (int k = 0; k < UNKNOWNS; k++) {
            if (fabs(factors[k]) * KIOSK_CALIBRATION_UNIT > KIOSK_CALIBRATION_MOST)
                return false;
            found.numbers[row * UNKNOWNS + k] =
                (int32_t)lround(factors[k] * KIOSK_CALIBRATION_UNIT);
        }
    }
    for (int i = 0; i < KIOSK_CROSSES; i++) {
        double x = (double)crossings[i].x / KIOSK_DISPLAY_PARTS;
        double y = (double)crossings[i].y / KIOSK_DISPLAY_PARTS;

        kiosk_calibration_apply(&found, &x, &y);
        if (fabs(x * KIOSK_DISPLAY_PARTS - crossings[i].cross_x) > KIOSK_CROSS_ASTRAY ||
            fabs(y * KIOSK_DISPLAY_PARTS - crossings[i].cross_y) > KIOSK_CROSS_ASTRAY)
            return false;
    }
    if (!is_sound(&found))
        return false;
    *calibration = found;
    return true;
}

static double onto_display(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

void kiosk_calibration_apply(const kiosk_calibration *calibration, double *x, double *y)
{
    const int32_t *n = calibration->numbers;
    const double from_x = *x;
    const double from_y = *y;

    *x = onto_display((n[0] * from_x + n[1] * from_y + n[2]) / KIOSK_CALIBRATION_UNIT);
    *y = onto_display((n[3] * from_x + n[4] * from_y + n[5]) / KIOSK_CALIBRATION_UNIT);
}

char *kiosk_calibration_write(const kiosk_calibration *calibration,
                              char text[KIOSK_CALIBRATION_TEXT_BYTES])
{
    const int32_t *n = calibration->numbers;

    snprintf(text, KIOSK_CALIBRATION_TEXT_BYTES, "%d %d %d %d %d %d", n[0], n[1], n[2], n[3], n[4],
             n[5]);
    return text;
}

bool kiosk_calibration_read(const char *text, kiosk_calibration *calibration)
{
    kiosk_calibration read;

    for (int i = 0; i < KIOSK_CALIBRATION_NUMBERS; i++) {
        const size_t sign = *text == '-';
        const size_t digits = strspn(text + sign, "0123456789");

        if (digits == 0 || digits >= NUMBER_CHARACTERS)
            return false;
        read.numbers[i] = (int32_t)strtol(text, NULL, 10);
        text += sign + digits;
        if (*text != (i < KIOSK_CALIBRATION_NUMBERS - 1 ? ' ' : '\0'))
            return false;
        text += *text == ' ';
    }
    if (!is_sound(&read))
        return false;
    *calibration = read;
    return true;
}
