/*
 * kiosk/screens/position.c: the position is set up: the palette, whose move it is, what is wrong.
 */
#include <stdio.h>

#include "kiosk/screens/screens_private.h"

enum { TOOLS = 4 };

static const char *const kind_codes[BOARD_KINDS] = {"king", "advisor", "elephant", "horse",
                                                    "rook", "cannon",  "pawn"};

/* Whose move it is: neither is set until it was said. */
static void put_side(screen_maker *screen, kiosk_rect row)
{
    const kiosk_entered *entered = &screen->dispute->entered;
    const kiosk_word words = screen->low ? KIOSK_WORD_NAME_ALONE : KIOSK_WORD_TO_MOVE;

    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        screen_text text;
        kiosk_part *part = screen_put_button(
            screen, screen_column(screen, row, 2, side),
            side == BOARD_RED ? "position.red" : "position.black",
            screen_fill(screen, &text, words, screen_side_name(screen, (board_side)side)),
            screen_do_with(KIOSK_COMMAND_SIDE, side));

        part->tone = screen_side_tone((board_side)side);
        part->size = screen->low ? KIOSK_TEXT_SMALL : KIOSK_TEXT_LARGE;
        part->on = entered->side_chosen && (int)entered->layout.to_move == side;
    }
}

static void put_piece(screen_maker *screen, kiosk_rect rect, board_side side, board_kind kind)
{
    const board_cell cell = board_cell_of(side, kind);
    int left = kiosk_left(screen->state, cell);
    char count[16];
    kiosk_part *part = screen_put(screen, KIOSK_PART_PIECE, rect, "", "",
                                  screen_do_with(KIOSK_COMMAND_PICK, cell));

    kiosk_part_set_name(part, "palette.%s.%s", side == BOARD_RED ? "red" : "black",
                        kind_codes[kind]);
    snprintf(count, sizeof count, "%d", left);
    kiosk_part_set_detail(part, count);
    part->cell = cell;
    part->on = screen->state->hand.picked == cell;
    part->dim = left <= 0;
}

/* Red's pieces and Black's, each kind once; in narrow panels in more rows. */
static void put_palette(screen_maker *screen, kiosk_rect *panel)
{
    int columns = screen_columns_in(screen, *panel, screen->unit);
    int most = screen->unit * 5 / 4;
    int rows;

    columns = columns < BOARD_KINDS ? columns : BOARD_KINDS;
    rows = 2 * ((BOARD_KINDS + columns - 1) / columns);
    if (columns < BOARD_KINDS)
        rows = (2 * BOARD_KINDS + columns - 1) / columns;
    int height = (panel->height - screen_lines_height(screen, KIOSK_TEXT_SMALL, 2)) / rows;

    if (screen->tight && !screen->low) /* the sides stand below */
        height -= (screen->unit + screen->gap + rows - 1) / rows;

    height = height > most ? most : height < screen->unit ? screen->unit : height;
    for (int i = 0; i < rows; i++) {
        kiosk_rect row = screen_cut_top(screen, panel, height);

        for (int column = 0; column < columns && i * columns + column < 2 * BOARD_KINDS; column++) {
            int index = i * columns + column;

            put_piece(screen, screen_column(screen, row, columns, column),
                      index < BOARD_KINDS ? BOARD_RED : BOARD_BLACK,
                      (board_kind)(index % BOARD_KINDS));
        }
    }
}

/* What is wrong, one line each as far as there is room; else how it is done. */
static void put_faults(screen_maker *screen, kiosk_rect panel)
{
    board_layout_fault faults[BOARD_FAULTS_MAX];
    size_t count = board_layout_faults(&screen->dispute->entered.layout, faults, BOARD_FAULTS_MAX);
    board_error last = BOARD_OK;

    if (count == 0) {
        const char *how = screen_word(screen, KIOSK_WORD_POSITION_HOW);

        if (screen_text_height(screen, how, KIOSK_TEXT_SMALL, false, panel.width) <= panel.height)
            screen_put_paragraph(screen, &panel, KIOSK_TEXT_SMALL, false, how)->tone =
                KIOSK_TONE_QUIET;
        return;
    }
    for (size_t i = 0; i < count && i < BOARD_FAULTS_MAX; i++) {
        const char *text = board_error_text(faults[i].error, screen->language);
        int width = panel.width - screen->metrics->small * 5 / 4;

        if (faults[i].error == last)
            continue;
        last = faults[i].error;
        int height = screen_text_height(screen, text, KIOSK_TEXT_SMALL, true, width);
        if (height > panel.height)
            break;
        kiosk_part *part =
            screen_put_text(screen, screen_cut_top(screen, &panel, height), KIOSK_TEXT_SMALL, text);
        part->tone = KIOSK_TONE_DANGER;
        part->strong = true;
    }
}

void screen_build_position(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, true);

    if (!screen->dispute)
        return;
    const screen_tool tools[TOOLS] = {
        {"position.undo", screen_word(screen, KIOSK_WORD_UNDO), screen_do(KIOSK_COMMAND_UNDO),
         !kiosk_dispute_can_undo(screen->dispute), false},
        {"position.redo", screen_word(screen, KIOSK_WORD_REDO), screen_do(KIOSK_COMMAND_REDO),
         !kiosk_dispute_can_redo(screen->dispute), false},
        {"position.menu", screen_word(screen, KIOSK_WORD_MORE),
         screen_do_with(KIOSK_COMMAND_MENU, KIOSK_MENU_POSITION), false, false},
        {"board.turn", screen_word(screen, KIOSK_WORD_TURN), screen_do(KIOSK_COMMAND_BOARD_TURN),
         false, screen->state->settings.black_below},
    };

    screen_put_board(screen, areas.board);
    if (screen->low) /* in the row of the tools */
        put_side(screen, screen_cut_right(screen, &areas.tools, areas.tools.width / 2));
    screen_put_tools(screen, areas.tools, tools, screen->low ? TOOLS - 1 : TOOLS);
    put_palette(screen, &areas.panel);
    if (!screen->low)
        put_side(screen, screen_cut_top(screen, &areas.panel, screen->unit));
    put_faults(screen, areas.panel);
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
