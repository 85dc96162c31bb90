/* office/hall.c: the hall as JSON: games, rulings, fouls, open orders, devices, people. */
#include <stdlib.h>
#include <string.h>

#include "judge/words.h"
#include "ledger/decision.h"
#include "ledger/notice.h"
#include "ledger/standings.h"
#include "office/routes.h"
#include "sync/carried.h"

enum { RULINGS_MAX = 1000, MARKS_MAX = 1000 };

/* Adds to a list; what memory ran out for is left out, and the whole fails when it is written. */
static void add(json_t *list, json_t *value)
{
    json_array_append_new(list, value != NULL ? value : json_null());
}

/* Games. */

static json_t *player_json(const ledger_state *state, const char *key)
{
    ledger_person person;
    ledger_person team;

    if (key[0] == '\0')
        return json_null();
    if (!ledger_find_person(state, LEDGER_PLAYERS, key, &person))
        return json_pack("{s:s, s:s, s:s}", "key", key, "name", key, "team", "");
    bool named = ledger_find_person(state, LEDGER_TEAMS, person.team, &team);
    return json_pack("{s:s, s:s, s:s}", "key", key, "name", person.name, "team",
                     named ? team.name : person.team);
}

static json_t *reason_json(const ledger_state *state, const char *key)
{
    const ledger_reason *reason = ledger_find_reason(ledger_state_catalogue(state), key);

    return json_pack("{s:s, s:s}", "zh", reason != NULL ? reason->item.title[BOARD_CHINESE] : key,
                     "en", reason != NULL ? reason->item.title[BOARD_ENGLISH] : key);
}

static json_t *order_json(const ledger_game *game)
{
    if (game->order == NULL)
        return json_null();
    return json_pack("{s:s, s:s, s:I}", "id", game->order->id, "side",
                     game->order_side == BOARD_RED ? "red" : "black", "time_ms",
                     (json_int_t)game->order->time_ms);
}

static json_t *result_json(const ledger_state *state, const ledger_game *game)
{
    if (game->result == NULL)
        return json_null();
    return json_pack("{s:s, s:[s, s], s:o}", "outcome", ledger_outcome_code(game->outcome), "marks",
                     ledger_result_mark(game, BOARD_RED), ledger_result_mark(game, BOARD_BLACK),
                     "reason", reason_json(state, game->result->key));
}

static json_t *due_json(const ledger_state *state, const ledger_game *game)
{
    if (game->due.outcome == LEDGER_NO_OUTCOME || game->result != NULL)
        return json_null();
    return json_pack("{s:s, s:s, s:o}", "outcome", ledger_outcome_code(game->due.outcome),
                     "articles", game->due.articles != NULL ? game->due.articles : "", "reason",
                     reason_json(state, game->due.reason != NULL ? game->due.reason : ""));
}

static json_t *games_json(const ledger_state *state)
{
    json_t *list = json_array();
    char name[LEDGER_GAME_BYTES];
    ledger_game game;

    for (size_t i = 0; ledger_game_at(state, i, &game); i++)
        add(list, json_pack("{s:s, s:i, s:i, s:i, s:o, s:o, s:[i, i], s:[i, i], s:o, s:o, s:o, "
                            "s:I, s:b}",
                            "game", ledger_game_text(game.key, name), "round", (int)game.key.round,
                            "table", (int)game.key.table, "number", (int)game.key.number, "red",
                            player_json(state, game.players[0]), "black",
                            player_json(state, game.players[1]), "fouls", (int)game.fouls[0],
                            (int)game.fouls[1], "minutes", (int)game.added_minutes[0],
                            (int)game.added_minutes[1], "order", order_json(&game), "result",
                            result_json(state, &game), "due", due_json(state, &game), "rulings",
                            (json_int_t)game.rulings, "paired", (int)game.paired));
    return list;
}

/* Rulings, the newest first. */

static json_t *who_json(const ledger_state *state, const char *key)
{
    ledger_person person;

    return json_string(ledger_find_person(state, LEDGER_ARBITERS, key, &person) ? person.name
                                                                                : key);
}

static json_t *decision_json(const ledger_state *state, const ledger_fact *ruling)
{
    ledger_decision decision = ledger_decision_of(state, ruling);

    if (decision.because == NULL)
        return json_null();
    return json_pack("{s:s, s:s, s:o, s:I}", "kind", ledger_decision_code(decision.kind), "id",
                     decision.because->id, "by", who_json(state, decision.because->arbiter),
                     "time_ms", (json_int_t)decision.because->time_ms);
}

static json_t *ruling_json(const ledger_state *state, const ledger_fact *fact)
{
    char game[LEDGER_GAME_BYTES];

    return json_pack("{s:s, s:s, s:I, s:s, s:o, s:s, s:s, s:s, s:s, s:o, s:b, s:s}", "id", fact->id,
                     "game", ledger_game_text(fact->game, game), "time_ms",
                     (json_int_t)fact->time_ms, "arbiter", fact->arbiter, "arbiter_name",
                     who_json(state, fact->arbiter), "device", fact->device, "tool",
                     judge_outcome_code((judge_outcome)fact->tool), "outcome",
                     judge_outcome_code((judge_outcome)fact->code), "articles", fact->key,
                     "decision", decision_json(state, fact), "in_force", (int)ledger_in_force(fact),
                     "corrects", fact->corrects);
}

/* Fouls and penalties, the newest first. */

static const ledger_item *item_of(const ledger_state *state, const ledger_fact *fact)
{
    const ledger_catalogue *catalogue = ledger_state_catalogue(state);
    const ledger_foul_kind *foul = ledger_find_foul(catalogue, fact->key);
    const ledger_penalty_kind *penalty = ledger_find_penalty(catalogue, fact->key);

    if (fact->type == LEDGER_FOUL)
        return foul != NULL ? &foul->item : NULL;
    return penalty != NULL ? &penalty->item : NULL;
}

static json_t *mark_json(const ledger_state *state, const ledger_fact *fact)
{
    const ledger_item *item = item_of(state, fact);
    char game[LEDGER_GAME_BYTES] = "";

    if (fact->game.round > 0)
        ledger_game_text(fact->game, game);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:o, s:b, s:i}", "id", fact->id,
                     "type", ledger_type_code(fact->type), "game", game, "side",
                     fact->type != LEDGER_FOUL ? ""
                     : fact->side == BOARD_RED ? "red"
                                               : "black",
                     "who", fact->type == LEDGER_PENALTY ? fact->who : "", "zh",
                     item != NULL ? item->title[BOARD_CHINESE] : fact->key, "en",
                     item != NULL ? item->title[BOARD_ENGLISH] : fact->key, "time_ms",
                     (json_int_t)fact->time_ms, "by", who_json(state, fact->arbiter), "in_force",
                     (int)ledger_in_force(fact), "minutes", (int)fact->numbers[0]);
}

static void facts_json(const ledger_state *state, json_t *rulings, json_t *marks)
{
    for (size_t i = ledger_fact_count(state); i > 0; i--) {
        const ledger_fact *fact = ledger_fact_at(state, i - 1);
        if (fact->type == LEDGER_RULING && json_array_size(rulings) < RULINGS_MAX)
            add(rulings, ruling_json(state, fact));
        else if ((fact->type == LEDGER_FOUL || fact->type == LEDGER_PENALTY) &&
                 json_array_size(marks) < MARKS_MAX)
            add(marks, mark_json(state, fact));
    }
}

static json_t *standings_json(const ledger_state *state, ledger_people people)
{
    const ledger_catalogue *catalogue = ledger_state_catalogue(state);
    ledger_standing *standings = NULL;
    size_t count = 0;
    json_t *list = json_array();

    if (ledger_standings(state, people, &standings, &count) != BOARD_OK)
        return list;
    for (size_t i = 0; i < count; i++) {
        json_t *penalties = json_array();
        for (size_t j = 0; j < catalogue->penalty_count; j++)
            add(penalties, json_integer(standings[i].penalties[j]));
        add(list, json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:o}", "key", standings[i].key, "name",
                            standings[i].name, "team", standings[i].team_name, "games",
                            (int)standings[i].games, "half_points", (int)standings[i].half_points,
                            "fouls", (int)standings[i].fouls, "penalties", penalties));
    }
    free(standings);
    return list;
}

static json_t *penalty_names_json(const ledger_state *state)
{
    const ledger_catalogue *catalogue = ledger_state_catalogue(state);
    json_t *list = json_array();

    for (size_t i = 0; i < catalogue->penalty_count; i++) {
        const ledger_item *item = &catalogue->penalties[i].item;
        add(list, json_pack("{s:s, s:s}", "zh", item->title[BOARD_CHINESE], "en",
                            item->title[BOARD_ENGLISH]));
    }
    return list;
}

/* Devices, people, carried entries. */

typedef struct list_visit {
    const office_house *office;
    json_t *list;
} list_visit;

typedef struct sequence_search {
    const char *device;
    uint64_t sequence;
} sequence_search;

static bool look_at_sequence(void *context, const store_device_state *device)
{
    sequence_search *search = context;

    if (strcmp(device->device, search->device) == 0)
        search->sequence = device->sequence;
    return true;
}

static bool add_device(void *context, const office_device *device)
{
    list_visit *visit = context;
    sequence_search search = {.device = device->device};
    int64_t contact = office_contact_ms(visit->office, device->device);

    store_visit_devices(visit->office->journal, look_at_sequence, &search, NULL);
    add(visit->list,
        json_pack("{s:s, s:s, s:b, s:I, s:I, s:I}", "device", device->device, "name", device->name,
                  "revoked", (int)device->revoked, "enrolled_ms", (json_int_t)device->enrolled_ms,
                  "contact_ms",
                  (json_int_t)(contact > device->contact_ms ? contact : device->contact_ms),
                  "sequence", (json_int_t)search.sequence));
    return true;
}

static bool add_person(void *context, const office_person *person)
{
    add(((list_visit *)context)->list,
        json_pack("{s:s, s:s, s:s}", "key", person->key, "name", person->name, "role",
                  ledger_role_code(person->role)));
    return true;
}

static bool add_carried(void *context, const char *id, const char *text)
{
    list_visit *visit = context;
    ledger_entry *entry = calloc(1, sizeof *entry);
    char game[LEDGER_GAME_BYTES] = "";
    store_entry stored;

    if (entry == NULL || sync_carried_read(text, strlen(text), &stored) != BOARD_OK) {
        free(entry);
        return true;
    }
    if (store_ledger_entry(&stored, entry) == BOARD_OK && ledger_entry_game(entry).round > 0)
        ledger_game_text(ledger_entry_game(entry), game);
    const bool ruling = entry->type == LEDGER_RULING;
    add(visit->list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I}", "id", id, "type",
                               stored.type, "zh", ledger_type_text(entry->type, BOARD_CHINESE),
                               "en", ledger_type_text(entry->type, BOARD_ENGLISH), "game", game,
                               "device", stored.device, "arbiter", stored.arbiter, "outcome",
                               ruling ? judge_outcome_code(entry->payload.ruling.outcome) : "",
                               "time_ms", (json_int_t)stored.time_ms));
    store_entry_free(&stored);
    free(entry);
    return true;
}

/* The hall. */

static json_t *event_json(office_call *call, const ledger_state *state)
{
    bool set = false;
    const ledger_event *event = ledger_state_event(state, &set);

    return json_pack("{s:s, s:b, s:i, s:s}", "name", set ? event->name : office_name(call->office),
                     "set", (int)set, "fouls_to_lose", (int)event->fouls_to_lose.value, "edition",
                     event->edition);
}

void office_route_hall(office_call *call)
{
    office_house *office = call->office;
    store_problem problem;
    const ledger_state *state = office_state(office, &problem);

    if (state == NULL) {
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    json_t *rulings = json_array();
    json_t *marks = json_array();
    list_visit devices = {office, json_array()};
    list_visit people = {office, json_array()};
    list_visit carried = {office, json_array()};

    facts_json(state, rulings, marks);
    office_desk_visit_devices(office->desk, add_device, &devices);
    office_desk_visit_people(office->desk, add_person, &people);
    office_desk_visit_carried(office->desk, add_carried, &carried);
    office_reply_json(
        call,
        json_pack("{s:o, s:{s:s, s:s, s:s}, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                  "event", event_json(call, state), "person", "key", call->person.key, "name",
                  call->person.name, "role", ledger_role_code(call->person.role), "now_ms",
                  (json_int_t)office_now(office), "games", games_json(state), "rulings", rulings,
                  "marks", marks, "players", standings_json(state, LEDGER_PLAYERS), "teams",
                  standings_json(state, LEDGER_TEAMS), "penalties", penalty_names_json(state),
                  "devices", devices.list, "people", people.list, "carried", carried.list));
}

/* Changes are told as they happen: the server does it. */
void office_route_changes(office_call *call)
{
    call->reply->outcome = OFFICE_STREAM;
    call->reply->type = "text/event-stream";
}
