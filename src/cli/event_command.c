/*
 * cli/event_command.c: qili event: settings, people and pairings of an event, notes, corrections.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/event_show.h"
#include "cli/ledger_session.h"

/* Options of "event set". */
enum {
    OPTION_NAME = 256,
    OPTION_EDITION,
    OPTION_FOULS,
    OPTION_MOVES,
    OPTION_LATE,
    OPTION_POINTS,
    OPTION_GAME
};

typedef struct event_wishes {
    const char *name;
    const char *edition;
    const char *fouls;
    const char *moves;
    const char *late;
    const char *points;
    const char *game;
} event_wishes;

/* A part: "set", "arbiter" ... */
typedef struct event_part {
    const char *name;
    int least; /* operands */
    int most;
    bool read_only;
    void (*run)(ledger_session *session, const event_wishes *wishes, char **operands, int count);
} event_part;

/* Options. */

static const char **wish_of(event_wishes *wishes, int option)
{
    switch (option) {
    case OPTION_NAME:
        return &wishes->name;
    case OPTION_EDITION:
        return &wishes->edition;
    case OPTION_FOULS:
        return &wishes->fouls;
    case OPTION_MOVES:
        return &wishes->moves;
    case OPTION_LATE:
        return &wishes->late;
    case OPTION_POINTS:
        return &wishes->points;
    case OPTION_GAME:
        return &wishes->game;
    default:
        return NULL;
    }
}

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(ledger_session *session, event_wishes *wishes)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          LEDGER_OPTIONS,
                                          {"name", required_argument, NULL, OPTION_NAME},
                                          {"edition", required_argument, NULL, OPTION_EDITION},
                                          {"fouls-to-lose", required_argument, NULL, OPTION_FOULS},
                                          {"move-limit", required_argument, NULL, OPTION_MOVES},
                                          {"late-minutes", required_argument, NULL, OPTION_LATE},
                                          {"points", required_argument, NULL, OPTION_POINTS},
                                          {"game", required_argument, NULL, OPTION_GAME},
                                          {NULL, 0, NULL, 0}};
    int option = 0;

    options_begin();
    while ((option = options_next(session->call, table, false)) != OPTION_END) {
        const char **wish = wish_of(wishes, option);
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (wish != NULL)
            *wish = optarg;
        else if (!ledger_session_option(session, option))
            return OPTION_WRONG;
    }
    return OPTION_END;
}

/* Settings. */

/* A number at the start of text, up to an end character; false if there is none. */
static bool take_number(const char *text, const char *ends, long most, int32_t *number,
                        const char **rest)
{
    char digits[8] = "";
    size_t length = strcspn(text, ends);
    long value = 0;

    if (length >= sizeof digits)
        return false;
    memcpy(digits, text, length);
    if (!options_number(digits, 0, most, &value))
        return false;
    *number = (int32_t)value;
    *rest = text + length;
    return true;
}

/* "2" or "2:竞赛规程 3.2" */
static void set_setting(ledger_session *session, const char *text, ledger_setting *setting)
{
    const char *rest = "";

    if (text == NULL)
        return;
    if (!take_number(text, ":", LEDGER_MINUTES_MAX, &setting->value, &rest)) {
        ledger_session_wrong(session, TEXT_EVENT_SETTING, text);
        return;
    }
    setting->source[0] = '\0';
    if (*rest == ':')
        LEDGER_TEXT(session, setting->source, rest + 1);
}

/* "3": whole points, or "0.5": halves. */
static bool take_points(const char **text, const char *source, ledger_setting *setting)
{
    int32_t whole = 0;

    if (!take_number(*text, ".,:", 10, &whole, text))
        return false;
    setting->value = 2 * whole;
    if (strncmp(*text, ".5", 2) == 0) {
        setting->value++;
        *text += 2;
    }
    return ledger_copy(setting->source, sizeof setting->source, source);
}

/* "3,1,2,0" or "3,1,2,0:竞赛规程 4": win, draw of Red, draw of Black, loss */
static void set_points(ledger_session *session, const char *text, ledger_event *event)
{
    ledger_setting *const settings[] = {&event->win, &event->draw_red, &event->draw_black,
                                        &event->loss};
    const char *at = text;

    if (text == NULL)
        return;
    const char *source = strchr(text, ':');
    for (size_t i = 0; i < 4; i++) {
        if (!take_points(&at, source != NULL ? source + 1 : "", settings[i]) ||
            (i < 3 ? *at++ != ',' : *at != '\0' && *at != ':')) {
            ledger_session_wrong(session, TEXT_EVENT_POINTS, text);
            return;
        }
    }
}

/* What is not given stays as it was set before. */
static void run_set(ledger_session *session, const event_wishes *wishes, char **operands, int count)
{
    ledger_event *event = &session->draft.payload.event;

    (void)operands;
    (void)count;
    ledger_session_draft(session, LEDGER_EVENT);
    *event = *ledger_state_event(session->fold.state, NULL);
    LEDGER_TEXT(session, event->name, wishes->name);
    LEDGER_TEXT(session, event->edition, wishes->edition);
    set_setting(session, wishes->fouls, &event->fouls_to_lose);
    set_setting(session, wishes->moves, &event->move_limit);
    set_setting(session, wishes->late, &event->late_minutes);
    set_points(session, wishes->points, event);
    ledger_session_log(session);
}

/* People and pairings. */

static void run_arbiter(ledger_session *session, const event_wishes *wishes, char **operands,
                        int count)
{
    ledger_arbiter *arbiter = &session->draft.payload.arbiter;

    (void)wishes;
    (void)count;
    ledger_session_draft(session, LEDGER_ARBITER);
    LEDGER_TEXT(session, arbiter->key, operands[0]);
    LEDGER_TEXT(session, arbiter->name, operands[1]);
    arbiter->role = ledger_role_of(operands[2]);
    if (arbiter->role == LEDGER_NO_ROLE)
        ledger_session_wrong(session, TEXT_EVENT_ROLE, operands[2]);
    ledger_session_log(session);
}

static void run_team(ledger_session *session, const event_wishes *wishes, char **operands,
                     int count)
{
    (void)wishes;
    (void)count;
    ledger_session_draft(session, LEDGER_TEAM);
    LEDGER_TEXT(session, session->draft.payload.team.key, operands[0]);
    LEDGER_TEXT(session, session->draft.payload.team.name, operands[1]);
    ledger_session_log(session);
}

static void run_player(ledger_session *session, const event_wishes *wishes, char **operands,
                       int count)
{
    ledger_player *player = &session->draft.payload.player;

    (void)wishes;
    ledger_session_draft(session, LEDGER_PLAYER);
    LEDGER_TEXT(session, player->key, operands[0]);
    LEDGER_TEXT(session, player->name, operands[1]);
    LEDGER_TEXT(session, player->team, count > 2 ? operands[2] : NULL);
    ledger_session_log(session);
}

static void run_pairing(ledger_session *session, const event_wishes *wishes, char **operands,
                        int count)
{
    ledger_pairing *pairing = &session->draft.payload.pairing;

    (void)wishes;
    ledger_session_draft(session, LEDGER_PAIRING);
    pairing->game = ledger_session_game(session, operands[0]);
    LEDGER_TEXT(session, pairing->red, operands[1]);
    LEDGER_TEXT(session, pairing->black, count > 2 ? operands[2] : NULL);
    ledger_session_log(session);
}

static void run_note(ledger_session *session, const event_wishes *wishes, char **operands,
                     int count)
{
    (void)count;
    ledger_session_draft(session, LEDGER_NOTE);
    if (wishes->game != NULL)
        session->draft.payload.note.game = ledger_session_game(session, wishes->game);
    LEDGER_TEXT(session, session->draft.payload.note.text, operands[0]);
    ledger_session_log(session);
}

static void run_withdraw(ledger_session *session, const event_wishes *wishes, char **operands,
                         int count)
{
    (void)wishes;
    (void)count;
    session->corrects = operands[0];
    ledger_session_draft(session, LEDGER_WITHDRAWAL);
    LEDGER_TEXT(session, session->draft.payload.withdrawal.note, session->note);
    ledger_session_log(session);
}

/* Showing. */

static void run_show(ledger_session *session, const event_wishes *wishes, char **operands,
                     int count)
{
    (void)wishes;
    (void)operands;
    (void)count;
    event_show(session);
}

static void run_game(ledger_session *session, const event_wishes *wishes, char **operands,
                     int count)
{
    (void)wishes;
    (void)count;
    event_show_game(session, ledger_session_game(session, operands[0]));
}

static void run_remarks(ledger_session *session, const event_wishes *wishes, char **operands,
                        int count)
{
    (void)wishes;
    (void)operands;
    (void)count;
    event_show_remarks(session);
}

static const event_part parts[] = {
    {"set", 0, 0, false, run_set},           {"arbiter", 3, 3, false, run_arbiter},
    {"team", 2, 2, false, run_team},         {"player", 2, 3, false, run_player},
    {"pairing", 2, 3, false, run_pairing},   {"note", 1, 1, false, run_note},
    {"withdraw", 1, 1, false, run_withdraw}, {"show", 0, 0, true, run_show},
    {"game", 1, 1, true, run_game},          {"remarks", 0, 0, true, run_remarks}};

static const event_part *find_part(const char *name)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strcmp(parts[i].name, name) == 0)
            return &parts[i];
    }
    return NULL;
}

static void run_part(ledger_session *session, const event_wishes *wishes)
{
    int count = session->call->argc - optind - 1;
    char **operands = session->call->argv + optind;
    const event_part *part = count >= 0 ? find_part(operands[0]) : NULL;

    if (part == NULL && count >= 0 && strcmp(operands[0], "catalogue") == 0 && count == 0)
        event_show_catalogue(session);
    else if (part == NULL)
        ledger_session_wrong(session, TEXT_EVENT_PART, "");
    else if (count < part->least || count > part->most)
        ledger_session_wrong(session, TEXT_EVENT_OPERANDS, part->name);
    else if (ledger_session_open(session, part->read_only))
        part->run(session, wishes, operands + 1, count);
}

int event_command(cli_call *call)
{
    ledger_session *session = ledger_session_begin(call);
    event_wishes wishes = {0};
    if (session == NULL)
        return report_status(&call->report);
    int option = read_options(session, &wishes);

    if (option == OPTION_HELP)
        command_help(call);
    else if (option == OPTION_END)
        run_part(session, &wishes);
    return ledger_session_end(session);
}
