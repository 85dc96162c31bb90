/*
 * judge/edition.h: an edition of the rules as data: named clauses and the table of verdicts.
 *
 * The files stand under rules/editions/ and are also built into the library, so that the judge
 * works without any file.
 */
#ifndef QILI_JUDGE_EDITION_H
#define QILI_JUDGE_EDITION_H

#include "board/error.h"
#include "judge/label.h"

enum { JUDGE_EDITION_NAME_BYTES = 32, JUDGE_EDITION_TITLE_BYTES = 128, JUDGE_ARTICLES_BYTES = 64 };

/* How a side's moves of one cycle are classed (25.2). */
typedef enum judge_class {
    JUDGE_PERPETUAL_CHECK = 0, /* every move is 将 */
    JUDGE_FORBIDDEN,           /* every move is 将, 杀 or 捉 */
    JUDGE_ALLOWED,             /* some move is 闲 */
    JUDGE_CLASS_UNDECIDED,
    JUDGE_CLASSES = JUDGE_CLASS_UNDECIDED
} judge_class;

typedef enum judge_outcome {
    JUDGE_RED_LOSES = 0,
    JUDGE_BLACK_LOSES,
    JUDGE_RED_MUST_CHANGE,
    JUDGE_BLACK_MUST_CHANGE,
    JUDGE_DRAW,
    JUDGE_OUTCOME_UNDECIDED,
    JUDGE_NO_CYCLE,
    JUDGE_OUTCOMES
} judge_outcome;

typedef struct judge_verdict {
    judge_outcome outcome;
    char articles[JUDGE_ARTICLES_BYTES]; /* numbers separated by commas: "26.4,24.3" */
} judge_verdict;

typedef struct judge_edition {
    char name[JUDGE_EDITION_NAME_BYTES]; /* "cxa-2007" */
    char title[BOARD_LANGUAGES][JUDGE_EDITION_TITLE_BYTES];
    judge_clauses clauses;
    judge_verdict verdicts[JUDGE_CLASSES][JUDGE_CLASSES]; /* [red][black] */
    char loss_after_order[JUDGE_ARTICLES_BYTES];          /* 24.3 */
    char weighed[JUDGE_ARTICLES_BYTES]; /* the heavier of two forbidden sides must change */
} judge_edition;

/* The edition built into the library under this name; EDITION_UNKNOWN if there is none. */
board_error judge_edition_load(const char *name, judge_edition *edition);

/* Reads an edition file's text; *problem (may be NULL) tells the line that is wrong. */
board_error judge_edition_read(const char *text, size_t length, judge_edition *edition,
                               board_problem *problem);

/* Names of the built-in editions, in the order of their files; NULL past the last. */
const char *judge_edition_name(size_t index);

#endif
