/*
 * kiosk/flow/state.c: the state made, read and freed; what the rooms of the flow share.
 */
#include <stdlib.h>
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"
#include "ledger/phrase.h"

#define DEFAULT_EDITION "cxa-2007"

kiosk_state *kiosk_state_new(void)
{
    kiosk_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return NULL;
    state->screen = KIOSK_SCREEN_HALL;
    state->beside = KIOSK_SCREEN_HALL;
    state->current = KIOSK_NO_DISPUTE;
    state->sign.arbiter = -1;
    state->settings.idle_minutes = KIOSK_IDLE_MINUTES;
    state->settings.calibration = kiosk_calibration_none();
    state->setup.brightness = -1;
    state->device.free_mib = -1;
    state->device.battery = -1;
    kiosk_training_begin(&state->training);
    kiosk_half_begin(&state->half);
    kiosk_put_down(state);
    kiosk_reset_evidence(state);
    if (ledger_catalogue_load(&state->catalogue) != BOARD_OK) {
        free(state);
        return NULL;
    }
    return state;
}

void kiosk_state_free(kiosk_state *state)
{
    if (state == NULL)
        return;
    for (int i = 0; i < KIOSK_DISPUTES_MAX; i++)
        kiosk_dispute_free(&state->disputes[i]);
    kiosk_training_free(&state->training);
    kiosk_records_free(&state->records);
    kiosk_stick_free(&state->stick);
    judge_articles_free(&state->articles);
    free(state->hall);
    free(state->game);
    free(state->cases);
    free(state);
}

/* Reading. */

const kiosk_dispute *kiosk_current(const kiosk_state *state)
{
    return state->current == KIOSK_NO_DISPUTE ? NULL : &state->disputes[state->current];
}

kiosk_dispute *kiosk_working(kiosk_state *state)
{
    return state->current == KIOSK_NO_DISPUTE ? NULL : &state->disputes[state->current];
}

int kiosk_dispute_of_game(const kiosk_state *state, ledger_game_key game)
{
    for (int i = 0; i < KIOSK_DISPUTES_MAX; i++) {
        if (state->disputes[i].open && ledger_game_equal(state->disputes[i].game, game))
            return i;
    }
    return KIOSK_NO_DISPUTE;
}

size_t kiosk_open_disputes(const kiosk_state *state)
{
    size_t count = 0;

    for (int i = 0; i < KIOSK_DISPUTES_MAX; i++)
        count += state->disputes[i].open;
    return count;
}

const char *kiosk_edition(const kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_heard(state);

    if (dispute != NULL)
        return dispute->entered.edition;
    if (state->settings.edition[0] != '\0')
        return state->settings.edition;
    if (state->hall != NULL && state->hall->edition[0] != '\0')
        return state->hall->edition;
    return DEFAULT_EDITION;
}

/* Saying. */

void kiosk_tell(kiosk_state *state, kiosk_say say, const kiosk_value *value, bool warns)
{
    state->say = say;
    state->say_value = value != NULL ? *value : (kiosk_value){0};
    state->say_warns = warns;
    state->say_stays = false;
    state->say_fresh = true;
    state->say_until_ms = state->now_ms + KIOSK_SAY_MS;
}

kiosk_value kiosk_value_of_text(const char *text)
{
    kiosk_value value;

    for (int language = 0; language < BOARD_LANGUAGES; language++)
        kiosk_text_copy(value.text[language], sizeof value.text[language], text);
    return value;
}

kiosk_value kiosk_value_of_number(int64_t number)
{
    const ledger_digits digits = ledger_digits_of(number > 0 ? (size_t)number : 0);

    return kiosk_value_of_text(digits.text);
}

kiosk_value kiosk_value_of_error(board_error error)
{
    kiosk_value value;

    for (int language = 0; language < BOARD_LANGUAGES; language++)
        kiosk_text_copy(value.text[language], sizeof value.text[language],
                        board_error_text(error, (board_language)language));
    return value;
}

void kiosk_ask_about(kiosk_state *state, kiosk_ask ask, int32_t number, const kiosk_value *value)
{
    state->ask = ask;
    state->ask_value = number;
    state->ask_text = value != NULL ? *value : (kiosk_value){0};
}

/* Jobs. */

/* The place of a waiting job of this kind that a newer one makes idle. */
static kiosk_wanted *find_waiting(kiosk_state *state, kiosk_job_kind kind)
{
    for (size_t i = 0; i < state->wanted_count; i++) {
        if (state->wanted[i].kind == kind)
            return &state->wanted[i];
    }
    return NULL;
}

/* kiosk_apply lets nothing in while the queue is nearly full, so there is always room. */
kiosk_wanted *kiosk_want(kiosk_state *state, kiosk_job_kind kind)
{
    const bool all = kind == KIOSK_JOB_KEEP || kind == KIOSK_JOB_LOOK || kind == KIOSK_JOB_ANSWERS;
    kiosk_wanted *wanted = all ? NULL : find_waiting(state, kind);

    if (wanted == NULL)
        wanted = &state->wanted[state->wanted_count < KIOSK_WANTED_MAX ? state->wanted_count++
                                                                       : KIOSK_WANTED_MAX - 1];
    *wanted = (kiosk_wanted){.kind = kind, .dispute = state->current};
    return wanted;
}

void kiosk_want_game(kiosk_state *state, ledger_game_key game)
{
    if (state->replaying || game.round == 0)
        return;
    kiosk_wanted *wanted = kiosk_want(state, KIOSK_JOB_GAME);
    wanted->command.numbers[0] = game.round;
    wanted->command.numbers[1] = game.table;
    wanted->command.numbers[2] = game.number;
    state->game_busy = true;
}

void kiosk_want_hall(kiosk_state *state, int32_t round)
{
    if (state->replaying)
        return;
    kiosk_want(state, KIOSK_JOB_HALL)->command.numbers[0] = round;
    state->hall_busy = true;
}

void kiosk_want_judgment(kiosk_state *state)
{
    kiosk_dispute *dispute = kiosk_working(state);

    if (state->replaying || dispute == NULL)
        return;
    dispute->generation = ++state->last_generation;
    dispute->judging = KIOSK_JUDGE_RUNNING;
    dispute->progress = 0;
    kiosk_want(state, KIOSK_JOB_JUDGE)->generation = dispute->generation;
}

void kiosk_keep(kiosk_state *state, const kiosk_command *command)
{
    if (!state->replaying)
        kiosk_want(state, KIOSK_JOB_KEEP)->command = *command;
}

bool kiosk_draft_has_work(const kiosk_state *state)
{
    return kiosk_open_disputes(state) > 0 || kiosk_quiz_is_kept(state);
}

void kiosk_forget_draft(kiosk_state *state)
{
    if (!kiosk_draft_has_work(state) && state->log.kind == KIOSK_LOG_NONE && !state->replaying)
        kiosk_want(state, KIOSK_JOB_FORGET);
}

/* Entering. */

static kiosk_value reason_of(const kiosk_state *state, kiosk_say say, const kiosk_command *command)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    board_position position;
    board_layout_fault fault;
    board_problem problem;
    board_layout layout;

    switch (say) {
    case KIOSK_SAY_MOVE_WRONG:
    case KIOSK_SAY_MOVE_IMPOSSIBLE:
        if (!kiosk_position_after(&dispute->entered, (size_t)command->numbers[2], &position))
            break;
        return kiosk_value_of_error(
            board_move_fault(&position, (board_move){(board_square)command->numbers[0],
                                                     (board_square)command->numbers[1]}));
    case KIOSK_SAY_FEN_WRONG:
        return kiosk_value_of_error(
            board_fen_read(command->text, strlen(command->text), &layout, NULL, &problem));
    case KIOSK_SAY_POSITION_FAULTY:
        if (board_layout_faults(&dispute->entered.layout, &fault, 1) > 0)
            return kiosk_value_of_error(fault.error);
        break;
    default:
        break;
    }
    return (kiosk_value){0};
}

/* What the arbiter has in hand may be gone; what the judge says may have been dropped. */
static void after_entering(kiosk_state *state, const kiosk_entered *before)
{
    kiosk_dispute *dispute = kiosk_working(state);

    if (!kiosk_entered_same_case(before, &dispute->entered)) {
        kiosk_put_down(state);
        kiosk_reset_evidence(state);
        state->hand.not_yet = false;
        state->hand.shown = dispute->entered.count;
    }
    kiosk_follow_overrides(dispute);
}

bool kiosk_enter(kiosk_state *state, const kiosk_command *command)
{
    kiosk_dispute *dispute = kiosk_working(state);

    if (dispute == NULL) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return false;
    }
    const kiosk_entered before = dispute->entered;
    const kiosk_say say = kiosk_dispute_enter(dispute, command);
    if (say != KIOSK_SAY_NOTHING) {
        const kiosk_value reason = reason_of(state, say, command);
        kiosk_tell(state, say, &reason, true);
        return false;
    }
    kiosk_keep(state, command);
    after_entering(state, &before);
    return true;
}

bool kiosk_enter_numbers(kiosk_state *state, kiosk_command_kind kind, int32_t first, int32_t second,
                         int32_t third)
{
    const kiosk_command command = {.kind = kind, .numbers = {first, second, third}};

    return kiosk_enter(state, &command);
}

void kiosk_put_down(kiosk_state *state)
{
    kiosk_hand *hand = &state->hand;

    hand->picked = BOARD_EMPTY;
    hand->square = BOARD_NO_SQUARE;
    hand->word_square = BOARD_NO_SQUARE;
    hand->word = BOARD_OK;
    hand->wanted = (board_move){BOARD_NO_SQUARE, BOARD_NO_SQUARE};
    hand->wanted_fault = BOARD_OK;
    hand->keypad = (kiosk_keypad){.any = false};
}

/* Disputes. */

bool kiosk_begin_dispute(kiosk_state *state, ledger_game_key game, const char *order)
{
    int place = 0;

    while (place < KIOSK_DISPUTES_MAX && state->disputes[place].open)
        place++;
    if (place == KIOSK_DISPUTES_MAX || game.round == 0) {
        kiosk_refuse(state,
                     place == KIOSK_DISPUTES_MAX ? KIOSK_SAY_TOO_MANY_DISPUTES : KIOSK_SAY_NO_GAME);
        return false;
    }
    const bool after_order = order[0] != '\0';
    state->current = KIOSK_NO_DISPUTE;
    kiosk_dispute_begin(&state->disputes[place], game, kiosk_edition(state));
    state->disputes[place].after_order = after_order;
    kiosk_text_copy(state->disputes[place].order, LEDGER_ID_BYTES, order);
    state->current = place;
    kiosk_command begun = kiosk_command_of_text(KIOSK_COMMAND_DISPUTE_NEW, order);
    begun.numbers[0] = game.round;
    begun.numbers[1] = game.table;
    begun.numbers[2] = game.number;
    begun.numbers[3] = after_order;
    kiosk_keep(state, &begun);
    const kiosk_command under =
        kiosk_command_of_text(KIOSK_COMMAND_UNDER, state->disputes[place].entered.edition);
    kiosk_enter(state, &under);
    kiosk_enter_numbers(state, KIOSK_COMMAND_GIVEN, 0, 0, 0);
    state->hand.side_asked = false;
    return true;
}

void kiosk_end_dispute(kiosk_state *state, int index)
{
    const kiosk_command ended = kiosk_command_of(KIOSK_COMMAND_DISPUTE_END, index, 0);

    kiosk_dispute_free(&state->disputes[index]);
    if (state->current == index)
        state->current = KIOSK_NO_DISPUTE;
    kiosk_keep(state, &ended);
    kiosk_forget_draft(state);
}
