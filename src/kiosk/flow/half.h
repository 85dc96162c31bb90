/*
 * kiosk/flow/half.h: what is half entered: a text on the keyboard, the names of the first start, an
 * overruling whose label or reason is chosen and that is not taken yet. It goes into the draft file
 * whenever it changes, and comes back after a crash and after the lock.
 *
 * Not kept are PINs (they are written to no file), the office's invitation, which holds a code, and
 * what is typed in training.
 */
#ifndef QILI_KIOSK_FLOW_HALF_H
#define QILI_KIOSK_FLOW_HALF_H

#include <stdbool.h>

#include "judge/override.h"
#include "kiosk/command.h"
#include "ledger/entry.h"

typedef enum kiosk_field_kind {
    KIOSK_FIELD_NONE = 0,
    KIOSK_FIELD_FEN,
    KIOSK_FIELD_REASON,     /* of an overruled label */
    KIOSK_FIELD_NOTE,       /* on the ruling */
    KIOSK_FIELD_EVENT,      /* first start: name of the event */
    KIOSK_FIELD_ARBITER,    /* first start: name of the arbiter */
    KIOSK_FIELD_TRAINEE,    /* training: a name */
    KIOSK_FIELD_SEED,       /* training: of an examination */
    KIOSK_FIELD_LOG_REASON, /* why an entry is taken back */
    KIOSK_FIELD_INVITATION, /* settings: of the office */
    KIOSK_FIELDS
} kiosk_field_kind;

typedef struct kiosk_field {
    kiosk_field_kind which;
    char text[KIOSK_COMMAND_TEXT_BYTES];
} kiosk_field;

/* 裁决: 改判 under way. */
typedef struct kiosk_change {
    int move; /* index; -1: none */
    bool label_chosen;
    judge_label label;
    judge_idle_kind idle_kind;
    char reason[JUDGE_OVERRIDE_REASON_BYTES];
} kiosk_change;

/* As the draft has it. */
typedef struct kiosk_half {
    kiosk_field field;
    kiosk_change change;
    char event[LEDGER_NAME_BYTES];
    char arbiter[LEDGER_NAME_BYTES];
    bool waits; /* it is not on the screen: for the screen that it belongs to */
} kiosk_half;

typedef struct kiosk_state kiosk_state;

void kiosk_half_begin(kiosk_half *half);

/* After each command: writes what has changed into the draft. */
void kiosk_half_keep(kiosk_state *state);

/* The screen is left for another, to come back to what is half entered. */
void kiosk_half_lay_aside(kiosk_state *state);

/* Puts what waits onto the screen, as soon as that is the one it belongs to. */
void kiosk_half_restore(kiosk_state *state);

/* TYPED, CHANGING; false: not one of these. */
bool kiosk_apply_half(kiosk_state *state, const kiosk_command *command);

#endif
