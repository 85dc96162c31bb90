/*
 * board/notation.h: moves as people and programs write them.
 *
 *   ICCS      h2e2, H2-E2              squares, files a-i from Red's left, ranks 0-9
 *   Chinese   炮二平五, 前马退六        article 7.5, complete form
 *   WXF       C2.5, C2=5, H8+7, C+-2   letters for pieces, H or N, E or B
 *   short     炮25                     article 7.5, short form: the direction is left out
 *
 * A reading always asks the position: only moves that the pieces can make that way are found. A
 * move that is illegal only because it leaves the own king attacked is found too and returned with
 * its fault, so that a score sheet's illegal move can be named, marked and gone on from.
 */
#ifndef QILI_BOARD_NOTATION_H
#define QILI_BOARD_NOTATION_H

#include "board/error.h"
#include "board/moves.h"
#include "board/position.h"

enum {
    BOARD_NOTATION_BYTES = 32,     /* room for any move that we write, with its NUL */
    BOARD_NOTATION_INPUT_MAX = 64, /* longest move text accepted, in bytes */
    BOARD_READINGS_MAX = 16        /* most moves that one text can mean */
};

typedef enum board_notation {
    BOARD_NOTATION_ICCS = 0,
    BOARD_NOTATION_CHINESE,
    BOARD_NOTATION_WXF,
    BOARD_NOTATION_SHORT,
    BOARD_NOTATIONS
} board_notation;

/* The moves that a text can mean in a position. */
typedef struct board_readings {
    size_t count;
    board_move moves[BOARD_READINGS_MAX];
} board_readings;

/* Writes a move, which must be pseudo-legal for the piece on move.from. Chinese: simplified, Red
 * with Chinese numerals, Black with full-width digits. SHORT: as article 7.5 prints it. */
void board_notation_write(const board_position *position, board_move move, board_notation notation,
                          char text[BOARD_NOTATION_BYTES]);

/* How the Chinese notation picks a piece among its like. */
typedef enum board_pick {
    BOARD_PICK_FILE = 0, /* by its file */
    BOARD_PICK_FRONT,    /* 前 */
    BOARD_PICK_MIDDLE,   /* 中 */
    BOARD_PICK_REAR,     /* 后 */
    BOARD_PICK_PLACE     /* 一..五, counted from the front, crowded files from the right */
} board_pick;

/* Forward and backward are the mover's. */
typedef enum board_way { BOARD_FORWARD = 0, BOARD_BACKWARD, BOARD_SIDEWAYS, BOARD_WAYS } board_way;

/* The parts of a move's Chinese name, 炮 二 平 五. */
typedef struct board_move_name {
    board_kind kind;
    board_pick pick;
    int which; /* the file, 1-9 from the mover's right; or the place; 0 for 前 中 后 */
    board_way way;
    int number; /* the target file, or a count of steps */
} board_move_name;

/* Names a move of the piece on move.from, which need not be legal. */
board_move_name board_name_move(const board_position *position, board_move move);

/*
 * Reads a move in a given notation. Accepts upper and lower case, an optional dash or blanks in
 * ICCS; simplified and traditional characters, full-width and half-width digits and Chinese
 * numerals for either side in Chinese; '.', '=' for sideways in WXF.
 * Returns BOARD_OK with every legal reading in *readings (more than one where the text is
 * ambiguous); if there is no legal reading, the error says why, and readings holds the illegal
 * move meant, if it is clear which (count 1), else count 0.
 */
board_error board_notation_read(const board_position *position, board_notation notation,
                                const char *text, size_t length, board_readings *readings);

/* As board_notation_read, in whichever notation the text is; *notation (may be NULL) tells it. */
board_error board_notation_read_any(const board_position *position, const char *text, size_t length,
                                    board_readings *readings, board_notation *notation);

#endif
