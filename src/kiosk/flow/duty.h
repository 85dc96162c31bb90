/*
 * kiosk/flow/duty.h: the arbiter on duty: he gives his PIN once, and what he then logs at the table
 * (fouls, results) asks for none. Rulings are signed with the PIN all the same.
 *
 * When nothing was touched for the minutes of the settings the console is locked: nobody is on
 * duty, and until somebody gives his PIN only the lock screen is heard. Nobody is on duty after a
 * start.
 */
#ifndef QILI_KIOSK_FLOW_DUTY_H
#define QILI_KIOSK_FLOW_DUTY_H

#include "kiosk/flow/job.h"
#include "kiosk/screens.h"

enum { KIOSK_IDLE_MINUTES = 10, KIOSK_IDLE_MINUTES_MAX = 120 };

typedef struct kiosk_duty {
    bool on;
    bool locked; /* nothing but the lock screen is heard */
    char arbiter[LEDGER_KEY_BYTES];
    char name[LEDGER_NAME_BYTES];
    ledger_role role;
    int64_t touched_ms; /* when something was last done */
    kiosk_screen back;  /* where the lock screen leads to */
} kiosk_duty;

typedef struct kiosk_state kiosk_state;

/* Goes to the lock screen, and back to the present screen afterwards. */
void kiosk_duty_ask(kiosk_state *state);

/* Locks if nothing was done for as long as the settings say; state.now_ms is the present time. */
void kiosk_duty_pass_time(kiosk_state *state);

/* When it will lock if nothing is done, in the time of state.now_ms; INT64_MAX: not by itself, or
 * not while the journal is waited for. */
int64_t kiosk_duty_locks_ms(const kiosk_state *state);

/* Is the command heard while the console is locked? */
bool kiosk_duty_hears(const kiosk_state *state, kiosk_command_kind kind);

/* DUTY, DUTY_OFF; false: not one of these. */
bool kiosk_apply_duty(kiosk_state *state, const kiosk_command *command);

/* The PIN of the arbiter chosen was right: he is on duty. */
void kiosk_duty_begin(kiosk_state *state, const kiosk_arbiter *arbiter);

/* Leaves the lock screen; locked: says that it is not left like this. */
void kiosk_duty_back(kiosk_state *state);

#endif
