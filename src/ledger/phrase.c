/*
 * ledger/phrase.c: a text written into a caller's buffer, from a catalogue's words and fields.
 */
#include "ledger/phrase.h"

#include <stdio.h>
#include <string.h>

ledger_phrase ledger_phrase_begin(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (ledger_phrase){.buffer = buffer, .size = size, .full = size == 0};
}

/* Adds `length` bytes of text, or as many whole characters of it as fit. */
static void put_bytes(ledger_phrase *phrase, const char *text, size_t length)
{
    if (phrase->full)
        return;
    size_t room = phrase->size - phrase->used - 1;
    if (length > room) {
        phrase->full = true;
        length = room;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--; /* a continuation byte: its character began before the cut */
    }
    memcpy(phrase->buffer + phrase->used, text, length);
    phrase->used += length;
    phrase->buffer[phrase->used] = '\0';
}

void ledger_phrase_put(ledger_phrase *phrase, const char *text)
{
    put_bytes(phrase, text, strlen(text));
}

static const char *field_value(const char *name, size_t length, const ledger_field *fields,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(fields[i].name) == length && memcmp(fields[i].name, name, length) == 0)
            return fields[i].value;
    }
    return "";
}

void ledger_phrase_fill(ledger_phrase *phrase, const char *text, const ledger_field *fields,
                        size_t count)
{
    while (*text != '\0') {
        size_t plain = strcspn(text, "{");

        put_bytes(phrase, text, plain);
        text += plain;
        const char *end = strchr(text, '}');
        if (*text == '\0' || end == NULL)
            return;
        ledger_phrase_put(phrase, field_value(text + 1, (size_t)(end - text) - 1, fields, count));
        text = end + 1;
    }
}

void ledger_phrase_fill_list(ledger_phrase *phrase, const char *text, const char *const *arguments)
{
    static const char *const names[LEDGER_ARGUMENTS_MAX] = {"1", "2", "3", "4", "5",
                                                            "6", "7", "8", "9"};
    ledger_field fields[LEDGER_ARGUMENTS_MAX];
    size_t count = 0;

    for (; count < LEDGER_ARGUMENTS_MAX && arguments[count] != NULL; count++)
        fields[count] = (ledger_field){names[count], arguments[count]};
    ledger_phrase_fill(phrase, text, fields, count);
}

ledger_digits ledger_digits_of(size_t number)
{
    ledger_digits digits;

    snprintf(digits.text, sizeof digits.text, "%zu", number);
    return digits;
}
