/*
 * ledger/touch.h: what a player who touched pieces must play (article 5), and the fouls (9.1.5,
 * 9.1.6).
 *
 * How the articles are read:
 *
 *   Can move, can take   By a legal move: a pinned piece, or one that does not answer a check,
 *                        cannot move, and a king cannot be taken (2.2, 3.1).
 *   More touches         A touch of an own piece that cannot move, or of an other's piece that
 *                        nothing can take, binds to nothing and is a foul. Of the touches that do
 *                        bind, the first of an own piece and the first of an other's decide; later
 *                        ones add nothing. With two touches that is 5.3 and 5.4 to the letter: the
 *                        steps they end with are what is left when one or both do not bind.
 *   At once              5.5 names pieces of both sides. Of several own pieces touched at once, or
 *                        of several other's, the one listed first is taken for the first.
 *   Not a touch          Pieces adjusted with the other's consent in the own time, and an obvious
 *                        brush (5.6). What lacks consent or is done in the other's time is to be
 *                        given as a touch.
 *   Foul                 9.1.5 and 9.1.6 are fouls by the touch itself, also where the other
 *                        piece touched still binds. Each is told once, at the first such piece;
 *                        whether one grasp of two pieces makes one foul or two is the arbiter's.
 *   Hand gone            A legal move that the hand has left stands, whatever was touched before
 *                        (5.7); that it was not a move asked for is told, and is the arbiter's. An
 *                        illegal one has broken the rules of play (4.1.2, 4.1.6).
 */
#ifndef QILI_LEDGER_TOUCH_H
#define QILI_LEDGER_TOUCH_H

#include "board/error.h"
#include "board/moves.h"
#include "board/position.h"

enum {
    LEDGER_TOUCHES_MAX = 32,
    LEDGER_TOUCH_TEXT_BYTES = 1024 /* room for any text of a touch ruling */
};

/* Why something does not count as a touch (5.6). */
typedef enum ledger_excuse {
    LEDGER_NO_EXCUSE = 0,
    LEDGER_ADJUSTED, /* adjusted, with the other's consent and in the own time */
    LEDGER_BRUSHED,  /* obviously by accident */
    LEDGER_EXCUSES
} ledger_excuse;

typedef struct ledger_touch {
    board_square square;
    bool together; /* at the same time as the touch before it in the list (5.5) */
    ledger_excuse excuse;
} ledger_touch;

/* What was touched, in order, by the side to move. */
typedef struct ledger_touch_query {
    board_position position;
    size_t count;
    ledger_touch touches[LEDGER_TOUCHES_MAX];
    bool hand_left; /* a move was made and the hand has left its piece (5.7) */
    board_move made;
} ledger_touch_query;

typedef enum ledger_duty {
    LEDGER_DUTY_NONE = 0,  /* nothing counts as touched */
    LEDGER_DUTY_TAKE_WITH, /* the own piece must take the other's */
    LEDGER_DUTY_MOVE,      /* the own piece must move */
    LEDGER_DUTY_TAKE,      /* the other's piece must be taken */
    LEDGER_DUTY_FREE,      /* touched in vain: any move may be made */
    LEDGER_DUTY_GAME_OVER, /* the side to move has no move at all (3.1, 3.2) */
    LEDGER_DUTIES
} ledger_duty;

/* What became of the move that the hand has left. */
typedef enum ledger_made {
    LEDGER_MADE_NONE = 0,
    LEDGER_MADE_STANDS,
    LEDGER_MADE_AGAINST_DUTY, /* it stands, but is not one of those asked for */
    LEDGER_MADE_ILLEGAL,
    LEDGER_MADES
} ledger_made;

typedef struct ledger_touch_ruling {
    ledger_duty duty;
    unsigned article; /* 1..5 for 5.1 to 5.5; 0: none */
    unsigned step;    /* which of that article's cases, in its order, from 1; 0: none */
    board_square own; /* the pieces that the article was applied to, or BOARD_NO_SQUARE */
    board_square other;
    board_move_list moves;   /* the legal moves that satisfy the duty */
    board_square immovable;  /* 9.1.5: an own piece that cannot move; or BOARD_NO_SQUARE */
    board_square untakeable; /* 9.1.6: an other's piece that nothing can take; likewise */
    ledger_made made;
    board_error fault; /* of an illegal move made */
} ledger_touch_ruling;

/*
 * Rules on the touches. Errors: TOUCH_TOO_MANY; TOUCH_EMPTY_SQUARE and MOVE_OFF_BOARD; and for a
 * move that nobody can have made MOVE_EMPTY_SQUARE, MOVE_OTHER_SIDE and MOVE_NO_SUCH_WAY (it ends
 * where it began). *problem (may be NULL) says on which square; on an error *ruling means nothing.
 */
board_error ledger_touch_rule(const ledger_touch_query *query, ledger_touch_ruling *ruling,
                              board_problem *problem);

/* Words (touch_words.c). What does not apply is an empty text. */

typedef enum ledger_touch_part {
    LEDGER_TOUCH_DUTY = 0,
    LEDGER_TOUCH_FOUL_OWN,
    LEDGER_TOUCH_FOUL_OTHER,
    LEDGER_TOUCH_MADE,
    LEDGER_TOUCH_PARTS
} ledger_touch_part;

/* One sentence, written into buffer, which is returned. */
char *ledger_touch_text(const ledger_touch_query *query, const ledger_touch_ruling *ruling,
                        ledger_touch_part part, board_language language, char *buffer, size_t size);

/* "红炮（h2）"; "red cannon on h2". */
char *ledger_touched_piece(const board_position *position, board_square square,
                           board_language language, char *buffer, size_t size);

/* Codes for programs. */
const char *ledger_duty_code(ledger_duty duty);       /* "take-with" */
const char *ledger_excuse_code(ledger_excuse excuse); /* "adjusted"; "" for none */
const char *ledger_made_code(ledger_made made);       /* "stands"; "" for none */

/* "5.3"; "" where no article of the touches applies. */
const char *ledger_touch_article(const ledger_touch_ruling *ruling);

/* The article that an illegal move made breaks: "4.1.2" or "4.1.6"; 5.7 for one that stands; "" for
 * none. */
const char *ledger_made_article(const ledger_touch_ruling *ruling);

#endif
