/*
 * judge/judge.h: the front door of this room: a disputed position and the moves that followed go
 * in, the label of every move, the conduct of both sides and the ruling come out, with evidence.
 */
#ifndef QILI_JUDGE_JUDGE_H
#define QILI_JUDGE_JUDGE_H

#include "board/error.h"
#include "judge/edition.h"
#include "judge/label.h"

enum {
    JUDGE_PLIES_MAX = 4096, /* longest game accepted */
    JUDGE_LEAD_IN_MAX = 64, /* moves before the cycle that are labelled too */
    JUDGE_CYCLE_MAX = 256,  /* longest cycle */
    JUDGE_OCCURRENCES_MAX = 64,
    JUDGE_OCCURRENCES_NEEDED = 3 /* article 24: the position must have come three times */
};

/* One move of the dispute as it was played. */
typedef struct judge_played {
    board_move move;
    bool stood; /* illegal, but it stood over the board: go on from it */
} judge_played;

typedef struct judge_dispute {
    board_position start;
    const judge_played *moves; /* not owned */
    size_t count;              /* 0..JUDGE_PLIES_MAX */
    bool after_order;          /* an order to change stood: a further repetition loses (24.3) */
} judge_dispute;

/* Has the repeated position occurred, is it about to, or is it over? */
typedef enum judge_stage {
    JUDGE_STAGE_NONE = 0, /* no position came back */
    JUDGE_STAGE_ABOUT_TO, /* one move, `closing`, would bring it back */
    JUDGE_STAGE_REPEATED, /* the last position has stood before */
    JUDGE_STAGE_NO_LONGER /* it was repeated, then a move left the cycle */
} judge_stage;

typedef struct judge_cycle {
    judge_stage stage;
    size_t from;        /* index of the first move of the cycle in the dispute's moves */
    size_t length;      /* moves in the cycle, the closing move included */
    board_move closing; /* JUDGE_STAGE_ABOUT_TO only */
    size_t occurrences; /* of the repeated position, the start position included */
    size_t plies[JUDGE_OCCURRENCES_MAX]; /* after how many moves each occurrence stood; 0: start */
    size_t missing; /* occurrences still missing to three; 0: article 24 applies (待判局面) */
} judge_cycle;

/* What a side does with its moves of the cycle. */
typedef struct judge_conduct {
    judge_class class;
    size_t counts[JUDGE_LABELS]; /* how many of its moves bear each label */
    size_t idle_kinds[JUDGE_IDLE_KINDS];
    bool light;         /* at least one 捉 of it is light (editions that weigh) */
    bool pawns_counted; /* 27.2, second sentence: labelled with pawn captures counted */
} judge_conduct;

typedef struct judge_ruling {
    judge_outcome outcome;
    char articles[JUDGE_ARTICLES_BYTES];
    bool for_arbiter; /* a key square (27.3) or an undecided label: see the findings */
} judge_ruling;

/* All of it; owned by the caller, freed with judge_result_free. */
typedef struct judge_result {
    size_t count;            /* moves of the dispute */
    size_t first_judged;     /* moves before this one are lead-in too far back: not labelled */
    judge_finding *findings; /* count - first_judged of them, and one more for a closing move */
    size_t finding_count;
    judge_cycle cycle;
    judge_conduct conduct[2]; /* by board_side */
    judge_ruling ruling;
    bool complete; /* false: some search ran out of its budget */
} judge_result;

/*
 * Judges the dispute under the edition. memo may be NULL: then one is made for this call;
 * else it is cleared first, so that a result does not depend on what was judged before.
 * Every move must be legal or marked `stood`; otherwise the move's error is returned with
 * problem->ply set, and *result is empty.
 * Errors: NO_MEMORY, the reasons of board_move_fault; JUDGE_TOO_LONG and JUDGE_CYCLE_MAX, the
 * number of moves in problem->token (and problem->ply: where the cycle begins).
 * A dispute without a repeated position is no error: the outcome is JUDGE_NO_CYCLE.
 */
board_error judge_dispute_rule(const judge_dispute *dispute, const judge_edition *edition,
                               const judge_limits *limits, judge_memo *memo, judge_result *result,
                               board_problem *problem);

/* Somebody who waits: asked before each move is labelled; `labelled` of `moves` are done. False
 * ends the judging with JUDGE_STOPPED. */
typedef struct judge_watch {
    bool (*go_on)(void *context, size_t labelled, size_t moves);
    void *context;
} judge_watch;

/* The same under somebody's eyes; watch may be NULL. */
board_error judge_dispute_rule_watched(const judge_dispute *dispute, const judge_edition *edition,
                                       const judge_limits *limits, judge_memo *memo,
                                       const judge_watch *watch, judge_result *result,
                                       board_problem *problem);

void judge_result_free(judge_result *result);

/* The finding of the dispute's move with this index (0..count-1), or of the closing move (index ==
 * count); NULL if it was not labelled. */
const judge_finding *judge_result_finding(const judge_result *result, size_t index);

/* A piece that protects a target, and why it does not (28.16); the target's true roots are what
 * makes a capture no threat. */
typedef enum judge_root_flaw {
    JUDGE_ROOT_TRUE = 0, /* taking back works */
    JUDGE_ROOT_ILLEGAL,  /* it cannot legally take back */
    JUDGE_ROOT_MATED,    /* taking back lets S mate */
    JUDGE_ROOT_LOSES     /* taking back loses more, there (too few roots) or elsewhere */
} judge_root_flaw;

enum { JUDGE_ROOTS_MAX = 8 };

typedef struct judge_root {
    judge_root_flaw flaw;
    board_piece piece;
    board_square square;
    judge_line line; /* from the recapture on */
    judge_balance balance;
} judge_root;

/*
 * The roots of a direct threat's target in the position after finding->move, and what is wrong
 * with each. `before` is the position in which the move was made. Returns how many (at most
 * JUDGE_ROOTS_MAX) were written.
 */
size_t judge_find_roots(const board_position *before, const judge_finding *finding,
                        const judge_threat *threat, const judge_setting *setting,
                        judge_root roots[JUDGE_ROOTS_MAX]);

#endif
