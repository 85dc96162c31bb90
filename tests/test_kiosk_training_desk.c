/*
 * tests/test_kiosk_training_desk.c: training with real files: the library read when it is asked for,
 * 10,000 cases of one's own, files of cases that come in or are refused, a folder that is damaged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "kiosk_playing.h"
#include "training/library.h"

enum {
    IMPORTED = 1000,
#if defined __SANITIZE_ADDRESS__
    READ_MS = 120000
#else
    READ_MS = 20000
#endif
};

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* So many cases that differ in their ids, one a line. */
static char *many_cases(size_t count, const char *label)
{
    static const char line[] = "{\"id\":\"c%zu\",\"source\":\"x\",\"difficulty\":3,"
                               "\"fen\":\"3k1a3/4a4/4b4/1c6R/3n5/9/9/9/9/4K4 w\","
                               "\"moves\":[\"e0d0\",\"e7g9\",\"d0e0\",\"g9e7\"],"
                               "\"labels\":{\"cxa-2007\":[\"%s\",\"闲\",\"闲\",\"闲\"]}}\n";
    const size_t room = count * (sizeof line + 16) + 1;
    size_t used = 0;
    char *text = malloc(room);

    assert_non_null(text);
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, line, i, label);
    return text;
}

/* A file of the folder that is FOLDER/journal.db with an ending. */
static void write_file(const playing *played, const char *ending, const char *name,
                       const char *text)
{
    char path[SCRATCH_PATH_BYTES * 2];

    snprintf(path, sizeof path, "%s%s", played->journal, ending);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s%s/%s", played->journal, ending, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) >= 0, 1);
    assert_int_equal(fclose(file), 0);
}

static void tap_import(playing *played, const char *name)
{
    char line[KIOSK_FILE_NAME_BYTES + 32];

    tap(played, "choose 5");
    snprintf(line, sizeof line, "cases-import %s", name);
    tap(played, line);
}

static size_t cases_there(const playing *played)
{
    assert_non_null(played->state->training.library);
    return played->state->training.library->cases.count;
}

static void test_nothing_is_made_before_it_is_needed(void **state)
{
    playing *played = *state;
    char path[SCRATCH_PATH_BYTES];

    scratch_path(played->folder, "training.db", path);
    assert_int_not_equal(access(path, F_OK), 0);
    tap(played, "training 1");
    assert_true(cases_there(played) >= 325);
    assert_int_equal(access(path, F_OK), 0);
}

static void test_many_cases_of_ones_own(void **state)
{
    playing *played = *state;
    training_library built_in = {0};
    char name[32];

    assert_int_equal(training_library_built_in(&built_in, NULL), BOARD_OK);
    const size_t count = TRAINING_CASES_MAX - built_in.count;
    char *text = many_cases(count, "捉");
    char *line = text;
    for (size_t i = 0; i < count; i++) {
        char *line_end = strchr(line, '\n');
        *line_end = '\0';
        snprintf(name, sizeof name, "c%zu.json", i);
        write_file(played, ".cases", name, line);
        line = line_end + 1;
    }
    const int64_t before = now_ms();
    tap(played, "training 1");
    const int64_t took = now_ms() - before;
    printf("  %zu cases of one's own read by the desk in %d ms\n", count, (int)took);
    assert_int_equal(cases_there(played), TRAINING_CASES_MAX);
    assert_true(took < READ_MS);

    /* One more cannot come in, and that is told; nothing is lost. */
    write_file(played, ".files", "more.json",
               "{\"id\":\"more\",\"source\":\"x\",\"fen\":\"3k1a3/4a4/4b4/1c6R/3n5/9/9/9/9/4K4 w\","
               "\"moves\":[\"e0d0\",\"e7g9\",\"d0e0\",\"g9e7\"],"
               "\"labels\":{\"cxa-2007\":[\"捉\",\"闲\",\"闲\",\"闲\"]}}");
    tap_import(played, "more.json");
    assert_int_equal(played->state->say, KIOSK_SAY_IMPORT_REFUSED);
    assert_non_null(strstr(played->state->say_value.text[BOARD_ENGLISH], "10,000"));
    assert_int_equal(cases_there(played), TRAINING_CASES_MAX);
    training_library_free(&built_in);
    free(text);
}

static void test_a_file_of_many_cases_comes_in(void **state)
{
    playing *played = *state;
    char *text = many_cases(IMPORTED, "捉");

    tap(played, "training 1");
    const size_t there = cases_there(played);
    write_file(played, ".files", "many.json", text);
    const int64_t before = now_ms();
    tap_import(played, "many.json");
    printf("  %d cases judged and imported in %d ms\n", IMPORTED, (int)(now_ms() - before));
    assert_int_equal(played->state->say, KIOSK_SAY_IMPORTED);
    assert_string_equal(played->state->say_value.text[BOARD_CHINESE], "1000");
    assert_int_equal(cases_there(played), there + IMPORTED);
    /* The same once more is no error, and adds nothing. */
    tap_import(played, "many.json");
    assert_string_equal(played->state->say_value.text[BOARD_CHINESE], "0");
    assert_int_equal(cases_there(played), there + IMPORTED);
    free(text);
}

static void test_what_is_wrong_is_refused_as_a_whole(void **state)
{
    playing *played = *state;
    char *text = many_cases(3, "杀"); /* the judge says 捉 */
    static const struct {
        const char *name, *text, *told;
    } wrong[] = {
        {"empty.json", "", ""},
        {"torn.json", "{\"id\":\"c0\",", ""},
        {"garbage.json", "\x01\xff", ""},
        {"no-moves.json", "{\"id\":\"c0\",\"source\":\"x\"}", "c0"},
    };

    tap(played, "training 1");
    const size_t there = cases_there(played);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_file(played, ".files", wrong[i].name, wrong[i].text);
        tap_import(played, wrong[i].name);
        assert_int_equal(played->state->say, i > 0 ? KIOSK_SAY_IMPORT_REFUSED : played->state->say);
        assert_non_null(strstr(played->state->say_value.text[BOARD_ENGLISH], wrong[i].told));
    }
    write_file(played, ".files", "label.json", text);
    tap_import(played, "label.json");
    assert_int_equal(played->state->say, KIOSK_SAY_IMPORT_REFUSED);
    assert_non_null(strstr(played->state->say_value.text[BOARD_ENGLISH], "c0"));
    assert_int_equal(cases_there(played), there);
    tap_import(played, "../journal.db"); /* out of the folder */
    assert_int_equal(played->state->say_warns, true);
    free(text);
}

static void test_a_damaged_folder_takes_nothing_away(void **state)
{
    playing *played = *state;

    write_file(played, ".cases", "c0.json", "{\"id\":");
    tap(played, "training 1");
    assert_true(cases_there(played) >= 325);
    assert_int_equal(played->state->say, KIOSK_SAY_TROUBLE);
    assert_true(played->state->say_warns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing_is_made_before_it_is_needed, playing_set_up,
                                        playing_tear_down),
        cmocka_unit_test_setup_teardown(test_many_cases_of_ones_own, playing_set_up,
                                        playing_tear_down),
        cmocka_unit_test_setup_teardown(test_a_file_of_many_cases_comes_in, playing_set_up,
                                        playing_tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_wrong_is_refused_as_a_whole, playing_set_up,
                                        playing_tear_down),
        cmocka_unit_test_setup_teardown(test_a_damaged_folder_takes_nothing_away, playing_set_up,
                                        playing_tear_down),
    };

    return cmocka_run_group_tests_name("kiosk training at the desk", tests, NULL, NULL);
}
