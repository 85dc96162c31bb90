/*
 * tests/test_ledger_snapshot.c: a great state is the same after it was kept as text: every fact,
 * found by its id, every game, every person; and texts that are no state are refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ledger_making.h"
#include "store/journal.h"
#include "support/big_event.h"

enum { BIG = 60000, MILLION = 1000000, ENTRY_BYTES_MAX = 32 };

/* Facts. */

static void assert_same_text(const char *a, const char *b)
{
    assert_non_null(a);
    assert_non_null(b);
    assert_string_equal(a, b);
}

static const char *id_of(const ledger_fact *fact)
{
    return fact != NULL ? fact->id : "";
}

static void assert_same_fact(const ledger_fact *a, const ledger_fact *b)
{
    assert_same_text(a->id, b->id);
    assert_same_text(a->device, b->device);
    assert_same_text(a->arbiter, b->arbiter);
    assert_same_text(a->key, b->key);
    assert_same_text(a->who, b->who);
    assert_same_text(a->other, b->other);
    assert_same_text(a->team, b->team);
    assert_same_text(a->corrects, b->corrects);
    assert_true(a->sequence == b->sequence && a->time_ms == b->time_ms);
    assert_true(a->effective_ms == b->effective_ms);
    assert_true(a->type == b->type && a->side == b->side && a->code == b->code);
    assert_true(a->tool == b->tool && a->numbers[0] == b->numbers[0]);
    assert_true(a->numbers[1] == b->numbers[1] && ledger_game_equal(a->game, b->game));
    assert_true(a->known && b->known && a->circular == b->circular);
    assert_true(a->clock_back == b->clock_back && a->same_sequence == b->same_sequence);
    assert_int_equal(a->same_id, b->same_id);
    assert_string_equal(id_of(a->target), id_of(b->target));
    assert_int_equal(ledger_in_force(a), ledger_in_force(b));
}

static void assert_same_games(const ledger_state *a, const ledger_state *b)
{
    ledger_game one;
    ledger_game other;

    assert_int_equal(ledger_game_count(a), ledger_game_count(b));
    for (size_t i = 0; ledger_game_at(a, i, &one); i++) {
        assert_true(ledger_game_at(b, i, &other));
        assert_true(ledger_game_equal(one.key, other.key));
        assert_string_equal(one.players[0], other.players[0]);
        assert_string_equal(one.players[1], other.players[1]);
        assert_memory_equal(one.fouls, other.fouls, sizeof one.fouls);
        assert_memory_equal(one.late_seconds, other.late_seconds, sizeof one.late_seconds);
        assert_true(one.due.outcome == other.due.outcome && one.outcome == other.outcome);
        assert_string_equal(id_of(one.order), id_of(other.order));
        assert_string_equal(id_of(one.result), id_of(other.result));
        assert_string_equal(id_of(one.due.because), id_of(other.due.because));
        assert_int_equal(one.rulings, other.rulings);
    }
}

static void assert_same_people(const ledger_state *a, const ledger_state *b)
{
    for (ledger_people people = LEDGER_ARBITERS; people <= LEDGER_TEAMS; people++) {
        ledger_person one;
        ledger_person other;
        assert_int_equal(ledger_people_count(a, people), ledger_people_count(b, people));
        for (size_t i = 0; ledger_person_at(a, people, i, &one); i++) {
            assert_true(ledger_person_at(b, people, i, &other));
            assert_string_equal(one.key, other.key);
            assert_string_equal(one.name, other.name);
            assert_string_equal(one.team, other.team);
            assert_int_equal(one.role, other.role);
        }
    }
}

typedef struct remark_sum {
    uint64_t count;
    uint64_t sum;
} remark_sum;

static bool add_remark(void *context, const ledger_fact *fact, const ledger_notice *remark)
{
    remark_sum *sum = context;
    uint64_t hash = (uint64_t)remark->kind + 1;

    for (const char *at = fact->id; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211ULL;
    sum->count++;
    sum->sum += hash;
    return true;
}

static void assert_same_state(const ledger_state *whole, const ledger_state *loaded)
{
    remark_sum sums[2] = {{0, 0}, {0, 0}};

    assert_int_equal(ledger_fact_count(whole), ledger_fact_count(loaded));
    for (size_t i = 0; i < ledger_fact_count(whole); i++) {
        const ledger_fact *fact = ledger_fact_at(whole, i);
        const ledger_fact *found = ledger_find_fact(loaded, fact->id);
        assert_non_null(found);
        assert_same_fact(fact, found);
        assert_ptr_equal(ledger_find_fact(whole, fact->id), fact);
    }
    assert_same_games(whole, loaded);
    assert_same_people(whole, loaded);
    ledger_visit_remarks(whole, 0, add_remark, &sums[0]);
    ledger_visit_remarks(loaded, 0, add_remark, &sums[1]);
    assert_true(sums[0].count == sums[1].count && sums[0].sum == sums[1].sum);
}

/* Great states. */

typedef struct making_big {
    ledger_state *state;
    big_event event;
    ledger_entry entry;
    unsigned devices;
} making_big;

static void begin_big(making_big *big, uint64_t entries, unsigned devices)
{
    big->devices = devices;
    big_event_begin(&big->event, entries);
    assert_int_equal(ledger_state_create(&big->state), BOARD_OK);
}

static void next_big(making_big *big)
{
    big_event_next(&big->event, &big->entry);
    big_event_stamp(&big->event, big->devices, &big->entry);
    big_event_written(&big->event, big->entry.id);
}

static ledger_state *save_and_load(const ledger_state *state, size_t *length)
{
    ledger_state *loaded = NULL;
    char *text = NULL;
    char *again = NULL;
    size_t length_again = 0;

    assert_int_equal(ledger_state_save(state, &text, length), BOARD_OK);
    assert_int_equal(ledger_state_load(text, *length, &loaded), BOARD_OK);
    assert_int_equal(ledger_state_save(loaded, &again, &length_again), BOARD_OK);
    assert_int_equal(*length, length_again);
    assert_memory_equal(text, again, *length);
    free(text);
    free(again);
    return loaded;
}

/* A state of two thirds of the entries is kept and loaded; both go on with the rest. */
static void go_on_from_a_snapshot(uint64_t entries, unsigned devices)
{
    static making_big big;
    ledger_state *loaded = NULL;
    size_t length = 0;

    begin_big(&big, entries, devices);
    for (uint64_t i = 0; i < entries; i++) {
        if (i == entries * 2 / 3)
            loaded = save_and_load(big.state, &length);
        next_big(&big);
        assert_int_equal(ledger_apply(big.state, &big.entry, NULL), BOARD_OK);
        if (loaded != NULL)
            assert_int_equal(ledger_apply(loaded, &big.entry, NULL), BOARD_OK);
    }
    assert_same_state(big.state, loaded);
    ledger_state_free(loaded);
    loaded = save_and_load(big.state, &length);
    assert_same_state(big.state, loaded);
    ledger_state_free(loaded);
    ledger_state_free(big.state);
}

static void test_a_great_state_of_one_device(void **state)
{
    (void)state;
    go_on_from_a_snapshot(BIG, 1);
}

static void test_a_great_state_of_seven_devices(void **state)
{
    (void)state;
    go_on_from_a_snapshot(BIG, 7);
}

/* More than are looked up by halving. */
static void test_a_state_of_a_thousand_devices(void **state)
{
    (void)state;
    go_on_from_a_snapshot(BIG / 4, 1000);
}

/* The state of a million entries has room in a snapshot, twice over. */
static void test_a_million_fit(void **state)
{
    static making_big big;
    char *text = NULL;
    size_t length = 0;

    (void)state;
    begin_big(&big, MILLION, 1);
    for (int i = 0; i < BIG; i++) {
        next_big(&big);
        assert_int_equal(ledger_apply(big.state, &big.entry, NULL), BOARD_OK);
    }
    assert_int_equal(ledger_state_save(big.state, &text, &length), BOARD_OK);
    assert_true(length / BIG < ENTRY_BYTES_MAX);
    assert_true(ENTRY_BYTES_MAX * (uint64_t)MILLION * 2 <= STORE_STATE_MAX);
    free(text);
    ledger_state_free(big.state);
}

/* Small ones. */

/* Ids that are no UUIDv7, corrections of what is not there, and of what stands in later lines. */
static void test_odd_ids_and_corrections(void **state)
{
    static const char *const ids[] = {"b", "0", "019f0000-0000-4000-8000-000000000001",
                                      "019F0000-0000-7000-8000-000000000001",
                                      "ffffffff-ffff-7fff-bfff-ffffffffffff"};
    static const char *const corrects[] = {"0", "ffffffff-ffff-7fff-bfff-ffffffffffff", "", "b",
                                           "019f0000-0000-7000-8000-0000000000ff"};
    making made = {.device = {"", 0, MAKING_TIME_MS}};
    size_t length = 0;

    (void)state;
    assert_int_equal(ledger_state_create(&made.state), BOARD_OK);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        making_begin(&made, LEDGER_NOTE, "li");
        ledger_copy(made.entry.payload.note.text, LEDGER_NOTE_BYTES, "x");
        made.device.name = i % 2 == 0 ? "tablet" : "office";
        made.device.time_ms = i == 3 ? INT64_MIN : i == 4 ? INT64_MAX - 1000 : MAKING_TIME_MS;
        making_stamp(&made.device, &made.entry);
        if (i == 4)
            made.entry.sequence = INT64_MAX;
        ledger_copy(made.entry.id, LEDGER_ID_BYTES, ids[i]);
        ledger_copy(made.entry.corrects, LEDGER_ID_BYTES, corrects[i]);
        assert_int_equal(ledger_apply(made.state, &made.entry, NULL), BOARD_OK);
    }
    ledger_state *loaded = save_and_load(made.state, &length);
    assert_same_state(made.state, loaded);
    ledger_state_free(loaded);
    making_end(&made);
}

static void assert_refused(const char *text)
{
    ledger_state *loaded = NULL;

    assert_int_equal(ledger_state_load(text, strlen(text), &loaded), BOARD_ERROR_LEDGER_SNAPSHOT);
    assert_null(loaded);
}

static void assert_read(const char *text, size_t facts)
{
    ledger_state *loaded = NULL;

    assert_int_equal(ledger_state_load(text, strlen(text), &loaded), BOARD_OK);
    assert_int_equal(ledger_fact_count(loaded), facts);
    ledger_state_free(loaded);
}

/* The mask of time, sequence and plain id: bits 0, 14 and 19: five bits each, 1, 0, 16 and 16. */
#define MASK "XWmG"

static void test_lines(void **state)
{
    (void)state;
    assert_read("qili-ledger 2 0 0\nend\n", 0);
    assert_read("qili-ledger 2 1 1\n\n" MASK "221b\nend\n", 1);
    assert_read("qili-ledger 2 1 2\n\n" MASK "221b\nWWWG1c\nend\n", 2);
    assert_refused("qili-ledger 2 1 2\n\n" MASK "221b\nWWmG01b\nend\n"); /* the same one */
    assert_refused("qili-ledger 2 1 2\n\n" MASK "221b\nend\n");          /* a line is missing */
    assert_refused("qili-ledger 2 1 1\n\n" MASK "221b\nWWWG1c\nend\n");  /* one too many */
    assert_refused("qili-ledger 2 0 1\n" MASK "221b\nend\n");            /* no text 0 */
    assert_refused("qili-ledger 2 2 1\nb\na\n" MASK "221b\nend\n");      /* texts not ascending */
    assert_refused("qili-ledger 2 1 1\n\n" MASK "220\nend\n");           /* an id of no bytes */
    assert_refused("qili-ledger 2 1 1\n\n" MASK "22a1b\nend\n");
    assert_refused("qili-ledger 2 1 99999999\n\n" MASK "221b\nend\n");
    assert_refused("qili-ledger 2 99999999999999999999 1\n\nend\n");
    assert_refused("qili-ledger 1 0 0\nend\n");
    assert_refused("qili-ledger 3 0 0\nend\n");
    assert_refused("qili-ledger 2 0 0\nend\nend\n");
    /* Numbers of more than 64 bits. */
    assert_read("qili-ledger 2 1 1\n\n" MASK "zzzzzzzzzzzzF21b\nend\n", 1);
    assert_refused("qili-ledger 2 1 1\n\n" MASK "zzzzzzzzzzzzG21b\nend\n");
    assert_refused("qili-ledger 2 1 1\n\n" MASK "zzzzzzzzzzzzzz121b\nend\n");
}

/* A correction of a fact that is in no line, though it is. */
static void test_unknown_must_be_unknown(void **state)
{
    (void)state;
    /* The mask with corrects, bit 20, too: 1, 0, 16, 16 and 1. */
    assert_read("qili-ledger 2 1 1\n\nXWmm1221c01x\nend\n", 1);
    assert_refused("qili-ledger 2 1 1\n\nXWmm1221c01c\nend\n");
    assert_refused("qili-ledger 2 1 1\n\nXWmm1221c2\nend\n"); /* no such line */
    assert_read("qili-ledger 2 1 1\n\nXWmm1221c1\nend\n", 1); /* itself: a circle */
}

static void test_any_byte_changed(void **state)
{
    static const char changes[] = {'0', '1', 'W', '_', '~', '\n', ' ', '\0', (char)0xE4};
    static making_big big;
    ledger_state *loaded = NULL;
    char *text = NULL;
    size_t length = 0;

    (void)state;
    begin_big(&big, 0, 2);
    for (int i = 0; i < 120; i++) {
        next_big(&big);
        assert_int_equal(ledger_apply(big.state, &big.entry, NULL), BOARD_OK);
    }
    assert_int_equal(ledger_state_save(big.state, &text, &length), BOARD_OK);
    for (size_t at = 0; at < length; at++) {
        char byte = text[at];
        for (size_t i = 0; i < sizeof changes; i++) {
            text[at] = changes[i];
            board_error error = ledger_state_load(text, length, &loaded);
            assert_true(error == BOARD_OK || error == BOARD_ERROR_LEDGER_SNAPSHOT);
            if (error == BOARD_OK) {
                remark_sum sum = {0, 0};
                ledger_visit_remarks(loaded, 0, add_remark, &sum);
            }
            ledger_state_free(loaded);
        }
        text[at] = byte;
    }
    free(text);
    ledger_state_free(big.state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_great_state_of_one_device),
        cmocka_unit_test(test_a_great_state_of_seven_devices),
        cmocka_unit_test(test_a_state_of_a_thousand_devices),
        cmocka_unit_test(test_a_million_fit),
        cmocka_unit_test(test_odd_ids_and_corrections),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_unknown_must_be_unknown),
        cmocka_unit_test(test_any_byte_changed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
