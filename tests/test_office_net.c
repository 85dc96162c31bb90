/*
 * tests/test_office_net.c: devices and office over TLS on the loopback: enrolment, sending,
 * fetching, decisions on their way back, and everybody who is not who he says he is.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "ledger/decision.h"
#include "support/office_making.h"
#include "sync/transfer.h"

enum { SOON_MS = 8000 };

typedef making_place fixture;

/* Appends entries to the device's journal, as another program would. */
static void append(const char *path, unsigned from, unsigned count)
{
    store_journal *journal = scratch_open(path, NULL);

    for (unsigned i = 0; i < count; i++)
        scratch_append(journal, "foul", from + i);
    store_close(journal);
}

static uint64_t taken(fixture *test)
{
    uint64_t count = 0;
    const store_filter filter = {.type = "foul"};

    assert_int_equal(store_count(test->office.house.journal, &filter, &count, NULL), BOARD_OK);
    return count;
}

static void devices_enrol_send_and_fetch(void **state)
{
    fixture *test = *state;
    sync_status status;
    struct stat file;
    char path[SCRATCH_PATH_BYTES];

    append(test->path, 0, 3);
    sync_client *client = making_client(test->path);
    assert_true(making_wait_link(client, SYNC_LINK_NONE, 100, &status));
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    assert_int_equal(status.confirmed, 3);
    assert_int_equal(sync_state_of(&status, 3), SYNC_CONFIRMED);
    assert_int_equal(sync_state_of(&status, 4), SYNC_QUEUED);
    for (int i = 0; i < 400 && status.received < 1; i++) {
        making_pause_ms(5);
        sync_get_status(client, &status);
    }
    assert_int_equal(status.received, 1); /* the chief arbiter's registration */
    append(test->path, 3, 4);
    sync_wake(client);
    for (int i = 0; i < 1000 && status.confirmed < 7; i++) {
        making_pause_ms(5);
        sync_get_status(client, &status);
    }
    assert_int_equal(status.confirmed, 7);
    assert_true(sync_stop_and_wait(client, SOON_MS));
    making_office_halt(&test->office);
    assert_int_equal(taken(test), 7);
    assert_int_equal(stat(scratch_path(test->folder, "device.db.office", path), &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
}

static void whoever_asks_the_client_never_waits_for_the_network(void **state)
{
    fixture *test = *state;
    sync_settings settings = {.address = "qili-office.invalid:8443", .name = "x"};
    sync_status status;

    append(test->path, 0, 1);
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    assert_int_equal(sync_settings_load(test->path, &settings), BOARD_OK);
    /* Names that do not resolve, and an address that swallows everything. */
    static const char *const dead[] = {"qili-office.invalid:8443", "192.0.2.1:8443", "127.0.0.1:1"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(settings.address, sizeof settings.address, "%s", dead[i]);
        assert_int_equal(sync_settings_save(test->path, &settings, NULL), BOARD_OK);
        sync_client *client = making_client(test->path);
        assert_true(making_wait_link(client, SYNC_LINK_OFFLINE, SOON_MS, &status));
        int64_t before = making_steady_ms();
        for (int j = 0; j < 100; j++) {
            sync_get_status(client, &status);
            sync_wake(client);
        }
        sync_stop(client);
        assert_true(making_steady_ms() - before < 200);
        assert_int_equal(status.waiting, 1);
        assert_int_equal(sync_state_of(&status, 1), SYNC_QUEUED);
    }
    making_pause_ms(100);
}

static void sending_goes_on_after_restarts_on_both_sides(void **state)
{
    fixture *test = *state;
    sync_status status;

    append(test->path, 0, 2);
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    sync_client *client = making_client(test->path);
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    making_office_halt(&test->office);
    append(test->path, 2, 5);
    assert_true(making_wait_link(client, SYNC_LINK_OFFLINE, SOON_MS, &status));
    for (int i = 0; i < 1000 && status.waiting < 5; i++) {
        making_pause_ms(5);
        sync_get_status(client, &status);
    }
    assert_int_equal(status.waiting, 5);
    assert_true(sync_stop_and_wait(client, SOON_MS)); /* the device is switched off */
    making_office_start(&test->office);
    client = making_client(test->path);
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    assert_int_equal(status.confirmed, 7);
    assert_true(sync_stop_and_wait(client, SOON_MS));
    making_office_halt(&test->office);
    assert_int_equal(taken(test), 7);
}

/* Wrong certificate: another office at the same address. */

static void nothing_is_sent_to_another_certificate(void **state)
{
    fixture *test = *state;
    making_office *other = calloc(1, sizeof *other);
    char folder[SCRATCH_PATH_BYTES];
    sync_status status;

    assert_non_null(other);
    append(test->path, 0, 2);
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    making_office_halt(&test->office);
    scratch_path(test->folder, "other", folder);
    making_office_open(other, folder);
    other->options.port = test->office.options.port;
    making_office_start(other);
    sync_client *client = making_client(test->path);
    for (int i = 0; i < 1000; i++) {
        making_pause_ms(5);
        sync_get_status(client, &status);
        if (status.why == BOARD_ERROR_SYNC_PIN)
            break;
    }
    assert_int_equal(status.why, BOARD_ERROR_SYNC_PIN);
    assert_int_equal(status.link, SYNC_LINK_OFFLINE);
    assert_int_equal(status.confirmed, 0);
    assert_true(sync_stop_and_wait(client, SOON_MS));
    making_office_close(other);
    assert_null(strstr(other->logged, "device"));
    free(other);
}

static void invitations_of_others_are_found_out(void **state)
{
    fixture *test = *state;
    char invitation[SYNC_INVITATION_BYTES];
    char pinned[SYNC_INVITATION_BYTES];
    sync_invitation read;
    store_problem problem;
    store_journal *journal = scratch_open(test->path, NULL);
#define ENROL(text)                                                                                \
    sync_enrol(journal, test->path, (text), "一号", &making_deadlines, NULL, NULL, &problem)

    /* A code that this office did not make. */
    snprintf(invitation, sizeof invitation, "%s/0000-0000-0000", test->office.address);
    assert_int_equal(ENROL(invitation), BOARD_ERROR_SYNC_CODE);
    /* The right code and another pin: nothing is sent. */
    making_office_invite(&test->office, invitation);
    assert_int_equal(sync_invitation_read(invitation, &read), BOARD_OK);
    read.pinned = true;
    memset(read.pin, 3, sizeof read.pin);
    assert_int_equal(ENROL(sync_invitation_write(&read, pinned)), BOARD_ERROR_SYNC_PIN);
    memcpy(read.pin, test->office.pin, sizeof read.pin);
    assert_int_equal(ENROL(sync_invitation_write(&read, pinned)), BOARD_OK);
    /* Bad names, bad text: no network needed. */
    assert_int_equal(ENROL("nonsense"), BOARD_ERROR_SYNC_INVITATION);
    assert_int_equal(sync_enrol(journal, test->path, invitation, "", NULL, NULL, NULL, &problem),
                     BOARD_ERROR_SYNC_NAME);
    store_close(journal);
}

static void revoked_devices_learn_it_and_can_enrol_anew(void **state)
{
    fixture *test = *state;
    char desk_path[SCRATCH_PATH_BYTES];
    sync_settings settings;
    office_desk *desk = NULL;
    sync_status status;

    append(test->path, 0, 2);
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    sync_client *client = making_client(test->path);
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    assert_int_equal(sync_settings_load(test->path, &settings), BOARD_OK);
    assert_int_equal(
        office_desk_open(scratch_path(test->office.folder, "desk.db", desk_path), &desk, NULL),
        BOARD_OK);
    assert_int_equal(office_desk_revoke(desk, settings.device), BOARD_OK);
    office_desk_close(desk);
    append(test->path, 2, 1);
    assert_true(making_wait_link(client, SYNC_LINK_REFUSED, SOON_MS, &status));
    assert_int_equal(status.why, BOARD_ERROR_SYNC_REVOKED);
    assert_int_equal(status.confirmed, 2);
    char invitation[SYNC_INVITATION_BYTES];
    assert_true(sync_ask_enrol(client, making_office_invite(&test->office, invitation), "一号"));
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    assert_int_equal(status.enrolling, SYNC_ENROL_DONE);
    assert_int_equal(status.confirmed, 3);
    assert_true(sync_stop_and_wait(client, SOON_MS));
    making_office_halt(&test->office);
    assert_int_equal(taken(test), 3);
}

/* A ruling of the device is overruled at the office, and the device knows it. */

static void post_as_chief(fixture *test, const char *path, const char *body, long expected)
{
    sync_transfer *transfer =
        sync_transfer_new(test->office.address, &making_deadlines, NULL, NULL);
    sync_reply reply;

    assert_int_equal(sync_transfer_pin(transfer, test->office.pin, test->office.token, NULL),
                     BOARD_OK);
    assert_int_equal(sync_transfer_request(transfer, path, body, &reply, NULL), BOARD_OK);
    assert_int_equal(reply.status, expected);
    sync_transfer_free(transfer);
}

static void decisions_come_back_to_the_device(void **state)
{
    fixture *test = *state;
    char request[256];
    sync_status status;
    store_journal *journal = scratch_open(test->path, NULL);
    store_entry ruling;
    const store_draft draft = {
        .type = "ruling",
        .arbiter = "li",
        .payload = "{\"game\":{\"round\":1,\"table\":4,\"number\":1},"
                   "\"fen\":\"3k5/9/9/4n4/9/9/9/9/R8/5K3 w\",\"moves\":\"a1a6\",\"edition\":"
                   "\"cxa-2007\",\"tool\":\"no-cycle\",\"outcome\":\"red-loses\"}"};

    assert_int_equal(store_append(journal, &draft, &ruling, NULL), BOARD_OK);
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    sync_client *client = making_client(test->path);
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    uint64_t before = status.received;
    snprintf(request, sizeof request,
             "{\"id\":\"%s\",\"outcome\":\"draw\",\"reason\":\"第1着是闲\"}", ruling.id);
    post_as_chief(test, SYNC_PATH "/overrule", request, 200);
    for (int i = 0; i < 1000 && status.received <= before; i++) {
        making_pause_ms(5);
        sync_get_status(client, &status);
    }
    store_fold fold = {.state = NULL};
    assert_int_equal(store_fold_on(journal, &fold, NULL), BOARD_OK);
    const ledger_fact *fact = ledger_find_fact(fold.state, ruling.id);
    const ledger_fact *upheld = ledger_correction_of(fact);
    assert_non_null(upheld);
    assert_string_equal(upheld->arbiter, "chief");
    store_entry decision;
    assert_int_equal(store_get_id(journal, upheld->id, &decision, NULL), BOARD_OK);
    assert_non_null(strstr(decision.payload, "第1着是闲"));
    store_entry_free(&decision);
    store_fold_free(&fold);
    store_close(journal);
    assert_true(sync_stop_and_wait(client, SOON_MS));
}

/* Waits until the journal has this entry. */
static bool wait_for_entry(store_journal *journal, const char *id)
{
    for (int i = 0; i < 2000; i++) {
        store_entry entry;
        if (store_get_id(journal, id, &entry, NULL) == BOARD_OK) {
            store_entry_free(&entry);
            return true;
        }
        making_pause_ms(5);
    }
    return false;
}

static const char ruling_payload[] =
    "{\"game\":{\"round\":1,\"table\":4,\"number\":1},"
    "\"fen\":\"3k5/9/9/4n4/9/9/9/9/R8/5K3 w\",\"moves\":\"a1a6\",\"edition\":\"cxa-2007\","
    "\"tool\":\"no-cycle\",\"outcome\":\"red-loses\"}";

/* The chief arbiter rules on a device of his own, without the office's page: the device that made
 * the ruling shows it, and whatever else concerns its tables. */
static void decisions_of_another_device_reach_the_one_that_ruled(void **state)
{
    fixture *test = *state;
    char chiefs_path[SCRATCH_PATH_BYTES];
    char upheld[256];
    store_entry ruling;
    store_entry decision;
    sync_status status;
    store_journal *journal = scratch_open(test->path, NULL);
    store_journal *chiefs = scratch_open(scratch_path(test->folder, "chief.db", chiefs_path), NULL);
    store_draft draft = {.type = "ruling", .arbiter = "li", .payload = ruling_payload};

    assert_int_equal(store_append(journal, &draft, &ruling, NULL), BOARD_OK);
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    assert_int_equal(making_enrol(&test->office, chiefs_path, "裁判长"), BOARD_OK);
    sync_client *client = making_client(test->path);
    sync_client *chiefs_client = making_client(chiefs_path);
    char ruled[STORE_ID_BYTES];
    memcpy(ruled, ruling.id, sizeof ruled);
    assert_true(wait_for_entry(chiefs, ruled)); /* without it he could not correct it */
    snprintf(upheld, sizeof upheld,
             "{\"game\":{\"round\":1,\"table\":4,\"number\":1},\"ruling\":\"%s\",\"note\":"
             "\"一致\"}",
             ruled);
    draft = (store_draft){.type = "upheld", .arbiter = "chief", .payload = upheld};
    assert_int_equal(store_append(chiefs, &draft, &decision, NULL), BOARD_OK);
    assert_true(wait_for_entry(journal, decision.id));
    store_fold fold = {.state = NULL};
    assert_int_equal(store_fold_on(journal, &fold, NULL), BOARD_OK);
    ledger_decision found = ledger_decision_of(fold.state, ledger_find_fact(fold.state, ruled));
    assert_int_equal(found.kind, LEDGER_RULING_UPHELD);
    assert_string_equal(found.because->arbiter, "chief");
    /* He thinks again, and overrules it. */
    draft = (store_draft){
        .type = "ruling", .arbiter = "chief", .corrects = ruled, .payload = ruling_payload};
    assert_int_equal(store_append(chiefs, &draft, &decision, NULL), BOARD_OK);
    assert_true(wait_for_entry(journal, decision.id));
    assert_int_equal(store_fold_on(journal, &fold, NULL), BOARD_OK);
    found = ledger_decision_of(fold.state, ledger_find_fact(fold.state, ruled));
    assert_int_equal(found.kind, LEDGER_OVERRULED);
    /* Nothing goes round in circles: each entry once, on both devices and at the office. */
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    assert_true(making_wait_link(chiefs_client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    making_pause_ms(300);
    uint64_t counts[2] = {0, 0};
    assert_int_equal(store_count(journal, NULL, &counts[0], NULL), BOARD_OK);
    assert_int_equal(store_count(chiefs, NULL, &counts[1], NULL), BOARD_OK);
    assert_int_equal(counts[0], 4); /* with the chief arbiter's registration */
    assert_int_equal(counts[1], 4);
    assert_true(sync_stop_and_wait(client, SOON_MS));
    assert_true(sync_stop_and_wait(chiefs_client, SOON_MS));
    store_fold_free(&fold);
    store_close(journal);
    store_close(chiefs);
    assert_int_equal(scratch_verify(test->path, NULL, NULL), 0);
    assert_int_equal(scratch_verify(chiefs_path, NULL, NULL), 0);
}

/* Where a device was in the office's journal outlasts a restart, and does no harm when it is lost. */
static void a_device_goes_on_where_it_was(void **state)
{
    fixture *test = *state;
    char path[SCRATCH_PATH_BYTES];
    sync_progress progress;
    sync_status status;

    append(test->path, 0, 1);
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    for (int i = 0; i < 3; i++) {
        sync_client *client = making_client(test->path);
        assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
        for (int j = 0; j < 400 && status.received < 1 && i == 0; j++) {
            making_pause_ms(5);
            sync_get_status(client, &status);
        }
        making_pause_ms(150);
        sync_get_status(client, &status);
        assert_int_equal(status.received, i == 0 ? 1 : 0);
        assert_false(status.behind);
        assert_true(sync_stop_and_wait(client, SOON_MS));
        sync_progress_load(test->path, &progress);
        assert_int_equal(progress.seen.number, 2);
        if (i == 1)
            assert_int_equal(unlink(scratch_path(test->folder, "device.db.sync", path)), 0);
    }
}

/* Raw connections. */

/* Is the connection closed from the other side before this time has passed? */
static bool is_cut(int descriptor, long most_ms)
{
    const struct timeval wait = {most_ms / 1000, most_ms % 1000 * 1000};
    char bytes[256];
    ssize_t got = 1;

    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    while (got > 0)
        got = recv(descriptor, bytes, sizeof bytes, 0);
    return got == 0 || errno == ECONNRESET;
}

static void slow_connections_are_cut(void **state)
{
    fixture *test = *state;
    int held[50];
    const int64_t begun = making_steady_ms();

    /* They say nothing, or a byte of TLS now and then. */
    for (size_t i = 0; i < 50; i++)
        held[i] = making_connect(&test->office);
    for (int round = 0; round < 10; round++) {
        for (size_t i = 0; i < 50; i += 2)
            (void)!send(held[i], "\x16", 1, MSG_NOSIGNAL);
        making_pause_ms(100);
    }
    /* Meanwhile others are served. */
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    for (size_t i = 0; i < 50; i++)
        assert_true(is_cut(held[i], 4000));
    assert_true(making_steady_ms() - begun < 6000);
    for (size_t i = 0; i < 50; i++)
        close(held[i]);
}

static void large_bodies_are_refused_unread(void **state)
{
    fixture *test = *state;
    sync_settings settings;
    sync_reply reply;
    char *large = malloc(SYNC_BODY_MAX + 2);

    assert_non_null(large);
    memset(large, 'x', SYNC_BODY_MAX + 1);
    large[SYNC_BODY_MAX + 1] = '\0';
    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    assert_int_equal(sync_settings_load(test->path, &settings), BOARD_OK);
    sync_transfer *transfer = sync_transfer_new(settings.address, &making_deadlines, NULL, NULL);
    static const struct {
        const char *path;
        size_t length;
        bool token;
        long status;
    } cases[] = {
        {SYNC_PATH "/entries", SYNC_BODY_MAX + 1, true, 413},
        {SYNC_PATH "/entries", SYNC_BODY_MAX, true, 400},  /* read, and no batch */
        {SYNC_PATH "/entries", SYNC_BODY_MAX, false, 401}, /* not read */
        {SYNC_PATH "/enrolment", SYNC_SMALL_BODY_MAX + 1, false, 413},
        {SYNC_PATH "/enrolment", SYNC_SMALL_BODY_MAX, false, 400},
        {SYNC_PATH "/nothing", 10, true, 404},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char kept = large[cases[i].length];
        large[cases[i].length] = '\0';
        assert_int_equal(
            sync_transfer_pin(transfer, settings.pin, cases[i].token ? settings.token : NULL, NULL),
            BOARD_OK);
        board_error error = sync_transfer_request(transfer, cases[i].path, large, &reply, NULL);
        /* A refusal may cut the sender off before it has read the reply. */
        assert_true(error == BOARD_ERROR_SYNC_UNREACHABLE || reply.status == cases[i].status);
        if (cases[i].length < SYNC_BODY_MAX)
            assert_int_equal(error, BOARD_OK);
        large[cases[i].length] = kept;
    }
    sync_transfer_free(transfer);
    free(large);
}

static void names_of_evil_devices_are_only_names(void **state)
{
    fixture *test = *state;
    const char *name = "<img src=x onerror=alert(1)>'; DROP TABLE devices;--";
    sync_status status;

    append(test->path, 0, 1);
    assert_int_equal(making_enrol(&test->office, test->path, name), BOARD_OK);
    sync_client *client = making_client(test->path);
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, SOON_MS, &status));
    assert_true(sync_stop_and_wait(client, SOON_MS));
    sync_transfer *transfer =
        sync_transfer_new(test->office.address, &making_deadlines, NULL, NULL);
    sync_reply reply;
    assert_int_equal(sync_transfer_pin(transfer, test->office.pin, test->office.token, NULL),
                     BOARD_OK);
    assert_int_equal(sync_transfer_request(transfer, SYNC_PATH "/hall", NULL, &reply, NULL),
                     BOARD_OK);
    assert_int_equal(reply.status, 200);
    assert_non_null(strstr(reply.body, name)); /* as JSON; the page puts it in as text */
    sync_transfer_free(transfer);
}

static void nothing_secret_is_logged(void **state)
{
    fixture *test = *state;
    char invitation[SYNC_INVITATION_BYTES];
    sync_settings settings;
    store_journal *journal = scratch_open(test->path, NULL);

    making_office_invite(&test->office, invitation);
    assert_int_equal(
        sync_enrol(journal, test->path, invitation, "一号", &making_deadlines, NULL, NULL, NULL),
        BOARD_OK);
    store_close(journal);
    assert_int_equal(sync_settings_load(test->path, &settings), BOARD_OK);
    post_as_chief(test, SYNC_PATH "/invite", "{}", 200);
    post_as_chief(test, SYNC_PATH "/login", "{\"token\":\"wrong\"}", 401);
    making_office_halt(&test->office);
    assert_non_null(strstr(test->office.logged, "enrolled"));
    assert_null(strstr(test->office.logged, settings.token));
    assert_null(strstr(test->office.logged, test->office.token));
    assert_null(strstr(test->office.logged, strchr(invitation, '/') + 1));
}

int main(void)
{
#define NET_TEST(name)                                                                             \
    cmocka_unit_test_setup_teardown(name, making_place_set_up, making_place_tear_down)
    const struct CMUnitTest tests[] = {
        NET_TEST(devices_enrol_send_and_fetch),
        NET_TEST(whoever_asks_the_client_never_waits_for_the_network),
        NET_TEST(sending_goes_on_after_restarts_on_both_sides),
        NET_TEST(nothing_is_sent_to_another_certificate),
        NET_TEST(invitations_of_others_are_found_out),
        NET_TEST(revoked_devices_learn_it_and_can_enrol_anew),
        NET_TEST(decisions_come_back_to_the_device),
        NET_TEST(decisions_of_another_device_reach_the_one_that_ruled),
        NET_TEST(a_device_goes_on_where_it_was),
        NET_TEST(slow_connections_are_cut),
        NET_TEST(large_bodies_are_refused_unread),
        NET_TEST(names_of_evil_devices_are_only_names),
        NET_TEST(nothing_secret_is_logged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
