/*
 * cli/ruling_command.c: qili ruling: a dispute judged and ruled on in a game, and what becomes of
 * an order to change. Written out as PDF or PGN: ruling_paper.c.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/fen.h"
#include "board/notation.h"
#include "cli/commands.h"
#include "cli/dispute_reader.h"
#include "cli/entry_name.h"
#include "cli/ledger_session.h"
#include "cli/ruling_paper.h"
#include "judge/memo.h"
#include "judge/override.h"
#include "judge/words.h"
#include "paper/words.h"

enum {
    OPTION_FEN = 256,
    OPTION_MOVES,
    OPTION_DISPUTE,
    OPTION_EDITION,
    OPTION_OUTCOME,
    OPTION_OVERRIDE,
    OPTION_AFTER_ORDER,
    OPTION_OUTPUT
};

typedef struct ruling_wishes {
    const char *fen;
    const char *moves;
    const char *dispute; /* a file */
    const char *edition;
    const char *outcome;
    const char *output; /* of pdf and pgn */
    bool after_order;
    judge_override overrides[LEDGER_OVERRIDES_MAX];
    size_t override_count;
} ruling_wishes;

typedef struct ruling_session {
    ledger_session *ledger;
    ruling_wishes wishes;
    ledger_game_key game;
    judge_edition edition;
    size_t disputes;
    bool drafted; /* a ruling waits to be logged */
} ruling_session;

/* Options. */

static bool take_override(ruling_session *session)
{
    judge_override *override = &session->wishes.overrides[session->wishes.override_count];
    char text[TEXT_BYTES];
    board_problem problem;

    if (session->wishes.override_count == LEDGER_OVERRIDES_MAX) {
        ledger_session_wrong(session->ledger, TEXT_RULING_OVERRIDES,
                             text_from_number(LEDGER_OVERRIDES_MAX).digits);
        return false;
    }
    session->wishes.override_count++;
    if (judge_override_read(optarg, override, &problem) == BOARD_OK)
        return true;
    session->ledger->failed = true;
    report_usage(
        session->ledger->report,
        board_problem_text(&problem, session->ledger->report->language, text, sizeof text));
    return false;
}

/* False: reported. */
static bool take_option(ruling_session *session, int option)
{
    switch (option) {
    case OPTION_FEN:
        session->wishes.fen = optarg;
        return true;
    case OPTION_MOVES:
        session->wishes.moves = optarg;
        return true;
    case OPTION_DISPUTE:
        session->wishes.dispute = optarg;
        return true;
    case OPTION_EDITION:
        session->wishes.edition = optarg;
        return true;
    case OPTION_OUTCOME:
        session->wishes.outcome = optarg;
        return true;
    case OPTION_OUTPUT:
        session->wishes.output = optarg;
        return true;
    case OPTION_AFTER_ORDER:
        session->wishes.after_order = true;
        return true;
    case OPTION_OVERRIDE:
        return take_override(session);
    default:
        return ledger_session_option(session->ledger, option);
    }
}

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(ruling_session *session)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          LEDGER_OPTIONS,
                                          {"fen", required_argument, NULL, OPTION_FEN},
                                          {"moves", required_argument, NULL, OPTION_MOVES},
                                          {"dispute", required_argument, NULL, OPTION_DISPUTE},
                                          {"edition", required_argument, NULL, OPTION_EDITION},
                                          {"outcome", required_argument, NULL, OPTION_OUTCOME},
                                          {"override", required_argument, NULL, OPTION_OVERRIDE},
                                          {"after-order", no_argument, NULL, OPTION_AFTER_ORDER},
                                          {"output", required_argument, NULL, OPTION_OUTPUT},
                                          {NULL, 0, NULL, 0}};
    int option = 0;

    options_begin();
    while ((option = options_next(session->ledger->call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (!take_option(session, option))
            return OPTION_WRONG;
    }
    return OPTION_END;
}

/* The draft. */

static void wrong_problem(ruling_session *session, const dispute_entry *entry,
                          const board_problem *problem)
{
    session->ledger->failed = true;
    report_problem(session->ledger->report, entry->place, problem, NULL);
}

/* The moves in ICCS, "!" where an illegal one stood. */
static void write_moves(ruling_session *session, const judge_dispute *dispute)
{
    ledger_ruling *ruling = &session->ledger->draft.payload.ruling;
    board_position position = dispute->start;
    size_t used = 0;

    if (dispute->count > LEDGER_PLIES_MAX) {
        ledger_session_wrong(session->ledger, TEXT_RULING_TOO_MANY, "");
        return;
    }
    for (size_t i = 0; i < dispute->count; i++) {
        char text[BOARD_NOTATION_BYTES];
        board_notation_write(&position, dispute->moves[i].move, BOARD_NOTATION_ICCS, text);
        used += (size_t)snprintf(ruling->moves + used, sizeof ruling->moves - used, "%s%s%s",
                                 i > 0 ? " " : "", text, dispute->moves[i].stood ? "!" : "");
        board_make(&position, dispute->moves[i].move);
    }
}

static void write_overrides(ruling_session *session)
{
    ledger_ruling *ruling = &session->ledger->draft.payload.ruling;

    ruling->override_count = (int32_t)session->wishes.override_count;
    for (size_t i = 0; i < session->wishes.override_count; i++) {
        const judge_override *from = &session->wishes.overrides[i];
        ledger_override *to = &ruling->overrides[i];
        to->ply = (int32_t)from->move + 1;
        to->label = from->label;
        to->kind = from->idle_kind;
        LEDGER_TEXT(session->ledger, to->reason, from->reason);
    }
}

/* The arbiter's outcome: what he says, or what follows from his labels, or the tool's. */
static void write_outcome(ruling_session *session, const judge_ruling *tool,
                          const judge_ruling *arbiter)
{
    ledger_ruling *ruling = &session->ledger->draft.payload.ruling;
    const char *wanted = session->wishes.outcome;

    ruling->tool = tool->outcome;
    ruling->outcome = arbiter->outcome;
    LEDGER_TEXT(session->ledger, ruling->articles, arbiter->articles);
    for (int i = 0; wanted != NULL && i <= JUDGE_DRAW; i++) {
        if (strcmp(judge_outcome_code((judge_outcome)i), wanted) != 0)
            continue;
        if (ruling->outcome != (judge_outcome)i)
            ruling->articles[0] = '\0'; /* those were for another outcome */
        ruling->outcome = (judge_outcome)i;
        return;
    }
    if (wanted != NULL)
        ledger_session_wrong(session->ledger, TEXT_RULING_OUTCOME, wanted);
    else if (ruling->outcome > JUDGE_DRAW)
        ledger_session_wrong(
            session->ledger,
            tool->outcome == JUDGE_NO_CYCLE ? TEXT_RULING_NO_CYCLE : TEXT_RULING_UNDECIDED, "");
}

/* What was ruled, and what the arbiter logs next; the order, or the result, the ledger has told. */
static void tell_ruling(const ruling_session *session)
{
    const ledger_session *ledger = session->ledger;
    const ledger_ruling *ruling = &ledger->draft.payload.ruling;
    board_language language = ledger->report->language;
    ledger_outcome outcome = ledger_ruling_outcome(ruling->outcome);
    char game[LEDGER_GAME_BYTES];
    char cited[TEXT_BYTES] = "";
    char tool[TEXT_BYTES];
    board_side side = BOARD_RED;

    if (ruling->articles[0] != '\0')
        text_fill(cited, sizeof cited, language, TEXT_RULING_CITED, ruling->articles);
    text_fill(tool, sizeof tool, language,
              ruling->tool == ruling->outcome ? TEXT_RULING_TOOL_SAME : TEXT_RULING_TOOL_OTHER,
              paper_outcome(ruling->tool, language));
    text_write(stdout, language, TEXT_RULING_SAYS, paper_outcome(ruling->outcome, language), cited,
               tool);
    ledger_game_text(ruling->game, game);
    if (ledger_ruling_orders(ruling->outcome, &side))
        text_write(stdout, language, TEXT_RULING_NEXT_ORDER, ledger_side_text(side, language),
                   game);
    else
        text_write(stdout, language, TEXT_RULING_NEXT_RESULT, game, ledger_outcome_code(outcome),
                   outcome == LEDGER_DRAW        ? "repetition"
                   : session->wishes.after_order ? "not-changed"
                                                 : "forbidden");
}

/* What the arbiter should know before it stands in the journal. */
static void tell_doubts(ruling_session *session, const dispute_entry *entry,
                        const judge_result *result)
{
    cli_report *report = session->ledger->report;
    ledger_game read;

    if (judge_ruling_provisional(result))
        report_note(report, entry->place, text_of(TEXT_RULING_NOT_YET, report->language));
    if (result->ruling.outcome == JUDGE_NO_CYCLE && !session->ledger->failed)
        report_note(report, entry->place, text_of(TEXT_RULING_NO_CYCLE, report->language));
    if (session->wishes.after_order &&
        (!ledger_find_game(session->ledger->fold.state, session->game, &read) ||
         read.order == NULL))
        report_note(report, entry->place, text_of(TEXT_RULING_NO_ORDER, report->language));
}

static void write_draft(ruling_session *session, const dispute_entry *entry,
                        const judge_dispute *dispute, const judge_result *result)
{
    ledger_session *ledger = session->ledger;
    ledger_ruling *ruling = &ledger->draft.payload.ruling;
    judge_result overruled = {.ruling = result->ruling};
    board_problem problem;

    ledger_session_draft(ledger, LEDGER_RULING);
    ruling->game = session->game;
    board_fen_write(&entry->record->start, ruling->fen);
    LEDGER_TEXT(ledger, ruling->edition, session->edition.name);
    LEDGER_TEXT(ledger, ruling->note, ledger->note);
    write_moves(session, dispute);
    write_overrides(session);
    if (session->wishes.override_count > 0 &&
        judge_overrule(dispute, result, &session->edition, session->wishes.overrides,
                       session->wishes.override_count, &overruled, &problem) != BOARD_OK)
        wrong_problem(session, entry, &problem);
    write_outcome(session, &result->ruling, &overruled.ruling);
    if (session->wishes.override_count > 0)
        judge_result_free(&overruled);
    tell_doubts(session, entry, result);
    session->drafted = true;
}

/* Only when all that was given has been read: it may hold a second dispute, or a bad one. */
static void log_draft(ruling_session *session, size_t bad_before)
{
    ledger_session *ledger = session->ledger;
    const size_t bad = ledger->report->bad_inputs;

    if (!session->drafted || ledger->failed || bad > bad_before)
        return;
    ledger_session_log(ledger);
    if (!ledger->failed && !ledger->json && ledger->report->bad_inputs == bad)
        tell_ruling(session);
}

/* Judging. */

static void rule(ruling_session *session, const dispute_entry *entry, judge_played *played)
{
    const judge_limits limits = judge_limits_standard();
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
        error = judge_dispute_rule(&dispute, &session->edition, &limits, NULL, &result, &problem);
    if (error != BOARD_OK) {
        wrong_problem(session, entry, &problem);
        return;
    }
    write_draft(session, entry, &dispute, &result);
    judge_result_free(&result);
}

static bool rule_entry(void *context, const dispute_entry *entry)
{
    ruling_session *session = context;

    if (++session->disputes > 1) {
        ledger_session_wrong(session->ledger, TEXT_RULING_ONE, "");
        return false;
    }
    if (entry->record->problem.error != BOARD_OK) {
        wrong_problem(session, entry, &entry->record->problem);
        return true;
    }
    judge_played *played = calloc(entry->record->count + 1, sizeof *played);
    if (played == NULL) {
        ledger_session_wrong(session->ledger, TEXT_NO_MEMORY, "");
        return false;
    }
    rule(session, entry, played);
    free(played);
    return true;
}

/* qili ruling GAME --fen FEN --moves MOVES */
static void run_ruling(ruling_session *session, const char *game)
{
    ledger_session *ledger = session->ledger;
    char editions[TEXT_BYTES];
    char text[TEXT_BYTES];

    const size_t bad = ledger->report->bad_inputs;

    session->game = ledger_session_game(ledger, game);
    if (ledger->failed)
        return;
    if (session->wishes.edition == NULL)
        session->wishes.edition = ledger_state_event(ledger->fold.state, NULL)->edition;
    if (judge_edition_load(session->wishes.edition, &session->edition) != BOARD_OK) {
        command_editions(editions, sizeof editions);
        ledger->failed = true;
        report_usage(ledger->report,
                     text_fill(text, sizeof text, ledger->report->language, TEXT_UNKNOWN_EDITION,
                               session->wishes.edition, editions));
        return;
    }
    if (session->wishes.moves == NULL && session->wishes.dispute == NULL)
        ledger_session_wrong(ledger, TEXT_RULING_OPERANDS, "");
    else if (session->wishes.moves != NULL)
        dispute_of_texts(ledger->report, session->wishes.fen, session->wishes.moves, rule_entry,
                         session);
    else
        disputes_read(ledger->report, session->wishes.dispute, rule_entry, session);
    log_draft(session, bad);
}

/* qili ruling changed GAME, qili ruling repeated GAME */
static void run_closing(ruling_session *session, ledger_order_end how, const char *game,
                        const char *order)
{
    ledger_session *ledger = session->ledger;
    ledger_order_closed *closed = &ledger->draft.payload.order_closed;
    ledger_game read;

    ledger_session_draft(ledger, LEDGER_ORDER_CLOSED);
    closed->game = ledger_session_game(ledger, game);
    closed->how = how;
    char id[STORE_ID_BYTES];

    if (order != NULL && !entry_name_read(ledger->report, ledger->journal, order, id)) {
        ledger->failed = true;
        return;
    }
    order = order != NULL ? id : NULL;
    if (order == NULL && ledger_find_game(ledger->fold.state, closed->game, &read) &&
        read.order != NULL)
        order = read.order->id;
    LEDGER_TEXT(ledger, closed->order, order != NULL ? order : "-");
    LEDGER_TEXT(ledger, closed->note, ledger->note);
    ledger_session_log(ledger);
}

static void run(ruling_session *session)
{
    char **operands = session->ledger->call->argv + optind;
    int count = session->ledger->call->argc - optind;
    bool changed = count > 0 && strcmp(operands[0], "changed") == 0;
    bool closing = changed || (count > 0 && strcmp(operands[0], "repeated") == 0);
    bool pdf = count > 0 && strcmp(operands[0], "pdf") == 0;
    bool paper = pdf || (count > 0 && strcmp(operands[0], "pgn") == 0);

    if (paper && count == 2) {
        if (ledger_session_open(session->ledger, true))
            ruling_paper_write(session->ledger, pdf ? RULING_PAPER_PDF : RULING_PAPER_PGN,
                               operands[1], session->wishes.output);
        return;
    }
    if (closing ? count < 2 || count > 3 : count != 1)
        ledger_session_wrong(session->ledger, TEXT_RULING_OPERANDS, "");
    else if (!ledger_session_open(session->ledger, false))
        return;
    else if (closing)
        run_closing(session, changed ? LEDGER_CHANGED : LEDGER_REPEATED, operands[1],
                    count > 2 ? operands[2] : NULL);
    else
        run_ruling(session, operands[0]);
}

int ruling_command(cli_call *call)
{
    ruling_session *session = calloc(1, sizeof *session);
    if (session == NULL || (session->ledger = ledger_session_begin(call)) == NULL) {
        free(session);
        report_usage(&call->report, text_of(TEXT_NO_MEMORY, call->report.language));
        return report_status(&call->report);
    }
    int option = read_options(session);

    if (option == OPTION_HELP)
        command_help(call);
    else if (option == OPTION_END)
        run(session);
    int status = ledger_session_end(session->ledger);
    free(session);
    return status;
}
