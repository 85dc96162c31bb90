/*
 * office/intake.h: taking devices' entries, and giving them the office's. Over a journal alone: no
 * network, no desk.
 */
#ifndef QILI_OFFICE_INTAKE_H
#define QILI_OFFICE_INTAKE_H

#include "sync/wire.h"

enum { OFFICE_NEWS_ENTRIES = 100 };

/*
 * Takes a batch, written as JSON, from this device (as its token says): whole, or with nothing
 * stored. What is there already is taken again without harm, whatever order it comes in. Fills the
 * answer in any case; what is wrong with the journal itself is SYNC_OFFICE in the answer, and the
 * error that is returned. Otherwise returns BOARD_OK, also for refusals.
 */
board_error office_accept(store_journal *journal, const char *device, const char *text,
                          size_t length, sync_answer *answer, store_problem *problem);

/* The journal's own entries after this sequence number, at most OFFICE_NEWS_ENTRIES, as JSON for
 * this device; the caller frees it. */
board_error office_news(store_journal *journal, const char *device, uint64_t after, char **text,
                        store_problem *problem);

#endif
