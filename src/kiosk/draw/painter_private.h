/*
 * kiosk/draw/painter_private.h: what the files that paint share.
 */
#ifndef QILI_KIOSK_DRAW_PAINTER_PRIVATE_H
#define QILI_KIOSK_DRAW_PAINTER_PRIVATE_H

#include "kiosk/draw/characters.h"
#include "kiosk/draw/painter.h"

enum {
    PAINTER_BOARDS = 2,    /* static boards that are kept */
    PAINTER_DISC_SETS = 6, /* sizes of pieces that are kept */
    PAINTER_CELLS = 2 * BOARD_KINDS + 1
};

/* Wood and lines without pieces. */
typedef struct painter_board {
    int width, height; /* of the part */
    bool black_below, simplified;
    cairo_surface_t *surface; /* NULL: none */
} painter_board;

/* The pieces of one size. */
typedef struct painter_discs {
    int diameter;
    bool simplified;
    unsigned long used;
    cairo_surface_t *surfaces[PAINTER_CELLS]; /* made as they are needed */
} painter_discs;

struct kiosk_painter {
    kiosk_look theme;
    kiosk_text *text;
    painter_board boards[PAINTER_BOARDS];
    painter_discs discs[PAINTER_DISC_SETS];
    unsigned long counter;
    /* Of the painting that is going on */
    cairo_t *cairo;
    const kiosk_metrics *metrics;
    const kiosk_view *view;
    const kiosk_touch *touch;
    const kiosk_palette *palette;
    int part; /* index of the part that is painted */
    int cut_count, first_cut;
    int first_alone; /* part with a line of one character; KIOSK_NO_PART */
};

/* How a text stands in its rect. */
typedef struct painter_block {
    kiosk_rect rect;
    kiosk_font font;
    kiosk_align align;
    bool top;       /* at the top; else in the middle of the height */
    bool shrink;    /* may become smaller before it is cut, but not below small text */
    int lines_most; /* 0: as many as there is room for */
    kiosk_colour colour;
} painter_block;

kiosk_colour painter_tone_colour(const kiosk_painter *painter, kiosk_tone tone);
int painter_text_pixels(const kiosk_painter *painter, kiosk_text_size size);
double painter_line(const kiosk_painter *painter, double pixels); /* by the theme; at least 1 */

/* Paints a text broken into lines; what does not fit is cut and ends with an ellipsis, and the part
 * counts as cut. */
void painter_text(kiosk_painter *painter, painter_block block, const char *string);

/* The rect that a text would cover, broken like that: width of its widest line, height of all. */
kiosk_rect painter_text_extent(kiosk_painter *painter, painter_block block, const char *string);

/* The sign of a tone (GOOD, WARNING, DANGER, RED, BLACK), centred; nothing for the others. */
bool painter_has_sign(kiosk_tone tone);
void painter_sign(kiosk_painter *painter, kiosk_tone tone, double x, double y, double size);
void painter_tick(kiosk_painter *painter, double x, double y, double size, kiosk_colour colour);

/* A label's shape with its character, centred; hollow: only its outline. */
void painter_label(kiosk_painter *painter, judge_label label, double x, double y, double size,
                   bool hollow);

/* A piece, centred. alpha 0..1 */
void painter_piece(kiosk_painter *painter, board_cell cell, bool simplified, double x, double y,
                   int diameter, double alpha);
int painter_piece_diameter(kiosk_rect board);
void painter_forget_pictures(kiosk_painter *painter);

/* The board of a part with all that stands on it. */
void painter_board_part(kiosk_painter *painter, const kiosk_part *part,
                        const kiosk_board_view *board, int which);

/* Wood and lines into a new surface; NULL without memory. */
cairo_surface_t *painter_wood(kiosk_painter *painter, int width, int height, bool black_below,
                              bool simplified);

/* On a board: below and above the pieces. */
void painter_marks_below(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board);
void painter_marks_above(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board);
void painter_focus_mark(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board,
                        board_square square);
void painter_arrows(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board);
void painter_word(kiosk_painter *painter, kiosk_rect rect, const kiosk_board_view *board);

/* Any part. pressed: a finger is on it. */
void painter_part(kiosk_painter *painter, const kiosk_part *part, bool pressed);

#endif
