/*
 * ledger/check_pairing.c: pairings against each other.
 *
 * A game that is paired already is not simply paired once more: that would hand its fouls and
 * rulings to other players without a word, so the entry must say that it corrects the first. A
 * player at two tables of a round is only warned of: whoever swaps two tables corrects one after
 * the other, and in between somebody sits at both.
 */
#include <string.h>

#include "ledger/check_private.h"

/* The pairing of a game that counts, the last in force; NULL: there is none. */
static const ledger_fact *pairing_of(const ledger_subject *game)
{
    for (size_t i = game->count; i > 0; i--) {
        const ledger_fact *fact = game->facts[i - 1];
        if (fact->type == LEDGER_PAIRING && ledger_in_force(fact))
            return fact;
    }
    return NULL;
}

void ledger_check_person(ledger_checker *check, ledger_people people, const char *key)
{
    ledger_person person;

    if (key[0] == '\0' || ledger_find_person(check->state, people, key, &person))
        return;
    if (people == LEDGER_TEAMS)
        TELL(check, UNKNOWN_TEAM, .who = key);
    else
        TELL(check, UNKNOWN_PLAYER, .who = key);
}

static const char *name_of(const ledger_state *state, const char *key)
{
    ledger_person person;

    return ledger_find_person(state, LEDGER_PLAYERS, key, &person) ? person.name : key;
}

static void check_taken(ledger_checker *check)
{
    const ledger_subject *game =
        ledger_find_subject(check->state, SUBJECT_GAME, "", check->draft->payload.pairing.game);
    const ledger_fact *there = game != NULL ? pairing_of(game) : NULL;

    if (there == NULL || there == check->corrected)
        return;
    const char *red = name_of(check->state, there->who);
    const char *black = name_of(check->state, there->other);
    TELL(check, PAIRED_BEFORE, .who = red, .what = {black, black});
}

/* What stands in the game besides its pairings. */
static size_t count_entries(const ledger_subject *game)
{
    size_t count = 0;

    for (size_t i = 0; i < game->count; i++)
        count += game->facts[i]->type != LEDGER_PAIRING && ledger_in_force(game->facts[i]);
    return count;
}

/* The draft changes who plays the game that the pairing is of. */
static void check_changed(ledger_checker *check, const ledger_fact *pairing)
{
    const ledger_subject *subject =
        ledger_find_subject(check->state, SUBJECT_GAME, "", pairing->game);
    ledger_game game;

    if (subject == NULL || pairing_of(subject) == NULL)
        return;
    ledger_walk_game(check->state, subject, NULL, &game);
    size_t count = count_entries(subject);
    if (game.result != NULL)
        ledger_tell_of(
            check, (ledger_notice){.kind = LEDGER_NOTICE_PAIRING_RESULT, .game = pairing->game});
    else if (count > 0)
        ledger_tell_of(check, (ledger_notice){.kind = LEDGER_NOTICE_PAIRING_ENTRIES,
                                              .game = pairing->game,
                                              .count = (int64_t)count});
}

void ledger_check_pairing_behind(ledger_checker *check)
{
    const ledger_fact *root = check->target != NULL ? ledger_root_of(check->target) : NULL;

    if (root != NULL && root->type == LEDGER_PAIRING)
        check_changed(check, check->target->game.round != 0 ? check->target : root);
}

/* Another table of the draft's round at which the player sits; 0: none. */
static uint16_t other_table(const ledger_checker *check, const char *key)
{
    const ledger_subjects *games = &check->state->by_kind[SUBJECT_GAME];
    ledger_game_key game = check->draft->payload.pairing.game;

    for (size_t i = 0; key[0] != '\0' && i < games->count; i++) {
        const ledger_subject *other = games->items[i];
        if (other->game.round != game.round || other->game.table == game.table)
            continue;
        const ledger_fact *there = pairing_of(other);
        if (there != NULL && there != check->corrected &&
            (strcmp(there->who, key) == 0 || strcmp(there->other, key) == 0))
            return other->game.table;
    }
    return 0;
}

static void check_player(ledger_checker *check, const char *key)
{
    ledger_check_person(check, LEDGER_PLAYERS, key);
    uint16_t table = other_table(check, key);
    if (table > 0)
        TELL(check, PLAYER_TWICE, .who = name_of(check->state, key), .count = table);
}

void ledger_check_pairing(ledger_checker *check)
{
    const ledger_pairing *pairing = &check->draft->payload.pairing;

    check_player(check, pairing->red);
    if (strcmp(pairing->red, pairing->black) == 0)
        TELL(check, SAME_PLAYER, .who = pairing->red);
    else
        check_player(check, pairing->black);
    check_taken(check);
    ledger_check_pairing_behind(check);
}

/* Remarks. */

/* Every pairing in force but the one that counts. */
static void remark_taken(const ledger_state *state, ledger_remarks *remarks,
                         const ledger_subject *game, const ledger_fact *counts)
{
    const char *black = name_of(state, counts->other);

    for (size_t i = 0; i < game->count; i++) {
        const ledger_fact *fact = game->facts[i];
        const ledger_notice remark = {.kind = LEDGER_NOTICE_PAIRED_TWICE,
                                      .game = game->game,
                                      .who = name_of(state, counts->who),
                                      .what = {black, black}};
        if (fact != counts && fact->type == LEDGER_PAIRING && ledger_in_force(fact))
            ledger_remark(remarks, fact, &remark);
    }
}

/* A pairing that was corrected although the game had its result. */
static void remark_changed(ledger_remarks *remarks, const ledger_subject *game,
                           const ledger_fact *counts)
{
    const ledger_notice remark = {.kind = LEDGER_NOTICE_PAIRING_RESULT, .game = game->game};

    for (size_t i = 0; i < game->count && counts->target != NULL; i++) {
        const ledger_fact *fact = game->facts[i];
        if (fact == counts)
            return;
        if (fact->type == LEDGER_RESULT && ledger_in_force(fact)) {
            ledger_remark(remarks, counts, &remark);
            return;
        }
    }
}

/* Seats the player, unless he sits elsewhere. Without memory he is not seated, and a later table
 * not remarked on. */
static void remark_seat(const ledger_state *state, ledger_remarks *remarks, ledger_index *seats,
                        const ledger_fact *pairing, const char *key)
{
    const ledger_fact *first = key[0] != '\0' ? ledger_index_find(seats, key) : pairing;

    if (first == NULL)
        ledger_index_add(seats, key, (void *)pairing);
    else if (first->game.table != pairing->game.table)
        ledger_remark(remarks, pairing,
                      &(ledger_notice){.kind = LEDGER_NOTICE_PLAYER_TWICE,
                                       .game = pairing->game,
                                       .who = name_of(state, key),
                                       .count = first->game.table});
}

void ledger_remark_pairings(const ledger_state *state, ledger_remarks *remarks)
{
    const ledger_subjects *games = &state->by_kind[SUBJECT_GAME];
    ledger_index seats = {0};
    uint16_t round = 0;

    for (size_t i = 0; i < games->count && !remarks->stopped; i++) {
        const ledger_subject *game = games->items[i];
        const ledger_fact *counts = pairing_of(game);
        if (counts == NULL)
            continue;
        if (game->game.round != round) {
            ledger_index_free(&seats);
            seats = (ledger_index){0};
            round = game->game.round;
        }
        remark_taken(state, remarks, game, counts);
        remark_changed(remarks, game, counts);
        remark_seat(state, remarks, &seats, counts, counts->who);
        remark_seat(state, remarks, &seats, counts, counts->other);
    }
    ledger_index_free(&seats);
}
