/* kiosk/flow/setup.c: the pages of the settings. */
#include "kiosk/flow/setup.h"

#include <sodium.h>
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

/* Pages. */

static bool is_here(const kiosk_state *state, kiosk_setup_page page)
{
    return state->screen == KIOSK_SCREEN_SETTINGS && state->setup.page == page;
}

bool kiosk_setup_changes_pin(const kiosk_state *state)
{
    return is_here(state, KIOSK_SETUP_ARBITERS) && state->sign.what == KIOSK_SIGN_PIN;
}

static void forget_pins(kiosk_state *state)
{
    sodium_memzero(state->setup.old_pin, sizeof state->setup.old_pin);
    state->setup.by_chief = false;
    if (state->sign.what != KIOSK_SIGN_PIN)
        return;
    sodium_memzero(state->sign.pin, sizeof state->sign.pin);
    sodium_memzero(state->sign.new_pin, sizeof state->sign.new_pin);
    state->sign = (kiosk_sign){.arbiter = -1};
}

/* What was set but not confirmed is taken back. */
static void stop_calibrating(kiosk_state *state)
{
    if (state->setup.calibrating == KIOSK_CALIBRATING_KEEP)
        state->settings.calibration = state->setup.before;
    state->setup.calibrating = KIOSK_CALIBRATING_NOT;
}

static void show_page(kiosk_state *state, kiosk_setup_page page)
{
    stop_calibrating(state);
    forget_pins(state);
    kiosk_show(state, KIOSK_SCREEN_SETTINGS);
    state->setup.page = page;
    state->setup.touched = 0;
    if (page == KIOSK_SETUP_LIST || page == KIOSK_SETUP_STORAGE || page == KIOSK_SETUP_ABOUT)
        kiosk_want(state, KIOSK_JOB_FACTS);
    if (page == KIOSK_SETUP_ARBITERS)
        kiosk_want_hall(state, state->hall != NULL ? state->hall->round : 0);
}

void kiosk_setup_open(kiosk_state *state)
{
    if (state->replaying)
        kiosk_show(state, KIOSK_SCREEN_SETTINGS);
    else
        show_page(state, KIOSK_SETUP_LIST);
}

bool kiosk_setup_back(kiosk_state *state)
{
    if (state->setup.calibrating != KIOSK_CALIBRATING_NOT) {
        stop_calibrating(state);
        return true;
    }
    if (kiosk_setup_changes_pin(state)) {
        forget_pins(state);
        return true;
    }
    if (state->setup.page == KIOSK_SETUP_LIST)
        return false;
    show_page(state, KIOSK_SETUP_LIST);
    return true;
}

/* Settings with a value. */

static void set_brightness(kiosk_state *state, int32_t number)
{
    if (number != 0 && (number < KIOSK_BRIGHTNESS_LEAST || number > KIOSK_BRIGHTNESS_MOST)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->settings.brightness = number;
    if (state->replaying)
        return;
    kiosk_want(state, KIOSK_JOB_SETTINGS);
    kiosk_want(state, KIOSK_JOB_BRIGHTNESS);
}

static void set_calibration(kiosk_state *state, const char *text)
{
    kiosk_calibration calibration;

    if (!kiosk_calibration_read(text, &calibration)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->settings.calibration = calibration;
    if (!state->replaying)
        kiosk_want(state, KIOSK_JOB_SETTINGS);
}

/* Calibrating. */

bool kiosk_wants_crosses(const kiosk_state *state)
{
    return is_here(state, KIOSK_SETUP_TOUCH) &&
           state->setup.calibrating == KIOSK_CALIBRATING_CROSSES;
}

static void calibrate(kiosk_state *state, int32_t number)
{
    kiosk_setup *setup = &state->setup;

    if (!is_here(state, KIOSK_SETUP_TOUCH)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    } else if (number == 1) {
        stop_calibrating(state);
        setup->calibrating = KIOSK_CALIBRATING_CROSSES;
        setup->crossed = 0;
        setup->until_ms = state->now_ms + KIOSK_CROSS_WAIT_MS;
    } else if (number == 2 && setup->calibrating == KIOSK_CALIBRATING_KEEP) {
        setup->calibrating = KIOSK_CALIBRATING_NOT;
        kiosk_want(state, KIOSK_JOB_SETTINGS);
        kiosk_tell(state, KIOSK_SAY_CALIBRATED, NULL, false);
    } else if (number == 0 && setup->calibrating != KIOSK_CALIBRATING_NOT) {
        stop_calibrating(state);
    } else if (number == 0) {
        state->settings.calibration = kiosk_calibration_none();
        kiosk_want(state, KIOSK_JOB_SETTINGS);
        kiosk_tell(state, KIOSK_SAY_CALIBRATION_NONE, NULL, false);
    } else {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    }
}

/* The last cross was touched: the map is in force, to be confirmed by a touch through it. */
static void take_crosses(kiosk_state *state)
{
    kiosk_setup *setup = &state->setup;
    kiosk_calibration found;

    if (!kiosk_calibration_of(setup->crossings, &found)) {
        setup->crossed = 0;
        kiosk_refuse(state, KIOSK_SAY_CROSSES_ASTRAY);
        return;
    }
    setup->before = state->settings.calibration;
    state->settings.calibration = found;
    setup->calibrating = KIOSK_CALIBRATING_KEEP;
    setup->until_ms = state->now_ms + KIOSK_KEEP_WAIT_MS;
}

static void take_cross(kiosk_state *state, const int32_t *numbers)
{
    kiosk_setup *setup = &state->setup;
    const int32_t least = -KIOSK_DISPLAY_PARTS;
    const int32_t most = 2 * KIOSK_DISPLAY_PARTS;

    if (!kiosk_wants_crosses(state) || numbers[0] < least || numbers[0] > most ||
        numbers[1] < least || numbers[1] > most || numbers[2] < 0 ||
        numbers[2] > KIOSK_DISPLAY_PARTS || numbers[3] < 0 || numbers[3] > KIOSK_DISPLAY_PARTS) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    setup->crossings[setup->crossed++] =
        (kiosk_crossing){numbers[0], numbers[1], numbers[2], numbers[3]};
    setup->until_ms = state->now_ms + KIOSK_CROSS_WAIT_MS;
    if (setup->crossed == KIOSK_CROSSES)
        take_crosses(state);
}

static void test_touch(kiosk_state *state, int32_t field)
{
    if (!is_here(state, KIOSK_SETUP_TOUCH) || field < 0 ||
        field >= KIOSK_TOUCH_COLUMNS * KIOSK_TOUCH_ROWS)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        state->setup.touched ^= UINT32_C(1) << field;
}

bool kiosk_pass_setup(kiosk_state *state)
{
    kiosk_setup *setup = &state->setup;

    if (setup->old_pin[0] != '\0' && !kiosk_setup_changes_pin(state))
        forget_pins(state);
    if (setup->calibrating != KIOSK_CALIBRATING_NOT &&
        (state->now_ms >= setup->until_ms || !is_here(state, KIOSK_SETUP_TOUCH))) {
        const bool kept_waiting = setup->calibrating == KIOSK_CALIBRATING_KEEP;
        stop_calibrating(state);
        if (kept_waiting && is_here(state, KIOSK_SETUP_TOUCH))
            kiosk_tell(state, KIOSK_SAY_CALIBRATION_DROPPED, NULL, true);
        return true;
    }
    return kiosk_setup_ticks(state);
}

bool kiosk_setup_ticks(const kiosk_state *state)
{
    return state->setup.calibrating != KIOSK_CALIBRATING_NOT ||
           (state->setup.verifying == KIOSK_VERIFY_RUNNING &&
            is_here(state, KIOSK_SETUP_STORAGE)) ||
           (state->setup.buttons.wired != 0 && is_here(state, KIOSK_SETUP_BUTTONS));
}

/* PINs. */

/* Whose PIN allows a new one: the arbiter's own, or that of a chief other than he; NULL: nobody. */
static const kiosk_arbiter *authority(const kiosk_state *state)
{
    const int index = state->sign.arbiter;

    if (state->hall == NULL || index < 0 || (size_t)index >= state->hall->arbiter_count)
        return NULL;
    if (!state->setup.by_chief)
        return &state->hall->arbiters[index];
    for (size_t i = 0; i < state->hall->arbiter_count; i++) {
        const kiosk_arbiter *arbiter = &state->hall->arbiters[i];
        if ((int)i != index && arbiter->has_pin && arbiter->role >= LEDGER_CHIEF_ARBITER)
            return arbiter;
    }
    return NULL;
}

static void choose(kiosk_state *state, int32_t index, bool by_chief)
{
    forget_pins(state);
    kiosk_choose_signer(state, KIOSK_SIGN_PIN, index);
    state->setup.by_chief = by_chief;
    if (state->sign.arbiter < 0) {
        forget_pins(state);
        kiosk_refuse(state, KIOSK_SAY_ARBITER_PICK);
    } else if (by_chief && authority(state) == NULL) {
        state->setup.by_chief = false;
        kiosk_refuse(state, KIOSK_SAY_NO_CHIEF_PIN);
    } else if (by_chief) {
        const kiosk_value name = kiosk_value_of_text(authority(state)->name);
        kiosk_tell(state, KIOSK_SAY_PIN_OF, &name, false);
        state->say_stays = true;
    }
}

void kiosk_setup_want_pin(kiosk_state *state)
{
    const bool changes = state->setup.old_pin[0] != '\0';

    kiosk_want(state, changes ? KIOSK_JOB_PIN_CHANGE : KIOSK_JOB_PIN);
}

void kiosk_setup_pin_taken(kiosk_state *state, const kiosk_job *job)
{
    kiosk_sign *sign = &state->sign;
    const int index = sign->arbiter;

    if (!kiosk_setup_changes_pin(state) || index < 0)
        return;
    if (job->kind == KIOSK_JOB_DUTY) { /* the old PIN was right */
        memcpy(state->setup.old_pin, sign->pin, sizeof state->setup.old_pin);
        sodium_memzero(sign->pin, sizeof sign->pin);
        sign->stage = KIOSK_PIN_NEW;
        kiosk_tell(state, KIOSK_SAY_PIN_CHOOSE, NULL, false);
        state->say_stays = true;
        return;
    }
    state->hall->arbiters[index].has_pin = true;
    forget_pins(state);
    kiosk_tell(state, KIOSK_SAY_PIN_SET, NULL, false);
}

/* The office. */

void kiosk_setup_typed(kiosk_state *state, const char *text)
{
    if (text[0] == '\0')
        return;
    if (!state->setup.office.there)
        kiosk_refuse(state, KIOSK_SAY_NO_LINK);
    else if (!kiosk_text_copy(state->setup.invitation, sizeof state->setup.invitation, text))
        kiosk_refuse_invitation(state);
    else
        state->setup.office.enrolling = true;
}

void kiosk_refuse_invitation(kiosk_state *state)
{
    state->setup.invitation[0] = '\0';
    state->setup.office.enrolling = false;
    kiosk_refuse(state, KIOSK_SAY_INVITATION_WRONG);
    state->revision++;
}

bool kiosk_take_invitation(kiosk_state *state, char invitation[KIOSK_INVITATION_BYTES])
{
    if (state->setup.invitation[0] == '\0')
        return false;
    memcpy(invitation, state->setup.invitation, KIOSK_INVITATION_BYTES);
    state->setup.invitation[0] = '\0';
    return true;
}

bool kiosk_take_leaving(kiosk_state *state)
{
    const bool leave = state->setup.leave;

    state->setup.leave = false;
    return leave;
}

void kiosk_setup_leave_office(kiosk_state *state)
{
    if (!is_here(state, KIOSK_SETUP_OFFICE) || !state->setup.office.enrolled)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        state->setup.leave = true;
}

static void ask_to_leave(kiosk_state *state)
{
    const kiosk_value name = kiosk_value_of_text(state->setup.office.name);

    if (!is_here(state, KIOSK_SETUP_OFFICE) || !state->setup.office.enrolled)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        kiosk_ask_about(state, KIOSK_ASK_LEAVE, 0, &name);
}

void kiosk_set_office(kiosk_state *state, const kiosk_office *office)
{
    kiosk_office *mine = &state->setup.office;
    const bool was_enrolling = mine->enrolling;

    if (memcmp(mine, office, sizeof *office) == 0)
        return;
    *mine = *office;
    /* What was typed and not taken yet goes on. */
    mine->enrolling = office->enrolling || state->setup.invitation[0] != '\0';
    if (is_here(state, KIOSK_SETUP_OFFICE) && was_enrolling && !mine->enrolling &&
        !mine->enrol_failed && mine->enrolled)
        kiosk_tell(state, KIOSK_SAY_ENROLLED, NULL, false);
    state->revision++;
}

void kiosk_set_buttons(kiosk_state *state, const kiosk_buttons *buttons)
{
    if (buttons->wired == state->setup.buttons.wired &&
        buttons->pressed == state->setup.buttons.pressed)
        return;
    state->setup.buttons = *buttons;
    state->revision++;
}

bool kiosk_tests_buttons(const kiosk_state *state)
{
    return is_here(state, KIOSK_SETUP_BUTTONS);
}

/* Storage. */

void kiosk_look_at_storage(kiosk_state *state)
{
    kiosk_want(state, KIOSK_JOB_FACTS);
}

void kiosk_clock_was_set_back(kiosk_state *state, int64_t by_ms)
{
    const kiosk_value seconds = kiosk_value_of_number(by_ms / 1000);

    kiosk_tell(state, KIOSK_SAY_CLOCK_BACK, &seconds, true);
    state->say_stays = true;
    state->revision++;
}

static void verify(kiosk_state *state)
{
    kiosk_setup *setup = &state->setup;

    if (!is_here(state, KIOSK_SETUP_STORAGE) || setup->verifying == KIOSK_VERIFY_RUNNING ||
        !setup->facts_known) {
        kiosk_refuse(state, setup->facts_known ? KIOSK_SAY_NOT_HERE : KIOSK_SAY_BUSY);
        return;
    }
    setup->verifying = KIOSK_VERIFY_RUNNING;
    setup->verify_since_ms = state->now_ms;
    kiosk_want(state, KIOSK_JOB_VERIFY);
}

/* Jobs. */

bool kiosk_setup_fill(const kiosk_state *state, kiosk_job *job)
{
    const kiosk_arbiter *who = authority(state);

    job->dispute = KIOSK_NO_DISPUTE;
    job->setup->facts.brightness = -1;
    switch (job->kind) {
    case KIOSK_JOB_BRIGHTNESS:
        job->setup->brightness = state->settings.brightness;
        return true;
    case KIOSK_JOB_VERIFY:
        job->setup->facts = state->setup.facts;
        return true;
    case KIOSK_JOB_PIN_CHANGE:
        if (who == NULL || !kiosk_setup_changes_pin(state))
            return false;
        kiosk_text_copy(job->arbiter, sizeof job->arbiter,
                        state->hall->arbiters[state->sign.arbiter].key);
        memcpy(job->pin, state->sign.pin, sizeof job->pin);
        kiosk_text_copy(job->setup->authority, sizeof job->setup->authority, who->key);
        memcpy(job->setup->old_pin, state->setup.old_pin, sizeof job->setup->old_pin);
        return true;
    default:
        return true;
    }
}

const char *kiosk_pin_authority(const kiosk_state *state)
{
    const kiosk_arbiter *who = authority(state);

    return state->sign.what == KIOSK_SIGN_PIN && state->setup.by_chief && who != NULL ? who->key
                                                                                      : NULL;
}

static void receive_verification(kiosk_state *state, const kiosk_job *job)
{
    kiosk_setup *setup = &state->setup;

    setup->verification = job->setup->verification;
    setup->verify_error = job->trouble.error;
    setup->verifying = job->end == KIOSK_END_DONE      ? KIOSK_VERIFY_SOUND
                       : job->end == KIOSK_END_REFUSED ? KIOSK_VERIFY_DAMAGED
                                                       : KIOSK_VERIFY_FAILED;
    if (setup->verifying != KIOSK_VERIFY_SOUND) {
        kiosk_tell_trouble(state, job);
    } else if (is_here(state, KIOSK_SETUP_STORAGE)) {
        kiosk_tell(state, KIOSK_SAY_JOURNAL_SOUND, NULL, false);
    }
}

void kiosk_receive_setup(kiosk_state *state, kiosk_job *job)
{
    kiosk_setup *setup = &state->setup;

    switch (job->kind) {
    case KIOSK_JOB_PIN_CHANGE:
        sodium_memzero(setup->old_pin, sizeof setup->old_pin);
        if (kiosk_setup_changes_pin(state))
            kiosk_receive_signing(state, job);
        return;
    case KIOSK_JOB_VERIFY:
        receive_verification(state, job);
        return;
    default:
        break;
    }
    if (job->end != KIOSK_END_DONE) {
        kiosk_tell_trouble(state, job);
        return;
    }
    if (job->kind == KIOSK_JOB_FACTS) {
        setup->facts = job->setup->facts;
        setup->facts_known = true;
        kiosk_device device = state->device;
        device.free_mib = setup->facts.free_mib;
        kiosk_set_device(state, &device);
    }
    setup->brightness = job->setup->facts.brightness;
}

/* Commands. */

bool kiosk_apply_setup(kiosk_state *state, const kiosk_command *command)
{
    const int32_t number = command->numbers[0];

    switch (command->kind) {
    case KIOSK_COMMAND_SETUP:
        if (state->screen != KIOSK_SCREEN_SETTINGS || number < 0 || number >= KIOSK_SETUP_PAGES)
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        else
            show_page(state, (kiosk_setup_page)number);
        return true;
    case KIOSK_COMMAND_BRIGHTNESS:
        set_brightness(state, number);
        return true;
    case KIOSK_COMMAND_CALIBRATION:
        set_calibration(state, command->text);
        return true;
    case KIOSK_COMMAND_CALIBRATE:
        calibrate(state, number);
        return true;
    case KIOSK_COMMAND_CROSS:
        take_cross(state, command->numbers);
        return true;
    case KIOSK_COMMAND_TOUCH_TEST:
        test_touch(state, number);
        return true;
    case KIOSK_COMMAND_ARBITER:
        if (!is_here(state, KIOSK_SETUP_ARBITERS))
            return false;
        choose(state, number, false);
        return true;
    case KIOSK_COMMAND_PIN_BY_CHIEF:
        if (kiosk_setup_changes_pin(state))
            choose(state, state->sign.arbiter, number == 1);
        else
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return true;
    case KIOSK_COMMAND_OFFICE_LEAVE:
        ask_to_leave(state);
        return true;
    case KIOSK_COMMAND_VERIFY:
        verify(state);
        return true;
    default:
        return false;
    }
}
