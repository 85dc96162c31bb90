/* store/fold.c: the ledger's state out of the journal. */
#include "store/fold.h"

#include <stdlib.h>
#include <string.h>

#include "store/journal_private.h"
#include "store/problem.h"

/* What a visit of the journal folds into. */
typedef struct fold_visit {
    store_fold *fold;
    ledger_entry *entry;
    board_error error;
} fold_visit;

board_error store_ledger_entry(const store_entry *stored, ledger_entry *entry)
{
    board_problem problem;

    ledger_entry_begin(entry, LEDGER_UNKNOWN);
    board_error error = ledger_payload_from_json(stored->type, stored->payload,
                                                 strlen(stored->payload), entry, &problem);
    ledger_copy(entry->id, sizeof entry->id, stored->id);
    ledger_copy(entry->device, sizeof entry->device, stored->device);
    ledger_copy(entry->arbiter, sizeof entry->arbiter, stored->arbiter);
    ledger_copy(entry->corrects, sizeof entry->corrects, stored->corrects);
    entry->sequence = stored->sequence;
    entry->time_ms = stored->time_ms;
    return error == BOARD_ERROR_NO_MEMORY ? error : BOARD_OK;
}

static bool fold_entry(void *context, const store_entry *stored)
{
    fold_visit *visit = context;

    visit->error = store_ledger_entry(stored, visit->entry);
    if (visit->error == BOARD_OK)
        visit->error = ledger_apply(visit->fold->state, visit->entry, NULL);
    if (visit->error != BOARD_OK)
        return false;
    visit->fold->up_to = stored->number;
    visit->fold->folded++;
    return true;
}

static board_error take_snapshot(void *context, uint64_t up_to, const char *state, size_t length)
{
    store_fold *fold = context;
    board_error error = ledger_state_load(state, length, &fold->state);

    if (error == BOARD_OK)
        fold->up_to = up_to;
    return error;
}

/* From the newest snapshot; one that cannot be read costs only time. */
static board_error begin(store_journal *journal, store_fold *fold)
{
    store_problem ignored;
    board_error error = store_snapshot_newest(&journal->database, take_snapshot, fold, &ignored);

    if (error == BOARD_OK || error == BOARD_ERROR_NO_MEMORY)
        return error;
    return ledger_state_create(&fold->state);
}

board_error store_fold_on(store_journal *journal, store_fold *fold, store_problem *problem)
{
    if (fold->state == NULL) {
        board_error error = begin(journal, fold);
        if (error != BOARD_OK)
            return store_fail(problem, error, NULL);
    }
    fold_visit visit = {.fold = fold, .entry = malloc(sizeof *visit.entry)};
    if (visit.entry == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    const store_filter rest = {.after = fold->up_to};
    board_error error = store_visit(journal, &rest, fold_entry, &visit, problem);
    free(visit.entry);
    if (error == BOARD_OK && visit.error != BOARD_OK)
        error = store_fail(problem, visit.error, NULL);
    return error;
}

void store_fold_free(store_fold *fold)
{
    ledger_state_free(fold->state);
    *fold = (store_fold){0};
}

board_error store_fold_save(store_journal *journal, const store_fold *fold, store_problem *problem)
{
    char *text = NULL;
    size_t length = 0;
    board_error error = ledger_state_save(fold->state, &text, &length);

    if (error != BOARD_OK)
        return store_fail(problem, error, NULL);
    if (length <= STORE_STATE_MAX)
        error = store_snapshot_save(journal, fold->up_to, text, problem);
    free(text);
    return error;
}

board_error store_log(store_journal *journal, store_fold *fold, ledger_entry *draft,
                      uint64_t *number, store_problem *problem)
{
    board_problem wrong;
    store_entry written;
    char *payload = NULL;
    board_error error = ledger_payload_to_json(draft, &payload, &wrong);

    if (error != BOARD_OK)
        return store_fail(problem, error, wrong.token);
    const store_draft stored = {.type = ledger_type_code(draft->type),
                                .payload = payload,
                                .arbiter = draft->arbiter,
                                .corrects = draft->corrects,
                                .id = draft->id[0] != '\0' ? draft->id : NULL};
    error = store_append(journal, &stored, &written, problem);
    free(payload);
    if (error != BOARD_OK)
        return error;
    ledger_copy(draft->id, sizeof draft->id, written.id);
    ledger_copy(draft->device, sizeof draft->device, written.device);
    draft->sequence = written.sequence;
    draft->time_ms = written.time_ms;
    if (number != NULL)
        *number = written.number;
    return store_fold_on(journal, fold, problem);
}
