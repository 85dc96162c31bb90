/* kiosk/desk/decisions.c: what the chief arbiter decided of a game's rulings. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/text.h"

/* Does somebody above say it? What an arbiter put right himself is no decision. */
static bool is_from_above(const ledger_decision *decision)
{
    return decision->kind == LEDGER_RULING_UPHELD || decision->kind == LEDGER_OVERRULED;
}

typedef struct decision_visit {
    const ledger_state *state;
    const ledger_fact *latest; /* the decision */
    ledger_decision_kind kind;
} decision_visit;

static bool look_at_ruling(void *context, const ledger_fact *fact)
{
    decision_visit *visit = context;

    if (fact->type != LEDGER_RULING)
        return true;
    const ledger_decision decision = ledger_decision_of(visit->state, fact);
    if (is_from_above(&decision) &&
        (visit->latest == NULL || ledger_fact_before(visit->latest, decision.because))) {
        visit->latest = decision.because;
        visit->kind = decision.kind;
    }
    return true;
}

void desk_read_table_decision(const ledger_state *state, kiosk_table *table)
{
    decision_visit visit = {.state = state};

    ledger_visit_game(state, table->game, look_at_ruling, &visit);
    table->decided = visit.kind;
    kiosk_text_copy(table->decision, sizeof table->decision,
                    visit.latest != NULL ? visit.latest->id : "");
}

/* Why, and what holds now: that stands in the journal only. */
static void read_entry(kiosk_desk *desk, const char *id, kiosk_decision *decision)
{
    ledger_entry *entry = calloc(1, sizeof *entry);
    store_entry stored;

    if (entry == NULL || store_get_id(desk->journal, id, &stored, NULL) != BOARD_OK) {
        free(entry);
        return;
    }
    const bool read = store_ledger_entry(&stored, entry) == BOARD_OK;
    const char *reason = "";
    if (read && entry->type == LEDGER_UPHELD) {
        reason = entry->payload.upheld.note;
    } else if (read && entry->type == LEDGER_WITHDRAWAL) {
        decision->withdrawn = true;
        reason = entry->reason[0] != '\0' ? entry->reason : entry->payload.withdrawal.note;
    } else if (read && entry->type == LEDGER_RULING) {
        decision->outcome = entry->payload.ruling.outcome;
        reason = entry->reason;
    }
    kiosk_text_copy(decision->reason, sizeof decision->reason, reason);
    store_entry_free(&stored);
    free(entry);
}

void desk_read_decision(kiosk_desk *desk, const ledger_fact *ruling, kiosk_game *game)
{
    const ledger_state *state = desk->fold.state;
    const ledger_decision decision = ledger_decision_of(state, ruling);
    kiosk_decision *list = game->decisions;
    ledger_person person;

    if (!is_from_above(&decision))
        return;
    memmove(list + 1, list, (KIOSK_DECISIONS_MAX - 1) * sizeof *list);
    game->decision_count += game->decision_count < KIOSK_DECISIONS_MAX;
    list[0] = (kiosk_decision){.kind = decision.kind,
                               .outcome = (judge_outcome)ruling->code,
                               .time_ms = decision.because->time_ms};
    kiosk_text_copy(list[0].id, sizeof list[0].id, decision.because->id);
    kiosk_text_copy(list[0].ruling, sizeof list[0].ruling, ruling->id);
    const char *key = decision.because->arbiter;
    kiosk_text_copy(list[0].by, sizeof list[0].by,
                    ledger_find_person(state, LEDGER_ARBITERS, key, &person) ? person.name : key);
    read_entry(desk, decision.because->id, &list[0]);
}
