/*
 * cli/options.c: options of a command, and numbers in them.
 */
#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool read_language(const char *text, board_language *language)
{
    if (strcmp(text, "zh") == 0)
        *language = BOARD_CHINESE;
    else if (strcmp(text, "en") == 0)
        *language = BOARD_ENGLISH;
    else
        return false;
    return true;
}

board_language options_language(int argc, char **argv)
{
    static const char name[] = "--lang";
    board_language language = BOARD_CHINESE;

    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], name) == 0 && i + 1 < argc)
            read_language(argv[i + 1], &language);
        else if (strncmp(argv[i], name, strlen(name)) == 0 && argv[i][strlen(name)] == '=')
            read_language(argv[i] + strlen(name) + 1, &language);
    }
    return language;
}

void options_begin(void)
{
    opterr = 0;
    optind = 0; /* makes glibc begin anew */
}

static void report_option(cli_call *call, text_name name)
{
    char text[TEXT_BYTES];
    const char letter[3] = {'-', (char)optopt, '\0'};
    bool word = optopt == 0 || strncmp(call->argv[optind - 1], "--", 2) == 0;

    text_fill(text, sizeof text, call->report.language, name,
              word ? call->argv[optind - 1] : letter);
    report_usage(&call->report, text);
}

bool options_take_language(cli_call *call, const char *text)
{
    char complaint[TEXT_BYTES];

    call->language_given = read_language(text, &call->report.language);
    if (!call->language_given)
        report_usage(&call->report, text_fill(complaint, sizeof complaint, call->report.language,
                                              TEXT_UNKNOWN_LANGUAGE, text));
    return call->language_given;
}

int options_next(cli_call *call, const struct option *table, bool leading)
{
    int option = 0;

    while ((option = getopt_long(call->argc, call->argv, leading ? "+:hV" : ":h", table, NULL)) ==
           OPTION_LANGUAGE) {
        if (!options_take_language(call, optarg))
            return OPTION_WRONG;
    }
    if (option != '?' && option != ':')
        return option;
    report_option(call, option == ':' ? TEXT_OPTION_VALUE_MISSING : TEXT_UNKNOWN_OPTION);
    return OPTION_WRONG;
}

int options_read(cli_call *call, const struct option *table, options_taker take, void *wishes)
{
    int option = 0;

    options_begin();
    while ((option = options_next(call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (!take(call, option, wishes))
            return OPTION_WRONG;
    }
    return OPTION_END;
}

int options_operands(cli_call *call, int most)
{
    char text[TEXT_BYTES];
    int count = call->argc - optind;

    if (count > most) {
        text_fill(text, sizeof text, call->report.language, TEXT_TOO_MANY_OPERANDS,
                  call->argv[optind + most]);
        report_usage(&call->report, text);
    }
    return count;
}

bool options_number(const char *text, long least, long most, long *number)
{
    char *end = NULL;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || *end != '\0' || value < least || value > most)
        return false;
    *number = value;
    return true;
}
