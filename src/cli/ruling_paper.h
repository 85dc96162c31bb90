/*
 * cli/ruling_paper.h: qili ruling pdf, qili ruling pgn: a ruling of the journal written out.
 */
#ifndef QILI_CLI_RULING_PAPER_H
#define QILI_CLI_RULING_PAPER_H

#include "cli/ledger_session.h"

typedef enum ruling_paper { RULING_PAPER_PDF, RULING_PAPER_PGN } ruling_paper;

/* which: a ruling's number or id, or a game (its last ruling in force). output: a file, "-" or
 * NULL: standard output. The session is open. What goes wrong is reported. */
void ruling_paper_write(ledger_session *session, ruling_paper form, const char *which,
                        const char *output);

#endif
