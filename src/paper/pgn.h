/*
 * paper/pgn.h: a ruling as a game in PGN: the position, the moves with their labels, the ruling as
 * a comment. docs/formats/rulings.md says what stands where.
 */
#ifndef QILI_PAPER_PGN_H
#define QILI_PAPER_PGN_H

#include "paper/sheet.h"

/* The caller frees the text, which ends with an empty line, so that games can stand one behind the
 * other; NULL: out of memory. */
char *paper_pgn(const paper_sheet *sheet, board_language language);

#endif
