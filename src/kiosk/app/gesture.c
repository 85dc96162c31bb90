/*
 * kiosk/app/gesture.c: taps, long presses, drags and scrolling.
 */
#include "kiosk/app/gesture.h"

#include <stdlib.h>
#include <string.h>

static const kiosk_command nothing = {.kind = KIOSK_COMMAND_NONE};

/* How far a finger may wander and still tap: a third of a unit, 3 mm. */
static int slop(const kiosk_view *view)
{
    int least = 6;

    return view->unit / 3 > least ? view->unit / 3 : least;
}

board_square kiosk_square_of_part(const kiosk_view *view, const kiosk_part *part, int x, int y)
{
    if (part->kind != KIOSK_PART_BOARD || !view->board.sensitive)
        return BOARD_NO_SQUARE;
    return kiosk_board_square_at(part->rect, view->board.black_below, x, y);
}

kiosk_command kiosk_tap_of(const kiosk_part *part, board_square square)
{
    if (square < BOARD_SQUARES)
        return kiosk_command_of(KIOSK_COMMAND_SQUARE, square, 0);
    return part->command;
}

kiosk_command kiosk_hold_of(const kiosk_part *part, board_square square)
{
    if (square < BOARD_SQUARES)
        return kiosk_command_of(KIOSK_COMMAND_SQUARE_HOLD, square, 0);
    return part->hold;
}

/* The part of a view that is the one the finger went down on; NULL: it is gone. */
static const kiosk_part *same_part(const kiosk_gesture *gesture, const kiosk_view *view)
{
    const kiosk_part *part = kiosk_view_hit(view, gesture->start_x, gesture->start_y);

    if (!part || part->kind != gesture->part.kind || strcmp(part->name, gesture->part.name) != 0)
        return NULL;
    return part;
}

void kiosk_gesture_down(kiosk_gesture *gesture, const kiosk_view *view, int x, int y,
                        int64_t now_ms)
{
    const kiosk_part *part;

    if (gesture->stage != KIOSK_GESTURE_NONE)
        return;
    memset(gesture, 0, sizeof *gesture);
    gesture->stage = KIOSK_GESTURE_PRESS;
    gesture->start_x = gesture->x = x;
    gesture->start_y = gesture->y = y;
    gesture->since_ms = now_ms;
    gesture->square = BOARD_NO_SQUARE;
    part = kiosk_view_hit(view, x, y);
    if (!part)
        return;
    gesture->on_part = true;
    gesture->part = *part;
    gesture->square = kiosk_square_of_part(view, part, x, y);
    if (gesture->square < BOARD_SQUARES)
        gesture->cell = view->board.layout.cells[gesture->square];
    else if (part->kind == KIOSK_PART_PIECE && part->command.kind == KIOSK_COMMAND_PICK &&
             !part->dim)
        gesture->cell = part->cell;
}

/* Rows that the finger has drawn the list by. */
static int rows_drawn(const kiosk_gesture *gesture, const kiosk_view *view)
{
    bool row = gesture->on_part &&
               (gesture->part.kind == KIOSK_PART_ROW || gesture->part.kind == KIOSK_PART_TILE);
    int height = row ? gesture->part.rect.height : view->unit;

    return height > 0 ? (gesture->start_y - gesture->y) / height : 0;
}

/* The finger has left its place: what is it doing? */
static void begin_to_move(kiosk_gesture *gesture)
{
    int across = abs(gesture->x - gesture->start_x);
    int down = abs(gesture->y - gesture->start_y);

    if (gesture->cell != BOARD_EMPTY)
        gesture->stage = KIOSK_GESTURE_DRAG;
    else if (gesture->square >= BOARD_SQUARES && gesture->part.kind != KIOSK_PART_PIECE &&
             down > across)
        gesture->stage = KIOSK_GESTURE_SCROLL;
    else
        gesture->stage = KIOSK_GESTURE_SPENT;
}

kiosk_command kiosk_gesture_move(kiosk_gesture *gesture, const kiosk_view *view, int x, int y)
{
    if (gesture->stage == KIOSK_GESTURE_NONE)
        return nothing;
    gesture->x = x;
    gesture->y = y;
    if (gesture->stage == KIOSK_GESTURE_PRESS) {
        int far = abs(x - gesture->start_x) > abs(y - gesture->start_y) ? abs(x - gesture->start_x)
                                                                        : abs(y - gesture->start_y);

        if (far > slop(view))
            begin_to_move(gesture);
    }
    if (gesture->stage == KIOSK_GESTURE_SCROLL) {
        int rows = rows_drawn(gesture, view) - gesture->rows;

        gesture->rows += rows;
        if (rows != 0)
            return kiosk_command_of(KIOSK_COMMAND_SCROLL, rows, 0);
    }
    return nothing;
}

/* The piece is let go. Back on its own point the drag was a tap with an unsteady finger. */
static kiosk_command let_go(const kiosk_gesture *gesture, const kiosk_view *view)
{
    const kiosk_part *part = kiosk_view_hit(view, gesture->x, gesture->y);
    board_square square =
        part ? kiosk_square_of_part(view, part, gesture->x, gesture->y) : BOARD_NO_SQUARE;

    if (!same_part(gesture, view))
        return nothing;
    if (gesture->square < BOARD_SQUARES) {
        if (square == gesture->square)
            return kiosk_tap_of(&gesture->part, square);
        return kiosk_command_of(KIOSK_COMMAND_DRAG, gesture->square, square);
    }
    if (square < BOARD_SQUARES)
        return kiosk_command_of(KIOSK_COMMAND_PICK_DRAG, gesture->cell, square);
    return nothing;
}

kiosk_command kiosk_gesture_up(kiosk_gesture *gesture, const kiosk_view *view, int x, int y)
{
    kiosk_command scrolled = kiosk_gesture_move(gesture, view, x, y);
    kiosk_command command = nothing;

    if (gesture->stage == KIOSK_GESTURE_PRESS && gesture->on_part) {
        const kiosk_part *part = same_part(gesture, view);

        if (part)
            command = kiosk_tap_of(part, gesture->square);
    } else if (gesture->stage == KIOSK_GESTURE_DRAG) {
        command = let_go(gesture, view);
    } else if (gesture->stage == KIOSK_GESTURE_SCROLL) {
        command = scrolled;
    }
    gesture->stage = KIOSK_GESTURE_NONE;
    return command;
}

int64_t kiosk_gesture_due(const kiosk_gesture *gesture)
{
    if (gesture->stage != KIOSK_GESTURE_PRESS || !gesture->on_part)
        return KIOSK_NEVER;
    if (kiosk_hold_of(&gesture->part, gesture->square).kind == KIOSK_COMMAND_NONE)
        return KIOSK_NEVER;
    return gesture->since_ms + KIOSK_HOLD_MS;
}

kiosk_command kiosk_gesture_wait(kiosk_gesture *gesture, const kiosk_view *view, int64_t now_ms)
{
    int64_t due = kiosk_gesture_due(gesture);
    const kiosk_part *part;

    if (due == KIOSK_NEVER || now_ms < due)
        return nothing;
    gesture->stage = KIOSK_GESTURE_SPENT;
    part = same_part(gesture, view);
    return part ? kiosk_hold_of(part, gesture->square) : nothing;
}

void kiosk_gesture_cancel(kiosk_gesture *gesture)
{
    gesture->stage = KIOSK_GESTURE_NONE;
}

void kiosk_gesture_show(const kiosk_gesture *gesture, const kiosk_view *view, kiosk_touch *touch)
{
    touch->pressed = KIOSK_NO_PART;
    touch->ghost = BOARD_EMPTY;
    if (gesture->stage == KIOSK_GESTURE_PRESS && gesture->on_part &&
        gesture->square >= BOARD_SQUARES) {
        const kiosk_part *part = same_part(gesture, view);

        if (part)
            touch->pressed = (int)(part - view->parts);
    }
    if (gesture->stage == KIOSK_GESTURE_DRAG) {
        /* Above the finger, so that it is seen */
        touch->ghost = gesture->cell;
        touch->ghost_size = view->unit;
        touch->ghost_x = gesture->x;
        touch->ghost_y = gesture->y - view->unit / 2;
    }
}
