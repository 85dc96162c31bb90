/*
 * ledger/game.h: what the facts say of one game: who plays, fouls, an open order, what the rules
 * make of it and what was declared.
 */
#ifndef QILI_LEDGER_GAME_H
#define QILI_LEDGER_GAME_H

#include "ledger/state.h"

/* The result that the rules demand by what is logged; the arbiter declares it with an entry. */
typedef struct ledger_due {
    ledger_outcome outcome;     /* LEDGER_NO_OUTCOME: nothing is due */
    const char *reason;         /* key of the catalogue */
    const char *articles;       /* or the regulation that the event names */
    const ledger_fact *because; /* the fact that decided it */
} ledger_due;

typedef struct ledger_game {
    ledger_game_key key;
    bool paired;            /* false: facts name it, but no pairing does */
    const char *players[2]; /* keys by side; "" if not known, or no opponent */
    uint32_t fouls[2];
    int32_t added_minutes[2];
    int32_t late_seconds[2];
    const ledger_fact *orders[2]; /* by side: the ruling whose order to change is open, or NULL */
    const ledger_fact *order;     /* the later of the two, or NULL */
    board_side order_side;
    ledger_due due;
    const ledger_fact *result; /* in force, or NULL: the game goes on */
    ledger_outcome outcome;
    bool played; /* false: the result is marked + and - */
    size_t rulings;
} ledger_game;

/* What to read of a game; false if no fact names it. */
bool ledger_find_game(const ledger_state *state, ledger_game_key key, ledger_game *game);

/* All games that facts name, by round, table and number. */
size_t ledger_game_count(const ledger_state *state);
bool ledger_game_at(const ledger_state *state, size_t index, ledger_game *game);

/* The mark in tables: "1", "0", "=", without play "+", "-" (21.4); "" without a result. */
const char *ledger_result_mark(const ledger_game *game, board_side side);

/* Who loses by being late (article 21): exactly the limit is in time. */
ledger_outcome ledger_late_outcome(const ledger_event *event, const int32_t seconds[2]);

/* What an overstepped time comes to (article 22), and the reason's key; LEDGER_NO_OUTCOME where
 * the regulations decide (22.4). */
ledger_outcome ledger_overstep_outcome(board_side side, ledger_exception exception,
                                       const char **reason);

/* The outcome where this side loses. */
ledger_outcome ledger_loss_of(board_side side);

/* What a ruling decides at once (24.1, 24.2); LEDGER_NO_OUTCOME for an order to change. */
ledger_outcome ledger_ruling_outcome(judge_outcome outcome);

/* The side of whom a penalty is in the game, by player or team; false if he does not play there, or
 * both do. */
bool ledger_side_of(const ledger_state *state, const ledger_game *game, bool team, const char *who,
                    board_side *side);

#endif
