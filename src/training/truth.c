/*
 * training/truth.c: the questions of a case, with their answers by the judge.
 */
#include "training/truth.h"

#include <stdio.h>
#include <string.h>

#include "judge/memo.h"

/* A case that is being gone through. */
typedef struct truth_case {
    const training_case *one;
    const char *edition;
    unsigned kinds;
    const judge_edition *rules;
    const judge_result *result;
    training_truths *truths;
} truth_case;

board_error training_truth_judge(const training_case *one, const char *edition, judge_memo *memo,
                                 judge_edition *rules, judge_result *result)
{
    const judge_dispute dispute = {.start = one->start, .moves = one->moves, .count = one->count};
    const judge_limits limits = judge_limits_standard();
    board_error error = judge_edition_load(edition, rules);

    if (error == BOARD_OK)
        error = judge_dispute_rule(&dispute, rules, &limits, memo, result, NULL);
    return error;
}

/* The built-in name of an edition, which lasts. */
static const char *lasting(const char *edition)
{
    for (size_t i = 0; judge_edition_name(i); i++) {
        if (strcmp(judge_edition_name(i), edition) == 0)
            return judge_edition_name(i);
    }
    return edition;
}

/* A new question of this kind; NULL if it is not wanted, or there is no room. */
static training_question *add(const truth_case *from, training_question_kind kind, size_t index)
{
    if ((from->kinds & 1u << kind) == 0 || from->truths->count == TRAINING_TRUTHS_MAX)
        return NULL;
    training_question *question = &from->truths->questions[from->truths->count++];
    *question = (training_question){.kind = kind,
                                    .one = from->one,
                                    .edition = lasting(from->edition),
                                    .index = index,
                                    .answer = {.given = true}};
    return question;
}

/* Moves. */

static void add_pieces(const board_position *position, judge_pieces pieces, training_points *set)
{
    for (board_piece piece = 0; piece < BOARD_PIECES; piece++) {
        if ((pieces & judge_bit(piece)) != 0 && position->square_of[piece] != BOARD_NO_SQUARE)
            training_points_add(set, position->square_of[piece]);
    }
}

/* What may be named as chased is all that a new threat can win; what must be is what a new threat
 * takes at once. False: there is nothing that could be named. */
static bool find_targets(const board_position *after, const judge_finding *finding,
                         training_question *question)
{
    training_points *all = &question->answer.targets;

    add_pieces(after, finding->chased, all);
    add_pieces(after, finding->chased, &question->needed);
    for (size_t i = 0; finding->chased == 0 && i < finding->after.count; i++) {
        const judge_threat *threat = &finding->after.threats[i];
        bool fresh = threat->status == JUDGE_THREAT_NEW || threat->status == JUDGE_THREAT_RENEWED;
        if (!fresh || threat->answer != JUDGE_YES)
            continue;
        add_pieces(after, threat->victims, all);
        if (threat->kind == JUDGE_DIRECT) {
            training_points_add(all, threat->first.to);
            training_points_add(&question->needed, threat->first.to);
        }
    }
    return all->low != 0 || all->high != 0;
}

/* Does the source see this move otherwise? Then it is not asked about. */
static bool is_open(const truth_case *from, size_t index, const judge_finding *finding)
{
    const char *said = training_case_label(from->one, from->edition, index);

    return finding->label == JUDGE_UNDECIDED || training_case_disputed(from->one, index) ||
           (said && !training_case_fits(from->one, said, finding));
}

static void ask_move(const truth_case *from, const board_position *before, size_t index)
{
    const judge_finding *finding = judge_result_finding(from->result, index);
    char articles[JUDGE_ARTICLES_BYTES];
    board_position after = *before;
    training_question *question = NULL;

    if (!finding || is_open(from, index, finding))
        return;
    judge_finding_articles(before, finding, &from->rules->clauses, articles, sizeof articles);
    board_make(&after, finding->move);
    if ((question = add(from, TRAINING_ASK_LABEL, index)) != NULL) {
        question->answer.label = finding->label;
        snprintf(question->articles, sizeof question->articles, "%s", articles);
    }
    if (finding->label == JUDGE_IDLE && !from->rules->clauses.world_chase &&
        (question = add(from, TRAINING_ASK_IDLE, index)) != NULL) {
        question->answer.idle_kind = finding->idle_kind;
        snprintf(question->articles, sizeof question->articles, "%s", articles);
    }
    if (finding->label == JUDGE_CHASE &&
        (question = add(from, TRAINING_ASK_TARGETS, index)) != NULL) {
        snprintf(question->articles, sizeof question->articles, "%s", articles);
        if (!find_targets(&after, finding, question))
            from->truths->count--;
    }
}

static void ask_moves(const truth_case *from)
{
    const judge_cycle *cycle = &from->result->cycle;
    board_position position = from->one->start;
    bool none = cycle->stage == JUDGE_STAGE_NONE;

    for (size_t i = 0; i < from->one->count; i++) {
        if (!none && i >= cycle->from && i - cycle->from < cycle->length)
            ask_move(from, &position, i);
        board_make(&position, from->one->moves[i].move);
    }
}

/* Conduct and ruling. */

static bool find_conduct(const judge_conduct *conduct, training_conduct *found)
{
    size_t attacks =
        conduct->counts[JUDGE_CHECK] + conduct->counts[JUDGE_KILL] + conduct->counts[JUDGE_CHASE];

    if (conduct->class == JUDGE_CLASS_UNDECIDED || attacks + conduct->counts[JUDGE_IDLE] == 0)
        return false;
    if (conduct->class == JUDGE_ALLOWED)
        *found = TRAINING_HAS_IDLE;
    else if (conduct->class == JUDGE_PERPETUAL_CHECK)
        *found = TRAINING_ALL_CHECK;
    else if (conduct->counts[JUDGE_KILL] == attacks)
        *found = TRAINING_ALL_KILL;
    else if (conduct->counts[JUDGE_CHASE] == attacks)
        *found = TRAINING_ALL_CHASE;
    else
        *found = TRAINING_MIXED;
    return true;
}

static void ask_conduct(const truth_case *from, board_side side)
{
    static const char *const articles[TRAINING_CONDUCTS] = {"25.2,28.10", "25.2,28.11",
                                                            "25.2,28.12", "25.2", "25.2"};
    training_conduct conduct = TRAINING_HAS_IDLE;
    bool world = from->rules->clauses.world_chase;

    /* The world rules have other names: only what a table of them can tell is asked. */
    if (world || !find_conduct(&from->result->conduct[side], &conduct))
        return;
    training_question *question = add(from, TRAINING_ASK_CONDUCT, (size_t)side);
    if (question != NULL) {
        question->answer.conduct = conduct;
        snprintf(question->articles, sizeof question->articles, "%s", articles[conduct]);
    }
}

static void ask_ruling(const truth_case *from)
{
    const judge_ruling *ruling = &from->result->ruling;
    training_question *question = NULL;

    if (ruling->outcome != JUDGE_OUTCOME_UNDECIDED &&
        (question = add(from, TRAINING_ASK_RULING, 0)) != NULL) {
        question->answer.outcome = ruling->outcome;
        snprintf(question->articles, sizeof question->articles, "%s",
                 ruling->outcome == JUDGE_NO_CYCLE ? "25.1" : ruling->articles);
    }
}

static void ask_whole(const truth_case *from)
{
    const char *verdict = training_case_verdict(from->one, from->edition);
    bool agreed =
        !training_case_disagreement(from->one, from->edition, BOARD_CHINESE) &&
        (!verdict || strcmp(verdict, judge_outcome_code(from->result->ruling.outcome)) == 0);

    if (!agreed)
        return;
    if (from->result->cycle.stage != JUDGE_STAGE_NONE) {
        ask_conduct(from, BOARD_RED);
        ask_conduct(from, BOARD_BLACK);
    }
    ask_ruling(from);
}

static void ask_mate(const truth_case *from, judge_memo *memo)
{
    training_question *question = add(from, TRAINING_ASK_MATE, 0);
    judge_line line = {0};

    if (question == NULL)
        return;
    training_truth_line(from->one, memo, &line);
    question->answer.move = line.moves[0];
    snprintf(question->articles, sizeof question->articles, "28.2");
    if (line.count == 0)
        from->truths->count--;
}

board_error training_truths_of(const training_case *one, const char *edition, unsigned kinds,
                               judge_memo *memo, training_truths *truths)
{
    judge_edition rules;
    judge_result result;
    truth_case from = {one, edition, kinds, &rules, &result, truths};

    truths->count = 0;
    if (one->kind == TRAINING_MATE) {
        ask_mate(&from, memo);
        return BOARD_OK;
    }
    board_error error = training_truth_judge(one, edition, memo, &rules, &result);
    if (error != BOARD_OK)
        return error;
    ask_moves(&from);
    ask_whole(&from);
    judge_result_free(&result);
    return BOARD_OK;
}

/* Mates. */

static judge_mate_query query_for(int moves, judge_memo *memo)
{
    return (judge_mate_query){.limits = {.short_moves = moves, .short_nodes = TRAINING_MATE_NODES},
                              .memo = memo};
}

void training_truth_line(const training_case *one, judge_memo *memo, judge_line *line)
{
    judge_memo *own = memo ? NULL : judge_memo_new(judge_memo_standard());
    const judge_mate_query query = query_for(one->mate, memo ? memo : own);

    if (query.memo == NULL || judge_mate(&one->start, &query, line, NULL) != JUDGE_YES)
        *line = (judge_line){0};
    judge_memo_free(own);
}

bool training_truth_mates(const training_case *one, board_move move, judge_memo *memo)
{
    judge_memo *own = memo ? NULL : judge_memo_new(judge_memo_standard());
    const judge_mate_query query = query_for(one->mate, memo ? memo : own);
    board_position position = one->start;
    board_move_list replies;
    bool mates =
        query.memo != NULL && board_is_legal(&position, move) && board_gives_check(&position, move);

    if (mates) {
        board_make(&position, move);
        board_legal_moves(&position, &replies);
        for (size_t i = 0; mates && i < replies.count; i++) {
            board_position next = position;
            board_make(&next, replies.moves[i]);
            mates = judge_mate(&next, &query, NULL, NULL) == JUDGE_YES;
        }
    }
    judge_memo_free(own);
    return mates;
}
