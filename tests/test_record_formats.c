/* tests/test_record_formats.c: PGN, DhtmlXQ and WXF game files as users have them. */
#include "record_reading.h"

#include <iconv.h>

/* PGN */

static void two_games_with_comments_and_variations(void **state)
{
    read_file file = read_data("two-games.pgn");

    (void)state;
    assert_int_equal(file.error, BOARD_OK);
    assert_int_equal(file.count, 2);
    const board_record *game = &file.games[0];
    assert_int_equal(game->format, BOARD_FORMAT_PGN);
    assert_int_equal(game->problem.error, BOARD_OK);
    expect_moves(game, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7");
    assert_int_equal(game->moves[9].line, 19);
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_EVENT), "春季公开赛");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_PLACE), "江城");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_DATE), "2026.03.14");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_ROUND), "第2轮");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_TABLE), "7");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_RED), "甲");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_BLACK_TEAM), "西街棋社");
    assert_int_equal(game->result, BOARD_RESULT_RED_WINS);
    assert_int_equal(file.games[1].line, 21);
    assert_int_equal(file.games[1].result, BOARD_RESULT_DRAW);
    expect_moves(&file.games[1], "b0c2 c6c5 h2e2 h7e7");
    free_file(&file);
}

/* The file as an older Windows program saves it: GBK, CRLF. */
static void the_same_in_gbk_with_crlf(void **state)
{
    size_t length = 0;
    char *bytes = load("two-games.pgn", &length);
    char *windows = malloc(2 * length);
    char *gbk = malloc(2 * length);
    size_t count = 0;

    (void)state;
    assert_non_null(windows);
    assert_non_null(gbk);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n')
            windows[count++] = '\r';
        windows[count++] = bytes[i];
    }
    char *in = windows;
    char *out = gbk;
    size_t out_left = 2 * length;
    iconv_t converter = iconv_open("GBK", "UTF-8");
    assert_true(converter != (iconv_t)-1);
    assert_int_equal(iconv(converter, &in, &count, &out, &out_left), 0);
    iconv_close(converter);
    read_file file = read_bytes(gbk, (size_t)(out - gbk));
    read_file plain = read_bytes(bytes, length);
    assert_int_equal(file.count, 2);
    assert_string_equal(board_record_tag_text(&file.games[0], BOARD_TAG_RED_TEAM), "东街棋社");
    for (size_t game = 0; game < 2; game++) {
        assert_int_equal(file.games[game].problem.error, BOARD_OK);
        assert_int_equal(file.games[game].line, plain.games[game].line);
        assert_int_equal(file.games[game].count, plain.games[game].count);
        for (size_t i = 0; i < file.games[game].count; i++)
            assert_int_equal(file.games[game].moves[i].line, plain.games[game].moves[i].line);
    }
    free_file(&file);
    free_file(&plain);
    free(bytes);
    free(windows);
    free(gbk);
}

/* Cut anywhere, the file yields a beginning of the same games, and the cut is noticed. */
static void truncated_anywhere(void **state)
{
    static const char *const names[] = {"two-games.pgn", "game.wxf", "forum.txt", "dispute.txt"};

    (void)state;
    for (size_t n = 0; n < 4; n++) {
        size_t length = 0;
        char *bytes = load(names[n], &length);
        read_file whole = read_bytes(bytes, length);
        for (size_t cut = 0; cut < length; cut++) {
            read_file file = read_bytes(bytes, cut);
            assert_true(file.count <= whole.count);
            for (size_t game = 0; game < file.count; game++)
                assert_true(file.games[game].count <= whole.games[game].count);
            free_file(&file);
        }
        free_file(&whole);
        free(bytes);
    }
}

static void truncated_game_keeps_its_moves(void **state)
{
    (void)state;
    expect_problem("[Red \"a\"]\n1. h2e2 h9g7\n2. h0g2", BOARD_ERROR_RECORD_NO_RESULT, 3, 0, "",
                   "h2e2 h9g7 h0g2");
    expect_problem("[Red \"a\"]\n1. h2e2 {the comment\nand", BOARD_ERROR_RECORD_TRUNCATED, 2, 0, "",
                   "h2e2");
    expect_problem("[Red \"a\"]\n1. h2e2 (1. b2e2 (b2c2)", BOARD_ERROR_RECORD_TRUNCATED, 2, 0, "",
                   "h2e2");
    expect_problem("[Red \"a\"]\n[Black \"b", BOARD_ERROR_RECORD_TRUNCATED, 2, 0, "[Black \"b", "");
    expect_problem("[Red \"a\"]\n[Bla", BOARD_ERROR_RECORD_TRUNCATED, 2, 0, "[Bla", "");
    expect_problem("[Red \"a\"]\n", BOARD_ERROR_RECORD_TRUNCATED, 2, 0, "", "");
}

static void black_may_begin_with_dots_in_reds_place(void **state)
{
    read_file file = read_data("black-first.pgn");

    (void)state;
    assert_int_equal(file.count, 1);
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    assert_int_equal(file.games[0].start.to_move, BOARD_BLACK);
    assert_false(file.games[0].side_corrected);
    assert_string_equal(board_record_tag_text(&file.games[0], BOARD_TAG_RED), "A");
    assert_string_equal(board_record_tag_text(&file.games[0], BOARD_TAG_BLACK), "B \"the rook\"");
    expect_moves(&file.games[0], "a8a0 e0e1 a0a1 e1e0 a1a0");
    free_file(&file);
    /* The FEN forgets the side; either side could play the move; the dots tell. */
    file = read_string("[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR\"]\n"
                       "1. …… 炮2平5 2. 炮2平5 *");
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    assert_true(file.games[0].side_corrected);
    expect_moves(&file.games[0], "b7e7 h2e2");
    free_file(&file);
}

static void notation_is_found_whatever_format_says(void **state)
{
    (void)state;
    expect_game("[Format \"WXF\"]\n1. C2.5 H8+7 2. H2+3 r9=8 *", "h2e2 h9g7 h0g2 i9h9");
    expect_game("[Format \"ICCS\"]\n1. H2-E2 H9-G7 2. h0g2 I9H9 *", "h2e2 h9g7 h0g2 i9h9");
    expect_game("[Format \"ICCS\"]\n1. 炮二平五 马８进７ *", "h2e2 h9g7");
    expect_game("[format \"chinese\"]\n1. C2.5 *", "h2e2");
}

static void text_around_games(void **state)
{
    read_file file = read_string("hello,\nhere is [my] game:\n\n[Red \"a\"]\n1. h2e2 1-0\n\n"
                                 "{ the next one }\n[Red \"b\"]\n1. b2e2 0-1\n; end\n");

    (void)state;
    assert_int_equal(file.count, 2);
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    assert_int_equal(file.games[1].problem.error, BOARD_OK);
    assert_int_equal(file.games[1].line, 8);
    free_file(&file);
}

static void bad_move_costs_only_the_rest_of_its_game(void **state)
{
    read_file file = read_string("[Red \"a\"]\n1. h2e2 h9g7\n2. b0d1 b9c7 1-0\n"
                                 "[Red \"b\"]\n1. b2e2 *\n[Red \"c\"]\n1. b2b3 [Red \"d\"] *\n");

    (void)state;
    assert_int_equal(file.count, 4);
    assert_int_equal(file.games[0].problem.error, BOARD_ERROR_MOVE_HORSE_LEG);
    assert_int_equal(file.games[0].problem.line, 3);
    assert_int_equal(file.games[0].problem.ply, 3);
    assert_int_equal(file.games[0].result, BOARD_RESULT_RED_WINS);
    expect_moves(&file.games[0], "h2e2 h9g7");
    for (size_t i = 1; i < 4; i++)
        assert_int_equal(file.games[i].problem.error, BOARD_OK);
    expect_moves(&file.games[2], "b2b3");
    free_file(&file);
}

static void games_without_moves_are_told_apart(void **state)
{
    read_file file = read_string("[Event \"a\"]\n[Red \"x\"]\n\n[Event \"b\"]\n[Red \"y\"]\n\n*\n");

    (void)state;
    assert_int_equal(file.count, 2);
    assert_string_equal(board_record_tag_text(&file.games[1], BOARD_TAG_RED), "y");
    free_file(&file);
}

static void illegal_move_that_stood_in_a_pgn(void **state)
{
    (void)state;
    expect_game("[Red \"a\"]\n1. h2e2 h9g7 2. 马八进六! 马2进3 *", "h2e2 h9g7 b0d1! b9c7");
}

static void malformed_tags(void **state)
{
    (void)state;
    expect_problem("[Red \"a\"]\n[Black b]\nh2e2 *", BOARD_ERROR_RECORD_TAG_FORM, 2, 0, "[Black b]",
                   "");
    expect_problem("[Red \"a\"]\n[Black \"b\n]\nh2e2 *", BOARD_ERROR_RECORD_TAG_FORM, 2, 0,
                   "[Black \"b", "");
    expect_problem("[FEN \"4k4/9\"]\nh2e2 *", BOARD_ERROR_FEN_RANKS, 1, 0, "4k4/9", "");
    expect_game("[Red \"the \"big\" one\"] [Black \"\"]\nh2e2 *", "h2e2");
}

/* Limits. */

/* head, then `count` times `piece`, then tail; free it. */
static char *built(const char *head, const char *piece, size_t count, const char *tail)
{
    size_t size = strlen(piece);
    char *text = malloc(strlen(head) + size * count + strlen(tail) + 1);

    assert_non_null(text);
    memcpy(text, head, strlen(head));
    for (size_t i = 0; i < count; i++)
        memcpy(text + strlen(head) + i * size, piece, size);
    memcpy(text + strlen(head) + count * size, tail, strlen(tail) + 1);
    return text;
}

static void expect_limit(const char *head, const char *piece, size_t count, const char *tail,
                         board_error beyond)
{
    for (size_t more = 0; more < 2; more++) {
        char *text = built(head, piece, count + more, tail);
        read_file file = read_string(text);
        assert_int_equal(file.count, 1);
        assert_int_equal(file.games[0].problem.error, more ? beyond : BOARD_OK);
        free_file(&file);
        free(text);
    }
}

static void limits_of_a_pgn(void **state)
{
    (void)state;
    expect_limit("[Red \"", "x", BOARD_RECORD_TAG_MAX, "\"]\nh2e2 *",
                 BOARD_ERROR_RECORD_TAG_LENGTH);
    expect_limit("", "[Other \"x\"]\n", BOARD_RECORD_TAGS_MAX, "*", BOARD_ERROR_RECORD_TAGS);
    expect_limit("[Red \"a\"]\nh2e2 {", "x", BOARD_RECORD_COMMENT_MAX - 2, "} h9g7 *",
                 BOARD_ERROR_RECORD_COMMENT);
    expect_limit("[Red \"a\"]\nh2e2 (", "x", BOARD_RECORD_COMMENT_MAX - 2, ") h9g7 *",
                 BOARD_ERROR_RECORD_COMMENT);
}

static void limit_of_nesting(void **state)
{
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        char *closing = built("", ")", BOARD_RECORD_NESTING_MAX + more, " h9g7 *");
        char *text = built("[Red \"a\"]\nh2e2 ", "(", BOARD_RECORD_NESTING_MAX + more, closing);
        read_file file = read_string(text);
        assert_int_equal(file.count, 1);
        assert_int_equal(file.games[0].problem.error, more ? BOARD_ERROR_RECORD_NESTING : BOARD_OK);
        free_file(&file);
        free(text);
        free(closing);
    }
    char *deep = built("[Red \"a\"]\nh2e2 ", "(", 4 * 1024 * 1024, "");
    read_file file = read_string(deep);
    assert_int_equal(file.games[0].problem.error, BOARD_ERROR_RECORD_TRUNCATED);
    free_file(&file);
    free(deep);
}

static void long_unknown_tag_is_passed_over(void **state)
{
    char *text = built("[Remark \"", "x", 100000, "\"]\nh2e2 *");

    (void)state;
    expect_game(text, "h2e2");
    free(text);
}

/* DhtmlXQ */

#define BINIT                                                                                      \
    "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]"

static void forum_text_around_a_game(void **state)
{
    read_file file = read_data("forum.txt");

    (void)state;
    assert_int_equal(file.error, BOARD_OK);
    assert_int_equal(file.count, 1);
    const board_record *game = &file.games[0];
    assert_int_equal(game->format, BOARD_FORMAT_DHTMLXQ);
    assert_int_equal(game->problem.error, BOARD_OK);
    expect_start(game, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    expect_moves(game, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
    assert_int_equal(game->moves[5].line, 15);
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_TITLE), "春季公开赛 第2轮");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_RED), "甲");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_BLACK), "乙 [西街]");
    assert_int_equal(game->result, BOARD_RESULT_RED_WINS);
    free_file(&file);
}

static void without_a_position_it_is_the_initial_array(void **state)
{
    (void)state;
    expect_game("[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]", "h2e2 h9g7");
    expect_game("[dhtmlxq_MOVELIST]7747[/DHTMLXQ_movelist]", "h2e2");
    expect_game("[DhtmlXQ_movelist][/DhtmlXQ_movelist]", "");
}

static void escaped_brackets(void **state)
{
    (void)state;
    expect_game(
        "\\u005BDhtmlXQ\\u005d\\u005BDhtmlXQ_movelist\\u005D7747\\u005B/DhtmlXQ_movelist\\u005D",
        "h2e2");
    expect_game("&#91;DhtmlXQ_movelist&#93;7747&#91;/DhtmlXQ_movelist&#93;", "h2e2");
}

static void first_mover_decides_the_side(void **state)
{
    read_file file =
        read_string("[DhtmlXQ]" BINIT "[DhtmlXQ_movelist]70627747[/DhtmlXQ_movelist][/DhtmlXQ]");

    (void)state;
    assert_int_equal(file.games[0].start.to_move, BOARD_BLACK);
    assert_false(file.games[0].side_corrected); /* there was nothing to correct */
    expect_moves(&file.games[0], "h9g7 h2e2");
    free_file(&file);
    file = read_string("[DhtmlXQ_fen]4k4/9/9/9/9/9/9/4p4/R8/3K5 b[/DhtmlXQ_fen]"
                       "[DhtmlXQ_movelist]0800[/DhtmlXQ_movelist]");
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    assert_true(file.games[0].side_corrected);
    expect_moves(&file.games[0], "a1a9");
    free_file(&file);
}

static void fen_wins_over_binit(void **state)
{
    read_file file = read_string(BINIT "[DhtmlXQ_fen]4k4/9/9/9/9/9/9/4p4/R8/3K5 w[/DhtmlXQ_fen]"
                                       "[DhtmlXQ_movelist]0800[/DhtmlXQ_movelist]");

    (void)state;
    expect_start(&file.games[0], "4k4/9/9/9/9/9/9/4p4/R8/3K5 w");
    free_file(&file);
}

static void several_forum_games(void **state)
{
    read_file file = read_string("[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n"
                                 "text\n[DhtmlXQHTML][DhtmlXQ_movelist]1747[/DhtmlXQ_movelist]\n"
                                 "[DhtmlXQiFrame][DhtmlXQ_movelist]77[/DhtmlXQ_movelist]");

    (void)state;
    assert_int_equal(file.count, 3);
    expect_moves(&file.games[0], "h2e2");
    expect_moves(&file.games[1], "b2e2");
    assert_int_equal(file.games[1].problem.error, BOARD_OK);
    assert_int_equal(file.games[2].problem.error, BOARD_ERROR_RECORD_MOVELIST);
    assert_string_equal(file.games[2].problem.token, "77");
    free_file(&file);
}

static void malformed_forum_text(void **state)
{
    (void)state;
    expect_problem("[DhtmlXQ_movelist]7747706[/DhtmlXQ_movelist]", BOARD_ERROR_RECORD_MOVELIST, 1,
                   2, "706", "h2e2");
    expect_problem("[DhtmlXQ_movelist]7747\n炮二平五[/DhtmlXQ_movelist]",
                   BOARD_ERROR_RECORD_MOVELIST, 2, 2, "炮", "h2e2");
    expect_problem("[DhtmlXQ_movelist]77479062[/DhtmlXQ_movelist]", BOARD_ERROR_MOVE_OFF_BOARD, 1,
                   2, "9062", "h2e2");
    expect_problem("[DhtmlXQ_movelist]77470010[/DhtmlXQ_movelist]", BOARD_ERROR_MOVE_OWN_PIECE, 1,
                   2, "0010", "h2e2");
    expect_problem("[DhtmlXQ_movelist]7747", BOARD_ERROR_RECORD_TRUNCATED, 1, 0, "movelist",
                   "h2e2");
    expect_problem("[DhtmlXQ_movelist]7747[DhtmlXQ_title]x[/DhtmlXQ_title]",
                   BOARD_ERROR_RECORD_PAIR, 1, 0, "movelist", "h2e2");
    expect_problem(
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_0_1]77[/DhtmlXQ_move_0_1]",
        BOARD_ERROR_RECORD_BRANCH, 1, 0, "move_0_1", "h2e2");
    expect_problem("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"
                   "[DhtmlXQ_movelist]1747[/DhtmlXQ_movelist]",
                   BOARD_ERROR_RECORD_TAG_TWICE, 1, 0, "movelist", "h2e2");
    expect_problem("[DhtmlXQ_binit]123[/DhtmlXQ_binit]", BOARD_ERROR_RECORD_BINIT, 1, 0, "123", "");
}

static void binit_with_impossible_positions(void **state)
{
    static const char head[] = "[DhtmlXQ_binit]";
    static const char tail[] = "[/DhtmlXQ_binit]";
    static const struct {
        const char *digits;
        board_error error;
        board_square square;
    } cases[] = {
        /* two rooks on one point, a file 9, a king that is missing */
        {"8979695949392919897717866646260600102030405060708012720323436383",
         BOARD_ERROR_RECORD_SAME_POINT, 8},
        {"9379695949392919097717866646260600102030405060708012720323436383",
         BOARD_ERROR_RECORD_BINIT, BOARD_NO_SQUARE},
        {"8979695999392919097717866646260600102030405060708012720323436383",
         BOARD_ERROR_NO_RED_KING, BOARD_NO_SQUARE},
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(text, sizeof text, "%s%s%s", head, cases[i].digits, tail);
        read_file file = read_string(text);
        assert_int_equal(file.count, 1);
        assert_int_equal(file.games[0].problem.error, cases[i].error);
        assert_int_equal(file.games[0].problem.square, cases[i].square);
        free_file(&file);
    }
}

/* WXF game files */

static void wxf_game_file(void **state)
{
    read_file file = read_data("game.wxf");

    (void)state;
    assert_int_equal(file.error, BOARD_OK);
    assert_int_equal(file.count, 1);
    const board_record *game = &file.games[0];
    assert_int_equal(game->format, BOARD_FORMAT_WXF);
    assert_int_equal(game->problem.error, BOARD_OK);
    expect_moves(game, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_EVENT), "Spring Open");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_RED), "A");
    assert_int_equal(game->result, BOARD_RESULT_RED_WINS);
    free_file(&file);
}

static void wxf_file_with_a_position(void **state)
{
    (void)state;
    expect_game("FORMAT WXF\nFEN 4k4/9/9/9/9/9/9/4p4/R8/3K5 r\nSTART{\n1. R9+8 K5+1\n}END\n",
                "a1a9 e9e8");
    expect_game("START {\n1. C2.5\n}\nEND", "h2e2");
    expect_problem("FORMAT WXF\nSETUP{ Ra0 }\nSTART{ }END", BOARD_ERROR_RECORD_SETUP, 2, 0, "SETUP",
                   "");
    expect_problem("FORMAT WXF\nSTART{\n1. C2.5 h8+7", BOARD_ERROR_RECORD_NO_BRACE, 3, 0, "",
                   "h2e2 h9g7");
    expect_problem("FORMAT WXF\nRED a\n", BOARD_ERROR_RECORD_TRUNCATED, 3, 0, "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_games_with_comments_and_variations),
        cmocka_unit_test(the_same_in_gbk_with_crlf),
        cmocka_unit_test(truncated_anywhere),
        cmocka_unit_test(truncated_game_keeps_its_moves),
        cmocka_unit_test(black_may_begin_with_dots_in_reds_place),
        cmocka_unit_test(notation_is_found_whatever_format_says),
        cmocka_unit_test(text_around_games),
        cmocka_unit_test(bad_move_costs_only_the_rest_of_its_game),
        cmocka_unit_test(games_without_moves_are_told_apart),
        cmocka_unit_test(illegal_move_that_stood_in_a_pgn),
        cmocka_unit_test(malformed_tags),
        cmocka_unit_test(limits_of_a_pgn),
        cmocka_unit_test(limit_of_nesting),
        cmocka_unit_test(long_unknown_tag_is_passed_over),
        cmocka_unit_test(forum_text_around_a_game),
        cmocka_unit_test(without_a_position_it_is_the_initial_array),
        cmocka_unit_test(escaped_brackets),
        cmocka_unit_test(first_mover_decides_the_side),
        cmocka_unit_test(fen_wins_over_binit),
        cmocka_unit_test(several_forum_games),
        cmocka_unit_test(malformed_forum_text),
        cmocka_unit_test(binit_with_impossible_positions),
        cmocka_unit_test(wxf_game_file),
        cmocka_unit_test(wxf_file_with_a_position),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
