/* kiosk/flow/log_jobs.c: what is logged goes to the desk, and what comes of it. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

bool kiosk_log_make_job(const kiosk_state *state, kiosk_job *job)
{
    if (state->log.kind == KIOSK_LOG_NONE)
        return false;
    if (job->kind == KIOSK_JOB_LOG_LOOK) {
        kiosk_text_copy(job->id, sizeof job->id, state->log.id);
        return job->id[0] != '\0';
    }
    if (!kiosk_log_entry(state, job->entry) || (job->kind == KIOSK_JOB_LOG && !state->duty.on))
        return false;
    job->keep_log_id = true;
    if (state->duty.on) {
        kiosk_text_copy(job->arbiter, sizeof job->arbiter, state->duty.arbiter);
        ledger_copy(job->entry->arbiter, sizeof job->entry->arbiter, state->duty.arbiter);
    }
    return true;
}

/* An answer on what has been changed meanwhile is dropped: another check is under way. */
static bool is_of_now(const kiosk_state *state, const kiosk_job *job)
{
    ledger_entry *entry = calloc(1, sizeof *entry);
    bool same = entry != NULL && kiosk_log_entry(state, entry) && entry->type == job->entry->type &&
                strcmp(entry->corrects, job->entry->corrects) == 0 &&
                strcmp(entry->reason, job->entry->reason) == 0 &&
                memcmp(&entry->payload, &job->entry->payload, sizeof entry->payload) == 0 &&
                strcmp(job->arbiter, state->duty.on ? state->duty.arbiter : "") == 0;

    free(entry);
    return same;
}

static void receive_check(kiosk_state *state, const kiosk_job *job)
{
    if (job->end == KIOSK_END_FAILED) {
        kiosk_tell_trouble(state, job);
        return;
    }
    if (!is_of_now(state, job))
        return;
    state->log.told = job->told;
    state->log.another_may = job->another_may;
    state->log.checked = true;
}

static kiosk_value first_told(const kiosk_tolds *told, ledger_severity severity)
{
    kiosk_value value = {0};

    for (size_t i = 0; i < told->count; i++) {
        if (told->list[i].severity != severity)
            continue;
        for (int language = 0; language < BOARD_LANGUAGES; language++)
            kiosk_text_copy(value.text[language], sizeof value.text[language],
                            told->list[i].text[language]);
        break;
    }
    return value;
}

static void receive_log(kiosk_state *state, const kiosk_job *job)
{
    kiosk_value value;

    state->log.busy = false;
    if (job->entry != NULL)
        ledger_copy(state->log.id, sizeof state->log.id, job->entry->id);
    switch (job->end) {
    case KIOSK_END_DONE:
        kiosk_log_done(state);
        break;
    case KIOSK_END_REFUSED:
        state->log.told = job->told;
        value = first_told(&job->told, LEDGER_SEVERITY_ERROR);
        kiosk_tell(state, KIOSK_SAY_REFUSED, &value, true);
        break;
    case KIOSK_END_WARNED:
        state->log.told = job->told;
        value = first_told(&job->told, LEDGER_SEVERITY_WARNING);
        kiosk_ask_about(state, KIOSK_ASK_LOG, 0, &value);
        break;
    default:
        kiosk_tell_trouble(state, job);
    }
}

void kiosk_log_receive(kiosk_state *state, kiosk_job *job)
{
    if (state->log.kind == KIOSK_LOG_NONE)
        return;
    if (job->kind == KIOSK_JOB_LOG_CHECK)
        receive_check(state, job);
    else if (job->kind == KIOSK_JOB_LOG)
        receive_log(state, job);
    else if (job->found && strcmp(job->id, state->log.id) == 0) {
        kiosk_log_back(state);
        kiosk_tell(state, KIOSK_SAY_LOGGED_BEFORE, NULL, false);
    }
}

void kiosk_log_start(kiosk_state *state)
{
    if (state->log.kind == KIOSK_LOG_NONE)
        return;
    if (state->log.id[0] != '\0')
        kiosk_want(state, KIOSK_JOB_LOG_LOOK);
    kiosk_log_check(state);
}
