/*
 * ledger/state.h: what the entries of a journal amount to: a fold that never refuses what happened.
 *
 * The state is the set of facts that the entries state, in one order; everything else (how many
 * fouls, which order is open, what a game comes to) is read off the facts when it is asked for. So
 * it does not matter in which order entries arrive, and a correction needs no undoing.
 *
 * Order      Entries of one device stand in the order of their sequence numbers, whatever its clock
 *            said. For comparison between devices an entry counts as made at the latest time that
 *            its device's clock had shown up to it: a clock that was set back does not let an entry
 *            overtake an earlier one. Equal times are ordered by the devices' names. Where two
 *            clocks disagree the order between two devices may be wrong, but it is the same on
 *            every machine, and nothing that counts depends on it but which of two registrations is
 *            the later and which of two results is the first; what looks impossible (a foul after
 *            the result, a correction before what it corrects) becomes a remark.
 * In force   A fact is in force unless it is corrected. A withdrawal takes it back, and if it was a
 *            correction itself, what it had corrected is restored; a replacement takes its place.
 *            Of several corrections of one fact the last counts. Corrections that correct each
 *            other in a circle do nothing.
 * Remarks    Entries that do not fit are kept and counted as far as they have a meaning, and
 *            remarked on (ledger/notice.h). A penalty beyond its giver's authority (article 18)
 *            does not count.
 */
#ifndef QILI_LEDGER_STATE_H
#define QILI_LEDGER_STATE_H

#include "ledger/catalogue.h"

typedef struct ledger_state ledger_state;

/* What the state keeps of an entry; long texts stay in the journal. All texts are the state's.
 * There may be a million: small numbers are kept small. */
typedef struct ledger_fact {
    const char *id;
    const char *device;
    uint64_t sequence;
    int64_t time_ms;
    const char *arbiter;
    const char *key;      /* of the catalogue, or a ruling's articles; an event as JSON */
    const char *who;      /* player, team or arbiter; the red player; the id of an order or of
                             a ruling upheld */
    const char *other;    /* a name; the black player */
    const char *team;     /* of a player */
    const char *corrects; /* id or "" */
    int32_t numbers[2];   /* minutes added; seconds late of Red and of Black */
    ledger_game_key game; /* round 0: none */
    int16_t code; /* role, outcome, exception, how an order ended, a ruling's outcome, or 1 where a
                     penalty's who is a team */
    uint8_t type; /* ledger_type */
    uint8_t side; /* board_side, of a foul or an overstepped time */
    uint8_t tool; /* judge_outcome, the tool's outcome of a ruling */

    /* The rest is the fold's own: see ledger_in_force. */
    bool known : 1;         /* false: its entry has not arrived, but others name it */
    bool noted : 1;         /* is among the state's corrections */
    bool circular : 1;      /* its correction is one of a circle */
    bool clock_back : 1;    /* its device's entry before is dated later */
    bool same_sequence : 1; /* another entry has its device and sequence */
    bool same_id : 1;       /* another entry, which differs, has its id */
    int64_t effective_ms;
    struct ledger_fact *target;    /* the fact that it corrects */
    struct ledger_fact_more *more; /* of the few that correct, are corrected or set the event */
} ledger_fact;

/* The only errors are NO_MEMORY and faults of the built-in catalogue. After an error *state is
 * NULL. */
board_error ledger_state_create(ledger_state **state);
void ledger_state_free(ledger_state *state);

/*
 * Adds what an entry states; one that is there already is left as it is. An entry whose payload is
 * beyond its limits counts as LEDGER_UNKNOWN. Errors: NO_MEMORY, after which the state must not be
 * used any more; LEDGER_FIELD_* with the state unchanged if id, device or the like are unusable,
 * which no entry of a journal has.
 */
board_error ledger_apply(ledger_state *state, const ledger_entry *entry, board_problem *problem);

/* How many entries it has, and each in the order in which they arrived. */
size_t ledger_fact_count(const ledger_state *state);
const ledger_fact *ledger_fact_at(const ledger_state *state, size_t index);

/* NULL if no entry has this id. */
const ledger_fact *ledger_find_fact(const ledger_state *state, const char *id);

bool ledger_in_force(const ledger_fact *fact);

/* The last active correction of a fact, which decides what became of it; NULL: there is none. */
const ledger_fact *ledger_correction_of(const ledger_fact *fact);

/* Does a stand before b in the order of all facts? */
bool ledger_fact_before(const ledger_fact *a, const ledger_fact *b);

const ledger_catalogue *ledger_state_catalogue(const ledger_state *state);

/* The settings of the event in force; the rules' own if none was set (*set, may be NULL). */
const ledger_event *ledger_state_event(const ledger_state *state, bool *set);

/* Whoever is registered: the last registration in force, by key. */
typedef enum ledger_people { LEDGER_ARBITERS, LEDGER_PLAYERS, LEDGER_TEAMS } ledger_people;

typedef struct ledger_person {
    const char *key;
    const char *name;
    const char *team; /* of a player, or "" */
    ledger_role role; /* of an arbiter */
} ledger_person;

bool ledger_find_person(const ledger_state *state, ledger_people people, const char *key,
                        ledger_person *person);

/* The first to the last in the order of their keys; false: no longer registered, or past the end
 * (index >= ledger_people_count). */
size_t ledger_people_count(const ledger_state *state, ledger_people people);
bool ledger_person_at(const ledger_state *state, ledger_people people, size_t index,
                      ledger_person *person);

/* Who may do what a fact's arbiter did, when he did it; LEDGER_NO_ROLE if he is not registered. */
ledger_role ledger_role_at(const ledger_state *state, const ledger_fact *fact);

/* Does this penalty stand? In force, known to the catalogue, within its giver's authority. */
bool ledger_penalty_counts(const ledger_state *state, const ledger_fact *fact);

/* What facts say of a game, a player or a team, in order, also those not in force; the visitor
 * returns false to stop. */
typedef bool (*ledger_fact_visitor)(void *context, const ledger_fact *fact);
void ledger_visit_game(const ledger_state *state, ledger_game_key game, ledger_fact_visitor visit,
                       void *context);
void ledger_visit_person(const ledger_state *state, ledger_people people, const char *key,
                         ledger_fact_visitor visit, void *context);

/*
 * The state as UTF-8 text without NUL, for a snapshot; the caller frees it. The same facts give the
 * same text, in whatever order they arrived. It is no format for others: docs/formats/entries.md.
 */
board_error ledger_state_save(const ledger_state *state, char **text, size_t *length);

/* Makes a state from such a text. Errors: NO_MEMORY, LEDGER_SNAPSHOT (not such a text: fold all
 * entries anew). After an error *state is NULL. */
board_error ledger_state_load(const char *text, size_t length, ledger_state **state);

#endif
