/*
 * cli/commands.h: the commands of the tool. Each reads its options from the call, whose argv[0] is
 * the command's own name, and returns an exit status.
 */
#ifndef QILI_CLI_COMMANDS_H
#define QILI_CLI_COMMANDS_H

#include "cli/options.h"

typedef struct cli_command {
    const char *name;
    int (*run)(cli_call *call);
    text_name summary;
    text_name help;
} cli_command;

int judge_command(cli_call *call);
int explain_command(cli_call *call);
int mate_command(cli_call *call);
int limit_command(cli_call *call);
int touch_command(cli_call *call);
int journal_command(cli_call *call);
int event_command(cli_call *call);
int foul_command(cli_call *call);
int penalty_command(cli_call *call);
int result_command(cli_call *call);
int ruling_command(cli_call *call);
int standings_command(cli_call *call);
int cases_command(cli_call *call);
int sync_command(cli_call *call);
int quiz_command(cli_call *call);
int config_command(cli_call *call);
int doctor_command(cli_call *call);
int perft_command(cli_call *call);
int moves_command(cli_call *call);
int show_command(cli_call *call);

/* Names of all editions: "cxa-2007, cxa-2020". */
char *command_editions(char *buffer, size_t size);

/* Writes the help of the command, for OPTION_HELP; returns STATUS_DONE. */
int command_help(const cli_call *call);

#endif
