/*
 * cli/small_commands.c: qili perft, moves and show: the board without the judge.
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "board/fen.h"
#include "board/moves.h"
#include "board/notation.h"
#include "cli/board_drawing.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/dispute_reader.h"

/* With at most 128 moves a position, counts up to this depth fit into 64 bits. */
enum { PERFT_DEPTH_MAX = 9 };

typedef struct small_wishes {
    const char *fen;
    bool divide;
    bool every_move;
} small_wishes;

static const struct option small_options[] = {
    COMMON_OPTIONS, {"fen", required_argument, NULL, 'F'}, {NULL, 0, NULL, 0}};

static const struct option perft_options[] = {COMMON_OPTIONS,
                                              {"fen", required_argument, NULL, 'F'},
                                              {"divide", no_argument, NULL, 'd'},
                                              {"every-move", no_argument, NULL, 'm'},
                                              {NULL, 0, NULL, 0}};

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(cli_call *call, const struct option *table, int most_operands,
                        small_wishes *wishes)
{
    int option = 0;

    options_begin();
    while ((option = options_next(call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (option == 'F')
            wishes->fen = optarg;
        wishes->divide = wishes->divide || option == 'd';
        wishes->every_move = wishes->every_move || option == 'm';
    }
    return options_operands(call, most_operands) > most_operands ? OPTION_WRONG : OPTION_END;
}

/* The position of a FEN, or the initial one; false: reported. */
static bool read_position(cli_call *call, const char *fen, board_position *position)
{
    board_problem problem;

    board_position_initial(position);
    if (fen == NULL || board_position_from_fen(fen, strlen(fen), position, &problem) == BOARD_OK)
        return true;
    problem.line = 0;
    report_problem(&call->report, (cli_place){NULL, 0}, &problem, NULL);
    return false;
}

/* perft */

static void write_perft(board_position *position, int depth, const small_wishes *wishes)
{
    board_move_list list;
    char text[BOARD_NOTATION_BYTES];

    if (wishes->divide && depth > 0) {
        board_legal_moves(position, &list);
        for (size_t i = 0; i < list.count; i++) {
            board_notation_write(position, list.moves[i], BOARD_NOTATION_ICCS, text);
            const board_undo undo = board_make(position, list.moves[i]);
            uint64_t count = board_perft(position, depth - 1, wishes->every_move);
            board_unmake(position, &undo);
            printf("%s %" PRIu64 "\n", text, count);
        }
    }
    printf("%" PRIu64 "\n", board_perft(position, depth, wishes->every_move));
}

int perft_command(cli_call *call)
{
    small_wishes wishes = {0};
    board_position position;
    long depth = 0;
    int option = read_options(call, perft_options, 1, &wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    if (optind == call->argc || !options_number(call->argv[optind], 0, PERFT_DEPTH_MAX, &depth)) {
        text_number most = text_from_number(PERFT_DEPTH_MAX);
        char text[TEXT_BYTES];
        text_fill(text, sizeof text, call->report.language, TEXT_PERFT_DEPTH, most.digits);
        report_usage(&call->report, text);
        return STATUS_USAGE;
    }
    if (read_position(call, wishes.fen, &position))
        write_perft(&position, (int)depth, &wishes);
    return report_status(&call->report);
}

/* moves */

enum { MOVE_COLUMN = 12 };

static void write_columns(const char *const *cells)
{
    for (int i = 0; i < BOARD_NOTATIONS; i++) {
        if (i < BOARD_NOTATIONS - 1)
            columns_write(stdout, cells[i], MOVE_COLUMN);
        else
            puts(cells[i]);
    }
}

static void write_moves(const board_position *position, board_language language)
{
    static const text_name names[BOARD_NOTATIONS] = {TEXT_NOTATION_ICCS, TEXT_NOTATION_CHINESE,
                                                     TEXT_NOTATION_WXF, TEXT_NOTATION_SHORT};
    char texts[BOARD_NOTATIONS][BOARD_NOTATION_BYTES];
    const char *cells[BOARD_NOTATIONS];
    board_move_list list;

    board_legal_moves(position, &list);
    if (list.count == 0) {
        puts(text_of(board_is_checkmate(position) ? TEXT_CHECKMATE : TEXT_STALEMATE, language));
        return;
    }
    for (int i = 0; i < BOARD_NOTATIONS; i++)
        cells[i] = text_of(names[i], language);
    write_columns(cells);
    for (size_t move = 0; move < list.count; move++) {
        for (int i = 0; i < BOARD_NOTATIONS; i++) {
            board_notation_write(position, list.moves[move], (board_notation)i, texts[i]);
            cells[i] = texts[i];
        }
        write_columns(cells);
    }
}

int moves_command(cli_call *call)
{
    small_wishes wishes = {0};
    board_position position;
    int option = read_options(call, small_options, 0, &wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    if (read_position(call, wishes.fen, &position))
        write_moves(&position, call->report.language);
    return report_status(&call->report);
}

/* show */

/* Lists the faults; returns how many there are. */
static size_t write_faults(const board_layout *layout, board_language language)
{
    board_layout_fault faults[BOARD_FAULTS_MAX];
    size_t count = board_layout_faults(layout, faults, BOARD_FAULTS_MAX);

    for (size_t i = 0; i < count && i < BOARD_FAULTS_MAX; i++) {
        char text[TEXT_BYTES];
        board_problem problem;
        board_problem_set(&problem, faults[i].error, NULL, 0);
        problem.square = faults[i].square;
        text_write(stdout, language, TEXT_FAULT,
                   board_problem_text(&problem, language, text, sizeof text));
    }
    return count;
}

static void write_state(const board_layout *layout, board_language language)
{
    board_position position;

    if (board_position_from_layout(&position, layout, NULL) != BOARD_OK)
        return;
    if (board_is_checkmate(&position))
        puts(text_of(TEXT_CHECKMATE, language));
    else if (board_is_stalemate(&position))
        puts(text_of(TEXT_STALEMATE, language));
    else if (board_in_check(&position, position.to_move))
        puts(text_of(TEXT_IN_CHECK, language));
}

static void show_layout(cli_report *report, cli_place place, const board_layout *layout)
{
    char fen[BOARD_FEN_BYTES];
    char text[TEXT_BYTES];

    board_fen_write(layout, fen);
    board_draw(stdout, layout, report->language);
    text_write(stdout, report->language,
               layout->to_move == BOARD_RED ? TEXT_SHOWN_RED : TEXT_SHOWN_BLACK, fen);
    size_t faults = write_faults(layout, report->language);
    if (faults == 0) {
        write_state(layout, report->language);
        return;
    }
    text_number number = text_from_number(faults);
    text_fill(text, sizeof text, report->language, TEXT_FAULTS, number.digits);
    report_bad_input(report, place, text);
}

static bool is_sound(const board_layout *layout)
{
    board_layout_fault fault;

    return board_layout_faults(layout, &fault, 1) == 0;
}

/* Shows where a game begins and what it says of its moves that cannot be read. */
static bool show_entry(void *context, const dispute_entry *entry)
{
    cli_report *report = context;
    const board_record *record = entry->record;
    char name[TEXT_BYTES];

    puts(dispute_name(entry, (dispute_forms){TEXT_SHOWN_ID, TEXT_SHOWN_LINE, TEXT_SHOWN},
                      report->language, name, sizeof name));
    if (is_sound(&record->start) && record->problem.error != BOARD_OK)
        report_problem(report, entry->place, &record->problem, NULL);
    else
        show_layout(report, entry->place, &record->start);
    return report_flush(report);
}

static void show_fen(cli_call *call, const char *fen)
{
    const cli_place place = {NULL, 0};
    board_layout layout;
    board_problem problem;

    board_layout_initial(&layout);
    if (fen != NULL && board_fen_read(fen, strlen(fen), &layout, NULL, &problem) != BOARD_OK) {
        problem.line = 0;
        report_problem(&call->report, place, &problem, NULL);
        return;
    }
    show_layout(&call->report, place, &layout);
}

int show_command(cli_call *call)
{
    small_wishes wishes = {0};
    int option = read_options(call, small_options, 1, &wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    if (wishes.fen != NULL && optind < call->argc)
        report_usage(&call->report, text_of(TEXT_FEN_AND_FILE, call->report.language));
    else if (optind < call->argc || (wishes.fen == NULL && !isatty(STDIN_FILENO)))
        disputes_read(&call->report, optind < call->argc ? call->argv[optind] : "-", show_entry,
                      &call->report);
    else
        show_fen(call, wishes.fen);
    return report_status(&call->report);
}
