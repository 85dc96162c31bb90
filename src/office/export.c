/* office/export.c: what pairing programs and spreadsheets take: docs/office.md. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/csv.h"
#include "ledger/notice.h"
#include "office/routes.h"

/* A text that grows. If memory ran out, it is NULL and stays so. */
typedef struct text_run {
    char *bytes;
    size_t used;
    size_t room;
    bool failed;
} text_run;

static bool put(void *context, const char *bytes, size_t length)
{
    text_run *run = context;

    if (!run->failed && run->used + length + 1 > run->room) {
        size_t room = 2 * (run->used + length + 1);
        char *grown = realloc(run->bytes, room);
        run->failed = grown == NULL;
        if (grown != NULL) {
            run->bytes = grown;
            run->room = room;
        }
    }
    if (run->failed)
        return false;
    memcpy(run->bytes + run->used, bytes, length);
    run->used += length;
    run->bytes[run->used] = '\0';
    return true;
}

static void finish(office_call *call, text_run *run, const char *type, const char *file)
{
    put(run, "", 0);
    if (run->failed) {
        free(run->bytes);
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
        return;
    }
    office_reply_text(call, type, run->bytes, run->used);
    snprintf(call->reply->file, sizeof call->reply->file, "%.*s", OFFICE_FILE_BYTES - 1, file);
}

/* The round that is asked for; 0: all. False: refused. */
static bool read_round(office_call *call, unsigned *round)
{
    const char *text = office_argument_of(call, "round");
    char *end = NULL;
    unsigned long value = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;

    *round = (unsigned)value;
    if (text[0] == '\0' || (end != NULL && *end == '\0' && value <= LEDGER_ROUND_MAX))
        return true;
    office_refuse(call, BOARD_ERROR_SYNC_MALFORMED, "round");
    return false;
}

/* The state; NULL: refused. */
static const ledger_state *take_state(office_call *call)
{
    store_problem problem;
    const ledger_state *state = office_state(call->office, &problem);

    if (state == NULL)
        office_refuse(call, BOARD_ERROR_SYNC_OFFICE, NULL);
    return state;
}

/* Every entry. */

void office_route_journal(office_call *call)
{
    text_run run = {.bytes = NULL};
    store_problem problem;

    if (office_journal(call->office) == NULL ||
        store_export(call->office->journal, STORE_JSON_LINES, NULL, put, &run, &problem) !=
            BOARD_OK)
        run.failed = true;
    finish(call, &run, "application/jsonl; charset=utf-8", "journal.jsonl");
}

/*
 * Score sheets: two lines for each game, in the order of the printed 计分单. Those of one round
 * name it where the printed ones do, at their head, which is the file's name; where all rounds
 * are in one table each line begins with its own.
 */

typedef struct remark_run {
    const ledger_state *state;
    board_side side;
    const char *player;
    const char *separator;
    board_language language;
    char text[LEDGER_NOTE_BYTES];
    size_t used;
} remark_run;

static void put_remark(remark_run *run, const char *text)
{
    int length = snprintf(run->text + run->used, sizeof run->text - run->used, "%s%s",
                          run->used > 0 ? run->separator : "", text);

    if (length > 0 && run->used + (size_t)length < sizeof run->text)
        run->used += (size_t)length;
    else
        run->text[run->used] = '\0'; /* no half characters */
}

/* Fouls and penalties of the side, by name. */
static bool look_at_fact(void *context, const ledger_fact *fact)
{
    remark_run *run = context;
    const ledger_catalogue *catalogue = ledger_state_catalogue(run->state);

    if (!ledger_in_force(fact))
        return true;
    if (fact->type == LEDGER_FOUL && fact->side == run->side) {
        const ledger_foul_kind *kind = ledger_find_foul(catalogue, fact->key);
        put_remark(run, kind != NULL ? kind->item.title[run->language] : fact->key);
    } else if (fact->type == LEDGER_PENALTY && strcmp(fact->who, run->player) == 0 &&
               ledger_penalty_counts(run->state, fact)) {
        const ledger_penalty_kind *kind = ledger_find_penalty(catalogue, fact->key);
        put_remark(run, kind != NULL ? kind->item.title[run->language] : fact->key);
    }
    return true;
}

/* What the side scored, in halves; false: there is no result. */
static bool score_of(const ledger_state *state, const ledger_game *game, board_side side,
                     uint32_t *halves)
{
    const ledger_event *event = ledger_state_event(state, NULL);
    bool won = game->outcome == (side == BOARD_RED ? LEDGER_RED_WINS : LEDGER_BLACK_WINS);
    int32_t points = won ? event->win.value : event->loss.value;

    if (game->result == NULL)
        return false;
    if (game->outcome == LEDGER_DRAW)
        points = side == BOARD_RED ? event->draw_red.value : event->draw_black.value;
    *halves = (uint32_t)points;
    return true;
}

/* Without the round, which stands before it in a table of all rounds. */
static void sheet_line(const ledger_state *state, const ledger_game *game, board_side side,
                       board_language language, ledger_csv *csv)
{
    remark_run remarks = {.state = state,
                          .side = side,
                          .player = game->players[side],
                          .separator = language == BOARD_CHINESE ? "，" : ", ",
                          .language = language};
    ledger_person person;
    uint32_t halves = 0;
    bool known = ledger_find_person(state, LEDGER_PLAYERS, game->players[side], &person);

    if (game->players[side][0] != '\0')
        ledger_visit_game(state, game->key, look_at_fact, &remarks);
    ledger_csv_number(csv, game->key.table);
    ledger_csv_text(csv, ledger_side_text(side, language));
    ledger_csv_text(csv, game->players[side][0] != '\0' ? game->players[side] : "0");
    if (game->players[side][0] == '\0')
        ledger_csv_text(csv, language == BOARD_CHINESE ? "轮空" : "bye");
    else
        ledger_csv_text(csv, known ? person.name : game->players[side]);
    if (score_of(state, game, side, &halves))
        ledger_csv_halves(csv, halves);
    else
        ledger_csv_text(csv, "");
    ledger_csv_text(csv, ""); /* the time used is on the clocks, not in the journal */
    ledger_csv_number(csv, game->fouls[side]);
    ledger_csv_text(csv, remarks.text);
    ledger_csv_end_line(csv);
}

static void sheet_heads(bool all_rounds, board_language language, ledger_csv *csv)
{
    static const char *const heads[BOARD_LANGUAGES][9] = {
        {"轮次", "台次", "先后", "序号", "姓名", "成绩", "用时", "犯规", "备注"},
        {"round", "table", "side", "number", "name", "score", "time", "fouls", "remarks"}};

    for (size_t i = all_rounds ? 0 : 1; i < 9; i++)
        ledger_csv_text(csv, heads[language][i]);
    ledger_csv_end_line(csv);
}

static void sheet_game(const ledger_state *state, const ledger_game *game, bool all_rounds,
                       board_language language, ledger_csv *csv)
{
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++) {
        if (all_rounds)
            ledger_csv_number(csv, game->key.round);
        sheet_line(state, game, (board_side)side, language, csv);
    }
}

static void name_sheets(office_reply *reply, unsigned round)
{
    if (round > 0)
        snprintf(reply->file, sizeof reply->file, "sheets-%u.csv", round);
    else
        snprintf(reply->file, sizeof reply->file, "sheets-all.csv");
}

void office_route_sheets(office_call *call)
{
    const ledger_state *state = take_state(call);
    ledger_csv csv = {.bytes = NULL};
    ledger_game game;
    unsigned round = 0;

    if (state == NULL || !read_round(call, &round))
        return;
    csv = ledger_csv_begin();
    sheet_heads(round == 0, call->language, &csv);
    for (size_t i = 0; ledger_game_at(state, i, &game); i++) {
        if (round == 0 || game.key.round == round)
            sheet_game(state, &game, round == 0, call->language, &csv);
    }
    office_reply_text(call, "text/csv; charset=utf-8", csv.failed ? NULL : csv.bytes, csv.used);
    if (call->reply->status == 200)
        name_sheets(call->reply, round);
}

/* TRF26: one line 299 for each penalty of a player that loses the game it names. */

void office_route_penalties(office_call *call)
{
    const ledger_state *state = take_state(call);
    text_run run = {.bytes = NULL};
    char line[128];

    if (state == NULL)
        return;
    for (size_t i = 0; i < ledger_fact_count(state); i++) {
        const ledger_fact *fact = ledger_fact_at(state, i);
        if (fact->type != LEDGER_PENALTY || fact->code != 0 || !ledger_penalty_counts(state, fact))
            continue;
        const ledger_penalty_kind *kind =
            ledger_find_penalty(ledger_state_catalogue(state), fact->key);
        int length = 0;
        /* Players have numbers there. One that is no number is only told in a comment. */
        if (kind != NULL && kind->game && fact->who[0] != '\0' && strlen(fact->who) <= 4 &&
            strspn(fact->who, "0123456789") == strlen(fact->who))
            length = snprintf(line, sizeof line, "299 L%14s%03u %4s\r\n", "",
                              (unsigned)fact->game.round, fact->who);
        else
            length = snprintf(line, sizeof line, "### penalty %s: player %s, round %u\r\n",
                              fact->key, fact->who, (unsigned)fact->game.round);
        put(&run, line, (size_t)length);
    }
    finish(call, &run, "text/plain; charset=utf-8", "penalties.trf");
}

/* Vega: "pairs round", then the two numbers and the code of the result. */

static int vega_code(const ledger_game *game)
{
    switch (game->outcome) {
    case LEDGER_RED_WINS:
        return game->played ? 1 : 3;
    case LEDGER_BLACK_WINS:
        return game->played ? 0 : 4;
    case LEDGER_BOTH_LOSE:
        return 2;
    default:
        return 5;
    }
}

static bool is_number(const char *key)
{
    return key[0] == '\0' || strspn(key, "0123456789") == strlen(key);
}

void office_route_results(office_call *call)
{
    const ledger_state *state = take_state(call);
    text_run body = {.bytes = NULL};
    text_run run = {.bytes = NULL};
    char line[128];
    ledger_game game;
    unsigned round = 0;
    size_t pairs = 0;

    if (state == NULL || !read_round(call, &round))
        return;
    for (size_t i = 0; ledger_game_at(state, i, &game); i++) {
        if (game.key.round != round || game.key.number != 1 || !game.paired)
            continue;
        if (game.result == NULL && game.players[BOARD_BLACK][0] != '\0')
            continue; /* it is not over */
        if (!is_number(game.players[0]) || !is_number(game.players[1])) {
            free(body.bytes);
            office_refuse(call, BOARD_ERROR_SYNC_MALFORMED, game.players[0]);
            return;
        }
        bool bye = game.players[BOARD_BLACK][0] == '\0';
        int length = snprintf(line, sizeof line, "%s %s %d\r\n", game.players[0],
                              bye ? "0" : game.players[1], bye ? 1 : vega_code(&game));
        put(&body, line, (size_t)length);
        pairs++;
    }
    int length = snprintf(line, sizeof line, "%zu %u\r\n", pairs, round);
    put(&run, line, (size_t)length);
    if (body.used > 0)
        put(&run, body.bytes, body.used);
    run.failed = run.failed || body.failed;
    free(body.bytes);
    snprintf(line, sizeof line, "round-%u.res", round);
    finish(call, &run, "text/plain; charset=us-ascii", line);
}
