/*
 * tests/test_kiosk_text.c: text that the kiosk shows: every character of every catalogue has a
 * glyph, no line begins with what Chinese typesetting forbids, nothing is lost where lines end, and
 * what is kept has a bound.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/draw/characters.h"
#include "kiosk/draw/text.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct catalogue_text {
    const char *name;
    const char *languages[BOARD_LANGUAGES];
} catalogue_text;

/* Every catalogue of which the kiosk shows a text. */
static const catalogue_text texts[] = {
#define BOARD_ERROR(name, chinese, english) {#name, {chinese, english}},
#include "board/errors.def"
#undef BOARD_ERROR
#define JUDGE_TEXT(name, chinese, english) {#name, {chinese, english}},
#define JUDGE_REASON(name, code, articles, chinese, english) {#name, {chinese, english}},
#define JUDGE_NEWS(name, code, chinese, english) {#name, {chinese, english}},
#include "judge/texts.def"
#undef JUDGE_TEXT
#undef JUDGE_REASON
#undef JUDGE_NEWS
#define LEDGER_NOTICE(name, code, severity, articles, chinese, english) {#name, {chinese, english}},
#include "ledger/notices.def"
#undef LEDGER_NOTICE
#define LEDGER_AUDIT_WORDS(name, chinese, english) {#name, {chinese, english}},
#define LEDGER_TOUCH_WORDS(name, chinese, english) {#name, {chinese, english}},
#include "ledger/audit_texts.def"
#undef LEDGER_AUDIT_WORDS
#undef LEDGER_TOUCH_WORDS
#define LEDGER_TYPE(name, member, code, chinese, english) {#name, {chinese, english}},
#include "ledger/types.def"
#undef LEDGER_TYPE
#define KIOSK_WORD(name, chinese, english) {#name, {chinese, english}},
#include "kiosk/texts.def"
#undef KIOSK_WORD
#define KIOSK_SAY(name, chinese, english) {#name, {chinese, english}},
#include "kiosk/flow/says.def"
#undef KIOSK_SAY
};

/* What no line of Chinese text may begin with (GB/T 15834, 5.1): points, closing marks, the middle
 * dot, and what joins. */
static const char forbidden[] = "，。、；：？！）》〉】」』”’…—·％‰～／,.;:?!)]}%";

static kiosk_text *text;

static int open_text(void **state)
{
    board_problem problem;

    (void)state;
    return kiosk_text_open(&text, &problem) == BOARD_OK ? 0 : -1;
}

static int close_text(void **state)
{
    (void)state;
    kiosk_text_close(text);
    return 0;
}

static bool is_forbidden(uint32_t character)
{
    const char *at = forbidden;
    const char *end = forbidden + strlen(forbidden);

    while (at < end) {
        if (kiosk_text_next(&at, end) == character)
            return true;
    }
    return false;
}

static void test_every_character_has_a_glyph(void **state)
{
    int missing_count = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(texts) * BOARD_LANGUAGES * 2; i++) {
        const char *string = texts[i / 4].languages[i % 2];
        uint32_t missing;

        if (!kiosk_text_has_glyphs(text, i % 4 < 2 ? KIOSK_FACE_REGULAR : KIOSK_FACE_BOLD, string,
                                   &missing)) {
            printf("%s: no glyph for U+%04X in: %s\n", texts[i / 4].name, missing, string);
            missing_count++;
        }
    }
    assert_int_equal(missing_count, 0);
}

static void test_a_missing_glyph_is_found(void **state)
{
    uint32_t missing = 0;

    (void)state;
    assert_false(kiosk_text_has_glyphs(text, KIOSK_FACE_REGULAR, "将\xF0\x9F\x98\x80", &missing));
    assert_int_equal(missing, 0x1F600);
    assert_false(kiosk_text_has_glyphs(text, KIOSK_FACE_REGULAR, "\xFF", &missing));
}

static void test_signs_of_the_game_have_glyphs(void **state)
{
    uint32_t missing;

    (void)state;
    for (int cell = 1; cell <= 2 * BOARD_KINDS; cell++) {
        for (int simplified = 0; simplified < 2; simplified++) {
            const char *sign = kiosk_piece_character((board_cell)cell, simplified);

            assert_true(sign[0] != '\0');
            assert_true(kiosk_text_has_glyphs(text, KIOSK_FACE_SERIF, sign, &missing));
        }
    }
    for (int i = 0; i < 4; i++) {
        assert_true(kiosk_text_has_glyphs(text, KIOSK_FACE_SERIF, kiosk_river_character(i, false),
                                          &missing));
        assert_true(kiosk_text_has_glyphs(text, KIOSK_FACE_SERIF, kiosk_river_character(i, true),
                                          &missing));
    }
}

/* Article 1.2's characters, each of which stands on one side's pieces only, but for the cannon's. */
static void test_pieces_have_the_characters_of_article_1(void **state)
{
    static const char *const traditional[] = {"帥", "仕", "相", "傌", "俥", "炮", "兵",
                                              "將", "士", "象", "馬", "車", "砲", "卒"};
    static const char *const simplified[] = {"帅", "仕", "相", "马", "车", "炮", "兵",
                                             "将", "士", "象", "马", "车", "炮", "卒"};

    (void)state;
    for (int i = 0; i < 14; i++) {
        board_cell cell = board_cell_of(i < 7 ? BOARD_RED : BOARD_BLACK, (board_kind)(i % 7));

        assert_string_equal(kiosk_piece_character(cell, false), traditional[i]);
        assert_string_equal(kiosk_piece_character(cell, true), simplified[i]);
    }
    assert_string_equal(kiosk_piece_character(BOARD_EMPTY, false), "");
    assert_string_equal(kiosk_piece_character(15, false), "");
    assert_string_equal(kiosk_file_number(BOARD_RED, 9), "九");
    assert_string_equal(kiosk_file_number(BOARD_BLACK, 1), "1");
    assert_string_equal(kiosk_file_number(BOARD_RED, 0), "");
    assert_string_equal(kiosk_file_number(BOARD_RED, 10), "");
}

/* The lines hold all of the text but blanks and newlines where they end; none is too wide, unless it
 * is a single character; returns how many begin with what is forbidden. */
static int check_lines(const char *string, kiosk_font font, double width)
{
    kiosk_line lines[KIOSK_LINES_MAX];
    size_t count = kiosk_text_break(text, font, string, width, lines);
    size_t at = 0;
    int wrong = 0;

    for (size_t i = 0; i < count; i++) {
        const char *start = string + lines[i].start;
        const char *next = start;
        uint32_t first = kiosk_text_next(&next, start + lines[i].length);

        while (at < lines[i].start) {
            assert_true(string[at] == ' ' || string[at] == '\n');
            at++;
        }
        assert_int_equal(at, lines[i].start);
        at += lines[i].length;
        if (lines[i].width > width + 0.01)
            assert_int_equal(next - start, lines[i].length);
        if (i > 0 && lines[i].length > 0 && is_forbidden(first)) {
            printf("a line of %.0f pixels begins with %.*s: %s\n", width, (int)(next - start),
                   start, string);
            wrong++;
        }
    }
    if (count < KIOSK_LINES_MAX) {
        while (string[at] == ' ' || string[at] == '\n')
            at++;
        assert_int_equal(at, strlen(string));
    }
    return wrong;
}

static void test_no_line_begins_with_what_is_forbidden(void **state)
{
    const kiosk_font font = {KIOSK_FACE_REGULAR, 16};
    int wrong = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        for (int language = 0; language < BOARD_LANGUAGES; language++) {
            for (double width = 150; width <= 700; width += 55)
                wrong += check_lines(texts[i].languages[language], font, width);
        }
    }
    assert_int_equal(wrong, 0);
}

/* Texts made of all that may meet at a line's end, at every width. */
static void test_lines_at_every_width(void **state)
{
    static const char *const strings[] = {
        "红方长捉无根子，为禁止着法；黑方为允许着法。双方不变，可判和棋（见4.2.2、26.4）！",
        "他说：“再走一次，就判负。”——裁判长……请看《竞赛规则》第28条·捉·",
        "Red must change (4.2.2, 26.4); otherwise, Red loses. 100% of the moves: h2e2!",
        "一\n二，\n\n三",
        "   three blanks   and   more   ",
        "",
        " ",
        "\n",
    };
    const kiosk_font font = {KIOSK_FACE_BOLD, 20};
    int wrong = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(strings); i++) {
        for (double width = 140; width <= 900; width++)
            wrong += check_lines(strings[i], font, width);
    }
    assert_int_equal(wrong, 0);
}

static size_t characters_of(const char *string, kiosk_line line)
{
    const char *at = string + line.start;
    const char *end = at + line.length;
    size_t count = 0;

    while (kiosk_text_next(&at, end) != 0)
        count++;
    return count;
}

/* Chinese labels of so many characters where so many fit into a line: no more lines than it takes,
 * and no character alone, unless a line has room for two; two lines are alike then. */
static void test_no_character_is_alone(void **state)
{
    enum { PIXELS = 20, LONGEST = 40, WIDEST = 14 };
    const kiosk_font font = {KIOSK_FACE_REGULAR, PIXELS};
    char string[3 * LONGEST + 1] = "";

    (void)state;
    for (size_t length = 1; length <= LONGEST; length++) {
        strncat(string, "棋", 4);
        for (size_t room = 3; room <= WIDEST; room++) {
            kiosk_line lines[KIOSK_LINES_MAX];
            const size_t count =
                kiosk_text_break(text, font, string, (double)(room * PIXELS) + 1, lines);

            assert_int_equal(count, (length + room - 1) / room);
            for (size_t i = 0; i < count && length > 1; i++)
                assert_true(characters_of(string, lines[i]) > 1);
            if (length == room + 1)
                assert_in_range(characters_of(string, lines[0]), length / 2, (length + 1) / 2);
        }
    }
}

static void expect_lines(const char *string, double width, const char *const *expected)
{
    const kiosk_font font = {KIOSK_FACE_REGULAR, 20};
    kiosk_line lines[KIOSK_LINES_MAX];
    const size_t count = kiosk_text_break(text, font, string, width, lines);
    size_t i = 0;

    for (; expected[i] != NULL; i++) {
        assert_true(i < count);
        assert_int_equal(lines[i].length, strlen(expected[i]));
        assert_memory_equal(string + lines[i].start, expected[i], lines[i].length);
    }
    assert_int_equal(count, i);
}

static void test_company_for_what_is_alone(void **state)
{
    (void)state;
    /* A full stop is no company. */
    expect_lines("红方长捉须变着。", 141, (const char *const[]){"红方长捉", "须变着。", NULL});
    /* Only as much as it takes of three lines. */
    expect_lines("一二三四五六七八九十红", 101,
                 (const char *const[]){"一二三四五", "六七八九", "十红", NULL});
    /* A paragraph of one character is meant so, and so is one that no break can help. */
    expect_lines("一二三四五\n六", 101, (const char *const[]){"一二三四五", "六", NULL});
    expect_lines("perpetual 红", 101, (const char *const[]){"perpetual", "红", NULL});
    /* Words stay whole. */
    expect_lines("Ask for a b", 90, (const char *const[]){"Ask", "for a b", NULL});
}

static void test_a_word_that_is_too_wide_is_cut(void **state)
{
    const kiosk_font font = {KIOSK_FACE_REGULAR, 16};
    const char *string = "incomprehensibilities";
    kiosk_line lines[KIOSK_LINES_MAX];

    (void)state;
    size_t count = kiosk_text_break(text, font, string, 60, lines);
    assert_in_range(count, 3, 6);
    check_lines(string, font, 60);
    check_lines("楚河汉界", font, 1); /* one character a line */
    assert_int_equal(kiosk_text_break(text, font, "楚河汉界", 1, lines), 4);
}

static void test_a_long_text_ends_at_the_limit(void **state)
{
    static char string[8192];
    const kiosk_font font = {KIOSK_FACE_REGULAR, 16};
    kiosk_line lines[KIOSK_LINES_MAX];

    (void)state;
    for (size_t i = 0; i + 1 < sizeof string; i += 2)
        memcpy(string + i, "a\n", 2);
    string[sizeof string - 1] = '\0';
    assert_int_equal(kiosk_text_break(text, font, string, 100, lines), KIOSK_LINES_MAX);
    memset(string, 'a', sizeof string - 1);
    assert_in_range(kiosk_text_break(text, font, string, 2000, lines), 1, KIOSK_LINES_MAX);
}

static void test_texts_grow_with_their_font(void **state)
{
    (void)state;
    for (int pixels = 10; pixels < 60; pixels += 7) {
        kiosk_font font = {KIOSK_FACE_REGULAR, pixels};

        /* A Chinese character is as wide as it is high. */
        assert_in_range((int)(kiosk_text_width(text, font, "变着", 6) + 0.5), 2 * pixels - 1,
                        2 * pixels + 1);
        assert_true(kiosk_text_pitch(font) > pixels);
    }
    kiosk_font font = {KIOSK_FACE_REGULAR, 20};
    assert_true(kiosk_text_width(text, font, "", 0) < 0.01);
}

static void test_what_is_kept_has_a_bound(void **state)
{
    size_t most = 0;

    (void)state;
    for (int i = 0; i < 6000; i++) {
        kiosk_font font = {KIOSK_FACE_BOLD, 60 + i % 40};
        char string[16];

        snprintf(string, sizeof string, "w%d", i);
        kiosk_text_width(text, font, string, strlen(string));
        if (kiosk_text_kept(text) > most)
            most = kiosk_text_kept(text);
    }
    assert_true(most > KIOSK_MASKS_BYTES_MAX / 4); /* else the bound was not tried */
    assert_true(most <= KIOSK_MASKS_BYTES_MAX + 64 * 1024);
}

static void test_broken_utf8_is_read_byte_by_byte(void **state)
{
    const char *string = "\xE5\xB0 \xC0\xAF\xF8";
    const char *end = string + strlen(string);
    uint32_t characters[8];
    size_t count = 0;

    (void)state;
    while (string < end && count < COUNT(characters))
        characters[count++] = kiosk_text_next(&string, end);
    assert_ptr_equal(string, end);
    assert_int_equal(characters[0], 0xFFFD);
    assert_int_equal(kiosk_text_next(&string, end), 0);
}

/* English texts have plain quotation marks: those of the font are as wide as a Chinese character. */
static void test_english_texts_have_no_wide_marks(void **state)
{
    int wide = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        if (strstr(texts[i].languages[BOARD_ENGLISH], "\xE2\x80\x9C") ||
            strstr(texts[i].languages[BOARD_ENGLISH], "\xE2\x80\x9D")) {
            printf("%s: %s\n", texts[i].name, texts[i].languages[BOARD_ENGLISH]);
            wide++;
        }
    }
    assert_int_equal(wide, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_character_has_a_glyph),
        cmocka_unit_test(test_a_missing_glyph_is_found),
        cmocka_unit_test(test_signs_of_the_game_have_glyphs),
        cmocka_unit_test(test_pieces_have_the_characters_of_article_1),
        cmocka_unit_test(test_no_line_begins_with_what_is_forbidden),
        cmocka_unit_test(test_lines_at_every_width),
        cmocka_unit_test(test_no_character_is_alone),
        cmocka_unit_test(test_company_for_what_is_alone),
        cmocka_unit_test(test_a_word_that_is_too_wide_is_cut),
        cmocka_unit_test(test_a_long_text_ends_at_the_limit),
        cmocka_unit_test(test_texts_grow_with_their_font),
        cmocka_unit_test(test_what_is_kept_has_a_bound),
        cmocka_unit_test(test_broken_utf8_is_read_byte_by_byte),
        cmocka_unit_test(test_english_texts_have_no_wide_marks),
    };

    return cmocka_run_group_tests(tests, open_text, close_text);
}
