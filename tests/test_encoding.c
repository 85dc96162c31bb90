/* tests/test_encoding.c: files as they come from phones, forums and old Windows programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "board/encoding.h"

/* Converts UTF-8 to GBK; returns the length. */
static size_t to_gbk(const char *utf8, char *gbk, size_t room)
{
    iconv_t converter = iconv_open("GBK", "UTF-8");
    char *in = (char *)utf8;
    size_t in_left = strlen(utf8);
    size_t out_left = room;

    assert_true(converter != (iconv_t)-1);
    assert_int_equal(iconv(converter, &in, &in_left, &gbk, &out_left), 0);
    iconv_close(converter);
    return room - out_left;
}

static void expect_text(const char *bytes, size_t length, board_encoding encoding,
                        const char *expected)
{
    board_text text;

    assert_int_equal(board_text_decode(bytes, length, &text, NULL), BOARD_OK);
    assert_int_equal(text.encoding, encoding);
    assert_string_equal(text.bytes, expected);
    assert_int_equal(text.length, strlen(expected));
    board_text_free(&text);
}

static void utf8_stays(void **state)
{
    (void)state;
    expect_text("炮二平五", 12, BOARD_ENCODING_UTF8, "炮二平五");
    expect_text("h2e2", 4, BOARD_ENCODING_UTF8, "h2e2");
    expect_text("", 0, BOARD_ENCODING_UTF8, "");
}

static void byte_order_mark_is_dropped(void **state)
{
    (void)state;
    expect_text("\xEF\xBB\xBF炮", 6, BOARD_ENCODING_UTF8, "炮");
    expect_text("\xEF\xBB\xBF", 3, BOARD_ENCODING_UTF8, "");
}

static void gbk_is_converted(void **state)
{
    static const char utf8[] = "1. 炮二平五 马８进７\r\n車馬相仕帥兵砲";
    char gbk[256];

    (void)state;
    expect_text(gbk, to_gbk(utf8, gbk, sizeof gbk), BOARD_ENCODING_GB18030, utf8);
}

static void four_byte_gb18030_is_converted(void **state)
{
    (void)state;
    /* U+20000, which GBK does not have, after a character that makes it no UTF-8 */
    expect_text("\xC5\xDA\x95\x32\x82\x36", 6, BOARD_ENCODING_GB18030, "炮\xF0\xA0\x80\x80");
}

static void character_cut_at_the_end_leaves_utf8(void **state)
{
    board_text text;

    (void)state;
    assert_int_equal(board_text_decode("炮二平\xE4\xBA", 11, &text, NULL), BOARD_OK);
    assert_int_equal(text.encoding, BOARD_ENCODING_UTF8);
    assert_string_equal(text.bytes, "炮二平\xEF\xBF\xBD");
    assert_int_equal(text.damage_count, 1);
    assert_int_equal(text.damage[0].byte_offset, 9);
    board_text_free(&text);
}

static void damaged_byte_is_replaced_and_remembered(void **state)
{
    char gbk[256];
    size_t length = to_gbk("注释：坏", gbk, sizeof gbk);
    board_text text;

    (void)state;
    gbk[length++] = '\xFF';
    gbk[length++] = '!';
    assert_int_equal(board_text_decode(gbk, length, &text, NULL), BOARD_OK);
    assert_string_equal(text.bytes, "注释：坏\xEF\xBF\xBD!");
    assert_int_equal(text.damage_count, 1);
    assert_int_equal(text.damage[0].byte_offset, 8);
    assert_int_equal(text.damage[0].text_offset, 12);
    assert_int_equal(text.damage[0].byte, 0xFF);
    board_text_free(&text);
}

static void marked_utf8_counts_offsets_from_the_file(void **state)
{
    board_text text;

    (void)state;
    assert_int_equal(board_text_decode("\xEF\xBB\xBFxy\xFFz", 7, &text, NULL), BOARD_OK);
    assert_string_equal(text.bytes, "xy\xEF\xBF\xBDz");
    assert_int_equal(text.damage[0].byte_offset, 5);
    assert_int_equal(text.damage[0].text_offset, 2);
    board_text_free(&text);
}

static void utf8_with_a_broken_byte_is_not_taken_for_gbk(void **state)
{
    /* The wrong byte stands in one comment; read as GB18030 much more would be wrong. */
    static const char bytes[] = "炮 二 平 五 \xFF 马 进 七 车 平 ";
    board_text text;

    (void)state;
    assert_int_equal(board_text_decode(bytes, sizeof bytes - 1, &text, NULL), BOARD_OK);
    assert_int_equal(text.encoding, BOARD_ENCODING_UTF8);
    assert_int_equal(text.damage_count, 1);
    board_text_free(&text);
}

static void damage_up_to_the_limit_and_beyond(void **state)
{
    char bytes[BOARD_DAMAGE_MAX + 9];
    board_text text;
    board_problem problem;

    (void)state;
    memset(bytes, '\xFF', sizeof bytes);
    memcpy(bytes, "line\nok ", 8);
    assert_int_equal(board_text_decode(bytes, sizeof bytes - 1, &text, &problem), BOARD_OK);
    assert_int_equal(text.damage_count, BOARD_DAMAGE_MAX);
    board_text_free(&text);
    assert_int_equal(board_text_decode(bytes, sizeof bytes, &text, &problem),
                     BOARD_ERROR_RECORD_ENCODING);
    assert_int_equal(problem.error, BOARD_ERROR_RECORD_ENCODING);
    assert_string_equal(problem.token, "0xFF @8");
    assert_int_equal(problem.line, 2);
}

static void strictly_valid_utf8_only(void **state)
{
    static const char *const wrong[] = {
        "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80", "\xF8\x88\x80\x80",
        "\xC3",     "\xE7\x82",     "\xFE",
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(board_utf8_valid(wrong[i], strlen(wrong[i])));
    assert_true(board_utf8_valid("a\0b", 3));
    assert_true(board_utf8_valid("\xF4\x8F\xBF\xBF", 4));
}

static void every_code_is_written_and_read(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char bytes[4];
        uint32_t read = 0;
        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        size_t size = board_utf8_write(code, bytes);
        if (board_utf8_character(bytes, size, &read) != size || read != code)
            fail_msg("code %X", (unsigned)code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_stays),
        cmocka_unit_test(byte_order_mark_is_dropped),
        cmocka_unit_test(gbk_is_converted),
        cmocka_unit_test(four_byte_gb18030_is_converted),
        cmocka_unit_test(character_cut_at_the_end_leaves_utf8),
        cmocka_unit_test(damaged_byte_is_replaced_and_remembered),
        cmocka_unit_test(marked_utf8_counts_offsets_from_the_file),
        cmocka_unit_test(utf8_with_a_broken_byte_is_not_taken_for_gbk),
        cmocka_unit_test(damage_up_to_the_limit_and_beyond),
        cmocka_unit_test(strictly_valid_utf8_only),
        cmocka_unit_test(every_code_is_written_and_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
