/* tests/test_record.c: records, their limits, plain text, and files of any kind. */
#include "record_reading.h"

#include <time.h>

#define ROOK_CHECK "4k4/9/9/9/9/9/9/4p4/R8/3K5"

/* The record. */

static void tags_are_kept_on_one_line(void **state)
{
    board_record record;

    (void)state;
    board_record_init(&record);
    assert_string_equal(board_record_tag_text(&record, BOARD_TAG_RED), "");
    assert_int_equal(board_record_set_tag(&record, BOARD_TAG_RED, " 甲\t乙\n", 9), BOARD_OK);
    assert_string_equal(board_record_tag_text(&record, BOARD_TAG_RED), "甲 乙");
    assert_int_equal(board_record_set_tag(&record, BOARD_TAG_RED, "  ", 2), BOARD_OK);
    assert_null(record.tags[BOARD_TAG_RED]);
    board_record_free(&record);
}

static void tag_at_the_limit_and_beyond(void **state)
{
    char value[BOARD_RECORD_TAG_MAX + 1];
    board_record record;

    (void)state;
    memset(value, 'x', sizeof value);
    board_record_init(&record);
    assert_int_equal(board_record_set_tag(&record, BOARD_TAG_EVENT, value, BOARD_RECORD_TAG_MAX),
                     BOARD_OK);
    assert_int_equal(board_record_set_tag(&record, BOARD_TAG_EVENT, value, sizeof value),
                     BOARD_ERROR_RECORD_TAG_LENGTH);
    assert_int_equal(strlen(board_record_tag_text(&record, BOARD_TAG_EVENT)), BOARD_RECORD_TAG_MAX);
    board_record_free(&record);
}

static void moves_at_the_limit_and_beyond(void **state)
{
    const board_move move = {0, 9};
    board_record record;
    board_record taken;

    (void)state;
    board_record_init(&record);
    for (size_t i = 0; i < BOARD_RECORD_PLIES_MAX; i++)
        assert_int_equal(board_record_append(&record, move, BOARD_OK, i), BOARD_OK);
    assert_int_equal(board_record_append(&record, move, BOARD_OK, 1), BOARD_ERROR_RECORD_PLIES);
    board_record_take(&taken, &record);
    assert_int_equal(record.count, 0);
    assert_null(record.moves);
    assert_int_equal(taken.count, BOARD_RECORD_PLIES_MAX);
    assert_int_equal(taken.moves[4095].line, 4095);
    board_record_free(&taken);
    board_record_free(&record);
}

/* Text that repeats some moves; free it. */
static char *repeated(const char *head, const char *piece, size_t times, const char *tail)
{
    size_t size = strlen(piece);
    size_t head_size = strlen(head);
    char *text = malloc(head_size + size * times + strlen(tail) + 1);

    assert_non_null(text);
    memcpy(text, head, head_size);
    for (size_t i = 0; i < times; i++)
        memcpy(text + head_size + i * size, piece, size);
    memcpy(text + head_size + times * size, tail, strlen(tail) + 1);
    return text;
}

static void long_game_at_the_limit_and_beyond(void **state)
{
    static const char *const pieces[] = {"h0g2 h9g7\ng2h0 g7h9\n", "h0g2h9g7g2h0g7h9"};

    (void)state;
    for (size_t i = 0; i < 2; i++) { /* with blanks, and run together in one line of 64 KiB */
        char *text = repeated("", pieces[i], 1024, "");
        read_file file = read_string(text);
        assert_int_equal(file.games[0].count, 4096);
        assert_int_equal(file.games[0].problem.error, BOARD_OK);
        free_file(&file);
        free(text);
        text = repeated("", pieces[i], 1025, "");
        file = read_string(text);
        assert_int_equal(file.games[0].count, 4096);
        assert_int_equal(file.games[0].problem.error, BOARD_ERROR_RECORD_PLIES);
        assert_int_equal(file.games[0].problem.ply, 4097);
        assert_int_equal(file.games[0].problem.line, i == 0 ? 2049 : 1);
        free_file(&file);
        free(text);
    }
}

/* Plain text. */

static void dispute_in_all_ways_of_writing(void **state)
{
    read_file file = read_data("dispute.txt");

    (void)state;
    assert_int_equal(file.error, BOARD_OK);
    assert_int_equal(file.count, 1);
    const board_record *game = &file.games[0];
    assert_int_equal(game->problem.error, BOARD_OK);
    assert_int_equal(game->format, BOARD_FORMAT_PLAIN);
    assert_true(game->start_given);
    assert_true(game->side_given);
    assert_false(game->side_corrected);
    expect_start(game, ROOK_CHECK " w");
    expect_moves(game, "a1a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8");
    assert_int_equal(game->moves[4].line, 6);
    free_file(&file);
}

static void no_position_means_the_initial_array(void **state)
{
    read_file file = read_string("炮二平五 马８进７");

    (void)state;
    assert_int_equal(file.count, 1);
    assert_false(file.games[0].start_given);
    assert_false(file.games[0].side_given);
    expect_start(&file.games[0], "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    expect_moves(&file.games[0], "h2e2 h9g7");
    free_file(&file);
}

static void numbers_dots_and_columns_are_passed_over(void **state)
{
    (void)state;
    expect_game("1.炮二平五　马８进７\r\n２．马二进三\t车９平８\r3. … ", "h2e2 h9g7 h0g2 i9h9");
    expect_game("着法：炮二平五，马8进7；马二进三。", "h2e2 h9g7 h0g2");
    expect_game("moves: 1 h2e2 h9g7 2 h0g2 1-0", "h2e2 h9g7 h0g2");
}

static void moves_written_together_are_parted(void **state)
{
    (void)state;
    expect_game("炮二平五马８进７马二进三车９平８", "h2e2 h9g7 h0g2 i9h9");
    expect_game("h2e2h9g7h0g2i9h9!?", "h2e2 h9g7 h0g2 i9h9");
    expect_problem("h2e2h9g7zzzz", BOARD_ERROR_NOTATION_UNKNOWN, 1, 3, "zzzz", "h2e2 h9g7");
    expect_problem("abcdefgh", BOARD_ERROR_NOTATION_UNKNOWN, 1, 1, "abcdefgh", "");
}

static void bare_position_line_and_several_disputes(void **state)
{
    read_file file =
        read_string(ROOK_CHECK " w\na1a9\nx\n\n# second\nFEN " ROOK_CHECK "\na1a9 e9e8\n");

    (void)state;
    assert_int_equal(file.count, 2);
    assert_int_equal(file.games[0].problem.error, BOARD_ERROR_NOTATION_UNKNOWN);
    expect_moves(&file.games[0], "a1a9");
    assert_int_equal(file.games[1].problem.error, BOARD_OK);
    assert_int_equal(file.games[1].line, 6);
    expect_moves(&file.games[1], "a1a9 e9e8");
    free_file(&file);
}

static void position_without_moves(void **state)
{
    (void)state;
    expect_game("fen: " ROOK_CHECK " w", "");
}

static void faults_of_a_position_are_told(void **state)
{
    read_file file = read_string("\n4k4/9/9/9/9/9/9/9/9/4K4 w\ne0d0");

    (void)state;
    assert_int_equal(file.count, 1);
    assert_int_equal(file.games[0].problem.error, BOARD_ERROR_KINGS_FACING);
    assert_int_equal(file.games[0].problem.line, 2);
    free_file(&file);
    file = read_string("fen: 4k4/9/9/9/9/9/9/P8/9/3K5 w\nd0d1");
    assert_int_equal(file.games[0].problem.error, BOARD_ERROR_PAWN_UNREACHABLE);
    assert_int_equal(file.games[0].problem.square, board_square_at(0, 2));
    free_file(&file);
    file = read_string("fen: 4k4/9/9/9/9 w\nd0d1");
    assert_int_equal(file.games[0].problem.error, BOARD_ERROR_FEN_RANKS);
    assert_int_equal(file.games[0].problem.line, 1);
    free_file(&file);
}

/* Who moves. */

static void expect_corrected(const char *text, bool corrected, board_side side, const char *moves)
{
    read_file file = read_string(text);

    assert_int_equal(file.count, 1);
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    assert_int_equal(file.games[0].side_corrected, corrected);
    assert_int_equal(file.games[0].start.to_move, side);
    expect_moves(&file.games[0], moves);
    free_file(&file);
}

static void wrong_side_is_corrected_and_said(void **state)
{
    (void)state;
    expect_corrected("fen: " ROOK_CHECK " b\na1a9 e9e8", true, BOARD_RED, "a1a9 e9e8");
    expect_corrected("fen: " ROOK_CHECK " b\n车九进八 将5进1", true, BOARD_RED, "a1a9 e9e8");
    expect_corrected("fen: " ROOK_CHECK "\ne9f9 a1a9", true, BOARD_BLACK, "e9f9 a1a9");
    expect_corrected("fen: " ROOK_CHECK " b\ne9f9 a1a9", false, BOARD_BLACK, "e9f9 a1a9");
    /* Either side could make this move; the digits tell whose it is. */
    expect_corrected("炮８平５ 炮二平五", true, BOARD_BLACK, "h7e7 h2e2");
    expect_corrected("炮８平５ 炮２平５", false, BOARD_RED, "b2e2 b7e7");
}

static void side_that_gives_check_cannot_be_to_move(void **state)
{
    (void)state;
    expect_corrected("fen: R3k4/9/9/9/9/9/9/4p4/9/3K5\ne9e8", true, BOARD_BLACK, "e9e8");
    expect_corrected("fen: R3k4/9/9/9/9/9/9/4p4/9/3K5 w\ne9e8", true, BOARD_BLACK, "e9e8");
    expect_corrected("fen: R3k4/9/9/9/9/9/9/4p4/9/3K5", true, BOARD_BLACK, "");
    expect_problem("fen: R3k4/9/9/9/9/9/9/4p4/9/3K5 w", BOARD_ERROR_WRONG_SIDE_IN_CHECK, 1, 0, "",
                   "");
}

static void illegal_move_is_not_explained_away_by_the_other_side(void **state)
{
    (void)state;
    /* Black could play 马２进１ here, but the numerals are Red's. */
    expect_problem("fen: rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n马二进四",
                   BOARD_ERROR_MOVE_HORSE_LEG, 2, 1, "马二进四", "");
}

/* Illegal and doubtful moves. */

static void illegal_move_stops_with_its_reason(void **state)
{
    read_file file = read_string("炮二平五 马8进7\n马八进六 车９平８");

    (void)state;
    assert_int_equal(file.count, 1);
    const board_problem *problem = &file.games[0].problem;
    assert_int_equal(problem->error, BOARD_ERROR_MOVE_HORSE_LEG);
    assert_int_equal(problem->ply, 3);
    assert_int_equal(problem->line, 2);
    assert_int_equal(problem->column, 1);
    assert_string_equal(problem->token, "马八进六");
    expect_moves(&file.games[0], "h2e2 h9g7");
    free_file(&file);
    expect_problem("h2e2 h9g7 b0d1", BOARD_ERROR_MOVE_HORSE_LEG, 1, 3, "b0d1", "h2e2 h9g7");
    expect_problem("h2e2 b0c2", BOARD_ERROR_MOVE_OTHER_SIDE, 1, 2, "b0c2", "h2e2");
}

static void marked_illegal_move_stood(void **state)
{
    read_file file = read_string("h2e2 h9g7 b0d1! b9c7 h0g2! a9a8!");

    (void)state;
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    expect_moves(&file.games[0], "h2e2 h9g7 b0d1! b9c7 h0g2 a9a8");
    assert_int_equal(file.games[0].moves[2].illegality, BOARD_ERROR_MOVE_HORSE_LEG);
    assert_int_equal(file.games[0].moves[4].illegality, BOARD_OK);
    free_file(&file);
}

static void king_left_in_check_stood(void **state)
{
    (void)state;
    expect_game("fen: " ROOK_CHECK " w\n车九进八 卒5平4! 车九退一", "a1a9 e2d2! a9a8");
    expect_game("fen: " ROOK_CHECK " w\na1a9 e2d2！ a9a8", "a1a9 e2d2! a9a8");
}

static void some_illegal_moves_cannot_stand(void **state)
{
    (void)state;
    expect_problem("h2e2 c9d8!", BOARD_ERROR_RECORD_CANNOT_STAND, 1, 2, "c9d8!", "h2e2");
    expect_problem("h2e2 a9a6!", BOARD_ERROR_RECORD_CANNOT_STAND, 1, 2, "a9a6!", "h2e2");
    expect_problem("h2e2 h0g2!", BOARD_ERROR_MOVE_OTHER_SIDE, 1, 2, "h0g2!", "h2e2");
    expect_problem("h2e2 !", BOARD_ERROR_NOTATION_UNKNOWN, 1, 2, "!", "h2e2");
    /* The king may not be taken, whatever is marked. */
    expect_problem("fen: " ROOK_CHECK " w\na1a9 e2d2! a9e9!", BOARD_ERROR_MOVE_TAKES_KING, 2, 3,
                   "a9e9!", "a1a9 e2d2!");
}

static void two_marks_are_a_comment(void **state)
{
    (void)state;
    expect_problem("h2e2!! b9d8!!", BOARD_ERROR_MOVE_HORSE_LEG, 1, 2, "b9d8!!", "h2e2");
    expect_problem("h2e2?! b9d8!?", BOARD_ERROR_MOVE_HORSE_LEG, 1, 2, "b9d8!?", "h2e2");
}

static void ambiguous_move_keeps_its_readings(void **state)
{
    /* In print a bar tells 马87 forward from backward. */
    read_file file = read_string("fen: 4k4/9/9/4p4/9/7N1/9/9/9/3K5 w\n马23");

    (void)state;
    assert_int_equal(file.games[0].problem.error, BOARD_ERROR_NOTATION_AMBIGUOUS);
    assert_int_equal(file.games[0].problem.ply, 1);
    assert_string_equal(file.games[0].problem.token, "马23");
    assert_int_equal(file.games[0].readings.count, 2);
    free_file(&file);
}

static void ranks_counted_from_one(void **state)
{
    read_file file = read_string("h3e3 h10g8 h1g3 i10h10");

    (void)state;
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    assert_true(file.games[0].ranks_from_one);
    expect_moves(&file.games[0], "h2e2 h9g7 h0g2 i9h9");
    free_file(&file);
    /* Counted from 1 this would be the legal b0c2, but the game counts from 0. */
    expect_problem("h2e2 h9g7 h0g2 b9c7 b1c3", BOARD_ERROR_MOVE_EMPTY_SQUARE, 1, 5, "b1c3",
                   "h2e2 h9g7 h0g2 b9c7");
    expect_problem("h2e2 h10g8", BOARD_ERROR_MOVE_OFF_BOARD, 1, 2, "h10g8", "h2e2");
}

/* Files. */

static void formats_that_are_not_read_are_named(void **state)
{
    (void)state;
    expect_refused("XQ\x13\x01more", BOARD_ERROR_RECORD_XQF_VERSION);
    expect_refused("CCBridge Record\x01", BOARD_ERROR_RECORD_CBR);
    expect_refused("hello [DHJHtmlXQ_31]x[/DHJHtmlXQ_31]", BOARD_ERROR_RECORD_DHJ);
}

static void nothing_to_read(void **state)
{
    (void)state;
    expect_refused("", BOARD_ERROR_RECORD_EMPTY);
    expect_refused(" \r\n\n# only a comment\n", BOARD_ERROR_RECORD_EMPTY);
    expect_refused("\xEF\xBB\xBF", BOARD_ERROR_RECORD_EMPTY);
    expect_refused("[DhtmlXQ][/DhtmlXQ]", BOARD_ERROR_RECORD_EMPTY);
}

static void damaged_byte_in_a_comment_costs_nothing(void **state)
{
    read_file file = read_string("h2e2 # \xFF\xFE ... \nh9g7");

    (void)state;
    assert_int_equal(file.games[0].problem.error, BOARD_OK);
    assert_true(file.games[0].damaged);
    expect_moves(&file.games[0], "h2e2 h9g7");
    free_file(&file);
    expect_problem("h2e2 # \xFF\nh9\xFFg7", BOARD_ERROR_RECORD_ENCODING, 2, 2, "0xFF @11", "h2e2");
}

static void file_at_the_size_limit_and_beyond(void **state)
{
    size_t length = BOARD_RECORD_INPUT_MAX + 1;
    char *bytes = malloc(length);
    read_file file;

    (void)state;
    assert_non_null(bytes);
    memset(bytes, '\n', length);
    memcpy(bytes, "h2e2", 4);
    file = read_bytes(bytes, length - 1);
    assert_int_equal(file.error, BOARD_OK);
    assert_int_equal(file.games[0].count, 1);
    free_file(&file);
    file = read_bytes(bytes, length);
    assert_int_equal(file.error, BOARD_ERROR_RECORD_INPUT_MAX);
    assert_int_equal(file.count, 0);
    free(bytes);
}

static void line_of_ten_megabytes_is_one_problem(void **state)
{
    static const char *const heads[] = {"", "fen: ", "fen: 4k4/", "# "};
    static const board_error errors[] = {BOARD_ERROR_NOTATION_LENGTH, BOARD_ERROR_FEN_LENGTH,
                                         BOARD_ERROR_FEN_LENGTH, BOARD_OK};
    char line[512];

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char *text = repeated(heads[i], "abcdefghij", 1024 * 1024, "\nh2e2");
        clock_t start = clock();
        read_file file = read_string(text);
        assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 10);
        assert_int_equal(file.count, 1);
        assert_int_equal(file.games[0].problem.error, errors[i]);
        board_problem_text(&file.games[0].problem, BOARD_CHINESE, line, sizeof line);
        assert_true(strlen(line) < 256);
        free_file(&file);
        free(text);
    }
}

static bool stop_at_second(void *context, board_record *record)
{
    size_t *count = context;

    (void)record;
    return ++*count < 2;
}

static void visitor_can_stop(void **state)
{
    static const char text[] =
        "fen: " ROOK_CHECK " w\nfen: " ROOK_CHECK " w\nfen: " ROOK_CHECK " w\n";
    size_t count = 0;

    (void)state;
    assert_int_equal(board_records_read(text, sizeof text - 1, stop_at_second, &count, NULL),
                     BOARD_OK);
    assert_int_equal(count, 2);
}

static bool count_games(void *context, board_record *record)
{
    size_t *count = context;

    (void)record;
    ++*count;
    return true;
}

static void games_at_the_limit_and_beyond(void **state)
{
    char *text = repeated("", "[A \"b\"]\n*\n", BOARD_RECORD_GAMES_MAX, "");
    char *more = repeated(text, "[A \"b\"]\n*\n", 1, "");
    size_t count = 0;
    board_problem problem;

    (void)state;
    assert_int_equal(board_records_read(text, strlen(text), count_games, &count, &problem),
                     BOARD_OK);
    assert_int_equal(count, BOARD_RECORD_GAMES_MAX);
    count = 0;
    assert_int_equal(board_records_read(more, strlen(more), count_games, &count, &problem),
                     BOARD_ERROR_RECORD_GAMES);
    assert_int_equal(count, BOARD_RECORD_GAMES_MAX);
    assert_int_equal(problem.line, 2 * BOARD_RECORD_GAMES_MAX + 1);
    free(text);
    free(more);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_kept_on_one_line),
        cmocka_unit_test(tag_at_the_limit_and_beyond),
        cmocka_unit_test(moves_at_the_limit_and_beyond),
        cmocka_unit_test(long_game_at_the_limit_and_beyond),
        cmocka_unit_test(dispute_in_all_ways_of_writing),
        cmocka_unit_test(no_position_means_the_initial_array),
        cmocka_unit_test(numbers_dots_and_columns_are_passed_over),
        cmocka_unit_test(moves_written_together_are_parted),
        cmocka_unit_test(bare_position_line_and_several_disputes),
        cmocka_unit_test(position_without_moves),
        cmocka_unit_test(faults_of_a_position_are_told),
        cmocka_unit_test(wrong_side_is_corrected_and_said),
        cmocka_unit_test(side_that_gives_check_cannot_be_to_move),
        cmocka_unit_test(illegal_move_is_not_explained_away_by_the_other_side),
        cmocka_unit_test(illegal_move_stops_with_its_reason),
        cmocka_unit_test(marked_illegal_move_stood),
        cmocka_unit_test(king_left_in_check_stood),
        cmocka_unit_test(some_illegal_moves_cannot_stand),
        cmocka_unit_test(two_marks_are_a_comment),
        cmocka_unit_test(ambiguous_move_keeps_its_readings),
        cmocka_unit_test(ranks_counted_from_one),
        cmocka_unit_test(formats_that_are_not_read_are_named),
        cmocka_unit_test(nothing_to_read),
        cmocka_unit_test(damaged_byte_in_a_comment_costs_nothing),
        cmocka_unit_test(file_at_the_size_limit_and_beyond),
        cmocka_unit_test(line_of_ten_megabytes_is_one_problem),
        cmocka_unit_test(visitor_can_stop),
        cmocka_unit_test(games_at_the_limit_and_beyond),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
