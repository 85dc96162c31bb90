/*
 * training/training.h: all that a screen or command needs of this room.
 *
 * Study: training_library_built_in and training_library_read_folder give the cases; each has its
 * themes, difficulty, articles, explanation and, if it is disputed, both views; judge_dispute_rule
 * on its start and moves gives labels and evidence, as for any dispute.
 *
 * Quiz: training_quiz_begin, then training_quiz_current, training_quiz_answer, and
 * training_evidence_text for what was wrong, until training_quiz_current is NULL; then
 * training_quiz_score. Examination: training_exam_find and training_exam_options instead of options
 * of one's own. The quiz is a plain value.
 *
 * Progress: training_record_open on a journal of its own; training_record_answer after each
 * answer, training_record_exam after an examination; training_record_load before the next quiz.
 *
 * A ruling becomes a case: training_case_from_ruling and training_library_write_folder.
 */
#ifndef QILI_TRAINING_TRAINING_H
#define QILI_TRAINING_TRAINING_H

#include "training/check.h"
#include "training/exam.h"
#include "training/from_ruling.h"
#include "training/library.h"
#include "training/progress.h"
#include "training/quiz.h"
#include "training/record.h"

#endif
