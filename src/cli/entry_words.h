/*
 * cli/entry_words.h: what an entry says, in a few words for people.
 */
#ifndef QILI_CLI_ENTRY_WORDS_H
#define QILI_CLI_ENTRY_WORDS_H

#include "ledger/state.h"

enum { ENTRY_WORDS_BYTES = 512 };

/* "红方 擅动棋钟", "Red wins, checkmate"; "" where the type says all, or where the entry cannot be
 * read. Returns words. */
char *entry_words(const ledger_state *state, const ledger_fact *fact, board_language language,
                  char words[ENTRY_WORDS_BYTES]);

#endif
