/*
 * kiosk/draw/board.c: the board of a part: the kept wood, the pieces, what marks them, the caption.
 */
#include <math.h>

#include "kiosk/draw/painter_private.h"

/* The static board; made anew only if something about it has changed. */
static cairo_surface_t *wood_of(kiosk_painter *painter, kiosk_rect rect,
                                const kiosk_board_view *board, int which)
{
    painter_board *kept = &painter->boards[which];

    if (kept->surface && kept->width == rect.width && kept->height == rect.height &&
        kept->black_below == board->black_below && kept->simplified == board->simplified)
        return kept->surface;
    if (kept->surface)
        cairo_surface_destroy(kept->surface);
    kept->surface =
        painter_wood(painter, rect.width, rect.height, board->black_below, board->simplified);
    kept->width = rect.width;
    kept->height = rect.height;
    kept->black_below = board->black_below;
    kept->simplified = board->simplified;
    return kept->surface;
}

static void paint_pieces(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board)
{
    int diameter = painter_piece_diameter(rect);

    for (int square = 0; square < BOARD_SQUARES; square++) {
        int x, y;

        if (board->layout.cells[square] == BOARD_EMPTY)
            continue;
        kiosk_board_place(rect, board->black_below, (board_square)square, &x, &y);
        painter_piece(painter, board->layout.cells[square], board->simplified, x + 0.5, y + 0.5,
                      diameter, 1);
    }
}

/* Below the wood, or over its lower margin if there is no room. */
static void paint_caption(kiosk_painter *painter, kiosk_rect rect, const char *caption)
{
    kiosk_rect wood = kiosk_board_wood(rect);
    painter_block block = {.rect = {rect.x, wood.y + wood.height, rect.width,
                                    rect.y + rect.height - wood.y - wood.height},
                           .font = {KIOSK_FACE_REGULAR, painter->metrics->body},
                           .align = KIOSK_ALIGN_CENTRE,
                           .shrink = true,
                           .colour = painter->palette->text};
    int pitch = kiosk_text_pitch(block.font);

    if (block.rect.height < pitch) {
        block.rect = (kiosk_rect){wood.x, wood.y + wood.height - pitch, wood.width, pitch};
        kiosk_set_colour(painter->cairo, painter->palette->panel, 0.9);
        cairo_rectangle(painter->cairo, block.rect.x, block.rect.y, block.rect.width,
                        block.rect.height);
        cairo_fill(painter->cairo);
    }
    painter_text(painter, block, caption);
}

void painter_board_part(kiosk_painter *painter, const kiosk_part *part,
                        const kiosk_board_view *board, int which)
{
    kiosk_rect rect = part->rect;
    cairo_surface_t *wood;

    if (rect.width < 1 || rect.height < 1)
        return;
    wood = wood_of(painter, rect, board, which);
    if (wood) {
        cairo_set_source_surface(painter->cairo, wood, rect.x, rect.y);
        cairo_paint(painter->cairo);
    }
    painter_marks_below(painter, rect, board);
    paint_pieces(painter, rect, board);
    painter_marks_above(painter, rect, board);
    painter_arrows(painter, rect, board);
    if (painter->touch->focus == painter->part && painter->touch->focus_square < BOARD_SQUARES)
        painter_focus_mark(painter, rect, board, painter->touch->focus_square);
    if (board->caption[0])
        paint_caption(painter, rect, board->caption);
    painter_word(painter, rect, board);
}
