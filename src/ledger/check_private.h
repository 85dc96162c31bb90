/*
 * ledger/check_private.h: what is known of a draft while it is checked; private to the ledger.
 */
#ifndef QILI_LEDGER_CHECK_PRIVATE_H
#define QILI_LEDGER_CHECK_PRIVATE_H

#include "ledger/game_private.h"

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

#define TELL(check, name, ...)                                                                     \
    ledger_tell((check), (ledger_notice){.kind = LEDGER_NOTICE_##name, __VA_ARGS__})

/* The item's title in both languages, as the `what` of a notice. */
#define TITLE_OF(item_of)                                                                          \
    {                                                                                              \
        (item_of)->item.title[BOARD_CHINESE], (item_of)->item.title[BOARD_ENGLISH]                 \
    }

/* Who may log this at all (articles 16, 18); sets the role. */
void ledger_check_authority(ledger_checker *check);

/* May the draft's arbiter give, or take back, a penalty of this key of the catalogue? */
void ledger_check_penalty_authority(ledger_checker *check, const char *key);

/* A withdrawal brings back or takes away a penalty: whoever does that needs its authority. */
void ledger_check_penalties_behind(ledger_checker *check);

/* Whoever registers arbiters must be left: a journal without one could never get one again. */
void ledger_check_charge(ledger_checker *check);

/* Is the person registered? "" is nobody. */
void ledger_check_person(ledger_checker *check, ledger_people people, const char *key);

/* A pairing against the others of its round. */
void ledger_check_pairing(ledger_checker *check);

/* What is there already and goes on being so although two pairings clash. */
void ledger_remark_pairings(const ledger_state *state, ledger_remarks *remarks);

#endif
