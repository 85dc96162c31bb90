/*
 * kiosk/draw/blocks.c: texts within a rect: broken, made smaller or cut so that they fit.
 */
#include <math.h>
#include <string.h>

#include "kiosk/draw/painter_private.h"

#define ELLIPSIS "\xE2\x80\xA6"

enum { SHRUNK_PERCENT = 66 }; /* of its size, that a text may shrink to, if that can be read */

typedef struct broken_text {
    kiosk_line lines[KIOSK_LINES_MAX];
    size_t count;
    size_t shown;
    kiosk_font font;
} broken_text;

/* How many lines there is room for; at least one. */
static size_t lines_in(const painter_block *block, kiosk_font font)
{
    int pitch = kiosk_text_pitch(font);
    int room = (block->rect.height - font.pixels) / pitch + 1;

    if (room < 1)
        room = 1;
    if (block->lines_most > 0 && room > block->lines_most)
        room = block->lines_most;
    return (size_t)room;
}

static bool fits(const painter_block *block, const broken_text *broken)
{
    if (broken->count > lines_in(block, broken->font))
        return false;
    for (size_t i = 0; i < broken->count; i++) {
        if (broken->lines[i].width > block->rect.width + 0.5)
            return false;
    }
    return true;
}

/* Is there a word that had to be cut in the middle? */
static bool cuts_a_word(const broken_text *broken, const char *string)
{
    for (size_t i = 0; i + 1 < broken->count; i++) {
        size_t end = broken->lines[i].start + broken->lines[i].length;
        unsigned char last = (unsigned char)string[end - (end > 0)];
        unsigned char next = (unsigned char)string[end];

        if (last < 0x80 && next < 0x80 && last != ' ' && last != '-' && last != '/' &&
            next != ' ' && next != '\n')
            return true;
    }
    return false;
}

/* No text becomes smaller than small text is. */
static int least_pixels(const kiosk_painter *painter, const painter_block *block)
{
    int pixels = block->font.pixels;
    int least = pixels * SHRUNK_PERCENT / 100;

    if (least < painter->metrics->small)
        least = painter->metrics->small;
    return block->shrink && least < pixels ? least : pixels;
}

static void break_at(kiosk_painter *painter, const painter_block *block, const char *string,
                     int pixels, broken_text *broken)
{
    broken->font = block->font;
    broken->font.pixels = pixels;
    broken->count =
        kiosk_text_break(painter->text, broken->font, string, block->rect.width, broken->lines);
}

static bool is_well(const painter_block *block, const char *string, const broken_text *broken)
{
    return fits(block, broken) && !cuts_a_word(broken, string);
}

/* A smaller size at which no character is alone on a line; else it stays as it is. */
static void avoid_alone(kiosk_painter *painter, const painter_block *block, const char *string,
                        int least, broken_text *broken)
{
    broken_text smaller;

    if (!kiosk_text_leaves_alone(string, broken->lines, broken->count))
        return;
    for (int pixels = broken->font.pixels - 1; pixels >= least; pixels--) {
        break_at(painter, block, string, pixels, &smaller);
        if (is_well(block, string, &smaller) &&
            !kiosk_text_leaves_alone(string, smaller.lines, smaller.count)) {
            *broken = smaller;
            return;
        }
    }
}

static void break_text(kiosk_painter *painter, const painter_block *block, const char *string,
                       broken_text *broken)
{
    int least = least_pixels(painter, block);

    break_at(painter, block, string, block->font.pixels, broken);
    while (!is_well(block, string, broken) && broken->font.pixels > least)
        break_at(painter, block, string, broken->font.pixels - 1, broken);
    avoid_alone(painter, block, string, least, broken);
    broken->shown = lines_in(block, broken->font);
    if (broken->shown > broken->count)
        broken->shown = broken->count;
}

static void note_cut(kiosk_painter *painter)
{
    if (painter->first_cut == KIOSK_NO_PART || painter->cut_count == 0)
        painter->first_cut = painter->part;
    painter->cut_count++;
}

/* The bytes of a line's beginning that leave room for an ellipsis. */
static size_t cut_line(kiosk_painter *painter, kiosk_font font, const char *string, size_t length,
                       double width)
{
    double room = width - kiosk_text_width(painter->text, font, ELLIPSIS, strlen(ELLIPSIS));

    while (length > 0 && kiosk_text_width(painter->text, font, string, length) > room) {
        length--;
        while (length > 0 && ((unsigned char)string[length] & 0xC0) == 0x80)
            length--;
    }
    return length;
}

static double start_of(const painter_block *block, double width)
{
    double left = block->rect.width - width;

    return block->rect.x + (block->align == KIOSK_ALIGN_CENTRE ? left / 2
                            : block->align == KIOSK_ALIGN_END  ? left
                                                               : 0);
}

/* Where the middle of the first line stands. */
static double first_middle(const painter_block *block, const broken_text *broken)
{
    int pitch = kiosk_text_pitch(broken->font);
    double height = (double)(broken->shown - 1) * pitch;

    if (block->top)
        return block->rect.y + pitch / 2.0;
    return block->rect.y + block->rect.height / 2.0 - height / 2;
}

static void paint_last_line(kiosk_painter *painter, const painter_block *block,
                            const broken_text *broken, const char *string, double middle)
{
    const kiosk_line *line = &broken->lines[broken->shown - 1];
    char cut[KIOSK_PART_TEXT_BYTES + sizeof ELLIPSIS];
    size_t most = line->length < KIOSK_PART_TEXT_BYTES ? line->length : KIOSK_PART_TEXT_BYTES - 1;
    size_t length = cut_line(painter, broken->font, string + line->start, most, block->rect.width);

    memcpy(cut, string + line->start, length);
    memcpy(cut + length, ELLIPSIS, sizeof ELLIPSIS);
    length += strlen(ELLIPSIS);
    kiosk_text_paint(painter->text, painter->cairo, broken->font, cut, length,
                     start_of(block, kiosk_text_width(painter->text, broken->font, cut, length)),
                     middle);
    note_cut(painter);
}

void painter_text(kiosk_painter *painter, painter_block block, const char *string)
{
    broken_text broken;

    if (!string[0] || block.rect.width < 1)
        return;
    break_text(painter, &block, string, &broken);
    if (broken.shown == 0)
        return;
    if (painter->first_alone == KIOSK_NO_PART &&
        kiosk_text_leaves_alone(string, broken.lines, broken.count))
        painter->first_alone = painter->part;
    kiosk_set_colour(painter->cairo, block.colour, 1);
    double middle = first_middle(&block, &broken);
    for (size_t i = 0; i < broken.shown; i++) {
        const kiosk_line *line = &broken.lines[i];
        bool too_wide = line->width > block.rect.width + 0.5;

        if (i + 1 == broken.shown && (broken.shown < broken.count || too_wide)) {
            paint_last_line(painter, &block, &broken, string, middle);
        } else {
            kiosk_text_paint(painter->text, painter->cairo, broken.font, string + line->start,
                             line->length, start_of(&block, line->width), middle);
        }
        middle += kiosk_text_pitch(broken.font);
    }
}

kiosk_rect painter_text_extent(kiosk_painter *painter, painter_block block, const char *string)
{
    broken_text broken;
    kiosk_rect extent = {block.rect.x, block.rect.y, 0, 0};

    if (!string[0] || block.rect.width < 1)
        return extent;
    break_text(painter, &block, string, &broken);
    for (size_t i = 0; i < broken.shown; i++) {
        int width = (int)ceil(broken.lines[i].width);

        if (width > extent.width)
            extent.width = width;
    }
    if (extent.width > block.rect.width)
        extent.width = block.rect.width;
    extent.height = (int)broken.shown * kiosk_text_pitch(broken.font);
    return extent;
}
