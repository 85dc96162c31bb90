/*
 * tests/test_cases.c: every case file is judged, and the judge must agree with the labels and
 * verdicts that the file holds for each edition built in.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "judge/memo.h"
#include "support/case_files.h"

static const char *const labels[JUDGE_LABELS] = {"将", "杀", "捉", "闲", "未定"};
static const char *const idle_kinds[JUDGE_IDLE_KINDS] = {"闲", "兑", "献", "拦", "跟"};
static const char *const outcomes[JUDGE_OUTCOMES] = {
    "red-loses", "black-loses", "red-must-change", "black-must-change",
    "draw",      "undecided",   "no-cycle"};

typedef struct case_tally {
    judge_memo *memo;
    int labels;
    int verdicts;
    int disagreements; /* declared ones too */
    int wrong;
} case_tally;

static bool is_idle_word(const char *word)
{
    for (int kind = 0; kind < JUDGE_IDLE_KINDS; kind++) {
        if (strcmp(word, idle_kinds[kind]) == 0)
            return true;
    }
    return false;
}

/* Lessons and game notes (rules_of) name the kinds of idle moves loosely: there the label alone is
 * held against the judge's. Elsewhere 闲 stands for any kind, unless the case says "plain". */
static void check_label(const case_file *one, const char *edition, size_t index,
                        const judge_finding *finding, case_tally *tally)
{
    const char *want = case_wanted_label(one, edition, index);
    if (!want)
        return;
    bool idle = finding->label == JUDGE_IDLE;
    const char *got = idle ? idle_kinds[finding->idle_kind] : labels[finding->label];
    tally->labels++;
    bool plain = json_is_true(json_object_get(one->file, "plain"));
    bool coarse = (strcmp(want, "闲") == 0 && !plain) || json_object_get(one->file, "rules_of");
    if ((idle && coarse && is_idle_word(want)) || strcmp(got, want) == 0)
        return;
    tally->disagreements++;
    if (case_disagrees(one, edition))
        return;
    print_error("%s %s: move %zu is labelled %s, the case says %s\n", one->id, edition, index + 1,
                got, want);
    tally->wrong++;
}

static void check_verdict(const case_file *one, const char *edition, const judge_result *result,
                          case_tally *tally)
{
    const char *want = case_wanted_verdict(one, edition);
    if (!want)
        return;
    tally->verdicts++;
    if (strcmp(want, outcomes[result->ruling.outcome]) == 0)
        return;
    tally->disagreements++;
    if (case_disagrees(one, edition))
        return;
    print_error("%s %s: ruled %s, the case says %s\n", one->id, edition,
                outcomes[result->ruling.outcome], want);
    tally->wrong++;
}

static void check_case(const case_file *one, void *context)
{
    case_tally *tally = context;
    for (size_t e = 0; judge_edition_name(e); e++) {
        const char *edition = judge_edition_name(e);
        if (!case_speaks_of(one, edition))
            continue;
        int before = tally->disagreements;
        judge_result result = case_judge(&one->start, one->moves, one->count, edition, tally->memo);
        for (size_t i = 0; i < one->count; i++)
            check_label(one, edition, i, judge_result_finding(&result, i), tally);
        check_verdict(one, edition, &result, tally);
        judge_result_free(&result);
        if (case_disagrees(one, edition) && tally->disagreements == before) {
            print_error("%s %s: declared a disagreement, but there is none\n", one->id, edition);
            tally->wrong++;
        }
    }
}

static void check_folder(const char *folder, size_t at_least)
{
    case_tally tally = {.memo = judge_memo_new(judge_memo_standard())};
    assert_non_null(tally.memo);
    size_t files = case_files_visit(folder, check_case, &tally);
    judge_memo_free(tally.memo);
    print_message("%s: %zu files, %d labels, %d verdicts, %d disagreements, %d undeclared\n",
                  folder, files, tally.labels, tally.verdicts, tally.disagreements, tally.wrong);
    assert_true(files >= at_least);
    assert_int_equal(tally.wrong, 0);
}

static void test_rulebook_cases(void **state)
{
    (void)state;
    check_folder("rules/cases", 185);
}

static void test_small_cases(void **state)
{
    (void)state;
    check_folder("tests/cases", 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rulebook_cases),
        cmocka_unit_test(test_small_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
