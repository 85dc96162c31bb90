/*
 * ledger/standings.h: what tie-breaks ask of the ledger (articles 15.1 to 15.5, 18.4): fouls and
 * penalties of each player and each team, with games and points from the results that are logged.
 */
#ifndef QILI_LEDGER_STANDINGS_H
#define QILI_LEDGER_STANDINGS_H

#include "ledger/game.h"

/* One player, or one team: the sums of its players, and its own penalties. */
typedef struct ledger_standing {
    const char *key; /* texts are the state's */
    const char *name;
    const char *team;      /* a player's, or "" */
    const char *team_name; /* or "" */
    uint32_t games;        /* with a result */
    uint32_t wins;         /* also without play */
    uint32_t draws;
    uint32_t losses;
    uint32_t half_points; /* by the event's settings */
    uint32_t fouls;
    uint32_t penalties[LEDGER_PENALTIES_MAX]; /* in the order of the catalogue, that stand */
} ledger_standing;

/*
 * The standings of all players, or all teams, by key; *list is the caller's to free. A player who
 * is in a pairing without being registered stands there with his key for a name.
 */
board_error ledger_standings(const ledger_state *state, ledger_people people,
                             ledger_standing **list, size_t *count);

/*
 * The same as CSV: UTF-8 with a BOM, CRLF, fields quoted where they hold a comma, a quote or a line
 * break; a ' before free text that a spreadsheet would take for a formula. *text is the caller's to
 * free. Headings are in the language.
 */
board_error ledger_standings_csv(const ledger_state *state, ledger_people people,
                                 board_language language, char **text, size_t *length);

#endif
