/*
 * board/error.h: the one error type of the libraries.
 *
 * Libraries return a board_error and never print. A reader of text also fills a board_problem, so
 * that the program can say in one line what was wrong, where, and what was expected.
 */
#ifndef QILI_BOARD_ERROR_H
#define QILI_BOARD_ERROR_H

#include "board/types.h"

/* The members come from errors.def, where each stands beside its text in both languages. */
typedef enum board_error {
#define BOARD_ERROR(name, chinese, english) BOARD_ERROR_##name,
#include "board/errors.def"
#undef BOARD_ERROR
    BOARD_ERRORS
} board_error;

#define BOARD_OK BOARD_ERROR_NONE

enum { BOARD_TOKEN_BYTES = 64 }; /* longest piece of input quoted in a problem, with its NUL */

/* What went wrong and where. Lines, columns and move numbers count from 1; 0 = does not apply. */
typedef struct board_problem {
    board_error error;
    size_t line;                   /* line of the input text */
    size_t column;                 /* byte of that line */
    size_t ply;                    /* move number, counting each side's move as one */
    board_square square;           /* or BOARD_NO_SQUARE */
    char token[BOARD_TOKEN_BYTES]; /* the offending input, valid UTF-8, cut if long; may be "" */
} board_problem;

/* The text of an error; never NULL. */
const char *board_error_text(board_error error, board_language language);

/* Fills *problem (may be NULL) with error and token, the rest "does not apply"; returns error.
 * token may be NULL. Bytes that are not UTF-8 are shown as '?'. */
board_error board_problem_set(board_problem *problem, board_error error, const char *token,
                              size_t token_length);

/* Writes one line, without a newline, such as
 * "第3着 e3e5：蹩马腿" / "move 3, e3e5: the horse's leg is blocked" into buffer (always ended by
 * NUL, cut at a character if it does not fit). Returns buffer. */
char *board_problem_text(const board_problem *problem, board_language language, char *buffer,
                         size_t size);

#endif
