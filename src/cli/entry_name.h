/*
 * cli/entry_name.h: how the command line names an entry of the journal: by the number that
 * `qili journal list` shows, or by its id.
 */
#ifndef QILI_CLI_ENTRY_NAME_H
#define QILI_CLI_ENTRY_NAME_H

#include "cli/report.h"
#include "store/journal.h"

/* Sets the id of the entry that the text names; false: there is none, which is reported. */
bool entry_name_read(cli_report *report, store_journal *journal, const char *text,
                     char id[STORE_ID_BYTES]);

#endif
