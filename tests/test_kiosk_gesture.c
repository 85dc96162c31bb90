/*
 * tests/test_kiosk_gesture.c: one touch acts once: taps, long presses, drags, scrolling, and the
 * keyboard's way over the parts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/app/focus.h"
#include "kiosk/app/gesture.h"

enum { UNIT = 50 };

static kiosk_view view;
static kiosk_gesture gesture;
static const kiosk_rect board_rect = {0, 0, 462, 534}; /* 50 pixels a step */

static kiosk_part *add(kiosk_part_kind kind, kiosk_rect rect, const char *name,
                       kiosk_command command)
{
    kiosk_part *part = kiosk_view_add(&view, kind, rect);

    kiosk_part_set_name(part, "%s", name);
    part->command = command;
    return part;
}

/* A board with a red rook on a0, a palette's piece, a button, rows. */
static int make_view(void **state)
{
    (void)state;
    memset(&gesture, 0, sizeof gesture);
    kiosk_view_clear(&view);
    view.unit = UNIT;
    add(KIOSK_PART_BOARD, board_rect, "board", (kiosk_command){.kind = KIOSK_COMMAND_NONE});
    view.board.sensitive = true;
    view.board.layout.cells[0] = board_cell_of(BOARD_RED, BOARD_ROOK);
    add(KIOSK_PART_PIECE, (kiosk_rect){500, 0, UNIT, UNIT}, "palette.1",
        kiosk_command_of(KIOSK_COMMAND_PICK, 6, 0))
        ->cell = 6;
    kiosk_part *button = add(KIOSK_PART_BUTTON, (kiosk_rect){500, 100, 100, UNIT}, "button",
                             kiosk_command_of(KIOSK_COMMAND_HOME, 0, 0));
    button->hold = kiosk_command_of(KIOSK_COMMAND_RELOAD, 0, 0);
    for (int i = 0; i < 3; i++) {
        char name[16];

        snprintf(name, sizeof name, "row.%d", i);
        add(KIOSK_PART_ROW, (kiosk_rect){500, 200 + i * 60, 100, 60}, name,
            kiosk_command_of(KIOSK_COMMAND_ROW, i, 0));
    }
    return 0;
}

static void expect(kiosk_command command, kiosk_command_kind kind, int first, int second)
{
    assert_int_equal(command.kind, kind);
    if (kind != KIOSK_COMMAND_NONE) {
        assert_int_equal(command.numbers[0], first);
        assert_int_equal(command.numbers[1], second);
    }
}

static void place(board_square square, int *x, int *y)
{
    kiosk_board_place(board_rect, false, square, x, y);
}

static void test_a_tap_acts_once_when_the_finger_is_lifted(void **state)
{
    kiosk_touch touch = kiosk_touch_none();

    (void)state;
    kiosk_gesture_down(&gesture, &view, 510, 110, 0);
    kiosk_gesture_show(&gesture, &view, &touch);
    assert_int_equal(touch.pressed, 2);
    expect(kiosk_gesture_move(&gesture, &view, 515, 112), KIOSK_COMMAND_NONE, 0, 0);
    expect(kiosk_gesture_up(&gesture, &view, 515, 112), KIOSK_COMMAND_HOME, 0, 0);
    expect(kiosk_gesture_up(&gesture, &view, 515, 112), KIOSK_COMMAND_NONE, 0, 0);
    kiosk_gesture_show(&gesture, &view, &touch);
    assert_int_equal(touch.pressed, KIOSK_NO_PART);
}

static void test_a_second_finger_is_not_looked_at(void **state)
{
    (void)state;
    kiosk_gesture_down(&gesture, &view, 510, 110, 0);
    kiosk_gesture_down(&gesture, &view, 510, 210, 5);
    expect(kiosk_gesture_up(&gesture, &view, 510, 110), KIOSK_COMMAND_HOME, 0, 0);
    expect(kiosk_gesture_up(&gesture, &view, 510, 210), KIOSK_COMMAND_NONE, 0, 0);
}

static void test_a_long_press_is_not_a_tap_too(void **state)
{
    (void)state;
    kiosk_gesture_down(&gesture, &view, 510, 110, 1000);
    assert_int_equal(kiosk_gesture_due(&gesture), 1000 + KIOSK_HOLD_MS);
    expect(kiosk_gesture_wait(&gesture, &view, 1000 + KIOSK_HOLD_MS - 1), KIOSK_COMMAND_NONE, 0, 0);
    expect(kiosk_gesture_wait(&gesture, &view, 1000 + KIOSK_HOLD_MS), KIOSK_COMMAND_RELOAD, 0, 0);
    assert_int_equal(kiosk_gesture_due(&gesture), KIOSK_NEVER);
    expect(kiosk_gesture_wait(&gesture, &view, 5000), KIOSK_COMMAND_NONE, 0, 0);
    expect(kiosk_gesture_up(&gesture, &view, 510, 110), KIOSK_COMMAND_NONE, 0, 0);
}

static void test_a_part_without_a_long_press_is_tapped_however_long(void **state)
{
    (void)state;
    kiosk_gesture_down(&gesture, &view, 510, 210, 0);
    assert_int_equal(kiosk_gesture_due(&gesture), KIOSK_NEVER);
    expect(kiosk_gesture_wait(&gesture, &view, 9999), KIOSK_COMMAND_NONE, 0, 0);
    expect(kiosk_gesture_up(&gesture, &view, 510, 210), KIOSK_COMMAND_ROW, 0, 0);
}

static void test_a_finger_that_leaves_taps_nothing(void **state)
{
    (void)state;
    kiosk_gesture_down(&gesture, &view, 510, 110, 0);
    expect(kiosk_gesture_move(&gesture, &view, 590, 112), KIOSK_COMMAND_NONE, 0, 0);
    assert_int_equal(kiosk_gesture_due(&gesture), KIOSK_NEVER);
    expect(kiosk_gesture_move(&gesture, &view, 510, 110), KIOSK_COMMAND_NONE, 0, 0);
    expect(kiosk_gesture_up(&gesture, &view, 510, 110), KIOSK_COMMAND_NONE, 0, 0);
}

/* A dialog came up between down and up: it is not what was meant. */
static void test_what_came_between_is_not_tapped(void **state)
{
    (void)state;
    kiosk_gesture_down(&gesture, &view, 510, 110, 0);
    kiosk_view_add(&view, KIOSK_PART_SHADE, (kiosk_rect){0, 0, 700, 600});
    add(KIOSK_PART_BUTTON, (kiosk_rect){500, 100, 100, UNIT}, "yes",
        kiosk_command_of(KIOSK_COMMAND_ANSWER, 1, 0));
    expect(kiosk_gesture_up(&gesture, &view, 510, 110), KIOSK_COMMAND_NONE, 0, 0);
}

static void test_squares_are_tapped_and_held(void **state)
{
    int x, y;

    (void)state;
    place(40, &x, &y);
    kiosk_gesture_down(&gesture, &view, x + 20, y - 20, 0);
    expect(kiosk_gesture_up(&gesture, &view, x + 20, y - 20), KIOSK_COMMAND_SQUARE, 40, 0);
    place(0, &x, &y);
    kiosk_gesture_down(&gesture, &view, x, y, 0);
    expect(kiosk_gesture_wait(&gesture, &view, KIOSK_HOLD_MS), KIOSK_COMMAND_SQUARE_HOLD, 0, 0);
    expect(kiosk_gesture_up(&gesture, &view, x, y), KIOSK_COMMAND_NONE, 0, 0);
}

static void test_a_piece_is_dragged(void **state)
{
    kiosk_touch touch = kiosk_touch_none();
    int x, y, to_x, to_y;

    (void)state;
    place(0, &x, &y);
    place(31, &to_x, &to_y);
    kiosk_gesture_down(&gesture, &view, x, y, 0);
    expect(kiosk_gesture_move(&gesture, &view, x + 30, y - 30), KIOSK_COMMAND_NONE, 0, 0);
    kiosk_gesture_show(&gesture, &view, &touch);
    assert_int_equal(touch.ghost, board_cell_of(BOARD_RED, BOARD_ROOK));
    expect(kiosk_gesture_up(&gesture, &view, to_x, to_y), KIOSK_COMMAND_DRAG, 0, 31);
    /* off the board */
    kiosk_gesture_down(&gesture, &view, x, y, 0);
    expect(kiosk_gesture_up(&gesture, &view, 480, 480), KIOSK_COMMAND_DRAG, 0, BOARD_NO_SQUARE);
    /* there and back again: an unsteady finger */
    kiosk_gesture_down(&gesture, &view, x, y, 0);
    kiosk_gesture_move(&gesture, &view, x + 24, y);
    expect(kiosk_gesture_up(&gesture, &view, x + 20, y), KIOSK_COMMAND_SQUARE, 0, 0);
    kiosk_gesture_show(&gesture, &view, &touch);
    assert_int_equal(touch.ghost, BOARD_EMPTY);
}

static void test_an_empty_point_is_not_dragged(void **state)
{
    int x, y;

    (void)state;
    place(40, &x, &y);
    kiosk_gesture_down(&gesture, &view, x, y, 0);
    expect(kiosk_gesture_up(&gesture, &view, x, y - 60), KIOSK_COMMAND_NONE, 0, 0);
}

static void test_a_palette_piece_is_dragged_to_a_point(void **state)
{
    int x, y;

    (void)state;
    place(22, &x, &y);
    kiosk_gesture_down(&gesture, &view, 520, 20, 0);
    expect(kiosk_gesture_up(&gesture, &view, x, y), KIOSK_COMMAND_PICK_DRAG, 6, 22);
    kiosk_gesture_down(&gesture, &view, 520, 20, 0);
    expect(kiosk_gesture_up(&gesture, &view, 560, 220), KIOSK_COMMAND_NONE, 0, 0);
    kiosk_gesture_down(&gesture, &view, 520, 20, 0);
    expect(kiosk_gesture_up(&gesture, &view, 522, 22), KIOSK_COMMAND_PICK, 6, 0);
    view.parts[1].dim = true; /* none is left */
    kiosk_gesture_down(&gesture, &view, 520, 20, 0);
    expect(kiosk_gesture_up(&gesture, &view, x, y), KIOSK_COMMAND_NONE, 0, 0);
}

static void test_a_list_is_scrolled_row_by_row(void **state)
{
    (void)state;
    kiosk_gesture_down(&gesture, &view, 550, 310, 0);
    expect(kiosk_gesture_move(&gesture, &view, 550, 280), KIOSK_COMMAND_NONE, 0, 0);
    expect(kiosk_gesture_move(&gesture, &view, 550, 245), KIOSK_COMMAND_SCROLL, 1, 0);
    expect(kiosk_gesture_move(&gesture, &view, 550, 244), KIOSK_COMMAND_NONE, 0, 0);
    expect(kiosk_gesture_move(&gesture, &view, 550, 120), KIOSK_COMMAND_SCROLL, 2, 0);
    expect(kiosk_gesture_up(&gesture, &view, 550, 320), KIOSK_COMMAND_SCROLL, -3, 0);
}

static void test_a_lost_pointer_does_nothing(void **state)
{
    (void)state;
    kiosk_gesture_down(&gesture, &view, 510, 110, 0);
    kiosk_gesture_cancel(&gesture);
    expect(kiosk_gesture_up(&gesture, &view, 510, 110), KIOSK_COMMAND_NONE, 0, 0);
}

static void test_a_touch_beside_everything_does_nothing(void **state)
{
    (void)state;
    kiosk_gesture_down(&gesture, &view, 480, 590, 0);
    assert_int_equal(kiosk_gesture_due(&gesture), KIOSK_NEVER);
    expect(kiosk_gesture_up(&gesture, &view, 480, 590), KIOSK_COMMAND_NONE, 0, 0);
}

/* The keyboard */

static void expect_focus(const kiosk_focus *focus, const char *name, board_square square)
{
    assert_string_equal(focus->name, name);
    assert_int_equal(focus->square, square);
}

static void test_tab_comes_to_every_part_and_around(void **state)
{
    static const char *const names[] = {"board", "palette.1", "button", "row.0", "row.1", "row.2"};
    kiosk_focus focus = kiosk_focus_nowhere();

    (void)state;
    for (int i = 0; i < 13; i++) {
        kiosk_focus_move(&focus, &view, KIOSK_FORWARD);
        assert_string_equal(focus.name, names[i % 6]);
        assert_non_null(kiosk_focus_part(&focus, &view));
    }
    kiosk_focus_move(&focus, &view, KIOSK_BACKWARD);
    assert_string_equal(focus.name, "row.2");
    focus = kiosk_focus_nowhere();
    kiosk_focus_move(&focus, &view, KIOSK_BACKWARD);
    assert_string_equal(focus.name, "row.2");
}

static void test_arrows_move_over_squares_and_off_the_board(void **state)
{
    kiosk_focus focus = kiosk_focus_nowhere();

    (void)state;
    kiosk_focus_move(&focus, &view, KIOSK_FORWARD);
    expect_focus(&focus, "board", board_square_at(4, 0));
    kiosk_focus_move(&focus, &view, KIOSK_UP);
    expect_focus(&focus, "board", board_square_at(4, 1));
    for (int i = 0; i < 4; i++)
        kiosk_focus_move(&focus, &view, KIOSK_RIGHT);
    expect_focus(&focus, "board", board_square_at(8, 1));
    kiosk_focus_move(&focus, &view, KIOSK_RIGHT);
    assert_string_not_equal(focus.name, "board");
    view.board.black_below = true;
    focus = kiosk_focus_nowhere();
    kiosk_focus_move(&focus, &view, KIOSK_FORWARD);
    kiosk_focus_move(&focus, &view, KIOSK_LEFT);
    expect_focus(&focus, "board", board_square_at(5, 9));
}

static void test_arrows_come_to_the_nearest_part(void **state)
{
    kiosk_focus focus = {"button", BOARD_NO_SQUARE};

    (void)state;
    kiosk_focus_move(&focus, &view, KIOSK_DOWN);
    expect_focus(&focus, "row.0", BOARD_NO_SQUARE);
    kiosk_focus_move(&focus, &view, KIOSK_UP);
    kiosk_focus_move(&focus, &view, KIOSK_UP);
    expect_focus(&focus, "palette.1", BOARD_NO_SQUARE);
    kiosk_focus_move(&focus, &view, KIOSK_UP); /* nothing there */
    expect_focus(&focus, "palette.1", BOARD_NO_SQUARE);
    kiosk_focus_move(&focus, &view, KIOSK_LEFT);
    assert_string_equal(focus.name, "board");
}

static void test_the_keyboard_stays_above_a_shade(void **state)
{
    kiosk_focus focus = {"button", BOARD_NO_SQUARE};

    (void)state;
    add(KIOSK_PART_SHADE, (kiosk_rect){0, 0, 700, 600}, "shade",
        kiosk_command_of(KIOSK_COMMAND_BACK, 0, 0));
    assert_null(kiosk_focus_part(&focus, &view));
    kiosk_focus_move(&focus, &view, KIOSK_FORWARD);
    assert_null(kiosk_focus_part(&focus, &view)); /* there is nothing on the shade */
    add(KIOSK_PART_BUTTON, (kiosk_rect){300, 300, 100, UNIT}, "yes",
        kiosk_command_of(KIOSK_COMMAND_ANSWER, 1, 0));
    for (int i = 0; i < 3; i++) {
        kiosk_focus_move(&focus, &view, i % 2 ? KIOSK_FORWARD : KIOSK_LEFT);
        expect_focus(&focus, "yes", BOARD_NO_SQUARE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_a_tap_acts_once_when_the_finger_is_lifted, make_view),
        cmocka_unit_test_setup(test_a_second_finger_is_not_looked_at, make_view),
        cmocka_unit_test_setup(test_a_long_press_is_not_a_tap_too, make_view),
        cmocka_unit_test_setup(test_a_part_without_a_long_press_is_tapped_however_long, make_view),
        cmocka_unit_test_setup(test_a_finger_that_leaves_taps_nothing, make_view),
        cmocka_unit_test_setup(test_what_came_between_is_not_tapped, make_view),
        cmocka_unit_test_setup(test_squares_are_tapped_and_held, make_view),
        cmocka_unit_test_setup(test_a_piece_is_dragged, make_view),
        cmocka_unit_test_setup(test_an_empty_point_is_not_dragged, make_view),
        cmocka_unit_test_setup(test_a_palette_piece_is_dragged_to_a_point, make_view),
        cmocka_unit_test_setup(test_a_list_is_scrolled_row_by_row, make_view),
        cmocka_unit_test_setup(test_a_lost_pointer_does_nothing, make_view),
        cmocka_unit_test_setup(test_a_touch_beside_everything_does_nothing, make_view),
        cmocka_unit_test_setup(test_tab_comes_to_every_part_and_around, make_view),
        cmocka_unit_test_setup(test_arrows_move_over_squares_and_off_the_board, make_view),
        cmocka_unit_test_setup(test_arrows_come_to_the_nearest_part, make_view),
        cmocka_unit_test_setup(test_the_keyboard_stays_above_a_shade, make_view),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
