/*
 * cli/source.h: a file or standard input, read by lines or as a whole, never more than a limit.
 */
#ifndef QILI_CLI_SOURCE_H
#define QILI_CLI_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SOURCE_LINE_MAX = 1024 * 1024, /* longest line in bytes */
    SOURCE_CHUNK = 64 * 1024       /* most bytes asked for at a time */
};

typedef enum source_result {
    SOURCE_OK = 0,
    SOURCE_END,      /* nothing is left */
    SOURCE_TOO_LONG, /* over the limit; a line is skipped to its end */
    SOURCE_FAILED    /* see source.failure */
} source_result;

typedef struct cli_source {
    int descriptor;
    bool ended;  /* the end of the file was seen */
    int failure; /* errno of what failed, else 0 */
    char *bytes; /* read but not taken: start to end */
    size_t start;
    size_t end;
    size_t room;
    size_t line; /* number of the line taken last, from 1 */
} cli_source;

/* Opens a file, "-" is standard input. False: see source.failure; it needs no closing then. */
bool source_open(cli_source *source, const char *path);
void source_close(cli_source *source);

/* The first byte that is neither a blank nor of a byte order mark, and takes nothing; -1 if there
 * is none within the limit, or on a failure, which a later call will tell. */
int source_peek(cli_source *source, size_t limit);

/* Does the file begin as a text in UTF-16? Takes nothing. */
bool source_is_utf16(cli_source *source);

/* Takes the next line, without its end. It is valid until the next call. */
source_result source_take_line(cli_source *source, const char **line, size_t *length);

/* Takes all that is left, unless it is over the limit. */
source_result source_take_rest(cli_source *source, size_t limit, const char **bytes,
                               size_t *length);

#endif
