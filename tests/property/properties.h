/*
 * tests/property/properties.h: what must hold of every cycle, whatever it is.
 */
#ifndef QILI_TESTS_PROPERTY_PROPERTIES_H
#define QILI_TESTS_PROPERTY_PROPERTIES_H

#include "judge/judge.h"
#include "judge/memo.h"
#include "property/cycles.h"

enum { PROPERTY_TEXT_BYTES = 256, PROPERTY_EDITIONS = 3 };

/* What is needed to judge, and what was counted. */
typedef struct property_court {
    judge_edition editions[PROPERTY_EDITIONS];
    judge_memo *memo; /* used again for every cycle */
    size_t labels[PROPERTY_EDITIONS][JUDGE_LABELS];
    size_t outcomes[PROPERTY_EDITIONS][JUDGE_OUTCOMES];
    size_t lengths[CYCLE_MOVES_MAX + 1];
} property_court;

/* A cycle before the court, judged once as it stands. */
typedef struct property_hearing {
    property_court *court;
    const judge_edition *edition;
    const cycle *cycle;
    const judge_result *result;
    random_source *random;
    bool labels_only; /* budgets differ: what hangs on labels may be open */
    char *what;       /* of PROPERTY_TEXT_BYTES: what is wrong */
} property_hearing;

/* Does it hold? If not, hearing->what says why not. */
typedef bool (*property_check)(const property_hearing *hearing);

typedef struct property {
    const char *name;
    property_check holds;
    int one_in; /* asked of one cycle in so many */
} property;

extern const property properties[];
extern const size_t property_count;

/* Loads the editions; ends the test if that fails. */
void property_court_open(property_court *court);
void property_court_close(property_court *court);

/* Judges moves from a position; the caller frees the result. */
judge_result property_judge(const property_hearing *hearing, const board_position *start,
                            const board_move *moves, size_t count, const judge_limits *limits,
                            judge_memo *memo);

/* Notes what is wrong; returns false. */
bool property_fails(const property_hearing *hearing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

const char *property_label_name(judge_label label);
const char *property_outcome_name(judge_outcome outcome);

/* Every line that a finding shows is legal and ends in what it says (evidence.c). */
bool property_evidence_replays(const property_hearing *hearing);

/* A check is a check, a mate in one move is seen, a chase has a new threat (evidence.c). */
bool property_labels_are_founded(const property_hearing *hearing);

/* The roots of chased pieces are false, in the way that is said (evidence.c). */
bool property_roots_are_false(const property_hearing *hearing);

#endif
