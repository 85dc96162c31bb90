/*
 * cli/dispute_reader.c: disputes out of files and out of texts of the command line.
 */
#include "cli/dispute_private.h"

#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "cli/source.h"

/* Bytes that mean something else than moves to the reader of plain text, or nothing at all. */
static bool is_move_byte(char byte)
{
    return (unsigned char)byte >= 0x20 && byte != 0x7F && strchr("/\\[]{}#", byte) == NULL;
}

char *dispute_name(const dispute_entry *entry, dispute_forms forms, board_language language,
                   char *buffer, size_t size)
{
    text_number line = text_from_number(entry->place.line);

    if (entry->id != NULL)
        return text_fill(buffer, size, language, forms.with_id, entry->id);
    return text_fill(buffer, size, language,
                     entry->place.line > 0 ? forms.with_line : forms.nameless, line.digits);
}

/* A game of the file. */
static bool visit_game(void *context, board_record *record)
{
    dispute_client *client = context;
    dispute_entry entry = {client->place, client->id, client->id_is_number, record};

    if (entry.place.line == 0)
        entry.place.line = record->line;
    client->stopped = !client->visit(client->context, &entry);
    return !client->stopped;
}

/* The one game that was given as texts: what it says of lines and columns means nothing. */
static bool visit_texts(void *context, board_record *record)
{
    dispute_client *client = context;
    dispute_entry entry = {client->place, client->id, client->id_is_number, record};

    record->problem.line = 0;
    record->problem.column = 0;
    if (record->problem.error == BOARD_OK && client->moves != DISPUTE_ANY_MOVES &&
        record->count != client->moves)
        report_bad_input(client->report, client->place,
                         text_of(TEXT_ONE_MOVE_EACH, client->report->language));
    else
        client->stopped = !client->visit(client->context, &entry);
    return false;
}

/* Are they texts of moves? If not, *problem tells which. */
static bool check_moves(const char *const *moves, size_t count, board_problem *problem)
{
    for (size_t i = 0; i < count; i++) {
        for (const char *byte = moves[i]; *byte != '\0'; byte++) {
            if (!is_move_byte(*byte)) {
                board_problem_set(problem, BOARD_ERROR_NOTATION_UNKNOWN, moves[i],
                                  strlen(moves[i]));
                problem->ply = i + 1;
                return false;
            }
        }
    }
    return true;
}

/* Writes "FEN ...", or nothing where there is none; false if it is wrong. */
static bool write_fen(const char *fen, char line[BOARD_FEN_BYTES + 8], board_problem *problem)
{
    char written[BOARD_FEN_BYTES];
    board_layout layout;
    bool side_given = true;

    line[0] = '\0';
    if (fen == NULL)
        return true;
    if (board_fen_read(fen, strlen(fen), &layout, &side_given, problem) != BOARD_OK) {
        problem->line = 0;
        return false;
    }
    board_fen_write(&layout, written);
    if (!side_given)
        written[strcspn(written, " ")] = '\0';
    snprintf(line, BOARD_FEN_BYTES + 8, "FEN %s\n", written);
    return true;
}

/* Copies the move without blanks and puts one blank behind it; returns the bytes written. */
static size_t write_move(char *text, const char *move, bool with_blanks)
{
    size_t length = 0;

    for (; *move != '\0'; move++) {
        if (with_blanks || *move != ' ')
            text[length++] = *move;
    }
    text[length++] = ' ';
    return length;
}

board_error dispute_visit_texts(dispute_client *client, const char *fen, const char *const *moves,
                                size_t count)
{
    char fen_line[BOARD_FEN_BYTES + 8];
    board_problem problem;
    size_t length = 0;
    size_t room = sizeof fen_line;

    if (!check_moves(moves, count, &problem) || !write_fen(fen, fen_line, &problem)) {
        report_problem(client->report, client->place, &problem, NULL);
        return BOARD_OK;
    }
    for (size_t i = 0; i < count; i++)
        room += strlen(moves[i]) + 1;
    char *text = malloc(room);
    if (text == NULL)
        return BOARD_ERROR_NO_MEMORY;
    length = strlen(fen_line);
    memcpy(text, fen_line, length);
    for (size_t i = 0; i < count; i++)
        length += write_move(text + length, moves[i], client->moves == DISPUTE_ANY_MOVES);
    board_error error = board_records_read(text, length, visit_texts, client, &problem);
    free(text);
    if (error == BOARD_OK || error == BOARD_ERROR_NO_MEMORY)
        return error;
    problem.line = 0;
    report_problem(client->report, client->place, &problem, NULL);
    return BOARD_OK;
}

void dispute_of_texts(cli_report *report, const char *fen, const char *moves, dispute_visitor visit,
                      void *context)
{
    dispute_client client = {
        .report = report, .moves = DISPUTE_ANY_MOVES, .visit = visit, .context = context};

    board_error error = dispute_visit_texts(&client, fen, &moves, 1);
    if (error != BOARD_OK)
        report_bad_input(report, client.place, board_error_text(error, report->language));
}

/* Files. */

static bool is_empty(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    }
    return true;
}

static void report_long_line(cli_report *report, cli_place place)
{
    text_number most = text_from_number(SOURCE_LINE_MAX);
    char text[TEXT_BYTES];

    text_fill(text, sizeof text, report->language, TEXT_LINE_TOO_LONG, most.digits);
    report_bad_input(report, place, text);
}

static source_result read_json_lines(dispute_client *client, cli_source *source)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const char *line = NULL;
    size_t length = 0;
    size_t lines = 0;
    source_result result = SOURCE_OK;

    while (!client->stopped && ((result = source_take_line(source, &line, &length)) == SOURCE_OK ||
                                result == SOURCE_TOO_LONG)) {
        client->place.line = source->line;
        if (result == SOURCE_OK && source->line == 1 && length >= strlen(mark) &&
            memcmp(line, mark, strlen(mark)) == 0) {
            line += strlen(mark);
            length -= strlen(mark);
        }
        if (result == SOURCE_TOO_LONG)
            report_long_line(client->report, client->place);
        else if (is_empty(line, length))
            continue;
        else
            dispute_read_json(client, line, length);
        lines++;
    }
    client->place.line = 0;
    if (result == SOURCE_END && lines == 0)
        report_bad_input(client->report, client->place,
                         board_error_text(BOARD_ERROR_RECORD_EMPTY, client->report->language));
    return result;
}

static source_result read_records(dispute_client *client, cli_source *source)
{
    const char *bytes = NULL;
    size_t length = 0;
    board_problem problem;
    source_result result = source_take_rest(source, BOARD_RECORD_INPUT_MAX, &bytes, &length);

    if (result == SOURCE_FAILED)
        return result;
    if (board_records_read(bytes, length, visit_game, client, &problem) != BOARD_OK)
        report_problem(client->report, client->place, &problem, NULL);
    return result;
}

static bool is_named_json_lines(const char *file)
{
    static const char *const endings[] = {".jsonl", ".ndjson"};
    size_t length = strlen(file);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(file + length - ending, endings[i]) == 0)
            return true;
    }
    return false;
}

static void read_file(dispute_client *client)
{
    const char *file = client->place.file;
    cli_source source;
    source_result result = SOURCE_FAILED;

    if (!source_open(&source, file)) {
        report_unreadable(client->report, file, source.failure);
        return;
    }
    bool json = !source_is_utf16(&source) &&
                (is_named_json_lines(file) || source_peek(&source, BOARD_RECORD_INPUT_MAX) == '{');
    if (json)
        result = read_json_lines(client, &source);
    else
        result = read_records(client, &source);
    if (result == SOURCE_FAILED)
        report_unreadable(client->report, file, source.failure);
    source_close(&source);
}

void disputes_read(cli_report *report, const char *file, dispute_visitor visit, void *context)
{
    dispute_client client = {
        .report = report, .place = {file, 0}, .visit = visit, .context = context};

    read_file(&client);
}

void positions_read(cli_report *report, const char *file, dispute_visitor visit, void *context)
{
    dispute_client client = {.report = report,
                             .place = {file, 0},
                             .positions = true,
                             .visit = visit,
                             .context = context};

    read_file(&client);
}
