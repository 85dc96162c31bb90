/*
 * ledger/correction.c: which facts are in force.
 *
 * Of the active corrections of a fact the last is effective: it decides what becomes of the fact. A
 * withdrawal makes it inactive, so that what it corrects itself is restored; a replacement takes
 * its place, also as a correction of something else. One of a circle is none.
 */
#include "ledger/order_private.h"

ledger_fact_more *ledger_more(ledger_state *state, ledger_fact *fact)
{
    if (fact->more == NULL)
        fact->more = ledger_arena_take(&state->arena, sizeof *fact->more);
    return fact->more;
}

static ledger_fact *effective_of(const ledger_fact *fact)
{
    return fact->more != NULL ? fact->more->effective : NULL;
}

static bool is_active(const ledger_fact *fact)
{
    const ledger_fact *effective = effective_of(fact);

    return fact->known && (effective == NULL || effective->type != LEDGER_WITHDRAWAL);
}

bool ledger_is_superseded(const ledger_fact *fact)
{
    return fact->target != NULL && !fact->circular && is_active(fact) &&
           effective_of(fact->target) != fact;
}

bool ledger_in_force(const ledger_fact *fact)
{
    if (!fact->known || effective_of(fact) != NULL)
        return false;
    while (fact->target != NULL && !fact->circular) {
        if (effective_of(fact->target) != fact)
            return false;
        fact = fact->target;
    }
    return true;
}

const ledger_fact *ledger_correction_of(const ledger_fact *fact)
{
    return effective_of(fact);
}

/* But for one of them, which may be NULL. */
static ledger_fact *last_active_corrector(const ledger_fact *target, const ledger_fact *but)
{
    ledger_fact *last = NULL;

    for (ledger_fact *fact = target->more->first_corrector; fact != NULL;
         fact = fact->more->next_corrector) {
        if (fact != but && is_active(fact) && !fact->circular &&
            (last == NULL || ledger_fact_before(last, fact)))
            last = fact;
    }
    return last;
}

/* What is the effective correction of a fact once the draft is logged? It changes along the draft's
 * own chain only, as spread does it. */
static const ledger_fact *effective_after(const ledger_fact *draft, const ledger_fact *fact)
{
    const ledger_fact *changed = draft;
    bool active = true;

    while (changed->target != NULL && !changed->circular) {
        const ledger_fact *target = changed->target;
        const ledger_fact *effective = effective_of(target);
        if (active && (effective == NULL || ledger_fact_before(effective, changed)))
            effective = changed;
        else if (!active && effective == changed)
            effective = last_active_corrector(target, changed);
        if (target == fact)
            return effective;
        active = target->known && (effective == NULL || effective->type != LEDGER_WITHDRAWAL);
        if (active == is_active(target))
            break;
        changed = target;
    }
    return effective_of(fact);
}

bool ledger_in_force_after(const ledger_fact *draft, const ledger_fact *fact)
{
    if (!fact->known || effective_after(draft, fact) != NULL)
        return false;
    while (fact->target != NULL && !fact->circular) {
        if (effective_after(draft, fact->target) != fact)
            return false;
        fact = fact->target;
    }
    return true;
}

/* The fact has become active, or ceased to be: what follows for what it corrects, and so on. */
static void spread(ledger_fact *fact, bool active)
{
    while (fact->target != NULL && !fact->circular) {
        ledger_fact *target = fact->target;
        ledger_fact **effective = &target->more->effective;
        bool was_active = is_active(target);
        if (active && (*effective == NULL || ledger_fact_before(*effective, fact)))
            *effective = fact;
        else if (!active && *effective == fact)
            *effective = last_active_corrector(target, NULL);
        active = is_active(target);
        if (active == was_active)
            return;
        fact = target;
    }
}

static void mark_circle(ledger_fact *fact)
{
    while (!fact->circular) {
        fact->circular = true;
        fact = fact->target;
    }
}

bool ledger_closes_circle(const ledger_fact *fact)
{
    const ledger_fact *at = fact->target;

    while (at != NULL && at != fact && !at->circular)
        at = at->target;
    return at == fact;
}

/* Marks all circles. Each walk follows the corrections until it meets a fact that corrects none, or
 * one that was walked over: by itself, and there is a circle, or by an earlier walk. */
static void mark_circles(const ledger_facts *corrections)
{
    for (size_t i = 0; i < corrections->count; i++)
        corrections->items[i]->more->walk = 0;
    for (size_t i = 0; i < corrections->count; i++) {
        ledger_fact *at = corrections->items[i];
        while (at != NULL && at->target != NULL && at->more->walk == 0) {
            at->more->walk = (uint32_t)(i + 1);
            at = at->target;
        }
        if (at != NULL && at->target != NULL && at->more->walk == (uint32_t)(i + 1))
            mark_circle(at);
    }
}

bool ledger_note_correction(ledger_state *state, ledger_fact *fact)
{
    if (fact->target == NULL)
        return true;
    if (fact->noted)
        return ledger_more(state, fact->target) != NULL;
    fact->noted = ledger_more(state, fact) != NULL && ledger_more(state, fact->target) != NULL &&
                  ledger_list_fact(&state->corrections, fact);
    return fact->noted;
}

void ledger_link_correction(ledger_fact *fact)
{
    if (fact->target != NULL) {
        fact->more->next_corrector = fact->target->more->first_corrector;
        fact->target->more->first_corrector = fact;
    }
    if (is_active(fact))
        spread(fact, true);
}

void ledger_unlink_corrections(ledger_fact *fact)
{
    if (fact->more == NULL)
        return;
    fact->more->first_corrector = NULL;
    fact->more->next_corrector = NULL;
    fact->more->effective = NULL;
}

void ledger_link_all(ledger_state *state)
{
    const ledger_facts *corrections = &state->corrections;

    for (size_t i = 0; i < corrections->count; i++) {
        ledger_fact *fact = corrections->items[i];
        fact->circular = false;
        ledger_unlink_corrections(fact);
        if (fact->target != NULL)
            ledger_unlink_corrections(fact->target);
    }
    mark_circles(corrections);
    for (size_t i = 0; i < corrections->count; i++)
        ledger_link_correction(corrections->items[i]);
}
