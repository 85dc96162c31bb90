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

/* A side as it may turn out to be. */
typedef struct possible_side {
    judge_class class;
    bool light;
} possible_side;

/* Light: in doubt while a label is undecided that may be that of a light chase. */
static size_t possible_sides(const judge_conduct *conduct, possible_side sides[4])
{
    judge_class classes[2];
    size_t class_count = possible_classes(conduct, classes);
    bool doubtful = !conduct->light && conduct->counts[JUDGE_UNDECIDED] > 0;
    size_t count = 0;
    for (size_t i = 0; i < class_count; i++) {
        sides[count++] = (possible_side){classes[i], conduct->light};
        if (doubtful)
            sides[count++] = (possible_side){classes[i], true};
    }
    return count;
}

/* The table's verdict; of two sides that both attack without end, where the edition weighs them and
 * exactly one is light, the other must change. */
static judge_verdict verdict_of(const judge_edition *edition, possible_side red,
                                possible_side black)
{
    judge_verdict verdict = edition->verdicts[red.class][black.class];
    if (!edition->clauses.weigh_two_forbidden || red.class != JUDGE_FORBIDDEN ||
        black.class != JUDGE_FORBIDDEN || red.light == black.light)
        return verdict;
    verdict.outcome = red.light ? JUDGE_BLACK_MUST_CHANGE : JUDGE_RED_MUST_CHANGE;
    memcpy(verdict.articles, edition->weighed, sizeof verdict.articles);
    return verdict;
}

judge_ruling judge_rule(const judge_edition *edition, const judge_conduct conduct[2])
{
    possible_side red[4];
    possible_side black[4];
    size_t red_count = possible_sides(&conduct[BOARD_RED], red);
    size_t black_count = possible_sides(&conduct[BOARD_BLACK], black);
    judge_verdict verdict = verdict_of(edition, red[0], black[0]);
    judge_ruling ruling = {.outcome = verdict.outcome};
    for (size_t i = 0; i < red_count * black_count; i++) {
        judge_verdict other = verdict_of(edition, red[i / black_count], black[i % black_count]);
        if (other.outcome != verdict.outcome)
            ruling.outcome = JUDGE_OUTCOME_UNDECIDED;
    }
    if (ruling.outcome == JUDGE_OUTCOME_UNDECIDED)
        ruling.for_arbiter = true;
    else
        memcpy(ruling.articles, verdict.articles, sizeof ruling.articles);
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
