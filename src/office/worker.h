/*
 * office/worker.h: judging rulings for the page on a thread of its own, since a hard position takes
 * seconds and nobody else should wait. What was judged is remembered.
 */
#ifndef QILI_OFFICE_WORKER_H
#define QILI_OFFICE_WORKER_H

#include "ledger/entry.h"
#include "office/queue.h"

typedef struct office_worker office_worker;

enum { OFFICE_JUDGED_KEPT = 128 };

/* `wake` is called on the worker's thread when something is finished. NULL: out of memory, or there
 * can be no thread. */
office_worker *office_worker_start(office_wake wake, void *context);

/* Ends the thread; waits for the judgement under way. NULL does nothing. */
void office_worker_stop(office_worker *worker);

/*
 * What the judge says of a ruling's position and moves, as JSON: {"judge": see judge-json.md,
 * "positions": FENs after 0, 1, ... moves}, or {"problem": {"zh", "en"}}. The text lasts until the
 * next call. NULL: not yet; ask again when woken. `id` names the ruling.
 */
const char *office_worker_ask(office_worker *worker, const char *id, const ledger_ruling *ruling);

/* The same, at once: for tests, and for whoever can wait. The caller frees; NULL: out of memory. */
char *office_judge_ruling(const ledger_ruling *ruling);

#endif
