/* office/ruling_view.c: one ruling with all that the page shows and prints of it, as JSON. */
#include <stdlib.h>
#include <string.h>

#include "judge/words.h"
#include "ledger/decision.h"
#include "office/routes.h"
#include "office/worker.h"

/* A ruling, and the room its entry needs. */
typedef struct ruling_view {
    office_call *call;
    const ledger_state *state;
    const ledger_fact *fact;
    store_entry stored;
    ledger_entry entry;
    ledger_entry other; /* the decision's entry */
} ruling_view;

static json_t *person_name(const ruling_view *view, const char *key)
{
    ledger_person person;

    return json_string(ledger_find_person(view->state, LEDGER_ARBITERS, key, &person) ? person.name
                                                                                      : key);
}

/* Who decided, what, and the reason, which only the journal has. */
static json_t *decision_json(ruling_view *view)
{
    ledger_decision decision = ledger_decision_of(view->state, view->fact);
    store_entry stored;
    const char *reason = "";
    const char *outcome = "";

    if (decision.because == NULL ||
        store_get_id(view->call->office->journal, decision.because->id, &stored, NULL) != BOARD_OK)
        return json_null();
    if (store_ledger_entry(&stored, &view->other) == BOARD_OK) {
        if (view->other.type == LEDGER_UPHELD)
            reason = view->other.payload.upheld.note;
        else
            reason = view->other.reason;
        if (view->other.type == LEDGER_RULING)
            outcome = judge_outcome_code(view->other.payload.ruling.outcome);
    }
    json_t *value = json_pack(
        "{s:s, s:s, s:o, s:I, s:s, s:s}", "kind", ledger_decision_code(decision.kind), "id",
        decision.because->id, "by", person_name(view, decision.because->arbiter), "time_ms",
        (json_int_t)decision.because->time_ms, "reason", reason, "outcome", outcome);
    store_entry_free(&stored);
    return value;
}

static json_t *overrides_json(const ledger_ruling *ruling)
{
    json_t *list = json_array();

    for (int32_t i = 0; i < ruling->override_count; i++) {
        const ledger_override *override = &ruling->overrides[i];
        const bool kind = override->label == JUDGE_IDLE && override->kind != JUDGE_IDLE_PLAIN;
        json_array_append_new(list,
                              json_pack("{s:i, s:s, s:s, s:s}", "ply", (int) override->ply, "zh",
                                        kind ? judge_idle_word(override->kind, BOARD_CHINESE)
                                             : judge_label_word(override->label, BOARD_CHINESE),
                                        "en",
                                        kind ? judge_idle_word(override->kind, BOARD_ENGLISH)
                                             : judge_label_word(override->label, BOARD_ENGLISH),
                                        "reason", override->reason));
    }
    return list;
}

/* What the rules are called; of an edition that this office does not have, only its key. */
static json_t *edition_json(const char *name)
{
    judge_edition edition;
    const bool known = judge_edition_load(name, &edition) == BOARD_OK;

    return json_pack("{s:s, s:s}", "zh", known ? edition.title[BOARD_CHINESE] : name, "en",
                     known ? edition.title[BOARD_ENGLISH] : name);
}

static json_t *entry_json(ruling_view *view)
{
    const ledger_ruling *ruling = &view->entry.payload.ruling;
    char game[LEDGER_GAME_BYTES];

    return json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:s, s:o, s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:o, s:o, s:s}",
        "id", view->entry.id, "game", ledger_game_text(ruling->game, game), "device",
        view->entry.device, "sequence", (json_int_t)view->entry.sequence, "time_ms",
        (json_int_t)view->entry.time_ms, "arbiter", view->entry.arbiter, "arbiter_name",
        person_name(view, view->entry.arbiter), "fen", ruling->fen, "edition", ruling->edition,
        "edition_title", edition_json(ruling->edition), "tool", judge_outcome_code(ruling->tool),
        "outcome", judge_outcome_code(ruling->outcome), "articles", ruling->articles, "note",
        ruling->note, "overrides", overrides_json(ruling), "decision", decision_json(view),
        "reason", view->entry.reason);
}

static void reply(ruling_view *view, const char *judged)
{
    json_t *sheet = json_loads(judged, 0, NULL);

    office_reply_json(view->call,
                      json_pack("{s:o, s:o}", "ruling", entry_json(view), "sheet", sheet));
}

/* False: refused. */
static bool load(ruling_view *view, const char *id)
{
    store_problem problem;

    view->state = office_state(view->call->office, &problem);
    if (view->state == NULL) {
        office_refuse(view->call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return false;
    }
    view->fact = ledger_find_fact(view->state, id);
    if (view->fact == NULL || view->fact->type != LEDGER_RULING ||
        store_get_id(view->call->office->journal, id, &view->stored, &problem) != BOARD_OK ||
        store_ledger_entry(&view->stored, &view->entry) != BOARD_OK ||
        view->entry.type != LEDGER_RULING) {
        office_refuse(view->call, BOARD_ERROR_SYNC_NOT_FOUND, "id");
        return false;
    }
    return true;
}

void office_route_ruling(office_call *call)
{
    ruling_view *view = calloc(1, sizeof *view);

    if (view == NULL) {
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    view->call = call;
    if (load(view, office_argument_of(call, "id"))) {
        struct office_worker *worker = call->front->worker;
        char *own = NULL;
        const char *judged =
            worker != NULL ? office_worker_ask(worker, view->entry.id, &view->entry.payload.ruling)
                           : (own = office_judge_ruling(&view->entry.payload.ruling));
        if (judged != NULL)
            reply(view, judged);
        else if (worker != NULL)
            call->reply->outcome = OFFICE_PENDING;
        else
            office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        free(own);
    }
    store_entry_free(&view->stored);
    free(view);
}
