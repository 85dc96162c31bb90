/*
 * kiosk/flow/log.c: an entry of a game is begun, entered, checked, written.
 */
#include "kiosk/flow/log.h"

#include <stdlib.h>
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

static const kiosk_screen screens[KIOSK_LOG_KINDS] = {
    [KIOSK_LOG_FOUL] = KIOSK_SCREEN_FOUL,           [KIOSK_LOG_PENALTY] = KIOSK_SCREEN_FOUL,
    [KIOSK_LOG_RESULT] = KIOSK_SCREEN_RESULT,       [KIOSK_LOG_OVERSTEP] = KIOSK_SCREEN_RESULT,
    [KIOSK_LOG_LATENESS] = KIOSK_SCREEN_RESULT,     [KIOSK_LOG_OFFER] = KIOSK_SCREEN_RESULT,
    [KIOSK_LOG_WITHDRAWAL] = KIOSK_SCREEN_WITHDRAW,
};

kiosk_screen kiosk_log_screen(const kiosk_state *state)
{
    return state->log.kind != KIOSK_LOG_NONE ? screens[state->log.kind] : KIOSK_SCREEN_GAME;
}

bool kiosk_is_log_screen(kiosk_screen screen)
{
    return screen == KIOSK_SCREEN_FOUL || screen == KIOSK_SCREEN_RESULT ||
           screen == KIOSK_SCREEN_WITHDRAW;
}

/* Checking. */

void kiosk_log_check(kiosk_state *state)
{
    state->log.checked = false;
    state->log.another_may = false;
    state->log.told.count = 0;
    if (state->log.kind != KIOSK_LOG_NONE && !state->replaying)
        kiosk_want(state, KIOSK_JOB_LOG_CHECK);
}

/* Beginning and ending. */

/* Most used first; equals in the order of the catalogue. Once in a round. */
static void order_fouls(kiosk_state *state)
{
    size_t *order = state->foul_order.places;

    if (state->foul_order.round == state->game_key.round && state->foul_order.round != 0)
        return;
    state->foul_order.round = state->hall != NULL ? state->game_key.round : 0;
    for (size_t i = 0; i < state->catalogue.foul_count; i++) {
        size_t place = i;
        while (state->hall != NULL && place > 0 &&
               state->hall->foul_uses[order[place - 1]] < state->hall->foul_uses[i]) {
            order[place] = order[place - 1];
            place--;
        }
        order[place] = i;
    }
}

/* The result that the rules demand stands there already. */
static void take_due(kiosk_state *state)
{
    const kiosk_game *game = state->game;
    kiosk_log *log = &state->log;

    if (game == NULL || !ledger_game_equal(game->table.game, state->game_key) ||
        game->table.due == LEDGER_NO_OUTCOME)
        return;
    log->outcome = game->table.due;
    kiosk_text_copy(log->key, sizeof log->key, game->due_reason);
}

void kiosk_log_game_read(kiosk_state *state)
{
    if (state->log.kind != KIOSK_LOG_RESULT || !state->log.takes_due)
        return;
    take_due(state);
    kiosk_log_check(state);
}

static void end_log(kiosk_state *state)
{
    const kiosk_command ended = kiosk_command_of(KIOSK_COMMAND_LOG_END, 0, 0);

    state->log = (kiosk_log){.kind = KIOSK_LOG_NONE};
    kiosk_keep(state, &ended);
    kiosk_forget_draft(state);
}

void kiosk_log_shown(kiosk_state *state, kiosk_screen screen)
{
    const bool on_its_way = kiosk_is_log_screen(screen) || screen == KIOSK_SCREEN_DUTY ||
                            screen == KIOSK_SCREEN_SETTINGS ||
                            (screen == KIOSK_SCREEN_SIGN && state->sign.what == KIOSK_SIGN_ENTRY);

    if (state->log.kind != KIOSK_LOG_NONE && !on_its_way)
        end_log(state);
}

/* From one kind to another the side stays, and where it was begun. */
static void begin_log(kiosk_state *state, kiosk_log_kind kind)
{
    const kiosk_log before = state->log;
    const kiosk_command begun = {.kind = KIOSK_COMMAND_LOG,
                                 .numbers = {(int32_t)kind, state->game_key.round,
                                             state->game_key.table, state->game_key.number}};
    kiosk_log *log = &state->log;

    *log = (kiosk_log){.kind = kind, .back = state->screen};
    if (before.kind != KIOSK_LOG_NONE) {
        log->back = before.back;
        log->side_chosen = before.side_chosen;
        log->side = before.side;
    } else if (!kiosk_screen_is_step(state->screen) || state->screen == KIOSK_SCREEN_HALL)
        log->back = KIOSK_SCREEN_GAME;
    order_fouls(state);
    log->takes_due = kind == KIOSK_LOG_RESULT;
    if (log->takes_due)
        take_due(state);
    kiosk_keep(state, &begun);
    if (state->screen != screens[kind])
        kiosk_show(state, screens[kind]);
    state->scroll = 0;
    kiosk_log_check(state);
}

static bool game_of(const kiosk_command *command, ledger_game_key *game)
{
    const int32_t *numbers = command->numbers;

    if (numbers[1] < 1 || numbers[1] > LEDGER_ROUND_MAX || numbers[2] < 1 ||
        numbers[2] > LEDGER_TABLE_MAX || numbers[3] < 1 || numbers[3] > LEDGER_NUMBER_MAX)
        return false;
    *game = (ledger_game_key){(uint16_t)numbers[1], (uint16_t)numbers[2], (uint16_t)numbers[3]};
    return true;
}

/* Can an entry be begun here? While something else is being written it cannot. */
static bool may_begin(const kiosk_state *state)
{
    return state->screen != KIOSK_SCREEN_START && state->screen != KIOSK_SCREEN_DUTY &&
           state->screen != KIOSK_SCREEN_SIGN;
}

static void begin_command(kiosk_state *state, const kiosk_command *command)
{
    const int32_t kind = command->numbers[0];
    ledger_game_key game;

    if (kind <= KIOSK_LOG_NONE || kind >= KIOSK_LOG_KINDS || !may_begin(state)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (state->replaying && game_of(command, &game))
        state->game_key = game;
    if (state->game_key.round == 0)
        kiosk_refuse(state, KIOSK_SAY_NO_GAME);
    else
        begin_log(state, (kiosk_log_kind)kind);
}

/* Entering. */

bool kiosk_reason_fits(const ledger_reason *reason, ledger_outcome outcome)
{
    if (reason->draw)
        return outcome == LEDGER_DRAW;
    if (reason->both_lose)
        return outcome == LEDGER_BOTH_LOSE;
    return outcome == LEDGER_RED_WINS || outcome == LEDGER_BLACK_WINS;
}

static bool take_key(kiosk_state *state, const char *key)
{
    kiosk_log *log = &state->log;
    const ledger_reason *reason = NULL;
    bool known = false;

    switch (log->kind) {
    case KIOSK_LOG_FOUL:
        known = ledger_find_foul(&state->catalogue, key) != NULL;
        break;
    case KIOSK_LOG_PENALTY:
        known = ledger_find_penalty(&state->catalogue, key) != NULL;
        break;
    case KIOSK_LOG_RESULT:
        reason = ledger_find_reason(&state->catalogue, key);
        known = reason != NULL && kiosk_reason_fits(reason, log->outcome);
        break;
    case KIOSK_LOG_OFFER:
        known = strcmp(key, KIOSK_OFFER_AGREED) == 0 || strcmp(key, KIOSK_OFFER_REFUSED) == 0;
        break;
    default:
        break;
    }
    return known && kiosk_text_copy(log->key, sizeof log->key, key);
}

static bool take_outcome(kiosk_state *state, int32_t number)
{
    kiosk_log *log = &state->log;
    const ledger_reason *reason = ledger_find_reason(&state->catalogue, log->key);

    if (log->kind != KIOSK_LOG_RESULT || number <= LEDGER_NO_OUTCOME || number >= LEDGER_OUTCOMES)
        return false;
    log->outcome = (ledger_outcome)number;
    if (reason != NULL && !kiosk_reason_fits(reason, log->outcome))
        log->key[0] = '\0';
    return true;
}

static bool take_late(kiosk_log *log, int32_t side, int32_t seconds)
{
    if (log->kind != KIOSK_LOG_LATENESS || side < BOARD_RED || side > BOARD_BLACK || seconds < 0 ||
        seconds > LEDGER_SECONDS_MAX)
        return false;
    log->seconds[side] = seconds;
    return true;
}

static bool take_came(kiosk_log *log, int32_t side, int32_t came)
{
    if (log->kind != KIOSK_LOG_LATENESS || side < BOARD_RED || side > BOARD_BLACK ||
        (came != 0 && came != 1))
        return false;
    log->came[side] = came == 1;
    return true;
}

static bool take_side(kiosk_log *log, int32_t side)
{
    const bool sided = log->kind == KIOSK_LOG_FOUL || log->kind == KIOSK_LOG_PENALTY ||
                       log->kind == KIOSK_LOG_OVERSTEP || log->kind == KIOSK_LOG_OFFER;

    if (!sided || side < BOARD_RED || side > BOARD_BLACK)
        return false;
    log->side = (board_side)side;
    log->side_chosen = true;
    return true;
}

static bool take_team(kiosk_log *log, int32_t team)
{
    if (log->kind != KIOSK_LOG_PENALTY || (team != 0 && team != 1))
        return false;
    log->team = team == 1;
    return true;
}

static bool take_exception(kiosk_log *log, int32_t number)
{
    if (log->kind != KIOSK_LOG_OVERSTEP || number < 0 || number >= LEDGER_EXCEPTIONS)
        return false;
    log->exception = (ledger_exception)number;
    return true;
}

static bool take_corrected(kiosk_log *log, const char *id)
{
    return log->kind == KIOSK_LOG_WITHDRAWAL && id[0] != '\0' &&
           kiosk_text_copy(log->corrects, sizeof log->corrects, id);
}

static bool take_value(kiosk_state *state, const kiosk_command *command)
{
    kiosk_log *log = &state->log;
    const int32_t *numbers = command->numbers;

    switch (command->kind) {
    case KIOSK_COMMAND_LOG_SIDE:
        return take_side(log, numbers[0]);
    case KIOSK_COMMAND_LOG_TEAM:
        return take_team(log, numbers[0]);
    case KIOSK_COMMAND_LOG_KEY:
        return take_key(state, command->text);
    case KIOSK_COMMAND_LOG_OUTCOME:
        return take_outcome(state, numbers[0]);
    case KIOSK_COMMAND_LOG_LATE:
        return take_late(log, numbers[0], numbers[1]);
    case KIOSK_COMMAND_LOG_CAME:
        return take_came(log, numbers[0], numbers[1]);
    case KIOSK_COMMAND_LOG_EXCEPTION:
        return take_exception(log, numbers[0]);
    case KIOSK_COMMAND_LOG_CORRECTS:
        return take_corrected(log, command->text);
    case KIOSK_COMMAND_LOG_REASON:
        return log->kind == KIOSK_LOG_WITHDRAWAL && command->text[0] != '\0' &&
               kiosk_text_copy(log->reason, sizeof log->reason, command->text);
    default:
        return false;
    }
}

static void enter(kiosk_state *state, const kiosk_command *command)
{
    if (!kiosk_is_log_screen(state->screen) || !take_value(state, command)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->log.id[0] = '\0'; /* another entry than what was tried before */
    state->log.takes_due = false;
    kiosk_keep(state, command);
    kiosk_log_check(state);
}

/* A foul of this side: from a half of 本局, or from a button of the table. */
static void foul_of(kiosk_state *state, int32_t side)
{
    const kiosk_command begun = kiosk_command_of(KIOSK_COMMAND_LOG, KIOSK_LOG_FOUL, 0);
    const kiosk_command sided = kiosk_command_of(KIOSK_COMMAND_LOG_SIDE, side, 0);

    if (side != BOARD_RED && side != BOARD_BLACK) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (state->screen != KIOSK_SCREEN_FOUL)
        begin_command(state, &begun);
    if (state->screen == KIOSK_SCREEN_FOUL)
        enter(state, &sided);
}

static void withdraw(kiosk_state *state, const char *id)
{
    const kiosk_command begun = kiosk_command_of(KIOSK_COMMAND_LOG, KIOSK_LOG_WITHDRAWAL, 0);
    const kiosk_command which = kiosk_command_of_text(KIOSK_COMMAND_LOG_CORRECTS, id);

    begin_command(state, &begun);
    if (state->screen == KIOSK_SCREEN_WITHDRAW)
        enter(state, &which);
}

void kiosk_log_foul_of(kiosk_state *state, board_side side, const char *key)
{
    const kiosk_command which = kiosk_command_of_text(KIOSK_COMMAND_LOG_KEY, key);

    foul_of(state, (int32_t)side);
    if (state->screen == KIOSK_SCREEN_FOUL)
        enter(state, &which);
}

static void as_foul(kiosk_state *state, const char *key)
{
    if (state->screen != KIOSK_SCREEN_RESULT || !state->log.side_chosen ||
        ledger_find_foul(&state->catalogue, key) == NULL)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        kiosk_log_foul_of(state, state->log.side, key);
}

static void list_group(kiosk_state *state, int32_t group)
{
    if (state->screen != KIOSK_SCREEN_FOUL || group < 0 || group >= LEDGER_FOUL_GROUPS) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (state->log.kind != KIOSK_LOG_FOUL)
        begin_log(state, KIOSK_LOG_FOUL);
    state->log.group = (ledger_foul_group)group;
    state->scroll = 0;
}

static void replay_id(kiosk_state *state, const char *id)
{
    if (!state->replaying || state->log.kind == KIOSK_LOG_NONE ||
        !kiosk_text_copy(state->log.id, sizeof state->log.id, id))
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
}

static void replay_end(kiosk_state *state)
{
    if (!state->replaying) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const kiosk_screen back = state->log.back;
    const bool here = kiosk_is_log_screen(state->screen);
    state->log = (kiosk_log){.kind = KIOSK_LOG_NONE};
    if (here)
        kiosk_return_to(state, back);
}

bool kiosk_apply_log(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_FOUL:
        foul_of(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_WITHDRAW:
        withdraw(state, command->text);
        return true;
    case KIOSK_COMMAND_LOG_AS_FOUL:
        as_foul(state, command->text);
        return true;
    case KIOSK_COMMAND_LOG_GROUP:
        list_group(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_LOG:
        begin_command(state, command);
        return true;
    case KIOSK_COMMAND_LOG_SIDE:
    case KIOSK_COMMAND_LOG_TEAM:
    case KIOSK_COMMAND_LOG_KEY:
    case KIOSK_COMMAND_LOG_OUTCOME:
    case KIOSK_COMMAND_LOG_LATE:
    case KIOSK_COMMAND_LOG_CAME:
    case KIOSK_COMMAND_LOG_EXCEPTION:
    case KIOSK_COMMAND_LOG_CORRECTS:
    case KIOSK_COMMAND_LOG_REASON:
        enter(state, command);
        return true;
    case KIOSK_COMMAND_LOG_ID:
        replay_id(state, command->text);
        return true;
    case KIOSK_COMMAND_LOG_END:
        replay_end(state);
        return true;
    default:
        return false;
    }
}

/* Going on. */

static bool told_error(const kiosk_tolds *told)
{
    for (size_t i = 0; i < told->count; i++) {
        if (told->list[i].severity == LEDGER_SEVERITY_ERROR)
            return true;
    }
    return false;
}

/* What is still to be entered. */
static kiosk_say missing(const kiosk_state *state)
{
    switch (state->log.kind) {
    case KIOSK_LOG_FOUL:
        return state->log.side_chosen ? KIOSK_SAY_LOG_FOUL : KIOSK_SAY_LOG_SIDE;
    case KIOSK_LOG_PENALTY:
        if (!state->log.side_chosen)
            return KIOSK_SAY_LOG_SIDE;
        if (state->log.key[0] == '\0')
            return KIOSK_SAY_LOG_PENALTY;
        return state->log.team ? KIOSK_SAY_LOG_NO_TEAM : KIOSK_SAY_LOG_NO_PLAYER;
    case KIOSK_LOG_RESULT:
        return state->log.outcome == LEDGER_NO_OUTCOME ? KIOSK_SAY_LOG_OUTCOME
                                                       : KIOSK_SAY_LOG_REASON;
    case KIOSK_LOG_OVERSTEP:
        return KIOSK_SAY_LOG_SIDE;
    case KIOSK_LOG_LATENESS:
        return KIOSK_SAY_LOG_LATE;
    case KIOSK_LOG_OFFER:
        return state->log.side_chosen ? KIOSK_SAY_LOG_ANSWER : KIOSK_SAY_LOG_OFFERER;
    default:
        return KIOSK_SAY_LOG_WHY;
    }
}

static kiosk_say refusal_of(const kiosk_state *state)
{
    ledger_entry *entry = calloc(1, sizeof *entry);
    const bool complete = entry != NULL && kiosk_log_entry(state, entry);

    free(entry);
    if (!complete)
        return missing(state);
    if (state->log.busy || !state->log.checked)
        return KIOSK_SAY_BUSY;
    return KIOSK_SAY_NOTHING;
}

kiosk_next kiosk_log_next(const kiosk_state *state)
{
    kiosk_next next = {state->log.back, KIOSK_SAY_TO_LOG, refusal_of(state)};

    if (!state->duty.on) {
        next.screen = KIOSK_SCREEN_DUTY;
        next.label = KIOSK_SAY_TO_DUTY;
        if (next.refusal == KIOSK_SAY_BUSY && !state->log.busy)
            next.refusal = KIOSK_SAY_NOTHING;
    } else if (kiosk_log_needs_authority(state)) {
        next.screen = KIOSK_SCREEN_SIGN;
        next.label = KIOSK_SAY_TO_AUTHORITY;
    } else if (next.refusal == KIOSK_SAY_NOTHING && told_error(&state->log.told))
        next.refusal = KIOSK_SAY_LOG_REFUSED;
    return next;
}

static void write(kiosk_state *state, bool sure)
{
    state->log.busy = true;
    kiosk_want(state, KIOSK_JOB_LOG)->sure = sure;
}

void kiosk_log_go_next(kiosk_state *state)
{
    const kiosk_next next = kiosk_log_next(state);

    if (next.refusal != KIOSK_SAY_NOTHING)
        kiosk_refuse(state, next.refusal);
    else if (next.screen == KIOSK_SCREEN_DUTY)
        kiosk_duty_ask(state);
    else if (next.screen == KIOSK_SCREEN_SIGN)
        kiosk_enter_sign(state, KIOSK_SIGN_ENTRY);
    else
        write(state, false);
}

void kiosk_log_anyway(kiosk_state *state)
{
    if (kiosk_is_log_screen(state->screen) && state->duty.on &&
        refusal_of(state) == KIOSK_SAY_NOTHING)
        write(state, true);
    else
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
}

void kiosk_log_back(kiosk_state *state)
{
    const kiosk_screen back = state->log.back;

    end_log(state);
    kiosk_return_to(state, back);
}

void kiosk_log_done(kiosk_state *state)
{
    const bool withdrawn = state->log.kind == KIOSK_LOG_WITHDRAWAL;
    const kiosk_dispute *dispute = kiosk_current(state);

    if (state->log.ends_check && dispute != NULL && dispute->purpose != KIOSK_FOR_RULING)
        kiosk_end_dispute(state, state->current);
    kiosk_log_back(state);
    kiosk_want_game(state, state->game_key);
    kiosk_tell(state, withdrawn ? KIOSK_SAY_WITHDRAWN : KIOSK_SAY_LOGGED, NULL, false);
}

void kiosk_log_ruled(kiosk_state *state)
{
    const kiosk_command begun = kiosk_command_of(KIOSK_COMMAND_LOG, KIOSK_LOG_RESULT, 0);

    if (state->current != KIOSK_NO_DISPUTE)
        kiosk_end_dispute(state, state->current);
    kiosk_show(state, KIOSK_SCREEN_GAME);
    kiosk_want_game(state, state->game_key); /* the ruling makes the result due */
    begin_command(state, &begun);
}
