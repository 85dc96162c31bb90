/*
 * office/desk.h: what the office knows besides the journal: devices with their tokens, invitations
 * that are open, people with their tokens, entries that came as text. An SQLite file of its own.
 *
 * Of tokens and codes only hashes are kept. Several processes may use one file: what `qili-office
 * revoke` says holds for the next request that a running office gets.
 */
#ifndef QILI_OFFICE_DESK_H
#define QILI_OFFICE_DESK_H

#include "ledger/entry.h"
#include "sync/invitation.h"

enum {
    OFFICE_CODE_MINUTES = 10, /* how long an invitation is good */
    OFFICE_CODES_MAX = 64,    /* open at a time */
    OFFICE_DEVICES_MAX = 4096,
    OFFICE_PEOPLE_MAX = 256,
    OFFICE_CARRIED_MAX = 4096
};

typedef struct office_desk office_desk;

/* Opens it, makes it (mode 0600) where it is missing. Errors: STORE_OPEN, STORE_NEWER, STORE_IO. */
board_error office_desk_open(const char *path, office_desk **desk, store_problem *problem);
void office_desk_close(office_desk *desk);

/* A new token: 64 hex digits. */
void office_token_make(char token[SYNC_TOKEN_BYTES]);

/* Devices. */

typedef struct office_device {
    char device[STORE_DEVICE_BYTES];
    uint8_t key[STORE_KEY_BYTES];
    char name[SYNC_NAME_BYTES];
    bool revoked;
    int64_t enrolled_ms;
    int64_t contact_ms; /* the last contact that was written down; 0: none */
} office_device;

typedef bool (*office_device_visitor)(void *context, const office_device *device);

/* The device of this token. Errors: SYNC_TOKEN (there is none), SYNC_REVOKED, STORE_*. */
board_error office_desk_device(office_desk *desk, const char *token, office_device *device);

/* Enters a device, or gives one that is there a new token and name; one that was revoked is so no
 * longer. Errors: SYNC_OFFICE if there are too many. */
board_error office_desk_add_device(office_desk *desk, const office_device *device,
                                   const char *token);

/* Its token is good for nothing from now on. STORE_NO_ENTRY if there is no such device. */
board_error office_desk_revoke(office_desk *desk, const char *device);
board_error office_desk_contact(office_desk *desk, const char *device, int64_t contact_ms);
board_error office_desk_visit_devices(office_desk *desk, office_device_visitor visit,
                                      void *context);

/* Invitations. */

/* Opens one for OFFICE_CODE_MINUTES from now; the oldest goes if there are too many. */
board_error office_desk_open_code(office_desk *desk, const char code[SYNC_CODE_TEXT_BYTES],
                                  int64_t now_ms);

/*
 * The open invitation that this proof of this device knows; it becomes this device's, so that a
 * reply that was lost can be asked for once more, and nobody else's. SYNC_CODE if there is none.
 */
board_error office_desk_use_code(office_desk *desk, const uint8_t device[STORE_KEY_BYTES],
                                 const uint8_t pin[SYNC_PIN_BYTES],
                                 const uint8_t proof[SYNC_PROOF_BYTES], int64_t now_ms,
                                 uint8_t code_key[SYNC_CODE_KEY_BYTES]);

/* Closes all: somebody is guessing. */
board_error office_desk_close_codes(office_desk *desk);

/* People. */

typedef struct office_person {
    char key[LEDGER_KEY_BYTES]; /* as registered in the journal */
    char name[LEDGER_NAME_BYTES];
    ledger_role role;
} office_person;

typedef bool (*office_person_visitor)(void *context, const office_person *person);

/* The person of this token; SYNC_TOKEN if there is none. */
board_error office_desk_person(office_desk *desk, const char *token, office_person *person);

/* Enters a person or gives one that is there a new role and token. */
board_error office_desk_add_person(office_desk *desk, const office_person *person,
                                   const char *token);
board_error office_desk_remove_person(office_desk *desk, const char *key);
board_error office_desk_visit_people(office_desk *desk, office_person_visitor visit, void *context);
board_error office_desk_count_people(office_desk *desk, size_t *count);

/* Entries that came as text and wait for their device. */

typedef bool (*office_carried_visitor)(void *context, const char *id, const char *text);

board_error office_desk_add_carried(office_desk *desk, const char *id, const char *text);
board_error office_desk_remove_carried(office_desk *desk, const char *id);
board_error office_desk_visit_carried(office_desk *desk, office_carried_visitor visit,
                                      void *context);

#endif
