/*
 * tests/test_fen.c: positions as FEN text, in and out, and what is wrong with a bad one, where.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "board/fen.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define START_ROWS "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
#define FULL_ROWS                                                                                  \
    "KKKKKKKKK/kkkkkkkkk/ppppppppp/PPPPPPPPP/rRrRrRrRr/NnNnNnNnN/aAaAaAaAa/BbBbBbBbB/"             \
    "CcCcCcCcC/pPpPpPpPp"
#define KINGS_ROWS "3k5/9/9/9/9/9/9/9/9/5K3"

static board_layout layout_of(const char *fen)
{
    board_layout layout;
    board_problem problem;

    if (board_fen_read(fen, strlen(fen), &layout, NULL, &problem) != BOARD_OK)
        fail_msg("%s: %s", fen, board_error_text(problem.error, BOARD_ENGLISH));
    return layout;
}

static void expect_same(const board_layout *layout, const board_layout *expected)
{
    assert_memory_equal(layout->cells, expected->cells, sizeof layout->cells);
    assert_int_equal(layout->to_move, expected->to_move);
}

/* Every letter and the ends of the ranks and files, against squares counted by hand. */
static void test_squares(void **state)
{
    static const struct {
        int square;
        board_side side;
        board_kind kind;
    } pieces[] = {
        {81, BOARD_BLACK, BOARD_ROOK},    {82, BOARD_BLACK, BOARD_HORSE},
        {83, BOARD_BLACK, BOARD_CANNON},  {85, BOARD_BLACK, BOARD_KING},
        {89, BOARD_BLACK, BOARD_ADVISOR}, {72, BOARD_BLACK, BOARD_ELEPHANT},
        {44, BOARD_BLACK, BOARD_PAWN},    {36, BOARD_RED, BOARD_PAWN},
        {9, BOARD_RED, BOARD_ELEPHANT},   {17, BOARD_RED, BOARD_ADVISOR},
        {0, BOARD_RED, BOARD_ROOK},       {3, BOARD_RED, BOARD_KING},
        {7, BOARD_RED, BOARD_CANNON},     {8, BOARD_RED, BOARD_HORSE},
    };
    board_layout layout = layout_of("rnc1k3a/b8/9/9/9/P7p/9/9/B7A/R2K3CN b");
    board_layout expected;

    (void)state;
    board_layout_clear(&expected);
    expected.to_move = BOARD_BLACK;
    for (size_t i = 0; i < COUNT(pieces); i++)
        expected.cells[pieces[i].square] = board_cell_of(pieces[i].side, pieces[i].kind);
    expect_same(&layout, &expected);
}

static void test_start(void **state)
{
    board_layout initial;
    board_layout layout = layout_of(START_ROWS " w");
    char fen[BOARD_FEN_BYTES];

    (void)state;
    board_layout_initial(&initial);
    expect_same(&layout, &initial);
    board_fen_write(&initial, fen);
    assert_string_equal(fen, START_ROWS " w");
}

/* What is written is what was read, for FENs in our own way of writing. */
static void test_round_trips(void **state)
{
    static const char *const fens[] = {
        START_ROWS " w",
        START_ROWS " b",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
        "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
        "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w",
        "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w",
        "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w",
        "9/9/9/9/9/9/9/9/9/9 w", /* the form is right, whatever article 1 says */
        FULL_ROWS " b",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(fens); i++) {
        board_layout layout = layout_of(fens[i]);
        char fen[BOARD_FEN_BYTES];

        board_fen_write(&layout, fen);
        assert_string_equal(fen, fens[i]);
    }
}

/* Random cells of every kind, written and read back. */
static void test_random_round_trips(void **state)
{
    uint32_t random = 2007;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        board_layout layout;
        char fen[BOARD_FEN_BYTES];

        board_layout_clear(&layout);
        for (int square = 0; square < BOARD_SQUARES; square++) {
            random = random * 1664525u + 1013904223u;
            if ((int)(random >> 28) < i % 16)
                layout.cells[square] = (board_cell)(1 + (random >> 8) % (2 * BOARD_KINDS));
        }
        layout.to_move = i % 2 ? BOARD_BLACK : BOARD_RED;
        board_fen_write(&layout, fen);
        assert_true(strlen(fen) < BOARD_FEN_BYTES);
        board_layout back = layout_of(fen);
        expect_same(&back, &layout);
    }
}

/* Different texts of the same position. */
static void test_dialects(void **state)
{
    static const struct {
        const char *fen;
        const char *plain;
        bool side_given;
    } cases[] = {
        {"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w", START_ROWS " w", true},
        {"rhbakaenr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNEAKABHR b", START_ROWS " b", true},
        {START_ROWS " r", START_ROWS " w", true},
        {START_ROWS " R", START_ROWS " w", true},
        {START_ROWS " W", START_ROWS " w", true},
        {START_ROWS " B", START_ROWS " b", true},
        {START_ROWS, START_ROWS " w", false},
        {START_ROWS " ", START_ROWS " w", false},
        {START_ROWS "\r\n", START_ROWS " w", false},
        {START_ROWS " b - - 0 1", START_ROWS " b", true},
        {START_ROWS " r - - 12 345", START_ROWS " w", true},
        {START_ROWS " w - -", START_ROWS " w", true},
        {START_ROWS " w - - 0", START_ROWS " w", true},
        {START_ROWS " w 0 1", START_ROWS " w", true},
        {START_ROWS " w - 0 1", START_ROWS " w", true},
        {"  \t" START_ROWS "\t b  -\t-  0   1 \r\n", START_ROWS " b", true},
        {"3k5/9/9/9/9/9/9/9/9/5K3 w", KINGS_ROWS " w", true},
        {"12k1112/81/18/333/234/111114/1111122/9/9/5K3 w", "3k5/9/9/9/9/9/9/9/9/5K3 w", true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        board_layout expected = layout_of(cases[i].plain);
        board_problem problem = {.error = BOARD_ERROR_FEN_SIDE};
        board_layout layout;
        bool side_given = !cases[i].side_given;

        if (board_fen_read(cases[i].fen, strlen(cases[i].fen), &layout, &side_given, &problem) !=
            BOARD_OK)
            fail_msg("%s: refused at %zu", cases[i].fen, problem.column);
        expect_same(&layout, &expected);
        assert_int_equal(side_given, cases[i].side_given);
        assert_int_equal(problem.error, BOARD_OK);
    }
}

/* A bad FEN: its error, and the column and text where it goes wrong. */
typedef struct bad_case {
    const char *fen;
    size_t length; /* 0: up to the NUL */
    board_error error;
    size_t column;
    const char *token;
} bad_case;

static void check_bad(const bad_case *one)
{
    const size_t length = one->length ? one->length : strlen(one->fen);
    board_layout layout;
    board_layout before;
    board_problem problem;
    bool side_given = true;

    memset(&layout, 0x5A, sizeof layout);
    memset(&problem, 0x5A, sizeof problem);
    memcpy(&before, &layout, sizeof before);
    board_error error = board_fen_read(one->fen, length, &layout, &side_given, &problem);
    if (error != one->error)
        fail_msg("\"%s\": got \"%s\"", one->fen, board_error_text(error, BOARD_ENGLISH));
    if (problem.error != error || problem.column != one->column ||
        strcmp(problem.token, one->token) != 0)
        fail_msg("\"%s\": at byte %zu, \"%s\"", one->fen, problem.column, problem.token);
    assert_int_equal(problem.line, 0);
    assert_int_equal(problem.ply, 0);
    assert_int_equal(problem.square, BOARD_NO_SQUARE);
    assert_memory_equal(&layout, &before, sizeof layout);
    assert_int_equal(board_fen_read(one->fen, length, &layout, NULL, NULL), one->error);
    assert_memory_equal(&layout, &before, sizeof layout);
}

static void test_bad_boards(void **state)
{
    static const bad_case cases[] = {
        /* 8 files: the rank ends too soon */
        {"rnbakabn/9/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_FILES, 9, "/9/9/9/9/9/9"},
        {"9/9/9/8/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_FILES, 8, "/9/9/9/9/9/9"},
        {"9/9/9/9/9/9/9/9/9/RNBAKABN w", 0, BOARD_ERROR_FEN_FILES, 27, " w"},
        {"9/9/9/9/9/9/9/9/9/44", 0, BOARD_ERROR_FEN_FILES, 21, ""},
        {"9/9//9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_FILES, 5, "/9/9/9/9/9/9"},
        {"/9/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_FILES, 1, "/9/9/9/9/9/9"},
        {"9/9/9/9/9/9/9/9/9/ w", 0, BOARD_ERROR_FEN_FILES, 19, " w"},
        /* 10 files: the tenth is one too many */
        {"rnbakabnrr/9/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_FILES, 10, "r/9/9/9/9/9/"},
        {"9/55/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_FILES, 4, "5/9/9/9/9/9/"},
        {"9/9/9/9/9/9/9/9/9/9K w", 0, BOARD_ERROR_FEN_FILES, 20, "K w"},
        {"9/9/9/9/9/9/9/9/9/99 w", 0, BOARD_ERROR_FEN_FILES, 20, "9 w"},
        /* 9 and 11 ranks */
        {"9/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_RANKS, 18, " w"},
        {"9/9/9/9/9/9/9/9/9", 0, BOARD_ERROR_FEN_RANKS, 18, ""},
        {"9", 0, BOARD_ERROR_FEN_RANKS, 2, ""},
        {"9/9/9/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_RANKS, 20, "/9 w"},
        {"9/9/9/9/9/9/9/9/9/9/ w", 0, BOARD_ERROR_FEN_RANKS, 20, "/ w"},
        /* what is no letter of a FEN */
        {"9/9/2x6/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_LETTER, 6, "x6/9/9/9/9/9"},
        {"rnbaqabnr/9/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_LETTER, 5, "qabnr/9/9/9/"},
        {"0/9/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_LETTER, 1, "0/9/9/9/9/9/"},
        {"9/90/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_LETTER, 4, "0/9/9/9/9/9/"},
        {"9/10/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_LETTER, 4, "0/9/9/9/9/9/"},
        {"9/-9/9/9/9/9/9/9/9/9 w", 0, BOARD_ERROR_FEN_LETTER, 3, "-9/9/9/9/9/9"},
        {"9|9|9|9|9|9|9|9|9|9 w", 0, BOARD_ERROR_FEN_LETTER, 2, "|9|9|9|9|9|9"},
        {"9\\9", 0, BOARD_ERROR_FEN_LETTER, 2, "\\9"},
        /* not letters in any language; 车 takes 3 bytes, and the quote ends at a character */
        {"9/车8", 0, BOARD_ERROR_FEN_LETTER, 3, "车8"},
        {"9/x车马炮兵卒", 0, BOARD_ERROR_FEN_LETTER, 3, "x车马炮兵"},
        {"w", 0, BOARD_ERROR_FEN_LETTER, 1, "w"},
        {"9/\x80"
         "8",
         0, BOARD_ERROR_FEN_LETTER, 3, "?8"},
        {"9/\xFF", 0, BOARD_ERROR_FEN_LETTER, 3, "?"},
        {" 9/9/x", 0, BOARD_ERROR_FEN_LETTER, 6, "x"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check_bad(&cases[i]);
}

/* KINGS_ROWS is 23 bytes long: the side stands in column 25, what follows it from column 27. */
static void test_bad_ends(void **state)
{
    static const bad_case cases[] = {
        {KINGS_ROWS " x", 0, BOARD_ERROR_FEN_SIDE, 25, "x"},
        {KINGS_ROWS " white", 0, BOARD_ERROR_FEN_SIDE, 25, "white"},
        {KINGS_ROWS " bb", 0, BOARD_ERROR_FEN_SIDE, 25, "bb"},
        {KINGS_ROWS " - - 0 1", 0, BOARD_ERROR_FEN_SIDE, 25, "- - 0 1"},
        {KINGS_ROWS " 0 1", 0, BOARD_ERROR_FEN_SIDE, 25, "0 1"},
        {KINGS_ROWS " 红", 0, BOARD_ERROR_FEN_SIDE, 25, "红"},
        {KINGS_ROWS " w e0e1", 0, BOARD_ERROR_FEN_TRAILING, 27, "e0e1"},
        {KINGS_ROWS " w - - 0 1 x", 0, BOARD_ERROR_FEN_TRAILING, 35, "x"},
        {KINGS_ROWS " w - - 0 1 2", 0, BOARD_ERROR_FEN_TRAILING, 35, "2"},
        {KINGS_ROWS " w - - - -", 0, BOARD_ERROR_FEN_TRAILING, 31, "- -"},
        {KINGS_ROWS " w - - 0 1moves", 0, BOARD_ERROR_FEN_TRAILING, 33, "1moves"},
        {KINGS_ROWS " w - - -1 0", 0, BOARD_ERROR_FEN_TRAILING, 31, "-1 0"},
        {KINGS_ROWS " w -- 0 1", 0, BOARD_ERROR_FEN_TRAILING, 27, "-- 0 1"},
        {KINGS_ROWS " w 1-0", 0, BOARD_ERROR_FEN_TRAILING, 27, "1-0"}, /* a result, no counter */
        {KINGS_ROWS " w KQkq - 0 1", 0, BOARD_ERROR_FEN_TRAILING, 27, "KQkq - 0 1"},
    };

    (void)state;
    assert_int_equal(strlen(KINGS_ROWS), 23);
    for (size_t i = 0; i < COUNT(cases); i++)
        check_bad(&cases[i]);
}

/* A NUL is a byte like any other that does not belong there. */
static void test_nul(void **state)
{
    static const bad_case cases[] = {
        {"\0", 1, BOARD_ERROR_FEN_LETTER, 1, "?"},
        {"9/\0009", 4, BOARD_ERROR_FEN_LETTER, 3, "?9"},
        {KINGS_ROWS "\0", 24, BOARD_ERROR_FEN_LETTER, 24, "?"},
        {KINGS_ROWS " \0", 25, BOARD_ERROR_FEN_SIDE, 25, "?"},
        {KINGS_ROWS " \0 -", 27, BOARD_ERROR_FEN_SIDE, 25, "? -"},
        {KINGS_ROWS " w\0", 26, BOARD_ERROR_FEN_SIDE, 25, "w?"},
        {KINGS_ROWS " w \0", 27, BOARD_ERROR_FEN_TRAILING, 27, "?"},
        {KINGS_ROWS " w - -\0", 30, BOARD_ERROR_FEN_TRAILING, 29, "-?"},
        {KINGS_ROWS " w - - 0 1\0", 34, BOARD_ERROR_FEN_TRAILING, 33, "1?"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check_bad(&cases[i]);
}

static void test_empty(void **state)
{
    static const bad_case cases[] = {
        {" ", 0, BOARD_ERROR_FEN_EMPTY, 2, ""},
        {" \t\r\n", 0, BOARD_ERROR_FEN_EMPTY, 5, ""},
    };
    board_layout layout;
    board_problem problem;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check_bad(&cases[i]);
    assert_int_equal(board_fen_read("", 0, &layout, NULL, &problem), BOARD_ERROR_FEN_EMPTY);
    assert_int_equal(problem.column, 1);
    assert_string_equal(problem.token, "");
}

/* Only the bytes given are read: the text need not end there. */
static void test_length(void **state)
{
    static const char longer[] = KINGS_ROWS " bxyz";
    board_layout expected = layout_of(KINGS_ROWS " b");
    board_layout layout;

    (void)state;
    assert_int_equal(board_fen_read(longer, 25, &layout, NULL, NULL), BOARD_OK);
    expect_same(&layout, &expected);
    assert_int_equal(board_fen_read(longer, 20, &layout, NULL, NULL), BOARD_ERROR_FEN_FILES);
}

static void test_longest(void **state)
{
    static char text[BOARD_FEN_INPUT_MAX + 100];
    board_layout expected = layout_of(KINGS_ROWS " b");
    board_layout layout;

    (void)state;
    memset(text, ' ', sizeof text);
    memcpy(text, KINGS_ROWS " b", 25);
    assert_int_equal(board_fen_read(text, BOARD_FEN_INPUT_MAX, &layout, NULL, NULL), BOARD_OK);
    expect_same(&layout, &expected);
    for (size_t length = BOARD_FEN_INPUT_MAX + 1; length < sizeof text; length += 49)
        check_bad(&(bad_case){text, length, BOARD_ERROR_FEN_LENGTH, 1, "3k5/9/9/9/9/"});
    memset(text, '0', sizeof text);
    memcpy(text, KINGS_ROWS " b - - 0 ", 32);
    assert_int_equal(board_fen_read(text, BOARD_FEN_INPUT_MAX, &layout, NULL, NULL), BOARD_OK);
    memset(text, 'x', sizeof text);
    check_bad(&(bad_case){text, BOARD_FEN_INPUT_MAX, BOARD_ERROR_FEN_LETTER, 1, "xxxxxxxxxxxx"});
    check_bad(&(bad_case){text, sizeof text, BOARD_ERROR_FEN_LENGTH, 1, "xxxxxxxxxxxx"});
}

/* Every piece of a good FEN is good or refused, never read past its end; none but the FEN without
 * its side is good. */
static void test_truncated(void **state)
{
    static const char fen[] = START_ROWS " w";

    (void)state;
    for (size_t length = 0; length < strlen(START_ROWS); length++) {
        char copy[sizeof fen];
        board_layout layout;

        memcpy(copy, fen, length);
        assert_int_not_equal(board_fen_read(copy, length, &layout, NULL, NULL), BOARD_OK);
    }
}

/* A position is made only if nothing at all is wrong with the layout. */
static void test_positions(void **state)
{
    static const struct {
        const char *fen;
        board_error error;
        int square;
    } cases[] = {
        {START_ROWS " w", BOARD_OK, BOARD_NO_SQUARE},
        {"9/9/9/9/9/9/9/9/9/5K3 w", BOARD_ERROR_NO_BLACK_KING, BOARD_NO_SQUARE},
        {"3k5/9/9/9/9/9/9/9/4K4/5K3 w", BOARD_ERROR_SECOND_KING, 13},
        {"3k5/9/9/9/9/9/9/9/P8/5K3 w", BOARD_ERROR_PAWN_UNREACHABLE, 9},
        {"3k5/9/9/9/9/P8/P8/9/9/5K3 w", BOARD_ERROR_PAWNS_ON_ONE_FILE, 36},
        {"4k4/9/9/9/9/9/9/9/9/4K4 w", BOARD_ERROR_KINGS_FACING, 4},
        {"4k4/9/9/9/9/4R4/9/9/9/3K5 w", BOARD_ERROR_WRONG_SIDE_IN_CHECK, 85},
        {"4k4/9/9/9/9/4R4/9/9/9/3K5 b", BOARD_OK, BOARD_NO_SQUARE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        board_position position;
        board_position before;
        board_problem problem;

        memset(&position, 0x5A, sizeof position);
        memcpy(&before, &position, sizeof before);
        if (board_position_from_fen(cases[i].fen, strlen(cases[i].fen), &position, &problem) !=
            cases[i].error)
            fail_msg("%s: %s", cases[i].fen, board_error_text(problem.error, BOARD_ENGLISH));
        assert_int_equal(problem.error, cases[i].error);
        assert_int_equal(problem.square, cases[i].square);
        if (cases[i].error != BOARD_OK)
            assert_memory_equal(&position, &before, sizeof position);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_squares),     cmocka_unit_test(test_start),
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_random_round_trips),
        cmocka_unit_test(test_dialects),    cmocka_unit_test(test_bad_boards),
        cmocka_unit_test(test_bad_ends),    cmocka_unit_test(test_nul),
        cmocka_unit_test(test_empty),       cmocka_unit_test(test_length),
        cmocka_unit_test(test_longest),     cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_positions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
