/*
 * kiosk/flow/setup_job.h: what jobs of the settings need and bring.
 */
#ifndef QILI_KIOSK_FLOW_SETUP_JOB_H
#define QILI_KIOSK_FLOW_SETUP_JOB_H

#include "store/journal.h"

enum { KIOSK_JOURNAL_PATH_BYTES = 4096, KIOSK_SETUP_PIN_BYTES = 9 };

/* Of the device and its journal. */
typedef struct kiosk_facts {
    char path[KIOSK_JOURNAL_PATH_BYTES]; /* of the journal */
    char device[STORE_DEVICE_BYTES];     /* that signs it */
    int64_t bytes;                       /* of the journal's files; -1: not known */
    uint64_t entries;
    int64_t free_mib, whole_mib; /* of its disk; -1: not known */
    int brightness;              /* per cent; -1: the screen's cannot be set */
} kiosk_facts;

/* What verifying found. */
typedef struct kiosk_verification {
    store_verified verified;
    store_problem first; /* fault, if there is one */
} kiosk_verification;

typedef struct kiosk_setup_job {
    kiosk_facts facts;   /* FACTS, BRIGHTNESS; VERIFY: its path is asked for */
    int brightness;      /* BRIGHTNESS: to be set, per cent */
    char authority[256]; /* PIN_CHANGE: whose old PIN it is */
    char old_pin[KIOSK_SETUP_PIN_BYTES];
    kiosk_verification verification; /* VERIFY */
} kiosk_setup_job;

#endif
