/*
 * tests/support/pictures.h: comparison with golden pictures.
 */
#ifndef QILI_TESTS_PICTURES_H
#define QILI_TESTS_PICTURES_H

#include "kiosk/draw/canvas.h"

/*
 * Does the canvas look like FOLDER/NAME.png? A few pixels may differ, and all by a little: another
 * release of the libraries rounds a glyph's edge otherwise. If not, what was painted and what
 * differs are written to build/pictures/, and a line says so.
 *
 * With QILI_GOLDEN=write in the environment (`make golden`) a picture that does not match, or
 * is missing, is written instead; `make golden` then brings it down to 128 colours, which
 * the tolerance has room for.
 */
bool picture_matches(kiosk_canvas *canvas, const char *folder, const char *name);

#endif
