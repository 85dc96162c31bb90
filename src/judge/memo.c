/* judge/memo.c: allocating and clearing what the searches remember. */
#include "judge/memo.h"

#include <stdlib.h>

judge_memo_size judge_memo_standard(void)
{
    return (judge_memo_size){.mates = 1 << 16, .exchanges = 1 << 12, .proofs = 1 << 16};
}

judge_memo *judge_memo_new(judge_memo_size size)
{
    judge_memo *memo = calloc(1, sizeof *memo);
    if (!memo)
        return NULL;
    memo->mate_count = size.mates ? size.mates : 1;
    memo->exchange_count = size.exchanges ? size.exchanges : 1;
    memo->proofs = judge_proof_table_new(size.proofs);
    memo->mates = calloc(memo->mate_count, sizeof *memo->mates);
    if (memo->mates)
        memo->exchanges = calloc(memo->exchange_count, sizeof *memo->exchanges);
    if (!memo->exchanges || !memo->proofs) {
        judge_memo_free(memo);
        return NULL;
    }
    return memo;
}

void judge_memo_free(judge_memo *memo)
{
    if (!memo)
        return;
    free(memo->mates);
    free(memo->exchanges);
    judge_proof_table_free(memo->proofs);
    free(memo);
}

void judge_memo_clear(judge_memo *memo)
{
    memo->games = 0;
    memo->epoch++;
    judge_proof_table_clear(memo->proofs);
}
