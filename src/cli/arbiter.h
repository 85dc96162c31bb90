/*
 * cli/arbiter.h: what the commands for the arbiter at the table (limit, touch) have in common.
 */
#ifndef QILI_CLI_ARBITER_H
#define QILI_CLI_ARBITER_H

#include <jansson.h>

#include "cli/options.h"

/* Takes "text" or "json" for --format; false: reported. */
bool arbiter_take_format(cli_call *call, const char *text, bool *json);

/* Writes the object as one line of standard output and drops it; NULL, for want of memory, is
 * reported. */
void arbiter_write_json(cli_report *report, json_t *object);

/* "9.1.4,23.3" as an array of texts; NULL if memory ran out. */
json_t *arbiter_articles(const char *articles);

/* A piece as its letter in a FEN. */
json_t *arbiter_piece(board_piece piece);

#endif
