/*
 * kiosk/flow/next.c: NEXT, the big button: what it will do on the screen that is shown, and doing
 * it.
 */
#include "kiosk/flow/state_private.h"

/* The game that is picked, if it has been read. */
static const kiosk_game *picked_game(const kiosk_state *state)
{
    const kiosk_game *game = state->game;

    return game != NULL && ledger_game_equal(game->table.game, state->game_key) ? game : NULL;
}

/* Was a draw or a loss signed, in a game that had no result? */
static bool ends_game(const kiosk_state *state, const kiosk_dispute *dispute)
{
    const kiosk_game *game = picked_game(state);
    board_side side;

    return dispute->is_signed && kiosk_dispute_outcome(dispute) <= JUDGE_DRAW &&
           !ledger_ruling_orders(kiosk_dispute_outcome(dispute), &side) &&
           (game == NULL || !game->table.finished);
}

static kiosk_next next_of_game(const kiosk_state *state)
{
    const kiosk_game *game = picked_game(state);
    const bool open = kiosk_dispute_of_game(state, state->game_key) != KIOSK_NO_DISPUTE;

    if (game != NULL && game->table.due != LEDGER_NO_OUTCOME && !game->table.finished)
        return (kiosk_next){KIOSK_SCREEN_RESULT, KIOSK_SAY_TO_DECLARE, KIOSK_SAY_NOTHING};
    if (game != NULL && game->table.finished && !open)
        return (kiosk_next){KIOSK_SCREEN_HALL, KIOSK_SAY_TO_HALL, KIOSK_SAY_NOTHING};
    return (kiosk_next){KIOSK_SCREEN_POSITION,
                        open ? KIOSK_SAY_TO_DISPUTE_AGAIN : KIOSK_SAY_TO_DISPUTE,
                        game == NULL ? KIOSK_SAY_BUSY : KIOSK_SAY_NOTHING};
}

static kiosk_next next_of_dispute(const kiosk_state *state, const kiosk_dispute *dispute)
{
    kiosk_say say = KIOSK_SAY_NOTHING;

    switch (state->screen) {
    case KIOSK_SCREEN_POSITION:
        say = kiosk_position_refusal(&dispute->entered);
        if (dispute->purpose == KIOSK_FOR_TOUCH)
            return (kiosk_next){KIOSK_SCREEN_TOUCH, KIOSK_SAY_TO_TOUCH, say};
        return (kiosk_next){KIOSK_SCREEN_MOVES, KIOSK_SAY_TO_MOVES,
                            say == KIOSK_SAY_SIDE_MISSING ? KIOSK_SAY_NOTHING : say};
    case KIOSK_SCREEN_MOVES:
        if (dispute->purpose == KIOSK_FOR_AUDIT)
            return (kiosk_next){KIOSK_SCREEN_AUDIT, KIOSK_SAY_TO_AUDIT,
                                dispute->entered.count > 0 ? KIOSK_SAY_NOTHING
                                                           : KIOSK_SAY_NO_MOVES};
        return (kiosk_next){KIOSK_SCREEN_RULING, KIOSK_SAY_TO_RULING, kiosk_moves_refusal(dispute)};
    case KIOSK_SCREEN_RULING:
        if (dispute->is_signed)
            return (kiosk_next){KIOSK_SCREEN_ANNOUNCE, KIOSK_SAY_NEXT, KIOSK_SAY_NOTHING};
        return (kiosk_next){KIOSK_SCREEN_SIGN, KIOSK_SAY_TO_SIGN, kiosk_sign_refusal(dispute)};
    case KIOSK_SCREEN_ANNOUNCE:
        if (ends_game(state, dispute))
            return (kiosk_next){KIOSK_SCREEN_RESULT, KIOSK_SAY_TO_RESULT, KIOSK_SAY_NOTHING};
        return (kiosk_next){KIOSK_SCREEN_HALL, KIOSK_SAY_TO_HALL, KIOSK_SAY_NOTHING};
    default:
        return (kiosk_next){state->screen, KIOSK_SAY_NEXT, KIOSK_SAY_NOT_HERE};
    }
}

kiosk_next kiosk_next_of(const kiosk_state *state)
{
    const kiosk_dispute *dispute = kiosk_current(state);

    switch (state->screen) {
    case KIOSK_SCREEN_GAME:
        return next_of_game(state);
    case KIOSK_SCREEN_SIGN:
        return (kiosk_next){KIOSK_SCREEN_ANNOUNCE, KIOSK_SAY_TO_ANNOUNCE,
                            kiosk_sign_screen_refusal(state)};
    case KIOSK_SCREEN_FOUL:
    case KIOSK_SCREEN_RESULT:
    case KIOSK_SCREEN_WITHDRAW:
        return kiosk_log_next(state);
    case KIOSK_SCREEN_AUDIT:
    case KIOSK_SCREEN_TOUCH:
        return kiosk_checks_next(state);
    case KIOSK_SCREEN_DUTY:
        return (kiosk_next){state->duty.back, KIOSK_SAY_TO_DUTY, kiosk_sign_screen_refusal(state)};
    case KIOSK_SCREEN_START:
        return (kiosk_next){KIOSK_SCREEN_HALL, KIOSK_SAY_TO_BEGIN, kiosk_start_refusal(state)};
    case KIOSK_SCREEN_SETTINGS:
        if (kiosk_setup_changes_pin(state))
            return (kiosk_next){KIOSK_SCREEN_SETTINGS, KIOSK_SAY_NEXT,
                                kiosk_sign_screen_refusal(state)};
        return (kiosk_next){state->beside, KIOSK_SAY_TO_HALL, KIOSK_SAY_NOTHING};
    case KIOSK_SCREEN_HALL:
        return (kiosk_next){KIOSK_SCREEN_GAME, KIOSK_SAY_NEXT,
                            state->game_key.round == 0 ? KIOSK_SAY_NO_GAME : KIOSK_SAY_NOTHING};
    case KIOSK_SCREEN_RECORDS:
    case KIOSK_SCREEN_RECORD:
    case KIOSK_SCREEN_STICK:
        return (kiosk_next){state->screen, KIOSK_SAY_TO_HALL, KIOSK_SAY_NOTHING};
    default:
        if (dispute != NULL)
            return next_of_dispute(state, dispute);
        return (kiosk_next){KIOSK_SCREEN_HALL, KIOSK_SAY_TO_HALL, KIOSK_SAY_NOTHING};
    }
}

static void go_next(kiosk_state *state)
{
    const kiosk_command dispute = kiosk_command_of(KIOSK_COMMAND_DISPUTE, 0, 0);
    const kiosk_command result = kiosk_command_of(KIOSK_COMMAND_LOG, KIOSK_LOG_RESULT, 0);
    const kiosk_command home = kiosk_command_of(KIOSK_COMMAND_HOME, 0, 0);
    const kiosk_command back = kiosk_command_of(KIOSK_COMMAND_BACK, 0, 0);
    const kiosk_next next = kiosk_next_of(state);

    switch (state->screen) {
    case KIOSK_SCREEN_HALL:
        kiosk_go_to(state, KIOSK_SCREEN_GAME);
        break;
    case KIOSK_SCREEN_GAME:
        if (next.screen == KIOSK_SCREEN_RESULT)
            kiosk_apply_log(state, &result);
        else if (next.screen == KIOSK_SCREEN_HALL)
            kiosk_apply_going(state, &home);
        else
            kiosk_apply_hall(state, &dispute);
        break;
    case KIOSK_SCREEN_SIGN:
    case KIOSK_SCREEN_DUTY:
        kiosk_sign_now(state);
        break;
    case KIOSK_SCREEN_FOUL:
    case KIOSK_SCREEN_RESULT:
    case KIOSK_SCREEN_WITHDRAW:
        kiosk_log_go_next(state);
        break;
    case KIOSK_SCREEN_AUDIT:
    case KIOSK_SCREEN_TOUCH:
        kiosk_checks_go_next(state);
        break;
    case KIOSK_SCREEN_START:
        kiosk_make_event(state);
        break;
    case KIOSK_SCREEN_SETTINGS:
        if (kiosk_setup_changes_pin(state))
            kiosk_sign_now(state);
        else
            kiosk_apply_going(state, &back);
        break;
    case KIOSK_SCREEN_RECORDS:
    case KIOSK_SCREEN_RECORD:
    case KIOSK_SCREEN_STICK:
        kiosk_apply_going(state, &back);
        break;
    case KIOSK_SCREEN_ANNOUNCE:
        if (next.screen == KIOSK_SCREEN_RESULT)
            kiosk_log_ruled(state);
        else
            kiosk_apply_going(state, &home);
        break;
    default:
        if (next.screen == KIOSK_SCREEN_HALL)
            kiosk_apply_going(state, &home);
        else if (next.screen == KIOSK_SCREEN_AUDIT || next.screen == KIOSK_SCREEN_TOUCH)
            kiosk_show_check(state, next.screen);
        else
            kiosk_go_to(state, next.screen);
    }
}

bool kiosk_apply_next(kiosk_state *state, const kiosk_command *command)
{
    if (command->kind != KIOSK_COMMAND_NEXT)
        return false;
    go_next(state);
    return true;
}
