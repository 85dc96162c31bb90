/* kiosk/flow/code.c: a signed ruling as a QR code. */
#include "kiosk/flow/code.h"

#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

bool kiosk_code_offered(const kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    return state->screen == KIOSK_SCREEN_ANNOUNCE && dispute != NULL && dispute->is_signed &&
           state->device.connection == KIOSK_CONNECTION_OFFLINE;
}

static void open_code(kiosk_state *state)
{
    if (!kiosk_code_offered(state)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->code = (kiosk_code){.open = true, .busy = true};
    kiosk_text_copy(state->code.id, sizeof state->code.id, kiosk_current(state)->id);
    kiosk_want(state, KIOSK_JOB_CODE);
}

bool kiosk_apply_code(kiosk_state *state, const kiosk_command *command)
{
    const bool was_open = state->code.open;

    state->code.open = false; /* whatever else is done */
    if (command->kind == KIOSK_COMMAND_CODE) {
        if (command->numbers[0] == 1)
            open_code(state);
        return true;
    }
    return was_open && command->kind == KIOSK_COMMAND_BACK;
}

bool kiosk_code_make_job(const kiosk_state *state, kiosk_job *job)
{
    return state->code.open && kiosk_text_copy(job->id, sizeof job->id, state->code.id);
}

void kiosk_code_receive(kiosk_state *state, kiosk_job *job)
{
    kiosk_code *code = &state->code;

    if (!code->open || strcmp(code->id, job->id) != 0)
        return;
    code->busy = false;
    code->text[0] = '\0';
    if (job->end != KIOSK_END_DONE)
        code->error = job->problem.error != BOARD_OK ? job->problem.error : job->trouble.error;
    else if (!kiosk_text_copy(code->text, sizeof code->text, job->code))
        code->error = BOARD_ERROR_SYNC_CARRIED;
}
