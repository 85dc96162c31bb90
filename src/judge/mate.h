/*
 * judge/mate.h: mate by continuous checks (article 28.2), the search under 杀.
 */
#ifndef QILI_JUDGE_MATE_H
#define QILI_JUDGE_MATE_H

#include "board/moves.h"
#include "board/position.h"
#include "judge/answer.h"

enum { JUDGE_BARRED_MAX = 8 };

/* Captures that may not occur because the two like pieces may trade first (article 28.5):
 * `attacker` taking `target` while both stand on the given squares. */
typedef struct judge_barred {
    size_t count;
    struct {
        board_piece attacker;
        board_piece target;
        board_move move;
    } captures[JUDGE_BARRED_MAX];
} judge_barred;

bool judge_is_barred(const judge_barred *barred, const board_position *position, board_move move);

/* Results of positions searched before: see memo.h. */
typedef struct judge_memo judge_memo;

typedef struct judge_mate_limits {
    int short_moves;  /* first look for mates of up to so many moves, the shortest first; 0: not */
    long short_nodes; /* ... visiting at most so many positions */
    long nodes; /* then prove or refute a mate of any length, expanding so many positions; 0: do
                       * not, and take mates longer than short_moves for none */
} judge_mate_limits;

typedef struct judge_mate_query {
    const judge_barred *barred; /* or NULL */
    bool attacker_immune;       /* the attacker's own king may be left attacked */
    judge_mate_limits limits;
    judge_memo *memo;
    bool (*stop)(void *context); /* or NULL; asked now and then: true ends the proof as if the
                                  * nodes had run out (a clock, a user who has had enough) */
    void *stop_context;
} judge_mate_query;

/* A mating line of any length, written into the caller's array. */
typedef struct judge_mate_line {
    board_move *moves;
    size_t room; /* moves that the array can hold */
    size_t count;
    bool cut; /* the mate is proven, but the line goes on beyond what is written */
} judge_mate_line;

/* What a search remembers a position under: it and all else that decides. The salt is that
 * of the query. */
uint64_t judge_mate_salt(const judge_mate_query *query);
uint64_t judge_mate_key(const board_position *position, const judge_mate_query *query,
                        uint64_t salt);

/*
 * Can the side to move mate by checks alone? Every move of the attacker is a legal check that does
 * not repeat a position of the line; every legal reply is tried. YES fills *line (may be NULL)
 * with the attacker's moves and the defence that holds out longest. NO: there is no such mate
 * at all. UNKNOWN: the nodes ran out. *nodes (may be NULL) is added to.
 */
judge_answer judge_mate(const board_position *position, const judge_mate_query *query,
                        judge_line *line, long *nodes);

/* The same with a line that may be longer than JUDGE_LINE_MAX. */
judge_answer judge_mate_whole(const board_position *position, const judge_mate_query *query,
                              judge_mate_line *line, long *nodes);

#endif
