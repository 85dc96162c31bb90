/*
 * tests/support/case_files.h: the case files under rules/cases and tests/cases, read for tests.
 */
#ifndef QILI_TESTS_CASE_FILES_H
#define QILI_TESTS_CASE_FILES_H

#include <jansson.h>

#include "judge/judge.h"

enum { CASE_MOVES_MAX = 64, CASE_BYTES = 128 };

/* One case file. */
typedef struct case_file {
    char id[CASE_BYTES];
    json_t *file; /* all of it; valid during the visit */
    board_position start;
    judge_played moves[CASE_MOVES_MAX];
    size_t count;
} case_file;

typedef void (*case_visitor)(const case_file *one, void *context);

/* Visits every *.json file of the folder in no particular order; fails the test on a file that
 * cannot be read. Returns how many there were. */
size_t case_files_visit(const char *folder, case_visitor visit, void *context);

/* What the case says of a move under an edition: a label, or NULL where it says nothing or the
 * printed label is disputed. */
const char *case_wanted_label(const case_file *one, const char *edition, size_t index);

/* The verdict of the case under an edition, or NULL. */
const char *case_wanted_verdict(const case_file *one, const char *edition);

/* Does the case declare that the judge sees it otherwise under this edition? Both views stand. */
bool case_disagrees(const case_file *one, const char *edition);

/* Does the case say anything about this edition? */
bool case_speaks_of(const case_file *one, const char *edition);

/* Judges; fails the test on an error. The caller frees the result. */
judge_result case_judge(const board_position *start, const judge_played *moves, size_t count,
                        const char *edition, judge_memo *memo);

#endif
