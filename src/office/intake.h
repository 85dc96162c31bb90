/*
 * office/intake.h: taking devices' entries, and giving each device those of the office and of all
 * other devices. Over a journal alone: no network, no desk.
 */
#ifndef QILI_OFFICE_INTAKE_H
#define QILI_OFFICE_INTAKE_H

#include "sync/wire.h"

/* Few, so that an answer gets through a bad network before its deadline. */
enum { OFFICE_NEWS_ENTRIES = 64 };

/*
 * Takes a batch, written as JSON, from this device (as its token says): whole, or with nothing
 * stored. What is there already is taken again without harm, whatever order it comes in. Fills the
 * answer in any case; what is wrong with the journal itself is SYNC_OFFICE in the answer, and the
 * error that is returned. Otherwise returns BOARD_OK, also for refusals.
 */
board_error office_accept(store_journal *journal, const char *device, const char *text,
                          size_t length, sync_answer *answer, store_problem *problem);

/*
 * What came into the journal after this place, but for the asking device's own entries, at most
 * OFFICE_NEWS_ENTRIES, as JSON; the caller frees it. A place where another entry stands now (the
 * journal was restored from a copy) counts as none: everything comes, and the device keeps what it
 * has.
 */
board_error office_news(store_journal *journal, const char *device, const sync_place *after,
                        char **text, store_problem *problem);

#endif
