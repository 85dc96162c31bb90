/* kiosk/flow/checks.c: the audit of a claim by the move limit, and the touch-move helper. */
#include "kiosk/flow/checks.h"

#include <stdlib.h>
#include <string.h>

#include "board/moves.h"
#include "kiosk/flow/state_private.h"

/* Can all moves be carried out from this position? 局面 lets the position be changed below them;
 * those that do not fit go when 着法 is come to. */
static bool moves_fit(const kiosk_entered *entered)
{
    board_position position;

    if (kiosk_position_refusal(entered) != KIOSK_SAY_NOTHING ||
        !kiosk_position_after(entered, 0, &position))
        return false;
    for (size_t i = 0; i < entered->count; i++) {
        const board_move move = entered->moves[i].move;
        if (!kiosk_can_be_made(&position, move))
            return false;
        board_make(&position, move);
    }
    return true;
}

/* Beginning. */

static void set_purpose(kiosk_state *state, kiosk_purpose purpose)
{
    const kiosk_command command = kiosk_command_of(KIOSK_COMMAND_PURPOSE, (int32_t)purpose, 0);

    kiosk_working(state)->purpose = purpose;
    kiosk_keep(state, &command);
}

/* A dispute for the helper, at the step where what it needs is entered. */
static void begin(kiosk_state *state, kiosk_purpose purpose)
{
    const int open = kiosk_dispute_of_game(state, state->game_key);
    const kiosk_command side = kiosk_command_of(KIOSK_COMMAND_SIDE, BOARD_RED, 0);

    if (open != KIOSK_NO_DISPUTE && state->disputes[open].is_signed) {
        kiosk_refuse(state, KIOSK_SAY_SIGNED_STAYS);
        return;
    }
    if (open != KIOSK_NO_DISPUTE)
        kiosk_take_up(state, open);
    else
        kiosk_start_dispute(state);
    if (kiosk_current(state) == NULL)
        return;
    set_purpose(state, purpose);
    if (purpose == KIOSK_FOR_TOUCH) {
        kiosk_go_to(state, KIOSK_SCREEN_POSITION);
        kiosk_tell(state, KIOSK_SAY_TOUCH_HOW, NULL, false);
        return;
    }
    if (open == KIOSK_NO_DISPUTE) { /* a whole game: it begins at the beginning */
        const kiosk_command initial = kiosk_command_of(KIOSK_COMMAND_INITIAL, 0, 0);
        kiosk_enter(state, &initial);
        kiosk_enter(state, &side);
    }
    kiosk_go_to(state, KIOSK_SCREEN_MOVES);
    kiosk_tell(state, KIOSK_SAY_AUDIT_HOW, NULL, false);
}

/* 限着. */

/* The game as it was entered, from its first position. */
static board_error write_record(const kiosk_dispute *dispute, board_record *record)
{
    kiosk_hearing *hearing = calloc(1, sizeof *hearing);
    board_layout initial = record->start;
    board_error error = BOARD_OK;

    if (hearing == NULL)
        return BOARD_ERROR_NO_MEMORY;
    if (!kiosk_hearing_of(dispute, hearing)) {
        free(hearing);
        return BOARD_ERROR_AUDIT_LIMIT;
    }
    board_position position = hearing->dispute.start;
    record->start = dispute->entered.layout;
    record->side_given = true;
    record->start_given = memcmp(initial.cells, record->start.cells, sizeof initial.cells) != 0;
    for (size_t i = 0; error == BOARD_OK && i < hearing->dispute.count; i++) {
        const board_move move = hearing->dispute.moves[i].move;
        error = board_record_append(record, move, board_move_fault(&position, move), 0);
        board_make(&position, move);
    }
    free(hearing);
    return error;
}

static void audit(kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    const int32_t limit = state->hall != NULL ? state->hall->move_limit : 0;
    const ledger_audit_setting setting = {limit > 0 ? (size_t)limit : LEDGER_LIMIT_ROUNDS,
                                          state->audit.claimant};
    kiosk_audit *made = &state->audit;
    board_record record;

    board_record_init(&record);
    made->problem = (board_problem){.error = BOARD_OK};
    const board_error error = write_record(dispute, &record);
    if (error != BOARD_OK)
        board_problem_set(&made->problem, error, NULL, 0);
    else
        ledger_audit_record(&record, &setting, &made->result, &made->problem);
    board_record_free(&record);
}

static bool has_moves(const kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    return dispute != NULL && dispute->entered.count > 0 && moves_fit(&dispute->entered);
}

/* The side that claims, if it was said on 提和. */
static ledger_claimant claimant_of(const kiosk_state *state)
{
    if (state->log.kind == KIOSK_LOG_OFFER && state->log.side_chosen)
        return state->log.side == BOARD_RED ? LEDGER_RED_CLAIMS : LEDGER_BLACK_CLAIMS;
    return LEDGER_NOBODY_CLAIMS;
}

/* Kept as the game's choice: what is entered afterwards is entered there again after a crash. */
static void pick_up(kiosk_state *state, int open)
{
    const ledger_game_key game = state->game_key;
    kiosk_command chosen = kiosk_command_of(KIOSK_COMMAND_GAME, game.round, game.table);

    chosen.numbers[2] = game.number;
    state->current = open;
    kiosk_keep(state, &chosen);
}

static void open_audit(kiosk_state *state)
{
    const int open = kiosk_dispute_of_game(state, state->game_key);
    const ledger_claimant claimant = claimant_of(state);

    if (state->game_key.round == 0 || state->screen == KIOSK_SCREEN_SIGN ||
        state->screen == KIOSK_SCREEN_DUTY || state->screen == KIOSK_SCREEN_START) {
        kiosk_refuse(state, state->game_key.round == 0 ? KIOSK_SAY_NO_GAME : KIOSK_SAY_NOT_HERE);
        return;
    }
    state->audit.claimant = claimant;
    if (state->current == KIOSK_NO_DISPUTE && open != KIOSK_NO_DISPUTE)
        pick_up(state, open);
    if (has_moves(state))
        kiosk_show_check(state, KIOSK_SCREEN_AUDIT);
    else
        begin(state, KIOSK_FOR_AUDIT);
}

static void choose_claimant(kiosk_state *state, int32_t claimant)
{
    if (state->screen != KIOSK_SCREEN_AUDIT || !has_moves(state) || claimant < 0 ||
        claimant >= LEDGER_CLAIMANTS) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->audit.claimant = (ledger_claimant)claimant;
    audit(state);
}

/* 摸子. */

static void rule(kiosk_touching *touch)
{
    touch->problem = (board_problem){.error = BOARD_OK};
    touch->ruling = (ledger_touch_ruling){.duty = LEDGER_DUTY_NONE};
    ledger_touch_rule(&touch->query, &touch->ruling, &touch->problem);
}

const char *kiosk_touch_foul(const kiosk_touching *touch)
{
    if (touch->problem.error != BOARD_OK || touch->query.count == 0)
        return NULL;
    if (touch->ruling.immovable != BOARD_NO_SQUARE)
        return "own-piece";
    return touch->ruling.untakeable != BOARD_NO_SQUARE ? "other-piece" : NULL;
}

/* The point was touched; or the hand has made a move. */
static board_error take_square(kiosk_touching *touch, board_square square)
{
    ledger_touch_query query = touch->query;
    ledger_touch_ruling ruling;

    if (!touch->making) {
        if (query.count == LEDGER_TOUCHES_MAX)
            return BOARD_ERROR_TOUCH_TOO_MANY;
        query.touches[query.count++] = (ledger_touch){.square = square};
    } else if (touch->from == BOARD_NO_SQUARE) {
        touch->from = square;
        return BOARD_OK;
    } else {
        query.hand_left = true;
        query.made = (board_move){touch->from, square};
        touch->from = BOARD_NO_SQUARE;
    }
    const board_error error = ledger_touch_rule(&query, &ruling, NULL);
    if (error != BOARD_OK)
        return error;
    touch->query = query;
    touch->making = false;
    rule(touch);
    return BOARD_OK;
}

static void take_back(kiosk_touching *touch)
{
    if (touch->making)
        touch->making = false;
    else if (touch->query.hand_left)
        touch->query.hand_left = false;
    else if (touch->query.count > 0)
        touch->query.count--;
    touch->from = BOARD_NO_SQUARE;
    rule(touch);
}

static bool enter_touch(kiosk_state *state, const kiosk_command *command)
{
    kiosk_touching *touch = &state->touch;
    const int32_t number = command->numbers[0];
    ledger_touch *last =
        touch->query.count > 0 ? &touch->query.touches[touch->query.count - 1] : NULL;
    board_error error;

    switch (command->kind) {
    case KIOSK_COMMAND_TOUCH_SQUARE:
        if (number < 0 || number >= BOARD_SQUARES)
            return false;
        error = take_square(touch, (board_square)number);
        if (error != BOARD_OK)
            kiosk_word_at(state, (board_square)number, error);
        return error == BOARD_OK;
    case KIOSK_COMMAND_TOUCH_BACK:
        take_back(touch);
        return true;
    case KIOSK_COMMAND_TOUCH_MAKING:
        if (touch->query.hand_left || (number != 0 && number != 1))
            return false;
        touch->making = number == 1;
        touch->from = BOARD_NO_SQUARE;
        return true;
    case KIOSK_COMMAND_TOUCH_TOGETHER:
        if (last == NULL || touch->query.count < 2 || (number != 0 && number != 1))
            return false;
        last->together = number == 1;
        rule(touch);
        return true;
    default:
        if (last == NULL || number < 0 || number >= LEDGER_EXCUSES)
            return false;
        last->excuse = (ledger_excuse)number;
        rule(touch);
        return true;
    }
}

static void change_touch(kiosk_state *state, const kiosk_command *command)
{
    if (state->screen != KIOSK_SCREEN_TOUCH || !state->touch.placed)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (enter_touch(state, command))
        kiosk_keep(state, command);
    else if (command->kind != KIOSK_COMMAND_TOUCH_SQUARE)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
}

/* The position that stands on the board now. */
static bool find_position(const kiosk_state *state, board_position *position)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (dispute == NULL || kiosk_position_refusal(&dispute->entered) != KIOSK_SAY_NOTHING)
        return false;
    const size_t plies = moves_fit(&dispute->entered) ? dispute->entered.count : 0;
    return kiosk_position_after(&dispute->entered, plies, position);
}

static void open_touch(kiosk_state *state)
{
    const bool on_its_way =
        state->screen == KIOSK_SCREEN_MOVES || state->screen == KIOSK_SCREEN_TOUCH;

    if (state->game_key.round == 0 || state->screen == KIOSK_SCREEN_SIGN ||
        state->screen == KIOSK_SCREEN_DUTY || state->screen == KIOSK_SCREEN_START)
        kiosk_refuse(state, state->game_key.round == 0 ? KIOSK_SAY_NO_GAME : KIOSK_SAY_NOT_HERE);
    else if (on_its_way && kiosk_current(state) != NULL)
        kiosk_show_check(state, KIOSK_SCREEN_TOUCH);
    else
        begin(state, KIOSK_FOR_TOUCH);
}

/* Going. */

static void show_touch(kiosk_state *state)
{
    const kiosk_command opened = kiosk_command_of(KIOSK_COMMAND_TOUCH_OPEN, 0, 0);
    board_position position;

    if (!find_position(state, &position)) {
        kiosk_refuse(state, KIOSK_SAY_SIDE_MISSING);
        return;
    }
    state->touch = (kiosk_touching){.placed = true, .from = BOARD_NO_SQUARE};
    state->touch.query.position = position;
    rule(&state->touch);
    kiosk_show(state, KIOSK_SCREEN_TOUCH);
    kiosk_keep(state, &opened);
}

void kiosk_show_check(kiosk_state *state, kiosk_screen screen)
{
    state->say = KIOSK_SAY_NOTHING; /* how to come here, or what the moves were good for */
    if (screen == KIOSK_SCREEN_TOUCH) {
        show_touch(state);
        return;
    }
    if (!has_moves(state)) {
        kiosk_refuse(state, KIOSK_SAY_NO_MOVES);
        return;
    }
    kiosk_show(state, KIOSK_SCREEN_AUDIT);
    audit(state);
}

static void replay_purpose(kiosk_state *state, int32_t purpose)
{
    kiosk_dispute *dispute = kiosk_working(state);

    if (!state->replaying || dispute == NULL || purpose < 0 || purpose >= KIOSK_PURPOSES)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        dispute->purpose = (kiosk_purpose)purpose;
}

bool kiosk_apply_checks(kiosk_state *state, const kiosk_command *command)
{
    kiosk_command touched = kiosk_command_of(KIOSK_COMMAND_TOUCH_SQUARE, command->numbers[0], 0);

    switch (command->kind) {
    case KIOSK_COMMAND_AUDIT:
        open_audit(state);
        return true;
    case KIOSK_COMMAND_AUDIT_CLAIMANT:
        choose_claimant(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_TOUCH:
        open_touch(state);
        return true;
    case KIOSK_COMMAND_TOUCH_OPEN:
        if (state->replaying)
            show_touch(state);
        else
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return true;
    case KIOSK_COMMAND_PURPOSE:
        replay_purpose(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_TOUCH_SQUARE:
    case KIOSK_COMMAND_TOUCH_BACK:
    case KIOSK_COMMAND_TOUCH_MAKING:
    case KIOSK_COMMAND_TOUCH_TOGETHER:
    case KIOSK_COMMAND_TOUCH_EXCUSE:
        change_touch(state, command);
        return true;
    case KIOSK_COMMAND_SQUARE:
        if (state->screen != KIOSK_SCREEN_TOUCH)
            return false;
        change_touch(state, &touched);
        return true;
    case KIOSK_COMMAND_UNDO:
        if (state->screen != KIOSK_SCREEN_TOUCH)
            return false;
        touched.kind = KIOSK_COMMAND_TOUCH_BACK;
        change_touch(state, &touched);
        return true;
    default:
        return false;
    }
}

/* Going on: what follows is logged. */

kiosk_next kiosk_checks_next(const kiosk_state *state)
{
    kiosk_next next = {KIOSK_SCREEN_GAME, KIOSK_SAY_TO_GAME, KIOSK_SAY_NOTHING};
    const kiosk_audit *made = &state->audit;

    if (state->screen == KIOSK_SCREEN_TOUCH) {
        if (kiosk_touch_foul(&state->touch) != NULL)
            next = (kiosk_next){KIOSK_SCREEN_FOUL, KIOSK_SAY_TO_FOUL, KIOSK_SAY_NOTHING};
    } else if (made->problem.error != BOARD_OK)
        next.label = KIOSK_SAY_TO_GAME;
    else if (ledger_audit_is_foul(&made->result))
        next = (kiosk_next){KIOSK_SCREEN_FOUL, KIOSK_SAY_TO_FOUL, KIOSK_SAY_NOTHING};
    else if (made->result.verdict == LEDGER_CLAIM_TRUE || made->result.verdict == LEDGER_MAY_DRAW)
        next = (kiosk_next){KIOSK_SCREEN_RESULT, KIOSK_SAY_TO_DRAW, KIOSK_SAY_NOTHING};
    return next;
}

static void declare_draw(kiosk_state *state)
{
    const kiosk_command steps[] = {
        kiosk_command_of(KIOSK_COMMAND_LOG, KIOSK_LOG_RESULT, 0),
        kiosk_command_of(KIOSK_COMMAND_LOG_OUTCOME, LEDGER_DRAW, 0),
        kiosk_command_of_text(KIOSK_COMMAND_LOG_KEY, "move-limit"),
    };

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        kiosk_apply_log(state, &steps[i]);
}

void kiosk_checks_go_next(kiosk_state *state)
{
    const kiosk_next next = kiosk_checks_next(state);

    if (next.screen == KIOSK_SCREEN_RESULT)
        declare_draw(state);
    else if (next.screen == KIOSK_SCREEN_GAME)
        kiosk_go_to(state, KIOSK_SCREEN_GAME);
    else if (state->screen == KIOSK_SCREEN_TOUCH)
        kiosk_log_foul_of(state, state->touch.query.position.to_move,
                          kiosk_touch_foul(&state->touch));
    else
        kiosk_log_foul_of(state, (board_side)state->audit.claimant, "untrue-claim");
    state->log.ends_check = state->log.kind != KIOSK_LOG_NONE;
}

void kiosk_checks_back(kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (dispute == NULL)
        kiosk_go_to(state, KIOSK_SCREEN_GAME);
    else
        kiosk_go_to(state, dispute->purpose == KIOSK_FOR_TOUCH ? KIOSK_SCREEN_POSITION
                                                               : KIOSK_SCREEN_MOVES);
}
