/*
 * ledger/check_correction.c: corrections: what they may name, and who may make them.
 *
 * A table arbiter puts right what table arbiters logged in the round that is being played. What a
 * chief arbiter or the organiser logged, or decided on, and what is of a round that is over, is
 * for one of them: a decision from above is not undone from below, and a result that players have
 * read on the board is not changed by whoever stands at a table (articles 16.2, 17.5, 18).
 */
#include <string.h>

#include "ledger/check_private.h"

const ledger_fact *ledger_root_of(const ledger_fact *fact)
{
    while (fact->target != NULL && fact->target->known && !fact->circular)
        fact = fact->target;
    return fact;
}

/* Authority. */

/* Did somebody above the tables log this, before the fact `before` (NULL: at any time)? */
static bool logged_above(const ledger_state *state, const ledger_fact *fact,
                         const ledger_fact *before)
{
    return fact->known && (before == NULL || ledger_fact_before(fact, before)) &&
           ledger_role_at(state, fact) >= LEDGER_CHIEF_ARBITER;
}

bool ledger_decided_above(const ledger_state *state, const ledger_fact *target,
                          const ledger_fact *before)
{
    /* The entry, and what it took back itself. */
    for (const ledger_fact *fact = target; fact != NULL && fact->known;
         fact = fact->circular ? NULL : fact->target) {
        if (fact == target ? logged_above(state, fact, NULL) : logged_above(state, fact, before))
            return true;
    }
    /* What corrected it before, and what became of that. */
    const ledger_fact *corrector = target->more != NULL ? target->more->first_corrector : NULL;
    for (; corrector != NULL; corrector = corrector->more->next_corrector) {
        const ledger_fact *fact = corrector;
        while (fact != NULL && fact != before && !fact->circular) {
            if (logged_above(state, fact, before))
                return true;
            fact = ledger_correction_of(fact);
        }
    }
    return false;
}

/* A round is under way as soon as something was logged in one of its games; to pair it is only to
 * prepare it. */
static const ledger_fact *first_of_game(const ledger_subject *game)
{
    for (size_t i = 0; i < game->count; i++) {
        if (game->facts[i]->type != LEDGER_PAIRING && ledger_in_force(game->facts[i]))
            return game->facts[i];
    }
    return NULL;
}

void ledger_find_rounds(const ledger_state *state, ledger_rounds *rounds)
{
    const ledger_subjects *games = &state->by_kind[SUBJECT_GAME];

    *rounds = (ledger_rounds){{NULL}};
    for (size_t i = 0; i < games->count; i++) {
        const ledger_fact **first = &rounds->first[games->items[i]->game.round];
        const ledger_fact *fact = first_of_game(games->items[i]);
        if (fact != NULL && (*first == NULL || ledger_fact_before(fact, *first)))
            *first = fact;
    }
}

uint16_t ledger_later_round(const ledger_rounds *rounds, const ledger_fact *target,
                            const ledger_fact *before)
{
    ledger_game_key game = ledger_root_of(target)->game;

    for (uint16_t round = game.round + 1; game.round != 0 && round <= LEDGER_ROUND_MAX; round++) {
        const ledger_fact *first = rounds->first[round];
        if (first != NULL && (before == NULL || ledger_fact_before(first, before)))
            return round;
    }
    return 0;
}

/* The latest round under way, from behind: mostly the first games looked at tell. */
static uint16_t last_round(const ledger_state *state)
{
    const ledger_subjects *games = &state->by_kind[SUBJECT_GAME];

    for (size_t i = games->count; i > 0; i--) {
        if (first_of_game(games->items[i - 1]) != NULL)
            return games->items[i - 1]->game.round;
    }
    return 0;
}

void ledger_check_correction_authority(ledger_checker *check)
{
    if (check->target == NULL || check->role != LEDGER_TABLE_ARBITER)
        return;
    ledger_game_key game = ledger_root_of(check->target)->game;
    uint16_t last = game.round != 0 ? last_round(check->state) : 0;
    if (ledger_decided_above(check->state, check->target, NULL))
        TELL(check, CORRECTS_ABOVE, .who = "");
    if (last > game.round)
        TELL(check, CORRECTS_ROUND, .count = last, .limit = game.round);
}

/* What a correction names. */

/* Does the last correction of this fact take it back? */
static bool is_withdrawn(const ledger_fact *fact)
{
    const ledger_fact *correction = ledger_correction_of(fact);

    return correction != NULL && correction->type == LEDGER_WITHDRAWAL;
}

/* The order is taken away under a loss that was logged for not obeying it. */
static void check_lost_order(ledger_checker *check, const ledger_fact *ruling)
{
    const ledger_subject *game = ledger_find_subject(check->state, SUBJECT_GAME, "", ruling->game);
    board_side side = BOARD_RED;

    if (ruling->type != LEDGER_RULING || game == NULL ||
        !ledger_ruling_orders((judge_outcome)ruling->code, &side))
        return;
    const ledger_fact *closing = ledger_closing_of(game, ruling);
    if (closing != NULL && closing->code == LEDGER_REPEATED)
        ledger_tell_of(
            check,
            (ledger_notice){.kind = LEDGER_NOTICE_ORDER_LOST, .game = ruling->game, .side = side});
}

static void check_target(ledger_checker *check, const ledger_fact *target)
{
    bool withdraws = check->draft->type == LEDGER_WITHDRAWAL;

    check->target = target;
    if (!withdraws && target->type != check->draft->type)
        TELL(check, CORRECTS_OTHER_TYPE, .who = "");
    if (ledger_in_force(target)) {
        check->corrected = target;
        check_lost_order(check, target);
    } else if (withdraws && is_withdrawn(target)) {
        TELL(check, WITHDRAWN_BEFORE, .who = "");
    } else {
        TELL(check, CORRECTED_BEFORE, .who = "");
    }
    if (withdraws)
        TELL(check, WITHDRAWS,
             .what = {ledger_type_text(target->type, BOARD_CHINESE),
                      ledger_type_text(target->type, BOARD_ENGLISH)});
}

void ledger_check_correction(ledger_checker *check)
{
    const ledger_entry *draft = check->draft;
    const ledger_fact *target = ledger_find_fact(check->state, draft->corrects);

    if (draft->corrects[0] == '\0') {
        if (draft->type == LEDGER_WITHDRAWAL)
            TELL(check, NOTHING_TO_CORRECT, .who = "");
        return;
    }
    if (draft->reason[0] == '\0')
        TELL(check, NEEDS_REASON, .who = "");
    if (target == NULL)
        TELL(check, CORRECTS_UNKNOWN, .who = draft->corrects);
    else
        check_target(check, target);
}
