/*
 * kiosk/app/focus.c: moving over the parts of a view by keyboard.
 */
#include "kiosk/app/focus.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Index of the first part that no shade covers. */
static size_t first_open(const kiosk_view *view)
{
    size_t first = 0;

    for (size_t i = 0; i < view->count; i++) {
        if (view->parts[i].kind == KIOSK_PART_SHADE)
            first = i;
    }
    return first;
}

static bool can_be_come_to(const kiosk_view *view, const kiosk_part *part)
{
    return part->name[0] && part->kind != KIOSK_PART_SHADE && kiosk_part_sensitive(view, part);
}

const kiosk_part *kiosk_focus_part(const kiosk_focus *focus, const kiosk_view *view)
{
    /* Of those that no shade covers: below it a part may have the same name */
    for (size_t i = first_open(view); focus->name[0] && i < view->count; i++) {
        const kiosk_part *part = &view->parts[i];

        if (strcmp(part->name, focus->name) == 0)
            return can_be_come_to(view, part) ? part : NULL;
    }
    return NULL;
}

static void come_to(kiosk_focus *focus, const kiosk_view *view, const kiosk_part *part)
{
    snprintf(focus->name, sizeof focus->name, "%s", part->name);
    focus->square = part->kind == KIOSK_PART_BOARD && view->board.sensitive
                        ? board_square_at(4, view->board.black_below ? 9 : 0)
                        : BOARD_NO_SQUARE;
}

/* The next or the last one before, around the end. */
static const kiosk_part *next_in_order(const kiosk_view *view, const kiosk_part *from, bool back)
{
    size_t first = first_open(view);
    size_t count = view->count - first;
    size_t at = from ? (size_t)(from - view->parts) - first : back ? 0 : count - 1;

    for (size_t i = 0; i < count; i++) {
        at = back ? (at + count - 1) % count : (at + 1) % count;
        if (can_be_come_to(view, &view->parts[first + at]))
            return &view->parts[first + at];
    }
    return NULL;
}

/* How far a rect is in the direction from another; the way aside counts twice. LONG_MAX: it is not
 * there. */
static long way_to(kiosk_rect from, kiosk_rect to, kiosk_direction direction)
{
    long across = (to.x + to.width / 2) - (from.x + from.width / 2);
    long down = (to.y + to.height / 2) - (from.y + from.height / 2);
    bool beside = direction == KIOSK_LEFT || direction == KIOSK_RIGHT;
    long ahead = beside ? across : down;
    long aside = labs(beside ? down : across);
    long overlap = beside ? (from.height + to.height) / 2 : (from.width + to.width) / 2;

    if (direction == KIOSK_LEFT || direction == KIOSK_UP)
        ahead = -ahead;
    if (ahead <= 0)
        return LONG_MAX;
    aside = aside > overlap ? aside - overlap : 0;
    return ahead + 2 * aside;
}

static const kiosk_part *nearest(const kiosk_view *view, const kiosk_part *from,
                                 kiosk_direction direction)
{
    const kiosk_part *best = NULL;
    long least = LONG_MAX;

    for (size_t i = first_open(view); i < view->count; i++) {
        const kiosk_part *part = &view->parts[i];
        long way =
            can_be_come_to(view, part) ? way_to(from->rect, part->rect, direction) : LONG_MAX;

        if (part != from && way < least) {
            least = way;
            best = part;
        }
    }
    return best;
}

/* One square further; false: that would be off the board. */
static bool move_square(kiosk_focus *focus, const kiosk_view *view, kiosk_direction direction)
{
    int file = board_file_of(focus->square);
    int rank = board_rank_of(focus->square);
    int step = view->board.black_below ? -1 : 1;

    if (direction == KIOSK_LEFT || direction == KIOSK_RIGHT)
        file += direction == KIOSK_RIGHT ? step : -step;
    else
        rank += direction == KIOSK_UP ? step : -step;
    if (file < 0 || file >= BOARD_FILES || rank < 0 || rank >= BOARD_RANKS)
        return false;
    focus->square = board_square_at(file, rank);
    return true;
}

void kiosk_focus_move(kiosk_focus *focus, const kiosk_view *view, kiosk_direction direction)
{
    const kiosk_part *from = kiosk_focus_part(focus, view);
    const kiosk_part *to;
    bool arrow = direction != KIOSK_FORWARD && direction != KIOSK_BACKWARD;

    if (from && arrow && from->kind == KIOSK_PART_BOARD && focus->square < BOARD_SQUARES &&
        move_square(focus, view, direction))
        return;
    if (from && arrow)
        to = nearest(view, from, direction);
    else
        to = next_in_order(view, from, direction == KIOSK_BACKWARD);
    if (to)
        come_to(focus, view, to);
    else if (!from)
        *focus = kiosk_focus_nowhere();
}

const kiosk_part *kiosk_focus_next_step(const kiosk_view *view)
{
    for (size_t i = view->count; i > first_open(view); i--) {
        const kiosk_part *part = &view->parts[i - 1];

        if (part->kind == KIOSK_PART_BUTTON && can_be_come_to(view, part) &&
            (part->tone == KIOSK_TONE_PRIMARY || strcmp(part->name, "next") == 0))
            return part;
    }
    return NULL;
}
