/* judge/articles.c: reading the summaries of articles (rules/articles/). */
#include "judge/articles.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/embedded.h"

enum { ARTICLES_INPUT_MAX = 256 * 1024, FIRST_ROOM = 32 };

typedef struct articles_reader {
    judge_articles *articles; /* the caller's: the file's articles go behind those before */
    size_t start;             /* how many those are */
    char edition[JUDGE_EDITION_NAME_BYTES];
    char also[JUDGE_EDITION_NAME_BYTES]; /* the edition to which this one goes back */
    board_error error;
    char token[BOARD_TOKEN_BYTES];
} articles_reader;

static bool copy_text(char *target, size_t size, const char *text, size_t length)
{
    if (length == 0 || length >= size)
        return false;
    memcpy(target, text, length);
    target[length] = '\0';
    return true;
}

/* A further article, empty; the list has room for a power of two of them. */
static judge_article *add_article(judge_articles *articles)
{
    size_t room = FIRST_ROOM;
    while (room < articles->count)
        room *= 2;
    if (!articles->list || articles->count == room) {
        room *= articles->list ? 2 : 1;
        judge_article *list = realloc(articles->list, room * sizeof *list);
        if (!list)
            return NULL;
        articles->list = list;
    }
    judge_article *article = &articles->list[articles->count++];
    *article = (judge_article){.number = ""};
    return article;
}

/* The article that is being read, or a new one; NULL: see *error. */
static judge_article *take_article(articles_reader *reader, const char *number, size_t length,
                                   board_error *error)
{
    judge_articles *articles = reader->articles;
    size_t count = articles->count;
    judge_article *last = count > reader->start ? &articles->list[count - 1] : NULL;
    char wanted[JUDGE_ARTICLE_NUMBER_BYTES];
    *error = BOARD_ERROR_EDITION_KEY;
    if (!copy_text(wanted, sizeof wanted, number, length) ||
        strspn(wanted, "0123456789.abcdefghijklmnopqrstuvwxyz") != length)
        return NULL;
    if (last && strcmp(last->number, wanted) == 0)
        return last;
    if (judge_articles_find(articles, wanted))
        return NULL;
    judge_article *article = add_article(articles);
    *error = BOARD_ERROR_NO_MEMORY;
    if (!article)
        return NULL;
    memcpy(article->number, wanted, sizeof wanted);
    memcpy(article->edition, reader->edition, sizeof article->edition);
    return article;
}

/* A further line of a text goes on behind it; English words need a blank between. */
static bool append_text(char text[JUDGE_ARTICLE_TEXT_BYTES], board_language language,
                        const char *more)
{
    size_t used = strlen(text);
    size_t blank = used > 0 && language == BOARD_ENGLISH;
    size_t length = strlen(more);
    if (length == 0 || used + blank + length >= JUDGE_ARTICLE_TEXT_BYTES)
        return false;
    if (blank)
        text[used] = ' ';
    memcpy(text + used + blank, more, length + 1);
    return true;
}

/* "25.2.zh": the number, then the language. */
static board_error read_article(articles_reader *reader, const char *name, const char *value)
{
    const char *dot = strrchr(name, '.');
    board_language language;
    board_error error;
    if (dot && strcmp(dot, ".zh") == 0)
        language = BOARD_CHINESE;
    else if (dot && strcmp(dot, ".en") == 0)
        language = BOARD_ENGLISH;
    else
        return BOARD_ERROR_EDITION_KEY;
    judge_article *article = take_article(reader, name, (size_t)(dot - name), &error);
    if (!article)
        return error;
    return append_text(article->text[language], language, value) ? BOARD_OK
                                                                 : BOARD_ERROR_EDITION_VALUE;
}

static board_error read_key(articles_reader *reader, const char *section, const char *name,
                            const char *value)
{
    char *text = NULL;
    if (strcmp(section, "articles") == 0)
        return reader->edition[0] ? read_article(reader, name, value) : BOARD_ERROR_EDITION_MISSING;
    if (strcmp(section, "edition") == 0 && strcmp(name, "name") == 0)
        text = reader->edition;
    else if (strcmp(section, "edition") == 0 && strcmp(name, "also") == 0)
        text = reader->also;
    if (!text)
        return BOARD_ERROR_EDITION_KEY;
    return copy_text(text, JUDGE_EDITION_NAME_BYTES, value, strlen(value))
               ? BOARD_OK
               : BOARD_ERROR_EDITION_VALUE;
}

static int on_key(void *user, const char *section, const char *name, const char *value)
{
    articles_reader *reader = user;
    board_error error = read_key(reader, section, name, value);
    if (error != BOARD_OK && reader->error == BOARD_OK) {
        reader->error = error;
        snprintf(reader->token, sizeof reader->token, "%s", name);
    }
    return error == BOARD_OK;
}

static board_error refuse(board_problem *problem, board_error error, const char *token, int line)
{
    board_problem_set(problem, error, token, strlen(token));
    if (problem)
        problem->line = line > 0 ? (size_t)line : 0;
    return error;
}

/* Reads a text that ends with NUL. */
static board_error read_text(const char *text, articles_reader *reader, board_problem *problem)
{
    int line = ini_parse_string(text, on_key, reader);
    if (reader->error != BOARD_OK)
        return refuse(problem, reader->error, reader->token, line);
    if (line != 0)
        return refuse(problem, BOARD_ERROR_EDITION_VALUE, "", line);
    for (size_t i = reader->start; i < reader->articles->count; i++) {
        const judge_article *article = &reader->articles->list[i];
        if (!article->text[BOARD_CHINESE][0] || !article->text[BOARD_ENGLISH][0])
            return refuse(problem, BOARD_ERROR_EDITION_MISSING, article->number, 0);
    }
    if (!reader->edition[0] || reader->articles->count == reader->start)
        return refuse(problem, BOARD_ERROR_EDITION_MISSING, "name", 0);
    return BOARD_OK;
}

/* Reads a file; on an error the list is as it was before. */
static board_error read_file(const char *text, size_t length, articles_reader *reader,
                             board_problem *problem)
{
    if (length > ARTICLES_INPUT_MAX || memchr(text, '\0', length))
        return refuse(problem, BOARD_ERROR_EDITION_VALUE, "", 0);
    char *copy = malloc(length + 1); /* the ini reader wants the text to end with NUL */
    if (!copy)
        return refuse(problem, BOARD_ERROR_NO_MEMORY, "", 0);
    memcpy(copy, text, length);
    copy[length] = '\0';
    reader->start = reader->articles->count;
    board_error error = read_text(copy, reader, problem);
    free(copy);
    if (error != BOARD_OK)
        reader->articles->count = reader->start;
    else
        board_problem_set(problem, BOARD_OK, NULL, 0);
    return error;
}

board_error judge_articles_read(const char *text, size_t length, judge_articles *articles,
                                board_problem *problem)
{
    articles_reader reader = {.articles = articles};
    return read_file(text, length, &reader, problem);
}

/* Reads the built-in file of an edition, then that of the edition to which it goes back. */
static board_error load_edition(const char *edition, judge_articles *articles)
{
    for (size_t i = 0; judge_embedded_articles[i].name; i++) {
        const judge_embedded_file *file = &judge_embedded_articles[i];
        articles_reader reader = {.articles = articles};
        if (strcmp(file->name, edition) != 0)
            continue;
        board_error error = read_file(file->text, file->length, &reader, NULL);
        bool more = error == BOARD_OK && reader.also[0] && strcmp(reader.also, edition) != 0;
        return more ? load_edition(reader.also, articles) : error;
    }
    return BOARD_ERROR_EDITION_UNKNOWN;
}

board_error judge_articles_load(const char *edition, judge_articles *articles)
{
    board_error error = BOARD_OK;
    *articles = (judge_articles){0};
    if (edition)
        error = load_edition(edition, articles);
    for (size_t i = 0; !edition && error == BOARD_OK && judge_embedded_articles[i].name; i++)
        error = judge_articles_read(judge_embedded_articles[i].text,
                                    judge_embedded_articles[i].length, articles, NULL);
    if (error != BOARD_OK)
        judge_articles_free(articles);
    return error;
}

void judge_articles_free(judge_articles *articles)
{
    free(articles->list);
    *articles = (judge_articles){0};
}

const judge_article *judge_articles_find(const judge_articles *articles, const char *number)
{
    for (size_t i = 0; articles->list && i < articles->count; i++) {
        if (strcmp(articles->list[i].number, number) == 0)
            return &articles->list[i];
    }
    return NULL;
}

bool judge_article_is_under(const judge_article *article, const char *number)
{
    size_t length = strlen(number);
    return length > 0 && strncmp(article->number, number, length) == 0 &&
           (article->number[length] == '\0' || article->number[length] == '.');
}
