/*
 * tests/test_moves.c: legal moves counted to a depth, and why a move is not legal, each argued by
 * hand from article 2.2. Many more positions are held against a plain generator in
 * test_moves_random.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <string.h>

#include "board/fen.h"
#include "board/moves.h"
#include "support/plain_generator.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { PERFT_DEPTHS = 5 };

/* How many sequences a test may count: fewer where every step is checked. */
#if defined(__SANITIZE_ADDRESS__)
static const uint64_t perft_limit = 3000000;
#else
static const uint64_t perft_limit = 200000000;
#endif

typedef struct perft_case {
    const char *fen;
    uint64_t counts[PERFT_DEPTHS]; /* at depths 1 to 5; 0 = not known */
} perft_case;

/* Counts that other programs agree on. */
static const perft_case perft_cases[] = {
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
     {44, 1920, 79666, 3290240, 133312995}},
    {"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", {38, 1128, 43929, 1339047}},
    {"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", {7, 281, 8620, 326201, 10369923}},
    {"5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", {25, 424, 9850, 202884, 4739553}},
    {"C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w", {28, 222, 6241, 64971, 1914306}},
    {"4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w", {23, 345, 8124, 149272, 3513104}},
};

static board_position position_of(const char *fen)
{
    board_layout layout;
    board_position position;

    board_position_initial(&position);
    /* facing kings and the wrong side in check are wanted too: they can stand after a mistake */
    if (board_fen_read(fen, strlen(fen), &layout, NULL, NULL) != BOARD_OK ||
        board_position_from_layout(&position, &layout, NULL) != BOARD_OK)
        fail_msg("%s: not a position", fen);
    return position;
}

static board_move move_of(const char *squares)
{
    return (board_move){(board_square)((squares[1] - '0') * 9 + (squares[0] - 'a')),
                        (board_square)((squares[3] - '0') * 9 + (squares[2] - 'a'))};
}

static void expect_count(const char *fen, int depth, uint64_t count, uint64_t expected)
{
    if (count != expected)
        fail_msg("%s: %" PRIu64 " at depth %d, not %" PRIu64, fen, count, depth, expected);
}

static void test_perft(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(perft_cases); i++) {
        const perft_case *one = &perft_cases[i];
        board_position position = position_of(one->fen);
        board_position before = position;

        assert_int_equal(board_perft(&position, 0, false), 1);
        for (int depth = 1; depth <= PERFT_DEPTHS; depth++) {
            uint64_t expected = one->counts[depth - 1];
            if (expected == 0 || expected > perft_limit)
                break;
            expect_count(one->fen, depth, board_perft(&position, depth, false), expected);
            if (expected < perft_limit / 60)
                expect_count(one->fen, depth, board_perft(&position, depth, true), expected);
        }
        assert_memory_equal(&position, &before, sizeof position);
    }
}

/* The plain generator has to be right before anything is held against it. */
static void test_plain_perft(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(perft_cases); i++) {
        const perft_case *one = &perft_cases[i];
        plain_board board;

        plain_read(&board, one->fen);
        for (int depth = 1; depth <= 3; depth++) {
            if (one->counts[depth - 1] < perft_limit / 250)
                expect_count(one->fen, depth, plain_perft(&board, depth), one->counts[depth - 1]);
        }
    }
}

/* What is wrong with a move: the error, or BOARD_OK. */
typedef struct fault_case {
    const char *fen;
    const char *move;
    board_error error;
} fault_case;

static void run_faults(const fault_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        board_position position = position_of(cases[i].fen);
        board_move move = move_of(cases[i].move);
        board_error error = board_move_fault(&position, move);

        if (error != cases[i].error)
            fail_msg("%s %s: got \"%s\"", cases[i].fen, cases[i].move,
                     board_error_text(error, BOARD_ENGLISH));
        assert_int_equal(board_is_legal(&position, move), error == BOARD_OK);
    }
}

#define FAULT(fen, move, error)                                                                    \
    {                                                                                              \
        fen, move, BOARD_ERROR_MOVE_##error                                                        \
    }
#define LEGAL(fen, move)                                                                           \
    {                                                                                              \
        fen, move, BOARD_OK                                                                        \
    }

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
#define START_BLACK "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"

static void test_from_and_to(void **state)
{
    static const fault_case cases[] = {
        FAULT(START, "e5e6", EMPTY_SQUARE),     FAULT(START, "e5e5", EMPTY_SQUARE),
        FAULT(START, "a1a0", EMPTY_SQUARE),     FAULT(START, "a6a5", OTHER_SIDE),
        FAULT(START_BLACK, "a3a4", OTHER_SIDE), FAULT(START, "a9b0", OTHER_SIDE),
        FAULT(START, "e0e0", NO_SUCH_WAY),      FAULT(START, "a0a0", NO_SUCH_WAY),
        FAULT(START, "a0a3", OWN_PIECE),        FAULT(START, "a0b0", OWN_PIECE),
        FAULT(START, "e0d0", OWN_PIECE),        FAULT(START_BLACK, "a9a6", OWN_PIECE),
        FAULT(START_BLACK, "e9f9", OWN_PIECE),
    };
    static const board_square off[] = {BOARD_SQUARES, 100, BOARD_NO_SQUARE};
    board_position position = position_of(START);

    (void)state;
    run_faults(cases, COUNT(cases));
    for (size_t i = 0; i < COUNT(off); i++) {
        assert_int_equal(board_move_fault(&position, (board_move){0, off[i]}),
                         BOARD_ERROR_MOVE_OFF_BOARD);
        assert_int_equal(board_move_fault(&position, (board_move){off[i], 0}),
                         BOARD_ERROR_MOVE_OFF_BOARD);
        assert_int_equal(board_move_fault(&position, (board_move){off[i], off[i]}),
                         BOARD_ERROR_MOVE_OFF_BOARD);
    }
}

/* A king e1 with an advisor d0; Black's king d8, advisor e8. */
#define PALACES "9/3ka4/9/9/9/9/9/9/4K4/3A5 w"
#define PALACES_BLACK "9/3ka4/9/9/9/9/9/9/4K4/3A5 b"
/* Kings and advisors at the rims of the palaces. */
#define RIMS "9/9/3k5/9/9/9/9/3A1K3/9/9 w"
#define RIMS_BLACK "9/9/3k1a3/9/9/9/9/3A1K3/9/9 b"

static void test_palace_pieces(void **state)
{
    static const fault_case cases[] = {
        LEGAL(PALACES, "e1e2"),
        LEGAL(PALACES, "e1f1"),
        LEGAL(PALACES, "e1e0"),
        FAULT(PALACES, "e1d1", KINGS_FACING),
        FAULT(PALACES, "e1d2", NO_SUCH_WAY),
        FAULT(PALACES, "e1e3", NO_SUCH_WAY),
        FAULT(PALACES, "e1d0", NO_SUCH_WAY), /* its advisor, but the king never goes so */
        FAULT(PALACES, "e1e8", NO_SUCH_WAY),
        FAULT(PALACES, "d0d1", NO_SUCH_WAY),
        FAULT(PALACES, "d0f2", NO_SUCH_WAY),
        FAULT(PALACES, "d0e1", OWN_PIECE),
        FAULT(PALACES, "d0c1", OUT_OF_PALACE),
        LEGAL(PALACES_BLACK, "e8f9"),
        FAULT(PALACES_BLACK, "d8e8", OWN_PIECE),
        FAULT(PALACES_BLACK, "d8c8", OUT_OF_PALACE),
        FAULT(RIMS, "f2f3", OUT_OF_PALACE),
        FAULT(RIMS, "f2g2", OUT_OF_PALACE),
        FAULT(RIMS, "d2e3", OUT_OF_PALACE),
        FAULT(RIMS, "d2c1", OUT_OF_PALACE),
        FAULT(RIMS, "d2c3", OUT_OF_PALACE),
        LEGAL(RIMS, "d2e1"),
        LEGAL(RIMS, "f2f1"),
        FAULT(RIMS_BLACK, "d7d6", OUT_OF_PALACE),
        FAULT(RIMS_BLACK, "d7c7", OUT_OF_PALACE),
        FAULT(RIMS_BLACK, "f7g6", OUT_OF_PALACE),
        FAULT(RIMS_BLACK, "f7e6", OUT_OF_PALACE),
        LEGAL(RIMS_BLACK, "f7e8"),
        /* out of the palace and onto an own piece: the way is what is wrong */
        FAULT("3k5/9/9/9/9/9/9/5KR2/9/9 w", "f2g2", OUT_OF_PALACE),
        FAULT("3k5/9/9/9/9/9/9/3A5/2N6/5K3 w", "d2c1", OUT_OF_PALACE),
        FAULT("3kr4/9/9/9/9/9/9/9/9/5K3 b", "d9e9", OWN_PIECE),
        FAULT("2rk5/9/9/9/9/9/9/9/9/5K3 b", "d9c9", OUT_OF_PALACE),
    };

    (void)state;
    run_faults(cases, COUNT(cases));
}

/* Red elephants c4 and g0, eye d1 free, f1 held; Black's c5, eye d6 held by a rook. */
#define ELEPHANTS "3k5/9/9/3r5/2b6/2B6/9/9/5n3/5KB2 w"
#define ELEPHANTS_BLACK "3k5/9/9/3r5/2b6/2B6/9/9/5n3/5KB2 b"

static void test_elephants(void **state)
{
    static const fault_case cases[] = {
        LEGAL(ELEPHANTS, "c4a2"),
        LEGAL(ELEPHANTS, "c4e2"),
        FAULT(ELEPHANTS, "c4a6", ELEPHANT_RIVER),
        FAULT(ELEPHANTS, "c4e6", ELEPHANT_RIVER),
        FAULT(ELEPHANTS, "c4d3", NO_SUCH_WAY),
        FAULT(ELEPHANTS, "c4c3", NO_SUCH_WAY),
        FAULT(ELEPHANTS, "c4c2", NO_SUCH_WAY),
        FAULT(ELEPHANTS, "c4f1", NO_SUCH_WAY),
        FAULT(ELEPHANTS, "g0e2", ELEPHANT_EYE), /* f1 */
        LEGAL(ELEPHANTS, "g0i2"),
        FAULT(ELEPHANTS_BLACK, "c5e7", ELEPHANT_EYE), /* d6, its own rook */
        LEGAL(ELEPHANTS_BLACK, "c5a7"),
        FAULT(ELEPHANTS_BLACK, "c5a3", ELEPHANT_RIVER),
        FAULT(ELEPHANTS_BLACK, "c5e3", ELEPHANT_RIVER),
        /* over the river with the eye held, or onto an own piece: the way is what is wrong */
        FAULT("3k5/9/9/9/3r5/2B6/9/9/9/5K3 w", "c4e6", ELEPHANT_RIVER),
        FAULT("3k5/9/9/4N4/9/2B6/9/9/9/5K3 w", "c4e6", ELEPHANT_RIVER),
        /* the eye held and an own piece there: the eye comes first */
        FAULT("3k5/9/9/9/9/9/9/4N4/3n5/2B2K3 w", "c0e2", ELEPHANT_EYE),
        FAULT("3k5/9/9/9/9/9/9/4N4/9/2B2K3 w", "c0e2", OWN_PIECE),
        LEGAL("3k5/9/9/9/9/9/9/4n4/9/2B2K3 w", "c0e2"),
    };

    (void)state;
    run_faults(cases, COUNT(cases));
}

/* A horse e4 with one neighbour held in turn; a held diagonal neighbour bars nothing. */
#define LEG_UP "3k5/9/9/9/4p4/4N4/9/9/9/5K3 w"
#define LEG_DOWN "3k5/9/9/9/9/4N4/4P4/9/9/5K3 w"
#define LEG_LEFT "3k5/9/9/9/9/3rN4/9/9/9/5K3 w"
#define LEG_RIGHT "3k5/9/9/9/9/4NC3/9/9/9/5K3 w"
#define DIAGONALS "3k5/9/9/9/3n1n3/4N4/3p1p3/9/9/5K3 w"

static void test_horses(void **state)
{
    static const fault_case cases[] = {
        FAULT(LEG_UP, "e4d6", HORSE_LEG),
        FAULT(LEG_UP, "e4f6", HORSE_LEG),
        LEGAL(LEG_UP, "e4c5"),
        LEGAL(LEG_UP, "e4g5"),
        LEGAL(LEG_UP, "e4c3"),
        LEGAL(LEG_UP, "e4g3"),
        LEGAL(LEG_UP, "e4d2"),
        LEGAL(LEG_UP, "e4f2"),
        FAULT(LEG_DOWN, "e4d2", HORSE_LEG),
        FAULT(LEG_DOWN, "e4f2", HORSE_LEG),
        LEGAL(LEG_DOWN, "e4d6"),
        LEGAL(LEG_DOWN, "e4g3"),
        FAULT(LEG_LEFT, "e4c5", HORSE_LEG),
        FAULT(LEG_LEFT, "e4c3", HORSE_LEG),
        LEGAL(LEG_LEFT, "e4g5"),
        LEGAL(LEG_LEFT, "e4d6"),
        FAULT(LEG_RIGHT, "e4g5", HORSE_LEG),
        FAULT(LEG_RIGHT, "e4g3", HORSE_LEG),
        LEGAL(LEG_RIGHT, "e4c3"),
        LEGAL(LEG_RIGHT, "e4f2"),
        LEGAL(DIAGONALS, "e4d6"),
        LEGAL(DIAGONALS, "e4f6"),
        LEGAL(DIAGONALS, "e4c5"),
        LEGAL(DIAGONALS, "e4g5"),
        LEGAL(DIAGONALS, "e4c3"),
        LEGAL(DIAGONALS, "e4g3"),
        LEGAL(DIAGONALS, "e4d2"),
        LEGAL(DIAGONALS, "e4f2"),
        FAULT(LEG_UP, "e4e5", NO_SUCH_WAY),
        FAULT(LEG_UP, "e4f5", NO_SUCH_WAY),
        FAULT(LEG_UP, "e4e6", NO_SUCH_WAY),
        FAULT(LEG_UP, "e4g6", NO_SUCH_WAY),
        FAULT(LEG_UP, "e4f7", NO_SUCH_WAY),
        FAULT(LEG_DOWN, "e4e3", NO_SUCH_WAY),
        FAULT(START, "b0d1", HORSE_LEG),
        LEGAL(START, "b0a2"),
        FAULT(START, "b0c1", NO_SUCH_WAY),
        FAULT(START_BLACK, "h9f8", HORSE_LEG),
        /* the leg held and an own piece there: the leg comes first */
        FAULT("3k5/9/9/5P3/4p4/4N4/9/9/9/5K3 w", "e4f6", HORSE_LEG),
        FAULT("3k5/9/9/5P3/9/4N4/9/9/9/5K3 w", "e4f6", OWN_PIECE),
        LEGAL("3k5/9/9/5n3/9/4N4/9/9/9/5K3 w", "e4f6"),
    };

    (void)state;
    run_faults(cases, COUNT(cases));
}

/* Rook a4; on its rank own pawn c4 and own g4; on its file Black's pawn a6 and rook a8. */
#define ROOK "3k5/r8/9/p8/9/R1P3P2/9/9/9/5K3 w"

static void test_rooks(void **state)
{
    static const fault_case cases[] = {
        LEGAL(ROOK, "a4b4"),
        FAULT(ROOK, "a4c4", OWN_PIECE),
        FAULT(ROOK, "a4d4", PATH_BLOCKED),
        FAULT(ROOK, "a4g4", PATH_BLOCKED), /* an own piece behind another: the way is barred */
        FAULT(ROOK, "a4i4", PATH_BLOCKED),
        LEGAL(ROOK, "a4a5"),
        LEGAL(ROOK, "a4a6"), /* takes */
        FAULT(ROOK, "a4a7", PATH_BLOCKED),
        FAULT(ROOK, "a4a8", PATH_BLOCKED),
        LEGAL(ROOK, "a4a0"),
        FAULT(ROOK, "a4b5", NO_SUCH_WAY),
        FAULT(ROOK, "a4c5", NO_SUCH_WAY),
        FAULT(ROOK, "a4f0", NO_SUCH_WAY), /* its king, but no line leads there */
        FAULT("3k5/9/9/9/9/9/9/9/9/2R2K3 w", "c0f0", OWN_PIECE),
    };

    (void)state;
    run_faults(cases, COUNT(cases));
}

/* Cannon a4. On its rank: own pawn c4, then Black's rook e4, own rook g4, Black's horse i4. On its
 * file: Black's pawn a6, own rook a7, Black's cannon a8. */
#define CANNON "3k5/c8/R8/p8/9/C1P1r1R1n/9/9/9/5K3 w"

static void test_cannons(void **state)
{
    static const fault_case cases[] = {
        LEGAL(CANNON, "a4b4"),
        FAULT(CANNON, "a4c4", OWN_PIECE),    /* no screen: it could not have gone on */
        FAULT(CANNON, "a4d4", PATH_BLOCKED), /* over a screen it only takes */
        LEGAL(CANNON, "a4e4"),
        FAULT(CANNON, "a4f4", PATH_BLOCKED),
        FAULT(CANNON, "a4g4", PATH_BLOCKED), /* own, and two pieces between */
        FAULT(CANNON, "a4h4", PATH_BLOCKED),
        FAULT(CANNON, "a4i4", NO_SCREEN), /* three between */
        LEGAL(CANNON, "a4a5"),
        FAULT(CANNON, "a4a6", NO_SCREEN), /* none between */
        FAULT(CANNON, "a4a7", OWN_PIECE), /* over a screen, as it takes: but its own rook */
        FAULT(CANNON, "a4a8", NO_SCREEN), /* two between */
        FAULT(CANNON, "a4a9", PATH_BLOCKED),
        LEGAL(CANNON, "a4a0"),
        FAULT(CANNON, "a4b5", NO_SUCH_WAY),
        FAULT(CANNON, "a4f0", NO_SUCH_WAY),
        LEGAL(START, "b2b9"),
        FAULT(START, "b2b7", NO_SCREEN),
        FAULT(START, "b2b8", PATH_BLOCKED),
        FAULT(START, "b2h2", OWN_PIECE),
        FAULT(START, "b2i2", PATH_BLOCKED),
    };

    (void)state;
    run_faults(cases, COUNT(cases));
}

/* Red pawns a3 (before the river), c5 and e9 (beyond), own rooks a2 and d5. Black's mirror. */
#define PAWNS "3kP4/9/9/9/2PR5/9/P8/R8/9/5K3 w"
#define PAWNS_BLACK "3k5/9/r8/p8/9/2pr5/9/9/9/4pK3 b"

static void test_pawns(void **state)
{
    static const fault_case cases[] = {
        LEGAL(PAWNS, "a3a4"),
        FAULT(PAWNS, "a3a5", NO_SUCH_WAY),
        FAULT(PAWNS, "a3b3", PAWN_SIDEWAYS),
        FAULT(PAWNS, "a3a2", PAWN_BACKWARD), /* onto its own rook */
        FAULT(PAWNS, "a3a1", PAWN_BACKWARD),
        FAULT(PAWNS, "a3b4", NO_SUCH_WAY),
        FAULT(PAWNS, "a3b2", NO_SUCH_WAY),
        LEGAL(PAWNS, "c5c6"),
        LEGAL(PAWNS, "c5b5"),
        FAULT(PAWNS, "c5d5", OWN_PIECE),
        FAULT(PAWNS, "c5c4", PAWN_BACKWARD),
        FAULT(PAWNS, "c5a5", NO_SUCH_WAY),
        FAULT(PAWNS, "c5d6", NO_SUCH_WAY),
        LEGAL(PAWNS, "e9f9"),
        FAULT(PAWNS, "e9d9", TAKES_KING),
        FAULT(PAWNS, "e9e8", PAWN_BACKWARD),
        FAULT(PAWNS_BLACK, "a6a7", PAWN_BACKWARD),
        FAULT(PAWNS_BLACK, "a6b6", PAWN_SIDEWAYS),
        LEGAL(PAWNS_BLACK, "c4b4"),
        FAULT(PAWNS_BLACK, "c4d4", OWN_PIECE),
        FAULT(PAWNS_BLACK, "c4c5", PAWN_BACKWARD),
        LEGAL(PAWNS_BLACK, "c4c3"),
        FAULT(PAWNS_BLACK, "e0f0", TAKES_KING),
        FAULT(PAWNS_BLACK, "e0e1", PAWN_BACKWARD),
        LEGAL(PAWNS_BLACK, "e0d0"),
        /* the bank itself: rank 4 is Red's, rank 5 Black's; sideways onto an own piece as well */
        FAULT("3k5/9/9/9/9/N1P6/9/9/9/5K3 w", "c4b4", PAWN_SIDEWAYS),
        FAULT("3k5/9/9/9/9/1NP6/9/9/9/5K3 w", "c4b4", PAWN_SIDEWAYS),
        LEGAL("3k5/9/9/9/2P6/9/9/9/9/5K3 w", "c5d5"),
        FAULT("3k5/9/9/9/2p6/9/9/9/9/5K3 b", "c5d5", PAWN_SIDEWAYS),
        LEGAL("3k5/9/9/9/9/2p6/9/9/9/5K3 b", "c4d4"),
    };

    (void)state;
    run_faults(cases, COUNT(cases));
}

/* Black's king d9, its rook e5 behind Red's rook e2: pinned. */
#define PINNED "3k5/9/9/9/4r4/9/9/4R4/9/4K4 w"
/* Red's horse e4 alone between the kings. */
#define BETWEEN "4k4/9/9/9/9/4N4/9/9/9/4K4 w"
/* Red is in check by the cannon e5 over its own advisor e1. */
#define CANNON_CHECK "3k5/9/9/9/4c4/9/9/9/4A4/2R1K4 w"
/* Red is in check by the rook e5 and by the horse g1. */
#define DOUBLE_CHECK "3k5/9/9/9/4r4/9/9/9/R5n2/4K4 w"

static void test_own_king(void **state)
{
    static const fault_case cases[] = {
        FAULT(PINNED, "e2a2", LEAVES_CHECK),
        LEGAL(PINNED, "e2e4"),
        LEGAL(PINNED, "e2e5"),
        FAULT(PINNED, "e0d0", KINGS_FACING),
        LEGAL(PINNED, "e0f0"),
        FAULT(BETWEEN, "e4d6", KINGS_FACING),
        LEGAL(BETWEEN, "e0d0"),
        LEGAL(CANNON_CHECK, "e1d2"), /* the screen steps away */
        FAULT(CANNON_CHECK, "e0d0", KINGS_FACING),
        LEGAL(CANNON_CHECK, "e0f0"),
        FAULT(CANNON_CHECK, "c0c1", LEAVES_CHECK),
        FAULT(CANNON_CHECK, "c0d0", LEAVES_CHECK),
        FAULT(DOUBLE_CHECK, "a1e1", LEAVES_CHECK), /* stops the rook, not the horse */
        FAULT(DOUBLE_CHECK, "a1g1", LEAVES_CHECK), /* takes the horse, not the rook */
        LEGAL(DOUBLE_CHECK, "e0f0"),
        FAULT(DOUBLE_CHECK, "e0e1", LEAVES_CHECK),
        /* a piece that lands between makes the cannon's screen */
        FAULT("3k5/9/9/9/4c4/9/9/9/R8/4K4 w", "a1e1", LEAVES_CHECK),
        LEGAL("3k5/9/9/9/4c4/9/9/9/R8/4K4 w", "a1f1"),
        /* the horse d2 attacks e0 over d1 when the rook has left it */
        FAULT("3k5/9/9/9/9/9/9/3n5/3R5/4K4 w", "d1c1", LEAVES_CHECK),
        LEGAL("3k5/9/9/9/9/9/9/3n5/3R5/4K4 w", "d1d2"),
        /* a pawn takes forward and sideways, not backward */
        FAULT("5k3/9/9/9/9/9/9/9/3p5/4K4 w", "e0e1", LEAVES_CHECK),
        FAULT("5k3/9/9/9/9/9/9/9/3p5/4K4 w", "e0d0", LEAVES_CHECK),
        FAULT("5k3/9/9/9/9/9/9/9/3p5/4K4 w", "e0f0", KINGS_FACING),
        LEGAL("5k3/9/9/9/9/9/9/9/4K4/3p5 w", "e1d1"),
        /* a king cannot be taken, not even by the king */
        FAULT("4k4/9/9/9/9/4R4/9/9/9/3K5 w", "e4e9", TAKES_KING),
        FAULT("4k4/4a4/9/9/9/4C4/9/9/9/3K5 w", "e4e9", TAKES_KING),
        FAULT("4k4/9/3N5/9/9/9/9/9/9/5K3 w", "d7e9", TAKES_KING),
        FAULT("4k4/9/9/9/9/9/9/9/9/4K4 w", "e0e9", NO_SUCH_WAY),
    };

    (void)state;
    run_faults(cases, COUNT(cases));
}

/* How a side to move stands, and how many legal moves it has. */
typedef struct end_case {
    const char *fen;
    bool check;
    size_t moves;
} end_case;

static void test_ends(void **state)
{
    static const end_case cases[] = {
        {START, false, 44},
        {START_BLACK, false, 44},
        /* two rooks: e8, d9 and f9 are all taken */
        {"R3k4/1R7/9/9/9/9/9/9/9/3K5 b", true, 0},
        {"R3k4/9/1R7/9/9/9/9/9/9/3K5 b", true, 1}, /* e8 is free */
        /* the cannon can take b8 over h8, but a9 still checks */
        {"R3k4/1R5nc/9/9/9/9/9/9/9/3K5 b", true, 0},
        /* the horse would take a9, or step between, if its leg b8 were free */
        {"R3k4/1R7/1n7/9/9/9/9/9/9/3K5 b", true, 0},
        {"R3k4/1Rn6/9/9/9/9/9/9/9/3K5 b", true, 1},  /* it shields e8 */
        {"R2nk4/1R7/9/9/9/9/9/9/9/3K5 b", false, 1}, /* pinned; the king can go to f9 */
        /* cannons one behind the other: an advisor on e8 gives the front one its screen */
        {"3aka3/9/9/4C4/9/4C4/9/9/9/3K5 b", true, 0},
        {"3aka3/9/9/4C4/9/9/9/9/9/3K5 b", false, 1}, /* the king can go to e8 */
        /* not in check, and no move: e9 would face the king, d8 is the pawn's */
        {"3k5/2P6/9/9/9/9/9/9/9/4K4 b", false, 0},
        {"3k5/2P6/9/9/9/9/9/8p/9/4K4 b", false, 2}, /* the pawn can go to i1 and h2 */
        {"3k5/2P6/9/9/9/9/9/9/9/3K5 b", true, 1},   /* the kings face: e9 */
        /* the same for Red */
        {"4k4/9/9/9/9/9/9/9/2p6/3K5 w", false, 0},
        {"3k5/9/9/9/9/9/9/9/1r7/r3K4 w", true, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        board_position position = position_of(cases[i].fen);
        board_move_list list;
        bool none = cases[i].moves == 0;

        board_legal_moves(&position, &list);
        if (list.count != cases[i].moves)
            fail_msg("%s: %zu moves", cases[i].fen, list.count);
        if (board_in_check(&position, position.to_move) != cases[i].check)
            fail_msg("%s: check?", cases[i].fen);
        assert_int_equal(board_has_legal_move(&position), !none);
        assert_int_equal(board_is_checkmate(&position), none && cases[i].check);
        assert_int_equal(board_is_stalemate(&position), none && !cases[i].check);
    }
}

static void test_gives_check(void **state)
{
    static const struct {
        const char *fen;
        const char *move;
        bool check;
    } cases[] = {
        {START, "h2e2", false}, /* e3 and e6 stand between */
        {"4k4/9/9/9/9/R8/9/9/9/3K5 w", "a4e4", true},
        {"4k4/9/9/9/9/R8/9/9/9/3K5 w", "a4a9", true},
        {"4k4/9/9/9/9/R8/9/9/9/3K5 w", "a4b4", false},
        /* the horse uncovers the rook, the cannon's screen steps away */
        {"4k4/9/9/9/4N4/4R4/9/9/9/3K5 w", "e5g4", true},
        {"4k4/9/9/9/4N4/4C4/9/9/9/3K5 w", "e5g4", false},
        {"4k4/4a4/9/9/4N4/4C4/9/9/9/3K5 w", "e5g4", true},
        /* a piece becomes the cannon's screen, or lands behind it */
        {"4k4/9/9/9/2N6/4C4/9/9/9/3K5 w", "c5e6", true},
        {"4k4/9/9/9/9/4C4/9/2N6/9/3K5 w", "c2e3", false},
        {"4k4/9/9/9/2N6/4C4/9/9/9/3K5 w", "c5b7", false},
        /* the rook frees the leg of the horse d7 */
        {"4k4/3R5/3N5/9/9/9/9/9/9/5K3 w", "d8c8", true},
        {"4k4/3R5/3N5/9/9/9/9/9/9/5K3 w", "d7b6", false},
        /* pawns */
        {"4k4/9/4P4/9/9/9/9/9/9/3K5 w", "e7e8", true},
        {"4k4/3P5/9/9/9/9/9/9/9/3K5 w", "d8d9", true},
        {"4k4/3P5/9/9/9/9/9/9/9/3K5 w", "d8e8", true},
        {"4k4/9/3P5/9/9/9/9/9/9/3K5 w", "d7d8", false},
        {"3k5/9/9/9/9/9/9/4p4/9/4K4 b", "e2e1", true},
        {"3k5/9/9/9/9/9/9/4p4/9/4K4 b", "e2d2", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        board_position position = position_of(cases[i].fen);
        board_move move = move_of(cases[i].move);

        assert_true(board_is_legal(&position, move));
        if (board_gives_check(&position, move) != cases[i].check)
            fail_msg("%s %s", cases[i].fen, cases[i].move);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),       cmocka_unit_test(test_plain_perft),
        cmocka_unit_test(test_from_and_to), cmocka_unit_test(test_palace_pieces),
        cmocka_unit_test(test_elephants),   cmocka_unit_test(test_horses),
        cmocka_unit_test(test_rooks),       cmocka_unit_test(test_cannons),
        cmocka_unit_test(test_pawns),       cmocka_unit_test(test_own_king),
        cmocka_unit_test(test_ends),        cmocka_unit_test(test_gives_check),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
