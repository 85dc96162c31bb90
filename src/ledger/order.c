/* ledger/order.c: the order of the facts, and how new ones are put in their place. */
#include <stdlib.h>
#include <string.h>

#include "ledger/order_private.h"

/* Growing arrays. */

bool ledger_make_room(void **items, size_t count, size_t *room)
{
    if (count < *room)
        return true;
    size_t wanted = *room > 0 ? 2 * *room : LEDGER_FIRST_ROOM;
    void *moved = realloc(*items, wanted * sizeof(void *));
    if (moved == NULL)
        return false;
    *items = moved;
    *room = wanted;
    return true;
}

bool ledger_list_fact(ledger_facts *facts, ledger_fact *fact)
{
    void *items = facts->items;

    if (!ledger_make_room(&items, facts->count, &facts->room))
        return false;
    facts->items = items;
    facts->items[facts->count++] = fact;
    return true;
}

bool ledger_reserve_facts(ledger_facts *facts, size_t count)
{
    if (count == 0)
        return true;
    ledger_fact **items = ledger_array_take(count * sizeof *items);
    if (items == NULL)
        return false;
    facts->items = items;
    facts->room = count;
    return true;
}

/* The order. */

/* Within a device: by sequence; the id decides between two entries that should not both be. */
static int compare_on_device(const ledger_fact *a, const ledger_fact *b)
{
    if (a->sequence != b->sequence)
        return a->sequence < b->sequence ? -1 : 1;
    return strcmp(a->id, b->id);
}

/* A state keeps every text once: the same device is the same pointer. */
int ledger_compare_by_device(const void *left, const void *right)
{
    const ledger_fact *a = *(ledger_fact *const *)left;
    const ledger_fact *b = *(ledger_fact *const *)right;
    int order = a->device == b->device ? 0 : strcmp(a->device, b->device);

    return order != 0 ? order : compare_on_device(a, b);
}

static int compare_in_order(const void *left, const void *right)
{
    const ledger_fact *a = *(ledger_fact *const *)left;
    const ledger_fact *b = *(ledger_fact *const *)right;

    if (a->effective_ms != b->effective_ms)
        return a->effective_ms < b->effective_ms ? -1 : 1;
    return ledger_compare_by_device(left, right);
}

/* Mostly they are, and then there is nothing to do. */
static bool is_sorted(ledger_fact *const *facts, size_t count,
                      int (*compare)(const void *left, const void *right))
{
    for (size_t i = 1; i < count; i++) {
        if (compare(&facts[i - 1], &facts[i]) > 0)
            return false;
    }
    return true;
}

void ledger_sort_facts(ledger_fact **facts, size_t count)
{
    if (!is_sorted(facts, count, compare_in_order))
        qsort(facts, count, sizeof(void *), compare_in_order);
}

bool ledger_fact_before(const ledger_fact *a, const ledger_fact *b)
{
    return compare_in_order(&a, &b) < 0;
}

/* Devices. */

ledger_device *ledger_take_device(ledger_state *state, const char *name)
{
    ledger_device *device = ledger_index_find(&state->devices, name);

    if (device != NULL)
        return device;
    device = ledger_arena_take(&state->arena, sizeof *device);
    if (device == NULL)
        return NULL;
    device->name = name;
    device->next = state->first_device;
    state->first_device = device;
    return ledger_index_add(&state->devices, name, device) ? device : NULL;
}

static bool is_out_of_order(const ledger_device *device, const ledger_fact *fact)
{
    return device->count > 0 && fact->sequence <= device->last_sequence;
}

static void append_to_device(ledger_device *device, ledger_fact *fact)
{
    bool behind = device->count > 0 && fact->time_ms < device->last_effective_ms;

    /* Only the first after the clock was set back, not all until it has caught up. */
    fact->clock_back = device->count > 0 && fact->time_ms < device->last_time_ms;
    fact->effective_ms = behind ? device->last_effective_ms : fact->time_ms;
    device->last_time_ms = fact->time_ms;
    device->count++;
    device->last_sequence = fact->sequence;
    device->last_effective_ms = fact->effective_ms;
}

ledger_fact **ledger_facts_by_device(const ledger_state *state)
{
    size_t count = state->facts.count;
    ledger_fact **sorted = malloc((count + 1) * sizeof(void *));
    if (sorted == NULL)
        return NULL;
    if (count > 0)
        memcpy(sorted, state->facts.items, count * sizeof(void *));
    if (!is_sorted(sorted, count, ledger_compare_by_device))
        qsort(sorted, count, sizeof(void *), ledger_compare_by_device);
    return sorted;
}

/* Entering facts. */

/* Facts come by device and sequence. */
static void enter_next(ledger_device *device, ledger_fact *fact)
{
    fact->same_sequence = device->count > 0 && fact->sequence == device->last_sequence;
    append_to_device(device, fact);
}

static bool reorder_devices(ledger_state *state)
{
    ledger_fact **sorted = ledger_facts_by_device(state);
    ledger_device *device = NULL;
    if (sorted == NULL)
        return false;
    for (ledger_device *each = state->first_device; each != NULL; each = each->next)
        each->count = 0;
    for (size_t i = 0; i < state->facts.count; i++) {
        if (i == 0 || sorted[i]->device != sorted[i - 1]->device) {
            device = ledger_take_device(state, sorted[i]->device);
            if (device == NULL)
                break;
        }
        enter_next(device, sorted[i]);
    }
    free(sorted);
    return state->facts.count == 0 || device != NULL;
}

bool ledger_reorder(ledger_state *state)
{
    if (!reorder_devices(state))
        return false;
    ledger_empty_subjects(state);
    for (size_t i = 0; i < state->facts.count; i++) {
        if (!ledger_add_to_subjects(state, state->facts.items[i], false))
            return false;
    }
    if (!ledger_sort_subjects(state, true))
        return false;
    ledger_link_all(state);
    return true;
}

bool ledger_enter_fact(ledger_state *state, ledger_fact *fact)
{
    ledger_device *device = ledger_take_device(state, fact->device);

    if (device == NULL || !ledger_list_fact(&state->facts, fact) ||
        !ledger_note_correction(state, fact))
        return false;
    if (is_out_of_order(device, fact) || ledger_closes_circle(fact))
        return ledger_reorder(state);
    append_to_device(device, fact);
    if (!ledger_add_to_subjects(state, fact, true))
        return false;
    ledger_link_correction(fact);
    return true;
}

bool ledger_load_fact(ledger_state *state, ledger_device *device, ledger_fact *fact)
{
    enter_next(device, fact);
    return ledger_list_fact(&state->facts, fact) && ledger_note_correction(state, fact) &&
           ledger_add_to_subjects(state, fact, false);
}

bool ledger_loaded(ledger_state *state)
{
    /* One device's facts have come in the order of all. */
    if (!ledger_sort_subjects(state, state->devices.count > 1))
        return false;
    ledger_link_all(state);
    return true;
}
