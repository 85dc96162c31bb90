/* kiosk/screens/board.c: the board of the screens that have one. */
#include "board/moves.h"
#include "kiosk/flow/text.h"
#include "kiosk/screens/screens_private.h"

void screen_show_position(screen_maker *screen, kiosk_board_view *board,
                          const board_position *position)
{
    board_position_to_layout(position, &board->layout);
    board->black_below = screen->state->settings.black_below;
    board->simplified = screen->state->settings.simplified;
}

void screen_add_mark(kiosk_board_view *board, kiosk_mark_kind kind, board_square square)
{
    if (square < BOARD_SQUARES && board->mark_count < KIOSK_MARKS_MAX)
        board->marks[board->mark_count++] = (kiosk_mark){kind, square};
}

void screen_add_arrow(kiosk_board_view *board, kiosk_arrow_kind kind, board_move move,
                      const char *badge)
{
    kiosk_arrow *arrow;

    if (board->arrow_count >= KIOSK_ARROWS_MAX || move.from >= BOARD_SQUARES ||
        move.to >= BOARD_SQUARES)
        return;
    arrow = &board->arrows[board->arrow_count++];
    *arrow = (kiosk_arrow){kind, move.from, move.to, ""};
    kiosk_text_copy(arrow->badge, sizeof arrow->badge, badge);
}

void screen_put_word(screen_maker *screen, kiosk_board_view *board)
{
    const kiosk_hand *hand = &screen->state->hand;

    board->word_square = hand->word_square;
    if (hand->word_square != BOARD_NO_SQUARE)
        kiosk_text_copy(board->word, sizeof board->word,
                        board_error_text(hand->word, screen->language));
}

static void mark_faults(kiosk_board_view *board)
{
    board_layout_fault faults[BOARD_FAULTS_MAX];
    size_t count = board_layout_faults(&board->layout, faults, BOARD_FAULTS_MAX);

    for (size_t i = 0; i < count && i < BOARD_FAULTS_MAX; i++)
        screen_add_mark(board, KIOSK_MARK_FAULT, faults[i].square);
}

static void mark_legal(kiosk_board_view *board, const board_position *position, board_square from)
{
    board_move_list list;

    board_legal_moves(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (list.moves[i].from == from)
            screen_add_mark(board, KIOSK_MARK_LEGAL, list.moves[i].to);
    }
}

static void show_moves(screen_maker *screen, kiosk_board_view *board)
{
    const kiosk_hand *hand = &screen->state->hand;
    const kiosk_entered *entered = &screen->dispute->entered;
    board_position position;

    if (!kiosk_shown_position(screen->state, &position))
        return;
    screen_show_position(screen, board, &position);
    if (hand->shown > 0 && hand->shown <= entered->count) {
        screen_add_mark(board, KIOSK_MARK_LAST, entered->moves[hand->shown - 1].move.from);
        screen_add_mark(board, KIOSK_MARK_LAST, entered->moves[hand->shown - 1].move.to);
    }
    if (hand->square != BOARD_NO_SQUARE)
        mark_legal(board, &position, hand->square);
}

void screen_put_board(screen_maker *screen, kiosk_rect rect)
{
    kiosk_board_view *board = &screen->view->board;
    const kiosk_state *state = screen->state;

    kiosk_part_set_name(kiosk_view_add(screen->view, KIOSK_PART_BOARD, rect), "board");
    board->layout = screen->dispute->entered.layout;
    board->black_below = state->settings.black_below;
    board->simplified = state->settings.simplified;
    if (state->screen == KIOSK_SCREEN_POSITION) {
        board->sensitive = true;
        mark_faults(board);
    } else if (state->screen == KIOSK_SCREEN_MOVES) {
        board->sensitive = true;
        show_moves(screen, board);
    }
    if (board->sensitive) {
        screen_add_mark(board, KIOSK_MARK_SELECTED, state->hand.square);
        screen_put_word(screen, board);
    }
}
