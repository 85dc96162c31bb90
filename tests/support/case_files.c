/* tests/support/case_files.c: reading case files for tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "case_files.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"

enum { PATH_BYTES = 512 };

static void read_moves(case_file *one)
{
    const json_t *list = json_object_get(one->file, "moves");
    board_position position = one->start;
    one->count = json_array_size(list);
    assert_in_range(one->count, 1, CASE_MOVES_MAX);
    for (size_t i = 0; i < one->count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        board_readings readings;
        board_error error =
            board_notation_read(&position, BOARD_NOTATION_ICCS, text, strlen(text), &readings);
        if (error != BOARD_OK)
            fail_msg("%s: move %zu, %s: %s", one->id, i + 1, text,
                     board_error_text(error, BOARD_ENGLISH));
        one->moves[i] = (judge_played){readings.moves[0], false};
        board_make(&position, one->moves[i].move);
    }
}

static void read_case(const char *path, case_file *one)
{
    json_error_t error;
    one->file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!one->file)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    const char *id = json_string_value(json_object_get(one->file, "id"));
    const char *fen = json_string_value(json_object_get(one->file, "fen"));
    board_problem problem;
    if (!id || !fen)
        fail_msg("%s: id and fen are expected", path);
    snprintf(one->id, sizeof one->id, "%s", id);
    if (board_position_from_fen(fen, strlen(fen), &one->start, &problem) != BOARD_OK)
        fail_msg("%s: %s", path, board_error_text(problem.error, BOARD_ENGLISH));
    read_moves(one);
}

size_t case_files_visit(const char *folder, case_visitor visit, void *context)
{
    size_t visited = 0;
    DIR *directory = opendir(folder);
    if (!directory)
        fail_msg("no folder %s: run the tests from the top of the tree", folder);
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        size_t length = strlen(entry->d_name);
        char path[PATH_BYTES];
        if (length < 5 || strcmp(entry->d_name + length - 5, ".json") != 0)
            continue;
        case_file one;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        read_case(path, &one);
        visit(&one, context);
        json_decref(one.file);
        visited++;
    }
    closedir(directory);
    return visited;
}

static bool is_disputed(const case_file *one, size_t index)
{
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(one->file, "disputed"), i, value)
    {
        if ((size_t)json_integer_value(value) == index)
            return true;
    }
    return false;
}

const char *case_wanted_label(const case_file *one, const char *edition, size_t index)
{
    const json_t *wanted = json_object_get(json_object_get(one->file, "labels"), edition);
    if (is_disputed(one, index))
        return NULL;
    return json_string_value(json_array_get(wanted, index));
}

const char *case_wanted_verdict(const case_file *one, const char *edition)
{
    return json_string_value(json_object_get(json_object_get(one->file, "verdicts"), edition));
}

bool case_disagrees(const case_file *one, const char *edition)
{
    return json_object_get(json_object_get(one->file, "disagreement"), edition) != NULL;
}

bool case_speaks_of(const case_file *one, const char *edition)
{
    return json_object_get(json_object_get(one->file, "labels"), edition) ||
           case_wanted_verdict(one, edition);
}

judge_result case_judge(const board_position *start, const judge_played *moves, size_t count,
                        const char *edition, judge_memo *memo)
{
    judge_edition rules;
    judge_dispute dispute = {.start = *start, .moves = moves, .count = count};
    judge_limits limits = judge_limits_standard();
    judge_result result;
    assert_int_equal(judge_edition_load(edition, &rules), BOARD_OK);
    assert_int_equal(judge_dispute_rule(&dispute, &rules, &limits, memo, &result, NULL), BOARD_OK);
    return result;
}
