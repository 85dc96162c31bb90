/*
 * tests/test_kiosk_view.c: sizes for a finger, what a finger hits, and where a board's squares are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/view.h"

static kiosk_view view;

/* A part that can be touched. */
static kiosk_part *add_touchable(kiosk_part_kind kind, kiosk_rect rect, const char *name)
{
    kiosk_part *part = kiosk_view_add(&view, kind, rect);

    part->command.kind = (kiosk_command_kind)1;
    kiosk_part_set_name(part, "%s", name);
    return part;
}

static void expect_hit(int x, int y, const char *name)
{
    const kiosk_part *part = kiosk_view_hit(&view, x, y);

    if (name) {
        assert_non_null(part);
        assert_string_equal(part->name, name);
    } else {
        assert_null(part);
    }
}

static void test_a_unit_is_nine_millimetres(void **state)
{
    static const double densities[] = {72, 96, 133, 160, 210, 294, 600};

    (void)state;
    for (size_t i = 0; i < sizeof densities / sizeof *densities; i++) {
        kiosk_metrics metrics = kiosk_metrics_make(1280, 720, densities[i], 0);

        assert_true(metrics.unit >= 9 / 25.4 * densities[i]);
        assert_true(metrics.unit < 9 / 25.4 * densities[i] + 1);
        assert_true(metrics.gap >= 2 && metrics.gap < metrics.unit / 2);
    }
}

static void test_text_is_large_enough_and_grows(void **state)
{
    kiosk_metrics last = kiosk_metrics_make(1280, 720, 160, 0);

    (void)state;
    assert_true(last.small >= 16);
    assert_true(last.small < last.body && last.body < last.large && last.large < last.huge);
    for (int step = 1; step < 3; step++) {
        kiosk_metrics metrics = kiosk_metrics_make(1280, 720, 160, step);

        assert_true(metrics.small > last.small && metrics.body > last.body);
        assert_true(metrics.large > last.large && metrics.huge > last.huge);
        assert_int_equal(metrics.unit, last.unit);
        last = metrics;
    }
}

/* A side below KIOSK_SMALL_UNITS: text stays as it is, and no smaller than it must be. */
static void test_small_displays_have_no_larger_text(void **state)
{
    const kiosk_metrics below = kiosk_metrics_make(800, 9 * 60 - 1, 169, 2);
    const kiosk_metrics at = kiosk_metrics_make(800, 9 * 60, 169, 2);

    (void)state;
    assert_int_equal(below.unit, 60);
    assert_int_equal(at.unit, 60);
    assert_true(below.tight);
    assert_false(at.tight);
    assert_int_equal(below.body, kiosk_metrics_make(800, 480, 169, 0).body);
    assert_true(at.body > below.body);
    assert_true(below.small >= 16);
    assert_true(kiosk_metrics_make(480, 800, 187, 0).tight);
    assert_false(kiosk_metrics_make(800, 480, 133, 0).tight);
}

static void test_metrics_outside_are_brought_in(void **state)
{
    kiosk_metrics least = kiosk_metrics_make(0, -5, 0, -1);
    kiosk_metrics most = kiosk_metrics_make(100000, 100000, 1e9, 99);
    kiosk_metrics strange = kiosk_metrics_make(640, 480, NAN, 0);
    kiosk_metrics at_limit = kiosk_metrics_make(KIOSK_WIDTH_MAX, KIOSK_WIDTH_MIN, 600, 2);
    kiosk_metrics large = kiosk_metrics_make(KIOSK_WIDTH_MAX, KIOSK_WIDTH_MAX, 600, 2);

    (void)state;
    assert_int_equal(least.width, KIOSK_WIDTH_MIN);
    assert_int_equal(least.height, KIOSK_WIDTH_MIN);
    assert_int_equal(least.unit, kiosk_metrics_make(320, 320, 72, 0).unit);
    assert_int_equal(most.width, KIOSK_WIDTH_MAX);
    assert_int_equal(most.height, KIOSK_WIDTH_MAX);
    assert_int_equal(most.huge, large.huge);
    assert_int_equal(at_limit.width, KIOSK_WIDTH_MAX);
    assert_int_equal(at_limit.height, KIOSK_WIDTH_MIN);
    assert_int_equal(strange.unit, least.unit);
}

static void test_portrait_is_the_taller_display(void **state)
{
    (void)state;
    assert_true(kiosk_metrics_make(720, 1280, 160, 0).portrait);
    assert_false(kiosk_metrics_make(1280, 720, 160, 0).portrait);
}

static void test_parts_past_the_limit_are_noticed(void **state)
{
    (void)state;
    kiosk_view_clear(&view);
    for (int i = 0; i < KIOSK_PARTS_MAX; i++)
        assert_non_null(kiosk_view_add(&view, KIOSK_PART_TEXT, (kiosk_rect){0, 0, 1, 1}));
    assert_false(view.overflow);
    assert_non_null(kiosk_view_add(&view, KIOSK_PART_TEXT, (kiosk_rect){0, 0, 1, 1}));
    assert_true(view.overflow);
    assert_int_equal(view.count, KIOSK_PARTS_MAX);
    kiosk_view_clear(&view);
    assert_false(view.overflow);
    assert_int_equal(view.count, 0);
    assert_int_equal(view.board.word_square, BOARD_NO_SQUARE);
    assert_int_equal(view.second_board.word_square, BOARD_NO_SQUARE);
}

static void test_long_texts_are_cut_at_a_character(void **state)
{
    char text[KIOSK_PART_TEXT_BYTES + 8];
    kiosk_part *part;

    (void)state;
    kiosk_view_clear(&view);
    part = kiosk_view_add(&view, KIOSK_PART_TEXT, (kiosk_rect){0, 0, 1, 1});
    memset(text, 'x', sizeof text);
    text[KIOSK_PART_TEXT_BYTES - 1] = '\0';
    kiosk_part_set_text(part, text);
    assert_string_equal(part->text, text);
    memcpy(text + KIOSK_PART_TEXT_BYTES - 3, "\xE5\xB0\x86", 4); /* one byte too long */
    kiosk_part_set_detail(part, text);
    assert_int_equal(strlen(part->detail), KIOSK_PART_TEXT_BYTES - 3);
    assert_memory_equal(part->detail, text, KIOSK_PART_TEXT_BYTES - 3);
}

static void test_the_topmost_part_is_hit(void **state)
{
    (void)state;
    kiosk_view_clear(&view);
    add_touchable(KIOSK_PART_BUTTON, (kiosk_rect){0, 0, 100, 100}, "below");
    add_touchable(KIOSK_PART_BUTTON, (kiosk_rect){50, 50, 100, 100}, "above");
    kiosk_view_add(&view, KIOSK_PART_TEXT, (kiosk_rect){0, 0, 200, 200});
    expect_hit(0, 0, "below");
    expect_hit(49, 50, "below");
    expect_hit(50, 50, "above");
    expect_hit(149, 149, "above");
    expect_hit(150, 149, NULL);
    expect_hit(-1, 0, NULL);
}

static void test_a_part_with_only_a_long_press_is_hit(void **state)
{
    kiosk_part *part;

    (void)state;
    kiosk_view_clear(&view);
    part = kiosk_view_add(&view, KIOSK_PART_TEXT, (kiosk_rect){0, 0, 10, 10});
    kiosk_part_set_name(part, "held");
    expect_hit(5, 5, NULL);
    part->hold.kind = (kiosk_command_kind)1;
    expect_hit(5, 5, "held");
}

static void test_a_shade_covers_what_is_below(void **state)
{
    kiosk_part *shade;

    (void)state;
    kiosk_view_clear(&view);
    view.unit = 40;
    add_touchable(KIOSK_PART_BUTTON, (kiosk_rect){0, 0, 100, 100}, "below");
    shade = kiosk_view_add(&view, KIOSK_PART_SHADE, (kiosk_rect){0, 0, 200, 200});
    kiosk_part_set_name(shade, "shade");
    expect_hit(50, 50, NULL);
    shade->command.kind = (kiosk_command_kind)1;
    expect_hit(50, 50, "shade");
    /* The dialog: beside its buttons nothing happens */
    kiosk_view_add(&view, KIOSK_PART_PANEL, (kiosk_rect){40, 40, 100, 100});
    add_touchable(KIOSK_PART_BUTTON, (kiosk_rect){60, 60, 20, 20}, "button");
    expect_hit(10, 10, "shade");
    expect_hit(120, 120, NULL);
    expect_hit(70, 70, "button");
    expect_hit(55, 70, "button"); /* nearly */
    expect_hit(39, 39, "shade");
}

static void test_small_parts_are_hit_nearby(void **state)
{
    (void)state;
    kiosk_view_clear(&view);
    add_touchable(KIOSK_PART_CHIP, (kiosk_rect){100, 100, 20, 20}, "left");
    add_touchable(KIOSK_PART_CHIP, (kiosk_rect){130, 100, 20, 20}, "right");
    add_touchable(KIOSK_PART_BUTTON, (kiosk_rect){100, 130, 50, 50}, "large");
    expect_hit(95, 110, NULL);
    view.unit = 50;
    expect_hit(95, 110, "left");
    expect_hit(74, 110, NULL);
    expect_hit(123, 110, "left");
    expect_hit(127, 110, "right");
    expect_hit(120, 131, "large");
    expect_hit(120, 181, NULL); /* what is large enough is hit exactly */
}

static void test_a_board_is_hit_if_it_is_sensitive(void **state)
{
    kiosk_part *part;

    (void)state;
    kiosk_view_clear(&view);
    part = kiosk_view_add(&view, KIOSK_PART_BOARD, (kiosk_rect){0, 0, 400, 400});
    kiosk_part_set_name(part, "board");
    expect_hit(10, 10, NULL);
    view.second_board.sensitive = true;
    expect_hit(10, 10, NULL);
    view.board.sensitive = true;
    expect_hit(10, 10, "board");
}

static void test_parts_are_found_by_name(void **state)
{
    (void)state;
    kiosk_view_clear(&view);
    kiosk_view_add(&view, KIOSK_PART_TEXT, (kiosk_rect){0, 0, 1, 1});
    kiosk_part_set_name(kiosk_view_add(&view, KIOSK_PART_TILE, (kiosk_rect){0, 0, 1, 1}),
                        "hall.table.%d", 12);
    assert_ptr_equal(kiosk_view_find(&view, "hall.table.12"), &view.parts[1]);
    assert_null(kiosk_view_find(&view, "hall.table.1"));
    assert_null(kiosk_view_find(&view, ""));
}

static void test_a_turned_rect(void **state)
{
    kiosk_rect rect = {10, 20, 30, 40};

    (void)state;
    kiosk_view_clear(&view);
    rect = kiosk_view_turned_rect(&view, rect, 800, 480);
    assert_int_equal(rect.x, 10);
    view.turn = 180;
    rect = kiosk_view_turned_rect(&view, rect, 800, 480);
    assert_int_equal(rect.x, 760);
    assert_int_equal(rect.y, 420);
    assert_int_equal(rect.width, 30);
    assert_int_equal(rect.height, 40);
}

/* Every square is found again where it was placed, and as far as nearly half a step from it. */
static void check_board(kiosk_rect rect, bool black_below)
{
    double step = kiosk_board_step(rect);
    int near = (int)floor(step * 0.45);

    for (int square = 0; square < BOARD_SQUARES; square++) {
        int x, y;

        kiosk_board_place(rect, black_below, (board_square)square, &x, &y);
        assert_true(x - step / 2 >= rect.x && x + step / 2 <= rect.x + rect.width);
        assert_true(y - step / 2 >= rect.y && y + step / 2 <= rect.y + rect.height);
        for (int dx = -near; dx <= near; dx += near) {
            for (int dy = -near; dy <= near; dy += near)
                assert_int_equal(kiosk_board_square_at(rect, black_below, x + dx, y + dy), square);
        }
    }
}

static void test_squares_are_found_where_they_stand(void **state)
{
    static const kiosk_rect rects[] = {
        {0, 0, 480, 480}, {100, 33, 720, 600}, {7, 5, 300, 301}, {0, 0, 720, 900}};

    (void)state;
    for (size_t i = 0; i < sizeof rects / sizeof *rects; i++) {
        check_board(rects[i], false);
        check_board(rects[i], true);
    }
}

static void test_red_stands_below_unless_turned(void **state)
{
    kiosk_rect rect = {0, 0, 480, 480};
    int x, y, far_x, far_y;

    (void)state;
    kiosk_board_place(rect, false, board_square_at(0, 0), &x, &y);
    kiosk_board_place(rect, false, board_square_at(8, 9), &far_x, &far_y);
    assert_true(x < far_x && y > far_y);
    kiosk_board_place(rect, true, board_square_at(0, 0), &x, &y);
    kiosk_board_place(rect, true, board_square_at(8, 9), &far_x, &far_y);
    assert_true(x > far_x && y < far_y);
}

static void test_off_the_board_is_no_square(void **state)
{
    kiosk_rect rect = {0, 0, 480, 480};
    double step = kiosk_board_step(rect);
    int x, y;

    (void)state;
    kiosk_board_place(rect, false, board_square_at(0, 0), &x, &y);
    assert_int_equal(kiosk_board_square_at(rect, false, x - (int)(step * 0.6), y), BOARD_NO_SQUARE);
    assert_int_equal(kiosk_board_square_at(rect, false, x, y + (int)(step * 0.6)), BOARD_NO_SQUARE);
    assert_int_equal(kiosk_board_square_at((kiosk_rect){0, 0, 0, 0}, false, 0, 0), BOARD_NO_SQUARE);
}

static void test_a_board_fills_its_natural_size(void **state)
{
    (void)state;
    for (int height = 200; height < 1300; height += 7) {
        kiosk_rect rect = {0, 0, kiosk_board_width(height), height};
        kiosk_rect wood = kiosk_board_wood(rect);

        assert_in_range(wood.width, rect.width - 1, rect.width);
        assert_in_range(wood.height, height - 1, height);
        assert_in_range(kiosk_board_height(kiosk_board_width(height)), height, height + 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_unit_is_nine_millimetres),
        cmocka_unit_test(test_text_is_large_enough_and_grows),
        cmocka_unit_test(test_small_displays_have_no_larger_text),
        cmocka_unit_test(test_metrics_outside_are_brought_in),
        cmocka_unit_test(test_portrait_is_the_taller_display),
        cmocka_unit_test(test_parts_past_the_limit_are_noticed),
        cmocka_unit_test(test_long_texts_are_cut_at_a_character),
        cmocka_unit_test(test_the_topmost_part_is_hit),
        cmocka_unit_test(test_a_part_with_only_a_long_press_is_hit),
        cmocka_unit_test(test_a_shade_covers_what_is_below),
        cmocka_unit_test(test_small_parts_are_hit_nearby),
        cmocka_unit_test(test_a_board_is_hit_if_it_is_sensitive),
        cmocka_unit_test(test_parts_are_found_by_name),
        cmocka_unit_test(test_a_turned_rect),
        cmocka_unit_test(test_squares_are_found_where_they_stand),
        cmocka_unit_test(test_red_stands_below_unless_turned),
        cmocka_unit_test(test_off_the_board_is_no_square),
        cmocka_unit_test(test_a_board_fills_its_natural_size),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
