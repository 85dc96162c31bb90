/* ledger/decision.c: what became of a ruling. */
#include "ledger/decision.h"

#include <string.h>

typedef struct decision_search {
    const ledger_state *state;
    const ledger_fact *ruling;
    const ledger_fact *upheld; /* the last one */
} decision_search;

static bool look_at(void *context, const ledger_fact *fact)
{
    decision_search *search = context;

    if (fact->type == LEDGER_UPHELD && ledger_in_force(fact) &&
        strcmp(fact->who, search->ruling->id) == 0 &&
        ledger_role_at(search->state, fact) >= LEDGER_CHIEF_ARBITER)
        search->upheld = fact;
    return true;
}

ledger_decision ledger_decision_of(const ledger_state *state, const ledger_fact *ruling)
{
    decision_search search = {.state = state, .ruling = ruling};
    const ledger_fact *correction = ledger_correction_of(ruling);

    ledger_visit_game(state, ruling->game, look_at, &search);
    if (correction == NULL || correction == ruling ||
        (search.upheld != NULL && ledger_fact_before(correction, search.upheld)))
        correction = NULL;
    if (correction != NULL)
        return (ledger_decision){strcmp(correction->arbiter, ruling->arbiter) == 0
                                     ? LEDGER_RULING_CHANGED
                                     : LEDGER_OVERRULED,
                                 correction};
    return (ledger_decision){search.upheld != NULL ? LEDGER_RULING_UPHELD : LEDGER_UNDECIDED,
                             search.upheld};
}

const char *ledger_decision_code(ledger_decision_kind kind)
{
    static const char *const codes[LEDGER_DECISIONS] = {
        [LEDGER_UNDECIDED] = "",
        [LEDGER_RULING_UPHELD] = "upheld",
        [LEDGER_RULING_CHANGED] = "changed",
        [LEDGER_OVERRULED] = "overruled",
    };

    return (size_t)kind < LEDGER_DECISIONS ? codes[kind] : "";
}
