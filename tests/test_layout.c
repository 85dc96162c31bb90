/*
 * tests/test_layout.c: what is wrong with pieces on a board (article 1 and 2.2). The points of the
 * pieces are spelled out here as the article names them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "board/layout.h"
#include "board/position.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { CASE_FAULTS = 10 };

typedef struct expected_fault {
    board_error error;
    const char *square; /* "e0"; "" = no square; NULL = no fault, the list ends */
} expected_fault;

/* Pieces as "Ke0 ke9 Pa3": letter and square. Capitals are Red's. */
typedef struct layout_case {
    const char *pieces;
    char to_move; /* w or b */
    expected_fault faults[CASE_FAULTS];
} layout_case;

static board_square square_of_name(const char *name)
{
    if (name[0] == '\0')
        return BOARD_NO_SQUARE;
    return (board_square)((name[1] - '0') * 9 + (name[0] - 'a'));
}

static board_cell cell_of_letter(char letter)
{
    static const struct {
        char letter;
        board_kind kind;
    } kinds[] = {{'K', BOARD_KING}, {'A', BOARD_ADVISOR}, {'B', BOARD_ELEPHANT}, {'N', BOARD_HORSE},
                 {'R', BOARD_ROOK}, {'C', BOARD_CANNON},  {'P', BOARD_PAWN}};
    bool red = letter >= 'A' && letter <= 'Z';
    char capital = red ? letter : (char)(letter - 'a' + 'A');

    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (kinds[i].letter == capital)
            return board_cell_of(red ? BOARD_RED : BOARD_BLACK, kinds[i].kind);
    }
    fail_msg("no piece '%c'", letter);
    return BOARD_EMPTY;
}

static board_layout layout_of(const char *pieces, char to_move)
{
    board_layout layout;

    board_layout_clear(&layout);
    layout.to_move = to_move == 'w' ? BOARD_RED : BOARD_BLACK;
    for (; *pieces; pieces += pieces[3] ? 4 : 3)
        layout.cells[square_of_name(pieces + 1)] = cell_of_letter(pieces[0]);
    return layout;
}

static size_t count_expected(const expected_fault *expected)
{
    size_t count = 0;

    while (count < CASE_FAULTS && expected[count].square)
        count++;
    return count;
}

static bool found(const board_layout_fault *faults, size_t count, expected_fault one)
{
    for (size_t i = 0; i < count; i++) {
        if (faults[i].error == one.error && faults[i].square == square_of_name(one.square))
            return true;
    }
    return false;
}

/* The faults are the expected ones, in any order, none twice. */
static void check_faults(const board_layout *layout, const expected_fault *expected,
                         const char *name)
{
    board_layout_fault faults[BOARD_FAULTS_MAX];
    size_t count = board_layout_faults(layout, faults, COUNT(faults));
    size_t wanted = count_expected(expected);

    for (size_t i = 0; i < wanted; i++) {
        if (!found(faults, count, expected[i]))
            fail_msg("%s: not found: %s at %s", name,
                     board_error_text(expected[i].error, BOARD_ENGLISH), expected[i].square);
    }
    if (count != wanted)
        fail_msg("%s: %zu faults, first %s", name, count,
                 board_error_text(faults[0].error, BOARD_ENGLISH));
}

static void run_cases(const layout_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        board_layout layout = layout_of(cases[i].pieces, cases[i].to_move);
        check_faults(&layout, cases[i].faults, cases[i].pieces);
    }
}

#define NO_FAULTS                                                                                  \
    {                                                                                              \
        {                                                                                          \
            BOARD_OK, NULL                                                                         \
        }                                                                                          \
    }

/* Article 1.3, drawn. */
static void test_initial_array(void **state)
{
    static const char *const rows[BOARD_RANKS] = {
        "RNBAKABNR", ".........", ".C.....C.", "P.P.P.P.P", ".........",
        ".........", "p.p.p.p.p", ".c.....c.", ".........", "rnbakabnr",
    };
    static const expected_fault none[] = NO_FAULTS;
    board_layout layout;

    (void)state;
    memset(&layout, 0xFF, sizeof layout);
    board_layout_initial(&layout);
    assert_int_equal(layout.to_move, BOARD_RED);
    for (int rank = 0; rank < BOARD_RANKS; rank++) {
        for (int file = 0; file < BOARD_FILES; file++) {
            char letter = rows[rank][file];
            assert_int_equal(layout.cells[rank * 9 + file],
                             letter == '.' ? BOARD_EMPTY : cell_of_letter(letter));
        }
    }
    check_faults(&layout, none, "initial array, Red to move");
    layout.to_move = BOARD_BLACK;
    check_faults(&layout, none, "initial array, Black to move");
}

static void test_clear(void **state)
{
    static const expected_fault no_kings[CASE_FAULTS] = {{BOARD_ERROR_NO_RED_KING, ""},
                                                         {BOARD_ERROR_NO_BLACK_KING, ""}};
    board_layout layout;

    (void)state;
    memset(&layout, 0xFF, sizeof layout);
    board_layout_clear(&layout);
    assert_int_equal(layout.to_move, BOARD_RED);
    for (int square = 0; square < BOARD_SQUARES; square++)
        assert_int_equal(layout.cells[square], BOARD_EMPTY);
    check_faults(&layout, no_kings, "nothing on the board");
}

/* Is the square one of a list such as "d0 f0 e1"? */
static bool listed(const char *squares, board_square square)
{
    for (; *squares; squares += squares[2] ? 3 : 2) {
        if (square_of_name(squares) == square)
            return true;
    }
    return false;
}

/* One piece on each square in turn, beside two kings that do not face; the side of the piece is not
 * to move, and so the other king may be attacked. */
static void check_points(char letter, const char *points, board_error error)
{
    bool red = letter >= 'A' && letter <= 'Z';

    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        char name[] = {letter, ' ', (char)('a' + square % 9), (char)('0' + square / 9), '\0'};
        board_layout layout = layout_of(square == square_of_name("d1")   ? "Ke0 kf8"
                                        : square == square_of_name("f8") ? "Kd1 ke9"
                                                                         : "Kd1 kf8",
                                        red ? 'b' : 'w');
        expected_fault expected[CASE_FAULTS] = {{BOARD_OK, NULL}};

        layout.cells[square] = cell_of_letter(letter);
        if (!listed(points, square))
            expected[0] = (expected_fault){error, name + 2};
        check_faults(&layout, expected, name);
    }
}

static void test_advisor_points(void **state)
{
    (void)state;
    check_points('A', "d0 f0 e1 d2 f2", BOARD_ERROR_ADVISOR_OFF_POINT);
    check_points('a', "d9 f9 e8 d7 f7", BOARD_ERROR_ADVISOR_OFF_POINT);
}

static void test_elephant_points(void **state)
{
    (void)state;
    check_points('B', "c0 g0 a2 e2 i2 c4 g4", BOARD_ERROR_ELEPHANT_OFF_POINT);
    check_points('b', "c9 g9 a7 e7 i7 c5 g5", BOARD_ERROR_ELEPHANT_OFF_POINT);
}

static void test_pawn_points(void **state)
{
    (void)state;
    check_points('P',
                 "a3 c3 e3 g3 i3 a4 c4 e4 g4 i4 "
                 "a5 b5 c5 d5 e5 f5 g5 h5 i5 a6 b6 c6 d6 e6 f6 g6 h6 i6 "
                 "a7 b7 c7 d7 e7 f7 g7 h7 i7 a8 b8 c8 d8 e8 f8 g8 h8 i8 "
                 "a9 b9 c9 d9 e9 f9 g9 h9 i9",
                 BOARD_ERROR_PAWN_UNREACHABLE);
    check_points('p',
                 "a6 c6 e6 g6 i6 a5 c5 e5 g5 i5 "
                 "a4 b4 c4 d4 e4 f4 g4 h4 i4 a3 b3 c3 d3 e3 f3 g3 h3 i3 "
                 "a2 b2 c2 d2 e2 f2 g2 h2 i2 a1 b1 c1 d1 e1 f1 g1 h1 i1 "
                 "a0 b0 c0 d0 e0 f0 g0 h0 i0",
                 BOARD_ERROR_PAWN_UNREACHABLE);
}

/* Horses, rooks and cannons may stand anywhere. */
static void test_free_points(void **state)
{
    static const char letters[] = "NnRrCc";

    (void)state;
    for (const char *letter = letters; *letter; letter++) {
        for (board_square square = 0; square < BOARD_SQUARES; square++) {
            static const expected_fault none[] = NO_FAULTS;
            board_layout layout = layout_of("Kd0 kf9", *letter >= 'a' ? 'w' : 'b');

            if (layout.cells[square] != BOARD_EMPTY)
                continue;
            layout.cells[square] = cell_of_letter(*letter);
            check_faults(&layout, none, "a piece that may stand anywhere");
        }
    }
}

/* A king on every square, the other king where it cannot face it. */
static void check_king_points(char letter, const char *points)
{
    bool red = letter == 'K';

    for (board_square square = 0; square < BOARD_SQUARES; square++) {
        bool on_file_d = square % 9 == 3;
        const char *other = red ? on_file_d ? "kf9" : "kd9" : on_file_d ? "Kf0" : "Kd0";
        board_layout layout = layout_of(other, red ? 'w' : 'b');
        char name[] = {(char)('a' + square % 9), (char)('0' + square / 9), '\0'};
        expected_fault expected[CASE_FAULTS] = {{BOARD_OK, NULL}};

        layout.cells[square] = cell_of_letter(letter);
        if (!listed(points, square))
            expected[0] = (expected_fault){BOARD_ERROR_KING_OUTSIDE_PALACE, name};
        check_faults(&layout, expected, name);
    }
}

static void test_king_points(void **state)
{
    (void)state;
    check_king_points('K', "d0 e0 f0 d1 e1 f1 d2 e2 f2");
    check_king_points('k', "d7 e7 f7 d8 e8 f8 d9 e9 f9");
}

static void test_kings(void **state)
{
    static const layout_case cases[] = {
        {"ke9", 'w', {{BOARD_ERROR_NO_RED_KING, ""}}},
        {"Ke0", 'b', {{BOARD_ERROR_NO_BLACK_KING, ""}}},
        {"Pa3", 'w', {{BOARD_ERROR_NO_RED_KING, ""}, {BOARD_ERROR_NO_BLACK_KING, ""}}},
        {"Kd0 Ke1 kf9", 'w', {{BOARD_ERROR_SECOND_KING, "e1"}}},
        {"Kd0 ke8 kf9", 'b', {{BOARD_ERROR_SECOND_KING, "f9"}}},
        {"Kd0 Ke1 Ke2 kf9",
         'w',
         {{BOARD_ERROR_SECOND_KING, "e1"}, {BOARD_ERROR_SECOND_KING, "e2"}}},
        {"Kd0 Ka5 kf9",
         'w',
         {{BOARD_ERROR_SECOND_KING, "a5"}, {BOARD_ERROR_KING_OUTSIDE_PALACE, "a5"}}},
        /* two red kings are not a red and a black one */
        {"Kd0 Ke2", 'w', {{BOARD_ERROR_SECOND_KING, "e2"}, {BOARD_ERROR_NO_BLACK_KING, ""}}},
        {"ke8 kf9", 'w', {{BOARD_ERROR_SECOND_KING, "f9"}, {BOARD_ERROR_NO_RED_KING, ""}}},
    };

    (void)state;
    run_cases(cases, COUNT(cases));
}

/* Article 1.2: two of each kind, five pawns, one king a side; each kind at its limit is right and
 * one more is too many. The last square of each row is the one too many. */
static void test_counts(void **state)
{
    static const layout_case cases[] = {
        {"Kf0 Ad0 Ae1 kd9", 'w', NO_FAULTS},
        {"Kf0 Ad0 Ae1 Ad2 kd9", 'w', {{BOARD_ERROR_TOO_MANY_ADVISORS, "d2"}}},
        {"Kf0 kd9 ad7 ae8", 'b', NO_FAULTS},
        {"Kf0 kd9 ad7 ae8 af9", 'b', {{BOARD_ERROR_TOO_MANY_ADVISORS, "f9"}}},
        {"Kf0 Bc0 Bg0 kd9", 'w', NO_FAULTS},
        {"Kf0 Bc0 Bg0 Ba2 kd9", 'w', {{BOARD_ERROR_TOO_MANY_ELEPHANTS, "a2"}}},
        {"Kf0 bc5 be7 kd9", 'b', NO_FAULTS},
        {"Kf0 bc5 be7 kd9 bg9", 'b', {{BOARD_ERROR_TOO_MANY_ELEPHANTS, "g9"}}},
        {"Kf0 Na0 Na1 kd9", 'w', NO_FAULTS},
        {"Kf0 Na0 Na1 Na2 kd9", 'w', {{BOARD_ERROR_TOO_MANY_HORSES, "a2"}}},
        {"Kf0 na7 na8 kd9", 'b', NO_FAULTS},
        {"Kf0 na7 na8 kd9 na9", 'w', {{BOARD_ERROR_TOO_MANY_HORSES, "a9"}}},
        {"Kf0 Ra0 Ra1 kd9", 'w', NO_FAULTS},
        {"Kf0 Ra0 Ra1 Ra2 kd9", 'w', {{BOARD_ERROR_TOO_MANY_ROOKS, "a2"}}},
        {"Kf0 ra7 ra8 kd9", 'b', NO_FAULTS},
        {"Kf0 ra6 ra7 ra8 kd9", 'b', {{BOARD_ERROR_TOO_MANY_ROOKS, "a8"}}},
        {"Kf0 Ca0 Ca1 kd9", 'w', NO_FAULTS},
        {"Kf0 Ca0 Ca1 Ca2 kd9", 'w', {{BOARD_ERROR_TOO_MANY_CANNONS, "a2"}}},
        {"Kf0 ca7 ca8 kd9", 'b', NO_FAULTS},
        {"Kf0 ca6 ca7 ca8 kd9", 'b', {{BOARD_ERROR_TOO_MANY_CANNONS, "a8"}}},
        {"Kf0 Pa3 Pc3 Pe3 Pg3 Pi3 kd9", 'w', NO_FAULTS},
        {"Kf0 Pa3 Pc3 Pe3 Pg3 Pi3 Pa5 kd9", 'w', {{BOARD_ERROR_TOO_MANY_PAWNS, "a5"}}},
        {"Kf0 pa6 pc6 pe6 pg6 pi6 kd9", 'b', NO_FAULTS},
        {"Kf0 pa4 pa6 pc6 pe6 pg6 pi6 kd9", 'b', {{BOARD_ERROR_TOO_MANY_PAWNS, "i6"}}},
        {"Kf0 Pa5 Pb5 Pc5 Pd5 Pe5 Pf5 Pg5 kd9",
         'w',
         {{BOARD_ERROR_TOO_MANY_PAWNS, "f5"}, {BOARD_ERROR_TOO_MANY_PAWNS, "g5"}}},
        /* the limit is each side's own */
        {"Kf0 Na0 Na1 nb0 nb1 kd9", 'w', NO_FAULTS},
    };

    (void)state;
    run_cases(cases, COUNT(cases));
}

static void test_pawns_on_a_file(void **state)
{
    static const layout_case cases[] = {
        {"Kf0 Pa3 Pa4 kd9", 'w', {{BOARD_ERROR_PAWNS_ON_ONE_FILE, "a4"}}},
        {"Kf0 pi5 pi6 kd9", 'b', {{BOARD_ERROR_PAWNS_ON_ONE_FILE, "i6"}}},
        {"Kf0 Pa3 Pa4 Pg3 Pg4 kd9",
         'w',
         {{BOARD_ERROR_PAWNS_ON_ONE_FILE, "a4"}, {BOARD_ERROR_PAWNS_ON_ONE_FILE, "g4"}}},
        /* a pawn that has crossed may be on any file */
        {"Kf0 Pa3 Pa5 Pa6 Pa7 Pa9 kd9", 'w', NO_FAULTS},
        {"Kf0 pi6 pi4 pi3 pi2 pi0 kd9", 'b', NO_FAULTS},
        {"Kf0 Pa5 Pa6 kd9", 'w', NO_FAULTS},
        /* the other side's pawn on the file is no fault, nor is a neighbour */
        {"Kf0 Pa3 pa6 Pc4 pc5 kd9", 'w', NO_FAULTS},
        {"Kf0 Pa3 Pc3 kd9", 'w', NO_FAULTS},
    };

    (void)state;
    run_cases(cases, COUNT(cases));
}

static void test_facing(void **state)
{
    static const layout_case cases[] = {
        {"Ke0 ke9", 'w', {{BOARD_ERROR_KINGS_FACING, "e0"}}},
        {"Ke0 ke9", 'b', {{BOARD_ERROR_KINGS_FACING, "e9"}}},
        {"Kd2 kd7", 'w', {{BOARD_ERROR_KINGS_FACING, "d2"}}},
        {"Ke0 kd9", 'w', NO_FAULTS},
        {"Ke0 kf9", 'b', NO_FAULTS},
        /* any piece of either side between them will do, wherever it stands */
        {"Ke0 Ae1 ke9", 'w', NO_FAULTS},
        {"Ke0 Pe5 ke9", 'b', NO_FAULTS},
        {"Ke0 ne8 ke9", 'w', NO_FAULTS},
        /* behind a king is not between */
        {"Ke1 Ne0 ke8 ne9", 'w', {{BOARD_ERROR_KINGS_FACING, "e1"}}},
    };

    (void)state;
    run_cases(cases, COUNT(cases));
}

static void test_wrong_side_in_check(void **state)
{
    static const layout_case cases[] = {
        {"Kd0 ke9 Re5", 'w', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 Re5", 'b', NO_FAULTS},
        {"Kd0 ke9 rd5", 'b', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "d0"}}},
        {"Kd0 ke9 rd5", 'w', NO_FAULTS},
        {"Kd0 ke9 ae8 Re5", 'w', NO_FAULTS},
        {"Kd0 ke9 Nd7", 'w', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 Nd7 nd8", 'w', NO_FAULTS}, /* the leg is d8 */
        {"Kd0 ke9 Nd7 ae8", 'w', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 nb1", 'b', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "d0"}}},
        {"Kd0 ke9 ae8 Ce5", 'w', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 Ce5", 'w', NO_FAULTS},
        {"Kd0 ke9 ae8 Pe6 Ce5", 'w', NO_FAULTS},
        {"Kd0 ke9 Pe8", 'w', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 Pd9", 'w', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 Pf9", 'w', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 Pd8", 'w', NO_FAULTS},
        {"Kd1 ke9 pd0", 'b', NO_FAULTS}, /* a pawn attacks nothing behind it */
        {"Kd1 ke9 pe1", 'b', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "d1"}}},
        /* both in check: one of them is the wrong one */
        {"Kd0 ke9 Re5 rd5", 'w', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 Re5 rd5", 'b', {{BOARD_ERROR_WRONG_SIDE_IN_CHECK, "d0"}}},
    };

    (void)state;
    run_cases(cases, COUNT(cases));
}

static void test_several_faults(void **state)
{
    static const layout_case cases[] = {
        {"Ke4 kf9 Aa0 ba0 Pb3",
         'w',
         {{BOARD_ERROR_KING_OUTSIDE_PALACE, "e4"},
          {BOARD_ERROR_ELEPHANT_OFF_POINT, "a0"},
          {BOARD_ERROR_PAWN_UNREACHABLE, "b3"}}},
        {"kf9 Ae0 Pa0 pi9",
         'w',
         {{BOARD_ERROR_NO_RED_KING, ""},
          {BOARD_ERROR_ADVISOR_OFF_POINT, "e0"},
          {BOARD_ERROR_PAWN_UNREACHABLE, "a0"},
          {BOARD_ERROR_PAWN_UNREACHABLE, "i9"}}},
        /* a third advisor that is off its point too: two faults of one square */
        {"Kf0 Ad0 Ae1 Aa9 kd9",
         'w',
         {{BOARD_ERROR_TOO_MANY_ADVISORS, "a9"}, {BOARD_ERROR_ADVISOR_OFF_POINT, "a9"}}},
        /* what a piece stands wrong does not hide what the kings do */
        {"Ke0 ke9 Aa0",
         'w',
         {{BOARD_ERROR_ADVISOR_OFF_POINT, "a0"}, {BOARD_ERROR_KINGS_FACING, "e0"}}},
        {"Kd0 ke9 Re5 pb6",
         'w',
         {{BOARD_ERROR_PAWN_UNREACHABLE, "b6"}, {BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Kd0 ke9 Re5 Pa3 Pa4",
         'w',
         {{BOARD_ERROR_PAWNS_ON_ONE_FILE, "a4"}, {BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        /* the kings face, and a horse attacks besides */
        {"Ke0 ke9 Nd7",
         'w',
         {{BOARD_ERROR_KINGS_FACING, "e0"}, {BOARD_ERROR_WRONG_SIDE_IN_CHECK, "e9"}}},
        {"Ke0 ke9 Nd7", 'b', {{BOARD_ERROR_KINGS_FACING, "e9"}}},
    };

    (void)state;
    run_cases(cases, COUNT(cases));
}

/* The count is of all faults, and only `room` of them are written. */
static void test_room(void **state)
{
    board_layout layout = layout_of("Ke4 kf9 Aa0 Bb0 Pb3 pb6", 'w');
    board_layout_fault all[8];
    board_layout_fault some[8];
    size_t count = board_layout_faults(&layout, all, COUNT(all));

    (void)state;
    assert_int_equal(count, 5);
    for (size_t room = 0; room <= COUNT(some); room++) {
        memset(some, 0x5A, sizeof some);
        assert_int_equal(board_layout_faults(&layout, room ? some : NULL, room), count);
        for (size_t i = 0; i < COUNT(some); i++) {
            if (i < room && i < count) {
                assert_int_equal(some[i].error, all[i].error);
                assert_int_equal(some[i].square, all[i].square);
            } else {
                assert_int_equal(some[i].square, 0x5A);
            }
        }
    }
}

/* Ninety pawns have more faults than BOARD_FAULTS_MAX: they are counted, not written. */
static void test_full_board(void **state)
{
    board_layout_fault faults[BOARD_FAULTS_MAX + 1];
    board_layout layout;

    (void)state;
    board_layout_clear(&layout);
    memset(layout.cells, cell_of_letter('P'), sizeof layout.cells);
    memset(faults, 0x5A, sizeof faults);
    /* two kings missing; 27 + 8 points that a red pawn never reaches; all but five are too many;
     * on each file five have not crossed, four of them one too many */
    assert_int_equal(board_layout_faults(&layout, faults, BOARD_FAULTS_MAX),
                     2 + (27 + 8) + (90 - 5) + 9 * 4);
    assert_int_equal(faults[BOARD_FAULTS_MAX].square, 0x5A);
}

/* What a position cannot be made of is refused with its fault; the rest can be held. */
static void test_position_from_layout(void **state)
{
    static const layout_case refused[] = {
        {"kf9 Ra0", 'w', {{BOARD_ERROR_NO_RED_KING, ""}}},
        {"Kd0 Ke1 kf9", 'w', {{BOARD_ERROR_SECOND_KING, "e1"}}},
        {"Kf0 Ra0 Ra1 Ra2 kd9", 'w', {{BOARD_ERROR_TOO_MANY_ROOKS, "a2"}}},
        {"Kf0 Be0 kd9", 'w', {{BOARD_ERROR_ELEPHANT_OFF_POINT, "e0"}}},
        {"Kf0 Pb3 kd9", 'w', {{BOARD_ERROR_PAWN_UNREACHABLE, "b3"}}},
    };
    static const char *const held[] = {"Ke0 ke9", "Kd0 ke9 Re5"};

    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++) {
        board_layout layout = layout_of(refused[i].pieces, refused[i].to_move);
        board_layout_fault fault = {BOARD_OK, 0};
        board_position position;
        board_position before;

        memset(&position, 0x5A, sizeof position);
        memcpy(&before, &position, sizeof before);
        assert_int_equal(board_position_from_layout(&position, &layout, &fault),
                         refused[i].faults[0].error);
        assert_true(found(&fault, 1, refused[i].faults[0]));
        assert_memory_equal(&position, &before, sizeof before);
    }
    for (size_t i = 0; i < COUNT(held); i++) {
        board_layout layout = layout_of(held[i], 'w');
        board_layout back;
        board_position position;

        assert_int_equal(board_position_from_layout(&position, &layout, NULL), BOARD_OK);
        board_position_to_layout(&position, &back);
        assert_memory_equal(back.cells, layout.cells, sizeof back.cells);
        assert_int_equal(back.to_move, layout.to_move);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_initial_array),  cmocka_unit_test(test_clear),
        cmocka_unit_test(test_advisor_points), cmocka_unit_test(test_elephant_points),
        cmocka_unit_test(test_pawn_points),    cmocka_unit_test(test_free_points),
        cmocka_unit_test(test_king_points),    cmocka_unit_test(test_kings),
        cmocka_unit_test(test_counts),         cmocka_unit_test(test_pawns_on_a_file),
        cmocka_unit_test(test_facing),         cmocka_unit_test(test_wrong_side_in_check),
        cmocka_unit_test(test_several_faults), cmocka_unit_test(test_room),
        cmocka_unit_test(test_full_board),     cmocka_unit_test(test_position_from_layout),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
