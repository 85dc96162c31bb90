/*
 * cli/mate_command.c: qili mate: positions in, mates by checks out, proved or refuted.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "board/fen.h"
#include "cli/commands.h"
#include "cli/dispute_reader.h"
#include "judge/memo.h"
#include "judge/words.h"

enum {
    BUDGET_MS = 2000,
    BUDGET_MS_MAX = 24 * 60 * 60 * 1000,
    NODES_MAX = 1000 * 1000 * 1000,
    SHORT_MOVES = 5,     /* mates of up to so many moves are the shortest */
    SHORT_NODES = 20000, /* ... or almost: a fraction of a second */
    LINE_ROOM = 1024,
    TEXT_ROOM = LINE_ROOM * BOARD_NOTATION_BYTES,
    PROOFS = 1 << 20 /* 50 MB */
};

typedef struct mate_wishes {
    const char *fen;
    bool json;
    long budget_ms;
    long nodes;
} mate_wishes;

/* A session: what stays the same from position to position. */
typedef struct mate_session {
    cli_report *report;
    mate_wishes wishes;
    judge_memo *memo;
} mate_session;

/* One position with what was found. */
typedef struct mate_found {
    const dispute_entry *entry; /* where it comes from */
    board_position position;
    judge_answer answer;
    judge_mate_line line;
    long nodes;
    double ms;
} mate_found;

/* Options. */

static bool take_number(cli_call *call, const char *option, long most, long *number)
{
    text_number limit = text_from_number((uint64_t)most);
    char text[TEXT_BYTES];

    if (options_number(optarg, 1, most, number))
        return true;
    text_fill(text, sizeof text, call->report.language, TEXT_NUMBER_OPTION, option, optarg,
              limit.digits);
    report_usage(&call->report, text);
    return false;
}

/* False: reported. */
static bool take_option(cli_call *call, int option, void *context)
{
    mate_wishes *wishes = context;
    char text[TEXT_BYTES];

    switch (option) {
    case 'f':
        wishes->json = strcmp(optarg, "json") == 0;
        if (wishes->json || strcmp(optarg, "text") == 0)
            return true;
        report_usage(&call->report, text_fill(text, sizeof text, call->report.language,
                                              TEXT_UNKNOWN_FORMAT, optarg));
        return false;
    case 'b':
        return take_number(call, "--budget-ms", BUDGET_MS_MAX, &wishes->budget_ms);
    case 'n':
        return take_number(call, "--nodes", NODES_MAX, &wishes->nodes);
    default:
        wishes->fen = optarg;
        return true;
    }
}

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(cli_call *call, mate_wishes *wishes)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"format", required_argument, NULL, 'f'},
                                          {"budget-ms", required_argument, NULL, 'b'},
                                          {"nodes", required_argument, NULL, 'n'},
                                          {"fen", required_argument, NULL, 'F'},
                                          {NULL, 0, NULL, 0}};
    int option = options_read(call, table, take_option, wishes);

    if (option != OPTION_END)
        return option;
    if (options_operands(call, 1) > 1)
        return OPTION_WRONG;
    bool file = optind < call->argc;
    text_name wrong = wishes->fen && file                             ? TEXT_FEN_AND_POSITIONS
                      : !wishes->fen && !file && isatty(STDIN_FILENO) ? TEXT_NOTHING_TO_MATE
                                                                      : TEXT_NONE;
    if (wrong == TEXT_NONE)
        return OPTION_END;
    report_usage(&call->report, text_of(wrong, call->report.language));
    return OPTION_WRONG;
}

/* Searching. */

static double milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static bool time_is_up(void *context)
{
    const double *deadline = context;

    return milliseconds() >= *deadline;
}

static void search(const mate_session *session, mate_found *found)
{
    const long nodes = session->wishes.nodes;
    double start = milliseconds();
    double deadline = start + (double)session->wishes.budget_ms;
    judge_mate_query query = {.limits = {.short_moves = SHORT_MOVES,
                                         .short_nodes = nodes < SHORT_NODES ? nodes : SHORT_NODES,
                                         .nodes = nodes},
                              .memo = session->memo,
                              .stop = time_is_up,
                              .stop_context = &deadline};

    judge_memo_clear(session->memo);
    found->answer = judge_mate_whole(&found->position, &query, &found->line, &found->nodes);
    if (found->answer == JUDGE_YES && found->line.cut)
        found->answer = JUDGE_UNKNOWN; /* the budget ran out before the line was found again */
    found->ms = milliseconds() - start;
}

/* Writing. */

/* The whole line in a notation, as long as it is; NULL if memory ran out. The caller frees. */
static char *line_text(const mate_found *found, board_notation notation)
{
    board_position position = found->position;
    char *text = malloc(TEXT_ROOM);
    size_t used = 0;

    for (size_t i = 0; text != NULL && i < found->line.count; i++) {
        char move[BOARD_NOTATION_BYTES];
        board_notation_write(&position, found->line.moves[i], notation, move);
        used += (size_t)snprintf(text + used, TEXT_ROOM - used, "%s%s", i > 0 ? " " : "", move);
        board_make(&position, found->line.moves[i]);
    }
    return text;
}

static void no_memory(const mate_session *session)
{
    report_bad_input(session->report, (cli_place){NULL, 0},
                     text_of(TEXT_NO_MEMORY, session->report->language));
}

static void write_text(const mate_session *session, const mate_found *found)
{
    static const text_name forms[] = {[JUDGE_NO] = TEXT_MATE_NO,
                                      [JUDGE_YES] = TEXT_MATE_YES,
                                      [JUDGE_UNKNOWN] = TEXT_MATE_UNKNOWN};
    board_language language = session->report->language;
    text_number moves = text_from_number((found->line.count + 1) / 2);
    text_number nodes = text_from_number((uint64_t)found->nodes);
    text_number ms = text_from_number((uint64_t)(found->ms + 0.5));
    char name[TEXT_BYTES];
    char *line =
        line_text(found, language == BOARD_ENGLISH ? BOARD_NOTATION_ICCS : BOARD_NOTATION_CHINESE);

    if (line == NULL) {
        no_memory(session);
        return;
    }
    dispute_name(found->entry, (dispute_forms){TEXT_MATE_ID, TEXT_MATE_LINE, TEXT_MATE_POSITION},
                 language, name, sizeof name);
    text_write(stdout, language, forms[found->answer], name, moves.digits, line, nodes.digits,
               ms.digits);
    free(line);
}

/* The line as an array, one notation; NULL if memory ran out. */
static json_t *line_json(const mate_found *found, board_notation notation)
{
    board_position position = found->position;
    json_t *array = json_array();

    for (size_t i = 0; array != NULL && i < found->line.count; i++) {
        char move[BOARD_NOTATION_BYTES];
        board_notation_write(&position, found->line.moves[i], notation, move);
        if (json_array_append_new(array, json_string(move)) != 0) {
            json_decref(array);
            return NULL;
        }
        board_make(&position, found->line.moves[i]);
    }
    return array;
}

static void write_json(const mate_session *session, const mate_found *found)
{
    bool mate = found->answer == JUDGE_YES;
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:f}", "id", dispute_id_json(found->entry),
        "input_line", dispute_line_json(found->entry), "mate",
        found->answer == JUDGE_UNKNOWN ? json_null() : json_boolean(mate), "length",
        mate ? json_integer((json_int_t)(found->line.count + 1) / 2) : json_null(), "line",
        line_json(found, BOARD_NOTATION_ICCS), "zh", line_json(found, BOARD_NOTATION_CHINESE),
        "nodes", (json_int_t)found->nodes, "ms", (double)(long)(found->ms * 1000) / 1000);
    char *line = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;

    if (line != NULL)
        printf("%s\n", line);
    else
        no_memory(session);
    free(line);
    json_decref(object);
}

static void mate_of_position(const mate_session *session, const dispute_entry *entry,
                             const board_position *position)
{
    board_move moves[LINE_ROOM];
    mate_found found = {
        .entry = entry, .position = *position, .line = {.moves = moves, .room = LINE_ROOM}};

    search(session, &found);
    if (found.answer != JUDGE_YES)
        found.line.count = 0;
    if (session->wishes.json)
        write_json(session, &found);
    else
        write_text(session, &found);
}

/* Searches the position of a layout; what is wrong with it is reported. */
static void mate_of_layout(const mate_session *session, const dispute_entry *entry,
                           const board_layout *layout)
{
    board_position position;
    board_layout_fault fault;
    board_problem problem;

    if (board_layout_faults(layout, &fault, 1) == 0 &&
        board_position_from_layout(&position, layout, &fault) == BOARD_OK) {
        mate_of_position(session, entry, &position);
        return;
    }
    board_problem_set(&problem, fault.error, NULL, 0);
    problem.square = fault.square;
    report_problem(session->report, entry->place, &problem, NULL);
}

/* Is what is wrong with the record no matter of its moves, which mean nothing here? */
static bool is_spoilt(const board_record *record)
{
    return record->problem.error != BOARD_OK && record->problem.ply == 0;
}

/* The position in which an entry of a file begins. */
static bool visit_entry(void *context, const dispute_entry *entry)
{
    mate_session *session = context;

    if (is_spoilt(entry->record))
        report_problem(session->report, entry->place, &entry->record->problem, NULL);
    else
        mate_of_layout(session, entry, &entry->record->start);
    return report_flush(session->report);
}

static void mate_of_fen(const mate_session *session, const char *fen)
{
    const dispute_entry entry = {.place = {NULL, 0}};
    board_layout layout;
    board_problem problem;

    if (board_fen_read(fen, strlen(fen), &layout, NULL, &problem) == BOARD_OK) {
        mate_of_layout(session, &entry, &layout);
        return;
    }
    problem.line = 0;
    report_problem(session->report, entry.place, &problem, NULL);
}

int mate_command(cli_call *call)
{
    mate_session session = {.report = &call->report,
                            .wishes = {.budget_ms = BUDGET_MS, .nodes = NODES_MAX}};
    int option = read_options(call, &session.wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    session.memo = judge_memo_new(
        (judge_memo_size){.mates = 1 << 16, .exchanges = 1, .proofs = (size_t)PROOFS});
    if (session.memo == NULL) {
        report_usage(&call->report, text_of(TEXT_NO_MEMORY, call->report.language));
        return STATUS_USAGE;
    }
    if (session.wishes.fen != NULL)
        mate_of_fen(&session, session.wishes.fen);
    else
        positions_read(&call->report, optind < call->argc ? call->argv[optind] : "-", visit_entry,
                       &session);
    judge_memo_free(session.memo);
    return report_status(&call->report);
}
