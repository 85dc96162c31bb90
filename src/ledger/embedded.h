/*
 * ledger/embedded.h: the catalogue of fouls, penalties and results that is built into the library.
 *
 * tools/embed.sh writes it from rules/catalogue/<name>.ini when the project is built.
 */
#ifndef QILI_LEDGER_EMBEDDED_H
#define QILI_LEDGER_EMBEDDED_H

#include "judge/embedded.h"

/* In the order of their names; an entry whose name is NULL follows the last. */
extern const judge_embedded_file ledger_embedded_catalogue[];
extern const size_t ledger_embedded_catalogue_count;

#endif
