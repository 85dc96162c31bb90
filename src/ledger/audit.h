/*
 * ledger/audit.h: the audit of a claim by the natural move limit (articles 4.2.4 and 23.3).
 *
 * How the articles are read:
 *
 *   Round      One move of each side (2.1), counted in pairs from the move after the last capture,
 *              whichever side made it: with no check to leave out, the 60th round is complete with
 *              the 120th move after the capture. Red's and Black's captures are alike in this; that
 *              a score sheet would print the two moves on different lines does not matter. A move
 *              that is left over at the end is half a round and does not count.
 *   Capture    Only the rounds since the last capture of the game count: 60 quiet rounds that
 *              nobody claimed are gone when a piece is taken afterwards.
 *   Check      A move after which a piece other than the king attacks the other side's king
 *              (3.1). Of the claimant's own checks in these rounds the first ten count; the round
 *              of each later one is left out. The rounds around it stay consecutive. The other
 *              side's checks all count.
 *   No claim   When the arbiter audits of his own accord (23.3, last sentence) there is no
 *              claimant, so nothing is left out, and he *may* rule a draw. What either side's
 *              claim would count is told beside it.
 *   Illegal    A move that was illegal but stood over the board counts for what it did there.
 *   Game over  Where the side to move has been mated or stalemated the game was over with that
 *              move (2.1, 3.1, 3.2): there is nothing left to claim.
 */
#ifndef QILI_LEDGER_AUDIT_H
#define QILI_LEDGER_AUDIT_H

#include "board/position.h"
#include "board/record.h"

enum {
    LEDGER_LIMIT_ROUNDS = 60,   /* article 4.2.4; an event may set it lower */
    LEDGER_LIMIT_MAX = 200,     /* highest limit accepted, for other regulations */
    LEDGER_CHECKS_COUNTED = 10, /* article 23.3: of the claimant's checks */
    LEDGER_UNTRUE_MINUTES = 5,  /* article 23.3: added to the claimant's clock */
    LEDGER_ROUNDS_MAX = BOARD_RECORD_PLIES_MAX / 2,
    LEDGER_AUDIT_TEXT_BYTES = 1024 /* room for any text of the audit */
};

typedef enum ledger_claimant {
    LEDGER_RED_CLAIMS = BOARD_RED,
    LEDGER_BLACK_CLAIMS = BOARD_BLACK,
    LEDGER_NOBODY_CLAIMS,
    LEDGER_CLAIMANTS
} ledger_claimant;

typedef struct ledger_audit_setting {
    size_t limit; /* rounds: 1..LEDGER_LIMIT_MAX */
    ledger_claimant claimant;
} ledger_audit_setting;

typedef enum ledger_audit_verdict {
    LEDGER_CLAIM_TRUE = 0,    /* a draw (4.2.4, 23.3) */
    LEDGER_CLAIM_UNTRUE,      /* a foul of the claimant's (9.1.4) and five minutes (23.3) */
    LEDGER_MAY_DRAW,          /* nobody claimed; the arbiter may rule a draw (23.3) */
    LEDGER_LIMIT_NOT_REACHED, /* nobody claimed, and there is no draw to rule */
    LEDGER_GAME_OVER,         /* the last move mated or stalemated: no claim is heard */
    LEDGER_AUDIT_VERDICTS
} ledger_audit_verdict;

/* A round since the last capture. Moves ("plies") are numbered from 1, each side's as one. */
typedef struct ledger_round {
    uint16_t ply;       /* its first move; the second is ply + 1 */
    uint16_t checks[2]; /* by side: which check of that side since the capture it holds; 0: none */
    bool counted;       /* false: it holds a check of the claimant's beyond the tenth */
} ledger_round;

typedef struct ledger_audit {
    ledger_audit_setting setting;
    board_side first;              /* who made the record's first move */
    size_t plies;                  /* moves of the record */
    size_t capture;                /* ply of the last capture; 0: there is none in the record */
    board_move capturing;          /* meaningless without a capture, like the next two */
    board_piece captured;          /* identity in before_capture */
    board_position before_capture; /* the position it was made in */
    bool earlier_unknown;          /* no capture, and the record begins with a given position */
    size_t rounds;                 /* whole rounds since then */
    bool half;                     /* one more move was made, which is half a round */
    size_t checks[2];              /* each side's checking moves in the whole rounds */
    size_t stood;                  /* illegal moves among the capture and the moves since */
    size_t counted;                /* rounds that count */
    size_t counted_for[2];         /* rounds that would count if that side had claimed */
    ledger_audit_verdict verdict;
    ledger_round list[LEDGER_ROUNDS_MAX]; /* the first `rounds` are filled */
} ledger_audit;

/*
 * Audits the game as it stands after the record's last move. A record that stopped at a problem is
 * refused with that problem, one with a move that cannot have been made with that move's fault; an
 * illegal move must be marked as one that stood. Errors otherwise: AUDIT_LIMIT. *problem (may be
 * NULL) says where; on an error *audit means nothing.
 */
board_error ledger_audit_record(const board_record *record, const ledger_audit_setting *setting,
                                ledger_audit *audit, board_problem *problem);

/* Does one of the sides claim? */
static inline bool ledger_audit_is_claimed(const ledger_audit *audit)
{
    return audit->setting.claimant == LEDGER_RED_CLAIMS ||
           audit->setting.claimant == LEDGER_BLACK_CLAIMS;
}

/* The end (index past the last) of the run of rounds alike in `counted` that begins at `first`. */
size_t ledger_audit_run_end(const ledger_audit *audit, size_t first);

/* Does the verdict make a foul of the claimant's, with LEDGER_UNTRUE_MINUTES on his clock? */
static inline bool ledger_audit_is_foul(const ledger_audit *audit)
{
    return audit->verdict == LEDGER_CLAIM_UNTRUE;
}

/* Words (audit_words.c). What does not apply is an empty text. */

typedef enum ledger_audit_part {
    LEDGER_AUDIT_SETTING = 0, /* the limit, and who claims */
    LEDGER_AUDIT_CAPTURE,     /* from where the rounds are counted */
    LEDGER_AUDIT_EARLIER,     /* moves before the record began are not known */
    LEDGER_AUDIT_ROUNDS,      /* how many rounds there are */
    LEDGER_AUDIT_STOOD,       /* illegal moves among them */
    LEDGER_AUDIT_CHECKS,      /* what of the checks is left out */
    LEDGER_AUDIT_VERDICT,     /* the count, and what follows */
    LEDGER_AUDIT_PARTS
} ledger_audit_part;

/* One sentence, written into buffer, which is returned. */
char *ledger_audit_text(const ledger_audit *audit, ledger_audit_part part, board_language language,
                        char *buffer, size_t size);

/* A run of rounds, which ledger_audit_run_end tells the end of: which they are and why they do
 * not count. */
char *ledger_audit_run_text(const ledger_audit *audit, size_t first, board_language language,
                            char *buffer, size_t size);

const char *ledger_audit_code(ledger_audit_verdict verdict); /* "claim-untrue" */

/* The articles of a verdict, separated by commas: "9.1.4,23.3". */
const char *ledger_audit_articles(ledger_audit_verdict verdict);

#endif
