/* cli/journal_pgn.c: the rulings of a journal as games in PGN. */
#include "cli/journal_pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paper/pgn.h"
#include "store/fold.h"
#include "store/problem.h"

typedef struct pgn_run {
    const ledger_state *state;
    ledger_entry entry;
    cli_report *report;
    board_error error;
} pgn_run;

static void put_game(pgn_run *run, const paper_sheet *sheet)
{
    char *text = paper_pgn(sheet, run->report->language);

    if (text == NULL)
        run->error = BOARD_ERROR_NO_MEMORY;
    else if (fputs(text, stdout) == EOF && !report_flush(run->report))
        run->error = BOARD_ERROR_STORE_SINK;
    free(text);
}

static bool put_entry(void *context, const store_entry *stored)
{
    pgn_run *run = context;
    board_problem problem;
    paper_sheet *sheet = NULL;

    run->error = store_ledger_entry(stored, &run->entry);
    if (run->error != BOARD_OK || run->entry.type != LEDGER_RULING)
        return run->error == BOARD_OK;
    const board_error error = paper_sheet_make(run->state, &run->entry, false, &sheet, &problem);
    if (error == BOARD_OK)
        put_game(run, sheet);
    else if (error == BOARD_ERROR_NO_MEMORY)
        run->error = error;
    else
        report_problem(run->report, (cli_place){.file = stored->id}, &problem, NULL);
    paper_sheet_free(sheet);
    return run->error == BOARD_OK;
}

board_error journal_pgn_write(store_journal *journal, const store_filter *filter,
                              cli_report *report, store_problem *problem)
{
    store_fold fold = {.state = NULL};
    pgn_run *run = calloc(1, sizeof *run);

    if (run == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    run->report = report;
    board_error error = store_fold_on(journal, &fold, problem);
    run->state = fold.state;
    if (error == BOARD_OK)
        error = store_visit(journal, filter, put_entry, run, problem);
    if (error == BOARD_OK && run->error != BOARD_OK)
        error = store_fail(problem, run->error, NULL);
    store_fold_free(&fold);
    free(run);
    return error;
}
