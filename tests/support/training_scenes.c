/*
 * tests/support/training_scenes.c: the scenes of training, each by taps from the hall.
 */
#include "support/training_scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static void open_case(kiosk_model *model, const char *id)
{
    model_taps(model, "hall.training training.study");
    model_do(model, kiosk_command_of_text(KIOSK_COMMAND_STUDY, id));
    assert_non_null(model->state->training.study.one);
}

void make_training(kiosk_model *model)
{
    model_tap(model, "hall.training");
}

void make_training_trainee(kiosk_model *model)
{
    make_training(model);
    model_taps(model, "training.trainee");
}

void make_study_list(kiosk_model *model)
{
    model_taps(model, "hall.training training.study");
}

void make_study_themes(kiosk_model *model)
{
    make_study_list(model);
    model_tap(model, "filter.theme");
}

void make_study_articles(kiosk_model *model)
{
    make_study_list(model);
    model_tap(model, "filter.article");
}

void make_study_import(kiosk_model *model)
{
    make_study_list(model);
    model_tap(model, "study.import");
}

void make_study(kiosk_model *model)
{
    open_case(model, "small-711");
}

void make_study_half(kiosk_model *model)
{
    make_study(model);
    model_taps(model, "study.reveal study.reveal");
}

void make_study_whole(kiosk_model *model)
{
    make_study(model);
    model_tap(model, "study.all");
}

void make_study_evidence(kiosk_model *model)
{
    make_study_half(model);
    model_tap(model, "study.row.1");
}

void make_study_explained(kiosk_model *model)
{
    make_study_whole(model);
    model_tap(model, "study.explain");
}

void make_study_mate(kiosk_model *model)
{
    open_case(model, "mate-sj626");
    model_taps(model, "study.reveal study.forward");
}

void make_quiz_setup(kiosk_model *model)
{
    model_taps(model, "hall.training training.quiz");
}

void make_quiz_exams(kiosk_model *model)
{
    make_quiz_setup(model);
    model_tap(model, "quiz.exams");
}

void training_begin_kind(kiosk_model *model, training_question_kind kind)
{
    make_quiz_setup(model);
    for (int i = 0; i < TRAINING_QUESTION_KINDS; i++) {
        if (i != (int)kind)
            model_do(model, kiosk_command_of(KIOSK_COMMAND_QUIZ_KIND, i, 0));
    }
    model_tap(model, "quiz.limit.60");
    model_tap(model, "quiz.begin");
    assert_int_equal(model->state->training.quiz.stage, KIOSK_QUIZ_ASKED);
}

void make_quiz_label(kiosk_model *model)
{
    training_begin_kind(model, TRAINING_ASK_LABEL);
}

void make_quiz_idle(kiosk_model *model)
{
    training_begin_kind(model, TRAINING_ASK_IDLE);
}

static void tap_points(kiosk_model *model, const training_points *points)
{
    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        const char name[] = {(char)('a' + board_file_of(square)),
                             (char)('0' + board_rank_of(square)), '\0'};
        if (training_points_has(points, square))
            model_tap_square(model, name);
    }
}

void make_quiz_targets(kiosk_model *model)
{
    training_begin_kind(model, TRAINING_ASK_TARGETS);
    tap_points(model, &training_quiz_current(model->state->training.quiz.quiz)->answer.targets);
}

void make_quiz_conduct(kiosk_model *model)
{
    training_begin_kind(model, TRAINING_ASK_CONDUCT);
}

void make_quiz_ruling(kiosk_model *model)
{
    training_begin_kind(model, TRAINING_ASK_RULING);
}

void make_quiz_mate(kiosk_model *model)
{
    training_begin_kind(model, TRAINING_ASK_MATE);
}

static void say(kiosk_model *model, int right, int count, bool is_right)
{
    char name[KIOSK_PART_NAME_BYTES];
    int value = is_right ? right : (right + 1) % count;

    if (!is_right && count == JUDGE_OUTCOMES && value == JUDGE_OUTCOME_UNDECIDED)
        value = JUDGE_NO_CYCLE;
    snprintf(name, sizeof name, "quiz.say.%d", value);
    model_tap(model, name);
}

void training_scene_answer(kiosk_model *model, bool right)
{
    const training_question *question = training_quiz_current(model->state->training.quiz.quiz);
    const training_answer *is = &question->answer;
    const training_points from = {0};

    switch (question->kind) {
    case TRAINING_ASK_LABEL:
        say(model, (int)is->label, JUDGE_IDLE + 1, right);
        break;
    case TRAINING_ASK_IDLE:
        say(model, (int)is->idle_kind, JUDGE_IDLE_KINDS, right);
        break;
    case TRAINING_ASK_CONDUCT:
        say(model, (int)is->conduct, TRAINING_CONDUCTS, right);
        break;
    case TRAINING_ASK_RULING:
        say(model, (int)is->outcome, JUDGE_OUTCOMES, right);
        break;
    case TRAINING_ASK_TARGETS:
        if (right) {
            tap_points(model, &is->targets);
            model_tap(model, "quiz.take");
        } else
            model_tap(model, "quiz.pass");
        break;
    default:
        if (right) {
            training_points move[2] = {from, from};
            training_points_add(&move[0], is->move.from);
            training_points_add(&move[1], is->move.to);
            tap_points(model, &move[0]);
            tap_points(model, &move[1]);
        } else
            model_tap(model, "quiz.pass");
    }
}

void make_quiz_wrong(kiosk_model *model)
{
    make_quiz_label(model);
    training_scene_answer(model, false);
    assert_int_equal(model->state->training.quiz.stage, KIOSK_QUIZ_MARKED);
}

void make_quiz_evidence(kiosk_model *model)
{
    make_quiz_wrong(model);
    model_tap(model, "quiz.evidence");
}

void make_quiz_ask_end(kiosk_model *model)
{
    make_quiz_wrong(model);
    model_tap(model, "quiz.end");
}

static void answer_all(kiosk_model *model, size_t wrong_every)
{
    const kiosk_quizzing *quiz = &model->state->training.quiz;

    for (size_t i = 1; quiz->stage != KIOSK_QUIZ_OVER; i++) {
        training_scene_answer(model, i % wrong_every != 0);
        if (quiz->stage == KIOSK_QUIZ_MARKED)
            model_tap(model, "quiz.next");
        assert_true(i <= TRAINING_QUESTIONS_MAX);
    }
}

void make_quiz_result(kiosk_model *model)
{
    make_quiz_setup(model);
    model_tap(model, "quiz.begin");
    answer_all(model, 5);
}

void make_exam_result(kiosk_model *model)
{
    make_training(model);
    model_do(model, kiosk_command_of_text(KIOSK_COMMAND_TRAINEE, "王明"));
    model_taps(model, "training.quiz quiz.exams choice.2");
    assert_int_equal(model->state->training.quiz.stage, KIOSK_QUIZ_ASKED);
    answer_all(model, 7);
}

void make_progress(kiosk_model *model)
{
    make_training(model);
    model_do(model, kiosk_command_of_text(KIOSK_COMMAND_TRAINEE, "王明"));
    model_tap(model, "training.progress");
}

void make_progress_articles(kiosk_model *model)
{
    make_progress(model);
    model_tap(model, "progress.page.2");
}

void make_progress_themes(kiosk_model *model)
{
    make_progress(model);
    model_tap(model, "progress.page.3");
}

void make_progress_confusion(kiosk_model *model)
{
    make_progress(model);
    model_tap(model, "progress.page.4");
}

void make_progress_queue(kiosk_model *model)
{
    make_progress(model);
    model_tap(model, "progress.page.5");
}

void make_progress_nobody(kiosk_model *model)
{
    model_taps(model, "hall.training training.progress");
}
