/*
 * judge/json_private.h: what the files of the JSON share; nobody else includes it.
 *
 * Objects are built up with a note of failure: once memory has run out somewhere, everything goes
 * on harmlessly (jansson takes NULL for a value and frees what it cannot keep), and at the end the
 * whole is thrown away.
 */
#ifndef QILI_JUDGE_JSON_PRIVATE_H
#define QILI_JUDGE_JSON_PRIVATE_H

#include "judge/json.h"
#include "judge/words.h"

typedef struct judge_json_writer {
    const judge_edition *edition;
    judge_setting setting; /* with the edition's clauses */
    bool failed;           /* memory ran out */
} judge_json_writer;

/* Puts a value, whose reference they take, under a key or at the end of an array. */
void judge_json_put(judge_json_writer *writer, json_t *object, const char *key, json_t *value);
void judge_json_add(judge_json_writer *writer, json_t *array, json_t *value);

/* An array of the numbers in a list like "26.4,24.3". */
json_t *judge_json_articles(judge_json_writer *writer, const char *articles);

/* A move made in the position, as text. */
json_t *judge_json_move(const board_position *position, board_move move, board_notation notation);

/* The evidence of a finding whose move was made in the position. */
json_t *judge_json_evidence(judge_json_writer *writer, const board_position *before,
                            const judge_finding *finding);

#endif
