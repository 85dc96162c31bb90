/*
 * cli/options.h: options of a command, and numbers in them.
 */
#ifndef QILI_CLI_OPTIONS_H
#define QILI_CLI_OPTIONS_H

#include <getopt.h>

#include "cli/report.h"

/* What options_next returns besides the options of the command. */
enum {
    OPTION_END = -1,   /* no more: optind is the first operand */
    OPTION_WRONG = -2, /* reported */
    OPTION_HELP = 'h',
    OPTION_VERSION = 'V',
    OPTION_LANGUAGE = 'l' /* dealt with by options_next */
};

/* To put into every table of options. */
#define COMMON_OPTIONS                                                                             \
    {"help", no_argument, NULL, OPTION_HELP},                                                      \
    {                                                                                              \
        "lang", required_argument, NULL, OPTION_LANGUAGE                                           \
    }

/* The options of a call: argv[0] is the word before them. */
typedef struct cli_call {
    int argc;
    char **argv;
    cli_report report;
    bool language_given; /* --lang stood among the options read so far */
} cli_call;

/* Takes "zh" or "en"; false if the text is something else: reported. */
bool options_take_language(cli_call *call, const char *text);

/* The language that the options ask for, wherever they stand; Chinese if they do not. */
board_language options_language(int argc, char **argv);

/* Begins with the options of this call; leading: only those before the first operand. */
void options_begin(void);

/* The next option. The table must end with an entry of zeros. */
int options_next(cli_call *call, const struct option *table, bool leading);

/* Deals with an option of the command, whose value is in optarg; false: reported. */
typedef bool (*options_taker)(cli_call *call, int option, void *wishes);

/* Gives all options of the call to `take`, with `wishes`. Returns OPTION_END when all is well, else
 * OPTION_HELP or OPTION_WRONG. */
int options_read(cli_call *call, const struct option *table, options_taker take, void *wishes);

/* How many operands there are from optind on; reports if they are more than `most`. */
int options_operands(cli_call *call, int most);

/* A whole number from least to most; false if the text is anything else, nothing is reported. */
bool options_number(const char *text, long least, long most, long *number);

#endif
