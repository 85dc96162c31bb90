/*
 * cli/dispute_reader.h: disputes out of files: JSON Lines, or whatever board/record.h reads.
 */
#ifndef QILI_CLI_DISPUTE_READER_H
#define QILI_CLI_DISPUTE_READER_H

#include <jansson.h>

#include "cli/report.h"

enum { DISPUTE_ID_MAX = 1024 }; /* longest "id" in bytes */

/* One dispute as it was read; everything belongs to the reader. */
typedef struct dispute_entry {
    cli_place place;
    const char *id;       /* NULL: the input has none */
    bool id_is_number;    /* the id was a whole number there, not a text */
    board_record *record; /* record->problem is reported by the visitor */
} dispute_entry;

/* What a dispute is called, by what is known of it: its id, its line, nothing. */
typedef struct dispute_forms {
    text_name with_id;   /* {1}: the id */
    text_name with_line; /* {1}: the line of the file */
    text_name nameless;
} dispute_forms;

/* What the dispute is called, in one line for people. Returns buffer. */
char *dispute_name(const dispute_entry *entry, dispute_forms forms, board_language language,
                   char *buffer, size_t size);

/* The id as it came in, text or number, null if there was none; and the line where the dispute
 * begins in its file, null if it is in none. New references; NULL if memory ran out. */
json_t *dispute_id_json(const dispute_entry *entry);
json_t *dispute_line_json(const dispute_entry *entry);

/* Returns false to stop reading. */
typedef bool (*dispute_visitor)(void *context, const dispute_entry *entry);

/*
 * Reads a file ("-": standard input) and visits each dispute in turn; what cannot be taken for a
 * dispute at all is reported, and reading goes on behind it.
 */
void disputes_read(cli_report *report, const char *file, dispute_visitor visit, void *context);

/* The same for a file of positions: JSON Lines need no moves, and what stands there as moves is
 * left alone. */
void positions_read(cli_report *report, const char *file, dispute_visitor visit, void *context);

/* Visits the dispute that a FEN (NULL: the initial array) and a list of moves describe. */
void dispute_of_texts(cli_report *report, const char *fen, const char *moves, dispute_visitor visit,
                      void *context);

#endif
