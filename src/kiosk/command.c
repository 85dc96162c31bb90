/* kiosk/command.c: commands and their text form. */
#include "kiosk/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kiosk/flow/text.h"

enum { NAME_BYTES = 32, NUMBER_BYTES = 12 };

typedef struct command_form {
    const char *code;
    int numbers;
    bool text;
    bool kept;
} command_form;

static const command_form forms[KIOSK_COMMANDS] = {
#define KIOSK_COMMAND(name, code, numbers, text, kept) {code, numbers, text, kept},
#include "kiosk/commands.def"
#undef KIOSK_COMMAND
};

kiosk_command kiosk_command_of(kiosk_command_kind kind, int32_t first, int32_t second)
{
    return (kiosk_command){.kind = kind, .numbers = {first, second}};
}

kiosk_command kiosk_command_of_text(kiosk_command_kind kind, const char *text)
{
    kiosk_command command = {.kind = kind};

    kiosk_text_copy(command.text, sizeof command.text, text);
    return command;
}

bool kiosk_command_is_kept(kiosk_command_kind kind)
{
    return kind < KIOSK_COMMANDS && forms[kind].kept;
}

/* Control characters would make another line of it. */
static void put_text(char *line, size_t used, const char *text)
{
    if (text[0] != '\0')
        line[used++] = ' ';
    for (const char *at = text; *at != '\0' && used + 1 < KIOSK_COMMAND_LINE_BYTES; at++) {
        if ((unsigned char)*at >= ' ' && *at != 0x7F)
            line[used++] = *at;
    }
    line[used] = '\0';
}

char *kiosk_command_write(const kiosk_command *command, char line[KIOSK_COMMAND_LINE_BYTES])
{
    const command_form *form = &forms[command->kind < KIOSK_COMMANDS ? command->kind : 0];
    size_t used = (size_t)snprintf(line, KIOSK_COMMAND_LINE_BYTES, "%s", form->code);

    for (int i = 0; i < form->numbers; i++)
        used += (size_t)snprintf(line + used, KIOSK_COMMAND_LINE_BYTES - used, " %" PRId32,
                                 command->numbers[i]);
    if (form->text)
        put_text(line, used, command->text);
    return line;
}

/* Reading. */

/* What is left to be read of a line. */
typedef struct line_rest {
    const char *at;
    size_t length;
} line_rest;

/* The next word, up to a blank, which is taken too; false: empty, or too long. */
static bool take_word(line_rest *rest, char *word, size_t size)
{
    size_t length = 0;

    while (length < rest->length && rest->at[length] != ' ')
        length++;
    if (length == 0 || length >= size)
        return false;
    memcpy(word, rest->at, length);
    word[length] = '\0';
    bool more = length < rest->length;
    rest->at += length + more;
    rest->length -= length + more;
    return !more || rest->length > 0;
}

static bool take_number(line_rest *rest, int32_t *number)
{
    char word[NUMBER_BYTES];

    if (!take_word(rest, word, sizeof word))
        return false;
    const char *digits = word + (word[0] == '-');
    size_t length = strlen(digits);
    int64_t value = 0;
    if (length == 0 || length != strspn(digits, "0123456789"))
        return false;
    for (size_t i = 0; i < length; i++)
        value = value * 10 + (digits[i] - '0');
    value = word[0] == '-' ? -value : value;
    *number = (int32_t)value;
    return value >= INT32_MIN && value <= INT32_MAX;
}

static bool take_text(line_rest *rest, char text[KIOSK_COMMAND_TEXT_BYTES])
{
    if (rest->length >= KIOSK_COMMAND_TEXT_BYTES || !kiosk_text_is_sound(rest->at, rest->length))
        return false;
    memcpy(text, rest->at, rest->length);
    text[rest->length] = '\0';
    return true;
}

bool kiosk_command_read(const char *line, size_t length, kiosk_command *command)
{
    line_rest rest = {line, length};
    kiosk_command read = {KIOSK_COMMAND_NONE, {0}, ""};
    char name[NAME_BYTES];
    int kind = 0;

    if (!take_word(&rest, name, sizeof name))
        return false;
    while (kind < KIOSK_COMMANDS && strcmp(forms[kind].code, name) != 0)
        kind++;
    if (kind == KIOSK_COMMANDS)
        return false;
    read.kind = (kiosk_command_kind)kind;
    for (int i = 0; i < forms[kind].numbers; i++) {
        if (!take_number(&rest, &read.numbers[i]))
            return false;
    }
    if (forms[kind].text ? !take_text(&rest, read.text) : rest.length > 0)
        return false;
    *command = read;
    return true;
}
