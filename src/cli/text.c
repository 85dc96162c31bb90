/*
 * cli/text.c: the message catalogue, and texts filled in with arguments.
 */
#include "cli/text.h"

#include <inttypes.h>
#include <string.h>

#include "board/encoding.h"

static const char *const catalogue[TEXTS][BOARD_LANGUAGES] = {
#define TEXT(name, chinese, english) {chinese, english},
#include "cli/texts.def"
#undef TEXT
};

const char *text_of(text_name name, board_language language)
{
    return catalogue[name][language];
}

text_number text_from_number(uint64_t number)
{
    text_number text;

    snprintf(text.digits, sizeof text.digits, "%" PRIu64, number);
    return text;
}

/* Appends bytes; if they do not all fit, whole characters are left out. */
static size_t append(char *buffer, size_t size, size_t used, const char *bytes, size_t length)
{
    if (length >= size - used) {
        length = size - used - 1;
        while (length > 0 && ((unsigned char)bytes[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(buffer + used, bytes, length);
    return used + length;
}

/* Can the character be shown without upsetting a line or a terminal? Control characters cannot, nor
 * what ends a line, nor what turns the direction of the text around it. */
static bool is_harmless(uint32_t code)
{
    bool control = code < 0x20 || (code >= 0x7F && code <= 0x9F);
    bool breaks = code == 0x2028 || code == 0x2029;
    bool turns = code == 0x061C || code == 0x200E || code == 0x200F ||
                 (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);

    return !control && !breaks && !turns;
}

/* Looks at the character that the text begins with: *size is its bytes, and what is to be shown for
 * it, itself or "?", is returned. */
static const char *shown_for(const char *text, size_t length, size_t *size)
{
    uint32_t code = 0;

    *size = board_utf8_character(text, length, &code);
    if (*size > 0 && is_harmless(code))
        return text;
    *size = *size > 0 ? *size : 1;
    return "?";
}

/* Appends outside text, made harmless; whole characters are left out if it does not fit. */
static size_t append_clean(char *buffer, size_t size, size_t used, const char *text)
{
    size_t length = strlen(text);

    while (length > 0) {
        size_t step = 0;
        const char *shown = shown_for(text, length, &step);
        size_t bytes = shown == text ? step : 1;
        if (used + bytes >= size)
            break;
        memcpy(buffer + used, shown, bytes);
        used += bytes;
        text += step;
        length -= step;
    }
    return used;
}

char *text_clean(char *buffer, size_t size, const char *text)
{
    buffer[append_clean(buffer, size, 0, text)] = '\0';
    return buffer;
}

void text_write_clean(FILE *stream, const char *text)
{
    size_t length = strlen(text);

    while (length > 0) {
        size_t step = 0;
        const char *shown = shown_for(text, length, &step);
        fwrite(shown, 1, shown == text ? step : 1, stream);
        text += step;
        length -= step;
    }
}

/* The argument that "{1}" to "{9}" at the start of the text names: NULL if the text starts
 * otherwise, "" if the list is shorter. */
static const char *argument_at(const char *text, const char *const *arguments)
{
    if (text[0] != '{' || text[1] < '1' || text[1] > '9' || text[2] != '}')
        return NULL;
    for (int i = 0; i < text[1] - '1'; i++) {
        if (arguments[i] == NULL)
            return "";
    }
    return arguments[text[1] - '1'] != NULL ? arguments[text[1] - '1'] : "";
}

char *text_fill_list(char *buffer, size_t size, board_language language, text_name name,
                     const char *const *arguments)
{
    const char *text = text_of(name, language);
    size_t used = 0;

    while (*text != '\0') {
        const char *argument = argument_at(text, arguments);
        size_t plain = argument != NULL ? 0 : 1 + strcspn(text + 1, "{");

        if (argument != NULL) {
            used = append_clean(buffer, size, used, argument);
            text += strlen("{1}");
        }
        used = append(buffer, size, used, text, plain);
        text += plain;
    }
    buffer[used] = '\0';
    return buffer;
}

void text_write_list(FILE *stream, board_language language, text_name name,
                     const char *const *arguments)
{
    char buffer[TEXT_BYTES];

    fputs(text_fill_list(buffer, sizeof buffer, language, name, arguments), stream);
}
