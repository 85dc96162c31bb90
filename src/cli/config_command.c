/*
 * cli/config_command.c: qili config: looks through the configuration of a machine.
 */
#include <string.h>

#include "cli/commands.h"
#include "device/config.h"

typedef struct config_session {
    cli_report *report;
    const char *path;
} config_session;

/* Wrong lines are reported; a warning is no mistake of the input. */
static void say_note(void *context, const device_note *note)
{
    config_session *session = context;
    char text[DEVICE_CONFIG_NOTE_BYTES];

    device_note_text(note, (int)session->report->language, text);
    if (note->warning)
        report_note(session->report, (cli_place){session->path, 0}, text);
    else
        report_bad_input(session->report, (cli_place){session->path, 0}, text);
}

static void check(config_session *session)
{
    device_config config;

    if (device_config_load(session->path, true, &config, say_note, session))
        text_write(stdout, session->report->language, TEXT_CONFIG_GOOD, session->path);
}

/* qili config check [FILE] */
int config_command(cli_call *call)
{
    static const struct option table[] = {COMMON_OPTIONS, {NULL, 0, NULL, 0}};
    config_session session = {.report = &call->report, .path = DEVICE_CONFIG_PATH};
    int option = 0;

    options_begin();
    while ((option = options_next(call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP)
            return command_help(call);
        if (option == OPTION_WRONG)
            return STATUS_USAGE;
    }
    if (optind == call->argc || strcmp(call->argv[optind], "check") != 0) {
        report_usage(&call->report, text_of(TEXT_CONFIG_PART, call->report.language));
        return STATUS_USAGE;
    }
    if (options_operands(call, 2) > 2)
        return STATUS_USAGE;
    if (optind + 1 < call->argc)
        session.path = call->argv[optind + 1];
    check(&session);
    return report_status(&call->report);
}
