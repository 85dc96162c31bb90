/*
 * tests/test_cases.c: every case file under rules/cases and tests/cases is judged, and the judge
 * must agree with the labels and verdicts that the file holds for each edition.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "judge/judge.h"
#include "judge/memo.h"

enum { CASE_MOVES_MAX = 64, PATH_BYTES = 512 };

static const char *const labels[JUDGE_LABELS] = {"将", "杀", "捉", "闲", "未定"};
static const char *const idle_kinds[JUDGE_IDLE_KINDS] = {"闲", "兑", "献", "拦", "跟"};
static const char *const outcomes[JUDGE_OUTCOMES] = {
    "red-loses", "black-loses", "red-must-change", "black-must-change",
    "draw",      "undecided",   "no-cycle"};

typedef struct case_tally {
    int files;
    int labels;
    int verdicts;
    int wrong;
} case_tally;

static size_t read_moves(const json_t *file, board_position position,
                         judge_played moves[CASE_MOVES_MAX])
{
    const json_t *list = json_object_get(file, "moves");
    size_t count = json_array_size(list);
    assert_in_range(count, 1, CASE_MOVES_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        board_readings readings;
        board_error error =
            board_notation_read(&position, BOARD_NOTATION_ICCS, text, strlen(text), &readings);
        assert_int_equal(error, BOARD_OK);
        moves[i] = (judge_played){readings.moves[0], false};
        board_make(&position, moves[i].move);
    }
    return count;
}

static bool is_disputed(const json_t *file, size_t index)
{
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(file, "disputed"), i, value)
    {
        if ((size_t)json_integer_value(value) == index)
            return true;
    }
    return false;
}

static void check_labels(const json_t *file, const char *edition, const judge_result *result,
                         case_tally *tally)
{
    const char *id = json_string_value(json_object_get(file, "id"));
    const json_t *wanted = json_object_get(json_object_get(file, "labels"), edition);
    for (size_t i = 0; wanted && i < json_array_size(wanted); i++) {
        const char *want = json_string_value(json_array_get(wanted, i));
        const judge_finding *finding = judge_result_finding(result, i);
        if (!want || is_disputed(file, i))
            continue;
        const char *got =
            finding->label == JUDGE_IDLE ? idle_kinds[finding->idle_kind] : labels[finding->label];
        bool plain_idle = strcmp(want, "闲") == 0 && finding->label == JUDGE_IDLE;
        tally->labels++;
        if (!plain_idle && strcmp(got, want) != 0) {
            print_error("%s %s: move %zu is labelled %s, the case says %s\n", id, edition, i + 1,
                        got, want);
            tally->wrong++;
        }
    }
}

static void check_edition(const json_t *file, const char *name, judge_memo *memo, case_tally *tally)
{
    const char *id = json_string_value(json_object_get(file, "id"));
    const char *fen = json_string_value(json_object_get(file, "fen"));
    judge_edition edition;
    assert_int_equal(judge_edition_load(name, &edition), BOARD_OK);
    judge_dispute dispute = {0};
    judge_played moves[CASE_MOVES_MAX];
    assert_int_equal(board_position_from_fen(fen, strlen(fen), &dispute.start, NULL), BOARD_OK);
    dispute.moves = moves;
    dispute.count = read_moves(file, dispute.start, moves);
    judge_limits limits = judge_limits_standard();
    judge_result result;
    assert_int_equal(judge_dispute_rule(&dispute, &edition, &limits, memo, &result, NULL),
                     BOARD_OK);
    check_labels(file, name, &result, tally);
    const char *want = json_string_value(json_object_get(json_object_get(file, "verdicts"), name));
    if (want) {
        tally->verdicts++;
        if (strcmp(want, outcomes[result.ruling.outcome]) != 0) {
            print_error("%s %s: ruled %s, the case says %s\n", id, name,
                        outcomes[result.ruling.outcome], want);
            tally->wrong++;
        }
    }
    judge_result_free(&result);
}

static void check_file(const char *path, judge_memo *memo, case_tally *tally)
{
    json_error_t error;
    json_t *file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!file)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    for (size_t i = 0; judge_edition_name(i); i++) {
        const char *name = judge_edition_name(i);
        if (json_object_get(json_object_get(file, "labels"), name) ||
            json_object_get(json_object_get(file, "verdicts"), name))
            check_edition(file, name, memo, tally);
    }
    tally->files++;
    json_decref(file);
}

static case_tally check_folder(const char *folder)
{
    case_tally tally = {0};
    judge_memo *memo = judge_memo_new();
    assert_non_null(memo);
    DIR *directory = opendir(folder);
    if (!directory)
        fail_msg("no folder %s: run the tests from the top of the tree", folder);
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        size_t length = strlen(entry->d_name);
        char path[PATH_BYTES];
        if (length < 5 || strcmp(entry->d_name + length - 5, ".json") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check_file(path, memo, &tally);
    }
    closedir(directory);
    judge_memo_free(memo);
    print_message("%s: %d files, %d labels, %d verdicts, %d wrong\n", folder, tally.files,
                  tally.labels, tally.verdicts, tally.wrong);
    return tally;
}

static void test_rulebook_cases(void **state)
{
    (void)state;
    case_tally tally = check_folder("rules/cases");
    assert_in_range(tally.files, 56, 100000);
    assert_int_equal(tally.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rulebook_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
