/*
 * training/quiz.h: a quiz as a plain value: the questions with their answers, and what was said.
 *
 * training_quiz_begin chooses the questions and works out their answers by the judge; from then on
 * nothing is searched, no clock is read and nothing is written. The caller shows
 * training_quiz_current, hands what was said to training_quiz_answer, shows the mark with its
 * evidence, and so on until there is no current question. The same options on the same library
 * give the same quiz. A quiz that was broken into is made again from the names of its questions
 * (training_quiz_of) and the answers given, whatever has come into the library meanwhile.
 */
#ifndef QILI_TRAINING_QUIZ_H
#define QILI_TRAINING_QUIZ_H

#include "judge/words.h"
#include "training/library.h"
#include "training/progress.h"

enum {
    TRAINING_QUESTIONS_MAX = 100,
    TRAINING_PER_CASE = 3, /* most questions about one case, unless a set of cases is fixed */
    TRAINING_LIMIT_MS_MAX = 24 * 60 * 60 * 1000,
    TRAINING_CODE_BYTES = 128, /* an answer as a text for the journal */
    TRAINING_EVIDENCE_BYTES = JUDGE_SENTENCE_BYTES * 2
};

/* A set of points: bit n of the 90. */
typedef struct training_points {
    uint64_t low;  /* 0..63 */
    uint32_t high; /* 64..89 */
} training_points;

static inline void training_points_add(training_points *set, board_square square)
{
    if (square < 64)
        set->low |= (uint64_t)1 << square;
    else
        set->high |= (uint32_t)1 << (square - 64);
}

static inline bool training_points_has(const training_points *set, board_square square)
{
    return square < 64 ? (set->low >> square & 1) != 0 : (set->high >> (square - 64) & 1) != 0;
}

/* What is said; which members count depends on the question's kind. */
typedef struct training_answer {
    bool given;                /* false: passed over, or the time ran out */
    judge_label label;         /* LABEL: JUDGE_CHECK..JUDGE_IDLE */
    judge_idle_kind idle_kind; /* IDLE */
    training_points targets;   /* TARGETS: points after the move */
    training_conduct conduct;  /* CONDUCT */
    judge_outcome outcome;     /* RULING: up to JUDGE_DRAW, or JUDGE_NO_CYCLE */
    board_move move;           /* MATE: the first move */
} training_answer;

/* A question. The case is the library's; the rest are values. */
typedef struct training_question {
    training_question_kind kind;
    const training_case *one;
    const char *edition;    /* judge_edition_name's */
    size_t index;           /* of the move in the case; CONDUCT: the side; else 0 */
    training_answer answer; /* the right one; of TARGETS all that may be named */
    training_points needed; /* TARGETS: what must be named */
    char articles[2 * JUDGE_ARTICLES_BYTES]; /* "28.3,29.1" */
} training_question;

/* What became of a question. */
typedef struct training_mark {
    bool done;
    bool right;
    bool late; /* it took longer than the quiz allows: not right */
    training_answer said;
    int64_t elapsed_ms;
} training_mark;

typedef struct training_quiz_options {
    const char *edition; /* NULL: the first that each case speaks of */
    const char *theme;   /* code; NULL: any */
    const char *article; /* NULL: any */
    int difficulty;      /* 0: any */
    unsigned kinds;      /* bit n: kind n; 0: all */
    size_t count;        /* 1..TRAINING_QUESTIONS_MAX; fewer if there are no more */
    uint64_t seed;
    int64_t question_ms;               /* longest time for one question; 0: no limit */
    int64_t total_ms;                  /* and for all; 0: no limit */
    const training_progress *progress; /* what is due comes first; NULL: nothing is */
    int64_t now_ms;                    /* since 1970, for what is due */
    const char *const *cases;          /* a fixed set, in this order, NULL ends it; NULL: chosen */
} training_quiz_options;

typedef struct training_quiz {
    size_t count;
    size_t at; /* of the current question; count: over */
    int64_t question_ms;
    int64_t total_ms;
    int64_t elapsed_ms; /* of all answers */
    training_question questions[TRAINING_QUESTIONS_MAX];
    training_mark marks[TRAINING_QUESTIONS_MAX];
} training_quiz;

typedef struct training_score {
    size_t asked; /* questions of the quiz */
    size_t done;
    size_t right;
    size_t late;
    unsigned percent; /* of all that are asked, rounded down */
} training_score;

/*
 * Chooses the questions. The library must stay as long as the quiz is used; memo may be NULL. A
 * question whose answer is disputed or undecided is never asked. No question at all is no error:
 * count is 0. Errors: NO_MEMORY, and those of the judge.
 */
board_error training_quiz_begin(const training_library *library,
                                const training_quiz_options *options, judge_memo *memo,
                                training_quiz *quiz);

/* A question by its name, as a file can hold it. */
typedef struct training_question_name {
    char id[TRAINING_ID_MAX + 1]; /* of the case */
    char edition[JUDGE_EDITION_NAME_BYTES];
    training_question_kind kind;
    size_t index;
} training_question_name;

/*
 * Makes the quiz of exactly these questions (up to TRAINING_QUESTIONS_MAX) in this order, without
 * limits of time. The library must stay as long as the quiz is used; memo may be NULL. Errors:
 * CASE_MISSING: the library has no such question, *at of `names` is the one; NO_MEMORY, and those
 * of the judge. The quiz has no questions then.
 */
board_error training_quiz_of(const training_library *library, const training_question_name *names,
                             size_t count, judge_memo *memo, training_quiz *quiz, size_t *at);

/* Do the options ask about this case at all: edition, theme, article, difficulty? */
bool training_options_take(const training_quiz_options *options, const training_case *one);

/* The question to be answered now; NULL: the quiz is over. */
const training_question *training_quiz_current(const training_quiz *quiz);

/* The time left for the current question in ms, of which `spent` are gone; -1: there is no
 * limit. */
int64_t training_quiz_time_left(const training_quiz *quiz, int64_t spent);

/*
 * Marks the current question and goes on; returns the mark, NULL if the quiz is over. elapsed_ms:
 * how long it took, 0 at least. A mate's first move is tried out by the judge, memo may be NULL;
 * all other kinds need nothing. When the time for all is used up, the questions that are left are
 * marked as late.
 */
const training_mark *training_quiz_answer(training_quiz *quiz, const training_answer *said,
                                          int64_t elapsed_ms, judge_memo *memo);

/* The two halves of it, for a caller that may not search where it marks: is the answer right, and
 * the marking of what is known to be right or wrong. Of all kinds but MATE the first searches
 * nothing and needs no memo. */
bool training_answer_is_right(const training_question *question, const training_answer *said,
                              judge_memo *memo);
const training_mark *training_quiz_mark(training_quiz *quiz, const training_answer *said,
                                        int64_t elapsed_ms, bool right);

/* The mating line of a mate; of any other case an empty one. */
void training_mate_line(const training_case *one, judge_memo *memo, judge_line *line);

training_score training_quiz_score(const training_quiz *quiz);

/* Words (quiz_words.c). All write into buffer, cut at a character, and return it. */

/* "第2着 车二进三（红方）：将、杀、捉还是闲？" */
char *training_question_text(const training_question *question, board_language language,
                             char *buffer, size_t size);

/* An answer to the question as a person says it: "捉", "e4 e5", "红方变着". */
char *training_answer_text(const training_question *question, const training_answer *answer,
                           board_language language, char *buffer, size_t size);

/* The same as a code for the journal: "chase", "e4,e5", "red-must-change"; "" if not given. */
char *training_answer_code(const training_question *question, const training_answer *answer,
                           char buffer[TRAINING_CODE_BYTES]);

/* Why the right answer is right: the judge's sentence for the move, the conduct or the ruling, the
 * mating line, and the case's own explanation. The case is judged once more. */
board_error training_evidence_text(const training_question *question, judge_memo *memo,
                                   board_language language, char *buffer, size_t size);

/* Reads what a person types: 捉 or chase, 兑 or exchange, points "e4 e5", 长捉 or perpetual-chase,
 * red-must-change, a move in any notation. False: it is none; *said is untouched. */
bool training_answer_read(const training_question *question, const char *text,
                          training_answer *said);

#endif
