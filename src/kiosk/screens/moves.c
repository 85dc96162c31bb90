/*
 * kiosk/screens/moves.c: moves are entered, on the board or on the keypad; what was entered, and
 * how often the position has come.
 */
#include <string.h>

#include "board/notation.h"
#include "kiosk/screens/screens_private.h"

/* The move with this index, as it is written; "" if it cannot be. */
static void write_move(const screen_maker *screen, size_t index, char text[BOARD_NOTATION_BYTES])
{
    board_position position;

    text[0] = '\0';
    if (kiosk_position_after(&screen->dispute->entered, index, &position))
        board_notation_write(&position, screen->dispute->entered.moves[index].move,
                             screen_notation(screen), text);
}

static void put_move(screen_maker *screen, kiosk_rect rect, size_t index)
{
    const kiosk_entered *entered = &screen->dispute->entered;
    char text[BOARD_NOTATION_BYTES];
    kiosk_part *part;

    write_move(screen, index, text);
    part = screen_put_button(screen, rect, "", text,
                             screen_do_with(KIOSK_COMMAND_SHOW, (int32_t)index + 1));
    kiosk_part_set_name(part, "moves.move.%zu", index + 1);
    part->on = screen->state->hand.shown == index + 1;
    part->tone =
        entered->moves[index].illegality != BOARD_OK ? KIOSK_TONE_WARNING : KIOSK_TONE_PLAIN;
}

/* Pairs of moves, numbered, Red's at the left; the latest pairs, or as many rows before them as was
 * scrolled. */
static void put_list(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_entered *entered = &screen->dispute->entered;
    int first_side = (int)entered->layout.to_move;
    int rows = ((int)entered->count + first_side + 1) / 2;
    int visible = screen_rows_in(screen, rect, screen->unit);
    int back = screen->state->scroll;
    kiosk_rect bar;
    kiosk_part *part;

    if (rows > visible) {
        back = back > rows - visible ? rows - visible : back;
        int more = back + visible > rows - visible ? rows - visible : back + visible;
        int less = back > visible ? back - visible : 0;

        bar = screen_cut_right(screen, &rect, screen->unit);
        part = screen_put_button(screen, screen_row(screen, bar, 2, 0), "list.up", "▲",
                                 screen_do_with(KIOSK_COMMAND_SCROLL_TO, more));
        part->dim = back == rows - visible;
        part = screen_put_button(screen, screen_row(screen, bar, 2, 1), "list.down", "▼",
                                 screen_do_with(KIOSK_COMMAND_SCROLL_TO, less));
        part->dim = back == 0;
    } else {
        back = 0;
    }
    int first = rows - visible - back > 0 ? rows - visible - back : 0;
    for (int i = 0; i < visible && first + i < rows; i++) {
        kiosk_rect row = {rect.x, rect.y + i * (screen->unit + screen->gap), rect.width,
                          screen->unit};
        screen_text number;

        screen_begin(&number);
        screen_add_number(&number, first + i + 1);
        part = screen_put_text(
            screen,
            screen_middle(screen, screen_cut_left(screen, &row, screen->metrics->body * 2),
                          KIOSK_TEXT_BODY),
            KIOSK_TEXT_BODY, number.text);
        part->align = KIOSK_ALIGN_END;
        part->tone = KIOSK_TONE_QUIET;
        for (int side = 0; side < 2; side++) {
            int index = 2 * (first + i) + side - first_side;

            if (index >= 0 && index < (int)entered->count)
                put_move(screen, screen_column(screen, row, 2, side), (size_t)index);
        }
    }
}

/* The last moves in one row, as many as fit. */
static void put_strip(screen_maker *screen, kiosk_rect row)
{
    size_t count = screen->dispute->entered.count;
    int width = screen_text_width(screen, "中中中中", KIOSK_TEXT_BODY, true) + 2 * screen->gap;
    int columns = screen_columns_in(screen, row, width > screen->unit ? width : screen->unit);
    size_t shown = count < (size_t)columns ? count : (size_t)columns;

    for (size_t i = 0; i < shown; i++)
        put_move(screen, screen_column(screen, row, columns, (int)i), count - shown + i);
}

/* Whose move it is, and how often the position has come. */
static void put_counter(screen_maker *screen, kiosk_rect row)
{
    const kiosk_entered *entered = &screen->dispute->entered;
    kiosk_repetition repetition;
    board_position position;
    screen_text text;
    kiosk_part *part;

    if (kiosk_shown_position(screen->state, &position)) {
        part = screen_put_text(screen, screen_column(screen, row, 2, 0), KIOSK_TEXT_BODY,
                               screen_fill(screen, &text, KIOSK_WORD_TO_MOVE,
                                           screen_side_name(screen, position.to_move)));
        part->tone = screen_side_tone(position.to_move);
        part->strong = true;
    }
    if (!kiosk_find_repetition(entered, &repetition) || entered->count == 0)
        return;
    const size_t times =
        repetition.complete ? repetition.cycle.occurrences : repetition.occurrences;
    part = screen_put_text(screen, screen_column(screen, row, 2, 1), KIOSK_TEXT_BODY,
                           screen_fill_number(screen, &text, KIOSK_WORD_OCCURRENCE, (long)times));
    kiosk_part_set_name(part, "moves.occurrence");
    part->align = KIOSK_ALIGN_END;
    part->strong = times > 1;
    if (repetition.complete)
        part->tone = KIOSK_TONE_GOOD;
}

/* The keypad. */

typedef struct key_range {
    int first, last;
} key_range;

static const key_range key_ranges[KIOSK_KEY_ROWS][2] = {
    {{KIOSK_KEY_PIECE, KIOSK_KEY_PIECE + BOARD_KINDS - 1}, {0, -1}},
    {{KIOSK_KEY_FRONT, KIOSK_KEY_PLACE + 5}, {KIOSK_KEY_FILE + 1, KIOSK_KEY_FILE + 9}},
    {{KIOSK_KEY_WAY, KIOSK_KEY_WAY + 2}, {0, -1}},
    {{KIOSK_KEY_NUMBER + 1, KIOSK_KEY_NUMBER + 9}, {0, -1}},
};

/* The keys of a row that are offered. */
static int keys_of_row(const kiosk_keys *keys, int row, kiosk_key list[KIOSK_KEYS])
{
    int count = 0;

    for (int range = 0; range < 2; range++) {
        for (int key = key_ranges[row][range].first; key <= key_ranges[row][range].last; key++) {
            if (kiosk_key_row_of((kiosk_key)key) == (kiosk_key_row)row && keys->offered[key])
                list[count++] = (kiosk_key)key;
        }
    }
    return count;
}

/* A key of the row that is asked gives its command; those of later rows only show what is to
 * come; one that was pressed takes itself back. */
static void put_key(screen_maker *screen, kiosk_rect rect, kiosk_key key, const kiosk_keys *keys,
                    board_side side)
{
    kiosk_key_row row = kiosk_key_row_of(key);
    bool chosen = keys->chosen[row] == (uint8_t)key;
    kiosk_part *part;

    part = screen_put(screen, KIOSK_PART_KEY, rect, "",
                      kiosk_key_text(key, side, screen->state->settings.simplified),
                      screen_do(KIOSK_COMMAND_NONE));
    part->align = KIOSK_ALIGN_CENTRE;
    if (row == KIOSK_ROW_PIECE) {
        part->kind = KIOSK_PART_PIECE;
        part->cell = board_cell_of(side, (board_kind)(key - KIOSK_KEY_PIECE));
        kiosk_part_set_text(part, "");
    }
    part->on = chosen;
    part->dim = !chosen && row != keys->row;
    if (chosen)
        part->command = screen_do(KIOSK_COMMAND_KEY_BACK);
    else if (row == keys->row)
        part->command = screen_do_with(KIOSK_COMMAND_KEY, (int32_t)key);
    kiosk_part_set_name(part, chosen ? "key.chosen.%d" : "key.%d", (int)key);
}

/* What was pressed so far, or follows from it. */
static void put_chosen(screen_maker *screen, kiosk_rect line, const kiosk_keys *keys,
                       board_side side)
{
    int columns = screen_columns_in(screen, line, screen->unit);

    columns = columns < BOARD_KINDS ? columns : BOARD_KINDS;
    for (int row = 0; row < KIOSK_KEY_ROWS; row++) {
        if (keys->chosen[row] != 0)
            put_key(screen, screen_column(screen, line, columns, row), (kiosk_key)keys->chosen[row],
                    keys, side);
    }
}

/* The keys of an open row; the one that is asked takes two lines if a finger needs them. */
static void put_key_row(screen_maker *screen, kiosk_rect *rect, int height, int row,
                        const kiosk_keys *keys, board_side side)
{
    int columns = screen_columns_in(screen, *rect, screen->unit);
    kiosk_key list[KIOSK_KEYS];
    int count = keys_of_row(keys, row, list);
    bool asked = row == (int)keys->row;
    int in_line = asked && count > columns ? (count + 1) / 2 : count;
    int places = in_line < BOARD_KINDS && columns >= BOARD_KINDS ? BOARD_KINDS : in_line;

    for (int start = 0; start < count; start += in_line) {
        if (!asked && rect->height < height)
            return; /* what is to come later need not be seen */
        kiosk_rect line = screen_cut_top(screen, rect, height);

        for (int i = 0; i < in_line && start + i < count; i++)
            put_key(screen, screen_column(screen, line, places, i), list[start + i], keys, side);
    }
}

/* What was pressed, then the rows that are open, the one that is asked first. */
static void put_keypad(screen_maker *screen, kiosk_rect rect)
{
    board_position position;
    kiosk_keys keys;
    bool pressed = screen->state->hand.keypad.pressed > 0;
    int height = (rect.height + screen->gap) / KIOSK_KEY_ROWS - screen->gap;
    int most = screen->unit * 4 / 3;

    if (!kiosk_shown_position(screen->state, &position))
        return;
    kiosk_keypad_offer(&screen->state->hand.keypad, &position, &keys);
    height = height > most ? most : height < screen->unit ? screen->unit : height;
    if (pressed)
        put_chosen(screen, screen_cut_top(screen, &rect, height), &keys, position.to_move);
    for (int row = 0; row < KIOSK_KEY_ROWS; row++) {
        if (keys.chosen[row] == 0 || !pressed)
            put_key_row(screen, &rect, height, row, &keys, position.to_move);
    }
}

/* 双方一直如此重复? takes the place of the big buttons. */
static void put_rounds_question(screen_maker *screen, const screen_areas *areas)
{
    kiosk_rect bottom = areas->bottom;
    kiosk_part *part;

    part = screen_put_text(screen, screen_middle(screen, areas->say, KIOSK_TEXT_BODY),
                           KIOSK_TEXT_BODY, kiosk_say_text(KIOSK_SAY_ASK_ROUNDS, screen->language));
    part->strong = true;
    part->align = KIOSK_ALIGN_END;
    screen_put_button(screen, screen_cut_left(screen, &bottom, bottom.width * 2 / 5), "moves.not",
                      kiosk_say_text(KIOSK_SAY_ROUNDS_NO, screen->language),
                      screen_do(KIOSK_COMMAND_NOT_YET));
    part = screen_put_button(screen, bottom, "moves.rounds",
                             kiosk_say_text(KIOSK_SAY_ROUNDS_YES, screen->language),
                             screen_do_with(KIOSK_COMMAND_ROUNDS, 1));
    part->size = KIOSK_TEXT_LARGE;
    part->tone = KIOSK_TONE_PRIMARY;
    part->strong = true;
}

static void put_moves_tools(screen_maker *screen, kiosk_rect rect)
{
    const kiosk_hand *hand = &screen->state->hand;
    bool keypad = hand->way == KIOSK_BY_KEYPAD;
    bool can_go_back = kiosk_moves_can_undo(screen->dispute) || hand->keypad.pressed > 0;
    const screen_tool tools[] = {
        {"moves.way", screen_word(screen, keypad ? KIOSK_WORD_BY_BOARD : KIOSK_WORD_BY_KEYPAD),
         screen_do_with(KIOSK_COMMAND_ENTRY_WAY, keypad ? KIOSK_BY_BOARD : KIOSK_BY_KEYPAD), false,
         false},
        {"moves.undo", screen_word(screen, KIOSK_WORD_UNDO),
         screen_do(hand->keypad.pressed > 0 ? KIOSK_COMMAND_KEY_BACK : KIOSK_COMMAND_UNDO),
         !can_go_back, false},
        {"moves.redo", screen_word(screen, KIOSK_WORD_REDO), screen_do(KIOSK_COMMAND_REDO),
         !kiosk_dispute_can_redo(screen->dispute), false},
        {keypad ? "moves.any" : "board.turn",
         screen_word(screen, keypad ? KIOSK_WORD_ANY_MOVE : KIOSK_WORD_TURN),
         keypad ? screen_do_with(KIOSK_COMMAND_KEY_ANY, !hand->keypad.any)
                : screen_do(KIOSK_COMMAND_BOARD_TURN),
         false, keypad ? hand->keypad.any : screen->state->settings.black_below},
    };

    screen_put_tools(screen, rect, tools, sizeof tools / sizeof *tools);
}

void screen_build_moves(screen_maker *screen)
{
    screen_areas areas = screen_put_frame(screen, true);

    if (!screen->dispute)
        return;
    screen_put_board(screen, areas.board);
    put_moves_tools(screen, areas.tools);
    if (screen->low && kiosk_asks_rounds(screen->state)) /* beside two buttons it has no room */
        areas.say = screen_cut_bottom(screen, &areas.panel,
                                      screen_lines_height(screen, KIOSK_TEXT_BODY, 1));
    put_counter(screen, screen_cut_top(screen, &areas.panel,
                                       screen_lines_height(screen, KIOSK_TEXT_BODY, 1)));
    if (screen->state->hand.way == KIOSK_BY_KEYPAD) {
        if (areas.panel.height > 5 * (screen->unit + screen->gap))
            put_strip(screen, screen_cut_bottom(screen, &areas.panel, screen->unit));
        put_keypad(screen, areas.panel);
    } else if (screen->dispute->entered.count > 0) {
        put_list(screen, areas.panel);
    } else {
        const kiosk_word how = screen->dispute->purpose == KIOSK_FOR_AUDIT ? KIOSK_WORD_AUDIT_HOW
                                                                           : KIOSK_WORD_MOVES_HOW;
        kiosk_part *part = screen_put_paragraph(screen, &areas.panel, KIOSK_TEXT_BODY, false,
                                                screen_word(screen, how));

        part->tone = KIOSK_TONE_QUIET;
        kiosk_part_set_name(part, "moves.how");
    }
    if (kiosk_asks_rounds(screen->state)) {
        put_rounds_question(screen, &areas);
        return;
    }
    screen_put_say(screen, &areas);
    if (kiosk_can_repeat(screen->state))
        screen_put_bottom(screen, &areas, "moves.again", screen_word(screen, KIOSK_WORD_AGAIN),
                          screen_do(KIOSK_COMMAND_AGAIN));
    else if (screen->dispute->entered.count == 0)
        screen_put_bottom(screen, &areas, "moves.stick", screen_word(screen, KIOSK_WORD_STICK_OPEN),
                          screen_do(KIOSK_COMMAND_STICK));
    else
        screen_put_bottom(screen, &areas, NULL, NULL, screen_do(KIOSK_COMMAND_NONE));
}
