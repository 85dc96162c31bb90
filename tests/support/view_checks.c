/*
 * tests/support/view_checks.c: the checks of a view.
 */
#include "support/view_checks.h"

#include <stdio.h>
#include <string.h>

static bool overlap(kiosk_rect a, kiosk_rect b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/* The first part of what is not covered by a shade. */
static size_t first_open(const kiosk_view *view)
{
    for (size_t i = view->count; i-- > 0;) {
        if (view->parts[i].kind == KIOSK_PART_SHADE)
            return i + 1;
    }
    return 0;
}

/* Areas and frames that others stand on. */
static bool is_ground(const kiosk_part *part)
{
    return part->kind == KIOSK_PART_PANEL || part->kind == KIOSK_PART_SHADE ||
           part->kind == KIOSK_PART_LINE;
}

static bool says_something(const kiosk_part *part)
{
    switch (part->kind) {
    case KIOSK_PART_TEXT:
    case KIOSK_PART_BUTTON:
    case KIOSK_PART_STEP:
    case KIOSK_PART_TILE:
    case KIOSK_PART_ROW:
    case KIOSK_PART_KEY:
    case KIOSK_PART_CHIP:
    case KIOSK_PART_FIELD:
        return part->text[0] != '\0' || part->detail[0] != '\0';
    default:
        return true;
    }
}

/* "": nothing is wrong with it. */
static void check_part(const kiosk_view *view, const kiosk_metrics *metrics, size_t index,
                       char fault[VIEW_FAULT_BYTES])
{
    const kiosk_part *part = &view->parts[index];
    const kiosk_rect rect = part->rect;
    const bool sensitive = kiosk_part_sensitive(view, part);

    fault[0] = '\0';
    if (rect.x < 0 || rect.y < 0 || rect.x + rect.width > metrics->width ||
        rect.y + rect.height > metrics->height || rect.width < 1 || rect.height < 1)
        snprintf(fault, VIEW_FAULT_BYTES, "%s \"%.200s\" is not within the display", part->name,
                 part->text);
    else if (!says_something(part))
        snprintf(fault, VIEW_FAULT_BYTES, "part %zu %s is empty", index, part->name);
    else if (sensitive && part->kind != KIOSK_PART_BOARD &&
             (rect.width < metrics->unit || rect.height < metrics->unit))
        snprintf(fault, VIEW_FAULT_BYTES, "%s is %dx%d, less than the unit %d", part->name,
                 rect.width, rect.height, metrics->unit);
    else if (sensitive && !part->name[0] && part->kind != KIOSK_PART_SHADE)
        snprintf(fault, VIEW_FAULT_BYTES, "\"%.200s\" can be touched and has no name", part->text);
    for (size_t i = first_open(view); part->name[0] && i < index; i++) {
        if (strcmp(view->parts[i].name, part->name) == 0)
            snprintf(fault, VIEW_FAULT_BYTES, "two parts are called %s", part->name);
    }
}

static bool overlaps(const kiosk_view *view, char fault[VIEW_FAULT_BYTES])
{
    for (size_t i = first_open(view); i < view->count; i++) {
        for (size_t j = first_open(view); j < i; j++) {
            const kiosk_part *upper = &view->parts[i];
            const kiosk_part *lower = &view->parts[j];

            if (!is_ground(upper) && !is_ground(lower) && overlap(upper->rect, lower->rect)) {
                snprintf(fault, VIEW_FAULT_BYTES, "%s \"%.150s\" lies on %s \"%.150s\"",
                         upper->name, upper->text, lower->name, lower->text);
                return true;
            }
        }
    }
    return false;
}

bool view_is_wrong(const kiosk_view *view, const kiosk_metrics *metrics,
                   char fault[VIEW_FAULT_BYTES])
{
    if (view->overflow) {
        snprintf(fault, VIEW_FAULT_BYTES, "something did not find room");
        return true;
    }
    for (size_t i = 0; i < view->count; i++) {
        check_part(view, metrics, i, fault);
        if (fault[0])
            return true;
    }
    return overlaps(view, fault);
}

bool view_is_cut(const kiosk_view *view, const kiosk_metrics *metrics, kiosk_painter *painter,
                 char fault[VIEW_FAULT_BYTES])
{
    kiosk_canvas canvas;

    if (kiosk_canvas_open(&canvas, metrics->width, metrics->height) != BOARD_OK) {
        snprintf(fault, VIEW_FAULT_BYTES, "there is no canvas");
        return true;
    }
    kiosk_paint(painter, &canvas, metrics, view, NULL);
    kiosk_canvas_close(&canvas);
    if (kiosk_painter_cut_count(painter) == 0)
        return false;
    const kiosk_part *part = &view->parts[kiosk_painter_first_cut(painter)];
    snprintf(fault, VIEW_FAULT_BYTES, "the text of %s \"%.150s\" (%.150s) is cut", part->name,
             part->text, part->detail);
    return true;
}
