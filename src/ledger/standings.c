/* ledger/standings.c: fouls and penalties of players and teams, and the table as CSV. */
#include "ledger/standings.h"

#include <stdlib.h>
#include <string.h>

#include "ledger/csv.h"
#include "ledger/memory.h"

/* Rows that do not move and are found by key. */
typedef struct standing_table {
    const ledger_state *state;
    ledger_people people;
    ledger_arena arena;
    ledger_index rows;       /* by key */
    ledger_standing **order; /* as they came */
    size_t count;
    size_t room;
    bool failed; /* memory ran out */
} standing_table;

static void table_free(standing_table *table)
{
    ledger_arena_free(&table->arena);
    ledger_index_free(&table->rows);
    free(table->order);
}

static bool table_room(standing_table *table)
{
    if (table->count < table->room)
        return true;
    size_t room = 2 * table->room + 16;
    ledger_standing **moved = realloc(table->order, room * sizeof(void *));
    if (moved == NULL)
        return false;
    table->order = moved;
    table->room = room;
    return true;
}

/* The row of a player or team, made if it is not there; NULL if memory ran out. */
static ledger_standing *take_row(standing_table *table, const char *key)
{
    ledger_standing *row = ledger_index_find(&table->rows, key);
    ledger_person person = {.key = key, .name = key, .team = ""};
    ledger_person team = {.name = ""};

    if (row != NULL)
        return row;
    row = ledger_arena_take(&table->arena, sizeof *row);
    if (row == NULL || !table_room(table) || !ledger_index_add(&table->rows, key, row)) {
        table->failed = true;
        return NULL;
    }
    table->order[table->count++] = row;
    ledger_find_person(table->state, table->people, key, &person);
    if (table->people == LEDGER_PLAYERS && person.team[0] != '\0' &&
        !ledger_find_person(table->state, LEDGER_TEAMS, person.team, &team))
        team.name = person.team;
    *row = (ledger_standing){
        .key = key, .name = person.name, .team = person.team, .team_name = team.name};
    return row;
}

/* The row to which a player's games count: his own, or his team's; NULL if there is none. */
static ledger_standing *row_of_player(standing_table *table, const char *key)
{
    ledger_person player = {.team = ""};

    if (table->people == LEDGER_PLAYERS)
        return take_row(table, key);
    ledger_find_person(table->state, LEDGER_PLAYERS, key, &player);
    return player.team != NULL && player.team[0] != '\0' ? take_row(table, player.team) : NULL;
}

static void add_result(ledger_standing *row, const ledger_event *event, const ledger_game *game,
                       board_side side)
{
    int32_t halves = event->loss.value;

    row->games++;
    if (game->outcome == LEDGER_DRAW) {
        row->draws++;
        halves = side == BOARD_RED ? event->draw_red.value : event->draw_black.value;
    } else if (game->outcome == ledger_loss_of(board_other(side))) {
        row->wins++;
        halves = event->win.value;
    } else {
        row->losses++;
    }
    row->half_points += (uint32_t)halves;
}

static void add_game(standing_table *table, const ledger_event *event, const ledger_game *game)
{
    for (board_side side = BOARD_RED; side <= BOARD_BLACK; side++) {
        ledger_standing *row =
            game->players[side][0] != '\0' ? row_of_player(table, game->players[side]) : NULL;
        if (row == NULL)
            continue;
        row->fouls += game->fouls[side];
        if (game->result != NULL)
            add_result(row, event, game, side);
    }
}

/* Penalties are counted where they were given: a player's also count for his team. */
typedef struct penalty_adder {
    const ledger_state *state;
    ledger_standing *row;
} penalty_adder;

static bool add_penalty(void *context, const ledger_fact *fact)
{
    penalty_adder *adder = context;
    const ledger_catalogue *catalogue = ledger_state_catalogue(adder->state);

    if (!ledger_penalty_counts(adder->state, fact))
        return true;
    adder->row->penalties[ledger_find_penalty(catalogue, fact->key) - catalogue->penalties]++;
    return true;
}

static void add_penalties(standing_table *table, ledger_people people)
{
    ledger_person person;

    for (size_t i = 0; i < ledger_people_count(table->state, people) && !table->failed; i++) {
        if (!ledger_person_at(table->state, people, i, &person))
            continue;
        penalty_adder adder = {table->state, people == table->people
                                                 ? take_row(table, person.key)
                                                 : row_of_player(table, person.key)};
        if (adder.row != NULL)
            ledger_visit_person(table->state, people, person.key, add_penalty, &adder);
    }
}

static void fill_table(standing_table *table)
{
    const ledger_event *event = ledger_state_event(table->state, NULL);
    ledger_game game;

    add_penalties(table, table->people);
    if (table->people == LEDGER_TEAMS)
        add_penalties(table, LEDGER_PLAYERS);
    for (size_t i = 0; ledger_game_at(table->state, i, &game) && !table->failed; i++)
        add_game(table, event, &game);
}

board_error ledger_standings(const ledger_state *state, ledger_people people,
                             ledger_standing **list, size_t *count)
{
    standing_table table = {.state = state, .people = people};

    *list = NULL;
    *count = 0;
    fill_table(&table);
    ledger_standing *rows = calloc(table.count + 1, sizeof *rows);
    if (rows == NULL || table.failed) {
        free(rows);
        table_free(&table);
        return BOARD_ERROR_NO_MEMORY;
    }
    for (size_t i = 0; i < table.count; i++)
        rows[i] = *table.order[i];
    *list = rows;
    *count = table.count;
    table_free(&table);
    return BOARD_OK;
}

/* CSV. */

static void write_heading(ledger_csv *csv, const ledger_catalogue *catalogue, ledger_people people,
                          board_language language)
{
    static const char *const before[2][5][BOARD_LANGUAGES] = {
        {{"序号", "number"}, {"姓名", "name"}, {"单位", "team"}},
        {{"序号", "number"}, {"单位", "team"}}};
    static const char *const after[][BOARD_LANGUAGES] = {{"对局", "games"},  {"胜", "won"},
                                                         {"和", "drawn"},    {"负", "lost"},
                                                         {"积分", "points"}, {"犯规", "fouls"}};
    size_t first = people == LEDGER_TEAMS ? 1 : 0;

    for (size_t i = 0; before[first][i][0] != NULL; i++)
        ledger_csv_text(csv, before[first][i][language]);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        ledger_csv_text(csv, after[i][language]);
    for (size_t i = 0; i < catalogue->penalty_count; i++)
        ledger_csv_text(csv, catalogue->penalties[i].item.title[language]);
    ledger_csv_end_line(csv);
}

static void write_row(ledger_csv *csv, const ledger_catalogue *catalogue, ledger_people people,
                      const ledger_standing *row)
{
    const uint32_t numbers[] = {row->games, row->wins, row->draws, row->losses};

    ledger_csv_text(csv, row->key);
    ledger_csv_text(csv, row->name);
    if (people != LEDGER_TEAMS)
        ledger_csv_text(csv, row->team_name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        ledger_csv_number(csv, numbers[i]);
    ledger_csv_halves(csv, row->half_points);
    ledger_csv_number(csv, row->fouls);
    for (size_t i = 0; i < catalogue->penalty_count; i++)
        ledger_csv_number(csv, row->penalties[i]);
    ledger_csv_end_line(csv);
}

board_error ledger_standings_csv(const ledger_state *state, ledger_people people,
                                 board_language language, char **text, size_t *length)
{
    const ledger_catalogue *catalogue = ledger_state_catalogue(state);
    ledger_standing *rows = NULL;
    size_t count = 0;

    *text = NULL;
    *length = 0;
    board_error error = ledger_standings(state, people, &rows, &count);
    if (error != BOARD_OK)
        return error;
    ledger_csv csv = ledger_csv_begin();
    write_heading(&csv, catalogue, people, language == BOARD_ENGLISH ? language : BOARD_CHINESE);
    for (size_t i = 0; i < count; i++)
        write_row(&csv, catalogue, people, &rows[i]);
    free(rows);
    if (csv.failed) {
        free(csv.bytes);
        return BOARD_ERROR_NO_MEMORY;
    }
    *text = csv.bytes;
    *length = csv.used;
    return BOARD_OK;
}
