/*
 * tests/support/case_files.h: the case files under rules/cases and tests/cases, for tests that go
 * through all the cycles.
 */
#ifndef QILI_TESTS_CASE_FILES_H
#define QILI_TESTS_CASE_FILES_H

#include "training/library.h"

enum { CASE_MOVES_MAX = TRAINING_MOVES_MAX };

typedef training_case case_file;

typedef void (*case_visitor)(const case_file *one, void *context);

/* Reads a folder of cases; fails the test on a file that cannot be read. */
training_library case_files_load(const char *folder);

/* Visits every cycle of the folder; the mates have no moves and are passed over. Returns how many
 * there were. */
size_t case_files_visit(const char *folder, case_visitor visit, void *context);

/* Judges; fails the test on an error. The caller frees the result. */
judge_result case_judge(const board_position *start, const judge_played *moves, size_t count,
                        const char *edition, judge_memo *memo);

#endif
