/*
 * cli/quiz_command.c: qili quiz: questions on case studies in the terminal, examinations, reports.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board/layout.h"
#include "cli/board_drawing.h"
#include "cli/case_library.h"
#include "cli/commands.h"
#include "cli/journal_place.h"
#include "cli/source.h"
#include "judge/memo.h"
#include "training/text.h"
#include "training/training.h"

enum {
    LINE_BYTES = 4096,
    PROBLEM_BYTES = 1024,
    ANSWER_MAX = 256,
    COUNT_STANDARD = 10,
    SECONDS_MAX = TRAINING_LIMIT_MS_MAX / 1000
};

typedef struct quiz_session {
    cli_call *call;
    cli_report *report;
    const char *trainee;
    const char *folder;
    const char *file; /* of the journal; NULL: the usual place */
    const char *exam_id;
    bool csv;
    bool seed_given;
    training_quiz_options options;
    case_filter filter;
    journal_place place;
    store_journal *journal;
    training_library library;
    training_progress progress;
    training_exam exam;
    judge_memo *memo;
    training_quiz *quiz;
    cli_source input;
} quiz_session;

/* Options. */

static bool wrong(quiz_session *session, text_name name, const char *value, const char *more)
{
    char text[TEXT_BYTES];

    report_usage(session->report,
                 text_fill(text, sizeof text, session->report->language, name, value, more));
    return false;
}

static bool take_number(quiz_session *session, const char *option, long most, long *number)
{
    text_number limit = text_from_number((uint64_t)most);
    char text[TEXT_BYTES];

    if (options_number(optarg, 1, most, number))
        return true;
    report_usage(session->report, text_fill(text, sizeof text, session->report->language,
                                            TEXT_NUMBER_OPTION, option, optarg, limit.digits));
    return false;
}

/* "label,ruling" */
static bool take_kinds(quiz_session *session, const char *list)
{
    while (*list != '\0') {
        char code[16];
        size_t length = strcspn(list, ",");
        training_question_kind kind = 0;
        snprintf(code, sizeof code, "%.*s", (int)length, list);
        if (length >= sizeof code || !training_kind_find(code, &kind))
            return wrong(session, TEXT_QUIZ_KIND, code, NULL);
        session->options.kinds |= 1u << kind;
        list += length + (list[length] == ',');
    }
    return true;
}

static bool take_numbers(quiz_session *session, int option)
{
    long number = 0;

    if (option == 'n' && take_number(session, "--count", TRAINING_QUESTIONS_MAX, &number))
        session->options.count = (size_t)number;
    else if (option == 'd' &&
             take_number(session, "--difficulty", TRAINING_DIFFICULTY_MAX, &number))
        session->filter.difficulty = (int)number;
    else if (option == 's' && take_number(session, "--seed", INT32_MAX, &number))
        session->options.seed = (uint64_t)number;
    else if (option == 'S' && take_number(session, "--seconds", SECONDS_MAX, &number))
        session->options.question_ms = (int64_t)number * 1000;
    session->seed_given = session->seed_given || option == 's';
    return number > 0;
}

static bool take_option(quiz_session *session, int option)
{
    switch (option) {
    case 'T':
        session->trainee = optarg;
        return training_text_is_trainee(optarg) || wrong(session, TEXT_QUIZ_TRAINEE, optarg, NULL);
    case 'c':
        session->folder = optarg;
        return true;
    case 'j':
        session->file = optarg;
        return true;
    case 'e':
        session->filter.edition = optarg;
        return true;
    case 't':
        session->filter.theme = optarg;
        return true;
    case 'a':
        session->filter.article = optarg;
        return true;
    case 'x':
        session->exam_id = optarg;
        return true;
    case 'k':
        return take_kinds(session, optarg);
    case 'f':
        session->csv = strcmp(optarg, "csv") == 0;
        return session->csv || strcmp(optarg, "text") == 0 ||
               wrong(session, TEXT_QUIZ_FORMAT, optarg, NULL);
    default:
        return take_numbers(session, option);
    }
}

/* Returns OPTION_END when all is well, else OPTION_HELP or OPTION_WRONG. */
static int read_options(quiz_session *session)
{
    static const struct option table[] = {COMMON_OPTIONS,
                                          {"trainee", required_argument, NULL, 'T'},
                                          {"cases", required_argument, NULL, 'c'},
                                          {"file", required_argument, NULL, 'j'},
                                          {"edition", required_argument, NULL, 'e'},
                                          {"theme", required_argument, NULL, 't'},
                                          {"article", required_argument, NULL, 'a'},
                                          {"difficulty", required_argument, NULL, 'd'},
                                          {"kinds", required_argument, NULL, 'k'},
                                          {"count", required_argument, NULL, 'n'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"seconds", required_argument, NULL, 'S'},
                                          {"exam", required_argument, NULL, 'x'},
                                          {"format", required_argument, NULL, 'f'},
                                          {NULL, 0, NULL, 0}};
    int option = 0;

    options_begin();
    while ((option = options_next(session->call, table, false)) != OPTION_END) {
        if (option == OPTION_HELP || option == OPTION_WRONG)
            return option;
        if (!take_option(session, option))
            return OPTION_WRONG;
    }
    return case_filter_check(session->call, &session->filter) ? OPTION_END : OPTION_WRONG;
}

/* The journal. */

static void report_store(quiz_session *session, const store_problem *problem)
{
    char text[PROBLEM_BYTES];

    session->report->unusable = true;
    report_bad_input(session->report, (cli_place){session->place.path, 0},
                     store_problem_text(problem, session->report->language, text, sizeof text));
}

/* --file, or training.db beside the journal of the events. */
static bool find_path(quiz_session *session)
{
    static const char events[] = "journal.db";
    static const char own[] = "training.db";
    size_t length = 0;

    if (!journal_place_find(session->file, &session->place))
        return false;
    length = strlen(session->place.path);
    if (session->file != NULL)
        return true;
    if (length < strlen(events) || length - strlen(events) + sizeof own > JOURNAL_PLACE_BYTES)
        return false;
    memcpy(session->place.path + length - strlen(events), own, sizeof own);
    return true;
}

/* Opens the journal and reads the trainee's progress; false: reported. */
static bool open_journal(quiz_session *session, bool read_only)
{
    store_options options = {.read_only = read_only};
    store_problem problem;

    if (!find_path(session))
        return wrong(session, TEXT_JOURNAL_NO_PLACE, "", NULL);
    options.folders = session->place.folders;
    if (store_open(session->place.path, &options, &session->journal, &problem) == BOARD_OK &&
        (session->trainee == NULL ||
         training_record_load(session->journal, session->trainee, &session->progress, &problem) ==
             BOARD_OK))
        return true;
    report_store(session, &problem);
    return false;
}

static int64_t now_ms(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A question on the terminal. */

static void write_case(const quiz_session *session, const training_question *question)
{
    board_language language = session->report->language;
    board_position position = question->one->start;
    board_layout layout;
    judge_edition edition;

    board_position_to_layout(&position, &layout);
    if (judge_edition_load(question->edition, &edition) == BOARD_OK)
        text_write(stdout, language, TEXT_QUIZ_CASE, edition.title[language]);
    board_draw(stdout, &layout, language);
    text_write(stdout, language, TEXT_QUIZ_TO_MOVE, judge_side_name(position.to_move, language));
    for (size_t i = 0; i < question->one->count; i++) {
        char text[BOARD_NOTATION_BYTES];
        board_move move = question->one->moves[i].move;
        board_notation_write(
            &position, move,
            language == BOARD_CHINESE ? BOARD_NOTATION_CHINESE : BOARD_NOTATION_ICCS, text);
        printf("%s%zu. %s", i > 0 ? "  " : "", i + 1, text);
        board_make(&position, move);
    }
    if (question->one->count > 0)
        putchar('\n');
}

static void write_question(const quiz_session *session, size_t at)
{
    const training_question *question = &session->quiz->questions[at];
    text_number number = text_from_number(at + 1);
    text_number count = text_from_number(session->quiz->count);
    char text[LINE_BYTES];

    if (at == 0 || session->quiz->questions[at - 1].one != question->one)
        write_case(session, question);
    training_question_text(question, session->report->language, text, sizeof text);
    text_write(stdout, session->report->language, TEXT_QUIZ_QUESTION, number.digits, count.digits,
               text);
}

/* Takes a line; false: there is none, or the trainee has had enough. */
static bool take_line(quiz_session *session, char text[ANSWER_MAX])
{
    const char *line = NULL;
    size_t length = 0;

    report_flush(session->report);
    if (source_take_line(&session->input, &line, &length) != SOURCE_OK)
        return false;
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
        length--;
    if (length >= ANSWER_MAX)
        length = ANSWER_MAX - 1;
    memcpy(text, line, length);
    text[length] = '\0';
    return strcmp(text, "q") != 0;
}

/* What is said to the current question, asked again until it can be understood; false: the quiz is
 * broken off. */
static bool take_answer(quiz_session *session, training_answer *said)
{
    const training_question *question = training_quiz_current(session->quiz);
    char text[ANSWER_MAX];

    *said = (training_answer){.given = false};
    for (;;) {
        if (!take_line(session, text))
            return false;
        if (text[0] == '\0' || strcmp(text, "?") == 0)
            return true;
        if (training_answer_read(question, text, said))
            return true;
        text_write(stdout, session->report->language, TEXT_QUIZ_AGAIN, text);
    }
}

static void write_mark(quiz_session *session, size_t at, bool with_question)
{
    const training_question *question = &session->quiz->questions[at];
    const training_mark *mark = &session->quiz->marks[at];
    board_language language = session->report->language;
    char said[LINE_BYTES];
    char is[LINE_BYTES];
    char evidence[TRAINING_EVIDENCE_BYTES];

    if (mark->right) {
        if (!with_question)
            puts(text_of(TEXT_QUIZ_RIGHT, language));
        return;
    }
    if (with_question)
        write_question(session, at);
    training_answer_text(question, &mark->said, language, said, sizeof said);
    training_answer_text(question, &question->answer, language, is, sizeof is);
    text_write(stdout, language, mark->late ? TEXT_QUIZ_LATE : TEXT_QUIZ_WRONG, said, is);
    training_evidence_text(question, session->memo, language, evidence, sizeof evidence);
    text_write(stdout, language, TEXT_QUIZ_EVIDENCE, evidence);
}

static bool record_answer(quiz_session *session, size_t at)
{
    store_problem problem;

    if (session->journal == NULL ||
        training_record_answer(session->journal, session->trainee, &session->quiz->questions[at],
                               &session->quiz->marks[at],
                               session->exam.file ? session->exam.id : "", &problem) == BOARD_OK)
        return true;
    report_store(session, &problem);
    return false;
}

/* Asks and marks; false: broken off. */
static bool ask_all(quiz_session *session)
{
    training_quiz *quiz = session->quiz;

    while (training_quiz_current(quiz) != NULL) {
        size_t at = quiz->at;
        training_answer said;
        write_question(session, at);
        int64_t began = now_ms(CLOCK_MONOTONIC);
        if (!take_answer(session, &said))
            return false;
        training_quiz_answer(quiz, &said, now_ms(CLOCK_MONOTONIC) - began, session->memo);
        if (session->exam.file == NULL)
            write_mark(session, at, false);
        for (; at < quiz->at; at++) {
            if (!record_answer(session, at))
                return false;
        }
    }
    return true;
}

/* The end. */

static void write_score(quiz_session *session)
{
    training_score score = training_quiz_score(session->quiz);
    text_number right = text_from_number(score.right);
    text_number asked = text_from_number(score.asked);
    text_number percent = text_from_number(score.percent);
    text_number seed = text_from_number(session->options.seed);

    text_write(stdout, session->report->language, TEXT_QUIZ_SCORE, right.digits, asked.digits,
               percent.digits, seed.digits);
}

static void end_exam(quiz_session *session)
{
    board_language language = session->report->language;
    training_score score = training_quiz_score(session->quiz);
    char digest[TRAINING_DIGEST_BYTES];
    store_problem problem;
    store_entry entry;
    text_number pass = text_from_number(session->exam.pass);

    for (size_t i = 0; i < session->quiz->count; i++)
        write_mark(session, i, true);
    write_score(session);
    board_error error = training_exam_digest(&session->exam, &session->library, digest);
    if (error != BOARD_OK) {
        report_bad_input(session->report, (cli_place){NULL, 0}, board_error_text(error, language));
        return;
    }
    if (training_record_exam(session->journal, session->trainee, &session->exam, session->quiz,
                             session->options.seed, digest, &entry, &problem) != BOARD_OK) {
        report_store(session, &problem);
        return;
    }
    text_write(stdout, language,
               score.percent >= session->exam.pass ? TEXT_QUIZ_PASSED : TEXT_QUIZ_FAILED,
               session->exam.title[language], pass.digits, entry.id, digest);
}

/* Parts of the command. */

static bool begin_exam(quiz_session *session)
{
    if (session->trainee == NULL)
        return wrong(session, TEXT_QUIZ_EXAM_TRAINEE, "", NULL);
    if (training_exam_built_in(session->exam_id, 0, &session->exam) != BOARD_OK)
        return wrong(session, TEXT_QUIZ_NO_EXAM, session->exam_id, NULL);
    session->options = training_exam_options(&session->exam, session->options.seed);
    return true;
}

static bool begin_quiz(quiz_session *session)
{
    training_quiz_options *options = &session->options;

    session->memo = judge_memo_new(judge_memo_standard());
    session->quiz = calloc(1, sizeof *session->quiz);
    if (session->memo == NULL || session->quiz == NULL)
        return wrong(session, TEXT_NO_MEMORY, "", NULL);
    if (!session->seed_given)
        options->seed = (uint64_t)now_ms(CLOCK_REALTIME) % INT32_MAX;
    options->count = options->count ? options->count : COUNT_STANDARD;
    options->edition = session->filter.edition;
    options->theme = session->filter.theme;
    options->article = session->filter.article;
    options->difficulty = session->filter.difficulty;
    options->progress = session->trainee ? &session->progress : NULL;
    options->now_ms = now_ms(CLOCK_REALTIME);
    if (session->exam_id && !begin_exam(session))
        return false;
    if ((session->trainee && !open_journal(session, false)) ||
        !case_library_load(session->report, session->folder, &session->library))
        return false;
    board_error error =
        training_quiz_begin(&session->library, options, session->memo, session->quiz);
    if (error != BOARD_OK)
        report_bad_input(session->report, (cli_place){NULL, 0},
                         board_error_text(error, session->report->language));
    else if (session->quiz->count == 0)
        report_bad_input(session->report, (cli_place){NULL, 0},
                         text_of(TEXT_QUIZ_NO_QUESTIONS, session->report->language));
    return error == BOARD_OK && session->quiz->count > 0;
}

static void run_quiz(quiz_session *session)
{
    if (!begin_quiz(session) || !source_open(&session->input, "-"))
        return;
    puts(text_of(TEXT_QUIZ_INTRODUCTION, session->report->language));
    bool whole = ask_all(session);
    if (whole && session->exam.file)
        end_exam(session);
    else if (whole || session->exam.file == NULL)
        write_score(session);
    if (!whole && !session->report->unusable)
        report_bad_input(session->report, (cli_place){NULL, 0},
                         text_of(session->exam.file ? TEXT_QUIZ_EXAM_BROKEN : TEXT_QUIZ_BROKEN,
                                 session->report->language));
    source_close(&session->input);
}

static void write_report(quiz_session *session)
{
    store_problem problem;
    char *text = NULL;

    if (session->trainee == NULL && !session->csv) {
        wrong(session, TEXT_QUIZ_REPORT_TRAINEE, "", NULL);
        return;
    }
    if (!open_journal(session, true))
        return;
    if (!session->csv)
        text = training_progress_report(&session->progress, session->trainee,
                                        now_ms(CLOCK_REALTIME), session->report->language);
    else if (training_record_csv(session->journal, session->trainee, &text, &problem) != BOARD_OK)
        report_store(session, &problem);
    if (text != NULL)
        fputs(text, stdout);
    free(text);
}

static void list_exams(quiz_session *session)
{
    training_exam exam;

    for (size_t i = 0; training_exam_built_in(NULL, i, &exam) == BOARD_OK; i++) {
        text_number count = text_from_number(exam.count);
        text_number pass = text_from_number(exam.pass);
        text_write(stdout, session->report->language, TEXT_QUIZ_EXAM, exam.id,
                   exam.title[session->report->language], count.digits, pass.digits);
        training_exam_free(&exam);
    }
}

int quiz_command(cli_call *call)
{
    quiz_session session = {.call = call, .report = &call->report};
    int option = read_options(&session);

    if (option == OPTION_HELP)
        return command_help(call);
    if (option == OPTION_WRONG || options_operands(call, 1) > 1)
        return STATUS_USAGE;
    const char *part = optind < call->argc ? call->argv[optind] : "run";
    if (strcmp(part, "run") == 0)
        run_quiz(&session);
    else if (strcmp(part, "report") == 0)
        write_report(&session);
    else if (strcmp(part, "exams") == 0)
        list_exams(&session);
    else
        wrong(&session, TEXT_QUIZ_PART, part, NULL);
    store_close(session.journal);
    training_progress_free(&session.progress);
    training_exam_free(&session.exam);
    training_library_free(&session.library);
    judge_memo_free(session.memo);
    free(session.quiz);
    return report_status(&call->report);
}
