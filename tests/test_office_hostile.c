/*
 * tests/test_office_hostile.c: an office among people who mean it no good: what is no HTTP, bodies
 * that never end, more connections than there may be, names that are markup, SQL or formulas in
 * every file that it gives out, devices that enrol twice, clocks that jump.
 */
#include <errno.h>
#include <gnutls/gnutls.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "office/http.h"
#include "support/office_making.h"
#include "sync/transfer.h"

enum { DAY_MS = 24 * 60 * 60 * 1000, LONG_BYTES = 100 * 1000 };

typedef making_place fixture;

/* Raw TLS. */

typedef struct talk {
    int descriptor;
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
} talk;

static talk begin_talk(const fixture *test)
{
    talk made = {.descriptor = making_connect(&test->office)};
    int result = 0;

    gnutls_init(&made.session, GNUTLS_CLIENT);
    gnutls_certificate_allocate_credentials(&made.credentials);
    gnutls_set_default_priority(made.session);
    gnutls_credentials_set(made.session, GNUTLS_CRD_CERTIFICATE, made.credentials);
    gnutls_transport_set_int(made.session, made.descriptor);
    do {
        result = gnutls_handshake(made.session);
    } while (result < 0 && gnutls_error_is_fatal(result) == 0);
    assert_int_equal(result, 0);
    return made;
}

static void end_talk(talk *made)
{
    gnutls_deinit(made->session);
    gnutls_certificate_free_credentials(made->credentials);
    close(made->descriptor);
}

/* False: the office has closed the connection. */
static bool say(talk *made, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = gnutls_record_send(made->session, bytes, length);
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* The status of the reply; 0: the connection was closed without one. */
static int hear(talk *made)
{
    char bytes[2048] = "";
    ssize_t got = gnutls_record_recv(made->session, bytes, sizeof bytes - 1);
    int status = 0;

    if (got > 12 && strncmp(bytes, "HTTP/1.", 7) == 0)
        status = (int)strtol(bytes + 9, NULL, 10);
    return status;
}

static long get(const fixture *test, const char *path)
{
    sync_transfer *transfer =
        sync_transfer_new(test->office.address, &making_deadlines, NULL, NULL);
    sync_reply reply = {.status = 0};

    assert_int_equal(sync_transfer_pin(transfer, test->office.pin, test->office.token, NULL),
                     BOARD_OK);
    assert_int_equal(sync_transfer_request(transfer, path, NULL, &reply, NULL), BOARD_OK);
    sync_transfer_free(transfer);
    return reply.status;
}

/* What is no HTTP: a refusal or a closed connection, and everybody else is served. */
static void what_is_no_http_is_refused(void **state)
{
    fixture *test = *state;
    static const char *const requests[] = {
        "\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /api/2/hall%00%zz%ff HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET //api/2/hall?lang=%c0%af HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/2/news?after=-1&id=%27 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
        "' OR 1=1 --\r\n\r\n",
        "GET /api/2/hall HTTP/1.1\r\nHost: x\r\nCookie: qili=' OR '1'='1; qili=\r\n\r\n",
        "POST /api/2/login HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nabcde",
        "POST /api/2/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /api/2/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST /api/2/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        "ffffffffffffffff\r\nx\r\n",
        "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
        "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    };
    char *large = malloc(LONG_BYTES + 1);

    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        talk made = begin_talk(test);
        say(&made, requests[i], strlen(requests[i]));
        const int status = hear(&made);
        if (status != 0 && (status < 400 || status >= 600))
            fail_msg("request %zu got %d", i, status);
        end_talk(&made);
    }
    /* A head without an end: of one line, and of very many. */
    assert_non_null(large);
    for (int lines = 0; lines < 2; lines++) {
        talk made = begin_talk(test);
        for (size_t i = 0; i < LONG_BYTES; i += 8)
            memcpy(large + i, lines ? "a: bcd\r\n" : "abcdefgh", 8);
        say(&made, "GET / HTTP/1.1\r\n", 16);
        say(&made, large, LONG_BYTES);
        const int status = hear(&made);
        assert_true(status == 0 || status >= 400);
        end_talk(&made);
    }
    free(large);
    assert_int_equal(get(test, SYNC_PATH "/hall"), 200);
}

/* Seeded bytes of all kinds, also within requests that begin well. */
static void random_bytes_do_no_harm(void **state)
{
    fixture *test = *state;
    uint32_t seed = 2026;
    char bytes[512];

    for (int i = 0; i < 60; i++) {
        talk made = begin_talk(test);
        size_t length = 0;
        if (i % 2 == 0)
            length = (size_t)snprintf(bytes, sizeof bytes, "POST " SYNC_PATH "/%s HTTP/1.1\r\n",
                                      i % 4 == 0 ? "entries" : "enrolment");
        for (; length < sizeof bytes; length++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[length] = (char)(seed >> 24);
        }
        say(&made, bytes, sizeof bytes);
        say(&made, "\r\n\r\n", 4);
        if (i % 3 != 0) {
            const int status = hear(&made);
            assert_true(status == 0 || status >= 400);
        }
        end_talk(&made);
    }
    assert_int_equal(get(test, SYNC_PATH "/hall"), 200);
}

/* A body that comes a byte at a time is cut when its time is over. */
static void slow_bodies_are_cut(void **state)
{
    fixture *test = *state;
    static const char head[] =
        "POST " SYNC_PATH "/enrolment HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n";
    talk made = begin_talk(test);
    const int64_t begun = making_steady_ms();

    assert_true(say(&made, head, sizeof head - 1));
    while (say(&made, "x", 1) && making_steady_ms() - begun < 5 * MAKING_WHOLE_MS)
        making_pause_ms(50);
    const int64_t took = making_steady_ms() - begun;
    assert_true(took >= MAKING_WHOLE_MS / 2 && took < 5 * MAKING_WHOLE_MS);
    end_talk(&made);
}

/* One address holds as many connections as it may, and says nothing: they are cut, and who comes
 * afterwards is served. */
static void a_crowd_that_says_nothing_is_cut(void **state)
{
    enum { CROWD = OFFICE_CONNECTIONS_PER_ADDRESS + 50 };
    fixture *test = *state;
    struct rlimit limit;
    static int held[CROWD];
    const int64_t begun = making_steady_ms();

    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096; /* both ends are ours here */
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_true(limit.rlim_cur >= 2 * CROWD + 100);
    for (size_t i = 0; i < CROWD; i++)
        held[i] = making_connect(&test->office);
    bool served = false;
    for (int i = 0; i < 20 && !served; i++) {
        sync_transfer *transfer =
            sync_transfer_new(test->office.address, &making_deadlines, NULL, NULL);
        sync_reply reply = {.status = 0};
        assert_int_equal(sync_transfer_pin(transfer, test->office.pin, test->office.token, NULL),
                         BOARD_OK);
        served =
            sync_transfer_request(transfer, SYNC_PATH "/hall", NULL, &reply, NULL) == BOARD_OK &&
            reply.status == 200;
        sync_transfer_free(transfer);
        if (!served)
            making_pause_ms(300);
    }
    assert_true(served);
    assert_true(making_steady_ms() - begun < 20 * MAKING_HEAD_MS);
    for (size_t i = 0; i < CROWD; i++)
        close(held[i]);
}

/* Names. */

static char *body_of(const fixture *test, const char *path, const char *text)
{
    sync_transfer *transfer =
        sync_transfer_new(test->office.address, &making_deadlines, NULL, NULL);
    sync_reply reply = {.status = 0};

    assert_int_equal(sync_transfer_pin(transfer, test->office.pin, test->office.token, NULL),
                     BOARD_OK);
    assert_int_equal(sync_transfer_request(transfer, path, text, &reply, NULL), BOARD_OK);
    if (reply.status != 200)
        fail_msg("%s: %ld %.*s", path, reply.status, (int)reply.length, reply.body);
    char *copy = malloc(reply.length + 1);
    assert_non_null(copy);
    memcpy(copy, reply.body, reply.length);
    copy[reply.length] = '\0';
    sync_transfer_free(transfer);
    return copy;
}

/* Names that are formulas, markup and SQL: in no file a formula, on the page's data only text. */
static void evil_names_are_only_names_in_every_file(void **state)
{
    fixture *test = *state;
    static const char pairings[] =
        "轮次,台次,红方序号,红方姓名,红方单位,黑方序号,黑方姓名,黑方单位\n"
        "1,1,18,\"=1+1<script>alert(1)</script>'\"\"; DROP TABLE entries; --\",@SUM(A1),9,-2+3,"
        "\"a\"\"b,c\"\n";
    static const char *const files[] = {
        "/export/sheets.csv?round=1", "/export/sheets.csv?round=1&lang=en",
        "/export/round.res?round=1",  "/export/penalties.trf",
        "/export/journal.jsonl",      SYNC_PATH "/hall"};

    free(body_of(test, SYNC_PATH "/pairings", pairings));
    free(body_of(test, SYNC_PATH "/event", "{\"name\":\"<img src=x>'; DROP TABLE people;--\"}"));
    free(body_of(test, SYNC_PATH "/person",
                 "{\"key\":\"li\",\"name\":\"<b>李</b>'; --\",\"role\":\"table-arbiter\"}"));
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *text = body_of(test, files[i], NULL);
        if (i < 2) { /* no cell begins as a formula would */
            assert_null(strstr(text, ",=1"));
            assert_null(strstr(text, ",\"=1"));
            assert_null(strstr(text, ",-2+3"));
            assert_non_null(strstr(text, "'=1+1<script>"));
            assert_non_null(strstr(text, ",'-2+3,"));
        } else if (i > 3) { /* JSON: quotes are escaped, and it is all one string */
            assert_non_null(strstr(text, "=1+1<script>alert(1)</script>'\\\"; DROP TABLE"));
        } else {
            assert_null(strstr(text, "<script>"));
        }
        free(text);
    }
    /* The page itself holds no names: it gets them as JSON and puts them in as text. */
    char *page = body_of(test, "/", NULL);
    assert_null(strstr(page, "<img src=x>"));
    free(page);
    assert_int_equal(get(test, SYNC_PATH "/hall"), 200);
}

/* Devices. */

/* The same tablet enrols twice, under another name: one device, its last token and name. */
static void a_device_enrolled_twice_is_one(void **state)
{
    fixture *test = *state;
    sync_settings first;
    sync_settings second;
    sync_status status;
    sync_reply reply = {.status = 0};

    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    assert_int_equal(sync_settings_load(test->path, &first), BOARD_OK);
    assert_int_equal(making_enrol(&test->office, test->path, "二号"), BOARD_OK);
    assert_int_equal(sync_settings_load(test->path, &second), BOARD_OK);
    assert_string_equal(first.device, second.device);
    assert_string_not_equal(first.token, second.token);
    sync_transfer *transfer =
        sync_transfer_new(test->office.address, &making_deadlines, NULL, NULL);
    assert_int_equal(sync_transfer_pin(transfer, test->office.pin, first.token, NULL), BOARD_OK);
    assert_int_equal(sync_transfer_request(transfer, SYNC_PATH "/news?after=0", NULL, &reply, NULL),
                     BOARD_OK);
    assert_int_equal(reply.status, 401);
    sync_transfer_free(transfer);
    store_journal *journal = scratch_open(test->path, NULL);
    scratch_append(journal, "foul", 0);
    store_close(journal);
    sync_client *client = making_client(test->path);
    assert_true(making_wait_link(client, SYNC_LINK_ALL_SENT, 8000, &status));
    assert_int_equal(status.confirmed, 1);
    assert_true(sync_stop_and_wait(client, 8000));
    char *hall = body_of(test, SYNC_PATH "/hall", NULL);
    const char *devices = strstr(hall, "\"devices\":[");
    assert_non_null(devices);
    assert_non_null(strstr(devices, "二号"));
    assert_null(strstr(devices, "一号"));
    free(hall);
}

/* The office's clock jumps a day, either way: whoever is enrolled goes on; codes do not live longer
 * than they were to. */
static void a_clock_that_jumps_a_day(void **state)
{
    fixture *test = *state;
    static const int64_t shifts[] = {DAY_MS, -DAY_MS, 0};
    char invitation[SYNC_INVITATION_BYTES];
    sync_status status;

    assert_int_equal(making_enrol(&test->office, test->path, "一号"), BOARD_OK);
    sync_client *client = making_client(test->path);
    for (unsigned i = 0; i < 3; i++) {
        store_journal *journal = scratch_open(test->path, NULL);
        making_office_halt(&test->office);
        making_office_invite(&test->office, invitation);
        test->shift_ms = shifts[i];
        making_office_start(&test->office);
        if (i < 2) /* made before the jump: too old, or of a time that is yet to come */
            assert_int_equal(sync_enrol(journal, test->path, invitation, "一号", &making_deadlines,
                                        NULL, NULL, NULL),
                             BOARD_ERROR_SYNC_CODE);
        scratch_append(journal, "foul", i);
        store_close(journal);
        for (int j = 0; j < 1000; j++) {
            sync_get_status(client, &status);
            if (status.confirmed == i + 1)
                break;
            making_pause_ms(10);
        }
        assert_int_equal(status.confirmed, i + 1);
        assert_int_equal(get(test, SYNC_PATH "/hall"), 200);
    }
    assert_true(sync_stop_and_wait(client, 8000));
}

int main(void)
{
#define HOSTILE_TEST(name)                                                                         \
    cmocka_unit_test_setup_teardown(name, making_place_set_up, making_place_tear_down)
    signal(SIGPIPE, SIG_IGN); /* the office closes while we are sending */
    const struct CMUnitTest tests[] = {
        HOSTILE_TEST(what_is_no_http_is_refused),
        HOSTILE_TEST(random_bytes_do_no_harm),
        HOSTILE_TEST(slow_bodies_are_cut),
        HOSTILE_TEST(a_crowd_that_says_nothing_is_cut),
        HOSTILE_TEST(evil_names_are_only_names_in_every_file),
        HOSTILE_TEST(a_device_enrolled_twice_is_one),
        HOSTILE_TEST(a_clock_that_jumps_a_day),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
