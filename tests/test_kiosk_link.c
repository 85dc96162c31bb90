/*
 * tests/test_kiosk_link.c: the kiosk's connection to the office: it never waits, says how things
 * stand, and what others wrote is read anew without a word lost of what is being entered.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "kiosk/app/link.h"
#include "kiosk/flow/grown.h"
#include "support/store_fixture.h"

enum { SLOW_MS = 200, WAIT_MS = 20 * 1000 };

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* Without an office: nothing in the bar, and an enrolment that nobody answers fails with a reason
 * while every look is short. */
static void nobody_answers(void **state)
{
    store_fixture *test = *state;
    kiosk_device device = {.waiting = 7};
    store_problem problem;
    kiosk_link *link = NULL;
    board_error why = BOARD_OK;

    store_fixture_append(test->path, 3);
    assert_int_equal(kiosk_link_open(test->path, NULL, &link, &problem), BOARD_OK);
    assert_false(kiosk_link_look(link, &device));
    assert_int_equal(device.connection, KIOSK_CONNECTION_NONE);
    assert_int_equal(device.waiting, 0);
    assert_int_equal(kiosk_link_enrolling(link, NULL), SYNC_ENROL_NONE);
    assert_false(kiosk_link_enrol(link, "nonsense", "一号"));
    /* Port 1 of this machine: refused at once. */
    assert_true(kiosk_link_enrol(link, "127.0.0.1:1/ABCD-EFGH-JKMN", "一号"));
    int64_t end = steady_ms() + WAIT_MS;
    while (kiosk_link_enrolling(link, &why) == SYNC_ENROL_RUNNING && steady_ms() < end) {
        int64_t begun = steady_ms();
        kiosk_link_look(link, &device);
        assert_true(steady_ms() - begun < SLOW_MS);
        pause_ms(10);
    }
    assert_int_equal(kiosk_link_enrolling(link, &why), SYNC_ENROL_FAILED);
    assert_int_not_equal(why, BOARD_OK);
    kiosk_link_close(link);
}

/* Jobs that wait in the state, by kind. */
static size_t wanted(const kiosk_state *state, kiosk_job_kind kind)
{
    size_t count = 0;

    for (size_t i = 0; i < state->wanted_count; i++)
        count += state->wanted[i].kind == kind;
    return count;
}

static void what_others_wrote_is_read_anew(void **state)
{
    kiosk_state *kiosk = kiosk_state_new();

    (void)state;
    assert_non_null(kiosk);
    kiosk_journal_grew(kiosk); /* nothing is shown yet */
    assert_int_equal(wanted(kiosk, KIOSK_JOB_HALL), 0);
    assert_int_equal(wanted(kiosk, KIOSK_JOB_GAME), 0);
    kiosk->hall = calloc(1, sizeof *kiosk->hall);
    kiosk->game = calloc(1, sizeof *kiosk->game);
    assert_non_null(kiosk->hall);
    assert_non_null(kiosk->game);
    kiosk->hall->round = 3;
    kiosk->game_key = (ledger_game_key){3, 12, 1};
    uint64_t revision = kiosk->revision;
    kiosk_journal_grew(kiosk);
    assert_int_equal(wanted(kiosk, KIOSK_JOB_HALL), 1);
    assert_int_equal(kiosk->wanted[0].command.numbers[0], 3); /* the round that is looked at */
    assert_int_equal(wanted(kiosk, KIOSK_JOB_GAME), 1);
    assert_true(kiosk->revision > revision);
    assert_non_null(kiosk->game); /* it stays on the screen until the new one is there */
    kiosk_state_free(kiosk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_answers, store_fixture_set_up,
                                        store_fixture_tear_down),
        cmocka_unit_test(what_others_wrote_is_read_anew),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
