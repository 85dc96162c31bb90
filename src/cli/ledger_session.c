/*
 * cli/ledger_session.c: what the commands that log into the journal have in common.
 */
#include "cli/ledger_session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/arbiter.h"
#include "cli/entry_name.h"

enum { PROBLEM_BYTES = 1024 };

ledger_session *ledger_session_begin(cli_call *call)
{
    ledger_session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        report_usage(&call->report, text_of(TEXT_NO_MEMORY, call->report.language));
        return NULL;
    }
    session->call = call;
    session->report = &call->report;
    return session;
}

int ledger_session_end(ledger_session *session)
{
    int status = report_status(session->report);

    report_flush(session->report); /* before anything else can change the reason */
    store_fold_free(&session->fold);
    store_close(session->journal);
    free(session);
    return status;
}

bool ledger_session_option(ledger_session *session, int option)
{
    switch (option) {
    case OPTION_FILE:
        session->file = optarg;
        break;
    case OPTION_KEY_FILE:
        session->key = optarg;
        break;
    case OPTION_BY:
        session->arbiter = optarg;
        break;
    case OPTION_CORRECTS_ENTRY:
        session->corrects = optarg;
        break;
    case OPTION_REASON:
        session->reason = optarg;
        break;
    case OPTION_NOTE:
        session->note = optarg;
        break;
    case OPTION_CHECK:
        session->check = true;
        break;
    default:
        return arbiter_take_format(session->call, optarg, &session->json);
    }
    return true;
}

void ledger_session_wrong(ledger_session *session, text_name what, const char *value)
{
    char text[TEXT_BYTES];

    session->failed = true;
    report_usage(session->report,
                 text_fill(text, sizeof text, session->report->language, what, value));
}

/* The journal. */

static void report_store(ledger_session *session, const store_problem *problem)
{
    char text[PROBLEM_BYTES];

    session->failed = true;
    session->report->unusable = true;
    report_bad_input(session->report, (cli_place){session->place.path, 0},
                     store_problem_text(problem, session->report->language, text, sizeof text));
}

void ledger_session_tell_witness(cli_report *report, const journal_place *place,
                                 const store_journal *journal)
{
    store_problem problem = {.error = store_witness_said(journal)};
    char text[PROBLEM_BYTES];

    if (problem.error == BOARD_ERROR_STORE_WITNESS_MISSING ||
        problem.error == BOARD_ERROR_STORE_WITNESS_UNREADABLE ||
        problem.error == BOARD_ERROR_STORE_WITNESS_DAMAGED)
        report_note(report, (cli_place){place->path, 0},
                    store_problem_text(&problem, report->language, text, sizeof text));
}

bool ledger_session_open(ledger_session *session, bool read_only)
{
    store_options options = {.read_only = read_only || session->check, .key_path = session->key};
    store_problem problem;

    if (session->failed)
        return false;
    if (!journal_place_find(session->file, &session->place)) {
        ledger_session_wrong(session, TEXT_JOURNAL_NO_PLACE, "");
        return false;
    }
    options.folders = session->place.folders;
    if (store_open(session->place.path, &options, &session->journal, &problem) == BOARD_OK &&
        store_fold_on(session->journal, &session->fold, &problem) == BOARD_OK) {
        ledger_session_tell_witness(session->report, &session->place, session->journal);
        return true;
    }
    report_store(session, &problem);
    return false;
}

/* Drafts. */

/* Says how long a text is, how long it may be, and how it begins. */
static void report_too_long(ledger_session *session, const char *text, size_t most)
{
    enum { SHOWN = 30 };
    text_number length = text_from_number(strlen(text));
    text_number limit = text_from_number(most);
    char said[TEXT_BYTES];
    char head[SHOWN + 1];
    size_t shown = strnlen(text, SHOWN);

    while (shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80)
        shown--; /* no half characters */
    snprintf(head, sizeof head, "%.*s", (int)shown, text);
    session->failed = true;
    report_usage(session->report,
                 text_fill(said, sizeof said, session->report->language, TEXT_LEDGER_TOO_LONG, head,
                           length.digits, limit.digits));
}

void ledger_session_text(ledger_session *session, char *target, size_t size, const char *text)
{
    if (text != NULL && !ledger_copy(target, size, text))
        report_too_long(session, text, size - 1);
}

/* Without a journal at hand nothing is looked up. */
static const char *corrected_id(ledger_session *session)
{
    if (session->corrects == NULL || session->corrects[0] == '\0' || session->journal == NULL)
        return session->corrects;
    if (entry_name_read(session->report, session->journal, session->corrects, session->corrected))
        return session->corrected;
    session->failed = true;
    return NULL;
}

void ledger_session_draft(ledger_session *session, ledger_type type)
{
    ledger_entry_begin(&session->draft, type);
    LEDGER_TEXT(session, session->draft.arbiter, session->arbiter);
    LEDGER_TEXT(session, session->draft.corrects, corrected_id(session));
    LEDGER_TEXT(session, session->draft.reason, session->reason);
}

ledger_game_key ledger_session_game(ledger_session *session, const char *text)
{
    ledger_game_key game = {0};

    if (!ledger_game_read(text, &game))
        ledger_session_wrong(session, TEXT_LEDGER_GAME, text);
    return game;
}

board_side ledger_session_side(ledger_session *session, const char *text)
{
    if (strcmp(text, "red") != 0 && strcmp(text, "black") != 0)
        ledger_session_wrong(session, TEXT_LEDGER_SIDE, text);
    return strcmp(text, "black") == 0 ? BOARD_BLACK : BOARD_RED;
}

/* Notices. */

json_t *ledger_notice_json(const ledger_notice *notice)
{
    char chinese[LEDGER_NOTICE_BYTES];
    char english[LEDGER_NOTICE_BYTES];

    ledger_notice_text(notice, BOARD_CHINESE, chinese, sizeof chinese);
    ledger_notice_text(notice, BOARD_ENGLISH, english, sizeof english);
    return json_pack("{s:s, s:s, s:o, s:s, s:s}", "code", ledger_notice_code(notice->kind),
                     "severity", ledger_severity_code(ledger_notice_severity(notice->kind)),
                     "articles", arbiter_articles(ledger_notice_articles(notice)), "zh", chinese,
                     "en", english);
}

/* The arbiters by key, as many as are easily read. */
static void list_arbiters(const ledger_state *state, board_language language, char *list,
                          size_t size)
{
    enum { SHOWN = 10 };
    size_t listed = 0;
    size_t used = 0;
    ledger_person person;

    list[0] = '\0';
    for (size_t i = 0; i < ledger_people_count(state, LEDGER_ARBITERS) && used < size; i++) {
        if (!ledger_person_at(state, LEDGER_ARBITERS, i, &person))
            continue;
        const char *between = listed == 0 ? "" : language == BOARD_ENGLISH ? ", " : "、";
        int wrote = listed == SHOWN
                        ? snprintf(list + used, size - used, "%s…", between)
                        : snprintf(list + used, size - used, "%s%s", between, person.key);
        used += wrote > 0 ? (size_t)wrote : 0;
        if (listed++ == SHOWN)
            break;
    }
}

/* Who logs it was not said, or is not known: who could be, or how there come to be arbiters. */
static void tell_arbiter(ledger_session *session, const char *what)
{
    enum { LIST_BYTES = 11 * (LEDGER_KEY_BYTES + 4) };
    board_language language = session->report->language;
    char list[LIST_BYTES];
    char text[LEDGER_NOTICE_BYTES + LIST_BYTES + TEXT_BYTES];

    list_arbiters(session->fold.state, language, list, sizeof list);
    text_fill(text, sizeof text, language,
              list[0] != '\0' ? TEXT_LEDGER_WHO_MAY : TEXT_LEDGER_NO_ARBITERS, what, list);
    report_bad_input(session->report, (cli_place){NULL, 0}, text);
}

/* Errors and warnings go to standard error, what follows to standard output. */
static void tell_notice(ledger_session *session, const ledger_notice *notice)
{
    const cli_place place = {NULL, 0};
    char text[LEDGER_NOTICE_BYTES];

    ledger_notice_text(notice, session->report->language, text, sizeof text);
    if (notice->kind == LEDGER_NOTICE_NO_ARBITER || notice->kind == LEDGER_NOTICE_UNKNOWN_ARBITER) {
        tell_arbiter(session, text);
        return;
    }
    switch (ledger_notice_severity(notice->kind)) {
    case LEDGER_SEVERITY_ERROR:
        report_bad_input(session->report, place, text);
        break;
    case LEDGER_SEVERITY_WARNING:
        report_note(session->report, place, text);
        break;
    default:
        text_write_clean(stdout, text);
        putchar('\n');
        break;
    }
}

/* What was logged, or would be, with all that was told, as one line. */
static void write_json(ledger_session *session, bool logged, uint64_t number,
                       const ledger_notice *notices, size_t count)
{
    char *payload = NULL;
    json_t *told = json_array();
    bool whole = told != NULL;

    for (size_t i = 0; i < count && whole; i++)
        whole = json_array_append_new(told, ledger_notice_json(&notices[i])) == 0;
    ledger_payload_to_json(&session->draft, &payload, NULL);
    json_t *content = payload != NULL ? json_loads(payload, 0, NULL) : json_null();
    free(payload);
    if (!whole) {
        json_decref(told);
        json_decref(content);
        arbiter_write_json(session->report, NULL);
        return;
    }
    arbiter_write_json(session->report,
                       json_pack("{s:b, s:I, s:s, s:s, s:o, s:o}", "logged", (int)logged, "number",
                                 (json_int_t)number, "id", session->draft.id, "type",
                                 ledger_type_code(session->draft.type), "payload", content,
                                 "notices", told));
}

/* Every so many entries a snapshot; that it cannot be kept does no harm. */
static void keep_snapshot(ledger_session *session)
{
    if (session->fold.folded >= STORE_FOLD_SNAPSHOT)
        store_fold_save(session->journal, &session->fold, NULL);
}

static void write_logged(ledger_session *session, uint64_t number)
{
    board_language language = session->report->language;
    const char *type = ledger_type_text(session->draft.type, language);
    text_number digits = text_from_number(number);

    if (session->check)
        text_write(stdout, language, TEXT_LEDGER_WOULD_LOG, type);
    else
        text_write(stdout, language, TEXT_LEDGER_LOGGED, digits.digits, type, session->draft.id);
}

int64_t ledger_session_now(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* From what is refused nothing follows. They stand behind errors and warnings; returns how many
 * stand before them. */
static size_t without_consequences(const ledger_notice *notices, size_t count)
{
    while (count > 0 &&
           ledger_notice_severity(notices[count - 1].kind) == LEDGER_SEVERITY_CONSEQUENCE)
        count--;
    return count;
}

void ledger_session_log(ledger_session *session)
{
    ledger_notice notices[LEDGER_NOTICES_MAX];
    store_problem problem;
    uint64_t number = 0;

    if (session->failed)
        return;
    session->draft.time_ms = ledger_session_now();
    LEDGER_TEXT(session, session->draft.device, store_device(session->journal));
    size_t count =
        ledger_check(session->fold.state, &session->draft, session->draft.time_ms, notices);
    bool wrong = ledger_has_error(notices, count);
    if (wrong)
        count = without_consequences(notices, count);
    for (size_t i = 0; i < count && !session->json; i++)
        tell_notice(session, &notices[i]);
    if (wrong && session->json)
        session->report->bad_inputs++;
    bool log = !wrong && !session->check;
    if (log && store_log(session->journal, &session->fold, &session->draft, &number, &problem) !=
                   BOARD_OK) {
        report_store(session, &problem);
        return;
    }
    if (session->json)
        write_json(session, log, number, notices, count);
    else if (!wrong)
        write_logged(session, number);
    if (log)
        keep_snapshot(session);
}

char *ledger_time_text(int64_t time_ms, char text[LEDGER_TIME_BYTES])
{
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm parts;

    text[0] = '\0';
    if (gmtime_r(&seconds, &parts) != NULL)
        strftime(text, LEDGER_TIME_BYTES, "%Y-%m-%d %H:%M:%SZ", &parts);
    return text;
}
