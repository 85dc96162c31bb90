/*
 * cli/report.h: what is said on standard error: one line for each thing that is wrong.
 */
#ifndef QILI_CLI_REPORT_H
#define QILI_CLI_REPORT_H

#include "board/record.h"
#include "cli/text.h"

/* Exit statuses (the judge's contract). */
enum { STATUS_DONE = 0, STATUS_BAD_INPUT = 1, STATUS_USAGE = 2 };

/* Who reports, and what was reported so far. */
typedef struct cli_report {
    board_language language;
    const char *command; /* "judge", or NULL */
    size_t bad_inputs;   /* games or lines that could not be judged */
    bool unusable;       /* wrong options, a file that cannot be read */
    int write_failure;   /* errno of what standard output refused, else 0 */
} cli_report;

/* Where something is wrong; file NULL: in the command line. line 0: in no line of its own. */
typedef struct cli_place {
    const char *file;
    size_t line;
} cli_place;

/* Bad input: "FILE:LINE: what". What text_clean finds in it is shown as '?'. */
void report_bad_input(cli_report *report, cli_place place, const char *what);

/* The problem that a reader or the judge found; a line that it names goes before the place's.
 * `more` (may be NULL) is added at the end. */
void report_problem(cli_report *report, cli_place place, const board_problem *problem,
                    const char *more);

/* Something worth knowing that is not wrong. */
void report_note(cli_report *report, cli_place place, const char *what);

/* Wrong usage: "qili judge: what". */
void report_usage(cli_report *report, const char *what);

/* A file that cannot be read, for the reason that errno gave. */
void report_unreadable(cli_report *report, const char *file, int reason);

/* Sends what was written to standard output; false, now and from then on, if it was refused. */
bool report_flush(cli_report *report);

/* The exit status for all that was reported. */
int report_status(const cli_report *report);

#endif
