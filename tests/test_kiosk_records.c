/*
 * tests/test_kiosk_records.c: 记录 with a real journal: what is listed and in which order, what it is
 * narrowed to, an entry opened; what is written to a USB stick, and games that come from one; and
 * what is said where a stick is missing, full, or a file is bad.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "kiosk/desk/stick.h"
#include "kiosk/screens/screens.h"
#include "kiosk_playing.h"

enum { MANY = 150 };

static const int sizes[][2] = {{1280, 800}, {800, 1280}, {800, 480}, {480, 800}};

static const ledger_game_key table_4 = {1, 4, 1};
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

static const kiosk_record_page *page_of(const playing *played)
{
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RECORDS);
    assert_non_null(played->state->records.page);
    return played->state->records.page;
}

static void open_records(playing *played)
{
    tap(played, "home");
    tap(played, "records 0");
    page_of(played);
}

static void open_row(playing *played, size_t index)
{
    char line[64];

    const kiosk_record_row *row = kiosk_record_row_at(&played->state->records, index);
    assert_non_null(row);
    snprintf(line, sizeof line, "record %s", row->id);
    tap(played, line);
    assert_int_equal(played->state->screen, KIOSK_SCREEN_RECORD);
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

static const char *text_of(const playing *played, const char *name, int width, int height,
                           board_language language)
{
    static kiosk_view view;
    const kiosk_metrics metrics = kiosk_metrics_make(width, height, 170, 0);

    played->state->settings.language = language;
    kiosk_screen_build(played->state, &metrics, &view);
    assert_false(view.overflow);
    for (size_t i = 0; i < view.count; i++) {
        if (strcmp(view.parts[i].name, name) == 0)
            return view.parts[i].text;
    }
    fail_msg("no %s at %d x %d", name, width, height);
    return "";
}

static bool is_seen(const playing *played, const char *text, int width, int height)
{
    static kiosk_view view;
    const kiosk_metrics metrics = kiosk_metrics_make(width, height, 170, 0);
    bool seen = false;

    kiosk_screen_build(played->state, &metrics, &view);
    assert_false(view.overflow);
    for (size_t i = 0; i < view.count; i++)
        seen = seen || strstr(view.parts[i].text, text) != NULL;
    return seen;
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

/* A ruling by hand, with one label that the arbiter overruled. */
static void make_ruling(ledger_entry *entry)
{
    ledger_ruling *ruling = &entry->payload.ruling;

    ledger_entry_begin(entry, LEDGER_RULING);
    ruling->game = table_4;
    ledger_copy(ruling->fen, sizeof ruling->fen, "3ak1b2/4a4/4b3r/1n7/9/9/8N/4B4/2R1A4/3AK1B2 w");
    ledger_copy(ruling->moves, sizeof ruling->moves, "c1b1 b6c4 b1c1 c4b6 c1b1 b6c4 b1c1 c4b6");
    ledger_copy(ruling->edition, sizeof ruling->edition, "cxa-2007");
    ruling->tool = JUDGE_RED_MUST_CHANGE;
    ruling->outcome = JUDGE_DRAW;
    ledger_copy(ruling->articles, sizeof ruling->articles, "26.3,24.2");
    ruling->override_count = 1;
    ruling->overrides[0] = (ledger_override){.ply = 5, .label = JUDGE_IDLE, .reason = "29.3"};
}

static void log_ruling(playing *played)
{
    static ledger_entry entry;

    make_ruling(&entry);
    playing_log(played, &entry);
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

/* Sticks. */

/* A folder of sticks; `stick`: with one of this name in it. */
static void plug_in(playing *played, const char *stick, char path[SCRATCH_PATH_BYTES])
{
    char *media = played->state->stick.places.media;

    assert_true(snprintf(media, KIOSK_STICK_PATH_BYTES, "%s/media", played->folder) <
                KIOSK_STICK_PATH_BYTES);
    assert_true(mkdir(media, 0700) == 0 || errno == EEXIST);
    if (stick == NULL)
        return;
    assert_true(snprintf(path, SCRATCH_PATH_BYTES, "%s/%s", media, stick) < SCRATCH_PATH_BYTES);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void write_file(const char *folder, const char *name, const char *text, size_t length)
{
    char path[SCRATCH_PATH_BYTES * 2];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static size_t file_lines(const char *folder, const char *name)
{
    char path[SCRATCH_PATH_BYTES * 2];
    size_t lines = 0;
    int byte = 0;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    while ((byte = fgetc(file)) != EOF)
        lines += byte == '\n';
    fclose(file);
    return lines;
}

static bool says(const playing *played, const char *text)
{
    return strstr(played->state->say_value.text[BOARD_CHINESE], text) != NULL;
}

static void test_the_journal_goes_to_a_stick_and_overwrites_nothing(void **state)
{
    playing *played = *state;
    kiosk_device device = played->state->device;
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, "A", stick);
    device.wall_ms = PLAYING_TIME_MS;
    device.minutes_east = 8 * 60;
    kiosk_set_device(played->state, &device);
    open_records(played);
    const size_t total = page_of(played)->total;
    tap(played, "records-export 0");
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_WRITTEN);
    assert_true(says(played, "qili-20260501-1700.jsonl"));
    assert_int_equal(file_lines(stick, "qili-20260501-1700.jsonl"), total);
    tap(played, "records-export 0");
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_BESIDE);
    assert_true(says(played, "qili-20260501-1700-2.jsonl"));
    tap(played, "records-export 1");
    assert_int_equal(file_lines(stick, "qili-20260501-1700.csv"), total + 1);
    assert_int_equal(file_lines(stick, "qili.part"), 0);
}

static void test_a_ruling_goes_to_a_stick_as_page_and_game(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, "A", stick);
    log_ruling(played);
    open_records(played);
    tap(played, "records-export 2");
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_WRITTEN);
    open_row(played, 0);
    tap(played, "records-export 0"); /* the journal is for the list */
    assert_int_equal(played->state->say, KIOSK_SAY_NOT_HERE);
    tap(played, "records-export 3");
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_WRITTEN);
    assert_true(says(played, "qili-r1-t4-"));
    assert_true(says(played, ".pdf"));
    tap(played, "records-export 2");
    assert_true(says(played, ".pgn"));
}

/* No empty file that is said to hold them. */
static void test_without_rulings_no_file_is_written(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, "A", stick);
    open_records(played);
    tap(played, "records-export 2");
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_NO_RULINGS);
    assert_true(played->state->say_warns);
    assert_false(played->state->stick.busy);
    assert_int_equal(rmdir(stick), 0); /* nothing is in it */
    assert_int_equal(mkdir(stick, 0700), 0);
    /* There is one, but not in the list. */
    log_ruling(played);
    open_records(played);
    tap(played, "records-table 5");
    tap(played, "records-export 2");
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_NO_RULINGS);
    assert_int_equal(rmdir(stick), 0);
    assert_int_equal(mkdir(stick, 0700), 0);
    tap(played, "records-table 4");
    tap(played, "records-export 2");
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_WRITTEN);
    assert_int_equal(rmdir(stick), -1);
}

/* A ruling of another device whose moves cannot be played: others are written, alone it is told. */
static void test_a_ruling_that_cannot_be_played_is_no_game(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];
    static ledger_entry entry;

    plug_in(played, "A", stick);
    make_ruling(&entry);
    ledger_copy(entry.payload.ruling.moves, sizeof entry.payload.ruling.moves, "c1b1 e5e6");
    playing_log(played, &entry);
    open_records(played);
    open_row(played, 0);
    assert_int_equal(played->state->say, KIOSK_SAY_RECORD_UNPLAYABLE);
    assert_false(played->state->records.heard.open);
    tap(played, "records-export 2");
    assert_int_equal(played->state->say, KIOSK_SAY_TROUBLE);
    assert_true(says(played, "e5e6"));
    tap(played, "back");
    tap(played, "records-export 2");
    assert_int_equal(played->state->say, KIOSK_SAY_TROUBLE);
    assert_true(says(played, "e5e6"));
    assert_int_equal(rmdir(stick), 0);
    assert_int_equal(mkdir(stick, 0700), 0);
    log_ruling(played);
    open_records(played);
    tap(played, "records-export 2");
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_WRITTEN);
}

static void test_without_a_stick_or_with_one_that_is_gone(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, NULL, stick);
    open_records(played);
    tap(played, "records-export 0");
    assert_int_equal(played->state->say, KIOSK_SAY_TROUBLE);
    assert_true(says(played, "没有 U 盘"));
    assert_false(played->state->stick.busy);
    static const struct {
        int number;
        board_error error;
    } failures[] = {{ENOSPC, BOARD_ERROR_STICK_FULL},     {EFBIG, BOARD_ERROR_STICK_FULL},
                    {EROFS, BOARD_ERROR_STICK_READ_ONLY}, {EACCES, BOARD_ERROR_STICK_READ_ONLY},
                    {EIO, BOARD_ERROR_STICK_GONE},        {ENOENT, BOARD_ERROR_STICK_GONE},
                    {ENODEV, BOARD_ERROR_STICK_GONE},     {EMFILE, BOARD_ERROR_STICK_WRITE}};
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        assert_int_equal(stick_error(failures[i].number), failures[i].error);
}

/* The stick is pulled out, or is full, between the first byte and the last. */
static void test_half_a_file_never_stands(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];
    char path[KIOSK_STICK_PATH_BYTES];
    bool beside = false;
    stick_file *file = malloc(sizeof *file);

    assert_non_null(file);
    plug_in(played, "A", stick);
    assert_true(stick_begin(file, stick));
    assert_true(stick_put(file, "half", 4));
    stick_drop(file);
    assert_int_equal(rmdir(stick), 0); /* nothing is left in it */
    assert_false(stick_begin(file, stick));
    assert_int_equal(stick_error(file->failure), BOARD_ERROR_STICK_GONE);
    assert_int_equal(mkdir(stick, 0700), 0);
    assert_true(stick_begin(file, stick));
    close(file->descriptor);
    file->descriptor = open("/dev/full", O_WRONLY);
    assert_true(file->descriptor >= 0);
    assert_true(stick_put(file, "more", 4));
    assert_false(stick_finish(file, stick, "name", ".csv", path, &beside));
    assert_int_equal(stick_error(file->failure), BOARD_ERROR_STICK_FULL);
    assert_int_equal(rmdir(stick), 0);
    free(file);
}

static void test_names_run_out(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];
    char path[KIOSK_STICK_PATH_BYTES];
    bool beside = false;
    stick_file *file = malloc(sizeof *file);

    assert_non_null(file);
    plug_in(played, "A", stick);
    for (int i = 1; i <= 99; i++) {
        assert_true(stick_begin(file, stick));
        assert_true(stick_finish(file, stick, "n", ".csv", path, &beside));
        assert_int_equal(beside, i > 1);
    }
    assert_non_null(strstr(path, "n-99.csv"));
    assert_true(stick_begin(file, stick));
    assert_false(stick_finish(file, stick, "n", ".csv", path, &beside));
    assert_int_equal(access(file->part, F_OK), -1);
    free(file);
}

/* Games. */

static const char two_games[] =
    "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n1. 炮二平五 马８进７ *\n\n"
    "[Game \"Chinese Chess\"]\n[Red \"丙\"]\n[Black \"丁\"]\n\n1. 兵七进一 *\n";

/* In the dispute of table 4, to the files of the sticks. */
static void open_stick(playing *played)
{
    tap(played, "game 1 4 1");
    tap(played, "audit");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    tap(played, "stick");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_STICK);
    assert_non_null(played->state->stick.files);
}

static void test_a_game_of_several_is_chosen_and_audited(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, "A", stick);
    write_file(stick, "two.pgn", two_games, sizeof two_games - 1);
    write_file(stick, "readme.doc", "no game", 7);
    open_stick(played);
    assert_int_equal(played->state->stick.files->count, 1);
    tap(played, "stick-file 0");
    assert_int_equal(played->state->stick.games->count, 2);
    assert_non_null(strstr(played->state->stick.games->names[1][BOARD_CHINESE], "丙"));
    tap(played, "back");
    assert_null(played->state->stick.games);
    tap(played, "stick-file 0");
    tap(played, "stick-game 1");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->entered.count, 1);
    assert_int_equal(played->state->hand.shown, 0);
    tap(played, "next");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_AUDIT);
    /* It is in the draft like anything that was entered by hand. */
    playing_restart(played);
    assert_int_equal(kiosk_open_disputes(played->state), 1);
    assert_int_equal(played->state->disputes[0].entered.count, 1);
}

static void test_a_game_in_gbk_alone_in_its_file_is_opened_at_once(void **state)
{
    playing *played = *state;
    static const char gbk[] = "[Game \"Chinese Chess\"]\n\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 *\n";
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, "A", stick);
    write_file(stick, "g.PGN", gbk, sizeof gbk - 1);
    open_stick(played);
    tap(played, "stick-file 0");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->entered.count, 1);
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_OPENED);
}

static void test_a_bad_file_is_named_with_what_is_wrong(void **state)
{
    playing *played = *state;
    static const char half[] = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马８进７\n2. 车九进九 *\n";
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, "A", stick);
    write_file(stick, "a.xqf",
               "XQ\xff"
               "garbage",
               10);
    write_file(stick, "b.pgn", "", 0);
    write_file(stick, "c.pgn", half, sizeof half - 1);
    open_stick(played);
    tap(played, "stick-file 0");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_STICK);
    assert_true(says(played, "a.xqf"));
    tap(played, "stick-file 1");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_STICK);
    assert_true(says(played, "b.pgn"));
    /* The moves before the wrong one stand; what is wrong is said. */
    tap(played, "stick-file 2");
    assert_int_equal(played->state->screen, KIOSK_SCREEN_MOVES);
    assert_int_equal(kiosk_current(played->state)->entered.count, 2);
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_PARTLY);
    assert_true(says(played, "c.pgn"));
    assert_true(says(played, "车九进九"));
}

/* However long the stick takes: the loop looks at the work meanwhile, and a dispute is open. */
static void test_a_slow_stick_is_read_to_its_end(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, "A", stick);
    write_file(stick, "two.pgn", two_games, sizeof two_games - 1);
    open_stick(played);
    played->no_judge = true;
    tap(played, "stick-file 0");
    assert_non_null(kiosk_current(played->state));
    kiosk_watch_job(played->state, played->held);
    assert_false(atomic_load(&played->held->stop));
    kiosk_desk_judge(played->held, NULL);
    kiosk_receive(played->state, played->held, played->now_ms);
    played->held = NULL;
    assert_int_equal(played->state->stick.games->count, 2);
}

static void test_files_at_their_most(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];
    char deep[SCRATCH_PATH_BYTES * 2];
    char name[32];

    plug_in(played, "A", stick);
    snprintf(deep, sizeof deep, "%s/1", stick);
    assert_int_equal(mkdir(deep, 0700), 0);
    write_file(deep, "in.pgn", two_games, sizeof two_games - 1);
    for (int i = 1; i < KIOSK_STICK_FILES_MAX; i++) {
        snprintf(name, sizeof name, "%03d.pgn", i);
        write_file(stick, name, two_games, sizeof two_games - 1);
    }
    open_stick(played);
    assert_int_equal(played->state->stick.files->count, KIOSK_STICK_FILES_MAX);
    assert_false(played->state->stick.files->cut);
    assert_false(is_seen(played, "只列出前", 800, 480));
    write_file(stick, "one-more.pgn", two_games, sizeof two_games - 1);
    tap(played, "stick");
    assert_int_equal(played->state->stick.files->count, KIOSK_STICK_FILES_MAX);
    assert_true(played->state->stick.files->cut);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_true(is_seen(played, "只列出前 256 项", sizes[i][0], sizes[i][1]));
}

static void test_games_of_a_file_at_their_most(void **state)
{
    playing *played = *state;
    static const char game[] = "[Game \"Chinese Chess\"]\n\n1. 兵七进一 *\n\n";
    static char text[(KIOSK_STICK_GAMES_MAX + 1) * (sizeof game - 1)];
    char stick[SCRATCH_PATH_BYTES];

    for (size_t at = 0; at < sizeof text; at += sizeof game - 1)
        memcpy(text + at, game, sizeof game - 1);
    plug_in(played, "A", stick);
    write_file(stick, "a.pgn", text, sizeof text - (sizeof game - 1));
    write_file(stick, "b.pgn", text, sizeof text);
    open_stick(played);
    tap(played, "stick-file 0");
    assert_int_equal(played->state->stick.games->count, KIOSK_STICK_GAMES_MAX);
    assert_false(played->state->stick.games->cut);
    assert_false(is_seen(played, "只列出前", 800, 480));
    tap(played, "back");
    tap(played, "stick-file 1");
    assert_int_equal(played->state->stick.games->count, KIOSK_STICK_GAMES_MAX);
    assert_true(played->state->stick.games->cut);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_true(is_seen(played, "只列出前 512 项", sizes[i][0], sizes[i][1]));
}

static void test_what_was_stopped_changes_nothing(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];

    plug_in(played, "A", stick);
    open_records(played);
    played->no_judge = true;
    tap(played, "records-export 0");
    assert_true(played->state->stick.busy);
    tap(played, "records-export 1"); /* one thing at a time */
    assert_int_equal(played->state->say, KIOSK_SAY_BUSY);
    tap(played, "stick-stop");
    assert_false(played->state->stick.busy);
    kiosk_watch_job(played->state, played->held);
    assert_true(atomic_load(&played->held->stop));
    kiosk_desk_judge(played->held, NULL);
    assert_int_equal(played->held->end, KIOSK_END_STOPPED);
    kiosk_receive(played->state, played->held, played->now_ms);
    played->held = NULL;
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_STOPPED);
    assert_int_equal(rmdir(stick), 0); /* no file is left */
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
        TEST(test_the_journal_goes_to_a_stick_and_overwrites_nothing),
        TEST(test_a_ruling_goes_to_a_stick_as_page_and_game),
        TEST(test_without_rulings_no_file_is_written),
        TEST(test_a_ruling_that_cannot_be_played_is_no_game),
        TEST(test_without_a_stick_or_with_one_that_is_gone),
        TEST(test_half_a_file_never_stands),
        TEST(test_names_run_out),
        TEST(test_a_game_of_several_is_chosen_and_audited),
        TEST(test_a_game_in_gbk_alone_in_its_file_is_opened_at_once),
        TEST(test_a_bad_file_is_named_with_what_is_wrong),
        TEST(test_a_slow_stick_is_read_to_its_end),
        TEST(test_files_at_their_most),
        TEST(test_games_of_a_file_at_their_most),
        TEST(test_what_was_stopped_changes_nothing),
    };

    return cmocka_run_group_tests_name("kiosk records", tests, NULL, NULL);
}
