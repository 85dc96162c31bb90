/*
 * tests/support/big_event.h: an event made up for tests of size, entry by entry: settings, people,
 * and round by round the pairings, then what happens at each table: lateness, fouls, notes, rulings
 * with their orders to change, penalties, withdrawals, results.
 */
#ifndef QILI_TESTS_BIG_EVENT_H
#define QILI_TESTS_BIG_EVENT_H

#include "ledger/entry.h"

enum { BIG_EVENT_STEPS = 8, BIG_EVENT_ENTRIES_MAX = 2000 * 1000 };

typedef struct big_event {
    uint64_t written; /* entries so far */
    uint32_t tables;
    uint32_t phase; /* settings, arbiters, teams, players, pairings, games */
    uint32_t at;    /* the table, or the place in the phase */
    uint16_t round;
    ledger_type steps[BIG_EVENT_STEPS]; /* what is still to happen at this table, last first */
    size_t step_count;
    ledger_type last; /* type of the entry before */
    char last_id[LEDGER_ID_BYTES];
} big_event;

/* For this many entries, at most BIG_EVENT_ENTRIES_MAX. */
void big_event_begin(big_event *event, uint64_t entries);

/* The next entry's type, payload, arbiter and what it corrects; the rest is as it was. */
void big_event_next(big_event *event, ledger_entry *entry);

/* The entry that was made last has been given this id. */
void big_event_written(big_event *event, const char *id);

/* An envelope as device number `device` (0..) of several would write it that take turns: UUIDv7 of
 * its time, a second after the one before. */
void big_event_stamp(const big_event *event, unsigned devices, ledger_entry *entry);

#endif
