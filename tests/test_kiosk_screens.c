/*
 * tests/test_kiosk_screens.c: every screen in all its states, in three sizes, both languages and all
 * sizes of text: nothing is cut, nothing lies on another thing, all that can be touched is large
 * enough; and the way from the hall to a signed ruling by taps on what is seen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/draw/painter.h"
#include "kiosk/screens/measure.h"
#include "kiosk/screens/words.h"
#include "support/kiosk_scenes.h"
#include "support/painting.h"
#include "support/pictures.h"
#include "support/view_checks.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TEXT_STEPS = 3, DEMO_WIDTH = 1280, DEMO_HEIGHT = 720, DEMO_DENSITY = 210 };

typedef struct display {
    int width, height;
    double pixels_per_inch;
} display;

/* The displays of seven inches that the console is built with. */
static const display displays[] = {{800, 480, 133}, {1280, 720, 210}, {720, 1280, 210}};

static kiosk_model model;
static int differing; /* pictures */

static int close_model(void **state)
{
    (void)state;
    if (model.state)
        model_close(&model);
    return 0;
}

/* What is wrong with a view */

static void check_view(const char *where)
{
    const kiosk_view *view = model_look(&model);
    char fault[VIEW_FAULT_BYTES];

    assert_int_equal(view->unit, model.metrics.unit);
    if (view_is_wrong(view, &model.metrics, fault))
        fail_msg("%s: %s", where, fault);
}

/* Painted with the real fonts, no text is cut, and no character stands alone on a line. */
static void check_painted(const char *where)
{
    char fault[VIEW_FAULT_BYTES];

    if (view_is_cut(&model.view, &model.metrics, painter, fault))
        fail_msg("%s: %s", where, fault);
    const int alone = kiosk_painter_first_alone(painter);
    if (alone != KIOSK_NO_PART)
        fail_msg("%s: %s \"%.150s\" (%.150s) leaves a character alone on a line", where,
                 model.view.parts[alone].name, model.view.parts[alone].text,
                 model.view.parts[alone].detail);
}

static void check_scene(const kiosk_scene_maker *scene, board_language language)
{
    kiosk_scene_open(&model, scene, DEMO_WIDTH, DEMO_HEIGHT, DEMO_DENSITY, language);
    for (size_t i = 0; i < COUNT(displays); i++) {
        for (int step = 0; step < TEXT_STEPS; step++) {
            char where[128];

            snprintf(where, sizeof where, "%s %dx%d step %d %s", scene->name, displays[i].width,
                     displays[i].height, step, language == BOARD_CHINESE ? "zh" : "en");
            model.metrics = kiosk_metrics_make(displays[i].width, displays[i].height,
                                               displays[i].pixels_per_inch, step);
            check_view(where);
            if (step != 1)
                check_painted(where);
        }
    }
    model_close(&model);
}

static void test_all_screens_fit_in_chinese(void **state)
{
    (void)state;
    for (size_t i = 0; i < kiosk_scene_count; i++)
        check_scene(&kiosk_scenes[i], BOARD_CHINESE);
}

static void test_all_screens_fit_in_english(void **state)
{
    (void)state;
    for (size_t i = 0; i < kiosk_scene_count; i++)
        check_scene(&kiosk_scenes[i], BOARD_ENGLISH);
}

static void test_every_screen_has_a_scene(void **state)
{
    (void)state;
    for (int screen = 0; screen < KIOSK_SCREENS; screen++) {
        bool found = false;

        for (size_t i = 0; i < kiosk_scene_count; i++)
            found = found || (int)kiosk_scenes[i].screen == screen;
        if (!found)
            fail_msg("no scene shows %s", kiosk_screen_code((kiosk_screen)screen));
    }
}

static void test_a_display_that_is_too_small_is_told(void **state)
{
    (void)state;
    model_open(&model, 320, 320, 300, BOARD_CHINESE);
    model_look(&model);
    assert_true(model.view.overflow);
}

/* Words */

static int count_values(const char *text)
{
    int count = 0;

    for (; (text = strstr(text, "{}")) != NULL; text += 2)
        count++;
    return count;
}

static void test_every_word_stands_in_both_languages(void **state)
{
    (void)state;
    for (int word = 0; word < KIOSK_WORDS; word++) {
        const char *chinese = kiosk_word_text((kiosk_word)word, BOARD_CHINESE);
        const char *english = kiosk_word_text((kiosk_word)word, BOARD_ENGLISH);

        if (!chinese[0] || !english[0] || count_values(chinese) != count_values(english))
            fail_msg("\"%s\" and \"%s\" do not go together", chinese, english);
    }
    assert_string_equal(kiosk_word_text(KIOSK_WORDS, BOARD_CHINESE), "");
}

static void test_texts_are_measured_as_they_are_painted(void **state)
{
    static const char *const texts[] = {
        "红方长捉，黑方闲着，应由红方变着，不变判负（26.4、24.3）。",
        "The red rook threatens the black cannon: R8.9, wins a cannon (28.3, 29.1).",
        "第12台",
        "4着×3",
        "CXA 2007  16:00",
        "|Wqgj{}@%",
    };
    static const int sizes[] = {13, 21, 29, 55};

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        for (size_t j = 0; j < COUNT(sizes); j++) {
            for (int face = KIOSK_FACE_REGULAR; face <= KIOSK_FACE_BOLD; face++) {
                const kiosk_font font = {(kiosk_face)face, sizes[j]};
                double real =
                    kiosk_text_width(kiosk_painter_text(painter), font, texts[i], strlen(texts[i]));
                int measured = kiosk_measure_width(texts[i], sizes[j], face == KIOSK_FACE_BOLD);

                assert_true(measured >= real - 1);
                assert_true(measured <= real * 1.1 + 4);
            }
        }
    }
}

/* From the hall to a signed ruling */

/* Fourteen pieces; the rook attacks a protected cannon, the cannon a protected advisor. */
static void place_fourteen(void)
{
    model_taps(&model, "position.menu menu.clear "
                       "palette.red.king @e0 palette.red.advisor @d0 @e1 palette.red.horse @a9 "
                       "palette.red.rook @e3 palette.red.pawn @i4 "
                       "palette.black.king @f8 palette.black.advisor @d9 @e8 "
                       "palette.black.elephant @g5 palette.black.cannon @e7 @g4 "
                       "palette.black.pawn @a6 @c6 position.red");
}

static void begin(board_language language)
{
    model_open(&model, 800, 480, 133, language);
    model_pick_table(&model, 12);
    model_tap(&model, "next");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_POSITION);
}

static void sign_here(void)
{
    model_taps(&model, "next sign.arbiter.1 pin.1 pin.2 pin.3 pin.4 next");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_ANNOUNCE);
}

static void walk_to_signed_ruling(board_language language)
{
    int before;

    begin(language);
    before = model.taps;
    place_fourteen();
    assert_string_equal(model_part(&model, "bar.position")->detail,
                        language == BOARD_CHINESE ? "14子" : "14 pcs");
    assert_true(model.taps - before <= 30);
    printf("  a position of 14 pieces: %d taps\n", model.taps - before);
    model_taps(&model, "next @e3 @e4 @g4 @g3 @e4 @e3 @g3 @g4 moves.rounds next");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_RULING);
    model_taps(&model, "ruling.row.1 ruling.change change.label.3 change.reason.28.3 change.done");
    if (model_has(&model, "evidence.close"))
        model_tap(&model, "evidence.close");
    assert_true(model_has(&model, "ruling.dropped.1"));
    sign_here();
    assert_true(model.taps <= 70);
    printf("  from the hall to the signed ruling: %d taps\n", model.taps);
    assert_int_equal(model.entry_count, 1);
    assert_int_equal(model.entries[0].type, LEDGER_RULING);
    assert_int_equal(model.entries[0].payload.ruling.game.table, 12);
    assert_int_equal(model.entries[0].payload.ruling.override_count, 1);
    assert_string_equal(model.entries[0].payload.ruling.overrides[0].reason, "28.3");
    assert_string_equal(model.entries[0].payload.ruling.fen,
                        "N2a5/4ak3/4c4/p1p6/6b2/6c1P/4R4/9/4A4/3AK4 w");
    model_tap(&model, "next"); /* a draw: its result is declared */
    assert_int_equal(model.state->screen, KIOSK_SCREEN_RESULT);
    model_tap(&model, "bar.hall");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_HALL);
}

static void test_from_the_hall_to_a_signed_ruling_in_chinese(void **state)
{
    (void)state;
    walk_to_signed_ruling(BOARD_CHINESE);
}

static void test_from_the_hall_to_a_signed_ruling_in_english(void **state)
{
    (void)state;
    walk_to_signed_ruling(BOARD_ENGLISH);
}

/* Presses the keys of a move: piece, way and number, the file where it is asked. */
static void press(board_kind kind, board_way way, int number)
{
    char name[3][KIOSK_PART_NAME_BYTES];

    snprintf(name[0], sizeof name[0], "key.%d", KIOSK_KEY_PIECE + (int)kind);
    snprintf(name[1], sizeof name[1], "key.%d", KIOSK_KEY_WAY + (int)way);
    snprintf(name[2], sizeof name[2], "key.%d", KIOSK_KEY_NUMBER + number);
    for (int i = 0; i < 3; i++)
        model_tap(&model, name[i]);
}

static void test_a_cycle_of_four_moves_on_the_keypad(void **state)
{
    int before;

    (void)state;
    begin(BOARD_CHINESE);
    place_fourteen();
    model_taps(&model, "next moves.way");
    before = model.taps;
    press(BOARD_ROOK, BOARD_FORWARD, 1);
    model_tap(&model, "key.6"); /* 炮: two of them, on the files 5 and 7 */
    model_taps(&model, "key.17 key.40 key.51");
    press(BOARD_ROOK, BOARD_BACKWARD, 1);
    model_taps(&model, "key.6 key.17 key.41"); /* one step is all there is */
    assert_true(model.taps - before <= 16);
    printf("  a cycle of four moves on the keypad: %d taps\n", model.taps - before);
    assert_int_equal(kiosk_current(model.state)->entered.count, 4);
    assert_true(model_has(&model, "moves.rounds"));
    model_taps(&model, "moves.rounds next");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_RULING);
}

static void test_both_opinions_stay_visible(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_go_to_ruling(&model, model_chase_fen, model_chase_moves);
    assert_string_equal(model_part(&model, "ruling.outcome")->text, "红方必须变着");
    assert_int_equal(model_part(&model, "ruling.outcome")->tone, KIOSK_TONE_WARNING);
    assert_int_equal(model_part(&model, "ruling.label.1")->label, JUDGE_CHASE);
    model_taps(&model, "ruling.row.1 ruling.change change.label.4 change.reason.29.3 change.done");
    if (model_has(&model, "evidence.close"))
        model_tap(&model, "evidence.close");
    assert_int_equal(model_part(&model, "ruling.label.1")->label, JUDGE_IDLE);
    assert_int_equal(model_part(&model, "ruling.dropped.1")->label, JUDGE_CHASE);
    assert_true(model_part(&model, "ruling.dropped.1")->dim);
    assert_string_equal(model_part(&model, "ruling.outcome")->text, "不变作和");
}

static void test_the_third_time_is_said(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_go_to_moves(&model, model_chase_fen, model_chase_moves);
    assert_true(model_has(&model, "moves.rounds"));
    model_tap(&model, "moves.not"); /* 还没有 */
    assert_false(model_has(&model, "moves.rounds"));
    model_tap(&model, "next"); /* it can be judged, and not be signed yet */
    assert_true(model_part(&model, "next")->dim);
    model_tap(&model, "bar.moves");
    model_taps(&model, "@b4 @a4 @a6 @b6 @a4 @b4 @b6 @a6");
    assert_string_equal(model_part(&model, "say")->text, "三次循环，可以裁决");
    assert_false(model_part(&model, "next")->dim);
}

static void test_what_only_the_arbiter_may_decide(void **state)
{
    const kiosk_scene_maker *scene = kiosk_scenes;

    (void)state;
    while (strcmp(scene->name, "ruling-key") != 0)
        scene++;
    kiosk_scene_open(&model, scene, 1280, 720, 210, BOARD_CHINESE);
    assert_true(model_part(&model, "next")->dim);
    assert_non_null(strstr(model_part(&model, "ruling.sentence")->text, "裁判"));
    model_tap(&model, "ruling.outcome.draw");
    assert_true(model_part(&model, "ruling.outcome.draw")->on);
    assert_string_equal(model_part(&model, "ruling.outcome")->text, "不变作和");
    assert_false(model_part(&model, "next")->dim);
}

static void test_the_evidence_is_on_the_board(void **state)
{
    const kiosk_board_view *board;
    int rings = 0;

    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_go_to_ruling(&model, model_chase_fen, model_chase_moves);
    model_tap(&model, "ruling.row.1");
    board = &model_look(&model)->board;
    for (size_t i = 0; i < board->mark_count; i++) {
        if (board->marks[i].kind == KIOSK_MARK_TARGET) {
            assert_int_equal(board->marks[i].square, board_square_at(0, 6)); /* the cannon */
            rings++;
        }
    }
    assert_int_equal(rings, 1);
    assert_int_equal(board->arrows[0].kind, KIOSK_ARROW_ATTACK);
    assert_non_null(strstr(model_part(&model, "evidence.sentence")->text, "红车要吃黑炮"));
    model_tap(&model, "evidence.next");
    assert_int_equal(model_look(&model)->board.layout.cells[board_square_at(0, 6)],
                     board_cell_of(BOARD_RED, BOARD_ROOK));
}

/* A named scene at 800x480 in Chinese. */
static void open_scene(const char *name)
{
    for (size_t i = 0; i < kiosk_scene_count; i++) {
        if (strcmp(kiosk_scenes[i].name, name) == 0) {
            kiosk_scene_open(&model, &kiosk_scenes[i], 800, 480, 133, BOARD_CHINESE);
            model_look(&model);
            return;
        }
    }
    fail_msg("there is no scene %s", name);
}

static void test_a_false_root_is_cut_with_its_reason(void **state)
{
    bool cut = false;

    (void)state;
    open_scene("evidence-false-root");
    for (size_t i = 0; i < model.view.board.arrow_count; i++) {
        const kiosk_arrow *arrow = &model.view.board.arrows[i];

        if (arrow->kind == KIOSK_ARROW_CUT) {
            assert_string_equal(arrow->badge, "不能吃回");
            cut = true;
        }
    }
    assert_true(cut);
}

static void test_an_old_attack_stands_beside_the_position_before(void **state)
{
    (void)state;
    open_scene("evidence-old");
    assert_non_null(kiosk_view_find(&model.view, "before"));
    assert_true(model.view.second_board.arrow_count > 0);
    assert_memory_not_equal(model.view.second_board.layout.cells, model.view.board.layout.cells,
                            sizeof model.view.board.layout.cells);
}

static void test_an_order_that_was_not_followed_loses(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    assert_non_null(strstr(model_part(&model, "hall.table.3.1")->detail, "变着令"));
    model_pick_table(&model, 3);
    model_taps(&model, "game.repeated moves.again next");
    assert_string_equal(model_part(&model, "ruling.outcome")->text, "红方判负");
    assert_int_equal(model_part(&model, "ruling.outcome")->tone, KIOSK_TONE_DANGER);
    sign_here();
    assert_int_equal(model.entries[0].payload.ruling.outcome, JUDGE_RED_LOSES);
}

static void test_an_order_that_was_followed_is_closed(void **state)
{
    (void)state;
    model_open(&model, 800, 480, 133, BOARD_CHINESE);
    model_pick_table(&model, 3);
    model_taps(&model, "game.changed sign.arbiter.1 pin.1 pin.2 pin.3 pin.4 next");
    assert_int_equal(model.entry_count, 1);
    assert_int_equal(model.entries[0].type, LEDGER_ORDER_CLOSED);
    assert_int_equal(model.entries[0].payload.order_closed.how, LEDGER_CHANGED);
}

static void test_the_language_changes_in_the_middle(void **state)
{
    (void)state;
    open_scene("ruling");
    model_taps(&model, "bar.settings settings.language.1 settings.done");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_RULING);
    assert_string_equal(model_part(&model, "ruling.outcome")->text, "Red must change");
}

/* Which of the game's entries are shown, bit n: the n-th newest. */
static uint64_t entries_shown(void)
{
    uint64_t shown = 0;

    for (int number = 1; number < 64; number++) {
        char name[KIOSK_PART_NAME_BYTES];

        snprintf(name, sizeof name, "game.entry.%d", number);
        shown |= (uint64_t)model_has(&model, name) << number;
    }
    return shown;
}

/* What was logged in a game: as many entries as find room, and all of them by paging. */
static void test_a_games_log_uses_its_room(void **state)
{
    enum { ENTRIES = 15 };
    static const struct {
        int width, height;
        double pixels_per_inch;
        int least;
    } seen_on[] = {{1280, 720, 210, 6}, {800, 480, 133, 6}, {720, 1280, 210, 6}};

    (void)state;
    for (size_t i = 0; i < COUNT(seen_on); i++) {
        open_scene("game");
        kiosk_game *game = model.state->game;
        while (game->history_count < ENTRIES) {
            game->history[game->history_count] = game->history[0];
            game->history_count++;
        }
        model.metrics =
            kiosk_metrics_make(seen_on[i].width, seen_on[i].height, seen_on[i].pixels_per_inch, 0);
        model_look(&model);
        const uint64_t first = entries_shown();
        uint64_t all = first;
        assert_in_range(__builtin_popcountll(first), seen_on[i].least, ENTRIES - 1);
        for (int page = 0; page < ENTRIES; page++) {
            model_tap(&model, "list.down");
            all |= entries_shown();
        }
        assert_int_equal(__builtin_popcountll(all), ENTRIES);
        assert_true(model_has(&model, "game.entry.15"));
        model_close(&model);
    }
}

static void test_a_pin_is_never_shown(void **state)
{
    (void)state;
    open_scene("sign-pin");
    for (size_t i = 0; i < model.view.count; i++)
        assert_null(strstr(model.view.parts[i].text, "1234"));
    assert_string_equal(kiosk_view_find(&model.view, "pin.field")->text, "●●●●");
}

static void test_a_wrong_pin_signs_nothing(void **state)
{
    (void)state;
    open_scene("sign-wrong");
    assert_int_equal(model.entry_count, 0);
    assert_int_equal(kiosk_view_find(&model.view, "pin.asked")->tone, KIOSK_TONE_DANGER);
}

static void test_a_search_that_runs_can_be_cancelled(void **state)
{
    (void)state;
    open_scene("judging");
    assert_int_equal(kiosk_view_find(&model.view, "ruling.progress")->value, 370);
    model_tap(&model, "ruling.stop");
    assert_true(model_has(&model, "ruling.judge"));
    model_release(&model);
    assert_true(model_has(&model, "ruling.judge")); /* its answer comes too late */
    model_tap(&model, "ruling.judge");
    assert_true(model_has(&model, "ruling.outcome"));
}

static void test_the_announcement_faces_the_players(void **state)
{
    (void)state;
    open_scene("announce-both");
    assert_true(model.view.inverse);
    assert_string_equal(kiosk_view_find(&model.view, "announce.outcome.zh")->text, "红方必须变着");
    assert_string_equal(kiosk_view_find(&model.view, "announce.outcome.en")->text,
                        "Red must change");
    assert_int_equal(model.view.turn, 0);
    model_tap(&model, "announce.turn");
    assert_int_equal(model_look(&model)->turn, 180);
}

static void test_an_article_is_opened_and_closed(void **state)
{
    (void)state;
    open_scene("article");
    assert_true(strlen(kiosk_view_find(&model.view, "article.text")->text) > 20);
    model_tap(&model, "article.close");
    assert_false(model_has(&model, "article.text"));
}

/* Golden pictures */

static const char *const golden_scenes[] = {
    "hall",
    "game-order",
    "position-half",
    "moves-picked",
    "keypad-half",
    "ruling",
    "ruling-key",
    "evidence-old",
    "change-chosen",
    "sign-pin",
    "announce",
    "start",
    "settings",
    "settings-touch",
    "settings-pin",
    "settings-enrolled",
    "settings-storage",
    "settings-keep",
    "settings-buttons",
    "locked",
    "foul-third",
    "penalty",
    "result",
    "offer-again",
    "overstep",
    "audit",
    "touch-duty",
    "touch-foul",
    "lateness",
    "withdraw",
    "records",
    "record-ruling",
    "record-foul",
    "records-export",
    "stick-games",
    "table-preview",
};
static const char *const themes[] = {"light", "dark", "contrast"};

/* The scene that is open, on one of the displays in the painter's theme. */
static void compare_picture(const char *scene, size_t place, const char *theme)
{
    const display *shown = &displays[place];
    kiosk_canvas canvas;
    char name[96];

    model.metrics = kiosk_metrics_make(shown->width, shown->height, shown->pixels_per_inch, 0);
    model_do(&model, kiosk_command_of(KIOSK_COMMAND_LANGUAGE,
                                      place % 2 ? BOARD_ENGLISH : BOARD_CHINESE, 0));
    model_look(&model);
    assert_int_equal(kiosk_canvas_open(&canvas, shown->width, shown->height), BOARD_OK);
    kiosk_paint(painter, &canvas, &model.metrics, &model.view, NULL);
    snprintf(name, sizeof name, "%s-%s-%dx%d", scene, theme, shown->width, shown->height);
    differing += !picture_matches(&canvas, "tests/golden/screens", name);
    kiosk_canvas_close(&canvas);
}

/* Every scene on each display and in each theme once; test_kiosk_screens_pictures compares the
 * screens of the flow in all nine ways. */
static void test_screens_look_like_their_pictures(void **state)
{
    (void)state;
    differing = 0;
    for (size_t way = COUNT(themes); way-- > 0;) {
        assert_int_equal(kiosk_painter_set_theme(painter, painting_assets, themes[way], NULL),
                         BOARD_OK);
        for (size_t i = 0; i < COUNT(golden_scenes); i++) {
            open_scene(golden_scenes[i]);
            compare_picture(golden_scenes[i], way, themes[way]);
            model_close(&model);
        }
    }
    assert_int_equal(differing, 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, close_model)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_every_word_stands_in_both_languages),
        TEST(test_texts_are_measured_as_they_are_painted),
        TEST(test_every_screen_has_a_scene),
        TEST(test_a_display_that_is_too_small_is_told),
        TEST(test_from_the_hall_to_a_signed_ruling_in_chinese),
        TEST(test_from_the_hall_to_a_signed_ruling_in_english),
        TEST(test_a_cycle_of_four_moves_on_the_keypad),
        TEST(test_both_opinions_stay_visible),
        TEST(test_the_third_time_is_said),
        TEST(test_what_only_the_arbiter_may_decide),
        TEST(test_the_evidence_is_on_the_board),
        TEST(test_a_false_root_is_cut_with_its_reason),
        TEST(test_an_old_attack_stands_beside_the_position_before),
        TEST(test_an_order_that_was_not_followed_loses),
        TEST(test_an_order_that_was_followed_is_closed),
        TEST(test_the_language_changes_in_the_middle),
        TEST(test_a_games_log_uses_its_room),
        TEST(test_a_pin_is_never_shown),
        TEST(test_a_wrong_pin_signs_nothing),
        TEST(test_a_search_that_runs_can_be_cancelled),
        TEST(test_the_announcement_faces_the_players),
        TEST(test_an_article_is_opened_and_closed),
        TEST(test_all_screens_fit_in_chinese),
        TEST(test_all_screens_fit_in_english),
        TEST(test_screens_look_like_their_pictures),
    };

    return cmocka_run_group_tests_name("kiosk screens", tests, painting_open, painting_close);
}
