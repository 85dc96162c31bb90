/*
 * kiosk/flow/repetition.c: the positions of a dispute, and which of them came again.
 */
#include <stdlib.h>
#include <string.h>

#include "board/moves.h"
#include "judge/cycle.h"
#include "judge/words.h"
#include "kiosk/flow/dispute.h"

kiosk_say kiosk_position_refusal(const kiosk_entered *entered)
{
    board_layout_fault fault;

    if (board_layout_faults(&entered->layout, &fault, 1) > 0)
        return KIOSK_SAY_POSITION_FAULTY;
    return entered->side_chosen ? KIOSK_SAY_NOTHING : KIOSK_SAY_SIDE_MISSING;
}

bool kiosk_can_be_made(const board_position *position, board_move move)
{
    const board_piece piece = position->piece_at[move.from];
    const board_piece target = position->piece_at[move.to];

    if (piece == BOARD_NO_PIECE || board_piece_side(piece) != position->to_move)
        return false;
    return target == BOARD_NO_PIECE || (board_piece_kind(target) != BOARD_KING &&
                                        board_piece_side(target) != position->to_move);
}

bool kiosk_position_after(const kiosk_entered *entered, size_t plies, board_position *position)
{
    if (plies > entered->count ||
        board_position_from_layout(position, &entered->layout, NULL) != BOARD_OK)
        return false;
    for (size_t i = 0; i < plies; i++) {
        const board_move move = entered->moves[i].move;
        /* The layout may have been changed since the moves were entered. */
        if (!kiosk_can_be_made(position, move))
            return false;
        board_make(position, move);
    }
    return true;
}

/* 已重复三次 adds one round: the position had come twice when it was said. */
size_t kiosk_played(const kiosk_entered *entered, judge_played *played, size_t room)
{
    const size_t added = entered->cycle;

    for (size_t i = 0; i < entered->count + added && i < room; i++) {
        const size_t of = i < entered->count ? i : i - entered->cycle;
        played[i] =
            (judge_played){entered->moves[of].move, entered->moves[of].illegality != BOARD_OK};
    }
    return entered->count + added;
}

/* Fills positions[0..count]; false: a move does not fit. */
static bool play_out(const kiosk_entered *entered, const judge_played *played, size_t count,
                     board_position *positions)
{
    if (!kiosk_position_after(entered, entered->count, &positions[0]) ||
        board_position_from_layout(&positions[0], &entered->layout, NULL) != BOARD_OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        positions[i + 1] = positions[i];
        board_make(&positions[i + 1], played[i].move);
    }
    return true;
}

static void list_occurrences(const board_position *positions, size_t last,
                             kiosk_repetition *repetition)
{
    for (size_t i = 0; i <= last; i++) {
        if (!board_same_position(&positions[i], &positions[last]))
            continue;
        if (repetition->occurrences < JUDGE_OCCURRENCES_MAX)
            repetition->plies[repetition->occurrences] = i;
        repetition->occurrences++;
    }
}

static void describe(const kiosk_entered *entered, const board_position *positions, size_t count,
                     kiosk_repetition *repetition)
{
    const judge_cycle *cycle = &repetition->cycle;

    list_occurrences(positions, entered->count, repetition);
    judge_find_cycle(positions, count, &repetition->cycle);
    repetition->complete = cycle->stage == JUDGE_STAGE_REPEATED && cycle->missing == 0;
    repetition->can_confirm = entered->cycle == 0 && cycle->stage == JUDGE_STAGE_REPEATED &&
                              cycle->missing == 1 && cycle->length <= JUDGE_CYCLE_MAX &&
                              entered->count + cycle->length <= KIOSK_PLIES_MAX;
}

bool kiosk_find_repetition(const kiosk_entered *entered, kiosk_repetition *repetition)
{
    judge_played played[KIOSK_PLIES_MAX];
    const size_t count = kiosk_played(entered, played, KIOSK_PLIES_MAX);

    *repetition = (kiosk_repetition){0};
    if (count > KIOSK_PLIES_MAX)
        return false;
    board_position *positions = malloc((count + 1) * sizeof *positions);
    if (positions == NULL)
        return false;
    const bool found = play_out(entered, played, count, positions);
    if (found)
        describe(entered, positions, count, repetition);
    free(positions);
    return found;
}

kiosk_say kiosk_moves_refusal(const kiosk_dispute *dispute)
{
    kiosk_repetition repetition;
    kiosk_say say = kiosk_position_refusal(&dispute->entered);

    if (say != KIOSK_SAY_NOTHING)
        return say;
    if (dispute->entered.count == 0)
        return KIOSK_SAY_NO_MOVES;
    if (dispute->after_order && dispute->entered.count == dispute->entered.given)
        return KIOSK_SAY_NO_MOVES;
    if (!kiosk_find_repetition(&dispute->entered, &repetition))
        return KIOSK_SAY_POSITION_FAULTY;
    if (repetition.cycle.stage == JUDGE_STAGE_NONE)
        return KIOSK_SAY_NO_REPETITION;
    return repetition.cycle.length > JUDGE_CYCLE_MAX ? KIOSK_SAY_CYCLE_TOO_LONG : KIOSK_SAY_NOTHING;
}
