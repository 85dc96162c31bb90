/*
 * ledger/order_private.h: what putting facts in order, by subject and in force, takes; private to
 * the ledger.
 */
#ifndef QILI_LEDGER_ORDER_PRIVATE_H
#define QILI_LEDGER_ORDER_PRIVATE_H

#include "ledger/state_private.h"

enum {
    LEDGER_FIRST_ROOM = 8,
    LEDGER_FIRST_FACTS = 4 /* of a subject */
};

/* Growing arrays: room for one more pointer; false if memory ran out. `items` is moved. */
bool ledger_make_room(void **items, size_t count, size_t *room);
bool ledger_list_fact(ledger_facts *facts, ledger_fact *fact);

/* Room for so many in an array that is empty. */
bool ledger_reserve_facts(ledger_facts *facts, size_t count);

/* Orders pointers to facts by device, sequence and id. */
int ledger_compare_by_device(const void *left, const void *right);

/* Sorts, unless they are. */
void ledger_sort_facts(ledger_fact **facts, size_t count);

/* Brings a fact to what it is about, in order, or at the end of lists that
 * ledger_sort_subjects puts in order afterwards. */
bool ledger_add_to_subjects(ledger_state *state, ledger_fact *fact, bool in_order);
bool ledger_sort_subjects(ledger_state *state, bool facts_too);

/* Takes all facts from their subjects. */
void ledger_empty_subjects(ledger_state *state);
void ledger_free_subjects(ledger_state *state);

/* Does following the corrections from a new fact lead back to it? Older circles are marked. */
bool ledger_closes_circle(const ledger_fact *fact);

/* Works out what a new fact, or all, do to what they correct. */
void ledger_link_correction(ledger_fact *fact);
void ledger_link_all(ledger_state *state);

#endif
