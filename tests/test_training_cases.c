/*
 * tests/test_training_cases.c: reading cases of others: what is malformed, illegal, wrong or too
 * much is one clear error, and nothing is half done.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/memo.h"
#include "support/scratch.h"
#include "training/check.h"
#include "training/from_ruling.h"

enum { TEXT_BYTES = 8192 };

/* A rook that checks to and fro: 长将. The keys can be replaced one at a time. */
#define HEAD "\"id\":\"one\",\"source\":\"test\""
#define FEN "\"fen\":\"3k5/9/9/9/9/9/9/9/3R5/5K3 b\""
#define MOVES "\"moves\":[\"d9e9\",\"d1e1\",\"e9d9\",\"e1d1\"]"
#define SAYS "\"labels\":{\"cxa-2007\":[\"闲\",\"将\",\"闲\",\"将\"]}"

static board_error read_text(const char *text, training_problem *problem)
{
    training_library library = {0};
    board_error error = training_library_read(&library, text, strlen(text), problem);

    if (error != BOARD_OK)
        assert_int_equal(library.count, 0);
    training_library_free(&library);
    return error;
}

/* The error of a case, and what its problem names. */
static void expect(const char *text, board_error error, const char *token)
{
    training_problem problem;
    char line[1024];

    if (read_text(text, &problem) != error)
        fail_msg("%s: not %s but: %s", text, board_error_text(error, BOARD_ENGLISH),
                 training_problem_text(&problem, BOARD_ENGLISH, line, sizeof line));
    if (error != BOARD_OK) {
        assert_int_equal(problem.problem.error, error);
        if (!strstr(problem.problem.token, token))
            fail_msg("%s: the problem names \"%s\", not \"%s\"", text, problem.problem.token,
                     token);
    }
}

static void test_sound_case(void **state)
{
    training_library library = {0};
    static const char text[] = "{" HEAD "," FEN "," MOVES "," SAYS ",\"newer-key\":[1],"
                               "\"themes\":[\"perpetual-check\",\"idle-move\"],\"difficulty\":2,"
                               "\"articles\":{\"applies\":[\"26.2\"],\"seems\":[\"28.10\"]},"
                               "\"explanation\":{\"zh\":\"讲\",\"en\":\"why\"}}";

    (void)state;
    assert_int_equal(training_library_read(&library, text, strlen(text), NULL), BOARD_OK);
    const training_case *one = training_library_find(&library, "one");
    assert_non_null(one);
    assert_null(training_library_find(&library, "on"));
    assert_int_equal(one->count, 4);
    assert_int_equal(one->difficulty, 2);
    assert_int_equal(one->kind, TRAINING_CYCLE);
    assert_true(one->themes == ((uint64_t)1 << TRAINING_THEME_PERPETUAL_CHECK |
                                (uint64_t)1 << TRAINING_THEME_IDLE_MOVE));
    assert_string_equal(training_case_label(one, "cxa-2007", 3), "将");
    assert_null(training_case_label(one, "cxa-2020", 3));
    assert_null(training_case_verdict(one, "cxa-2007"));
    assert_true(training_case_speaks_of(one, "cxa-2007"));
    assert_false(training_case_speaks_of(one, "cxa-2020"));
    assert_string_equal(training_case_edition(one), "cxa-2007");
    assert_string_equal(training_case_explanation(one, BOARD_ENGLISH), "why");
    assert_true(training_case_is_under(one, "26"));
    assert_true(training_case_is_under(one, "28.10"));
    assert_false(training_case_is_under(one, "28.1"));
    training_library_free(&library);
}

static void test_malformed(void **state)
{
    (void)state;
    expect("", BOARD_ERROR_CASE_JSON, "");
    expect("   \n", BOARD_ERROR_CASE_JSON, "");
    expect("{\"id\":", BOARD_ERROR_CASE_JSON, "");
    expect("[1]", BOARD_ERROR_CASE_JSON, "");
    expect("{" HEAD "," HEAD "," FEN "," MOVES "," SAYS "}", BOARD_ERROR_CASE_JSON, "");
    expect("{\"source\":\"x\"," FEN "," MOVES "," SAYS "}", BOARD_ERROR_CASE_MISSING, "id");
    expect("{\"id\":1,\"source\":\"x\"," FEN "," MOVES "}", BOARD_ERROR_CASE_KIND, "id");
    expect("{\"id\":\"one\"," FEN "," MOVES "," SAYS "}", BOARD_ERROR_CASE_MISSING, "source");
    expect("{\"id\":\"../etc\",\"source\":\"x\"," FEN "," MOVES "," SAYS "}", BOARD_ERROR_CASE_ID,
           "../etc");
    expect("{\"id\":\"\",\"source\":\"x\"," FEN "," MOVES "," SAYS "}", BOARD_ERROR_CASE_ID, "");
    expect("{\"id\":\"one\",\"source\":\"a\\u001b[31m\"," FEN "," MOVES "}", BOARD_ERROR_CASE_TEXT,
           "source");
    expect("{\"id\":\"one\",\"source\":\"a\\u202eb\"," FEN "," MOVES "}", BOARD_ERROR_CASE_TEXT,
           "source");
    expect("{" HEAD "," MOVES "," SAYS "}", BOARD_ERROR_CASE_MISSING, "fen");
    expect("{" HEAD ",\"fen\":\"9/9 w\"," MOVES "," SAYS "}", BOARD_ERROR_FEN_RANKS, "");
    expect("{" HEAD "," FEN "," SAYS "}", BOARD_ERROR_CASE_MISSING, "moves");
    expect("{" HEAD "," FEN ",\"moves\":[]," SAYS "}", BOARD_ERROR_CASE_MOVES, "moves");
    expect("{" HEAD "," FEN ",\"moves\":\"d9e9\"," SAYS "}", BOARD_ERROR_CASE_KIND, "moves");
    expect("{" HEAD "," FEN ",\"moves\":[7]," SAYS "}", BOARD_ERROR_CASE_KIND, "moves");
    expect("{" HEAD "," FEN "," MOVES "}", BOARD_ERROR_CASE_NOTHING, "");
    expect("{" HEAD "," FEN "," MOVES ",\"mate\":0}", BOARD_ERROR_CASE_NUMBER, "mate");
    expect("{" HEAD "," FEN "," MOVES "," SAYS ",\"difficulty\":6}", BOARD_ERROR_CASE_NUMBER,
           "difficulty");
    expect("{" HEAD "," FEN "," MOVES "," SAYS ",\"themes\":[\"tactics\"]}", BOARD_ERROR_CASE_THEME,
           "tactics");
    expect("{" HEAD "," FEN "," MOVES "," SAYS ",\"articles\":{\"applies\":[\"a b\"]}}",
           BOARD_ERROR_CASE_CLAUSE, "a b");
    expect("{" HEAD "," FEN "," MOVES "," SAYS ",\"explanation\":{\"zh\":\"x\"}}",
           BOARD_ERROR_CASE_MISSING, "en");
    expect("{" HEAD "," FEN "," MOVES "," SAYS ",\"disputed\":[4]}", BOARD_ERROR_CASE_NUMBER,
           "disputed");
}

static void test_illegal_move(void **state)
{
    training_problem problem;
    static const char text[] = "{" HEAD "," FEN ",\"moves\":[\"d9e9\",\"d1e2\"]," SAYS "}";

    (void)state;
    assert_int_equal(read_text(text, &problem), BOARD_ERROR_MOVE_NO_SUCH_WAY);
    assert_int_equal(problem.problem.ply, 2);
    assert_string_equal(problem.problem.token, "d1e2");
    assert_string_equal(problem.id, "one");
}

static void test_wrong_words(void **state)
{
    (void)state;
    expect("{" HEAD "," FEN "," MOVES ",\"labels\":{\"cxa-2007\":[\"闲\"]}}",
           BOARD_ERROR_CASE_LABELS, "labels");
    expect("{" HEAD "," FEN "," MOVES ",\"labels\":{\"cxa-2007\":[\"闲\",\"打\",null,null]}}",
           BOARD_ERROR_CASE_LABEL, "打");
    expect("{" HEAD "," FEN "," MOVES ",\"labels\":{\"cxa-1999\":[null,null,null,null]}}",
           BOARD_ERROR_EDITION_UNKNOWN, "cxa-1999");
    expect("{" HEAD "," FEN "," MOVES ",\"verdicts\":{\"cxa-2007\":\"win\"}}",
           BOARD_ERROR_CASE_VERDICT, "win");
    expect("{" HEAD "," FEN "," MOVES "," SAYS ",\"disagreement\":{\"cxa-2007\":\"no\"}}",
           BOARD_ERROR_CASE_KIND, "disagreement");
}

/* 64 moves are read, 65 are not. */
static void write_long_case(char *text, int moves)
{
    static const char *const cycle[4] = {"d9e9", "d1e1", "e9d9", "e1d1"};
    size_t used = (size_t)snprintf(text, TEXT_BYTES, "{" HEAD "," FEN ",\"moves\":[");

    for (int i = 0; i < moves; i++)
        used += (size_t)snprintf(text + used, TEXT_BYTES - used, "%s\"%s\"", i > 0 ? "," : "",
                                 cycle[i % 4]);
    snprintf(text + used, TEXT_BYTES - used, "],\"verdicts\":{\"cxa-2007\":\"draw\"}}");
}

static void test_limits(void **state)
{
    char text[TEXT_BYTES];

    (void)state;
    write_long_case(text, TRAINING_MOVES_MAX);
    expect(text, BOARD_OK, "");
    write_long_case(text, TRAINING_MOVES_MAX + 1);
    expect(text, BOARD_ERROR_CASE_MOVES, "moves");
    snprintf(text, sizeof text, "{\"id\":\"%064d\",\"source\":\"x\"," FEN "," MOVES "," SAYS "}",
             1);
    expect(text, BOARD_OK, "");
    snprintf(text, sizeof text, "{\"id\":\"%065d\",\"source\":\"x\"," FEN "," MOVES "," SAYS "}",
             1);
    expect(text, BOARD_ERROR_CASE_TEXT, "id");
}

/* A case with its source given as JSON. */
static void expect_source(const char *source, board_error error, const char *token)
{
    char text[TEXT_BYTES];

    snprintf(text, sizeof text, "{\"id\":\"one\",\"source\":%s," FEN "," MOVES "," SAYS "}",
             source);
    expect(text, error, token);
}

static void test_source_in_two_languages(void **state)
{
    static const char case_text[] =
        "{\"id\":\"one\",\"source\":{\"zh\":\"书\",\"en\":\"book\"}," FEN "," MOVES "," SAYS "}";
    char text[TEXT_BYTES / 2];
    training_library library = {0};
    training_problem problem;

    (void)state;
    expect_source("{\"zh\":\"a\"}", BOARD_ERROR_CASE_MISSING, "en");
    expect_source("{\"en\":\"a\"}", BOARD_ERROR_CASE_MISSING, "zh");
    expect_source("{\"zh\":1,\"en\":\"a\"}", BOARD_ERROR_CASE_KIND, "zh");
    expect_source("[\"a\"]", BOARD_ERROR_CASE_KIND, "source");
    expect_source("{\"zh\":\"a\",\"en\":\"a\\u202eb\"}", BOARD_ERROR_CASE_TEXT, "en");
    snprintf(text, sizeof text, "{\"zh\":\"%0*d\",\"en\":\"b\"}", TRAINING_SOURCE_MAX, 1);
    expect_source(text, BOARD_OK, "");
    snprintf(text, sizeof text, "{\"zh\":\"%0*d\",\"en\":\"b\"}", TRAINING_SOURCE_MAX + 1, 1);
    expect_source(text, BOARD_ERROR_CASE_TEXT, "zh");
    assert_int_equal(training_library_read(&library, case_text, strlen(case_text), &problem),
                     BOARD_OK);
    assert_string_equal(training_case_source(&library.cases[0], BOARD_CHINESE), "书");
    assert_string_equal(training_case_source(&library.cases[0], BOARD_ENGLISH), "book");
    training_library_free(&library);
}

/* So many cases, one a line, that differ in their ids. */
static char *many_cases(size_t count, size_t *length)
{
    size_t room = count * 256 + 1;
    char *text = malloc(room);
    size_t used = 0;

    assert_non_null(text);
    for (size_t i = 0; i < count; i++)
        used +=
            (size_t)snprintf(text + used, room - used,
                             "{\"id\":\"c%zu\",\"source\":\"x\"," FEN "," MOVES "," SAYS "}\n", i);
    *length = used;
    return text;
}

static void test_many_cases(void **state)
{
    training_library library = {0};
    training_problem problem;
    size_t length = 0;
    char *text = many_cases(TRAINING_CASES_MAX, &length);

    (void)state;
    assert_int_equal(training_library_read(&library, text, length, &problem), BOARD_OK);
    assert_int_equal(library.count, TRAINING_CASES_MAX);
    assert_non_null(training_library_find(&library, "c9999"));
    /* The same once more adds nothing; another one is too many, and nothing is lost. */
    assert_int_equal(training_library_read(&library, "{" HEAD "," FEN "," MOVES "," SAYS "}",
                                           strlen("{" HEAD "," FEN "," MOVES "," SAYS "}"),
                                           &problem),
                     BOARD_ERROR_CASE_MANY);
    assert_int_equal(library.count, TRAINING_CASES_MAX);
    training_library_free(&library);
    free(text);
    text = many_cases(TRAINING_CASES_MAX + 1, &length);
    assert_int_equal(training_library_read(&library, text, length, &problem),
                     BOARD_ERROR_CASE_MANY);
    assert_int_equal(library.count, 0);
    free(text);
}

static void test_same_id(void **state)
{
    static const char same[] =
        "{" HEAD "," FEN "," MOVES "," SAYS "}\n{" HEAD "," FEN "," MOVES "," SAYS "}";
    static const char other[] = "{" HEAD "," FEN "," MOVES "," SAYS "}\n{" HEAD "," FEN "," MOVES
                                "," SAYS ",\"difficulty\":1}";
    training_problem problem;

    (void)state;
    assert_int_equal(read_text(same, &problem), BOARD_OK);
    assert_int_equal(read_text(other, &problem), BOARD_ERROR_CASE_TWICE);
    assert_string_equal(problem.id, "one");
}

/* The line of the case that is wrong, in a file of many. */
static void test_line(void **state)
{
    training_problem problem;

    (void)state;
    assert_int_equal(
        read_text("\n{" HEAD "," FEN "," MOVES "," SAYS "}\n\n{\"id\":\"two\"}\n", &problem),
        BOARD_ERROR_CASE_MISSING);
    assert_int_equal(problem.problem.line, 4);
    assert_string_equal(problem.id, "two");
}

static void test_folder(void **state)
{
    char folder[SCRATCH_PATH_BYTES];
    char cases[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    training_library library = {0};
    training_library back = {0};
    training_problem problem;
    size_t written = 0;
    static const char text[] = "{" HEAD "," FEN "," MOVES "," SAYS "}";
    static const char other[] = "{" HEAD "," FEN "," MOVES "," SAYS ",\"difficulty\":1}";

    (void)state;
    scratch_make(folder);
    scratch_path(folder, "cases", cases);
    assert_int_equal(training_library_read(&library, text, strlen(text), NULL), BOARD_OK);
    assert_int_equal(training_library_write_folder(&library, cases, false, &written, &problem),
                     BOARD_OK);
    assert_int_equal(written, 1);
    assert_int_equal(training_library_write_folder(&library, cases, false, &written, &problem),
                     BOARD_OK);
    assert_int_equal(written, 0); /* it was there */
    assert_int_equal(training_library_read_folder(&back, cases, &problem), BOARD_OK);
    assert_true(json_equal(back.cases[0].file, library.cases[0].file));
    training_library_free(&back);

    /* Another case of the same id is refused, and what is there stays. */
    training_library_free(&library);
    assert_int_equal(training_library_read(&library, other, strlen(other), NULL), BOARD_OK);
    assert_int_equal(training_library_write_folder(&library, cases, false, &written, &problem),
                     BOARD_ERROR_CASE_TWICE);
    assert_int_equal(training_library_read_folder(&back, cases, &problem), BOARD_OK);
    assert_int_equal(back.cases[0].difficulty, 0);
    training_library_free(&back);
    assert_int_equal(training_library_write_folder(&library, cases, true, &written, &problem),
                     BOARD_OK);
    assert_int_equal(written, 1);

    /* A file under a name that is not its case's. */
    scratch_path(cases, "two.json", path);
    scratch_save(path, text, strlen(text), 0600);
    assert_int_equal(training_library_read_folder(&back, cases, &problem),
                     BOARD_ERROR_CASE_ID_FILE);
    assert_string_equal(problem.file, path);
    training_library_free(&library);
    scratch_remove(folder);
}

/* Checking: a label that the judge does not share is told, once, unless it is declared. */
static size_t faults_of(const char *text, training_fault_kind *kind);

static void keep_kind(void *context, const training_fault *fault)
{
    *(training_fault_kind *)context = fault->kind;
}

static size_t faults_of(const char *text, training_fault_kind *kind)
{
    training_library library = {0};
    judge_articles articles = {0};
    training_check check = {.visit = keep_kind,
                            .context = kind,
                            .memo = judge_memo_new(judge_memo_standard()),
                            .articles = &articles};

    assert_int_equal(judge_articles_load(NULL, &articles), BOARD_OK);
    assert_int_equal(training_library_read(&library, text, strlen(text), NULL), BOARD_OK);
    assert_int_equal(training_check_case(&check, &library.cases[0]), BOARD_OK);
    judge_memo_free(check.memo);
    judge_articles_free(&articles);
    training_library_free(&library);
    return check.faults;
}

/* The rook at d1 keeps the king off the file, so e9d9 walks into no check here: the position is one
 * of a rook that follows the king, each second rook move a check. */
#define RING                                                                                       \
    "\"id\":\"one\",\"source\":\"x\",\"fen\":\"4k4/9/9/9/9/9/9/9/3R5/5K3 w\",\"moves\":"           \
    "[\"d1e1\",\"e9d9\",\"e1d1\",\"d9e9\"]"

static void test_check(void **state)
{
    training_fault_kind kind = TRAINING_FAULTS;

    (void)state;
    assert_int_equal(faults_of("{" RING ",\"labels\":{\"cxa-2007\":[\"将\",\"闲\",\"将\",\"闲\"]},"
                               "\"verdicts\":{\"cxa-2007\":\"red-loses\"}}",
                               &kind),
                     0);
    assert_int_equal(
        faults_of("{" RING ",\"labels\":{\"cxa-2007\":[\"将\",\"捉\",\"将\",\"闲\"]}}", &kind), 1);
    assert_int_equal(kind, TRAINING_FAULT_LABEL);
    assert_int_equal(faults_of("{" RING ",\"verdicts\":{\"cxa-2007\":\"draw\"}}", &kind), 1);
    assert_int_equal(kind, TRAINING_FAULT_VERDICT);
    assert_int_equal(faults_of("{" RING ",\"verdicts\":{\"cxa-2007\":\"draw\"},\"disagreement\":"
                               "{\"cxa-2007\":{\"zh\":\"a\",\"en\":\"b\"}}}",
                               &kind),
                     0);
    assert_int_equal(faults_of("{" RING ",\"verdicts\":{\"cxa-2007\":\"red-loses\"},"
                               "\"disagreement\":{\"cxa-2007\":{\"zh\":\"a\",\"en\":\"b\"}}}",
                               &kind),
                     1);
    assert_int_equal(kind, TRAINING_FAULT_AGREES);
    assert_int_equal(faults_of("{" RING ",\"verdicts\":{\"cxa-2007\":\"red-loses\"},"
                               "\"articles\":{\"applies\":[\"26.4\"]}}",
                               &kind),
                     1);
    assert_int_equal(kind, TRAINING_FAULT_CLAUSE);
    assert_int_equal(faults_of("{" RING ",\"verdicts\":{\"cxa-2007\":\"red-loses\"},"
                               "\"articles\":{\"applies\":[\"99.9\"]}}",
                               &kind),
                     1);
    assert_int_equal(kind, TRAINING_FAULT_UNKNOWN);
}

static void test_check_mate(void **state)
{
    static const char mate[] = "{\"id\":\"m\",\"source\":\"x\",\"fen\":\"%s\",\"mate\":%d}";
    static const char position[] = "3k5/6R1C/3c5/6N2/6b2/9/9/9/2r1p1p2/5K3 w";
    training_fault_kind kind = TRAINING_FAULTS;
    char text[512];

    (void)state;
    snprintf(text, sizeof text, mate, position, 2);
    assert_int_equal(faults_of(text, &kind), 0);
    snprintf(text, sizeof text, mate, position, 3);
    assert_int_equal(faults_of(text, &kind), 1);
    assert_int_equal(kind, TRAINING_FAULT_LENGTH);
    snprintf(text, sizeof text, mate, "3k5/9/9/9/9/9/9/9/3R5/5K3 b", 2);
    assert_int_equal(faults_of(text, &kind), 1);
    assert_int_equal(kind, TRAINING_FAULT_MATE);
}

/* A ruling becomes a case; names and notes stay behind. */
static void fill_ruling(ledger_ruling *ruling)
{
    *ruling = (ledger_ruling){.game = {3, 12, 1}, .outcome = JUDGE_RED_LOSES};
    ledger_copy(ruling->fen, sizeof ruling->fen, "4k4/9/9/9/9/9/9/9/2R6/5K3 w");
    ledger_copy(ruling->moves, sizeof ruling->moves, "c1d1 e9f9 d1e1 f9e9 d1d2 e9d9 d2d1 d9e9");
    ledger_copy(ruling->edition, sizeof ruling->edition, "cxa-2007");
    ledger_copy(ruling->note, sizeof ruling->note, "Li Si against Wang Wu");
}

static void test_from_ruling(void **state)
{
    ledger_ruling *ruling = calloc(1, sizeof *ruling);
    training_case one;
    training_case again;
    board_problem problem;

    (void)state;
    assert_non_null(ruling);
    fill_ruling(ruling);
    ledger_copy(ruling->moves, sizeof ruling->moves, "c1c2 e9d9 c2d2 d9e9 d2e3! e9d9 e3d2!");
    assert_int_equal(training_case_from_ruling(ruling, NULL, &one, &problem),
                     BOARD_ERROR_CASE_STOOD);
    ledger_copy(ruling->moves, sizeof ruling->moves, "c1c2 e9d9 c2d2 d9e9 d2e2 e9d9 e2d2");
    assert_int_equal(training_case_from_ruling(ruling, NULL, &one, &problem), BOARD_OK);
    assert_int_equal(one.count, 4); /* the lead-in is left out */
    char *text = training_case_text(&one, true);
    assert_null(strstr(text, "Wang"));
    assert_null(strstr(text, "12"));
    free(text);
    assert_string_equal(training_case_verdict(&one, "cxa-2007"), "red-loses");
    assert_null(training_case_disagreement(&one, "cxa-2007", BOARD_ENGLISH));
    assert_int_equal(training_case_from_ruling(ruling, NULL, &again, &problem), BOARD_OK);
    assert_string_equal(one.id, again.id);
    training_case_free(&again);
    training_case_free(&one);
    free(ruling);
}

static void test_from_overruled(void **state)
{
    ledger_ruling *ruling = calloc(1, sizeof *ruling);
    training_case one;
    board_problem problem;

    (void)state;
    assert_non_null(ruling);
    fill_ruling(ruling);
    ruling->outcome = JUDGE_DRAW;
    ledger_copy(ruling->moves, sizeof ruling->moves, "c1e1 e9d9 e1d1 d9e9 d1e1");
    ruling->override_count = 1;
    ruling->overrides[0] = (ledger_override){.ply = 3, .label = JUDGE_IDLE};
    ledger_copy(ruling->overrides[0].reason, sizeof ruling->overrides[0].reason, "ask Zhang San");
    assert_int_equal(training_case_from_ruling(ruling, NULL, &one, &problem), BOARD_OK);
    char *text = training_case_text(&one, true);
    assert_null(strstr(text, "Zhang"));
    free(text);
    assert_non_null(training_case_disagreement(&one, "cxa-2007", BOARD_ENGLISH));
    assert_string_equal(training_case_verdict(&one, "cxa-2007"), "draw");
    training_case_free(&one);
    ledger_copy(ruling->moves, sizeof ruling->moves, "c1e1 e9d9");
    assert_int_equal(training_case_from_ruling(ruling, NULL, &one, &problem),
                     BOARD_ERROR_CASE_NO_CYCLE);
    free(ruling);
}

static void test_built_in(void **state)
{
    training_library library = {0};
    training_problem problem;

    (void)state;
    assert_int_equal(training_library_built_in(&library, &problem), BOARD_OK);
    assert_true(library.count >= 325);
    for (size_t i = 0; i < library.count; i++) {
        const training_case *one = &library.cases[i];
        assert_true(one->themes != 0);
        assert_in_range(one->difficulty, 1, TRAINING_DIFFICULTY_MAX);
        assert_true(training_case_explanation(one, BOARD_CHINESE)[0] != '\0');
        assert_true(training_case_explanation(one, BOARD_ENGLISH)[0] != '\0');
        assert_true(training_case_clause(one, true, 0) || training_case_clause(one, false, 0));
    }
    training_library_free(&library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_case),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_source_in_two_languages),
        cmocka_unit_test(test_illegal_move),
        cmocka_unit_test(test_wrong_words),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_many_cases),
        cmocka_unit_test(test_same_id),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_folder),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_check_mate),
        cmocka_unit_test(test_from_ruling),
        cmocka_unit_test(test_from_overruled),
        cmocka_unit_test(test_built_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
