/*
 * cli/columns.c: tables of text whose columns line up where Chinese characters take two cells.
 */
#include "cli/columns.h"

#include <string.h>

#include "board/encoding.h"
#include "cli/text.h"

/* Chinese, Japanese and Korean characters, their punctuation, and full-width forms. */
static bool is_wide(uint32_t code)
{
    static const struct {
        uint32_t first;
        uint32_t last;
    } ranges[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF},
                  {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE4F},
                  {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x20000, 0x3FFFD}};

    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    }
    return false;
}

size_t columns_width(const char *text)
{
    size_t length = strlen(text);
    size_t width = 0;

    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        size_t size = board_utf8_character(text + at, length - at, &code);
        width += size > 0 && is_wide(code) ? 2 : 1;
        at += size > 0 ? size : 1;
    }
    return width;
}

void columns_write(FILE *stream, const char *text, size_t width)
{
    text_write_clean(stream, text);
    for (size_t used = columns_width(text); used < width; used++)
        fputc(' ', stream);
}
