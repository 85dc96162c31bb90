/*
 * kiosk/flow/ranges.h: the numbers that commands may have. A finger cannot give others: kiosk_apply
 * refuses them, from whatever file they came, and a script is told which number it was.
 */
#ifndef QILI_KIOSK_FLOW_RANGES_H
#define QILI_KIOSK_FLOW_RANGES_H

#include "kiosk/command.h"

typedef struct kiosk_range {
    int32_t least, most; /* both allowed */
} kiosk_range;

/* The range of a command's number, 0..KIOSK_COMMAND_NUMBERS - 1; of one that the command does not
 * have: any. */
kiosk_range kiosk_range_of(kiosk_command_kind kind, int number);

/* Which of the command's numbers is out of its range, the first one; -1: none. */
int kiosk_command_out_of_range(const kiosk_command *command);

#endif
