/*
 * tests/test_articles.c: the summaries of articles: every article that the judge can cite is there,
 * in both languages; files that are wrong are refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "board/encoding.h"
#include "judge/articles.h"

/* What words.c can cite for a label. */
static const char *const reason_articles[] = {
#define JUDGE_REASON(name, code, articles, chinese, english) (articles),
#include "judge/texts.def"
};

/* The texts themselves, which cite in brackets. */
static const char *const texts[] = {
#define JUDGE_TEXT(name, chinese, english) (english),
#define JUDGE_REASON(name, code, articles, chinese, english) (english),
#define JUDGE_NEWS(name, code, chinese, english) (english),
#include "judge/texts.def"
};

/* Each number of a list like "26.4,fig.8.10,24.3" must be an article. */
static void expect_all(const judge_articles *articles, const char *list, const char *where)
{
    while (*list != '\0') {
        char number[64];
        size_t length = strcspn(list, ",");
        assert_true(length < sizeof number);
        memcpy(number, list, length);
        number[length] = '\0';
        if (!judge_articles_find(articles, number))
            fail_msg("%s cites %s, of which nothing is said", where, number);
        list += length + (list[length] == ',');
    }
}

/* Numbers like 28.16 in a text. */
static void expect_numbers(const judge_articles *articles, const char *text)
{
    for (const char *at = text; (at = strpbrk(at, "0123456789")) != NULL;) {
        char number[64];
        size_t length = strspn(at, "0123456789.");
        while (length > 0 && at[length - 1] == '.')
            length--;
        snprintf(number, sizeof number, "%.*s", (int)length, at);
        if (strchr(number, '.'))
            expect_all(articles, number, text);
        at += length;
    }
}

static void every_edition_can_be_explained(void **state)
{
    (void)state;
    for (size_t i = 0; judge_edition_name(i); i++) {
        judge_edition edition;
        judge_articles articles;
        assert_int_equal(judge_edition_load(judge_edition_name(i), &edition), BOARD_OK);
        assert_int_equal(judge_articles_load(edition.name, &articles), BOARD_OK);
        for (int red = 0; red < JUDGE_CLASSES; red++) {
            for (int black = 0; black < JUDGE_CLASSES; black++)
                expect_all(&articles, edition.verdicts[red][black].articles, edition.name);
        }
        expect_all(&articles, edition.loss_after_order, edition.name);
        expect_all(&articles, edition.weighed, edition.name);
        judge_articles_free(&articles);
    }
}

static void every_reason_can_be_explained(void **state)
{
    static const char world[] = "wxf.check,wxf.chase,wxf.allowed";
    judge_articles articles;
    (void)state;
    assert_int_equal(judge_articles_load("cxa-2020", &articles), BOARD_OK);
    for (size_t i = 0; i < sizeof reason_articles / sizeof *reason_articles; i++)
        expect_all(&articles, reason_articles[i], "a reason");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_numbers(&articles, texts[i]);
    judge_articles_free(&articles);
    assert_int_equal(judge_articles_load("wxf-2018", &articles), BOARD_OK);
    expect_all(&articles, world, "the world rules");
    judge_articles_free(&articles);
}

/* Articles that rulings rest on without citing them. */
static void whole_chapters_are_there(void **state)
{
    static const struct {
        const char *chapter;
        int last;
    } chapters[] = {{"23.", 3},  {"24.", 3}, {"25.", 3},    {"26.", 4}, {"27.", 4},
                    {"28.", 16}, {"29.", 4}, {"item.", 13}, {"3.", 2},  {"4.2.", 4}};
    judge_articles articles;
    (void)state;
    assert_int_equal(judge_articles_load("cxa-2007", &articles), BOARD_OK);
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++) {
        for (int number = 1; number <= chapters[i].last; number++) {
            char text[64];
            snprintf(text, sizeof text, "%s%d", chapters[i].chapter, number);
            expect_all(&articles, text, "the rules");
        }
    }
    judge_articles_free(&articles);
}

static bool is_utf8(const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;) {
        size_t size = board_utf8_character(text + at, length - at, NULL);
        if (size == 0)
            return false;
        at += size;
    }
    return true;
}

static void summaries_are_whole_sentences(void **state)
{
    judge_articles articles;
    (void)state;
    assert_int_equal(judge_articles_load(NULL, &articles), BOARD_OK);
    assert_true(articles.count > 70);
    for (size_t i = 0; i < articles.count; i++) {
        const judge_article *article = &articles.list[i];
        const char *chinese = article->text[BOARD_CHINESE];
        const char *english = article->text[BOARD_ENGLISH];
        assert_true(is_utf8(chinese));
        assert_non_null(strstr(chinese, "。"));
        assert_string_equal(chinese + strlen(chinese) - strlen("。"), "。");
        assert_int_equal(english[strlen(english) - 1], '.');
        assert_null(strstr(english, "  "));
        assert_ptr_equal(judge_articles_find(&articles, article->number), article);
    }
    judge_articles_free(&articles);
}

static void numbers_stand_under_their_chapters(void **state)
{
    const judge_article article = {.number = "25.2"};
    (void)state;
    assert_true(judge_article_is_under(&article, "25"));
    assert_true(judge_article_is_under(&article, "25.2"));
    assert_false(judge_article_is_under(&article, "2"));
    assert_false(judge_article_is_under(&article, "25."));
    assert_false(judge_article_is_under(&article, "25.2.1"));
    assert_false(judge_article_is_under(&article, ""));
}

static void wrong_files_are_refused(void **state)
{
    static const struct {
        const char *text;
        board_error error;
    } rows[] = {
        {"", BOARD_ERROR_EDITION_MISSING},
        {"[edition]\nname = x\n", BOARD_ERROR_EDITION_MISSING},
        {"[edition]\nname = x\n[articles]\n1.1.zh = 甲\n", BOARD_ERROR_EDITION_MISSING},
        {"[articles]\n1.1.zh = 甲\n1.1.en = a\n", BOARD_ERROR_EDITION_MISSING},
        {"[edition]\nname = x\n[articles]\n1.1.fr = a\n", BOARD_ERROR_EDITION_KEY},
        {"[edition]\nname = x\n[articles]\n.zh = a\n", BOARD_ERROR_EDITION_KEY},
        {"[edition]\nname = x\n[articles]\nA-1.zh = a\n", BOARD_ERROR_EDITION_KEY},
        {"[edition]\nname = x\n[articles]\n1.zh = a\n1.en = a\n2.zh = a\n2.en = a\n1.zh = b\n",
         BOARD_ERROR_EDITION_KEY},
        {"[edition]\nname = x\n[articles]\n1.zh =\n", BOARD_ERROR_EDITION_VALUE},
        {"[edition]\nname =\n", BOARD_ERROR_EDITION_VALUE},
        {"[edition]\nnames = x\n", BOARD_ERROR_EDITION_KEY},
        {"[other]\nname = x\n", BOARD_ERROR_EDITION_KEY},
        {"[edition]\nname = x\nnonsense\n", BOARD_ERROR_EDITION_VALUE},
    };
    judge_articles articles = {0};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        board_problem problem;
        assert_int_equal(
            judge_articles_read(rows[i].text, strlen(rows[i].text), &articles, &problem),
            rows[i].error);
        assert_int_equal(problem.error, rows[i].error);
        assert_int_equal(articles.count, 0);
    }
    assert_int_equal(judge_articles_read("a\0b", 3, &articles, NULL), BOARD_ERROR_EDITION_VALUE);
    judge_articles_free(&articles);
    assert_int_equal(judge_articles_load("cxa-1907", &articles), BOARD_ERROR_EDITION_UNKNOWN);
    assert_null(articles.list);
}

static void further_lines_go_on_with_the_text(void **state)
{
    static const char text[] = "[edition]\nname = x\n[articles]\n"
                               "1.zh = 甲，\n    乙。\n1.en = One,\n    two.\n";
    judge_articles articles = {0};
    (void)state;
    assert_int_equal(judge_articles_read(text, strlen(text), &articles, NULL), BOARD_OK);
    assert_int_equal(articles.count, 1);
    assert_string_equal(articles.list[0].text[BOARD_CHINESE], "甲，乙。");
    assert_string_equal(articles.list[0].text[BOARD_ENGLISH], "One, two.");
    assert_string_equal(articles.list[0].edition, "x");
    judge_articles_free(&articles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edition_can_be_explained),
        cmocka_unit_test(every_reason_can_be_explained),
        cmocka_unit_test(whole_chapters_are_there),
        cmocka_unit_test(summaries_are_whole_sentences),
        cmocka_unit_test(numbers_stand_under_their_chapters),
        cmocka_unit_test(wrong_files_are_refused),
        cmocka_unit_test(further_lines_go_on_with_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
