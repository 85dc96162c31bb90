/*
 * judge/embedded.h: the rule editions and the summaries of articles built into the library.
 *
 * tools/embed.sh writes them from rules/editions/<name>.ini and rules/articles/<name>.ini when the
 * project is built.
 */
#ifndef QILI_JUDGE_EMBEDDED_H
#define QILI_JUDGE_EMBEDDED_H

#include <stddef.h>

/* One edition: its name, and its .ini file byte for byte. */
typedef struct judge_embedded_file {
    const char *name; /* such as "cxa-2007" */
    const char *text; /* a NUL follows its last byte */
    size_t length;    /* without that NUL */
} judge_embedded_file;

/* In the order of their names; an entry whose name is NULL follows the last. */
extern const judge_embedded_file judge_embedded_editions[];
extern const size_t judge_embedded_edition_count;
extern const judge_embedded_file judge_embedded_articles[];
extern const size_t judge_embedded_articles_count;

#endif
