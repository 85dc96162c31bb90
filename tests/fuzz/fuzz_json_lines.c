/* tests/fuzz/fuzz_json_lines.c: any bytes as a line of JSON that describes a dispute. */
#include "fuzz/fuzz.h"

#include <stdio.h>

#include "board/moves.h"
#include "cli/dispute_private.h"

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
    /* The complaints are of no interest; the sanitizers write past the stream. */
    FILE *nowhere = fopen("/dev/null", "w");
    fuzz_expect(nowhere != NULL);
    stderr = nowhere;
    return 0;
}

static bool check_entry(void *context, const dispute_entry *entry)
{
    size_t *entries = context;
    board_position position;
    ++*entries;
    fuzz_expect(entry->record != NULL); /* the id is NULL where the input has none */
    if (entry->record->count == 0)
        return true;
    fuzz_expect(board_position_from_layout(&position, &entry->record->start, NULL) == BOARD_OK);
    for (size_t i = 0; i < entry->record->count; i++)
        board_make(&position, entry->record->moves[i].move);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t entries = 0;
    cli_report report = {.language = BOARD_ENGLISH};
    dispute_client client = {.report = &report,
                             .place = {"fuzz", 1},
                             .moves = DISPUTE_ANY_MOVES,
                             .visit = check_entry,
                             .context = &entries};
    dispute_read_json(&client, (const char *)data, size);
    fuzz_expect(entries <= 1);
    return 0;
}
