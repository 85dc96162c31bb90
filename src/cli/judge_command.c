/*
 * cli/judge_command.c: qili judge: disputes in, rulings out, one after the other.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/dispute_reader.h"
#include "cli/judged.h"
#include "judge/json.h"
#include "judge/memo.h"

enum { MORE_BYTES = 4096, OVERRIDES_MAX = 64 };

/* What the options ask for. */
typedef struct judge_wishes {
    const char *edition;
    const char *fen;
    const char *moves;
    bool json;
    bool evidence;
    bool after_order;
    judge_override overrides[OVERRIDES_MAX];
    size_t override_count;
} judge_wishes;

/* A session of judging: what stays the same from dispute to dispute. */
typedef struct judge_session {
    cli_report *report;
    judge_wishes wishes;
    judge_edition edition;
    judge_setting setting;
    FILE *output; /* standard output; where labels are overruled, kept back until all is read */
    size_t entries;
    bool wrote; /* something was written before */
} judge_session;

/* Options. */

static int wrong_value(cli_call *call, text_name name, const char *value)
{
    char text[TEXT_BYTES];

    report_usage(&call->report, text_fill(text, sizeof text, call->report.language, name, value));
    return OPTION_WRONG;
}

static int take_override(cli_call *call, const char *value, judge_wishes *wishes)
{
    char text[TEXT_BYTES];
    board_problem problem;

    if (wishes->override_count == OVERRIDES_MAX) {
        report_usage(&call->report, text_of(TEXT_TOO_MANY_OVERRIDES, call->report.language));
        return OPTION_WRONG;
    }
    judge_override *override = &wishes->overrides[wishes->override_count++];
    if (judge_override_read(value, override, &problem) == BOARD_OK)
        return 'O';
    board_problem_text(&problem, call->report.language, text, sizeof text);
    report_usage(&call->report, text);
    return OPTION_WRONG;
}

static bool take_option(cli_call *call, int option, void *context)
{
    judge_wishes *wishes = context;

    switch (option) {
    case 'O':
        return take_override(call, optarg, wishes) != OPTION_WRONG;
    case 'e':
        wishes->edition = optarg;
        break;
    case 'f':
        wishes->json = strcmp(optarg, "json") == 0;
        if (!wishes->json && strcmp(optarg, "text") != 0)
            return wrong_value(call, TEXT_UNKNOWN_FORMAT, optarg) != OPTION_WRONG;
        break;
    case 'E':
        wishes->evidence = true;
        break;
    case 'o':
        wishes->after_order = true;
        break;
    case 'F':
        wishes->fen = optarg;
        break;
    case 'm':
        wishes->moves = optarg;
        break;
    default:
        break;
    }
    return true;
}

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(cli_call *call, judge_wishes *wishes)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"edition", required_argument, NULL, 'e'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"evidence", no_argument, NULL, 'E'},
                                          {"after-order", no_argument, NULL, 'o'},
                                          {"override", required_argument, NULL, 'O'},
                                          {"fen", required_argument, NULL, 'F'},
                                          {"moves", required_argument, NULL, 'm'},
                                          {NULL, 0, NULL, 0}};
    int option = options_read(call, table, take_option, wishes);

    if (option != OPTION_END)
        return option;
    bool files = optind < call->argc;
    bool texts = wishes->fen != NULL || wishes->moves != NULL;
    text_name wrong = texts && files                             ? TEXT_FEN_AND_FILE
                      : texts && wishes->moves == NULL           ? TEXT_FEN_WITHOUT_MOVES
                      : !texts && !files && isatty(STDIN_FILENO) ? TEXT_NOTHING_TO_JUDGE
                                                                 : TEXT_NONE;
    if (wrong == TEXT_NONE)
        return OPTION_END;
    report_usage(&call->report, text_of(wrong, call->report.language));
    return OPTION_WRONG;
}

static bool begin_session(judge_session *session)
{
    char names[MORE_BYTES];
    char text[TEXT_BYTES];

    if (judge_edition_load(session->wishes.edition, &session->edition) != BOARD_OK) {
        text_fill(text, sizeof text, session->report->language, TEXT_UNKNOWN_EDITION,
                  session->wishes.edition, command_editions(names, sizeof names));
        report_usage(session->report, text);
        return false;
    }
    session->setting.clauses = session->edition.clauses;
    session->setting.limits = judge_limits_standard();
    session->setting.memo = judge_memo_new(judge_memo_standard());
    if (session->setting.memo == NULL) {
        report_usage(session->report, text_of(TEXT_NO_MEMORY, session->report->language));
        return false;
    }
    return true;
}

/* What is wrong with a record. */

/* The moves that an ambiguous text can mean: "；可读作 马8进7（h9g7）、马8退7（h9g7）". */
static void write_readings(const board_record *record, board_language language, char *buffer,
                           size_t size)
{
    board_position position;
    size_t used = 0;

    if (board_position_from_layout(&position, &record->start, NULL) != BOARD_OK)
        return;
    for (size_t i = 0; i < record->count; i++)
        board_make(&position, record->moves[i].move);
    for (size_t i = 0; i < record->readings.count && used < size; i++) {
        char chinese[BOARD_NOTATION_BYTES];
        char squares[BOARD_NOTATION_BYTES];
        board_notation_write(&position, record->readings.moves[i], BOARD_NOTATION_CHINESE, chinese);
        board_notation_write(&position, record->readings.moves[i], BOARD_NOTATION_ICCS, squares);
        used += (size_t)snprintf(buffer + used, size - used, "%s%s (%s)",
                                 text_of(i == 0 ? TEXT_CAN_MEAN : TEXT_LIST_COMMA, language),
                                 chinese, squares);
    }
}

/* The faults of the position besides the one that is told already. */
static void write_more_faults(const board_record *record, board_language language, char *buffer,
                              size_t size)
{
    board_layout_fault faults[BOARD_FAULTS_MAX];
    size_t count = board_layout_faults(&record->start, faults, BOARD_FAULTS_MAX);
    size_t used = 0;

    if (count == 0 || faults[0].error != record->problem.error)
        return;
    for (size_t i = 1; i < count && i < BOARD_FAULTS_MAX && used < size; i++) {
        char text[MORE_BYTES];
        board_problem problem;
        board_problem_set(&problem, faults[i].error, NULL, 0);
        problem.square = faults[i].square;
        board_problem_text(&problem, language, text, sizeof text);
        used += (size_t)snprintf(buffer + used, size - used, "%s%s",
                                 text_of(TEXT_LIST_SEMICOLON, language), text);
    }
}

static void report_record(judge_session *session, const dispute_entry *entry)
{
    const board_record *record = entry->record;
    char more[MORE_BYTES] = "";

    if (record->problem.error == BOARD_ERROR_NOTATION_AMBIGUOUS)
        write_readings(record, session->report->language, more, sizeof more);
    else if (record->problem.ply == 0)
        write_more_faults(record, session->report->language, more, sizeof more);
    report_problem(session->report, entry->place, &record->problem, more);
}

/* Judging. */

/* The ruling as JSON, the arbiter's word beside it; NULL if memory ran out. */
static char *json_line(const cli_judged *judged)
{
    json_t *object = judge_result_json(NULL, judged->dispute, judged->edition, judged->setting,
                                       judged->result, judged->evidence);
    json_t *arbiter = NULL;

    if (object != NULL &&
        (json_object_set_new(object, "id", dispute_id_json(judged->entry)) != 0 ||
         json_object_set_new(object, "input_line", dispute_line_json(judged->entry)) != 0)) {
        json_decref(object);
        return NULL;
    }
    if (object != NULL && judged->overruled != NULL) {
        arbiter = judge_arbiter_json(judged->result, judged->overruled, judged->overrides,
                                     judged->override_count);
        if (json_object_set_new(object, "arbiter", arbiter) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return line;
}

static void write_json(judge_session *session, const cli_judged *judged)
{
    char *line = json_line(judged);

    if (line != NULL)
        fprintf(session->output, "%s\n", line);
    else
        report_bad_input(session->report, judged->entry->place,
                         text_of(TEXT_NO_MEMORY, session->report->language));
    free(line);
    if (judged->entry->record->side_corrected)
        report_note(session->report, judged->entry->place,
                    text_of(judged->entry->record->start.to_move == BOARD_RED
                                ? TEXT_RED_MOVES_FIRST
                                : TEXT_BLACK_MOVES_FIRST,
                            session->report->language));
}

static void write_result(judge_session *session, const cli_judged *judged)
{
    if (session->wishes.json) {
        write_json(session, judged);
    } else {
        if (session->wrote)
            fputs("\n", session->output);
        judged_write_text(session->output, judged);
    }
    session->wrote = true;
    if (judged->result->cycle.stage == JUDGE_STAGE_NONE &&
        judged->entry->record->problem.error == BOARD_OK)
        report_bad_input(session->report, judged->entry->place,
                         text_of(TEXT_NEVER_REPEATS, session->report->language));
}

/* Writes the result as the tool sees it, or with the arbiter's word. */
static void write_with_overrides(judge_session *session, const cli_judged *judged)
{
    cli_judged both = *judged;
    judge_result overruled;
    board_problem problem;
    char text[TEXT_BYTES];

    if (judged->override_count == 0) {
        write_result(session, judged);
        return;
    }
    if (judge_overrule(judged->dispute, judged->result, judged->edition, judged->overrides,
                       judged->override_count, &overruled, &problem) == BOARD_OK) {
        both.overruled = &overruled;
        write_result(session, &both);
    } else {
        board_problem_text(&problem, session->report->language, text, sizeof text);
        report_usage(session->report, text);
    }
    judge_result_free(&overruled);
}

/* Judges the moves that were played from the record's start. */
static void judge_played_moves(judge_session *session, const dispute_entry *entry,
                               judge_played *played)
{
    judge_dispute dispute = {
        .moves = played, .count = entry->record->count, .after_order = session->wishes.after_order};
    judge_result result;
    board_problem problem;

    for (size_t i = 0; i < dispute.count; i++)
        played[i] =
            (judge_played){entry->record->moves[i].move, entry->record->moves[i].stood_illegal};
    board_error error = board_position_from_layout(&dispute.start, &entry->record->start, NULL);
    board_problem_set(&problem, error, NULL, 0);
    if (error == BOARD_OK)
        error = judge_dispute_rule(&dispute, &session->edition, &session->setting.limits,
                                   session->setting.memo, &result, &problem);
    if (error != BOARD_OK) {
        report_problem(session->report, entry->place, &problem, NULL);
        return;
    }
    const cli_judged judged = {.entry = entry,
                               .dispute = &dispute,
                               .edition = &session->edition,
                               .setting = &session->setting,
                               .result = &result,
                               .overrides = session->wishes.overrides,
                               .override_count = session->wishes.override_count,
                               .language = session->report->language,
                               .evidence = session->wishes.evidence};
    write_with_overrides(session, &judged);
    judge_result_free(&result);
}

/* Only the end of the game is missing: the moves that were read can be judged. */
static bool only_lacks_end(const board_record *record)
{
    return record->count > 0 && (record->problem.error == BOARD_ERROR_RECORD_NO_RESULT ||
                                 record->problem.error == BOARD_ERROR_RECORD_NO_BRACE);
}

/* Judges one entry; false when standard output takes no more. */
static bool judge_entry(void *context, const dispute_entry *entry)
{
    judge_session *session = context;
    board_record *record = entry->record;

    if (++session->entries > 1 && session->wishes.override_count > 0) {
        report_usage(session->report, text_of(TEXT_OVERRIDE_MANY, session->report->language));
        return false;
    }
    if (record->problem.error != BOARD_OK && !only_lacks_end(record)) {
        report_record(session, entry);
        return true;
    }
    judge_played *played = calloc(record->count + 1, sizeof *played);
    if (played == NULL) {
        report_bad_input(session->report, entry->place,
                         text_of(TEXT_NO_MEMORY, session->report->language));
        return true;
    }
    judge_played_moves(session, entry, played);
    if (record->problem.error != BOARD_OK)
        report_record(session, entry);
    free(played);
    return report_flush(session->report);
}

/* Reads and judges all that the call names. */
static void judge_all(cli_call *call, judge_session *session)
{
    if (session->wishes.moves != NULL)
        dispute_of_texts(&call->report, session->wishes.fen, session->wishes.moves, judge_entry,
                         session);
    else if (optind == call->argc)
        disputes_read(&call->report, "-", judge_entry, session);
    for (int i = optind; i < call->argc && call->report.write_failure == 0; i++)
        disputes_read(&call->report, call->argv[i], judge_entry, session);
}

/* Overrides are meant for one dispute: nothing is written before it is known to be the only one. */
static void judge_overruled(cli_call *call, judge_session *session)
{
    char *kept = NULL;
    size_t length = 0;

    session->output = open_memstream(&kept, &length);
    if (session->output == NULL) {
        report_usage(&call->report, text_of(TEXT_NO_MEMORY, call->report.language));
        return;
    }
    judge_all(call, session);
    bool whole = fclose(session->output) == 0;
    if (!whole)
        report_usage(&call->report, text_of(TEXT_NO_MEMORY, call->report.language));
    else if (!call->report.unusable)
        fwrite(kept, 1, length, stdout);
    free(kept);
}

int judge_command(cli_call *call)
{
    judge_session session = {
        .report = &call->report, .wishes = {.edition = "cxa-2007"}, .output = stdout};
    int option = read_options(call, &session.wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG || !begin_session(&session))
        return report_status(&call->report);
    if (session.wishes.override_count > 0)
        judge_overruled(call, &session);
    else
        judge_all(call, &session);
    judge_memo_free(session.setting.memo);
    return report_status(&call->report);
}
