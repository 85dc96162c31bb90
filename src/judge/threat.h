/*
 * judge/threat.h: the threats of a side that is to move, and what excuses one (articles 27-29).
 */
#ifndef QILI_JUDGE_THREAT_H
#define QILI_JUDGE_THREAT_H

#include "judge/exchange.h"

enum { JUDGE_THREATS_MAX = 48, JUDGE_REFUTED_MAX = 16 };

typedef enum judge_threat_kind {
    JUDGE_DIRECT = 0, /* the first move takes the target */
    JUDGE_CHECK_LINE  /* the first move is a check that takes nothing of value */
} judge_threat_kind;

/* Why a threat counts or does not. */
typedef enum judge_threat_status {
    JUDGE_THREAT_NEW = 0,    /* 29.2: not there before */
    JUDGE_THREAT_RENEWED,    /* 29.2: suspended by an attack on the mover, now real again */
    JUDGE_THREAT_OLD,        /* item 6: there before the move */
    JUDGE_THREAT_EVEN_TRADE, /* 28.5: the target may trade itself for its like */
    JUDGE_THREAT_UNCOUNTED,  /* 27.1, 27.2: a capture by king or pawn alone (refuted list only) */
    JUDGE_THREAT_REFUTED     /* 29.3, 29.4: wins nothing (refuted list only) */
} judge_threat_status;

typedef struct judge_threat {
    board_move first;
    board_piece attacker;
    judge_pieces victims;
    judge_threat_kind kind;
    judge_threat_status status;
    board_piece trader;  /* EVEN_TRADE: the like piece; RENEWED: the suspended mover */
    judge_answer answer; /* YES or UNKNOWN */
    bool light;          /* only where the edition weighs chases: see weight.c */
    judge_exchange_result game;
} judge_threat;

typedef struct judge_threat_list {
    size_t count;
    bool unknown; /* some search ran out of its budget */
    judge_threat threats[JUDGE_THREATS_MAX];
    size_t refuted_count; /* captures that win nothing, with their refutation in `game` */
    judge_threat refuted[JUDGE_REFUTED_MAX];
} judge_threat_list;

/* Adds to base->barred the captures that even trades rule out (28.5). */
void judge_find_even_trades(judge_base *base);

/* All captures that an even trade could bar at most: S's of pieces of the same kind. False: there
 * are more than can be noted. */
bool judge_find_like_captures(const judge_base *base, judge_barred *found);

/* Adds to base->frozen the pieces of S that O already wins by a run of quiet checks. */
void judge_freeze_checked(judge_base *base);

/* Does this capture win its target, even trades considered? */
judge_answer judge_direct_threat(const judge_base *base, board_move take);

/* All threats of S in the base, even trades marked. */
void judge_find_threats(const judge_base *base, judge_threat_list *list);

/* Makes the victims of the check lines all that they can win: "before" asks for all of it. What was
 * found first does not stay: it may come from a search that ran out on a mate. */
void judge_complete_victims(const judge_base *base, judge_threat_list *list);

#endif
