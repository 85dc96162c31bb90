/*
 * training/progress.h: what a trainee has answered so far: what is due again, how often each
 * article and theme was right, and what is taken for what.
 *
 * Progress is a fold over the entries of training in a journal of its own
 * (docs/formats/progress.md): nothing here is stored. Missed questions come back: each question has
 * a box, from 0; right moves it one up, wrong back to 0, and it is due again after the box's
 * interval.
 */
#ifndef QILI_TRAINING_PROGRESS_H
#define QILI_TRAINING_PROGRESS_H

#include "judge/articles.h"
#include "training/case.h"

typedef enum training_question_kind {
    TRAINING_ASK_LABEL = 0, /* 将, 杀, 捉 or 闲? */
    TRAINING_ASK_IDLE,      /* what kind of 闲? */
    TRAINING_ASK_TARGETS,   /* which pieces are chased? */
    TRAINING_ASK_CONDUCT,   /* what does this side do? */
    TRAINING_ASK_RULING,
    TRAINING_ASK_MATE, /* the first move of a mate by checks */
    TRAINING_QUESTION_KINDS
} training_question_kind;

/* What a side does with its moves of a cycle (25.2, 28.10-28.13). */
typedef enum training_conduct {
    TRAINING_ALL_CHECK = 0, /* 长将 */
    TRAINING_ALL_KILL,      /* 长杀 */
    TRAINING_ALL_CHASE,     /* 长捉 */
    TRAINING_MIXED,         /* 将、杀、捉交替: forbidden too */
    TRAINING_HAS_IDLE,      /* 有闲着: allowed */
    TRAINING_CONDUCTS
} training_conduct;

enum {
    TRAINING_BOXES = 6,
    TRAINING_SAID = JUDGE_IDLE + 2 /* labels, and "nothing said" */
};

/* A question as the queue knows it. */
typedef struct training_item {
    char id[TRAINING_ID_MAX + 1]; /* of the case */
    char edition[JUDGE_EDITION_NAME_BYTES];
    training_question_kind kind;
    size_t index;
    int box;
    int64_t due_ms; /* since 1970 */
    size_t asked;
    size_t right;
} training_item;

typedef struct training_tally {
    char name[JUDGE_ARTICLE_NUMBER_BYTES]; /* of the article */
    size_t asked;
    size_t right;
} training_tally;

/* All zeros: nothing yet. Free it with training_progress_free. */
typedef struct training_progress {
    size_t count;
    size_t room;
    training_item *items; /* in the order of case, edition, kind, index */
    size_t article_count;
    size_t article_room;
    training_tally *articles; /* in the order of their first answer */
    training_tally themes[TRAINING_THEMES];
    training_tally kinds[TRAINING_QUESTION_KINDS];
    size_t confusion[TRAINING_SAID][JUDGE_IDLE + 1];               /* [said][is], LABEL */
    size_t idle_confusion[JUDGE_IDLE_KINDS + 1][JUDGE_IDLE_KINDS]; /* [said][is], IDLE */
    size_t asked;
    size_t right;
    size_t exams;
} training_progress;

/* One answer as the journal has it. */
typedef struct training_answered {
    const char *id;
    const char *edition;
    training_question_kind kind;
    size_t index;
    const char *said; /* codes of training_answer_code; "": nothing */
    const char *is;
    bool right;
    const char *articles; /* "28.3,29.1" */
    uint64_t themes;
    int64_t time_ms;
} training_answered;

/* Takes an answer in; answers come in the order of their time. Errors: NO_MEMORY. */
board_error training_progress_note(training_progress *progress, const training_answered *answer);

/* Items that are due at this time, the one longest due first. Writes up to `room`, returns how many
 * there are. */
size_t training_progress_due(const training_progress *progress, int64_t now_ms,
                             const training_item **items, size_t room);

/* NULL if it was never asked. */
const training_item *training_progress_find(const training_progress *progress, const char *id,
                                            const char *edition, training_question_kind kind,
                                            size_t index);

void training_progress_free(training_progress *progress);

/* The time after which a box's question is due again, in ms. */
int64_t training_box_interval(int box);

/* Codes as in the journal: "label", "idle", "targets", "conduct", "ruling", "mate"; and words. */
const char *training_kind_code(training_question_kind kind);
bool training_kind_find(const char *code, training_question_kind *kind);
const char *training_kind_name(training_question_kind kind, board_language language);
const char *training_conduct_code(training_conduct conduct);
const char *training_conduct_name(training_conduct conduct, board_language language);

/* One page for people: what was asked, accuracy by kind, article and theme, the confusion table,
 * how much is due. The text is the caller's to free; NULL: no memory. */
char *training_progress_report(const training_progress *progress, const char *trainee,
                               int64_t now_ms, board_language language);

#endif
