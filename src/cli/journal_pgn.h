/*
 * cli/journal_pgn.h: the rulings of a journal as games in PGN.
 */
#ifndef QILI_CLI_JOURNAL_PGN_H
#define QILI_CLI_JOURNAL_PGN_H

#include "cli/report.h"
#include "store/journal.h"

/* Writes the rulings among the entries that the filter takes to standard output, without judging
 * them anew. One that cannot be written is reported as bad input, and the others follow. Errors:
 * NO_MEMORY, STORE_SINK (standard output takes no more), those of store_visit. */
board_error journal_pgn_write(store_journal *journal, const store_filter *filter,
                              cli_report *report, store_problem *problem);

#endif
