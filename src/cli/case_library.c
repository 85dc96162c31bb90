/*
 * cli/case_library.c: the case studies that commands work with.
 */
#include "cli/case_library.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands.h"

enum { PROBLEM_BYTES = 1024, NAMES_BYTES = 1024 };

bool case_folder_find(const char *given, char path[TRAINING_PATH_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length = 0;

    if (given != NULL)
        length = snprintf(path, TRAINING_PATH_BYTES, "%s", given);
    else if (data != NULL && data[0] == '/')
        length = snprintf(path, TRAINING_PATH_BYTES, "%s/qili/cases", data);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, TRAINING_PATH_BYTES, "%s/.local/share/qili/cases", home);
    return length > 0 && length < TRAINING_PATH_BYTES;
}

void case_report_problem(cli_report *report, const training_problem *problem)
{
    training_problem told = *problem;
    char text[PROBLEM_BYTES];
    cli_place place = {told.file[0] ? told.file : NULL, told.problem.line};

    told.problem.line = 0;
    report_bad_input(report, place,
                     training_problem_text(&told, report->language, text, sizeof text));
}

bool case_library_load(cli_report *report, const char *given, training_library *library)
{
    char folder[TRAINING_PATH_BYTES];
    training_problem problem;
    struct stat status;
    board_error error = training_library_built_in(library, &problem);
    bool place = case_folder_find(given, folder);

    if (error == BOARD_OK && place && (given != NULL || stat(folder, &status) == 0))
        error = training_library_read_folder(library, folder, &problem);
    if (error == BOARD_OK)
        return true;
    case_report_problem(report, &problem);
    report->unusable = true;
    return false;
}

static bool wrong(cli_call *call, text_name name, const char *value, const char *expected)
{
    char text[TEXT_BYTES];

    report_usage(&call->report,
                 text_fill(text, sizeof text, call->report.language, name, value, expected));
    return false;
}

static char *theme_codes(char *buffer, size_t size)
{
    size_t used = 0;

    for (int i = 0; i < TRAINING_THEMES && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 training_theme_code((training_theme)i));
    return buffer;
}

bool case_filter_check(cli_call *call, const case_filter *filter)
{
    char names[NAMES_BYTES];
    training_theme theme = 0;
    judge_edition edition;

    if (filter->edition && judge_edition_load(filter->edition, &edition) != BOARD_OK)
        return wrong(call, TEXT_UNKNOWN_EDITION, filter->edition,
                     command_editions(names, sizeof names));
    if (filter->theme && !training_theme_find(filter->theme, &theme))
        return wrong(call, TEXT_CASES_THEME, filter->theme, theme_codes(names, sizeof names));
    return true;
}

bool case_filter_takes(const case_filter *filter, const training_case *one)
{
    training_theme theme = 0;

    if (filter->edition && !training_case_speaks_of(one, filter->edition))
        return false;
    if (filter->theme &&
        (!training_theme_find(filter->theme, &theme) || (one->themes & (uint64_t)1 << theme) == 0))
        return false;
    if (filter->article && !training_case_is_under(one, filter->article))
        return false;
    return filter->difficulty == 0 || one->difficulty == filter->difficulty;
}
