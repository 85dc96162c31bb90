/* tests/fuzz/fuzz_cases.c: any bytes as a file of case studies. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "board/moves.h"
#include "training/library.h"
#include "training/text.h"

/* What holds of a case that was taken. */
static void look_at(const training_case *one)
{
    board_position position = one->start;

    fuzz_expect(training_text_is_id(one->id));
    fuzz_expect(one->count <= TRAINING_MOVES_MAX);
    fuzz_expect(one->difficulty >= 0 && one->difficulty <= TRAINING_DIFFICULTY_MAX);
    for (size_t i = 0; i < one->count; i++) {
        fuzz_expect(board_is_legal(&position, one->moves[i].move));
        board_make(&position, one->moves[i].move);
    }
    const char *edition = training_case_edition(one);
    fuzz_expect(edition != NULL && training_case_speaks_of(one, edition));
    for (size_t i = 0; i < one->count; i++)
        training_case_label(one, edition, i);
    training_case_verdict(one, edition);
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        fuzz_expect(training_case_explanation(one, (board_language)language) != NULL);
}

/* What it was written as is read as the same case. */
static void read_again(const training_library *library, const training_case *one)
{
    char *text = training_case_text(one, true);
    training_library again = {0};
    training_problem problem;

    fuzz_expect(text != NULL);
    fuzz_expect(training_library_read(&again, text, strlen(text), &problem) == BOARD_OK);
    fuzz_expect(again.count == 1 && strcmp(again.cases[0].id, one->id) == 0);
    fuzz_expect(training_library_find(library, one->id) == one);
    training_library_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    training_library library = {0};
    training_problem problem;
    char line[512];

    if (training_library_read(&library, (const char *)data, size, &problem) != BOARD_OK) {
        fuzz_expect(library.count == 0); /* all or none */
        for (int language = 0; language < BOARD_LANGUAGES; language++)
            training_problem_text(&problem, (board_language)language, line, sizeof line);
        return 0;
    }
    for (size_t i = 0; i < library.count; i++) {
        fuzz_expect(i == 0 || strcmp(library.cases[i - 1].id, library.cases[i].id) < 0);
        look_at(&library.cases[i]);
        read_again(&library, &library.cases[i]);
    }
    training_library_free(&library);
    return 0;
}
