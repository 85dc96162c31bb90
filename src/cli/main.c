/*
 * cli/main.c: the qili tool: finds the command and runs it.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "board/version.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "judge/edition.h"

static const cli_command commands[] = {
    {"judge", judge_command, TEXT_SUMMARY_JUDGE, TEXT_HELP_JUDGE},
    {"explain", explain_command, TEXT_SUMMARY_EXPLAIN, TEXT_HELP_EXPLAIN},
    {"mate", mate_command, TEXT_SUMMARY_MATE, TEXT_HELP_MATE},
    {"limit", limit_command, TEXT_SUMMARY_LIMIT, TEXT_HELP_LIMIT},
    {"touch", touch_command, TEXT_SUMMARY_TOUCH, TEXT_HELP_TOUCH},
    {"journal", journal_command, TEXT_SUMMARY_JOURNAL, TEXT_HELP_JOURNAL},
    {"event", event_command, TEXT_SUMMARY_EVENT, TEXT_HELP_EVENT},
    {"foul", foul_command, TEXT_SUMMARY_FOUL, TEXT_HELP_FOUL},
    {"penalty", penalty_command, TEXT_SUMMARY_PENALTY, TEXT_HELP_PENALTY},
    {"result", result_command, TEXT_SUMMARY_RESULT, TEXT_HELP_RESULT},
    {"ruling", ruling_command, TEXT_SUMMARY_RULING, TEXT_HELP_RULING},
    {"standings", standings_command, TEXT_SUMMARY_STANDINGS, TEXT_HELP_STANDINGS},
    {"cases", cases_command, TEXT_SUMMARY_CASES, TEXT_HELP_CASES},
    {"sync", sync_command, TEXT_SUMMARY_SYNC, TEXT_HELP_SYNC},
    {"config", config_command, TEXT_SUMMARY_CONFIG, TEXT_HELP_CONFIG},
    {"doctor", doctor_command, TEXT_SUMMARY_DOCTOR, TEXT_HELP_DOCTOR},
    {"quiz", quiz_command, TEXT_SUMMARY_QUIZ, TEXT_HELP_QUIZ},
    {"show", show_command, TEXT_SUMMARY_SHOW, TEXT_HELP_SHOW},
    {"moves", moves_command, TEXT_SUMMARY_MOVES, TEXT_HELP_MOVES},
    {"perft", perft_command, TEXT_SUMMARY_PERFT, TEXT_HELP_PERFT},
};

enum { COMMANDS = sizeof commands / sizeof commands[0], NAME_COLUMN = 10 };

static const cli_command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    return NULL;
}

static int write_overview(board_language language)
{
    fputs(text_of(TEXT_HELP_HEAD, language), stdout);
    for (size_t i = 0; i < COMMANDS; i++) {
        fputs("  ", stdout);
        columns_write(stdout, commands[i].name, NAME_COLUMN);
        puts(text_of(commands[i].summary, language));
    }
    fputs(text_of(TEXT_HELP_FOOT, language), stdout);
    return STATUS_DONE;
}

char *command_editions(char *buffer, size_t size)
{
    size_t used = 0;

    buffer[0] = '\0';
    for (size_t i = 0; judge_edition_name(i) != NULL && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 judge_edition_name(i));
    return buffer;
}

int command_help(const cli_call *call)
{
    const cli_command *command = find_command(call->argv[0]);

    if (command == NULL)
        return write_overview(call->report.language);
    fputs(text_of(command->help, call->report.language), stdout);
    return STATUS_DONE;
}

/* Names of all commands: "judge, explain, ..., help". */
static char *command_names(board_language language, char *buffer, size_t size)
{
    size_t used = 0;

    for (size_t i = 0; i < COMMANDS && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", commands[i].name,
                                 text_of(TEXT_LIST_COMMA, language));
    if (used < size)
        snprintf(buffer + used, size - used, "help");
    return buffer;
}

/* There is no command of this name, or none was given (NULL). */
static int unknown_command(cli_call *call, const char *name)
{
    char names[TEXT_BYTES];
    char text[TEXT_BYTES];

    command_names(call->report.language, names, sizeof names);
    if (name != NULL)
        text_fill(text, sizeof text, call->report.language, TEXT_UNKNOWN_COMMAND, name, names);
    else
        text_fill(text, sizeof text, call->report.language, TEXT_NO_COMMAND, names);
    report_usage(&call->report, text);
    return STATUS_USAGE;
}

/* qili help [COMMAND] */
static int help_command(cli_call *call)
{
    static const struct option table[] = {COMMON_OPTIONS, {NULL, 0, NULL, 0}};
    int option = 0;

    options_begin();
    while ((option = options_next(call, table, false)) != OPTION_END) {
        if (option == OPTION_WRONG)
            return STATUS_USAGE;
    }
    if (options_operands(call, 1) > 1)
        return STATUS_USAGE;
    if (optind == call->argc)
        return write_overview(call->report.language);
    if (find_command(call->argv[optind]) == NULL)
        return unknown_command(call, call->argv[optind]);
    call->argv[0] = call->argv[optind];
    return command_help(call);
}

static int run_command(cli_call *call)
{
    if (strcmp(call->argv[0], "help") == 0)
        return help_command(call);
    const cli_command *command = find_command(call->argv[0]);
    if (command == NULL)
        return unknown_command(call, call->argv[0]);
    call->report.command = command->name;
    return command->run(call);
}

static int run(cli_call *call)
{
    static const struct option table[] = {
        COMMON_OPTIONS, {"version", no_argument, NULL, OPTION_VERSION}, {NULL, 0, NULL, 0}};

    options_begin();
    switch (options_next(call, table, true)) {
    case OPTION_HELP:
        return write_overview(call->report.language);
    case OPTION_VERSION:
        puts("qili " QILI_VERSION);
        return STATUS_DONE;
    case OPTION_WRONG:
        return STATUS_USAGE;
    default:
        break;
    }
    if (optind == call->argc)
        return unknown_command(call, NULL);
    call->argc -= optind;
    call->argv += optind;
    return run_command(call);
}

/* Sees to it that everything was written. A reader that went away is nobody's mistake. */
static int finish(cli_call *call, int status)
{
    if (report_flush(&call->report))
        return status;
    if (call->report.write_failure != EPIPE)
        fprintf(stderr, "qili: %s: %s\n", text_of(TEXT_CANNOT_WRITE, call->report.language),
                strerror(call->report.write_failure));
    return status != STATUS_DONE ? status : STATUS_BAD_INPUT;
}

int main(int argc, char **argv)
{
    cli_call call = {
        .argc = argc, .argv = argv, .report = {.language = options_language(argc, argv)}};

    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow: the write fails, and that is told */
    const int status = run(&call);
    return finish(&call, status);
}
