/*
 * kiosk/flow/position.c: 局面: touches made into what is entered.
 *
 * A piece picked from the palette stays picked till another is touched; when none of it is left,
 * the next kind of its side is picked. A touch on a placed piece picks it up, a second one puts it
 * down again; a long press takes it off the board.
 */
#include <string.h>

#include "kiosk/flow/state_private.h"

static bool is_square(int32_t number)
{
    return number >= 0 && number < BOARD_SQUARES;
}

static bool is_cell(int32_t number)
{
    return number > BOARD_EMPTY && number <= 2 * BOARD_KINDS;
}

int kiosk_left(const kiosk_state *state, board_cell cell)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (!is_cell(cell) || dispute == NULL)
        return 0;
    int left = board_kind_slots(board_cell_kind(cell));
    for (int square = 0; square < BOARD_SQUARES; square++)
        left -= dispute->entered.layout.cells[square] == cell;
    return left > 0 ? left : 0;
}

/* The next kind of the side that has some left, in the order of the palette; BOARD_EMPTY: none. */
static board_cell next_left(const kiosk_state *state, board_cell cell)
{
    const board_side side = board_cell_side(cell);

    for (int i = 0; i < BOARD_KINDS; i++) {
        const board_kind kind = (board_kind)(((int)board_cell_kind(cell) + i) % BOARD_KINDS);
        const board_cell next = board_cell_of(side, kind);
        if (kiosk_left(state, next) > 0)
            return next;
    }
    return BOARD_EMPTY;
}

static void place_picked(kiosk_state *state, board_square square)
{
    const board_cell picked = state->hand.picked;

    if (kiosk_enter_numbers(state, KIOSK_COMMAND_PLACE, picked, square, 0))
        state->hand.picked = next_left(state, picked);
    else
        state->hand.picked = picked;
}

static void pick(kiosk_state *state, int32_t number)
{
    kiosk_hand *hand = &state->hand;

    if (!is_cell(number)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const board_cell cell = (board_cell)number;
    if (kiosk_left(state, cell) == 0) {
        kiosk_refuse(state, KIOSK_SAY_NONE_LEFT);
        return;
    }
    hand->picked = cell; /* it may be picked already, by next_left: then it stays so */
    hand->square = BOARD_NO_SQUARE;
}

static void tap(kiosk_state *state, board_square square)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    kiosk_hand *hand = &state->hand;
    const bool taken = dispute->entered.layout.cells[square] != BOARD_EMPTY;

    if (taken) {
        hand->square = hand->square == square ? BOARD_NO_SQUARE : square;
        hand->picked = BOARD_EMPTY;
    } else if (hand->square != BOARD_NO_SQUARE)
        kiosk_enter_numbers(state, KIOSK_COMMAND_CARRY, hand->square, square, 0);
    else if (hand->picked != BOARD_EMPTY)
        place_picked(state, square);
}

/* Takes a piece off the board; what was picked of the palette stays so. */
static void take_off(kiosk_state *state, board_square square)
{
    const board_cell picked = state->hand.picked;

    if (kiosk_enter_numbers(state, KIOSK_COMMAND_REMOVE, square, 0, 0))
        state->hand.picked = picked;
}

static void drag(kiosk_state *state, board_square from, int32_t to)
{
    if (to == BOARD_NO_SQUARE)
        take_off(state, from);
    else if (!is_square(to))
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (to == from)
        tap(state, from);
    else
        kiosk_enter_numbers(state, KIOSK_COMMAND_CARRY, from, to, 0);
}

/* 着法 has the same touches. */
static void touch(kiosk_state *state, const kiosk_command *command)
{
    const bool moves = state->screen == KIOSK_SCREEN_MOVES;
    const int32_t to = command->numbers[1];

    if (state->current == KIOSK_NO_DISPUTE || !is_square(command->numbers[0]) ||
        (!moves && state->screen != KIOSK_SCREEN_POSITION)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const board_square square = (board_square)command->numbers[0];
    if (command->kind == KIOSK_COMMAND_DRAG && moves)
        kiosk_drag_move(state, square, is_square(to) ? (board_square)to : BOARD_NO_SQUARE);
    else if (command->kind == KIOSK_COMMAND_DRAG)
        drag(state, square, to);
    else if (moves)
        kiosk_tap_move(state, square);
    else if (command->kind == KIOSK_COMMAND_SQUARE_HOLD)
        take_off(state, square);
    else
        tap(state, square);
}

static void drag_from_palette(kiosk_state *state, const kiosk_command *command)
{
    if (!is_cell(command->numbers[0]) || !is_square(command->numbers[1])) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    state->hand.picked = (board_cell)command->numbers[0];
    place_picked(state, (board_square)command->numbers[1]);
}

static void use_known(kiosk_state *state)
{
    const kiosk_game *game = state->game;
    char fen[BOARD_FEN_BYTES];

    if (game == NULL || !game->known || !ledger_game_equal(game->table.game, state->game_key)) {
        kiosk_refuse(state, KIOSK_SAY_NOTHING_KNOWN);
        return;
    }
    board_fen_write(&game->position, fen);
    const kiosk_command command = kiosk_command_of_text(KIOSK_COMMAND_FEN, fen);
    kiosk_enter(state, &command);
}

static void pick_case(kiosk_state *state, const char *id)
{
    if (state->replaying)
        return;
    kiosk_wanted *wanted = kiosk_want(state, KIOSK_JOB_CASE);
    wanted->command = kiosk_command_of_text(KIOSK_COMMAND_CASE_PICK, id);
    state->menu = KIOSK_MENU_NONE;
}

static void open_cases(kiosk_state *state)
{
    state->menu = KIOSK_MENU_CASES;
    state->scroll = 0;
    if (state->cases == NULL && !state->replaying) {
        kiosk_want(state, KIOSK_JOB_CASES);
        state->cases_busy = true;
    }
}

static void enter_fen(kiosk_state *state, const kiosk_command *command)
{
    if (kiosk_enter(state, command) && !kiosk_current(state)->entered.side_chosen &&
        command->numbers[0] == 1)
        kiosk_refuse(state, KIOSK_SAY_FEN_SIDE_LEFT_OUT);
}

/* What can be entered as it is: on this screen, or when a draft is replayed. */
static bool apply_entering(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_INITIAL:
    case KIOSK_COMMAND_CLEAR:
    case KIOSK_COMMAND_MIRROR:
    case KIOSK_COMMAND_SWAP_COLOURS:
    case KIOSK_COMMAND_SIDE:
    case KIOSK_COMMAND_PLACE:
    case KIOSK_COMMAND_CARRY:
    case KIOSK_COMMAND_REMOVE:
    case KIOSK_COMMAND_FEN:
        break;
    default:
        return false;
    }
    if (!state->replaying && state->screen != KIOSK_SCREEN_POSITION)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else if (command->kind == KIOSK_COMMAND_FEN)
        enter_fen(state, command);
    else
        kiosk_enter(state, command);
    state->menu = KIOSK_MENU_NONE;
    return true;
}

static bool apply_touching(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_PICK:
        pick(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_PICK_DRAG:
        drag_from_palette(state, command);
        return true;
    case KIOSK_COMMAND_KNOWN:
        use_known(state);
        state->menu = KIOSK_MENU_NONE;
        return true;
    case KIOSK_COMMAND_CASES:
        open_cases(state);
        return true;
    case KIOSK_COMMAND_CASE_PICK:
        pick_case(state, command->text);
        return true;
    default:
        return false;
    }
}

bool kiosk_apply_position(kiosk_state *state, const kiosk_command *command)
{
    switch (command->kind) {
    case KIOSK_COMMAND_SQUARE:
    case KIOSK_COMMAND_SQUARE_HOLD:
    case KIOSK_COMMAND_DRAG:
        touch(state, command);
        return true;
    case KIOSK_COMMAND_PICK:
    case KIOSK_COMMAND_PICK_DRAG:
    case KIOSK_COMMAND_KNOWN:
    case KIOSK_COMMAND_CASES:
    case KIOSK_COMMAND_CASE_PICK:
        if (state->screen == KIOSK_SCREEN_POSITION && state->current != KIOSK_NO_DISPUTE)
            return apply_touching(state, command);
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return true;
    default:
        return apply_entering(state, command);
    }
}
