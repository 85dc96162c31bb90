/* kiosk/flow/text.c: small texts of the flow. */
#include "kiosk/flow/text.h"

#include <string.h>

#include "board/encoding.h"

static bool is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

bool kiosk_text_copy(char *target, size_t size, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0;
    bool fits = length < size;

    if (!fits) {
        length = size - 1;
        while (length > 0 && is_inside_character(text[length]))
            length--;
    }
    if (length > 0)
        memmove(target, text, length);
    target[length] = '\0';
    return fits;
}

bool kiosk_text_add(char *buffer, size_t size, const char *text)
{
    size_t used = strlen(buffer);
    size_t length = strlen(text);

    if (length >= size - used)
        return false;
    memcpy(buffer + used, text, length + 1);
    return true;
}

void kiosk_text_take_back(char *text)
{
    size_t length = strlen(text);

    while (length > 0 && is_inside_character(text[length - 1]))
        length--;
    if (length > 0)
        text[length - 1] = '\0';
}

bool kiosk_text_is_sound(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7F)
            return false;
    }
    return board_utf8_valid(text, length);
}
