/*
 * kiosk/flow/hall.c: 赛场 and 本局: picking a game, beginning and dropping disputes, orders to
 * change; and going along the steps of the flow.
 */
#include <string.h>

#include "kiosk/flow/state_private.h"
#include "kiosk/flow/text.h"

/* Going. */

void kiosk_show(kiosk_state *state, kiosk_screen screen)
{
    kiosk_dispute *dispute = kiosk_working(state);
    const kiosk_command go = kiosk_command_of(KIOSK_COMMAND_GO, (int32_t)screen, 0);
    const bool changed = state->screen != screen;

    kiosk_log_shown(state, screen);
    if (screen == KIOSK_SCREEN_HALL)
        state->current = KIOSK_NO_DISPUTE;
    state->screen = screen;
    state->menu = KIOSK_MENU_NONE;
    state->ask = KIOSK_ASK_NOTHING;
    state->field = (kiosk_field){KIOSK_FIELD_NONE, ""};
    state->article[0] = '\0';
    state->scroll = 0;
    kiosk_put_down(state);
    kiosk_reset_evidence(state);
    if (dispute != NULL && kiosk_screen_is_step(screen) && screen >= KIOSK_SCREEN_POSITION) {
        dispute->step = screen;
        if (screen > dispute->furthest)
            dispute->furthest = screen;
    }
    if (changed && kiosk_screen_is_step(screen) && kiosk_draft_has_work(state))
        kiosk_keep(state, &go);
}

/* Moves that the position no longer allows are taken off, so that those left can be shown. */
static void fit_moves(kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    const size_t before = dispute->entered.count;
    kiosk_entered fitted = dispute->entered;
    const kiosk_command cut = kiosk_command_of(KIOSK_COMMAND_CUT, (int32_t)before, 0);

    if (before == 0 || dispute->is_signed ||
        kiosk_entered_apply(&fitted, &cut) != KIOSK_SAY_NOTHING || fitted.count == before)
        return;
    if (kiosk_enter(state, &cut))
        kiosk_refuse(state, KIOSK_SAY_MOVES_DROPPED);
}

static kiosk_say why_not(const kiosk_state *state, kiosk_screen step)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    switch (step) {
    case KIOSK_SCREEN_HALL:
        return KIOSK_SAY_NOTHING;
    case KIOSK_SCREEN_GAME:
        return state->game_key.round != 0 ? KIOSK_SAY_NOTHING : KIOSK_SAY_NO_GAME;
    case KIOSK_SCREEN_POSITION:
        return dispute != NULL ? KIOSK_SAY_NOTHING : KIOSK_SAY_NOT_HERE;
    case KIOSK_SCREEN_MOVES:
        return dispute != NULL ? kiosk_position_refusal(&dispute->entered) : KIOSK_SAY_NOT_HERE;
    case KIOSK_SCREEN_RULING:
        return dispute != NULL ? kiosk_moves_refusal(dispute) : KIOSK_SAY_NOT_HERE;
    case KIOSK_SCREEN_SIGN:
        return dispute != NULL ? kiosk_sign_refusal(dispute) : KIOSK_SAY_NOT_HERE;
    case KIOSK_SCREEN_ANNOUNCE:
        return dispute != NULL && dispute->is_signed ? KIOSK_SAY_NOTHING : KIOSK_SAY_NOT_HERE;
    default:
        return KIOSK_SAY_NOT_HERE;
    }
}

bool kiosk_can_go(const kiosk_state *state, kiosk_screen step)
{
    return why_not(state, step) == KIOSK_SAY_NOTHING;
}

static kiosk_value value_for(const kiosk_state *state, kiosk_say say)
{
    const kiosk_dispute *dispute = kiosk_current(state);
    board_layout_fault fault;
    kiosk_repetition repetition;

    if (say == KIOSK_SAY_POSITION_FAULTY && dispute != NULL &&
        board_layout_faults(&dispute->entered.layout, &fault, 1) > 0)
        return kiosk_value_of_error(fault.error);
    if (say == KIOSK_SAY_ONCE_MORE && dispute != NULL &&
        kiosk_find_repetition(&dispute->entered, &repetition))
        return kiosk_value_of_number((int64_t)repetition.cycle.occurrences);
    return (kiosk_value){0};
}

void kiosk_go_to(kiosk_state *state, kiosk_screen step)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    if (state->replaying && dispute != NULL && step > KIOSK_SCREEN_RULING)
        step = KIOSK_SCREEN_RULING; /* it is judged anew first: kiosk_start */
    if (step == KIOSK_SCREEN_MOVES && dispute != NULL && !state->replaying)
        fit_moves(state);
    const kiosk_say say =
        state->replaying && dispute != NULL ? KIOSK_SAY_NOTHING : why_not(state, step);
    if (say == KIOSK_SAY_SIDE_MISSING && state->screen == KIOSK_SCREEN_POSITION) {
        const board_side side = dispute->entered.layout.to_move;
        kiosk_value value;
        for (int language = 0; language < BOARD_LANGUAGES; language++)
            kiosk_text_copy(value.text[language], sizeof value.text[language],
                            ledger_side_text(side, (board_language)language));
        kiosk_ask_about(state, KIOSK_ASK_SIDE, (int32_t)side, &value);
        return;
    }
    if (say != KIOSK_SAY_NOTHING) {
        const kiosk_value value = value_for(state, say);
        kiosk_tell(state, say, &value, true);
        return;
    }
    if (step == KIOSK_SCREEN_SIGN) {
        kiosk_enter_sign(state, KIOSK_SIGN_RULING);
        return;
    }
    kiosk_show(state, step);
    if (step == KIOSK_SCREEN_GAME)
        kiosk_want_game(state, state->game_key);
    if (step == KIOSK_SCREEN_MOVES)
        state->hand.shown = dispute->entered.count;
    if (step == KIOSK_SCREEN_RULING && dispute->judging != KIOSK_JUDGE_DONE &&
        dispute->judging != KIOSK_JUDGE_RUNNING)
        kiosk_want_judgment(state);
}

void kiosk_return_to(kiosk_state *state, kiosk_screen screen)
{
    const bool logging = state->log.kind != KIOSK_LOG_NONE;

    if (logging && (kiosk_is_log_screen(screen) || screen == KIOSK_SCREEN_SIGN)) {
        kiosk_show(state, kiosk_log_screen(state));
        kiosk_log_check(state);
    } else if (!kiosk_screen_is_step(screen) && !kiosk_is_log_screen(screen))
        kiosk_show(state, screen);
    else if (kiosk_screen_is_step(screen) && kiosk_can_go(state, screen))
        kiosk_go_to(state, screen);
    else
        kiosk_go_to(state, state->game_key.round != 0 ? KIOSK_SCREEN_GAME : KIOSK_SCREEN_HALL);
}

void kiosk_take_up(kiosk_state *state, int index)
{
    const kiosk_command pick = kiosk_command_of(KIOSK_COMMAND_DISPUTE_PICK, index, 0);

    if (index < 0 || index >= KIOSK_DISPUTES_MAX || !state->disputes[index].open) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const kiosk_dispute *dispute = &state->disputes[index];
    state->current = index;
    state->hand.not_yet = false;
    if (!ledger_game_equal(state->game_key, dispute->game)) {
        state->game_key = dispute->game;
        kiosk_want_game(state, dispute->game);
    }
    kiosk_keep(state, &pick);
    kiosk_screen step = dispute->is_signed ? KIOSK_SCREEN_ANNOUNCE : dispute->step;
    while (step > KIOSK_SCREEN_POSITION && !state->replaying && !kiosk_can_go(state, step))
        step = (kiosk_screen)(step - 1);
    kiosk_go_to(state, step);
}

/* Games. */

static bool game_of(const kiosk_command *command, ledger_game_key *game)
{
    const int32_t *numbers = command->numbers;

    if (numbers[0] < 1 || numbers[0] > LEDGER_ROUND_MAX || numbers[1] < 1 ||
        numbers[1] > LEDGER_TABLE_MAX || numbers[2] < 1 || numbers[2] > LEDGER_NUMBER_MAX)
        return false;
    *game = (ledger_game_key){(uint16_t)numbers[0], (uint16_t)numbers[1], (uint16_t)numbers[2]};
    return true;
}

static void pick_game(kiosk_state *state, const kiosk_command *command)
{
    ledger_game_key game;

    if (!game_of(command, &game)) {
        kiosk_refuse(state, KIOSK_SAY_NO_SUCH_GAME);
        return;
    }
    state->game_key = game;
    state->current = kiosk_dispute_of_game(state, game);
    if (kiosk_draft_has_work(state))
        kiosk_keep(state, command);
    kiosk_show(state, KIOSK_SCREEN_GAME);
    kiosk_want_game(state, game);
}

/* The game that is picked, if it has been read. */
static const kiosk_game *picked_game(const kiosk_state *state)
{
    const kiosk_game *game = state->game;

    return game != NULL && ledger_game_equal(game->table.game, state->game_key) ? game : NULL;
}

/* Disputes. */

static void enter_fen(kiosk_state *state, const board_layout *layout, bool side_chosen)
{
    char fen[BOARD_FEN_BYTES];

    board_fen_write(layout, fen);
    kiosk_command command = kiosk_command_of_text(KIOSK_COMMAND_FEN, fen);
    command.numbers[0] = side_chosen;
    kiosk_enter(state, &command);
}

void kiosk_start_dispute(kiosk_state *state)
{
    const kiosk_game *game = picked_game(state);

    if (!kiosk_begin_dispute(state, state->game_key, ""))
        return;
    if (game != NULL && game->known)
        enter_fen(state, &game->position, false);
    kiosk_go_to(state, KIOSK_SCREEN_POSITION);
}

static void dispute_of_game(kiosk_state *state)
{
    const int open = kiosk_dispute_of_game(state, state->game_key);
    const kiosk_game *game = picked_game(state);

    if (state->game_key.round == 0)
        kiosk_refuse(state, KIOSK_SAY_NO_GAME);
    else if (open != KIOSK_NO_DISPUTE)
        kiosk_take_up(state, open);
    else if (game == NULL)
        kiosk_refuse(state, KIOSK_SAY_BUSY);
    else if (game->table.finished)
        kiosk_ask_about(state, KIOSK_ASK_FINISHED, 0, NULL);
    else
        kiosk_start_dispute(state);
}

void kiosk_drop_dispute(kiosk_state *state, int index)
{
    if (index < 0 || index >= KIOSK_DISPUTES_MAX || !state->disputes[index].open) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const bool working = state->current == index;
    kiosk_end_dispute(state, index);
    if (working && state->screen >= KIOSK_SCREEN_POSITION && kiosk_screen_is_step(state->screen)) {
        kiosk_show(state, KIOSK_SCREEN_GAME);
        kiosk_want_game(state, state->game_key);
    }
    kiosk_tell(state, KIOSK_SAY_DROPPED, NULL, false);
}

/* Orders to change. */

/* Enters a text of moves, as many at a time as a command holds. */
bool kiosk_enter_moves(kiosk_state *state, const char *moves)
{
    while (*moves != '\0') {
        kiosk_command command = {.kind = KIOSK_COMMAND_MOVES};
        size_t length = strlen(moves);
        if (length >= sizeof command.text) {
            length = sizeof command.text - 1;
            while (length > 0 && moves[length] != ' ')
                length--;
        }
        memcpy(command.text, moves, length);
        command.text[length] = '\0';
        if (length == 0 || !kiosk_enter(state, &command))
            return false;
        moves += length + (moves[length] == ' ');
    }
    return true;
}

static void repeat_order(kiosk_state *state)
{
    const kiosk_game *game = picked_game(state);
    const int open = kiosk_dispute_of_game(state, state->game_key);
    board_layout layout;

    if (game == NULL || game->order_id[0] == '\0') {
        kiosk_refuse(state, KIOSK_SAY_NO_ORDER);
        return;
    }
    if (open != KIOSK_NO_DISPUTE) {
        kiosk_ask_about(state, KIOSK_ASK_OTHER, open, NULL);
        return;
    }
    const ledger_ruling *order = &game->order;
    if (board_fen_read(order->fen, strlen(order->fen), &layout, NULL, NULL) != BOARD_OK) {
        kiosk_refuse(state, KIOSK_SAY_NO_ORDER);
        return;
    }
    if (!kiosk_begin_dispute(state, state->game_key, game->order_id))
        return;
    const kiosk_command under = kiosk_command_of_text(KIOSK_COMMAND_UNDER, order->edition);
    const kiosk_command given = kiosk_command_of(KIOSK_COMMAND_GIVEN, 0, 0);
    enter_fen(state, &layout, true);
    const bool entered = kiosk_enter_moves(state, order->moves) && kiosk_enter(state, &under) &&
                         kiosk_enter(state, &given);
    if (entered)
        kiosk_go_to(state, KIOSK_SCREEN_MOVES);
    else
        kiosk_end_dispute(state, state->current);
}

/* 已变着: an entry that closes the order is to be signed. */
static void order_changed(kiosk_state *state)
{
    const kiosk_game *game = picked_game(state);

    if (game == NULL || game->order_id[0] == '\0')
        kiosk_refuse(state, KIOSK_SAY_NO_ORDER);
    else
        kiosk_enter_sign(state, KIOSK_SIGN_ORDER);
}

/* What only the flow itself gives, when a draft is replayed. */
static void replay_begin(kiosk_state *state, const kiosk_command *command)
{
    ledger_game_key game;

    if (!state->replaying || !game_of(command, &game)) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    if (kiosk_begin_dispute(state, game, command->text))
        state->game_key = game;
    if (state->current != KIOSK_NO_DISPUTE)
        state->disputes[state->current].after_order = command->numbers[3] == 1;
}

static void replay_id(kiosk_state *state, const char *ids)
{
    kiosk_dispute *dispute = kiosk_working(state);
    const size_t length = strcspn(ids, " ");

    if (!state->replaying || dispute == NULL || length >= LEDGER_ID_BYTES) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    memcpy(dispute->id, ids, length);
    dispute->id[length] = '\0';
    kiosk_text_copy(dispute->closing, sizeof dispute->closing,
                    ids[length] == ' ' ? ids + length + 1 : "");
}

static void replay_end(kiosk_state *state, int32_t index)
{
    if (!state->replaying || index < 0 || index >= KIOSK_DISPUTES_MAX ||
        !state->disputes[index].open) {
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return;
    }
    const bool working = state->current == index;
    kiosk_end_dispute(state, index);
    if (working)
        kiosk_show(state, KIOSK_SCREEN_HALL);
}

static void show_round(kiosk_state *state, int32_t round)
{
    if (round < 1 || round > LEDGER_ROUND_MAX)
        kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
    else
        kiosk_want_hall(state, round);
}

static void reload(kiosk_state *state)
{
    kiosk_want_hall(state, state->hall != NULL ? state->hall->round : 0);
    kiosk_want_game(state, state->game_key);
}

/* Commands that belong to a dispute begun, taken up or ended. */
static bool apply_to_disputes(kiosk_state *state, const kiosk_command *command)
{
    const int32_t index = command->numbers[0];

    switch (command->kind) {
    case KIOSK_COMMAND_DISPUTE:
        dispute_of_game(state);
        return true;
    case KIOSK_COMMAND_DISPUTE_PICK:
        kiosk_take_up(state, index);
        return true;
    case KIOSK_COMMAND_DISPUTE_DROP:
        if (index >= 0 && index < KIOSK_DISPUTES_MAX && state->disputes[index].open)
            kiosk_ask_about(state, KIOSK_ASK_DROP, index, NULL);
        else
            kiosk_refuse(state, KIOSK_SAY_NOT_HERE);
        return true;
    case KIOSK_COMMAND_DISPUTE_NEW:
        replay_begin(state, command);
        return true;
    case KIOSK_COMMAND_DISPUTE_ID:
        replay_id(state, command->text);
        return true;
    case KIOSK_COMMAND_DISPUTE_END:
        replay_end(state, index);
        return true;
    default:
        return false;
    }
}

bool kiosk_apply_hall(kiosk_state *state, const kiosk_command *command)
{
    if (apply_to_disputes(state, command))
        return true;
    switch (command->kind) {
    case KIOSK_COMMAND_ROUND:
        show_round(state, command->numbers[0]);
        return true;
    case KIOSK_COMMAND_GAME:
        pick_game(state, command);
        return true;
    case KIOSK_COMMAND_RELOAD:
        reload(state);
        return true;
    case KIOSK_COMMAND_ORDER_CHANGED:
        order_changed(state);
        return true;
    case KIOSK_COMMAND_ORDER_REPEATED:
        repeat_order(state);
        return true;
    default:
        return false;
    }
}
