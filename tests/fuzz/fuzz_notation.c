/*
 * tests/fuzz/fuzz_notation.c: any bytes as a move. The first byte chooses the notation ('0' to '3',
 * '4': any), the second the position; the rest is the text.
 */
#include "fuzz/fuzz.h"

#include <string.h>

#include "board/fen.h"
#include "board/notation.h"

static const char *const positions[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
    "3k5/4P4/2P1P1P2/4P4/9/9/4R4/4R4/9/3AKA3 w - - 0 1",
    "3ak4/4a4/4b4/9/2b6/9/2n1r1c2/2n1r1c2/p1p1p1p1p/3K5 b - - 0 1",
};

enum { POSITIONS = sizeof positions / sizeof positions[0] };

/* A legal reading can be written, and what is written is read as that move again. */
static void check_reading(const board_position *position, board_move move)
{
    fuzz_expect(board_is_legal(position, move));
    for (int notation = 0; notation < BOARD_NOTATION_SHORT; notation++) {
        char text[BOARD_NOTATION_BYTES];
        board_readings again;
        board_notation_write(position, move, (board_notation)notation, text);
        fuzz_expect(board_notation_read(position, (board_notation)notation, text, strlen(text),
                                        &again) == BOARD_OK);
        fuzz_expect(again.count == 1 && board_move_equal(again.moves[0], move));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    board_position position;
    board_readings readings;
    if (size < 2)
        return 0;
    const char *fen = positions[data[1] % POSITIONS];
    const char *text = (const char *)data + 2;
    fuzz_expect(board_position_from_fen(fen, strlen(fen), &position, NULL) == BOARD_OK);
    unsigned notation = (data[0] - (unsigned)'0') % (BOARD_NOTATIONS + 1);
    board_error error =
        notation == BOARD_NOTATIONS
            ? board_notation_read_any(&position, text, size - 2, &readings, NULL)
            : board_notation_read(&position, (board_notation)notation, text, size - 2, &readings);
    fuzz_expect(readings.count <= BOARD_READINGS_MAX);
    for (size_t i = 0; error == BOARD_OK && i < readings.count; i++)
        check_reading(&position, readings.moves[i]);
    return 0;
}
