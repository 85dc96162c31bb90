/*
 * judge/proof.h: proof-number search for mates by continuous checks of any length.
 *
 * The depth-first search of mate.c is best for short mates; this one proves long ones and refutes
 * wild goose chases. Only this room uses it.
 */
#ifndef QILI_JUDGE_PROOF_H
#define QILI_JUDGE_PROOF_H

#include "judge/mate.h"

/* Room for the search's table; 48 bytes an entry. */
typedef struct judge_proof_table judge_proof_table;

judge_proof_table *judge_proof_table_new(size_t entries); /* NULL if memory ran out */
void judge_proof_table_free(judge_proof_table *table);
void judge_proof_table_clear(judge_proof_table *table);

/*
 * As judge_mate, without a limit of moves: YES with a mating line, NO only if the refutation holds
 * whatever repeats, UNKNOWN if query->limits.nodes positions were not enough or query->stop said
 * so.
 */
judge_answer judge_prove_mate(const board_position *position, const judge_mate_query *query,
                              judge_proof_table *table, judge_line *line, long *nodes);

/* The same with a line that may be longer than JUDGE_LINE_MAX; NULL: no line is wanted. */
judge_answer judge_prove_mate_whole(const board_position *position, const judge_mate_query *query,
                                    judge_proof_table *table, judge_mate_line *line, long *nodes);

#endif
