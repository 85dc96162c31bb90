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

static void check_view(const char *what)
{
    char fault[VIEW_FAULT_BYTES];

    model_look(&model);
    if (view_is_wrong(&model.view, &model.metrics, fault) ||
        view_is_cut(&model.view, &model.metrics, painter, fault))
        fail_msg("%s, %dx%d: %s", what, model.metrics.width, model.metrics.height, fault);
}

/* The third foul, while an order to change is open: what is due stands there with its article, and
 * its side looks graver than one that loses with the next foul. */
static void test_what_is_due_is_said_beside_an_open_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(displays); i++) {
        for (board_language language = 0; language < BOARD_LANGUAGES; language++) {
            model_open(&model, displays[i].width, displays[i].height, displays[i].pixels_per_inch,
                       language);
            model_pick_table(&model, 5);
            assert_int_equal(model_part(&model, "game.foul.black")->tone, KIOSK_TONE_WARNING);
            model_tap(&model, "bar.back");
            model_pick_table(&model, 9);
            model.state->game->table.order_open = true;
            model.state->game->added_minutes[BOARD_RED] = 5;
            check_view("due beside an order");
            assert_non_null(strstr(model_has(&model, "game.due")
                                       ? model_part(&model, "game.due")->text
                                       : model_part(&model, "next")->detail,
                                   "4.1.8"));
            assert_true(model_has(&model, "game.order"));
            assert_int_equal(model_part(&model, "game.foul.red")->tone, KIOSK_TONE_DANGER);
            assert_int_equal(model_part(&model, "game.foul.black")->tone, KIOSK_TONE_QUIET);
            model_close(&model);
        }
    }
}

/* What was said of one game is not said on another's screen; what is said of the device is. */
static void test_what_is_said_ends_with_its_game(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_go_to_moves(&model, model_chase_fen, model_chase_moves);
    model_do(&model, kiosk_command_of(KIOSK_COMMAND_ROUNDS, 1, 0));
    assert_int_equal(model.state->say, KIOSK_SAY_THREE_TIMES);
    model_tap(&model, "bar.game");
    assert_int_equal(model.state->say, KIOSK_SAY_NOTHING);

    model_tap(&model, "bar.hall");
    kiosk_device device = model.state->device;
    device.free_mib = 10;
    kiosk_set_device(model.state, &device);
    assert_int_equal(model.state->say, KIOSK_SAY_STORAGE_LOW);
    model.state->say_warns = false;
    model_pick_table(&model, 3);
    assert_int_equal(model.state->say, KIOSK_SAY_STORAGE_LOW);
}

/* English: no line by squares that the board does not name, and every sign has its word. */
static void test_english_evidence_is_in_the_notation_of_the_list(void **state)
{
    (void)state;
    model_open(&model, 1280, 720, 210, BOARD_ENGLISH);
    model_go_to_ruling(&model, model_chase_fen, model_chase_moves);
    assert_non_null(strstr(model_part(&model, "ruling.row.1")->detail, "chase"));
    assert_non_null(strstr(model_part(&model, "ruling.row.2")->detail, "idle"));
    model_do(&model, kiosk_command_of(KIOSK_COMMAND_TICK, 0, 0));
    model_tap(&model, "ruling.row.1");
    const char *sentence = model_part(&model, "evidence.sentence")->text;
    for (const char *at = sentence; *at != '\0'; at++)
        assert_false(at[0] >= 'a' && at[0] <= 'i' && at[1] >= '0' && at[1] <= '9' && at[2] >= 'a' &&
                     at[2] <= 'i' && at[3] >= '0' && at[3] <= '9');
    assert_non_null(strpbrk(sentence, "+="));
}

/* The sentence of the ruling is there in English, too, where the display has room for it. */
static void test_the_english_ruling_says_its_sentence(void **state)
{
    (void)state;
    model_open(&model, 1280, 720, 210, BOARD_ENGLISH);
    model_go_to_ruling(&model, model_chase_fen, model_chase_moves);
    model.now_ms += 10 * KIOSK_SAY_MS;
    model_do(&model, kiosk_command_of(KIOSK_COMMAND_TICK, 0, 0));
    assert_int_equal(model.state->say, KIOSK_SAY_NOTHING);
    assert_non_null(strstr(model_part(&model, "ruling.sentence")->text, "Red must change"));
    check_view("English ruling");
}

/* Positions are counted, never cycles: 2 after one cycle, 3 when it can be ruled on. */
static void test_positions_are_counted(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_go_to_moves(&model, model_chase_fen, model_chase_moves);
    assert_string_equal(model_part(&model, "moves.occurrence")->text, "局面第 2 次");
    assert_null(strstr(model_part(&model, "bar.moves")->detail, "×"));
    model_do(&model, kiosk_command_of(KIOSK_COMMAND_ROUNDS, 1, 0));
    assert_string_equal(model_part(&model, "moves.occurrence")->text, "局面第 3 次");
    assert_string_equal(model_part(&model, "bar.moves")->detail, "4着×3");
}

static void test_the_audit_asks_for_the_whole_score_sheet(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_pick_table(&model, 12);
    model_tap(&model, "game.audit");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_MOVES);
    assert_non_null(strstr(model_part(&model, "moves.how")->text, "从第一着起"));
    assert_true(model_part(&model, "moves.undo")->dim);
    model_do(&model, kiosk_command_of(KIOSK_COMMAND_UNDO, 0, 0));
    assert_int_equal(model.state->say, KIOSK_SAY_NO_UNDO);
    const kiosk_command play = {.kind = KIOSK_COMMAND_MOVES, .text = "h2e2"};
    model_do(&model, play);
    assert_false(model_part(&model, "moves.undo")->dim);
    model_do(&model, kiosk_command_of(KIOSK_COMMAND_CUT, 0, 0));
    assert_false(model_part(&model, "moves.undo")->dim); /* it brings the move back */
}

static void test_records_are_of_no_one_game(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_pick_table(&model, 12);
    assert_string_not_equal(model_part(&model, "bar.game")->detail, "");
    model_tap(&model, "game.records");
    assert_string_equal(model_part(&model, "bar.game")->detail, "");
}

/* What is used most comes first, but a foul that is logged moves nothing in its round. */
static void test_fouls_keep_their_place_in_a_round(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model.state->hall->foul_uses[3] = 5;
    model_pick_table(&model, 12);
    model_tap(&model, "game.foul.red");
    assert_int_equal(model.state->foul_order.places[0], 3);
    model_tap(&model, "bar.game");
    model.state->hall->foul_uses[7] = 50;
    model_tap(&model, "game.foul.red");
    assert_int_equal(model.state->foul_order.places[0], 3);
}

static void give_pin(const char *digits)
{
    for (; *digits != '\0'; digits++)
        model_do(&model, kiosk_command_of(KIOSK_COMMAND_DIGIT, *digits - '0', 0));
    model_tap(&model, "next");
}

/* The lock screen speaks of no signature, says how long to wait, and that one without a PIN cannot
 * unlock. */
static void test_the_lock_says_what_can_be_done(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_pick_table(&model, 12);
    model_tap(&model, "duty");
    assert_string_equal(model_part(&model, "say")->text, "请选择裁判");
    model_tap(&model, "sign.arbiter.2");
    assert_string_equal(model_part(&model, "say")->text, "请设定密码");
    model_tap(&model, "sign.arbiter.1");
    give_pin("1234");
    assert_true(model.state->duty.on);
    model_tap(&model, "duty");
    assert_true(model.state->duty.locked);
    model_tap(&model, "sign.arbiter.2");
    assert_string_equal(model_part(&model, "pin.asked")->text, "有密码的裁判才能开锁");
    model_tap(&model, "sign.arbiter.1");
    model.state->sign.wrong = true;
    model.state->sign.wait_until_ms = model.state->now_ms + 30000;
    assert_string_equal(model_part(&model, "pin.asked")->text, "请等 30 秒再输");
}

/* Only the chief arbiter's own, or what he signs, is taken back because he decided so. */
static void test_a_table_arbiter_does_not_decide_for_the_chief(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_pick_table(&model, 5);
    model_tap(&model, "duty");
    model_tap(&model, "sign.arbiter.1");
    give_pin("1234");
    model_tap(&model, "game.undo.1");
    assert_true(model_has(&model, "withdraw.why.4"));
    model.state->duty.role = LEDGER_TABLE_ARBITER;
    assert_false(model_has(&model, "withdraw.why.4"));
    model.state->log.another_may = true;
    assert_true(model_has(&model, "withdraw.why.4"));
}

#define TEST(name) cmocka_unit_test_teardown(name, close_model)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_the_reason_of_an_overruled_label_is_seen),
        TEST(test_rows_keep_their_place),
        TEST(test_a_result_that_is_due_is_seen_with_its_reason),
        TEST(test_the_hall_names_the_event_on_its_line),
        TEST(test_what_is_due_is_said_beside_an_open_order),
        TEST(test_what_is_said_ends_with_its_game),
        TEST(test_english_evidence_is_in_the_notation_of_the_list),
        TEST(test_the_english_ruling_says_its_sentence),
        TEST(test_positions_are_counted),
        TEST(test_the_audit_asks_for_the_whole_score_sheet),
        TEST(test_records_are_of_no_one_game),
        TEST(test_fouls_keep_their_place_in_a_round),
        TEST(test_the_lock_says_what_can_be_done),
        TEST(test_a_table_arbiter_does_not_decide_for_the_chief),
    };

    return cmocka_run_group_tests_name("kiosk seen", tests, painting_open, painting_close);
}
