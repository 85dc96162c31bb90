/*
 * kiosk/flow/moves.c: 着法: moves entered on the board and on the keypad; undo and redo.
 */
#include <string.h>

#include "board/moves.h"
#include "kiosk/flow/state_private.h"

bool kiosk_shown_position(const kiosk_state *state, board_position *position)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (dispute == NULL)
        return false;
    const size_t shown =
        state->screen == KIOSK_SCREEN_MOVES ? state->hand.shown : dispute->entered.count;
    return kiosk_position_after(&dispute->entered,
                                state->screen == KIOSK_SCREEN_POSITION ? 0 : shown, position);
}

bool kiosk_asks_rounds(const kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    kiosk_repetition repetition;

    return dispute != NULL && dispute->purpose != KIOSK_FOR_AUDIT && !dispute->after_order &&
           !state->hand.not_yet && !dispute->is_signed && dispute->entered.count > 0 &&
           kiosk_find_repetition(&dispute->entered, &repetition) && repetition.can_confirm;
}

bool kiosk_can_repeat(const kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    const kiosk_command again = kiosk_command_of(KIOSK_COMMAND_AGAIN, 0, 0);

    if (dispute == NULL || !dispute->after_order || dispute->is_signed)
        return false;
    kiosk_entered tried = dispute->entered;
    return kiosk_entered_apply(&tried, &again) == KIOSK_SAY_NOTHING;
}

/* Playing. */

void kiosk_word_at(kiosk_state *state, board_square square, board_error word)
{
    state->hand.word_square = square;
    state->hand.word = word;
    state->hand.word_until_ms = state->now_ms + KIOSK_WORD_MS;
}

/* What the arbiter is told when a move was entered. */
static void after_move(kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    kiosk_repetition repetition;

    if (!state->replaying && kiosk_find_repetition(&dispute->entered, &repetition) &&
        repetition.complete)
        kiosk_tell(state, KIOSK_SAY_THREE_TIMES, NULL, false);
}

static void play(kiosk_state *state, kiosk_command_kind kind, board_move move)
{
    const size_t after = state->hand.shown;
    const bool drops = after < kiosk_current(state)->entered.count;
    const bool any = state->hand.keypad.any;

    if (!kiosk_enter_numbers(state, kind, move.from, move.to, (int32_t)after))
        return;
    state->hand.keypad.any = any && kind != KIOSK_COMMAND_STAND;
    if (drops)
        kiosk_tell(state, KIOSK_SAY_MOVES_DROPPED, NULL, false);
    after_move(state);
}

static void ask_stands(kiosk_state *state)
{
    const kiosk_value value = kiosk_value_of_error(state->hand.wanted_fault);

    if (state->hand.wanted.from == BOARD_NO_SQUARE)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        kiosk_ask_about(state, KIOSK_ASK_STANDS, 0, &value);
}

/* A move that is not legal: the reason at its point. The same try again asks whether it stood. */
static void refuse_move(kiosk_state *state, board_move move, board_error fault)
{
    kiosk_hand *hand = &state->hand;
    const bool again = board_move_equal(hand->wanted, move) && hand->word_square == move.to;
    const bool pointless =
        fault == BOARD_ERROR_MOVE_TAKES_KING || fault == BOARD_ERROR_MOVE_OWN_PIECE ||
        fault == BOARD_ERROR_MOVE_EMPTY_SQUARE || fault == BOARD_ERROR_MOVE_OTHER_SIDE;

    kiosk_word_at(state, move.to, fault);
    if (pointless)
        return;
    hand->wanted = move;
    hand->wanted_fault = fault;
    if (again)
        ask_stands(state);
}

static void try_move(kiosk_state *state, const board_position *position, board_move move)
{
    const board_error fault = board_move_fault(position, move);

    if (fault == BOARD_OK)
        play(state, KIOSK_COMMAND_PLAY, move);
    else
        refuse_move(state, move, fault);
}

static bool is_own(const board_position *position, board_square square)
{
    const board_piece piece = position->piece_at[square];

    return piece != BOARD_NO_PIECE && board_piece_side(piece) == position->to_move;
}

void kiosk_tap_move(kiosk_state *state, board_square square)
{
    kiosk_hand *hand = &state->hand;
    board_position position;

    if (!kiosk_shown_position(state, &position)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    hand->keypad.pressed = 0;
    if (is_own(&position, square)) {
        hand->square = hand->square == square ? BOARD_NO_SQUARE : square;
        hand->word_square = BOARD_NO_SQUARE;
        hand->wanted.from = BOARD_NO_SQUARE;
    } else if (hand->square != BOARD_NO_SQUARE)
        try_move(state, &position, (board_move){hand->square, square});
    else if (position.piece_at[square] != BOARD_NO_PIECE)
        kiosk_word_at(state, square, BOARD_ERROR_MOVE_OTHER_SIDE);
}

void kiosk_drag_move(kiosk_state *state, board_square from, board_square to)
{
    board_position position;

    if (!kiosk_shown_position(state, &position)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (to == from)
        kiosk_tap_move(state, from);
    else if (to != BOARD_NO_SQUARE && position.piece_at[from] != BOARD_NO_PIECE) {
        state->hand.square = is_own(&position, from) ? from : BOARD_NO_SQUARE;
        try_move(state, &position, (board_move){from, to});
    }
}

/* The keypad. */

/* Plays the move that the keys leave, if they leave one. */
static void play_keys(kiosk_state *state, const board_position *position)
{
    kiosk_keys keys;

    kiosk_keypad_offer(&state->hand.keypad, position, &keys);
    if (keys.row != KIOSK_KEY_ROWS || keys.moves == 0)
        return;
    const board_error fault = board_move_fault(position, keys.move);
    if (fault == BOARD_OK) {
        play(state, KIOSK_COMMAND_PLAY, keys.move);
        return;
    }
    state->hand.wanted = keys.move;
    state->hand.wanted_fault = fault;
    state->hand.keypad.pressed = 0;
    ask_stands(state);
}

static void press_key(kiosk_state *state, int32_t key)
{
    board_position position;

    if (!kiosk_shown_position(state, &position)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->hand.square = BOARD_NO_SQUARE;
    if (key <= KIOSK_KEY_NONE || key >= KIOSK_KEYS ||
        !kiosk_keypad_press(&state->hand.keypad, &position, (kiosk_key)key))
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        play_keys(state, &position);
}

static void take_back_key(kiosk_state *state)
{
    const size_t shown = state->hand.shown;

    if (state->hand.keypad.pressed > 0)
        state->hand.keypad.pressed--;
    else if (shown > 0)
        kiosk_enter_numbers(state, KIOSK_COMMAND_CUT, (int32_t)shown - 1, 0, 0);
    else
        kiosk_refuse(state, KIOSK_SAY_NO_MOVES);
}

/* Undo and redo. */

/* Goes to where what was undone or redone can be seen. */
static void follow_log(kiosk_state *state, const kiosk_entered *before)
{
    const kiosk_entered *entered = &kiosk_current(state)->entered;
    const bool position = !kiosk_layout_equal(&before->layout, &entered->layout) ||
                          before->side_chosen != entered->side_chosen;
    const bool case_changed = !kiosk_entered_same_case(before, entered);
    board_position last;
    const bool fits = kiosk_position_refusal(entered) == KIOSK_SAY_NOTHING &&
                      kiosk_position_after(entered, entered->count, &last);

    if ((position || !fits) && state->screen > KIOSK_SCREEN_POSITION)
        kiosk_show(state, KIOSK_SCREEN_POSITION);
    else if (!position && fits && case_changed && state->screen != KIOSK_SCREEN_MOVES)
        kiosk_show(state, KIOSK_SCREEN_MOVES);
    state->hand.shown = entered->count;
}

static void step_in_log(kiosk_state *state, const kiosk_command *command)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    const bool here = state->replaying || (kiosk_screen_is_step(state->screen) &&
                                           state->screen >= KIOSK_SCREEN_POSITION &&
                                           state->screen <= KIOSK_SCREEN_RULING);

    if (dispute == NULL || !here) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const kiosk_entered before = dispute->entered;
    if (kiosk_enter(state, command) && !state->replaying)
        follow_log(state, &before);
}

/* Answers. */

void kiosk_answer_entering(kiosk_state *state, kiosk_ask ask, bool yes)
{
    const board_move wanted = state->hand.wanted;

    if (ask == KIOSK_ASK_SIDE) {
        const kiosk_dispute *dispute = kiosk_current(state);
        if (yes && dispute != NULL &&
            kiosk_enter_numbers(state, KIOSK_COMMAND_SIDE, (int32_t)dispute->entered.layout.to_move,
                                0, 0))
            kiosk_go_to(state, KIOSK_SCREEN_MOVES);
        return;
    }
    state->hand.square = BOARD_NO_SQUARE;
    state->hand.wanted.from = BOARD_NO_SQUARE;
    state->hand.word_square = BOARD_NO_SQUARE;
    if (yes && wanted.from != BOARD_NO_SQUARE)
        play(state, KIOSK_COMMAND_STAND, wanted);
}

/* Others. */

static void show_ply(kiosk_state *state, int32_t number)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (number < 0 || (size_t)number > dispute->entered.count) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    kiosk_put_down(state);
    state->hand.shown = (size_t)number;
}

static void enter_move_command(kiosk_state *state, const kiosk_command *command)
{
    if (kiosk_enter(state, command) && command->kind != KIOSK_COMMAND_CUT)
        after_move(state);
}

/* Touches of this screen. */
static bool apply_touching(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_ENTRY_WAY:
        kiosk_put_down(state);
        state->hand.way = command->numbers[0] == KIOSK_BY_KEYPAD ? KIOSK_BY_KEYPAD : KIOSK_BY_BOARD;
        return true;
    case KIOSK_COMMAND_KEY:
        press_key(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_KEY_BACK:
        take_back_key(state);
        return true;
    case KIOSK_COMMAND_KEY_ANY:
        state->hand.keypad = (kiosk_keypad){.any = command->numbers[0] == 1};
        return true;
    case KIOSK_COMMAND_STANDS:
        ask_stands(state);
        return true;
    case KIOSK_COMMAND_SHOW:
        show_ply(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_NOT_YET:
        state->hand.not_yet = true;
        return true;
    default:
        return false;
    }
}

static bool is_entering(kiosk_command_kind kind)
{
    switch (kind) {
    case KIOSK_COMMAND_PLAY:
    case KIOSK_COMMAND_STAND:
    case KIOSK_COMMAND_MOVES:
    case KIOSK_COMMAND_CUT:
    case KIOSK_COMMAND_ROUNDS:
    case KIOSK_COMMAND_AGAIN:
        return true;
    default:
        return false;
    }
}

bool kiosk_moves_can_undo(const kiosk_dispute *dispute)
{
    return kiosk_dispute_can_undo(dispute) &&
           (dispute->entered.count > dispute->entered.given ||
            is_entering(dispute->log[dispute->log_done - 1].kind));
}

bool kiosk_apply_moves(kiosk_state *state, const kiosk_command *command)
{
    const bool here = state->screen == KIOSK_SCREEN_MOVES && state->current != KIOSK_NO_DISPUTE;

    if (command->kind == KIOSK_COMMAND_UNDO || command->kind == KIOSK_COMMAND_REDO) {
        if (here && !state->replaying && command->kind == KIOSK_COMMAND_UNDO &&
            !kiosk_moves_can_undo(kiosk_current(state)))
            kiosk_refuse(state, KIOSK_SAY_NO_UNDO);
        else
            step_in_log(state, command);
        return true;
    }
    if (command->kind == KIOSK_COMMAND_GIVEN) {
        if (state->replaying)
            kiosk_enter(state, command);
        else
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return true;
    }
    if (is_entering(command->kind)) {
        if (here || state->replaying)
            enter_move_command(state, command);
        else
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return true;
    }
    return here && apply_touching(state, command);
}
