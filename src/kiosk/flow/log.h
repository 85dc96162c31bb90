/*
 * kiosk/flow/log.h: what the arbiter on duty logs of a game besides rulings: fouls, penalties,
 * results, lateness, overstepped time, draw offers, and the undoing of such an entry.
 *
 * One is made at a time. It belongs to the game that is picked, and is left when another screen is
 * gone to. What was entered is kept in the draft file, and found again after a crash. The ledger is
 * asked after each change (KIOSK_JOB_LOG_CHECK); what it tells is shown before it is logged.
 */
#ifndef QILI_KIOSK_FLOW_LOG_H
#define QILI_KIOSK_FLOW_LOG_H

#include "kiosk/flow/job.h"
#include "kiosk/flow/say.h"
#include "kiosk/screens.h"
#include "ledger/catalogue.h"

typedef enum kiosk_log_kind {
    KIOSK_LOG_NONE = 0,
    KIOSK_LOG_FOUL,
    KIOSK_LOG_PENALTY, /* of the player on a side, or his team */
    KIOSK_LOG_RESULT,
    KIOSK_LOG_OVERSTEP,
    KIOSK_LOG_LATENESS,
    KIOSK_LOG_OFFER,      /* a draw was offered: agreed, or refused */
    KIOSK_LOG_WITHDRAWAL, /* of an entry of the game */
    KIOSK_LOG_KINDS
} kiosk_log_kind;

/* Keys of KIOSK_LOG_OFFER. "agreed" is the reason of a result as well. */
#define KIOSK_OFFER_AGREED "agreed"
#define KIOSK_OFFER_REFUSED "refused"

typedef struct kiosk_log {
    kiosk_log_kind kind;
    kiosk_screen back;       /* where it was begun */
    bool side_chosen;        /* else `side` means nothing */
    board_side side;         /* that fouls, oversteps the time, offers */
    bool team;               /* a penalty is the team's of the player on that side */
    ledger_foul_group group; /* of the fouls that are listed; LEDGER_FOULS_NONE: all */
    char key[LEDGER_KEY_BYTES];
    ledger_outcome outcome; /* of a result */
    ledger_exception exception;
    int32_t seconds[2]; /* late, by side */
    bool came[2];
    char corrects[LEDGER_ID_BYTES];
    char reason[LEDGER_REASON_BYTES]; /* why it is withdrawn */
    char id[LEDGER_ID_BYTES];         /* that the entry gets, once logging has begun */
    bool takes_due; /* a result: the one that the rules demand, as soon as the game has been read */
    bool ends_check; /* it follows from 限着 or 摸子: what was entered for these is done with */
    bool busy;       /* it is being written */
    bool checked;    /* `told` and `another_may` are of what is entered now */
    bool another_may; /* the ledger lets another arbiter log it, not the one on duty */
    kiosk_tolds told;
} kiosk_log;

/* The order in which fouls are listed: most used first, as it was when the round's first entry was
 * begun. It stays so for the round: what a finger has learnt does not move under it. */
typedef struct kiosk_foul_order {
    uint16_t round;                  /* that it is of; 0: none yet */
    size_t places[LEDGER_FOULS_MAX]; /* indexes of the catalogue's fouls */
} kiosk_foul_order;

typedef struct kiosk_state kiosk_state;
typedef struct kiosk_next kiosk_next;

/* Where the entry is made; 本局: none is. */
kiosk_screen kiosk_log_screen(const kiosk_state *state);

/* Is this screen one that an entry is made on? */
bool kiosk_is_log_screen(kiosk_screen screen);

/* FOUL, LOG, LOG_...: false: not one of these. */
bool kiosk_apply_log(kiosk_state *state, const kiosk_command *command);

/* Begins a foul of this kind: the side and the kind are chosen. */
void kiosk_log_foul_of(kiosk_state *state, board_side side, const char *key);

/* Can a game end so for this reason? */
bool kiosk_reason_fits(const ledger_reason *reason, ledger_outcome outcome);

/* The entry, without its arbiter; false: it is not complete. */
bool kiosk_log_entry(const kiosk_state *state, ledger_entry *entry);

/* Does the ledger let somebody else log it, but not the arbiter on duty? */
bool kiosk_log_needs_authority(const kiosk_state *state);

/* NEXT on a log screen: what it does, and doing it. */
kiosk_next kiosk_log_next(const kiosk_state *state);
void kiosk_log_go_next(kiosk_state *state);

/* The ledger warned, and it is to be logged all the same. */
void kiosk_log_anyway(kiosk_state *state);

/* The game that is picked has been read. */
void kiosk_log_game_read(kiosk_state *state);

/* The ruling that was announced decides the game: its result is declared. */
void kiosk_log_ruled(kiosk_state *state);

/* A screen is shown: what was made on a log screen ends, unless this is on its way. */
void kiosk_log_shown(kiosk_state *state, kiosk_screen screen);

/* BACK. */
void kiosk_log_back(kiosk_state *state);

/* It was written: ends it and goes back to where it was begun. */
void kiosk_log_done(kiosk_state *state);

/* What the ledger says of it is asked anew: another arbiter is on duty. */
void kiosk_log_check(kiosk_state *state);

/* Fills in the jobs LOG_CHECK, LOG, LOG_LOOK; false: not wanted any more. */
bool kiosk_log_make_job(const kiosk_state *state, kiosk_job *job);
void kiosk_log_receive(kiosk_state *state, kiosk_job *job);

/* A draft was replayed: looks whether it had been written. */
void kiosk_log_start(kiosk_state *state);

#endif
