/* tests/fuzz/fuzz_fen.c: any bytes as a FEN; what is read can be written and read again. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "board/fen.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    board_layout layout;
    board_layout again;
    board_position position;
    board_problem problem;
    char fen[BOARD_FEN_BYTES];
    bool side_given = false;
    if (board_fen_read(text, size, &layout, &side_given, &problem) != BOARD_OK) {
        fuzz_expect(problem.error != BOARD_OK);
        return 0;
    }
    board_fen_write(&layout, fen);
    fuzz_expect(strlen(fen) < BOARD_FEN_BYTES);
    fuzz_expect(board_fen_read(fen, strlen(fen), &again, NULL, NULL) == BOARD_OK);
    fuzz_expect(memcmp(layout.cells, again.cells, sizeof layout.cells) == 0);
    fuzz_expect(layout.to_move == again.to_move);
    bool sound = board_layout_faults(&layout, NULL, 0) == 0;
    fuzz_expect(sound == (board_position_from_fen(text, size, &position, &problem) == BOARD_OK));
    if (sound) {
        board_position_to_layout(&position, &again);
        fuzz_expect(memcmp(layout.cells, again.cells, sizeof layout.cells) == 0);
    }
    return 0;
}
