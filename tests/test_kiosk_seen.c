/*
 * tests/test_kiosk_seen.c: what the arbiter sees where he chooses: the reasons of an overruled label,
 * rows that keep their place under the finger, the result that is due, the hall's title.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "support/kiosk_scenes.h"
#include "support/painting.h"
#include "support/view_checks.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    int width, height;
    double pixels_per_inch;
} displays[] = {{800, 480, 133}, {800, 480, 187}, {1280, 720, 210}, {720, 1280, 210}};

static kiosk_model model;

static int close_model(void **state)
{
    (void)state;
    if (model.state)
        model_close(&model);
    return 0;
}

/* The arbiter's reason is seen wherever the ruling is; the tool's label is marked as such, and the
 * board stays as it was when the choice opens. */
static void test_the_reason_of_an_overruled_label_is_seen(void **state)
{
    board_layout before;

    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_go_to_ruling(&model, model_chase_fen, model_chase_moves);
    model_tap(&model, "ruling.row.1");
    before = model_look(&model)->board.layout;
    model_tap(&model, "ruling.change");
    assert_memory_equal(&before, &model_look(&model)->board.layout, sizeof before);
    assert_true(model.view.board.arrow_count > 0);
    assert_string_equal(model_part(&model, "change.label.3")->detail, "原判");
    assert_string_equal(model_part(&model, "change.label.4")->detail, "");
    model_tap(&model, "change.label.4");
    assert_non_null(strstr(model_part(&model, "change.reason.29.3")->text, "有价值的子"));
    model_taps(&model, "change.reason.29.3 change.done");
    if (model_has(&model, "evidence.close"))
        model_tap(&model, "evidence.close");
    assert_non_null(strstr(model_part(&model, "ruling.overruled")->text, "29.3"));
    model_tap(&model, "next");
    assert_non_null(strstr(model_part(&model, "sign.overruled")->text, "29.3"));
    model_taps(&model, "sign.arbiter.1 pin.1 pin.2 pin.3 pin.4 next");
    assert_non_null(strstr(model_part(&model, "announce.overruled.zh")->text, "29.3"));
}

/* Whatever is told of what was chosen, the list stays where it was. */
static void test_rows_keep_their_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(displays); i++) {
        kiosk_rect before, after;

        model_open(&model, displays[i].width, displays[i].height, displays[i].pixels_per_inch,
                   BOARD_ENGLISH);
        model_pick_table(&model, 12);
        model_tap(&model, "game.foul.red");
        before = model_part(&model, "log.key.disturbance")->rect;
        model_tap(&model, "log.key.disturbance");
        assert_true(model_has(&model, "log.told.1"));
        after = model_part(&model, "log.key.disturbance")->rect;
        assert_memory_equal(&before, &after, sizeof before);
        model_close(&model);
    }
}

/* The result that is due stands first, on the page that is seen, with its reason. */
static void test_a_result_that_is_due_is_seen_with_its_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < kiosk_scene_count; i++) {
        if (strcmp(kiosk_scenes[i].name, "result-due") == 0)
            kiosk_scene_open(&model, &kiosk_scenes[i], 800, 480, 133, BOARD_CHINESE);
    }
    assert_true(model_part(&model, "result.outcome.2")->on);
    assert_true(model_part(&model, "log.key.fouls")->on);
    model_tap(&model, "bar.game");
    assert_string_equal(model_part(&model, "next")->text, "宣判");
    assert_true(model_has(&model, "game.dispute"));
}

static void test_the_hall_names_the_event_on_its_line(void **state)
{
    char fault[VIEW_FAULT_BYTES];

    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    assert_string_equal(model_part(&model, "say")->text, "先选台");
    snprintf(model.state->hall->event, sizeof model.state->hall->event,
             "The Open Championship of All Provinces and Cities in the Hall of the People, 2026");
    model_look(&model);
    if (view_is_wrong(&model.view, &model.metrics, fault) ||
        view_is_cut(&model.view, &model.metrics, painter, fault))
        fail_msg("%s", fault);
    model_pick_table(&model, 12);
    model_tap(&model, "bar.hall");
    assert_false(model_has(&model, "say"));
}

#define TEST(name) cmocka_unit_test_teardown(name, close_model)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_the_reason_of_an_overruled_label_is_seen),
        TEST(test_rows_keep_their_place),
        TEST(test_a_result_that_is_due_is_seen_with_its_reason),
        TEST(test_the_hall_names_the_event_on_its_line),
    };

    return cmocka_run_group_tests_name("kiosk seen", tests, painting_open, painting_close);
}
