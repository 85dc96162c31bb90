/*
 * tests/test_ledger_rules.c: what the rules make of what is logged: fouls, orders to change,
 * penalties, results, lateness, overstepped time; and what is said before it is logged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ledger/decision.h"
#include "ledger_making.h"

static const ledger_game_key no_game = {0};

static void log_fouls(making *made, board_side side, int count)
{
    for (int i = 0; i < count; i++) {
        making_foul(made, side, "clock");
        making_log(made);
    }
}

/* Games are named as people say them, not as they are stored. */
static void test_games_in_words(void **state)
{
    char text[LEDGER_GAME_WORDS_BYTES];
    char told[LEDGER_NOTICE_BYTES];
    const ledger_game_key last = {LEDGER_ROUND_MAX, LEDGER_TABLE_MAX, LEDGER_NUMBER_MAX};
    const ledger_notice over = {.kind = LEDGER_NOTICE_FINISHED_GAME, .game = {3, 12, 2}};

    (void)state;
    assert_string_equal(ledger_game_words((ledger_game_key){3, 12, 1}, BOARD_CHINESE, text),
                        "第3轮第12台");
    assert_string_equal(ledger_game_words((ledger_game_key){3, 12, 1}, BOARD_ENGLISH, text),
                        "round 3, table 12");
    assert_string_equal(ledger_notice_text(&over, BOARD_CHINESE, told, sizeof told),
                        "第3轮第12台第2局已经结束");
    assert_string_equal(ledger_notice_text(&over, BOARD_ENGLISH, told, sizeof told),
                        "the game of round 3, table 12, game 2 is over");
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        ledger_game_words(last, (board_language)language, text);
        assert_non_null(strstr(text, language == BOARD_CHINESE ? "局" : ", game ")); /* whole */
    }
}

/* Fouls: 4.1.8 at N-1, N and N+1. */

static void fouls_lose_at(int32_t limit)
{
    char text[LEDGER_NOTICE_BYTES];
    making made;

    making_start(&made, limit, 30);
    log_fouls(&made, BOARD_RED, limit - 2);

    making_foul(&made, BOARD_RED, "clock");
    assert_non_null(making_told(&made, LEDGER_NOTICE_FOUL_COUNT));
    assert_null(making_told(&made, LEDGER_NOTICE_FOUL_LOSES));
    making_log(&made);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_NO_OUTCOME);

    making_foul(&made, BOARD_RED, "clock");
    const ledger_notice *told = making_told(&made, LEDGER_NOTICE_FOUL_LOSES);
    assert_non_null(told);
    ledger_notice_text(told, BOARD_CHINESE, text, sizeof text);
    if (limit == 3)
        assert_string_equal(text, "红方第 3 次犯规，按 4.1.8 判负");
    else
        assert_string_equal(text, "红方第 2 次犯规，按 竞赛规程 3.2 判负");
    assert_false(making_errors(&made));
    making_log(&made);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_BLACK_WINS);
    assert_string_equal(making_read(&made).due.reason, "fouls");
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_FOUL_BEYOND), 0);

    making_foul(&made, BOARD_RED, "clock");
    assert_non_null(making_told(&made, LEDGER_NOTICE_FOUL_BEYOND));
    assert_false(making_errors(&made));
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], (uint32_t)limit + 1);
    assert_int_equal(making_read(&made).fouls[BOARD_BLACK], 0);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_BLACK_WINS);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_FOUL_BEYOND), 1);
    making_end(&made);
}

static void test_third_foul_loses(void **state)
{
    (void)state;
    fouls_lose_at(3);
}

static void test_second_foul_loses_where_the_event_says_so(void **state)
{
    (void)state;
    fouls_lose_at(2);
}

static void test_fouls_of_two_sides_are_counted_apart(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    log_fouls(&made, BOARD_RED, 2);
    log_fouls(&made, BOARD_BLACK, 3);
    log_fouls(&made, BOARD_RED, 1);
    ledger_game game = making_read(&made);
    assert_int_equal(game.fouls[BOARD_RED], 3);
    assert_int_equal(game.fouls[BOARD_BLACK], 3);
    assert_int_equal(game.due.outcome, LEDGER_RED_WINS); /* Black was the first */
    making_end(&made);
}

static void test_untrue_claim_adds_minutes(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    const ledger_foul_kind *kind =
        ledger_find_foul(ledger_state_catalogue(made.state), "untrue-claim");
    assert_int_equal(kind->minutes, 5);
    assert_string_equal(kind->item.articles, "9.1.4,23.3");
    making_foul(&made, BOARD_BLACK, "untrue-claim")->payload.foul.minutes = kind->minutes;
    const ledger_notice *told = making_told(&made, LEDGER_NOTICE_FOUL_MINUTES);
    assert_non_null(told);
    assert_int_equal(told->count, 5);
    making_log(&made);
    assert_int_equal(making_read(&made).added_minutes[BOARD_BLACK], 5);
    making_end(&made);
}

static void test_foul_on_a_finished_game(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_result(&made, LEDGER_DRAW, "agreed");
    making_log(&made);
    making_foul(&made, BOARD_RED, "conduct");
    assert_non_null(making_told(&made, LEDGER_NOTICE_FINISHED_GAME));
    assert_false(making_errors(&made));
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 1);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_FINISHED_GAME), 1);
    log_fouls(&made, BOARD_RED, 2);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_NO_OUTCOME);
    assert_int_equal(making_read(&made).outcome, LEDGER_DRAW);
    making_end(&made);
}

static void test_foul_in_a_game_that_is_not_paired(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_foul(&made, BOARD_RED, "clock")->payload.foul.game.table = 99;
    assert_non_null(making_told(&made, LEDGER_NOTICE_UNKNOWN_GAME));
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_UNKNOWN_GAME), 1);
    making_foul(&made, BOARD_RED, "no-such-foul");
    assert_non_null(making_told(&made, LEDGER_NOTICE_UNKNOWN_KEY));
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_UNKNOWN_KEY), 1);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 1);
    making_end(&made);
}

/* Corrections. */

static void test_foul_withdrawn_and_restored(void **state)
{
    char foul[LEDGER_ID_BYTES];
    char withdrawal[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 30);
    log_fouls(&made, BOARD_RED, 3);
    memcpy(foul, made.last_id, sizeof foul);
    making_withdrawal(&made, foul);
    assert_false(making_errors(&made));
    assert_non_null(making_told(&made, LEDGER_NOTICE_WITHDRAWS));
    making_log(&made);
    memcpy(withdrawal, made.last_id, sizeof withdrawal);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 2);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_NO_OUTCOME);
    assert_false(ledger_in_force(ledger_find_fact(made.state, foul)));

    /* The withdrawal was the mistake. */
    making_withdrawal(&made, withdrawal);
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 3);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_BLACK_WINS);

    /* And that was the mistake. */
    making_withdrawal(&made, made.last_id);
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 2);
    making_end(&made);
}

static void test_foul_replaced_by_one_of_the_other_side(void **state)
{
    char foul[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 30);
    log_fouls(&made, BOARD_RED, 2);
    memcpy(foul, made.last_id, sizeof foul);

    /* Another kind of foul of the same side: still the second. */
    ledger_entry *draft = making_foul(&made, BOARD_RED, "conduct");
    ledger_copy(draft->corrects, sizeof draft->corrects, foul);
    assert_non_null(making_told(&made, LEDGER_NOTICE_NEEDS_REASON));
    ledger_copy(draft->reason, sizeof draft->reason, "种类记错");
    assert_false(making_errors(&made));
    assert_int_equal(making_told(&made, LEDGER_NOTICE_FOUL_COUNT)->count, 2);
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 2);

    /* It was Black's: the replacement is replaced. */
    draft = making_foul(&made, BOARD_BLACK, "conduct");
    ledger_copy(draft->corrects, sizeof draft->corrects, made.last_id);
    ledger_copy(draft->reason, sizeof draft->reason, "应为黑方");
    assert_int_equal(making_told(&made, LEDGER_NOTICE_FOUL_COUNT)->count, 1);
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 1);
    assert_int_equal(making_read(&made).fouls[BOARD_BLACK], 1);

    /* A second correction of the first foul: the last counts, the foul not twice. */
    draft = making_foul(&made, BOARD_BLACK, "clock");
    ledger_copy(draft->corrects, sizeof draft->corrects, foul);
    ledger_copy(draft->reason, sizeof draft->reason, "再更正");
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 1);
    assert_int_equal(making_read(&made).fouls[BOARD_BLACK], 1);
    making_end(&made);
}

static void test_two_corrections_of_one_entry(void **state)
{
    char foul[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 30);
    log_fouls(&made, BOARD_RED, 1);
    memcpy(foul, made.last_id, sizeof foul);
    for (int i = 0; i < 2; i++) {
        ledger_entry *draft = making_foul(&made, i == 0 ? BOARD_RED : BOARD_BLACK, "conduct");
        ledger_copy(draft->corrects, sizeof draft->corrects, foul);
        ledger_copy(draft->reason, sizeof draft->reason, "更正");
        if (i == 1)
            assert_non_null(making_told(&made, LEDGER_NOTICE_CORRECTED_BEFORE));
        making_log(&made);
    }
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 0);
    assert_int_equal(making_read(&made).fouls[BOARD_BLACK], 1);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CORRECTED_TWICE), 1);
    making_withdrawal(&made, made.last_id); /* then the first correction counts */
    making_log(&made);
    assert_int_equal(making_read(&made).fouls[BOARD_RED], 1);
    assert_int_equal(making_read(&made).fouls[BOARD_BLACK], 0);
    making_end(&made);
}

static void test_corrections_of_nothing(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_withdrawal(&made, "019f0000-0000-7000-8000-000000000000");
    assert_non_null(making_told(&made, LEDGER_NOTICE_CORRECTS_UNKNOWN));
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CORRECTS_UNKNOWN), 1);
    making_withdrawal(&made, "");
    assert_non_null(making_told(&made, LEDGER_NOTICE_NOTHING_TO_CORRECT));
    log_fouls(&made, BOARD_RED, 1);
    ledger_entry *draft = making_result(&made, LEDGER_DRAW, "agreed");
    ledger_copy(draft->corrects, sizeof draft->corrects, made.last_id);
    ledger_copy(draft->reason, sizeof draft->reason, "x");
    assert_non_null(making_told(&made, LEDGER_NOTICE_CORRECTS_OTHER_TYPE));
    making_end(&made);
}

/* Orders to change (24.3). */

static void test_order_changed(void **state)
{
    char order[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_ruling(&made, JUDGE_RED_MUST_CHANGE, JUDGE_RED_MUST_CHANGE);
    assert_non_null(making_told(&made, LEDGER_NOTICE_ORDER_OPENS));
    assert_false(making_errors(&made));
    making_log(&made);
    memcpy(order, made.last_id, sizeof order);
    ledger_game game = making_read(&made);
    assert_non_null(game.order);
    assert_int_equal(game.order_side, BOARD_RED);
    assert_string_equal(game.order->id, order);

    making_order_closed(&made, order, LEDGER_CHANGED);
    assert_non_null(making_told(&made, LEDGER_NOTICE_ORDER_CHANGED));
    making_log(&made);
    game = making_read(&made);
    assert_null(game.order);
    assert_int_equal(game.due.outcome, LEDGER_NO_OUTCOME);

    making_order_closed(&made, order, LEDGER_REPEATED);
    assert_non_null(making_told(&made, LEDGER_NOTICE_NO_OPEN_ORDER));
    making_log(&made);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_NO_OUTCOME);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_NO_OPEN_ORDER), 1);
    making_end(&made);
}

static void test_order_repeated(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_ruling(&made, JUDGE_BLACK_MUST_CHANGE, JUDGE_BLACK_MUST_CHANGE);
    making_log(&made);
    making_order_closed(&made, made.last_id, LEDGER_REPEATED);
    assert_non_null(making_told(&made, LEDGER_NOTICE_ORDER_LOSES));
    making_log(&made);
    ledger_game game = making_read(&made);
    assert_null(game.order);
    assert_int_equal(game.due.outcome, LEDGER_RED_WINS);
    assert_string_equal(game.due.reason, "not-changed");
    assert_string_equal(game.due.articles, "4.1.7,24.3");

    making_result(&made, LEDGER_BLACK_WINS, "resigned");
    assert_non_null(making_told(&made, LEDGER_NOTICE_RESULT_AGAINST_DUE));
    making_result(&made, LEDGER_RED_WINS, "not-changed");
    assert_null(making_told(&made, LEDGER_NOTICE_RESULT_AGAINST_DUE));
    making_end(&made);
}

static void test_ruling_while_an_order_is_open(void **state)
{
    char first[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_ruling(&made, JUDGE_RED_MUST_CHANGE, JUDGE_RED_MUST_CHANGE);
    making_log(&made);
    memcpy(first, made.last_id, sizeof first);
    making_ruling(&made, JUDGE_BLACK_MUST_CHANGE, JUDGE_BLACK_MUST_CHANGE);
    assert_non_null(making_told(&made, LEDGER_NOTICE_OPEN_ORDER));
    assert_int_equal(making_told(&made, LEDGER_NOTICE_OPEN_ORDER)->side, BOARD_RED);
    assert_false(making_errors(&made));
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_OPEN_ORDER), 1);
    assert_int_equal(making_read(&made).order_side, BOARD_BLACK);

    /* The later one is closed: the first is still open. */
    making_order_closed(&made, made.last_id, LEDGER_CHANGED);
    making_log(&made);
    assert_string_equal(making_read(&made).order->id, first);
    making_order_closed(&made, first, LEDGER_CHANGED);
    making_log(&made);
    assert_null(making_read(&made).order);
    making_end(&made);
}

static void test_rulings_that_decide(void **state)
{
    static const struct {
        judge_outcome ruling;
        ledger_outcome outcome;
        const char *reason;
    } cases[] = {{JUDGE_RED_LOSES, LEDGER_BLACK_WINS, "forbidden"},
                 {JUDGE_BLACK_LOSES, LEDGER_RED_WINS, "forbidden"},
                 {JUDGE_DRAW, LEDGER_DRAW, "repetition"}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        making made;
        making_start(&made, 3, 30);
        making_ruling(&made, JUDGE_OUTCOME_UNDECIDED, cases[i].ruling);
        assert_non_null(making_told(&made, LEDGER_NOTICE_RULING_DECIDES));
        assert_non_null(making_told(&made, LEDGER_NOTICE_OTHER_RULING));
        making_log(&made);
        assert_int_equal(making_read(&made).due.outcome, cases[i].outcome);
        assert_string_equal(making_read(&made).due.reason, cases[i].reason);
        making_end(&made);
    }
}

/* Overruled labels carry their reasons: then it need not be asked why. */
static void test_ruling_otherwise_says_why(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    ledger_ruling *ruling =
        &making_ruling(&made, JUDGE_RED_MUST_CHANGE, JUDGE_DRAW)->payload.ruling;
    ruling->override_count = 1;
    ruling->overrides[0] = (ledger_override){.ply = 1, .label = JUDGE_IDLE};
    assert_non_null(making_told(&made, LEDGER_NOTICE_OTHER_RULING));
    ledger_copy(ruling->note, sizeof ruling->note, "兑子");
    assert_null(making_told(&made, LEDGER_NOTICE_OTHER_RULING));
    ruling->note[0] = '\0';
    ledger_copy(ruling->overrides[0].reason, LEDGER_REASON_BYTES, "28.5");
    assert_null(making_told(&made, LEDGER_NOTICE_OTHER_RULING));
    making_end(&made);
}

static void test_ruling_of_no_position(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    ledger_entry *draft = making_ruling(&made, JUDGE_DRAW, JUDGE_DRAW);
    ledger_copy(draft->payload.ruling.fen, LEDGER_FEN_BYTES, "nine ranks too few");
    assert_non_null(making_told(&made, LEDGER_NOTICE_BAD_POSITION));
    draft = making_ruling(&made, JUDGE_DRAW, JUDGE_DRAW);
    ledger_copy(draft->payload.ruling.edition, JUDGE_EDITION_NAME_BYTES, "cxa-1999");
    assert_non_null(making_told(&made, LEDGER_NOTICE_UNKNOWN_KEY));
    making_end(&made);
}

/* Authority (article 18): role by penalty. */

static void test_authority(void **state)
{
    static const char *const roles[] = {"li", "chief", "boss", "nobody"};
    static const char *const keys[] = {"warning", "disqualified", "expelled"};
    static const bool may[4][3] = {
        {true, false, false}, {true, true, false}, {true, true, true}, {false, false, false}};

    (void)state;
    for (size_t role = 0; role < 4; role++) {
        for (size_t key = 0; key < 3; key++) {
            making made;
            making_start(&made, 3, 30);
            making_penalty(&made, roles[role], keys[key], "18", making_game);
            assert_int_equal(making_errors(&made), !may[role][key]);
            assert_int_equal(making_told(&made, LEDGER_NOTICE_ABOVE_AUTHORITY) == NULL,
                             may[role][key]);
            making_log(&made);
            ledger_standing *rows = NULL;
            size_t count = 0;
            assert_int_equal(ledger_standings(made.state, LEDGER_PLAYERS, &rows, &count), BOARD_OK);
            assert_int_equal(count, 4);
            assert_string_equal(rows[1].key, "18");
            assert_int_equal(rows[1].penalties[key], may[role][key]);
            free(rows);
            assert_int_equal(making_remarks(&made, LEDGER_NOTICE_ABOVE_AUTHORITY), !may[role][key]);
            assert_int_equal(making_read(&made).due.outcome,
                             may[role][key] && key > 0 ? LEDGER_BLACK_WINS : LEDGER_NO_OUTCOME);
            making_end(&made);
        }
    }
}

static void test_authority_is_that_of_the_moment(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_penalty(&made, "li", "disqualified", "18", making_game);
    making_log(&made);
    making_arbiter(&made, "li", LEDGER_CHIEF_ARBITER); /* promoted afterwards */
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_ABOVE_AUTHORITY), 1);
    making_penalty(&made, "li", "disqualified", "18", making_game);
    assert_false(making_errors(&made));
    making_log(&made);
    making_arbiter(&made, "li", LEDGER_TABLE_ARBITER); /* and demoted again */
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_ABOVE_AUTHORITY), 1);
    making_end(&made);
}

static void test_penalties_ask_for_what_they_are_about(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_penalty(&made, "chief", "disqualified", "18", no_game);
    assert_non_null(making_told(&made, LEDGER_NOTICE_PENALTY_NEEDS_GAME));
    making_penalty(&made, "chief", "disqualified", "21", making_game);
    assert_non_null(making_told(&made, LEDGER_NOTICE_NOT_IN_GAME));
    making_penalty(&made, "chief", "warning", "77", no_game);
    assert_non_null(making_told(&made, LEDGER_NOTICE_UNKNOWN_PLAYER));
    making_penalty(&made, "boss", "expelled", "18", no_game);
    assert_non_null(making_told(&made, LEDGER_NOTICE_PENALTY_LEAVES));
    assert_false(making_errors(&made));
    ledger_entry *draft = making_penalty(&made, "li", "warning", "SH", no_game);
    draft->payload.penalty.team = true;
    assert_false(making_errors(&made));
    making_log(&made);
    draft = making_penalty(&made, "li", "warning", "SH", no_game);
    draft->payload.penalty.team = true;
    assert_int_equal(making_told(&made, LEDGER_NOTICE_PENALTY_COUNT)->count, 2);

    /* A table arbiter may not take back what is the chief's. */
    making_penalty(&made, "chief", "disqualified", "18", making_game);
    making_log(&made);
    making_withdrawal(&made, made.last_id);
    assert_non_null(making_told(&made, LEDGER_NOTICE_ABOVE_AUTHORITY));
    making_end(&made);
}

static void test_settings_are_for_the_chief(void **state)
{
    making made = {.device = {"tablet-1", 0, MAKING_TIME_MS}};

    (void)state;
    assert_int_equal(ledger_state_create(&made.state), BOARD_OK);
    making_begin(&made, LEDGER_ARBITER, "boss");
    ledger_copy(made.entry.payload.arbiter.key, LEDGER_KEY_BYTES, "boss");
    ledger_copy(made.entry.payload.arbiter.name, LEDGER_NAME_BYTES, "老板");
    made.entry.payload.arbiter.role = LEDGER_ORGANISER;
    assert_false(making_errors(&made)); /* the first: nobody is there to ask */
    made.entry.payload.arbiter.role = LEDGER_TABLE_ARBITER;
    assert_non_null(
        making_told(&made, LEDGER_NOTICE_NOBODY_IN_CHARGE)); /* nobody could register more */
    ledger_state_free(made.state);

    making_start(&made, 3, 30);
    making_begin(&made, LEDGER_EVENT, "li");
    ledger_copy(made.entry.payload.event.name, LEDGER_NAME_BYTES, "别的");
    assert_non_null(making_told(&made, LEDGER_NOTICE_EVENT_AUTHORITY));
    ledger_copy(made.entry.arbiter, LEDGER_WHO_BYTES, "chief");
    assert_false(making_errors(&made));
    making_end(&made);
}

/* Lateness (article 21). */

static void late(int32_t red, int32_t black, ledger_outcome outcome, const char *reason)
{
    making made;

    making_start(&made, 3, 15);
    making_lateness(&made, red, black);
    assert_false(making_errors(&made));
    assert_int_equal(making_told(&made, LEDGER_NOTICE_LATE_BOTH) != NULL,
                     outcome == LEDGER_BOTH_LOSE);
    assert_int_equal(making_told(&made, LEDGER_NOTICE_LATE_LOSES) != NULL,
                     outcome == LEDGER_RED_WINS || outcome == LEDGER_BLACK_WINS);
    making_log(&made);
    ledger_game game = making_read(&made);
    assert_int_equal(game.due.outcome, outcome);
    assert_int_equal(game.late_seconds[BOARD_RED], red);
    assert_int_equal(game.late_seconds[BOARD_BLACK], black);
    if (outcome == LEDGER_NO_OUTCOME) {
        making_end(&made);
        return;
    }
    assert_string_equal(game.due.reason, reason);
    making_result(&made, outcome, reason);
    assert_false(making_errors(&made));
    making_log(&made);
    game = making_read(&made);
    assert_false(game.played);
    assert_string_equal(ledger_result_mark(&game, BOARD_RED),
                        outcome == LEDGER_RED_WINS ? "+" : "-");
    assert_string_equal(ledger_result_mark(&game, BOARD_BLACK),
                        outcome == LEDGER_BLACK_WINS ? "+" : "-");
    making_end(&made);
}

static void test_lateness(void **state)
{
    const int32_t limit = 15 * 60;

    (void)state;
    late(limit - 1, 0, LEDGER_NO_OUTCOME, "");
    late(limit, 0, LEDGER_NO_OUTCOME, "");
    late(limit + 1, 0, LEDGER_BLACK_WINS, "late");
    late(0, limit + 1, LEDGER_RED_WINS, "late");
    late(limit, limit, LEDGER_NO_OUTCOME, "");
    late(limit, limit + 1, LEDGER_RED_WINS, "late");
    late(limit + 1, limit + 1, LEDGER_BOTH_LOSE, "both-late");
}

static void test_lateness_that_grows(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 15);
    making_lateness(&made, 600, 300);
    assert_non_null(making_told(&made, LEDGER_NOTICE_LATE_CLOCK));
    making_log(&made);
    making_lateness(&made, 901, 0)->payload.lateness.came[BOARD_RED] = false;
    making_log(&made);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_BLACK_WINS);
    making_lateness(&made, 901, 950);
    making_log(&made);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_BOTH_LOSE);
    making_end(&made);

    making_start(&made, 3, LEDGER_NOT_SET);
    making_lateness(&made, 36000, 0);
    assert_non_null(making_told(&made, LEDGER_NOTICE_LATE_UNSET));
    making_log(&made);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_NO_OUTCOME);
    making_end(&made);

    making_start(&made, 3, 0); /* no lateness at all */
    making_lateness(&made, 1, 0);
    making_log(&made);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_BLACK_WINS);
    making_end(&made);
}

/* Overstepped time (22.5). */

static void test_overstepped_time(void **state)
{
    static const struct {
        ledger_exception exception;
        ledger_outcome outcome;
        const char *reason;
        ledger_notice_kind told;
    } cases[] = {
        {LEDGER_NO_EXCEPTION, LEDGER_BLACK_WINS, "time", LEDGER_NOTICE_OVERSTEP_LOSES},
        {LEDGER_MATED, LEDGER_RED_WINS, "checkmate", LEDGER_NOTICE_OVERSTEP_EXCEPTED},
        {LEDGER_STALEMATED, LEDGER_RED_WINS, "stalemate", LEDGER_NOTICE_OVERSTEP_EXCEPTED},
        {LEDGER_OTHER_RESIGNED, LEDGER_RED_WINS, "resigned", LEDGER_NOTICE_OVERSTEP_EXCEPTED},
        {LEDGER_DRAW_AGREED, LEDGER_DRAW, "agreed", LEDGER_NOTICE_OVERSTEP_EXCEPTED},
        {LEDGER_CLOCK_FAULT, LEDGER_NO_OUTCOME, "", LEDGER_NOTICE_CLOCK_FAULT}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        making made;
        making_start(&made, 3, 15);
        ledger_entry *draft = making_begin(&made, LEDGER_OVERSTEP, "li");
        draft->payload.overstep.game = making_game;
        draft->payload.overstep.side = BOARD_RED;
        draft->payload.overstep.exception = cases[i].exception;
        assert_false(making_errors(&made));
        assert_non_null(making_told(&made, cases[i].told));
        making_log(&made);
        assert_int_equal(making_read(&made).due.outcome, cases[i].outcome);
        if (cases[i].outcome != LEDGER_NO_OUTCOME)
            assert_string_equal(making_read(&made).due.reason, cases[i].reason);
        making_end(&made);
    }
}

/* Results. */

static void test_results(void **state)
{
    char first[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 15);
    making_result(&made, LEDGER_RED_WINS, "agreed");
    assert_non_null(making_told(&made, LEDGER_NOTICE_WRONG_OUTCOME));
    making_result(&made, LEDGER_DRAW, "checkmate");
    assert_non_null(making_told(&made, LEDGER_NOTICE_WRONG_OUTCOME));
    making_result(&made, LEDGER_BOTH_LOSE, "late");
    assert_non_null(making_told(&made, LEDGER_NOTICE_WRONG_OUTCOME));
    making_result(&made, LEDGER_RED_WINS, "checkmate");
    assert_false(making_errors(&made));
    making_log(&made);
    memcpy(first, made.last_id, sizeof first);

    making_result(&made, LEDGER_BLACK_WINS, "resigned");
    assert_non_null(making_told(&made, LEDGER_NOTICE_SECOND_RESULT));
    making_log(&made);
    assert_int_equal(making_read(&made).outcome, LEDGER_RED_WINS); /* the first stands */
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_SECOND_RESULT), 1);

    making_withdrawal(&made, made.last_id);
    making_log(&made);
    ledger_entry *draft = making_result(&made, LEDGER_BLACK_WINS, "resigned");
    ledger_copy(draft->corrects, sizeof draft->corrects, first);
    ledger_copy(draft->reason, sizeof draft->reason, "记反了");
    assert_false(making_errors(&made));
    making_log(&made);
    assert_int_equal(making_read(&made).outcome, LEDGER_BLACK_WINS);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_SECOND_RESULT), 0);
    making_end(&made);
}

/* Clocks. */

static void test_times_that_cannot_be(void **state)
{
    ledger_notice notices[LEDGER_NOTICES_MAX];
    making made;

    (void)state;
    making_start(&made, 3, 15);
    int64_t now = made.device.time_ms + 5000;
    ledger_entry *draft = making_foul(&made, BOARD_RED, "clock");
    ledger_copy(draft->device, sizeof draft->device, "tablet-1");

    draft->time_ms = now + 2 * 60 * 1000; /* within the tolerance */
    size_t count = ledger_check(made.state, draft, now, notices);
    for (size_t i = 0; i < count; i++)
        assert_int_not_equal(notices[i].kind, LEDGER_NOTICE_FUTURE);

    draft->time_ms = now + 2 * 60 * 1000 + 1;
    assert_int_equal(ledger_check(made.state, draft, now, notices), 2);
    assert_int_equal(notices[0].kind, LEDGER_NOTICE_FUTURE);

    draft->time_ms = made.device.time_ms - 1; /* before the last one */
    assert_int_equal(ledger_check(made.state, draft, now, notices), 2);
    assert_int_equal(notices[0].kind, LEDGER_NOTICE_CLOCK_BACK);
    made.device.time_ms -= 60 * 1000;
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_CLOCK_BACK), 1);

    ledger_copy(draft->device, sizeof draft->device, "tablet-2"); /* ten minutes behind */
    draft->time_ms = made.device.time_ms - 10 * 60 * 1000;
    draft->sequence = 1;
    making_id("tablet-2", 1, draft->id);
    bool told = false;
    count = ledger_check(made.state, draft, draft->time_ms, notices);
    for (size_t i = 0; i < count; i++)
        told = told || notices[i].kind == LEDGER_NOTICE_CLOCKS_DISAGREE;
    assert_true(told);
    making_end(&made);
}

/* Standings (15.1-15.5, 18.4). */

static void test_standings(void **state)
{
    char *text = NULL;
    size_t length = 0;
    making made;

    (void)state;
    making_start(&made, 3, 15);
    making_player(&made, "18", "=钱,\"八\"", "SH");
    log_fouls(&made, BOARD_RED, 2);
    log_fouls(&made, BOARD_BLACK, 1);
    making_result(&made, LEDGER_DRAW, "agreed");
    making_log(&made);
    making_result(&made, LEDGER_RED_WINS, "late")->payload.result.game.table = 5;
    making_log(&made);
    making_penalty(&made, "li", "warning", "18", making_game);
    making_log(&made);
    ledger_entry *draft = making_penalty(&made, "li", "warning", "GD", no_game);
    draft->payload.penalty.team = true;
    making_log(&made);

    assert_int_equal(
        ledger_standings_csv(made.state, LEDGER_PLAYERS, BOARD_CHINESE, &text, &length), BOARD_OK);
    assert_string_equal(text,
                        "\xEF\xBB\xBF序号,姓名,单位,对局,胜,和,负,积分,犯规,警告,取消当场比赛资格,"
                        "除名\r\n"
                        "9,赵一,广东,1,0,1,0,0.5,1,0,0,0\r\n"
                        "18,\"'=钱,\"\"八\"\"\",上海,1,0,1,0,0.5,2,1,0,0\r\n"
                        "21,孙三,上海,1,1,0,0,1,0,0,0,0\r\n"
                        "30,李四,广东,1,0,0,1,0,0,0,0,0\r\n");
    free(text);
    assert_int_equal(ledger_standings_csv(made.state, LEDGER_TEAMS, BOARD_ENGLISH, &text, &length),
                     BOARD_OK);
    assert_string_equal(text, "\xEF\xBB\xBFnumber,team,games,won,drawn,lost,points,fouls,warning,"
                              "disqualified from the game,expelled\r\n"
                              "GD,广东,2,0,1,1,0.5,1,1,0,0\r\n"
                              "SH,上海,2,1,1,0,1.5,2,1,0,0\r\n");
    free(text);
    making_end(&made);
}

/* Decisions of the chief arbiter on a ruling. */

static ledger_decision decided(const making *made, const char *ruling)
{
    return ledger_decision_of(made->state, ledger_find_fact(made->state, ruling));
}

static void uphold(making *made, const char *ruling, const char *arbiter)
{
    ledger_entry *entry = making_begin(made, LEDGER_UPHELD, arbiter);

    entry->payload.upheld.game = making_game;
    ledger_copy(entry->payload.upheld.ruling, LEDGER_ID_BYTES, ruling);
    making_log(made);
}

static void overrule(making *made, const char *ruling, const char *arbiter)
{
    ledger_entry *entry = making_ruling(made, JUDGE_RED_LOSES, JUDGE_DRAW);

    ledger_copy(entry->arbiter, sizeof entry->arbiter, arbiter);
    ledger_copy(entry->corrects, sizeof entry->corrects, ruling);
    ledger_copy(entry->reason, sizeof entry->reason, "红方第3着是闲");
    making_log(made);
}

static void test_decisions_on_a_ruling(void **state)
{
    char ruling[LEDGER_ID_BYTES];
    char other[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_ruling(&made, JUDGE_RED_LOSES, JUDGE_RED_LOSES);
    making_log(&made);
    ledger_copy(ruling, sizeof ruling, made.last_id);
    assert_int_equal(decided(&made, ruling).kind, LEDGER_UNDECIDED);
    uphold(&made, ruling, "li"); /* who has not the authority */
    assert_int_equal(decided(&made, ruling).kind, LEDGER_UNDECIDED);
    uphold(&made, ruling, "chief");
    assert_int_equal(decided(&made, ruling).kind, LEDGER_RULING_UPHELD);
    assert_string_equal(decided(&made, ruling).because->id, made.last_id);
    overrule(&made, ruling, "boss");
    ledger_copy(other, sizeof other, made.last_id);
    assert_int_equal(decided(&made, ruling).kind, LEDGER_OVERRULED);
    assert_string_equal(decided(&made, ruling).because->id, other);
    assert_int_equal(decided(&made, other).kind, LEDGER_UNDECIDED);
    assert_int_equal(making_read(&made).rulings, 1);
    assert_int_equal(making_read(&made).due.outcome, LEDGER_DRAW);
    making_withdrawal(&made, other);
    making_log(&made);
    assert_int_equal(decided(&made, ruling).kind, LEDGER_RULING_UPHELD);
    making_withdrawal(&made, ruling);
    making_log(&made);
    assert_int_equal(decided(&made, ruling).kind, LEDGER_RULING_CHANGED);
    making_end(&made);
}

static void test_upholding_asks_for_a_ruling_and_the_chief(void **state)
{
    char ruling[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_ruling(&made, JUDGE_RED_LOSES, JUDGE_RED_LOSES);
    making_log(&made);
    ledger_copy(ruling, sizeof ruling, made.last_id);
    ledger_entry *entry = making_begin(&made, LEDGER_UPHELD, "chief");
    entry->payload.upheld.game = making_game;
    ledger_copy(entry->payload.upheld.ruling, LEDGER_ID_BYTES, ruling);
    assert_false(making_errors(&made));
    entry->payload.upheld.game.table = 5; /* another game's */
    assert_non_null(making_told(&made, LEDGER_NOTICE_NO_RULING));
    entry->payload.upheld.game.table = making_game.table;
    ledger_copy(entry->arbiter, sizeof entry->arbiter, "li");
    assert_non_null(making_told(&made, LEDGER_NOTICE_UPHELD_AUTHORITY));
    assert_true(making_errors(&made));
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_UPHELD_AUTHORITY), 1);
    making_withdrawal(&made, ruling);
    making_log(&made);
    entry = making_begin(&made, LEDGER_UPHELD, "chief");
    entry->payload.upheld.game = making_game;
    ledger_copy(entry->payload.upheld.ruling, LEDGER_ID_BYTES, ruling); /* taken back */
    assert_non_null(making_told(&made, LEDGER_NOTICE_NO_RULING));
    ledger_copy(entry->payload.upheld.ruling, LEDGER_ID_BYTES, made.last_id); /* no ruling */
    assert_non_null(making_told(&made, LEDGER_NOTICE_NO_RULING));
    making_end(&made);
}

/* Who may not expel cannot take an expulsion back by putting a warning in its place. */
static void test_a_penalty_is_replaced_by_whom_it_is_for(void **state)
{
    static const char *const roles[] = {"li", "chief", "boss"};
    char expelled[LEDGER_ID_BYTES];
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_penalty(&made, "boss", "expelled", "18", making_game);
    making_log(&made);
    ledger_copy(expelled, sizeof expelled, made.last_id);
    for (size_t i = 0; i < 3; i++) {
        making_penalty(&made, roles[i], "warning", "18", making_game);
        ledger_copy(made.entry.corrects, sizeof made.entry.corrects, expelled);
        ledger_copy(made.entry.reason, sizeof made.entry.reason, "改为警告");
        assert_int_equal(making_errors(&made), i < 2);
        assert_int_equal(making_told(&made, LEDGER_NOTICE_ABOVE_AUTHORITY) != NULL, i < 2);
    }
    making_end(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_in_words),
        cmocka_unit_test(test_third_foul_loses),
        cmocka_unit_test(test_second_foul_loses_where_the_event_says_so),
        cmocka_unit_test(test_fouls_of_two_sides_are_counted_apart),
        cmocka_unit_test(test_untrue_claim_adds_minutes),
        cmocka_unit_test(test_foul_on_a_finished_game),
        cmocka_unit_test(test_foul_in_a_game_that_is_not_paired),
        cmocka_unit_test(test_foul_withdrawn_and_restored),
        cmocka_unit_test(test_foul_replaced_by_one_of_the_other_side),
        cmocka_unit_test(test_two_corrections_of_one_entry),
        cmocka_unit_test(test_corrections_of_nothing),
        cmocka_unit_test(test_order_changed),
        cmocka_unit_test(test_order_repeated),
        cmocka_unit_test(test_ruling_while_an_order_is_open),
        cmocka_unit_test(test_rulings_that_decide),
        cmocka_unit_test(test_ruling_otherwise_says_why),
        cmocka_unit_test(test_ruling_of_no_position),
        cmocka_unit_test(test_authority),
        cmocka_unit_test(test_authority_is_that_of_the_moment),
        cmocka_unit_test(test_penalties_ask_for_what_they_are_about),
        cmocka_unit_test(test_settings_are_for_the_chief),
        cmocka_unit_test(test_lateness),
        cmocka_unit_test(test_lateness_that_grows),
        cmocka_unit_test(test_overstepped_time),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_times_that_cannot_be),
        cmocka_unit_test(test_decisions_on_a_ruling),
        cmocka_unit_test(test_upholding_asks_for_a_ruling_and_the_chief),
        cmocka_unit_test(test_a_penalty_is_replaced_by_whom_it_is_for),
        cmocka_unit_test(test_standings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
