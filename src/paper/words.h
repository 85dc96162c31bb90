/*
 * paper/words.h: the texts of this room, Chinese and English, filled in with arguments.
 */
#ifndef QILI_PAPER_WORDS_H
#define QILI_PAPER_WORDS_H

#include "judge/edition.h"

enum { PAPER_TEXT_BYTES = 4096 }; /* room for any of them, filled in */

typedef enum paper_word {
#define PAPER_TEXT(name, chinese, english) PAPER_TEXT_##name,
#include "paper/texts.def"
#undef PAPER_TEXT
    PAPER_WORDS
} paper_word;

const char *paper_word_of(paper_word word, board_language language);

/* 红方负; "Red loses". */
const char *paper_outcome(judge_outcome outcome, board_language language);

/* The text with {1} to {9} replaced by the arguments (NULL ends them), written into buffer, cut at
 * a character if it does not fit. Returns buffer. */
char *paper_fill_list(char *buffer, size_t size, board_language language, paper_word word,
                      const char *const *arguments);

#define paper_fill(buffer, language, word, ...)                                                    \
    paper_fill_list(buffer, sizeof(buffer), language, word,                                        \
                    (const char *const[]){__VA_ARGS__, NULL})

#endif
