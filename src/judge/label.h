/*
 * judge/label.h: the label of one move (articles 27, 28): 将, 杀, 捉 or 闲.
 */
#ifndef QILI_JUDGE_LABEL_H
#define QILI_JUDGE_LABEL_H

#include "judge/threat.h"

/* Heaviest first (27.4). */
typedef enum judge_label {
    JUDGE_CHECK = 0, /* 将 28.1 */
    JUDGE_KILL,      /* 杀 28.2 */
    JUDGE_CHASE,     /* 捉 28.3, 29 */
    JUDGE_IDLE,      /* 闲 28.9 */
    JUDGE_UNDECIDED,
    JUDGE_LABELS
} judge_label;

/* What an idle move is besides (28.5-28.8); never changes a verdict. */
typedef enum judge_idle_kind {
    JUDGE_IDLE_PLAIN = 0,
    JUDGE_IDLE_EXCHANGE,  /* 兑 */
    JUDGE_IDLE_SACRIFICE, /* 献 */
    JUDGE_IDLE_BLOCK,     /* 拦 */
    JUDGE_IDLE_FOLLOW,    /* 跟 */
    JUDGE_IDLE_KINDS
} judge_idle_kind;

/* Clauses in which editions differ. */
typedef struct judge_clauses {
    bool king_evades;         /* 2020: the king's own step out of check is idle unless a check */
    bool mutual_pawn_chase;   /* 2007: 27.2, second sentence */
    bool weigh_two_forbidden; /* 2020: of two forbidden sides the heavier must change */
    bool world_chase;         /* world rules: one piece attacked on every move; 杀 is allowed */
} judge_clauses;

typedef struct judge_limits {
    judge_mate_limits mate; /* for 杀 */
    judge_exchange_limits exchange;
    long
        label_nodes; /* positions visited for one label in all, so that nobody waits; 0: no limit */
} judge_limits;

/* What labelling a move needs beside the position. */
typedef struct judge_setting {
    judge_clauses clauses;
    judge_limits limits;
    judge_memo *memo; /* not owned */
    bool count_pawns; /* label with captures by pawns counted (27.2) */
} judge_setting;

/* Two like pieces that face each other. */
typedef struct judge_facing {
    board_piece own;
    board_piece other;
} judge_facing;

/* The label of a move with all that supports it. */
typedef struct judge_finding {
    board_move move;
    board_side side;
    judge_label label;
    unsigned possible; /* bit n: the label may be n; more than one bit only if UNDECIDED */
    judge_idle_kind idle_kind;
    judge_pieces chased;      /* world rules: the pieces that this move newly chases */
    bool light;               /* 捉 with light threats only (editions that weigh) */
    bool key_square;          /* 27.3: for the arbiter to decide */
    bool king_evaded;         /* 2020 clause applied */
    bool king_in_check;       /* the mover's king stood in check before the move */
    judge_pieces checkers;    /* 将 */
    judge_line mate;          /* 杀: the mating line; 拦: the mate that was stopped */
    judge_pieces followed;    /* 跟: what the mover newly attacks without a threat */
    judge_facing offered;     /* 兑, 献: the like pieces that face each other */
    bool mate_unknown;        /* the mate search ran out */
    bool doubt;               /* some search ran out: if the label does not hang on it, its kind or
                                 the exception that is named still may */
    bool pawns_counted;       /* labelled with captures by pawns counted (27.2) */
    bool stood;               /* an illegal move that stood */
    judge_threat_list after;  /* threats in the position after the move */
    judge_threat_list before; /* and before it */
    long nodes;
} judge_finding;

/* The standard limits (adjudication budgets). */
judge_limits judge_limits_standard(void);

/*
 * Labels a move, legal or one that stood, in the position. `finding` is large (about 25 KB); the
 * caller owns it.
 */
void judge_label_move(const board_position *position, board_move move, const judge_setting *setting,
                      judge_finding *finding);

#endif
