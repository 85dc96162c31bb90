/*
 * kiosk/draw/parts.c: each kind of part of a view.
 */
#include <math.h>
#include <string.h>

#include "kiosk/draw/parts_private.h"

/* A rounded rect whose line lies inside it. */
static void frame_path(const kiosk_painter *painter, kiosk_rect rect, double line, double radius)
{
    kiosk_path_round(painter->cairo, rect.x + line / 2, rect.y + line / 2, rect.width - line,
                     rect.height - line, radius);
}

static double corner_of(const kiosk_painter *painter)
{
    return painter->metrics->unit * 0.14;
}

void painter_frame(kiosk_painter *painter, kiosk_rect rect, double radius, painter_box box)
{
    cairo_t *cairo = painter->cairo;
    double line = floor(painter_line(painter, box.thickness) + 0.5);

    cairo_save(cairo);
    frame_path(painter, rect, line, radius);
    if (box.filled) {
        kiosk_set_colour(cairo, box.fill, 1);
        cairo_fill_preserve(cairo);
    }
    if (box.dashed) {
        double dash = painter->metrics->unit * 0.09;

        cairo_set_dash(cairo, &dash, 1, 0);
    }
    if (box.thickness > 0) {
        kiosk_set_colour(cairo, box.frame, 1);
        cairo_set_line_width(cairo, line);
        cairo_stroke(cairo);
    }
    cairo_new_path(cairo);
    cairo_restore(cairo);
}

/* The likely next step is filled, and what is dangerous only where it is meant to be pressed. */
static bool is_filled(const kiosk_part *part)
{
    return part->tone == KIOSK_TONE_PRIMARY || (part->tone == KIOSK_TONE_DANGER && part->strong);
}

/* The fill, the frame and the text's colour of something that is pressed. */
static painter_box box_of(const kiosk_painter *painter, const kiosk_part *part, bool pressed,
                          kiosk_colour *text)
{
    const kiosk_palette *palette = painter->palette;
    painter_box box = {palette->panel, palette->frame, 1.4, true, false};

    *text = part->tone == KIOSK_TONE_QUIET ? palette->quiet : palette->text;
    if (is_filled(part)) {
        bool danger = part->tone == KIOSK_TONE_DANGER;

        box.fill = box.frame = danger ? palette->danger : palette->primary;
        *text = danger ? palette->on_danger : palette->on_primary;
    } else if (painter_has_sign(part->tone)) {
        box.frame = painter_tone_colour(painter, part->tone);
        box.thickness = 2;
        if (part->tone == KIOSK_TONE_DANGER)
            *text = palette->danger;
    }
    if (part->on) {
        box.fill = palette->selected;
        box.frame = palette->primary;
        box.thickness = 3;
        *text = palette->text;
    }
    if (part->dim) {
        box.fill = palette->background;
        box.frame = palette->dim;
        box.dashed = true;
        box.thickness = 1.4;
        *text = palette->dim;
    }
    if (pressed)
        box.fill = kiosk_mix(box.fill, *text, 0.22);
    return box;
}

static kiosk_face face_of(const kiosk_part *part)
{
    return part->strong || part->tone == KIOSK_TONE_PRIMARY || part->on ? KIOSK_FACE_BOLD
                                                                        : KIOSK_FACE_REGULAR;
}

/* What a sign is painted in, on a filled button: the button's own colour would hide it. */
static void paint_sign_on(kiosk_painter *painter, const kiosk_part *part, double x, double y,
                          double size, kiosk_colour text)
{
    if (part->tone == KIOSK_TONE_DANGER && is_filled(part) && !part->dim && !part->on) {
        cairo_t *cairo = painter->cairo;
        double reach = size * 0.2;

        kiosk_set_colour(cairo, text, 1);
        cairo_set_line_width(cairo, size * 0.13);
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
        kiosk_path_circle(cairo, x, y, size * 0.43);
        cairo_move_to(cairo, x, y - reach);
        cairo_line_to(cairo, x, y + reach * 0.2);
        cairo_stroke(cairo);
        kiosk_path_circle(cairo, x, y + reach * 0.95, size * 0.08);
        cairo_fill(cairo);
        return;
    }
    painter_sign(painter, part->tone, x, y, size);
}

/* Text centred with its tone's sign before it, and the detail below. */
static void paint_button_text(kiosk_painter *painter, const kiosk_part *part, kiosk_rect inside,
                              kiosk_font font, kiosk_colour colour)
{
    bool sign = painter_has_sign(part->tone);
    int sign_width = sign ? font.pixels * 5 / 4 : 0;
    kiosk_font small = {KIOSK_FACE_REGULAR, painter->metrics->small};
    int below = part->detail[0] ? kiosk_text_pitch(small) : 0;
    painter_block block = {.rect = inside,
                           .font = font,
                           .align = KIOSK_ALIGN_CENTRE,
                           .shrink = true,
                           .colour = colour};

    if (below > 0 && part->text[0]) {
        /* Both lines stand together in the middle. */
        int pitch = kiosk_text_pitch(font);
        int above = (inside.height - pitch - below) / 2;

        if (above > 0) {
            block.rect.y += above;
            block.rect.height = pitch;
        } else {
            block.rect.height -= below;
        }
    }
    block.rect.x += sign_width;
    block.rect.width -= sign_width;
    kiosk_rect extent = painter_text_extent(painter, block, part->text);
    if (sign) {
        double start = inside.x + (inside.width - extent.width - sign_width) / 2.0;

        paint_sign_on(painter, part, start + font.pixels * 0.5,
                      block.rect.y + block.rect.height / 2.0, font.pixels, colour);
        block.rect.x = (int)start + sign_width;
        block.rect.width = extent.width + 1;
    }
    painter_text(painter, block, part->text);
    if (below > 0) {
        painter_block detail = {
            .rect = {inside.x, block.rect.y + block.rect.height, inside.width, below},
            .font = small,
            .align = KIOSK_ALIGN_CENTRE,
            .shrink = true,
            .colour = part->dim || is_filled(part) ? colour : painter->palette->quiet};
        if (!part->text[0])
            detail.rect = inside;
        painter_text(painter, detail, part->detail);
    }
}

static int text_size(const kiosk_painter *painter, const kiosk_part *part)
{
    return painter_text_pixels(painter, part->size);
}

static void paint_button(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    kiosk_colour text;
    painter_box box = box_of(painter, part, pressed, &text);
    kiosk_font font = {face_of(part), text_size(painter, part)};

    painter_frame(painter, part->rect, corner_of(painter), box);
    paint_button_text(painter, part, kiosk_rect_inset(part->rect, painter->metrics->gap), font,
                      text);
}

static void paint_key(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    kiosk_colour text;
    painter_box box = box_of(painter, part, pressed, &text);
    kiosk_font font = {KIOSK_FACE_BOLD, part->size == KIOSK_TEXT_BODY ? painter->metrics->large
                                                                      : text_size(painter, part)};

    painter_frame(painter, part->rect, corner_of(painter), box);
    paint_button_text(painter, part, kiosk_rect_inset(part->rect, 2), font, text);
}

static void paint_chip(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    kiosk_colour text;
    painter_box box = box_of(painter, part, pressed, &text);
    kiosk_font font = {face_of(part), part->size == KIOSK_TEXT_BODY ? painter->metrics->small
                                                                    : text_size(painter, part)};

    if (part->tone == KIOSK_TONE_PLAIN && !part->dim && !part->on && !pressed)
        box.fill = painter->palette->recess;
    painter_frame(painter, part->rect, part->rect.height / 2.0, box);
    paint_button_text(painter, part, kiosk_rect_inset(part->rect, painter->metrics->gap), font,
                      text);
}

static void paint_panel(kiosk_painter *painter, const kiosk_part *part)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_colour tone = painter_tone_colour(painter, part->tone);
    painter_box box = {palette->panel, palette->frame, 1.2, true, false};

    if (part->tone == KIOSK_TONE_QUIET)
        box = (painter_box){palette->recess, palette->recess, 0, true, false};
    else if (part->tone != KIOSK_TONE_PLAIN)
        box = (painter_box){kiosk_mix(palette->panel, tone, 0.09), tone, 1.8, true, false};
    if (part->on) {
        box.frame = palette->primary;
        box.thickness = 3;
    }
    painter_frame(painter, part->rect, corner_of(painter), box);
}

static void paint_text(kiosk_painter *painter, const kiosk_part *part)
{
    kiosk_font font = {part->strong ? KIOSK_FACE_BOLD : KIOSK_FACE_REGULAR,
                       text_size(painter, part)};
    bool sign = painter_has_sign(part->tone);
    painter_block block = {.rect = part->rect,
                           .font = font,
                           .align = part->align,
                           .shrink = true,
                           .colour = part->dim ? painter->palette->dim
                                               : painter_tone_colour(painter, part->tone)};
    int room = font.pixels * 5 / 4;

    block.top =
        part->align != KIOSK_ALIGN_CENTRE && part->rect.height >= 2 * kiosk_text_pitch(font);
    if (!sign) {
        painter_text(painter, block, part->text);
        return;
    }
    block.rect.x += room;
    block.rect.width -= room;
    kiosk_rect extent = painter_text_extent(painter, block, part->text);
    double left = part->align == KIOSK_ALIGN_CENTRE ? (block.rect.width - extent.width) / 2.0
                  : part->align == KIOSK_ALIGN_END  ? block.rect.width - extent.width
                                                    : 0;
    double middle = block.top ? block.rect.y + kiosk_text_pitch(font) / 2.0
                              : block.rect.y + block.rect.height / 2.0;
    painter_sign(painter, part->tone, part->rect.x + left + font.pixels * 0.5, middle, font.pixels);
    painter_text(painter, block, part->text);
}

/* A step of the flow: what it is above, its result below; the present one is underlined. */
static void paint_step(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_rect inside = kiosk_rect_inset(part->rect, 2);
    kiosk_font font = {part->on ? KIOSK_FACE_BOLD : KIOSK_FACE_REGULAR, painter->metrics->small};
    painter_block block = {.rect = inside,
                           .font = font,
                           .align = KIOSK_ALIGN_CENTRE,
                           .shrink = true,
                           .lines_most = 1,
                           .colour = part->dim  ? palette->dim
                                     : part->on ? palette->text
                                                : palette->quiet};
    cairo_t *cairo = painter->cairo;

    if (part->on || pressed) {
        kiosk_set_colour(cairo, palette->selected, 1);
        cairo_rectangle(cairo, part->rect.x, part->rect.y, part->rect.width, part->rect.height);
        cairo_fill(cairo);
    }
    if (part->detail[0]) {
        block.rect.height = inside.height * 46 / 100;
        painter_text(painter, block, part->text);
        block.rect.y += block.rect.height;
        block.rect.height = inside.height - block.rect.height - 2;
        block.font.face = KIOSK_FACE_BOLD;
        block.colour = part->dim ? palette->dim : palette->text;
        painter_text(painter, block, part->detail);
    } else {
        painter_text(painter, block, part->text);
    }
    if (part->on) {
        int thick = (int)painter_line(painter, 4);

        kiosk_set_colour(cairo, palette->primary, 1);
        cairo_rectangle(cairo, part->rect.x, part->rect.y + part->rect.height - thick,
                        part->rect.width, thick);
        cairo_fill(cairo);
    }
}

/* A table of the hall: its number large, the players and what is open below. */
static void paint_tile(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_colour tone = painter_tone_colour(painter, part->tone);
    bool loud = painter_has_sign(part->tone);
    kiosk_font number = {KIOSK_FACE_BOLD, painter->metrics->large};
    kiosk_font small = {KIOSK_FACE_REGULAR, painter->metrics->small};
    painter_box box = {palette->panel, palette->frame, 1.4, true, false};
    kiosk_rect inside = kiosk_rect_inset(part->rect, painter->metrics->gap * 3 / 2);

    if (loud) {
        box.fill = kiosk_mix(palette->panel, tone, 0.1);
        box.frame = tone;
        box.thickness = 2.4;
    }
    if (part->on) {
        box.fill = palette->selected;
        box.frame = palette->primary;
        box.thickness = 3;
    }
    box.dashed = part->dim;
    if (pressed)
        box.fill = kiosk_mix(box.fill, palette->text, 0.2);
    painter_frame(painter, part->rect, corner_of(painter), box);
    if (loud)
        painter_sign(painter, part->tone, inside.x + inside.width - number.pixels * 0.5,
                     inside.y + number.pixels * 0.62, number.pixels * 0.9);
    int pitch = kiosk_text_pitch(number);
    painter_block block = {
        .rect = {inside.x, inside.y, inside.width - (loud ? number.pixels * 5 / 4 : 0), pitch},
        .font = number,
        .shrink = true,
        .lines_most = 1,
        .colour = part->dim ? palette->dim : palette->text};
    painter_text(painter, block, part->text);
    block.rect = (kiosk_rect){inside.x, inside.y + pitch, inside.width, inside.height - pitch};
    block.font = small;
    block.lines_most = 0;
    block.top = true;
    block.colour = part->dim ? palette->dim : palette->quiet;
    painter_text(painter, block, part->detail);
}

/* A line of a list. */
static void paint_row(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_font font = {part->strong || part->on ? KIOSK_FACE_BOLD : KIOSK_FACE_REGULAR,
                       text_size(painter, part)};
    kiosk_rect inside = part->rect;
    cairo_t *cairo = painter->cairo;
    int line = (int)painter_line(painter, 1);

    if (part->on || pressed) {
        kiosk_set_colour(
            cairo, pressed ? kiosk_mix(palette->selected, palette->text, 0.15) : palette->selected,
            1);
        cairo_rectangle(cairo, inside.x, inside.y, inside.width, inside.height);
        cairo_fill(cairo);
    }
    if (part->on) {
        kiosk_set_colour(cairo, palette->primary, 1);
        cairo_rectangle(cairo, inside.x, inside.y, painter_line(painter, 4), inside.height);
        cairo_fill(cairo);
    }
    kiosk_set_colour(cairo, palette->frame, 1);
    cairo_rectangle(cairo, inside.x, inside.y + inside.height - line, inside.width, line);
    cairo_fill(cairo);
    inside.x += painter->metrics->gap + (int)painter_line(painter, 4);
    inside.width -= 2 * painter->metrics->gap + (int)painter_line(painter, 4);
    if (painter_has_sign(part->tone)) {
        painter_sign(painter, part->tone, inside.x + font.pixels * 0.5,
                     inside.y + inside.height / 2.0, font.pixels);
        inside.x += font.pixels * 5 / 4;
        inside.width -= font.pixels * 5 / 4;
    }
    painter_block detail = {.rect = inside,
                            .font = {KIOSK_FACE_REGULAR, font.pixels},
                            .align = KIOSK_ALIGN_END,
                            .shrink = true,
                            .colour = part->dim ? palette->dim : palette->quiet};
    if (part->text[0]) {
        detail.rect.width = inside.width * 11 / 20;
        detail.rect.x += inside.width - detail.rect.width;
    }
    int taken = part->detail[0] ? painter_text_extent(painter, detail, part->detail).width : 0;
    painter_text(painter, detail, part->detail);
    if (taken > 0)
        inside.width -= taken + painter->metrics->gap;
    painter_block block = {.rect = inside,
                           .font = font,
                           .shrink = true,
                           .colour =
                               part->dim ? palette->dim : painter_tone_colour(painter, part->tone)};
    painter_text(painter, block, part->text);
}

/* The shape at the start, a word beside it. */
static void paint_label(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    kiosk_rect rect = part->rect;
    double room = rect.width < rect.height ? rect.width : rect.height;
    double size = room * 0.8;

    if (size > painter->metrics->unit * 0.8)
        size = painter->metrics->unit * 0.8;
    double x = part->text[0] ? rect.x + size * 0.62 : rect.x + rect.width / 2.0;
    double y = rect.y + rect.height / 2.0;
    if (part->on || pressed) {
        painter_frame(painter, rect, corner_of(painter),
                      (painter_box){painter->palette->selected, painter->palette->primary,
                                    part->on ? 2.4 : 0, true, false});
    }
    painter_label(painter, part->label, floor(x) + 0.5, floor(y) + 0.5, size, part->dim);
    painter_block block = {
        .rect = {rect.x + (int)(size * 1.3), rect.y, rect.width - (int)(size * 1.3), rect.height},
        .font = {part->strong ? KIOSK_FACE_BOLD : KIOSK_FACE_REGULAR, text_size(painter, part)},
        .shrink = true,
        .colour = part->dim ? painter->palette->dim : painter->palette->text};
    painter_text(painter, block, part->text);
}

/* How many are left, on a small disc at the lower right. */
static void paint_count(kiosk_painter *painter, const kiosk_part *part, double x, double y,
                        double radius)
{
    const kiosk_palette *palette = painter->palette;
    int pixels = (int)(radius * 1.45);
    painter_block block = {.rect = {(int)(x - radius * 1.6), (int)(y - radius), (int)(radius * 3.2),
                                    (int)(radius * 2)},
                           .font = {KIOSK_FACE_BOLD, pixels},
                           .align = KIOSK_ALIGN_CENTRE,
                           .shrink = true,
                           .lines_most = 1,
                           .colour = part->dim ? palette->dim : palette->text};

    kiosk_path_circle(painter->cairo, x, y, radius);
    kiosk_set_colour(painter->cairo, palette->panel, 1);
    cairo_fill_preserve(painter->cairo);
    kiosk_set_colour(painter->cairo, part->dim ? palette->dim : palette->frame, 1);
    cairo_set_line_width(painter->cairo, painter_line(painter, 1.2));
    cairo_stroke(painter->cairo);
    painter_text(painter, block, part->detail);
}

static void paint_piece(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    const kiosk_palette *palette = painter->palette;
    kiosk_rect rect = part->rect;
    int room = rect.width < rect.height ? rect.width : rect.height;
    int diameter = room * 84 / 100;
    double x = rect.x + rect.width / 2.0;
    double y = rect.y + rect.height / 2.0;

    if (part->on || pressed) {
        painter_frame(
            painter, rect, corner_of(painter),
            (painter_box){palette->selected, palette->primary, part->on ? 3 : 0, true, false});
    }
    if (part->cell == BOARD_EMPTY) {
        double dash = painter->metrics->unit * 0.09;

        cairo_save(painter->cairo);
        kiosk_path_circle(painter->cairo, x, y, diameter * 0.44);
        kiosk_set_colour(painter->cairo, palette->quiet, 1);
        cairo_set_dash(painter->cairo, &dash, 1, 0);
        cairo_set_line_width(painter->cairo, painter_line(painter, 1.6));
        cairo_stroke(painter->cairo);
        cairo_restore(painter->cairo);
    }
    painter_piece(painter, part->cell, painter->view->board.simplified, x, y, diameter,
                  part->dim ? 0.3 : 1);
    if (part->detail[0])
        paint_count(painter, part, rect.x + rect.width * 0.5 + diameter * 0.38,
                    rect.y + rect.height * 0.5 + diameter * 0.36, room * 0.17);
}

void painter_part(kiosk_painter *painter, const kiosk_part *part, bool pressed)
{
    switch (part->kind) {
    case KIOSK_PART_PANEL:
        paint_panel(painter, part);
        break;
    case KIOSK_PART_TEXT:
        paint_text(painter, part);
        break;
    case KIOSK_PART_BUTTON:
        paint_button(painter, part, pressed);
        break;
    case KIOSK_PART_STEP:
        paint_step(painter, part, pressed);
        break;
    case KIOSK_PART_TILE:
        paint_tile(painter, part, pressed);
        break;
    case KIOSK_PART_ROW:
        paint_row(painter, part, pressed);
        break;
    case KIOSK_PART_LABEL:
        paint_label(painter, part, pressed);
        break;
    case KIOSK_PART_PIECE:
        paint_piece(painter, part, pressed);
        break;
    case KIOSK_PART_KEY:
        paint_key(painter, part, pressed);
        break;
    case KIOSK_PART_CHIP:
        paint_chip(painter, part, pressed);
        break;
    case KIOSK_PART_BOARD:
        painter_board_part(painter, part, &painter->view->board, 0);
        break;
    case KIOSK_PART_SECOND_BOARD:
        painter_board_part(painter, part, &painter->view->second_board, 1);
        break;
    case KIOSK_PART_SWITCH:
    case KIOSK_PART_FIELD:
    case KIOSK_PART_PROGRESS:
    case KIOSK_PART_SHADE:
    case KIOSK_PART_LINE:
    case KIOSK_PART_CODE:
        painter_plain_part(painter, part, pressed);
        break;
    }
}
