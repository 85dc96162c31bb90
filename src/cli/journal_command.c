/*
 * cli/journal_command.c: qili journal: looking at the journal, checking it, writing to it.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/arbiter.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/entry_name.h"
#include "cli/entry_words.h"
#include "cli/journal_options.h"
#include "cli/journal_pgn.h"
#include "cli/ledger_session.h"

enum {
    PROBLEM_BYTES = 1024,
    TIME_BYTES = 48,
    NUMBER_COLUMN = 8,
    TIME_COLUMN = 22,
    ARBITER_COLUMN = 14,
    TYPE_COLUMN = 22
};

/* What a part of the command works with. */
typedef struct journal_session {
    cli_call *call;
    cli_report *report;
    journal_wishes wishes;
    journal_place place;
    store_journal *journal;
    store_fold fold;
    char corrected[STORE_ID_BYTES]; /* the id of the entry that --corrects names */
} journal_session;

/* A part: "verify", "list" ... */
typedef struct journal_part {
    const char *name;
    void (*run)(journal_session *session);
    int operands;
} journal_part;

/* Problems. */

/* Is it the file rather than what was to be written into it? */
static bool is_of_file(board_error error)
{
    switch (error) {
    case BOARD_ERROR_STORE_TYPE:
    case BOARD_ERROR_STORE_ARBITER:
    case BOARD_ERROR_STORE_PAYLOAD:
    case BOARD_ERROR_STORE_PAYLOAD_MAX:
    case BOARD_ERROR_STORE_ID:
    case BOARD_ERROR_STORE_ID_TAKEN:
    case BOARD_ERROR_STORE_CORRECTS:
    case BOARD_ERROR_STORE_NO_ENTRY:
        return false;
    default:
        return true;
    }
}

static void report_store(journal_session *session, const store_problem *problem)
{
    char text[PROBLEM_BYTES];

    if (is_of_file(problem->error))
        session->report->unusable = true;
    report_bad_input(session->report, (cli_place){session->place.path, 0},
                     store_problem_text(problem, session->report->language, text, sizeof text));
}

static void report_wrong(journal_session *session, text_name what)
{
    report_usage(session->report, text_of(what, session->report->language));
}

/* False: reported. */
static bool open_journal(journal_session *session, bool read_only)
{
    store_options options = session->wishes.options;
    store_problem problem;

    options.read_only = read_only;
    options.folders = session->place.folders;
    if (store_open(session->place.path, &options, &session->journal, &problem) == BOARD_OK) {
        if (!read_only)
            ledger_session_tell_witness(session->report, &session->place, session->journal);
        return true;
    }
    report_store(session, &problem);
    return false;
}

/* Entries. */

static char *time_text(int64_t time_ms, char text[TIME_BYTES])
{
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm parts;

    text[0] = '\0';
    if (gmtime_r(&seconds, &parts) != NULL)
        strftime(text, TIME_BYTES, "%Y-%m-%d %H:%M:%SZ", &parts);
    return text;
}

static bool put_line(char *line)
{
    if (line != NULL)
        puts(line);
    free(line);
    return line != NULL;
}

static bool list_entry(void *context, const store_entry *entry)
{
    journal_session *session = context;
    text_number number = text_from_number(entry->number);
    char words[ENTRY_WORDS_BYTES] = "";
    char time[TIME_BYTES];

    if (session->wishes.format == FORMAT_JSON)
        return put_line(store_entry_json(entry)) && report_flush(session->report);
    const board_language language = session->report->language;
    const ledger_type type = ledger_type_of(entry->type);
    const ledger_fact *fact =
        session->fold.state != NULL ? ledger_find_fact(session->fold.state, entry->id) : NULL;
    columns_write(stdout, number.digits, NUMBER_COLUMN);
    columns_write(stdout, time_text(entry->time_ms, time), TIME_COLUMN);
    columns_write(stdout, entry->arbiter, ARBITER_COLUMN);
    putchar(' ');
    columns_write(stdout, type != LEDGER_UNKNOWN ? ledger_type_text(type, language) : entry->type,
                  TYPE_COLUMN);
    putchar(' ');
    if (fact != NULL && fact->type != LEDGER_UNKNOWN)
        entry_words(session->fold.state, fact, language, words);
    text_write_clean(stdout, words);
    fputs(words[0] != '\0' ? "  " : "", stdout);
    text_write_clean(stdout, entry->payload);
    if (fact != NULL && fact->clock_back)
        fputs(text_of(TEXT_ENTRY_CLOCK_BACK, language), stdout);
    puts(fact != NULL && !ledger_in_force(fact) ? text_of(TEXT_EVENT_CORRECTED, language) : "");
    return report_flush(session->report);
}

/* Finds the entry that --corrects names; false: reported. */
static bool find_corrected(journal_session *session)
{
    const char *name = session->wishes.draft.corrects;

    if (name == NULL || name[0] == '\0')
        return true;
    if (!entry_name_read(session->report, session->journal, name, session->corrected))
        return false;
    session->wishes.draft.corrects = session->corrected;
    session->wishes.filter.corrects = session->corrected;
    return true;
}

static void run_list(journal_session *session)
{
    store_problem problem;

    if (!open_journal(session, true) || !find_corrected(session))
        return;
    /* Whether an entry was corrected, and by which name somebody goes, others say. */
    if (session->wishes.format == FORMAT_TEXT)
        store_fold_on(session->journal, &session->fold, NULL);
    if (store_visit(session->journal, &session->wishes.filter, list_entry, session, &problem) !=
        BOARD_OK)
        report_store(session, &problem);
}

static void write_entry(const journal_session *session, const store_entry *entry)
{
    text_number number = text_from_number(entry->number);
    text_number sequence = text_from_number(entry->sequence);
    char time[TIME_BYTES];

    if (session->wishes.format == FORMAT_JSON) {
        put_line(store_entry_json(entry));
        return;
    }
    text_write(stdout, session->report->language, TEXT_JOURNAL_ENTRY, number.digits, entry->id,
               entry->device, sequence.digits, time_text(entry->time_ms, time), entry->arbiter,
               entry->type);
    if (entry->corrects[0] != '\0')
        text_write(stdout, session->report->language, TEXT_JOURNAL_CORRECTS, entry->corrects);
    text_write_clean(stdout, entry->payload);
    putchar('\n');
}

static void run_show(journal_session *session)
{
    const char *name = session->call->argv[optind];
    store_problem problem;
    store_entry entry;
    long number = 0;

    if (!open_journal(session, true))
        return;
    board_error error = options_number(name, 1, JOURNAL_LIMIT_MAX, &number)
                            ? store_get_number(session->journal, (uint64_t)number, &entry, &problem)
                            : store_get_id(session->journal, name, &entry, &problem);
    if (error == BOARD_OK)
        write_entry(session, &entry);
    else
        report_store(session, &problem);
    store_entry_free(&entry);
}

static bool write_bytes(void *context, const char *bytes, size_t length)
{
    journal_session *session = context;

    return fwrite(bytes, 1, length, stdout) == length || report_flush(session->report);
}

static void run_export(journal_session *session)
{
    store_problem problem;

    if (!open_journal(session, true) || !find_corrected(session))
        return;
    const store_filter *filter = &session->wishes.filter;
    board_error error =
        session->wishes.format == FORMAT_PGN
            ? journal_pgn_write(session->journal, filter, session->report, &problem)
            : store_export(session->journal,
                           session->wishes.format == FORMAT_CSV ? STORE_CSV : STORE_JSON_LINES,
                           filter, write_bytes, session, &problem);
    if (error != BOARD_OK && error != BOARD_ERROR_STORE_SINK) /* that is told at the end */
        report_store(session, &problem);
}

/* Takes the draft for an entry of the ledger; false: it is none, which is reported. */
static bool read_draft(journal_session *session, ledger_entry *entry)
{
    const store_draft *draft = &session->wishes.draft;
    const char *arbiter = draft->arbiter != NULL ? draft->arbiter : "";
    const char *corrects = draft->corrects != NULL ? draft->corrects : "";
    board_problem problem;

    ledger_entry_begin(entry, LEDGER_UNKNOWN);
    if (ledger_payload_from_json(draft->type, draft->payload, strlen(draft->payload), entry,
                                 &problem) == BOARD_OK &&
        ledger_copy(entry->arbiter, sizeof entry->arbiter, arbiter) &&
        ledger_copy(entry->corrects, sizeof entry->corrects, corrects))
        return true;
    if (entry->type != LEDGER_UNKNOWN)
        board_problem_set(&problem, BOARD_ERROR_LEDGER_FIELD_LENGTH,
                          entry->arbiter[0] == '\0' ? "arbiter" : "corrects", 0);
    report_problem(session->report, (cli_place){NULL, 0}, &problem, NULL);
    return false;
}

/* Does the ledger let the draft be logged? What speaks against it is reported. */
static bool ledger_agrees(journal_session *session, ledger_entry *entry)
{
    ledger_notice notices[LEDGER_NOTICES_MAX];
    store_problem problem;
    char text[LEDGER_NOTICE_BYTES];

    if (store_fold_on(session->journal, &session->fold, &problem) != BOARD_OK) {
        report_store(session, &problem);
        return false;
    }
    /* What is there already is compared, not checked: an entry may be logged once more. */
    const char *id = session->wishes.draft.id;
    if (id != NULL && ledger_find_fact(session->fold.state, id) != NULL)
        return true;
    entry->time_ms = ledger_session_now();
    ledger_copy(entry->device, sizeof entry->device, store_device(session->journal));
    size_t count = ledger_check(session->fold.state, entry, entry->time_ms, notices);
    for (size_t i = 0; i < count; i++) {
        ledger_severity severity = ledger_notice_severity(notices[i].kind);
        ledger_notice_text(&notices[i], session->report->language, text, sizeof text);
        if (severity == LEDGER_SEVERITY_ERROR)
            report_bad_input(session->report, (cli_place){NULL, 0}, text);
        else if (severity == LEDGER_SEVERITY_WARNING)
            report_note(session->report, (cli_place){NULL, 0}, text);
    }
    return !ledger_has_error(notices, count);
}

static bool may_append(journal_session *session)
{
    ledger_entry *entry = malloc(sizeof *entry);

    if (entry == NULL) {
        report_wrong(session, TEXT_NO_MEMORY);
        return false;
    }
    bool may =
        read_draft(session, entry) && open_journal(session, false) && find_corrected(session) &&
        ledger_copy(entry->corrects, sizeof entry->corrects,
                    session->wishes.draft.corrects != NULL ? session->wishes.draft.corrects : "") &&
        ledger_agrees(session, entry);
    free(entry);
    return may;
}

static void run_append(journal_session *session)
{
    store_problem problem;
    store_entry entry;

    if (session->wishes.draft.type == NULL || session->wishes.draft.payload == NULL)
        report_wrong(session, TEXT_JOURNAL_APPEND_NEEDS);
    else if (session->wishes.raw ? !open_journal(session, false) || !find_corrected(session)
                                 : !may_append(session))
        return;
    else if (store_append(session->journal, &session->wishes.draft, &entry, &problem) != BOARD_OK)
        report_store(session, &problem);
    else
        write_entry(session, &entry);
}

/* Checking. */

static bool write_fault(void *context, const store_problem *fault)
{
    journal_session *session = context;
    char chinese[PROBLEM_BYTES];
    char english[PROBLEM_BYTES];

    store_problem_text(fault, BOARD_CHINESE, chinese, sizeof chinese);
    store_problem_text(fault, BOARD_ENGLISH, english, sizeof english);
    if (session->wishes.format == FORMAT_JSON) {
        json_t *object =
            json_pack("{s:{s:I, s:I, s:s, s:s, s:s}}", "fault", "number", (json_int_t)fault->number,
                      "sequence", (json_int_t)fault->sequence, "device", fault->device, "zh",
                      chinese, "en", english);
        put_line(object != NULL ? json_dumps(object, JSON_COMPACT) : NULL);
        json_decref(object);
    } else {
        text_write(stdout, session->report->language, TEXT_FAULT,
                   session->report->language == BOARD_ENGLISH ? english : chinese);
    }
    return report_flush(session->report);
}

static void run_verify(journal_session *session)
{
    store_verified verified;
    store_problem problem;
    board_error error = store_verify(session->place.path, &session->wishes.options, write_fault,
                                     session, &verified, &problem);
    text_number entries = text_from_number(verified.entries);
    text_number pages = text_from_number(verified.pages);
    text_number faults = text_from_number(verified.faults);

    if (error != BOARD_OK && error != BOARD_ERROR_STORE_DAMAGED) {
        report_store(session, &problem);
        return;
    }
    if (session->wishes.format == FORMAT_JSON)
        printf("{\"entries\":%s,\"pages\":%s,\"faults\":%s}\n", entries.digits, pages.digits,
               faults.digits);
    else
        text_write(stdout, session->report->language,
                   error == BOARD_OK ? TEXT_JOURNAL_SOUND : TEXT_JOURNAL_FAULTY, entries.digits,
                   pages.digits, faults.digits);
    session->report->bad_inputs += error != BOARD_OK;
}

/* The name of the old file; a name that is no UTF-8 has no place in JSON. */
static json_t *kept_json(const char *path, const char *ending)
{
    json_t *name = json_sprintf("%s%s", path, ending);

    return name != NULL ? name : json_null();
}

static void run_rebuild(journal_session *session)
{
    store_problem problem;
    store_rebuilt rebuilt;

    if (store_rebuild(session->place.path, &session->wishes.options, &rebuilt, &problem) !=
        BOARD_OK) {
        report_store(session, &problem);
        return;
    }
    text_number number = text_from_number(rebuilt.entries);
    if (session->wishes.format == FORMAT_JSON)
        arbiter_write_json(session->report,
                           json_pack("{s:I, s:o}", "entries", (json_int_t)rebuilt.entries, "kept",
                                     kept_json(session->place.path, rebuilt.ending)));
    else
        text_write(stdout, session->report->language, TEXT_JOURNAL_REBUILT, number.digits,
                   session->place.path, rebuilt.ending);
}

/* The command. */

static const journal_part parts[] = {
    {"verify", run_verify, 0}, {"list", run_list, 0},       {"show", run_show, 1},
    {"export", run_export, 0}, {"rebuild", run_rebuild, 0}, {"append", run_append, 0},
};

static const journal_part *find_part(const char *name)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(parts[i].name, name) == 0)
            return &parts[i];
    }
    return NULL;
}

/* Can this part write this format? Export alone makes jsonl and csv, and nothing else. */
static bool format_fits(const journal_part *part, const journal_wishes *wishes)
{
    bool exporting = part->run == run_export;
    bool exported = wishes->format >= FORMAT_JSON_LINES;

    return exporting ? exported || !wishes->format_set : !exported;
}

/* The part that is called for and the number of its operands; NULL: reported. */
static const journal_part *read_call(journal_session *session)
{
    cli_call *call = session->call;
    const journal_part *part = optind < call->argc ? find_part(call->argv[optind]) : NULL;

    if (part == NULL) {
        report_wrong(session, TEXT_JOURNAL_PART);
        return NULL;
    }
    optind++;
    int operands = options_operands(call, part->operands);
    if (operands < part->operands)
        report_wrong(session, TEXT_JOURNAL_WHICH);
    else if (operands == part->operands && !format_fits(part, &session->wishes))
        report_wrong(session, TEXT_JOURNAL_EXPORT_FORMAT);
    else if (operands == part->operands &&
             !journal_place_find(session->wishes.file, &session->place))
        report_wrong(session, TEXT_JOURNAL_NO_PLACE);
    return session->report->unusable ? NULL : part;
}

int journal_command(cli_call *call)
{
    journal_session session = {.call = call, .report = &call->report};
    int option = journal_options_read(call, &session.wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    const journal_part *part = read_call(&session);
    if (part == NULL)
        return STATUS_USAGE;
    part->run(&session);
    report_flush(&call->report); /* before anything else can change the reason */
    store_fold_free(&session.fold);
    store_close(session.journal);
    return report_status(&call->report);
}
