/* ledger/state.c: from entries to facts, and questions about the state. */
#include "ledger/state.h"

#include <stdlib.h>
#include <string.h>

#include "ledger/entry_fields.h"
#include "ledger/order_private.h"

board_error ledger_state_create(ledger_state **state)
{
    *state = NULL;
    ledger_state *made = calloc(1, sizeof *made);
    if (made == NULL)
        return BOARD_ERROR_NO_MEMORY;
    board_error error = ledger_catalogue_load(&made->catalogue);
    if (error != BOARD_OK) {
        ledger_state_free(made);
        return error;
    }
    ledger_event_defaults(&made->default_event);
    *state = made;
    return BOARD_OK;
}

void ledger_state_free(ledger_state *state)
{
    if (state == NULL)
        return;
    ledger_free_subjects(state);
    free(state->facts.items);
    free(state->corrections.items);
    ledger_index_free(&state->texts);
    ledger_index_free(&state->ids);
    ledger_index_free(&state->devices);
    ledger_arena_free(&state->arena);
    free(state);
}

const char *ledger_intern(ledger_state *state, const char *text)
{
    char *kept = ledger_index_find(&state->texts, text);
    if (kept != NULL)
        return kept;
    size_t size = strlen(text) + 1;
    kept = ledger_arena_take(&state->arena, size);
    if (kept == NULL)
        return NULL;
    memcpy(kept, text, size);
    return ledger_index_add(&state->texts, kept, kept) ? kept : NULL;
}

/* From entries to facts. */

/* What an entry's payload says, in texts that are still the entry's. `json` is an event's. */
static void fill_payload(ledger_fact *fact, const ledger_entry *entry, const char *json)
{
    const ledger_payload *payload = &entry->payload;

    switch (entry->type) {
    case LEDGER_EVENT:
        fact->key = json;
        break;
    case LEDGER_ARBITER:
        fact->who = payload->arbiter.key;
        fact->other = payload->arbiter.name;
        fact->code = (int16_t)payload->arbiter.role;
        break;
    case LEDGER_PLAYER:
        fact->who = payload->player.key;
        fact->other = payload->player.name;
        fact->team = payload->player.team;
        break;
    case LEDGER_TEAM:
        fact->who = payload->team.key;
        fact->other = payload->team.name;
        break;
    case LEDGER_PAIRING:
        fact->who = payload->pairing.red;
        fact->other = payload->pairing.black;
        break;
    case LEDGER_RULING:
        fact->key = payload->ruling.articles;
        fact->code = (int16_t)payload->ruling.outcome;
        fact->tool = (uint8_t)payload->ruling.tool;
        break;
    case LEDGER_ORDER_CLOSED:
        fact->who = payload->order_closed.order;
        fact->code = (int16_t)payload->order_closed.how;
        break;
    case LEDGER_UPHELD:
        fact->who = payload->upheld.ruling;
        break;
    case LEDGER_FOUL:
        fact->key = payload->foul.key;
        fact->side = (uint8_t)payload->foul.side;
        fact->numbers[0] = payload->foul.minutes;
        break;
    case LEDGER_PENALTY:
        fact->key = payload->penalty.key;
        fact->who = payload->penalty.who;
        fact->code = payload->penalty.team;
        break;
    case LEDGER_RESULT:
        fact->key = payload->result.reason;
        fact->code = (int16_t)payload->result.outcome;
        break;
    case LEDGER_LATENESS:
        fact->numbers[0] = payload->lateness.seconds[0];
        fact->numbers[1] = payload->lateness.seconds[1];
        fact->code = (int16_t)(payload->lateness.came[0] + 2 * payload->lateness.came[1]);
        break;
    case LEDGER_OVERSTEP:
        fact->side = (uint8_t)payload->overstep.side;
        fact->code = (int16_t)payload->overstep.exception;
        break;
    default:
        break;
    }
}

static void fill_fact(ledger_fact *fact, const ledger_entry *entry, const char *json)
{
    *fact = (ledger_fact){.id = entry->id,
                          .device = entry->device,
                          .sequence = entry->sequence,
                          .time_ms = entry->time_ms,
                          .arbiter = entry->arbiter,
                          .type = (uint8_t)entry->type,
                          .game = ledger_entry_game(entry),
                          .key = "",
                          .who = "",
                          .other = "",
                          .team = "",
                          .corrects = entry->corrects};
    fill_payload(fact, entry, json);
}

/* The texts that a fact may share with others. */
enum { FACT_TEXTS = 6 };

static void list_texts(ledger_fact *fact, const char **texts[FACT_TEXTS])
{
    texts[0] = &fact->device;
    texts[1] = &fact->arbiter;
    texts[2] = &fact->key;
    texts[3] = &fact->who;
    texts[4] = &fact->other;
    texts[5] = &fact->team;
}

static bool intern_texts(ledger_state *state, ledger_fact *fact)
{
    const char **texts[FACT_TEXTS];

    list_texts(fact, texts);
    for (int i = 0; i < FACT_TEXTS; i++) {
        *texts[i] = ledger_intern(state, *texts[i]);
        if (*texts[i] == NULL)
            return false;
    }
    return true;
}

/* Orders what two facts of one id say; 0: the same. */
static int compare_content(const ledger_fact *a, const ledger_fact *b)
{
    const char **texts_a[FACT_TEXTS];
    const char **texts_b[FACT_TEXTS];
    const int64_t numbers[][2] = {{(int64_t)a->sequence, (int64_t)b->sequence},
                                  {a->time_ms, b->time_ms},
                                  {(int64_t)a->type, (int64_t)b->type},
                                  {a->game.round, b->game.round},
                                  {a->game.table, b->game.table},
                                  {a->game.number, b->game.number},
                                  {(int64_t)a->side, (int64_t)b->side},
                                  {a->code, b->code},
                                  {a->tool, b->tool},
                                  {a->numbers[0], b->numbers[0]},
                                  {a->numbers[1], b->numbers[1]}};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i][0] != numbers[i][1])
            return numbers[i][0] < numbers[i][1] ? -1 : 1;
    }
    list_texts((ledger_fact *)a, texts_a);
    list_texts((ledger_fact *)b, texts_b);
    for (int i = 0; i < FACT_TEXTS; i++) {
        int order = strcmp(*texts_a[i], *texts_b[i]);
        if (order != 0)
            return order;
    }
    return strcmp(a->corrects, b->corrects);
}

/* Takes over what the entry says; what others say of the fact stays. */
static board_error take_content(ledger_state *state, ledger_fact *fact, const ledger_fact *said,
                                const ledger_entry *entry)
{
    ledger_fact made = *said;

    made.id = fact->id;
    made.more = fact->more;
    made.same_id = fact->same_id;
    made.noted = fact->noted;
    made.known = true;
    if (!intern_texts(state, &made))
        return BOARD_ERROR_NO_MEMORY;
    if (made.corrects[0] != '\0') {
        made.target = ledger_take_fact(state, made.corrects);
        if (made.target == NULL)
            return BOARD_ERROR_NO_MEMORY;
        made.corrects = made.target->id;
    } else {
        made.corrects = "";
    }
    if (entry->type == LEDGER_EVENT) {
        ledger_event *event = ledger_arena_take(&state->arena, sizeof *event);
        if (event == NULL || ledger_more(state, &made) == NULL)
            return BOARD_ERROR_NO_MEMORY;
        *event = entry->payload.event;
        made.more->event = event;
    }
    *fact = made;
    return BOARD_OK;
}

/* An entry whose id is there already: the same, or one that no journal should hold. Of two that
 * differ the same one is kept whichever came first. */
static board_error meet_again(ledger_state *state, ledger_fact *fact, const ledger_fact *said,
                              const ledger_entry *entry)
{
    int order = compare_content(said, fact);

    if (order == 0)
        return BOARD_OK;
    fact->same_id = true;
    if (order > 0)
        return BOARD_OK;
    if (fact->target != NULL)
        ledger_unlink_corrections(fact->target);
    board_error error = take_content(state, fact, said, entry);
    if (error != BOARD_OK)
        return error;
    bool placed = ledger_note_correction(state, fact) && ledger_reorder(state);
    return placed ? BOARD_OK : BOARD_ERROR_NO_MEMORY;
}

static board_error apply_readable(ledger_state *state, const ledger_entry *entry, const char *json)
{
    ledger_fact said;
    ledger_fact *fact = ledger_take_fact(state, entry->id);

    if (fact == NULL)
        return BOARD_ERROR_NO_MEMORY;
    fill_fact(&said, entry, json);
    if (fact->known)
        return meet_again(state, fact, &said, entry);
    board_error error = take_content(state, fact, &said, entry);
    if (error != BOARD_OK)
        return error;
    return ledger_enter_fact(state, fact) ? BOARD_OK : BOARD_ERROR_NO_MEMORY;
}

/* An entry of which only the envelope can be used. */
static board_error apply_unreadable(ledger_state *state, const ledger_entry *entry)
{
    ledger_entry *envelope = malloc(sizeof *envelope);
    if (envelope == NULL)
        return BOARD_ERROR_NO_MEMORY;
    ledger_entry_begin(envelope, LEDGER_UNKNOWN);
    memcpy(envelope->id, entry->id, sizeof envelope->id);
    memcpy(envelope->device, entry->device, sizeof envelope->device);
    memcpy(envelope->arbiter, entry->arbiter, sizeof envelope->arbiter);
    memcpy(envelope->corrects, entry->corrects, sizeof envelope->corrects);
    envelope->sequence = entry->sequence;
    envelope->time_ms = entry->time_ms;
    board_error error = apply_readable(state, envelope, "");
    free(envelope);
    return error;
}

board_error ledger_apply(ledger_state *state, const ledger_entry *entry, board_problem *problem)
{
    char *json = NULL;
    board_error error = ledger_envelope_validate(entry, problem);

    if (error != BOARD_OK)
        return error;
    bool readable = ledger_payload_validate(entry, NULL) == BOARD_OK;
    if (readable && entry->type == LEDGER_EVENT)
        error = ledger_payload_to_json(entry, &json, NULL);
    if (error == BOARD_OK)
        error = readable ? apply_readable(state, entry, json != NULL ? json : "")
                         : apply_unreadable(state, entry);
    free(json);
    return error == BOARD_OK ? error : board_problem_set(problem, error, NULL, 0);
}

/* Questions. */

size_t ledger_fact_count(const ledger_state *state)
{
    return state->facts.count;
}

const ledger_fact *ledger_fact_at(const ledger_state *state, size_t index)
{
    return state->facts.items[index];
}

const ledger_fact *ledger_find_fact(const ledger_state *state, const char *id)
{
    const ledger_fact *fact = ledger_seek_fact(state, id);
    return fact != NULL && fact->known ? fact : NULL;
}

const ledger_catalogue *ledger_state_catalogue(const ledger_state *state)
{
    return &state->catalogue;
}

/* The last fact of this type in force that stands before `before` (NULL: of all). */
static const ledger_fact *last_in_force(const ledger_subject *subject, ledger_type type,
                                        const ledger_fact *before)
{
    for (size_t i = subject != NULL ? subject->count : 0; i > 0; i--) {
        const ledger_fact *fact = subject->facts[i - 1];
        if (fact->type == type && (before == NULL || ledger_fact_before(fact, before)) &&
            ledger_in_force(fact))
            return fact;
    }
    return NULL;
}

const ledger_event *ledger_state_event(const ledger_state *state, bool *set)
{
    const ledger_subject *subject =
        ledger_find_subject(state, SUBJECT_EVENT, "", (ledger_game_key){0});
    const ledger_fact *fact = last_in_force(subject, LEDGER_EVENT, NULL);

    if (set != NULL)
        *set = fact != NULL;
    return fact != NULL ? fact->more->event : &state->default_event;
}

static ledger_type registration_of(ledger_people people)
{
    return people == LEDGER_ARBITERS  ? LEDGER_ARBITER
           : people == LEDGER_PLAYERS ? LEDGER_PLAYER
                                      : LEDGER_TEAM;
}

static bool read_person(const ledger_subject *subject, ledger_people people, ledger_person *person)
{
    const ledger_fact *fact = last_in_force(subject, registration_of(people), NULL);

    if (fact == NULL)
        return false;
    *person = (ledger_person){.key = fact->who, .name = fact->other, .team = fact->team};
    if (people == LEDGER_ARBITERS)
        person->role = (ledger_role)fact->code;
    return true;
}

bool ledger_find_person(const ledger_state *state, ledger_people people, const char *key,
                        ledger_person *person)
{
    return read_person(ledger_find_subject(state, (subject_kind)people, key, (ledger_game_key){0}),
                       people, person);
}

size_t ledger_people_count(const ledger_state *state, ledger_people people)
{
    return state->by_kind[people].count;
}

bool ledger_person_at(const ledger_state *state, ledger_people people, size_t index,
                      ledger_person *person)
{
    const ledger_subjects *subjects = &state->by_kind[people];

    return index < subjects->count && read_person(subjects->items[index], people, person);
}

ledger_role ledger_role_at(const ledger_state *state, const ledger_fact *fact)
{
    const ledger_subject *subject =
        ledger_find_subject(state, SUBJECT_ARBITER, fact->arbiter, (ledger_game_key){0});
    const ledger_fact *registered = last_in_force(subject, LEDGER_ARBITER, fact);

    /* Registered on another device whose clock is ahead: the first registration counts. */
    for (size_t i = 0; registered == NULL && subject != NULL && i < subject->count; i++) {
        const ledger_fact *later = subject->facts[i];
        if (later->type == LEDGER_ARBITER && ledger_in_force(later))
            registered = later;
    }
    return registered != NULL ? (ledger_role)registered->code : LEDGER_NO_ROLE;
}

bool ledger_penalty_counts(const ledger_state *state, const ledger_fact *fact)
{
    const ledger_penalty_kind *kind = ledger_find_penalty(&state->catalogue, fact->key);

    return fact->type == LEDGER_PENALTY && kind != NULL && ledger_in_force(fact) &&
           ledger_role_at(state, fact) >= kind->authority;
}

static void visit_subject(const ledger_subject *subject, ledger_fact_visitor visit, void *context)
{
    for (size_t i = 0; subject != NULL && i < subject->count; i++) {
        if (!visit(context, subject->facts[i]))
            return;
    }
}

void ledger_visit_game(const ledger_state *state, ledger_game_key game, ledger_fact_visitor visit,
                       void *context)
{
    visit_subject(ledger_find_subject(state, SUBJECT_GAME, "", game), visit, context);
}

void ledger_visit_person(const ledger_state *state, ledger_people people, const char *key,
                         ledger_fact_visitor visit, void *context)
{
    visit_subject(ledger_find_subject(state, (subject_kind)people, key, (ledger_game_key){0}),
                  visit, context);
}
