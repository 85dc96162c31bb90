/*
 * tests/test_kiosk_stick.c: USB sticks with a real journal: what is written to one, games that come
 * from one, and what is said where a stick is missing, full, or a file is bad.
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
#include "kiosk_records_playing.h"

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

/* A file on a stick that is there, the caller's to free. */
static stick_file *plugged_file(playing *played, char stick[SCRATCH_PATH_BYTES])
{
    stick_file *file = malloc(sizeof *file);

    assert_non_null(file);
    plug_in(played, "A", stick);
    return file;
}

/* The stick is pulled out, or is full, between the first byte and the last. */
static void test_half_a_file_never_stands(void **state)
{
    playing *played = *state;
    char stick[SCRATCH_PATH_BYTES];
    char path[KIOSK_STICK_PATH_BYTES];
    bool beside = false;
    stick_file *file = plugged_file(played, stick);

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
    stick_file *file = plugged_file(played, stick);

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
    playing_do_held(played, KIOSK_END_DONE);
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
    playing_do_held(played, KIOSK_END_STOPPED);
    assert_int_equal(played->state->say, KIOSK_SAY_STICK_STOPPED);
    assert_int_equal(rmdir(stick), 0); /* no file is left */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, playing_set_up, playing_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
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

    return cmocka_run_group_tests_name("kiosk stick", tests, NULL, NULL);
}
