/*
 * tests/test_kiosk_decided.c: the chief arbiter's decisions on the device that ruled, and rulings as
 * QR codes: shown, read at the office, stored there once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kiosk/flow/grown.h"
#include "kiosk/screens/screens.h"
#include "kiosk_playing.h"
#include "office/http.h"
#include "support/office_making.h"
#include "sync/carried.h"

/* The chief arbiter writes, as the office or another device would. */
static void decide(playing *played, ledger_entry *entry)
{
    store_fold fold = {0};
    const store_options options = {.clock = playing_clock, .clock_context = played};
    store_journal *journal = scratch_open(played->journal, &options);

    ledger_copy(entry->arbiter, sizeof entry->arbiter, "chief");
    assert_int_equal(store_fold_on(journal, &fold, NULL), BOARD_OK);
    assert_int_equal(store_log(journal, &fold, entry, NULL, NULL), BOARD_OK);
    store_fold_free(&fold);
    store_close(journal);
    kiosk_journal_grew(played->state);
    playing_jobs(played);
}

static void register_chief(playing *played)
{
    static ledger_entry entry;

    ledger_entry_begin(&entry, LEDGER_ARBITER);
    ledger_copy(entry.payload.arbiter.key, LEDGER_KEY_BYTES, "chief");
    ledger_copy(entry.payload.arbiter.name, LEDGER_NAME_BYTES, "张裁判长");
    entry.payload.arbiter.role = LEDGER_CHIEF_ARBITER;
    playing_log(played, &entry);
}

static void uphold(playing *played, const char *note)
{
    static ledger_entry ruling;
    static ledger_entry entry;

    assert_true(playing_entries(played, "ruling", &ruling) > 0);
    ledger_entry_begin(&entry, LEDGER_UPHELD);
    entry.payload.upheld.game = ruling.payload.ruling.game;
    ledger_copy(entry.payload.upheld.ruling, LEDGER_ID_BYTES, ruling.id);
    ledger_copy(entry.payload.upheld.note, LEDGER_NOTE_BYTES, note);
    decide(played, &entry);
}

static void overrule(playing *played, const char *reason)
{
    static ledger_entry ruling;
    static ledger_entry entry;

    assert_true(playing_entries(played, "ruling", &ruling) > 0);
    ledger_entry_begin(&entry, LEDGER_RULING);
    entry.payload.ruling = ruling.payload.ruling;
    entry.payload.ruling.outcome = JUDGE_DRAW;
    entry.payload.ruling.articles[0] = '\0';
    ledger_copy(entry.corrects, sizeof entry.corrects, ruling.id);
    ledger_copy(entry.reason, sizeof entry.reason, reason);
    decide(played, &entry);
}

/* The part of this name on the screen; NULL. The view is the test's own. */
static const kiosk_part *look_for(const playing *played, const char *name, int width, int height)
{
    static kiosk_view view;
    const kiosk_metrics metrics = kiosk_metrics_make(width, height, 170, 0);

    kiosk_screen_build(played->state, &metrics, &view);
    assert_false(view.overflow);
    for (size_t i = 0; i < view.count; i++) {
        if (strcmp(view.parts[i].name, name) == 0)
            return &view.parts[i];
    }
    return NULL;
}

static const kiosk_part *part(const playing *played, const char *name)
{
    const kiosk_part *found = look_for(played, name, 1280, 800);

    assert_non_null(found);
    return found;
}

/* Is this in the part's text, or its detail? */
static bool says(const playing *played, const char *name, const char *wanted)
{
    char text[2 * KIOSK_PART_TEXT_BYTES];
    const kiosk_part *found = part(played, name);

    snprintf(text, sizeof text, "%s|%s", found->text, found->detail);
    return strstr(text, wanted) != NULL;
}

static const kiosk_table *table(const playing *played)
{
    const kiosk_table *found = &played->state->hall->tables[0];

    assert_int_equal(found->game.table, 4);
    return found;
}

static void a_decision_is_told_marked_and_shown(void **state)
{
    playing *played = *state;

    register_chief(played);
    playing_rule(played);
    assert_null(look_for(played, "decision", 1280, 800));
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
    assert_false(kiosk_decision_is_fresh(played->state, table(played)));

    uphold(played, "与录像一致");
    assert_int_equal(played->state->say, KIOSK_SAY_UPHELD_AT);
    assert_true(kiosk_decision_is_fresh(played->state, table(played)));
    assert_true(says(played, "hall.table.4.1", "裁判长维持"));
    assert_non_null(look_for(played, "hall.open.4.1", 1280, 800));

    tap(played, "game 1 4 1");
    assert_false(kiosk_decision_is_fresh(played->state, table(played)));
    assert_true(says(played, "decision", "维持裁决"));
    assert_true(says(played, "decision", "张裁判长"));
    assert_true(says(played, "decision", "与录像一致"));
    assert_int_equal(part(played, "decision")->tone, KIOSK_TONE_GOOD);
    tap(played, "home");
    assert_false(says(played, "hall.table.4.1", "裁判长维持"));
}

/* A later decision counts; it is told wherever the arbiter is, and marks the table anew. */
static void a_later_decision_takes_its_place(void **state)
{
    playing *played = *state;

    register_chief(played);
    playing_rule(played);
    tap(played, "next");
    uphold(played, "");
    tap(played, "game 1 4 1");
    tap(played, "game 1 5 1"); /* he looks at another game */
    overrule(played, "第1着是闲");
    assert_int_equal(played->state->say, KIOSK_SAY_OVERRULED_AT);
    assert_string_equal(played->state->say_value.text[BOARD_CHINESE], "4");
    tap(played, "home");
    assert_true(says(played, "hall.table.4.1", "裁判长改判"));
    tap(played, "game 1 4 1");
    assert_true(says(played, "decision", "改判：和棋"));
    assert_true(says(played, "decision", "第1着是闲"));
    assert_int_equal(part(played, "decision")->tone, KIOSK_TONE_WARNING);
    tap(played, "language 1");
    assert_true(says(played, "decision", "Overruled"));
    assert_true(says(played, "decision", "第1着是闲")); /* his words stay as they are */
    /* Nothing more has come: nothing is told again. */
    played->state->say = KIOSK_SAY_NOTHING;
    kiosk_journal_grew(played->state);
    playing_jobs(played);
    assert_int_equal(played->state->say, KIOSK_SAY_NOTHING);
}

/* While it stands on 宣布, and on 裁决 behind it. */
static void a_decision_shows_where_the_ruling_is_announced(void **state)
{
    playing *played = *state;

    register_chief(played);
    playing_rule(played);
    overrule(played, "判罚有误");
    static const kiosk_screen screens[] = {KIOSK_SCREEN_ANNOUNCE, KIOSK_SCREEN_RULING};
    for (size_t i = 0; i < 2; i++) {
        if (i > 0)
            tap_number(played, "go", (int)screens[i]);
        assert_int_equal(played->state->screen, screens[i]);
        assert_true(says(played, "decision", "改判"));
        assert_true(says(played, "decision", "判罚有误"));
    }
}

/* What the arbiter puts right himself is no decision. */
static void an_arbiters_own_correction_is_none(void **state)
{
    playing *played = *state;
    static ledger_entry ruling;
    static ledger_entry entry;

    playing_rule(played);
    tap(played, "next");
    assert_int_equal(playing_entries(played, "ruling", &ruling), 1);
    ledger_entry_begin(&entry, LEDGER_WITHDRAWAL);
    ledger_copy(entry.corrects, sizeof entry.corrects, ruling.id);
    ledger_copy(entry.reason, sizeof entry.reason, "写错了");
    playing_log(played, &entry);
    kiosk_journal_grew(played->state);
    playing_jobs(played);
    assert_int_equal(table(played)->decided, LEDGER_UNDECIDED);
    assert_false(kiosk_decision_is_fresh(played->state, table(played)));
}

/* After a restart: what was decided of a game that is over is known; of one that goes on it is
 * marked once more, rather than not at all. */
static void restarts_mark_rather_too_much(void **state)
{
    playing *played = *state;

    register_chief(played);
    playing_rule(played);
    tap(played, "next");
    uphold(played, "");
    tap(played, "game 1 4 1");
    tap(played, "home");
    playing_restart(played);
    assert_true(kiosk_decision_is_fresh(played->state, table(played)));
    assert_int_not_equal(played->state->say, KIOSK_SAY_UPHELD_AT);
    static ledger_entry entry;
    ledger_entry_begin(&entry, LEDGER_RESULT);
    entry.payload.result.game = (ledger_game_key){1, 4, 1};
    entry.payload.result.outcome = LEDGER_DRAW;
    ledger_copy(entry.payload.result.reason, LEDGER_KEY_BYTES, "agreed");
    playing_log(played, &entry);
    playing_restart(played);
    assert_true(table(played)->finished);
    assert_false(kiosk_decision_is_fresh(played->state, table(played)));
}

/* Long reasons leave room for the rest, also on a small display. */
static void long_reasons_are_cut(void **state)
{
    playing *played = *state;
    char reason[LEDGER_NOTE_BYTES] = "";

    for (size_t i = 0; i + 3 < sizeof reason; i += 3)
        memcpy(reason + i, "长", 4);
    register_chief(played);
    playing_rule(played);
    tap(played, "next");
    static const int sizes[][2] = {{1280, 800}, {800, 1280}, {800, 480}, {480, 800}};
    for (int overruled = 0; overruled < 2; overruled++) {
        if (overruled)
            overrule(played, reason);
        else
            uphold(played, reason); /* and the order to change stands */
        tap(played, "game 1 4 1");
        for (size_t i = 0; i < 4; i++) {
            if (look_for(played, "decision", sizes[i][0], sizes[i][1]) == NULL)
                fail_msg("no decision at %d x %d", sizes[i][0], sizes[i][1]);
        }
    }
}

/* The QR code. */

static void set_connection(playing *played, kiosk_connection connection)
{
    kiosk_device device = played->state->device;

    device.connection = connection;
    kiosk_set_device(played->state, &device);
}

static void the_code_is_offered_where_there_is_no_network(void **state)
{
    playing *played = *state;

    playing_rule(played);
    for (int i = 0; i <= KIOSK_CONNECTION_SENT; i++) {
        set_connection(played, (kiosk_connection)i);
        assert_int_equal(look_for(played, "announce.code", 1280, 800) != NULL,
                         i == KIOSK_CONNECTION_OFFLINE);
        tap(played, "code 1");
        assert_int_equal(played->state->code.open, i == KIOSK_CONNECTION_OFFLINE);
        tap(played, "code 0");
    }
    set_connection(played, KIOSK_CONNECTION_OFFLINE);
    static const int sizes[][2] = {{1280, 800}, {800, 1280}, {800, 480}, {480, 800}};
    for (size_t i = 0; i < 4; i++) {
        assert_non_null(look_for(played, "announce.code", sizes[i][0], sizes[i][1]));
        tap(played, "code 1");
        const kiosk_part *code = look_for(played, "code", sizes[i][0], sizes[i][1]);
        assert_non_null(code);
        assert_true(code->rect.width >= 300 && code->rect.height >= 300);
        assert_non_null(look_for(played, "code.close", sizes[i][0], sizes[i][1]));
        tap(played, "back"); /* closes it, and nothing else */
        assert_int_equal(played->state->screen, KIOSK_SCREEN_ANNOUNCE);
        assert_null(look_for(played, "code", sizes[i][0], sizes[i][1]));
    }
}

static void a_ruling_too_long_for_a_code_says_so(void **state)
{
    playing *played = *state;
    static ledger_entry entry;
    kiosk_code *code = &played->state->code;

    playing_rule(played);
    set_connection(played, KIOSK_CONNECTION_OFFLINE);
    playing_entries(played, "ruling", &entry);
    entry.id[0] = '\0';
    for (size_t i = 0; i + 1 < LEDGER_PLIES_MAX / 2; i++)
        memcpy(entry.payload.ruling.moves + 5 * i, i % 2 == 0 ? "c1b1 " : "b6c4 ", 6);
    entry.payload.ruling.moves[5 * (LEDGER_PLIES_MAX / 2 - 1) - 1] = '\0';
    playing_log(played, &entry);
    tap(played, "code 1");
    assert_string_not_equal(code->text, "");
    kiosk_job *job = kiosk_job_new(KIOSK_JOB_CODE);
    assert_non_null(job);
    ledger_copy(job->id, sizeof job->id, entry.id);
    ledger_copy(code->id, sizeof code->id, entry.id);
    kiosk_desk_perform(played->desk, job);
    assert_int_equal(job->end, KIOSK_END_FAILED);
    kiosk_receive(played->state, job, played->now_ms);
    assert_int_equal(code->error, BOARD_ERROR_SYNC_CARRIED);
    assert_null(look_for(played, "code", 1280, 800));
    assert_true(
        says(played, "code.none", board_error_text(BOARD_ERROR_SYNC_CARRIED, BOARD_CHINESE)));
}

/* Requests to an office without a network. */
static unsigned carry(making_office *office, const char *text)
{
    static office_rates rates;
    const office_front front = {.office = &office->house, .rates = &rates};
    const office_request request = {.method = "POST",
                                    .path = SYNC_PATH "/carried",
                                    .body = text,
                                    .length = strlen(text),
                                    .bearer = NULL,
                                    .cookie = office->token,
                                    .own_page = true};
    office_reply reply;

    office_handle((office_front *)&front, &request, &reply);
    const unsigned status = reply.status;
    office_reply_free(&reply);
    return status;
}

/* What is on the display, brought to the office's page, is the ruling: once. */
static void a_code_is_shown_read_and_stored_once(void **state)
{
    playing *played = *state;
    making_office *office = calloc(1, sizeof *office);
    static ledger_entry ruling;
    uint64_t count = 0;

    assert_non_null(office);
    making_office_open(office, played->folder);
    playing_rule(played);
    set_connection(played, KIOSK_CONNECTION_OFFLINE);
    tap(played, "code 1");
    static kiosk_view view;
    const kiosk_metrics metrics = kiosk_metrics_make(1280, 800, 170, 0);
    kiosk_screen_build(played->state, &metrics, &view);
    assert_int_equal(strncmp(view.code, "QILI1:", 6), 0);

    /* A device that was never enrolled is nobody's. */
    assert_int_equal(carry(office, view.code), 403);
    store_journal *journal = scratch_open(played->journal, NULL);
    assert_int_equal(store_register(office->house.journal, store_public_key(journal), NULL, NULL),
                     BOARD_OK);
    /* It waits for the entries before it; brought again it is the same one. */
    for (int i = 0; i < 2; i++)
        assert_int_equal(carry(office, view.code), 200);
    uint64_t last = 0;
    assert_int_equal(store_last_number(journal, &last, NULL), BOARD_OK);
    for (uint64_t number = 1; number < last; number++) { /* the device sends all before it */
        store_entry entry;
        assert_int_equal(store_get_number(journal, number, &entry, NULL), BOARD_OK);
        assert_int_equal(store_append_foreign(office->house.journal, &entry, NULL, NULL), BOARD_OK);
        store_entry_free(&entry);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(carry(office, view.code), 200);
        const store_filter filter = {.type = "ruling"};
        assert_int_equal(store_count(office->house.journal, &filter, &count, NULL), BOARD_OK);
        assert_int_equal(count, 1);
    }
    playing_entries(played, "ruling", &ruling);
    store_entry arrived;
    assert_int_equal(store_get_id(office->house.journal, ruling.id, &arrived, NULL), BOARD_OK);
    store_entry_free(&arrived);
    store_close(journal);
    making_office_close(office);
    free(office);
}

int main(void)
{
#define DECIDED_TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)
    const struct CMUnitTest tests[] = {
        DECIDED_TEST(a_decision_is_told_marked_and_shown),
        DECIDED_TEST(a_later_decision_takes_its_place),
        DECIDED_TEST(a_decision_shows_where_the_ruling_is_announced),
        DECIDED_TEST(an_arbiters_own_correction_is_none),
        DECIDED_TEST(restarts_mark_rather_too_much),
        DECIDED_TEST(long_reasons_are_cut),
        DECIDED_TEST(the_code_is_offered_where_there_is_no_network),
        DECIDED_TEST(a_ruling_too_long_for_a_code_says_so),
        DECIDED_TEST(a_code_is_shown_read_and_stored_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
