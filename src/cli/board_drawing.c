/*
 * cli/board_drawing.c: a board drawn with characters.
 *
 * Every point takes four cells: two for the piece, two for the line to the next point.
 */
#include "cli/board_drawing.h"

static const char *piece_text(board_cell cell, board_language language)
{
    static const char *const texts[BOARD_LANGUAGES][2][BOARD_KINDS] = {
        {{"帥", "仕", "相", "傌", "俥", "炮", "兵"}, {"將", "士", "象", "馬", "車", "砲", "卒"}},
        {{"K", "A", "B", "N", "R", "C", "P"}, {"k", "a", "b", "n", "r", "c", "p"}},
    };

    return texts[language][board_cell_side(cell)][board_cell_kind(cell)];
}

/* The crossing of lines on an empty point. */
static const char *crossing(int file, int rank)
{
    static const char *const crossings[3][3] = {{"└", "┴", "┘"}, {"├", "┼", "┤"}, {"┌", "┬", "┐"}};
    int row = rank == BOARD_RANKS - 1 || rank == 4 ? 2 : rank == 0 || rank == 5 ? 0 : 1;
    int column = file == 0 ? 0 : file == BOARD_FILES - 1 ? 2 : 1;

    if (column != 1 && (rank == 4 || rank == 5))
        row = 1; /* the edges go on along the river */
    return crossings[row][column];
}

static void draw_rank(FILE *stream, const board_layout *layout, int rank, board_language language)
{
    fprintf(stream, " %d  ", rank);
    for (int file = 0; file < BOARD_FILES; file++) {
        board_cell cell = layout->cells[board_square_at(file, rank)];
        bool last = file == BOARD_FILES - 1;
        bool narrow = cell == BOARD_EMPTY || language == BOARD_ENGLISH;

        fputs(cell == BOARD_EMPTY ? crossing(file, rank) : piece_text(cell, language), stream);
        if (!last)
            fputs(narrow ? "───" : "──", stream);
    }
    fputc('\n', stream);
}

/* The lines between this rank and the one below it. */
static void draw_gap(FILE *stream, int rank, board_language language)
{
    if (rank == 5) {
        fputs(text_of(TEXT_RIVER, language), stream);
    } else if (rank == 9 || rank == 2) {
        fputs("    │   │   │   │╲ │ ╱│   │   │   │\n", stream);
    } else if (rank == 8 || rank == 1) {
        fputs("    │   │   │   │╱ │ ╲│   │   │   │\n", stream);
    } else if (rank > 0) {
        fputs("    │   │   │   │   │   │   │   │   │\n", stream);
    }
}

void board_draw(FILE *stream, const board_layout *layout, board_language language)
{
    fputs(text_of(TEXT_BLACK_FILES, language), stream);
    for (int rank = BOARD_RANKS - 1; rank >= 0; rank--) {
        draw_rank(stream, layout, rank, language);
        draw_gap(stream, rank, language);
    }
    fputs(text_of(TEXT_RED_FILES, language), stream);
}
