/*
 * training/explanation.h: is what an explanation names there? The words are a reader's; but that a
 * move is made somewhere, that a piece stands on the board and that both languages name the same
 * articles can be looked up, and a wrong one misleads whoever learns from it.
 */
#ifndef QILI_TRAINING_EXPLANATION_H
#define QILI_TRAINING_EXPLANATION_H

#include "training/case.h"

enum {
    TRAINING_TOKEN_BYTES = 32,        /* "细则10", "black elephant" */
    TRAINING_EXPLANATION_NUMBERS = 10 /* files and steps are 1..9 */
};

/* Forward, back, sideways: 进, 退, 平. */
typedef enum training_direction {
    TRAINING_FORWARD = 0,
    TRAINING_BACK,
    TRAINING_SIDEWAYS,
    TRAINING_DIRECTIONS
} training_direction;

/* The moves of a case and of its evidence, as 2.2's notation counts them; all false to begin. */
typedef struct training_known_moves {
    bool seen[2][BOARD_KINDS][TRAINING_DIRECTIONS][TRAINING_EXPLANATION_NUMBERS];
} training_known_moves;

/* Adds the moves of the case and all lines that the judge shows for them. */
void training_know_result(training_known_moves *known, const training_case *one,
                          const judge_result *result);

/* Adds the moves of a line; the side of its first move is that of the piece that makes it. */
void training_know_line(training_known_moves *known, const board_position *start,
                        const judge_line *line);

typedef enum training_slip_kind {
    TRAINING_SLIP_ARTICLE = 0, /* an article is named in one language only */
    TRAINING_SLIP_LISTED,      /* an article is named that the case does not list */
    TRAINING_SLIP_MOVE,        /* neither the case nor its evidence has this move */
    TRAINING_SLIP_PIECE,       /* no such piece on the board, or by the other side's name */
    TRAINING_SLIP_OUTCOME,     /* who must change, who loses or a draw: in one language only */
    TRAINING_SLIPS
} training_slip_kind;

/* `token`: what is wrongly named; it lasts until the visitor returns. */
typedef void (*training_slip_visitor)(void *context, training_slip_kind kind, const char *token);

/* Tells of everything in the explanation that is not there. */
void training_explanation_look(const training_case *one, const training_known_moves *known,
                               training_slip_visitor visit, void *context);

#endif
