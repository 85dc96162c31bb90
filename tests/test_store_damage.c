/*
 * tests/test_store_damage.c: single bytes of the file changed, one after the other: verify reports
 * it, and no entry is ever read as something else.
 *
 * STORE_FLIPS=N: how many bytes of the file are tried besides its head (300); 0: all of them.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "store/pages.h"
#include "support/store_fixture.h"

enum { FLIPS = 300, LOG_FLIPS = 150, HEAD_BYTES = 100, ENTRIES = 60, LONG_PAYLOAD = 9000 };

/* What became of the flipped bytes. */
typedef struct tally {
    size_t tried;
    size_t reported; /* by verify */
    size_t numbered; /* with the number of an entry */
    size_t refused;  /* by store_open or by the reading of all entries */
    size_t harmless; /* all entries read as they were */
    size_t missed;   /* an entry read otherwise, without an error */
} tally;

/* Entries of all sorts, snapshots that came and went, and pages that became free. */
static void fill(const char *path)
{
    store_journal *journal = scratch_open(path, NULL);
    char *payload = malloc(LONG_PAYLOAD + 1);

    assert_non_null(payload);
    memset(payload, 'x', LONG_PAYLOAD);
    memcpy(payload, "{\"text\":\"", 9);
    memcpy(payload + LONG_PAYLOAD - 2, "\"}", 3);
    for (unsigned i = 1; i <= ENTRIES; i++) {
        scratch_append(journal, i % 2 ? "foul" : "dispute.opened", i);
        if (i % 20 == 0) {
            store_draft draft = {.type = "note", .payload = payload, .arbiter = "裁判乙"};
            assert_int_equal(store_append(journal, &draft, NULL, NULL), BOARD_OK);
        }
        if (i % 12 == 0) { /* long ones are followed by short ones */
            payload[LONG_PAYLOAD - i] = '\0';
            assert_int_equal(store_snapshot_save(journal, i, payload, NULL), BOARD_OK);
            payload[LONG_PAYLOAD - i] = i <= 2 ? '}' : 'x';
        }
    }
    store_close(journal);
    free(payload);
}

static bool digest_entry(void *context, const store_entry *entry)
{
    crypto_generichash_state *state = context;
    char *line = store_entry_json(entry);

    assert_non_null(line);
    crypto_generichash_update(state, (const unsigned char *)line, strlen(line));
    free(line);
    return true;
}

/* A hash of all entries as they are read; false: they could not be read. */
static bool digest(const char *path, uint8_t hash[STORE_HASH_BYTES])
{
    const store_options options = {.read_only = true};
    crypto_generichash_state state;
    store_journal *journal = NULL;

    if (store_open(path, &options, &journal, NULL) != BOARD_OK)
        return false;
    crypto_generichash_init(&state, NULL, 0, STORE_HASH_BYTES);
    board_error error = store_visit(journal, NULL, digest_entry, &state, NULL);
    crypto_generichash_final(&state, hash, STORE_HASH_BYTES);
    store_close(journal);
    return error == BOARD_OK;
}

static bool note_number(void *context, const store_problem *fault)
{
    bool *numbered = context;

    *numbered = *numbered || fault->number > 0;
    return true;
}

/* Changes one byte, looks, and changes it back. */
static void flip(const char *path, size_t offset, const uint8_t expected[STORE_HASH_BYTES],
                 unsigned *seed, tally *sum)
{
    const unsigned char mask = (unsigned char)(1 + rand_r(seed) % 255);
    uint8_t hash[STORE_HASH_BYTES];
    bool numbered = false;

    scratch_flip(path, offset, mask);
    sum->tried++;
    board_error error = store_verify(path, NULL, note_number, &numbered, NULL, NULL);
    if (error != BOARD_OK)
        sum->reported++;
    else
        print_message("byte %zu, %02x: not reported\n", offset, mask);
    sum->numbered += numbered;
    if (!digest(path, hash))
        sum->refused++;
    else if (memcmp(hash, expected, sizeof hash) == 0)
        sum->harmless++;
    else
        sum->missed++;
    scratch_flip(path, offset, mask);
}

static void show(const char *what, const tally *sum)
{
    print_message("%s: %zu bytes changed, %zu reported by verify (%zu with an entry's number); "
                  "reading refused %zu, unchanged %zu, changed %zu\n",
                  what, sum->tried, sum->reported, sum->numbered, sum->refused, sum->harmless,
                  sum->missed);
}

static void every_changed_byte_is_reported(void **state)
{
    const store_fixture *test = *state;
    const char *wish = getenv("STORE_FLIPS");
    uint8_t expected[STORE_HASH_BYTES];
    unsigned seed = 20261130;
    size_t size = 0;
    tally sum = {.tried = 0};

    fill(test->path);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    assert_true(digest(test->path, expected));
    free(scratch_load(test->path, &size));
    size_t flips = wish != NULL ? strtoul(wish, NULL, 10) : FLIPS;
    for (size_t offset = 0; offset < (flips == 0 ? size : HEAD_BYTES); offset++)
        flip(test->path, offset, expected, &seed, &sum);
    for (size_t i = 0; i < flips; i++)
        flip(test->path, (size_t)rand_r(&seed) % size, expected, &seed, &sum);
    show("the file", &sum);
    assert_int_equal(sum.reported, sum.tried);
    assert_int_equal(sum.missed, 0);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
}

/* An entry whose page carries a right seal, but whose text was changed, is told by its number. */
static void entry_changed_behind_a_right_seal_is_told_by_number(void **state)
{
    const store_fixture *test = *state;
    store_problem problem;
    size_t size = 0;

    fill(test->path);
    unsigned char *bytes = scratch_load(test->path, &size);
    static const char text[] = "{\"n\":37}";
    size_t at = 0;
    while (memcmp(bytes + at, text, sizeof text - 1) != 0)
        at++;
    bytes[at + 5] = '9';
    size_t page = at / STORE_PAGE_BYTES;
    store_page_seal(bytes + page * STORE_PAGE_BYTES, page + 1);
    scratch_save(test->path, bytes, size, 0600);
    free(bytes);
    assert_int_equal(scratch_verify(test->path, &problem, NULL), 1);
    assert_int_equal(problem.error, BOARD_ERROR_STORE_HASH);
    assert_int_equal(problem.number, 38); /* one note before it */
    assert_int_equal(problem.sequence, 38);
    store_journal *journal = NULL;
    assert_int_equal(store_open(test->path, NULL, &journal, &problem), BOARD_OK);
    store_close(journal); /* a snapshot says that it was checked */
}

/* The journal as a killed program leaves it: the last entries are in the -wal file only. */
static void leave_log(const store_fixture *test, const char *as)
{
    static const char *const endings[] = {"", "-wal", ".head", ".key"};
    char from[SCRATCH_PATH_BYTES + 8];
    char to[SCRATCH_PATH_BYTES + 8];
    store_journal *journal = scratch_open(test->path, NULL);

    for (unsigned i = 0; i < 5; i++)
        scratch_append(journal, "foul", 1000 + i);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(from, sizeof from, "%s%s", test->path, endings[i]);
        snprintf(to, sizeof to, "%s%s", as, endings[i]);
        scratch_copy(from, to, 0600);
    }
    store_close(journal);
}

static void changed_byte_of_the_log_loses_nothing_unnoticed(void **state)
{
    const store_fixture *test = *state;
    char killed[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    char name[SCRATCH_PATH_BYTES + 8];
    char log[SCRATCH_PATH_BYTES + 8];
    uint8_t expected[STORE_HASH_BYTES];
    uint8_t hash[STORE_HASH_BYTES];
    unsigned seed = 7;
    size_t size = 0;
    tally sum = {.tried = 0};

    scratch_path(test->folder, "killed.db", killed);
    scratch_path(test->folder, "copy.db", path);
    leave_log(test, killed);
    assert_true(digest(test->path, expected));
    snprintf(log, sizeof log, "%s-wal", killed);
    free(scratch_load(log, &size));
    assert_true(size > 5 * STORE_PAGE_BYTES);
    for (size_t i = 0; i < LOG_FLIPS; i++) {
        size_t offset = i < 60 ? i : (size_t)rand_r(&seed) % size;
        scratch_copy(killed, path, 0600);
        snprintf(name, sizeof name, "%s-wal", path);
        scratch_copy(log, name, 0600);
        scratch_flip(name, offset, (unsigned char)(1 + rand_r(&seed) % 255));
        snprintf(name, sizeof name, "%s-shm", path);
        unlink(name);
        snprintf(name, sizeof name, "%s.head", killed);
        snprintf(log, sizeof log, "%s.head", path);
        scratch_copy(name, log, 0600);
        snprintf(log, sizeof log, "%s-wal", killed);
        sum.tried++;
        sum.reported += store_verify(path, NULL, NULL, NULL, NULL, NULL) != BOARD_OK;
        if (!digest(path, hash))
            sum.refused++;
        else if (memcmp(hash, expected, sizeof hash) == 0)
            sum.harmless++;
        else
            sum.missed++;
    }
    show("the -wal file", &sum);
    assert_int_equal(sum.missed, 0);
    assert_int_equal(sum.reported + sum.harmless, sum.tried);
}

/* Rebuilding makes a whole file out of one whose entries are whole. */
static void damage_outside_the_entries_is_rebuilt(void **state)
{
    const store_fixture *test = *state;
    uint8_t expected[STORE_HASH_BYTES];
    uint8_t hash[STORE_HASH_BYTES];
    store_rebuilt made = {.entries = 0};
    unsigned rebuilt = 0;
    size_t size = 0;
    char path[SCRATCH_PATH_BYTES];

    fill(test->path);
    assert_true(digest(test->path, expected));
    scratch_path(test->folder, "damaged.db", path);
    free(scratch_load(test->path, &size));
    for (size_t page = 1; page < size / STORE_PAGE_BYTES; page++) {
        scratch_copy(test->path, path, 0600);
        scratch_flip(path, page * STORE_PAGE_BYTES + 300, 0xFF);
        assert_true(scratch_verify(path, NULL, NULL) > 0);
        if (store_rebuild(path, NULL, &made, NULL) != BOARD_OK)
            continue;
        rebuilt++;
        assert_int_equal(made.entries, ENTRIES + ENTRIES / 20);
        assert_int_equal(scratch_verify(path, NULL, NULL), 0);
        assert_true(digest(path, hash));
        assert_memory_equal(hash, expected, sizeof hash);
    }
    print_message("%u of %zu pages\n", rebuilt, size / STORE_PAGE_BYTES - 1);
    assert_true(rebuilt > 0);
}

/* What a look at one file found. */
typedef struct findings {
    char texts[64][2][512];
    size_t count;
} findings;

static bool find(void *context, const store_problem *fault)
{
    findings *found = context;

    assert_true(found->count < sizeof found->texts / sizeof *found->texts);
    for (int language = 0; language < BOARD_LANGUAGES; language++)
        store_problem_text(fault, (board_language)language, found->texts[found->count][language],
                           sizeof found->texts[0][0]);
    found->count++;
    return true;
}

/* Everything that SQLite could say of damage is said in English, with these signs. */
static void assert_our_words(const findings *found)
{
    static const char *const foreign[] = {"***", "malformed", "Tree", "sqlite", "SQL", "row "};

    for (size_t i = 0; i < found->count; i++) {
        for (size_t j = 0; j < sizeof foreign / sizeof *foreign; j++) {
            assert_null(strstr(found->texts[i][BOARD_CHINESE], foreign[j]));
            assert_null(strstr(found->texts[i][BOARD_ENGLISH], foreign[j]));
        }
        assert_null(strstr(found->texts[i][BOARD_CHINESE], "page"));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(found->texts[i][BOARD_ENGLISH], found->texts[j][BOARD_ENGLISH]);
    }
}

/* How many faults name the page. */
static size_t page_told(const findings *found, size_t page)
{
    char name[32];
    size_t told = 0;

    snprintf(name, sizeof name, "page %zu:", page);
    for (size_t i = 0; i < found->count; i++)
        told += strstr(found->texts[i][BOARD_ENGLISH], name) != NULL;
    return told;
}

static void a_bad_page_is_told_once_in_our_words(void **state)
{
    const store_fixture *test = *state;
    char path[SCRATCH_PATH_BYTES];
    store_problem problem;
    findings found;
    size_t size = 0;

    fill(test->path);
    scratch_path(test->folder, "damaged.db", path);
    free(scratch_load(test->path, &size));
    for (size_t page = 1; page <= size / STORE_PAGE_BYTES; page++) {
        scratch_copy(test->path, path, 0600);
        scratch_flip(path, (page - 1) * STORE_PAGE_BYTES + 700, 0xFF);
        found.count = 0;
        assert_int_equal(store_verify(path, NULL, find, &found, NULL, &problem),
                         BOARD_ERROR_STORE_DAMAGED);
        assert_int_equal(page_told(&found, page), 1);
        assert_our_words(&found);
    }
}

int main(void)
{
#define STORE_TEST(name)                                                                           \
    cmocka_unit_test_setup_teardown(name, store_fixture_set_up, store_fixture_tear_down)
    const struct CMUnitTest tests[] = {
        STORE_TEST(every_changed_byte_is_reported),
        STORE_TEST(entry_changed_behind_a_right_seal_is_told_by_number),
        STORE_TEST(changed_byte_of_the_log_loses_nothing_unnoticed),
        STORE_TEST(damage_outside_the_entries_is_rebuilt),
        STORE_TEST(a_bad_page_is_told_once_in_our_words),
    };

    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
