/*
 * tests/test_cases.c: every case file is judged, and the judge must agree with the labels, verdicts,
 * mates and articles that the file holds, unless it declares a disagreement; what the explanations
 * name must be there; and the files cover every clause.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <unistd.h>

#include "judge/memo.h"
#include "support/case_files.h"
#include "training/check.h"

static void print_fault(void *context, const training_fault *fault)
{
    char text[1024];

    (void)context;
    print_error("%s\n", training_fault_text(fault, BOARD_ENGLISH, text, sizeof text));
}

static training_check check_folder(const char *folder)
{
    training_library library = case_files_load(folder);
    judge_articles articles = {0};
    training_check check = {.visit = print_fault,
                            .memo = judge_memo_new(judge_memo_standard()),
                            .articles = &articles,
                            .explanations = true};

    assert_non_null(check.memo);
    assert_int_equal(judge_articles_load(NULL, &articles), BOARD_OK);
    for (size_t i = 0; i < library.count; i++)
        assert_int_equal(training_check_case(&check, &library.cases[i]), BOARD_OK);
    judge_memo_free(check.memo);
    judge_articles_free(&articles);
    training_library_free(&library);
    print_message("%s: %zu files, %zu labels, %zu verdicts, %zu mates, %zu disagreements, %zu "
                  "faults\n",
                  folder, check.cases, check.labels, check.verdicts, check.mates,
                  check.disagreements, check.faults);
    return check;
}

static void test_library(void **state)
{
    training_check check = check_folder("rules/cases");

    (void)state;
    assert_true(check.cases >= 185);
    assert_int_equal(check.faults, 0);
}

/* Cases that only the tests are in need of, if there are any. */
static void test_own_folder(void **state)
{
    (void)state;
    if (access("tests/cases", F_OK) == 0)
        assert_int_equal(check_folder("tests/cases").faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_library),
        cmocka_unit_test(test_own_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
