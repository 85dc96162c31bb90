/*
 * tests/support/office_making.h: an office in a scratch folder, on a thread of this program, and
 * devices enrolled at it.
 */
#ifndef QILI_TESTS_OFFICE_MAKING_H
#define QILI_TESTS_OFFICE_MAKING_H

#include <pthread.h>

#include "office/server.h"
#include "support/scratch.h"
#include "sync/sync.h"

typedef struct making_office {
    char folder[SCRATCH_PATH_BYTES]; /* of the office's files */
    char logged[64 * 1024];          /* everything that it said */
    size_t logged_used;
    char token[SYNC_TOKEN_BYTES]; /* the chief arbiter's */
    char address[SYNC_ADDRESS_BYTES];
    uint8_t pin[SYNC_PIN_BYTES];
    office_server_options options;
    office_house house; /* the thread's, while it runs */
    office_server *server;
    pthread_t thread;
    int stop[2];
    bool running;
} making_office;

/* Opens it below `folder`, with a chief arbiter "chief" who has a token; no network yet. A failure
 * ends the program. */
void making_office_open(making_office *made, const char *folder);

/* Runs it on a thread; from then on the house is the thread's. */
void making_office_start(making_office *made);

/* Ends the thread; the house is open and the caller's again. */
void making_office_halt(making_office *made);
void making_office_close(making_office *made);

/* What the tests over the network start from: a scratch folder, an office in it that runs and whose
 * connections may last no longer than this, the path of a device's journal that is not there yet,
 * and how far the office's clock is from the true one. For cmocka: set_up and tear_down. */
enum { MAKING_HEAD_MS = 1000, MAKING_WHOLE_MS = 2000 };

typedef struct making_place {
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    making_office office;
    int64_t shift_ms;
} making_place;

int making_place_set_up(void **state);
int making_place_tear_down(void **state);

/* A connection to the office, without TLS yet, on which no call lasts longer than 10 s. */
int making_connect(const making_office *made);

/* A new invitation, also while it runs. */
char *making_office_invite(const making_office *made, char text[SYNC_INVITATION_BYTES]);

/* Deadlines for tests, in which nothing is far away. */
extern const sync_deadlines making_deadlines;

/* Makes a journal at the path and enrols it by the address that the invitation names; "" for the
 * office's own. Returns what sync_enrol returns. */
board_error making_enrol(const making_office *made, const char *path, const char *name);

/* Waits until the client's link is this one, at most so long; *status is how it stood last. */
bool making_wait_link(sync_client *client, sync_link link, int64_t most_ms, sync_status *status);

/* Starts a client that is in a hurry. */
sync_client *making_client(const char *path);

int64_t making_steady_ms(void);
void making_pause_ms(long ms);

#endif
