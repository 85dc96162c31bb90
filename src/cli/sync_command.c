/*
 * cli/sync_command.c: qili sync: enrolling at an event office, sending and fetching, and how far
 * that got.
 */
#include <curl/curl.h>
#include <qrencode.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/arbiter.h"
#include "cli/code_picture.h"
#include "cli/commands.h"
#include "cli/ledger_session.h"
#include "cli/source.h"
#include "store/entry.h"
#include "store/problem.h"
#include "sync/carried.h"
#include "sync/sync.h"

enum {
    OPTION_NAME = 256,
    OPTION_WAIT,
    WAIT_DEFAULT = 30,
    WAIT_MAX = 3600,
    LOOK_MS = 20,
    POLL_MS = 100,
    END_MS = 5000,
    HOST_BYTES = 128,
    PROBLEM_BYTES = 1024,
    QR_MARGIN = 2
};

typedef struct sync_session {
    ledger_session *ledger;
    const char *name;
    long wait;
} sync_session;

/* Options. */

static int read_options(sync_session *session)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          LEDGER_OPTIONS,
                                          {"name", required_argument, NULL, OPTION_NAME},
                                          {"wait", required_argument, NULL, OPTION_WAIT},
                                          {NULL, 0, NULL, 0}};
    int option = 0;

    options_begin();
    while ((option = options_next(session->ledger->call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (option == OPTION_NAME) {
            session->name = optarg;
        } else if (option == OPTION_WAIT) {
            if (!options_number(optarg, 0, WAIT_MAX, &session->wait)) {
                ledger_session_wrong(session->ledger, TEXT_SYNC_WAIT, optarg);
                return OPTION_WRONG;
            }
        } else if (!ledger_session_option(session->ledger, option)) {
            return OPTION_WRONG;
        }
    }
    return OPTION_END;
}

static void report(sync_session *session, const store_problem *problem)
{
    ledger_session *ledger = session->ledger;
    char text[PROBLEM_BYTES];

    ledger->failed = true;
    report_bad_input(ledger->report, (cli_place){ledger->place.path, 0},
                     store_problem_text(problem, ledger->report->language, text, sizeof text));
}

/* How things stand. */

static const char *link_code(sync_link link)
{
    static const char *const codes[] = {[SYNC_LINK_NONE] = "none",
                                        [SYNC_LINK_OFFLINE] = "offline",
                                        [SYNC_LINK_WAITING] = "waiting",
                                        [SYNC_LINK_ALL_SENT] = "all-sent",
                                        [SYNC_LINK_REFUSED] = "refused"};

    return codes[link];
}

static json_t *status_json(const sync_status *status)
{
    return json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:s, s:s, s:s, s:I, s:I}", "state",
        link_code(status->link), "office", status->office, "last", (json_int_t)status->last,
        "confirmed", (json_int_t)status->confirmed, "waiting", (json_int_t)status->waiting,
        "refused", (json_int_t)status->refused, "code",
        status->link == SYNC_LINK_REFUSED ? sync_code_of(status->why) : "", "detail",
        status->reason, "zh",
        status->why != BOARD_OK ? board_error_text(status->why, BOARD_CHINESE) : "", "en",
        status->why != BOARD_OK ? board_error_text(status->why, BOARD_ENGLISH) : "", "contact_ms",
        (json_int_t)status->contact_ms, "received", (json_int_t)status->received);
}

static void write_status(sync_session *session, const sync_status *status)
{
    static const text_name texts[] = {[SYNC_LINK_NONE] = TEXT_SYNC_LINK_NONE,
                                      [SYNC_LINK_OFFLINE] = TEXT_SYNC_LINK_OFFLINE,
                                      [SYNC_LINK_WAITING] = TEXT_SYNC_LINK_WAITING,
                                      [SYNC_LINK_ALL_SENT] = TEXT_SYNC_LINK_ALL_SENT,
                                      [SYNC_LINK_REFUSED] = TEXT_SYNC_LINK_REFUSED};
    const board_language language = session->ledger->report->language;
    text_number waiting = text_from_number(status->waiting);
    text_number confirmed = text_from_number(status->confirmed);
    text_number refused = text_from_number(status->refused);
    text_number received = text_from_number(status->received);

    if (session->ledger->json) {
        arbiter_write_json(session->ledger->report, status_json(status));
        return;
    }
    text_write(stdout, language, texts[status->link], status->office, waiting.digits,
               confirmed.digits, refused.digits);
    if (status->received > 0)
        text_write(stdout, language, TEXT_SYNC_RECEIVED, received.digits);
    if (status->why != BOARD_OK && status->link != SYNC_LINK_NONE) {
        store_problem problem = {.error = status->why};
        memcpy(problem.detail, status->reason, sizeof problem.detail);
        report(session, &problem);
    }
}

/* All that is not confirmed makes the exit status 1. */
static void judge_status(sync_session *session, const sync_status *status)
{
    write_status(session, status);
    if (status->link != SYNC_LINK_ALL_SENT && session->ledger->report->bad_inputs == 0)
        session->ledger->report->bad_inputs = 1;
}

/* The parts. */

static void run_status(sync_session *session, const char *unused)
{
    ledger_session *ledger = session->ledger;
    sync_status status;
    store_problem problem;

    (void)unused;
    if (sync_read_status(ledger->journal, ledger->place.path, &status, &problem) == BOARD_OK)
        write_status(session, &status);
    else
        report(session, &problem);
}

static void run_enrol(sync_session *session, const char *invitation)
{
    ledger_session *ledger = session->ledger;
    char host[HOST_BYTES] = "qili";
    sync_settings settings;
    store_problem problem;

    gethostname(host, sizeof host - 1);
    host[sizeof host - 1] = '\0';
    curl_global_init(CURL_GLOBAL_DEFAULT);
    if (sync_enrol(ledger->journal, ledger->place.path, invitation,
                   session->name != NULL ? session->name : host, NULL, NULL, NULL,
                   &problem) != BOARD_OK ||
        (problem.error = sync_settings_load(ledger->place.path, &settings)) != BOARD_OK)
        report(session, &problem);
    else if (ledger->json)
        arbiter_write_json(ledger->report, json_pack("{s:s, s:s}", "office", settings.name,
                                                     "address", settings.address));
    else
        text_write(stdout, ledger->report->language, TEXT_SYNC_ENROLLED, settings.name);
}

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void run_push(sync_session *session, const char *unused)
{
    const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
    const sync_options options = {.key_path = session->ledger->key, .poll_ms = POLL_MS};
    const int64_t end = steady_ms() + session->wait * 1000;
    sync_client *client = NULL;
    sync_status status;
    store_problem problem;

    (void)unused;
    if (sync_start(session->ledger->place.path, &options, &client, &problem) != BOARD_OK) {
        report(session, &problem);
        return;
    }
    do {
        nanosleep(&pause, NULL);
        sync_get_status(client, &status);
    } while ((status.link != SYNC_LINK_ALL_SENT || status.behind) &&
             status.link != SYNC_LINK_REFUSED &&
             (status.link != SYNC_LINK_NONE || steady_ms() < end - session->wait * 1000 + END_MS) &&
             steady_ms() < end);
    sync_stop_and_wait(client, END_MS);
    judge_status(session, &status);
}

/* A QR code in half blocks: two rows of modules a line, black on white. */
static void draw_code(const QRcode *code)
{
    static const char *const blocks[] = {"█", "▀", "▄", " "}; /* lower dark 1, upper dark 2 */

    for (int row = -QR_MARGIN; row < code->width + QR_MARGIN; row += 2) {
        for (int column = -QR_MARGIN; column < code->width + QR_MARGIN; column++) {
            unsigned dark = 0;
            for (int i = 0; i < 2; i++) {
                const bool inside =
                    row + i >= 0 && row + i < code->width && column >= 0 && column < code->width;
                if (inside && (code->data[(row + i) * code->width + column] & 1) != 0)
                    dark |= i == 0 ? 2 : 1;
            }
            fputs(blocks[dark], stdout);
        }
        putchar('\n');
    }
}

static void run_qr(sync_session *session, const char *which)
{
    ledger_session *ledger = session->ledger;
    store_problem problem;
    store_entry entry;
    char *text = NULL;
    long number = 0;
    board_error error = options_number(which, 1, INT32_MAX, &number)
                            ? store_get_number(ledger->journal, (uint64_t)number, &entry, &problem)
                            : store_get_id(ledger->journal, which, &entry, &problem);

    if (error == BOARD_OK)
        problem = (store_problem){.error = error = sync_carried_write(&entry, &text)};
    if (error != BOARD_OK) {
        report(session, &problem);
    } else if (ledger->json) {
        arbiter_write_json(ledger->report, json_pack("{s:s, s:s}", "id", entry.id, "text", text));
    } else {
        QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
        if (code != NULL)
            draw_code(code);
        QRcode_free(code);
        puts(text);
    }
    free(text);
    store_entry_free(&entry);
}

/* Reading another device's code. */

/* The text in the file; NULL: reported. The caller frees. */
static char *read_code_file(sync_session *session, const char *path)
{
    cli_report *out = session->ledger->report;
    store_problem problem = {.error = BOARD_OK};
    const char *bytes = NULL;
    size_t length = 0;
    char *text = NULL;
    char said[PROBLEM_BYTES];
    cli_source source;

    if (source_open(&source, path)) {
        const source_result result = source_take_rest(&source, CODE_FILE_MAX, &bytes, &length);
        if (result == SOURCE_TOO_LONG)
            store_fail(&problem, BOARD_ERROR_SYNC_PICTURE, "> 20 MiB");
        else if (result == SOURCE_FAILED)
            store_fail(&problem, BOARD_ERROR_STORE_IO, strerror(source.failure));
        else
            code_file_text(bytes != NULL ? bytes : "", length, &text, &problem);
        source_close(&source);
    } else {
        store_fail(&problem, BOARD_ERROR_STORE_IO, strerror(source.failure));
    }
    if (problem.error != BOARD_OK) {
        session->ledger->failed = true;
        report_bad_input(out, (cli_place){path, 0},
                         store_problem_text(&problem, out->language, said, sizeof said));
    }
    return text;
}

static void say_read(sync_session *session, const store_entry *entry, bool stored)
{
    const board_language language = session->ledger->report->language;
    const text_number sequence = text_from_number(entry->sequence);

    if (session->ledger->json)
        arbiter_write_json(session->ledger->report,
                           json_pack("{s:s, s:s, s:I, s:s, s:b}", "id", entry->id, "device",
                                     entry->device, "sequence", (json_int_t)entry->sequence, "type",
                                     entry->type, "stored", (int)stored));
    else
        text_write(stdout, language, stored ? TEXT_SYNC_READ : TEXT_SYNC_READ_BEFORE, entry->id,
                   entry->type, entry->device, sequence.digits);
}

/* Another device's entry, which must be the next of that device here: a journal has no gaps. */
static void run_read(sync_session *session, const char *path)
{
    ledger_session *ledger = session->ledger;
    char *text = read_code_file(session, path);
    store_problem problem = {.error = BOARD_OK};
    store_entry entry;
    bool stored = false;

    if (text == NULL)
        return;
    board_error error = sync_carried_read(text, strlen(text), &entry);
    free(text);
    if (error != BOARD_OK) {
        store_fail(&problem, error, NULL);
        report(session, &problem);
        return;
    }
    if (store_append_foreign(ledger->journal, &entry, &stored, &problem) == BOARD_OK)
        say_read(session, &entry, stored);
    else
        report(session, &problem);
    store_entry_free(&entry);
}

/* The command. */

typedef struct sync_part {
    const char *name;
    void (*run)(sync_session *session, const char *operand);
    int operands;
    bool read_only;
} sync_part;

static const sync_part parts[] = {{"enrol", run_enrol, 1, false},
                                  {"status", run_status, 0, true},
                                  {"push", run_push, 0, false},
                                  {"qr", run_qr, 1, true},
                                  {"read", run_read, 1, false}};

static const sync_part *find_part(const cli_call *call)
{
    for (size_t i = 0; optind < call->argc && i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(parts[i].name, call->argv[optind]) == 0)
            return &parts[i];
    }
    return NULL;
}

int sync_command(cli_call *call)
{
    sync_session session = {.ledger = ledger_session_begin(call), .wait = WAIT_DEFAULT};
    if (session.ledger == NULL)
        return report_status(&call->report);
    int option = read_options(&session);

    if (option == OPTION_HELP) {
        command_help(call);
    } else if (option == OPTION_END) {
        const sync_part *part = find_part(call);
        if (part == NULL || call->argc - optind != part->operands + 1)
            ledger_session_wrong(session.ledger, TEXT_SYNC_PART, "");
        else if (ledger_session_open(session.ledger, part->read_only))
            part->run(&session, part->operands > 0 ? call->argv[optind + 1] : NULL);
    }
    return ledger_session_end(session.ledger);
}
