/*
 * kiosk/app/gesture.h: from a finger's or the mouse's way over a view to commands: a tap, a long
 * press, a piece that is dragged, a list that is scrolled.
 *
 * Pure: a gesture sees positions and times only, so it is tested without a display. One gesture
 * follows one pointer; while it is down others are not looked at, so that one touch acts once. A
 * tap acts when the finger is lifted, and only if the part that it went down on is still there.
 */
#ifndef QILI_KIOSK_APP_GESTURE_H
#define QILI_KIOSK_APP_GESTURE_H

#include "kiosk/draw/painter.h"
#include "kiosk/view.h"

enum {
    KIOSK_HOLD_MS = 600, /* a press this long is a long press */
    KIOSK_NEVER = -1
};

typedef enum kiosk_gesture_stage {
    KIOSK_GESTURE_NONE = 0, /* no finger is down */
    KIOSK_GESTURE_PRESS,    /* it has not moved: may become a tap, or anything else */
    KIOSK_GESTURE_DRAG,     /* a piece follows it */
    KIOSK_GESTURE_SCROLL,   /* a list follows it */
    KIOSK_GESTURE_SPENT     /* it has acted, or moved away: nothing more comes of it */
} kiosk_gesture_stage;

typedef struct kiosk_gesture {
    kiosk_gesture_stage stage;
    int start_x, start_y;
    int x, y;
    int64_t since_ms;
    bool on_part;
    kiosk_part part;     /* that it went down on, as it was then */
    board_square square; /* of the board, or BOARD_NO_SQUARE */
    board_cell cell;     /* what stood there, or what the palette's piece is */
    int rows;            /* scrolled so far */
} kiosk_gesture;

/* x and y in the view's pixels (not turned). now_ms: of a clock that never goes back. Each returns
 * the command to apply; of kind NONE: none. */
void kiosk_gesture_down(kiosk_gesture *gesture, const kiosk_view *view, int x, int y,
                        int64_t now_ms);
kiosk_command kiosk_gesture_move(kiosk_gesture *gesture, const kiosk_view *view, int x, int y);
kiosk_command kiosk_gesture_up(kiosk_gesture *gesture, const kiosk_view *view, int x, int y);

/* To be called when kiosk_gesture_due says: a press becomes a long press. */
kiosk_command kiosk_gesture_wait(kiosk_gesture *gesture, const kiosk_view *view, int64_t now_ms);

/* When to call kiosk_gesture_wait; KIOSK_NEVER: nothing depends on time. */
int64_t kiosk_gesture_due(const kiosk_gesture *gesture);

/* The pointer was lost. */
void kiosk_gesture_cancel(kiosk_gesture *gesture);

/* What is to be seen of it: the part that is pressed, the piece that follows. Sets those members of
 * *touch. */
void kiosk_gesture_show(const kiosk_gesture *gesture, const kiosk_view *view, kiosk_touch *touch);

/* What touching a part gives: its command, or for a point of a board, the point's. */
kiosk_command kiosk_tap_of(const kiosk_part *part, board_square square);
kiosk_command kiosk_hold_of(const kiosk_part *part, board_square square);

/* The square of the board that this part is, at this point of the view; BOARD_NO_SQUARE. */
board_square kiosk_square_of_part(const kiosk_view *view, const kiosk_part *part, int x, int y);

#endif
