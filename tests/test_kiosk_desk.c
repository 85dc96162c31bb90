/*
 * tests/test_kiosk_desk.c: the kiosk from the hall to a ruling that stands signed in the journal:
 * design of the screens, issue 5, with real files and the real judge. The taps of each way are
 * counted and kept here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "kiosk_playing.h"

/* 14 pieces; Red's rook goes to and fro and chases the horse: Red must change (26.4, 24.3). */
#define FOURTEEN "3ak1b2/4a4/4b3r/1n7/9/9/8N/4B4/2R1A4/3AK1B2 w"
static const char *const cycle[] = {"c1b1", "b6c4", "b1c1", "c4b6"};
enum { CYCLE = 4 };
#define LIMIT_POSITION 30
#define LIMIT_KEYPAD 16
#define LIMIT_WHOLE 70

static const kiosk_dispute *current(const playing *played)
{
    const kiosk_dispute *dispute = kiosk_current(played->state);

    assert_non_null(dispute);
    return dispute;
}

/* From the hall to 着法 with the position of 14 pieces. */
static void enter_position(playing *played)
{
    tap(played, "game 1 4 1");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
    assert_true(tap_position(played, FOURTEEN) <= LIMIT_POSITION);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
}

static void sign(playing *played)
{
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    tap_digits(played, "2468");
    tap(played, "next");
}

static void test_first_start_makes_an_event_and_its_arbiter(void **state)
{
    playing *played = *state;
    static ledger_entry entry;

    assert_string_equal(played->state->hall->event, "春季公开赛");
    assert_int_equal(played->state->hall->arbiter_count, 1);
    assert_true(played->state->hall->arbiters[0].has_pin);
    assert_int_equal(played->state->hall->table_count, 2);
    assert_string_equal(played->state->hall->tables[0].players[BOARD_RED], "钱八");
    assert_int_equal(playing_entries(played, "event", &entry), 1);
    assert_string_equal(entry.payload.event.name, "春季公开赛");
}

static size_t enter_cycle(playing *played, bool keypad)
{
    size_t taps = 0;

    tap_number(played, "entry-way", keypad ? KIOSK_BY_KEYPAD : KIOSK_BY_BOARD);
    for (size_t i = 0; i < CYCLE; i++) {
        if (keypad)
            taps += tap_keys(played, cycle[i]);
        else
            tap_move(played, cycle[i]);
    }
    assert_int_equal(current(played)->entered.count, CYCLE);
    return taps;
}

/* From the hall to 裁决, with one cycle entered and confirmed. */
static void enter_dispute(playing *played, bool keypad)
{
    enter_position(played);
    enter_cycle(played, keypad);
    assert_true(kiosk_asks_rounds(played->state));
    tap(played, "rounds 1");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RULING);
    assert_int_equal(current(played)->judging, KIOSK_JUDGE_DONE);
}

static void assert_red_was_ordered(playing *played)
{
    static ledger_entry entry;
    const ledger_ruling *ruling = &entry.payload.ruling;

    assert_int_equal(playing_entries(played, "ruling", &entry), 1);
    assert_string_equal(ruling->fen, FOURTEEN);
    assert_string_equal(ruling->moves, "c1b1 b6c4 b1c1 c4b6 c1b1 b6c4 b1c1 c4b6");
    assert_string_equal(ruling->edition, "cxa-2007");
    assert_int_equal(ruling->tool, JUDGE_RED_MUST_CHANGE);
    assert_int_equal(ruling->outcome, JUDGE_RED_MUST_CHANGE);
    assert_non_null(strstr(ruling->articles, "24.3"));
    assert_string_equal(entry.arbiter, "1");
}

static void test_position_of_14_pieces_taps(void **state)
{
    playing *played = *state;

    tap(played, "game 1 4 1");
    tap(played, "next");
    const size_t taps = tap_position(played, FOURTEEN);
    print_message("taps: position of 14 pieces %zu\n", taps);
    assert_true(taps <= LIMIT_POSITION);
}

static void test_four_moves_on_the_keypad_taps(void **state)
{
    playing *played = *state;

    enter_position(played);
    const size_t taps = enter_cycle(played, true);
    print_message("taps: four moves on the keypad %zu\n", taps);
    assert_true(taps <= LIMIT_KEYPAD);
}

/* The whole way, without looking at the evidence. */
static void test_hall_to_signed_ruling(void **state)
{
    playing *played = *state;

    for (int keypad = 0; keypad <= 1; keypad++) {
        tap(played, "language 1"); /* in both languages: it is the same way */
        played->taps = 0;
        if (keypad == 1) {
            playing_end(played);
            playing_begin(played);
        }
        enter_dispute(played, keypad == 1);
        sign(played);
        print_message("taps: hall to signed ruling, %s %zu\n", keypad ? "keypad" : "board",
                      played->taps);
        assert_true(played->taps <= LIMIT_WHOLE);
        assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);
        assert_true(current(played)->is_signed);
        assert_string_equal(current(played)->signer, "王裁判");
        assert_red_was_ordered(played);
        tap(played, "next");
        assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
        assert_int_equal(kiosk_open_disputes(played->state), 0);
        assert_true(played->state->hall->tables[0].order_open);
        assert_int_equal(played->state->hall->tables[0].order_side, BOARD_RED);
    }
}

static void order_red(playing *played)
{
    enter_dispute(played, false);
    sign(played);
    tap(played, "next");
    tap(played, "game 1 4 1");
    assert_true(played->state->game->order_id[0] != '\0');
    assert_true(played->state->game->known);
}

static void test_repeated_again_loses(void **state)
{
    playing *played = *state;
    static ledger_entry entry;

    order_red(played);
    tap(played, "order-repeated");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(current(played)->entered.given, 2 * CYCLE);
    assert_true(kiosk_can_repeat(played->state));
    tap(played, "again");
    tap(played, "next");
    assert_int_equal(kiosk_dispute_outcome(current(played)), JUDGE_RED_LOSES);
    sign(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);
    assert_int_equal(playing_entries(played, "order-closed", &entry), 1);
    assert_int_equal(entry.payload.order_closed.how, LEDGER_REPEATED);
    assert_int_equal(playing_entries(played, "ruling", &entry), 2);
    assert_int_equal(entry.payload.ruling.outcome, JUDGE_RED_LOSES);
    tap(played, "next"); /* the result that is due */
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RESULT);
    assert_int_equal(played->state->log.outcome, LEDGER_BLACK_WINS);
    assert_string_equal(played->state->log.key, "not-changed");
    assert_int_equal(kiosk_open_disputes(played->state), 0);
    tap(played, "home");
    assert_false(played->state->hall->tables[0].order_open);
    assert_int_equal(played->state->hall->tables[0].due, LEDGER_BLACK_WINS);
}

static void test_other_moves_are_no_repetition(void **state)
{
    playing *played = *state;

    order_red(played);
    tap(played, "order-repeated");
    tap_move(played, "c1c0");
    tap_move(played, "b6c4");
    tap(played, "next");
    if (played->state->screen == KIOSK_SCREEN_RULING)
        tap(played, "next");
    assert_int_not_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    assert_true(played->state->say_warns);
    assert_int_equal(playing_entries(played, "ruling", NULL), 1);
}

static void test_changed_closes_the_order(void **state)
{
    playing *played = *state;
    static ledger_entry entry;

    order_red(played);
    tap(played, "order-changed");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_GAME);
    assert_int_equal(playing_entries(played, "order-closed", &entry), 1);
    assert_int_equal(entry.payload.order_closed.how, LEDGER_CHANGED);
    assert_string_equal(played->state->game->order_id, "");
}

static void test_overruled_label_stands_beside_the_tools(void **state)
{
    playing *played = *state;
    static ledger_entry entry;

    enter_dispute(played, false);
    const size_t row = current(played)->result.cycle.from;
    tap_number(played, "row", (int)row);
    kiosk_scene scene;
    assert_true(kiosk_scene_of(played->state, &scene));
    assert_int_equal(scene.finding->label, JUDGE_CHASE);
    assert_true(scene.steps > 2);
    tap_number(played, "change", (int)row);
    tap(played, "change-label 3 0");
    tap(played, "change-done");
    assert_int_equal(played->state->say, KIOSK_SAY_REASON_MISSING);
    tap(played, "change-reason 28.9");
    tap(played, "change-done");
    assert_int_equal(current(played)->entered.override_count, 1);
    assert_int_equal(kiosk_dispute_outcome(current(played)), JUDGE_DRAW);
    assert_int_equal(current(played)->result.ruling.outcome, JUDGE_RED_MUST_CHANGE);
    tap(played, "undo");
    assert_int_equal(kiosk_dispute_outcome(current(played)), JUDGE_RED_MUST_CHANGE);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RULING);
    tap(played, "redo");
    sign(played);
    assert_int_equal(playing_entries(played, "ruling", &entry), 1);
    assert_int_equal(entry.payload.ruling.tool, JUDGE_RED_MUST_CHANGE);
    assert_int_equal(entry.payload.ruling.outcome, JUDGE_DRAW);
    assert_int_equal(entry.payload.ruling.override_count, 1);
    assert_int_equal(entry.payload.ruling.overrides[0].label, JUDGE_IDLE);
    assert_string_equal(entry.payload.ruling.overrides[0].reason, "28.9");
}

/* Of several arbiters none is chosen yet: nobody is told that nobody is registered. What the ledger
 * says is asked of who is chosen, anew for each. */
static void test_the_ledger_is_asked_of_the_arbiter_chosen(void **state)
{
    playing *played = *state;

    playing_arbiter(played, "2", "周裁判");
    order_red(played);
    playing_restart(played); /* nobody is remembered */
    tap(played, "game 1 4 1");
    tap(played, "order-changed");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    assert_int_equal(played->state->hall->arbiter_count, 2);
    for (int arbiter = -1; arbiter < 2; arbiter++) {
        if (arbiter >= 0)
            tap_number(played, "arbiter", arbiter);
        for (size_t i = 0; i < played->state->told.count; i++)
            assert_int_not_equal(played->state->told.list[i].severity, LEDGER_SEVERITY_ERROR);
        assert_int_equal(played->state->sign.arbiter, arbiter);
    }
}

static void test_three_wrong_pins_wait(void **state)
{
    playing *played = *state;

    enter_dispute(played, false);
    tap(played, "next");
    for (int i = 0; i < KIOSK_PIN_FREE_TRIES; i++) {
        assert_int_equal(played->state->sign.wait_until_ms, 0);
        tap_digits(played, "1111");
        tap(played, "next");
        assert_true(played->state->sign.wrong);
    }
    assert_true(played->state->sign.wait_until_ms >= played->now_ms + KIOSK_PIN_WAIT_MS);
    tap(played, "digit 2");
    assert_string_equal(played->state->sign.pin, "");
    assert_int_equal(played->state->say, KIOSK_SAY_PIN_WAIT);
    /* Starting anew shortens nothing: the right PIN is not looked at either. */
    playing_restart(played);
    tap(played, "next");
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_SIGN);
    assert_int_equal(playing_entries(played, "ruling", NULL), 0);
    played->wall_ms += KIOSK_PIN_WAIT_MS;
    played->now_ms += KIOSK_PIN_WAIT_MS;
    tap_digits(played, "1111");
    tap(played, "next");
    assert_true(played->state->sign.wait_until_ms >= played->now_ms + 2 * KIOSK_PIN_WAIT_MS);
    played->wall_ms += 2 * KIOSK_PIN_WAIT_MS;
    played->now_ms += 2 * KIOSK_PIN_WAIT_MS;
    tap_digits(played, "2468");
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);
}

static void test_power_goes_at_every_tap(void **state)
{
    playing *played = *state;

    enter_position(played);
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    tap_move(played, cycle[0]);
    tap_move(played, cycle[1]);
    playing_restart(played);
    assert_int_equal(current(played)->entered.count, 2);
    tap(played, "undo");
    playing_restart(played);
    assert_int_equal(current(played)->entered.count, 1);
    tap(played, "redo");
    tap_move(played, cycle[2]);
    tap_move(played, cycle[3]);
    tap(played, "rounds 1");
    tap(played, "next");
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RULING);
    assert_int_equal(kiosk_dispute_outcome(current(played)), JUDGE_RED_MUST_CHANGE);
    sign(played);
    /* Signed, but not announced yet. */
    playing_restart(played);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);
    assert_true(current(played)->is_signed);
    assert_red_was_ordered(played);
    tap(played, "next");
    playing_restart(played);
    assert_int_equal(kiosk_open_disputes(played->state), 0);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
}

static void test_torn_line_is_left_out(void **state)
{
    playing *played = *state;
    char path[SCRATCH_PATH_BYTES];
    size_t length = 0;

    enter_position(played);
    tap_move(played, cycle[0]);
    scratch_path(played->folder, "journal.db.draft", path);
    playing_close(played);
    unsigned char *bytes = scratch_load(path, &length);
    scratch_save(path, bytes, length - 3, 0600);
    free(bytes);
    playing_open(played);
    assert_int_equal(current(played)->entered.count, 0);
    tap_move(played, cycle[0]);
    playing_restart(played);
    assert_int_equal(current(played)->entered.count, 1);
}

static void test_settings_are_kept(void **state)
{
    playing *played = *state;

    tap(played, "language 1");
    tap(played, "theme 2");
    tap(played, "text-step 1");
    tap(played, "edition cxa-2020");
    playing_restart(played);
    assert_int_equal(played->state->settings.language, BOARD_ENGLISH);
    assert_int_equal(played->state->settings.theme, KIOSK_THEME_CONTRAST);
    assert_int_equal(played->state->settings.text_step, 1);
    assert_string_equal(kiosk_edition(played->state), "cxa-2020");
}

static void test_saved_case(void **state)
{
    playing *played = *state;

    tap(played, "game 1 5 1");
    tap(played, "next");
    tap(played, "cases");
    assert_true(played->state->cases->count > 100);
    tap(played, "case-pick book-001");
    assert_int_equal(current(played)->entered.count, 4);
    tap(played, "case-pick ../../etc/passwd");
    assert_int_equal(played->state->say, KIOSK_SAY_CASE_MISSING);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
}

/* A search is cancelled; its answer, when it comes, is dropped. */
static void test_search_is_cancelled(void **state)
{
    playing *played = *state;

    played->no_judge = true;
    enter_position(played);
    enter_cycle(played, false);
    tap(played, "rounds 1");
    tap(played, "next");
    assert_int_equal(current(played)->judging, KIOSK_JUDGE_RUNNING);
    kiosk_watch_job(played->state, played->held);
    assert_false(atomic_load(&played->held->stop));
    tap(played, "judge-stop");
    assert_int_equal(current(played)->judging, KIOSK_JUDGE_STOPPED);
    kiosk_watch_job(played->state, played->held);
    assert_true(atomic_load(&played->held->stop));
    playing_do_held(played, KIOSK_END_STOPPED);
    assert_int_equal(current(played)->judging, KIOSK_JUDGE_STOPPED);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RULING);
    played->no_judge = false;
    tap(played, "judge");
    assert_int_equal(current(played)->judging, KIOSK_JUDGE_DONE);
    tap(played, "compare cxa-2020");
    assert_int_equal(current(played)->compared_judging, KIOSK_JUDGE_DONE);
}

static void test_two_open_disputes(void **state)
{
    playing *played = *state;

    enter_position(played);
    tap_move(played, cycle[0]);
    tap(played, "home");
    tap(played, "game 1 5 1");
    tap(played, "next");
    assert_int_equal(kiosk_open_disputes(played->state), 2);
    tap(played, "home");
    tap(played, "game 1 4 1");
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_DISPUTE_AGAIN);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(current(played)->entered.count, 1);
    playing_restart(played);
    assert_int_equal(kiosk_open_disputes(played->state), 2);
    assert_int_equal(current(played)->entered.count, 1);
    tap(played, "dispute-drop 1");
    assert_int_equal(played->state->ask, KIOSK_ASK_DROP);
    tap(played, "answer 1");
    assert_int_equal(kiosk_open_disputes(played->state), 1);
}

static void test_finished_game_asks(void **state)
{
    playing *played = *state;
    static ledger_entry entry;

    ledger_entry_begin(&entry, LEDGER_RESULT);
    entry.payload.result.game = (ledger_game_key){1, 4, 1};
    entry.payload.result.outcome = LEDGER_RED_WINS;
    ledger_copy(entry.payload.result.reason, LEDGER_KEY_BYTES, "checkmate");
    playing_log(played, &entry);
    tap(played, "game 1 4 1");
    assert_true(played->state->game->table.finished);
    tap(played, "next"); /* it is over: the large button leaves it */
    assert_int_equal(played->state->ask, KIOSK_ASK_NOTHING);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
    tap(played, "game 1 4 1");
    assert_int_equal(kiosk_next_of(played->state).label, KIOSK_SAY_TO_HALL);
    tap(played, "dispute");
    assert_int_equal(played->state->ask, KIOSK_ASK_FINISHED);
    tap(played, "answer 0");
    assert_int_equal(kiosk_open_disputes(played->state), 0);
    tap(played, "dispute");
    tap(played, "answer 1");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
    tap(played, "home");
    tap(played, "game 1 4 1");
    tap(played, "next"); /* a dispute that is open is gone on with */
    assert_int_equal(played->state->screen, KIOSK_SCREEN_POSITION);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_first_start_makes_an_event_and_its_arbiter),
        TEST(test_position_of_14_pieces_taps),
        TEST(test_four_moves_on_the_keypad_taps),
        TEST(test_hall_to_signed_ruling),
        TEST(test_repeated_again_loses),
        TEST(test_other_moves_are_no_repetition),
        TEST(test_changed_closes_the_order),
        TEST(test_overruled_label_stands_beside_the_tools),
        TEST(test_the_ledger_is_asked_of_the_arbiter_chosen),
        TEST(test_three_wrong_pins_wait),
        TEST(test_power_goes_at_every_tap),
        TEST(test_torn_line_is_left_out),
        TEST(test_settings_are_kept),
        TEST(test_saved_case),
        TEST(test_search_is_cancelled),
        TEST(test_two_open_disputes),
        TEST(test_finished_game_asks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
