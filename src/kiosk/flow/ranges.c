/* kiosk/flow/ranges.c: the numbers that commands may have. */
#include "kiosk/flow/ranges.h"

#include "kiosk/flow/state.h"

enum { CELL_FIRST = 1, CELL_LAST = 2 * BOARD_KINDS, SQUARE_LAST = BOARD_SQUARES - 1 };
enum { TRAINING_PAGES = KIOSK_SCREEN_PROGRESS - KIOSK_SCREEN_TRAINING + 1 };

typedef struct named_range {
    kiosk_command_kind kind;
    int number;
    kiosk_range range;
} named_range;

static const named_range ranges[] = {
#define KIOSK_RANGE(name, number, least, most) {KIOSK_COMMAND_##name, number, {least, most}},
#include "kiosk/flow/ranges.def"
#undef KIOSK_RANGE
};

kiosk_range kiosk_range_of(kiosk_command_kind kind, int number)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (ranges[i].kind == kind && ranges[i].number == number)
            return ranges[i].range;
    }
    return (kiosk_range){INT32_MIN, INT32_MAX};
}

int kiosk_command_out_of_range(const kiosk_command *command)
{
    for (int i = 0; i < KIOSK_COMMAND_NUMBERS; i++) {
        const kiosk_range range = kiosk_range_of(command->kind, i);

        if (command->numbers[i] < range.least || command->numbers[i] > range.most)
            return i;
    }
    return -1;
}
