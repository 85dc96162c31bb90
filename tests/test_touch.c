/*
 * tests/test_touch.c: what a player who touched pieces must play (article 5), branch by branch, and
 * the fouls 9.1.5 and 9.1.6.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/notation.h"
#include "ledger/touch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { LIST_BYTES = 1024 };

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

/* The red horse on e4 is pinned by the rook on e8; nothing takes that rook. */
#define PINNED "3k5/4r4/9/9/9/4N4/9/9/9/4K4 w"

/* The same, and the rook on a8 can take it. */
#define PINNED_ROOK "3k5/R3r4/9/9/9/4N4/9/9/9/4K4 w"

/* The rook on e8 checks: only the rook and the king answer it. */
#define CHECKED "3k5/4r4/9/9/9/9/R8/9/9/4K2N1 w"

/* A horse in a corner with both legs blocked; the pawn on c2 can be taken by a rook. */
#define BLOCKED "3k5/9/9/9/9/9/9/R1p6/9/NR2K4 w"
#define BLOCKED_ALL "3k5/9/9/9/9/9/9/2p6/R8/NR2K4 w"

/* The king cannot move: advisors beside him and an own horse before him. */
#define STUCK_KING "3k5/9/9/9/9/9/9/9/4N4/3AKA3 w"

/* The pinned horse on e4 is all that attacks the pawn on g5. */
#define PINNED_TAKER "3k5/4r4/9/9/6p2/4N4/9/9/9/4K4 w"

typedef struct touch_case {
    const char *name;
    const char *fen;
    const char
        *touched; /* squares; + before one: with the one before; ~ behind: brushed, = adjusted */
    ledger_duty duty;
    const char *article;
    unsigned step;
    const char *moves;      /* in the order of the alphabet; "*": all legal moves */
    const char *immovable;  /* "": no foul 9.1.5 */
    const char *untakeable; /* "": no foul 9.1.6 */
} touch_case;

static const touch_case cases[] = {
    /* 5.1 */
    {"own piece moves", START, "a0", LEDGER_DUTY_MOVE, "5.1", 1, "a0a1 a0a2", "", ""},
    {"own pinned piece", PINNED, "e4", LEDGER_DUTY_FREE, "5.1", 2, "*", "e4", ""},
    {"own piece that does not answer a check", CHECKED, "h0", LEDGER_DUTY_FREE, "5.1", 2, "*", "h0",
     ""},
    {"own piece that answers a check", CHECKED, "a3", LEDGER_DUTY_MOVE, "5.1", 1, "a3e3", "", ""},
    {"own king in check", CHECKED, "e0", LEDGER_DUTY_MOVE, "5.1", 1, "e0f0", "", ""},
    {"blocked horse", BLOCKED_ALL, "a0", LEDGER_DUTY_FREE, "5.1", 2, "*", "a0", ""},
    {"horse with one free leg", BLOCKED, "a0", LEDGER_DUTY_MOVE, "5.1", 1, "a0b2", "", ""},
    {"king that cannot move", STUCK_KING, "e0", LEDGER_DUTY_FREE, "5.1", 2, "*", "e0", ""},
    {"king that can", PINNED, "e0", LEDGER_DUTY_MOVE, "5.1", 1, "e0e1 e0f0", "", ""},

    /* 5.2 */
    {"other's piece is taken", START, "h9", LEDGER_DUTY_TAKE, "5.2", 1, "h2h9", "", ""},
    {"other's piece, several takers", "3k5/9/9/9/R3p3R/9/9/9/9/4K4 w", "e5", LEDGER_DUTY_TAKE,
     "5.2", 1, "a5e5 i5e5", "", ""},
    {"other's piece that nothing takes", START, "a9", LEDGER_DUTY_FREE, "5.2", 2, "*", "", "a9"},
    {"only a pinned piece attacks it", PINNED_TAKER, "g5", LEDGER_DUTY_FREE, "5.2", 2, "*", "",
     "g5"},
    {"taking it must answer the check too", "3k5/4r4/9/9/9/9/R3p4/9/9/4K4 w", "e3",
     LEDGER_DUTY_TAKE, "5.2", 1, "a3e3", "", ""},
    {"capture that leaves the check", "3k5/4r4/9/9/9/9/R1p6/9/9/4K4 w", "c3", LEDGER_DUTY_FREE,
     "5.2", 2, "*", "", "c3"},
    {"other's king", PINNED, "d9", LEDGER_DUTY_FREE, "5.2", 2, "*", "", "d9"},

    /* 5.3: own, then other's */
    {"5.3 first: it takes it", START, "h2 h9", LEDGER_DUTY_TAKE_WITH, "5.3", 1, "h2h9", "", ""},
    {"5.3 second: it moves, though another takes", START, "a0 h9", LEDGER_DUTY_MOVE, "5.3", 2,
     "a0a1 a0a2", "", ""},
    {"5.3 second: it moves, and nothing takes", START, "a0 a9", LEDGER_DUTY_MOVE, "5.3", 2,
     "a0a1 a0a2", "", "a9"},
    {"5.3 third: another takes", PINNED_ROOK, "e4 e8", LEDGER_DUTY_TAKE, "5.3", 3, "a8e8", "e4",
     ""},
    {"5.3 third: blocked horse", "3k5/9/9/9/9/9/9/1Rp6/R8/NC2K4 w", "a0 c2", LEDGER_DUTY_TAKE,
     "5.3", 3, "b2c2", "a0", ""},
    {"5.3 fourth: free", PINNED, "e4 e8", LEDGER_DUTY_FREE, "5.3", 4, "*", "e4", "e8"},
    {"5.3 own king, then other's king", PINNED, "e0 d9", LEDGER_DUTY_MOVE, "5.3", 2, "e0e1 e0f0",
     "", "d9"},
    {"5.3 own king takes", "3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0 e1", LEDGER_DUTY_TAKE_WITH, "5.3", 1,
     "e0e1", "", ""},
    {"5.3 own king may not take", "3k5/9/9/9/9/9/9/4r4/4p4/4K4 w", "e0 e1", LEDGER_DUTY_MOVE, "5.3",
     2, "e0f0", "", "e1"},

    /* 5.4: other's, then own */
    {"5.4 first: it takes it", START, "h9 h2", LEDGER_DUTY_TAKE_WITH, "5.4", 1, "h2h9", "", ""},
    {"5.4 second: another takes", START, "h9 a0", LEDGER_DUTY_TAKE, "5.4", 2, "h2h9", "", ""},
    {"5.4 second: another than the pinned piece", PINNED_ROOK, "e8 e4", LEDGER_DUTY_TAKE, "5.4", 2,
     "a8e8", "e4", ""},
    {"5.4 third: it moves", START, "a9 a0", LEDGER_DUTY_MOVE, "5.4", 3, "a0a1 a0a2", "", "a9"},
    {"5.4 third: the king moves", PINNED, "e8 e0", LEDGER_DUTY_MOVE, "5.4", 3, "e0e1 e0f0", "",
     "e8"},
    {"5.4 fourth: free", PINNED, "e8 e4", LEDGER_DUTY_FREE, "5.4", 4, "*", "e4", "e8"},

    /* 5.5: at once, in whichever order they are listed */
    {"5.5 first", START, "h2 +h9", LEDGER_DUTY_TAKE_WITH, "5.5", 1, "h2h9", "", ""},
    {"5.5 second", START, "a0 +h9", LEDGER_DUTY_TAKE, "5.5", 2, "h2h9", "", ""},
    {"5.5 second, listed the other way", START, "h9 +a0", LEDGER_DUTY_TAKE, "5.5", 2, "h2h9", "",
     ""},
    {"5.5 third", START, "a0 +a9", LEDGER_DUTY_MOVE, "5.5", 3, "a0a1 a0a2", "", "a9"},
    {"5.5 fourth", PINNED, "e4 +e8", LEDGER_DUTY_FREE, "5.5", 4, "*", "e4", "e8"},
    {"at once with an earlier one", START, "b0 +a0 h9", LEDGER_DUTY_MOVE, "5.3", 2, "b0a2 b0c2", "",
     ""},

    /* 5.6 */
    {"nothing touched", START, "", LEDGER_DUTY_NONE, "", 0, "*", "", ""},
    {"adjusted", START, "a0=", LEDGER_DUTY_NONE, "", 0, "*", "", ""},
    {"brushed", START, "a9~ e0~", LEDGER_DUTY_NONE, "", 0, "*", "", ""},
    {"adjusted, then touched", START, "h9= a0", LEDGER_DUTY_MOVE, "5.1", 1, "a0a1 a0a2", "", ""},
    {"a pinned piece adjusted is no foul", PINNED, "e4= e8~", LEDGER_DUTY_NONE, "", 0, "*", "", ""},

    /* more than two */
    {"the first own piece binds", START, "a0 b0 c0", LEDGER_DUTY_MOVE, "5.1", 1, "a0a1 a0a2", "",
     ""},
    {"the first other's piece binds", START, "h9 b9", LEDGER_DUTY_TAKE, "5.2", 1, "h2h9", "", ""},
    {"the first of each kind", START, "a0 h9 h2 b9", LEDGER_DUTY_MOVE, "5.3", 2, "a0a1 a0a2", "",
     ""},
    {"the same piece twice", START, "h9 h2 h9 h2", LEDGER_DUTY_TAKE_WITH, "5.4", 1, "h2h9", "", ""},
    {"an own piece in vain, then one that moves", PINNED_ROOK, "e4 e0", LEDGER_DUTY_MOVE, "5.1", 1,
     "e0e1 e0f0", "e4", ""},
    {"another's in vain, then one that is taken", START, "a9 h9", LEDGER_DUTY_TAKE, "5.2", 1,
     "h2h9", "", "a9"},
    {"in vain, then both kinds", PINNED_ROOK, "e4 e8 a8", LEDGER_DUTY_TAKE_WITH, "5.4", 1, "a8e8",
     "e4", ""},
    {"an own piece in vain behind one that moves", PINNED_ROOK, "a8 e4", LEDGER_DUTY_MOVE, "5.1", 1,
     "a8a0 a8a1 a8a2 a8a3 a8a4 a8a5 a8a6 a8a7 a8a9 a8b8 a8c8 a8d8 a8e8", "e4", ""},

    /* Black touches */
    {"Black takes", "5k3/9/9/9/9/9/9/9/r3R4/3K5 b", "e1 a1", LEDGER_DUTY_TAKE_WITH, "5.4", 1,
     "a1e1", "", ""},
    {"Black moves", "5k3/9/9/9/9/9/9/9/r3R4/3K5 b", "f9 e1", LEDGER_DUTY_MOVE, "5.3", 2, "f9f8", "",
     ""},

    /* no move at all */
    {"mated", "R3k4/8R/9/9/9/9/9/9/9/3K5 b", "e9", LEDGER_DUTY_GAME_OVER, "", 0, "", "", ""},
};

static board_square square_of(const char *name)
{
    return board_square_at(name[0] - 'a', name[1] - '0');
}

static void expect_square(board_square square, const char *name)
{
    assert_int_equal(square, name[0] == '\0' ? BOARD_NO_SQUARE : square_of(name));
}

static void set_up(ledger_touch_query *query, const char *fen, const char *touched)
{
    *query = (ledger_touch_query){.count = 0};
    assert_int_equal(board_position_from_fen(fen, strlen(fen), &query->position, NULL), BOARD_OK);
    while (*touched != '\0') {
        ledger_touch *touch = &query->touches[query->count++];
        touch->together = *touched == '+';
        touched += touch->together;
        touch->square = square_of(touched);
        touched += 2;
        touch->excuse = *touched == '~'   ? LEDGER_BRUSHED
                        : *touched == '=' ? LEDGER_ADJUSTED
                                          : LEDGER_NO_EXCUSE;
        touched += touch->excuse != LEDGER_NO_EXCUSE;
        touched += strspn(touched, " ");
    }
}

static int compare_moves(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* "a0a1 a0a2", in the order of the alphabet. */
static char *list_moves(const board_position *position, const board_move_list *list,
                        char text[LIST_BYTES])
{
    char names[BOARD_MOVES_MAX][BOARD_NOTATION_BYTES];
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < list->count; i++)
        board_notation_write(position, list->moves[i], BOARD_NOTATION_ICCS, names[i]);
    qsort(names, list->count, sizeof names[0], compare_moves);
    for (size_t i = 0; i < list->count; i++)
        used +=
            (size_t)snprintf(text + used, LIST_BYTES - used, "%s%s", i > 0 ? " " : "", names[i]);
    return text;
}

static void try_case(const touch_case *row)
{
    char moves[LIST_BYTES];
    char expected[LIST_BYTES];
    ledger_touch_query query;
    ledger_touch_ruling ruling;
    board_move_list all;
    board_problem problem;

    set_up(&query, row->fen, row->touched);
    board_legal_moves(&query.position, &all);
    assert_int_equal(ledger_touch_rule(&query, &ruling, &problem), BOARD_OK);
    assert_int_equal(problem.error, BOARD_OK);
    assert_string_equal(ledger_touch_article(&ruling), row->article);
    assert_string_equal(ledger_duty_code(ruling.duty), ledger_duty_code(row->duty));
    assert_int_equal(ruling.step, row->step);
    list_moves(&query.position, &all, expected);
    assert_string_equal(list_moves(&query.position, &ruling.moves, moves),
                        strcmp(row->moves, "*") == 0 ? expected : row->moves);
    expect_square(ruling.immovable, row->immovable);
    expect_square(ruling.untakeable, row->untakeable);
    assert_int_equal(ruling.made, LEDGER_MADE_NONE);
}

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        print_message("  %s\n", cases[i].name);
        try_case(&cases[i]);
    }
}

/* Any two pieces of a position, in either order and at once, against 5.3 and 5.4 as they stand. */
static bool can(const board_move_list *all, board_square from, board_square to)
{
    for (size_t i = 0; i < all->count; i++) {
        if ((from == BOARD_NO_SQUARE || all->moves[i].from == from) &&
            (to == BOARD_NO_SQUARE || all->moves[i].to == to))
            return true;
    }
    return false;
}

static ledger_duty plain_duty(const board_move_list *all, board_square own, board_square other,
                              bool own_first)
{
    bool moves = can(all, own, BOARD_NO_SQUARE);
    bool taken = can(all, BOARD_NO_SQUARE, other);

    if (can(all, own, other))
        return LEDGER_DUTY_TAKE_WITH;
    if (own_first)
        return moves ? LEDGER_DUTY_MOVE : taken ? LEDGER_DUTY_TAKE : LEDGER_DUTY_FREE;
    return taken ? LEDGER_DUTY_TAKE : moves ? LEDGER_DUTY_MOVE : LEDGER_DUTY_FREE;
}

static void try_pair(const char *fen, board_square own, board_square other)
{
    board_move_list all;
    ledger_touch_query query;
    ledger_touch_ruling ruling;

    set_up(&query, fen, "");
    board_legal_moves(&query.position, &all);
    query.count = 2;
    for (int order = 0; order < 4; order++) {
        bool own_first = order % 2 == 0;
        bool together = order >= 2;
        query.touches[0].square = own_first ? own : other;
        query.touches[1].square = own_first ? other : own;
        query.touches[1].together = together;
        assert_int_equal(ledger_touch_rule(&query, &ruling, NULL), BOARD_OK);
        assert_int_equal(ruling.duty, plain_duty(&all, own, other, own_first && !together));
        assert_int_equal(ruling.article, together ? 5 : own_first ? 3 : 4);
        assert_true(ruling.moves.count > 0);
        assert_int_equal(ruling.immovable, can(&all, own, BOARD_NO_SQUARE) ? BOARD_NO_SQUARE : own);
        assert_int_equal(ruling.untakeable,
                         can(&all, BOARD_NO_SQUARE, other) ? BOARD_NO_SQUARE : other);
    }
}

static void test_all_pairs(void **state)
{
    static const char *const fens[] = {
        START,
        PINNED,
        PINNED_ROOK,
        CHECKED,
        BLOCKED,
        BLOCKED_ALL,
        STUCK_KING,
        PINNED_TAKER,
        "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R b",
        "2bakab2/7r1/6n2/c1p1p1p1p/9/1R7/2P1P1P1P/4C1N2/9/2BAKAB2 w"};

    (void)state;
    for (size_t i = 0; i < COUNT(fens); i++) {
        ledger_touch_query query;
        set_up(&query, fens[i], "");
        const board_position *position = &query.position;
        board_piece own = board_king(position->to_move);
        board_piece other = board_king(board_other(position->to_move));
        for (int a = 0; a < BOARD_SIDE_PIECES; a++) {
            for (int b = 0; b < BOARD_SIDE_PIECES; b++) {
                if (position->square_of[own + a] != BOARD_NO_SQUARE &&
                    position->square_of[other + b] != BOARD_NO_SQUARE)
                    try_pair(fens[i], position->square_of[own + a], position->square_of[other + b]);
            }
        }
    }
}

/* A move that the hand has left (5.7). */

typedef struct made_case {
    const char *fen;
    const char *touched;
    const char *made;
    ledger_made result;
    board_error fault;
    const char *article;
} made_case;

static void test_moves_made(void **state)
{
    static const made_case rows[] = {
        {START, "a0", "a0a1", LEDGER_MADE_STANDS, BOARD_OK, "5.7"},
        {START, "", "a0a1", LEDGER_MADE_STANDS, BOARD_OK, "5.7"},
        {START, "a0", "h2h9", LEDGER_MADE_AGAINST_DUTY, BOARD_OK, "5.7"},
        {START, "h9 a0", "a0a1", LEDGER_MADE_AGAINST_DUTY, BOARD_OK, "5.7"},
        {START, "h9 a0", "h2h9", LEDGER_MADE_STANDS, BOARD_OK, "5.7"},
        {PINNED, "e4", "e0f0", LEDGER_MADE_STANDS, BOARD_OK, "5.7"},
        {PINNED, "e4", "e4f6", LEDGER_MADE_ILLEGAL, BOARD_ERROR_MOVE_LEAVES_CHECK, "4.1.6"},
        {PINNED, "e0", "e0d0", LEDGER_MADE_ILLEGAL, BOARD_ERROR_MOVE_KINGS_FACING, "4.1.2"},
        {BLOCKED, "a0", "a0c1", LEDGER_MADE_ILLEGAL, BOARD_ERROR_MOVE_HORSE_LEG, "4.1.6"},
        {START, "a0", "a0b2", LEDGER_MADE_ILLEGAL, BOARD_ERROR_MOVE_NO_SUCH_WAY, "4.1.6"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        ledger_touch_query query;
        ledger_touch_ruling ruling;
        set_up(&query, rows[i].fen, rows[i].touched);
        query.hand_left = true;
        query.made = (board_move){square_of(rows[i].made), square_of(rows[i].made + 2)};
        assert_int_equal(ledger_touch_rule(&query, &ruling, NULL), BOARD_OK);
        assert_string_equal(ledger_made_code(ruling.made), ledger_made_code(rows[i].result));
        assert_int_equal(ruling.fault, rows[i].fault);
        assert_string_equal(ledger_made_article(&ruling), rows[i].article);
    }
}

/* Refusals. */

static void refuse(const ledger_touch_query *query, board_error error, board_square square)
{
    ledger_touch_ruling ruling;
    board_problem problem;

    assert_int_equal(ledger_touch_rule(query, &ruling, &problem), error);
    assert_int_equal(problem.error, error);
    assert_int_equal(problem.square, square);
    assert_int_equal(ledger_touch_rule(query, &ruling, NULL), error);
}

static void refuse_made(board_move made, board_error error)
{
    ledger_touch_query query;

    set_up(&query, START, "a0");
    query.hand_left = true;
    query.made = made;
    refuse(&query, error, made.from);
}

static void test_refusals(void **state)
{
    ledger_touch_query query;

    (void)state;
    set_up(&query, START, "a0 a1");
    refuse(&query, BOARD_ERROR_TOUCH_EMPTY_SQUARE, square_of("a1"));
    set_up(&query, START, "a1~");
    refuse(&query, BOARD_ERROR_TOUCH_EMPTY_SQUARE, square_of("a1"));
    query.touches[0].square = BOARD_SQUARES;
    refuse(&query, BOARD_ERROR_MOVE_OFF_BOARD, BOARD_SQUARES);
    query.count = LEDGER_TOUCHES_MAX + 1;
    refuse(&query, BOARD_ERROR_TOUCH_TOO_MANY, BOARD_NO_SQUARE);
    refuse_made((board_move){0, 90}, BOARD_ERROR_MOVE_OFF_BOARD);
    refuse_made((board_move){90, 0}, BOARD_ERROR_MOVE_OFF_BOARD);
    refuse_made((board_move){9, 0}, BOARD_ERROR_MOVE_EMPTY_SQUARE);
    refuse_made((board_move){81, 72}, BOARD_ERROR_MOVE_OTHER_SIDE);
    refuse_made((board_move){0, 0}, BOARD_ERROR_MOVE_NO_SUCH_WAY);
}

static void test_as_many_as_there_is_room_for(void **state)
{
    ledger_touch_query query;
    ledger_touch_ruling ruling;

    (void)state;
    set_up(&query, START, "");
    query.count = LEDGER_TOUCHES_MAX;
    for (size_t i = 0; i < query.count; i++)
        query.touches[i].square = query.position.square_of[i];
    assert_int_equal(ledger_touch_rule(&query, &ruling, NULL), BOARD_OK);
    assert_int_equal(ruling.article, 3);
    assert_int_equal(ruling.duty, LEDGER_DUTY_MOVE); /* the king, who is first */
}

/* Words. */

typedef struct words_case {
    const char *fen;
    const char *touched;
    ledger_touch_part part;
    const char *chinese;
    const char *english;
} words_case;

static void test_words(void **state)
{
    static const words_case rows[] = {
        {START, "h2 h9", LEDGER_TOUCH_DUTY, "红炮（h2）必须吃掉黑马（h9）（5.3）。",
         "The red cannon on h2 must take the black horse on h9 (5.3)."},
        {START, "a0", LEDGER_TOUCH_DUTY, "必须走动红车（a0）（5.1）。",
         "The red rook on a0 must move (5.1)."},
        {START, "a0 h9", LEDGER_TOUCH_DUTY,
         "红车（a0）无法吃掉黑马（h9），必须走动红车（a0）（5.3）。",
         "The red rook on a0 cannot take the black horse on h9, so the red rook on a0 must move "
         "(5.3)."},
        {START, "a9 a0", LEDGER_TOUCH_DUTY,
         "己方任何棋子都无法吃掉黑车（a9），必须走动红车（a0）（5.4）。",
         "Nothing can take the black rook on a9, so the red rook on a0 must move (5.4)."},
        {START, "h9 +a0", LEDGER_TOUCH_DUTY,
         "红车（a0）无法吃掉黑马（h9），必须用别的子吃掉（5.5）。",
         "The red rook on a0 cannot take the black horse on h9, so another piece must take it "
         "(5.5)."},
        {PINNED_ROOK, "e4 e8", LEDGER_TOUCH_DUTY,
         "红马（e4）无法走动，必须用别的子吃掉黑车（e8）（5.3）。",
         "The red horse on e4 cannot move, so another piece must take the black rook on e8 (5.3)."},
        {PINNED, "e4 e8", LEDGER_TOUCH_DUTY,
         "红马（e4）无法走动，黑车（e8）也无子能吃，可另行走子（5.3）。",
         "The red horse on e4 cannot move, and nothing can take the black rook on e8: any move may "
         "be made (5.3)."},
        {PINNED, "e4", LEDGER_TOUCH_FOUL_OWN, "红方摸触不可能走动的红马（e4）：犯规（9.1.5）。",
         "Red touched the red horse on e4, which cannot move: a foul (9.1.5)."},
        {PINNED, "e8", LEDGER_TOUCH_FOUL_OTHER,
         "红方摸触任何棋子都无法吃掉的黑车（e8）：犯规（9.1.6）。",
         "Red touched the black rook on e8, which nothing can take: a foul (9.1.6)."},
        {START, "h9", LEDGER_TOUCH_DUTY, "必须吃掉黑马（h9）（5.2）。",
         "The black horse on h9 must be taken (5.2)."},
        {START, "h9", LEDGER_TOUCH_FOUL_OTHER, "", ""},
        {START, "h9", LEDGER_TOUCH_MADE, "", ""},
        {START, "", LEDGER_TOUCH_DUTY, "没有摸子，可任走一着。",
         "No piece counts as touched: any move may be made."},
    };
    char text[LEDGER_TOUCH_TEXT_BYTES];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        ledger_touch_query query;
        ledger_touch_ruling ruling;
        set_up(&query, rows[i].fen, rows[i].touched);
        assert_int_equal(ledger_touch_rule(&query, &ruling, NULL), BOARD_OK);
        ledger_touch_text(&query, &ruling, rows[i].part, BOARD_CHINESE, text, sizeof text);
        assert_string_equal(text, rows[i].chinese);
        ledger_touch_text(&query, &ruling, rows[i].part, BOARD_ENGLISH, text, sizeof text);
        assert_string_equal(text, rows[i].english);
    }
}

static void test_words_of_moves_made(void **state)
{
    char text[LEDGER_TOUCH_TEXT_BYTES];
    ledger_touch_query query;
    ledger_touch_ruling ruling;

    (void)state;
    set_up(&query, PINNED, "e0");
    query.hand_left = true;
    query.made = (board_move){square_of("e0"), square_of("d0")};
    assert_int_equal(ledger_touch_rule(&query, &ruling, NULL), BOARD_OK);
    ledger_touch_text(&query, &ruling, LEDGER_TOUCH_MADE, BOARD_CHINESE, text, sizeof text);
    assert_string_equal(text, "帅五平六已离手，违反行棋规定（走后将帅照面）：应判负（4.1.2）。");
    query.made = (board_move){square_of("e4"), square_of("e5")};
    assert_int_equal(ledger_touch_rule(&query, &ruling, NULL), BOARD_OK);
    ledger_touch_text(&query, &ruling, LEDGER_TOUCH_MADE, BOARD_ENGLISH, text, sizeof text);
    assert_string_equal(text, "The hand has left e4e5, an illegal move (this piece does not move "
                              "like that): it loses (4.1.6).");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_all_pairs),
        cmocka_unit_test(test_moves_made),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_as_many_as_there_is_room_for),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_words_of_moves_made),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
