/*
 * kiosk/flow/checks.h: two helpers on the moves and the position that were entered on 局面 and 着法:
 * the audit of a claim by the move limit (23.3), and what a player who touched pieces must play
 * (article 5). Both work on the dispute of the game, which is in the draft file; neither signs
 * anything: what follows is logged as a foul or a result.
 */
#ifndef QILI_KIOSK_FLOW_CHECKS_H
#define QILI_KIOSK_FLOW_CHECKS_H

#include "kiosk/command.h"
#include "kiosk/screens.h"
#include "ledger/audit.h"
#include "ledger/touch.h"

/* What a dispute was begun for; the big button leads on accordingly. */
typedef enum kiosk_purpose {
    KIOSK_FOR_RULING = 0,
    KIOSK_FOR_AUDIT,
    KIOSK_FOR_TOUCH,
    KIOSK_PURPOSES
} kiosk_purpose;

/* 限着 */
typedef struct kiosk_audit {
    ledger_claimant claimant;
    board_problem problem; /* error BOARD_OK: `result` counts */
    ledger_audit result;
} kiosk_audit;

/* 摸子 */
typedef struct kiosk_touching {
    bool placed;              /* `query` has a position */
    bool making;              /* the next two points are the move that the hand has left */
    board_square from;        /* the first of them, or BOARD_NO_SQUARE */
    ledger_touch_query query; /* what was touched, in order */
    board_problem problem;    /* error BOARD_OK: `ruling` counts */
    ledger_touch_ruling ruling;
} kiosk_touching;

typedef struct kiosk_state kiosk_state;
typedef struct kiosk_next kiosk_next;

/* AUDIT, TOUCH and what belongs to them, and SQUARE on 摸子; false: not one of these. */
bool kiosk_apply_checks(kiosk_state *state, const kiosk_command *command);

/* NEXT on 限着 and 摸子, and doing it. */
kiosk_next kiosk_checks_next(const kiosk_state *state);
void kiosk_checks_go_next(kiosk_state *state);

/* Goes to 限着 or 摸子 of the dispute that is worked on, if it can be. */
void kiosk_show_check(kiosk_state *state, kiosk_screen screen);

/* BACK on 限着 and 摸子: to where what they need was entered. */
void kiosk_checks_back(kiosk_state *state);

/* The foul that the touches are (9.1.5, 9.1.6): its key, or NULL. */
const char *kiosk_touch_foul(const kiosk_touching *touch);

#endif
