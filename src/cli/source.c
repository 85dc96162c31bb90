/*
 * cli/source.c: a file or standard input, read by lines or as a whole, never more than a limit.
 */
#include "cli/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/record.h"

bool source_open(cli_source *source, const char *path)
{
    *source = (struct cli_source){.descriptor = STDIN_FILENO};
    if (strcmp(path, "-") != 0)
        source->descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (source->descriptor < 0)
        source->failure = errno;
    return source->failure == 0;
}

void source_close(cli_source *source)
{
    if (source->descriptor != STDIN_FILENO)
        close(source->descriptor);
    free(source->bytes);
    *source = (struct cli_source){.descriptor = STDIN_FILENO};
}

/* Makes room for a chunk behind what was read; false if memory ran out. */
static bool make_room(cli_source *source)
{
    if (source->start > 0) {
        memmove(source->bytes, source->bytes + source->start, source->end - source->start);
        source->end -= source->start;
        source->start = 0;
    }
    if (source->room - source->end >= SOURCE_CHUNK)
        return true;
    size_t room = source->room > 0 ? source->room * 2 : 2 * (size_t)SOURCE_CHUNK;
    char *bytes = realloc(source->bytes, room);
    if (bytes == NULL)
        return false;
    source->bytes = bytes;
    source->room = room;
    return true;
}

/* Reads on; false at the end of the file and after a failure. */
static bool read_more(cli_source *source)
{
    if (source->ended || source->failure != 0)
        return false;
    if (!make_room(source)) {
        source->failure = ENOMEM;
        return false;
    }
    for (;;) {
        ssize_t got = read(source->descriptor, source->bytes + source->end, SOURCE_CHUNK);
        if (got > 0) {
            source->end += (size_t)got;
            return true;
        }
        if (got < 0 && errno == EINTR)
            continue;
        source->failure = got < 0 ? errno : 0;
        source->ended = got == 0;
        return false;
    }
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

int source_peek(cli_source *source, size_t limit)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t mark_length = strlen(mark);
    size_t at = 0;

    while (source->end - source->start < mark_length && read_more(source))
        ;
    if (source->end - source->start >= mark_length &&
        memcmp(source->bytes + source->start, mark, mark_length) == 0)
        at = mark_length;
    for (; at < limit; at++) {
        if (source->start + at == source->end && !read_more(source))
            return -1;
        if (!is_blank(source->bytes[source->start + at]))
            return (unsigned char)source->bytes[source->start + at];
    }
    return -1;
}

bool source_is_utf16(cli_source *source)
{
    while (source->end - source->start < 2 && read_more(source))
        ;
    return source->end > source->start &&
           board_is_utf16(source->bytes + source->start, source->end - source->start);
}

/* Drops everything up to the end of the line. */
static void skip_line(cli_source *source)
{
    for (;;) {
        char *from = source->bytes + source->start;
        char *newline = memchr(from, '\n', source->end - source->start);
        if (newline != NULL) {
            source->start += (size_t)(newline - from) + 1;
            return;
        }
        source->start = source->end;
        if (!read_more(source))
            return;
    }
}

source_result source_take_line(cli_source *source, const char **line, size_t *length)
{
    size_t seen = 0;

    for (;;) {
        size_t held = source->end - source->start;
        char *newline =
            held > seen ? memchr(source->bytes + source->start + seen, '\n', held - seen) : NULL;
        size_t ready = newline ? (size_t)(newline - source->bytes) - source->start : held;
        if (ready > SOURCE_LINE_MAX) {
            skip_line(source);
            source->line++;
            return SOURCE_TOO_LONG;
        }
        seen = held;
        if (newline == NULL && read_more(source))
            continue;
        if (source->failure != 0)
            return SOURCE_FAILED;
        if (newline == NULL && held == 0)
            return SOURCE_END;
        *line = source->bytes + source->start;
        *length = ready;
        source->start += ready + (newline != NULL);
        source->line++;
        return SOURCE_OK;
    }
}

source_result source_take_rest(cli_source *source, size_t limit, const char **bytes, size_t *length)
{
    while (source->end - source->start <= limit && read_more(source))
        ;
    if (source->failure != 0)
        return SOURCE_FAILED;
    *bytes = source->bytes != NULL ? source->bytes + source->start : "";
    *length = source->end - source->start;
    return *length > limit ? SOURCE_TOO_LONG : SOURCE_OK;
}
