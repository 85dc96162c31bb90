/*
 * board/record_text.c: walking over the text of a file: lines, blanks, words, results.
 */
#include "board/record_private.h"

#include <string.h>

bool board_reader_more(const board_reader *reader)
{
    return reader->place.at < reader->length;
}

size_t board_blank_length(const char *text, size_t length)
{
    static const char *const wide[] = {"\xE3\x80\x80", "\xC2\xA0", "\xEF\xBB\xBF"};

    if (length == 0)
        return 0;
    if (text[0] == ' ' || (text[0] >= '\t' && text[0] <= '\r'))
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        size_t size = strlen(wide[i]);
        if (length >= size && memcmp(text, wide[i], size) == 0)
            return size;
    }
    return 0;
}

static bool ends_line(char byte)
{
    return byte == '\n' || byte == '\r';
}

/* Lines end with LF, CR LF or CR. */
void board_reader_step(board_reader *reader, size_t bytes)
{
    board_place *place = &reader->place;

    for (size_t i = 0; i < bytes && place->at < reader->length; i++) {
        char byte = reader->text[place->at++];
        bool followed = place->at < reader->length && reader->text[place->at] == '\n';
        if (byte == '\n' || (byte == '\r' && !followed)) {
            place->line++;
            place->line_start = place->at;
        }
    }
}

static void skip(board_reader *reader, bool over_lines)
{
    for (;;) {
        const char *here = reader->text + reader->place.at;
        size_t size = board_blank_length(here, reader->length - reader->place.at);
        if (size == 0 || (!over_lines && ends_line(*here)))
            return;
        board_reader_step(reader, size);
    }
}

void board_reader_skip_blanks(board_reader *reader)
{
    skip(reader, true);
}

void board_reader_skip_spaces(board_reader *reader)
{
    skip(reader, false);
}

void board_reader_skip_line(board_reader *reader)
{
    while (board_reader_more(reader) && !ends_line(reader->text[reader->place.at]))
        reader->place.at++;
}

board_token board_reader_since(const board_reader *reader, board_place from)
{
    return (board_token){reader->text + from.at, reader->place.at - from.at, from};
}

static bool is_one_of(char byte, const char *characters)
{
    return byte != '\0' && strchr(characters, byte) != NULL;
}

board_token board_reader_take(board_reader *reader, const char *stops)
{
    board_place from = reader->place;

    while (board_reader_more(reader)) {
        const char *here = reader->text + reader->place.at;
        if (board_blank_length(here, reader->length - reader->place.at) > 0 ||
            is_one_of(*here, stops))
            break;
        reader->place.at++; /* no end of a line is among these */
    }
    return board_reader_since(reader, from);
}

board_token board_reader_take_line(board_reader *reader, const char *stops)
{
    board_reader_skip_spaces(reader);
    board_place from = reader->place;
    while (board_reader_more(reader)) {
        char byte = reader->text[reader->place.at];
        if (ends_line(byte) || is_one_of(byte, stops))
            break;
        reader->place.at++;
    }
    return board_token_trim(board_reader_since(reader, from));
}

static char small_letter(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

bool board_token_starts(board_token token, const char *word)
{
    size_t i = 0;

    for (; word[i] != '\0'; i++) {
        if (i == token.length || small_letter(token.text[i]) != small_letter(word[i]))
            return false;
    }
    return true;
}

bool board_token_is(board_token token, const char *word)
{
    return token.length == strlen(word) && board_token_starts(token, word);
}

board_token board_token_after(board_token token, size_t bytes)
{
    token.text += bytes;
    token.length -= bytes;
    token.place.at += bytes;
    return token;
}

/* The blank that the text ends with. */
static size_t blank_length_at_end(board_token token)
{
    for (size_t size = 1; size <= 3 && size <= token.length; size++) {
        if (board_blank_length(token.text + token.length - size, size) == size)
            return size;
    }
    return 0;
}

board_token board_token_trim(board_token token)
{
    size_t size = 0;

    while ((size = board_blank_length(token.text, token.length)) > 0)
        token = board_token_after(token, size);
    while ((size = blank_length_at_end(token)) > 0)
        token.length -= size;
    return token;
}

bool board_result_read(board_token token, board_record_result *result)
{
    static const struct {
        const char *word;
        board_record_result result;
    } results[] = {
        {"1-0", BOARD_RESULT_RED_WINS},    {"红胜", BOARD_RESULT_RED_WINS},
        {"红先胜", BOARD_RESULT_RED_WINS}, {"黑负", BOARD_RESULT_RED_WINS},
        {"0-1", BOARD_RESULT_BLACK_WINS},  {"黑胜", BOARD_RESULT_BLACK_WINS},
        {"红负", BOARD_RESULT_BLACK_WINS}, {"红先负", BOARD_RESULT_BLACK_WINS},
        {"1/2-1/2", BOARD_RESULT_DRAW},    {"和", BOARD_RESULT_DRAW},
        {"和棋", BOARD_RESULT_DRAW},       {"红和", BOARD_RESULT_DRAW},
        {"红先和", BOARD_RESULT_DRAW},     {"*", BOARD_RESULT_UNKNOWN},
    };

    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (board_token_is(token, results[i].word)) {
            *result = results[i].result;
            return true;
        }
    }
    return false;
}
