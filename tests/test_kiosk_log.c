/*
 * tests/test_kiosk_log.c: fouls, penalties, results and their undoing from the game's screen (issue
 * 6: "three taps from the table: side, kind, confirm; before confirming it says the article, the
 * count so far and the consequence; a penalty asks for the authority it needs; undo is a
 * correction"), with a real desk and a real journal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kiosk_playing.h"

static ledger_entry entry;

static void give_pin(playing *played)
{
    tap_digits(played, "2468");
    tap(played, "next");
}

/* 本局 of table 4 with 王裁判, the organiser, on duty. */
static void go_on_duty(playing *played)
{
    tap(played, "game 1 4 1");
    tap(played, "duty");
    give_pin(played);
    assert_true(played->state->duty.on);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
}

/* The same with 李裁判, a table arbiter, who sets his first PIN. */
static void table_arbiter_on_duty(playing *played)
{
    playing_arbiter(played, "2", "李裁判");
    tap(played, "reload");
    tap(played, "game 1 4 1");
    tap(played, "duty");
    tap(played, "arbiter 1");
    for (int i = 0; i < 2; i++) { /* typed twice */
        tap_digits(played, "1357");
        tap(played, "next");
    }
    assert_true(played->state->duty.on);
}

static void begin_kind(playing *played, kiosk_log_kind kind)
{
    char line[64];

    snprintf(line, sizeof line, "log %d 0 0 0", (int)kind);
    tap(played, line);
}

static void assert_told(const playing *played, const char *chinese)
{
    const kiosk_log *log = &played->state->log;

    assert_true(log->checked);
    for (size_t i = 0; i < log->told.count; i++) {
        if (strstr(log->told.list[i].text[BOARD_CHINESE], chinese) != NULL)
            return;
    }
    fail_msg("the ledger did not tell: %s (first: %s)", chinese,
             log->told.count > 0 ? log->told.list[0].text[BOARD_CHINESE] : "nothing");
}

static void assert_not_told(const playing *played, const char *chinese)
{
    const kiosk_log *log = &played->state->log;

    for (size_t i = 0; i < log->told.count; i++)
        assert_null(strstr(log->told.list[i].text[BOARD_CHINESE], chinese));
}

static void test_a_foul_is_three_taps_from_the_table(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    played->taps = 0;
    tap(played, "foul 0");
    tap(played, "log-key own-piece");
    assert_told(played, "红方第 1 次犯规");
    tap(played, "next");
    print_message("taps: a foul from the table %zu\n", played->taps);
    assert_int_equal(played->taps, 3);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_int_equal(played->state->say, KIOSK_SAY_LOGGED);
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    assert_int_equal(entry.payload.foul.side, BOARD_RED);
    assert_string_equal(entry.payload.foul.key, "own-piece");
    assert_int_equal(entry.payload.foul.game.table, 4);
    assert_string_equal(entry.arbiter, "1");
    assert_int_equal(played->state->game->table.fouls[BOARD_RED], 1);
    assert_int_equal(played->state->game->history[0].type, LEDGER_FOUL);
}

static void foul(playing *played, int side, const char *key)
{
    char line[64];

    tap_number(played, "foul", side);
    snprintf(line, sizeof line, "log-key %s", key);
    tap(played, line);
    tap(played, "next");
    assert_int_equal(played->state->log.kind, KIOSK_LOG_NONE);
}

/* 4.1.8: the third foul of a side loses; the console offers the loss. */
static void test_the_third_foul_leads_to_the_loss(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    foul(played, BOARD_BLACK, "own-piece");
    foul(played, BOARD_BLACK, "clock");
    foul(played, BOARD_RED, "clock");
    assert_int_equal(played->state->game->table.due, LEDGER_NO_OUTCOME);
    assert_true(played->state->game->table.danger[BOARD_BLACK]);
    tap(played, "foul 1");
    tap(played, "log-key unrecorded");
    assert_told(played, "黑方第 3 次犯规");
    assert_told(played, "4.1.8");
    tap(played, "next");
    assert_int_equal(played->state->game->table.due, LEDGER_RED_WINS);
    assert_false(played->state->game->table.danger[BOARD_BLACK]); /* it has lost already */
    begin_kind(played, KIOSK_LOG_RESULT);
    assert_int_equal(played->state->log.outcome, LEDGER_RED_WINS);
    assert_string_equal(played->state->log.key, "fouls");
    tap(played, "next");
    assert_int_equal(playing_entries(played, "result", &entry), 1);
    assert_int_equal(entry.payload.result.outcome, LEDGER_RED_WINS);
    assert_string_equal(entry.payload.result.reason, "fouls");
    assert_true(played->state->game->table.finished);
}

/* 23.3: an untrue claim adds five minutes; it is said before and logged. */
static void test_minutes_of_a_foul(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    tap(played, "foul 0");
    tap(played, "log-key untrue-claim");
    assert_told(played, "5 分钟");
    tap(played, "next");
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    assert_int_equal(entry.payload.foul.minutes, 5);
    assert_int_equal(played->state->game->added_minutes[BOARD_RED], 5);
}

/* Not at once: within a round nothing moves under the finger. */
static void test_most_used_stand_first(void **state)
{
    playing *played = *state;
    const ledger_catalogue *catalogue = &played->state->catalogue;

    go_on_duty(played);
    foul(played, BOARD_RED, "unrecorded");
    foul(played, BOARD_BLACK, "unrecorded");
    foul(played, BOARD_RED, "clock");
    tap(played, "home");
    tap(played, "game 1 5 1");
    tap(played, "foul 1");
    const size_t *order = played->state->foul_order.places;
    for (size_t i = 0; i < catalogue->foul_count; i++)
        assert_int_equal(order[i], i);
    tap(played, "home");
    played->state->foul_order.round = 0; /* as another round, or a new start */
    tap(played, "game 1 5 1");
    tap(played, "foul 1");
    assert_string_equal(catalogue->fouls[order[0]].item.key, "unrecorded");
    assert_string_equal(catalogue->fouls[order[1]].item.key, "clock");
    assert_string_equal(catalogue->fouls[order[2]].item.key, "disturbance");
}

/* Nobody is on duty: the sentence is told all the same, the PIN asked for, the work still there. */
static void test_nobody_on_duty(void **state)
{
    playing *played = *state;

    tap(played, "game 1 4 1");
    tap(played, "foul 0");
    tap(played, "log-key other-piece");
    assert_told(played, "红方第 1 次犯规");
    assert_not_told(played, "没有登记");
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_DUTY);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    give_pin(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_FOUL);
    assert_string_equal(played->state->log.key, "other-piece");
    assert_int_equal(playing_entries(played, "foul", &entry), 0);
    tap(played, "next");
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    assert_string_equal(entry.arbiter, "1");
}

static void test_what_is_missing_is_said(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    begin_kind(played, KIOSK_LOG_FOUL);
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_LOG_SIDE);
    tap(played, "log-side 1");
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_LOG_FOUL);
    tap(played, "log-key warning"); /* is no foul */
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    tap(played, "log-side 2");
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    assert_int_equal(played->state->log.side, BOARD_BLACK);
    assert_int_equal(playing_entries(played, "foul", &entry), 0);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_int_equal(played->state->log.kind, KIOSK_LOG_NONE);
}

static void test_no_game_is_picked(void **state)
{
    playing *played = *state;

    tap(played, "foul 0");
    assert_int_equal(played->state->say, KIOSK_SAY_NO_GAME);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
}

/* 18.1-18.3: a table arbiter warns; to disqualify somebody in charge signs. */
static void test_a_penalty_asks_for_the_authority_it_needs(void **state)
{
    playing *played = *state;

    table_arbiter_on_duty(played);
    assert_int_equal(played->state->duty.role, LEDGER_TABLE_ARBITER);
    begin_kind(played, KIOSK_LOG_PENALTY);
    tap(played, "log-side 0");
    tap(played, "log-key warning");
    tap(played, "next");
    assert_int_equal(playing_entries(played, "penalty", &entry), 1);
    assert_string_equal(entry.payload.penalty.who, "18");
    assert_string_equal(entry.arbiter, "2");

    begin_kind(played, KIOSK_LOG_PENALTY);
    tap(played, "log-side 0");
    tap(played, "log-key disqualified");
    assert_told(played, "须由");
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_AUTHORITY);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    tap(played, "arbiter 1"); /* he has no more authority here than before */
    tap_digits(played, "1357");
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_REFUSED);
    assert_int_equal(playing_entries(played, "penalty", &entry), 1);
    tap(played, "arbiter 0");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(playing_entries(played, "penalty", &entry), 2);
    assert_string_equal(entry.payload.penalty.key, "disqualified");
    assert_string_equal(entry.arbiter, "1");
    assert_string_equal(played->state->duty.arbiter, "2"); /* still he */
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
}

static void test_back_from_signing_a_penalty(void **state)
{
    playing *played = *state;

    table_arbiter_on_duty(played);
    begin_kind(played, KIOSK_LOG_PENALTY);
    tap(played, "log-side 1");
    tap(played, "log-key expelled");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_FOUL);
    assert_string_equal(played->state->log.key, "expelled");
    assert_int_equal(playing_entries(played, "penalty", &entry), 0);
}

/* Undo is a correction with a reason; what was wrong can still be seen. */
static void test_undo_is_a_correction(void **state)
{
    playing *played = *state;
    char line[128];

    go_on_duty(played);
    foul(played, BOARD_RED, "clock");
    snprintf(line, sizeof line, "withdraw %s", played->state->game->history[0].id);
    tap(played, line);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_WITHDRAW);
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_LOG_WHY);
    assert_int_equal(playing_entries(played, "withdrawal", &entry), 0);
    tap(played, "log-reason 记错一方");
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_WITHDRAWN);
    assert_int_equal(playing_entries(played, "withdrawal", &entry), 1);
    assert_string_equal(entry.reason, "记错一方");
    assert_int_equal(played->state->game->table.fouls[BOARD_RED], 0);
    bool seen = false;
    for (size_t i = 0; i < played->state->game->history_count; i++) {
        const kiosk_history *item = &played->state->game->history[i];
        seen = seen || (item->type == LEDGER_FOUL && !item->in_force);
    }
    assert_true(seen);
}

/* Within the round; what is older is for the chief arbiter, who is asked to sign it. */
static void test_undo_of_an_earlier_round_needs_authority(void **state)
{
    playing *played = *state;
    char line[128];

    table_arbiter_on_duty(played);
    foul(played, BOARD_RED, "clock");
    snprintf(line, sizeof line, "withdraw %s", played->state->game->history[0].id);
    tap(played, line);
    tap(played, "log-reason 误记");
    assert_false(kiosk_log_needs_authority(played->state));
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_LOG);
    tap(played, "back");

    playing_pairing(played, (ledger_game_key){2, 1, 1}, "18", "9");
    playing_foul(played, (ledger_game_key){2, 1, 1});
    tap(played, "reload");
    tap(played, line);
    tap(played, "log-reason 误记");
    assert_told(played, "第 2 轮已经开始");
    assert_true(kiosk_log_needs_authority(played->state));
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_AUTHORITY);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    tap(played, "arbiter 0");
    give_pin(played);
    assert_int_equal(played->state->say, KIOSK_SAY_WITHDRAWN);
    assert_int_equal(playing_entries(played, "withdrawal", &entry), 1);
    assert_string_equal(entry.arbiter, "1");
}

/* A result that is there already is corrected, not doubled (10.1). */
static void test_a_second_result_is_refused(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    for (int i = 0; i < 2; i++) {
        begin_kind(played, KIOSK_LOG_RESULT);
        tap_number(played, "log-outcome", LEDGER_DRAW);
        tap(played, "log-key resigned"); /* no reason of a draw */
        assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
        tap(played, "log-key agreed");
        tap(played, "next");
    }
    assert_int_equal(played->state->say, KIOSK_SAY_LOG_REFUSED);
    assert_told(played, "已有结果");
    assert_int_equal(playing_entries(played, "result", &entry), 1);
    assert_string_equal(entry.payload.result.reason, "agreed");
}

/* 22.5: time over after the last move had mated: its side wins. */
static void test_overstepped_time(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    begin_kind(played, KIOSK_LOG_OVERSTEP);
    tap(played, "log-side 1");
    assert_told(played, "黑方超时判负");
    tap_number(played, "log-exception", LEDGER_MATED);
    assert_told(played, "将死");
    tap(played, "next");
    assert_int_equal(playing_entries(played, "overstep", &entry), 1);
    assert_int_equal(entry.payload.overstep.side, BOARD_BLACK);
    assert_int_equal(entry.payload.overstep.exception, LEDGER_MATED);
    assert_int_equal(played->state->game->table.due, LEDGER_BLACK_WINS);
}

static void test_lateness(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    begin_kind(played, KIOSK_LOG_LATENESS);
    tap(played, "next");
    assert_int_equal(played->state->say, KIOSK_SAY_LOG_LATE);
    tap(played, "log-late 1 660");
    tap(played, "log-late 1 36001"); /* beyond the ledger's limit */
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    tap(played, "log-late 1 -1");
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    tap(played, "log-came 1 1");
    tap(played, "next");
    if (played->state->ask == KIOSK_ASK_LOG) /* the event set no limit: a warning */
        tap(played, "answer 1");
    assert_int_equal(playing_entries(played, "lateness", &entry), 1);
    assert_int_equal(entry.payload.lateness.seconds[BOARD_BLACK], 660);
    assert_int_equal(entry.payload.lateness.seconds[BOARD_RED], 0);
    assert_true(entry.payload.lateness.came[BOARD_BLACK]);
}

static void offer(playing *played, int side, const char *answer)
{
    char line[64];

    begin_kind(played, KIOSK_LOG_OFFER);
    tap_number(played, "log-side", side);
    snprintf(line, sizeof line, "log-key %s", answer);
    tap(played, line);
    tap(played, "next");
}

/* 23.1 and 9.1.3: the sides offer in turn; whoever offers again after a refusal fouls. */
static void test_draw_offers(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    offer(played, BOARD_RED, KIOSK_OFFER_REFUSED);
    assert_int_equal(playing_entries(played, "note", &entry), 1);
    assert_string_equal(entry.payload.note.text, "红方提和，黑方拒绝");
    assert_true(played->state->game->offered);
    assert_int_equal(played->state->game->offer_side, BOARD_RED);
    tap(played, "language 1"); /* it is known in either language */
    offer(played, BOARD_BLACK, KIOSK_OFFER_REFUSED);
    assert_string_equal(played->state->game->history[0].text[BOARD_CHINESE], "黑方提和，红方拒绝");
    assert_int_equal(played->state->game->offer_side, BOARD_BLACK);
    begin_kind(played, KIOSK_LOG_OFFER);
    tap(played, "log-side 1");
    tap(played, "log-as-foul draw-offers");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_FOUL);
    assert_int_equal(played->state->log.side, BOARD_BLACK);
    tap(played, "next");
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    assert_string_equal(entry.payload.foul.key, "draw-offers");
    offer(played, BOARD_RED, KIOSK_OFFER_AGREED);
    assert_int_equal(playing_entries(played, "result", &entry), 1);
    assert_int_equal(entry.payload.result.outcome, LEDGER_DRAW);
    assert_string_equal(entry.payload.result.reason, "agreed");
}

/* The power goes before it is confirmed: what was entered is there again. */
static void test_a_crash_before_confirming(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    tap(played, "foul 1");
    tap(played, "log-key conduct");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_FOUL);
    assert_int_equal(played->state->game_key.table, 4);
    assert_int_equal(played->state->log.kind, KIOSK_LOG_FOUL);
    assert_int_equal(played->state->log.side, BOARD_BLACK);
    assert_string_equal(played->state->log.key, "conduct");
    assert_told(played, "黑方第 1 次犯规");
    assert_false(played->state->duty.on);
    tap(played, "next");
    give_pin(played);
    tap(played, "next");
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
    assert_int_equal(played->state->log.kind, KIOSK_LOG_NONE);
}

/* The power goes after the entry was written and before the answer came: it is not logged twice. */
static void test_a_crash_after_writing(void **state)
{
    playing *played = *state;
    kiosk_job *job = NULL;

    go_on_duty(played);
    tap(played, "foul 1");
    tap(played, "log-key conduct");
    const kiosk_command next = kiosk_command_of(KIOSK_COMMAND_NEXT, 0, 0);
    kiosk_apply(played->state, &next, played->now_ms);
    while ((job = kiosk_take_job(played->state)) != NULL) {
        kiosk_desk_perform(played->desk, job);
        kiosk_job_free(job);
    }
    playing_restart(played);
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    assert_int_equal(played->state->log.kind, KIOSK_LOG_NONE);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_int_equal(played->state->say, KIOSK_SAY_LOGGED_BEFORE);
}

/* A foul pressed in the middle of a dispute leads back to it, as it was. */
static void test_a_foul_during_a_dispute(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    tap(played, "next");
    tap(played, "fen 1 3a1k3/4a4/3cb4/P2rp2R1/6b2/9/9/5C3/4A4/4KA3 w");
    tap(played, "next");
    tap(played, "moves h6h9 f9f8");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    foul(played, BOARD_RED, "disturbance");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->entered.count, 2);
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
    tap(played, "foul 1");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_FOUL);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->entered.count, 2);
}

/* The hall is gone to while a foul is half entered: it is given up. */
static void test_leaving_gives_it_up(void **state)
{
    playing *played = *state;

    go_on_duty(played);
    tap(played, "foul 1");
    tap(played, "go 0");
    assert_int_equal(played->state->log.kind, KIOSK_LOG_NONE);
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
}

/* The console locks while a foul is half entered: after the PIN it is there again. */
static void test_locked_while_entering(void **state)
{
    playing *played = *state;
    const kiosk_command tick = kiosk_command_of(KIOSK_COMMAND_TICK, 0, 0);

    go_on_duty(played);
    tap(played, "foul 1");
    tap(played, "log-key clock");
    played->now_ms += KIOSK_IDLE_MINUTES * 60 * 1000;
    kiosk_apply(played->state, &tick, played->now_ms);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_DUTY);
    tap(played, "foul 0"); /* not heard */
    give_pin(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_FOUL);
    assert_int_equal(played->state->log.side, BOARD_BLACK);
    tap(played, "next");
    assert_int_equal(playing_entries(played, "foul", &entry), 1);
}

int main(void)
{
#define LOG_TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)
    const struct CMUnitTest tests[] = {
        LOG_TEST(test_a_foul_is_three_taps_from_the_table),
        LOG_TEST(test_the_third_foul_leads_to_the_loss),
        LOG_TEST(test_minutes_of_a_foul),
        LOG_TEST(test_most_used_stand_first),
        LOG_TEST(test_nobody_on_duty),
        LOG_TEST(test_what_is_missing_is_said),
        LOG_TEST(test_no_game_is_picked),
        LOG_TEST(test_a_penalty_asks_for_the_authority_it_needs),
        LOG_TEST(test_back_from_signing_a_penalty),
        LOG_TEST(test_undo_is_a_correction),
        LOG_TEST(test_undo_of_an_earlier_round_needs_authority),
        LOG_TEST(test_a_second_result_is_refused),
        LOG_TEST(test_overstepped_time),
        LOG_TEST(test_lateness),
        LOG_TEST(test_draw_offers),
        LOG_TEST(test_a_crash_before_confirming),
        LOG_TEST(test_a_crash_after_writing),
        LOG_TEST(test_a_foul_during_a_dispute),
        LOG_TEST(test_leaving_gives_it_up),
        LOG_TEST(test_locked_while_entering),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
