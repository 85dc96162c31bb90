/*
 * kiosk/screens/touch.c: the touch-move helper: the pieces that were touched, in order, what must
 * be played, and the moves that do it on the board.
 */
#include "kiosk/screens/screens_private.h"

enum { ARROWS_AT_MOST = 8 /* more would hide the board: then points alone */ };

static void mark_touches(kiosk_board_view *board, const kiosk_touching *touch)
{
    for (size_t i = 0; i < touch->query.count; i++) {
        const ledger_touch *one = &touch->query.touches[i];
        const board_piece piece = touch->query.position.piece_at[one->square];
        const bool own =
            piece < BOARD_PIECES && board_piece_side(piece) == touch->query.position.to_move;

        screen_add_mark(board, own ? KIOSK_MARK_SELECTED : KIOSK_MARK_TARGET, one->square);
    }
}

/* The moves that are asked for, unless any move may be made. */
static void mark_moves(kiosk_board_view *board, const kiosk_touching *touch)
{
    const ledger_touch_ruling *ruling = &touch->ruling;

    if (touch->problem.error != BOARD_OK || touch->query.count == 0 ||
        ruling->duty == LEDGER_DUTY_FREE || ruling->duty == LEDGER_DUTY_NONE)
        return;
    for (size_t i = 0; i < ruling->moves.count; i++) {
        if (ruling->moves.count <= ARROWS_AT_MOST)
            screen_add_arrow(board, KIOSK_ARROW_MOVE, ruling->moves.moves[i], "");
        screen_add_mark(board, KIOSK_MARK_LEGAL, ruling->moves.moves[i].to);
    }
}

static void put_touch_board(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_touching *touch = &screen->state->touch;
    kiosk_board_view *board = &screen->view->board;

    kiosk_part_set_name(kiosk_view_add(screen->view, KIOSK_PART_BOARD, rect), "board");
    screen_show_position(screen, board, &touch->query.position);
    board->sensitive = true;
    mark_touches(board, touch);
    mark_moves(board, touch);
    screen_add_mark(board, KIOSK_MARK_LAST, touch->from);
    if (touch->query.hand_left)
        screen_add_arrow(board, KIOSK_ARROW_MOVE, touch->query.made, "");
    screen_put_word(screen, board);
}

/* What was touched, in order. */
static const char *touched_text(const screen_maker *screen, screen_text *text)
{
    const ledger_touch_query *query = &screen->state->touch.query;

    screen_begin(text);
    for (size_t i = 0; i < query->count; i++) {
        char piece[LEDGER_TOUCH_TEXT_BYTES];

        if (i > 0)
            screen_add(text, query->touches[i].together ? " + " : " → ");
        screen_add(text, ledger_touched_piece(&query->position, query->touches[i].square,
                                              screen->language, piece, sizeof piece));
        if (query->touches[i].excuse != LEDGER_NO_EXCUSE) {
            screen_add(text, " ");
            screen_add(text, screen_word(screen, query->touches[i].excuse == LEDGER_ADJUSTED
                                                     ? KIOSK_WORD_ADJUSTED
                                                     : KIOSK_WORD_BRUSHED));
        }
    }
    return text->text;
}

/* What must be played, and what was a foul. */
static void put_ruling(screen_maker *screen, kiosk_rect panel)
{
    static const ledger_touch_part parts[] = {LEDGER_TOUCH_DUTY, LEDGER_TOUCH_FOUL_OWN,
                                              LEDGER_TOUCH_FOUL_OTHER, LEDGER_TOUCH_MADE};
    const kiosk_touching *touch = &screen->state->touch;
    screen_text touched;

    if (touch->query.count == 0 && !touch->query.hand_left) {
        const char *how = screen_word(screen, KIOSK_WORD_TOUCH_HOW);

        if (screen_text_height(screen, how, KIOSK_TEXT_SMALL, false, panel.width) <= panel.height)
            screen_put_paragraph(screen, &panel, KIOSK_TEXT_SMALL, false, how)->tone =
                KIOSK_TONE_QUIET;
        return;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char text[LEDGER_TOUCH_TEXT_BYTES];
        bool foul = parts[i] == LEDGER_TOUCH_FOUL_OWN || parts[i] == LEDGER_TOUCH_FOUL_OTHER;
        int width = panel.width - (foul ? screen->metrics->small * 5 / 4 : 0);

        ledger_touch_text(&touch->query, &touch->ruling, parts[i], screen->language, text,
                          sizeof text);
        int height = screen_text_height(screen, text, KIOSK_TEXT_SMALL, true, width);

        if (!text[0] || height > panel.height)
            continue;
        kiosk_part *part =
            screen_put_text(screen, screen_cut_top(screen, &panel, height), KIOSK_TEXT_SMALL, text);
        part->strong = true;
        part->tone = foul ? KIOSK_TONE_WARNING : KIOSK_TONE_PLAIN;
        kiosk_part_set_name(part, "touch.ruling.%zu", i + 1);
    }
    touched_text(screen, &touched);
    if (screen_text_height(screen, touched.text, KIOSK_TEXT_SMALL, false, panel.width) <=
        panel.height) {
        kiosk_part *part =
            screen_put_paragraph(screen, &panel, KIOSK_TEXT_SMALL, false, touched.text);
        if (part) {
            part->tone = KIOSK_TONE_QUIET;
            kiosk_part_set_name(part, "touch.list");
        }
    }
}

void screen_build_touch(screen_maker *screen)
{
    const kiosk_touching *touch = &screen->state->touch;
    const size_t count = touch->query.count;
    const ledger_touch *last = count > 0 ? &touch->query.touches[count - 1] : NULL;
    const bool together = last && last->together;
    const bool adjusted = last && last->excuse == LEDGER_ADJUSTED;
    const bool brushed = last && last->excuse == LEDGER_BRUSHED;
    screen_areas areas = screen_put_frame(screen, true);
    const screen_tool tools[] = {
        {"touch.undo", screen_word(screen, KIOSK_WORD_UNDO), screen_do(KIOSK_COMMAND_TOUCH_BACK),
         count == 0 && !touch->making && !touch->query.hand_left, false},
        {"touch.made", screen_word(screen, KIOSK_WORD_HAND_LEFT),
         screen_do_with(KIOSK_COMMAND_TOUCH_MAKING, !touch->making), touch->query.hand_left,
         touch->making || touch->query.hand_left},
    };
    kiosk_rect row = screen_cut_top(screen, &areas.panel, screen->unit);
    const screen_tool excuses[] = {
        {"touch.together", screen_word(screen, KIOSK_WORD_TOGETHER),
         screen_do_with(KIOSK_COMMAND_TOUCH_TOGETHER, !together), count < 2, together},
        {"touch.adjusted", screen_word(screen, KIOSK_WORD_ADJUSTED),
         screen_do_with(KIOSK_COMMAND_TOUCH_EXCUSE, adjusted ? LEDGER_NO_EXCUSE : LEDGER_ADJUSTED),
         !last, adjusted},
        {"touch.brushed", screen_word(screen, KIOSK_WORD_BRUSHED),
         screen_do_with(KIOSK_COMMAND_TOUCH_EXCUSE, brushed ? LEDGER_NO_EXCUSE : LEDGER_BRUSHED),
         !last, brushed},
    };

    put_touch_board(screen, areas.board);
    screen_put_tools(screen, areas.tools, tools, (int)(sizeof tools / sizeof *tools));
    screen_put_tools(screen, row, excuses, (int)(sizeof excuses / sizeof *excuses));
    put_ruling(screen, areas.panel);
    screen_put_say(screen, &areas);
    screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
