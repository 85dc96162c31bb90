/*
 * tests/test_notation_round_trip.c: every legal move of thousands of positions, written and read
 * again in every notation.
 */
#include "notation_positions.h"

/* Writes a move in every notation and reads it again: only that move may come back (in the short
 * form, that move among others). `expected` is what is wrong with the move, or BOARD_OK. */
static void check_round_trip(const board_position *position, board_move move, board_error expected)
{
    for (size_t i = 0; i < BOARD_NOTATIONS; i++) {
        const board_notation written = (board_notation)i;
        const bool alone = written != BOARD_NOTATION_SHORT;
        char text[BOARD_NOTATION_BYTES];
        board_readings readings;
        board_notation notation = BOARD_NOTATIONS;
        board_error error = BOARD_OK;

        board_notation_write(position, move, written, text);
        error = board_notation_read_any(position, text, strlen(text), &readings, &notation);
        /* The short form of an illegal move may have other readings; then the illegal move is not
         * found, as it should be. */
        if (expected != BOARD_OK && written == BOARD_NOTATION_SHORT)
            continue;
        if (error != expected || notation != written || !has_reading(&readings, move) ||
            (alone && readings.count != 1)) {
            board_layout layout;
            char fen[BOARD_FEN_BYTES];

            board_position_to_layout(position, &layout);
            board_fen_write(&layout, fen);
            fail_msg("%s: %s does not come back (%zu readings)", fen, text, readings.count);
        }
    }
}

/* All legal moves, and those that are illegal only for the king's sake. */
static void check_all_moves(const board_position *position)
{
    board_move_list list;

    board_legal_moves(position, &list);
    for (size_t i = 0; i < list.count; i++)
        check_round_trip(position, list.moves[i], BOARD_OK);
    for (int from = 0; from < BOARD_SQUARES; from++) {
        if (position->piece_at[from] == BOARD_NO_PIECE)
            continue;
        for (int to = 0; to < BOARD_SQUARES; to++) {
            const board_move move = {(board_square)from, (board_square)to};
            const board_error fault = board_move_fault(position, move);

            if (fault == BOARD_ERROR_MOVE_LEAVES_CHECK || fault == BOARD_ERROR_MOVE_KINGS_FACING)
                check_round_trip(position, move, fault);
        }
    }
}

/* The same numbers on every machine. */
static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static void test_round_trip_games(void **state)
{
    uint64_t random = 20070701;

    (void)state;
    for (int game = 0; game < 300; game++) {
        board_position position;

        board_position_initial(&position);
        for (int ply = 0; ply < 80; ply++) {
            board_move_list list;

            board_legal_moves(&position, &list);
            if (list.count == 0)
                break;
            check_all_moves(&position);
            board_make(&position, list.moves[next_random(&random) % list.count]);
        }
    }
}

static void test_round_trip_positions(void **state)
{
    static const char *const fens[] = {
        HORSES,
        HORSES_BLACK,
        ROOKS,
        STACKED_ROOKS,
        PAWNS_2,
        PAWNS_3,
        PAWNS_4,
        PAWNS_5,
        PAWNS_2_2,
        PAWNS_2_3,
        PAWNS_3_2,
        PAWNS_2_2_1,
        PAWNS_4_1,
        BLACK_2,
        BLACK_3,
        BLACK_5,
        BLACK_2_2,
        BLACK_2_3,
        ADVISORS,
        ADVISORS_BLACK,
        ELEPHANTS,
        ELEPHANTS_BLACK,
        EYE,
        PINNED,
        SCREENING,
        ARTICLE_BLACK,
        ARTICLE_RED,
        ARTICLE_LAST,
        "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w",
        "2R2a3/4k4/3a5/9/8p/9/1p1rpn3/3CB4/4A4/2B1KA3 w",
        "4k3C/1R1PaP3/3ab1n2/4r1N2/2c6/9/2r6/C8/9/3K5 w",
        "5a3/4aP3/3kb1N1C/9/9/6N2/4c4/4R4/2nrRrn2/4K4 w",
        "1R1ak1P2/r2ccP2r/3ab1n1b/9/8N/4CC3/6n2/3pp4/2p2Rp2/3K2p2 b",
        "4k3c/3Ra1P2/3ab1N2/9/2b6/9/9/3KCR3/1nr1p1r2/5C3 b",
        "C7r/3kaP3/b1c1ba3/1R3N3/9/C8/9/9/4p1r2/5K3 b",
        "3ak1b2/4a4/3cb3n/4p1r1p/1R3N1N1/P7P/4P4/4B4/4A4/2B1KA3 w",
    };
    uint64_t random = 7;

    (void)state;
    for (size_t i = 0; i < COUNT(fens); i++) {
        /* From each position a few short walks, so that the piled pawns spread and meet. */
        for (int walk = 0; walk < 20; walk++) {
            board_position position = position_of(fens[i]);

            for (int ply = 0; ply < 12; ply++) {
                board_move_list list;

                board_legal_moves(&position, &list);
                if (list.count == 0)
                    break;
                check_all_moves(&position);
                board_make(&position, list.moves[next_random(&random) % list.count]);
            }
        }
    }
}

/* Strings of words, most of them nonsense: what is read must be legal, and nothing may break. */
static void test_nonsense(void **state)
{
    static const char *const words[] = {
        "前", "后", "中", "车", "马", "炮", "兵", "仕", "相", "帅", "一",
        "二", "五", "进", "退", "平", "1",  "3",  "5",  "0",  "10", "+",
        "-",  ".",  "=",  "p",  "h",  "c",  "e",  "a",  "!",  " ",
    };
    static const char *const fens[] = {START, START_BLACK, PAWNS_2_3, PAWNS_5, HORSES, BLACK_2_3};
    uint64_t random = 90;
    size_t read = 0;

    (void)state;
    for (int i = 0; i < 300000; i++) {
        const board_position position = position_of(fens[(size_t)i % COUNT(fens)]);
        const size_t count = 3 + next_random(&random) % 4;
        char text[BOARD_NOTATION_INPUT_MAX];
        size_t length = 0;
        board_readings readings;

        for (size_t word = 0; word < count; word++) {
            const char *piece = words[next_random(&random) % COUNT(words)];

            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        if (board_notation_read_any(&position, text, length, &readings, NULL) != BOARD_OK) {
            assert_true(readings.count <= 1);
            continue;
        }
        assert_in_range(readings.count, 1, BOARD_READINGS_MAX);
        for (size_t move = 0; move < readings.count; move++)
            assert_true(board_is_legal(&position, readings.moves[move]));
        read++;
    }
    assert_true(read > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip_games),
        cmocka_unit_test(test_round_trip_positions),
        cmocka_unit_test(test_nonsense),
    };

    return cmocka_run_group_tests_name("notation round trip", tests, NULL, NULL);
}
