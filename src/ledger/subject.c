/* ledger/subject.c: what facts are about: games, people, the event; and the facts of each. */
#include <stdlib.h>
#include <string.h>

#include "ledger/order_private.h"

/* Finding. */

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

static bool is_game(ledger_game_key game)
{
    return game.round >= 1 && game.round <= LEDGER_ROUND_MAX && game.table >= 1 &&
           game.table <= LEDGER_TABLE_MAX && game.number >= 1 && game.number <= LEDGER_NUMBER_MAX;
}

/* Where the games of this round and number stand, by table. */
static const ledger_tables *tables_of(const ledger_state *state, ledger_game_key game)
{
    return &state->tables[game.round - 1][game.number - 1];
}

const ledger_subject *ledger_find_subject(const ledger_state *state, subject_kind kind,
                                          const char *key, ledger_game_key game)
{
    if (kind != SUBJECT_GAME)
        return ledger_index_find(&state->people[kind], key);
    if (!is_game(game))
        return NULL;
    const ledger_tables *tables = tables_of(state, game);
    return game.table <= tables->room ? tables->games[game.table - 1] : NULL;
}

/* Making. */

/* Where the game stands, NULL there if it is new; NULL if memory ran out. */
static ledger_subject **place_of_game(ledger_state *state, ledger_game_key game)
{
    ledger_tables *tables = &state->tables[game.round - 1][game.number - 1];

    if (game.table > tables->room) {
        size_t room = tables->room > 0 ? 2 * tables->room : LEDGER_FIRST_ROOM;
        while (game.table > room)
            room *= 2;
        ledger_subject **games = realloc(tables->games, room * sizeof *games);
        if (games == NULL)
            return NULL;
        memset(games + tables->room, 0, (room - tables->room) * sizeof *games);
        tables->games = games;
        tables->room = room;
    }
    return &tables->games[game.table - 1];
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

/* Lists a subject among its kind: in order, or where the list is sorted afterwards at the end;
 * games are only counted then. */
static bool list_subject(ledger_subjects *subjects, ledger_subject *subject, bool in_order)
{
    if (!in_order && subject->game.round > 0) {
        subjects->count++;
        subject->listed = true;
        return true;
    }
    size_t at = in_order ? place_for(subjects, subject) : subjects->count;
    void *items = subjects->items;

    if (!ledger_make_room(&items, subjects->count, &subjects->room))
        return false;
    subjects->items = items;
    memmove(subjects->items + at + 1, subjects->items + at,
            (subjects->count - at) * sizeof(void *));
    subjects->items[at] = subject;
    subjects->count++;
    subject->listed = true;
    return true;
}

static ledger_subject *new_game(ledger_state *state, ledger_game_key game)
{
    ledger_subject **place = is_game(game) ? place_of_game(state, game) : NULL;

    if (place == NULL || *place != NULL)
        return place != NULL ? *place : NULL;
    *place = ledger_arena_take(&state->arena, sizeof **place);
    if (*place != NULL) {
        (*place)->key = "";
        (*place)->game = game;
    }
    return *place;
}

/* `key` is the state's. */
static ledger_subject *new_person(ledger_state *state, subject_kind kind, const char *key)
{
    ledger_subject *subject = ledger_index_find(&state->people[kind], key);

    if (subject != NULL)
        return subject;
    subject = ledger_arena_take(&state->arena, sizeof *subject);
    if (subject == NULL)
        return NULL;
    subject->key = key;
    return ledger_index_add(&state->people[kind], key, subject) ? subject : NULL;
}

/* Adds the fact to its subject, in order, or at the end where the lists are sorted afterwards. */
static bool add_to_subject(ledger_state *state, subject_kind kind, ledger_subject *subject,
                           ledger_fact *fact, bool in_order)
{
    if (subject == NULL)
        return false;
    if (!subject->listed && !list_subject(&state->by_kind[kind], subject, in_order))
        return false;
    if (subject->count == subject->room) {
        uint32_t room = subject->room > 0 ? 2 * subject->room : LEDGER_FIRST_FACTS;
        ledger_fact **facts = ledger_arena_take(&state->arena, room * sizeof *facts);
        if (facts == NULL)
            return false;
        if (subject->count > 0)
            memcpy(facts, subject->facts, subject->count * sizeof *facts);
        subject->facts = facts;
        subject->room = room;
    }
    ledger_fact **facts = subject->facts;
    facts[subject->count++] = fact;
    for (size_t at = subject->count - 1;
         in_order && at > 0 && ledger_fact_before(fact, facts[at - 1]); at--) {
        facts[at] = facts[at - 1];
        facts[at - 1] = fact;
    }
    return true;
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

bool ledger_add_to_subjects(ledger_state *state, ledger_fact *fact, bool in_order)
{
    subject_kind kind = SUBJECT_EVENT;

    if (is_about_person(fact, &kind) &&
        !add_to_subject(state, kind, new_person(state, kind, fact->who), fact, in_order))
        return false;
    return fact->game.round == 0 ||
           add_to_subject(state, SUBJECT_GAME, new_game(state, fact->game), fact, in_order);
}

/* Sorting. */

void ledger_empty_subjects(ledger_state *state)
{
    for (int kind = 0; kind < SUBJECT_KINDS; kind++) {
        ledger_subjects *subjects = &state->by_kind[kind];
        for (size_t i = 0; i < subjects->count; i++) {
            subjects->items[i]->count = 0;
            subjects->items[i]->listed = false;
        }
        subjects->count = 0;
    }
}

/* The games stand in order in their tables. */
static bool list_games(ledger_state *state)
{
    ledger_subjects *list = &state->by_kind[SUBJECT_GAME];
    size_t count = 0;

    if (list->count > list->room) {
        ledger_subject **items = ledger_array_take(list->count * sizeof *items);
        if (items == NULL)
            return false;
        free(list->items);
        list->items = items;
        list->room = list->count;
    }
    for (int round = 0; round < LEDGER_ROUND_MAX; round++) {
        const ledger_tables *numbers = state->tables[round];
        for (size_t table = 0; table < LEDGER_TABLE_MAX; table++) {
            bool more = false;
            for (int number = 0; number < LEDGER_NUMBER_MAX; number++) {
                if (table >= numbers[number].room)
                    continue;
                more = true;
                ledger_subject *game = numbers[number].games[table];
                if (game != NULL && game->listed)
                    list->items[count++] = game;
            }
            if (!more)
                break;
        }
    }
    return true;
}

bool ledger_sort_subjects(ledger_state *state, bool facts_too)
{
    if (!list_games(state))
        return false;
    for (int kind = 0; kind < SUBJECT_KINDS; kind++) {
        ledger_subjects *subjects = &state->by_kind[kind];
        if (kind != SUBJECT_GAME && subjects->count > 1)
            qsort(subjects->items, subjects->count, sizeof(void *), compare_listed);
        for (size_t i = 0; i < subjects->count && facts_too; i++)
            ledger_sort_facts(subjects->items[i]->facts, subjects->items[i]->count);
    }
    return true;
}

void ledger_free_subjects(ledger_state *state)
{
    for (int kind = 0; kind < SUBJECT_KINDS; kind++) {
        free(state->by_kind[kind].items);
        ledger_index_free(&state->people[kind]);
    }
    for (int round = 0; round < LEDGER_ROUND_MAX; round++) {
        for (int number = 0; number < LEDGER_NUMBER_MAX; number++)
            free(state->tables[round][number].games);
    }
}
