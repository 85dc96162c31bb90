/*
 * kiosk/app/focus.h: where the keyboard is: a part that can be touched, and on a board a square.
 */
#ifndef QILI_KIOSK_APP_FOCUS_H
#define QILI_KIOSK_APP_FOCUS_H

#include "kiosk/view.h"

typedef enum kiosk_direction {
    KIOSK_FORWARD = 0, /* Tab: the next part in the order of the view */
    KIOSK_BACKWARD,
    KIOSK_LEFT,
    KIOSK_RIGHT,
    KIOSK_UP,
    KIOSK_DOWN
} kiosk_direction;

typedef struct kiosk_focus {
    char name[KIOSK_PART_NAME_BYTES]; /* of the part; "": nowhere */
    board_square square;              /* of a board, or BOARD_NO_SQUARE */
} kiosk_focus;

static inline kiosk_focus kiosk_focus_nowhere(void)
{
    return (kiosk_focus){.name = "", .square = BOARD_NO_SQUARE};
}

/* The part, or NULL if it is nowhere, gone, or covered by a shade. */
const kiosk_part *kiosk_focus_part(const kiosk_focus *focus, const kiosk_view *view);

/* Moves on. From nowhere it comes to the first part. Parts below a shade, and parts without a name,
 * are not come to. Arrows move over the squares of a board, and from its edge to the parts beside
 * it. */
void kiosk_focus_move(kiosk_focus *focus, const kiosk_view *view, kiosk_direction direction);

/* The button of the likely next step, of the dialog that is open if there is one; NULL: none. */
const kiosk_part *kiosk_focus_next_step(const kiosk_view *view);

#endif
