/*
 * paper/page.h: text on a page: lines broken where the language allows it, from the top down.
 */
#ifndef QILI_PAPER_PAGE_H
#define QILI_PAPER_PAGE_H

#include <cairo.h>
#include <stdbool.h>

/* Where text goes next. */
typedef struct paper_pen {
    cairo_t *cairo;
    double x, y;   /* the top left of the next line */
    double width;  /* of a line */
    double bottom; /* nothing goes below */
} paper_pen;

typedef struct paper_type {
    double size; /* points */
    bool bold;
    bool serif;
} paper_type;

/* Sets the font; the Noto CJK fonts for simplified Chinese. */
void paper_use(cairo_t *cairo, paper_type type);

/* One line with its left end, or its middle, at x and its top at y. */
void paper_put(cairo_t *cairo, paper_type type, double x, double y, const char *text);
void paper_put_middle(cairo_t *cairo, paper_type type, double x, double y, const char *text);

/* Height of a line. */
double paper_line_height(paper_type type);

/* Writes a paragraph and moves the pen below it; false: it did not fit, and nothing was written. */
bool paper_write(paper_pen *pen, paper_type type, const char *text);

#endif
