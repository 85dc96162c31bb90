/*
 * kiosk/flow/decided.h: what became of rulings: the chief arbiter, or the organiser, upheld or
 * overruled them, on the office's page or on another device.
 *
 * A decision is fresh until its game was looked at. What was decided of finished games before the
 * program was started is not.
 */
#ifndef QILI_KIOSK_FLOW_DECIDED_H
#define QILI_KIOSK_FLOW_DECIDED_H

#include "kiosk/flow/hall.h"
#include "kiosk/flow/job.h"

enum { KIOSK_SEEN_MAX = 256 }; /* decisions that are known to have been looked at, the latest */

typedef struct kiosk_decided {
    bool begun; /* a hall was read */
    size_t count;
    size_t next; /* in the ring */
    char seen[KIOSK_SEEN_MAX][LEDGER_ID_BYTES];
    char told[LEDGER_ID_BYTES]; /* the decision that was told of last */
} kiosk_decided;

typedef struct kiosk_state kiosk_state;

/* Does the table have a decision that nobody here has looked at? */
bool kiosk_decision_is_fresh(const kiosk_state *state, const kiosk_table *table);

/* The decision on this ruling, of the game that was read last; NULL: there is none. */
const kiosk_decision *kiosk_decision_on(const kiosk_state *state, const char *ruling);

/* The latest decision on a ruling of that game; NULL. */
const kiosk_decision *kiosk_latest_decision(const kiosk_state *state);

/* A hall, or a game, was read. */
void kiosk_decided_hall(kiosk_state *state);
void kiosk_decided_game(kiosk_state *state);

#endif
