/* tests/test_record_xqf.c: XQF files, plain and with keys, whole, damaged and cut off. */
#include "record_reading.h"

enum { HEADER = 0x400, ROOM = 1 << 16, START_PIECES = 32 };

/* Squares of the initial array in the order of the header, 10 a file and the ranks up. */
static const uint8_t initial[START_PIECES] = {0,  10, 20, 30, 40, 50, 60, 70, 80, 12, 72,
                                              3,  23, 43, 63, 83, 9,  19, 29, 39, 49, 59,
                                              69, 79, 89, 17, 77, 6,  26, 46, 66, 86};

typedef struct xqf_file {
    uint8_t bytes[ROOM];
    size_t length;
} xqf_file;

static void put_text(xqf_file *file, size_t at, const char *text)
{
    file->bytes[at] = (uint8_t)strlen(text);
    memcpy(file->bytes + at + 1, text, strlen(text));
}

static void add(xqf_file *file, const uint8_t *bytes, size_t length)
{
    memcpy(file->bytes + file->length, bytes, length);
    file->length += length;
}

/* A header of version 1.0 and the initial array, without records. */
static xqf_file *plain_header(void)
{
    xqf_file *file = calloc(1, sizeof *file);

    assert_non_null(file);
    memcpy(file->bytes, "XQ\x0A", 3);
    memcpy(file->bytes + 0x10, initial, sizeof initial);
    file->length = HEADER;
    return file;
}

/* A record of version 1.0 with an empty comment. */
static void add_plain(xqf_file *file, uint8_t from, uint8_t to, uint8_t flags)
{
    const uint8_t bytes[8] = {(uint8_t)(from + 24), (uint8_t)(to + 32), flags};

    add(file, bytes, sizeof bytes);
}

/* h2e2 h9g7, after the dummy. */
static xqf_file *plain_game(void)
{
    static const uint8_t records[] = {0x18, 0x20, 0xF0, 0xFF, 0,    0, 0, 0, 0x60, 0x4A, 0xF0, 0, 0,
                                      0,    0,    0,    0x67, 0x63, 0, 0, 0, 0,    0,    0};
    xqf_file *file = plain_header();

    add(file, records, sizeof records);
    return file;
}

/* The same with a comment, under the keys of s x f t = 250 1 2 3 and mask FF. */
static xqf_file *keyed_game(uint8_t version)
{
    static const uint8_t records[] = {0x58, 0x51, 0x80, 0x00, 0xCF, 0xD7, 0xA0, 0x00, 0x02,
                                      0x03, 0x00, 0x00, 0xBA, 0xC3, 0xD6, 0xF0, 0x00, 0x00};
    static const char text[] = "[(C) Copyright Mr. Dong Shiwei.]";
    static const uint8_t keys[] = {250, 1, 2, 3};
    enum { PIECES_KEY = 19 };
    xqf_file *file = calloc(1, sizeof *file);

    assert_non_null(file);
    memcpy(file->bytes, "XQ", 2);
    file->bytes[2] = version;
    file->bytes[3] = 0xFF;
    memcpy(file->bytes + 0x0C, keys, sizeof keys);
    for (size_t i = 0; i < START_PIECES; i++) {
        const size_t slot = version >= 0x0C ? (PIECES_KEY + i + 1) % START_PIECES : i;
        file->bytes[0x10 + i] = (uint8_t)(initial[slot] + PIECES_KEY);
    }
    file->length = HEADER;
    add(file, records, sizeof records);
    for (size_t at = HEADER; at < file->length; at++)
        file->bytes[at] = (uint8_t)(file->bytes[at] + ((uint8_t)text[at % 32] & keys[at % 4]));
    return file;
}

static read_file read_xqf(xqf_file *file)
{
    read_file read = read_bytes((const char *)file->bytes, file->length);

    free(file);
    return read;
}

static void expect_xqf(xqf_file *file, board_error error, size_t ply, const char *moves)
{
    read_file read = read_xqf(file);

    assert_int_equal(read.error, BOARD_OK);
    assert_int_equal(read.count, 1);
    assert_int_equal(read.games[0].format, BOARD_FORMAT_XQF);
    assert_int_equal(read.games[0].problem.error, error);
    assert_int_equal(read.games[0].problem.ply, ply);
    assert_int_equal(read.games[0].problem.line, 0);
    expect_moves(&read.games[0], moves);
    free_file(&read);
}

static void expect_no_xqf(xqf_file *file, board_error error)
{
    read_file read = read_xqf(file);

    assert_int_equal(read.error, error);
    assert_int_equal(read.problem.error, error);
    assert_int_equal(read.count, 0);
    free_file(&read);
}

static void game_of_version_1(void **state)
{
    (void)state;
    expect_xqf(plain_game(), BOARD_OK, 0, "h2e2 h9g7");
}

static void games_with_keys(void **state)
{
    static const uint8_t versions[] = {0x0B, 0x0C, 0x10, 0x12};
    xqf_file *file = keyed_game(0x12);

    (void)state;
    /* As other programs write it: the keys are those of the format, not ours alone. */
    static const uint8_t first[] = {0xB2, 0x51, 0x82, 0x01};
    assert_memory_equal(file->bytes + HEADER, first, sizeof first);
    free(file);
    for (size_t i = 0; i < sizeof versions; i++)
        expect_xqf(keyed_game(versions[i]), BOARD_OK, 0, "h2e2 h9g7");
}

static void names_and_result(void **state)
{
    xqf_file *file = plain_game();

    (void)state;
    put_text(file, 0x50, "\xB5\xDA\xC6\xDF\xCC\xA8"); /* 第七台 */
    put_text(file, 0x110, "2026-03-14");
    put_text(file, 0x130, "\xC1\xAA\xCD\xA8"); /* 联通, which is valid UTF-8 for something else */
    put_text(file, 0x140, "\xD2\xD2");         /* 乙 */
    file->bytes[0x33] = 3;
    read_file read = read_xqf(file);
    const board_record *game = &read.games[0];
    assert_int_equal(read.count, 1);
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_TITLE), "第七台");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_DATE), "2026-03-14");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_RED), "联通");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_BLACK), "乙");
    assert_string_equal(board_record_tag_text(game, BOARD_TAG_EVENT), "");
    assert_int_equal(game->result, BOARD_RESULT_DRAW);
    assert_false(game->damaged);
    free_file(&read);
}

/* A length that is larger than its field does not reach into the next one. */
static void long_and_damaged_names(void **state)
{
    xqf_file *file = plain_game();

    (void)state;
    memset(file->bytes + 0x130, 'a', 16);
    file->bytes[0x130] = 255;
    memset(file->bytes + 0x140, 0xFF, 16);
    file->bytes[0x140] = 15;
    file->bytes[0x33] = 9; /* no result that there is */
    read_file read = read_xqf(file);
    assert_int_equal(read.count, 1);
    assert_string_equal(board_record_tag_text(&read.games[0], BOARD_TAG_RED), "aaaaaaaaaaaaaaa");
    assert_true(read.games[0].damaged);
    assert_int_equal(read.games[0].result, BOARD_RESULT_UNKNOWN);
    expect_moves(&read.games[0], "h2e2 h9g7");
    free_file(&read);
}

static void the_first_piece_moved_tells_the_side(void **state)
{
    xqf_file *file = plain_header();

    (void)state;
    add_plain(file, 0, 0, 0xF0);
    add_plain(file, 77, 47, 0); /* h7e7 of Black */
    read_file read = read_xqf(file);
    assert_int_equal(read.count, 1);
    assert_int_equal(read.games[0].start.to_move, BOARD_BLACK);
    assert_true(read.games[0].side_corrected);
    expect_moves(&read.games[0], "h7e7");
    free_file(&read);
}

/* Kings and a rook: Black is in check, so that it is his move whatever is not said. */
static void without_moves_the_side_that_is_in_check(void **state)
{
    xqf_file *file = plain_header();

    (void)state;
    memset(file->bytes + 0x10, 0xFF, START_PIECES);
    file->bytes[0x10] = 9;       /* red rook a9 */
    file->bytes[0x10 + 4] = 30;  /* red king d0 */
    file->bytes[0x10 + 20] = 49; /* black king e9 */
    add_plain(file, 0, 0, 0);
    read_file read = read_xqf(file);
    assert_int_equal(read.count, 1);
    assert_int_equal(read.games[0].problem.error, BOARD_OK);
    expect_start(&read.games[0], "R3k4/9/9/9/9/9/9/9/9/3K5 b");
    free_file(&read);
}

/* h2e2 (or b2e2) h9g7 (or b9c7): only the first line is played, the others are walked over. */
static void alternatives_are_not_played(void **state)
{
    xqf_file *file = plain_header();

    (void)state;
    add_plain(file, 0, 0, 0xF0);
    add_plain(file, 72, 42, 0xFF);
    add_plain(file, 79, 67, 0x0F);
    add_plain(file, 19, 27, 0);
    add_plain(file, 12, 42, 0);
    expect_xqf(file, BOARD_OK, 0, "h2e2 h9g7");
}

static void alternatives_that_are_missing_are_found_out(void **state)
{
    xqf_file *file = plain_header();

    (void)state;
    add_plain(file, 0, 0, 0xF0);
    add_plain(file, 72, 42, 0xFF);
    add_plain(file, 79, 67, 0);
    expect_xqf(file, BOARD_ERROR_RECORD_TRUNCATED, 0, "h2e2 h9g7");
}

static void moves_that_do_not_fit(void **state)
{
    xqf_file *file = plain_header();

    (void)state;
    add_plain(file, 0, 0, 0xF0);
    add_plain(file, 72, 42, 0xF0);
    add_plain(file, 89, 79, 0xF0); /* i9h9, onto the own horse */
    add_plain(file, 9, 8, 0);
    read_file read = read_xqf(file);
    assert_int_equal(read.games[0].problem.error, BOARD_ERROR_MOVE_OWN_PIECE);
    assert_int_equal(read.games[0].problem.ply, 2);
    assert_string_equal(read.games[0].problem.token, "i9h9");
    expect_moves(&read.games[0], "h2e2");
    free_file(&read);

    file = plain_header();
    add_plain(file, 0, 0, 0xF0);
    add_plain(file, 72, 90, 0);
    expect_xqf(file, BOARD_ERROR_MOVE_OFF_BOARD, 1, "");
}

static void pieces_that_do_not_fit(void **state)
{
    xqf_file *file = plain_game();

    (void)state;
    file->bytes[0x10 + 1] = 0; /* a horse where the rook stands */
    expect_xqf(file, BOARD_ERROR_RECORD_SAME_POINT, 0, "");
    file = plain_game();
    file->bytes[0x10 + 4] = 90; /* off the board */
    expect_xqf(file, BOARD_ERROR_NO_RED_KING, 0, "");
}

static void limit_of_moves(void **state)
{
    static const uint8_t squares[] = {0, 1, 9, 8, 1, 0, 8, 9}; /* rooks to and fro */

    (void)state;
    for (size_t over = 0; over < 2; over++) {
        xqf_file *file = plain_header();
        const size_t count = BOARD_RECORD_PLIES_MAX + over;

        assert_true(HEADER + (count + 1) * 8 < ROOM);
        add_plain(file, 0, 0, 0xF0);
        for (size_t i = 0; i < count; i++)
            add_plain(file, squares[i % 4 * 2], squares[i % 4 * 2 + 1], i + 1 < count ? 0xF0 : 0);
        read_file read = read_xqf(file);
        assert_int_equal(read.count, 1);
        assert_int_equal(read.games[0].count, BOARD_RECORD_PLIES_MAX);
        assert_int_equal(read.games[0].problem.error, over ? BOARD_ERROR_RECORD_PLIES : BOARD_OK);
        free_file(&read);
    }
}

/* Cut off anywhere: refused within the header and the dummy, else the moves before it are kept. */
static void truncated_anywhere(void **state)
{
    (void)state;
    for (int keyed = 0; keyed < 2; keyed++) {
        xqf_file *file = keyed ? keyed_game(0x12) : plain_game();

        for (size_t length = 3; length < file->length; length++) {
            read_file read = read_bytes((const char *)file->bytes, length);
            if (length < HEADER + 4) {
                assert_int_equal(read.error, BOARD_ERROR_RECORD_XQF);
                assert_int_equal(read.count, 0);
            } else {
                assert_int_equal(read.error, BOARD_OK);
                assert_int_equal(read.count, 1);
                assert_int_equal(read.games[0].problem.error, BOARD_ERROR_RECORD_TRUNCATED);
                assert_true(read.games[0].count < 2);
            }
            free_file(&read);
        }
        free(file);
    }
}

/* A comment's length that no file holds, up to the largest there is. */
static void lengths_of_comments(void **state)
{
    static const uint32_t lengths[] = {17, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        xqf_file *file = plain_game();
        for (size_t byte = 0; byte < 4; byte++)
            file->bytes[HEADER + 4 + byte] = (uint8_t)(lengths[i] >> (8 * byte));
        expect_xqf(file, BOARD_ERROR_RECORD_TRUNCATED, 0, "");
    }
}

static void versions_and_keys_that_are_refused(void **state)
{
    xqf_file *file = keyed_game(0x12);

    (void)state;
    file->bytes[0x0C]++;
    expect_no_xqf(file, BOARD_ERROR_RECORD_XQF_KEYS);
    file = keyed_game(0x13);
    read_file read = read_xqf(file);
    assert_int_equal(read.error, BOARD_ERROR_RECORD_XQF_VERSION);
    assert_string_equal(read.problem.token, "19");
    free_file(&read);
    /* Two letters alone are no XQF file, and may begin a text. */
    assert_int_not_equal(read_bytes("XQ", 2).error, BOARD_ERROR_RECORD_XQF);
}

/* A file with comments and an alternative, which is walked over. */
static void file_with_comments(void **state)
{
    read_file read = read_data("game.xqf");

    (void)state;
    assert_int_equal(read.count, 1);
    assert_int_equal(read.games[0].problem.error, BOARD_OK);
    expect_moves(&read.games[0], "h2e2 h9g7 h0g2");
    assert_string_equal(board_record_tag_text(&read.games[0], BOARD_TAG_EVENT), "春季公开赛");
    assert_int_equal(read.games[0].result, BOARD_RESULT_RED_WINS);
    free_file(&read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_of_version_1),
        cmocka_unit_test(file_with_comments),
        cmocka_unit_test(games_with_keys),
        cmocka_unit_test(names_and_result),
        cmocka_unit_test(long_and_damaged_names),
        cmocka_unit_test(the_first_piece_moved_tells_the_side),
        cmocka_unit_test(without_moves_the_side_that_is_in_check),
        cmocka_unit_test(alternatives_are_not_played),
        cmocka_unit_test(alternatives_that_are_missing_are_found_out),
        cmocka_unit_test(moves_that_do_not_fit),
        cmocka_unit_test(pieces_that_do_not_fit),
        cmocka_unit_test(limit_of_moves),
        cmocka_unit_test(truncated_anywhere),
        cmocka_unit_test(lengths_of_comments),
        cmocka_unit_test(versions_and_keys_that_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
