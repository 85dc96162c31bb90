/*
 * cli/cases_command.c: qili cases: the library of case studies.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/arbiter.h"
#include "cli/case_library.h"
#include "cli/cases_private.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "judge/memo.h"
#include "training/check.h"

enum { LIST_COLUMNS = 5, CELL_BYTES = 512, LINE_BYTES = 4096, NUMBER_COLUMN = 9 };

/* Options. */

static int wrong(cli_call *call, text_name name, const char *value)
{
    char text[TEXT_BYTES];

    report_usage(&call->report, text_fill(text, sizeof text, call->report.language, name, value));
    return OPTION_WRONG;
}

static int take_difficulty(cli_call *call, int *difficulty)
{
    text_number most = text_from_number(TRAINING_DIFFICULTY_MAX);
    char text[TEXT_BYTES];
    long number = 0;

    if (options_number(optarg, 1, TRAINING_DIFFICULTY_MAX, &number)) {
        *difficulty = (int)number;
        return 'd';
    }
    report_usage(&call->report, text_fill(text, sizeof text, call->report.language,
                                          TEXT_NUMBER_OPTION, "--difficulty", optarg, most.digits));
    return OPTION_WRONG;
}

static bool take_option(cli_call *call, int option, void *context)
{
    cases_wishes *wishes = context;

    switch (option) {
    case 'c':
        wishes->folder = optarg;
        break;
    case 'e':
        wishes->filter.edition = optarg;
        break;
    case 't':
        wishes->filter.theme = optarg;
        break;
    case 'a':
        wishes->filter.article = optarg;
        break;
    case 'd':
        return take_difficulty(call, &wishes->filter.difficulty) != OPTION_WRONG;
    case 'f':
        return arbiter_take_format(call, optarg, &wishes->json);
    case 'o':
        wishes->output = optarg;
        break;
    case 'j':
        wishes->journal = optarg;
        break;
    case 'r':
        wishes->replace = true;
        break;
    case 'A':
        wishes->add = true;
        break;
    case 'E':
        wishes->evidence = true;
        break;
    default:
        break;
    }
    return true;
}

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(cli_call *call, cases_wishes *wishes)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"cases", required_argument, NULL, 'c'},
                                          {"edition", required_argument, NULL, 'e'},
                                          {"theme", required_argument, NULL, 't'},
                                          {"article", required_argument, NULL, 'a'},
                                          {"difficulty", required_argument, NULL, 'd'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"file", required_argument, NULL, 'j'},
                                          {"replace", no_argument, NULL, 'r'},
                                          {"add", no_argument, NULL, 'A'},
                                          {"evidence", no_argument, NULL, 'E'},
                                          {NULL, 0, NULL, 0}};
    int option = options_read(call, table, take_option, wishes);

    if (option != OPTION_END)
        return option;
    return case_filter_check(call, &wishes->filter) ? OPTION_END : OPTION_WRONG;
}

/* list */

static void themes_text(const training_case *one, board_language language, char *buffer,
                        size_t size)
{
    size_t used = 0;

    buffer[0] = '\0';
    for (int i = 0; i < TRAINING_THEMES && used < size; i++) {
        if ((one->themes & (uint64_t)1 << i) != 0)
            used += (size_t)snprintf(buffer + used, size - used, "%s%s",
                                     used > 0 ? text_of(TEXT_LIST_COMMA, language) : "",
                                     training_theme_name((training_theme)i, language));
    }
}

static void editions_text(const training_case *one, char *buffer, size_t size)
{
    size_t used = 0;

    buffer[0] = '\0';
    for (size_t i = 0; judge_edition_name(i) && used < size; i++) {
        if (training_case_speaks_of(one, judge_edition_name(i)))
            used += (size_t)snprintf(buffer + used, size - used, "%s%s", used > 0 ? "," : "",
                                     judge_edition_name(i));
    }
}

static void list_as_text(const training_case *one, board_language language)
{
    char themes[CELL_BYTES];
    char editions[CELL_BYTES];
    text_number difficulty = text_from_number((uint64_t)one->difficulty);

    themes_text(one, language, themes, sizeof themes);
    editions_text(one, editions, sizeof editions);
    columns_write(stdout, one->id, 18);
    columns_write(stdout, difficulty.digits, 3);
    columns_write(stdout, editions, 28);
    puts(themes);
}

static void list_as_json(cli_report *report, const training_case *one)
{
    json_t *themes = json_array();
    json_t *editions = json_array();

    for (int i = 0; i < TRAINING_THEMES; i++) {
        if ((one->themes & (uint64_t)1 << i) != 0)
            json_array_append_new(themes, json_string(training_theme_code((training_theme)i)));
    }
    for (size_t i = 0; judge_edition_name(i); i++) {
        if (training_case_speaks_of(one, judge_edition_name(i)))
            json_array_append_new(editions, json_string(judge_edition_name(i)));
    }
    arbiter_write_json(report,
                       json_pack("{s:s, s:s, s:i, s:o, s:o, s:s}", "id", one->id, "kind",
                                 one->kind == TRAINING_MATE ? "mate" : "cycle", "difficulty",
                                 one->difficulty, "editions", editions, "themes", themes, "source",
                                 training_case_source(one, report->language)));
}

static int list(cli_call *call, const cases_wishes *wishes)
{
    training_library library = {0};
    size_t count = 0;

    if (options_operands(call, 0) > 0)
        return STATUS_USAGE;
    if (case_library_load(&call->report, wishes->folder, &library)) {
        for (size_t i = 0; i < library.count; i++) {
            if (!case_filter_takes(&wishes->filter, &library.cases[i]))
                continue;
            count++;
            if (wishes->json)
                list_as_json(&call->report, &library.cases[i]);
            else
                list_as_text(&library.cases[i], call->report.language);
        }
        text_number number = text_from_number(count);
        if (!wishes->json)
            text_write(stdout, call->report.language, TEXT_CASES_COUNT, number.digits);
    }
    training_library_free(&library);
    return report_status(&call->report);
}

/* check */

static void tell_fault(void *context, const training_fault *fault)
{
    cli_report *report = context;
    char text[LINE_BYTES];

    report_bad_input(report, (cli_place){NULL, 0},
                     training_fault_text(fault, report->language, text, sizeof text));
}

static void write_coverage(const training_check *check, board_language language)
{
    puts(text_of(TEXT_CASES_TABLE, language));
    for (size_t i = 0; i < TRAINING_CLAUSES; i++) {
        text_number applies = text_from_number(check->applies[i]);
        text_number seems = text_from_number(check->seems[i]);
        bool missing = check->applies[i] == 0 || check->seems[i] == 0;
        columns_write(stdout, training_clause_number(i), NUMBER_COLUMN);
        columns_write(stdout, applies.digits, NUMBER_COLUMN);
        columns_write(stdout, seems.digits, NUMBER_COLUMN);
        puts(missing ? text_of(TEXT_CASES_MISSING, language) : "");
    }
}

static void write_tally(const training_check *check, board_language language)
{
    text_number cases = text_from_number(check->cases);
    text_number judged = text_from_number(check->judged);
    text_number labels = text_from_number(check->labels);
    text_number verdicts = text_from_number(check->verdicts);
    text_number mates = text_from_number(check->mates);
    text_number declared = text_from_number(check->disagreements);
    text_number faults = text_from_number(check->faults);
    text_number missing = text_from_number(training_check_missing(check));

    text_write(stdout, language, TEXT_CASES_TALLY, cases.digits, judged.digits, labels.digits,
               verdicts.digits, mates.digits, declared.digits, faults.digits, missing.digits);
}

static void check_json(cli_report *report, const training_check *check)
{
    json_t *table = json_object();

    for (size_t i = 0; i < TRAINING_CLAUSES; i++)
        json_object_set_new(
            table, training_clause_number(i),
            json_pack("[I, I]", (json_int_t)check->applies[i], (json_int_t)check->seems[i]));
    arbiter_write_json(
        report, json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "cases",
                          (json_int_t)check->cases, "judged", (json_int_t)check->judged, "labels",
                          (json_int_t)check->labels, "verdicts", (json_int_t)check->verdicts,
                          "mates", (json_int_t)check->mates, "disagreements",
                          (json_int_t)check->disagreements, "faults", (json_int_t)check->faults,
                          "missing", (json_int_t)training_check_missing(check), "clauses", table));
}

bool cases_check(cli_report *report, const training_library *library, bool explanations,
                 training_check *check)
{
    judge_articles articles = {0};
    board_error error = judge_articles_load(NULL, &articles);

    *check = (training_check){.visit = tell_fault,
                              .context = report,
                              .memo = judge_memo_new(judge_memo_standard()),
                              .articles = &articles,
                              .explanations = explanations};
    if (check->memo == NULL)
        error = BOARD_ERROR_NO_MEMORY;
    for (size_t i = 0; error == BOARD_OK && i < library->count; i++)
        error = training_check_case(check, &library->cases[i]);
    if (error != BOARD_OK)
        report_bad_input(report, (cli_place){NULL, 0}, board_error_text(error, report->language));
    judge_memo_free(check->memo);
    judge_articles_free(&articles);
    check->memo = NULL;
    check->articles = NULL;
    return error == BOARD_OK;
}

bool cases_read_files(cli_call *call, int first, training_library *library)
{
    training_problem problem;
    bool all = true;

    for (int i = first; i < call->argc; i++) {
        if (training_library_read_file(library, call->argv[i], &problem) == BOARD_OK)
            continue;
        case_report_problem(&call->report, &problem);
        all = false;
    }
    return all;
}

static int check(cli_call *call, const cases_wishes *wishes)
{
    training_library library = {0};
    training_check done;
    bool files = optind < call->argc;
    bool read = files ? cases_read_files(call, optind, &library)
                      : case_library_load(&call->report, wishes->folder, &library);

    if ((read || files) && cases_check(&call->report, &library, true, &done)) {
        if (wishes->json) {
            check_json(&call->report, &done);
        } else {
            if (!files)
                write_coverage(&done, call->report.language);
            write_tally(&done, call->report.language);
        }
        if (!files && training_check_missing(&done) > 0)
            call->report.bad_inputs++;
    }
    training_library_free(&library);
    return report_status(&call->report);
}

/* The command. */

static const struct {
    const char *name;
    int (*run)(cli_call *call, const cases_wishes *wishes);
} parts[] = {{"list", list},           {"check", check},
             {"show", cases_show},     {"export", cases_export},
             {"import", cases_import}, {"from-ruling", cases_from_ruling}};

int cases_command(cli_call *call)
{
    cases_wishes wishes = {0};
    int option = read_options(call, &wishes);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG)
        return STATUS_USAGE;
    for (size_t i = 0; optind < call->argc && i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(parts[i].name, call->argv[optind]) == 0) {
            optind++;
            return parts[i].run(call, &wishes);
        }
    }
    wrong(call, TEXT_CASES_PART, optind < call->argc ? call->argv[optind] : "");
    return STATUS_USAGE;
}
