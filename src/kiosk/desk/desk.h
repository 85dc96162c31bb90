/*
 * kiosk/desk/desk.h: the side that has hands: it does the flow's jobs with the journal, the files
 * beside it and the judge.
 *
 * A desk serves the thread of the desk lane; jobs of the judge lane need none.
 */
#ifndef QILI_KIOSK_DESK_DESK_H
#define QILI_KIOSK_DESK_DESK_H

#include "kiosk/flow/draft.h"
#include "kiosk/flow/job.h"

enum {
    KIOSK_PIN_FREE_TRIES = 3,      /* wrong PINs before a wait */
    KIOSK_PIN_WAIT_MS = 30 * 1000, /* the first wait; it doubles with each further one */
    KIOSK_PIN_WAIT_MAX_MS = 3600 * 1000
};

typedef struct kiosk_desk kiosk_desk;

typedef struct kiosk_desk_options {
    const char *journal;   /* path; draft, settings and PINs stand beside it: PATH.draft,
                            PATH.settings, PATH.pins */
    const char *key;       /* NULL: the journal's path with ".key" added */
    const char *cases;     /* folder of saved cases, or NULL: none */
    const char *own;       /* folder of the user's own cases; NULL: the journal's path with ".cases"
                            added. It is made when the first case is kept */
    const char *exchange;  /* folder that files of training are put into and taken from, such as a
                             stick; NULL: the journal's path with ".files" added. Made likewise */
    const char *backlight; /* folder like /sys/class/backlight, which is NULL */
    const char *media;     /* folder of USB sticks, each a folder; NULL: where the system mounts
                             them */
    store_clock clock;     /* NULL: the system's */
    void *clock_context;
} kiosk_desk_options;

/* Opens the journal, making it where it is missing. After an error *desk is NULL. */
board_error kiosk_desk_open(const kiosk_desk_options *options, kiosk_desk **desk,
                            store_problem *problem);
void kiosk_desk_close(kiosk_desk *desk); /* NULL is allowed */

/* Applies the files of settings and draft to a fresh state. A file that is missing is none; one
 * that cannot be read is told in *problem. */
board_error kiosk_desk_restore(kiosk_desk *desk, kiosk_state *state, kiosk_replayed *replayed,
                               store_problem *problem);

/* Does a job of the desk lane, and fills in its answer. */
void kiosk_desk_perform(kiosk_desk *desk, kiosk_job *job);

/* Does a job of the judge lane; several threads may be in it at once, each with its own memo (may
 * be NULL). Heeds kiosk_job_stop between two moves. */
void kiosk_desk_judge(kiosk_job *job, judge_memo *memo);

#endif
