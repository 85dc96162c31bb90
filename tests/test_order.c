/*
 * tests/test_order.c: a dispute's result is the same to the byte, whatever was judged before it in
 * the same process: all cases are judged in one order, in the opposite one, and each alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "judge/json.h"
#include "judge/memo.h"
#include "support/case_files.h"

enum { CASES_MAX = 512 };

/* A case as it was read, and its results as JSON with evidence, judged one way or the other. */
typedef struct ordered_case {
    case_file one;
    char *first;
} ordered_case;

typedef struct case_list {
    ordered_case *cases;
    size_t count;
} case_list;

static void keep_case(const case_file *one, void *context)
{
    case_list *list = context;
    assert_true(list->count < CASES_MAX);
    json_incref(one->file); /* the id is in it */
    list->cases[list->count++].one = *one;
}

/* The result as text; the caller frees. */
static char *judged_text(const case_file *one, const char *name, judge_memo *memo)
{
    judge_edition edition;
    assert_int_equal(judge_edition_load(name, &edition), BOARD_OK);
    judge_setting setting = {
        .clauses = edition.clauses, .limits = judge_limits_standard(), .memo = memo};
    judge_dispute dispute = {one->start, one->moves, one->count, false};
    judge_result result;
    assert_int_equal(judge_dispute_rule(&dispute, &edition, &setting.limits, memo, &result, NULL),
                     BOARD_OK);
    json_t *object = judge_result_json(one->id, &dispute, &edition, &setting, &result, true);
    assert_non_null(object);
    char *text = json_dumps(object, JSON_COMPACT);
    assert_non_null(text);
    json_decref(object);
    judge_result_free(&result);
    return text;
}

static void check_same(const ordered_case *ordered, const char *edition, const char *how,
                       judge_memo *memo)
{
    char *text = judged_text(&ordered->one, edition, memo);
    if (strcmp(text, ordered->first) != 0)
        fail_msg("%s, %s: judged %s it is another result:\n%s\n%s", ordered->one.id, edition, how,
                 ordered->first, text);
    free(text);
}

static judge_memo *new_memo(void)
{
    judge_memo *memo = judge_memo_new(judge_memo_standard());
    assert_non_null(memo);
    return memo;
}

static void check_edition(const case_list *list, const char *edition)
{
    judge_memo *shared = new_memo();
    for (size_t i = 0; i < list->count; i++)
        list->cases[i].first = judged_text(&list->cases[i].one, edition, shared);
    for (size_t i = list->count; i-- > 0;)
        check_same(&list->cases[i], edition, "in the opposite order", shared);
    judge_memo_free(shared);
    for (size_t i = 0; i < list->count; i++) {
        judge_memo *own = new_memo();
        check_same(&list->cases[i], edition, "alone", own);
        judge_memo_free(own);
        free(list->cases[i].first);
    }
}

static void test_order_changes_nothing(void **state)
{
    (void)state;
    case_list list = {.cases = calloc(CASES_MAX, sizeof *list.cases)};
    assert_non_null(list.cases);
    case_files_visit("rules/cases", keep_case, &list);
    case_files_visit("tests/cases", keep_case, &list);
    assert_true(list.count >= 245);
    for (size_t e = 0; judge_edition_name(e); e++)
        check_edition(&list, judge_edition_name(e));
    for (size_t i = 0; i < list.count; i++)
        json_decref(list.cases[i].one.file);
    free(list.cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
