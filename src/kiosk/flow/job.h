/*
 * kiosk/flow/job.h: what the flow wants done outside of itself: judging, and everything with files.
 *
 * kiosk_take_job gives one job after the other; each holds all it needs, so that a worker thread
 * can do it (kiosk/desk) without the state. The worker fills in the answer; the program then hands
 * the job back with kiosk_receive on the thread of the state. Jobs of the desk lane are to be done
 * one at a time in the order in which they were taken; those of the judge lane may run beside them,
 * and beside each other.
 */
#ifndef QILI_KIOSK_FLOW_JOB_H
#define QILI_KIOSK_FLOW_JOB_H

#include <stdatomic.h>

#include "judge/judge.h"
#include "kiosk/command.h"
#include "kiosk/flow/hall.h"
#include "kiosk/flow/records.h"
#include "kiosk/flow/setup_job.h"
#include "kiosk/flow/stick.h"
#include "kiosk/flow/training.h"
#include "ledger/notice.h"
#include "store/journal.h"

enum {
    KIOSK_PIN_MIN = 4, /* digits */
    KIOSK_PIN_MAX = 8,
    KIOSK_PIN_BYTES = KIOSK_PIN_MAX + 1
};

typedef enum kiosk_job_kind {
    KIOSK_JOB_HALL = 0,  /* read the event and a round: `hall` */
    KIOSK_JOB_GAME,      /* read a game: `full` */
    KIOSK_JOB_CASES,     /* list the saved cases: `cases` */
    KIOSK_JOB_CASE,      /* read the one of this id: `fen` and `moves` */
    KIOSK_JOB_JUDGE,     /* judge the dispute: `result` */
    KIOSK_JOB_COMPARE,   /* the same under another edition */
    KIOSK_JOB_ROOTS,     /* the roots of what a move attacks: `roots` */
    KIOSK_JOB_CHECK,     /* what the ledger says of `entry`: `told` */
    KIOSK_JOB_SIGN,      /* check the PIN, then `told`, then append `entry` */
    KIOSK_JOB_PIN,       /* set the PIN of an arbiter who has none */
    KIOSK_JOB_EVENT,     /* make the event of `entry` and its first arbiter `second`, with PIN */
    KIOSK_JOB_LOOK,      /* does the journal hold the entry of this id? */
    KIOSK_JOB_KEEP,      /* add `command` to the draft file */
    KIOSK_JOB_FORGET,    /* empty the draft file: nothing in it is open any more */
    KIOSK_JOB_DUTY,      /* check the PIN, nothing else */
    KIOSK_JOB_LOG_CHECK, /* what the ledger says of `entry`, whose arbiter may be missing yet */
    KIOSK_JOB_LOG,       /* append `entry` of the arbiter on duty */
    KIOSK_JOB_LOG_LOOK,  /* as LOOK, of what was being logged */
    KIOSK_JOB_SETTINGS,  /* keep the settings, which are commands */
    KIOSK_JOB_CODE,      /* the entry of this id as the text of a QR code: `code` */
    /* Of the settings' pages; what they need and bring is in `setup`. */
    KIOSK_JOB_FACTS,      /* of the device and its journal */
    KIOSK_JOB_BRIGHTNESS, /* set the screen's brightness */
    KIOSK_JOB_PIN_CHANGE, /* `pin` is the new one, if the old one of `setup` is right */
    KIOSK_JOB_VERIFY,     /* look at every byte of the journal; of the judge lane */
    /* Of training; what they need and bring is in `training`. */
    KIOSK_JOB_LIBRARY,   /* read the case studies */
    KIOSK_JOB_TRAINEES,  /* whose answers there are */
    KIOSK_JOB_PROGRESS,  /* a trainee's */
    KIOSK_JOB_QUIZ,      /* choose the questions */
    KIOSK_JOB_EXPLAIN,   /* why an answer is right; of the judge lane */
    KIOSK_JOB_ANSWERS,   /* write down what was answered */
    KIOSK_JOB_EXAM,      /* write down and sign the result of an examination */
    KIOSK_JOB_EXPORT,    /* a trainee's answers and report as files */
    KIOSK_JOB_IMPORTS,   /* which files of cases can be imported */
    KIOSK_JOB_IMPORT,    /* import one of them; of the judge lane, for all of it is judged */
    KIOSK_JOB_CASE_MAKE, /* make a case of a ruling of the journal */
    /* Of the records; what they need and bring is in `records`. */
    KIOSK_JOB_RECORDS,        /* read a page of the list */
    KIOSK_JOB_RECORD_CHOICES, /* what the list can be narrowed to */
    KIOSK_JOB_RECORD,         /* read one entry in full */
    /* Of USB sticks, in the judge lane; what they need and bring is in `stick`. */
    KIOSK_JOB_STICK_FILES,  /* list the files */
    KIOSK_JOB_STICK_GAME,   /* read a file: its games, or one of them */
    KIOSK_JOB_STICK_EXPORT, /* write records */
    KIOSK_JOB_STICK_TABLE,  /* read a table of pairings and players */
    /* ... in the desk lane: */
    KIOSK_JOB_TABLE_PREVIEW, /* what a table would change */
    KIOSK_JOB_TABLE_LOG,     /* log what it leads to */
    KIOSK_JOBS
} kiosk_job_kind;

typedef enum kiosk_lane { KIOSK_LANE_DESK = 0, KIOSK_LANE_JUDGE } kiosk_lane;

/* How a job ended. */
typedef enum kiosk_job_end {
    KIOSK_END_OPEN = 0, /* not done yet */
    KIOSK_END_DONE,
    KIOSK_END_FAILED,    /* see `problem`, or `trouble` where it has a detail */
    KIOSK_END_STOPPED,   /* kiosk_job_stop was heeded */
    KIOSK_END_PIN_WRONG, /* `wait_ms`: before the next try */
    KIOSK_END_PIN_WAIT,  /* too early: `wait_ms` is left, the PIN was not looked at */
    KIOSK_END_PIN_NONE,  /* the arbiter has no PIN on this device yet */
    KIOSK_END_PIN_THERE, /* KIOSK_JOB_PIN: he has one already */
    KIOSK_END_REFUSED,   /* the ledger forbids the entry: the errors are in `told` */
    KIOSK_END_WARNED     /* `told` has warnings and `sure` was not set: nothing was appended */
} kiosk_job_end;

/* What the ledger tells of an entry, worded. */
typedef struct kiosk_told {
    ledger_severity severity;
    char text[BOARD_LANGUAGES][LEDGER_NOTICE_BYTES];
} kiosk_told;

typedef struct kiosk_tolds {
    size_t count;
    kiosk_told list[LEDGER_NOTICES_MAX];
} kiosk_tolds;

enum { KIOSK_SETTINGS_MAX = 16 };

/* Which members count is said at the kinds above; the rest are zero. */
struct kiosk_job {
    kiosk_job_kind kind;
    kiosk_job_end end;
    board_problem problem; /* of KIOSK_END_FAILED; error BOARD_OK: see trouble */
    store_problem trouble;

    /* What is asked. */
    uint16_t round;           /* HALL; 0: the latest with an unfinished game */
    ledger_game_key game;     /* GAME */
    char id[LEDGER_ID_BYTES]; /* LOOK, CODE */
    char case_id[KIOSK_CASE_ID_BYTES];
    int dispute;         /* JUDGE, COMPARE, ROOTS, LOOK, SIGN: index in state.disputes; -1: none */
    uint32_t generation; /* JUDGE, COMPARE, ROOTS */
    board_position start;
    judge_played *played; /* owned */
    size_t played_count;
    bool after_order;
    char edition[JUDGE_EDITION_NAME_BYTES];
    judge_finding *finding; /* ROOTS: owned, a copy */
    size_t row;
    size_t reason;        /* which of judge_finding_reasons of it */
    ledger_entry *entry;  /* owned; SIGN, CHECK, EVENT */
    ledger_entry *second; /* owned; EVENT; SIGN: or NULL: appended before `entry` */
    bool keep_id; /* SIGN: the entry's id goes into the draft file before the entry is appended */
    bool keep_log_id; /* SIGN, LOG: likewise, of what is logged besides rulings */
    bool sure;        /* SIGN, LOG: in spite of warnings */
    char arbiter[LEDGER_KEY_BYTES];
    char pin[KIOSK_PIN_BYTES];
    kiosk_command command; /* KEEP */
    size_t setting_count;
    kiosk_command settings[KIOSK_SETTINGS_MAX]; /* SETTINGS */

    /* While it is done: the only members that two threads use at once. */
    atomic_bool stop;
    atomic_int progress; /* of 0..1000 */

    /* What came of it. Pointers are owned. */
    kiosk_hall *hall;
    kiosk_game *full;
    kiosk_cases *cases;
    char fen[LEDGER_FEN_BYTES];
    char *moves; /* ICCS with blanks between, "!" after one that stood */
    char *code;  /* CODE */
    judge_result result;
    size_t root_count;
    judge_root roots[JUDGE_ROOTS_MAX];
    kiosk_tolds told;
    bool another_may; /* LOG_CHECK: `told` has errors, but not if another arbiter logs it */
    int64_t wait_ms;
    bool found;                   /* LOOK */
    kiosk_training_job *training; /* owned; of training */
    kiosk_setup_job *setup;       /* owned; of the settings' pages */
    kiosk_records_job *records;   /* owned; of the records */
    kiosk_stick_job *stick;       /* owned; of USB sticks */
    uint64_t number;              /* SIGN, LOOK: of the entry */
    int64_t time_ms;              /* SIGN, LOOK: of the entry, UTC */
};

/* All zero, or NULL if memory ran out. */
kiosk_job *kiosk_job_new(kiosk_job_kind kind);

/* Frees it with all it owns; PINs are wiped. NULL is allowed. */
void kiosk_job_free(kiosk_job *job);

kiosk_lane kiosk_job_lane(kiosk_job_kind kind);

/* Is it one of training? */
static inline bool kiosk_job_is_training(kiosk_job_kind kind)
{
    return kind >= KIOSK_JOB_LIBRARY && kind <= KIOSK_JOB_CASE_MAKE;
}

/* Is it one of the settings' pages? */
static inline bool kiosk_job_is_setup(kiosk_job_kind kind)
{
    return kind >= KIOSK_JOB_FACTS && kind <= KIOSK_JOB_VERIFY;
}

static inline bool kiosk_job_is_of_records(kiosk_job_kind kind)
{
    return kind >= KIOSK_JOB_RECORDS && kind <= KIOSK_JOB_RECORD;
}

static inline bool kiosk_job_is_of_stick(kiosk_job_kind kind)
{
    return kind >= KIOSK_JOB_STICK_FILES && kind <= KIOSK_JOB_TABLE_LOG;
}

/* Asks the worker to stop; may be called from any thread while the job is done. */
void kiosk_job_stop(kiosk_job *job);

#endif
