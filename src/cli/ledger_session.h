/*
 * cli/ledger_session.h: what the commands that log into the journal have in common: its options,
 * the state, checking and logging a draft.
 */
#ifndef QILI_CLI_LEDGER_SESSION_H
#define QILI_CLI_LEDGER_SESSION_H

#include <jansson.h>

#include "cli/journal_place.h"
#include "cli/options.h"
#include "ledger/notice.h"
#include "store/fold.h"

/* The options of all these commands, to put into their tables. */
enum {
    OPTION_FILE = 1000,
    OPTION_KEY_FILE,
    OPTION_FORMAT,
    OPTION_BY,
    OPTION_CORRECTS_ENTRY,
    OPTION_REASON,
    OPTION_NOTE,
    OPTION_CHECK
};

#define LEDGER_OPTIONS                                                                             \
    {"file", required_argument, NULL, OPTION_FILE},                                                \
        {"key", required_argument, NULL, OPTION_KEY_FILE},                                         \
        {"format", required_argument, NULL, OPTION_FORMAT},                                        \
        {"arbiter", required_argument, NULL, OPTION_BY},                                           \
        {"corrects", required_argument, NULL, OPTION_CORRECTS_ENTRY},                              \
        {"reason", required_argument, NULL, OPTION_REASON},                                        \
        {"note", required_argument, NULL, OPTION_NOTE},                                            \
    {                                                                                              \
        "check", no_argument, NULL, OPTION_CHECK                                                   \
    }

typedef struct ledger_session {
    cli_call *call;
    cli_report *report;
    const char *file;
    const char *key;
    const char *arbiter;
    const char *corrects;
    const char *reason;
    const char *note;
    bool json;
    bool check; /* only say what would be said */
    journal_place place;
    store_journal *journal;
    store_fold fold;
    bool failed;                    /* reported: nothing more is to be done */
    char corrected[STORE_ID_BYTES]; /* the id of the entry that `corrects` names */
    ledger_entry draft;
} ledger_session;

/* A session, which is large; NULL: reported. End it with ledger_session_end. */
ledger_session *ledger_session_begin(cli_call *call);

/* Closes the journal and returns the exit status. */
int ledger_session_end(ledger_session *session);

/* Deals with one of LEDGER_OPTIONS; false: reported. */
bool ledger_session_option(ledger_session *session, int option);

/* Opens the journal and folds it; false: reported. */
bool ledger_session_open(ledger_session *session, bool read_only);

/* Says if a loss at the end of a journal that was just opened would not have shown. */
void ledger_session_tell_witness(cli_report *report, const journal_place *place,
                                 const store_journal *journal);

/* Begins a draft with the arbiter, the correction and its reason. The journal is open: what is to
 * be corrected is looked up in it. */
void ledger_session_draft(ledger_session *session, ledger_type type);

/* Copies what the command line says into the draft; reported if it does not fit. */
void ledger_session_text(ledger_session *session, char *target, size_t size, const char *text);

#define LEDGER_TEXT(session, array, text)                                                          \
    ledger_session_text((session), (array), sizeof(array), (text))

/* A game such as 3.12; a side, red or black; reported if it is none. */
ledger_game_key ledger_session_game(ledger_session *session, const char *text);
board_side ledger_session_side(ledger_session *session, const char *text);

/* Something in the command line is wrong. */
void ledger_session_wrong(ledger_session *session, text_name what, const char *value);

/* Checks the draft, tells what there is to tell, and logs it unless there is an error or --check
 * was given. Nothing is done if the session has failed before. */
void ledger_session_log(ledger_session *session);

/* A notice as JSON: {"code", "severity", "articles", "zh", "en"}; NULL if memory ran out. */
json_t *ledger_notice_json(const ledger_notice *notice);

/* Milliseconds since 1970, UTC; 0: the clock cannot be read. */
int64_t ledger_session_now(void);

/* 2026-05-01 09:30:00Z */
enum { LEDGER_TIME_BYTES = 48 };
char *ledger_time_text(int64_t time_ms, char text[LEDGER_TIME_BYTES]);

#endif
