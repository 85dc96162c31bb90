/*
 * cli/columns.h: tables of text whose columns line up where Chinese characters take two cells.
 */
#ifndef QILI_CLI_COLUMNS_H
#define QILI_CLI_COLUMNS_H

#include <stdio.h>

/* Cells that a UTF-8 text takes on a terminal: wide characters two, all others one. */
size_t columns_width(const char *text);

/* Writes the text and blanks up to the width; a text that is wider gets none. */
void columns_write(FILE *stream, const char *text, size_t width);

#endif
