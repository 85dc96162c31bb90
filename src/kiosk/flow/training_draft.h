/*
 * kiosk/flow/training_draft.h: a quiz under way, in the draft file and back.
 *
 * Written are the names of its questions when it begins, and each answer before it is recorded:
 *
 *     quiz-new, quiz-of, quiz-questions...     the quiz
 *     quiz-marked                              an answer
 *     quiz-asked                               the next question is on the screen
 *     quiz-touched, quiz-spent                 what is said of it so far; how long it has taken
 *     quiz-over
 *
 * After a crash the lines give a kiosk_quiz_kept; the desk makes the quiz again from it and records
 * those of its answers that the journal of training lacks.
 */
#ifndef QILI_KIOSK_FLOW_TRAINING_DRAFT_H
#define QILI_KIOSK_FLOW_TRAINING_DRAFT_H

#include "kiosk/command.h"
#include "training/training.h"

enum { KIOSK_QUIZ_SPENT_MS = 10 * 1000 }; /* between two lines of the time that was taken */

typedef struct kiosk_quiz_marked {
    int32_t took_ms;
    bool right;
    char said[TRAINING_CODE_BYTES]; /* of training_answer_code; "": nothing */
} kiosk_quiz_marked;

/* A quiz as a draft has it. */
typedef struct kiosk_quiz_kept {
    char trainee[TRAINING_TRAINEE_MAX + 1];
    char exam[TRAINING_ID_MAX + 1]; /* "": practice */
    uint64_t seed;
    int64_t limit_ms;         /* of practice, for one question; 0: none */
    training_recorded before; /* of the trainee, before the quiz */
    size_t wanted;            /* questions it has; fewer named: the draft breaks off */
    size_t count;             /* questions named */
    training_question_name questions[TRAINING_QUESTIONS_MAX];
    size_t marked; /* answers given */
    kiosk_quiz_marked marks[TRAINING_QUESTIONS_MAX];
    bool asked;              /* the question after them is on the screen; else the last of them */
    training_points touched; /* of the question that is asked */
    int32_t spent_ms;        /* likewise */
} kiosk_quiz_kept;

typedef struct kiosk_state kiosk_state;

/* Is a quiz in the draft that is not over? */
bool kiosk_quiz_is_kept(const kiosk_state *state);

/* Writes: a quiz has begun and its first question is asked; the answer to question `at`; the
 * question that is asked; a point touched; the time it has taken so far, now and then; that it is
 * over. */
void kiosk_keep_quiz(kiosk_state *state);
void kiosk_keep_mark(kiosk_state *state, size_t at);
void kiosk_keep_asked(kiosk_state *state);
void kiosk_keep_touched(kiosk_state *state, board_square square);
void kiosk_keep_spent(kiosk_state *state, int64_t spent_ms);
void kiosk_keep_quiz_over(kiosk_state *state);

/* The lines above; false: not one of these. Refused unless a draft is replayed. */
bool kiosk_apply_quiz_draft(kiosk_state *state, const kiosk_command *command);

/* After the draft: the quiz that it holds is asked for, the page that is shown is prepared. */
void kiosk_training_start(kiosk_state *state);

#endif
