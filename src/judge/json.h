/*
 * judge/json.h: a judged dispute as JSON (docs/formats/judge-json.md).
 */
#ifndef QILI_JUDGE_JSON_H
#define QILI_JUDGE_JSON_H

#include <jansson.h>

#include "judge/override.h"

/*
 * The whole ruling as one object, a new reference that the caller decrefs; NULL if memory ran out.
 * `id` may be NULL (the field is then null) and must be UTF-8. `result` must come from
 * judge_dispute_rule with this dispute and edition; `setting` gives the limits and the memo for
 * looking at the roots of chased pieces (its clauses and count_pawns are taken from the edition and
 * the findings). Without `evidence` the moves carry labels only.
 */
json_t *judge_result_json(const char *id, const judge_dispute *dispute,
                          const judge_edition *edition, const judge_setting *setting,
                          const judge_result *result, bool evidence);

/* The arbiter's word, to be put beside the tool's as "arbiter": the overrides, and the conduct and
 * ruling of `overruled` (see override.h). A new reference; NULL if memory ran out. */
json_t *judge_arbiter_json(const judge_result *result, const judge_result *overruled,
                           const judge_override *overrides, size_t count);

#endif
