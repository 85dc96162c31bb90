/* office/decision_routes.c: upholding and overruling, pairings. */
#include <stdlib.h>
#include <string.h>

#include "judge/words.h"
#include "ledger/decision.h"
#include "office/pairings.h"
#include "office/routes.h"
#include "store/entry.h"
#include "store/problem.h"
#include "sync/carried.h"

/* What a decision works with. */
typedef struct decision {
    office_call *call;
    json_t *object;     /* the request's body */
    store_entry stored; /* the ruling as it is in the journal */
    ledger_entry ruling;
    ledger_entry draft;
} decision;

static void end_decision(decision *work)
{
    if (work == NULL)
        return;
    store_entry_free(&work->stored);
    json_decref(work->object);
    free(work);
}

/* Reads the request and the ruling it names; NULL: refused. */
static decision *begin_decision(office_call *call)
{
    decision *work = calloc(1, sizeof *work);

    if (work == NULL || office_journal(call->office) == NULL) {
        free(work);
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return NULL;
    }
    work->call = call;
    work->object =
        json_loadb(call->request->body, call->request->length, JSON_REJECT_DUPLICATES, NULL);
    const char *id = office_text_of(work->object, "id");
    bool found = store_get_id(call->office->journal, id, &work->stored, NULL) == BOARD_OK &&
                 store_ledger_entry(&work->stored, &work->ruling) == BOARD_OK &&
                 work->ruling.type == LEDGER_RULING;
    if (!found) {
        office_refuse(call, BOARD_ERROR_SYNC_NOT_FOUND, "id");
        end_decision(work);
        return NULL;
    }
    return work;
}

/* Logs the draft by the person who asks. */
static void log_decision(decision *work, const char *what)
{
    office_call *call = work->call;
    store_problem problem;

    ledger_copy(work->draft.arbiter, sizeof work->draft.arbiter, call->person.key);
    board_error error = office_log_entry(call->office, &work->draft, &problem);
    if (error == BOARD_OK) {
        office_note_name(call->office, "%s %s ruling %s", call->person.key, what, work->ruling.id);
        office_reply_json(call, json_pack("{s:s}", "id", work->draft.id));
        return;
    }
    bool form = error >= BOARD_ERROR_LEDGER_JSON && error <= BOARD_ERROR_LEDGER_FIELD_LENGTH;
    office_refuse(call, form ? BOARD_ERROR_SYNC_MALFORMED : BOARD_ERROR_SYNC_OFFICE,
                  problem.detail);
}

void office_route_uphold(office_call *call)
{
    decision *work = begin_decision(call);
    if (work == NULL)
        return;
    ledger_upheld *upheld = &work->draft.payload.upheld;

    ledger_entry_begin(&work->draft, LEDGER_UPHELD);
    upheld->game = work->ruling.payload.ruling.game;
    ledger_copy(upheld->ruling, sizeof upheld->ruling, work->ruling.id);
    if (ledger_copy(upheld->note, sizeof upheld->note, office_text_of(work->object, "note")))
        log_decision(work, "upheld");
    else
        office_refuse(call, BOARD_ERROR_SYNC_TOO_LARGE, "note");
    end_decision(work);
}

/* The outcome of a code that an arbiter may rule; false: it is none. */
static bool read_outcome(const char *code, judge_outcome *outcome)
{
    for (int i = JUDGE_RED_LOSES; i <= JUDGE_DRAW; i++) {
        if (strcmp(judge_outcome_code((judge_outcome)i), code) == 0) {
            *outcome = (judge_outcome)i;
            return true;
        }
    }
    return false;
}

/* Another ruling takes its place: the same position and moves, the tool's word, another outcome. */
void office_route_overrule(office_call *call)
{
    decision *work = begin_decision(call);
    if (work == NULL)
        return;
    const char *reason = office_text_of(work->object, "reason");
    ledger_ruling *ruling = &work->draft.payload.ruling;

    ledger_entry_begin(&work->draft, LEDGER_RULING);
    *ruling = work->ruling.payload.ruling;
    ruling->note[0] = '\0';
    ledger_copy(work->draft.corrects, sizeof work->draft.corrects, work->ruling.id);
    if (reason[0] == '\0' || !ledger_copy(work->draft.reason, sizeof work->draft.reason, reason))
        office_refuse(call, BOARD_ERROR_SYNC_MALFORMED, "reason");
    else if (!read_outcome(office_text_of(work->object, "outcome"), &ruling->outcome))
        office_refuse(call, BOARD_ERROR_SYNC_MALFORMED, "outcome");
    else if (!ledger_copy(ruling->articles, sizeof ruling->articles,
                          office_text_of(work->object, "articles")))
        office_refuse(call, BOARD_ERROR_SYNC_MALFORMED, "articles");
    else
        log_decision(work, "overruled");
    end_decision(work);
}

/* Pairings from a table. */

void office_route_pairings(office_call *call)
{
    office_pairings_report report = {.logged = 0};
    store_problem problem;
    board_error error = office_pairings_import(call->office, call->person.key, call->request->body,
                                               call->request->length, &report, &problem);

    if (error != BOARD_OK) {
        office_refuse(call, error, problem.detail);
        return;
    }
    office_note_name(call->office, "%s imported %zu entries of pairings", call->person.key,
                     report.logged);
    office_reply_json(
        call, json_pack("{s:i, s:i}", "lines", (int)report.lines, "logged", (int)report.logged));
}
