/*
 * tests/test_ledger_charge.c: somebody must be left who has charge of the event, whatever a
 * correction of a correction does; nobody below him brings back what is his; pairings that clash.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ledger_making.h"

enum { RANDOM_EVENTS = 400, RANDOM_STEPS = 24, ARBITERS = 4 };

/* By what the state says, without the check. */
static bool somebody_has_charge(const ledger_state *state)
{
    ledger_person person;

    for (size_t i = 0; i < ledger_people_count(state, LEDGER_ARBITERS); i++) {
        if (ledger_person_at(state, LEDGER_ARBITERS, i, &person) &&
            person.role >= LEDGER_CHIEF_ARBITER)
            return true;
    }
    return false;
}

static void begin(making *made)
{
    *made = (making){.device = {"tablet-1", 0, MAKING_TIME_MS}};
    assert_int_equal(ledger_state_create(&made->state), BOARD_OK);
    making_arbiter(made, "boss", LEDGER_ORGANISER);
}

static ledger_entry *draft_arbiter(making *made, const char *key, ledger_role role)
{
    ledger_entry *entry = making_begin(made, LEDGER_ARBITER, "boss");

    ledger_copy(entry->payload.arbiter.key, LEDGER_KEY_BYTES, key);
    ledger_copy(entry->payload.arbiter.name, LEDGER_NAME_BYTES, key);
    entry->payload.arbiter.role = role;
    return entry;
}

static void correct(ledger_entry *entry, const char *id)
{
    ledger_copy(entry->corrects, sizeof entry->corrects, id);
    ledger_copy(entry->reason, sizeof entry->reason, "x");
}

static void test_the_last_in_charge_stays(void **state)
{
    char boss[LEDGER_ID_BYTES];
    making made;

    (void)state;
    begin(&made);
    ledger_copy(boss, sizeof boss, made.last_id);
    making_arbiter(&made, "li", LEDGER_TABLE_ARBITER);
    making_withdrawal(&made, boss);
    ledger_copy(made.entry.arbiter, sizeof made.entry.arbiter, "boss");
    assert_non_null(making_told(&made, LEDGER_NOTICE_NOBODY_IN_CHARGE));
    /* Nor may his entry become that of another who has no charge. */
    correct(draft_arbiter(&made, "wang", LEDGER_TABLE_ARBITER), boss);
    assert_non_null(making_told(&made, LEDGER_NOTICE_NOBODY_IN_CHARGE));
    correct(draft_arbiter(&made, "wang", LEDGER_CHIEF_ARBITER), boss);
    assert_null(making_told(&made, LEDGER_NOTICE_NOBODY_IN_CHARGE));
    making_arbiter(&made, "zhang", LEDGER_CHIEF_ARBITER);
    making_withdrawal(&made, boss);
    ledger_copy(made.entry.arbiter, sizeof made.entry.arbiter, "zhang");
    assert_false(making_errors(&made));
    making_end(&made);
}

/* Whoever withdraws a correction puts back what stood before it. */
static void test_a_withdrawn_correction_counts(void **state)
{
    char lower[LEDGER_ID_BYTES];
    making made;

    (void)state;
    begin(&made);
    making_arbiter(&made, "zhang", LEDGER_TABLE_ARBITER);
    ledger_copy(lower, sizeof lower, made.last_id);
    correct(draft_arbiter(&made, "zhang", LEDGER_CHIEF_ARBITER), lower);
    making_log(&made);
    char raised[LEDGER_ID_BYTES];
    ledger_copy(raised, sizeof raised, made.last_id);
    making_arbiter(&made, "boss", LEDGER_TABLE_ARBITER); /* he hands over to zhang */
    making_withdrawal(&made, raised);
    ledger_copy(made.entry.arbiter, sizeof made.entry.arbiter, "zhang");
    assert_non_null(making_told(&made, LEDGER_NOTICE_NOBODY_IN_CHARGE));
    /* And a table arbiter brings nothing of this back, nor takes it away. */
    ledger_copy(made.entry.arbiter, sizeof made.entry.arbiter, "boss");
    assert_non_null(making_told(&made, LEDGER_NOTICE_EVENT_AUTHORITY));
    making_end(&made);
}

/* Once withdrawn, a penalty comes back only by whoever may give it. */
static void test_a_withdrawal_of_a_withdrawal_needs_authority(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_penalty(&made, "boss", "expelled", "18", making_game);
    making_log(&made);
    making_withdrawal(&made, made.last_id);
    ledger_copy(made.entry.arbiter, sizeof made.entry.arbiter, "boss");
    making_log(&made);
    making_withdrawal(&made, made.last_id);
    ledger_copy(made.entry.arbiter, sizeof made.entry.arbiter, "li");
    assert_non_null(making_told(&made, LEDGER_NOTICE_ABOVE_AUTHORITY));
    ledger_copy(made.entry.arbiter, sizeof made.entry.arbiter, "boss");
    assert_false(making_errors(&made));
    making_end(&made);
}

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1103515245U + 12345U;
    return *seed >> 16;
}

/* A registration, a replacement or a withdrawal of anything logged so far. */
static void random_draft(making *made, unsigned *seed, char ids[][LEDGER_ID_BYTES], size_t count)
{
    static const char *const keys[ARBITERS] = {"boss", "li", "zhang", "wang"};
    const char *target = ids[next_random(seed) % count];
    unsigned what = next_random(seed) % 4;

    if (what < 2)
        making_withdrawal(made, target);
    else
        draft_arbiter(made, keys[next_random(seed) % ARBITERS],
                      (ledger_role)(LEDGER_TABLE_ARBITER + next_random(seed) % 3));
    if (what == 3)
        correct(&made->entry, target);
    ledger_copy(made->entry.reason, sizeof made->entry.reason, "x");
}

/* What the check foretells is what the state says once the draft is logged all the same. */
static void test_what_is_foretold_comes_true(void **state)
{
    size_t lost = 0;

    (void)state;
    for (unsigned event = 1; event <= RANDOM_EVENTS; event++) {
        char ids[RANDOM_STEPS + 1][LEDGER_ID_BYTES];
        unsigned seed = event;
        making made;
        begin(&made);
        ledger_copy(ids[0], LEDGER_ID_BYTES, made.last_id);
        for (size_t step = 1; step <= RANDOM_STEPS; step++) {
            random_draft(&made, &seed, ids, step);
            made.entry.device[0] = '\0';
            ledger_copy(made.entry.device, sizeof made.entry.device, made.device.name);
            made.entry.time_ms = made.device.time_ms;
            bool told = making_told(&made, LEDGER_NOTICE_NOBODY_IN_CHARGE) != NULL;
            making_log(&made);
            ledger_copy(ids[step], LEDGER_ID_BYTES, made.last_id);
            assert_int_equal(told, !somebody_has_charge(made.state));
            lost += told;
        }
        making_end(&made);
    }
    assert_true(lost > RANDOM_EVENTS / 4); /* it does come to that */
}

/* Pairings. */

static ledger_entry *draft_pairing(making *made, ledger_game_key game, const char *red,
                                   const char *black)
{
    ledger_entry *entry = making_begin(made, LEDGER_PAIRING, "boss");

    entry->payload.pairing.game = game;
    ledger_copy(entry->payload.pairing.red, LEDGER_KEY_BYTES, red);
    ledger_copy(entry->payload.pairing.black, LEDGER_KEY_BYTES, black);
    return entry;
}

static void test_pairings_that_clash(void **state)
{
    const ledger_game_key first = {7, 1, 1};
    const ledger_game_key again = {7, 1, 2};
    const ledger_game_key second = {7, 2, 1};
    const ledger_game_key later = {8, 2, 1};
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_pairing(&made, first, "18", "9");
    draft_pairing(&made, first, "9", "18");
    assert_non_null(making_told(&made, LEDGER_NOTICE_PAIRED_BEFORE));
    correct(&made.entry, made.last_id);
    assert_false(making_errors(&made));
    draft_pairing(&made, second, "18", "21");
    assert_int_equal(making_told(&made, LEDGER_NOTICE_PLAYER_TWICE)->count, 1);
    assert_false(making_errors(&made)); /* two tables are swapped one after the other */
    draft_pairing(&made, second, "21", "9");
    assert_non_null(making_told(&made, LEDGER_NOTICE_PLAYER_TWICE));
    draft_pairing(&made, again, "9", "18"); /* the second game of the pairing */
    assert_null(making_told(&made, LEDGER_NOTICE_PLAYER_TWICE));
    draft_pairing(&made, later, "18", "9");
    assert_null(making_told(&made, LEDGER_NOTICE_PLAYER_TWICE));
    draft_pairing(&made, second, "21", ""); /* nobody is everywhere */
    assert_null(making_told(&made, LEDGER_NOTICE_PLAYER_TWICE));
    making_end(&made);
}

/* Two devices paired at the same time: it is remarked on. */
static void test_clashes_are_remarked_on(void **state)
{
    making made;

    (void)state;
    making_start(&made, 3, 30);
    making_pairing(&made, (ledger_game_key){7, 1, 1}, "18", "9");
    making_pairing(&made, (ledger_game_key){7, 2, 1}, "21", "30");
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_PLAYER_TWICE), 0);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_PAIRED_TWICE), 0);
    making_pairing(&made, (ledger_game_key){7, 2, 1}, "18", "21");
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_PAIRED_TWICE), 1);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_PLAYER_TWICE), 1);
    making_withdrawal(&made, made.last_id);
    making_log(&made);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_PAIRED_TWICE), 0);
    assert_int_equal(making_remarks(&made, LEDGER_NOTICE_PLAYER_TWICE), 0);
    making_end(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_last_in_charge_stays),
        cmocka_unit_test(test_a_withdrawn_correction_counts),
        cmocka_unit_test(test_a_withdrawal_of_a_withdrawal_needs_authority),
        cmocka_unit_test(test_what_is_foretold_comes_true),
        cmocka_unit_test(test_pairings_that_clash),
        cmocka_unit_test(test_clashes_are_remarked_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
