/*
 * tests/support/training_model.h: the jobs of training done from memory: the cases built in, a
 * trainee who has answered some questions, quizzes that are the same every time.
 */
#ifndef QILI_TESTS_TRAINING_MODEL_H
#define QILI_TESTS_TRAINING_MODEL_H

#include "kiosk/flow/job.h"

enum { TRAINING_MODEL_SEED = 7 };

/* 2025-11-19 08:00 UTC */
#define TRAINING_MODEL_MS INT64_C(1763539200000)

void training_model_perform(kiosk_job *job);

#endif
