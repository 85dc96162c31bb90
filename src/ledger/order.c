/* ledger/order.c: the order of the facts, which of them are in force, and what they are about. */
#include <stdlib.h>
#include <string.h>

#include "ledger/state_private.h"

enum { FIRST_ROOM = 8, SUBJECT_KEY_BYTES = LEDGER_KEY_BYTES + 24 };

/* Growing arrays. */

/* Room for one more; false if memory ran out. `items` is moved. */
static bool make_room(void **items, size_t count, size_t *room)
{
    if (count < *room)
        return true;
    size_t wanted = *room > 0 ? 2 * *room : FIRST_ROOM;
    void *moved = realloc(*items, wanted * sizeof(void *));
    if (moved == NULL)
        return false;
    *items = moved;
    *room = wanted;
    return true;
}

static bool add_fact(ledger_facts *facts, ledger_fact *fact)
{
    void *items = facts->items;

    if (!make_room(&items, facts->count, &facts->room))
        return false;
    facts->items = items;
    facts->items[facts->count++] = fact;
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

static int compare_by_device(const void *left, const void *right)
{
    const ledger_fact *a = *(ledger_fact *const *)left;
    const ledger_fact *b = *(ledger_fact *const *)right;
    int order = strcmp(a->device, b->device);

    return order != 0 ? order : compare_on_device(a, b);
}

static int compare_in_order(const void *left, const void *right)
{
    const ledger_fact *a = *(ledger_fact *const *)left;
    const ledger_fact *b = *(ledger_fact *const *)right;

    if (a->effective_ms != b->effective_ms)
        return a->effective_ms < b->effective_ms ? -1 : 1;
    return compare_by_device(left, right);
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

bool ledger_fact_before(const ledger_fact *a, const ledger_fact *b)
{
    return compare_in_order(&a, &b) < 0;
}

/* Subjects. */

/* Numbers by their value, before other keys. */
static int compare_keys(const char *a, const char *b)
{
    bool number_a = a[strspn(a, "0123456789")] == '\0';
    bool number_b = b[strspn(b, "0123456789")] == '\0';

    if (number_a != number_b)
        return number_a ? -1 : 1;
    if (number_a && strlen(a) != strlen(b))
        return strlen(a) < strlen(b) ? -1 : 1;
    return strcmp(a, b);
}

static int compare_subjects(const ledger_subject *a, const ledger_subject *b)
{
    if (a->game.round != b->game.round)
        return a->game.round < b->game.round ? -1 : 1;
    if (a->game.table != b->game.table)
        return a->game.table < b->game.table ? -1 : 1;
    if (a->game.number != b->game.number)
        return a->game.number < b->game.number ? -1 : 1;
    return compare_keys(a->key, b->key);
}

static int compare_listed(const void *left, const void *right)
{
    return compare_subjects(*(ledger_subject *const *)left, *(ledger_subject *const *)right);
}

/* A text that no other subject has: the kind and the game in characters other than NUL, then the
 * key. */
static char *subject_key(subject_kind kind, const char *key, ledger_game_key game,
                         char text[SUBJECT_KEY_BYTES])
{
    const unsigned numbers[] = {(unsigned)kind, game.round, game.table, game.number};
    size_t used = 0;
    size_t length = strlen(key);

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        text[used++] = (char)('0' + numbers[i] % 64);
        text[used++] = (char)('0' + numbers[i] / 64 % 64);
        text[used++] = (char)('0' + numbers[i] / 4096);
    }
    memcpy(text + used, key, length + 1);
    return text;
}

const ledger_subject *ledger_find_subject(const ledger_state *state, subject_kind kind,
                                          const char *key, ledger_game_key game)
{
    char text[SUBJECT_KEY_BYTES];

    return strlen(key) < LEDGER_KEY_BYTES
               ? ledger_index_find(&state->subjects, subject_key(kind, key, game, text))
               : NULL;
}

/* Where a new subject belongs among its kind. */
static size_t place_for(const ledger_subjects *subjects, const ledger_subject *subject)
{
    size_t from = 0;
    size_t to = subjects->count;

    if (to > 0 && compare_subjects(subjects->items[to - 1], subject) < 0)
        return to;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (compare_subjects(subjects->items[middle], subject) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Lists a subject among its kind: in order, or at the end where the list is sorted afterwards. */
static bool list_subject(ledger_subjects *subjects, ledger_subject *subject, bool in_order)
{
    size_t at = in_order ? place_for(subjects, subject) : subjects->count;
    void *items = subjects->items;

    if (!make_room(&items, subjects->count, &subjects->room))
        return false;
    subjects->items = items;
    memmove(subjects->items + at + 1, subjects->items + at,
            (subjects->count - at) * sizeof(void *));
    subjects->items[at] = subject;
    subjects->count++;
    subject->listed = true;
    return true;
}

/* The subject, made if it is not there; NULL if memory ran out. `key` is the state's. */
static ledger_subject *take_subject(ledger_state *state, subject_kind kind, const char *key,
                                    ledger_game_key game, bool in_order)
{
    char text[SUBJECT_KEY_BYTES];
    ledger_subject *subject =
        ledger_index_find(&state->subjects, subject_key(kind, key, game, text));

    if (subject == NULL) {
        const char *kept = ledger_intern(state, text);
        subject = ledger_arena_take(&state->arena, sizeof *subject);
        if (kept == NULL || subject == NULL || !ledger_index_add(&state->subjects, kept, subject))
            return NULL;
        subject->key = key;
        subject->game = game;
    }
    if (!subject->listed && !list_subject(&state->by_kind[kind], subject, in_order))
        return NULL;
    return subject;
}

/* What a fact is about: at most a person, or the event, and a game. */
static bool is_about_person(const ledger_fact *fact, subject_kind *kind)
{
    switch (fact->type) {
    case LEDGER_ARBITER:
        *kind = SUBJECT_ARBITER;
        return true;
    case LEDGER_PLAYER:
        *kind = SUBJECT_PLAYER;
        return true;
    case LEDGER_TEAM:
        *kind = SUBJECT_TEAM;
        return true;
    case LEDGER_PENALTY:
        *kind = fact->code ? SUBJECT_TEAM : SUBJECT_PLAYER;
        return true;
    case LEDGER_EVENT:
        *kind = SUBJECT_EVENT;
        return true;
    default:
        return false;
    }
}

/* Adds the fact to its subject, in order, or at the end where the lists are sorted afterwards. */
static bool add_to_subject(ledger_subject *subject, ledger_fact *fact, bool in_order)
{
    if (subject == NULL || !add_fact(&subject->facts, fact))
        return false;
    ledger_fact **items = subject->facts.items;
    for (size_t at = subject->facts.count - 1;
         in_order && at > 0 && ledger_fact_before(fact, items[at - 1]); at--) {
        items[at] = items[at - 1];
        items[at - 1] = fact;
    }
    return true;
}

static bool add_to_subjects(ledger_state *state, ledger_fact *fact, bool in_order)
{
    const ledger_game_key none = {0};
    subject_kind kind = SUBJECT_EVENT;

    if (is_about_person(fact, &kind) &&
        !add_to_subject(take_subject(state, kind, fact->who, none, in_order), fact, in_order))
        return false;
    return fact->game.round == 0 ||
           add_to_subject(take_subject(state, SUBJECT_GAME, "", fact->game, in_order), fact,
                          in_order);
}

/*
 * Corrections. Of the active corrections of a fact the last is effective: it decides what becomes
 * of the fact. A withdrawal makes it inactive, so that what it corrects itself is restored; a
 * replacement takes its place, also as a correction of something else. One of a circle is none.
 */

static bool is_active(const ledger_fact *fact)
{
    return fact->known && (fact->effective == NULL || fact->effective->type != LEDGER_WITHDRAWAL);
}

bool ledger_is_superseded(const ledger_fact *fact)
{
    return fact->target != NULL && !fact->circular && is_active(fact) &&
           fact->target->effective != fact;
}

bool ledger_in_force(const ledger_fact *fact)
{
    if (!fact->known || fact->effective != NULL)
        return false;
    while (fact->target != NULL && !fact->circular) {
        if (fact->target->effective != fact)
            return false;
        fact = fact->target;
    }
    return true;
}

static ledger_fact *last_active_corrector(const ledger_fact *target)
{
    ledger_fact *last = NULL;

    for (ledger_fact *fact = target->first_corrector; fact != NULL; fact = fact->next_corrector) {
        if (is_active(fact) && !fact->circular && (last == NULL || ledger_fact_before(last, fact)))
            last = fact;
    }
    return last;
}

/* The fact has become active, or ceased to be: what follows for what it corrects, and so on. */
static void spread(ledger_fact *fact, bool active)
{
    while (fact->target != NULL && !fact->circular) {
        ledger_fact *target = fact->target;
        bool was_active = is_active(target);
        if (active && (target->effective == NULL || ledger_fact_before(target->effective, fact)))
            target->effective = fact;
        else if (!active && target->effective == fact)
            target->effective = last_active_corrector(target);
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

/* Does following the corrections from a new fact lead back to it? Older circles are marked. */
static bool closes_circle(const ledger_fact *fact)
{
    const ledger_fact *at = fact->target;

    while (at != NULL && at != fact && !at->circular)
        at = at->target;
    return at == fact;
}

/* Marks all circles. Each walk follows the corrections until it meets a fact that was walked over:
 * by itself, and there is a circle, or by an earlier walk. */
static void mark_circles(ledger_state *state)
{
    for (size_t i = 0; i < state->facts.count; i++)
        state->facts.items[i]->walk = 0;
    for (size_t i = 0; i < state->facts.count; i++) {
        ledger_fact *at = state->facts.items[i];
        while (at != NULL && at->known && at->walk == 0) {
            at->walk = (uint32_t)(i + 1);
            at = at->target;
        }
        if (at != NULL && at->known && at->walk == (uint32_t)(i + 1))
            mark_circle(at);
    }
}

static void link_correction(ledger_fact *fact)
{
    if (fact->target != NULL) {
        fact->next_corrector = fact->target->first_corrector;
        fact->target->first_corrector = fact;
    }
    if (is_active(fact))
        spread(fact, true);
}

void ledger_unlink_corrections(ledger_fact *fact)
{
    fact->first_corrector = NULL;
    fact->next_corrector = NULL;
    fact->effective = NULL;
}

static void link_all(ledger_state *state)
{
    for (size_t i = 0; i < state->facts.count; i++) {
        ledger_fact *fact = state->facts.items[i];
        fact->circular = false;
        ledger_unlink_corrections(fact);
        if (fact->target != NULL)
            ledger_unlink_corrections(fact->target);
    }
    mark_circles(state);
    for (size_t i = 0; i < state->facts.count; i++)
        link_correction(state->facts.items[i]);
}

/* Entering facts. */

static ledger_device *take_device(ledger_state *state, const char *name)
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
    fact->clock_back = device->count > 0 && fact->time_ms < device->last_effective_ms;
    fact->effective_ms = fact->clock_back ? device->last_effective_ms : fact->time_ms;
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
    if (!is_sorted(sorted, count, compare_by_device))
        qsort(sorted, count, sizeof(void *), compare_by_device);
    return sorted;
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
        bool same = i > 0 && sorted[i]->device == sorted[i - 1]->device;
        if (!same) {
            device = take_device(state, sorted[i]->device);
            if (device == NULL)
                break;
        }
        sorted[i]->same_sequence = same && sorted[i]->sequence == sorted[i - 1]->sequence;
        append_to_device(device, sorted[i]);
    }
    free(sorted);
    return state->facts.count == 0 || device != NULL;
}

static bool reorder_subjects(ledger_state *state)
{
    for (int kind = 0; kind < SUBJECT_KINDS; kind++) {
        ledger_subjects *subjects = &state->by_kind[kind];
        for (size_t i = 0; i < subjects->count; i++) {
            free(subjects->items[i]->facts.items);
            subjects->items[i]->facts = (ledger_facts){0};
            subjects->items[i]->listed = false;
        }
        subjects->count = 0;
    }
    for (size_t i = 0; i < state->facts.count; i++) {
        if (!add_to_subjects(state, state->facts.items[i], false))
            return false;
    }
    for (int kind = 0; kind < SUBJECT_KINDS; kind++) {
        ledger_subjects *subjects = &state->by_kind[kind];
        if (subjects->count > 1)
            qsort(subjects->items, subjects->count, sizeof(void *), compare_listed);
        for (size_t i = 0; i < subjects->count; i++) {
            ledger_facts *facts = &subjects->items[i]->facts;
            if (!is_sorted(facts->items, facts->count, compare_in_order))
                qsort(facts->items, facts->count, sizeof(void *), compare_in_order);
        }
    }
    return true;
}

bool ledger_reorder(ledger_state *state)
{
    if (!reorder_devices(state) || !reorder_subjects(state))
        return false;
    link_all(state);
    return true;
}

bool ledger_add_fact(ledger_state *state, ledger_fact *fact)
{
    return add_fact(&state->facts, fact);
}

bool ledger_enter_fact(ledger_state *state, ledger_fact *fact)
{
    ledger_device *device = take_device(state, fact->device);

    if (device == NULL || !add_fact(&state->facts, fact))
        return false;
    if (is_out_of_order(device, fact) || closes_circle(fact))
        return ledger_reorder(state);
    append_to_device(device, fact);
    if (!add_to_subjects(state, fact, true))
        return false;
    link_correction(fact);
    return true;
}
