/*
 * cli/text.h: every text that the tool says, by name, and texts filled in with arguments.
 */
#ifndef QILI_CLI_TEXT_H
#define QILI_CLI_TEXT_H

#include <stdio.h>

#include "board/types.h"

/* The members come from texts.def, where each stands beside its text in both languages. */
typedef enum text_name {
#define TEXT(name, chinese, english) TEXT_##name,
#include "cli/texts.def"
#undef TEXT
    TEXTS
} text_name;

enum { TEXT_BYTES = 16 * 1024 }; /* longest text that is filled in, with its NUL */

/* A number as text. */
typedef struct text_number {
    char digits[24];
} text_number;

const char *text_of(text_name name, board_language language);

text_number text_from_number(uint64_t number);

/*
 * Text from outside (names in files, options, ids) may hold anything. These make it harmless: bytes
 * that are not UTF-8, control characters and what ends a line or turns its direction are shown as
 * '?'. text_clean cuts at a character if it does not fit, and returns buffer.
 */
char *text_clean(char *buffer, size_t size, const char *text);
void text_write_clean(FILE *stream, const char *text);

/*
 * The text with {1} to {9} replaced by the arguments, a list that NULL ends; made harmless
 * as by text_clean; cut at a character if it does not fit. Returns buffer. A number past the list
 * stands for nothing.
 */
char *text_fill_list(char *buffer, size_t size, board_language language, text_name name,
                     const char *const *arguments);

/* The same, written to a stream. */
void text_write_list(FILE *stream, board_language language, text_name name,
                     const char *const *arguments);

#define text_fill(buffer, size, language, name, ...)                                               \
    text_fill_list(buffer, size, language, name, (const char *const[]){__VA_ARGS__, NULL})

#define text_write(stream, language, name, ...)                                                    \
    text_write_list(stream, language, name, (const char *const[]){__VA_ARGS__, NULL})

#endif
