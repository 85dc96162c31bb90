/*
 * board/fen.h: positions as FEN text, in and out.
 */
#ifndef QILI_BOARD_FEN_H
#define QILI_BOARD_FEN_H

#include "board/error.h"
#include "board/layout.h"
#include "board/position.h"

enum {
    BOARD_FEN_BYTES = 128,     /* room for any FEN that we write, with its NUL */
    BOARD_FEN_INPUT_MAX = 1024 /* longest FEN accepted, in bytes */
};

/*
 * Reads a FEN: letters K A B N R C P or the dialect's E (elephant) and H (horse), side w or r for
 * Red, b for Black; a missing side means Red and sets *side_given (may be NULL) to false; two
 * dashes and two counters may follow and are ignored. `text` need not end with NUL.
 * Checks the form only, not article 1. On an error *layout is untouched.
 */
board_error board_fen_read(const char *text, size_t length, board_layout *layout, bool *side_given,
                           board_problem *problem);

/* Writes the FEN (R N B A K C P, w or b, no counters). */
void board_fen_write(const board_layout *layout, char fen[BOARD_FEN_BYTES]);

/* Reads a FEN and makes the position; any layout fault at all is an error. */
board_error board_position_from_fen(const char *text, size_t length, board_position *position,
                                    board_problem *problem);

#endif
