/* kiosk/flow/log_entry.c: the entry that is made of what was entered. */
#include <string.h>

#include "kiosk/flow/log.h"
#include "kiosk/flow/offer.h"
#include "kiosk/flow/state_private.h"

/* The game that is picked, if it has been read. */
static const kiosk_game *game_of(const kiosk_state *state)
{
    const kiosk_game *game = state->game;

    return game != NULL && ledger_game_equal(game->table.game, state->game_key) ? game : NULL;
}

static bool write_foul(const kiosk_state *state, ledger_entry *entry)
{
    const kiosk_log *log = &state->log;
    const ledger_foul_kind *kind = ledger_find_foul(&state->catalogue, log->key);
    ledger_foul *foul = &entry->payload.foul;

    if (kind == NULL || !log->side_chosen)
        return false;
    ledger_entry_begin(entry, LEDGER_FOUL);
    foul->game = state->game_key;
    foul->side = log->side;
    ledger_copy(foul->key, sizeof foul->key, log->key);
    foul->minutes = kind->minutes;
    return true;
}

static bool write_penalty(const kiosk_state *state, ledger_entry *entry)
{
    const kiosk_log *log = &state->log;
    const kiosk_game *game = game_of(state);
    ledger_penalty *penalty = &entry->payload.penalty;

    if (ledger_find_penalty(&state->catalogue, log->key) == NULL || !log->side_chosen ||
        game == NULL)
        return false;
    const char *who = log->team ? game->teams[log->side] : game->table.keys[log->side];
    if (who[0] == '\0')
        return false;
    ledger_entry_begin(entry, LEDGER_PENALTY);
    penalty->game = state->game_key;
    ledger_copy(penalty->key, sizeof penalty->key, log->key);
    penalty->team = log->team;
    ledger_copy(penalty->who, sizeof penalty->who, who);
    return true;
}

static bool write_result(const kiosk_state *state, ledger_outcome outcome, ledger_entry *entry)
{
    ledger_result *result = &entry->payload.result;

    if (outcome == LEDGER_NO_OUTCOME ||
        ledger_find_reason(&state->catalogue, state->log.key) == NULL)
        return false;
    ledger_entry_begin(entry, LEDGER_RESULT);
    result->game = state->game_key;
    result->outcome = outcome;
    ledger_copy(result->reason, sizeof result->reason, state->log.key);
    return true;
}

static bool write_overstep(const kiosk_state *state, ledger_entry *entry)
{
    if (!state->log.side_chosen)
        return false;
    ledger_entry_begin(entry, LEDGER_OVERSTEP);
    entry->payload.overstep.game = state->game_key;
    entry->payload.overstep.side = state->log.side;
    entry->payload.overstep.exception = state->log.exception;
    return true;
}

static bool write_lateness(const kiosk_state *state, ledger_entry *entry)
{
    const kiosk_log *log = &state->log;
    ledger_lateness *lateness = &entry->payload.lateness;

    if (log->seconds[BOARD_RED] == 0 && log->seconds[BOARD_BLACK] == 0)
        return false;
    ledger_entry_begin(entry, LEDGER_LATENESS);
    lateness->game = state->game_key;
    memcpy(lateness->seconds, log->seconds, sizeof lateness->seconds);
    memcpy(lateness->came, log->came, sizeof lateness->came);
    return true;
}

static bool write_offer(const kiosk_state *state, ledger_entry *entry)
{
    const kiosk_log *log = &state->log;

    if (!log->side_chosen)
        return false;
    if (strcmp(log->key, KIOSK_OFFER_AGREED) == 0)
        return write_result(state, LEDGER_DRAW, entry);
    if (strcmp(log->key, KIOSK_OFFER_REFUSED) != 0)
        return false;
    ledger_entry_begin(entry, LEDGER_NOTE);
    entry->payload.note.game = state->game_key;
    ledger_copy(entry->payload.note.text, LEDGER_NOTE_BYTES,
                kiosk_offer_text(log->side, state->settings.language));
    return true;
}

static bool write_withdrawal(const kiosk_state *state, ledger_entry *entry)
{
    const kiosk_log *log = &state->log;

    if (log->corrects[0] == '\0' || log->reason[0] == '\0')
        return false;
    ledger_entry_begin(entry, LEDGER_WITHDRAWAL);
    ledger_copy(entry->corrects, sizeof entry->corrects, log->corrects);
    ledger_copy(entry->reason, sizeof entry->reason, log->reason);
    return true;
}

static bool write_entry(const kiosk_state *state, ledger_entry *entry)
{
    switch (state->log.kind) {
    case KIOSK_LOG_FOUL:
        return write_foul(state, entry);
    case KIOSK_LOG_PENALTY:
        return write_penalty(state, entry);
    case KIOSK_LOG_RESULT:
        return write_result(state, state->log.outcome, entry);
    case KIOSK_LOG_OVERSTEP:
        return write_overstep(state, entry);
    case KIOSK_LOG_LATENESS:
        return write_lateness(state, entry);
    case KIOSK_LOG_OFFER:
        return write_offer(state, entry);
    case KIOSK_LOG_WITHDRAWAL:
        return write_withdrawal(state, entry);
    default:
        return false;
    }
}

bool kiosk_log_entry(const kiosk_state *state, ledger_entry *entry)
{
    if (!write_entry(state, entry))
        return false;
    ledger_copy(entry->id, sizeof entry->id, state->log.id);
    return true;
}

bool kiosk_log_needs_authority(const kiosk_state *state)
{
    return state->log.checked && state->log.another_may;
}
