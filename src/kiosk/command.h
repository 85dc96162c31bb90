/*
 * kiosk/command.h: everything that can happen to the kiosk, as one kind of value.
 *
 * What a tap, a key, a hardware button, a finished search or a tick of the clock does becomes a
 * command; kiosk_apply (kiosk/flow) is a pure function from a state and a command to the next
 * state. The list of commands is the undo stack, the crash-recovery record, the test script and
 * the demo, so a command has a text form on one line and holds no pointers.
 */
#ifndef QILI_KIOSK_COMMAND_H
#define QILI_KIOSK_COMMAND_H

#include <stdint.h>

enum {
    KIOSK_COMMAND_TEXT_BYTES = 256, /* of a text argument, with its NUL */
    KIOSK_COMMAND_NUMBERS = 4
};

/* One line each in commands.def: KIOSK_COMMAND(NAME, "name of the text form"). NONE is first. */
typedef enum kiosk_command_kind {
#define KIOSK_COMMAND(name, text) KIOSK_COMMAND_##name,
#include "kiosk/commands.def"
#undef KIOSK_COMMAND
    KIOSK_COMMANDS
} kiosk_command_kind;

/* What the numbers and the text mean is said at each kind in commands.def. */
typedef struct kiosk_command {
    kiosk_command_kind kind;
    int32_t numbers[KIOSK_COMMAND_NUMBERS];
    char text[KIOSK_COMMAND_TEXT_BYTES];
} kiosk_command;

#endif
