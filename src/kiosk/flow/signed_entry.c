/* kiosk/flow/signed_entry.c: the entry that a signature puts into the journal. */
#include <stdio.h>
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

/* The judged moves in ICCS, "!" where an illegal one stood. */
static void write_moves(const kiosk_hearing *hearing, char moves[LEDGER_MOVES_BYTES])
{
    const judge_dispute *dispute = &hearing->dispute;
    size_t used = 0;

    for (size_t i = 0; i < dispute->count; i++) {
        char text[BOARD_NOTATION_BYTES];
        board_notation_write(&dispute->start, dispute->moves[i].move, BOARD_NOTATION_ICCS, text);
        used += (size_t)snprintf(moves + used, LEDGER_MOVES_BYTES - used, "%s%s%s",
                                 i > 0 ? " " : "", text, dispute->moves[i].stood ? "!" : "");
    }
}

static void write_overrides(const kiosk_entered *entered, ledger_ruling *ruling)
{
    ruling->override_count = (int32_t)entered->override_count;
    for (size_t i = 0; i < entered->override_count; i++) {
        const judge_override *from = &entered->overrides[i];
        ledger_override *to = &ruling->overrides[i];
        to->ply = (int32_t)from->move + 1;
        to->label = from->label;
        to->kind = from->idle_kind;
        ledger_copy(to->reason, sizeof to->reason, from->reason);
    }
}

static bool write_ruling(const kiosk_dispute *dispute, ledger_entry *entry)
{
    ledger_ruling *ruling = &entry->payload.ruling;
    const judge_result *result = kiosk_dispute_result(dispute);
    kiosk_hearing hearing;

    if (result == NULL || !kiosk_hearing_of(dispute, &hearing))
        return false;
    ledger_entry_begin(entry, LEDGER_RULING);
    ledger_copy(entry->id, sizeof entry->id, dispute->id);
    ruling->game = dispute->game;
    board_fen_write(&dispute->entered.layout, ruling->fen);
    write_moves(&hearing, ruling->moves);
    ledger_copy(ruling->edition, sizeof ruling->edition, dispute->entered.edition);
    ruling->tool = dispute->result.ruling.outcome;
    ruling->outcome = kiosk_dispute_outcome(dispute);
    if (ruling->outcome == result->ruling.outcome) /* else they were for another outcome */
        ledger_copy(ruling->articles, sizeof ruling->articles, result->ruling.articles);
    write_overrides(&dispute->entered, ruling);
    ledger_copy(ruling->note, sizeof ruling->note, dispute->entered.note);
    return true;
}

static void write_closing(ledger_game_key game, const char *order, ledger_order_end how,
                          ledger_entry *entry)
{
    ledger_entry_begin(entry, LEDGER_ORDER_CLOSED);
    entry->payload.order_closed.game = game;
    entry->payload.order_closed.how = how;
    ledger_copy(entry->payload.order_closed.order, LEDGER_ID_BYTES, order);
}

bool kiosk_entry_to_sign(const kiosk_state *state, ledger_entry *entry)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (state->screen != KIOSK_SCREEN_SIGN)
        return false;
    if (state->sign.what == KIOSK_SIGN_RULING)
        return dispute != NULL && write_ruling(dispute, entry);
    if (state->sign.what == KIOSK_SIGN_ENTRY)
        return kiosk_log_entry(state, entry);
    if (state->game == NULL || !ledger_game_equal(state->game->table.game, state->game_key) ||
        state->game->order_id[0] == '\0')
        return false;
    write_closing(state->game_key, state->game->order_id, LEDGER_CHANGED, entry);
    return true;
}

bool kiosk_closing_to_sign(const kiosk_state *state, ledger_entry *entry)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (state->sign.what != KIOSK_SIGN_RULING || dispute == NULL || !dispute->after_order)
        return false;
    write_closing(dispute->game, dispute->order, LEDGER_REPEATED, entry);
    ledger_copy(entry->id, sizeof entry->id, dispute->closing);
    return true;
}

/* The PIN. */
