/*
 * cli/touch_command.c: qili touch: which move a player who touched pieces must make (article 5).
 */
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "cli/arbiter.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "judge/words.h"
#include "ledger/touch.h"

typedef struct touch_wishes {
    const char *fen;
    const char *touched;
    const char *made;
    bool json;
} touch_wishes;

/* Options. */

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(cli_call *call, touch_wishes *wishes)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"format", required_argument, NULL, 'f'},
                                          {"fen", required_argument, NULL, 'F'},
                                          {"touched", required_argument, NULL, 't'},
                                          {"made", required_argument, NULL, 'm'},
                                          {NULL, 0, NULL, 0}};
    int option = 0;

    options_begin();
    while ((option = options_next(call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (option == 'f' && !arbiter_take_format(call, optarg, &wishes->json))
            return OPTION_WRONG;
        if (option == 'F')
            wishes->fen = optarg;
        else if (option == 't')
            wishes->touched = optarg;
        else if (option == 'm')
            wishes->made = optarg;
    }
    if (options_operands(call, 0) > 0)
        return OPTION_WRONG;
    bool empty = wishes->touched != NULL && wishes->touched[strspn(wishes->touched, " \t")] == '\0';
    if (!empty && (wishes->touched != NULL || wishes->made != NULL))
        return OPTION_END;
    report_usage(&call->report, text_of(TEXT_NOTHING_TOUCHED, call->report.language));
    return OPTION_WRONG;
}

/* The list of touches: "h2,h9+a0:brushed". */

/* Does the text begin with the word? Then it goes past it. */
static bool take_word(const char **text, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

static void skip_blanks(const char **text)
{
    *text += strspn(*text, " \t");
}

/* A square with its excuse; false if there is none. */
static bool take_touch(const char **text, ledger_touch *touch)
{
    static const char *const files = "abcdefghi";
    static const char *const ranks = "0123456789";
    const char *at = *text;
    char letter = (char)(at[0] >= 'A' && at[0] <= 'Z' ? at[0] - 'A' + 'a' : at[0]);
    const char *file = letter != '\0' ? strchr(files, letter) : NULL;
    const char *rank = file != NULL && at[1] != '\0' ? strchr(ranks, at[1]) : NULL;

    if (rank == NULL)
        return false;
    touch->square = board_square_at((int)(file - files), (int)(rank - ranks));
    *text = at + 2;
    skip_blanks(text);
    if (take_word(text, ":adjusted"))
        touch->excuse = LEDGER_ADJUSTED;
    else if (take_word(text, ":brushed"))
        touch->excuse = LEDGER_BRUSHED;
    skip_blanks(text);
    return true;
}

/* Reads the whole list; false: *wrong is where it goes wrong, or NULL if it is too long. */
static bool read_touches(const char *text, ledger_touch_query *query, const char **wrong)
{
    bool together = false;

    skip_blanks(&text);
    while (*text != '\0' || query->count > 0) {
        *wrong = query->count < LEDGER_TOUCHES_MAX ? text : NULL;
        if (*wrong == NULL)
            return false;
        ledger_touch touch = {.together = together};
        if (!take_touch(&text, &touch))
            return false;
        query->touches[query->count++] = touch;
        if (*text == '\0')
            return true;
        *wrong = text;
        together = *text == '+';
        if (*text != '+' && *text != ',')
            return false;
        text++;
        skip_blanks(&text);
    }
    return true;
}

/* Reading what was given; false: reported. */

static bool refuse(cli_call *call, const board_problem *problem)
{
    report_problem(&call->report, (cli_place){NULL, 0}, problem, NULL);
    return false;
}

static bool read_position(cli_call *call, const char *fen, board_position *position)
{
    board_problem problem;

    board_position_initial(position);
    if (fen == NULL || board_position_from_fen(fen, strlen(fen), position, &problem) == BOARD_OK)
        return true;
    problem.line = 0;
    return refuse(call, &problem);
}

static bool read_touched(cli_call *call, const char *touched, ledger_touch_query *query)
{
    const char *wrong = NULL;
    board_problem problem;
    char text[TEXT_BYTES];

    if (touched == NULL || read_touches(touched, query, &wrong))
        return true;
    if (wrong == NULL) {
        board_problem_set(&problem, BOARD_ERROR_TOUCH_TOO_MANY, NULL, 0);
        return refuse(call, &problem);
    }
    report_bad_input(&call->report, (cli_place){NULL, 0},
                     text_fill(text, sizeof text, call->report.language, TEXT_TOUCH_LIST,
                               *wrong != '\0' ? wrong : touched));
    return false;
}

/* A move in any notation, which may be illegal if it is clear which one it is. */
static bool read_made(cli_call *call, const char *made, ledger_touch_query *query)
{
    board_readings readings;
    board_problem problem;

    if (made == NULL)
        return true;
    board_error error =
        board_notation_read_any(&query->position, made, strlen(made), &readings, NULL);
    query->hand_left = true;
    query->made = readings.moves[0];
    if (readings.count == 1)
        return true;
    board_problem_set(&problem, error != BOARD_OK ? error : BOARD_ERROR_NOTATION_AMBIGUOUS, made,
                      strlen(made));
    return refuse(call, &problem);
}

/* Writing, for people. */

static void write_touches(const ledger_touch_query *query, board_language language)
{
    static const text_name forms[LEDGER_EXCUSES] = {TEXT_TOUCH_PIECE, TEXT_TOUCH_ADJUSTED,
                                                    TEXT_TOUCH_BRUSHED};
    char piece[LEDGER_TOUCH_TEXT_BYTES];

    fputs(
        text_of(query->position.to_move == BOARD_RED ? TEXT_TOUCHED_BY_RED : TEXT_TOUCHED_BY_BLACK,
                language),
        stdout);
    for (size_t i = 0; i < query->count; i++) {
        const ledger_touch *touch = &query->touches[i];
        if (i > 0)
            fputs(text_of(touch->together ? TEXT_TOUCH_TOGETHER : TEXT_TOUCH_THEN, language),
                  stdout);
        ledger_touched_piece(&query->position, touch->square, language, piece, sizeof piece);
        text_write(stdout, language, forms[touch->excuse], piece);
    }
    if (query->count == 0)
        fputs(text_of(TEXT_TOUCH_NOTHING, language), stdout);
    putchar('\n');
}

static void write_moves(const ledger_touch_query *query, const board_move_list *moves,
                        board_language language)
{
    enum { MOVE_COLUMN = 12 };
    text_number count = text_from_number(moves->count);
    char text[BOARD_NOTATION_BYTES];

    text_write(stdout, language, TEXT_TOUCH_MOVES, count.digits);
    for (size_t i = 0; i < moves->count; i++) {
        board_notation_write(&query->position, moves->moves[i], BOARD_NOTATION_ICCS, text);
        fputs("  ", stdout);
        if (language == BOARD_ENGLISH) {
            puts(text);
            continue;
        }
        columns_write(stdout, text, MOVE_COLUMN);
        board_notation_write(&query->position, moves->moves[i], BOARD_NOTATION_CHINESE, text);
        puts(text);
    }
}

static void write_text(const ledger_touch_query *query, const ledger_touch_ruling *ruling,
                       board_language language)
{
    char text[LEDGER_TOUCH_TEXT_BYTES];

    write_touches(query, language);
    for (int part = 0; part < LEDGER_TOUCH_PARTS; part++) {
        ledger_touch_text(query, ruling, (ledger_touch_part)part, language, text, sizeof text);
        if (text[0] != '\0')
            puts(text);
    }
    if (ruling->moves.count > 0)
        write_moves(query, &ruling->moves, language);
}

/* Writing, for programs. */

static json_t *text_json(const char *text)
{
    return text[0] != '\0' ? json_string(text) : json_null();
}

static json_t *square_json(board_square square)
{
    const char name[3] = {(char)('a' + board_file_of(square)), (char)('0' + board_rank_of(square)),
                          '\0'};

    return square == BOARD_NO_SQUARE ? json_null() : json_string(name);
}

static json_t *touched_json(const ledger_touch_query *query)
{
    json_t *array = json_array();

    for (size_t i = 0; array != NULL && i < query->count; i++) {
        const ledger_touch *touch = &query->touches[i];
        board_piece piece = query->position.piece_at[touch->square];
        bool own = board_piece_side(piece) == query->position.to_move;
        json_t *object =
            json_pack("{s:o, s:o, s:s, s:b, s:o}", "square", square_json(touch->square), "piece",
                      arbiter_piece(piece), "whose", own ? "own" : "other", "together",
                      (int)touch->together, "excuse", text_json(ledger_excuse_code(touch->excuse)));
        if (json_array_append_new(array, object) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *moves_json(const ledger_touch_query *query, const board_move_list *moves)
{
    json_t *array = json_array();

    for (size_t i = 0; array != NULL && i < moves->count; i++) {
        char iccs[BOARD_NOTATION_BYTES];
        char chinese[BOARD_NOTATION_BYTES];
        board_notation_write(&query->position, moves->moves[i], BOARD_NOTATION_ICCS, iccs);
        board_notation_write(&query->position, moves->moves[i], BOARD_NOTATION_CHINESE, chinese);
        if (json_array_append_new(array, json_pack("{s:s, s:s}", "iccs", iccs, "zh", chinese)) !=
            0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *fouls_json(const ledger_touch_ruling *ruling)
{
    const struct {
        const char *article;
        board_square square;
    } fouls[] = {{"9.1.5", ruling->immovable}, {"9.1.6", ruling->untakeable}};
    json_t *array = json_array();

    for (size_t i = 0; array != NULL && i < sizeof fouls / sizeof fouls[0]; i++) {
        if (fouls[i].square == BOARD_NO_SQUARE)
            continue;
        json_t *foul = json_pack("{s:s, s:o}", "article", fouls[i].article, "square",
                                 square_json(fouls[i].square));
        if (json_array_append_new(array, foul) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *made_json(const ledger_touch_query *query, const ledger_touch_ruling *ruling)
{
    char iccs[BOARD_NOTATION_BYTES];

    if (ruling->made == LEDGER_MADE_NONE)
        return json_null();
    board_notation_write(&query->position, query->made, BOARD_NOTATION_ICCS, iccs);
    return json_pack("{s:s, s:s, s:s}", "iccs", iccs, "result", ledger_made_code(ruling->made),
                     "article", ledger_made_article(ruling));
}

static void write_json(cli_report *report, const ledger_touch_query *query,
                       const ledger_touch_ruling *ruling)
{
    char chinese[LEDGER_TOUCH_TEXT_BYTES];
    char english[LEDGER_TOUCH_TEXT_BYTES];
    char fen[BOARD_FEN_BYTES];
    board_layout layout;

    board_position_to_layout(&query->position, &layout);
    board_fen_write(&layout, fen);
    ledger_touch_text(query, ruling, LEDGER_TOUCH_DUTY, BOARD_CHINESE, chinese, sizeof chinese);
    ledger_touch_text(query, ruling, LEDGER_TOUCH_DUTY, BOARD_ENGLISH, english, sizeof english);
    json_t *object = json_pack(
        "{s:s, s:s, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:s}", "fen", fen, "side",
        query->position.to_move == BOARD_RED ? "red" : "black", "touched", touched_json(query),
        "duty", ledger_duty_code(ruling->duty), "article", text_json(ledger_touch_article(ruling)),
        "step", ruling->step > 0 ? json_integer((json_int_t)ruling->step) : json_null(), "own",
        square_json(ruling->own), "other", square_json(ruling->other), "moves",
        moves_json(query, &ruling->moves), "fouls", fouls_json(ruling), "made",
        made_json(query, ruling), "text_zh", chinese, "text_en", english);
    arbiter_write_json(report, object);
}

int touch_command(cli_call *call)
{
    touch_wishes wishes = {0};
    ledger_touch_query query = {.count = 0};
    ledger_touch_ruling ruling;
    board_problem problem;
    int option = read_options(call, &wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    if (!read_position(call, wishes.fen, &query.position) ||
        !read_touched(call, wishes.touched, &query) || !read_made(call, wishes.made, &query))
        return report_status(&call->report);
    if (ledger_touch_rule(&query, &ruling, &problem) != BOARD_OK)
        refuse(call, &problem);
    else if (wishes.json)
        write_json(&call->report, &query, &ruling);
    else
        write_text(&query, &ruling, call->report.language);
    return report_status(&call->report);
}
