/*
 * tests/test_ledger_entry.c: payloads as JSON there and back, every limit at and beyond, what is
 * refused and how; the catalogue.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board/encoding.h"
#include "ledger_making.h"

/* Sentences. */

static void fill(char *text, size_t length)
{
    memset(text, 'x', length);
    text[length] = '\0';
}

/* Gives an entry of the type all that it can hold, each text at its limit. */
static void fill_payload(ledger_entry *entry, ledger_type type)
{
    const ledger_game_key game = {LEDGER_ROUND_MAX, LEDGER_TABLE_MAX, LEDGER_NUMBER_MAX};
    ledger_payload *payload = &entry->payload;

    ledger_entry_begin(entry, type);
    fill(entry->reason, sizeof entry->reason - 1);
#define FILL(member, field) fill(payload->member.field, sizeof payload->member.field - 1)
    switch (type) {
    case LEDGER_EVENT:
        FILL(event, name);
        FILL(event, edition);
        FILL(event, fouls_to_lose.source);
        payload->event.fouls_to_lose.value = 9;
        payload->event.move_limit.value = 200;
        payload->event.late_minutes.value = LEDGER_MINUTES_MAX;
        payload->event.win.value = 20;
        break;
    case LEDGER_ARBITER:
        FILL(arbiter, key);
        FILL(arbiter, name);
        payload->arbiter.role = LEDGER_ORGANISER;
        break;
    case LEDGER_PLAYER:
        FILL(player, key);
        FILL(player, name);
        FILL(player, team);
        break;
    case LEDGER_TEAM:
        FILL(team, key);
        FILL(team, name);
        break;
    case LEDGER_PAIRING:
        FILL(pairing, red);
        FILL(pairing, black);
        payload->pairing.game = game;
        break;
    case LEDGER_RULING:
        FILL(ruling, fen);
        FILL(ruling, edition);
        FILL(ruling, articles);
        FILL(ruling, note);
        for (size_t i = 0; i < LEDGER_PLIES_MAX; i++)
            memcpy(payload->ruling.moves + 6 * i, "h2e2! ", 6);
        payload->ruling.moves[LEDGER_MOVES_BYTES - 1] = '\0';
        payload->ruling.game = game;
        payload->ruling.tool = JUDGE_NO_CYCLE;
        payload->ruling.outcome = JUDGE_DRAW;
        payload->ruling.override_count = LEDGER_OVERRIDES_MAX;
        for (int i = 0; i < LEDGER_OVERRIDES_MAX; i++) {
            payload->ruling.overrides[i].ply = LEDGER_PLIES_MAX - i;
            payload->ruling.overrides[i].label = (judge_label)(i % 4);
            payload->ruling.overrides[i].kind = (judge_idle_kind)(i % 5);
            FILL(ruling, overrides[i].reason);
        }
        break;
    case LEDGER_ORDER_CLOSED:
        FILL(order_closed, order);
        FILL(order_closed, note);
        payload->order_closed.game = game;
        payload->order_closed.how = LEDGER_REPEATED;
        break;
    case LEDGER_FOUL:
        FILL(foul, key);
        FILL(foul, note);
        payload->foul.game = game;
        payload->foul.side = BOARD_BLACK;
        payload->foul.minutes = LEDGER_MINUTES_MAX;
        break;
    case LEDGER_PENALTY:
        FILL(penalty, key);
        FILL(penalty, who);
        FILL(penalty, note);
        payload->penalty.game = game;
        payload->penalty.team = true;
        break;
    case LEDGER_RESULT:
        FILL(result, reason);
        FILL(result, note);
        payload->result.game = game;
        payload->result.outcome = LEDGER_BOTH_LOSE;
        break;
    case LEDGER_LATENESS:
        FILL(lateness, note);
        payload->lateness.game = game;
        payload->lateness.seconds[0] = LEDGER_SECONDS_MAX;
        payload->lateness.came[1] = true;
        break;
    case LEDGER_OVERSTEP:
        FILL(overstep, note);
        payload->overstep.game = game;
        payload->overstep.exception = LEDGER_CLOCK_FAULT;
        break;
    case LEDGER_NOTE:
        FILL(note, text);
        break;
    case LEDGER_WITHDRAWAL:
        FILL(withdrawal, note);
        break;
    case LEDGER_UPHELD:
        FILL(upheld, ruling);
        FILL(upheld, note);
        payload->upheld.game = game;
        break;
    default:
        break;
    }
#undef FILL
}

/* An entry to read into, with rubbish in it. */
static ledger_entry *spoilt(void)
{
    static ledger_entry entry;

    memset(&entry, 0x5A, sizeof entry);
    return &entry;
}

static void test_round_trip_of_every_type_at_its_limits(void **state)
{
    static ledger_entry entry;

    (void)state;
    for (ledger_type type = LEDGER_EVENT; type < LEDGER_TYPES; type++) {
        char *text = NULL;
        char *again = NULL;
        fill_payload(&entry, type);
        assert_int_equal(ledger_payload_to_json(&entry, &text, NULL), BOARD_OK);
        assert_true(strlen(text) <= LEDGER_PAYLOAD_MAX);
        ledger_entry *read = spoilt();
        assert_int_equal(
            ledger_payload_from_json(ledger_type_code(type), text, strlen(text), read, NULL),
            BOARD_OK);
        assert_int_equal(read->type, type);
        assert_string_equal(read->reason, entry.reason);
        assert_int_equal(ledger_payload_to_json(read, &again, NULL), BOARD_OK);
        assert_string_equal(text, again);
        if (type == LEDGER_RULING)
            assert_memory_equal(read->payload.ruling.overrides, entry.payload.ruling.overrides,
                                sizeof entry.payload.ruling.overrides);
        free(text);
        free(again);
    }
}

/* Every text one byte too long, as a draft and as JSON. */

static void too_long(const char *type, const char *field, const char *rest, size_t bytes)
{
    static char text[LEDGER_PAYLOAD_MAX];
    static char value[LEDGER_MOVES_BYTES + 8];
    board_problem problem;

    for (size_t over = 0; over < 2; over++) {
        fill(value, bytes - 1 + over);
        snprintf(text, sizeof text, "{\"%s\":\"%s\"%s}", field, value, rest);
        board_error error = ledger_payload_from_json(type, text, strlen(text), spoilt(), &problem);
        assert_int_equal(error, over ? BOARD_ERROR_LEDGER_FIELD_LENGTH : BOARD_OK);
        if (over)
            assert_string_equal(problem.token, field);
    }
}

#define GAME_JSON "\"game\":{\"round\":1,\"table\":4,\"number\":1}"

static void test_texts_beyond_their_limits(void **state)
{
    (void)state;
    too_long("event", "name", "", LEDGER_NAME_BYTES);
    too_long("event", "edition", ",\"name\":\"x\"", JUDGE_EDITION_NAME_BYTES);
    too_long("arbiter", "key", ",\"name\":\"x\",\"role\":\"organiser\"", LEDGER_KEY_BYTES);
    too_long("player", "team", ",\"name\":\"x\",\"key\":\"1\"", LEDGER_KEY_BYTES);
    too_long("team", "name", ",\"key\":\"1\"", LEDGER_NAME_BYTES);
    too_long("pairing", "red", "," GAME_JSON, LEDGER_KEY_BYTES);
    too_long("order-closed", "order", ",\"how\":\"changed\"," GAME_JSON, LEDGER_ID_BYTES);
    too_long("foul", "key", ",\"side\":\"red\",\"minutes\":0," GAME_JSON, LEDGER_KEY_BYTES);
    too_long("foul", "note", ",\"key\":\"x\",\"side\":\"red\",\"minutes\":0," GAME_JSON,
             LEDGER_NOTE_BYTES);
    too_long("penalty", "who", ",\"key\":\"x\",\"team\":false", LEDGER_KEY_BYTES);
    too_long("result", "reason", ",\"outcome\":\"draw\"," GAME_JSON, LEDGER_KEY_BYTES);
    too_long("note", "text", "", LEDGER_NOTE_BYTES);
    too_long("withdrawal", "correction_reason", "", LEDGER_NOTE_BYTES);
    too_long("ruling", "fen",
             ",\"edition\":\"x\",\"tool\":\"draw\",\"outcome\":\"draw\",\"moves\":\"\"," GAME_JSON,
             LEDGER_FEN_BYTES);
    too_long("ruling", "articles",
             ",\"edition\":\"x\",\"tool\":\"draw\",\"outcome\":\"draw\",\"fen\":\"f\"," GAME_JSON,
             JUDGE_ARTICLES_BYTES);
}

/* What is refused. */

typedef struct refusal {
    const char *type;
    const char *text;
    board_error error;
    const char *token;
} refusal;

#define FOUL(more) "{\"side\":\"red\",\"key\":\"clock\",\"minutes\":0" more "}"
#define FOUL_GAME(round, table, number)                                                            \
    FOUL(",\"game\":{\"round\":" round ",\"table\":" table ",\"number\":" number "}")
#define RULING(more)                                                                               \
    "{\"fen\":\"f\",\"edition\":\"x\",\"tool\":\"draw\",\"outcome\":\"draw\"," GAME_JSON more "}"

static const refusal refusals[] = {
    {"result ", "{}", BOARD_ERROR_LEDGER_TYPE_UNKNOWN, "result "},
    {"", "{}", BOARD_ERROR_LEDGER_TYPE_UNKNOWN, NULL},
    {"note", "", BOARD_ERROR_LEDGER_JSON, NULL},
    {"note", "[]", BOARD_ERROR_LEDGER_JSON, NULL},
    {"note", "{\"text\":\"a\"", BOARD_ERROR_LEDGER_JSON, NULL},
    {"note", "{\"text\":\"a\"} x", BOARD_ERROR_LEDGER_JSON, NULL},
    {"note", "{\"text\":\"a\",\"text\":\"b\"}", BOARD_ERROR_LEDGER_JSON, NULL},
    {"note", "{\"text\":\"\\u0000\"}", BOARD_ERROR_LEDGER_JSON, NULL},
    {"note", "{\"text\":\"\xFF\"}", BOARD_ERROR_LEDGER_JSON, NULL},
    {"note", "{}", BOARD_ERROR_LEDGER_FIELD_MISSING, "text"},
    {"note", "{\"text\":\"\"}", BOARD_ERROR_LEDGER_FIELD_MISSING, "text"},
    {"note", "{\"text\":1}", BOARD_ERROR_LEDGER_FIELD_VALUE, "text"},
    {"note", "{\"text\":\"a\\u0007\"}", BOARD_ERROR_LEDGER_FIELD_VALUE, "text"},
    {"note", "{\"text\":\"a\\u202eb\"}", BOARD_ERROR_LEDGER_FIELD_VALUE, "text"},
    {"note", "{\"text\":\"a\",\"more\":1}", BOARD_ERROR_LEDGER_FIELD_UNKNOWN, "more"},
    {"note", "{\"text\":\"a\",\"game\":null}", BOARD_ERROR_LEDGER_FIELD_VALUE, "game"},
    {"team", "{\"key\":\"a b\",\"name\":\"x\"}", BOARD_ERROR_LEDGER_FIELD_VALUE, "key"},
    {"team", "{\"key\":\"a\",\"name\":\"x\\ny\"}", BOARD_ERROR_LEDGER_FIELD_VALUE, "name"},
    {"arbiter", "{\"key\":\"a\",\"name\":\"x\",\"role\":\"king\"}", BOARD_ERROR_LEDGER_FIELD_VALUE,
     "role"},
    {"foul", FOUL(""), BOARD_ERROR_LEDGER_FIELD_MISSING, "game"},
    {"foul", FOUL_GAME("0", "1", "1"), BOARD_ERROR_LEDGER_FIELD_VALUE, "game"},
    {"foul", FOUL_GAME("100", "1", "1"), BOARD_ERROR_LEDGER_FIELD_VALUE, "game"},
    {"foul", FOUL_GAME("1", "10000", "1"), BOARD_ERROR_LEDGER_FIELD_VALUE, "game"},
    {"foul", FOUL_GAME("1", "1", "10"), BOARD_ERROR_LEDGER_FIELD_VALUE, "game"},
    {"foul", FOUL_GAME("1", "1", "1.0"), BOARD_ERROR_LEDGER_FIELD_VALUE, "game"},
    {"foul", FOUL_GAME("1", "1", "1,\"x\":1"), BOARD_ERROR_LEDGER_FIELD_VALUE, "game"},
    {"foul", "{\"side\":\"Red\"}", BOARD_ERROR_LEDGER_FIELD_VALUE, "side"},
    {"foul", "{\"minutes\":-1}", BOARD_ERROR_LEDGER_FIELD_VALUE, "minutes"},
    {"foul", "{\"minutes\":601}", BOARD_ERROR_LEDGER_FIELD_VALUE, "minutes"},
    {"foul", "{\"minutes\":4294967297}", BOARD_ERROR_LEDGER_FIELD_VALUE, "minutes"},
    {"penalty", "{\"team\":1}", BOARD_ERROR_LEDGER_FIELD_VALUE, "team"},
    {"lateness", "{\"red_seconds\":36001}", BOARD_ERROR_LEDGER_FIELD_VALUE, "red_seconds"},
    {"event", "{\"name\":\"x\",\"fouls_to_lose\":{\"value\":0,\"source\":\"\"}}",
     BOARD_ERROR_LEDGER_FIELD_VALUE, "fouls_to_lose"},
    {"event", "{\"name\":\"x\",\"fouls_to_lose\":{\"value\":10,\"source\":\"\"}}",
     BOARD_ERROR_LEDGER_FIELD_VALUE, "fouls_to_lose"},
    {"event", "{\"name\":\"x\",\"fouls_to_lose\":{\"value\":null,\"source\":\"\"}}",
     BOARD_ERROR_LEDGER_FIELD_VALUE, "fouls_to_lose"},
    {"event", "{\"name\":\"x\",\"move_limit\":{\"value\":9,\"source\":\"\"}}",
     BOARD_ERROR_LEDGER_FIELD_VALUE, "move_limit"},
    {"event", "{\"name\":\"x\",\"late_minutes\":{\"value\":601,\"source\":\"\"}}",
     BOARD_ERROR_LEDGER_FIELD_VALUE, "late_minutes"},
    {"event", "{\"name\":\"x\",\"win\":{\"value\":2}}", BOARD_ERROR_LEDGER_FIELD_VALUE, "win"},
    {"ruling", RULING(",\"moves\":\"h2e2  h9g7\""), BOARD_ERROR_LEDGER_FIELD_VALUE, "moves"},
    {"ruling", RULING(",\"moves\":\"h2e2 \""), BOARD_ERROR_LEDGER_FIELD_VALUE, "moves"},
    {"ruling", RULING(",\"moves\":\"j2e2\""), BOARD_ERROR_LEDGER_FIELD_VALUE, "moves"},
    {"ruling", RULING(",\"moves\":\"h2\""), BOARD_ERROR_LEDGER_FIELD_VALUE, "moves"},
    {"ruling", "{\"outcome\":\"no-cycle\"}", BOARD_ERROR_LEDGER_FIELD_VALUE, "outcome"},
    {"ruling", RULING(",\"overrides\":[{\"ply\":0,\"label\":\"check\",\"kind\":\"plain\"}]"),
     BOARD_ERROR_LEDGER_FIELD_VALUE, "overrides"},
    {"ruling", RULING(",\"overrides\":[{\"ply\":1,\"label\":\"undecided\"}]"),
     BOARD_ERROR_LEDGER_FIELD_VALUE, "overrides"},
    {"ruling", RULING(",\"overrides\":{}"), BOARD_ERROR_LEDGER_FIELD_VALUE, "overrides"},
};

static void test_refusals(void **state)
{
    char line[256];
    board_problem problem;

    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *each = &refusals[i];
        ledger_entry *entry = spoilt();
        board_error error =
            ledger_payload_from_json(each->type, each->text, strlen(each->text), entry, &problem);
        if (error != each->error)
            print_error("%s %s\n", each->type, each->text);
        assert_int_equal(error, each->error);
        assert_int_equal(entry->type, LEDGER_UNKNOWN);
        if (each->token != NULL)
            assert_string_equal(problem.token, each->token);
        for (board_language language = BOARD_CHINESE; language <= BOARD_ENGLISH; language++)
            assert_true(strlen(board_problem_text(&problem, language, line, sizeof line)) > 0);
    }
}

static void test_payload_too_large(void **state)
{
    static char text[LEDGER_PAYLOAD_MAX + 2];

    (void)state;
    for (size_t over = 0; over < 2; over++) {
        memset(text, ' ', sizeof text);
        memcpy(text, "{\"text\":\"a\"}", 12);
        assert_int_equal(
            ledger_payload_from_json("note", text, LEDGER_PAYLOAD_MAX + over, spoilt(), NULL),
            over ? BOARD_ERROR_LEDGER_JSON : BOARD_OK);
    }
}

static void test_overrides_beyond_their_limit(void **state)
{
    static ledger_entry entry;
    char *text = NULL;
    board_problem problem;

    (void)state;
    fill_payload(&entry, LEDGER_RULING);
    entry.payload.ruling.override_count = LEDGER_OVERRIDES_MAX + 1;
    assert_int_equal(ledger_payload_to_json(&entry, &text, &problem),
                     BOARD_ERROR_LEDGER_FIELD_LENGTH);
    assert_null(text);
    assert_string_equal(problem.token, "overrides");
}

static void test_settings_that_are_missing_are_the_rules_own(void **state)
{
    static const char text[] =
        "{\"name\":\"春\",\"late_minutes\":{\"value\":null,\"source\":\"\"}}";
    ledger_entry *entry = spoilt();

    (void)state;
    assert_int_equal(ledger_payload_from_json("event", text, strlen(text), entry, NULL), BOARD_OK);
    assert_int_equal(entry->payload.event.fouls_to_lose.value, 3);
    assert_string_equal(entry->payload.event.fouls_to_lose.source, "4.1.8");
    assert_int_equal(entry->payload.event.late_minutes.value, LEDGER_NOT_SET);
    assert_string_equal(entry->payload.event.edition, "cxa-2007");
    assert_int_equal(entry->payload.event.move_limit.value, 60);
}

static void test_games_as_text(void **state)
{
    static const char *const good[] = {"1.1", "99.9999", "3.12.2", "3.12.9"};
    static const char *const bad[] = {"",        "1",    "1.",      "0.1",    "1.0",  "100.1",
                                      "1.10000", "1.1.", "1.1.0",   "1.1.10", " 1.1", "1.1 ",
                                      "1,1",     "01.1", "1.1.1.1", "-1.1"};
    ledger_game_key game;
    char text[LEDGER_GAME_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(ledger_game_read(good[i], &game));
        assert_string_equal(ledger_game_text(game, text), good[i]);
    }
    assert_true(ledger_game_read("3.12.1", &game));
    assert_string_equal(ledger_game_text(game, text), "3.12");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(ledger_game_read(bad[i], &game));
}

/* Catalogue. */

static void test_catalogue(void **state)
{
    static const char *const articles[] = {"9.1.1", "9.1.2", "9.1.3,23.1",    "9.1.4,23.3",
                                           "9.1.5", "9.1.6", "9.1.7,7.1,7.2", "9.1.8,8.8"};
    static ledger_catalogue catalogue;

    (void)state;
    assert_int_equal(ledger_catalogue_load(&catalogue), BOARD_OK);
    assert_int_equal(catalogue.foul_count, 8);
    for (size_t i = 0; i < 8; i++) {
        assert_string_equal(catalogue.fouls[i].item.articles, articles[i]);
        assert_int_equal(catalogue.fouls[i].minutes, i == 3 ? 5 : 0);
    }
    assert_int_equal(catalogue.penalty_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(catalogue.penalties[i].authority, LEDGER_TABLE_ARBITER + (int)i);
    for (int i = 1; i <= 10; i++) { /* 4.1.1-4.1.10, 4.2.1-4.2.4 */
        char number[16];
        size_t losses = 0;
        size_t draws = 0;
        for (size_t j = 0; j < catalogue.reason_count; j++) {
            const ledger_reason *reason = &catalogue.reasons[j];
            size_t length = strcspn(reason->item.articles, ",");
            snprintf(number, sizeof number, "4.1.%d", i);
            losses += strlen(number) == length &&
                      memcmp(number, reason->item.articles, length) == 0 && !reason->draw;
            snprintf(number, sizeof number, "4.2.%d", i);
            draws += strlen(number) == length &&
                     memcmp(number, reason->item.articles, length) == 0 && reason->draw;
        }
        assert_true(losses > 0);
        assert_int_equal(draws, i <= 4);
    }
    assert_false(ledger_find_reason(&catalogue, "late")->played);
    assert_true(ledger_find_reason(&catalogue, "both-late")->both_lose);
}

static void test_catalogues_that_are_wrong(void **state)
{
    static ledger_catalogue catalogue;
    static const struct {
        const char *name;
        const char *text;
        board_error error;
    } cases[] = {
        {"fouls", "", BOARD_ERROR_CATALOGUE_MISSING},
        {"colours", "[a]\nzh = x\n", BOARD_ERROR_CATALOGUE_VALUE},
        {"fouls", "[a]\narticles = 9.1\nzh = x\n", BOARD_ERROR_CATALOGUE_MISSING},
        {"fouls", "[a]\narticles = nine\n", BOARD_ERROR_CATALOGUE_VALUE},
        {"fouls", "[a]\narticles = 9.1\nzh = x\nen = x\nwhat-zh = x\nwhat-en = x\n",
         BOARD_ERROR_CATALOGUE_MISSING},
        {"fouls", "[a]\ngroup = other\n", BOARD_ERROR_CATALOGUE_VALUE},
        {"fouls", "[a]\nminutes = 5x\n", BOARD_ERROR_CATALOGUE_VALUE},
        {"fouls", "[a]\nminutes = 601\n", BOARD_ERROR_CATALOGUE_VALUE},
        {"fouls", "[a]\nauthority = organiser\n", BOARD_ERROR_CATALOGUE_KEY},
        {"penalties", "[a]\nauthority = king\n", BOARD_ERROR_CATALOGUE_VALUE},
        {"penalties", "[a]\nplayed = no\n", BOARD_ERROR_CATALOGUE_KEY},
        {"results", "[a]\noutcome = win\n", BOARD_ERROR_CATALOGUE_VALUE},
        {"results", "[a]\nplayed = perhaps\n", BOARD_ERROR_CATALOGUE_VALUE},
        {"results", "[a]\nno equals sign\n", BOARD_ERROR_CATALOGUE_VALUE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(ledger_catalogue_read(cases[i].name, cases[i].text, strlen(cases[i].text),
                                               &catalogue, NULL),
                         cases[i].error);
}

static void test_notices_have_two_languages(void **state)
{
    (void)state;
    for (ledger_notice_kind kind = 0; kind < LEDGER_NOTICE_KINDS; kind++) {
        char text[LEDGER_NOTICE_BYTES];
        char cut[LEDGER_NOTICE_BYTES];
        const ledger_notice notice = {
            .kind = kind, .who = "甲", .what = {"什么", "what"}, .count = 3, .source = ""};
        for (board_language language = BOARD_CHINESE; language <= BOARD_ENGLISH; language++) {
            ledger_notice_text(&notice, language, text, sizeof text);
            assert_true(strlen(text) > 0 && strchr(text, '{') == NULL);
            for (size_t size = 1; size < sizeof cut && size < strlen(text); size++) {
                ledger_notice_text(&notice, language, cut, size);
                assert_true(strlen(cut) < size && board_utf8_valid(cut, strlen(cut)));
            }
        }
        assert_true(strlen(ledger_notice_code(kind)) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip_of_every_type_at_its_limits),
        cmocka_unit_test(test_texts_beyond_their_limits),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_payload_too_large),
        cmocka_unit_test(test_overrides_beyond_their_limit),
        cmocka_unit_test(test_settings_that_are_missing_are_the_rules_own),
        cmocka_unit_test(test_games_as_text),
        cmocka_unit_test(test_catalogue),
        cmocka_unit_test(test_catalogues_that_are_wrong),
        cmocka_unit_test(test_notices_have_two_languages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
