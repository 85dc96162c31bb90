/*
 * ledger/audit.c: the audit of a claim by the natural move limit (articles 4.2.4 and 23.3).
 */
#include "ledger/audit.h"

#include "board/moves.h"

/* Does a piece of `side` other than its king attack the other king (3.1)? */
static bool gives_check(const board_position *position, board_side side)
{
    board_piece attackers[BOARD_SIDE_PIECES];
    board_square target = position->square_of[board_king(board_other(side))];
    size_t count = board_attackers(position, side, target, attackers);

    return count > 1 || (count == 1 && attackers[0] != board_king(side));
}

/* BOARD_OK if the move can have been made on the board, by the side to move. */
static board_error fault_of(const board_position *position, const board_record_move *played)
{
    board_move move = played->move;

    if (move.from >= BOARD_SQUARES || move.to >= BOARD_SQUARES)
        return BOARD_ERROR_MOVE_OFF_BOARD;
    board_error fault = board_move_fault(position, move);
    if (!played->stood_illegal || fault == BOARD_ERROR_MOVE_EMPTY_SQUARE ||
        fault == BOARD_ERROR_MOVE_OTHER_SIDE || move.from == move.to)
        return fault;
    board_piece taken = position->piece_at[move.to];
    if (taken == BOARD_NO_PIECE)
        return BOARD_OK;
    if (board_piece_side(taken) == position->to_move)
        return BOARD_ERROR_MOVE_OWN_PIECE;
    return board_piece_kind(taken) == BOARD_KING ? BOARD_ERROR_MOVE_TAKES_KING : BOARD_OK;
}

/* Begins to count anew behind a capture. */
static void note_capture(ledger_audit *audit, const board_position *before, board_move move,
                         size_t ply)
{
    audit->capture = ply;
    audit->capturing = move;
    audit->captured = before->piece_at[move.to];
    audit->before_capture = *before;
    audit->rounds = 0;
    audit->half = false;
    audit->checks[BOARD_RED] = 0;
    audit->checks[BOARD_BLACK] = 0;
    audit->stood = 0;
}

/* Adds a quiet move, the first or the second of its round. */
static void note_quiet_move(ledger_audit *audit, board_side mover, bool check, size_t ply)
{
    ledger_round *round = &audit->list[audit->rounds];

    if (!audit->half)
        *round = (ledger_round){.ply = (uint16_t)ply, .counted = true};
    if (check)
        round->checks[mover] = (uint16_t)++audit->checks[mover];
    audit->rounds += audit->half;
    audit->half = !audit->half;
}

static board_error play(ledger_audit *audit, board_position *position,
                        const board_record_move *played, size_t ply)
{
    board_side mover = position->to_move;
    board_error fault = fault_of(position, played);

    if (fault != BOARD_OK)
        return fault;
    bool takes = position->piece_at[played->move.to] != BOARD_NO_PIECE;
    if (takes)
        note_capture(audit, position, played->move, ply);
    board_make(position, played->move);
    if (!takes)
        note_quiet_move(audit, mover, gives_check(position, mover), ply);
    audit->stood += played->stood_illegal;
    return BOARD_OK;
}

/* Rounds that count where `side` is the claimant. */
static size_t count_for(const ledger_audit *audit, board_side side)
{
    size_t beyond = audit->checks[side] > LEDGER_CHECKS_COUNTED
                        ? audit->checks[side] - LEDGER_CHECKS_COUNTED
                        : 0;

    return audit->rounds - beyond;
}

/* Leaves out the rounds of the claimant's checks beyond the tenth. */
static void count_rounds(ledger_audit *audit)
{
    const ledger_round *last = &audit->list[audit->rounds];

    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        if (audit->half && last->checks[side] > 0)
            audit->checks[side]--; /* it stands in no whole round */
        audit->counted_for[side] = count_for(audit, (board_side)side);
    }
    audit->counted = audit->rounds;
    if (!ledger_audit_is_claimed(audit))
        return;
    audit->counted = audit->counted_for[audit->setting.claimant];
    for (size_t i = 0; i < audit->rounds; i++)
        audit->list[i].counted =
            audit->list[i].checks[audit->setting.claimant] <= LEDGER_CHECKS_COUNTED;
}

static ledger_audit_verdict verdict_of(const ledger_audit *audit, const board_position *end)
{
    bool reached = audit->counted >= audit->setting.limit;

    if (!board_has_legal_move(end))
        return LEDGER_GAME_OVER;
    if (!ledger_audit_is_claimed(audit))
        return reached ? LEDGER_MAY_DRAW : LEDGER_LIMIT_NOT_REACHED;
    return reached ? LEDGER_CLAIM_TRUE : LEDGER_CLAIM_UNTRUE;
}

/* The position that the game begins with. */
static board_error begin(const board_record *record, board_position *position,
                         board_problem *problem)
{
    board_layout_fault fault = {BOARD_OK, BOARD_NO_SQUARE};
    board_error error = board_position_from_layout(position, &record->start, &fault);

    board_problem_set(problem, error, NULL, 0);
    if (error != BOARD_OK && problem != NULL)
        problem->square = fault.square;
    return error;
}

board_error ledger_audit_record(const board_record *record, const ledger_audit_setting *setting,
                                ledger_audit *audit, board_problem *problem)
{
    board_position position;

    if (setting->limit < 1 || setting->limit > LEDGER_LIMIT_MAX)
        return board_problem_set(problem, BOARD_ERROR_AUDIT_LIMIT, NULL, 0);
    if (record->problem.error != BOARD_OK) {
        if (problem != NULL)
            *problem = record->problem;
        return record->problem.error;
    }
    if (record->count > BOARD_RECORD_PLIES_MAX)
        return board_problem_set(problem, BOARD_ERROR_RECORD_PLIES, NULL, 0);
    board_error error = begin(record, &position, problem);
    *audit =
        (ledger_audit){.setting = *setting, .first = record->start.to_move, .plies = record->count};
    for (size_t i = 0; error == BOARD_OK && i < record->count; i++) {
        error = play(audit, &position, &record->moves[i], i + 1);
        if (error != BOARD_OK && problem != NULL) {
            board_problem_set(problem, error, NULL, 0);
            problem->line = record->moves[i].line;
            problem->ply = i + 1;
        }
    }
    if (error != BOARD_OK)
        return error;
    audit->earlier_unknown = audit->capture == 0 && record->start_given;
    count_rounds(audit);
    audit->verdict = verdict_of(audit, &position);
    return BOARD_OK;
}

size_t ledger_audit_run_end(const ledger_audit *audit, size_t first)
{
    size_t end = first;

    while (end < audit->rounds && audit->list[end].counted == audit->list[first].counted)
        end++;
    return end;
}
