/*
 * cli/text.c: the message catalogue, and texts filled in with arguments.
 */
#include "cli/text.h"

#include <inttypes.h>
#include <string.h>

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
            used = append(buffer, size, used, argument, strlen(argument));
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
