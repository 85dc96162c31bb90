/*
 * cli/standings_command.c: qili standings: fouls and penalties for tie-breaks (15.1-15.5, 18.4).
 */
#include <stdlib.h>
#include <string.h>

#include "cli/arbiter.h"
#include "cli/commands.h"
#include "cli/ledger_session.h"
#include "ledger/standings.h"

enum { OPTION_TEAMS = 256 };

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(ledger_session *session, ledger_people *people)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"file", required_argument, NULL, OPTION_FILE},
                                          {"format", required_argument, NULL, 'f'},
                                          {"teams", no_argument, NULL, OPTION_TEAMS},
                                          {NULL, 0, NULL, 0}};
    int option = 0;

    options_begin();
    while ((option = options_next(session->call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (option == OPTION_TEAMS)
            *people = LEDGER_TEAMS;
        else if (option == OPTION_FILE)
            session->file = optarg;
        else if (strcmp(optarg, "json") == 0 || strcmp(optarg, "csv") == 0)
            session->json = strcmp(optarg, "json") == 0;
        else
            ledger_session_wrong(session, TEXT_STANDINGS_FORMAT, optarg);
    }
    return session->failed ? OPTION_WRONG : OPTION_END;
}

static void write_csv(ledger_session *session, ledger_people people)
{
    char *text = NULL;
    size_t length = 0;

    if (ledger_standings_csv(session->fold.state, people, session->report->language, &text,
                             &length) == BOARD_OK)
        fwrite(text, 1, length, stdout);
    else
        ledger_session_wrong(session, TEXT_NO_MEMORY, "");
    free(text);
}

static json_t *row_json(const ledger_catalogue *catalogue, const ledger_standing *row)
{
    json_t *penalties = json_object();

    for (size_t i = 0; i < catalogue->penalty_count; i++) {
        if (json_object_set_new(penalties, catalogue->penalties[i].item.key,
                                json_integer(row->penalties[i])) != 0) {
            json_decref(penalties);
            return NULL;
        }
    }
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:f, s:I, s:o}", "key", row->key, "name",
                     row->name, "team", row->team, "games", (json_int_t)row->games, "wins",
                     (json_int_t)row->wins, "draws", (json_int_t)row->draws, "losses",
                     (json_int_t)row->losses, "points", row->half_points / 2.0, "fouls",
                     (json_int_t)row->fouls, "penalties", penalties);
}

/* One line for each row. */
static void write_json(ledger_session *session, ledger_people people)
{
    ledger_standing *rows = NULL;
    size_t count = 0;

    if (ledger_standings(session->fold.state, people, &rows, &count) != BOARD_OK)
        ledger_session_wrong(session, TEXT_NO_MEMORY, "");
    for (size_t i = 0; i < count; i++)
        arbiter_write_json(session->report,
                           row_json(ledger_state_catalogue(session->fold.state), &rows[i]));
    free(rows);
}

int standings_command(cli_call *call)
{
    ledger_session *session = ledger_session_begin(call);
    ledger_people people = LEDGER_PLAYERS;
    if (session == NULL)
        return report_status(&call->report);
    int option = read_options(session, &people);

    if (option == OPTION_HELP)
        command_help(call);
    else if (option == OPTION_END && options_operands(call, 0) == 0 &&
             ledger_session_open(session, true)) {
        if (session->json)
            write_json(session, people);
        else
            write_csv(session, people);
    }
    return ledger_session_end(session);
}
