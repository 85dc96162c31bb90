/*
 * tests/support/view_checks.h: what may be wrong with a view on any display.
 */
#ifndef QILI_TESTS_VIEW_CHECKS_H
#define QILI_TESTS_VIEW_CHECKS_H

#include "kiosk/draw/painter.h"
#include "kiosk/view.h"

enum { VIEW_FAULT_BYTES = 512 };

/* Is something without room, outside the display, too small for a finger, empty, twice there or on
 * top of something else? Writes the first such thing into fault; false: nothing is wrong. */
bool view_is_wrong(const kiosk_view *view, const kiosk_metrics *metrics,
                   char fault[VIEW_FAULT_BYTES]);

/* Is a text cut when the view is painted with the real fonts? */
bool view_is_cut(const kiosk_view *view, const kiosk_metrics *metrics, kiosk_painter *painter,
                 char fault[VIEW_FAULT_BYTES]);

#endif
