/*
 * ledger/decision.h: what became of a ruling: did the chief arbiter uphold it, overrule it?
 */
#ifndef QILI_LEDGER_DECISION_H
#define QILI_LEDGER_DECISION_H

#include "ledger/state.h"

typedef enum ledger_decision_kind {
    LEDGER_UNDECIDED = 0,  /* nobody above has looked at it */
    LEDGER_RULING_UPHELD,  /* the chief arbiter, or the organiser, lets it stand */
    LEDGER_RULING_CHANGED, /* its own arbiter corrected or withdrew it */
    LEDGER_OVERRULED,      /* someone else put another ruling in its place, or withdrew it */
    LEDGER_DECISIONS
} ledger_decision_kind;

typedef struct ledger_decision {
    ledger_decision_kind kind;
    const ledger_fact *because; /* the entry that decided; its reason is in the journal; or NULL */
} ledger_decision;

/* Of a ruling of this state. Of two decisions the later in the order of facts counts; one upheld by
 * somebody without authority (16.2) does not. */
ledger_decision ledger_decision_of(const ledger_state *state, const ledger_fact *ruling);

/* "upheld", "changed", "overruled" or "". */
const char *ledger_decision_code(ledger_decision_kind kind);

#endif
