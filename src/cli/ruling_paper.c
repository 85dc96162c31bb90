/* cli/ruling_paper.c: a ruling of the journal written out as PDF or PGN. */
#include "cli/ruling_paper.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/entry_name.h"
#include "paper/pdf.h"
#include "paper/pgn.h"
#include "store/files.h"

static void tell_store(ledger_session *session, const store_problem *problem)
{
    char text[TEXT_BYTES];

    session->failed = true;
    report_usage(session->report,
                 store_problem_text(problem, session->report->language, text, sizeof text));
}

/* The id of the ruling that an entry's number or id, or a game, names; false: reported. */
static bool find_id(ledger_session *session, const char *which, char id[STORE_ID_BYTES])
{
    if (strchr(which, '.') == NULL) /* no game */
        return entry_name_read(session->report, session->journal, which, id);
    const ledger_game_key game = ledger_session_game(session, which);
    if (session->failed)
        return false;
    const ledger_fact *fact = paper_ruling_of_game(session->fold.state, game);
    if (fact == NULL) {
        ledger_session_wrong(session, TEXT_RULING_NONE, which);
        return false;
    }
    return ledger_copy(id, STORE_ID_BYTES, fact->id);
}

/* which: as it was asked for. */
static paper_sheet *make_sheet(ledger_session *session, const char *id, const char *which)
{
    store_entry stored;
    store_problem trouble;
    board_problem problem;
    paper_sheet *sheet = NULL;
    ledger_entry *entry = &session->draft; /* nothing is drafted here */

    if (store_get_id(session->journal, id, &stored, &trouble) != BOARD_OK) {
        tell_store(session, &trouble);
        return NULL;
    }
    if (store_ledger_entry(&stored, entry) != BOARD_OK || entry->type != LEDGER_RULING) {
        ledger_session_wrong(session, TEXT_RULING_NONE, which);
    } else if (paper_sheet_make(session->fold.state, entry, true, &sheet, &problem) != BOARD_OK) {
        session->failed = true;
        report_problem(session->report, (cli_place){.file = which}, &problem, NULL);
    }
    store_entry_free(&stored);
    return sheet;
}

/* The bytes are the caller's to free. */
static bool make_bytes(ledger_session *session, const paper_sheet *sheet, ruling_paper form,
                       char **bytes, size_t *length)
{
    const board_language language = session->report->language;
    board_error error = BOARD_OK;

    if (form == RULING_PAPER_PDF) {
        error = paper_pdf(sheet, language, bytes, length);
    } else {
        *bytes = paper_pgn(sheet, language);
        *length = *bytes != NULL ? strlen(*bytes) : 0;
        error = *bytes != NULL ? BOARD_OK : BOARD_ERROR_NO_MEMORY;
    }
    if (error == BOARD_OK)
        return true;
    session->failed = true;
    report_usage(session->report, board_error_text(error, language));
    return false;
}

static void put_out(ledger_session *session, const char *output, const char *bytes, size_t length)
{
    store_problem trouble;

    if (output != NULL && strcmp(output, "-") != 0) {
        if (store_write_file(output, bytes, length, &trouble) != BOARD_OK)
            tell_store(session, &trouble);
        return;
    }
    fwrite(bytes, 1, length, stdout);
    report_flush(session->report);
}

void ruling_paper_write(ledger_session *session, ruling_paper form, const char *which,
                        const char *output)
{
    char id[STORE_ID_BYTES];
    char *bytes = NULL;
    size_t length = 0;

    if (form == RULING_PAPER_PDF && output == NULL && isatty(STDOUT_FILENO)) {
        ledger_session_wrong(session, TEXT_RULING_TERMINAL, "");
        return;
    }
    paper_sheet *sheet = find_id(session, which, id) ? make_sheet(session, id, which) : NULL;
    if (sheet == NULL)
        return;
    if (make_bytes(session, sheet, form, &bytes, &length))
        put_out(session, output, bytes, length);
    free(bytes);
    paper_sheet_free(sheet);
}
