/*
 * paper/pdf.h: a ruling on one page of A4, to be printed and signed: the game, the board, the moves
 * of the cycle with their labels, the ruling, the reasons, room for four signatures.
 */
#ifndef QILI_PAPER_PDF_H
#define QILI_PAPER_PDF_H

#include <cairo.h>

#include "paper/sheet.h"

/* Points, of 1/72 inch. */
enum { PAPER_WIDTH = 595, PAPER_HEIGHT = 842 };

/* Draws the page from (0, 0) to (PAPER_WIDTH, PAPER_HEIGHT). What there is no room for is left out,
 * reasons first, and a line says so; the ruling and the room for signatures always stand. */
void paper_draw(cairo_t *cairo, const paper_sheet *sheet, board_language language);

/* The page as a PDF file: the caller frees *bytes. The same sheet gives the same bytes. Errors:
 * NO_MEMORY, CANVAS. */
board_error paper_pdf(const paper_sheet *sheet, board_language language, char **bytes,
                      size_t *length);

#endif
