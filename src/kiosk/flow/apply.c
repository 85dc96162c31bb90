/*
 * kiosk/flow/apply.c: a command comes in: settings, going about, typing; the rest is for the other
 * rooms.
 */
#include <string.h>

#include "kiosk/flow/ranges.h"
#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

/* Most jobs that one command asks for: a dispute after an order enters all the order's moves. */
enum { WANTED_RESERVE = 40, TEXT_STEPS = 3 };

/* Settings. */

static bool set_number(kiosk_state *state, const kiosk_command *command)
{
    kiosk_settings *settings = &state->settings;
    const int32_t number = command->numbers[0];

    switch (command->kind) {
    case KIOSK_COMMAND_LANGUAGE:
        if (number < 0 || number >= BOARD_LANGUAGES)
            return false;
        settings->language = (board_language)number;
        return true;
    case KIOSK_COMMAND_THEME:
        if (number < 0 || number >= KIOSK_THEMES)
            return false;
        settings->theme = (kiosk_theme)number;
        return true;
    case KIOSK_COMMAND_TEXT_STEP:
        if (number < 0 || number >= TEXT_STEPS)
            return false;
        settings->text_step = number;
        return true;
    case KIOSK_COMMAND_ORIENTATION:
        if (number < 0 || number >= KIOSK_ORIENTATIONS)
            return false;
        settings->orientation = (kiosk_orientation)number;
        return true;
    case KIOSK_COMMAND_SIMPLIFIED:
        settings->simplified = number == 1;
        return number == 0 || number == 1;
    case KIOSK_COMMAND_BOTH_LANGUAGES:
        settings->both_languages = number == 1;
        return number == 0 || number == 1;
    case KIOSK_COMMAND_IDLE_LOCK:
        if (number < 0 || number > KIOSK_IDLE_MINUTES_MAX)
            return false;
        settings->idle_minutes = number;
        return true;
    default:
        settings->black_below = !settings->black_below;
        return true;
    }
}

static bool has_chief(const kiosk_hall *hall)
{
    for (size_t i = 0; i < hall->arbiter_count; i++) {
        if (hall->arbiters[i].role >= LEDGER_CHIEF_ARBITER)
            return true;
    }
    return false;
}

/* Once a ruling stands in the event its edition is the chief arbiter's, whose PIN is asked for
 * here; that of a dispute is another matter, it is signed with the ruling. An event without a chief
 * arbiter has nobody to ask. */
static bool may_set_edition(kiosk_state *state, const char *name)
{
    const kiosk_hall *hall = state->hall;
    const char *own = state->settings.edition;
    const bool chief_on_duty = state->duty.on && state->duty.role >= LEDGER_CHIEF_ARBITER;

    if (state->replaying || hall == NULL || !hall->ruled || chief_on_duty || !has_chief(hall) ||
        strcmp(name, own[0] != '\0' ? own : hall->edition) == 0)
        return true;
    kiosk_duty_ask(state);
    kiosk_refuse(state, KIOSK_SAY_EDITION_FOR_CHIEF);
    state->say_stays = true;
    return false;
}

static void use_edition(kiosk_state *state, const char *name)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    const bool of_dispute = dispute != NULL && kiosk_screen_is_step(state->screen) &&
                            state->screen >= KIOSK_SCREEN_POSITION;
    judge_edition edition;

    if (judge_edition_load(name, &edition) != BOARD_OK) {
        kiosk_refuse(state, KIOSK_SAY_EDITION_MISSING);
        return;
    }
    if (!of_dispute && !may_set_edition(state, name))
        return;
    if (!of_dispute) {
        kiosk_text_copy(state->settings.edition, sizeof state->settings.edition, name);
        if (!state->replaying)
            kiosk_want(state, KIOSK_JOB_SETTINGS);
        return;
    }
    if (strcmp(dispute->entered.edition, name) == 0)
        return;
    if (dispute->entered.override_count > 0) {
        const kiosk_value value = kiosk_value_of_text(name);
        kiosk_ask_about(state, KIOSK_ASK_EDITION, 0, &value);
        return;
    }
    const kiosk_command under = kiosk_command_of_text(KIOSK_COMMAND_UNDER, name);
    if (kiosk_enter(state, &under) && state->screen >= KIOSK_SCREEN_RULING)
        kiosk_go_to(state, KIOSK_SCREEN_RULING);
}

bool kiosk_apply_settings(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_LANGUAGE:
    case KIOSK_COMMAND_THEME:
    case KIOSK_COMMAND_TEXT_STEP:
    case KIOSK_COMMAND_ORIENTATION:
    case KIOSK_COMMAND_SIMPLIFIED:
    case KIOSK_COMMAND_BOTH_LANGUAGES:
    case KIOSK_COMMAND_IDLE_LOCK:
    case KIOSK_COMMAND_BOARD_TURN:
        if (!set_number(state, command))
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        else if (!state->replaying)
            kiosk_want(state, KIOSK_JOB_SETTINGS);
        return true;
    case KIOSK_COMMAND_EDITION:
        use_edition(state, command->text);
        return true;
    default:
        return false;
    }
}

/* Going about. */

/* Closes the topmost thing that is open on the screen; false: nothing is. */
static bool close_something(kiosk_state *state)
{
    kiosk_dispute *dispute = kiosk_working(state);

    if (state->ask != KIOSK_ASK_NOTHING) {
        state->ask = KIOSK_ASK_NOTHING;
        state->hand.wanted = (board_move){BOARD_NO_SQUARE, BOARD_NO_SQUARE};
    } else if (state->field.which != KIOSK_FIELD_NONE)
        state->field = (kiosk_field){KIOSK_FIELD_NONE, ""};
    else if (state->article[0] != '\0')
        state->article[0] = '\0';
    else if (state->menu != KIOSK_MENU_NONE)
        state->menu = KIOSK_MENU_NONE;
    else if (state->screen != KIOSK_SCREEN_RULING)
        return false;
    else if (state->change.move >= 0) {
        state->change = (kiosk_change){.move = -1};
        state->scroll = 0;
    } else if (dispute != NULL && dispute->comparing)
        dispute->comparing = false;
    else if (state->evidence.row >= 0)
        kiosk_reset_evidence(state);
    else
        return false;
    return true;
}

static void go_home(kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (dispute != NULL && dispute->is_signed)
        kiosk_end_dispute(state, state->current);
    kiosk_show(state, KIOSK_SCREEN_HALL);
    kiosk_want_hall(state, state->hall != NULL ? state->hall->round : 0);
}

static void go_back(kiosk_state *state)
{
    if (close_something(state))
        return;
    switch (state->screen) {
    case KIOSK_SCREEN_HALL:
    case KIOSK_SCREEN_START:
        return;
    case KIOSK_SCREEN_GAME:
    case KIOSK_SCREEN_ANNOUNCE:
        go_home(state);
        return;
    case KIOSK_SCREEN_SETTINGS:
        if (kiosk_setup_back(state))
            return;
        if (kiosk_screen_is_step(state->beside) && !kiosk_can_go(state, state->beside))
            kiosk_return_to(state, state->beside); /* its dispute is gone */
        else
            kiosk_show(state, state->beside);
        return;
    case KIOSK_SCREEN_DUTY:
        kiosk_duty_back(state);
        return;
    case KIOSK_SCREEN_FOUL:
    case KIOSK_SCREEN_RESULT:
    case KIOSK_SCREEN_WITHDRAW:
        kiosk_log_back(state);
        return;
    case KIOSK_SCREEN_AUDIT:
    case KIOSK_SCREEN_TOUCH:
        kiosk_checks_back(state);
        return;
    case KIOSK_SCREEN_RECORDS:
    case KIOSK_SCREEN_RECORD:
        kiosk_records_back(state);
        return;
    case KIOSK_SCREEN_STICK:
        kiosk_stick_back(state);
        return;
    case KIOSK_SCREEN_SIGN:
        if (state->sign.what == KIOSK_SIGN_ENTRY) {
            kiosk_return_to(state, KIOSK_SCREEN_SIGN);
            return;
        }
        kiosk_go_to(state,
                    state->sign.what == KIOSK_SIGN_ORDER ? KIOSK_SCREEN_GAME : KIOSK_SCREEN_RULING);
        return;
    default:
        kiosk_go_to(state, (kiosk_screen)(state->screen - 1));
    }
}

static void go(kiosk_state *state, int32_t number)
{
    if (number < 0 || number >= KIOSK_SCREENS) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const kiosk_screen screen = (kiosk_screen)number;
    if (screen == KIOSK_SCREEN_HALL)
        go_home(state);
    else if (screen == KIOSK_SCREEN_SETTINGS) {
        /* Who goes on duty out of the settings goes back to them: the way must not be a ring. */
        const bool ring =
            state->screen == KIOSK_SCREEN_DUTY && state->duty.back == KIOSK_SCREEN_SETTINGS;
        if (state->screen != KIOSK_SCREEN_SETTINGS && !ring)
            state->beside = state->screen;
        kiosk_setup_open(state);
    } else if (!kiosk_screen_is_step(screen))
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        kiosk_go_to(state, screen);
}

/* The answers that are nobody's else. */
static void answer(kiosk_state *state, int32_t number)
{
    const kiosk_ask ask = state->ask;
    const kiosk_value value = state->ask_text;
    const bool yes = number == 1;

    state->ask = KIOSK_ASK_NOTHING;
    switch (ask) {
    case KIOSK_ASK_SIDE:
    case KIOSK_ASK_STANDS:
        kiosk_answer_entering(state, ask, yes);
        break;
    case KIOSK_ASK_FINISHED:
        if (yes)
            kiosk_start_dispute(state);
        break;
    case KIOSK_ASK_OTHER:
        if (yes)
            kiosk_take_up(state, state->ask_value);
        break;
    case KIOSK_ASK_DROP:
        if (yes)
            kiosk_drop_dispute(state, state->ask_value);
        break;
    case KIOSK_ASK_EDITION:
        if (yes) {
            const kiosk_command under =
                kiosk_command_of_text(KIOSK_COMMAND_UNDER, value.text[BOARD_CHINESE]);
            if (kiosk_enter(state, &under) && state->screen >= KIOSK_SCREEN_RULING)
                kiosk_go_to(state, KIOSK_SCREEN_RULING);
        }
        break;
    case KIOSK_ASK_WARNED:
        if (yes)
            kiosk_sign_anyway(state);
        break;
    case KIOSK_ASK_LEAVE:
        if (yes)
            kiosk_setup_leave_office(state);
        break;
    case KIOSK_ASK_QUIZ_END:
        if (yes)
            kiosk_end_quiz(state);
        break;
    case KIOSK_ASK_LOG:
        if (yes)
            kiosk_log_anyway(state);
        break;
    default:
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    }
}

static void open_menu(kiosk_state *state, int32_t number)
{
    if (number < 0 || number >= KIOSK_MENUS) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const kiosk_menu menu = (kiosk_menu)number;
    state->menu = menu == state->menu ? KIOSK_MENU_NONE : menu;
    state->scroll = 0;
}

static void scroll_to(kiosk_state *state, int64_t row)
{
    state->scroll = row < 0 ? 0 : row > KIOSK_ROWS_MAX ? KIOSK_ROWS_MAX : (int32_t)row;
}

bool kiosk_apply_going(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_GO:
        go(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_BACK:
        go_back(state);
        return true;
    case KIOSK_COMMAND_HOME:
        go_home(state);
        return true;
    case KIOSK_COMMAND_ANSWER:
        answer(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_MENU:
        open_menu(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_SCROLL:
        scroll_to(state, (int64_t)state->scroll + command->numbers[0]);
        return true;
    case KIOSK_COMMAND_SCROLL_TO:
        scroll_to(state, command->numbers[0]);
        return true;
    default:
        return false;
    }
}

/* Typing. */

static const char *typed_before(const kiosk_state *state, kiosk_field_kind which)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    switch (which) {
    case KIOSK_FIELD_REASON:
        return state->change.reason;
    case KIOSK_FIELD_NOTE:
        return dispute != NULL ? dispute->entered.note : "";
    case KIOSK_FIELD_EVENT:
        return state->first.event;
    case KIOSK_FIELD_ARBITER:
        return state->first.arbiter;
    case KIOSK_FIELD_LOG_REASON:
        return state->log.reason;
    default:
        return "";
    }
}

bool kiosk_has_field(const kiosk_state *state, kiosk_field_kind which)
{
    switch (which) {
    case KIOSK_FIELD_FEN:
        return state->screen == KIOSK_SCREEN_POSITION && state->current != KIOSK_NO_DISPUTE;
    case KIOSK_FIELD_REASON:
        return state->screen == KIOSK_SCREEN_RULING && state->change.move >= 0;
    case KIOSK_FIELD_NOTE:
        return state->screen == KIOSK_SCREEN_RULING || state->screen == KIOSK_SCREEN_SIGN;
    case KIOSK_FIELD_EVENT:
    case KIOSK_FIELD_ARBITER:
        return state->screen == KIOSK_SCREEN_START;
    case KIOSK_FIELD_TRAINEE:
    case KIOSK_FIELD_SEED:
        return kiosk_screen_is_training(state->screen);
    case KIOSK_FIELD_INVITATION:
        return state->screen == KIOSK_SCREEN_SETTINGS && state->setup.page == KIOSK_SETUP_OFFICE;
    case KIOSK_FIELD_LOG_REASON:
        return state->screen == KIOSK_SCREEN_WITHDRAW;
    default:
        return false;
    }
}

static void open_field(kiosk_state *state, int32_t number)
{
    kiosk_field field = {KIOSK_FIELD_NONE, ""};

    if (number > KIOSK_FIELD_NONE && number < KIOSK_FIELDS) {
        if (!kiosk_has_field(state, (kiosk_field_kind)number)) {
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
            return;
        }
        field.which = (kiosk_field_kind)number;
        kiosk_text_copy(field.text, sizeof field.text, typed_before(state, field.which));
    }
    state->field = field;
}

static void take_typed(kiosk_state *state)
{
    const kiosk_field field = state->field;
    kiosk_command command = {.kind = KIOSK_COMMAND_NONE};

    state->field = (kiosk_field){KIOSK_FIELD_NONE, ""};
    switch (field.which) {
    case KIOSK_FIELD_FEN:
        command = kiosk_command_of_text(KIOSK_COMMAND_FEN, field.text);
        command.numbers[0] = 1;
        kiosk_apply_position(state, &command);
        if (state->say == KIOSK_SAY_FEN_WRONG)
            state->field = field; /* to be put right */
        break;
    case KIOSK_FIELD_NOTE:
        command = kiosk_command_of_text(KIOSK_COMMAND_NOTE, field.text);
        kiosk_enter(state, &command);
        break;
    case KIOSK_FIELD_REASON:
        kiosk_text_copy(state->change.reason, sizeof state->change.reason, field.text);
        break;
    case KIOSK_FIELD_EVENT:
        kiosk_text_copy(state->first.event, sizeof state->first.event, field.text);
        break;
    case KIOSK_FIELD_ARBITER:
        kiosk_text_copy(state->first.arbiter, sizeof state->first.arbiter, field.text);
        break;
    case KIOSK_FIELD_INVITATION:
        kiosk_setup_typed(state, field.text);
        break;
    case KIOSK_FIELD_LOG_REASON:
        command = kiosk_command_of_text(KIOSK_COMMAND_LOG_REASON, field.text);
        kiosk_apply_log(state, &command);
        break;
    default:
        kiosk_training_typed(state, &field);
        break;
    }
}

bool kiosk_apply_typing(kiosk_state *state, const kiosk_command *command)
{
    kiosk_field *field = &state->field;
    const bool types =
        command->kind == KIOSK_COMMAND_TYPE || command->kind == KIOSK_COMMAND_TYPE_SET ||
        command->kind == KIOSK_COMMAND_TYPE_BACK || command->kind == KIOSK_COMMAND_TYPE_DONE;

    if (command->kind == KIOSK_COMMAND_FIELD) {
        open_field(state, command->numbers[0]);
        return true;
    }
    if (!types)
        return false;
    if (field->which == KIOSK_FIELD_NONE)
        return true; /* a key pressed while there is nothing to type into */
    if (command->kind == KIOSK_COMMAND_TYPE)
        kiosk_text_add(field->text, sizeof field->text, command->text);
    else if (command->kind == KIOSK_COMMAND_TYPE_SET)
        kiosk_text_copy(field->text, sizeof field->text, command->text);
    else if (command->kind == KIOSK_COMMAND_TYPE_BACK)
        kiosk_text_take_back(field->text);
    else
        take_typed(state);
    return true;
}

/* Coming in. */

static void pass_time(kiosk_state *state, int64_t now_ms)
{
    kiosk_hand *hand = &state->hand;

    if (now_ms > state->now_ms)
        state->now_ms = now_ms;
    if (hand->word_square != BOARD_NO_SQUARE && state->now_ms >= hand->word_until_ms) {
        hand->word_square = BOARD_NO_SQUARE;
        hand->word = BOARD_OK;
    }
    if (state->say != KIOSK_SAY_NOTHING && !state->say_stays &&
        state->now_ms >= state->say_until_ms)
        state->say = KIOSK_SAY_NOTHING;
    kiosk_play_evidence(state);
    kiosk_duty_pass_time(state);
}

/* While something is asked only answers, and what changes no work, are heard. */
static bool is_heard(const kiosk_state *state, kiosk_command_kind kind)
{
    const bool writing = state->log.busy ||
                         ((state->screen == KIOSK_SCREEN_SIGN ||
                           state->screen == KIOSK_SCREEN_DUTY || kiosk_setup_changes_pin(state)) &&
                          state->sign.stage == KIOSK_PIN_BUSY);

    if (state->ask == KIOSK_ASK_NOTHING && !writing)
        return true;
    if (writing &&
        (kind == KIOSK_COMMAND_ANSWER || kind == KIOSK_COMMAND_BACK || kind == KIOSK_COMMAND_HOME))
        return false;
    switch (kind) {
    case KIOSK_COMMAND_ANSWER:
    case KIOSK_COMMAND_BACK:
    case KIOSK_COMMAND_HOME:
    case KIOSK_COMMAND_LANGUAGE:
    case KIOSK_COMMAND_THEME:
    case KIOSK_COMMAND_TEXT_STEP:
    case KIOSK_COMMAND_BOARD_TURN:
        return true;
    default:
        return false;
    }
}

static void hear(kiosk_state *state, const kiosk_command *command)
{
    if (kiosk_command_out_of_range(command) >= 0) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (!kiosk_apply_half(state, command) && !kiosk_apply_code(state, command) &&
        !kiosk_apply_settings(state, command) && !kiosk_apply_setup(state, command) &&
        !kiosk_apply_checks(state, command) && !kiosk_apply_records(state, command) &&
        !kiosk_apply_stick(state, command) && !kiosk_apply_training(state, command) &&
        !kiosk_apply_going(state, command) && !kiosk_apply_typing(state, command) &&
        !kiosk_apply_hall(state, command) && !kiosk_apply_position(state, command) &&
        !kiosk_apply_moves(state, command) && !kiosk_apply_ruling(state, command) &&
        !kiosk_apply_next(state, command) && !kiosk_apply_sign(state, command) &&
        !kiosk_apply_duty(state, command) && !kiosk_apply_log(state, command))
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
}

void kiosk_apply(kiosk_state *state, const kiosk_command *command, int64_t now_ms)
{
    const kiosk_say said = state->say;
    const board_square word = state->hand.word_square;
    const size_t step = state->evidence.step;

    pass_time(state, now_ms);
    const bool training = kiosk_pass_training(state);
    const bool setup = kiosk_pass_setup(state);
    if (command->kind == KIOSK_COMMAND_TICK || command->kind == KIOSK_COMMAND_NONE) {
        if (state->say != said || state->hand.word_square != word || state->evidence.step != step ||
            training || setup || state->sign.wait_until_ms > 0)
            state->revision++;
        return;
    }
    state->revision++;
    state->duty.touched_ms = state->now_ms;
    if (!is_heard(state, command->kind) || !kiosk_duty_hears(state, command->kind))
        return;
    if (state->say_stays || state->say_warns)
        state->say = KIOSK_SAY_NOTHING;
    if (state->wanted_count + WANTED_RESERVE > KIOSK_WANTED_MAX) {
        kiosk_refuse(state, KIOSK_SAY_BUSY);
        return;
    }
    const kiosk_said_at before = kiosk_said_before(state);
    hear(state, command);
    kiosk_said_after(state, &before);
    kiosk_half_restore(state);
    kiosk_half_keep(state);
}
