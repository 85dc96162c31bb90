/*
 * kiosk/draw/text.h: text: fonts, widths, line breaks, painting. Glyphs come from SDL_ttf, and the
 * places where a line may end from libunibreak, so that no line starts with a comma.
 *
 * Text is measured and painted in clusters: a Chinese character or a run of Latin letters. A
 * cluster is rendered once and kept as a mask, whatever its colour; the masks kept have a bound.
 */
#ifndef QILI_KIOSK_DRAW_TEXT_H
#define QILI_KIOSK_DRAW_TEXT_H

#include <cairo.h>

#include "board/error.h"
#include "kiosk/draw/theme.h"
#include "kiosk/view.h"

enum {
    KIOSK_LINES_MAX = 64,                    /* of a broken text; what is beyond is not shown */
    KIOSK_MASKS_BYTES_MAX = 6 * 1024 * 1024, /* of the masks that are kept */
    KIOSK_FONT_PIXELS_MIN = 6,
    KIOSK_FONT_PIXELS_MAX = 512
};

typedef enum kiosk_face {
    KIOSK_FACE_REGULAR = 0,
    KIOSK_FACE_BOLD,
    KIOSK_FACE_SERIF, /* bold; the characters of pieces and the river */
    KIOSK_FACES
} kiosk_face;

typedef struct kiosk_font {
    kiosk_face face;
    int pixels; /* height of a character, KIOSK_FONT_PIXELS_MIN..KIOSK_FONT_PIXELS_MAX */
} kiosk_font;

typedef struct kiosk_text kiosk_text;

/* A line of a broken text: bytes of the text, without the blanks or the newline that end it. */
typedef struct kiosk_line {
    size_t start, length;
    double width; /* pixels */
} kiosk_line;

/* FONT_MISSING (the token is the file), NO_MEMORY. The caller closes. */
board_error kiosk_text_open(kiosk_text **text, board_problem *problem);
void kiosk_text_close(kiosk_text *text);

/* Bytes of the masks that are kept now. */
size_t kiosk_text_kept(const kiosk_text *text);

/* Does the face have a glyph for each character of the string? If not, *missing is the first one
 * that it lacks. Newlines need none. */
bool kiosk_text_has_glyphs(kiosk_text *text, kiosk_face face, const char *string,
                           uint32_t *missing);

/* In pixels. string need not end with NUL and has no newline. */
double kiosk_text_width(kiosk_text *text, kiosk_font font, const char *string, size_t length);

/* Distance of two lines' middles in pixels. */
int kiosk_text_pitch(kiosk_font font);

/* Breaks the string into lines no wider than `width` where that is possible: a word that is wider
 * than that is cut. No line has a single character (with its punctuation) if as many lines can do
 * without; two lines are made alike for that. Returns how many lines there are, at most
 * KIOSK_LINES_MAX. */
size_t kiosk_text_break(kiosk_text *text, kiosk_font font, const char *string, double width,
                        kiosk_line lines[KIOSK_LINES_MAX]);

/* Has one of these lines, of several of its paragraph, but a single character? */
bool kiosk_text_leaves_alone(const char *string, const kiosk_line *lines, size_t count);

/* May a line begin with this character (UAX 14; GB/T 15834)? For tests. */
bool kiosk_text_may_start_line(uint32_t character);

/* Decodes a UTF-8 character and moves *string past it; 0 at the end. Bytes that are no UTF-8 give
 * U+FFFD. end: past the last byte. */
uint32_t kiosk_text_next(const char **string, const char *end);

/* Paints a line in the current colour of cairo; x is its start, middle the height of the middle of
 * its characters. */
void kiosk_text_paint(kiosk_text *text, cairo_t *cairo, kiosk_font font, const char *string,
                      size_t length, double x, double middle);

/* Paints one character so that what is seen of it is centred on x and y. */
void kiosk_text_paint_centred(kiosk_text *text, cairo_t *cairo, kiosk_font font,
                              const char *character, double x, double y);

#endif
