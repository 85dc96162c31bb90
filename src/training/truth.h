/*
 * training/truth.h: the questions that a case gives rise to, with their answers by the judge. Only
 * this room uses it.
 */
#ifndef QILI_TRAINING_TRUTH_H
#define QILI_TRAINING_TRUTH_H

#include "training/quiz.h"

enum { TRAINING_TRUTHS_MAX = 3 * TRAINING_MOVES_MAX + 3 };

typedef struct training_truths {
    size_t count;
    training_question questions[TRAINING_TRUTHS_MAX];
} training_truths;

/*
 * All questions of these kinds (bit n: kind n) that a case gives rise to under an edition that it
 * speaks of: of the moves of its cycle in their order, then conduct and ruling. What the source
 * sees otherwise, or the judge could not decide, is left out.
 */
board_error training_truths_of(const training_case *one, const char *edition, unsigned kinds,
                               judge_memo *memo, training_truths *truths);

/* Judges a case's cycle; *result is the caller's to free. */
board_error training_truth_judge(const training_case *one, const char *edition, judge_memo *memo,
                                 judge_edition *rules, judge_result *result);

/* Is this a legal check after which every reply leaves a mate by checks (or none is left)? Of mates
 * no longer than the case's. */
bool training_truth_mates(const training_case *one, board_move move, judge_memo *memo);

/* The mating line of a mate. */
void training_truth_line(const training_case *one, judge_memo *memo, judge_line *line);

#endif
