/*
 * judge/weight.c: how heavy a chase is. The edition of 2020 lets two sides that both attack
 * without end not simply draw: the one whose chases are heavier must change. The clause is known
 * from that edition's figures; docs/rule-book.md gives the figures behind each line.
 */
#include "judge/comparison.h"

/* The position right after S's capture, O to move. */
static board_position after_capture(const judge_comparison *pair, const judge_threat *threat)
{
    board_position taken = pair->after.position;
    board_make(&taken, threat->first);
    return taken;
}

static bool is_rook(board_piece piece)
{
    return board_piece_kind(piece) == BOARD_ROOK;
}

/* After this recapture, can S take a rook elsewhere that stands unprotected? */
static bool loses_rook_elsewhere(const board_position *recaptured, board_square square)
{
    board_move_list captures;
    board_legal_captures(recaptured, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        board_move move = captures.moves[i];
        board_piece protectors[BOARD_SIDE_PIECES];
        if (move.to == square || !is_rook(recaptured->piece_at[move.to]))
            continue;
        board_position after = *recaptured;
        board_make(&after, move);
        if (board_attackers(&after, after.to_move, move.to, protectors) == 0)
            return true;
    }
    return false;
}

static bool allows_mate(const judge_comparison *pair, const board_position *recaptured)
{
    judge_mate_query query = {.barred = &pair->after.barred,
                              .limits = pair->setting->limits.exchange.mate,
                              .memo = pair->setting->memo};
    return judge_is_yes(pair->effort, judge_mate(recaptured, &query, NULL, &pair->effort->nodes));
}

/* What the recaptures on the target's square come to. */
typedef struct recaptures {
    bool covered; /* a piece of O attacks the square, legally or not */
    bool legal;   /* some recapture is legal */
    bool rook;    /* after one of them S takes an unprotected rook elsewhere */
    bool mate;    /* after one of them S mates */
} recaptures;

static recaptures look_at_recaptures(const judge_comparison *pair, const judge_threat *threat)
{
    board_position taken = after_capture(pair, threat);
    board_square square = threat->first.to;
    board_piece attackers[BOARD_SIDE_PIECES];
    recaptures found = {0};
    found.covered = board_attackers(&taken, taken.to_move, square, attackers) > 0;
    board_move_list captures;
    board_legal_captures(&taken, &captures);
    for (size_t i = 0; i < captures.count; i++) {
        if (captures.moves[i].to != square)
            continue;
        board_undo undo = board_make(&taken, captures.moves[i]);
        found.legal = true;
        found.rook = found.rook || loses_rook_elsewhere(&taken, square);
        found.mate = found.mate || allows_mate(pair, &taken);
        board_unmake(&taken, &undo);
    }
    return found;
}

/* Two pieces of S bear on the target, side by side or one behind the other. */
static bool attacked_jointly(const judge_comparison *pair, const judge_threat *threat)
{
    board_piece attackers[BOARD_SIDE_PIECES];
    board_position taken = after_capture(pair, threat);
    return board_attackers(&pair->end, pair->side, threat->first.to, attackers) >= 2 ||
           board_attackers(&taken, pair->side, threat->first.to, attackers) >= 1;
}

static bool direct_is_light(const judge_comparison *pair, const judge_threat *threat)
{
    board_piece target = (board_piece)__builtin_ctz(threat->victims);
    if (threat->status == JUDGE_THREAT_RENEWED && judge_mover_guards(pair, threat))
        return true;
    if (is_rook(target))
        return false;
    recaptures found = look_at_recaptures(pair, threat);
    if (found.rook || !found.covered)
        return false;
    return !found.legal || found.mate || attacked_jointly(pair, threat);
}

static judge_pieces rooks_of(board_side side)
{
    return (side == BOARD_RED ? 3u : 3u << BOARD_SIDE_PIECES) << board_kind_first_slot(BOARD_ROOK);
}

/* A run of checks is heavy if it can only win by taking a rook, or if one piece can win alone by
 * it: not if the line shown happens to do so. */
static bool check_line_is_light(const judge_comparison *pair, const judge_threat *threat)
{
    judge_pieces own = pair->side == BOARD_RED ? 0xFFFFu : 0xFFFF0000u;
    judge_base without_rooks = pair->after;
    without_rooks.frozen |= rooks_of(board_other(pair->side));
    if (judge_is_no(pair->effort, judge_exchange_first(&without_rooks, threat->first, 0).answer))
        return false;
    judge_base alone = pair->after;
    alone.still = own & ~judge_bit(threat->attacker);
    return judge_is_no(pair->effort, judge_exchange_first(&alone, threat->first, 0).answer);
}

bool judge_is_light(const judge_comparison *pair, const judge_threat *threat)
{
    return threat->kind == JUDGE_DIRECT ? direct_is_light(pair, threat)
                                        : check_line_is_light(pair, threat);
}
