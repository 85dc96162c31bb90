/*
 * tests/test_ledger_memory.c: the ledger without memory. Every allocation of a small scenario fails
 * once, by itself or with all that follow: the error is NO_MEMORY, nothing is left behind (as
 * AddressSanitizer sees), what was there is as it was. Linked with --wrap (see the Makefile).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>
#include <jansson.h>

#include "ledger/notice.h"
#include "ledger/standings.h"
#include "support/big_event.h"

/* The allocations. */

static struct {
    long until; /* allocations that still succeed; below 0: all do */
    bool for_ever;
    bool failed;
} memory = {.until = -1};

static bool fails(void)
{
    if (memory.until < 0 || (memory.failed && !memory.for_ever))
        return false;
    if (memory.until > 0) {
        memory.until--;
        return false;
    }
    memory.failed = true;
    return true;
}

static void fail_at(long at, bool for_ever)
{
    memory.until = at;
    memory.for_ever = for_ever;
    memory.failed = false;
}

static void fail_never(void)
{
    memory.until = -1;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory_before, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);
void *__real_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory_before, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory_before, size_t size)
{
    return fails() ? NULL : __real_realloc(memory_before, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t most)
{
    return fails() ? NULL : __real_strndup(text, most);
}

void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    return fails() ? MAP_FAILED : __real_mmap(address, length, protection, flags, file, offset);
}

/* The scenario: an event with corrections, a circle of them, and entries out of order. */

enum { ENTRIES = 90, DEVICES = 2 };

static ledger_entry entries[ENTRIES];

static void write_entries(void)
{
    big_event event;

    big_event_begin(&event, 0);
    for (size_t i = 0; i < ENTRIES; i++) {
        big_event_next(&event, &entries[i]);
        big_event_stamp(&event, DEVICES, &entries[i]);
        big_event_written(&event, entries[i].id);
    }
    ledger_copy(entries[60].corrects, LEDGER_ID_BYTES, entries[61].id);
    ledger_copy(entries[61].corrects, LEDGER_ID_BYTES, entries[60].id);
    ledger_copy(entries[70].corrects, LEDGER_ID_BYTES, entries[2].id);
    ledger_copy(entries[72].corrects, LEDGER_ID_BYTES, "019f0000-0000-7000-8000-00000000ffff");
    ledger_entry moved = entries[75];
    entries[75] = entries[85];
    entries[85] = moved;
    entries[88].type = LEDGER_UNKNOWN;
    memcpy(entries[89].id, entries[50].id, LEDGER_ID_BYTES); /* which says otherwise */
}

/* Applies all; after an error the state is only to be freed. */
static board_error fold(ledger_state **state)
{
    board_error error = ledger_state_create(state);

    assert_true((*state != NULL) == (error == BOARD_OK));
    for (size_t i = 0; i < ENTRIES && error == BOARD_OK; i++)
        error = ledger_apply(*state, &entries[i], NULL);
    return error;
}

static ledger_state *whole_state(void)
{
    ledger_state *state = NULL;

    fail_never();
    assert_int_equal(fold(&state), BOARD_OK);
    return state;
}

static char *text_of(const ledger_state *state, size_t *length)
{
    char *text = NULL;

    fail_never();
    assert_int_equal(ledger_state_save(state, &text, length), BOARD_OK);
    return text;
}

/* Runs something with every allocation failing in turn, until none fails any more. `run` checks
 * what it gets itself; it is told if an allocation has failed. */
static void fail_each(void (*run)(void *context), void *context)
{
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        long at = 0;
        do {
            fail_at(at++, for_ever != 0);
            run(context);
        } while (memory.failed);
        fail_never();
        assert_true(at > 1); /* something was allocated */
    }
}

/* NO_MEMORY if something failed, unless it was tried once more with success. */
static void assert_memory_error(board_error error)
{
    assert_true(error == BOARD_OK || error == BOARD_ERROR_NO_MEMORY);
    assert_true(memory.failed || error == BOARD_OK);
    assert_true(!memory.failed || !memory.for_ever || error == BOARD_ERROR_NO_MEMORY);
}

/* What a state must come to. */
typedef struct kept {
    ledger_state *state;
    char *text;
    size_t length;
} kept;

/* A state that is said to be whole is: nothing was left out because memory was short. */
static void assert_state(const ledger_state *state, board_error error, const kept *whole)
{
    size_t length = 0;
    const bool failed = memory.failed;

    if (error != BOARD_OK)
        return;
    char *text = text_of(state, &length);
    assert_int_equal(length, whole->length);
    assert_memory_equal(text, whole->text, length);
    free(text);
    memory.failed = failed;
}

/* Folding. */

static void run_fold(void *context)
{
    ledger_state *state = NULL;
    board_error error = fold(&state);
    kept *whole = context;

    assert_memory_error(error);
    assert_state(state, error, whole);
    ledger_state_free(state);
}

static void test_fold(void **state)
{
    kept whole = {.state = whole_state()};

    (void)state;
    whole.text = text_of(whole.state, &whole.length);
    fail_each(run_fold, &whole);
    free(whole.text);
    ledger_state_free(whole.state);
}

/* Snapshots. */

static void run_save(void *context)
{
    kept *whole = context;
    char *text = NULL;
    size_t length = 0;
    board_error error = ledger_state_save(whole->state, &text, &length);

    assert_memory_error(error);
    assert_true((text != NULL) == (error == BOARD_OK));
    free(text);
    assert_state(whole->state, BOARD_OK, whole);
}

static void run_load(void *context)
{
    kept *whole = context;
    ledger_state *state = NULL;
    board_error error = ledger_state_load(whole->text, whole->length, &state);

    assert_memory_error(error);
    assert_true((state != NULL) == (error == BOARD_OK));
    assert_state(state, error, whole);
    ledger_state_free(state);
}

/* A loaded state goes on with what comes next. */
static void run_go_on(void *context)
{
    kept *whole = context;
    ledger_state *state = NULL;
    board_error error = ledger_state_load(whole->text, whole->length, &state);

    for (size_t i = 0; i < ENTRIES && error == BOARD_OK; i += 7) {
        ledger_entry *later = &entries[i];
        char id[LEDGER_ID_BYTES];
        memcpy(id, later->id, sizeof id);
        later->id[35] = later->id[35] == '0' ? '1' : '0';
        error = ledger_apply(state, later, NULL);
        memcpy(later->id, id, sizeof id);
    }
    assert_memory_error(error);
    ledger_state_free(state);
}

static void test_snapshots(void **state)
{
    kept whole = {.state = whole_state()};

    (void)state;
    whole.text = text_of(whole.state, &whole.length);
    fail_each(run_save, &whole);
    fail_each(run_load, &whole);
    fail_each(run_go_on, &whole);
    free(whole.text);
    ledger_state_free(whole.state);
}

/* A great one, whose memory comes from the system. */
static void test_great_snapshot(void **state)
{
    static ledger_entry entry;
    kept whole = {.state = NULL};
    big_event event;

    (void)state;
    assert_int_equal(ledger_state_create(&whole.state), BOARD_OK);
    big_event_begin(&event, 0);
    for (size_t i = 0; i < 40000; i++) {
        big_event_next(&event, &entry);
        big_event_stamp(&event, 1, &entry);
        assert_int_equal(ledger_apply(whole.state, &entry, NULL), BOARD_OK);
    }
    whole.text = text_of(whole.state, &whole.length);
    fail_each(run_load, &whole);
    free(whole.text);
    ledger_state_free(whole.state);
}

/* What is asked of a state, and JSON. */

static void run_standings(void *context)
{
    const ledger_state *state = context;

    for (ledger_people people = LEDGER_PLAYERS; people <= LEDGER_TEAMS; people++) {
        char *csv = NULL;
        size_t length = 0;
        bool failed = memory.failed;
        board_error error = ledger_standings_csv(state, people, BOARD_CHINESE, &csv, &length);
        assert_true(error == BOARD_OK || error == BOARD_ERROR_NO_MEMORY);
        assert_true((csv != NULL) == (error == BOARD_OK));
        assert_true(error == BOARD_OK || memory.failed);
        assert_true(error != BOARD_OK || failed == memory.failed);
        free(csv);
    }
}

static void test_standings(void **state)
{
    ledger_state *whole = whole_state();

    (void)state;
    fail_each(run_standings, whole);
    ledger_state_free(whole);
}

static void run_check(void *context)
{
    const ledger_state *state = context;
    ledger_notice notices[LEDGER_NOTICES_MAX];

    for (size_t i = 0; i < ENTRIES; i++)
        assert_true(ledger_check(state, &entries[i], entries[i].time_ms, notices) <=
                    LEDGER_NOTICES_MAX);
}

/* Checking needs no memory: nothing keeps an arbiter from logging. */
static void test_check_needs_no_memory(void **state)
{
    ledger_state *whole = whole_state();

    (void)state;
    fail_at(0, true);
    run_check(whole);
    assert_false(memory.failed);
    fail_never();
    ledger_state_free(whole);
}

static void run_json(void *context)
{
    static ledger_entry read;
    const ledger_entry *entry = context;
    char *text = NULL;
    board_error error = ledger_payload_to_json(entry, &text, NULL);

    assert_true((text != NULL) == (error == BOARD_OK));
    if (error == BOARD_OK)
        error = ledger_payload_from_json(ledger_type_code(entry->type), text, strlen(text), &read,
                                         NULL);
    free(text);
    assert_memory_error(error);
}

static void test_json(void **state)
{
    bool seen[LEDGER_TYPES] = {false};

    (void)state;
    for (size_t i = 0; i < ENTRIES; i++) {
        if (entries[i].type == LEDGER_UNKNOWN || seen[entries[i].type])
            continue;
        seen[entries[i].type] = true;
        fail_each(run_json, &entries[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fold),
        cmocka_unit_test(test_snapshots),
        cmocka_unit_test(test_great_snapshot),
        cmocka_unit_test(test_standings),
        cmocka_unit_test(test_check_needs_no_memory),
        cmocka_unit_test(test_json),
    };

    json_set_alloc_funcs(__wrap_malloc, free);
    write_entries();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
