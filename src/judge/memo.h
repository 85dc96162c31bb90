/*
 * judge/memo.h: what the searches remember of positions they have seen.
 *
 * One memo serves one thread. Without one (NULL) the searches give the same answers, slower.
 */
#ifndef QILI_JUDGE_MEMO_H
#define QILI_JUDGE_MEMO_H

#include "judge/exchange.h"

enum { JUDGE_MATE_SLOTS = 1 << 16, JUDGE_EXCHANGE_SLOTS = 1 << 12 };

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
    uint64_t games; /* exchange games played so far: results are kept within one game */
    judge_mate_slot mates[JUDGE_MATE_SLOTS];
    judge_exchange_slot exchanges[JUDGE_EXCHANGE_SLOTS];
};

judge_memo *judge_memo_new(void); /* NULL if memory ran out; the caller frees */
void judge_memo_free(judge_memo *memo);
void judge_memo_clear(judge_memo *memo);

/* Spreads the bits of a number over all 64. */
static inline uint64_t judge_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

#endif
