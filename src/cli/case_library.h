/*
 * cli/case_library.h: the case studies that commands work with: the built-in ones and the user's.
 */
#ifndef QILI_CLI_CASE_LIBRARY_H
#define QILI_CLI_CASE_LIBRARY_H

#include "cli/options.h"
#include "training/library.h"

/* What of the library is asked for; zeros and NULLs are no condition. */
typedef struct case_filter {
    const char *edition;
    const char *theme; /* its code */
    const char *article;
    int difficulty;
} case_filter;

/* The user's folder: `given`, or $XDG_DATA_HOME/qili/cases; false: there is no such place. */
bool case_folder_find(const char *given, char path[TRAINING_PATH_BYTES]);

/* The built-in cases and those of the user's folder (`given` may be NULL; it must be there if it
 * is not); false: reported. */
bool case_library_load(cli_report *report, const char *given, training_library *library);

/* Are the values of the filter such as exist? False: reported. */
bool case_filter_check(cli_call *call, const case_filter *filter);

bool case_filter_takes(const case_filter *filter, const training_case *one);

/* What is wrong with a file of cases. */
void case_report_problem(cli_report *report, const training_problem *problem);

#endif
