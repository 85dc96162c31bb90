/*
 * judge/memo.h: what the searches remember of positions they have seen.
 *
 * One memo serves one thread. What it holds changes how long a search takes, not what it answers.
 * A memo that was cleared is like a new one in every way, the places of its slots included: how
 * many positions a search visits never depends on what stood in it before.
 */
#ifndef QILI_JUDGE_MEMO_H
#define QILI_JUDGE_MEMO_H

#include "judge/exchange.h"
#include "judge/proof.h"

typedef struct judge_mate_slot {
    uint64_t key;
    int16_t mate_in;          /* 0: not proven */
    int16_t refuted_for;      /* no mate within so many moves, whatever came before */
    int16_t root_refuted_for; /* the same when the line starts here */
    board_move best;
} judge_mate_slot;

typedef struct judge_exchange_slot {
    uint64_t key;
    judge_exchange_result result;
} judge_exchange_slot;

struct judge_memo {
    uint64_t games; /* exchange games of this epoch: results are kept within one game */
    uint64_t epoch; /* what was kept in an earlier one is forgotten: it is part of the slots' keys,
                     * but not of their places */
    judge_mate_slot *mates;
    size_t mate_count;
    judge_exchange_slot *exchanges;
    size_t exchange_count;
    judge_proof_table *proofs;
};

/* How many results a memo keeps of each kind; at least one. */
typedef struct judge_memo_size {
    size_t mates;     /* short mates: 16 bytes each */
    size_t exchanges; /* positions of exchange games: about 170 bytes each */
    size_t proofs;    /* positions of long mates: 48 bytes each */
} judge_memo_size;

judge_memo_size judge_memo_standard(void); /* about 6 MB: enough for any dispute */

judge_memo *judge_memo_new(judge_memo_size size); /* NULL if memory ran out; the caller frees */
void judge_memo_free(judge_memo *memo);           /* NULL is allowed */
void judge_memo_clear(judge_memo *memo);

/* Spreads the bits of a number over all 64. */
static inline uint64_t judge_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

/* The key under which a slot's result is kept in this epoch. */
static inline uint64_t judge_memo_key(const judge_memo *memo, uint64_t key)
{
    return key ^ judge_mix(memo->epoch);
}

#endif
