/*
 * board/record.c: the record itself, and the door to the readers: which format a file is in.
 */
#include "board/record_private.h"

#include <stdlib.h>
#include <string.h>

void board_record_init(board_record *record)
{
    *record = (board_record){0};
    record->line = 1;
    board_layout_initial(&record->start);
    board_problem_set(&record->problem, BOARD_OK, NULL, 0);
}

void board_record_free(board_record *record)
{
    free(record->moves);
    for (size_t i = 0; i < BOARD_TAGS; i++)
        free(record->tags[i]);
    board_record_init(record);
}

void board_record_take(board_record *to, board_record *from)
{
    *to = *from;
    board_record_init(from);
}

board_error board_record_append(board_record *record, board_move move, board_error illegality,
                                size_t line)
{
    if (record->count >= BOARD_RECORD_PLIES_MAX)
        return BOARD_ERROR_RECORD_PLIES;
    if (record->count == record->room) {
        size_t room = record->room ? record->room * 2 : 64;
        board_record_move *moves = realloc(record->moves, room * sizeof *moves);
        if (moves == NULL)
            return BOARD_ERROR_NO_MEMORY;
        record->moves = moves;
        record->room = room;
    }
    record->moves[record->count++] = (board_record_move){
        .move = move,
        .stood_illegal = illegality != BOARD_OK,
        .illegality = illegality,
        .line = line,
    };
    return BOARD_OK;
}

board_error board_record_set_tag(board_record *record, board_record_tag tag, const char *value,
                                 size_t length)
{
    board_token token = board_token_trim((board_token){.text = value, .length = length});
    char *copy = NULL;

    if (token.length > BOARD_RECORD_TAG_MAX)
        return BOARD_ERROR_RECORD_TAG_LENGTH;
    if (token.length > 0) {
        copy = malloc(token.length + 1);
        if (copy == NULL)
            return BOARD_ERROR_NO_MEMORY;
        for (size_t i = 0; i < token.length; i++) {
            unsigned char byte = (unsigned char)token.text[i];
            copy[i] = byte < 0x20 || byte == 0x7F ? ' ' : (char)byte;
        }
        copy[token.length] = '\0';
    }
    free(record->tags[tag]);
    record->tags[tag] = copy;
    return BOARD_OK;
}

const char *board_record_tag_text(const board_record *record, board_record_tag tag)
{
    return record->tags[tag] ? record->tags[tag] : "";
}

/* Which format is it? */

static bool starts_with(const char *bytes, size_t length, const char *word)
{
    return length >= strlen(word) && memcmp(bytes, word, strlen(word)) == 0;
}

/* Files of other programs that are no text: refused by name. */
static board_error binary_format(const char *bytes, size_t length)
{
    if (starts_with(bytes, length, "CCBridge Record"))
        return BOARD_ERROR_RECORD_CBR;
    return BOARD_OK;
}

bool board_is_utf16(const char *bytes, size_t length)
{
    return starts_with(bytes, length, "\xFF\xFE") || starts_with(bytes, length, "\xFE\xFF") ||
           (length > 1 && (bytes[0] == '\0') != (bytes[1] == '\0'));
}

/* Bytes that no text in UTF-8 or GBK has. */
static board_error refuse_binary(const char *bytes, size_t length, board_problem *problem)
{
    board_error error = binary_format(bytes, length);
    const char *nul = length > 0 ? memchr(bytes, '\0', length) : NULL;

    if (error == BOARD_OK && board_is_utf16(bytes, length))
        error = BOARD_ERROR_RECORD_UTF16;
    if (error != BOARD_OK || nul == NULL)
        return board_problem_set(problem, error, NULL, 0);
    board_problem_set(problem, BOARD_ERROR_RECORD_NUL, NULL, 0);
    if (problem != NULL) {
        const char *line = bytes;
        problem->line = 1;
        for (const char *at = bytes; at < nul; at++) {
            if (*at != '\n')
                continue;
            problem->line++;
            line = at + 1;
        }
        problem->column = (size_t)(nul - line) + 1;
    }
    return BOARD_ERROR_RECORD_NUL;
}

/* Does a line of a WXF game file that nothing else begins with start here? */
static bool at_wxf_line(board_reader *reader)
{
    board_place start = reader->place;

    board_reader_skip_spaces(reader);
    board_token word = board_reader_take(reader, "{");
    board_reader_skip_spaces(reader);
    bool brace = board_reader_more(reader) && reader->text[reader->place.at] == '{';
    reader->place = start;
    return board_token_is(word, "FORMAT") || (board_token_is(word, "START") && brace);
}

/* The reader's place is of no use afterwards. */
static board_record_format find_format(board_reader *reader)
{
    if (board_text_has_dhtmlxq(reader->text, reader->length))
        return BOARD_FORMAT_DHTMLXQ;
    while (board_reader_more(reader)) {
        if (board_reader_at_pgn_tag(reader))
            return BOARD_FORMAT_PGN;
        if (at_wxf_line(reader))
            return BOARD_FORMAT_WXF;
        board_reader_skip_line(reader);
        board_reader_step(reader, 1);
    }
    return BOARD_FORMAT_PLAIN;
}

/* Reads the decoded text; problem is filled. */
static board_error read_text(board_text *text, board_record_visitor visit, void *context,
                             board_problem *problem)
{
    static void (*const read[])(board_reader *) = {
        [BOARD_FORMAT_PLAIN] = board_read_plain,
        [BOARD_FORMAT_PGN] = board_read_pgn,
        [BOARD_FORMAT_DHTMLXQ] = board_read_dhtmlxq,
        [BOARD_FORMAT_WXF] = board_read_wxf,
    };

    board_text_unescape_brackets(text);
    board_reader reader = {
        .source = text,
        .text = text->bytes,
        .length = text->length,
        .place = {.line = 1},
        .error_place = {.line = 1},
        .visit = visit,
        .context = context,
    };
    if (board_text_has_dhj(text->bytes, text->length))
        return board_problem_set(problem, BOARD_ERROR_RECORD_DHJ, NULL, 0);
    board_record_init(&reader.record);
    reader.format = find_format(&reader);
    reader.place = (board_place){.line = 1};
    read[reader.format](&reader);
    board_record_free(&reader.record);
    if (reader.error == BOARD_OK && reader.games == 0)
        reader.error = BOARD_ERROR_RECORD_EMPTY;
    board_problem_set(problem, reader.error, NULL, 0);
    if (problem != NULL)
        problem->line = reader.error == BOARD_OK ? 0 : reader.error_place.line;
    return reader.error;
}

board_error board_records_read(const char *bytes, size_t length, board_record_visitor visit,
                               void *context, board_problem *problem)
{
    board_text text;

    if (length > BOARD_RECORD_INPUT_MAX)
        return board_problem_set(problem, BOARD_ERROR_RECORD_INPUT_MAX, NULL, 0);
    if (board_is_xqf(bytes, length))
        return board_read_xqf(bytes, length, visit, context, problem);
    board_error error = refuse_binary(bytes, length, problem);
    if (error != BOARD_OK)
        return error;
    error = board_text_decode(bytes, length, &text, problem);
    if (error != BOARD_OK)
        return error;
    error = read_text(&text, visit, context, problem);
    board_text_free(&text);
    return error;
}
