/*
 * kiosk/command.h: everything that can happen to the kiosk, as one kind of value.
 *
 * What a tap, a key, a hardware button or a tick of the clock does becomes a command; kiosk_apply
 * (kiosk/flow) is a function from a state and a command to the next state. The list of commands is
 * the undo stack, the crash-recovery record, the test script and the demo, so a command has a text
 * form on one line and holds no pointers.
 */
#ifndef QILI_KIOSK_COMMAND_H
#define QILI_KIOSK_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KIOSK_COMMAND_TEXT_BYTES = 256, /* of a text argument, with its NUL */
    KIOSK_COMMAND_NUMBERS = 4,
    KIOSK_COMMAND_LINE_BYTES = 384 /* room for any command's line, with its NUL */
};

/* One line each in commands.def, where the numbers and the text are explained. NONE is first. */
typedef enum kiosk_command_kind {
#define KIOSK_COMMAND(name, code, numbers, text, kept) KIOSK_COMMAND_##name,
#include "kiosk/commands.def"
#undef KIOSK_COMMAND
    KIOSK_COMMANDS
} kiosk_command_kind;

typedef struct kiosk_command {
    kiosk_command_kind kind;
    int32_t numbers[KIOSK_COMMAND_NUMBERS];
    char text[KIOSK_COMMAND_TEXT_BYTES];
} kiosk_command;

/* Commands of up to two numbers, or of a text (cut at a character if it does not fit). */
kiosk_command kiosk_command_of(kiosk_command_kind kind, int32_t first, int32_t second);
kiosk_command kiosk_command_of_text(kiosk_command_kind kind, const char *text);

/* Does it belong into the draft file? Only commands that say what was entered do; no PIN does. */
bool kiosk_command_is_kept(kiosk_command_kind kind);

/* The text form without a newline: "play 19 22", "fen 1 3k5/... w": the name, the numbers, the
 * text, with one blank between two; control characters of the text are left out. Returns line. */
char *kiosk_command_write(const kiosk_command *command, char line[KIOSK_COMMAND_LINE_BYTES]);

/* The inverse, of `length` bytes without the newline; false: not a command. Strict: the right
 * number of numbers, each an int32, a text of valid UTF-8 that fits. */
bool kiosk_command_read(const char *line, size_t length, kiosk_command *command);

#endif
