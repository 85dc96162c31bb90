/*
 * cli/report.c: what is said on standard error: one line for each thing that is wrong.
 */
#include "cli/report.h"

#include <errno.h>
#include <string.h>

enum { PROBLEM_BYTES = 1024 };

/* Writes one line, whatever is in it. */
static void write_line(const char *text)
{
    char line[TEXT_BYTES];
    size_t length = strlen(text_clean(line, sizeof line - 1, text));

    line[length] = '\n';
    line[length + 1] = '\0';
    fputs(line, stderr);
}

/* "FILE:LINE" or "qili judge". */
static char *write_place(const cli_report *report, cli_place place, char *buffer, size_t size)
{
    if (place.file == NULL)
        snprintf(buffer, size, "qili%s%s", report->command ? " " : "",
                 report->command ? report->command : "");
    else if (place.line == 0)
        snprintf(buffer, size, "%s", place.file);
    else
        snprintf(buffer, size, "%s:%zu", place.file, place.line);
    return buffer;
}

static void say(cli_report *report, cli_place place, text_name form, const char *what)
{
    char where[PROBLEM_BYTES];
    char text[TEXT_BYTES];

    /* What was judged before this comes first, also where both go to one terminal or file. */
    report_flush(report);
    write_place(report, place, where, sizeof where);
    write_line(text_fill(text, sizeof text, report->language, form, where, what));
}

void report_bad_input(cli_report *report, cli_place place, const char *what)
{
    report->bad_inputs++;
    say(report, place, TEXT_REPORT, what);
}

void report_problem(cli_report *report, cli_place place, const board_problem *problem,
                    const char *more)
{
    board_problem shown = *problem;
    char what[PROBLEM_BYTES];
    char whole[2 * PROBLEM_BYTES];

    if (problem->line > 0)
        place.line = problem->line;
    shown.line = 0;
    board_problem_text(&shown, report->language, what, sizeof what);
    snprintf(whole, sizeof whole, "%s%s", what, more ? more : "");
    report_bad_input(report, place, whole);
}

void report_note(cli_report *report, cli_place place, const char *what)
{
    say(report, place, TEXT_REPORT_NOTE, what);
}

void report_usage(cli_report *report, const char *what)
{
    char text[TEXT_BYTES];

    report->unusable = true;
    text_fill(text, sizeof text, report->language,
              report->command ? TEXT_REPORT_USAGE : TEXT_REPORT_USAGE_ALL, what,
              report->command ? report->command : "");
    say(report, (cli_place){NULL, 0}, TEXT_REPORT, text);
}

static const char *reason_text(board_language language, int reason)
{
    switch (reason) {
    case ENOENT:
        return text_of(TEXT_NO_SUCH_FILE, language);
    case EACCES:
        return text_of(TEXT_NO_PERMISSION, language);
    case EISDIR:
        return text_of(TEXT_IS_DIRECTORY, language);
    case ENOMEM:
        return board_error_text(BOARD_ERROR_NO_MEMORY, language);
    default:
        return strerror(reason);
    }
}

void report_unreadable(cli_report *report, const char *file, int reason)
{
    char text[TEXT_BYTES];

    report->unusable = true;
    text_fill(text, sizeof text, report->language, TEXT_UNREADABLE,
              reason_text(report->language, reason));
    say(report, (cli_place){file, 0}, TEXT_REPORT, text);
}

/* Is it a reason for which a write fails? */
static bool is_of_write(int reason)
{
    switch (reason) {
    case EPIPE:
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EBADF:
    case EINVAL:
    case EAGAIN:
        return true;
    default:
        return false;
    }
}

/* Where an earlier write failed its reason may have been overwritten. */
bool report_flush(cli_report *report)
{
    bool failed_before = ferror(stdout) != 0;
    int before = errno;
    bool refused = fflush(stdout) != 0;
    int reason = refused ? errno : before;

    if ((refused || failed_before) && report->write_failure == 0)
        report->write_failure = refused || is_of_write(reason) ? reason : EIO;
    return report->write_failure == 0;
}

int report_status(const cli_report *report)
{
    if (report->unusable)
        return STATUS_USAGE;
    return report->bad_inputs > 0 ? STATUS_BAD_INPUT : STATUS_DONE;
}
