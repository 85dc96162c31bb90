/*
 * ledger/state_private.h: how the state keeps its facts; private to the ledger.
 */
#ifndef QILI_LEDGER_STATE_PRIVATE_H
#define QILI_LEDGER_STATE_PRIVATE_H

#include "ledger/memory.h"
#include "ledger/state.h"

/* A growing array of facts in their order. */
typedef struct ledger_facts {
    ledger_fact **items;
    size_t count;
    size_t room;
} ledger_facts;

typedef enum subject_kind {
    SUBJECT_ARBITER = LEDGER_ARBITERS,
    SUBJECT_PLAYER = LEDGER_PLAYERS,
    SUBJECT_TEAM = LEDGER_TEAMS,
    SUBJECT_GAME,
    SUBJECT_EVENT,
    SUBJECT_KINDS
} subject_kind;

/* What facts are about: a game, a person, the event. */
typedef struct ledger_subject {
    const char *key;      /* of a person */
    ledger_game_key game; /* of a game */
    ledger_facts facts;   /* that are about it, in order */
    bool listed;          /* among those of its kind, which it is while it has facts */
} ledger_subject;

/* Subjects of one kind, sorted by key. */
typedef struct ledger_subjects {
    ledger_subject **items;
    size_t count;
    size_t room;
} ledger_subjects;

typedef struct ledger_device {
    const char *name;
    size_t count; /* entries; the rest means nothing if there are none */
    uint64_t last_sequence;
    int64_t last_effective_ms;
    struct ledger_device *next;
} ledger_device;

struct ledger_state {
    ledger_catalogue catalogue;
    ledger_event default_event;
    ledger_arena arena; /* facts, subjects, texts */
    ledger_index texts; /* every text once */
    ledger_index ids;   /* facts, also those not known yet */
    ledger_device *first_device;
    ledger_index devices;  /* by name */
    ledger_index subjects; /* by kind and key */
    ledger_facts facts;    /* the known ones, as they arrived */
    ledger_subjects by_kind[SUBJECT_KINDS];
};

/* The text, owned by the state; NULL if memory ran out. */
const char *ledger_intern(ledger_state *state, const char *text);

/* The fact with this id, which is made, not known, if it is not there; NULL if memory ran out. */
ledger_fact *ledger_take_fact(ledger_state *state, const char *id);

/* Gives a new fact, with all that its entry says, its place; false if memory ran out. */
bool ledger_enter_fact(ledger_state *state, ledger_fact *fact);

/* Only adds it: ledger_reorder must follow. */
bool ledger_add_fact(ledger_state *state, ledger_fact *fact);

/* Puts all facts in order anew. */
bool ledger_reorder(ledger_state *state);

/* Does a later correction of the same fact count instead of this one? */
bool ledger_is_superseded(const ledger_fact *fact);

/* Forgets what others say of the fact; followed by ledger_reorder. */
void ledger_unlink_corrections(ledger_fact *fact);

const ledger_subject *ledger_find_subject(const ledger_state *state, subject_kind kind,
                                          const char *key, ledger_game_key game);

/* The known facts sorted by device and sequence, the caller's to free; NULL if memory ran out. */
ledger_fact **ledger_facts_by_device(const ledger_state *state);

#endif
