/* ledger/pairing_table.c: pairings and players from a table that a pairing program wrote as CSV. */
#include "ledger/pairing_table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "board/encoding.h"

enum { ROUND_FIRST = 1, TEAM_HASH = 4 };

typedef enum column {
    COLUMN_ROUND = 0,
    COLUMN_TABLE,
    COLUMN_GAME,
    COLUMN_RED_NUMBER,
    COLUMN_RED_NAME,
    COLUMN_RED_TEAM,
    COLUMN_BLACK_NUMBER,
    COLUMN_BLACK_NAME,
    COLUMN_BLACK_TEAM,
    COLUMN_NUMBER, /* of a table of players */
    COLUMN_NAME,
    COLUMN_TEAM,
    COLUMNS
} column;

static const char *const headings[COLUMNS][BOARD_LANGUAGES] = {
    [COLUMN_ROUND] = {"轮次", "round"},
    [COLUMN_TABLE] = {"台次", "table"},
    [COLUMN_GAME] = {"局次", "game"},
    [COLUMN_RED_NUMBER] = {"红方序号", "red number"},
    [COLUMN_RED_NAME] = {"红方姓名", "red name"},
    [COLUMN_RED_TEAM] = {"红方单位", "red team"},
    [COLUMN_BLACK_NUMBER] = {"黑方序号", "black number"},
    [COLUMN_BLACK_NAME] = {"黑方姓名", "black name"},
    [COLUMN_BLACK_TEAM] = {"黑方单位", "black team"},
    [COLUMN_NUMBER] = {"序号", "number"},
    [COLUMN_NAME] = {"姓名", "name"},
    [COLUMN_TEAM] = {"单位", "team"},
};

static const bool needed[COLUMNS] = {[COLUMN_TABLE] = true,
                                     [COLUMN_RED_NUMBER] = true,
                                     [COLUMN_RED_NAME] = true,
                                     [COLUMN_BLACK_NUMBER] = true,
                                     [COLUMN_BLACK_NAME] = true};

/* The table while it is read, and what is made of it. */
typedef struct table {
    char *at;
    char separator;
    size_t line; /* of the file */
    char *fields[LEDGER_TABLE_FIELDS_MAX];
    size_t field_count;
    int places[COLUMNS]; /* which field a column is; -1: none */
    bool of_players;
    ledger_table_line *lines;
    size_t count;
} table;

/* Reading. */

/* The field at *at, unquoted in its place; *at goes behind its separator. */
static char *take_field(table *from)
{
    char *field = from->at;
    char *to = field;
    bool quoted = *from->at == '"';

    from->at += quoted;
    while (*from->at != '\0') {
        if (quoted && from->at[0] == '"' && from->at[1] == '"')
            from->at++;
        else if (quoted && *from->at == '"') {
            quoted = false;
            from->at++;
            continue;
        } else if (!quoted && (*from->at == from->separator || *from->at == '\n'))
            break;
        *to++ = *from->at++;
    }
    while (to > field && (to[-1] == '\r' || to[-1] == ' '))
        to--;
    char end = *from->at;
    *to = '\0'; /* may be where *at is */
    from->at += end != '\0';
    from->line += end != from->separator;
    return field;
}

/* The next line's fields; false: the table ends. */
static bool next_line(table *from)
{
    from->field_count = 0;
    if (*from->at == '\0')
        return false;
    size_t line = from->line;
    while (from->line == line) {
        char *field = take_field(from);
        if (from->field_count < LEDGER_TABLE_FIELDS_MAX)
            from->fields[from->field_count++] = field;
    }
    return true;
}

static bool is_blank(const table *from)
{
    for (size_t i = 0; i < from->field_count; i++) {
        if (from->fields[i][0] != '\0')
            return false;
    }
    return true;
}

static bool find_columns(table *from)
{
    bool all = true;

    for (int i = 0; i < COLUMNS; i++) {
        from->places[i] = -1;
        for (size_t j = 0; j < from->field_count; j++) {
            if (strcmp(from->fields[j], headings[i][BOARD_CHINESE]) == 0 ||
                strcmp(from->fields[j], headings[i][BOARD_ENGLISH]) == 0)
                from->places[i] = (int)j;
        }
        all = all && (from->places[i] >= 0 || !needed[i]);
    }
    from->of_players = !all && from->places[COLUMN_TABLE] < 0 && from->places[COLUMN_NUMBER] >= 0 &&
                       from->places[COLUMN_NAME] >= 0;
    return all || from->of_players;
}

/* The field of a column, without the ' that keeps spreadsheets from taking it for a formula. */
static const char *text_in(const table *from, column which)
{
    int place = from->places[which];
    const char *text = place >= 0 && (size_t)place < from->field_count ? from->fields[place] : "";

    return text[0] == '\'' ? text + 1 : text;
}

static bool read_number(const char *text, unsigned long most, uint16_t *number)
{
    char *end = NULL;
    unsigned long value = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;

    *number = (uint16_t)value;
    return value >= 1 && value <= most && *end == '\0';
}

static bool take_player(const table *from, column number, ledger_table_line *line, board_side side)
{
    ledger_player *player = &line->players[side];
    const char *key = text_in(from, number);
    const char *name = text_in(from, (column)(number + 1));
    const char *team = text_in(from, (column)(number + 2));

    return key[0] != '\0' && name[0] != '\0' && strchr(key, ' ') == NULL &&
           ledger_copy(player->key, sizeof player->key, key) &&
           ledger_copy(player->name, sizeof player->name, name) &&
           ledger_copy(line->teams[side], LEDGER_NAME_BYTES, team);
}

static bool is_bye(const table *from)
{
    const char *number = text_in(from, COLUMN_BLACK_NUMBER);
    const char *name = text_in(from, COLUMN_BLACK_NAME);

    return (number[0] == '\0' || strcmp(number, "0") == 0) &&
           (name[0] == '\0' || strcmp(name, "轮空") == 0 || strcmp(name, "bye") == 0);
}

/* The heading of the column that is wrong; NULL: the line is sound. */
static const char *read_line(const table *from, ledger_table_line *line)
{
    const char *round = text_in(from, COLUMN_ROUND);
    const char *game = text_in(from, COLUMN_GAME);

    if (from->of_players) {
        *line = (ledger_table_line){.bye = true};
        return take_player(from, COLUMN_NUMBER, line, BOARD_RED)
                   ? NULL
                   : headings[COLUMN_NUMBER][BOARD_CHINESE];
    }
    *line = (ledger_table_line){.game = {ROUND_FIRST, 0, 1}};
    if (round[0] != '\0' && !read_number(round, LEDGER_ROUND_MAX, &line->game.round))
        return headings[COLUMN_ROUND][BOARD_CHINESE];
    if (!read_number(text_in(from, COLUMN_TABLE), LEDGER_TABLE_MAX, &line->game.table))
        return headings[COLUMN_TABLE][BOARD_CHINESE];
    if (game[0] != '\0' && !read_number(game, LEDGER_NUMBER_MAX, &line->game.number))
        return headings[COLUMN_GAME][BOARD_CHINESE];
    if (!take_player(from, COLUMN_RED_NUMBER, line, BOARD_RED))
        return headings[COLUMN_RED_NUMBER][BOARD_CHINESE];
    line->bye = is_bye(from);
    if (!line->bye && (!take_player(from, COLUMN_BLACK_NUMBER, line, BOARD_BLACK) ||
                       strcmp(line->players[0].key, line->players[1].key) == 0))
        return headings[COLUMN_BLACK_NUMBER][BOARD_CHINESE];
    return NULL;
}

static board_error add_line(table *from, size_t *room, size_t line, board_problem *problem)
{
    if (from->count == LEDGER_TABLE_LINES_MAX)
        return board_problem_set(problem, BOARD_ERROR_SYNC_TOO_LARGE, NULL, 0);
    if (from->count == *room) {
        *room = *room * 2 + 64;
        ledger_table_line *grown = realloc(from->lines, *room * sizeof *grown);
        if (grown == NULL)
            return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
        from->lines = grown;
    }
    const char *wrong = read_line(from, &from->lines[from->count]);
    if (wrong != NULL) {
        board_problem_set(problem, BOARD_ERROR_OFFICE_TABLE_LINE, wrong, strlen(wrong));
        if (problem != NULL)
            problem->line = line;
        return BOARD_ERROR_OFFICE_TABLE_LINE;
    }
    from->lines[from->count++].line = line;
    return BOARD_OK;
}

static board_error read_lines(table *from, board_problem *problem)
{
    board_error error = BOARD_OK;
    size_t room = 0;

    if (!next_line(from) || !find_columns(from))
        return board_problem_set(problem, BOARD_ERROR_OFFICE_TABLE, NULL, 0);
    for (size_t line = from->line; error == BOARD_OK && next_line(from); line = from->line) {
        if (!is_blank(from))
            error = add_line(from, &room, line, problem);
    }
    return error;
}

/* The sign that stands most often in the first line. */
static char guess_separator(const char *text)
{
    static const char signs[] = ",;\t";
    size_t counts[sizeof signs] = {0};
    char best = ',';
    size_t most = 0;

    for (; *text != '\0' && *text != '\n'; text++) {
        const char *sign = strchr(signs, *text);
        if (sign != NULL && ++counts[sign - signs] > most) {
            most = counts[sign - signs];
            best = *sign;
        }
    }
    return best;
}

board_error ledger_pairing_table_read(const char *text, size_t length, ledger_pairing_table *made,
                                      board_problem *problem)
{
    board_text decoded;

    *made = (ledger_pairing_table){0};
    if (board_text_decode(text, length, &decoded, problem) != BOARD_OK) {
        if (problem != NULL)
            problem->error = BOARD_ERROR_OFFICE_TABLE;
        return BOARD_ERROR_OFFICE_TABLE;
    }
    table from = {.at = decoded.bytes, .separator = guess_separator(decoded.bytes), .line = 1};
    const board_error error = read_lines(&from, problem);
    board_text_free(&decoded);
    if (error != BOARD_OK) {
        free(from.lines);
        return error;
    }
    *made = (ledger_pairing_table){from.count, from.lines};
    return BOARD_OK;
}

void ledger_pairing_table_free(ledger_pairing_table *made)
{
    free(made->lines);
    *made = (ledger_pairing_table){0};
}

/* What it leads to. */

typedef struct table_run {
    const ledger_state *state;
    ledger_entry *draft;
    const ledger_table_line *line;
    ledger_table_taker take;
    void *context;
} table_run;

static bool take_draft(table_run *run)
{
    run->state = run->take(run->context, run->line, run->draft);
    return run->state != NULL;
}

/* A key for a team whose name is none, the same on every machine. */
static void make_key(const char *name, char key[LEDGER_KEY_BYTES])
{
    uint8_t hash[crypto_generichash_BYTES_MIN];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)name, strlen(name), NULL, 0);
    sodium_bin2hex(key, LEDGER_KEY_BYTES, hash, TEAM_HASH);
}

/* The key of the team with this name, which is registered if there is none. */
static bool find_team(table_run *run, const char *name, char key[LEDGER_KEY_BYTES])
{
    ledger_person team;

    key[0] = '\0';
    if (name[0] == '\0')
        return true;
    for (size_t i = 0; i < ledger_people_count(run->state, LEDGER_TEAMS); i++) {
        if (ledger_person_at(run->state, LEDGER_TEAMS, i, &team) && strcmp(team.name, name) == 0)
            return ledger_copy(key, LEDGER_KEY_BYTES, team.key);
    }
    if (strchr(name, ' ') != NULL || !ledger_copy(key, LEDGER_KEY_BYTES, name))
        make_key(name, key);
    ledger_entry_begin(run->draft, LEDGER_TEAM);
    ledger_copy(run->draft->payload.team.key, LEDGER_KEY_BYTES, key);
    ledger_copy(run->draft->payload.team.name, LEDGER_NAME_BYTES, name);
    return take_draft(run);
}

static bool make_player(table_run *run, board_side side)
{
    const ledger_player *player = &run->line->players[side];
    char team[LEDGER_KEY_BYTES];
    ledger_person known;

    if (!find_team(run, run->line->teams[side], team))
        return false;
    if (ledger_find_person(run->state, LEDGER_PLAYERS, player->key, &known) &&
        strcmp(known.name, player->name) == 0 && (team[0] == '\0' || strcmp(known.team, team) == 0))
        return true;
    ledger_entry_begin(run->draft, LEDGER_PLAYER);
    run->draft->payload.player = *player;
    ledger_copy(run->draft->payload.player.team, LEDGER_KEY_BYTES, team);
    return take_draft(run);
}

typedef struct pairing_search {
    const char *red;
    const char *black;
    const char *there; /* the id of the last pairing in force, or NULL */
    bool same;         /* it says this */
} pairing_search;

static bool look_at_pairing(void *context, const ledger_fact *fact)
{
    pairing_search *search = context;

    if (fact->type != LEDGER_PAIRING || !ledger_in_force(fact))
        return true;
    search->there = fact->id;
    search->same = strcmp(fact->who, search->red) == 0 && strcmp(fact->other, search->black) == 0;
    return true;
}

/* Why a pairing is corrected, for whoever reads the journal. */
static const char imported_anew[] = "编排表重新导入 · pairings imported anew";

static bool make_pairing(table_run *run)
{
    const ledger_table_line *line = run->line;
    pairing_search search = {.red = line->players[BOARD_RED].key,
                             .black = line->players[BOARD_BLACK].key};
    ledger_pairing *pairing = &run->draft->payload.pairing;

    ledger_visit_game(run->state, line->game, look_at_pairing, &search);
    if (search.same)
        return true;
    ledger_entry_begin(run->draft, LEDGER_PAIRING);
    pairing->game = line->game;
    if (search.there != NULL) { /* the new table takes the old one's place */
        ledger_copy(run->draft->corrects, sizeof run->draft->corrects, search.there);
        ledger_copy(run->draft->reason, sizeof run->draft->reason, imported_anew);
    }
    ledger_copy(pairing->red, sizeof pairing->red, search.red);
    ledger_copy(pairing->black, sizeof pairing->black, search.black);
    return take_draft(run);
}

bool ledger_pairing_table_make(const ledger_state *state, const ledger_pairing_table *made,
                               ledger_entry *draft, ledger_table_taker take, void *context)
{
    table_run run = {.state = state, .draft = draft, .take = take, .context = context};

    for (size_t i = 0; i < made->count; i++) {
        run.line = &made->lines[i];
        if (!make_player(&run, BOARD_RED) || (!run.line->bye && !make_player(&run, BOARD_BLACK)) ||
            (run.line->game.round != 0 && !make_pairing(&run)))
            return false;
    }
    return true;
}
