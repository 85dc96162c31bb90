/*
 * kiosk/desk/reading.c: the event, a round and a game read off the ledger's state.
 */
#include <stdlib.h>
#include <string.h>

#include "board/fen.h"
#include "board/moves.h"
#include "board/notation.h"
#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/text.h"
#include "ledger/game.h"
#include "ledger/notice.h"

/* Brings the state up to the journal's end; other programs may write it too. */
static bool is_fresh(kiosk_desk *desk, kiosk_job *job)
{
    return store_fold_on(desk->journal, &desk->fold, &job->trouble) == BOARD_OK;
}

/* Games. */

static void name_player(const ledger_state *state, const char *key, char *name, size_t size)
{
    ledger_person person;

    kiosk_text_copy(name, size,
                    ledger_find_person(state, LEDGER_PLAYERS, key, &person) ? person.name : key);
}

static void fill_table(const ledger_state *state, const ledger_game *game, kiosk_table *table)
{
    const int32_t limit = ledger_state_event(state, NULL)->fouls_to_lose.value;

    table->game = game->key;
    table->paired = game->paired;
    table->finished = game->result != NULL;
    table->outcome = game->outcome;
    table->due = game->result == NULL ? game->due.outcome : LEDGER_NO_OUTCOME;
    table->order_open = game->order != NULL && game->result == NULL;
    table->order_side = game->order_side;
    table->rulings = (uint32_t)game->rulings;
    if (game->rulings > 0)
        desk_read_table_decision(state, table);
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        name_player(state, game->players[side], table->players[side], sizeof table->players[side]);
        kiosk_text_copy(table->keys[side], sizeof table->keys[side], game->players[side]);
        table->fouls[side] = game->fouls[side];
        table->danger[side] = !table->finished && (int64_t)game->fouls[side] + 1 == limit;
    }
}

/* The rounds that have games, whether there was a ruling, and the latest round that is not
 * over. */
static uint16_t find_rounds(const ledger_state *state, kiosk_hall *hall)
{
    ledger_game game;
    uint16_t open = 0;

    for (size_t i = 0; ledger_game_at(state, i, &game); i++) {
        const bool listed =
            hall->round_count > 0 && hall->rounds[hall->round_count - 1] == game.key.round;
        if (!listed && hall->round_count < KIOSK_ROUNDS_MAX)
            hall->rounds[hall->round_count++] = game.key.round;
        hall->ruled = hall->ruled || game.rulings > 0;
        if (game.result == NULL)
            open = game.key.round;
    }
    if (open == 0 && hall->round_count > 0)
        open = hall->rounds[hall->round_count - 1];
    return open;
}

static void list_tables(const ledger_state *state, kiosk_hall *hall)
{
    ledger_game game;

    for (size_t i = 0; ledger_game_at(state, i, &game); i++) {
        if (game.key.round != hall->round)
            continue;
        hall->tables_cut = hall->table_count == KIOSK_TABLES_MAX;
        if (hall->tables_cut)
            return;
        fill_table(state, &game, &hall->tables[hall->table_count++]);
    }
}

static void list_arbiters(kiosk_desk *desk, kiosk_hall *hall)
{
    const ledger_state *state = desk->fold.state;
    const size_t count = ledger_people_count(state, LEDGER_ARBITERS);
    ledger_person person;

    for (size_t i = 0; i < count && hall->arbiter_count < KIOSK_ARBITERS_MAX; i++) {
        if (!ledger_person_at(state, LEDGER_ARBITERS, i, &person))
            continue;
        kiosk_arbiter *arbiter = &hall->arbiters[hall->arbiter_count++];
        kiosk_text_copy(arbiter->key, sizeof arbiter->key, person.key);
        kiosk_text_copy(arbiter->name, sizeof arbiter->name, person.name);
        arbiter->role = person.role;
        arbiter->has_pin = desk_has_pin(desk, person.key);
    }
}

static void count_fouls(const ledger_state *state, kiosk_hall *hall)
{
    const ledger_catalogue *catalogue = ledger_state_catalogue(state);
    const size_t count = ledger_fact_count(state);

    for (size_t i = 0; i < count; i++) {
        const ledger_fact *fact = ledger_fact_at(state, i);
        if (fact->type != LEDGER_FOUL)
            continue;
        const ledger_foul_kind *kind = ledger_find_foul(catalogue, fact->key);
        if (kind != NULL)
            hall->foul_uses[kind - catalogue->fouls]++;
    }
}

kiosk_job_end desk_read_hall(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_hall *hall = calloc(1, sizeof *hall);
    if (hall == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    if (!is_fresh(desk, job)) {
        free(hall);
        return KIOSK_END_FAILED;
    }
    const ledger_event *event = ledger_state_event(desk->fold.state, &hall->event_set);
    kiosk_text_copy(hall->event, sizeof hall->event, event->name);
    kiosk_text_copy(hall->edition, sizeof hall->edition, event->edition);
    hall->fouls_to_lose = event->fouls_to_lose.value;
    hall->move_limit = event->move_limit.value;
    const uint16_t open = find_rounds(desk->fold.state, hall);
    hall->round = job->round != 0 ? job->round : open;
    list_tables(desk->fold.state, hall);
    list_arbiters(desk, hall);
    count_fouls(desk->fold.state, hall);
    job->hall = hall;
    return KIOSK_END_DONE;
}

/* One game in full. */

typedef struct game_reader {
    kiosk_desk *desk;
    kiosk_job *job;
    kiosk_game *game;
    size_t facts;              /* of the game so far */
    const ledger_fact *ruling; /* the last one in force */
} game_reader;

static void name_arbiter(const ledger_state *state, const char *key, char *name, size_t size)
{
    ledger_person person;

    kiosk_text_copy(name, size,
                    ledger_find_person(state, LEDGER_ARBITERS, key, &person) ? person.name : key);
}

/* The history is a ring while it is read, the oldest entries giving way. */
static bool take_fact(void *context, const ledger_fact *fact)
{
    game_reader *reader = context;
    const ledger_state *state = reader->desk->fold.state;
    kiosk_history *item = &reader->game->history[reader->facts % KIOSK_HISTORY_MAX];

    kiosk_text_copy(item->id, sizeof item->id, fact->id);
    item->type = fact->type;
    item->time_ms = fact->time_ms;
    item->in_force = ledger_in_force(fact);
    name_arbiter(state, fact->arbiter, item->arbiter, sizeof item->arbiter);
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        desk_word_fact(state, fact, (board_language)language, item->text[language],
                       sizeof item->text[language]);
    if (fact->type == LEDGER_NOTE)
        desk_read_note(reader->desk, item, reader->game);
    if (fact->type == LEDGER_RULING)
        desk_read_decision(reader->desk, fact, reader->game);
    if (fact->type == LEDGER_RULING && item->in_force)
        reader->ruling = fact;
    reader->facts++;
    return true;
}

/* Newest first. */
static bool order_history(game_reader *reader)
{
    kiosk_game *game = reader->game;
    const size_t count = reader->facts < KIOSK_HISTORY_MAX ? reader->facts : KIOSK_HISTORY_MAX;
    kiosk_history *ordered = calloc(KIOSK_HISTORY_MAX, sizeof *ordered);
    if (ordered == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        ordered[i] = game->history[(reader->facts - 1 - i) % KIOSK_HISTORY_MAX];
    memcpy(game->history, ordered, sizeof game->history);
    game->history_count = count;
    game->history_cut = reader->facts > count;
    free(ordered);
    return true;
}

/* The ruling that a fact stands for, out of the journal. */
static bool load_ruling(const game_reader *reader, const char *id, ledger_ruling *ruling)
{
    store_entry stored;
    ledger_entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return false;
    bool loaded =
        store_get_id(reader->desk->journal, id, &stored, &reader->job->trouble) == BOARD_OK;
    if (loaded) {
        loaded = store_ledger_entry(&stored, entry) == BOARD_OK && entry->type == LEDGER_RULING;
        store_entry_free(&stored);
    }
    if (loaded)
        *ruling = entry->payload.ruling;
    free(entry);
    return loaded;
}

/* The position after a ruling's moves; false: it cannot be played. */
static bool play_ruling(const ledger_ruling *ruling, board_layout *layout)
{
    board_position position;
    board_layout start;
    const char *at = ruling->moves;

    if (board_fen_read(ruling->fen, strlen(ruling->fen), &start, NULL, NULL) != BOARD_OK ||
        board_position_from_layout(&position, &start, NULL) != BOARD_OK)
        return false;
    while (*at != '\0') {
        board_readings readings;
        const size_t length = strcspn(at, " ");
        const bool stood = length > 0 && at[length - 1] == '!';
        board_notation_read(&position, BOARD_NOTATION_ICCS, at, length - stood, &readings);
        if (readings.count == 0)
            return false;
        board_make(&position, readings.moves[0]);
        at += length + (at[length] == ' ');
    }
    board_position_to_layout(&position, layout);
    return true;
}

/* What rulings say: the order that is open, and the position that was last known. */
static bool read_rulings(game_reader *reader, const ledger_game *read)
{
    kiosk_game *game = reader->game;
    ledger_ruling *last = calloc(1, sizeof *last);
    if (last == NULL)
        return false;
    if (read->order != NULL && load_ruling(reader, read->order->id, &game->order))
        kiosk_text_copy(game->order_id, sizeof game->order_id, read->order->id);
    if (reader->ruling != NULL && load_ruling(reader, reader->ruling->id, last))
        game->known = play_ruling(last, &game->position);
    free(last);
    return true;
}

static void name_team(const ledger_state *state, const char *player, kiosk_game *game, int side)
{
    ledger_person person, team;

    if (!ledger_find_person(state, LEDGER_PLAYERS, player, &person) || person.team == NULL ||
        person.team[0] == '\0')
        return;
    kiosk_text_copy(game->teams[side], sizeof game->teams[side], person.team);
    kiosk_text_copy(game->team_names[side], sizeof game->team_names[side],
                    ledger_find_person(state, LEDGER_TEAMS, person.team, &team) ? team.name
                                                                                : person.team);
}

static bool fill_game(game_reader *reader)
{
    const ledger_state *state = reader->desk->fold.state;
    ledger_game read;

    reader->game->table.game = reader->job->game;
    if (!ledger_find_game(state, reader->job->game, &read))
        return true; /* nothing is known of it */
    fill_table(state, &read, &reader->game->table);
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++)
        name_team(state, read.players[side], reader->game, side);
    if (read.due.reason != NULL) {
        kiosk_text_copy(reader->game->due_reason, sizeof reader->game->due_reason, read.due.reason);
        kiosk_text_copy(reader->game->due_articles, sizeof reader->game->due_articles,
                        read.due.articles);
    }
    memcpy(reader->game->added_minutes, read.added_minutes, sizeof read.added_minutes);
    ledger_visit_game(state, reader->job->game, take_fact, reader);
    return order_history(reader) && read_rulings(reader, &read);
}

kiosk_job_end desk_read_game(kiosk_desk *desk, kiosk_job *job)
{
    kiosk_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    game_reader reader = {.desk = desk, .job = job, .game = game};
    const bool fresh = is_fresh(desk, job);
    if (fresh && fill_game(&reader)) {
        job->full = game;
        return KIOSK_END_DONE;
    }
    free(game);
    return fresh ? desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL) : KIOSK_END_FAILED;
}
