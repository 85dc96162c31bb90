/* tests/support/case_files.c: reading case files for tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "case_files.h"

enum { PROBLEM_BYTES = 512 };

training_library case_files_load(const char *folder)
{
    training_library library = {0};
    training_problem problem;
    char text[PROBLEM_BYTES];

    if (training_library_read_folder(&library, folder, &problem) != BOARD_OK)
        fail_msg("%s (run the tests from the top of the tree): %s", problem.file,
                 training_problem_text(&problem, BOARD_ENGLISH, text, sizeof text));
    return library;
}

size_t case_files_visit(const char *folder, case_visitor visit, void *context)
{
    training_library library = case_files_load(folder);
    size_t visited = 0;

    for (size_t i = 0; i < library.count; i++) {
        if (library.cases[i].kind != TRAINING_CYCLE)
            continue;
        visit(&library.cases[i], context);
        visited++;
    }
    training_library_free(&library);
    return visited;
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
