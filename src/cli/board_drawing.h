/*
 * cli/board_drawing.h: a board drawn with characters.
 */
#ifndef QILI_CLI_BOARD_DRAWING_H
#define QILI_CLI_BOARD_DRAWING_H

#include "board/layout.h"
#include "cli/text.h"

/*
 * Draws the layout as Red sees it. Chinese: Red's pieces 帥仕相傌俥炮兵, Black's 將士象馬車砲卒,
 * as they are cut in the pieces, so that they are told apart without colour; English: letters as
 * in FEN. Ranks and files a-i 0-9 (ICCS) at the left and below, each side's own files at its edge.
 */
void board_draw(FILE *stream, const board_layout *layout, board_language language);

#endif
