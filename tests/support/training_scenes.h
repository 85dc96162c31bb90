/*
 * tests/support/training_scenes.h: the screens of training in the states that they can be in.
 */
#ifndef QILI_TESTS_TRAINING_SCENES_H
#define QILI_TESTS_TRAINING_SCENES_H

#include "support/kiosk_model.h"

void make_training(kiosk_model *model);
void make_training_trainee(kiosk_model *model);
void make_study_list(kiosk_model *model);
void make_study_themes(kiosk_model *model);
void make_study_articles(kiosk_model *model);
void make_study_import(kiosk_model *model);
void make_study(kiosk_model *model);
void make_study_half(kiosk_model *model);
void make_study_whole(kiosk_model *model);
void make_study_evidence(kiosk_model *model);
void make_study_explained(kiosk_model *model);
void make_study_mate(kiosk_model *model);
void make_quiz_setup(kiosk_model *model);
void make_quiz_exams(kiosk_model *model);
void make_quiz_label(kiosk_model *model);
void make_quiz_idle(kiosk_model *model);
void make_quiz_targets(kiosk_model *model);
void make_quiz_conduct(kiosk_model *model);
void make_quiz_ruling(kiosk_model *model);
void make_quiz_mate(kiosk_model *model);
void make_quiz_wrong(kiosk_model *model);
void make_quiz_evidence(kiosk_model *model);
void make_quiz_ask_end(kiosk_model *model);
void make_quiz_result(kiosk_model *model);
void make_exam_result(kiosk_model *model);
void make_progress(kiosk_model *model);
void make_progress_articles(kiosk_model *model);
void make_progress_themes(kiosk_model *model);
void make_progress_confusion(kiosk_model *model);
void make_progress_queue(kiosk_model *model);
void make_progress_nobody(kiosk_model *model);

/* Begins a quiz of one kind of questions. */
void training_begin_kind(kiosk_model *model, training_question_kind kind);

/* Answers the question that is asked, rightly or not, by what is on the screen. */
void training_scene_answer(kiosk_model *model, bool right);

#endif
