/*
 * kiosk/flow/training.h: training on the kiosk: a second home beside the hall. Cases are studied,
 * questions are asked, and what was answered is looked at; nothing of it touches the flow of a
 * dispute.
 *
 * The library of cases is read by the desk when training is first opened, and is shared from then
 * on: state, quiz and jobs each hold it, and the last to let go frees it. The case on the screen is
 * judged as a dispute is (KIOSK_STUDY stands for it where a job names its dispute), so that labels
 * and evidence are those of 裁决.
 */
#ifndef QILI_KIOSK_FLOW_TRAINING_H
#define QILI_KIOSK_FLOW_TRAINING_H

#include <stdatomic.h>

#include "kiosk/flow/dispute.h"
#include "kiosk/flow/training_draft.h"
#include "store/problem.h"
#include "training/training.h"

enum {
    KIOSK_STUDY = 1000,       /* kiosk_job.dispute of the case that is studied */
    KIOSK_TRAINEES_MAX = 128, /* names in a list: trainees, or files that are offered */
    KIOSK_FILE_NAME_BYTES = 128,
    KIOSK_CODE_BYTES = 32, /* of a theme or an article */
    KIOSK_PATH_BYTES = 512,
    KIOSK_ANY = -1
};

/* Cases that several share. */
typedef struct kiosk_library {
    atomic_int holders;
    training_library cases;
} kiosk_library;

/* Empty, held once; NULL: memory ran out. */
kiosk_library *kiosk_library_new(void);
/* Holds it once more; NULL is allowed. */
kiosk_library *kiosk_library_hold(kiosk_library *library);
/* Lets go of it, and sets the pointer to NULL. */
void kiosk_library_drop(kiosk_library **library);

/* What is chosen from a list that lies over the screen. */
typedef enum kiosk_chooser {
    KIOSK_CHOOSE_NOTHING = 0,
    KIOSK_CHOOSE_THEME,
    KIOSK_CHOOSE_ARTICLE,
    KIOSK_CHOOSE_DIFFICULTY,
    KIOSK_CHOOSE_TRAINEE,
    KIOSK_CHOOSE_IMPORT,
    KIOSK_CHOOSE_EXAM,
    KIOSK_CHOOSERS
} kiosk_chooser;

/* Which cases: of the list, and of a quiz. */
typedef struct kiosk_case_filter {
    int theme;      /* training_theme or KIOSK_ANY */
    int article;    /* index of training_clause_number or KIOSK_ANY */
    int difficulty; /* 1..TRAINING_DIFFICULTY_MAX or KIOSK_ANY */
} kiosk_case_filter;

/* The case that is studied. */
typedef struct kiosk_study {
    const training_case *one; /* of the library; NULL: the list is shown */
    size_t at;                /* its place in `shown` */
    size_t revealed;          /* judged moves whose label is shown; one more: what follows, too */
    bool explained;           /* the explanation is on the panel */
} kiosk_study;

typedef enum kiosk_quiz_stage {
    KIOSK_QUIZ_SETUP = 0,
    KIOSK_QUIZ_CHOOSING, /* the desk chooses the questions */
    KIOSK_QUIZ_ASKED,
    KIOSK_QUIZ_TRYING, /* a mate's first move is tried out */
    KIOSK_QUIZ_MARKED, /* a question is looked at with its answer */
    KIOSK_QUIZ_OVER
} kiosk_quiz_stage;

enum { KIOSK_QUIZ_COUNTS = 3, KIOSK_QUIZ_LIMITS = 4 };

typedef struct kiosk_quizzing {
    kiosk_quiz_stage stage;
    unsigned kinds;     /* bit n: kind n is asked; never 0 */
    size_t count;       /* questions wanted */
    int64_t limit_ms;   /* for one question; 0: none */
    uint32_t seed;      /* of the next one; 0: of the day (examination), or any (practice) */
    uint64_t exam_seed; /* of the one under way */
    char exam[TRAINING_ID_MAX + 1]; /* "": practice */
    char exam_title[BOARD_LANGUAGES][KIOSK_CODE_BYTES * 4];
    unsigned pass;          /* of an examination, percent */
    training_quiz *quiz;    /* owned; NULL: none */
    kiosk_library *library; /* held: of the quiz's cases */
    size_t shown;           /* the question on the screen */
    int64_t asked_ms;       /* when it was asked */
    int64_t took_ms;        /* of an answer that is tried out */
    int64_t left_s;         /* seconds that are left, as they are shown */
    bool over;              /* it was gone through or broken off: its questions can be looked at */
    training_answer said;   /* what is said so far */
    board_square from;      /* of a mate's first move: picked up, or BOARD_NO_SQUARE */
    char entry[LEDGER_ID_BYTES]; /* of the signed result; "": not written yet */
    char digest[TRAINING_DIGEST_BYTES];
    bool is_kept;             /* it stands in the draft file, and is not over there */
    int64_t kept_ms;          /* the time that the question has taken, as it stands there */
    training_recorded before; /* of the trainee, when the quiz began */
} kiosk_quizzing;

/* Why an answer is right, in words; and a mate's line. */
typedef struct kiosk_explanation {
    char text[BOARD_LANGUAGES][TRAINING_EVIDENCE_BYTES];
    judge_line line;
} kiosk_explanation;

typedef enum kiosk_progress_page {
    KIOSK_PROGRESS_KINDS = 0,
    KIOSK_PROGRESS_ARTICLES,
    KIOSK_PROGRESS_THEMES,
    KIOSK_PROGRESS_CONFUSION,
    KIOSK_PROGRESS_QUEUE,
    KIOSK_PROGRESS_PAGES
} kiosk_progress_page;

/* Names in a list; of files with the folder that they stand in, and the folder of the user's own
 * cases. */
typedef struct kiosk_names {
    char folder[KIOSK_PATH_BYTES];
    char own[KIOSK_PATH_BYTES];
    size_t count;
    char names[KIOSK_TRAINEES_MAX][KIOSK_FILE_NAME_BYTES];
} kiosk_names;

typedef struct kiosk_training {
    kiosk_library *library; /* held; NULL: not read yet */
    bool library_busy;
    kiosk_chooser chooser;
    char trainee[TRAINING_TRAINEE_MAX + 1]; /* "": none picked: nothing is recorded */
    kiosk_names *trainees;                  /* owned; that the desk knows; NULL: not asked yet */
    kiosk_names *imports;                   /* owned; files that can be imported */
    kiosk_case_filter filter;
    size_t shown_count;
    uint16_t *shown; /* owned; the cases that the filter takes, by their index in the library */
    kiosk_study study;
    kiosk_quizzing quiz;
    kiosk_quiz_kept *kept; /* owned; of the draft, till the quiz is made again; NULL: none */
    kiosk_dispute heard; /* the case of the study or of the question, judged; open: there is one */
    const training_case *heard_of;  /* which case that is */
    size_t plies;                   /* the board shows the position after so many of its moves */
    kiosk_explanation *explanation; /* owned; of the question, or a mate's line; NULL: not there */
    uint32_t explanation_wanted;    /* generation of the job that brings it */
    training_progress *progress;    /* owned; of the trainee; NULL: not read yet */
    int64_t progress_ms;            /* UTC, when it was read */
    kiosk_progress_page page;
} kiosk_training;

/* What a job of training needs, and what came of it; kiosk_job.training, owned. */
typedef struct kiosk_training_job {
    kiosk_library *library; /* held; LIBRARY: what was read */
    char trainee[TRAINING_TRAINEE_MAX + 1];
    char name
        [KIOSK_FILE_NAME_BYTES]; /* IMPORT: file; CASE_MAKE: id of the entry; then of the case */
    char path[KIOSK_PATH_BYTES]; /* EXPORT: where the files were put; IMPORT: from where */
    char own[KIOSK_PATH_BYTES];  /* IMPORT: folder of the user's own cases */
    board_language language;     /* EXPORT: of the report */
    char problem[BOARD_LANGUAGES][KIOSK_PATH_BYTES]; /* of KIOSK_END_REFUSED: why */
    size_t number;                                   /* IMPORT: cases that are new */
    kiosk_names *names;                              /* owned; TRAINEES, IMPORTS */
    training_progress *progress;                     /* owned; PROGRESS */
    int64_t now_ms;                                  /* PROGRESS: UTC */
    training_quiz_options options; /* QUIZ; of practice: theme and article point to these: */
    char theme[KIOSK_CODE_BYTES];
    char article[KIOSK_CODE_BYTES];
    char exam[TRAINING_ID_MAX + 1]; /* QUIZ, ANSWERS, EXAM; "": practice */
    char exam_title[BOARD_LANGUAGES][KIOSK_CODE_BYTES * 4];
    unsigned pass;
    uint64_t seed;
    kiosk_quiz_kept *kept;       /* owned; QUIZ: a copy: this one is made again; NULL: a new one */
    training_recorded recorded;  /* QUIZ: of the trainee */
    training_quiz *quiz;         /* owned; QUIZ: what was chosen; ANSWERS, EXAM: a copy */
    size_t from, to;             /* ANSWERS: which */
    char entry[LEDGER_ID_BYTES]; /* EXAM; QUIZ made again: of a result that is signed */
    char digest[TRAINING_DIGEST_BYTES]; /* likewise */
    training_question question;         /* EXPLAIN */
    training_answer said;               /* EXPLAIN */
    bool right;                         /* EXPLAIN: of a mate's first move */
    kiosk_explanation *explanation;     /* owned; EXPLAIN */
} kiosk_training_job;

void kiosk_training_begin(kiosk_training *training);
void kiosk_training_free(kiosk_training *training);
void kiosk_training_job_free(kiosk_training_job *job);

/* "2,7" as words of these options: which cases the filter takes. The texts stand in theme and
 * article, which must last as long as the options are used. */
training_quiz_options kiosk_filter_options(const kiosk_case_filter *filter,
                                           char theme[KIOSK_CODE_BYTES],
                                           char article[KIOSK_CODE_BYTES]);

/* The questions that a quiz can have, and the seconds for one; index 0.. */
size_t kiosk_quiz_count_of(int index);
int64_t kiosk_quiz_limit_of(int index);

/* The first of the judged moves of the case on the screen, and how many there are; 0: none. */
size_t kiosk_training_judged(const kiosk_training *training, size_t *from);

/* Are all labels of the case that is studied shown, so that its explanation gives none away? */
bool kiosk_study_revealed(const kiosk_training *training);

/* The position on the board after `plies` of the case's moves, or of a mate's line; *last: the move
 * that led there. False: there is no case, or no move led there. */
bool kiosk_training_position(const kiosk_training *training, board_position *position,
                             board_move *last);

/* How many plies can be shown. */
size_t kiosk_training_plies(const kiosk_training *training);

#endif
