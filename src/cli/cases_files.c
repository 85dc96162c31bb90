/*
 * cli/cases_files.c: qili cases: showing a case, and cases going out to files and coming in.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "cli/board_drawing.h"
#include "cli/cases_private.h"
#include "cli/judged.h"
#include "cli/ledger_session.h"
#include "judge/memo.h"
#include "judge/words.h"
#include "training/from_ruling.h"
#include "training/words.h"

enum { LINE_BYTES = 4096, MOVES_BYTES = TRAINING_MOVES_MAX * 5 + 1 };

/* show */

/* A case on its way to the terminal. */
typedef struct showing {
    cli_report *report;
    const training_case *one;
    judge_edition edition;
    judge_setting setting;
    bool evidence;
} showing;

static void write_two_views(const showing *show)
{
    board_language language = show->report->language;
    const char *view = training_case_disagreement(show->one, show->edition.name, language);
    const char *verdict = training_case_verdict(show->one, show->edition.name);

    text_write(stdout, language, TEXT_CASES_SAYS,
               verdict ? training_verdict_text(verdict, language) : "-");
    for (size_t i = 0; i < show->one->count; i++) {
        const char *label = training_case_label(show->one, show->edition.name, i);
        printf("%s%s", i > 0 ? " " : "", label ? training_label_text(label, language) : "-");
    }
    putchar('\n');
    if (view)
        text_write(stdout, language, TEXT_CASES_DISAGREES, view);
}

static void write_claims(const showing *show)
{
    for (int applies = 1; applies >= 0; applies--) {
        const char *number = NULL;
        char text[JUDGE_ARTICLES_BYTES];
        for (size_t i = 0; (number = training_case_clause(show->one, applies, i)) != NULL; i++) {
            if (i == 0)
                fputs(text_of(applies ? TEXT_CASES_APPLIES : TEXT_CASES_SEEMS,
                              show->report->language),
                      stdout);
            printf("%s%s", i > 0 ? ", " : "",
                   judge_articles_text(number, show->report->language, text, sizeof text));
        }
        if (training_case_clause(show->one, applies, 0))
            putchar('\n');
    }
}

static bool show_cycle(void *context, const dispute_entry *entry)
{
    showing *show = context;
    const judge_dispute dispute = {
        .start = show->one->start, .moves = show->one->moves, .count = show->one->count};
    judge_result result;
    board_error error = judge_dispute_rule(&dispute, &show->edition, &show->setting.limits,
                                           show->setting.memo, &result, NULL);
    const cli_judged judged = {.entry = entry,
                               .dispute = &dispute,
                               .edition = &show->edition,
                               .setting = &show->setting,
                               .result = &result,
                               .language = show->report->language,
                               .evidence = show->evidence};

    if (error != BOARD_OK) {
        report_bad_input(show->report, entry->place,
                         board_error_text(error, show->report->language));
        return false;
    }
    judged_write_text(stdout, &judged);
    judge_result_free(&result);
    return false;
}

static void write_moves(const training_case *one, char moves[MOVES_BYTES])
{
    board_position position = one->start;
    size_t used = 0;

    for (size_t i = 0; i < one->count; i++) {
        char text[BOARD_NOTATION_BYTES];
        board_notation_write(&position, one->moves[i].move, BOARD_NOTATION_ICCS, text);
        used += (size_t)snprintf(moves + used, MOVES_BYTES - used, "%s%s", i > 0 ? " " : "", text);
        board_make(&position, one->moves[i].move);
    }
}

static void show_mate(const showing *show)
{
    board_layout layout;
    text_number length = text_from_number((uint64_t)show->one->mate);

    board_position_to_layout(&show->one->start, &layout);
    board_draw(stdout, &layout, show->report->language);
    text_write(stdout, show->report->language, TEXT_CASES_MATE,
               judge_side_name(show->one->start.to_move, show->report->language), length.digits);
}

static void show_case(showing *show)
{
    char fen[BOARD_FEN_BYTES];
    char moves[MOVES_BYTES] = "";
    board_layout layout;
    board_language language = show->report->language;

    text_write(stdout, language, TEXT_CASES_HEADING, show->one->id,
               training_case_source(show->one, language));
    if (show->one->kind == TRAINING_MATE) {
        show_mate(show);
    } else {
        board_position_to_layout(&show->one->start, &layout);
        board_fen_write(&layout, fen);
        write_moves(show->one, moves);
        dispute_of_texts(show->report, fen, moves, show_cycle, show);
        putchar('\n');
        write_two_views(show);
    }
    write_claims(show);
    if (training_case_explanation(show->one, language)[0] != '\0')
        text_write(stdout, language, TEXT_CASES_EXPLAINED,
                   training_case_explanation(show->one, language));
}

static bool find_case(cli_report *report, const training_library *library, const char *id,
                      const training_case **one)
{
    char text[TEXT_BYTES];

    *one = training_library_find(library, id);
    if (*one == NULL)
        report_bad_input(report, (cli_place){NULL, 0},
                         text_fill(text, sizeof text, report->language, TEXT_CASES_NONE, id));
    return *one != NULL;
}

static void show_named(cli_report *report, const cases_wishes *wishes,
                       const training_library *library, const char *id)
{
    showing show = {.report = report, .evidence = wishes->evidence};

    if (!find_case(report, library, id, &show.one))
        return;
    const char *edition =
        wishes->filter.edition ? wishes->filter.edition : training_case_edition(show.one);
    show.setting.memo = judge_memo_new(judge_memo_standard());
    if (show.setting.memo == NULL || judge_edition_load(edition, &show.edition) != BOARD_OK) {
        report_bad_input(report, (cli_place){NULL, 0}, text_of(TEXT_NO_MEMORY, report->language));
    } else {
        show.setting.clauses = show.edition.clauses;
        show.setting.limits = judge_limits_standard();
        show_case(&show);
    }
    judge_memo_free(show.setting.memo);
}

int cases_show(cli_call *call, const cases_wishes *wishes)
{
    training_library library = {0};

    if (optind == call->argc) {
        report_usage(&call->report, text_of(TEXT_CASES_NO_ID, call->report.language));
        return STATUS_USAGE;
    }
    if (case_library_load(&call->report, wishes->folder, &library)) {
        for (int i = optind; i < call->argc; i++)
            show_named(&call->report, wishes, &library, call->argv[i]);
    }
    training_library_free(&library);
    return report_status(&call->report);
}

/* export */

static bool write_to(FILE *stream, const training_library *library)
{
    for (size_t i = 0; i < library->count; i++) {
        char *text = training_case_text(&library->cases[i], library->count > 1);
        if (text == NULL)
            return false;
        fprintf(stream, "%s\n", text);
        free(text);
    }
    return fflush(stream) == 0 && !ferror(stream);
}

bool cases_write(cli_report *report, const cases_wishes *wishes, const training_library *library)
{
    FILE *stream = wishes->output ? fopen(wishes->output, "wb") : stdout;
    bool written = stream != NULL && write_to(stream, library);
    int reason = errno;

    if (wishes->output && stream != NULL && fclose(stream) != 0)
        written = false;
    if (!written && wishes->output)
        report_bad_input(report, (cli_place){wishes->output, 0}, strerror(reason));
    return written;
}

/* The cases of the ids in the command line, or those that the filter takes. */
static bool choose(cli_call *call, const cases_wishes *wishes, const training_library *library,
                   training_library *chosen)
{
    training_problem problem;

    for (int i = optind; i < call->argc; i++) {
        const training_case *one = NULL;
        if (!find_case(&call->report, library, call->argv[i], &one))
            return false;
        training_library single = {.count = 1, .cases = (training_case *)one};
        if (training_library_add(chosen, &single, &problem) != BOARD_OK)
            return false;
    }
    if (optind < call->argc)
        return true;
    training_case *cases = calloc(library->count + 1, sizeof *cases);
    if (cases == NULL)
        return false;
    training_library taken = {.cases = cases};
    for (size_t i = 0; i < library->count; i++) {
        if (case_filter_takes(&wishes->filter, &library->cases[i]))
            taken.cases[taken.count++] = library->cases[i];
    }
    bool added = training_library_add(chosen, &taken, &problem) == BOARD_OK;
    free(taken.cases);
    return added;
}

int cases_export(cli_call *call, const cases_wishes *wishes)
{
    training_library library = {0};
    training_library chosen = {0};

    if (case_library_load(&call->report, wishes->folder, &library) &&
        choose(call, wishes, &library, &chosen))
        cases_write(&call->report, wishes, &chosen);
    training_library_free(&chosen);
    training_library_free(&library);
    return report_status(&call->report);
}

/* import */

bool cases_keep(cli_report *report, const cases_wishes *wishes, const training_library *library)
{
    char folder[TRAINING_PATH_BYTES];
    training_problem problem;
    size_t written = 0;

    if (!case_folder_find(wishes->folder, folder)) {
        report_usage(report, text_of(TEXT_CASES_NO_PLACE, report->language));
        return false;
    }
    if (training_library_write_folder(library, folder, wishes->replace, &written, &problem) !=
        BOARD_OK) {
        case_report_problem(report, &problem);
        return false;
    }
    text_number added = text_from_number(written);
    text_number there = text_from_number(library->count - written);
    text_write(stdout, report->language, TEXT_CASES_KEPT, added.digits, there.digits, folder);
    return true;
}

/* None of what comes in may bear the id of a built-in case and say otherwise. */
static bool fits_built_in(cli_report *report, const training_library *library)
{
    training_library both = {0};
    training_problem problem;
    board_error error = training_library_built_in(&both, &problem);

    if (error == BOARD_OK)
        error = training_library_add(&both, library, &problem);
    if (error != BOARD_OK)
        case_report_problem(report, &problem);
    training_library_free(&both);
    return error == BOARD_OK;
}

int cases_import(cli_call *call, const cases_wishes *wishes)
{
    training_library library = {0};
    training_check check = {0};

    if (optind == call->argc) {
        report_usage(&call->report, text_of(TEXT_CASES_NO_FILE, call->report.language));
        return STATUS_USAGE;
    }
    if (cases_read_files(call, optind, &library) && fits_built_in(&call->report, &library) &&
        cases_check(&call->report, &library, false, &check) && check.faults == 0)
        cases_keep(&call->report, wishes, &library);
    training_library_free(&library);
    return report_status(&call->report);
}

/* from-ruling */

static bool load_ruling(cli_call *call, const cases_wishes *wishes, const char *id,
                        ledger_entry *entry)
{
    ledger_session *session = ledger_session_begin(call);
    store_entry stored;
    store_problem problem;
    char text[LINE_BYTES];
    bool found = false;

    if (session == NULL)
        return false;
    session->file = wishes->journal;
    if (ledger_session_open(session, true)) {
        board_error error = store_get_id(session->journal, id, &stored, &problem);
        if (error == BOARD_OK) {
            error = store_ledger_entry(&stored, entry);
            store_entry_free(&stored);
        }
        found = error == BOARD_OK && entry->type == LEDGER_RULING;
        if (!found)
            report_bad_input(
                &call->report, (cli_place){NULL, 0},
                text_fill(text, sizeof text, call->report.language, TEXT_CASES_NO_RULING, id));
    }
    ledger_session_end(session);
    return found;
}

static void make_from(cli_call *call, const cases_wishes *wishes, const ledger_ruling *ruling)
{
    training_case one;
    board_problem problem;

    if (training_case_from_ruling(ruling, NULL, &one, &problem) != BOARD_OK) {
        report_problem(&call->report, (cli_place){NULL, 0}, &problem, NULL);
        return;
    }
    training_library library = {.count = 1, .cases = &one};
    if (wishes->add)
        cases_keep(&call->report, wishes, &library);
    else
        cases_write(&call->report, wishes, &library);
    training_case_free(&one);
}

int cases_from_ruling(cli_call *call, const cases_wishes *wishes)
{
    if (optind + 1 != call->argc) {
        report_usage(&call->report, text_of(TEXT_CASES_NO_ID, call->report.language));
        return STATUS_USAGE;
    }
    ledger_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        report_usage(&call->report, text_of(TEXT_NO_MEMORY, call->report.language));
    else if (load_ruling(call, wishes, call->argv[optind], entry))
        make_from(call, wishes, &entry->payload.ruling);
    free(entry);
    return report_status(&call->report);
}
