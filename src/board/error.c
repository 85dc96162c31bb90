/* board/error.c: texts of the errors, and problems as one line for people. */
#include "board/error.h"

#include <stdio.h>
#include <string.h>

static const char *const error_texts[BOARD_ERRORS][BOARD_LANGUAGES] = {
#define BOARD_ERROR(name, chinese, english) [BOARD_ERROR_##name] = {chinese, english},
#include "board/errors.def"
#undef BOARD_ERROR
};

const char *board_error_text(board_error error, board_language language)
{
    if ((unsigned)error >= BOARD_ERRORS)
        error = BOARD_ERROR_NONE;
    return error_texts[error][language == BOARD_ENGLISH ? BOARD_ENGLISH : BOARD_CHINESE];
}

/* Length of the well-formed printable UTF-8 character at text, 0 if there is none. */
static size_t character_length(const char *text, size_t length)
{
    unsigned char lead = (unsigned char)text[0];
    size_t need = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0x20 || lead == 0x7F || (lead >= 0x80 && lead < 0xC2) || lead > 0xF4 ||
        need > length)
        return 0;
    for (size_t i = 1; i < need; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
    }
    return need;
}

static void copy_token(char token[BOARD_TOKEN_BYTES], const char *text, size_t length)
{
    size_t used = 0;
    size_t at = 0;
    while (at < length) {
        size_t step = character_length(text + at, length - at);
        if (used + (step ? step : 1) >= BOARD_TOKEN_BYTES)
            break;
        if (step)
            memcpy(token + used, text + at, step);
        else
            token[used] = '?';
        used += step ? step : 1;
        at += step ? step : 1;
    }
    token[used] = '\0';
}

board_error board_problem_set(board_problem *problem, board_error error, const char *token,
                              size_t token_length)
{
    if (problem) {
        *problem = (board_problem){.error = error, .square = BOARD_NO_SQUARE};
        if (token)
            copy_token(problem->token, token, token_length);
    }
    return error;
}

/* Appends three texts; if they do not fit whole they are left out. */
static void append(char *buffer, size_t size, const char *before, const char *text,
                   const char *after)
{
    size_t used = strlen(buffer);
    int wrote = snprintf(buffer + used, size - used, "%s%s%s", before, text, after);
    if (wrote < 0 || (size_t)wrote >= size - used)
        buffer[used] = '\0';
}

static void append_number(char *buffer, size_t size, const char *before, size_t number,
                          const char *after)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", number);
    append(buffer, size, before, digits, after);
}

char *board_problem_text(const board_problem *problem, board_language language, char *buffer,
                         size_t size)
{
    bool english = language == BOARD_ENGLISH;
    if (size == 0)
        return buffer;
    buffer[0] = '\0';
    const char *comma = english ? ", " : " ";
    if (problem->line)
        append_number(buffer, size, english ? "line " : "第", problem->line,
                      english ? ", " : "行 ");
    if (problem->column)
        append_number(buffer, size, english ? "byte " : "第", problem->column,
                      english ? ", " : "字节 ");
    if (problem->ply)
        append_number(buffer, size, english ? "move " : "第", problem->ply, english ? ", " : "着 ");
    if (problem->token[0])
        append(buffer, size, english ? "\"" : "“", problem->token, english ? "\", " : "” ");
    if (problem->square < BOARD_SQUARES) {
        char name[3] = {(char)('a' + board_file_of(problem->square)),
                        (char)('0' + board_rank_of(problem->square)), '\0'};
        append(buffer, size, "", name, comma);
    }
    size_t used = strlen(buffer);
    if (used > 0) { /* the last separator becomes the colon before the reason */
        buffer[used - strlen(comma)] = '\0';
        append(buffer, size, "", english ? ": " : "：", "");
    }
    append(buffer, size, "", board_error_text(problem->error, language), "");
    return buffer;
}
