/*
 * cli/dispute_private.h: what dispute_reader.c and dispute_json.c share; nobody else includes it.
 */
#ifndef QILI_CLI_DISPUTE_PRIVATE_H
#define QILI_CLI_DISPUTE_PRIVATE_H

#include "cli/dispute_reader.h"

/* Somebody who is visited, and what is told them of the entry. */
typedef struct dispute_client {
    cli_report *report;
    cli_place place;
    const char *id; /* NULL: there is none */
    bool id_is_number;
    size_t moves;   /* there must be so many; DISPUTE_ANY_MOVES: never mind */
    bool positions; /* only the position counts: moves need not be there and are left alone */
    dispute_visitor visit;
    void *context;
    bool stopped; /* the visitor has had enough */
} dispute_client;

#define DISPUTE_ANY_MOVES SIZE_MAX

/*
 * Visits the dispute of a FEN (NULL: the initial array) and of move texts, by way of the reader of
 * plain text, so that sides, ranks and marks are understood here as in a file. Errors: only
 * NO_MEMORY; what is wrong with the FEN or the moves goes to the visitor or is reported.
 */
board_error dispute_visit_texts(dispute_client *client, const char *fen, const char *const *moves,
                                size_t count);

/* Reads one line of JSON and visits its dispute; what is wrong is reported. */
void dispute_read_json(dispute_client *client, const char *line, size_t length);

#endif
