/* tests/fuzz/fuzz_edition.c: any bytes as the file of an edition. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "judge/edition.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    judge_edition edition;
    board_problem problem;
    if (judge_edition_read((const char *)data, size, &edition, &problem) != BOARD_OK)
        return 0;
    fuzz_expect(memchr(edition.name, '\0', sizeof edition.name) != NULL);
    for (int red = 0; red < JUDGE_CLASSES; red++) {
        for (int black = 0; black < JUDGE_CLASSES; black++) {
            const judge_verdict *verdict = &edition.verdicts[red][black];
            fuzz_expect(verdict->outcome < JUDGE_OUTCOMES);
            fuzz_expect(memchr(verdict->articles, '\0', sizeof verdict->articles) != NULL);
        }
    }
    return 0;
}
