/*
 * kiosk/screens/screens.h: what is on the screen, from what the kiosk knows and the display.
 *
 * A pure function: equal states and metrics give equal views. All wording stands in texts.def, the
 * flow's says.def and the judge's catalogues, in both languages.
 */
#ifndef QILI_KIOSK_SCREENS_SCREENS_H
#define QILI_KIOSK_SCREENS_SCREENS_H

#include "kiosk/flow/state.h"
#include "kiosk/view.h"

/*
 * Makes the view of state->screen, with the dialog, menu or keyboard that is open on it. The view
 * is cleared first. Where the display is too small for a part, view->overflow is set and the part
 * is cut.
 */
void kiosk_screen_build(const kiosk_state *state, const kiosk_metrics *metrics, kiosk_view *view);

#endif
