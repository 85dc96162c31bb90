/*
 * tests/support/painting.h: a painter with the light theme and the fonts, for tests that look at
 * what is painted: set up and taken down around all tests of a program.
 */
#ifndef QILI_TESTS_SUPPORT_PAINTING_H
#define QILI_TESTS_SUPPORT_PAINTING_H

#include "kiosk/draw/painter.h"

extern kiosk_painter *painter;
extern char painting_assets[]; /* the folder of the assets */

int painting_open(void **state);
int painting_close(void **state);

#endif
