/* office/pairings.c: a table of pairings logged in the office's journal. */
#include "office/pairings.h"

#include <stdio.h>
#include <stdlib.h>

#include "ledger/pairing_table.h"
#include "store/problem.h"

typedef struct import {
    office_house *office;
    const char *by;
    size_t logged;
    board_error error;
    store_problem *problem;
} import;

static const ledger_state *log_draft(void *context, const ledger_table_line *line,
                                     ledger_entry *draft)
{
    import *run = context;

    (void)line;
    ledger_copy(draft->arbiter, sizeof draft->arbiter, run->by);
    run->error = office_log_entry(run->office, draft, run->problem);
    run->logged += run->error == BOARD_OK;
    return run->error == BOARD_OK ? run->office->fold.state : NULL;
}

static board_error log_table(const ledger_pairing_table *table, import *run)
{
    if (office_state(run->office, run->problem) == NULL)
        return run->problem->error;
    ledger_entry *draft = calloc(1, sizeof *draft);
    if (draft == NULL)
        return store_fail(run->problem, BOARD_ERROR_NO_MEMORY, NULL);
    ledger_pairing_table_make(run->office->fold.state, table, draft, log_draft, run);
    free(draft);
    return run->error;
}

board_error office_pairings_import(office_house *office, const char *by, const char *text,
                                   size_t length, office_pairings_report *report,
                                   store_problem *problem)
{
import run = {.office = office, .by = by, .error = BOARD_OK, .problem = problem };
    char detail[STORE_DETAIL_BYTES];
    ledger_pairing_table table;
    board_problem wrong;
    board_error error = ledger_pairing_table_read(text, length, &table, &wrong);

    if (error != BOARD_OK) {
        snprintf(detail, sizeof detail, "%zu: %s", wrong.line, wrong.token);
        error = store_fail(problem, error,
                           error == BOARD_ERROR_OFFICE_TABLE_LINE ? detail
                           : wrong.token[0] != '\0'               ? wrong.token
                                                                  : NULL);
    } else
        error = log_table(&table, &run);
    *report = (office_pairings_report){.lines = table.count, .logged = run.logged};
    ledger_pairing_table_free(&table);
    return error;
}
