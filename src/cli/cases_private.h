/*
 * cli/cases_private.h: what the files of qili cases share; nobody else includes it.
 */
#ifndef QILI_CLI_CASES_PRIVATE_H
#define QILI_CLI_CASES_PRIVATE_H

#include "cli/case_library.h"
#include "training/check.h"

typedef struct cases_wishes {
    const char *folder;
    const char *output;  /* a file to write to; NULL: standard output */
    const char *journal; /* NULL: the usual one */
    case_filter filter;
    bool json;
    bool replace;
    bool add;
    bool evidence;
} cases_wishes;

/* The parts of the command; optind is the first operand behind the part's name. */
int cases_show(cli_call *call, const cases_wishes *wishes);
int cases_export(cli_call *call, const cases_wishes *wishes);
int cases_import(cli_call *call, const cases_wishes *wishes);
int cases_from_ruling(cli_call *call, const cases_wishes *wishes);

/* Reads the files from that argument on; false: one was reported. */
bool cases_read_files(cli_call *call, int first, training_library *library);

/* Judges all, and looks up what the explanations name; what is wrong is reported. False: it could
 * not be done, which is reported too. */
bool cases_check(cli_report *report, const training_library *library, bool explanations,
                 training_check *check);

/* Puts the cases into the user's folder and says so; false: reported. */
bool cases_keep(cli_report *report, const cases_wishes *wishes, const training_library *library);

/* Writes cases to wishes->output or standard output: one laid out, many a line each. */
bool cases_write(cli_report *report, const cases_wishes *wishes, const training_library *library);

#endif
