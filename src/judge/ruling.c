/* judge/ruling.c: conduct and ruling (articles 24-27). */
#include "judge/ruling.h"

#include <string.h>

static const unsigned attack_labels = 1u << JUDGE_CHECK | 1u << JUDGE_KILL | 1u << JUDGE_CHASE;

/* National rules: one idle move makes a side's conduct allowed (25.2). */
static judge_class national_class(const judge_conduct *conduct, size_t moves, size_t attacks)
{
    if (conduct->counts[JUDGE_IDLE] > 0 || moves == 0)
        return JUDGE_ALLOWED;
    if (attacks < moves)
        return JUDGE_CLASS_UNDECIDED;
    return conduct->counts[JUDGE_CHECK] == moves ? JUDGE_PERPETUAL_CHECK : JUDGE_FORBIDDEN;
}

/* World rules: check on every move, or one piece chased on every move; all else is allowed. */
static judge_class world_class(const judge_conduct *conduct, size_t moves, judge_pieces always)
{
    if (moves > 0 && conduct->counts[JUDGE_CHECK] == moves)
        return JUDGE_PERPETUAL_CHECK;
    return moves > 0 && always ? JUDGE_FORBIDDEN : JUDGE_ALLOWED;
}

judge_conduct judge_side_conduct(const judge_finding *findings, size_t count, board_side side,
                                 const judge_clauses *clauses)
{
    judge_conduct conduct = {0};
    size_t moves = 0;
    size_t attacks = 0;
    judge_pieces always = ~(judge_pieces)0;
    for (size_t i = 0; i < count; i++) {
        const judge_finding *finding = &findings[i];
        if (finding->side != side)
            continue;
        moves++;
        always &= finding->chased;
        conduct.counts[finding->label]++;
        attacks += (finding->possible & ~attack_labels) == 0;
        if (finding->label == JUDGE_IDLE)
            conduct.idle_kinds[finding->idle_kind]++;
        conduct.light |= finding->label == JUDGE_CHASE && finding->light;
        conduct.pawns_counted |= finding->pawns_counted;
    }
    conduct.class = clauses->world_chase ? world_class(&conduct, moves, always)
                                         : national_class(&conduct, moves, attacks);
    return conduct;
}

/* The classes that a side may turn out to have. */
static size_t possible_classes(const judge_conduct *conduct, judge_class classes[2])
{
    if (conduct->class != JUDGE_CLASS_UNDECIDED) {
        classes[0] = conduct->class;
        return 1;
    }
    classes[0] = JUDGE_FORBIDDEN; /* 将 is never undecided, so it is not perpetual check */
    classes[1] = JUDGE_ALLOWED;
    return 2;
}

/* Two sides that both attack without end, weighed: exactly one of them light, the other changes. */
static void weigh_both(const judge_edition *edition, const judge_conduct conduct[2],
                       judge_ruling *ruling)
{
    if (!edition->clauses.weigh_two_forbidden || conduct[BOARD_RED].class != JUDGE_FORBIDDEN ||
        conduct[BOARD_BLACK].class != JUDGE_FORBIDDEN ||
        conduct[BOARD_RED].light == conduct[BOARD_BLACK].light)
        return;
    if (conduct[BOARD_RED].counts[JUDGE_UNDECIDED] ||
        conduct[BOARD_BLACK].counts[JUDGE_UNDECIDED]) {
        *ruling = (judge_ruling){.outcome = JUDGE_OUTCOME_UNDECIDED, .for_arbiter = true};
        return;
    }
    ruling->outcome = conduct[BOARD_RED].light ? JUDGE_BLACK_MUST_CHANGE : JUDGE_RED_MUST_CHANGE;
    memcpy(ruling->articles, edition->weighed, sizeof ruling->articles);
}

judge_ruling judge_rule(const judge_edition *edition, const judge_conduct conduct[2])
{
    judge_class red[2];
    judge_class black[2];
    size_t red_count = possible_classes(&conduct[BOARD_RED], red);
    size_t black_count = possible_classes(&conduct[BOARD_BLACK], black);
    const judge_verdict *verdict = &edition->verdicts[red[0]][black[0]];
    judge_ruling ruling = {.outcome = verdict->outcome};
    for (size_t i = 0; i < red_count; i++) {
        for (size_t j = 0; j < black_count; j++) {
            const judge_verdict *other = &edition->verdicts[red[i]][black[j]];
            if (other->outcome != verdict->outcome)
                ruling.outcome = JUDGE_OUTCOME_UNDECIDED;
        }
    }
    if (ruling.outcome == JUDGE_OUTCOME_UNDECIDED)
        ruling.for_arbiter = true;
    else
        memcpy(ruling.articles, verdict->articles, sizeof ruling.articles);
    weigh_both(edition, conduct, &ruling);
    return ruling;
}

void judge_apply_order(const judge_dispute *dispute, const judge_cycle *cycle,
                       const judge_edition *edition, judge_ruling *ruling)
{
    if (!dispute->after_order || cycle->stage != JUDGE_STAGE_REPEATED ||
        (ruling->outcome != JUDGE_RED_MUST_CHANGE && ruling->outcome != JUDGE_BLACK_MUST_CHANGE))
        return;
    ruling->outcome =
        ruling->outcome == JUDGE_RED_MUST_CHANGE ? JUDGE_RED_LOSES : JUDGE_BLACK_LOSES;
    memcpy(ruling->articles, edition->loss_after_order, sizeof ruling->articles);
}
