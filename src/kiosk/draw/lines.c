/*
 * kiosk/draw/lines.c: where lines end.
 */
#include <linebreak.h>
#include <string.h>

#include "kiosk/draw/text.h"

enum { BREAKS_MAX = 2048 }; /* bytes of a text that is broken; what is beyond is not shown */

typedef struct line_breaker {
    kiosk_text *text;
    kiosk_font font;
    const char *string;
    char breaks[BREAKS_MAX]; /* after each byte */
    size_t length;
    double width;
} line_breaker;

/* Characters that libunibreak lets begin a line, and Chinese typesetting does not. */
static const uint32_t never_first[] = {
    0x00B7,         /* middle dot */
    0x2014,         /* dash */
    0x007E,         /* tilde, and the wide one */
    0xFF5E, 0xFF0F, /* wide slash */
};

bool kiosk_text_may_start_line(uint32_t character)
{
    for (size_t i = 0; i < sizeof never_first / sizeof *never_first; i++) {
        if (never_first[i] == character)
            return false;
    }
    return is_line_breakable(0x4E00, character, "zh") != LINEBREAK_NOBREAK;
}

/* The width of a line, without blanks at its end. */
static kiosk_line measured(const line_breaker *breaker, size_t start, size_t end)
{
    while (end > start && (breaker->string[end - 1] == ' ' || breaker->string[end - 1] == '\n'))
        end--;
    return (kiosk_line){
        start, end - start,
        kiosk_text_width(breaker->text, breaker->font, breaker->string + start, end - start)};
}

/* The end of as many characters as fit into a line, at least one. */
static size_t cut_word(const line_breaker *breaker, size_t start, size_t end)
{
    const char *at = breaker->string + start;
    size_t fits = start;

    while ((size_t)(at - breaker->string) < end) {
        kiosk_text_next(&at, breaker->string + end);
        size_t to = (size_t)(at - breaker->string);
        if (fits > start && measured(breaker, start, to).width > breaker->width)
            break;
        fits = to;
    }
    return fits;
}

/* May a line end behind byte i? */
static bool may_end(const line_breaker *breaker, size_t i)
{
    const char *next = breaker->string + i + 1;

    if (breaker->breaks[i] == LINEBREAK_MUSTBREAK || i + 1 == breaker->length)
        return true;
    if (breaker->breaks[i] != LINEBREAK_ALLOWBREAK)
        return false;
    return kiosk_text_may_start_line(kiosk_text_next(&next, breaker->string + breaker->length)) ||
           breaker->string[i] == ' ';
}

/* One line from start; *next is where the next one starts. */
static kiosk_line next_line(const line_breaker *breaker, size_t start, size_t *next)
{
    size_t end = start;

    for (size_t i = start; i < breaker->length; i++) {
        if (!may_end(breaker, i))
            continue;
        if (end > start && measured(breaker, start, i + 1).width > breaker->width)
            break;
        end = i + 1;
        if (breaker->breaks[i] == LINEBREAK_MUSTBREAK)
            break;
    }
    kiosk_line line = measured(breaker, start, end);
    if (line.width > breaker->width) {
        end = cut_word(breaker, start, start + line.length);
        line = measured(breaker, start, end);
    }
    *next = end;
    while (*next < breaker->length && breaker->string[*next] == ' ')
        ++*next;
    return line;
}

/* Characters alone on a line. */

/* Has the line but one character, with or without the punctuation that clings to it? */
static bool is_lonely(const char *string, kiosk_line line)
{
    const char *at = string + line.start;
    const char *end = at + line.length;
    int count = 0;

    while (at < end) {
        const uint32_t character = kiosk_text_next(&at, end);

        count += count == 0 || kiosk_text_may_start_line(character);
    }
    return count == 1;
}

/* Two lines that follow each other, parted behind byte i. */
static void part_behind(const line_breaker *breaker, size_t i, const kiosk_line pair[2],
                        kiosk_line parted[2])
{
    size_t second = i + 1;

    while (breaker->string[second] == ' ')
        second++;
    parted[0] = measured(breaker, pair[0].start, i + 1);
    parted[1] = measured(breaker, second, pair[1].start + pair[1].length);
}

static double wider_of(const kiosk_line pair[2])
{
    return pair[0].width > pair[1].width ? pair[0].width : pair[1].width;
}

/* Takes of the first line as little as gives the second one company, or as much as makes them
 * alike. Where nothing helps they stay as they are. */
static void give_company(const line_breaker *breaker, kiosk_line pair[2], bool alike)
{
    const size_t end = pair[0].start + pair[0].length;
    const bool in_word = !may_end(breaker, pair[1].start - 1);
    kiosk_line best[2];
    bool found = false;

    if (pair[0].length == 0)
        return;
    for (size_t i = end - 1; i-- > pair[0].start;) {
        const bool whole = ((unsigned char)breaker->string[i + 1] & 0xC0) != 0x80;
        kiosk_line parted[2];

        if (in_word ? !whole : !may_end(breaker, i))
            continue;
        part_behind(breaker, i, pair, parted);
        if (parted[1].width > breaker->width)
            break;
        if (is_lonely(breaker->string, parted[0]) || is_lonely(breaker->string, parted[1]) ||
            (found && wider_of(parted) >= wider_of(best)))
            continue;
        memcpy(best, parted, sizeof best);
        found = true;
        if (!alike)
            break;
    }
    if (found)
        memcpy(pair, best, sizeof best);
}

/* Is line i the first of its paragraph? */
static bool begins_paragraph(const char *string, const kiosk_line *lines, size_t i)
{
    return i == 0 || string[lines[i].start - 1] == '\n';
}

static void avoid_lonely(const line_breaker *breaker, kiosk_line *lines, size_t count)
{
    for (size_t i = count; i-- > 1;) {
        if (begins_paragraph(breaker->string, lines, i) || !is_lonely(breaker->string, lines[i]))
            continue;
        const bool two = begins_paragraph(breaker->string, lines, i - 1) &&
                         (i + 1 == count || begins_paragraph(breaker->string, lines, i + 1));
        give_company(breaker, &lines[i - 1], two);
    }
}

bool kiosk_text_leaves_alone(const char *string, const kiosk_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bool whole = begins_paragraph(string, lines, i) &&
                           (i + 1 == count || begins_paragraph(string, lines, i + 1));
        if (!whole && is_lonely(string, lines[i]))
            return true;
    }
    return false;
}

size_t kiosk_text_break(kiosk_text *text, kiosk_font font, const char *string, double width,
                        kiosk_line lines[KIOSK_LINES_MAX])
{
    line_breaker breaker = {.text = text, .font = font, .string = string, .width = width};
    size_t count = 0;
    size_t at = 0;

    breaker.length = strlen(string);
    if (breaker.length > BREAKS_MAX)
        breaker.length = BREAKS_MAX;
    set_linebreaks_utf8((const utf8_t *)string, breaker.length, "zh", breaker.breaks);
    while (at < breaker.length && count < KIOSK_LINES_MAX)
        lines[count++] = next_line(&breaker, at, &at);
    avoid_lonely(&breaker, lines, count);
    return count;
}
