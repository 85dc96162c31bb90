/*
 * training/words.h: the texts of this room, Chinese and English, filled in with arguments.
 */
#ifndef QILI_TRAINING_WORDS_H
#define QILI_TRAINING_WORDS_H

#include <stddef.h>

#include "judge/edition.h"

typedef enum training_word {
#define TRAINING_TEXT(name, chinese, english) TRAINING_TEXT_##name,
#include "training/texts.def"
#undef TRAINING_TEXT
    TRAINING_TEXTS
} training_word;

/* The text as it is. */
const char *training_word_of(training_word word, board_language language);

/* The text with {1} to {9} replaced by the arguments (NULL ends them), written into buffer, cut at
 * a character if it does not fit. Returns buffer. */
char *training_word_list(char *buffer, size_t size, board_language language, training_word word,
                         const char *const *arguments);

#define training_word_fill(buffer, size, language, word, ...)                                      \
    training_word_list(buffer, size, language, word, (const char *const[]){__VA_ARGS__, NULL})

/* 红方变着, "Red must change"; of the outcome with this code ("red-must-change"), which is returned
 * as it is where no outcome has it. */
const char *training_outcome_text(judge_outcome outcome, board_language language);
const char *training_verdict_text(const char *code, board_language language);

/* A label as a case has it, in Chinese, in the language. */
const char *training_label_text(const char *label, board_language language);

/* A number as a text. */
typedef struct training_digits {
    char text[24];
} training_digits;

training_digits training_digits_of(long long number);

#endif
