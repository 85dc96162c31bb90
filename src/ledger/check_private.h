/*
 * ledger/check_private.h: what is known of a draft while it is checked; private to the ledger.
 */
#ifndef QILI_LEDGER_CHECK_PRIVATE_H
#define QILI_LEDGER_CHECK_PRIVATE_H

#include "ledger/game_private.h"

/* So far clocks may be apart without a word. */
enum { LEDGER_CLOCK_TOLERANCE_MS = 2 * 60 * 1000 };

typedef struct ledger_checker {
    const ledger_state *state;
    const ledger_event *event;
    const ledger_entry *draft;
    const ledger_fact *target;    /* the fact that the draft corrects, in force or not, or NULL */
    const ledger_fact *corrected; /* the same if it is in force, or NULL */
    ledger_role role;             /* of the draft's arbiter */
    bool game_known;
    ledger_game game; /* that the draft is about, if known */
    ledger_notice *notices;
    size_t count;
} ledger_checker;

/* Adds a notice, of the draft's game; what goes beyond LEDGER_NOTICES_MAX is not told. */
void ledger_tell(ledger_checker *check, ledger_notice notice);

/* The same of the game that the notice names. */
void ledger_tell_of(ledger_checker *check, ledger_notice notice);

#define TELL(check, name, ...)                                                                     \
    ledger_tell((check), (ledger_notice){.kind = LEDGER_NOTICE_##name, __VA_ARGS__})

/* The item's title in both languages, as the `what` of a notice. */
#define TITLE_OF(item_of)                                                                          \
    {                                                                                              \
        (item_of)->item.title[BOARD_CHINESE], (item_of)->item.title[BOARD_ENGLISH]                 \
    }

/* Who may log this at all (articles 16, 18); sets the role. */
void ledger_check_authority(ledger_checker *check);

/* Is it settings, arbiters, players, teams or pairings: for the chief arbiter or the organiser? */
bool ledger_is_of_event(ledger_type type);

/* What a correction names; sets target and corrected. Then, with the role: who may make it. */
void ledger_check_correction(ledger_checker *check);
void ledger_check_correction_authority(ledger_checker *check);

/* Where a chain of corrections ends: what all of it is about. */
const ledger_fact *ledger_root_of(const ledger_fact *fact);

/* Did a chief arbiter or the organiser log the fact, or decide on it, before `before` (NULL: at any
 * time)? */
bool ledger_decided_above(const ledger_state *state, const ledger_fact *target,
                          const ledger_fact *before);

/* The first fact of each round that is under way, by round. */
typedef struct ledger_rounds {
    const ledger_fact *first[LEDGER_ROUND_MAX + 1];
} ledger_rounds;

void ledger_find_rounds(const ledger_state *state, ledger_rounds *rounds);

/* A later round than the target's that had begun before `before`; 0: none had. */
uint16_t ledger_later_round(const ledger_rounds *rounds, const ledger_fact *target,
                            const ledger_fact *before);

/* May the draft's arbiter give, or take back, a penalty of this key of the catalogue? */
void ledger_check_penalty_authority(ledger_checker *check, const char *key);

/* A withdrawal brings back or takes away a penalty: whoever does that needs its authority. */
void ledger_check_penalties_behind(ledger_checker *check);

/* Whoever registers arbiters must be left: a journal without one could never get one again. */
void ledger_check_charge(ledger_checker *check);

/* Is the person registered? "" is nobody. */
void ledger_check_person(ledger_checker *check, ledger_people people, const char *key);

/* Is somebody else registered under the key of the person or team? */
void ledger_check_registration(ledger_checker *check);

/* A pairing against the others of its round. */
void ledger_check_pairing(ledger_checker *check);

/* A withdrawal that takes a pairing away, or brings one back. */
void ledger_check_pairing_behind(ledger_checker *check);

/* Who was registered anew under another name or in another team. */
void ledger_remark_registrations(const ledger_state *state, ledger_remarks *remarks);

/* What is there already and goes on being so although two pairings clash. */
void ledger_remark_pairings(const ledger_state *state, ledger_remarks *remarks);

#endif
