/* judge/dispute.c: a whole dispute judged: legality, cycle, labels, ruling. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/moves.h"
#include "judge/cycle.h"
#include "judge/judge.h"
#include "judge/memo.h"
#include "judge/ruling.h"

/* A dispute while it is judged. */
typedef struct judge_hearing {
    const judge_dispute *dispute;
    const judge_edition *edition;
    judge_setting setting;
    const judge_watch *watch;  /* or NULL */
    board_position *positions; /* after 0..count moves */
    judge_result *result;
} judge_hearing;

/* Can a move that stood be carried out at all? */
static board_error stood_fault(const board_position *position, board_move move)
{
    board_error error = board_move_fault(position, move);
    bool impossible = error == BOARD_ERROR_MOVE_OFF_BOARD ||
                      error == BOARD_ERROR_MOVE_EMPTY_SQUARE ||
                      error == BOARD_ERROR_MOVE_OTHER_SIDE || move.from == move.to;
    if (impossible)
        return error;
    board_piece target = position->piece_at[move.to];
    bool king = target != BOARD_NO_PIECE && board_piece_kind(target) == BOARD_KING;
    return king ? BOARD_ERROR_MOVE_TAKES_KING : BOARD_OK;
}

static board_error play_out(judge_hearing *hearing, board_problem *problem)
{
    const judge_dispute *dispute = hearing->dispute;
    hearing->positions[0] = dispute->start;
    for (size_t i = 0; i < dispute->count; i++) {
        const judge_played *played = &dispute->moves[i];
        const board_position *position = &hearing->positions[i];
        board_error error = played->stood ? stood_fault(position, played->move)
                                          : board_move_fault(position, played->move);
        if (error != BOARD_OK) {
            board_problem_set(problem, error, NULL, 0);
            if (problem)
                problem->ply = i + 1;
            return error;
        }
        hearing->positions[i + 1] = *position;
        board_make(&hearing->positions[i + 1], played->move);
    }
    return BOARD_OK;
}

static board_move move_at(const judge_hearing *hearing, size_t index)
{
    return index < hearing->dispute->count ? hearing->dispute->moves[index].move
                                           : hearing->result->cycle.closing;
}

static bool may_go_on(const judge_hearing *hearing, size_t labelled, size_t moves)
{
    const judge_watch *watch = hearing->watch;

    return watch == NULL || watch->go_on(watch->context, labelled, moves);
}

static board_error label_moves(judge_hearing *hearing)
{
    judge_result *result = hearing->result;
    size_t end = result->count + (result->cycle.stage == JUDGE_STAGE_ABOUT_TO);
    size_t from = result->cycle.stage == JUDGE_STAGE_NONE ? result->count : result->cycle.from;
    result->first_judged = from > JUDGE_LEAD_IN_MAX ? from - JUDGE_LEAD_IN_MAX : 0;
    result->finding_count = end - result->first_judged;
    if (result->finding_count == 0)
        return BOARD_OK;
    result->findings = calloc(result->finding_count, sizeof *result->findings);
    if (!result->findings)
        return BOARD_ERROR_NO_MEMORY;
    for (size_t i = result->first_judged; i < end; i++) {
        judge_finding *finding = &result->findings[i - result->first_judged];
        if (!may_go_on(hearing, i - result->first_judged, result->finding_count))
            return BOARD_ERROR_JUDGE_STOPPED;
        judge_label_move(&hearing->positions[i], move_at(hearing, i), &hearing->setting, finding);
        finding->stood = i < result->count && hearing->dispute->moves[i].stood;
    }
    return BOARD_OK;
}

static judge_finding *cycle_findings(const judge_hearing *hearing)
{
    return hearing->result->findings +
           (hearing->result->cycle.from - hearing->result->first_judged);
}

static void conduct_of_both(judge_hearing *hearing)
{
    judge_result *result = hearing->result;
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++)
        result->conduct[side] = judge_side_conduct(cycle_findings(hearing), result->cycle.length,
                                                   (board_side)side, &hearing->edition->clauses);
}

/* Labels the side's idle moves again with captures by pawns counted; false if one stays idle. */
static bool relabel_with_pawns(judge_hearing *hearing, board_side side, judge_finding *relabelled)
{
    judge_setting setting = hearing->setting;
    const judge_cycle *cycle = &hearing->result->cycle;
    const judge_finding *findings = cycle_findings(hearing);
    setting.count_pawns = true;
    for (size_t i = 0; i < cycle->length; i++) {
        relabelled[i] = findings[i];
        if (findings[i].side != side || findings[i].label != JUDGE_IDLE)
            continue;
        judge_label_move(&hearing->positions[cycle->from + i], findings[i].move, &setting,
                         &relabelled[i]);
        if (relabelled[i].label == JUDGE_IDLE)
            return false;
    }
    return true;
}

/* A move before the cycle that is one of the cycle's own, given once more, has its label. */
static void copy_to_earlier_rounds(const judge_hearing *hearing)
{
    judge_result *result = hearing->result;
    const judge_finding *cycle = cycle_findings(hearing);
    size_t from = result->cycle.from;
    for (size_t i = result->first_judged; i < from; i++) {
        judge_finding *finding = &result->findings[i - result->first_judged];
        for (size_t k = 0; k < result->cycle.length; k++) {
            if (board_move_equal(finding->move, cycle[k].move) &&
                board_same_position(&hearing->positions[i], &hearing->positions[from + k]))
                *finding = cycle[k];
        }
    }
}

/* 27.2, second sentence: if the other side attacks with every move, and this one's idle moves all
 * attack once captures by pawns count, both sides attack without end. */
static board_error count_pawns_if_mutual(judge_hearing *hearing)
{
    judge_result *result = hearing->result;
    size_t length = result->cycle.length;
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        const judge_conduct *own = &result->conduct[side];
        if (own->class != JUDGE_ALLOWED ||
            !judge_attacks_always(&result->conduct[board_other((board_side)side)]))
            continue;
        judge_finding *relabelled = malloc(length * sizeof *relabelled);
        if (!relabelled)
            return BOARD_ERROR_NO_MEMORY;
        if (relabel_with_pawns(hearing, (board_side)side, relabelled)) {
            memcpy(cycle_findings(hearing), relabelled, length * sizeof *relabelled);
            copy_to_earlier_rounds(hearing);
        }
        free(relabelled);
        conduct_of_both(hearing);
        break;
    }
    return BOARD_OK;
}

static board_error rule_cycle(judge_hearing *hearing)
{
    judge_result *result = hearing->result;
    result->ruling = (judge_ruling){.outcome = JUDGE_NO_CYCLE};
    result->complete = true;
    if (result->cycle.stage == JUDGE_STAGE_NONE)
        return BOARD_OK;
    conduct_of_both(hearing);
    board_error error =
        hearing->edition->clauses.mutual_pawn_chase ? count_pawns_if_mutual(hearing) : BOARD_OK;
    if (error != BOARD_OK)
        return error;
    result->ruling = judge_rule(hearing->edition, result->conduct);
    judge_apply_order(hearing->dispute, &result->cycle, hearing->edition, &result->ruling);
    for (size_t i = 0; i < result->cycle.length; i++) {
        const judge_finding *finding = &cycle_findings(hearing)[i];
        result->complete = result->complete && finding->label != JUDGE_UNDECIDED;
        result->ruling.for_arbiter = result->ruling.for_arbiter || finding->key_square;
    }
    return BOARD_OK;
}

/* A game or a cycle of too many moves; from: where the cycle begins, counted from 1, or 0. */
static board_error too_long(board_problem *problem, board_error error, size_t count, size_t from)
{
    char number[24];
    snprintf(number, sizeof number, "%zu", count);
    board_problem_set(problem, error, number, strlen(number));
    if (problem)
        problem->ply = from;
    return error;
}

static board_error hear(judge_hearing *hearing, board_problem *problem)
{
    board_error error = play_out(hearing, problem);
    if (error != BOARD_OK)
        return error;
    judge_result *result = hearing->result;
    result->count = hearing->dispute->count;
    judge_find_cycle(hearing->positions, result->count, &result->cycle);
    if (result->cycle.length > JUDGE_CYCLE_MAX)
        return too_long(problem, BOARD_ERROR_JUDGE_CYCLE_MAX, result->cycle.length,
                        result->cycle.from + 1);
    error = label_moves(hearing);
    if (error == BOARD_OK)
        error = rule_cycle(hearing);
    return error == BOARD_OK ? BOARD_OK : board_problem_set(problem, error, NULL, 0);
}

board_error judge_dispute_rule(const judge_dispute *dispute, const judge_edition *edition,
                               const judge_limits *limits, judge_memo *memo, judge_result *result,
                               board_problem *problem)
{
    return judge_dispute_rule_watched(dispute, edition, limits, memo, NULL, result, problem);
}

board_error judge_dispute_rule_watched(const judge_dispute *dispute, const judge_edition *edition,
                                       const judge_limits *limits, judge_memo *memo,
                                       const judge_watch *watch, judge_result *result,
                                       board_problem *problem)
{
    *result = (judge_result){0};
    if (dispute->count > JUDGE_PLIES_MAX)
        return too_long(problem, BOARD_ERROR_JUDGE_TOO_LONG, dispute->count, 0);
    board_position *positions = malloc((dispute->count + 1) * sizeof *positions);
    if (!positions)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    if (memo)
        judge_memo_clear(memo); /* what was judged before must leave no trace in this result */
    judge_memo *own_memo = memo ? NULL : judge_memo_new(judge_memo_standard());
    judge_hearing hearing = {
        .dispute = dispute,
        .edition = edition,
        .watch = watch,
        .setting = {.clauses = edition->clauses, .limits = *limits, .memo = memo ? memo : own_memo},
        .positions = positions,
        .result = result};
    board_error error = hearing.setting.memo
                            ? hear(&hearing, problem)
                            : board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    judge_memo_free(own_memo);
    free(positions);
    if (error != BOARD_OK)
        judge_result_free(result);
    else
        board_problem_set(problem, BOARD_OK, NULL, 0);
    return error;
}

void judge_result_free(judge_result *result)
{
    free(result->findings);
    *result = (judge_result){0};
}

const judge_finding *judge_result_finding(const judge_result *result, size_t index)
{
    if (index < result->first_judged || index - result->first_judged >= result->finding_count)
        return NULL;
    return &result->findings[index - result->first_judged];
}
