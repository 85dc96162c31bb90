/*
 * cli/event_show.c: what the journal amounts to, written for people or as lines of JSON.
 */
#include "cli/event_show.h"

#include <string.h>

#include "cli/arbiter.h"
#include "cli/columns.h"
#include "cli/entry_words.h"

enum {
    KEY_COLUMN = 16,
    NAME_COLUMN = 26,
    SMALL_COLUMN = 8,
    TIME_COLUMN = 22,
    ARBITER_COLUMN = 14,
    TYPE_COLUMN = 20
};

/* Settings. */

static void write_setting(const ledger_session *session, text_name name, int32_t value,
                          const char *source)
{
    text_number number = text_from_number((uint64_t)(value < 0 ? 0 : value));

    text_write(stdout, session->report->language, name, number.digits,
               source[0] != '\0' ? source : "-");
}

static void write_event(const ledger_session *session)
{
    const ledger_event *event = ledger_state_event(session->fold.state, NULL);
    text_number facts = text_from_number(ledger_fact_count(session->fold.state));

    text_write(stdout, session->report->language, TEXT_EVENT_HEAD,
               event->name[0] != '\0' ? event->name
                                      : text_of(TEXT_EVENT_UNNAMED, session->report->language),
               event->edition, facts.digits);
    write_setting(session, TEXT_EVENT_FOULS, event->fouls_to_lose.value,
                  event->fouls_to_lose.source);
    write_setting(session, TEXT_EVENT_MOVES, event->move_limit.value, event->move_limit.source);
    if (event->late_minutes.value == LEDGER_NOT_SET)
        text_write(stdout, session->report->language, TEXT_EVENT_LATE_UNSET, "");
    else
        write_setting(session, TEXT_EVENT_LATE, event->late_minutes.value,
                      event->late_minutes.source);
}

static json_t *setting_json(const ledger_setting *setting)
{
    return json_pack("{s:o, s:s}", "value",
                     setting->value == LEDGER_NOT_SET ? json_null() : json_integer(setting->value),
                     "source", setting->source);
}

static json_t *event_json(const ledger_session *session)
{
    const ledger_event *event = ledger_state_event(session->fold.state, NULL);

    return json_pack(
        "{s:s, s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "event", event->name, "edition",
        event->edition, "entries", (json_int_t)ledger_fact_count(session->fold.state),
        "fouls_to_lose", setting_json(&event->fouls_to_lose), "move_limit",
        setting_json(&event->move_limit), "late_minutes", setting_json(&event->late_minutes), "win",
        setting_json(&event->win), "draw_red", setting_json(&event->draw_red), "draw_black",
        setting_json(&event->draw_black), "loss", setting_json(&event->loss));
}

/* Games. */

static const char *name_of(const ledger_state *state, const char *key)
{
    ledger_person person;

    return ledger_find_person(state, LEDGER_PLAYERS, key, &person) ? person.name : key;
}

/* What is to be known of a game at a glance: result, what is due, an open order. */
static void write_standing(const ledger_session *session, const ledger_game *game)
{
    board_language language = session->report->language;

    if (game->result != NULL)
        printf(" %s", ledger_outcome_text(game->outcome, language));
    else if (game->due.outcome != LEDGER_NO_OUTCOME) {
        putchar(' ');
        text_write(stdout, language, TEXT_EVENT_DUE,
                   ledger_outcome_text(game->due.outcome, language), game->due.articles);
    }
    if (game->order != NULL && game->result == NULL) {
        putchar(' ');
        text_write(stdout, language, TEXT_EVENT_ORDER,
                   ledger_side_text(game->order_side, language));
    }
}

/* A column and the blank that parts it from the next, however long its text is. */
static void write_column(const char *text, size_t width)
{
    columns_write(stdout, text, width - 1);
    putchar(' ');
}

static void write_game(const ledger_session *session, const ledger_game *game)
{
    char key[LEDGER_GAME_BYTES];
    text_number red = text_from_number(game->fouls[BOARD_RED]);
    text_number black = text_from_number(game->fouls[BOARD_BLACK]);

    write_column(ledger_game_text(game->key, key), SMALL_COLUMN);
    for (int side = BOARD_RED; side <= BOARD_BLACK; side++)
        write_column(name_of(session->fold.state, game->players[side]), KEY_COLUMN);
    text_write(stdout, session->report->language, TEXT_EVENT_GAME_FOULS, red.digits, black.digits);
    write_standing(session, game);
    putchar('\n');
}

static json_t *side_json(const ledger_session *session, const ledger_game *game, board_side side)
{
    return json_pack("{s:s, s:s, s:I, s:i, s:i, s:s}", "player", game->players[side], "name",
                     name_of(session->fold.state, game->players[side]), "fouls",
                     (json_int_t)game->fouls[side], "added_minutes", (int)game->added_minutes[side],
                     "late_seconds", (int)game->late_seconds[side], "mark",
                     ledger_result_mark(game, side));
}

static json_t *due_json(const ledger_due *due)
{
    if (due->outcome == LEDGER_NO_OUTCOME)
        return json_null();
    return json_pack("{s:s, s:s, s:o, s:s}", "outcome", ledger_outcome_code(due->outcome), "reason",
                     due->reason, "articles", arbiter_articles(due->articles), "because",
                     due->because->id);
}

static json_t *order_json(const ledger_game *game)
{
    if (game->order == NULL)
        return json_null();
    return json_pack("{s:s, s:s}", "id", game->order->id, "side",
                     game->order_side == BOARD_RED ? "red" : "black");
}

static json_t *result_json(const ledger_game *game)
{
    if (game->result == NULL)
        return json_null();
    return json_pack("{s:s, s:s, s:s, s:b}", "id", game->result->id, "outcome",
                     ledger_outcome_code(game->outcome), "reason", game->result->key, "played",
                     (int)game->played);
}

static json_t *game_json(const ledger_session *session, const ledger_game *game)
{
    char key[LEDGER_GAME_BYTES];

    return json_pack(
        "{s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:I}", "game", ledger_game_text(game->key, key),
        "paired", (int)game->paired, "red", side_json(session, game, BOARD_RED), "black",
        side_json(session, game, BOARD_BLACK), "order", order_json(game), "due",
        due_json(&game->due), "result", result_json(game), "rulings", (json_int_t)game->rulings);
}

void event_show(ledger_session *session)
{
    ledger_game game;

    if (session->json)
        arbiter_write_json(session->report, event_json(session));
    else
        write_event(session);
    for (size_t i = 0; ledger_game_at(session->fold.state, i, &game); i++) {
        if (session->json)
            arbiter_write_json(session->report, game_json(session, &game));
        else
            write_game(session, &game);
    }
}

/* Entries of a game. */

/* The number by which people call it: qili event withdraw takes it. */
static text_number entry_number(const ledger_session *session, const ledger_fact *fact)
{
    store_entry entry;
    uint64_t number = 0;

    if (store_get_id(session->journal, fact->id, &entry, NULL) == BOARD_OK)
        number = entry.number;
    store_entry_free(&entry);
    return text_from_number(number);
}

static bool show_fact(void *context, const ledger_fact *fact)
{
    const ledger_session *session = context;
    board_language language = session->report->language;
    char time[LEDGER_TIME_BYTES];
    char words[ENTRY_WORDS_BYTES];

    if (session->json) {
        arbiter_write_json(session->report,
                           json_pack("{s:s, s:I, s:s, s:s, s:s, s:b, s:s}", "id", fact->id,
                                     "time_ms", (json_int_t)fact->time_ms, "arbiter", fact->arbiter,
                                     "type", ledger_type_code(fact->type), "key", fact->key,
                                     "in_force", (int)ledger_in_force(fact), "corrects",
                                     fact->corrects));
        return true;
    }
    entry_words(session->fold.state, fact, language, words);
    write_column(entry_number(session, fact).digits, SMALL_COLUMN);
    write_column(ledger_time_text(fact->time_ms, time), TIME_COLUMN);
    write_column(fact->arbiter, ARBITER_COLUMN);
    write_column(ledger_type_text(fact->type, language), TYPE_COLUMN);
    text_write_clean(stdout, words);
    puts(ledger_in_force(fact) ? "" : text_of(TEXT_EVENT_CORRECTED, language));
    return true;
}

void event_show_game(ledger_session *session, ledger_game_key key)
{
    char text[LEDGER_GAME_BYTES];
    ledger_game game;

    if (session->failed)
        return;
    if (!ledger_find_game(session->fold.state, key, &game)) {
        char what[TEXT_BYTES];
        report_bad_input(session->report, (cli_place){NULL, 0},
                         text_fill(what, sizeof what, session->report->language, TEXT_EVENT_NO_GAME,
                                   ledger_game_text(key, text)));
        return;
    }
    if (session->json)
        arbiter_write_json(session->report, game_json(session, &game));
    else
        write_game(session, &game);
    ledger_visit_game(session->fold.state, key, show_fact, session);
}

/* Remarks. */

static bool show_remark(void *context, const ledger_fact *fact, const ledger_notice *remark)
{
    ledger_session *session = context;
    char text[LEDGER_NOTICE_BYTES];

    if (session->json) {
        json_t *object = ledger_notice_json(remark);
        if (object != NULL && json_object_set_new(object, "id", json_string(fact->id)) != 0) {
            json_decref(object);
            object = NULL;
        }
        arbiter_write_json(session->report, object);
    } else {
        columns_write(stdout, fact->id, columns_width(fact->id) + 2);
        text_write_clean(stdout,
                         ledger_notice_text(remark, session->report->language, text, sizeof text));
        putchar('\n');
    }
    return report_flush(session->report);
}

void event_show_remarks(ledger_session *session)
{
    ledger_visit_remarks(session->fold.state, ledger_session_now(), show_remark, session);
}

/* The catalogue. */

static void show_item(const ledger_session *session, const char *part, const ledger_item *item)
{
    board_language language = session->report->language;

    if (session->json) {
        arbiter_write_json(session->report,
                           json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:s}", "part", part, "key",
                                     item->key, "articles", arbiter_articles(item->articles), "zh",
                                     item->title[BOARD_CHINESE], "en", item->title[BOARD_ENGLISH],
                                     "what_zh", item->what[BOARD_CHINESE], "what_en",
                                     item->what[BOARD_ENGLISH]));
        return;
    }
    columns_write(stdout, item->key, TYPE_COLUMN);
    columns_write(stdout, item->articles, KEY_COLUMN);
    columns_write(stdout, item->title[language], NAME_COLUMN);
    printf(" %s\n", item->what[language]);
}

void event_show_catalogue(ledger_session *session)
{
    ledger_state *state = NULL;

    if (ledger_state_create(&state) != BOARD_OK) {
        ledger_session_wrong(session, TEXT_NO_MEMORY, "");
        return;
    }
    const ledger_catalogue *catalogue = ledger_state_catalogue(state);
    for (size_t i = 0; i < catalogue->foul_count; i++)
        show_item(session, "foul", &catalogue->fouls[i].item);
    for (size_t i = 0; i < catalogue->penalty_count; i++)
        show_item(session, "penalty", &catalogue->penalties[i].item);
    for (size_t i = 0; i < catalogue->reason_count; i++)
        show_item(session, "result", &catalogue->reasons[i].item);
    ledger_state_free(state);
}
