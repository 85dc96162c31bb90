/*
 * cli/foul_command.c: qili foul, qili penalty, qili result: what happens in a game.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/ledger_session.h"

enum { OPTION_GAME = 256, OPTION_TEAM, OPTION_ABSENT };

typedef struct foul_wishes {
    const char *game;
    const char *absent; /* red, black, both */
    bool team;
} foul_wishes;

static const struct option option_table[] = {COMMON_OPTIONS,
                                             LEDGER_OPTIONS,
                                             {"game", required_argument, NULL, OPTION_GAME},
                                             {"team", no_argument, NULL, OPTION_TEAM},
                                             {"absent", required_argument, NULL, OPTION_ABSENT},
                                             {NULL, 0, NULL, 0}};

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(ledger_session *session, foul_wishes *wishes)
{
    int option = 0;

    options_begin();
    while ((option = options_next(session->call, option_table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (option == OPTION_GAME)
            wishes->game = optarg;
        else if (option == OPTION_TEAM)
            wishes->team = true;
        else if (option == OPTION_ABSENT)
            wishes->absent = optarg;
        else if (!ledger_session_option(session, option))
            return OPTION_WRONG;
    }
    return OPTION_END;
}

/* A command of this file: its drafter gets the operands, of which there are as many as needed. */
typedef struct foul_form {
    int least;
    int most;
    text_name usage;
    void (*draft)(ledger_session *session, const foul_wishes *wishes, char **operands, int count);
} foul_form;

static int run(cli_call *call, const foul_form *form)
{
    ledger_session *session = ledger_session_begin(call);
    foul_wishes wishes = {0};
    if (session == NULL)
        return report_status(&call->report);
    int option = read_options(session, &wishes);
    int count = call->argc - optind;

    if (option == OPTION_HELP) {
        command_help(call);
    } else if (option == OPTION_END && (count < form->least || count > form->most)) {
        ledger_session_wrong(session, form->usage, "");
    } else if (option == OPTION_END && ledger_session_open(session, false)) {
        form->draft(session, &wishes, call->argv + optind, count);
        ledger_session_log(session);
    }
    return ledger_session_end(session);
}

/* qili foul GAME SIDE KEY */
static void draft_foul(ledger_session *session, const foul_wishes *wishes, char **operands,
                       int count)
{
    const ledger_catalogue *catalogue = ledger_state_catalogue(session->fold.state);
    ledger_foul *foul = &session->draft.payload.foul;

    (void)wishes;
    (void)count;
    ledger_session_draft(session, LEDGER_FOUL);
    foul->game = ledger_session_game(session, operands[0]);
    foul->side = ledger_session_side(session, operands[1]);
    LEDGER_TEXT(session, foul->key, operands[2]);
    LEDGER_TEXT(session, foul->note, session->note);
    const ledger_foul_kind *kind = ledger_find_foul(catalogue, foul->key);
    foul->minutes = kind != NULL ? kind->minutes : 0;
}

/* qili penalty KEY WHO */
static void draft_penalty(ledger_session *session, const foul_wishes *wishes, char **operands,
                          int count)
{
    ledger_penalty *penalty = &session->draft.payload.penalty;

    (void)count;
    ledger_session_draft(session, LEDGER_PENALTY);
    LEDGER_TEXT(session, penalty->key, operands[0]);
    LEDGER_TEXT(session, penalty->who, operands[1]);
    LEDGER_TEXT(session, penalty->note, session->note);
    penalty->team = wishes->team;
    if (wishes->game != NULL)
        penalty->game = ledger_session_game(session, wishes->game);
}

/* "12" or "12:30": minutes, seconds. */
static int32_t read_time(ledger_session *session, const char *text)
{
    const char *colon = strchr(text, ':');
    char minutes[8];
    long whole = 0;
    long seconds = 0;
    size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);

    snprintf(minutes, sizeof minutes, "%.*s", (int)(length % sizeof minutes), text);
    if (length >= sizeof minutes || !options_number(minutes, 0, LEDGER_MINUTES_MAX, &whole) ||
        (colon != NULL && !options_number(colon + 1, 0, 59, &seconds)))
        ledger_session_wrong(session, TEXT_LEDGER_TIME, text);
    return (int32_t)(60 * whole + seconds);
}

/* qili result late GAME RED BLACK */
static void draft_lateness(ledger_session *session, const foul_wishes *wishes, char **operands)
{
    ledger_lateness *lateness = &session->draft.payload.lateness;
    const char *absent = wishes->absent != NULL ? wishes->absent : "";
    bool both = strcmp(absent, "both") == 0;

    ledger_session_draft(session, LEDGER_LATENESS);
    lateness->game = ledger_session_game(session, operands[0]);
    lateness->seconds[BOARD_RED] = read_time(session, operands[1]);
    lateness->seconds[BOARD_BLACK] = read_time(session, operands[2]);
    if (absent[0] != '\0' && !both)
        ledger_session_side(session, absent);
    lateness->came[BOARD_RED] = !both && strcmp(absent, "red") != 0;
    lateness->came[BOARD_BLACK] = !both && strcmp(absent, "black") != 0;
    LEDGER_TEXT(session, lateness->note, session->note);
}

/* qili result time GAME SIDE [EXCEPTION] */
static void draft_overstep(ledger_session *session, char **operands, int count)
{
    ledger_overstep *overstep = &session->draft.payload.overstep;

    ledger_session_draft(session, LEDGER_OVERSTEP);
    overstep->game = ledger_session_game(session, operands[0]);
    overstep->side = ledger_session_side(session, operands[1]);
    if (count > 2) {
        overstep->exception = ledger_exception_of(operands[2]);
        if (overstep->exception == LEDGER_NO_EXCEPTION)
            ledger_session_wrong(session, TEXT_LEDGER_EXCEPTION, operands[2]);
    }
    LEDGER_TEXT(session, overstep->note, session->note);
}

/* qili result GAME OUTCOME REASON */
static void draft_outcome(ledger_session *session, char **operands)
{
    ledger_result *result = &session->draft.payload.result;

    ledger_session_draft(session, LEDGER_RESULT);
    result->game = ledger_session_game(session, operands[0]);
    result->outcome = ledger_outcome_of(operands[1]);
    if (result->outcome == LEDGER_NO_OUTCOME)
        ledger_session_wrong(session, TEXT_LEDGER_OUTCOME, operands[1]);
    LEDGER_TEXT(session, result->reason, operands[2]);
    LEDGER_TEXT(session, result->note, session->note);
}

static void draft_result(ledger_session *session, const foul_wishes *wishes, char **operands,
                         int count)
{
    if (strcmp(operands[0], "late") == 0 && count == 4)
        draft_lateness(session, wishes, operands + 1);
    else if (strcmp(operands[0], "time") == 0)
        draft_overstep(session, operands + 1, count - 1);
    else if (count == 3)
        draft_outcome(session, operands);
    else
        ledger_session_wrong(session, TEXT_RESULT_OPERANDS, "");
}

int foul_command(cli_call *call)
{
    static const foul_form form = {3, 3, TEXT_FOUL_OPERANDS, draft_foul};

    return run(call, &form);
}

int penalty_command(cli_call *call)
{
    static const foul_form form = {2, 2, TEXT_PENALTY_OPERANDS, draft_penalty};

    return run(call, &form);
}

int result_command(cli_call *call)
{
    static const foul_form form = {3, 4, TEXT_RESULT_OPERANDS, draft_result};

    return run(call, &form);
}
