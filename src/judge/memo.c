/* judge/memo.c: allocating and clearing what the searches remember. */
#include "judge/memo.h"

#include <stdlib.h>
#include <string.h>

judge_memo *judge_memo_new(void)
{
    judge_memo *memo = calloc(1, sizeof *memo);
    if (!memo)
        return NULL;
    return memo;
}

void judge_memo_free(judge_memo *memo)
{
    free(memo);
}

void judge_memo_clear(judge_memo *memo)
{
    memset(memo, 0, sizeof *memo);
}
