/*
 * kiosk/flow/code.h: a signed ruling as a QR code, for where there is no network: whoever has one
 * reads it and brings it to the event office's page.
 */
#ifndef QILI_KIOSK_FLOW_CODE_H
#define QILI_KIOSK_FLOW_CODE_H

#include "kiosk/flow/job.h"
#include "kiosk/view.h"

typedef struct kiosk_code {
    bool open;                /* it stands on 宣布 */
    bool busy;                /* its text is being read */
    char id[LEDGER_ID_BYTES]; /* of the ruling's entry */
    char text[KIOSK_VIEW_CODE_BYTES];
    board_error error; /* why there is none */
} kiosk_code;

typedef struct kiosk_state kiosk_state;

/* Is there a ruling on the screen that the office cannot be sent now? */
bool kiosk_code_offered(const kiosk_state *state);

/* CODE, and what closes it; false: not one of these. */
bool kiosk_apply_code(kiosk_state *state, const kiosk_command *command);

/* KIOSK_JOB_CODE; false: not wanted any more. */
bool kiosk_code_make_job(const kiosk_state *state, kiosk_job *job);
void kiosk_code_receive(kiosk_state *state, kiosk_job *job);

#endif
