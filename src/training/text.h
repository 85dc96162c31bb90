/*
 * training/text.h: texts that come from files of others: plain UTF-8, and ids.
 */
#ifndef QILI_TRAINING_TEXT_H
#define QILI_TRAINING_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* UTF-8 of at most so many bytes without control characters and without characters that turn the
 * direction of writing (a line break is one). */
bool training_text_is_plain(const char *text, size_t length, size_t most);

/* 1 to TRAINING_ID_MAX bytes of a-z 0-9 . _ -, the first a letter or digit: also a file's name. */
bool training_text_is_id(const char *text);

/* A key of a trainee: 1 to 32 bytes, no blanks. */
enum { TRAINING_TRAINEE_MAX = 32 };
bool training_text_is_trainee(const char *text);

#endif
