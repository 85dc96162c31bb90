/*
 * cli/dispute_reader.h: disputes out of files: JSON Lines, or whatever board/record.h reads.
 */
#ifndef QILI_CLI_DISPUTE_READER_H
#define QILI_CLI_DISPUTE_READER_H

#include "cli/report.h"

enum { DISPUTE_ID_MAX = 1024 }; /* longest "id" in bytes */

/* One dispute as it was read; everything belongs to the reader. */
typedef struct dispute_entry {
    cli_place place;
    const char *id;       /* the number of the line where it begins, if it has no other */
    bool named;           /* false: the input has no id for it */
    board_record *record; /* record->problem is reported by the visitor */
} dispute_entry;

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
