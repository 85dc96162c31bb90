/*
 * cli/limit_command.c: qili limit: audits games by the natural move limit (4.2.4, 23.3).
 */
#include <string.h>
#include <unistd.h>

#include "board/notation.h"
#include "cli/arbiter.h"
#include "cli/commands.h"
#include "cli/dispute_reader.h"
#include "ledger/audit.h"

typedef struct limit_session {
    cli_report *report;
    ledger_audit_setting setting;
    bool json;
} limit_session;

/* One game with its audit; nothing here is owned. */
typedef struct limit_game {
    const dispute_entry *entry;
    const ledger_audit *audit;
    board_language language;
} limit_game;

/* Options. */

static const char *const claimant_names[LEDGER_CLAIMANTS] = {"red", "black", "none"};

static bool take_claimant(cli_call *call, ledger_claimant *claimant)
{
    char text[TEXT_BYTES];

    for (int i = 0; i < LEDGER_CLAIMANTS; i++) {
        if (strcmp(optarg, claimant_names[i]) == 0) {
            *claimant = (ledger_claimant)i;
            return true;
        }
    }
    report_usage(&call->report,
                 text_fill(text, sizeof text, call->report.language, TEXT_CLAIMANT, optarg));
    return false;
}

static bool take_limit(cli_call *call, size_t *limit)
{
    text_number most = text_from_number(LEDGER_LIMIT_MAX);
    char text[TEXT_BYTES];
    long number = 0;

    if (options_number(optarg, 1, LEDGER_LIMIT_MAX, &number)) {
        *limit = (size_t)number;
        return true;
    }
    report_usage(&call->report, text_fill(text, sizeof text, call->report.language,
                                          TEXT_NUMBER_OPTION, "--limit", optarg, most.digits));
    return false;
}

/* False: reported. */
static bool take_option(cli_call *call, int option, void *context)
{
    limit_session *session = context;

    switch (option) {
    case 'f':
        return arbiter_take_format(call, optarg, &session->json);
    case 'c':
        return take_claimant(call, &session->setting.claimant);
    default:
        return take_limit(call, &session->setting.limit);
    }
}

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(cli_call *call, limit_session *session)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"format", required_argument, NULL, 'f'},
                                          {"limit", required_argument, NULL, 'n'},
                                          {"claimant", required_argument, NULL, 'c'},
                                          {NULL, 0, NULL, 0}};
    int option = options_read(call, table, take_option, session);

    if (option != OPTION_END)
        return option;
    if (optind < call->argc || !isatty(STDIN_FILENO))
        return OPTION_END;
    report_usage(&call->report, text_of(TEXT_NOTHING_TO_AUDIT, call->report.language));
    return OPTION_WRONG;
}

/* For people. */

static void write_tag(const limit_game *game, text_name form, board_record_tag tag)
{
    const char *value = board_record_tag_text(game->entry->record, tag);

    if (value[0] != '\0')
        text_write(stdout, game->language, form, value);
}

static void write_heading(const limit_game *game)
{
    const board_record *record = game->entry->record;
    board_language language = game->language;
    char name[TEXT_BYTES];

    fputs(dispute_name(game->entry,
                       (dispute_forms){TEXT_LIMIT_ID, TEXT_LIMIT_LINE, TEXT_LIMIT_GAME}, language,
                       name, sizeof name),
          stdout);
    write_tag(game, TEXT_HEADING_TITLE, BOARD_TAG_TITLE);
    write_tag(game, TEXT_HEADING_EVENT, BOARD_TAG_EVENT);
    write_tag(game, TEXT_HEADING_RED, BOARD_TAG_RED);
    write_tag(game, TEXT_HEADING_BLACK, BOARD_TAG_BLACK);
    putchar('\n');
    if (record->side_corrected)
        text_write(stdout, language, TEXT_NOTE_LINE,
                   text_of(record->start.to_move == BOARD_RED ? TEXT_RED_MOVES_FIRST
                                                              : TEXT_BLACK_MOVES_FIRST,
                           language));
    if (record->ranks_from_one)
        text_write(stdout, language, TEXT_NOTE_LINE, text_of(TEXT_RANKS_FROM_ONE, language));
    if (record->damaged)
        text_write(stdout, language, TEXT_NOTE_LINE, text_of(TEXT_DAMAGED, language));
}

static void write_runs(const limit_game *game)
{
    char text[LEDGER_AUDIT_TEXT_BYTES];

    for (size_t first = 0; first < game->audit->rounds;
         first = ledger_audit_run_end(game->audit, first))
        printf("  %s\n",
               ledger_audit_run_text(game->audit, first, game->language, text, sizeof text));
}

static void write_text(const limit_game *game)
{
    char text[LEDGER_AUDIT_TEXT_BYTES];

    write_heading(game);
    for (int part = 0; part < LEDGER_AUDIT_PARTS; part++) {
        if (part == LEDGER_AUDIT_VERDICT)
            write_runs(game);
        ledger_audit_text(game->audit, (ledger_audit_part)part, game->language, text, sizeof text);
        if (text[0] != '\0')
            puts(text);
    }
    putchar('\n');
}

/* For programs. */

static json_t *side_json(ledger_claimant claimant)
{
    return claimant == LEDGER_NOBODY_CLAIMS ? json_null() : json_string(claimant_names[claimant]);
}

static json_t *pair_json(size_t red, size_t black)
{
    return json_pack("{s:I, s:I}", "red", (json_int_t)red, "black", (json_int_t)black);
}

static json_t *capture_json(const ledger_audit *audit)
{
    char iccs[BOARD_NOTATION_BYTES];

    if (audit->capture == 0)
        return json_null();
    board_notation_write(&audit->before_capture, audit->capturing, BOARD_NOTATION_ICCS, iccs);
    return json_pack("{s:I, s:o, s:s, s:o}", "ply", (json_int_t)audit->capture, "side",
                     side_json((ledger_claimant)audit->before_capture.to_move), "iccs", iccs,
                     "taken", arbiter_piece(audit->captured));
}

static json_t *rounds_json(const ledger_audit *audit)
{
    json_t *array = json_array();

    for (size_t i = 0; array != NULL && i < audit->rounds; i++) {
        const ledger_round *round = &audit->list[i];
        json_t *object =
            json_pack("{s:I, s:[i, i], s:b, s:o, s:o}", "round", (json_int_t)i + 1, "plies",
                      (int)round->ply, (int)round->ply + 1, "counted", (int)round->counted, "why",
                      round->counted ? json_null() : json_string("check-beyond-ten"), "checks",
                      pair_json(round->checks[BOARD_RED], round->checks[BOARD_BLACK]));
        if (json_array_append_new(array, object) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *foul_json(const ledger_audit *audit)
{
    if (!ledger_audit_is_foul(audit))
        return json_null();
    return json_pack("{s:s, s:o, s:i}", "article", "9.1.4", "side",
                     side_json(audit->setting.claimant), "minutes", LEDGER_UNTRUE_MINUTES);
}

static void write_json(cli_report *report, const limit_game *game)
{
    const ledger_audit *audit = game->audit;
    char chinese[LEDGER_AUDIT_TEXT_BYTES];
    char english[LEDGER_AUDIT_TEXT_BYTES];

    ledger_audit_text(audit, LEDGER_AUDIT_VERDICT, BOARD_CHINESE, chinese, sizeof chinese);
    ledger_audit_text(audit, LEDGER_AUDIT_VERDICT, BOARD_ENGLISH, english, sizeof english);
    json_t *object = json_pack(
        "{s:o, s:o, s:I, s:o, s:I, s:b, s:o, s:I, s:b, s:I, s:o, s:I, s:o, s:o, s:s, s:o, s:o, "
        "s:s, s:s}",
        "id", dispute_id_json(game->entry), "input_line", dispute_line_json(game->entry), "limit",
        (json_int_t)audit->setting.limit, "claimant", side_json(audit->setting.claimant), "plies",
        (json_int_t)audit->plies, "earlier_unknown", (int)audit->earlier_unknown, "capture",
        capture_json(audit), "rounds", (json_int_t)audit->rounds, "half_round", (int)audit->half,
        "stood_illegal", (json_int_t)audit->stood, "checks",
        pair_json(audit->checks[BOARD_RED], audit->checks[BOARD_BLACK]), "counted",
        (json_int_t)audit->counted, "counted_if_claimed",
        pair_json(audit->counted_for[BOARD_RED], audit->counted_for[BOARD_BLACK]), "list",
        rounds_json(audit), "verdict", ledger_audit_code(audit->verdict), "articles",
        arbiter_articles(ledger_audit_articles(audit->verdict)), "foul", foul_json(audit),
        "text_zh", chinese, "text_en", english);
    arbiter_write_json(report, object);
}

/* Games. */

static bool visit_game(void *context, const dispute_entry *entry)
{
    limit_session *session = context;
    ledger_audit audit;
    board_problem problem;
    board_error error = ledger_audit_record(entry->record, &session->setting, &audit, &problem);
    const limit_game game = {entry, &audit, session->report->language};

    if (error != BOARD_OK)
        report_problem(session->report, entry->place, &problem, NULL);
    else if (session->json)
        write_json(session->report, &game);
    else
        write_text(&game);
    return report_flush(session->report);
}

int limit_command(cli_call *call)
{
    limit_session session = {.report = &call->report,
                             .setting = {LEDGER_LIMIT_ROUNDS, LEDGER_NOBODY_CLAIMS}};
    int option = read_options(call, &session);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    if (optind == call->argc)
        disputes_read(&call->report, "-", visit_game, &session);
    for (int i = optind; i < call->argc && call->report.write_failure == 0; i++)
        disputes_read(&call->report, call->argv[i], visit_game, &session);
    return report_status(&call->report);
}
