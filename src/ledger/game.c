/* ledger/game.c: reading a game off its facts, in their order. */
#include "ledger/game.h"

#include <string.h>

#include "ledger/game_private.h"

/* What the rules say. */

ledger_outcome ledger_loss_of(board_side side)
{
    return side == BOARD_RED ? LEDGER_BLACK_WINS : LEDGER_RED_WINS;
}

ledger_outcome ledger_late_outcome(const ledger_event *event, const int32_t seconds[2])
{
    if (event->late_minutes.value == LEDGER_NOT_SET)
        return LEDGER_NO_OUTCOME;
    bool red = seconds[BOARD_RED] > 60 * event->late_minutes.value;
    bool black = seconds[BOARD_BLACK] > 60 * event->late_minutes.value;
    if (red && black)
        return LEDGER_BOTH_LOSE;
    if (!red && !black)
        return LEDGER_NO_OUTCOME;
    return ledger_loss_of(red ? BOARD_RED : BOARD_BLACK);
}

ledger_outcome ledger_overstep_outcome(board_side side, ledger_exception exception,
                                       const char **reason)
{
    switch (exception) {
    case LEDGER_MATED:
        *reason = "checkmate";
        return ledger_loss_of(board_other(side));
    case LEDGER_STALEMATED:
        *reason = "stalemate";
        return ledger_loss_of(board_other(side));
    case LEDGER_OTHER_RESIGNED:
        *reason = "resigned";
        return ledger_loss_of(board_other(side));
    case LEDGER_DRAW_AGREED:
        *reason = "agreed";
        return LEDGER_DRAW;
    case LEDGER_CLOCK_FAULT:
        *reason = "";
        return LEDGER_NO_OUTCOME;
    default:
        *reason = "time";
        return ledger_loss_of(side);
    }
}

ledger_outcome ledger_ruling_outcome(judge_outcome outcome)
{
    return outcome == JUDGE_RED_LOSES     ? LEDGER_BLACK_WINS
           : outcome == JUDGE_BLACK_LOSES ? LEDGER_RED_WINS
           : outcome == JUDGE_DRAW        ? LEDGER_DRAW
                                          : LEDGER_NO_OUTCOME;
}

/* The walk. */

typedef struct game_walk {
    const ledger_state *state;
    const ledger_event *event;
    const ledger_subject *subject;
    ledger_remarks *remarks;
    ledger_game *game;
} game_walk;

static void remark(const game_walk *walk, const ledger_fact *fact, ledger_notice remark)
{
    remark.game = walk->game->key;
    if (walk->remarks != NULL)
        ledger_remark(walk->remarks, fact, &remark);
}

static void remark_on(const game_walk *walk, const ledger_fact *fact, ledger_notice_kind kind)
{
    remark(walk, fact, (ledger_notice){.kind = kind, .who = fact->key});
}

/* The first thing that decides the game stands; lateness is one thing, however often it is
 * logged. */
static void set_due(const game_walk *walk, const ledger_fact *fact, ledger_outcome outcome,
                    const char *reason, const char *articles)
{
    ledger_due *due = &walk->game->due;
    const ledger_reason *known = ledger_find_reason(&walk->state->catalogue, reason);
    bool replaces = due->because != NULL && due->because->type == LEDGER_LATENESS &&
                    fact->type == LEDGER_LATENESS;

    if (outcome == LEDGER_NO_OUTCOME || walk->game->result != NULL ||
        (due->outcome != LEDGER_NO_OUTCOME && !replaces))
        return;
    if (articles[0] == '\0' && known != NULL)
        articles = known->item.articles;
    *due = (ledger_due){outcome, reason, articles, fact};
}

static void walk_foul(const game_walk *walk, const ledger_fact *fact)
{
    ledger_game *game = walk->game;
    const ledger_setting *limit = &walk->event->fouls_to_lose;
    uint32_t count = ++game->fouls[fact->side];

    game->added_minutes[fact->side] += fact->numbers[0];
    if (ledger_find_foul(&walk->state->catalogue, fact->key) == NULL)
        remark_on(walk, fact, LEDGER_NOTICE_UNKNOWN_KEY);
    if (game->result != NULL)
        remark_on(walk, fact, LEDGER_NOTICE_FINISHED_GAME);
    if (count > (uint32_t)limit->value)
        remark(walk, fact,
               (ledger_notice){.kind = LEDGER_NOTICE_FOUL_BEYOND,
                               .side = fact->side,
                               .count = count,
                               .limit = limit->value,
                               .source = limit->source});
    if (count == (uint32_t)limit->value)
        set_due(walk, fact, ledger_loss_of(fact->side), "fouls", limit->source);
}

const ledger_fact *ledger_closing_of(const ledger_subject *subject, const ledger_fact *ruling)
{
    for (size_t i = 0; i < subject->count; i++) {
        const ledger_fact *fact = subject->facts[i];
        if (fact->type == LEDGER_ORDER_CLOSED && ledger_in_force(fact) &&
            strcmp(fact->who, ruling->id) == 0)
            return fact;
    }
    return NULL;
}

static bool is_order(const ledger_fact *fact)
{
    board_side side = BOARD_RED;

    return fact->type == LEDGER_RULING && ledger_in_force(fact) &&
           ledger_ruling_orders((judge_outcome)fact->code, &side);
}

/* The order that is open so far, of two the later. */
static void note_open(ledger_game *game)
{
    const ledger_fact *red = game->orders[BOARD_RED];
    const ledger_fact *black = game->orders[BOARD_BLACK];
    bool is_black = red == NULL || (black != NULL && ledger_fact_before(red, black));

    game->order = is_black ? black : red;
    game->order_side = is_black ? BOARD_BLACK : BOARD_RED;
}

bool ledger_is_ruled(const ledger_game *game, ledger_notice *notice)
{
    const ledger_due *due = &game->due;

    *notice = (ledger_notice){.kind = LEDGER_NOTICE_RULED_BEFORE,
                              .game = game->key,
                              .what = {ledger_outcome_text(due->outcome, BOARD_CHINESE),
                                       ledger_outcome_text(due->outcome, BOARD_ENGLISH)}};
    return game->result == NULL && due->because != NULL && due->because->type == LEDGER_RULING;
}

/* A second order to the same side takes the place of the first: the side has one duty to change,
 * however often it is told. One to the other side does not. */
static void walk_ruling(const game_walk *walk, const ledger_fact *fact)
{
    ledger_game *game = walk->game;
    ledger_outcome outcome = ledger_ruling_outcome((judge_outcome)fact->code);
    board_side side = BOARD_RED;
    ledger_notice ruled;

    game->rulings++;
    if (game->result != NULL)
        remark_on(walk, fact, LEDGER_NOTICE_FINISHED_GAME);
    if (ledger_is_ruled(game, &ruled))
        remark(walk, fact, ruled);
    if (game->order != NULL)
        remark(walk, fact,
               (ledger_notice){.kind = LEDGER_NOTICE_OPEN_ORDER, .side = game->order_side});
    if (ledger_ruling_orders((judge_outcome)fact->code, &side) && game->result == NULL) {
        /* Of two clocks that disagree one may have closed it before it was given. */
        const ledger_fact *closing = ledger_closing_of(walk->subject, fact);
        bool closed = closing != NULL && ledger_fact_before(closing, fact);
        game->orders[side] = closed ? NULL : fact;
        note_open(game);
    }
    set_due(walk, fact, outcome, outcome == LEDGER_DRAW ? "repetition" : "forbidden", fact->key);
}

static void walk_order_closed(const game_walk *walk, const ledger_fact *fact)
{
    ledger_game *game = walk->game;
    const ledger_fact *order = ledger_find_fact(walk->state, fact->who);
    board_side side = BOARD_RED;

    if (order == NULL || !is_order(order) || !ledger_game_equal(order->game, game->key) ||
        ledger_closing_of(walk->subject, order) != fact) {
        remark_on(walk, fact, LEDGER_NOTICE_NO_OPEN_ORDER);
        return;
    }
    if (game->result != NULL)
        remark_on(walk, fact, LEDGER_NOTICE_FINISHED_GAME);
    ledger_ruling_orders((judge_outcome)order->code, &side);
    if (ledger_fact_before(order, fact)) {
        game->orders[side] = NULL;
        note_open(game);
    }
    if (fact->code == LEDGER_REPEATED)
        set_due(walk, fact, ledger_loss_of(side), "not-changed", "");
}

static void walk_penalty(const game_walk *walk, const ledger_fact *fact)
{
    const ledger_penalty_kind *kind = ledger_find_penalty(&walk->state->catalogue, fact->key);
    board_side side = BOARD_RED;

    if (!ledger_side_of(walk->state, walk->game, fact->code != 0, fact->who, &side))
        remark(walk, fact, (ledger_notice){.kind = LEDGER_NOTICE_NOT_IN_GAME, .who = fact->who});
    else if (kind != NULL && (kind->game || kind->leaves) &&
             ledger_penalty_counts(walk->state, fact))
        set_due(walk, fact, ledger_loss_of(side), kind->game ? "disqualified" : "misconduct", "");
}

static void walk_result(const game_walk *walk, const ledger_fact *fact)
{
    ledger_game *game = walk->game;
    const ledger_reason *reason = ledger_find_reason(&walk->state->catalogue, fact->key);

    if (reason == NULL)
        remark_on(walk, fact, LEDGER_NOTICE_UNKNOWN_KEY);
    if (game->result != NULL) {
        remark_on(walk, fact, LEDGER_NOTICE_SECOND_RESULT);
        return;
    }
    if (game->order != NULL)
        remark(walk, fact,
               (ledger_notice){.kind = LEDGER_NOTICE_ORDER_LAPSES, .side = game->order_side});
    game->orders[BOARD_RED] = game->orders[BOARD_BLACK] = NULL;
    note_open(game);
    game->result = fact;
    game->outcome = (ledger_outcome)fact->code;
    game->played = reason == NULL || reason->played;
    if (game->due.outcome != LEDGER_NO_OUTCOME && game->due.outcome != game->outcome)
        remark(walk, fact,
               (ledger_notice){.kind = LEDGER_NOTICE_RESULT_AGAINST_DUE,
                               .what = {ledger_outcome_text(game->due.outcome, BOARD_CHINESE),
                                        ledger_outcome_text(game->due.outcome, BOARD_ENGLISH)},
                               .source = game->due.articles});
}

static void walk_lateness(const game_walk *walk, const ledger_fact *fact)
{
    ledger_game *game = walk->game;

    if (game->result != NULL)
        remark_on(walk, fact, LEDGER_NOTICE_FINISHED_GAME);
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        if (fact->numbers[side] > game->late_seconds[side])
            game->late_seconds[side] = fact->numbers[side];
    }
    ledger_outcome outcome = ledger_late_outcome(walk->event, game->late_seconds);
    set_due(walk, fact, outcome, outcome == LEDGER_BOTH_LOSE ? "both-late" : "late", "");
}

static void walk_overstep(const game_walk *walk, const ledger_fact *fact)
{
    const char *reason = "";
    ledger_outcome outcome =
        ledger_overstep_outcome(fact->side, (ledger_exception)fact->code, &reason);

    if (walk->game->result != NULL)
        remark_on(walk, fact, LEDGER_NOTICE_FINISHED_GAME);
    set_due(walk, fact, outcome, reason, fact->code == LEDGER_NO_EXCEPTION ? "" : "22.5");
}

static void walk_fact(const game_walk *walk, const ledger_fact *fact)
{
    switch (fact->type) {
    case LEDGER_RULING:
        walk_ruling(walk, fact);
        break;
    case LEDGER_ORDER_CLOSED:
        walk_order_closed(walk, fact);
        break;
    case LEDGER_FOUL:
        walk_foul(walk, fact);
        break;
    case LEDGER_PENALTY:
        walk_penalty(walk, fact);
        break;
    case LEDGER_RESULT:
        walk_result(walk, fact);
        break;
    case LEDGER_LATENESS:
        walk_lateness(walk, fact);
        break;
    case LEDGER_OVERSTEP:
        walk_overstep(walk, fact);
        break;
    default:
        break;
    }
}

bool ledger_lacks_fouls(const ledger_event *event, const ledger_game *game, ledger_outcome outcome,
                        const char *reason, ledger_notice *notice)
{
    board_side loser = outcome == LEDGER_RED_WINS ? BOARD_BLACK : BOARD_RED;
    const ledger_setting *limit = &event->fouls_to_lose;

    *notice = (ledger_notice){.kind = LEDGER_NOTICE_RESULT_FOULS,
                              .game = game->key,
                              .side = loser,
                              .count = game->fouls[loser],
                              .limit = limit->value,
                              .source = limit->source};
    return strcmp(reason, "fouls") == 0 &&
           (outcome == LEDGER_RED_WINS || outcome == LEDGER_BLACK_WINS) &&
           game->fouls[loser] < (uint32_t)limit->value;
}

/* When all fouls are counted, also those that another device logged later. */
static void look_at_fouls(const game_walk *walk)
{
    const ledger_game *game = walk->game;
    ledger_notice notice;

    if (game->result != NULL &&
        ledger_lacks_fouls(walk->event, game, game->outcome, game->result->key, &notice))
        remark(walk, game->result, notice);
}

/* Who plays does not depend on when it was said: the last pairing counts. */
static void find_pairing(const ledger_subject *subject, ledger_game *game)
{
    for (size_t i = 0; i < subject->count; i++) {
        const ledger_fact *fact = subject->facts[i];
        if (fact->type != LEDGER_PAIRING || !ledger_in_force(fact))
            continue;
        game->paired = true;
        game->players[BOARD_RED] = fact->who;
        game->players[BOARD_BLACK] = fact->other;
    }
}

void ledger_walk_game(const ledger_state *state, const ledger_subject *subject,
                      ledger_remarks *remarks, ledger_game *game)
{
    const game_walk walk = {.state = state,
                            .event = ledger_state_event(state, NULL),
                            .subject = subject,
                            .remarks = remarks,
                            .game = game};
    bool told = false;

    *game = (ledger_game){.key = subject->game, .players = {"", ""}, .played = true};
    find_pairing(subject, game);
    for (size_t i = 0; i < subject->count; i++) {
        const ledger_fact *fact = subject->facts[i];
        if (!ledger_in_force(fact))
            continue;
        if (!game->paired && !told)
            remark_on(&walk, fact, LEDGER_NOTICE_UNKNOWN_GAME);
        told = true;
        walk_fact(&walk, fact);
    }
    look_at_fouls(&walk);
}

/* Questions. */

bool ledger_find_game(const ledger_state *state, ledger_game_key key, ledger_game *game)
{
    const ledger_subject *subject = ledger_find_subject(state, SUBJECT_GAME, "", key);

    if (subject == NULL || !subject->listed)
        return false;
    ledger_walk_game(state, subject, NULL, game);
    return true;
}

size_t ledger_game_count(const ledger_state *state)
{
    return state->by_kind[SUBJECT_GAME].count;
}

bool ledger_game_at(const ledger_state *state, size_t index, ledger_game *game)
{
    const ledger_subjects *games = &state->by_kind[SUBJECT_GAME];

    if (index >= games->count)
        return false;
    ledger_walk_game(state, games->items[index], NULL, game);
    return true;
}

const char *ledger_result_mark(const ledger_game *game, board_side side)
{
    if (game->result == NULL || game->outcome == LEDGER_NO_OUTCOME)
        return "";
    if (game->outcome == LEDGER_DRAW)
        return "=";
    bool wins = game->outcome == ledger_loss_of(board_other(side));
    if (game->played)
        return wins ? "1" : "0";
    return wins ? "+" : "-";
}

bool ledger_side_of(const ledger_state *state, const ledger_game *game, bool team, const char *who,
                    board_side *side)
{
    bool plays[2] = {false, false};

    for (int i = BOARD_RED; i <= BOARD_BLACK; i++) {
        ledger_person player;
        if (team && ledger_find_person(state, LEDGER_PLAYERS, game->players[i], &player))
            plays[i] = strcmp(player.team, who) == 0;
        else if (!team)
            plays[i] = strcmp(game->players[i], who) == 0;
    }
    *side = plays[BOARD_RED] ? BOARD_RED : BOARD_BLACK;
    return plays[BOARD_RED] != plays[BOARD_BLACK];
}
