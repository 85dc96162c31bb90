/*
 * judge/articles.h: what the articles of the rules say, in our own words, Chinese and English.
 *
 * The files stand under rules/articles/, one an edition, and are also built into the library. Every
 * article that the judge can cite is there.
 */
#ifndef QILI_JUDGE_ARTICLES_H
#define QILI_JUDGE_ARTICLES_H

#include <stddef.h>

#include "board/error.h"
#include "judge/edition.h"

enum { JUDGE_ARTICLE_NUMBER_BYTES = 16, JUDGE_ARTICLE_TEXT_BYTES = 1024 };

typedef struct judge_article {
    char number[JUDGE_ARTICLE_NUMBER_BYTES]; /* "25.2", "item.6", "fig.8.10", "wxf.chase" */
    char edition[JUDGE_EDITION_NAME_BYTES];  /* the edition that it belongs to */
    char text[BOARD_LANGUAGES][JUDGE_ARTICLE_TEXT_BYTES];
} judge_article;

/* In the order of the files; owned by the caller, freed with judge_articles_free. */
typedef struct judge_articles {
    size_t count;
    judge_article *list;
} judge_articles;

/*
 * The built-in articles of an edition, with those of the edition that it goes back to for the rest;
 * NULL: of all editions. EDITION_UNKNOWN if there is no such edition.
 */
board_error judge_articles_load(const char *edition, judge_articles *articles);

/* Adds the articles of a file's text; *problem (may be NULL) tells what is wrong. On an error the
 * list is as before. */
board_error judge_articles_read(const char *text, size_t length, judge_articles *articles,
                                board_problem *problem);

void judge_articles_free(judge_articles *articles);

/* The article with this number; NULL if there is none. */
const judge_article *judge_articles_find(const judge_articles *articles, const char *number);

/* Does the article bear the number, or stand under it ("25.2" under "25")? */
bool judge_article_is_under(const judge_article *article, const char *number);

#endif
