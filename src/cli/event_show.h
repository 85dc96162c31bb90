/*
 * cli/event_show.h: what the journal amounts to, written for people or as lines of JSON.
 */
#ifndef QILI_CLI_EVENT_SHOW_H
#define QILI_CLI_EVENT_SHOW_H

#include "cli/ledger_session.h"

/* Settings, and all games. */
void event_show(ledger_session *session);

/* One game with its entries. */
void event_show_game(ledger_session *session, ledger_game_key key);

/* What does not fit. */
void event_show_remarks(ledger_session *session);

/* The catalogue of fouls, penalties and results; needs no journal. */
void event_show_catalogue(ledger_session *session);

#endif
