/*
 * kiosk/flow/dispute.h: a dispute on its way to a ruling: what the arbiter has entered, the list of
 * the commands that entered it, and what the judge says of it.
 *
 * What was entered (kiosk_entered) follows from a base and the entering commands after it, one
 * applied after the other. So undo and redo only move a mark in that list, and a draft file is that
 * list. When the list is full its oldest commands become part of the base.
 */
#ifndef QILI_KIOSK_FLOW_DISPUTE_H
#define QILI_KIOSK_FLOW_DISPUTE_H

#include "judge/override.h"
#include "kiosk/command.h"
#include "kiosk/flow/checks.h"
#include "kiosk/flow/say.h"
#include "kiosk/screens.h"
#include "ledger/entry.h"

enum {
    KIOSK_PLIES_MAX = LEDGER_PLIES_MAX, /* moves of a dispute, repeated rounds counted */
    KIOSK_LOG_MAX = 320,                /* entering commands that can be undone */
    KIOSK_LOG_FOLDED = 64,              /* that become part of the base when the list is full */
    KIOSK_NOTE_BYTES = KIOSK_COMMAND_TEXT_BYTES
};

typedef struct kiosk_move {
    board_move move;
    board_error illegality; /* why it was illegal; BOARD_OK: it is legal */
} kiosk_move;

/* What the arbiter has entered. */
typedef struct kiosk_entered {
    board_layout layout; /* right or wrong */
    bool side_chosen;    /* whose move it is was said, not left as it was */
    size_t count;        /* moves */
    size_t given;        /* of these the first so many are the order's and stay */
    size_t cycle;        /* the last so many moves are a cycle that came again and again until its
                            position had stood three times (已重复三次); 0: no */
    kiosk_move moves[KIOSK_PLIES_MAX];
    size_t override_count;
    judge_override overrides[LEDGER_OVERRIDES_MAX];
    char edition[JUDGE_EDITION_NAME_BYTES]; /* that it is judged under */
    judge_outcome
        outcome; /* the arbiter's decision; JUDGE_OUTCOMES: what follows from the labels */
    char note[KIOSK_NOTE_BYTES];
} kiosk_entered;

typedef enum kiosk_judging {
    KIOSK_JUDGE_NOT = 0, /* not asked yet, or what was entered has changed since */
    KIOSK_JUDGE_RUNNING,
    KIOSK_JUDGE_STOPPED, /* by the arbiter */
    KIOSK_JUDGE_FAILED,  /* see failure */
    KIOSK_JUDGE_DONE
} kiosk_judging;

/* Owns the results it holds. */
typedef struct kiosk_dispute {
    ledger_game_key game;
    bool open;                   /* false: the place is free, and all else is zero */
    bool after_order;            /* goes on from an order to change (24.3) */
    char order[LEDGER_ID_BYTES]; /* the id of that ruling */
    kiosk_purpose purpose;       /* what it was begun for */
    kiosk_screen step;           /* where the arbiter is, or was when he left it */
    kiosk_screen furthest;       /* of the steps, the last that he has come to */
    kiosk_entered entered;

    /* The list of commands: log[0..log_done) were applied to base and gave `entered`;
     * log[log_done..log_count) were undone. */
    kiosk_entered base;
    kiosk_command log[KIOSK_LOG_MAX];
    size_t log_count;
    size_t log_done;

    kiosk_judging judging;
    uint32_t generation; /* of the search that is wanted; 0: none. Other answers are dropped */
    int32_t progress;    /* of 0..1000, of a running search */
    board_problem failure;
    judge_result result;  /* owned; of KIOSK_JUDGE_DONE */
    judge_result changed; /* owned: what follows where labels were overruled */
    bool overruled;       /* they were */

    bool comparing; /* the same cycle under another edition, or being judged under it */
    char compared_edition[JUDGE_EDITION_NAME_BYTES];
    kiosk_judging compared_judging;
    uint32_t compared_generation;
    judge_result compared; /* owned; of KIOSK_JUDGE_DONE */

    char id[LEDGER_ID_BYTES];      /* of its entry, once signing has begun */
    char closing[LEDGER_ID_BYTES]; /* ... and of the entry that closes the order it follows */
    bool is_signed;                /* it stands in the journal */
    int64_t signed_ms;             /* when, UTC */
    uint64_t number;               /* of the entry */
    char signer[LEDGER_NAME_BYTES];
} kiosk_dispute;

/* Nothing entered: the initial array, no side chosen. */
void kiosk_entered_begin(kiosk_entered *entered, const char *edition);

bool kiosk_entered_equal(const kiosk_entered *a, const kiosk_entered *b);

/* The same pieces and side to move. (The bytes may differ: there is room between the two.) */
bool kiosk_layout_equal(const board_layout *a, const board_layout *b);

/* Are layout, side, moves, rounds and edition equal, so that the judge says the same? */
bool kiosk_entered_same_case(const kiosk_entered *a, const kiosk_entered *b);

/* Applies an entering command; KIOSK_SAY_NOTHING, or why it cannot be: nothing is changed then. */
kiosk_say kiosk_entered_apply(kiosk_entered *entered, const kiosk_command *command);

/* Begins one in a free place. */
void kiosk_dispute_begin(kiosk_dispute *dispute, ledger_game_key game, const char *edition);

/* Frees its results and makes the place free. */
void kiosk_dispute_free(kiosk_dispute *dispute);

/* Applies and lists an entering command, UNDO or REDO. What the judge said is dropped unless only
 * labels were overruled. */
kiosk_say kiosk_dispute_enter(kiosk_dispute *dispute, const kiosk_command *command);

bool kiosk_dispute_can_undo(const kiosk_dispute *dispute);
bool kiosk_dispute_can_redo(const kiosk_dispute *dispute);

/* Is the layout sound, and the side to move chosen? */
kiosk_say kiosk_position_refusal(const kiosk_entered *entered);

/* Can a move be carried out at all, legal or not? Of a piece of the side to move, not onto a piece
 * of its own or a king. Both squares are on the board. */
bool kiosk_can_be_made(const board_position *position, board_move move);

/* The position after so many of the moves entered (0..count); false: the layout cannot be held. */
bool kiosk_position_after(const kiosk_entered *entered, size_t plies, board_position *position);

/* All moves that are judged: those entered and, after 已重复三次, the cycle's rounds that follow.
 * Writes at most `room`, returns how many there are. */
size_t kiosk_played(const kiosk_entered *entered, judge_played *played, size_t room);

/* Where a repetition stands after the moves entered: as the judge finds it. */
typedef struct kiosk_repetition {
    size_t occurrences;                  /* of the last position, itself included: 1.. */
    size_t plies[JUDGE_OCCURRENCES_MAX]; /* after how many moves each stood */
    judge_cycle cycle;                   /* with the rounds of 已重复三次 */
    /* One cycle was entered and the position came back: ask whether it went on like that */
    bool can_confirm;
    bool complete; /* three times: it can be ruled on */
} kiosk_repetition;

/* False: the layout cannot be held or memory ran out. */
bool kiosk_find_repetition(const kiosk_entered *entered, kiosk_repetition *repetition);

/* Why it cannot be ruled on yet; KIOSK_SAY_NOTHING: it can. */
kiosk_say kiosk_moves_refusal(const kiosk_dispute *dispute);

/* The result that the ruling is taken from: the arbiter's if he overruled labels, else the tool's;
 * NULL: not judged. */
const judge_result *kiosk_dispute_result(const kiosk_dispute *dispute);

/* The outcome to be signed: the arbiter's word, else what follows; JUDGE_OUTCOME_UNDECIDED or
 * JUDGE_NO_CYCLE where there is nothing to sign. */
judge_outcome kiosk_dispute_outcome(const kiosk_dispute *dispute);

#endif
