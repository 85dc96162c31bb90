/*
 * ledger/fact_id.c: facts by their ids.
 *
 * Facts that came one by one stand in an index. Those of a snapshot come by device and sequence,
 * and the ids of a device grow: they are looked for by halving, which spares making an index of a
 * million when all that is wanted is to go on from it.
 */
#include <string.h>

#include "ledger/order_private.h"

static ledger_fact *seek_in_run(const ledger_run *run, const char *id)
{
    size_t from = 0;
    size_t to = run->count;

    if (strcmp(id, run->facts[0].id) < 0 || strcmp(id, run->facts[run->count - 1].id) > 0)
        return NULL;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = strcmp(run->facts[middle].id, id);
        if (order == 0)
            return &run->facts[middle];
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

ledger_fact *ledger_seek_loaded(const ledger_state *state, const char *id)
{
    ledger_fact *fact = NULL;

    for (size_t i = 0; i < state->run_count && fact == NULL; i++)
        fact = seek_in_run(&state->runs[i], id);
    return fact;
}

ledger_fact *ledger_seek_fact(const ledger_state *state, const char *id)
{
    ledger_fact *fact = ledger_index_find(&state->ids, id);

    return fact != NULL ? fact : ledger_seek_loaded(state, id);
}

ledger_fact *ledger_take_fact(ledger_state *state, const char *id)
{
    ledger_fact *fact = ledger_seek_fact(state, id);
    if (fact != NULL)
        return fact;
    size_t size = strlen(id) + 1;
    fact = ledger_arena_take(&state->arena, sizeof *fact + size);
    if (fact == NULL)
        return NULL;
    char *kept = (char *)(fact + 1);
    memcpy(kept, id, size);
    fact->id = kept;
    return ledger_index_add(&state->ids, kept, fact) ? fact : NULL;
}

bool ledger_load_id(ledger_state *state, ledger_fact *fact)
{
    ledger_run *last = state->run_count > 0 ? &state->runs[state->run_count - 1] : NULL;

    if (last != NULL && last->facts + last->count == fact &&
        strcmp(last->facts[last->count - 1].id, fact->id) < 0) {
        last->count++;
        return true;
    }
    if (state->run_count == LEDGER_RUNS_MAX)
        return ledger_index_add(&state->ids, fact->id, fact);
    state->runs[state->run_count++] = (ledger_run){fact, 1};
    return true;
}
