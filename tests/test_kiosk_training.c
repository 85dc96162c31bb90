/*
 * tests/test_kiosk_training.c: training as a pure state: what is hidden stays hidden until it is
 * revealed, what is answered is marked, a dispute that is open is left alone; a list of 10,000
 * cases; golden pictures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kiosk/draw/painter.h"
#include "kiosk/flow/text.h"
#include "support/kiosk_scenes.h"
#include "support/painting.h"
#include "support/pictures.h"
#include "support/training_scenes.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { WIDTH = 1280, HEIGHT = 720, DENSITY = 210, MANY = TRAINING_CASES_MAX };

static kiosk_model model;

static int close_model(void **state)
{
    (void)state;
    if (model.state)
        model_close(&model);
    return 0;
}

static void open_hall(board_language language)
{
    model_open(&model, WIDTH, HEIGHT, DENSITY, language);
}

static const kiosk_training *training(void)
{
    return &model.state->training;
}

static void command(kiosk_command_kind kind, int32_t first, int32_t second)
{
    model_do(&model, kiosk_command_of(kind, first, second));
}

static void command_text(kiosk_command_kind kind, const char *text)
{
    model_do(&model, kiosk_command_of_text(kind, text));
}

/* Beside the flow */

static void test_the_start_reads_no_cases(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    assert_null(training()->library);
    assert_false(training()->library_busy);
    model_tap(&model, "hall.training");
    assert_int_equal(model.taps, 1);
    assert_int_equal(model.state->screen, KIOSK_SCREEN_TRAINING);
    assert_non_null(training()->library);
}

static void test_a_dispute_is_left_alone(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    model_go_to_ruling(&model, model_chase_fen, model_chase_moves);
    const kiosk_dispute *dispute = kiosk_current(model.state);
    const kiosk_entered before = dispute->entered;
    const uint32_t generation = dispute->generation;
    const int index = model.state->current;

    model_tap(&model, "bar.hall");
    make_study_evidence(&model);
    assert_ptr_equal(kiosk_heard(model.state), &training()->heard);
    model_tap(&model, "bar.hall");
    make_quiz_wrong(&model);
    model_tap(&model, "bar.hall");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_HALL);
    command(KIOSK_COMMAND_DISPUTE_PICK, index, 0);
    assert_int_equal(model.state->screen, KIOSK_SCREEN_RULING);
    dispute = kiosk_current(model.state);
    assert_true(kiosk_entered_equal(&before, &dispute->entered));
    assert_int_equal(dispute->generation, generation);
    assert_int_equal(dispute->judging, KIOSK_JUDGE_DONE);
    assert_ptr_equal(kiosk_heard(model.state), dispute);
    model_tap(&model, "ruling.row.1"); /* its own evidence again */
    assert_int_equal(model.state->evidence.row, (int)dispute->result.cycle.from);
}

static void test_back_leads_home(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_study_evidence(&model);
    command(KIOSK_COMMAND_BACK, 0, 0);
    assert_int_equal(model.state->evidence.row, -1);
    assert_non_null(training()->study.one);
    command(KIOSK_COMMAND_BACK, 0, 0);
    assert_null(training()->study.one);
    assert_int_equal(model.state->screen, KIOSK_SCREEN_STUDY);
    command(KIOSK_COMMAND_BACK, 0, 0);
    assert_int_equal(model.state->screen, KIOSK_SCREEN_TRAINING);
    command(KIOSK_COMMAND_BACK, 0, 0);
    assert_int_equal(model.state->screen, KIOSK_SCREEN_HALL);
}

static void test_settings_come_back(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_study(&model);
    model_taps(&model, "bar.settings settings.done");
    assert_int_equal(model.state->screen, KIOSK_SCREEN_STUDY);
    assert_string_equal(training()->study.one->id, "small-711");
}

/* Study */

static void test_labels_are_hidden_until_revealed(void **state)
{
    (void)state;
    open_hall(BOARD_ENGLISH);
    make_study(&model);
    assert_int_equal(training()->study.one->count, 4);
    for (int i = 1; i <= 4; i++) {
        char name[KIOSK_PART_NAME_BYTES];

        snprintf(name, sizeof name, "study.label.%d", i);
        assert_int_equal(model_part(&model, name)->label, JUDGE_UNDECIDED);
    }
    model_tap(&model, "study.row.1"); /* not known yet: the board only */
    assert_int_equal(model.state->evidence.row, -1);
    assert_int_equal(training()->plies, 1);
    assert_false(model_has(&model, "study.outcome"));
    assert_true(model_part(&model, "study.explain")->dim); /* it would tell the answer */
    model_tap(&model, "study.explain");
    assert_false(training()->study.explained);
    assert_int_equal(model.state->say, KIOSK_SAY_REVEAL_FIRST);

    model_tap(&model, "study.reveal");
    assert_int_equal(model_part(&model, "study.label.1")->label, JUDGE_CHASE);
    assert_int_equal(model_part(&model, "study.label.2")->label, JUDGE_UNDECIDED);
    model_tap(&model, "study.row.2");
    assert_int_equal(model.state->evidence.row, -1);
    model_tap(&model, "study.row.1");
    assert_int_equal(model.state->evidence.row, 0);
    assert_true(model_has(&model, "evidence.sentence"));
    model_taps(&model, "evidence.close study.reveal study.reveal study.reveal");
    assert_int_equal(model_part(&model, "study.label.4")->label, JUDGE_IDLE);
    assert_false(model_has(&model, "study.outcome")); /* that is one more */
    model_tap(&model, "study.reveal");
    assert_string_equal(model_part(&model, "study.outcome")->text, "Draw");
    assert_true(model_has(&model, "study.after"));
    assert_false(model_part(&model, "study.explain")->dim);
    model_tap(&model, "study.explain");
    assert_true(training()->study.explained);
    model_tap(&model, "study.after"); /* the next case is not explained at once */
    assert_false(training()->study.explained);
}

static void test_the_cycle_is_played(void **state)
{
    board_position position;
    board_move last;

    (void)state;
    open_hall(BOARD_CHINESE);
    make_study(&model);
    assert_false(kiosk_training_position(training(), &position, &last));
    for (int i = 0; i < 6; i++)
        model_tap(&model, "study.forward"); /* as far as there are moves */
    assert_int_equal(training()->plies, 4);
    assert_true(kiosk_training_position(training(), &position, &last));
    assert_int_equal(position.key, training()->study.one->start.key); /* a cycle */
    model_tap(&model, "study.back");
    assert_int_equal(training()->plies, 3);
}

static void test_a_mate_is_not_given_away(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_study_list(&model);
    command_text(KIOSK_COMMAND_STUDY, "mate-sj626");
    assert_non_null(training()->explanation);
    model_tap(&model, "study.forward");
    assert_int_equal(training()->plies, 0);
    model_taps(&model, "study.reveal study.forward");
    assert_int_equal(training()->plies, 1);
}

static void test_the_list_follows_the_filter(void **state)
{
    char name[KIOSK_PART_NAME_BYTES];
    training_theme theme;

    (void)state;
    open_hall(BOARD_CHINESE);
    make_study_list(&model);
    const training_library *cases = &training()->library->cases;
    assert_int_equal(training()->shown_count, cases->count);
    assert_true(training_theme_find("false-root", &theme));
    model_tap(&model, "filter.theme");
    snprintf(name, sizeof name, "choice.%d", (int)theme + 1);
    model_tap(&model, name);
    command(KIOSK_COMMAND_FILTER, KIOSK_CHOOSE_DIFFICULTY, 5);
    size_t expected = 0;
    for (size_t i = 0; i < cases->count; i++)
        expected +=
            (cases->cases[i].themes & (uint64_t)1 << theme) != 0 && cases->cases[i].difficulty == 5;
    assert_true(expected > 0 && expected < cases->count);
    assert_int_equal(training()->shown_count, expected);
    for (size_t i = 0; i < expected; i++)
        assert_int_equal(cases->cases[training()->shown[i]].difficulty, 5);
    command(KIOSK_COMMAND_FILTER, KIOSK_CHOOSE_THEME, KIOSK_ANY);
    command(KIOSK_COMMAND_FILTER, KIOSK_CHOOSE_DIFFICULTY, KIOSK_ANY);
    assert_int_equal(training()->shown_count, cases->count);
    command(KIOSK_COMMAND_FILTER, KIOSK_CHOOSE_DIFFICULTY, TRAINING_DIFFICULTY_MAX + 1);
    assert_int_equal(model.state->say, KIOSK_SAY_NOT_HERE);
}

/* Quiz */

static void test_targets_are_named_on_the_board(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    training_begin_kind(&model, TRAINING_ASK_TARGETS);
    const kiosk_quizzing *quiz = &training()->quiz;
    model_tap(&model, "quiz.take"); /* none is named */
    assert_int_equal(model.state->say, KIOSK_SAY_TARGETS_MISSING);
    assert_int_equal(quiz->stage, KIOSK_QUIZ_ASKED);
    const training_points needed = training_quiz_current(quiz->quiz)->needed;
    board_square target = 0;
    while (!training_points_has(&needed, target))
        target++;
    command(KIOSK_COMMAND_SQUARE, target, 0);
    assert_true(training_points_has(&quiz->said.targets, target));
    command(KIOSK_COMMAND_SQUARE, target, 0); /* no, not that one */
    assert_false(training_points_has(&quiz->said.targets, target));
    training_scene_answer(&model, true);
    assert_int_equal(quiz->stage, KIOSK_QUIZ_MARKED);
    assert_true(quiz->quiz->marks[0].right);
}

static void test_points_are_those_after_the_move(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    training_begin_kind(&model, TRAINING_ASK_TARGETS);
    const training_question *question = training_quiz_current(training()->quiz.quiz);
    model_tap(&model, "quiz.back");
    assert_int_equal(training()->plies, question->index);
    command(KIOSK_COMMAND_SQUARE, question->one->start.square_of[0], 0);
    assert_int_equal(training()->plies, question->index + 1); /* it only shows them */
    assert_int_equal(training()->quiz.said.targets.low, 0);
    assert_int_equal(training()->quiz.said.targets.high, 0);
}

static void test_a_mate_is_tried_out(void **state)
{
    (void)state;
    for (int right = 0; right < 2; right++) {
        open_hall(BOARD_CHINESE);
        training_begin_kind(&model, TRAINING_ASK_MATE);
        const kiosk_quizzing *quiz = &training()->quiz;
        const training_question *question = training_quiz_current(quiz->quiz);
        board_move_list legal;
        board_move move = question->answer.move;

        assert_int_equal(kiosk_training_plies(training()), 0); /* its line is not there yet */
        board_legal_moves(&question->one->start, &legal);
        for (size_t i = 0; i < legal.count && !right; i++) {
            if (!board_gives_check(&question->one->start, legal.moves[i]))
                move = legal.moves[i]; /* no check: no mate by checks */
        }
        command(KIOSK_COMMAND_SQUARE, move.from, 0);
        assert_int_equal(quiz->from, move.from);
        command(KIOSK_COMMAND_SQUARE, move.to, 0);
        assert_int_equal(quiz->stage, KIOSK_QUIZ_MARKED);
        assert_int_equal(quiz->quiz->marks[0].right, right);
        assert_true(kiosk_training_plies(training()) > 0); /* now it can be played */
        model_close(&model);
    }
}

static void test_every_mistake_is_explained(void **state)
{
    (void)state;
    for (int kind = 0; kind < TRAINING_QUESTION_KINDS; kind++) {
        for (int language = 0; language < BOARD_LANGUAGES; language++) {
            open_hall((board_language)language);
            training_begin_kind(&model, (training_question_kind)kind);
            training_scene_answer(&model, false);
            assert_false(training()->quiz.quiz->marks[0].right);
            const training_question *question = &training()->quiz.quiz->questions[0];
            char expected[TRAINING_EVIDENCE_BYTES];
            assert_int_equal(training_evidence_text(question, NULL, (board_language)language,
                                                    expected, sizeof expected),
                             BOARD_OK);
            assert_true(strlen(expected) > 20);
            assert_string_equal(training()->explanation->text[language], expected);
            assert_true(model_has(&model, "evidence.sentence"));
            model_close(&model);
        }
    }
}

static void test_one_kind_stays(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_quiz_setup(&model);
    for (int i = 0; i < TRAINING_QUESTION_KINDS; i++)
        command(KIOSK_COMMAND_QUIZ_KIND, i, 0);
    assert_int_equal(training()->quiz.kinds, 1u << (TRAINING_QUESTION_KINDS - 1));
}

static void test_time_runs_out(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    training_begin_kind(&model, TRAINING_ASK_LABEL); /* 60 seconds */
    assert_true(kiosk_wants_tick(model.state));
    model.now_ms += 59000;
    command(KIOSK_COMMAND_TICK, 0, 0);
    assert_int_equal(training()->quiz.stage, KIOSK_QUIZ_ASKED);
    model.now_ms += 1000;
    command(KIOSK_COMMAND_TICK, 0, 0);
    assert_int_equal(training()->quiz.stage, KIOSK_QUIZ_MARKED);
    assert_true(training()->quiz.quiz->marks[0].late);
    assert_false(training()->quiz.quiz->marks[0].right);
    assert_false(kiosk_wants_tick(model.state)); /* the time of reading is not counted */
}

static void test_an_examination_says_nothing_before_its_end(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_quiz_exams(&model);
    model_tap(&model, "choice.2");
    assert_int_equal(model.state->say, KIOSK_SAY_TRAINEE_MISSING);
    command_text(KIOSK_COMMAND_TRAINEE, "Li Wen"); /* a key has no blanks */
    assert_string_equal(training()->trainee, "Li_Wen");
    model_taps(&model, "quiz.exams choice.2");
    const kiosk_quizzing *quiz = &training()->quiz;
    assert_int_equal(quiz->exam_seed, 20251119); /* the day */
    for (size_t i = 0; i < quiz->quiz->count; i++) {
        assert_int_equal(quiz->stage, KIOSK_QUIZ_ASKED);
        assert_int_equal(quiz->shown, i);
        assert_null(training()->explanation);
        assert_false(model_has(&model, "quiz.mark"));
        training_scene_answer(&model, i % 2 == 0);
    }
    assert_int_equal(quiz->stage, KIOSK_QUIZ_OVER);
    assert_string_not_equal(quiz->entry, "");
    assert_true(model_has(&model, "quiz.signed"));
    model_tap(&model, "quiz.result.2"); /* now it is explained */
    assert_true(model_has(&model, "quiz.mark"));
    model_tap(&model, "quiz.next");
    assert_int_equal(quiz->stage, KIOSK_QUIZ_OVER);
}

static void test_what_is_broken_off_is_not_signed(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_training(&model);
    command_text(KIOSK_COMMAND_TRAINEE, "wang");
    model_taps(&model, "training.quiz quiz.exams choice.2");
    training_scene_answer(&model, true);
    model_tap(&model, "quiz.end");
    model_tap(&model, "ask.no");
    assert_int_equal(training()->quiz.stage, KIOSK_QUIZ_ASKED);
    model_taps(&model, "quiz.end ask.yes");
    assert_int_equal(training()->quiz.stage, KIOSK_QUIZ_OVER);
    assert_string_equal(training()->quiz.entry, "");
    assert_false(model_has(&model, "quiz.signed"));
    /* The second was not asked: there is nothing to see. */
    assert_int_equal(model_part(&model, "quiz.result.2")->command.kind, KIOSK_COMMAND_NONE);
    command(KIOSK_COMMAND_QUIZ_LOOK, 1, 0);
    assert_int_equal(training()->quiz.stage, KIOSK_QUIZ_OVER);
}

static void test_a_quiz_goes_on_where_it_was_left(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_quiz_setup(&model);
    model_tap(&model, "quiz.begin");
    training_scene_answer(&model, true);
    model_tap(&model, "quiz.next");
    model_taps(&model, "bar.hall hall.training training.study");
    command_text(KIOSK_COMMAND_STUDY, "small-711");
    command_text(KIOSK_COMMAND_TRAINEE, "another");
    assert_int_equal(model.state->say, KIOSK_SAY_QUIZ_GOES_ON);
    assert_string_equal(training()->trainee, "");
    model_tap(&model, "bar.quiz");
    assert_int_equal(training()->quiz.shown, 1);
    assert_ptr_equal(training()->heard_of, training()->quiz.quiz->questions[1].one);
    training_scene_answer(&model, true);
    assert_true(training()->quiz.quiz->marks[1].right);
}

static void test_names_that_are_too_long(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_training(&model);
    command_text(KIOSK_COMMAND_TRAINEE, "0123456789012345678901234567890x");
    assert_string_equal(training()->trainee, "0123456789012345678901234567890x");
    command_text(KIOSK_COMMAND_TRAINEE, "0123456789012345678901234567890xy");
    assert_int_equal(model.state->say, KIOSK_SAY_TRAINEE_WRONG);
    assert_string_equal(training()->trainee, "0123456789012345678901234567890x");
}

/* Cases come in while one is looked at. */
static void test_the_library_is_read_again(void **state)
{
    (void)state;
    open_hall(BOARD_CHINESE);
    make_quiz_setup(&model);
    model_tap(&model, "quiz.begin");
    model_tap(&model, "bar.study");
    command_text(KIOSK_COMMAND_STUDY, "small-711");
    model_tap(&model, "study.reveal");
    command_text(KIOSK_COMMAND_CASES_IMPORT, "ours.json"); /* no list was asked for: not wanted */
    model_tap(&model, "bar.study");
    command_text(KIOSK_COMMAND_STUDY, "");
    model_tap(&model, "study.import");
    model_tap(&model, "choice.1");
    assert_int_equal(model.state->say, KIOSK_SAY_IMPORTED);
    command_text(KIOSK_COMMAND_STUDY, "small-711");
    assert_non_null(training()->study.one);
    model_tap(&model, "bar.quiz");
    training_scene_answer(&model, true);
    assert_true(training()->quiz.quiz->marks[0].right);
}

/* 10,000 cases */

static int64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static kiosk_library *many_cases(void)
{
    static const char line[] =
        "{\"id\":\"c%zu\",\"source\":\"x\",\"difficulty\":3,\"themes\":[\"false-root\"],"
        "\"fen\":\"3k1a3/4a4/4b4/1c6R/3n5/9/9/9/9/4K4 w\","
        "\"moves\":[\"e0d0\",\"e7g9\",\"d0e0\",\"g9e7\"],"
        "\"labels\":{\"cxa-2007\":[\"捉\",\"闲\",\"闲\",\"闲\"]}}\n";
    kiosk_library *library = kiosk_library_new();
    const size_t room = MANY * (sizeof line + 8);
    char *text = malloc(room);
    size_t used = 0;

    assert_non_null(library);
    assert_non_null(text);
    for (size_t i = 0; i < MANY; i++)
        used += (size_t)snprintf(text + used, room - used, line, i);
    assert_int_equal(training_library_read(&library->cases, text, used, NULL), BOARD_OK);
    free(text);
    return library;
}

static void test_ten_thousand_cases(void **state)
{
    enum { MOST_US = 500000 }; /* far more than it takes: other programs may be running */

    (void)state;
    open_hall(BOARD_CHINESE);
    model_tap(&model, "hall.training");
    kiosk_library_drop(&model.state->training.library);
    model.state->training.library = many_cases();
    const int64_t before = now_us();
    command(KIOSK_COMMAND_FILTER, KIOSK_CHOOSE_DIFFICULTY, 3);
    const int64_t filtered = now_us();
    assert_int_equal(training()->shown_count, MANY);
    model_tap(&model, "bar.study");
    command(KIOSK_COMMAND_SCROLL_TO, MANY, 0);
    const int64_t shown = now_us();
    assert_true(model_has(&model, "study.case.c9999")); /* the last by their ids */
    const int64_t looked = now_us();
    printf("  10000 cases: filtered in %d us, the last page made in %d us\n",
           (int)(filtered - before), (int)(looked - shown));
    assert_true(filtered - before < MOST_US);
    assert_true(looked - shown < MOST_US);
    model_tap(&model, "study.case.c9999");
    assert_string_equal(training()->study.one->id, "c9999");
    model_tap(&model, "study.all");
    assert_true(model_has(&model, "study.outcome"));
    model_tap(&model, "study.before");
    assert_string_equal(training()->study.one->id, "c9998");
    command(KIOSK_COMMAND_STUDY_STEP, 2, 0);
    assert_int_equal(model.state->say, KIOSK_SAY_NO_MORE_CASES);
}

/* Golden pictures */

static const char *const golden_scenes[] = {
    "training",     "study-half", "study-evidence", "quiz-setup",
    "quiz-targets", "quiz-wrong", "exam-result",    "progress-confusion",
};
static const char *const themes[] = {"light", "dark", "contrast"};
static const struct {
    int width, height;
    double pixels_per_inch;
} displays[] = {{800, 480, 133}, {1280, 720, 210}, {720, 1280, 210}};

static const kiosk_scene_maker *scene_named(const char *name)
{
    for (size_t i = 0; i < kiosk_scene_count; i++) {
        if (strcmp(kiosk_scenes[i].name, name) == 0)
            return &kiosk_scenes[i];
    }
    fail_msg("there is no scene %s", name);
    return NULL;
}

/* Each scene in three sizes and both languages; the themes take turns. */
static void test_screens_look_like_their_pictures(void **state)
{
    int differing = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(golden_scenes) * COUNT(displays) * BOARD_LANGUAGES; i++) {
        const char *scene = golden_scenes[i / (COUNT(displays) * BOARD_LANGUAGES)];
        const size_t place = i / BOARD_LANGUAGES % COUNT(displays);
        const board_language language = (board_language)(i % BOARD_LANGUAGES);
        const char *theme = themes[(place + language) % COUNT(themes)];
        kiosk_canvas canvas;
        char name[96];

        assert_int_equal(kiosk_painter_set_theme(painter, painting_assets, theme, NULL), BOARD_OK);
        kiosk_scene_open(&model, scene_named(scene), displays[place].width, displays[place].height,
                         displays[place].pixels_per_inch, language);
        model_look(&model);
        assert_int_equal(kiosk_canvas_open(&canvas, model.metrics.width, model.metrics.height),
                         BOARD_OK);
        kiosk_paint(painter, &canvas, &model.metrics, &model.view, NULL);
        snprintf(name, sizeof name, "%s-%s-%dx%d-%s", scene, theme, displays[place].width,
                 displays[place].height, language == BOARD_CHINESE ? "zh" : "en");
        differing += !picture_matches(&canvas, "tests/golden/training", name);
        kiosk_canvas_close(&canvas);
        model_close(&model);
    }
    assert_int_equal(differing, 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, close_model)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_the_start_reads_no_cases),
        TEST(test_a_dispute_is_left_alone),
        TEST(test_back_leads_home),
        TEST(test_settings_come_back),
        TEST(test_labels_are_hidden_until_revealed),
        TEST(test_the_cycle_is_played),
        TEST(test_a_mate_is_not_given_away),
        TEST(test_the_list_follows_the_filter),
        TEST(test_targets_are_named_on_the_board),
        TEST(test_points_are_those_after_the_move),
        TEST(test_a_mate_is_tried_out),
        TEST(test_every_mistake_is_explained),
        TEST(test_one_kind_stays),
        TEST(test_time_runs_out),
        TEST(test_an_examination_says_nothing_before_its_end),
        TEST(test_what_is_broken_off_is_not_signed),
        TEST(test_a_quiz_goes_on_where_it_was_left),
        TEST(test_names_that_are_too_long),
        TEST(test_the_library_is_read_again),
        TEST(test_ten_thousand_cases),
        TEST(test_screens_look_like_their_pictures),
    };

    return cmocka_run_group_tests_name("kiosk training", tests, painting_open, painting_close);
}
