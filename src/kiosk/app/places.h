/*
 * kiosk/app/places.h: where the parts stand on the display, for tests with a real pointer.
 */
#ifndef QILI_KIOSK_APP_PLACES_H
#define QILI_KIOSK_APP_PLACES_H

#include "kiosk/app/app.h"

/* Writes the named parts to the file: "NAME X Y WIDTH HEIGHT<tab>TEXT<tab>DETAIL" in pixels of the
 * window, and first "screen NAME", with " busy" while something is under way. The file is whole
 * whenever it is read; one that cannot be written stays as it is. */
void kiosk_places_write(kiosk_app *app, const char *to);

#endif
