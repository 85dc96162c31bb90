/*
 * ledger/pairing_table.h: pairings and players from a table that a pairing program wrote as CSV.
 *
 * Columns by their headings, in any order, in Chinese or English: 轮次 round, 台次 table, 局次 game
 * (1 if missing), 红方序号 red number, 红方姓名 red name, 红方单位 red team, and the same of 黑方
 * black. Without Black's number and name: 轮空. A table without these is one of players: 序号
 * number, 姓名 name, 单位 team. UTF-8 (with or without BOM) or GB18030; commas, semicolons or tabs;
 * quotes as in RFC 4180.
 */
#ifndef QILI_LEDGER_PAIRING_TABLE_H
#define QILI_LEDGER_PAIRING_TABLE_H

#include "ledger/state.h"

enum { LEDGER_TABLE_LINES_MAX = 5000, LEDGER_TABLE_FIELDS_MAX = 64 };

/* One line of the table: a pairing, or a player alone (game.round 0), who is players[0]. */
typedef struct ledger_table_line {
    size_t line; /* of the file */
    ledger_game_key game;
    ledger_player players[2];
    char teams[2][LEDGER_NAME_BYTES]; /* names, "" if none is given */
    bool bye;
} ledger_table_line;

typedef struct ledger_pairing_table {
    size_t count;
    ledger_table_line *lines; /* owned */
} ledger_pairing_table;

/*
 * Reads all of it; after an error *table is empty. Errors: OFFICE_TABLE (no such headings, or no
 * text), OFFICE_TABLE_LINE (the problem's line, and the column as its token), SYNC_TOO_LARGE,
 * NO_MEMORY.
 */
board_error ledger_pairing_table_read(const char *text, size_t length, ledger_pairing_table *table,
                                      board_problem *problem);
void ledger_pairing_table_free(ledger_pairing_table *table);

/* Gets an entry that a table leads to, and returns the state that holds it; NULL: there is none,
 * and nothing follows. */
typedef const ledger_state *(*ledger_table_taker)(void *context, const ledger_table_line *line,
                                                  ledger_entry *draft);

/*
 * Makes the entries that a table leads to, and nothing of what `state` has already: teams and
 * players that are not registered so, pairings that are not paired so. A game that is paired
 * otherwise is corrected. The drafts have no envelope but what they correct and why; `draft` is
 * room for one of them. False: `take` stopped it.
 */
bool ledger_pairing_table_make(const ledger_state *state, const ledger_pairing_table *table,
                               ledger_entry *draft, ledger_table_taker take, void *context);

#endif
