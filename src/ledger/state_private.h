/*
 * ledger/state_private.h: how the state keeps its facts; private to the ledger.
 */
#ifndef QILI_LEDGER_STATE_PRIVATE_H
#define QILI_LEDGER_STATE_PRIVATE_H

#include "ledger/memory.h"
#include "ledger/state.h"

/* What few facts have. */
typedef struct ledger_fact_more {
    const ledger_event *event;    /* that it sets */
    ledger_fact *first_corrector; /* of the facts that correct it */
    ledger_fact *next_corrector;  /* with the same target */
    ledger_fact *effective;       /* the last active one: it counts */
    uint32_t walk;
} ledger_fact_more;

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
    const char *key;     /* of a person */
    ledger_fact **facts; /* that are about it, in order; they stand in the arena */
    uint32_t count;
    uint32_t room;
    ledger_game_key game; /* of a game */
    bool listed;          /* among those of its kind, which it is while it has facts */
} ledger_subject;

/* Subjects of one kind, sorted by key. */
typedef struct ledger_subjects {
    ledger_subject **items;
    size_t count;
    size_t room;
} ledger_subjects;

/* The games of one round and number, by table from 1 on; NULL: no fact names it. */
typedef struct ledger_tables {
    ledger_subject **games;
    size_t room;
} ledger_tables;

typedef struct ledger_device {
    const char *name;
    size_t count; /* entries; the rest means nothing if there are none */
    uint64_t last_sequence;
    int64_t last_time_ms;
    int64_t last_effective_ms;
    struct ledger_device *next;
} ledger_device;

/* Facts that stand one after the other, with ids that grow. */
typedef struct ledger_run {
    ledger_fact *facts;
    size_t count; /* at least 1 */
} ledger_run;

/* One for each device, if all is as it should be; whatever goes beyond is indexed. */
enum { LEDGER_RUNS_MAX = 256 };

struct ledger_state {
    ledger_catalogue catalogue;
    ledger_event default_event;
    ledger_arena arena; /* facts, subjects, texts */
    ledger_index texts; /* every text once */
    ledger_index ids;   /* facts that are in no run, also those not known yet */
    ledger_run runs[LEDGER_RUNS_MAX];
    size_t run_count;
    ledger_device *first_device;
    ledger_index devices; /* by name */
    ledger_facts facts;   /* the known ones, as they arrived */
    ledger_facts corrections;
    ledger_index people[SUBJECT_KINDS]; /* subjects by key; games stand in the tables */
    ledger_tables tables[LEDGER_ROUND_MAX][LEDGER_NUMBER_MAX];
    ledger_subjects by_kind[SUBJECT_KINDS];
};

/* From one time to another, in ms; clocks may say anything, so it ends where the numbers do. */
static inline int64_t ledger_ms_between(int64_t from, int64_t to)
{
    uint64_t apart = to >= from ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    int64_t most = apart > INT64_MAX ? INT64_MAX : (int64_t)apart;

    return to >= from ? most : -most;
}

/* The text, owned by the state; NULL if memory ran out. */
const char *ledger_intern(ledger_state *state, const char *text);

/* The fact with this id, also one not known yet; NULL if there is none. The second looks only among
 * the facts of the snapshot. */
ledger_fact *ledger_seek_fact(const ledger_state *state, const char *id);
ledger_fact *ledger_seek_loaded(const ledger_state *state, const char *id);

/* The fact's own, made if there is none; NULL if memory ran out. */
ledger_fact_more *ledger_more(ledger_state *state, ledger_fact *fact);

/* Notes where a fact of a snapshot is, whose id no fact has; false if memory ran out. */
bool ledger_load_id(ledger_state *state, ledger_fact *fact);

/* The fact with this id, which is made, not known, if it is not there; NULL if memory ran out. */
ledger_fact *ledger_take_fact(ledger_state *state, const char *id);

/* Gives a new fact, with all that its entry says, its place; false if memory ran out. */
bool ledger_enter_fact(ledger_state *state, ledger_fact *fact);

/* The device of this name, which is the state's; NULL if memory ran out. */
ledger_device *ledger_take_device(ledger_state *state, const char *name);

/* Enters a fact of a snapshot. They come by device, by sequence and by id; after the last,
 * ledger_loaded. */
bool ledger_load_fact(ledger_state *state, ledger_device *device, ledger_fact *fact);
bool ledger_loaded(ledger_state *state);

/* Puts all facts in order anew. */
bool ledger_reorder(ledger_state *state);

/* Does a later correction of the same fact count instead of this one? */
bool ledger_is_superseded(const ledger_fact *fact);

/* Would the fact be in force if the draft, a fact that the state does not hold, were logged? The
 * draft has its type, device, sequence, effective time and target. */
bool ledger_in_force_after(const ledger_fact *draft, const ledger_fact *fact);

/* Lists a fact among the state's corrections if it is one; false if memory ran out. */
bool ledger_note_correction(ledger_state *state, ledger_fact *fact);

/* Forgets what others say of the fact; followed by ledger_reorder. */
void ledger_unlink_corrections(ledger_fact *fact);

const ledger_subject *ledger_find_subject(const ledger_state *state, subject_kind kind,
                                          const char *key, ledger_game_key game);

/* The known facts sorted by device and sequence, the caller's to free; NULL if memory ran out. */
ledger_fact **ledger_facts_by_device(const ledger_state *state);

#endif
