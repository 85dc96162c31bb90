/* tests/support/big_event.c: an event made up for tests of size. */
#include "support/big_event.h"

#include <stdio.h>
#include <string.h>

enum {
    PHASE_SETTINGS,
    PHASE_ARBITERS,
    PHASE_TEAMS,
    PHASE_PLAYERS,
    PHASE_PAIRINGS,
    PHASE_GAMES,
    ARBITERS = 40,
    TEAM_SIZE = 12,
    ENTRIES_A_GAME_PERCENT = 268 /* as it comes out: of a hundred games */
};

/* 2026-05-01 09:00 UTC */
static const int64_t first_time_ms = INT64_C(1777626000000);

static uint32_t mix(uint32_t a, uint32_t b)
{
    uint64_t mixed = ((uint64_t)a << 32 | b) * 0x9E3779B97F4A7C15ULL;

    mixed ^= mixed >> 29;
    mixed *= 0xBF58476D1CE4E5B9ULL;
    return (uint32_t)(mixed >> 32);
}

static void put_text(char *target, size_t size, const char *form, unsigned number)
{
    char text[LEDGER_NAME_BYTES];

    snprintf(text, sizeof text, form, number);
    ledger_copy(target, size, text);
}

#define PUT(target, form, number) put_text((target), sizeof(target), (form), (number))

void big_event_begin(big_event *event, uint64_t entries)
{
    uint64_t tables = entries * 100 / (LEDGER_ROUND_MAX * ENTRIES_A_GAME_PERCENT);

    *event = (big_event){.round = 1};
    event->tables = tables > LEDGER_TABLE_MAX ? LEDGER_TABLE_MAX : (uint32_t)tables;
    if (event->tables < 4)
        event->tables = 4;
}

static uint32_t players(const big_event *event)
{
    return 2 * event->tables;
}

/* How many entries a phase has; of the games' this does not say. */
static uint32_t phase_length(const big_event *event)
{
    switch (event->phase) {
    case PHASE_SETTINGS:
        return 1;
    case PHASE_ARBITERS:
        return ARBITERS;
    case PHASE_TEAMS:
        return players(event) / TEAM_SIZE + 1;
    case PHASE_PLAYERS:
        return players(event);
    default:
        return event->tables;
    }
}

/* What happens at a table, from the last to the first. */
static void begin_game(big_event *event)
{
    uint32_t chance = mix(event->round, event->at);
    size_t count = 0;

    event->steps[count++] = LEDGER_RESULT;
    if (chance % 50 == 0)
        event->steps[count++] = LEDGER_OVERSTEP;
    if (chance % 40 == 1)
        event->steps[count++] = LEDGER_PENALTY;
    if (chance % 9 == 2) {
        event->steps[count++] = LEDGER_ORDER_CLOSED;
        event->steps[count++] = LEDGER_RULING;
    }
    if (chance % 70 == 3)
        event->steps[count++] = LEDGER_WITHDRAWAL;
    if (chance % 70 == 3 || chance % 4 == 0)
        event->steps[count++] = LEDGER_FOUL;
    if (chance % 25 == 4)
        event->steps[count++] = LEDGER_NOTE;
    if (chance % 20 == 5)
        event->steps[count++] = LEDGER_LATENESS;
    event->step_count = count;
}

/* Goes on to what comes next. */
static ledger_type next_type(big_event *event)
{
    static const ledger_type types[] = {LEDGER_EVENT, LEDGER_ARBITER, LEDGER_TEAM, LEDGER_PLAYER,
                                        LEDGER_PAIRING};

    if (event->phase == PHASE_GAMES && event->step_count > 0)
        return event->steps[--event->step_count];
    event->at++;
    if (event->written == 0)
        event->at = 1;
    else if (event->at > phase_length(event)) {
        event->at = 1;
        if (event->phase == PHASE_GAMES && event->round < LEDGER_ROUND_MAX)
            event->round++;
        event->phase = event->phase == PHASE_GAMES ? PHASE_PAIRINGS : event->phase + 1;
    }
    if (event->phase != PHASE_GAMES)
        return types[event->phase];
    begin_game(event);
    return event->steps[--event->step_count];
}

static void fill_people(const big_event *event, ledger_entry *entry)
{
    ledger_payload *payload = &entry->payload;

    if (entry->type == LEDGER_ARBITER) {
        PUT(payload->arbiter.key, "裁判%u", event->at);
        PUT(payload->arbiter.name, "第%u位裁判", event->at);
        payload->arbiter.role = event->at < 3   ? LEDGER_ORGANISER
                                : event->at < 8 ? LEDGER_CHIEF_ARBITER
                                                : LEDGER_TABLE_ARBITER;
    } else if (entry->type == LEDGER_TEAM) {
        PUT(payload->team.key, "T%u", event->at);
        PUT(payload->team.name, "第%u代表队", event->at);
    } else {
        PUT(payload->player.key, "%u", event->at);
        PUT(payload->player.name, "第%u位棋手", event->at);
        PUT(payload->player.team, "T%u", event->at / TEAM_SIZE + 1);
    }
}

static void fill_ruling(ledger_ruling *ruling, uint32_t chance)
{
    static const char fen[] = "3k5/4a4/9/9/9/9/9/9/R8/4K4 w";

    ledger_copy(ruling->fen, sizeof ruling->fen, fen);
    ledger_copy(ruling->moves, sizeof ruling->moves, "a1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9");
    ledger_copy(ruling->edition, sizeof ruling->edition, "cxa-2007");
    ruling->tool = chance % 2 == 0 ? JUDGE_RED_MUST_CHANGE : JUDGE_BLACK_MUST_CHANGE;
    ruling->outcome = ruling->tool;
    ledger_copy(ruling->articles, sizeof ruling->articles, chance % 3 == 0 ? "26.1" : "26.4,24.3");
}

static void fill_result(ledger_result *result, uint32_t chance)
{
    static const char *const losses[] = {"resigned", "checkmate", "time", "stalemate"};

    result->outcome = (ledger_outcome)(LEDGER_RED_WINS + chance % 3);
    ledger_copy(result->reason, sizeof result->reason,
                result->outcome == LEDGER_DRAW ? "agreed" : losses[chance / 8 % 4]);
}

static void fill_game(const big_event *event, ledger_entry *entry, ledger_game_key game)
{
    static const char *const fouls[] = {"clock", "unrecorded", "conduct", "draw-offers"};
    ledger_payload *payload = &entry->payload;
    uint32_t chance = mix(event->round + 1000U, event->at);

    switch (entry->type) {
    case LEDGER_PAIRING:
        payload->pairing.game = game;
        PUT(payload->pairing.red, "%u", 2 * event->at - 1);
        PUT(payload->pairing.black, "%u", (2 * (event->at + event->round)) % players(event) + 2);
        break;
    case LEDGER_RULING:
        payload->ruling.game = game;
        fill_ruling(&payload->ruling, chance);
        break;
    case LEDGER_ORDER_CLOSED:
        payload->order_closed.game = game;
        ledger_copy(payload->order_closed.order, LEDGER_ID_BYTES, event->last_id);
        payload->order_closed.how = chance % 5 == 0 ? LEDGER_REPEATED : LEDGER_CHANGED;
        break;
    case LEDGER_FOUL:
        payload->foul.game = game;
        payload->foul.side = (board_side)(chance & 1);
        ledger_copy(payload->foul.key, LEDGER_KEY_BYTES, fouls[chance / 2 % 4]);
        break;
    case LEDGER_PENALTY:
        payload->penalty.game = game;
        ledger_copy(payload->penalty.key, LEDGER_KEY_BYTES, "warning");
        PUT(payload->penalty.who, "%u", 2 * event->at - 1);
        break;
    case LEDGER_RESULT:
        payload->result.game = game;
        fill_result(&payload->result, chance);
        break;
    case LEDGER_LATENESS:
        payload->lateness.game = game;
        payload->lateness.seconds[chance & 1] = (int32_t)(chance % 900);
        payload->lateness.came[0] = payload->lateness.came[1] = true;
        break;
    case LEDGER_OVERSTEP:
        payload->overstep.game = game;
        payload->overstep.side = (board_side)(chance & 1);
        payload->overstep.exception = (ledger_exception)(chance / 2 % LEDGER_EXCEPTIONS);
        break;
    default:
        payload->note.game = game;
        PUT(payload->note.text, "第%u台：棋钟已更换", event->at);
        break;
    }
}

void big_event_next(big_event *event, ledger_entry *entry)
{
    ledger_type type = next_type(event);
    const ledger_game_key game = {event->round, (uint16_t)event->at, 1};

    ledger_entry_begin(entry, type);
    PUT(entry->arbiter, "裁判%u",
        event->phase == PHASE_GAMES ? event->at / 100 % ARBITERS + 1 : 1U);
    switch (type) {
    case LEDGER_EVENT:
        PUT(entry->payload.event.name, "第%u届大赛", 1);
        entry->payload.event.late_minutes.value = 15;
        break;
    case LEDGER_ARBITER:
    case LEDGER_TEAM:
    case LEDGER_PLAYER:
        fill_people(event, entry);
        break;
    case LEDGER_WITHDRAWAL:
        ledger_copy(entry->corrects, sizeof entry->corrects, event->last_id);
        ledger_copy(entry->reason, sizeof entry->reason, "记错了");
        break;
    default:
        fill_game(event, entry, game);
        break;
    }
    event->written++;
}

void big_event_written(big_event *event, const char *id)
{
    ledger_copy(event->last_id, sizeof event->last_id, id);
}

void big_event_stamp(const big_event *event, unsigned devices, ledger_entry *entry)
{
    unsigned device = (unsigned)(event->written % devices);
    uint32_t high = mix((uint32_t)event->written, device + 1);
    uint32_t low = mix(high, (uint32_t)event->written);
    char id[64];

    entry->time_ms = first_time_ms + (int64_t)event->written * 1000 + high % 900;
    entry->sequence = (event->written - 1) / devices + 1;
    PUT(entry->device, "%032x", device + 0x20U);
    snprintf(id, sizeof id, "%08llx-%04llx-7%03x-%04x-%08x%04x",
             (unsigned long long)entry->time_ms >> 16, (unsigned long long)entry->time_ms & 0xFFFF,
             (unsigned)(high & 0xFFF), 0x8000U | (high >> 16 & 0x3FFF), low,
             (unsigned)(mix(low, high) & 0xFFFF));
    ledger_copy(entry->id, sizeof entry->id, id);
}
