/*
 * tests/test_notation.c: moves as text, in and out. The expected moves are argued by hand from the
 * position.
 */
#include "notation_positions.h"

static board_move move_of(const char *squares)
{
    return (board_move){board_square_at(squares[0] - 'a', squares[1] - '0'),
                        board_square_at(squares[2] - 'a', squares[3] - '0')};
}

/* What a text means: the error, and the moves as "h2e2 b2e2", in any order. */
typedef struct reading_case {
    const char *fen;
    const char *text;
    board_notation notation;
    board_error error;
    const char *moves;
} reading_case;

static void check_readings(const reading_case *one, board_error error,
                           const board_readings *readings)
{
    const size_t expected = (strlen(one->moves) + 1) / 5;

    if (error != one->error)
        fail_msg("%s, %s: got \"%s\"", one->fen, one->text, board_error_text(error, BOARD_ENGLISH));
    if (readings->count != expected)
        fail_msg("%s, %s: %zu readings", one->fen, one->text, readings->count);
    for (size_t i = 0; i < expected; i++) {
        if (!has_reading(readings, move_of(one->moves + 5 * i)))
            fail_msg("%s, %s: %.4s not among the readings", one->fen, one->text,
                     one->moves + 5 * i);
    }
}

static void run_readings(const reading_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const board_position position = position_of(cases[i].fen);
        const size_t length = strlen(cases[i].text);
        board_readings readings;
        board_notation notation = BOARD_NOTATIONS;
        board_error error =
            board_notation_read(&position, cases[i].notation, cases[i].text, length, &readings);

        check_readings(&cases[i], error, &readings);
        error = board_notation_read_any(&position, cases[i].text, length, &readings, &notation);
        check_readings(&cases[i], error, &readings);
        assert_int_equal(notation, cases[i].notation);
    }
}

#define ICCS(fen, text, moves)                                                                     \
    {                                                                                              \
        fen, text, BOARD_NOTATION_ICCS, BOARD_OK, moves                                            \
    }
#define CHINESE(fen, text, moves)                                                                  \
    {                                                                                              \
        fen, text, BOARD_NOTATION_CHINESE, BOARD_OK, moves                                         \
    }
#define WXF(fen, text, moves)                                                                      \
    {                                                                                              \
        fen, text, BOARD_NOTATION_WXF, BOARD_OK, moves                                             \
    }
#define SHORT(fen, text, moves)                                                                    \
    {                                                                                              \
        fen, text, BOARD_NOTATION_SHORT, BOARD_OK, moves                                           \
    }
#define FAULT(fen, text, notation, error, move)                                                    \
    {                                                                                              \
        fen, text, BOARD_NOTATION_##notation, BOARD_ERROR_##error, move                            \
    }

static void test_iccs(void **state)
{
    static const reading_case cases[] = {
        ICCS(START, "h2e2", "h2e2"), ICCS(START, "H2-E2", "h2e2"), ICCS(START, "H2 E2", "h2e2"),
        ICCS(START, " h2 - e2 ", "h2e2"), ICCS(START, "Ｈ２－Ｅ２", "h2e2"),
        ICCS(START, "h2—e2", "h2e2"), ICCS(START, "h2–e2!?", "h2e2"), ICCS(START, "b2b9+", "b2b9"),
        ICCS(START_BLACK, "h9g7", "h9g7"),
        /* ranks 1-10: a 10 decides */
        ICCS(START_BLACK, "h10g8", "h9g7"), ICCS(START_BLACK, "H10-G8", "h9g7"),
        /* without a 10 the ranks are 0-9, even where only 1-10 would be legal: an illegal move must
         * not become another one */
        FAULT(START, "h3e3", ICCS, MOVE_EMPTY_SQUARE, ""), ICCS(STACKED_ROOKS, "a5b5", "a5b5"),
        FAULT(STACKED_ROOKS, "a5a4", ICCS, MOVE_OWN_PIECE, "a5a4"),
        FAULT(START, "b0c10", ICCS, MOVE_OFF_BOARD, ""),
        FAULT(START, "a5a6", ICCS, MOVE_EMPTY_SQUARE, ""),
        FAULT(START, "e0e0", ICCS, MOVE_NO_SUCH_WAY, ""),
        FAULT(START, "h9g7", ICCS, MOVE_OTHER_SIDE, "h9g7"),
        FAULT(START, "h0e3", ICCS, MOVE_NO_SUCH_WAY, "h0e3"),
        FAULT(START, "i0h0", ICCS, MOVE_OWN_PIECE, "i0h0"),
        FAULT(START, "d0e0", ICCS, MOVE_NO_SUCH_WAY, ""), /* would take its own king */
    };

    (void)state;
    run_readings(cases, COUNT(cases));
}

static void test_chinese(void **state)
{
    static const reading_case cases[] = {
        CHINESE(START, "炮二平五", "h2e2"),
        CHINESE(START, "砲貳平伍", "h2e2"),
        CHINESE(START, "包８平５", "b2e2"),
        CHINESE(START, "炮 二　平 五", "h2e2"),
        CHINESE(START, "炮二平五！？", "h2e2"),
        CHINESE(START, "炮2=5", "h2e2"),
        CHINESE(START, "马二进三", "h0g2"),
        CHINESE(START, "傌八進七", "b0c2"),
        CHINESE(START, "馬2+3", "h0g2"),
        CHINESE(START, "兵七进一", "c3c4"),
        CHINESE(START, "卒七进一", "c3c4"),
        CHINESE(START, "仕四进五", "f0e1"),
        CHINESE(START, "士六進五", "d0e1"),
        CHINESE(START, "相三进五", "g0e2"),
        CHINESE(START, "象七进九", "c0a2"),
        CHINESE(START, "帅五进一", "e0e1"),
        CHINESE(START, "帥五進壹", "e0e1"),
        CHINESE(START, "俥九进一", "a0a1"),
        CHINESE(START, "車一进二", "i0i2"),
        CHINESE(ARTICLE_RED, "俥一平二", "i0h0"),
        CHINESE(START_BLACK, "马８进７", "h9g7"),
        CHINESE(START_BLACK, "馬8進7", "h9g7"),
        CHINESE(START_BLACK, "马八进七", "h9g7"),
        CHINESE(START_BLACK, "砲２平５", "b7e7"),
        CHINESE(START_BLACK, "卒７进１", "g6g5"),
        CHINESE(START_BLACK, "相３进５", "c9e7"),
        CHINESE(START_BLACK, "仕４进５", "d9e8"),
        CHINESE(START_BLACK, "將５進１", "e9e8"),
        CHINESE(START_BLACK, "车１进１", "a9a8"),
        /* two on one file: e5 is in front for Red */
        CHINESE(HORSES, "前马退六", "e5d3"),
        CHINESE(HORSES, "马前退六", "e5d3"),
        CHINESE(HORSES, "前傌退6", "e5d3"),
        CHINESE(HORSES, "後馬進六", "e2d4"),
        CHINESE(HORSES, "前马五退六", "e5d3"),
        CHINESE(HORSES, "马五进六", "e5d7 e2d4"),
        CHINESE(ROOKS, "车一进一", "i5i6 i2i3"),
        FAULT(ROOKS, "车一进五", CHINESE, MOVE_PATH_BLOCKED, "i2i7"), /* i5 would leave the board */
        CHINESE(HORSES_BLACK, "前马退４", "e4d6"),
        CHINESE(HORSES_BLACK, "后马进４", "e7d5"),
        /* advisors and elephants: the move decides, 前 and 后 are understood too */
        CHINESE(ADVISORS, "仕六退五", "d2e1"),
        CHINESE(ADVISORS, "仕六进五", "d0e1"),
        CHINESE(ADVISORS, "前士退五", "d2e1"),
        CHINESE(ADVISORS, "后仕进五", "d0e1"),
        CHINESE(ELEPHANTS, "相七退五", "c4e2"),
        CHINESE(ELEPHANTS, "后相进九", "c0a2"),
        CHINESE(ELEPHANTS_BLACK, "前象退５", "c5e7"),
    };

    (void)state;
    run_readings(cases, COUNT(cases));
}

static void test_pawns(void **state)
{
    static const reading_case cases[] = {
        CHINESE(PAWNS_2, "前兵平四", "g7f7"),
        CHINESE(PAWNS_2, "二兵平四", "g5f5"),
        CHINESE(PAWNS_2, "兵三进一", "g7g8 g5g6"),
        CHINESE(PAWNS_3, "前兵进一", "g8g9"),
        CHINESE(PAWNS_3, "中兵进一", "g6g7"),
        CHINESE(PAWNS_3, "后兵平四", "g5f5"),
        CHINESE(PAWNS_3, "二兵平四", "g6f6"),
        CHINESE(PAWNS_3, "前三平二", "g8h8"),
        CHINESE(PAWNS_3, "兵三平四", "g8f8 g6f6 g5f5"),
        CHINESE(PAWNS_4, "前兵平四", "g8f8"),
        CHINESE(PAWNS_4, "四兵平二", "g5h5"),
        CHINESE(PAWNS_4, "中兵平二", "g7h7 g6h6"),
        CHINESE(PAWNS_5, "三兵平四", "g7f7"),
        /* two files with two: f is to the right of d, so f7 f5 d7 d5 are 一 二 三 四 */
        CHINESE(PAWNS_2_2, "二兵平三", "f5g5"),
        CHINESE(PAWNS_2_2, "三兵平七", "d7c7"),
        CHINESE(PAWNS_2_2, "四兵进一", "d5d6"),
        CHINESE(PAWNS_2_2, "前兵平五", "f7e7 d7e7"),
        CHINESE(PAWNS_2_2, "后兵平三", "f5g5"),
        CHINESE(PAWNS_2_2, "后四平三", "f5g5"),
        CHINESE(PAWNS_2_2, "后兵六平七", "d5c5"),
        CHINESE(PAWNS_2_2, "二兵六平七", "d5c5"),
        CHINESE(PAWNS_2_3, "五兵进一", "a5a6"),
        CHINESE(PAWNS_2_3, "中兵平八", "a7b7"),
        CHINESE(PAWNS_2_2_1, "兵五进一", "e6e7"),
        /* Black: b is to the right of d; b2 b4 d1 d3 d4 are 一 to 五 */
        CHINESE(BLACK_2_3, "一卒平１", "b2a2"),
        CHINESE(BLACK_2_3, "三卒平５", "d1e1"),
        CHINESE(BLACK_2_3, "５卒平５", "d4e4"),
        CHINESE(BLACK_2_3, "中卒进１", "d3d2"),
        CHINESE(BLACK_3, "中卒平６", "g3f3"),
        CHINESE(BLACK_2, "後卒進1", "g4g3"),
        WXF(PAWNS_2, "P+.4", "g7f7"),
        WXF(PAWNS_2, "+P=4", "g7f7"),
        WXF(PAWNS_2, "-P+1", "g5g6"),
        WXF(PAWNS_3, ".P+1", "g6g7"),
        WXF(PAWNS_3, "23+1", "g6g7"),
        WXF(PAWNS_3, "23.4", "g6f6"),
        WXF(PAWNS_3, "2P.4", "g6f6"),
        WXF(PAWNS_3, "+3.4", "g8f8"),
        WXF(PAWNS_2_2, "26=7", "d5c5"),
        WXF(PAWNS_2_2, "2P=3", "f5g5"),
        WXF(PAWNS_2_2, "P+.5", "f7e7 d7e7"),
        WXF(BLACK_2_3, "24=5", "d3e3"),
        SHORT(PAWNS_3, "中兵1", "g6g7"),
        SHORT(PAWNS_2, "前兵4", "g7f7"),
        SHORT(PAWNS_2_2, "四兵7", "d5c5"),
        FAULT(PAWNS_2_2, "五兵进一", CHINESE, NOTATION_NOT_SO_MANY, ""),
        FAULT(PAWNS_2, "中兵进一", CHINESE, NOTATION_NOT_SO_MANY, ""),
        FAULT(PAWNS_4, "三兵进一", CHINESE, MOVE_OWN_PIECE, "g6g7"),
        FAULT(PAWNS_2, "前兵退一", CHINESE, MOVE_PAWN_BACKWARD, "g7g6"),
    };

    (void)state;
    run_readings(cases, COUNT(cases));
}

static void test_wxf(void **state)
{
    static const reading_case cases[] = {
        WXF(START, "C2.5", "h2e2"),        WXF(START, "C2=5", "h2e2"),
        WXF(START, "c2=5", "h2e2"),        WXF(START, "Ｃ２．５", "h2e2"),
        WXF(START, "C2.5+?", "h2e2"),      WXF(START, "H2+3", "h0g2"),
        WXF(START, "n2+3", "h0g2"),        WXF(START, "e3+5", "g0e2"),
        WXF(START, "B3+5", "g0e2"),        WXF(START, "A4+5", "f0e1"),
        WXF(START, "K5+1", "e0e1"),        WXF(START, "R1+2", "i0i2"),
        WXF(START, "P7+1", "c3c4"),        WXF(START_BLACK, "H8+7", "h9g7"),
        WXF(START_BLACK, "h8+7+", "h9g7"), WXF(HORSES, "H+-6", "e5d3"),
        WXF(HORSES, "+H-6", "e5d3"),       WXF(HORSES, "H++6", "e5d7"),
        WXF(HORSES, "h-+6", "e2d4"),       WXF(HORSES, "-n+6", "e2d4"),
        WXF(HORSES, "H5+6", "e5d7 e2d4"),  WXF(ADVISORS, "A6-5", "d2e1"),
        WXF(ADVISORS, "A+-5", "d2e1"),     WXF(ELEPHANTS, "-e+9", "c0a2"),
        WXF(ROOKS, "R-−2", "i2i0"), /* a minus sign */
    };

    (void)state;
    run_readings(cases, COUNT(cases));
}

static void test_short(void **state)
{
    static const reading_case cases[] = {
        /* the six moves that article 7.5 prints */
        SHORT(START, "炮25", "h2e2"), /* forward 5 would take h7 without a screen */
        SHORT(START_BLACK, "马87", "h9g7"),
        SHORT(START, "马23", "h0g2"),
        SHORT(ARTICLE_BLACK, "车98", "i9h9"),
        SHORT(ARTICLE_RED, "车12", "i0h0 i0i2"), /* 平 or 进 */
        SHORT(ARTICLE_LAST, "炮84", "h7h3"),     /* sideways the horse on g7 is in the way */
        SHORT(START, "砲二五", "h2e2"),
        SHORT(START, "炮　２ ５", "h2e2"),
        SHORT(HORSES, "前马6", "e5d7 e5d3"),
        SHORT(HORSES, "马前6", "e5d7 e5d3"),
        SHORT(HORSES, "后马4", "e2f4"), /* e2 to f0 would land on its own king */
        SHORT(HORSES, "马56", "e5d7 e5d3 e2d4 e2d0"),
        SHORT(ROOKS, "车11", "i5i6 i5i4 i2i3 i2i1"),
        /* 进6 and 退6 leave the board, 平6 opens the file */
        FAULT(PINNED, "车56", SHORT, MOVE_LEAVES_CHECK, "e4d4"),
        /* 进4 is blocked, 平4 too: which is meant is not clear */
        FAULT(START, "车14", SHORT, MOVE_PATH_BLOCKED, ""),
        FAULT(START, "炮45", SHORT, NOTATION_NO_PIECE, ""),
    };

    (void)state;
    run_readings(cases, COUNT(cases));
}

static void test_faults(void **state)
{
    static const reading_case cases[] = {
        FAULT(START, "马二退三", CHINESE, MOVE_OFF_BOARD, ""),
        FAULT(START, "马二进二", CHINESE, MOVE_NO_SUCH_WAY, ""),
        FAULT(START, "马二进五", CHINESE, MOVE_NO_SUCH_WAY, ""),
        FAULT(START, "马二平三", CHINESE, MOVE_NO_SUCH_WAY, ""),
        FAULT(START, "炮二平二", CHINESE, MOVE_NO_SUCH_WAY, ""),
        FAULT(START, "炮二进八", CHINESE, MOVE_OFF_BOARD, ""),
        FAULT(START, "炮三平五", CHINESE, NOTATION_NO_PIECE, ""),
        FAULT(START, "前炮进一", CHINESE, NOTATION_NOT_SO_MANY, ""),
        FAULT(START, "一兵进一", CHINESE, NOTATION_NOT_SO_MANY, ""),
        FAULT(START, "车一平二", CHINESE, MOVE_OWN_PIECE, "i0h0"),
        FAULT(START, "马二进四", CHINESE, MOVE_HORSE_LEG, "h0f1"),
        FAULT(START, "H2+4", WXF, MOVE_HORSE_LEG, "h0f1"),
        FAULT(START, "h0f1", ICCS, MOVE_HORSE_LEG, "h0f1"),
        FAULT(START, "兵三平四", CHINESE, MOVE_PAWN_SIDEWAYS, "g3f3"),
        FAULT(START, "兵三退一", CHINESE, MOVE_PAWN_BACKWARD, "g3g2"),
        FAULT(START, "兵三进二", CHINESE, MOVE_NO_SUCH_WAY, "g3g5"),
        FAULT(START, "炮二进五", CHINESE, MOVE_NO_SCREEN, "h2h7"),
        FAULT(START, "炮二进六", CHINESE, MOVE_PATH_BLOCKED, "h2h8"),
        FAULT(START, "车一进四", CHINESE, MOVE_PATH_BLOCKED, "i0i4"),
        FAULT(START, "仕四进三", CHINESE, MOVE_OUT_OF_PALACE, "f0g1"),
        FAULT(EYE, "相七进五", CHINESE, MOVE_ELEPHANT_EYE, "c0e2"),
        FAULT(EYE, "E7+5", WXF, MOVE_ELEPHANT_EYE, "c0e2"),
        FAULT(ELEPHANTS, "前相进五", CHINESE, MOVE_ELEPHANT_RIVER, "c4e6"),
        FAULT(PINNED, "车五平六", CHINESE, MOVE_LEAVES_CHECK, "e4d4"),
        FAULT(PINNED, "R5.6", WXF, MOVE_LEAVES_CHECK, "e4d4"),
        FAULT(PINNED, "e4d4", ICCS, MOVE_LEAVES_CHECK, "e4d4"),
        FAULT(SCREENING, "马五进六", CHINESE, MOVE_KINGS_FACING, "e4d6"),
    };

    (void)state;
    run_readings(cases, COUNT(cases));
}

/* A set-up board may have the king en prise; taking it is named, but is no move to go on from. */
static void test_taking_a_king(void **state)
{
    static const char fen[] = "4k4/9/9/9/9/4R4/9/9/9/3K5 w";
    static const char text[] = "车五进五";
    board_layout layout;
    board_position position;
    board_readings readings;

    (void)state;
    assert_int_equal(board_fen_read(fen, strlen(fen), &layout, NULL, NULL), BOARD_OK);
    assert_int_equal(board_position_from_layout(&position, &layout, NULL), BOARD_OK);
    assert_int_equal(
        board_notation_read(&position, BOARD_NOTATION_CHINESE, text, strlen(text), &readings),
        BOARD_ERROR_MOVE_TAKES_KING);
    assert_int_equal(readings.count, 0);
}

static void check_refused(const char *text, size_t length, board_error expected)
{
    const board_position position = position_of(START);
    board_readings readings;
    board_notation notation = BOARD_NOTATIONS;

    readings.count = 99;
    if (board_notation_read_any(&position, text, length, &readings, &notation) != expected)
        fail_msg("\"%.*s\" was not refused as it should be", (int)length, text);
    assert_int_equal(readings.count, 0);
    assert_int_equal(notation, BOARD_NOTATIONS);
}

static void test_refused(void **state)
{
    static const char *const unknown[] = {
        "",           " ",         "!",        "炮",         "炮二",     "平五",   "炮二平",
        "炮二平五五", "炮平五",    "车车进一", "前后马进一", "二马进三", "前进一", "一二平三",
        "炮零平五",   "炮二平十",  "炮二五平", "左炮平五",   "h2",       "h2e",    "h2e22",
        "h2=e2",      "j2e2",      "h12e2",    "h2e2e4",     "C2",       "C2*5",   "C25",
        "CC.5",       "2C.5",      "+.5",      "C0.5",       "P123+1",   "炮0平5", "++++",
        "1-0",        "h2e2 h9g7", "１５",
    };
    static const char *const not_utf8[] = {
        "\xFF",
        "\xC0\xAF",
        "\xED\xA0\x80",
        "\xF4\x90\x80\x80",
        "\xE7\x82",
        "h2\x80-e2",
        "\xE0\x82\x8E",
        "\xF0\x82\x82\xAC",
        "\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5",
    };
    char longest[BOARD_NOTATION_INPUT_MAX + 1];

    (void)state;
    for (size_t i = 0; i < COUNT(unknown); i++)
        check_refused(unknown[i], strlen(unknown[i]), BOARD_ERROR_NOTATION_UNKNOWN);
    for (size_t i = 0; i < COUNT(not_utf8); i++)
        check_refused(not_utf8[i], strlen(not_utf8[i]), BOARD_ERROR_NOTATION_UTF8);
    check_refused("h2\0e2", 5, BOARD_ERROR_NOTATION_UNKNOWN);
    memset(longest, ' ', sizeof longest);
    check_refused(longest, sizeof longest, BOARD_ERROR_NOTATION_LENGTH);
    check_refused(longest, sizeof longest - 1, BOARD_ERROR_NOTATION_UNKNOWN);
}

/* A reader told the notation takes no other. */
static void test_other_notation(void **state)
{
    static const char *const texts[BOARD_NOTATIONS] = {"h2e2", "炮二平五", "C2.5", "炮25"};
    const board_position position = position_of(START);

    (void)state;
    for (size_t text = 0; text < BOARD_NOTATIONS; text++) {
        for (size_t notation = 0; notation < BOARD_NOTATIONS; notation++) {
            board_readings readings;
            const board_error error = board_notation_read(
                &position, (board_notation)notation, texts[text], strlen(texts[text]), &readings);

            assert_int_equal(error, text == notation ? BOARD_OK : BOARD_ERROR_NOTATION_UNKNOWN);
            assert_int_equal(readings.count, text == notation);
        }
    }
    assert_int_equal(board_notation_read_any(&position, "h2e2", 4, &(board_readings){0}, NULL),
                     BOARD_OK);
}

static void test_writing(void **state)
{
    static const struct {
        const char *fen;
        const char *move;
        const char *texts[BOARD_NOTATIONS];
    } cases[] = {
        {START, "h2e2", {"h2e2", "炮二平五", "C2.5", "炮25"}},
        {START, "h0g2", {"h0g2", "马二进三", "H2+3", "马23"}},
        {START, "e0e1", {"e0e1", "帅五进一", "K5+1", "帅51"}},
        {START, "f0e1", {"f0e1", "仕四进五", "A4+5", "仕45"}},
        {START, "c0a2", {"c0a2", "相七进九", "E7+9", "相79"}},
        {START_BLACK, "h9g7", {"h9g7", "马８进７", "H8+7", "马87"}},
        {START_BLACK, "b7e7", {"b7e7", "炮２平５", "C2.5", "炮25"}},
        {START_BLACK, "e9e8", {"e9e8", "将５进１", "K5+1", "将51"}},
        {START_BLACK, "d9e8", {"d9e8", "士４进５", "A4+5", "士45"}},
        {START_BLACK, "c9e7", {"c9e7", "象３进５", "E3+5", "象35"}},
        {START_BLACK, "g6g5", {"g6g5", "卒７进１", "P7+1", "卒71"}},
        {ARTICLE_RED, "i0h0", {"i0h0", "车一平二", "R1.2", "车12"}},
        {HORSES, "e5d3", {"e5d3", "前马退六", "H+-6", "前马6"}},
        {HORSES_BLACK, "e7d5", {"e7d5", "后马进４", "H-+4", "后马4"}},
        {ADVISORS, "d2e1", {"d2e1", "仕六退五", "A6-5", "仕65"}},
        {ELEPHANTS_BLACK, "c5e7", {"c5e7", "象３退５", "E3-5", "象35"}},
        {PAWNS_2, "g5f5", {"g5f5", "后兵平四", "P-.4", "后兵4"}},
        {PAWNS_3, "g8f8", {"g8f8", "前兵平四", "13=4", "前兵4"}},
        {PAWNS_3, "g6g7", {"g6g7", "中兵进一", "23+1", "中兵1"}},
        {PAWNS_4, "g6f6", {"g6f6", "三兵平四", "33=4", "三兵4"}},
        {PAWNS_5, "g5f5", {"g5f5", "五兵平四", "53=4", "五兵4"}},
        {PAWNS_2_2, "f5g5", {"f5g5", "二兵平三", "24=3", "二兵3"}},
        {PAWNS_2_2, "d5d6", {"d5d6", "四兵进一", "26+1", "四兵1"}},
        {PAWNS_2_2_1, "e6e7", {"e6e7", "兵五进一", "P5+1", "兵51"}},
        {BLACK_3, "g3f3", {"g3f3", "中卒平６", "27=6", "中卒6"}},
        {BLACK_2_3, "d4e4", {"d4e4", "五卒平５", "34=5", "五卒5"}},
        {BLACK_2_3, "b2a2", {"b2a2", "一卒平１", "12=1", "一卒1"}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const board_position position = position_of(cases[i].fen);

        for (size_t notation = 0; notation < BOARD_NOTATIONS; notation++) {
            char text[BOARD_NOTATION_BYTES];

            board_notation_write(&position, move_of(cases[i].move), (board_notation)notation, text);
            assert_string_equal(text, cases[i].texts[notation]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_iccs),           cmocka_unit_test(test_chinese),
        cmocka_unit_test(test_pawns),          cmocka_unit_test(test_wxf),
        cmocka_unit_test(test_short),          cmocka_unit_test(test_faults),
        cmocka_unit_test(test_taking_a_king),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_other_notation), cmocka_unit_test(test_writing),
    };

    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
