/*
 * training/text.c: texts that come from files of others.
 */
#include "training/text.h"

#include <stdint.h>
#include <string.h>

#include "training/case.h"

/* The character at text, of which *step bytes are taken; jansson has seen that it is UTF-8, other
 * callers may bring anything: 0 then. */
static uint32_t character_at(const unsigned char *text, size_t length, size_t *step)
{
    uint32_t lead = text[0];
    size_t bytes = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;

    if (bytes == 0 || bytes > length || lead > 0xF4)
        return 0;
    uint32_t character = bytes == 1 ? lead : lead & (0xFFu >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        character = character << 6 | (text[i] & 0x3Fu);
    }
    *step = bytes;
    return character;
}

static bool is_plain(uint32_t character)
{
    bool control = character < 0x20 || (character >= 0x7F && character < 0xA0);
    bool turning = character == 0x61C || (character >= 0x200E && character <= 0x200F) ||
                   (character >= 0x2028 && character <= 0x202E) ||
                   (character >= 0x2066 && character <= 0x2069);

    return !control && !turning;
}

bool training_text_is_plain(const char *text, size_t length, size_t most)
{
    size_t step = 0;

    if (length > most)
        return false;
    for (size_t at = 0; at < length; at += step) {
        if (!is_plain(character_at((const unsigned char *)text + at, length - at, &step)))
            return false;
    }
    return true;
}

bool training_text_is_id(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789._-");

    return length > 0 && length <= TRAINING_ID_MAX && text[length] == '\0' &&
           strchr("._-", text[0]) == NULL;
}

bool training_text_is_trainee(const char *text)
{
    size_t length = strlen(text);

    return length > 0 && strpbrk(text, " \t") == NULL &&
           training_text_is_plain(text, length, TRAINING_TRAINEE_MAX);
}
