/*
 * judge/exchange.h: the exchange game, which decides whether a capture or a run of checks wins
 * material (articles 28.3, 28.16, 29).
 *
 * S is the side whose threats are asked for, O the other. A base is a position with S to move and
 * what is known of it once for all: which captures are legal, who protects what, what already
 * hangs. From it the game is played out: S takes, takes back, takes what the line itself brought
 * about, or checks; O takes back, takes what the line brought about, checks, or lets it be.
 */
#ifndef QILI_JUDGE_EXCHANGE_H
#define QILI_JUDGE_EXCHANGE_H

#include "board/moves.h"
#include "board/position.h"
#include "judge/answer.h"
#include "judge/mate.h"
#include "judge/value.h"

typedef uint32_t judge_pieces; /* bit n: piece n */

static inline judge_pieces judge_bit(board_piece piece)
{
    return (judge_pieces)1 << piece;
}

typedef struct judge_exchange_limits {
    int plies;
    long nodes;       /* for each first move */
    int own_checks;   /* quiet checks of S in one line */
    int other_checks; /* quiet checks of O in one line */
    judge_mate_limits mate;
} judge_exchange_limits;

/* What the searches for one label cost, and whether one that only helps to decide ran out: then
 * nothing that was built on it is certain. */
typedef struct judge_effort {
    long nodes; /* positions visited */
    long limit; /* beyond so many every further search is left open; 0: no limit */
    bool doubt;
} judge_effort;

/* A helping search's answer, taken as a plain yes or no; one that ran out leaves a doubt. */
static inline bool judge_is_yes(judge_effort *effort, judge_answer answer)
{
    effort->doubt = effort->doubt || answer == JUDGE_UNKNOWN;
    return answer == JUDGE_YES;
}

static inline bool judge_is_no(judge_effort *effort, judge_answer answer)
{
    effort->doubt = effort->doubt || answer == JUDGE_UNKNOWN;
    return answer == JUDGE_NO;
}

typedef struct judge_base {
    board_position position;   /* S to move */
    board_side side;           /* S */
    bool strict;               /* only a true gain is good; else an even loss elsewhere passes */
    bool immune;               /* S's king may be left attacked (S was in check there) */
    bool count_pawns;          /* captures by S's pawns count in full (27.2, second sentence) */
    board_piece mover;         /* the piece that made the move, or BOARD_NO_PIECE */
    judge_pieces frozen;       /* hang already: not to be taken in a line until they move */
    judge_pieces check_frozen; /* those of them that O wins by a run of quiet checks */
    judge_pieces takable;      /* of S: may be taken in any line, brought about or not */
    judge_pieces still;        /* of S: do not move at all, except out of check */
    judge_pieces bystanders;   /* of S: take nothing (to see whether a threat needs them) */
    bool other_mate_ignored;   /* O's mates do not refute (see news.c, the king's step) */
    judge_pieces targets[BOARD_PIECES];         /* what each piece can legally take here */
    judge_pieces protectors[BOARD_PIECES];      /* pieces of the same side that attack its square */
    judge_pieces attacked_before[BOARD_PIECES]; /* S pieces that attacked it before the move */
    judge_barred barred;
    judge_exchange_limits limits;
    judge_memo *memo;
    judge_effort *effort;
} judge_base;

/* How a line that was played out ends. */
typedef enum judge_line_end {
    JUDGE_END_BALANCE = 0, /* material as the balance says */
    JUDGE_END_MATE,        /* S mates, or O has no move left */
    JUDGE_END_MATED,       /* O mates */
    JUDGE_END_REPETITION,  /* a position came back: no gain */
    JUDGE_END_LIMIT        /* the depth was reached */
} judge_line_end;

typedef struct judge_exchange_result {
    judge_answer answer;
    judge_pieces victims; /* taken up to the first gain, over all defences */
    judge_line line;      /* proof or refutation, first move first */
    judge_line_end end;
    judge_balance balance; /* at the end of the line, S less O */
} judge_exchange_result;

/*
 * Fills a base from a position with S to move. `strict`, `immune`, `mover`, `count_pawns`,
 * `limits` and `memo` are taken from *base as the caller set them; `frozen`, `targets`,
 * `protectors` are computed. Even trades are not: see judge_find_even_trades.
 */
void judge_base_prepare(judge_base *base, const board_position *position);

/* What the capture scores for S or O at this point (27.1, 27.2); last_square is the square that
 * the other side just took on, or BOARD_NO_SQUARE. */
judge_balance judge_capture_score(const judge_base *base, const board_position *position,
                                  board_move move, board_square last_square, bool first);

/* Does S win something by this first move (a capture, or a check that scores nothing)? A gain
 * counts only if its victims are not all in `old` (0: any gain counts). */
judge_exchange_result judge_exchange_first(const judge_base *base, board_move move,
                                           judge_pieces old);

/* All that S can win by a first move that wins. The victims of judge_exchange_first are those of
 * the way of winning that is found first, and which that is must not matter. */
judge_pieces judge_exchange_victims(const judge_base *base, board_move move);

/* Does S still win if O answers the first move with `reply`? The line starts with the reply. */
judge_exchange_result judge_exchange_reply(const judge_base *base, board_move first,
                                           board_move reply);

/* Does S win, being to move after O played `move` (which may take a piece of S)? */
judge_exchange_result judge_exchange_after(const judge_base *base, board_move move);

/* Is the piece en prise: does the other side gain by taking on its square, both sides taking
 * only there? */
bool judge_en_prise(const judge_base *base, board_piece piece);

#endif
