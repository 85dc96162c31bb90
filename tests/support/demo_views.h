/*
 * tests/support/demo_views.h: views of our own that show every kind of part, mark and arrow.
 */
#ifndef QILI_TESTS_DEMO_VIEWS_H
#define QILI_TESTS_DEMO_VIEWS_H

#include "kiosk/view.h"

typedef void demo_maker(kiosk_view *view, const kiosk_metrics *metrics);

/* A hall of tables with the bar of the flow above. */
void demo_hall(kiosk_view *view, const kiosk_metrics *metrics);

/* A board with evidence beside a ruling's table. */
void demo_ruling(kiosk_view *view, const kiosk_metrics *metrics);

/* Entering a position: palette, keys, switch, field, faults. */
void demo_entry(kiosk_view *view, const kiosk_metrics *metrics);

/* A dialog over a shade, with progress and a code. */
void demo_dialog(kiosk_view *view, const kiosk_metrics *metrics);

/* The announcement: dark, huge. */
void demo_announcement(kiosk_view *view, const kiosk_metrics *metrics);

#endif
