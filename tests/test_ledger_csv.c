/*
 * tests/test_ledger_csv.c: a field of a CSV file that a spreadsheet would take for a formula.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "ledger/csv.h"

enum { MARK_BYTES = 3 }; /* of the byte order mark that a file begins with */

static void expect_field(const char *text, const char *written)
{
    ledger_csv csv = ledger_csv_begin();

    ledger_csv_text(&csv, text);
    assert_false(csv.failed);
    assert_string_equal(csv.bytes + MARK_BYTES, written);
    free(csv.bytes);
}

static void test_formulas(void **state)
{
    static const char *const formulas[] = {
        "=1+1",     "+1",   "-1",   "@A1",          /* as they are */
        "\t1",      "\r1",  "\n1",                  /* what some programs skip */
        "＝1",      "＋1",  "－1",  "＠A1",         /* in full width */
        " =1",      "  =1", "　=1", "　 \u00A0＝1", /* behind blanks of any width */
        "\uFEFF=1",                                 /* and behind a mark that nobody sees */
    };

    (void)state;
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        if (!ledger_csv_is_formula(formulas[i]))
            fail_msg("no formula: \"%s\"", formulas[i]);
    }
}

static void test_texts(void **state)
{
    static const char *const texts[] = {
        "", " ", "　", "1=1", "赵一", "赵-一", " 赵=一", "'=1", "一＝一", "\uFEFF赵",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (ledger_csv_is_formula(texts[i]))
            fail_msg("a formula: \"%s\"", texts[i]);
    }
}

static void test_fields(void **state)
{
    (void)state;
    expect_field("赵=一", "赵=一");
    expect_field("=李四", "'=李四");
    expect_field("　＝李四", "'　＝李四");
    expect_field("=1,2", "\"'=1,2\"");
    expect_field("=\"x\"", "\"'=\"\"x\"\"\"");
    expect_field("\r1", "\"'\r1\"");
}

/* A number is written by the program, not by a person: it stays one. */
static void test_a_negative_number_is_a_number(void **state)
{
    ledger_csv csv = ledger_csv_begin();

    (void)state;
    ledger_csv_text(&csv, "-1");
    ledger_csv_number(&csv, -1);
    ledger_csv_halves(&csv, 3);
    ledger_csv_end_line(&csv);
    assert_false(csv.failed);
    assert_string_equal(csv.bytes, "\uFEFF'-1,-1,1.5\r\n");
    free(csv.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_a_negative_number_is_a_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
