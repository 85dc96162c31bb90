/*
 * tests/test_kiosk_records.c: 记录 with a real journal: what is listed and in which order, what it is
 * narrowed to, an entry opened.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kiosk_records_playing.h"

enum { MANY = 150 };

static const ledger_game_key table_5 = {1, 5, 1};

static void log_foul(playing *played, ledger_game_key game, board_side side)
{
    static ledger_entry entry;

    ledger_entry_begin(&entry, LEDGER_FOUL);
    entry.payload.foul.game = game;
    entry.payload.foul.side = side;
    ledger_copy(entry.payload.foul.key, LEDGER_KEY_BYTES, "own-piece");
    playing_log(played, &entry);
}

static void test_the_newest_entry_stands_first(void **state)
{
    playing *played = *state;
    const size_t before = (open_records(played), page_of(played)->total);

    log_foul(played, table_4, BOARD_RED);
    log_foul(played, table_5, BOARD_BLACK);
    open_records(played);
    const kiosk_record_page *page = page_of(played);
    assert_int_equal(page->total, before + 2);
    assert_int_equal(page->rows[0].type, LEDGER_FOUL);
    assert_int_equal(page->rows[0].game.table, 5);
    assert_int_equal(page->rows[1].game.table, 4);
    assert_true(page->rows[0].in_force);
    assert_non_null(strstr(page->rows[0].text[BOARD_CHINESE], "黑方犯规"));
    assert_non_null(strstr(page->rows[0].text[BOARD_ENGLISH], "foul of Black"));
    assert_int_equal(page->rows[page->total - 1].type, LEDGER_ARBITER);
}

/* Only the first entry after the clock was set back says so, in the list and opened. */
static void test_a_clock_that_was_set_back_stands_on_the_entry(void **state)
{
    playing *played = *state;

    log_foul(played, table_4, BOARD_RED);
    played->wall_ms -= INT64_C(3600) * 1000;
    log_foul(played, table_5, BOARD_BLACK);
    log_foul(played, table_5, BOARD_RED);
    open_records(played);
    const kiosk_record_page *page = page_of(played);
    for (int language = 0; language < BOARD_LANGUAGES; language++) {
        const char *mark = language == BOARD_CHINESE ? "时钟被往回拨" : "clock was set back";

        assert_null(strstr(page->rows[0].text[language], mark));
        assert_non_null(strstr(page->rows[1].text[language], mark));
        assert_null(strstr(page->rows[2].text[language], mark));
    }
    assert_true(page->rows[1].time_ms < page->rows[2].time_ms);
    assert_non_null(strstr(page->rows[1].text[BOARD_ENGLISH], "foul of Black"));
    open_row(played, 1);
    assert_non_null(strstr(played->state->records.entry->row.text[BOARD_CHINESE], "往回拨"));
}

static void test_the_list_is_narrowed_by_table_kind_round_and_player(void **state)
{
    playing *played = *state;

    log_foul(played, table_4, BOARD_RED);
    log_foul(played, table_4, BOARD_BLACK);
    log_foul(played, table_5, BOARD_BLACK);
    open_records(played);
    tap_number(played, "records-kind", KIOSK_RECORDS_FOULS);
    assert_int_equal(page_of(played)->total, 3);
    tap(played, "records-table 4");
    assert_int_equal(page_of(played)->total, 2);
    tap(played, "records-round 2");
    assert_int_equal(page_of(played)->total, 0);
    tap(played, "records-round 1");
    assert_int_equal(page_of(played)->total, 2);
    /* A foul is the player's who made it, not his opponent's. */
    const char *red = played->state->hall->tables[0].keys[BOARD_RED];
    char line[64];
    snprintf(line, sizeof line, "records-player %s", red);
    tap(played, line);
    assert_int_equal(page_of(played)->total, 1);
    assert_non_null(strstr(page_of(played)->rows[0].text[BOARD_ENGLISH], "foul of Red"));
    tap(played, "records-table 0");
    tap(played, "records-round 0");
    tap_number(played, "records-kind", KIOSK_RECORDS_ALL);
    assert_int_equal(page_of(played)->total, 3); /* his registration, pairing and foul */
}

static void test_what_the_list_can_be_narrowed_to(void **state)
{
    playing *played = *state;

    open_records(played);
    tap_number(played, "records-choose", KIOSK_RECORD_BY_TABLE);
    assert_int_equal(played->state->records.choices->count, 2);
    assert_int_equal(played->state->records.choices->list[0].number, 4);
    assert_int_equal(played->state->records.choices->list[1].number, 5);
    tap_number(played, "records-choose", KIOSK_RECORD_BY_PLAYER);
    assert_true(played->state->records.choices->count >= 4);
    tap(played, "back");
    assert_null(played->state->records.choices);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RECORDS);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_HALL);
}

/* More entries than a page holds, in a journal written in one go. */
static void log_many(playing *played)
{
    const store_options options = {.clock = playing_clock, .clock_context = played};
    store_journal *journal = scratch_open(played->journal, &options);
    ledger_entry *entry = calloc(1, sizeof *entry);
    store_fold fold = {0};
    store_problem problem;

    assert_non_null(entry);
    assert_int_equal(store_fold_on(journal, &fold, &problem), BOARD_OK);
    for (int i = 0; i < MANY; i++) {
        ledger_entry_begin(entry, LEDGER_NOTE);
        entry->payload.note.game = table_4;
        snprintf(entry->payload.note.text, sizeof entry->payload.note.text, "note %d", i);
        ledger_copy(entry->arbiter, sizeof entry->arbiter, "1");
        assert_int_equal(store_log(journal, &fold, entry, NULL, &problem), BOARD_OK);
    }
    store_fold_free(&fold);
    store_close(journal);
    free(entry);
}

static void test_pages_of_a_long_list(void **state)
{
    playing *played = *state;
    const kiosk_records *records = &played->state->records;

    log_many(played);
    tap(played, "game 1 4 1");
    tap(played, "records 1");
    tap_number(played, "records-kind", KIOSK_RECORDS_OTHERS);
    assert_int_equal(page_of(played)->total, MANY);
    for (size_t first = 0; first < MANY; first += 7) {
        tap_number(played, "records-from", (int)first);
        for (size_t i = first; i < first + KIOSK_RECORD_ROWS_SHOWN && i < MANY; i++) {
            char text[32];
            snprintf(text, sizeof text, "note %zu", MANY - 1 - i);
            const kiosk_record_row *row = kiosk_record_row_at(records, i);
            assert_non_null(row);
            assert_non_null(strstr(row->text[BOARD_ENGLISH], text));
        }
    }
    tap_number(played, "records-from", MANY - 1);
    tap_number(played, "records-from", MANY); /* past the end: nothing changes */
    assert_int_equal(records->first, MANY - 1);
    tap(played, "scroll -3");
    assert_int_equal(records->first, MANY - 4);
    tap(played, "scroll 10000");
    assert_int_equal(records->first, MANY - 1);
    tap(played, "scroll -10000");
    assert_int_equal(records->first, 0);
}

static void test_an_entry_taken_back_says_by_whom_and_why(void **state)
{
    playing *played = *state;
    static ledger_entry entry;

    log_foul(played, table_4, BOARD_RED);
    open_records(played);
    char id[LEDGER_ID_BYTES];
    memcpy(id, page_of(played)->rows[0].id, sizeof id);
    ledger_entry_begin(&entry, LEDGER_WITHDRAWAL);
    ledger_copy(entry.corrects, sizeof entry.corrects, id);
    ledger_copy(entry.reason, sizeof entry.reason, "记错一方");
    playing_log(played, &entry);
    tap(played, "reload");
    open_records(played);
    assert_int_equal(page_of(played)->rows[0].type, LEDGER_WITHDRAWAL);
    assert_non_null(strstr(page_of(played)->rows[0].text[BOARD_CHINESE], "记错一方"));
    assert_int_equal(page_of(played)->rows[0].game.table,
                     4); /* of the game of what it takes back */
    assert_false(page_of(played)->rows[1].in_force);
    open_row(played, 1);
    const kiosk_record_entry *open = played->state->records.entry;
    assert_string_equal(open->row.id, id);
    assert_non_null(strstr(open->details[BOARD_CHINESE], "已撤销"));
    assert_non_null(strstr(open->details[BOARD_CHINESE], "记错一方"));
    assert_non_null(strstr(open->details[BOARD_ENGLISH], "9.1.5"));
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RECORDS);
}

/* The word as often as it goes into so many bytes. */
static void fill_with(char *text, size_t size, const char *word)
{
    const size_t length = strlen(word);

    for (size_t at = 0; at + length < size; at += length)
        memcpy(text + at, word, length + 1);
}

/* A note as long as one can be is cut; who logged it and that it does not hold stand there. */
static void test_a_long_note_is_cut_before_its_arbiter(void **state)
{
    playing *played = *state;
    static const char *const corrected[] = {"（已更正）", "(corrected)"};
    static ledger_entry entry;

    for (int chinese = 0; chinese < 2; chinese++) {
        const char *word = chinese ? "长" : " long";

        ledger_entry_begin(&entry, LEDGER_NOTE);
        entry.payload.note.game = table_4;
        fill_with(entry.payload.note.text, sizeof entry.payload.note.text, word);
        playing_log(played, &entry);
        open_records(played);
        char id[LEDGER_ID_BYTES], arbiter[LEDGER_NAME_BYTES];
        memcpy(id, page_of(played)->rows[0].id, sizeof id);
        memcpy(arbiter, page_of(played)->rows[0].arbiter, sizeof arbiter);
        assert_true(arbiter[0] != '\0');
        ledger_entry_begin(&entry, LEDGER_WITHDRAWAL);
        ledger_copy(entry.corrects, sizeof entry.corrects, id);
        fill_with(entry.reason, sizeof entry.reason, word);
        playing_log(played, &entry);
        open_records(played);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            for (int language = 0; language < BOARD_LANGUAGES; language++) {
                const char *taken = text_of(played, "record.what.2", sizes[i][0], sizes[i][1],
                                            (board_language)language);
                assert_non_null(strstr(taken, chinese ? "长长" : "long long"));
                assert_non_null(strstr(taken, "…"));
                assert_non_null(strstr(taken, arbiter));
                assert_non_null(strstr(taken, corrected[language]));
                const char *by = text_of(played, "record.what.1", sizes[i][0], sizes[i][1],
                                         (board_language)language);
                assert_non_null(strstr(by, "…"));
                assert_non_null(strstr(by, arbiter));
            }
        }
        open_row(played, 1);
        assert_non_null(strstr(text_of(played, "record.what", 800, 480, BOARD_CHINESE),
                               corrected[BOARD_CHINESE]));
    }
}

static void test_a_ruling_is_opened_and_cannot_be_changed(void **state)
{
    playing *played = *state;

    log_ruling(played);
    open_records(played);
    tap_number(played, "records-kind", KIOSK_RECORDS_RULINGS);
    assert_int_equal(page_of(played)->total, 1);
    open_row(played, 0);
    const kiosk_records *records = &played->state->records;
    assert_true(records->heard.open);
    assert_int_equal(records->heard.judging, KIOSK_JUDGE_DONE);
    assert_int_equal(records->heard.entered.count, 8);
    assert_int_equal(records->heard.entered.override_count, 1);
    /* What the journal says was ruled, whatever the tool says now. */
    assert_int_equal(kiosk_dispute_outcome(&records->heard), JUDGE_DRAW);
    assert_int_equal(records->heard.result.ruling.outcome, JUDGE_RED_MUST_CHANGE);
    tap(played, "show 3");
    assert_int_equal(records->plies, 3);
    tap(played, "row 4");
    assert_int_equal(played->state->evidence.row, 4);
    static const char *const changes[] = {
        "outcome 4", "change 4", "overrule 4 0 0 because",         "note changed",
        "undo",      "cut 0",    "fen 1 4k4/9/9/9/9/9/9/9/9/4K4 w"};
    const kiosk_entered before = records->heard.entered;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        tap(played, changes[i]);
        assert_true(kiosk_entered_equal(&before, &records->heard.entered));
        assert_int_equal(played->state->change.move, -1);
    }
    assert_int_equal(playing_entries(played, "ruling", NULL), 1);
    tap(played, "back"); /* from the evidence */
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RECORD);
    tap(played, "back");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RECORDS);
    assert_int_equal(kiosk_open_disputes(played->state), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_the_newest_entry_stands_first),
        TEST(test_a_clock_that_was_set_back_stands_on_the_entry),
        TEST(test_the_list_is_narrowed_by_table_kind_round_and_player),
        TEST(test_what_the_list_can_be_narrowed_to),
        TEST(test_pages_of_a_long_list),
        TEST(test_an_entry_taken_back_says_by_whom_and_why),
        TEST(test_a_long_note_is_cut_before_its_arbiter),
        TEST(test_a_ruling_is_opened_and_cannot_be_changed),
    };

    return cmocka_run_group_tests_name("kiosk records", tests, NULL, NULL);
}
