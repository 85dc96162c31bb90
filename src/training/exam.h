/*
 * training/exam.h: examinations: a fixed set of cases, how many questions, how long, what passes.
 *
 * The questions of a set are chosen by a seed: the same set, seed and cases give everybody the same
 * questions in the same order. docs/formats/progress.md has the file.
 */
#ifndef QILI_TRAINING_EXAM_H
#define QILI_TRAINING_EXAM_H

#include "training/quiz.h"

enum { TRAINING_EXAM_CASES_MAX = 100, TRAINING_DIGEST_BYTES = 65 };

typedef struct training_exam {
    json_t *file; /* what the texts point into */
    const char *id;
    const char *edition;
    const char *title[BOARD_LANGUAGES];
    size_t case_count;
    const char *cases[TRAINING_EXAM_CASES_MAX + 1]; /* ids; NULL ends them */
    size_t count;                                   /* questions */
    unsigned kinds;
    int64_t question_ms;
    int64_t total_ms;
    unsigned pass; /* percent */
} training_exam;

/* Reads the exam of a JSON object, of which it takes its own reference. Errors: CASE_*, with the
 * key in the token. *exam is empty then. */
board_error training_exam_from_json(json_t *file, training_exam *exam, board_problem *problem);

/* The built-in exam of this id, or (NULL) the one at this place; CASE_MISSING if there is none. */
board_error training_exam_built_in(const char *id, size_t index, training_exam *exam);

void training_exam_free(training_exam *exam);

/* The options of a quiz that is this examination. They point into the exam. */
training_quiz_options training_exam_options(const training_exam *exam, uint64_t seed);

/* BLAKE2b-256, in hex, of the exam and all its cases as they are in the library: who has the same
 * was asked from the same. Errors: CASE_MISSING (a case is not there), NO_MEMORY. */
board_error training_exam_digest(const training_exam *exam, const training_library *library,
                                 char digest[TRAINING_DIGEST_BYTES]);

#endif
