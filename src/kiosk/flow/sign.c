/*
 * kiosk/flow/sign.c: 签字 and 宣布: who signs, the PIN, what becomes of the entry; first start.
 */
#include <sodium.h>
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

/* The PIN. */

static void wipe_pins(kiosk_sign *sign)
{
    sodium_memzero(sign->pin, sizeof sign->pin);
    sodium_memzero(sign->new_pin, sizeof sign->new_pin);
}

static const kiosk_arbiter *chosen_arbiter(const kiosk_state *state)
{
    const int index = state->sign.arbiter;

    if (state->hall == NULL || index < 0 || (size_t)index >= state->hall->arbiter_count)
        return NULL;
    return &state->hall->arbiters[index];
}

/* On the lock screen, and where a PIN is changed, nobody signs. */
static kiosk_say arbiter_missing(const kiosk_state *state)
{
    const kiosk_signing what = state->sign.what;

    return what == KIOSK_SIGN_DUTY || what == KIOSK_SIGN_PIN ? KIOSK_SAY_ARBITER_PICK
                                                             : KIOSK_SAY_ARBITER_MISSING;
}

static void choose_arbiter(kiosk_state *state, int32_t index)
{
    kiosk_sign *sign = &state->sign;

    wipe_pins(sign);
    sign->wrong = false;
    sign->failed = false;
    sign->arbiter = index;
    state->told.count = 0; /* it was told of another, or of nobody */
    const kiosk_arbiter *arbiter = chosen_arbiter(state);
    if (arbiter == NULL) {
        sign->arbiter = -1;
        sign->stage = KIOSK_PIN_ASK;
        return;
    }
    sign->stage = arbiter->has_pin ? KIOSK_PIN_ASK : KIOSK_PIN_NEW;
    if (sign->stage == KIOSK_PIN_NEW) {
        const bool signs = sign->what != KIOSK_SIGN_DUTY && sign->what != KIOSK_SIGN_PIN;

        if (state->duty.locked)
            kiosk_refuse(state, KIOSK_SAY_UNLOCK_WITH_PIN);
        else
            kiosk_tell(state, signs ? KIOSK_SAY_PIN_NEW : KIOSK_SAY_PIN_CHOOSE, NULL, false);
        state->say_stays = true;
    }
    if (!state->replaying)
        kiosk_want(state, KIOSK_JOB_CHECK);
}

void kiosk_enter_sign(kiosk_state *state, kiosk_signing what)
{
    const int before = state->sign.arbiter;

    state->sign.what = what;
    kiosk_show(state, KIOSK_SCREEN_SIGN);
    kiosk_choose_signer(state, what, before);
}

void kiosk_choose_signer(kiosk_state *state, kiosk_signing what, int before)
{
    wipe_pins(&state->sign);
    state->sign = (kiosk_sign){.what = what, .arbiter = -1};
    state->told.count = 0;
    if (state->hall == NULL)
        kiosk_want_hall(state, 0);
    else if (state->hall->arbiter_count == 0)
        kiosk_refuse(state, KIOSK_SAY_NO_ARBITERS);
    else
        choose_arbiter(state, state->hall->arbiter_count == 1 ? 0 : before);
}

static bool signs_here(const kiosk_state *state)
{
    return state->screen == KIOSK_SCREEN_SIGN || state->screen == KIOSK_SCREEN_DUTY ||
           kiosk_setup_changes_pin(state);
}

bool kiosk_takes_digits(const kiosk_state *state)
{
    return (signs_here(state) && state->sign.arbiter >= 0) || state->screen == KIOSK_SCREEN_START;
}

static void add_digit(kiosk_state *state, int32_t digit)
{
    kiosk_sign *sign = &state->sign;
    const size_t length = strlen(sign->pin);

    if (digit < 0 || digit > 9 || !kiosk_takes_digits(state))
        kiosk_refuse(state, signs_here(state) ? arbiter_missing(state) : KIOSK_SAY_NOT_HERE);
    else if (state->now_ms < sign->wait_until_ms) {
        const kiosk_value seconds =
            kiosk_value_of_number((sign->wait_until_ms - state->now_ms + 999) / 1000);
        kiosk_tell(state, KIOSK_SAY_PIN_WAIT, &seconds, true);
    } else if (length == KIOSK_PIN_MAX)
        kiosk_refuse(state, KIOSK_SAY_PIN_LONG);
    else {
        sign->pin[length] = (char)('0' + digit);
        sign->pin[length + 1] = '\0';
        sign->wrong = false;
    }
}

static void take_digit_back(kiosk_state *state)
{
    const size_t length = strlen(state->sign.pin);

    if (length > 0)
        state->sign.pin[length - 1] = '\0';
}

/* Signing. */

static void want_signing(kiosk_state *state, bool sure)
{
    const bool duty = state->sign.what == KIOSK_SIGN_DUTY || state->sign.what == KIOSK_SIGN_PIN;

    state->sign.stage = KIOSK_PIN_BUSY;
    kiosk_want(state, duty ? KIOSK_JOB_DUTY : KIOSK_JOB_SIGN)->sure = sure;
}

/* A new PIN was typed: once more, then it is set. True: both are the same. */
static bool take_new_pin(kiosk_state *state)
{
    kiosk_sign *sign = &state->sign;

    if (sign->stage == KIOSK_PIN_NEW) {
        memcpy(sign->new_pin, sign->pin, sizeof sign->new_pin);
        sodium_memzero(sign->pin, sizeof sign->pin);
        sign->stage = KIOSK_PIN_AGAIN;
        kiosk_tell(state, KIOSK_SAY_PIN_AGAIN, NULL, false);
        state->say_stays = true;
        return false;
    }
    if (strcmp(sign->pin, sign->new_pin) == 0)
        return true;
    wipe_pins(sign);
    sign->stage = KIOSK_PIN_NEW;
    kiosk_refuse(state, KIOSK_SAY_PIN_DIFFERS);
    return false;
}

static kiosk_say pin_refusal(const kiosk_state *state)
{
    if (state->sign.stage == KIOSK_PIN_BUSY)
        return KIOSK_SAY_BUSY;
    return strlen(state->sign.pin) < KIOSK_PIN_MIN ? KIOSK_SAY_PIN_SHORT : KIOSK_SAY_NOTHING;
}

kiosk_say kiosk_sign_screen_refusal(const kiosk_state *state)
{
    if (chosen_arbiter(state) == NULL)
        return state->hall != NULL && state->hall->arbiter_count == 0 ? KIOSK_SAY_NO_ARBITERS
                                                                      : arbiter_missing(state);
    if (state->duty.locked && state->sign.stage != KIOSK_PIN_ASK &&
        state->sign.stage != KIOSK_PIN_BUSY)
        return KIOSK_SAY_UNLOCK_WITH_PIN;
    return pin_refusal(state);
}

void kiosk_sign_now(kiosk_state *state)
{
    const kiosk_say say = kiosk_sign_screen_refusal(state);

    if (say != KIOSK_SAY_NOTHING)
        kiosk_refuse(state, say);
    else if (state->sign.stage == KIOSK_PIN_ASK)
        want_signing(state, false);
    else if (take_new_pin(state)) {
        state->sign.stage = KIOSK_PIN_BUSY;
        if (state->sign.what == KIOSK_SIGN_PIN)
            kiosk_setup_want_pin(state);
        else
            kiosk_want(state, KIOSK_JOB_PIN);
    }
}

void kiosk_sign_anyway(kiosk_state *state)
{
    if (state->screen == KIOSK_SCREEN_SIGN && kiosk_sign_screen_refusal(state) == KIOSK_SAY_NOTHING)
        want_signing(state, true);
    else
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
}

kiosk_say kiosk_start_refusal(const kiosk_state *state)
{
    if (state->first.busy)
        return KIOSK_SAY_BUSY;
    if (state->first.event[0] == '\0' || state->first.arbiter[0] == '\0')
        return KIOSK_SAY_NAME_MISSING;
    return strlen(state->sign.pin) < KIOSK_PIN_MIN ? KIOSK_SAY_PIN_MISSING : KIOSK_SAY_NOTHING;
}

void kiosk_make_event(kiosk_state *state)
{
    const kiosk_say say = kiosk_start_refusal(state);

    if (state->screen != KIOSK_SCREEN_START)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (say != KIOSK_SAY_NOTHING)
        kiosk_refuse(state, say);
    else {
        if (state->sign.stage != KIOSK_PIN_AGAIN)
            state->sign.stage = KIOSK_PIN_NEW;
        if (!take_new_pin(state))
            return;
        state->first.busy = true;
        kiosk_want(state, KIOSK_JOB_EVENT);
    }
}

/* Answers of the desk. */

static const kiosk_told *first_told(const kiosk_tolds *told, ledger_severity severity)
{
    for (size_t i = 0; i < told->count; i++) {
        if (told->list[i].severity == severity)
            return &told->list[i];
    }
    return NULL;
}

static kiosk_value value_told(const kiosk_tolds *told, ledger_severity severity)
{
    const kiosk_told *first = first_told(told, severity);
    kiosk_value value = {0};

    for (int language = 0; first != NULL && language < BOARD_LANGUAGES; language++)
        kiosk_text_copy(value.text[language], sizeof value.text[language], first->text[language]);
    return value;
}

static void take_signed(kiosk_state *state, const kiosk_job *job)
{
    const kiosk_arbiter *arbiter = chosen_arbiter(state);

    wipe_pins(&state->sign);
    state->sign.stage = KIOSK_PIN_ASK;
    if (state->sign.what == KIOSK_SIGN_ENTRY) {
        kiosk_log_done(state);
        return;
    }
    if (job->dispute == KIOSK_NO_DISPUTE) {
        kiosk_show(state, KIOSK_SCREEN_GAME);
        kiosk_want_game(state, state->game_key);
        kiosk_tell(state, KIOSK_SAY_ORDER_CLOSED, NULL, false);
        return;
    }
    if (state->hall != NULL)
        state->hall->ruled = true;
    kiosk_dispute *dispute = &state->disputes[job->dispute];
    dispute->is_signed = true;
    dispute->number = job->number;
    dispute->signed_ms = job->time_ms;
    ledger_copy(dispute->id, sizeof dispute->id, job->entry->id);
    if (arbiter != NULL)
        ledger_copy(dispute->signer, sizeof dispute->signer, arbiter->name);
    if (state->current == job->dispute)
        kiosk_show(state, KIOSK_SCREEN_ANNOUNCE);
    kiosk_tell(state, KIOSK_SAY_SIGNED, NULL, false);
}

/* The lock screen: the PIN was right. */
static void take_duty(kiosk_state *state)
{
    const kiosk_arbiter *arbiter = chosen_arbiter(state);

    wipe_pins(&state->sign);
    state->sign.stage = KIOSK_PIN_ASK;
    if (arbiter != NULL && state->screen == KIOSK_SCREEN_DUTY)
        kiosk_duty_begin(state, arbiter);
}

static void take_wrong_pin(kiosk_state *state, const kiosk_job *job)
{
    kiosk_sign *sign = &state->sign;

    wipe_pins(sign);
    sign->stage = KIOSK_PIN_ASK;
    sign->wrong = true;
    sign->wait_until_ms = job->wait_ms > 0 ? state->now_ms + job->wait_ms : 0;
    if (job->wait_ms > 0) {
        const kiosk_value seconds = kiosk_value_of_number((job->wait_ms + 999) / 1000);
        kiosk_tell(state, KIOSK_SAY_PIN_WAIT, &seconds, true);
    } else
        kiosk_tell(state, KIOSK_SAY_PIN_WRONG, NULL, true);
    state->say_stays = true;
}

static void take_trouble(kiosk_state *state, const kiosk_job *job)
{
    kiosk_value value = {0};

    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        if (job->problem.error != BOARD_OK)
            board_problem_text(&job->problem, (board_language)language, value.text[language],
                               sizeof value.text[language]);
        else
            store_problem_text(&job->trouble, (board_language)language, value.text[language],
                               sizeof value.text[language]);
    }
    wipe_pins(&state->sign);
    state->sign.stage = KIOSK_PIN_ASK;
    state->sign.failed = true;
    kiosk_tell(state, KIOSK_SAY_NOT_WRITTEN, &value, true);
    state->say_stays = true;
}

static void take_pin_set(kiosk_state *state)
{
    if (chosen_arbiter(state) == NULL)
        return;
    state->hall->arbiters[state->sign.arbiter].has_pin = true;
    kiosk_tell(state, KIOSK_SAY_PIN_SET, NULL, false);
    want_signing(state, false); /* the PIN was typed twice just now */
}

static void take_no_pin(kiosk_state *state, bool has_pin)
{
    const int arbiter = state->sign.arbiter;

    if (chosen_arbiter(state) == NULL)
        return;
    state->hall->arbiters[arbiter].has_pin = has_pin;
    choose_arbiter(state, arbiter);
}

/* Whatever came of it, another try is for the same entries. */
static void remember_ids(kiosk_state *state, const kiosk_job *job)
{
    if (job->kind != KIOSK_JOB_SIGN || job->dispute == KIOSK_NO_DISPUTE ||
        job->entry->id[0] == '\0')
        return;
    kiosk_dispute *dispute = &state->disputes[job->dispute];
    ledger_copy(dispute->id, sizeof dispute->id, job->entry->id);
    if (job->second != NULL)
        ledger_copy(dispute->closing, sizeof dispute->closing, job->second->id);
}

void kiosk_receive_signing(kiosk_state *state, kiosk_job *job)
{
    kiosk_value value;

    remember_ids(state, job);
    switch (job->end) {
    case KIOSK_END_DONE:
        if (state->sign.what == KIOSK_SIGN_PIN)
            kiosk_setup_pin_taken(state, job);
        else if (job->kind == KIOSK_JOB_PIN)
            take_pin_set(state);
        else if (job->kind == KIOSK_JOB_DUTY)
            take_duty(state);
        else
            take_signed(state, job);
        break;
    case KIOSK_END_PIN_WRONG:
    case KIOSK_END_PIN_WAIT:
        take_wrong_pin(state, job);
        break;
    case KIOSK_END_PIN_NONE:
    case KIOSK_END_PIN_THERE:
        take_no_pin(state, job->end == KIOSK_END_PIN_THERE);
        break;
    case KIOSK_END_REFUSED:
        state->told = job->told;
        value = value_told(&job->told, LEDGER_SEVERITY_ERROR);
        wipe_pins(&state->sign);
        state->sign.stage = KIOSK_PIN_ASK;
        kiosk_tell(state, KIOSK_SAY_REFUSED, &value, true);
        state->say_stays = true;
        break;
    case KIOSK_END_WARNED:
        state->told = job->told;
        state->sign.stage = KIOSK_PIN_ASK;
        value = value_told(&job->told, LEDGER_SEVERITY_WARNING);
        kiosk_ask_about(state, KIOSK_ASK_WARNED, 0, &value);
        break;
    default:
        take_trouble(state, job);
    }
}

void kiosk_receive_event(kiosk_state *state, const kiosk_job *job)
{
    state->first.busy = false;
    if (job->end == KIOSK_END_DONE) {
        wipe_pins(&state->sign);
        state->sign = (kiosk_sign){.arbiter = -1};
        state->first = (kiosk_first){.busy = false};
        kiosk_want_hall(state, 0);
    } else if (job->end == KIOSK_END_REFUSED) {
        const kiosk_value value = value_told(&job->told, LEDGER_SEVERITY_ERROR);
        kiosk_tell(state, KIOSK_SAY_REFUSED, &value, true);
        state->sign.stage = KIOSK_PIN_NEW;
        wipe_pins(&state->sign);
    } else
        take_trouble(state, job);
}

bool kiosk_apply_sign(kiosk_state *state, const kiosk_command *command)
{
    const bool here = signs_here(state);

    switch (command->kind) {
    case KIOSK_COMMAND_EVENT_MAKE:
        kiosk_make_event(state);
        return true;
    case KIOSK_COMMAND_DIGIT:
        add_digit(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_DIGIT_BACK:
        take_digit_back(state);
        return true;
    case KIOSK_COMMAND_ANNOUNCE_TURN:
        state->announce_turned = !state->announce_turned;
        return true;
    case KIOSK_COMMAND_ARBITER:
        if (here)
            choose_arbiter(state, command->numbers[0]);
        return here;
    case KIOSK_COMMAND_SIGN:
        if (here)
            kiosk_sign_now(state);
        return here;
    default:
        return false;
    }
}
