/*
 * ledger/check_charge.c: who may log a draft, and whether anybody is left who has charge of the
 * event (articles 16, 18).
 */
#include <string.h>

#include "ledger/check_private.h"

static bool has_arbiters(const ledger_state *state)
{
    ledger_person person;

    for (size_t i = 0; i < ledger_people_count(state, LEDGER_ARBITERS); i++) {
        if (ledger_person_at(state, LEDGER_ARBITERS, i, &person))
            return true;
    }
    return false;
}

bool ledger_is_of_event(ledger_type type)
{
    return type == LEDGER_EVENT || type == LEDGER_ARBITER || type == LEDGER_PLAYER ||
           type == LEDGER_TEAM || type == LEDGER_PAIRING;
}

void ledger_check_authority(ledger_checker *check)
{
    ledger_type type =
        check->target != NULL ? ledger_root_of(check->target)->type : (uint8_t)check->draft->type;
    bool is_setting = type == LEDGER_EVENT || type == LEDGER_ARBITER;
    ledger_person person;

    /* The first of an event: somebody must begin. */
    if (is_setting && !has_arbiters(check->state))
        return;
    if (ledger_find_person(check->state, LEDGER_ARBITERS, check->draft->arbiter, &person))
        check->role = person.role;
    else if (check->draft->arbiter[0] == '\0')
        TELL(check, NO_ARBITER, .who = "");
    else
        TELL(check, UNKNOWN_ARBITER, .who = check->draft->arbiter);
    if (ledger_is_of_event(type) && check->role == LEDGER_TABLE_ARBITER)
        TELL(check, EVENT_AUTHORITY, .who = "");
}

void ledger_check_penalty_authority(ledger_checker *check, const char *key)
{
    const ledger_penalty_kind *kind = ledger_find_penalty(&check->state->catalogue, key);

    if (kind != NULL && check->role < kind->authority)
        TELL(check, ABOVE_AUTHORITY, .role = kind->authority, .what = TITLE_OF(kind),
             .source = kind->item.articles);
}

void ledger_check_penalties_behind(ledger_checker *check)
{
    const ledger_penalty_kind *heaviest = NULL;

    for (const ledger_fact *fact = check->target; fact != NULL && fact->known;
         fact = fact->circular ? NULL : fact->target) {
        const ledger_penalty_kind *kind =
            fact->type == LEDGER_PENALTY ? ledger_find_penalty(&check->state->catalogue, fact->key)
                                         : NULL;
        if (kind != NULL && (heaviest == NULL || kind->authority > heaviest->authority))
            heaviest = kind;
    }
    if (heaviest != NULL)
        ledger_check_penalty_authority(check, heaviest->item.key);
}

/* Who would be registered if the draft were logged. */

/* The draft as the fact that it would become: the last of its device. */
static ledger_fact fact_of(const ledger_checker *check)
{
    const ledger_entry *draft = check->draft;
    ledger_fact fact = {.id = draft->id,
                        .device = draft->device,
                        .type = (uint8_t)draft->type,
                        .known = true,
                        .effective_ms = draft->time_ms,
                        .target = (ledger_fact *)check->target};

    for (const ledger_device *device = check->state->first_device; device != NULL;
         device = device->next) {
        if (device->count == 0 || strcmp(device->name, draft->device) != 0)
            continue;
        fact.device = device->name;
        fact.sequence = device->last_sequence + 1;
        if (fact.effective_ms < device->last_effective_ms)
            fact.effective_ms = device->last_effective_ms;
    }
    return fact;
}

/* The role by the last of a person's registrations in force, beside the draft. */
static ledger_role role_after(const ledger_subject *person, const ledger_fact *draft)
{
    for (size_t i = person->count; i > 0; i--) {
        const ledger_fact *fact = person->facts[i - 1];
        if (fact->type == LEDGER_ARBITER && ledger_in_force_after(draft, fact))
            return (ledger_role)fact->code;
    }
    return LEDGER_NO_ROLE;
}

static bool leaves_charge(const ledger_checker *check)
{
    const ledger_subjects *people = &check->state->by_kind[SUBJECT_ARBITER];
    const ledger_arbiter *arbiter = &check->draft->payload.arbiter;
    ledger_fact draft = fact_of(check);
    bool registers = check->draft->type == LEDGER_ARBITER && ledger_in_force_after(&draft, &draft);

    if (registers && arbiter->role >= LEDGER_CHIEF_ARBITER)
        return true;
    for (size_t i = 0; i < people->count; i++) {
        const ledger_subject *person = people->items[i];
        if ((!registers || strcmp(person->key, arbiter->key) != 0) &&
            role_after(person, &draft) >= LEDGER_CHIEF_ARBITER)
            return true;
    }
    return false;
}

void ledger_check_charge(ledger_checker *check)
{
    const ledger_entry *draft = check->draft;

    if (draft->type != LEDGER_ARBITER &&
        (check->target == NULL || ledger_root_of(check->target)->type != LEDGER_ARBITER))
        return;
    if (!leaves_charge(check))
        TELL(check, NOBODY_IN_CHARGE, .who = "");
}
