/*
 * ledger/game_private.h: the walk over a game's facts, with remarks; private to the ledger.
 */
#ifndef QILI_LEDGER_GAME_PRIVATE_H
#define QILI_LEDGER_GAME_PRIVATE_H

#include "ledger/notice.h"
#include "ledger/state_private.h"

/* Where remarks go. */
typedef struct ledger_remarks {
    ledger_remark_visitor visit;
    void *context;
    bool stopped;
} ledger_remarks;

void ledger_remark(ledger_remarks *remarks, const ledger_fact *fact, const ledger_notice *remark);

/* Reads a game off its facts; remarks may be NULL. */
void ledger_walk_game(const ledger_state *state, const ledger_subject *subject,
                      ledger_remarks *remarks, ledger_game *game);

/* The closing in force of the order that a ruling gave, or NULL. */
const ledger_fact *ledger_closing_of(const ledger_subject *subject, const ledger_fact *ruling);

/* Has a ruling decided the game, and no result ended it? Sets the notice if so. */
bool ledger_is_ruled(const ledger_game *game, ledger_notice *notice);

/* Is the game said to be lost by fouls, and not as many are logged? Sets the notice if so. */
bool ledger_lacks_fouls(const ledger_event *event, const ledger_game *game, ledger_outcome outcome,
                        const char *reason, ledger_notice *notice);

#endif
