/* paper/page.c: text on a page. */
#include "paper/page.h"

#include <linebreak.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024 };

static const double leading = 1.45;
static const double ascent = 1.05; /* of the fonts, from the top of a line to its foot */

void paper_use(cairo_t *cairo, paper_type type)
{
    cairo_select_font_face(cairo, type.serif ? "Noto Serif CJK SC" : "Noto Sans CJK SC",
                           CAIRO_FONT_SLANT_NORMAL,
                           type.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, type.size);
}

static double width_of(cairo_t *cairo, const char *text)
{
    cairo_text_extents_t extents;

    cairo_text_extents(cairo, text, &extents);
    return extents.x_advance;
}

double paper_line_height(paper_type type)
{
    return type.size * leading;
}

void paper_put(cairo_t *cairo, paper_type type, double x, double y, const char *text)
{
    paper_use(cairo, type);
    cairo_move_to(cairo, x, y + type.size * ascent);
    cairo_show_text(cairo, text);
}

void paper_put_middle(cairo_t *cairo, paper_type type, double x, double y, const char *text)
{
    paper_use(cairo, type);
    paper_put(cairo, type, x - width_of(cairo, text) / 2, y, text);
}

/* Bytes of the next line, up to the last place where it may be broken; at least one piece. */
static size_t next_line(cairo_t *cairo, const char *text, const char *breaks, size_t length,
                        double width)
{
    char line[LINE_BYTES];
    size_t fits = 0;

    for (size_t i = 0; i < length && i + 1 < sizeof line; i++) {
        if (breaks[i] != LINEBREAK_ALLOWBREAK && breaks[i] != LINEBREAK_MUSTBREAK && i + 1 < length)
            continue;
        memcpy(line, text, i + 1);
        line[i + 1] = '\0';
        if (fits > 0 && width_of(cairo, line) > width)
            return fits;
        fits = i + 1;
        if (breaks[i] == LINEBREAK_MUSTBREAK)
            return fits;
    }
    return fits > 0 ? fits : length;
}

static void put_bytes(const paper_pen *pen, paper_type type, const char *text, size_t length)
{
    char line[LINE_BYTES];

    if (length >= sizeof line)
        length = sizeof line - 1;
    memcpy(line, text, length);
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\n'))
        length--;
    line[length] = '\0';
    paper_put(pen->cairo, type, pen->x, pen->y, line);
}

/* Goes over the lines; counts them, and writes them if wanted. */
static size_t lay_out(paper_pen *pen, paper_type type, const char *text, const char *breaks,
                      bool write)
{
    const size_t length = strlen(text);
    size_t lines = 0;

    paper_use(pen->cairo, type);
    for (size_t at = 0; at < length; lines++) {
        const size_t taken = next_line(pen->cairo, text + at, breaks + at, length - at, pen->width);
        if (write) {
            put_bytes(pen, type, text + at, taken);
            pen->y += paper_line_height(type);
        }
        at += taken;
    }
    return lines;
}

bool paper_write(paper_pen *pen, paper_type type, const char *text)
{
    const size_t length = strlen(text);
    char *breaks = malloc(length + 1);

    if (breaks == NULL)
        return false;
    init_linebreak();
    set_linebreaks_utf8((const utf8_t *)text, length, "zh", breaks);
    const size_t lines = lay_out(pen, type, text, breaks, false);
    const bool fits = pen->y + (double)lines * paper_line_height(type) <= pen->bottom;
    if (fits)
        lay_out(pen, type, text, breaks, true);
    free(breaks);
    return fits;
}
