/*
 * cli/journal_options.h: what the command line of qili journal asks for.
 */
#ifndef QILI_CLI_JOURNAL_OPTIONS_H
#define QILI_CLI_JOURNAL_OPTIONS_H

#include "cli/commands.h"
#include "cli/ledger_session.h"

enum { JOURNAL_LIMIT_MAX = 1000 * 1000 * 1000 };

typedef enum journal_format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_JSON_LINES,
    FORMAT_CSV,
    FORMAT_PGN
} journal_format;

typedef struct journal_wishes {
    const char *file;
    store_options options;
    journal_format format;
    bool format_set;
    store_filter filter;
    store_draft draft;
    bool raw; /* append what the ledger does not understand, too */
} journal_wishes;

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
int journal_options_read(cli_call *call, journal_wishes *wishes);

#endif
