/* ledger/check.c: what to say of a draft before it is logged. */
#include <string.h>

#include "board/fen.h"
#include "ledger/check_private.h"
#include "ledger/entry_fields.h"

enum { MS_PER_SECOND = 1000 };

/* Telling. */

void ledger_tell(ledger_checker *check, ledger_notice notice)
{
    notice.game = ledger_entry_game(check->draft);
    ledger_tell_of(check, notice);
}

void ledger_tell_of(ledger_checker *check, ledger_notice notice)
{
    if (check->count < LEDGER_NOTICES_MAX)
        check->notices[check->count++] = notice;
}

/* Form. */

static bool check_field(ledger_checker *check, const entry_field *field, const void *structure)
{
    board_error error = ledger_field_check(field, structure);

    if (error != BOARD_OK)
        TELL(check, FIELD, .who = field->name,
             .what = {board_error_text(error, BOARD_CHINESE),
                      board_error_text(error, BOARD_ENGLISH)});
    return error == BOARD_OK;
}

/* Can the payload be used at all? */
static bool check_form(ledger_checker *check)
{
    entry_fields list = ledger_fields_of(check->draft->type);
    bool usable = check_field(check, ledger_reason_field(), check->draft);

    if (list.count == 0)
        TELL(check, UNREADABLE, .who = "");
    for (size_t i = 0; i < list.count; i++)
        usable = check_field(check, &list.fields[i], &check->draft->payload) && usable;
    return usable && list.count > 0;
}

/* Clocks. */

static void check_clocks(ledger_checker *check, int64_t now_ms)
{
    const ledger_entry *draft = check->draft;
    const ledger_device *ahead = NULL;

    int64_t early = ledger_ms_between(now_ms, draft->time_ms);

    if (now_ms != 0 && early > LEDGER_CLOCK_TOLERANCE_MS)
        TELL(check, FUTURE, .count = early / MS_PER_SECOND);
    for (const ledger_device *device = check->state->first_device; device != NULL;
         device = device->next) {
        int64_t by = ledger_ms_between(draft->time_ms, device->last_time_ms);
        if (device->count == 0)
            continue;
        if (strcmp(device->name, draft->device) == 0) {
            if (by > 0)
                TELL(check, CLOCK_BACK, .count = by / MS_PER_SECOND);
        } else if (by > LEDGER_CLOCK_TOLERANCE_MS &&
                   (ahead == NULL || device->last_time_ms > ahead->last_time_ms)) {
            ahead = device;
        }
    }
    if (ahead != NULL)
        TELL(check, CLOCKS_DISAGREE, .who = ahead->name,
             .count = ledger_ms_between(draft->time_ms, ahead->last_time_ms) / MS_PER_SECOND);
}

/* Games. */

/* Finds the game; all but a pairing need one that is paired. */
static void check_game(ledger_checker *check)
{
    ledger_game_key key = ledger_entry_game(check->draft);

    check->game_known = ledger_find_game(check->state, key, &check->game);
    if (check->draft->type != LEDGER_PAIRING && key.round != 0 &&
        !(check->game_known && check->game.paired))
        TELL(check, UNKNOWN_GAME, .who = "");
    if (!check->game_known)
        check->game = (ledger_game){.key = key, .players = {"", ""}};
}

static void check_finished(ledger_checker *check)
{
    if (check->game.result != NULL)
        TELL(check, FINISHED_GAME, .who = "");
}

/* Fouls and penalties. */

static void check_foul(ledger_checker *check)
{
    const ledger_foul *foul = &check->draft->payload.foul;
    const ledger_foul_kind *kind = ledger_find_foul(&check->state->catalogue, foul->key);
    const ledger_setting *limit = &check->event->fouls_to_lose;
    const ledger_fact *corrected = check->corrected;
    int64_t count = check->game.fouls[foul->side] + 1;

    /* The foul that is replaced is no longer counted. */
    if (corrected != NULL && corrected->type == LEDGER_FOUL && corrected->side == foul->side &&
        ledger_game_equal(corrected->game, foul->game))
        count--;
    check_finished(check);
    if (kind == NULL) {
        TELL(check, UNKNOWN_KEY, .who = foul->key);
        return;
    }
    if (count < limit->value)
        TELL(check, FOUL_COUNT, .side = foul->side, .count = count, .what = TITLE_OF(kind));
    else if (count == limit->value)
        TELL(check, FOUL_LOSES, .side = foul->side, .count = count, .source = limit->source);
    else
        TELL(check, FOUL_BEYOND, .side = foul->side, .count = count, .limit = limit->value,
             .source = limit->source);
    if (foul->minutes > 0)
        TELL(check, FOUL_MINUTES, .side = foul->side, .count = foul->minutes);
}

typedef struct penalty_counter {
    const ledger_state *state;
    const ledger_fact *corrected;
    const char *key;
    int64_t count;
} penalty_counter;

static bool count_penalty(void *context, const ledger_fact *fact)
{
    penalty_counter *counter = context;

    if (fact->type == LEDGER_PENALTY && fact != counter->corrected &&
        strcmp(fact->key, counter->key) == 0 && ledger_penalty_counts(counter->state, fact))
        counter->count++;
    return true;
}

static void tell_penalty(ledger_checker *check, const ledger_penalty_kind *kind)
{
    const ledger_penalty *penalty = &check->draft->payload.penalty;
    ledger_people people = penalty->team ? LEDGER_TEAMS : LEDGER_PLAYERS;
    penalty_counter counter = {check->state, check->corrected, penalty->key, 1};
    ledger_person person = {.name = penalty->who};
    board_side side = BOARD_RED;

    ledger_find_person(check->state, people, penalty->who, &person);
    ledger_visit_person(check->state, people, penalty->who, count_penalty, &counter);
    if (kind->leaves)
        TELL(check, PENALTY_LEAVES, .who = person.name);
    else
        TELL(check, PENALTY_COUNT, .who = person.name, .count = counter.count,
             .what = TITLE_OF(kind));
    if (penalty->game.round == 0)
        return;
    if (!ledger_side_of(check->state, &check->game, penalty->team, penalty->who, &side))
        TELL(check, NOT_IN_GAME, .who = penalty->who);
    else if (kind->game)
        TELL(check, PENALTY_LOSES, .side = side);
}

static void check_penalty(ledger_checker *check)
{
    const ledger_penalty *penalty = &check->draft->payload.penalty;
    const ledger_penalty_kind *kind = ledger_find_penalty(&check->state->catalogue, penalty->key);

    ledger_check_person(check, penalty->team ? LEDGER_TEAMS : LEDGER_PLAYERS, penalty->who);
    ledger_check_penalty_authority(check, penalty->key);
    /* Whoever puts another in its place takes the first one back. */
    if (check->corrected != NULL && check->corrected->type == LEDGER_PENALTY &&
        strcmp(check->corrected->key, penalty->key) != 0)
        ledger_check_penalty_authority(check, check->corrected->key);
    if (kind == NULL) {
        TELL(check, UNKNOWN_KEY, .who = penalty->key);
        return;
    }
    if (kind->game && penalty->game.round == 0)
        TELL(check, PENALTY_NEEDS_GAME, .what = TITLE_OF(kind));
    tell_penalty(check, kind);
}

/* Rulings and orders. */

static void check_position(ledger_checker *check, const ledger_ruling *ruling)
{
    judge_edition edition;
    board_layout layout;
    board_error error = board_fen_read(ruling->fen, strlen(ruling->fen), &layout, NULL, NULL);

    if (error != BOARD_OK)
        TELL(check, BAD_POSITION,
             .what = {board_error_text(error, BOARD_CHINESE),
                      board_error_text(error, BOARD_ENGLISH)});
    if (judge_edition_load(ruling->edition, &edition) != BOARD_OK)
        TELL(check, UNKNOWN_KEY, .who = ruling->edition);
}

/* A note, or a reason at every label that the arbiter overruled. */
static bool says_why(const ledger_ruling *ruling)
{
    for (int32_t i = 0; i < ruling->override_count; i++) {
        if (ruling->overrides[i].reason[0] == '\0')
            return ruling->note[0] != '\0';
    }
    return ruling->override_count > 0 || ruling->note[0] != '\0';
}

static void check_ruling(ledger_checker *check)
{
    const ledger_ruling *ruling = &check->draft->payload.ruling;
    ledger_outcome outcome = ledger_ruling_outcome(ruling->outcome);
    board_side side = BOARD_RED;
    ledger_notice ruled;

    check_position(check, ruling);
    check_finished(check);
    if (ledger_is_ruled(&check->game, &ruled) && check->game.due.because != check->corrected)
        ledger_tell(check, ruled);
    if (check->game.order != NULL && check->game.order != check->corrected)
        TELL(check, OPEN_ORDER, .side = check->game.order_side);
    if (ruling->tool != ruling->outcome && !says_why(ruling))
        TELL(check, OTHER_RULING, .who = "");
    if (ledger_ruling_orders(ruling->outcome, &side))
        TELL(check, ORDER_OPENS, .side = side, .source = ruling->articles);
    else
        TELL(check, RULING_DECIDES, .source = ruling->articles,
             .what = {ledger_outcome_text(outcome, BOARD_CHINESE),
                      ledger_outcome_text(outcome, BOARD_ENGLISH)});
}

static void check_order_closed(ledger_checker *check)
{
    const ledger_order_closed *closed = &check->draft->payload.order_closed;
    const ledger_fact *order = ledger_find_fact(check->state, closed->order);
    const ledger_subject *subject =
        ledger_find_subject(check->state, SUBJECT_GAME, "", closed->game);
    board_side side = BOARD_RED;

    check_finished(check);
    if (order == NULL || subject == NULL || order->type != LEDGER_RULING ||
        !ledger_in_force(order) || !ledger_game_equal(order->game, closed->game) ||
        !ledger_ruling_orders((judge_outcome)order->code, &side)) {
        TELL(check, NO_OPEN_ORDER, .who = "");
        return;
    }
    const ledger_fact *closing = ledger_closing_of(subject, order);
    bool open = closing != NULL ? closing == check->corrected : check->game.orders[side] == order;
    if (!open)
        TELL(check, NO_OPEN_ORDER, .who = "");
    else if (closed->how == LEDGER_CHANGED)
        TELL(check, ORDER_CHANGED, .side = side);
    else
        TELL(check, ORDER_LOSES, .side = side);
}

static void check_upheld(ledger_checker *check)
{
    const ledger_upheld *upheld = &check->draft->payload.upheld;
    const ledger_fact *ruling = ledger_find_fact(check->state, upheld->ruling);

    if (check->role < LEDGER_CHIEF_ARBITER)
        TELL(check, UPHELD_AUTHORITY, .who = "");
    if (ruling == NULL || ruling->type != LEDGER_RULING || !ledger_in_force(ruling) ||
        !ledger_game_equal(ruling->game, upheld->game))
        TELL(check, NO_RULING, .who = "");
}

/* Results and time. */

static bool fits(const ledger_reason *reason, ledger_outcome outcome)
{
    if (reason->draw)
        return outcome == LEDGER_DRAW;
    if (reason->both_lose)
        return outcome == LEDGER_BOTH_LOSE;
    return outcome == LEDGER_RED_WINS || outcome == LEDGER_BLACK_WINS;
}

static void check_result(ledger_checker *check)
{
    const ledger_result *result = &check->draft->payload.result;
    const ledger_reason *reason = ledger_find_reason(&check->state->catalogue, result->reason);
    const ledger_due *due = &check->game.due;
    ledger_notice fouls;

    if (check->game.result != NULL && check->game.result != check->corrected)
        TELL(check, SECOND_RESULT, .who = "");
    if (reason == NULL)
        TELL(check, UNKNOWN_KEY, .who = result->reason);
    else if (!fits(reason, result->outcome))
        TELL(check, WRONG_OUTCOME, .what = TITLE_OF(reason));
    if (check->game.order != NULL)
        TELL(check, ORDER_LAPSES, .side = check->game.order_side);
    if (ledger_lacks_fouls(check->event, &check->game, result->outcome, result->reason, &fouls))
        ledger_tell(check, fouls);
    if (due->outcome != LEDGER_NO_OUTCOME && due->outcome != result->outcome)
        TELL(check, RESULT_AGAINST_DUE, .source = due->articles,
             .what = {ledger_outcome_text(due->outcome, BOARD_CHINESE),
                      ledger_outcome_text(due->outcome, BOARD_ENGLISH)});
    TELL(check, RESULT_IS, .source = reason != NULL ? reason->item.articles : NULL,
         .what = {ledger_outcome_text(result->outcome, BOARD_CHINESE),
                  ledger_outcome_text(result->outcome, BOARD_ENGLISH)});
}

static void check_lateness(ledger_checker *check)
{
    const ledger_lateness *lateness = &check->draft->payload.lateness;
    int32_t limit = check->event->late_minutes.value;
    ledger_outcome outcome = ledger_late_outcome(check->event, lateness->seconds);

    check_finished(check);
    if (limit == LEDGER_NOT_SET)
        TELL(check, LATE_UNSET, .who = "");
    if (outcome == LEDGER_BOTH_LOSE)
        TELL(check, LATE_BOTH, .limit = limit);
    else if (outcome != LEDGER_NO_OUTCOME)
        TELL(check, LATE_LOSES, .limit = limit,
             .side = outcome == LEDGER_RED_WINS ? BOARD_BLACK : BOARD_RED);
    for (board_side side = BOARD_RED; limit != LEDGER_NOT_SET && side <= BOARD_BLACK; side++) {
        int32_t seconds = lateness->seconds[side];
        if (seconds > 0 && seconds <= 60 * limit && lateness->came[side])
            TELL(check, LATE_CLOCK, .side = side, .count = seconds);
    }
}

static void check_overstep(ledger_checker *check)
{
    const ledger_overstep *overstep = &check->draft->payload.overstep;
    const char *key = "";

    check_finished(check);
    ledger_overstep_outcome(overstep->side, overstep->exception, &key);
    const ledger_reason *reason = ledger_find_reason(&check->state->catalogue, key);
    if (overstep->exception == LEDGER_CLOCK_FAULT)
        TELL(check, CLOCK_FAULT, .who = "");
    else if (overstep->exception == LEDGER_NO_EXCEPTION)
        TELL(check, OVERSTEP_LOSES, .side = overstep->side);
    else if (reason != NULL)
        TELL(check, OVERSTEP_EXCEPTED, .what = TITLE_OF(reason));
}

static void check_content(ledger_checker *check)
{
    switch (check->draft->type) {
    case LEDGER_ARBITER:
    case LEDGER_TEAM:
        ledger_check_registration(check);
        break;
    case LEDGER_PLAYER:
        ledger_check_person(check, LEDGER_TEAMS, check->draft->payload.player.team);
        ledger_check_registration(check);
        break;
    case LEDGER_PAIRING:
        ledger_check_pairing(check);
        break;
    case LEDGER_RULING:
        check_ruling(check);
        break;
    case LEDGER_ORDER_CLOSED:
        check_order_closed(check);
        break;
    case LEDGER_UPHELD:
        check_upheld(check);
        break;
    case LEDGER_FOUL:
        check_foul(check);
        break;
    case LEDGER_PENALTY:
        check_penalty(check);
        break;
    case LEDGER_RESULT:
        check_result(check);
        break;
    case LEDGER_LATENESS:
        check_lateness(check);
        break;
    case LEDGER_OVERSTEP:
        check_overstep(check);
        break;
    case LEDGER_WITHDRAWAL:
        ledger_check_penalties_behind(check);
        ledger_check_pairing_behind(check);
        break;
    default:
        break;
    }
}

/* Errors first, consequences last; within each as they were told. */
static void sort_notices(ledger_notice *notices, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        ledger_notice moved = notices[i];
        size_t at = i;
        while (at > 0 &&
               ledger_notice_severity(notices[at - 1].kind) < ledger_notice_severity(moved.kind)) {
            notices[at] = notices[at - 1];
            at--;
        }
        notices[at] = moved;
    }
}

size_t ledger_check(const ledger_state *state, const ledger_entry *draft, int64_t now_ms,
                    ledger_notice notices[LEDGER_NOTICES_MAX])
{
    ledger_checker check = {.state = state,
                            .event = ledger_state_event(state, NULL),
                            .draft = draft,
                            .notices = notices};

    if (!check_form(&check))
        return check.count;
    ledger_check_correction(&check);
    ledger_check_authority(&check);
    ledger_check_correction_authority(&check);
    ledger_check_charge(&check);
    check_game(&check);
    check_content(&check);
    check_clocks(&check, now_ms);
    sort_notices(notices, check.count);
    return check.count;
}
