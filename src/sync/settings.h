/*
 * sync/settings.h: what a device keeps beside its journal about the event office: JOURNAL.office,
 * how to reach it and the secret token (mode 0600), and JOURNAL.sync, how far it got.
 */
#ifndef QILI_SYNC_SETTINGS_H
#define QILI_SYNC_SETTINGS_H

#include "sync/invitation.h"

typedef struct sync_settings {
    char address[SYNC_ADDRESS_BYTES]; /* host:port */
    uint8_t pin[SYNC_PIN_BYTES];
    char token[SYNC_TOKEN_BYTES];
    uint8_t office[STORE_KEY_BYTES]; /* its key: what it writes is signed with */
    char name[SYNC_NAME_BYTES];      /* of the office */
    char device[STORE_DEVICE_BYTES]; /* that was enrolled */
} sync_settings;

/* How far a device got. Losing it costs one question to the office. */
typedef struct sync_progress {
    uint64_t confirmed; /* the last own entry that the office has */
    uint64_t refused;   /* sequence of the entry it refuses; 0: none */
    board_error why;    /* of the refusal; or of the device's */
    int64_t contact_ms; /* when the office last answered, since 1970; 0: never */
    sync_place seen;    /* of the office's journal; behind what is here does no harm */
    char reason[SYNC_REASON_BYTES];
} sync_progress;

/* Errors: SYNC_NOT_ENROLLED (there is no such file), SYNC_SETTINGS, NO_MEMORY. */
board_error sync_settings_load(const char *journal, sync_settings *settings);

/* Puts it on the disk, whole or not at all. Errors: STORE_IO with the path in the problem. */
board_error sync_settings_save(const char *journal, const sync_settings *settings,
                               store_problem *problem);

/* Takes the file away: the device is enrolled nowhere. None there is no error. Errors: STORE_IO. */
board_error sync_settings_remove(const char *journal, store_problem *problem);

/* All zero if there is none, or none that can be read. */
void sync_progress_load(const char *journal, sync_progress *progress);

/* Failing to write it is no error. */
void sync_progress_save(const char *journal, const sync_progress *progress);

#endif
