/* kiosk/flow/decided.c: which decisions on rulings have been looked at. */
#include "kiosk/flow/decided.h"

#include <stdio.h>
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

static bool is_seen(const kiosk_decided *decided, const char *id)
{
    for (size_t i = 0; i < decided->count; i++) {
        if (strcmp(decided->seen[i], id) == 0)
            return true;
    }
    return false;
}

static void note_seen(kiosk_decided *decided, const char *id)
{
    if (id[0] == '\0' || is_seen(decided, id))
        return;
    kiosk_text_copy(decided->seen[decided->next], LEDGER_ID_BYTES, id);
    decided->next = (decided->next + 1) % KIOSK_SEEN_MAX;
    decided->count += decided->count < KIOSK_SEEN_MAX;
}

bool kiosk_decision_is_fresh(const kiosk_state *state, const kiosk_table *table)
{
    return table->decided != LEDGER_UNDECIDED && !is_seen(&state->decided, table->decision);
}

const kiosk_decision *kiosk_decision_on(const kiosk_state *state, const char *ruling)
{
    const kiosk_game *game = state->game;

    for (size_t i = 0; game != NULL && i < game->decision_count; i++) {
        if (strcmp(game->decisions[i].ruling, ruling) == 0)
            return &game->decisions[i];
    }
    return NULL;
}

const kiosk_decision *kiosk_latest_decision(const kiosk_state *state)
{
    const kiosk_game *game = state->game;

    for (size_t i = 0; game != NULL && i < game->decision_count; i++) {
        if (strcmp(game->decisions[i].id, game->table.decision) == 0)
            return &game->decisions[i];
    }
    return NULL;
}

/* Says that a decision has come, wherever the arbiter is; but not twice of the same. */
static void tell(kiosk_state *state, const kiosk_table *table)
{
    char number[LEDGER_GAME_BYTES];

    if (strcmp(state->decided.told, table->decision) == 0)
        return;
    kiosk_text_copy(state->decided.told, LEDGER_ID_BYTES, table->decision);
    snprintf(number, sizeof number, "%u", (unsigned)table->game.table);
    const kiosk_value value = kiosk_value_of_text(number);
    kiosk_tell(state,
               table->decided == LEDGER_OVERRULED ? KIOSK_SAY_OVERRULED_AT : KIOSK_SAY_UPHELD_AT,
               &value, table->decided == LEDGER_OVERRULED);
}

void kiosk_decided_hall(kiosk_state *state)
{
    const kiosk_hall *hall = state->hall;
    const bool first = !state->decided.begun;

    state->decided.begun = true;
    for (size_t i = 0; i < hall->table_count; i++) {
        const kiosk_table *table = &hall->tables[i];
        if (first && table->finished)
            note_seen(&state->decided, table->decision);
        else if (!first && kiosk_decision_is_fresh(state, table))
            tell(state, table);
    }
}

void kiosk_decided_game(kiosk_state *state)
{
    if (state->screen == KIOSK_SCREEN_GAME && state->game != NULL)
        note_seen(&state->decided, state->game->table.decision);
}
