/* tests/fuzz/fuzz_records.c: any bytes as a file of games: PGN, DhtmlXQ, XQF, WXF, plain. */
#include "fuzz/fuzz.h"

#include "board/encoding.h"
#include "board/moves.h"
#include "board/record.h"

#include <string.h>

static void check_tags(const board_record *record)
{
    for (int tag = 0; tag < BOARD_TAGS; tag++) {
        const char *text = board_record_tag_text(record, (board_record_tag)tag);
        fuzz_expect(board_utf8_valid(text, strlen(text)));
    }
    fuzz_expect(board_utf8_valid(record->problem.token, strlen(record->problem.token)));
}

/* The moves of a game that was read can be played as they stand. */
static bool check_game(void *context, board_record *record)
{
    size_t *games = context;
    board_position position;
    ++*games;
    check_tags(record);
    if (record->count == 0)
        return true;
    fuzz_expect(board_position_from_layout(&position, &record->start, NULL) == BOARD_OK);
    for (size_t i = 0; i < record->count; i++) {
        const board_record_move *one = &record->moves[i];
        board_error fault = board_move_fault(&position, one->move);
        fuzz_expect(one->stood_illegal ? fault != BOARD_OK : fault == BOARD_OK);
        board_make(&position, one->move);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t games = 0;
    board_problem problem;
    board_records_read((const char *)data, size, check_game, &games, &problem);
    return 0;
}
