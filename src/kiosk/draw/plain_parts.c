/*
 * kiosk/draw/plain_parts.c: switches, fields, progress, shades, lines and codes.
 */
#include <math.h>
#include <qrencode.h>
#include <string.h>

#include "kiosk/draw/parts_private.h"

enum {
    CODE_MARGIN = 4,   /* modules of white around a code, as its standard wants */
    RUNNING_STEPS = 16 /* of a progress without a known end, until it begins anew */
};

static double corner_of(const kiosk_painter *painter)
{
    return painter->metrics->unit * 0.14;
}

/* Half of a switch. The set one is filled and has a tick. */
static void paint_half(kiosk_painter *painter, const kiosk_part *part, kiosk_rect rect,
                       const char *text, bool set)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_font font = {set ? KIOSK_FACE_BOLD : KIOSK_FACE_REGULAR,
                       painter_text_pixels(painter, part->size)};
    kiosk_rect inside = kiosk_rect_inset(rect, painter->metrics->gap / 2 + 1);
    int tick = set ? font.pixels * 5 / 4 : 0;

    if (set) {
        painter_frame(painter, kiosk_rect_inset(rect, 2), corner_of(painter),
                      (painter_box){part->dim ? palette->dim : palette->primary,
                                    part->dim ? palette->dim : palette->primary, 0, true, false});
    }
    painter_block block = {.rect = {inside.x + tick, inside.y, inside.width - tick, inside.height},
                           .font = font,
                           .align = KIOSK_ALIGN_CENTRE,
                           .shrink = true,
                           .colour = set         ? palette->on_primary
                                     : part->dim ? palette->dim
                                                 : palette->text};
    if (set) {
        kiosk_rect extent = painter_text_extent(painter, block, text);
        double start = inside.x + (inside.width - extent.width - tick) / 2.0;

        painter_tick(painter, start + font.pixels * 0.5, inside.y + inside.height / 2.0,
                     font.pixels * 0.9, palette->on_primary);
        block.rect.x = (int)start + tick;
        block.rect.width = extent.width + 1;
    }
    painter_text(painter, block, text);
}

static void paint_switch(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_rect left = part->rect;
    kiosk_rect right = part->rect;

    left.width /= 2;
    right.x += left.width;
    right.width -= left.width;
    painter_frame(painter, part->rect, corner_of(painter),
                  (painter_box){pressed ? palette->selected : palette->recess, palette->frame, 1.4,
                                true, false});
    paint_half(painter, part, left, part->text, !part->on);
    paint_half(painter, part, right, part->detail, part->on);
}

/* What was typed, or what is wanted. A long text shows its end, where the caret is. */
static void paint_field(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_rect inside = kiosk_rect_inset(part->rect, painter->metrics->gap * 3 / 2);
    kiosk_font font = {part->strong ? KIOSK_FACE_BOLD : KIOSK_FACE_REGULAR,
                       painter_text_pixels(painter, part->size)};
    painter_block block = {.rect = inside,
                           .font = font,
                           .align = part->align,
                           .shrink = true,
                           .colour = part->text[0] ? palette->text : palette->quiet};
    kiosk_colour frame =
        part->tone == KIOSK_TONE_PLAIN ? palette->quiet : painter_tone_colour(painter, part->tone);

    painter_frame(painter, part->rect, corner_of(painter),
                  (painter_box){pressed ? palette->selected : palette->recess,
                                part->on ? palette->primary : frame, part->on ? 3 : 1.4, true,
                                false});
    painter_text(painter, block, part->text[0] ? part->text : part->detail);
    if (!part->on)
        return;
    kiosk_rect extent = painter_text_extent(painter, block, part->text);
    double left = block.align == KIOSK_ALIGN_CENTRE ? (inside.width - extent.width) / 2.0
                  : block.align == KIOSK_ALIGN_END  ? inside.width - extent.width
                                                    : 0;
    if (extent.height > kiosk_text_pitch(font))
        return;
    kiosk_set_colour(painter->cairo, palette->primary, 1);
    cairo_rectangle(painter->cairo, floor(inside.x + left + extent.width) + 1,
                    floor(inside.y + inside.height / 2.0 - font.pixels * 0.6),
                    painter_line(painter, 2), floor(font.pixels * 1.2));
    cairo_fill(painter->cairo);
}

static void paint_progress(kiosk_painter *painter, const kiosk_part *part)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_rect rect = part->rect;
    int height =
        rect.height < painter->metrics->unit / 3 ? rect.height : painter->metrics->unit / 3;
    kiosk_rect bar = {rect.x, rect.y + (rect.height - height) / 2, rect.width, height};
    double share = part->value >= 1000 ? 1 : part->value / 1000.0;
    double start = 0;

    painter_frame(painter, bar, height / 2.0,
                  (painter_box){palette->recess, palette->frame, 1.2, true, false});
    if (part->value < 0) { /* a piece that runs along, one step with each smaller value */
        share = 0.25;
        start = (double)(-(long)part->value % RUNNING_STEPS) / (RUNNING_STEPS - 1) * (1 - share);
    }
    if (share <= 0)
        return;
    cairo_save(painter->cairo);
    kiosk_path_round(painter->cairo, bar.x, bar.y, bar.width, bar.height, height / 2.0);
    cairo_clip(painter->cairo);
    kiosk_set_colour(painter->cairo, palette->primary, 1);
    cairo_rectangle(painter->cairo, bar.x + bar.width * start, bar.y, bar.width * share,
                    bar.height);
    cairo_fill(painter->cairo);
    cairo_restore(painter->cairo);
}

static void paint_shade(kiosk_painter *painter, const kiosk_part *part)
{
    kiosk_set_colour(painter->cairo, 0x000000, 0.55);
    cairo_rectangle(painter->cairo, part->rect.x, part->rect.y, part->rect.width,
                    part->rect.height);
    cairo_fill(painter->cairo);
}

/* Along the longer way of its rect, in the middle of the other. */
static void paint_line(kiosk_painter *painter, const kiosk_part *part)
{
    int thick = (int)painter_line(painter, part->strong ? 2.4 : 1.2);
    kiosk_rect rect = part->rect;

    kiosk_set_colour(painter->cairo,
                     part->tone == KIOSK_TONE_PLAIN ? painter->palette->frame
                                                    : painter_tone_colour(painter, part->tone),
                     1);
    if (rect.width >= rect.height) {
        rect.y += (rect.height - thick) / 2;
        rect.height = thick;
    } else {
        rect.x += (rect.width - thick) / 2;
        rect.width = thick;
    }
    cairo_rectangle(painter->cairo, rect.x, rect.y, rect.width, rect.height);
    cairo_fill(painter->cairo);
}

/* Dark on white, whatever the theme is, or no reader takes it. */
static void paint_code(kiosk_painter *painter, const kiosk_part *part)
{
    const bool large = part->text[0] == '\0'; /* it holds more the less it mends */
    QRcode *code = large ? QRcode_encodeString8bit(painter->view->code, 0, QR_ECLEVEL_L)
                         : QRcode_encodeString8bit(part->text, 0, QR_ECLEVEL_M);
    kiosk_rect rect = part->rect;
    cairo_t *cairo = painter->cairo;

    if (!code)
        return;
    int room = rect.width < rect.height ? rect.width : rect.height;
    int module = room / (code->width + 2 * CODE_MARGIN);
    int whole = module * (code->width + 2 * CODE_MARGIN);
    int left = rect.x + (rect.width - whole) / 2;
    int top = rect.y + (rect.height - whole) / 2;

    cairo_save(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    kiosk_set_colour(cairo, 0xFFFFFF, 1);
    cairo_rectangle(cairo, left, top, whole, whole);
    cairo_fill(cairo);
    for (int y = 0; y < code->width; y++) {
        for (int x = 0; x < code->width; x++) {
            if (code->data[y * code->width + x] & 1)
                cairo_rectangle(cairo, left + (x + CODE_MARGIN) * module,
                                top + (y + CODE_MARGIN) * module, module, module);
        }
    }
    kiosk_set_colour(cairo, 0x000000, 1);
    cairo_fill(cairo);
    cairo_restore(cairo);
    QRcode_free(code);
}

void painter_plain_part(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    switch (part->kind) {
    case KIOSK_PART_SWITCH:
        paint_switch(painter, part, pressed);
        break;
    case KIOSK_PART_FIELD:
        paint_field(painter, part, pressed);
        break;
    case KIOSK_PART_PROGRESS:
        paint_progress(painter, part);
        break;
    case KIOSK_PART_SHADE:
        paint_shade(painter, part);
        break;
    case KIOSK_PART_LINE:
        paint_line(painter, part);
        break;
    case KIOSK_PART_CODE:
        paint_code(painter, part);
        break;
    default:
        break;
    }
}
