/*
 * tests/test_office.c: the office without a network: what it takes and refuses of devices, its desk,
 * who may ask for what, the hall, decisions, pairings and exports.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "office/http.h"
#include "office/intake.h"
#include "office/pairings.h"
#include "store/entry.h"
#include "support/office_making.h"
#include "sync/carried.h"

enum { ENTRIES = 6 };

typedef struct fixture {
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES]; /* of the device's journal */
    making_office office;
    office_rates rates;
    office_front front;
    store_journal *journal; /* the device's */
    store_entry entries[ENTRIES];
    char device_token[SYNC_TOKEN_BYTES];
    office_reply reply;
    const char *arguments[4]; /* name, value, ... of the next request */
    bool english;             /* the language of its reply */
} fixture;

static void add_device(fixture *test, store_journal *journal, char token[SYNC_TOKEN_BYTES])
{
    office_device device = {.name = "一号"};

    memcpy(device.key, store_public_key(journal), sizeof device.key);
    office_token_make(token);
    assert_int_equal(store_register(test->office.house.journal, device.key, device.device, NULL),
                     BOARD_OK);
    assert_int_equal(office_desk_add_device(test->office.house.desk, &device, token), BOARD_OK);
}

static int set_up(void **state)
{
    fixture *test = calloc(1, sizeof *test);

    if (test == NULL)
        return -1;
    scratch_make(test->folder);
    making_office_open(&test->office, test->folder);
    test->front = (office_front){.office = &test->office.house, .rates = &test->rates};
    test->journal = scratch_open(scratch_path(test->folder, "device.db", test->path), NULL);
    add_device(test, test->journal, test->device_token);
    for (unsigned i = 0; i < ENTRIES; i++) {
        store_entry entry = scratch_append(test->journal, "foul", i);
        assert_true(store_entry_copy(&entry, &test->entries[i]));
    }
    *state = test;
    return 0;
}

static int tear_down(void **state)
{
    fixture *test = *state;

    for (unsigned i = 0; i < ENTRIES; i++)
        store_entry_free(&test->entries[i]);
    office_reply_free(&test->reply);
    store_close(test->journal);
    making_office_close(&test->office);
    scratch_remove(test->folder);
    free(test);
    return 0;
}

/* Intake. */

static char *batch_text(fixture *test, size_t from, size_t count)
{
    sync_batch batch = {.entries = test->entries + from, .count = count};

    memcpy(batch.device, store_device(test->journal), sizeof batch.device);
    char *text = sync_batch_write(&batch);
    assert_non_null(text);
    return text;
}

static sync_answer accept_text(fixture *test, const char *text)
{
    sync_answer answer;

    assert_int_equal(office_accept(test->office.house.journal, store_device(test->journal), text,
                                   strlen(text), &answer, &(store_problem){.number = 0}),
                     BOARD_OK);
    return answer;
}

static sync_answer accept(fixture *test, size_t from, size_t count)
{
    char *text = batch_text(test, from, count);
    sync_answer answer = accept_text(test, text);

    free(text);
    return answer;
}

static uint64_t taken(fixture *test)
{
    uint64_t count = 0;
    const store_filter filter = {.device = store_device(test->journal)};

    assert_int_equal(store_count(test->office.house.journal, &filter, &count, NULL), BOARD_OK);
    return count;
}

static void entries_are_taken_once_whatever_comes_twice(void **state)
{
    fixture *test = *state;
    sync_answer answer = accept(test, 0, 3);

    assert_false(answer.refused);
    assert_int_equal(answer.stored, 3);
    assert_int_equal(answer.sequence, 3);
    for (int i = 0; i < 3; i++) { /* a replayed batch */
        answer = accept(test, 0, 3);
        assert_false(answer.refused);
        assert_int_equal(answer.stored, 0);
        assert_int_equal(answer.sequence, 3);
    }
    answer = accept(test, 1, 4); /* overlapping */
    assert_int_equal(answer.stored, 2);
    assert_int_equal(answer.sequence, 5);
    answer = accept(test, 0, 1); /* long gone */
    assert_false(answer.refused);
    assert_int_equal(answer.sequence, 5);
    assert_int_equal(taken(test), 5);
}

static void gaps_are_refused_with_nothing_stored(void **state)
{
    fixture *test = *state;
    store_entry kept = test->entries[4];
    sync_answer answer = accept(test, 1, 2);

    assert_true(answer.refused);
    assert_int_equal(answer.error, BOARD_ERROR_STORE_GAP);
    assert_int_equal(answer.at, 2);
    assert_int_equal(answer.sequence, 0);
    assert_int_equal(taken(test), 0);
    accept(test, 0, 2);
    test->entries[4] = test->entries[5]; /* 3, 4, 6 */
    answer = accept(test, 2, 3);
    test->entries[4] = kept;
    assert_int_equal(answer.error, BOARD_ERROR_STORE_GAP);
    assert_int_equal(answer.at, 6);
    assert_int_equal(answer.sequence, 2);
    assert_int_equal(taken(test), 2);
}

static void broken_chains_and_signatures_are_refused(void **state)
{
    fixture *test = *state;
    store_entry kept = test->entries[2];

    test->entries[2].signature[5] ^= 1;
    sync_answer answer = accept(test, 0, 4);
    assert_int_equal(answer.error, BOARD_ERROR_STORE_SIGNATURE);
    assert_int_equal(answer.at, 3);
    test->entries[2] = kept;
    test->entries[2].hash[5] ^= 1;
    answer = accept(test, 0, 4);
    assert_int_equal(answer.error, BOARD_ERROR_STORE_HASH);
    test->entries[2] = kept;
    test->entries[2].time_ms++;
    answer = accept(test, 0, 4);
    assert_int_equal(answer.error, BOARD_ERROR_STORE_HASH);
    test->entries[2] = kept;
    assert_int_equal(taken(test), 0);
    assert_false(accept(test, 0, 4).refused);
}

/* The same device's key wrote another history: a restored backup, or a copied card. */
static void another_history_is_refused(void **state)
{
    fixture *test = *state;
    char key[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    store_options options = {.key_path = scratch_path(test->folder, "device.db.key", key)};
    store_journal *twin = scratch_open(scratch_path(test->folder, "twin.db", path), &options);
    store_entry kept = test->entries[0];

    accept(test, 0, 2);
    store_entry other = scratch_append(twin, "foul", 77);
    test->entries[0] = other;
    sync_answer answer = accept(test, 0, 1);
    test->entries[0] = kept;
    assert_true(answer.refused);
    assert_int_equal(answer.error, BOARD_ERROR_STORE_FORK);
    assert_int_equal(answer.sequence, 2);
    assert_int_equal(taken(test), 2);
    store_close(twin);
}

static void another_devices_entries_are_refused(void **state)
{
    fixture *test = *state;
    char path[SCRATCH_PATH_BYTES];
    store_journal *other = scratch_open(scratch_path(test->folder, "other.db", path), NULL);
    store_entry foreign = scratch_append(other, "foul", 1);
    store_entry kept = test->entries[1];

    /* Even where the other device is enrolled, too. */
    assert_int_equal(
        store_register(test->office.house.journal, store_public_key(other), NULL, NULL), BOARD_OK);
    test->entries[1] = foreign;
    sync_answer answer = accept(test, 0, 2);
    test->entries[1] = kept;
    assert_int_equal(answer.error, BOARD_ERROR_SYNC_FOREIGN);
    assert_int_equal(taken(test), 0);

    char *text = batch_text(test, 0, 1);
    assert_int_equal(office_accept(test->office.house.journal, store_device(other), text,
                                   strlen(text), &answer, &(store_problem){.number = 0}),
                     BOARD_OK);
    assert_int_equal(answer.error, BOARD_ERROR_SYNC_FOREIGN);
    free(text);
    store_close(other);
}

/* The news for a device from a place on; release with sync_news_free. */
static sync_news news_for(fixture *test, const char *device, const sync_place *after)
{
    store_problem problem;
    sync_news news;
    char *text = NULL;

    assert_int_equal(office_news(test->office.house.journal, device, after, &text, &problem),
                     BOARD_OK);
    assert_int_equal(sync_news_read(text, strlen(text), &news, NULL), BOARD_OK);
    free(text);
    assert_string_equal(news.batch.device, store_device(test->office.house.journal));
    return news;
}

static void news_are_all_but_the_devices_own_entries(void **state)
{
    fixture *test = *state;
    const sync_place beginning = {.number = 0};
    char path[SCRATCH_PATH_BYTES];
    char token[SYNC_TOKEN_BYTES];
    store_journal *other = scratch_open(scratch_path(test->folder, "other.db", path), NULL);

    accept(test, 0, 4);
    scratch_append(test->office.house.journal, "note", 1);
    add_device(test, other, token);
    /* For the device itself: the chief arbiter's registration and the note. */
    sync_news news = news_for(test, store_device(test->journal), &beginning);
    assert_int_equal(news.batch.count, 2);
    assert_int_equal(news.key_count, 0);
    assert_int_equal(news.sequence, 4);
    assert_int_equal(news.up_to.number, 6);
    assert_int_equal(news.last, 6);
    sync_news_free(&news);
    /* For the other one: also the first one's four, with the key to check them by. */
    news = news_for(test, store_device(other), &beginning);
    assert_int_equal(news.batch.count, 6);
    assert_int_equal(news.sequence, 0);
    assert_int_equal(news.key_count, 1);
    assert_memory_equal(news.keys[0], store_public_key(test->journal), STORE_KEY_BYTES);
    for (size_t i = 0; i < 4; i++)
        assert_true(store_entry_same(&news.batch.entries[i + 1], &test->entries[i]));
    /* From there on only what is new. */
    const sync_place seen = news.up_to;
    sync_news_free(&news);
    news = news_for(test, store_device(other), &seen);
    assert_int_equal(news.batch.count, 0);
    assert_int_equal(news.up_to.number, seen.number);
    assert_string_equal(news.up_to.id, seen.id);
    sync_news_free(&news);
    accept(test, 4, 1);
    news = news_for(test, store_device(other), &seen);
    assert_int_equal(news.batch.count, 1);
    assert_int_equal(news.batch.entries[0].sequence, 5);
    sync_news_free(&news);
    store_close(other);
}

static void news_come_in_pieces(void **state)
{
    fixture *test = *state;
    sync_place seen = {.number = 0};
    uint64_t pieces = 0;
    uint64_t count = 0;
    uint64_t last = 0;

    for (unsigned i = 0; i < 2 * OFFICE_NEWS_ENTRIES; i++)
        scratch_append(test->office.house.journal, "note", i);
    do {
        sync_news news = news_for(test, store_device(test->journal), &seen);
        assert_true(news.batch.count > 0 && news.batch.count <= OFFICE_NEWS_ENTRIES);
        assert_int_equal(news.batch.entries[0].sequence, count + 1); /* nothing left out */
        count += news.batch.count;
        seen = news.up_to;
        last = news.last;
        pieces++;
        sync_news_free(&news);
    } while (seen.number < last);
    assert_int_equal(pieces, 3);
    assert_int_equal(count, 2 * OFFICE_NEWS_ENTRIES + 1);
}

/* The office's journal was restored from a copy, or the device shows a place of another office. */
static void a_place_that_is_not_so_any_more_brings_everything(void **state)
{
    fixture *test = *state;
    const char *device = store_device(test->journal);
    sync_place place = {.number = 0};

    for (unsigned i = 0; i < 5; i++)
        scratch_append(test->office.house.journal, "note", i);
    sync_news news = news_for(test, device, &place);
    const size_t all = news.batch.count;
    place = news.up_to;
    sync_news_free(&news);
    const sync_place other = {.number = place.number - 1}; /* without its id */
    sync_place wrong[] = {place, place, other};
    wrong[0].number = 2;         /* another entry stands there */
    wrong[1].number = INT64_MAX; /* none does */
    for (size_t i = 0; i < 3; i++) {
        news = news_for(test, device, &wrong[i]);
        assert_int_equal(news.batch.count, all);
        sync_news_free(&news);
    }
}

/* Requests. */

static const char *get_argument(void *context, const char *name)
{
    const fixture *test = context;

    for (size_t i = 0; i < 4 && test->arguments[i] != NULL; i += 2) {
        if (strcmp(test->arguments[i], name) == 0)
            return test->arguments[i + 1];
    }
    return NULL;
}

/* Asks as somebody with this token; what comes back is in test->reply. */
static unsigned ask(fixture *test, const char *method, const char *path, const char *token,
                    const char *body)
{
    office_request request = {.method = method,
                              .path = path,
                              .body = body != NULL ? body : "",
                              .length = body != NULL ? strlen(body) : 0,
                              .bearer = token,
                              .chinese = !test->english,
                              .from = "192.0.2.1",
                              .argument = get_argument,
                              .context = test};

    office_reply_free(&test->reply);
    office_handle(&test->front, &request, &test->reply);
    return test->reply.status;
}

static const char *body(const fixture *test)
{
    return test->reply.fixed != NULL ? test->reply.fixed : test->reply.body;
}

static void only_who_may_gets_an_answer(void **state)
{
    static const char *const for_devices[][2] = {{"POST", "/api/2/entries"},
                                                 {"GET", "/api/2/news"}};
    static const char *const for_people[][2] = {
        {"GET", "/api/2/hall"},           {"GET", "/api/2/ruling"},
        {"GET", "/api/2/changes"},        {"POST", "/api/2/carried"},
        {"GET", "/export/journal.jsonl"}, {"GET", "/export/sheets.csv"},
        {"GET", "/export/penalties.trf"}, {"GET", "/export/round.res"},
    };
    static const char *const for_chiefs[] = {
        "/api/2/uphold", "/api/2/overrule",      "/api/2/invite", "/api/2/revoke",
        "/api/2/person", "/api/2/person/remove", "/api/2/event",  "/api/2/pairings"};
    const office_person looker = {"li", "李", LEDGER_TABLE_ARBITER};
    char looks[SYNC_TOKEN_BYTES];
    fixture *test = *state;

    assert_int_equal(office_add_person(&test->office.house, &looker, "chief", looks,
                                       &(store_problem){.number = 0}),
                     BOARD_OK);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(ask(test, for_devices[i][0], for_devices[i][1], NULL, NULL), 401);
        assert_int_equal(ask(test, for_devices[i][0], for_devices[i][1], test->office.token, NULL),
                         401);
    }
    for (size_t i = 0; i < sizeof for_people / sizeof for_people[0]; i++) {
        memset(&test->rates, 0, sizeof test->rates);
        assert_int_equal(ask(test, for_people[i][0], for_people[i][1], NULL, NULL), 401);
        assert_int_equal(ask(test, for_people[i][0], for_people[i][1], test->device_token, NULL),
                         401);
        assert_int_not_equal(ask(test, for_people[i][0], for_people[i][1], looks, NULL), 401);
    }
    for (size_t i = 0; i < sizeof for_chiefs / sizeof for_chiefs[0]; i++) {
        memset(&test->rates, 0, sizeof test->rates);
        assert_int_equal(ask(test, "POST", for_chiefs[i], NULL, "{}"), 401);
        assert_int_equal(ask(test, "POST", for_chiefs[i], test->device_token, "{}"), 401);
        assert_int_equal(ask(test, "POST", for_chiefs[i], looks, "{}"), 403);
        assert_int_equal(ask(test, "GET", for_chiefs[i], test->office.token, NULL), 405);
    }
    assert_int_equal(ask(test, "GET", "/api/2/nothing", test->office.token, NULL), 404);
    assert_int_equal(ask(test, "GET", "/../office.db.key", test->office.token, NULL), 404);
    assert_int_equal(ask(test, "GET", "/", NULL, NULL), 200);
}

/* A page elsewhere can make the browser send the cookie, but not the header. */
static void other_pages_cannot_post_with_the_cookie(void **state)
{
    fixture *test = *state;
    office_request request = {.method = "POST",
                              .path = "/api/2/invite",
                              .body = "",
                              .cookie = test->office.token,
                              .from = "192.0.2.1"};

    office_handle(&test->front, &request, &test->reply);
    assert_int_equal(test->reply.status, 403);
    office_reply_free(&test->reply);
    request.own_page = true;
    office_handle(&test->front, &request, &test->reply);
    assert_int_equal(test->reply.status, 200);
    assert_non_null(strstr(test->reply.body, "<svg"));
}

static void revoked_devices_are_refused_at_once(void **state)
{
    fixture *test = *state;
    char *text = batch_text(test, 0, 2);
    char request[128];

    assert_int_equal(ask(test, "POST", "/api/2/entries", test->device_token, text), 200);
    snprintf(request, sizeof request, "{\"device\":\"%s\"}", store_device(test->journal));
    assert_int_equal(ask(test, "POST", "/api/2/revoke", test->office.token, request), 200);
    assert_int_equal(ask(test, "POST", "/api/2/entries", test->device_token, text), 403);
    assert_non_null(strstr(body(test), "\"revoked\""));
    assert_int_equal(ask(test, "POST", "/api/2/revoke", test->office.token, "{\"device\":\"x\"}"),
                     404);
    assert_int_equal(taken(test), 2);
    free(text);
}

static void who_guesses_is_slowed_down(void **state)
{
    fixture *test = *state;
    char token[SYNC_TOKEN_BYTES];
    unsigned refused = 0;
    unsigned last = 0;

    for (int i = 0; i < 100; i++) {
        char request[128];
        office_token_make(token);
        snprintf(request, sizeof request, "{\"token\":\"%s\"}", token);
        last = ask(test, "POST", "/api/2/login", NULL, request);
        refused += last == 429;
    }
    assert_int_equal(last, 429);
    assert_true(refused >= 75);
    /* Whoever has a token goes on. */
    assert_int_equal(ask(test, "GET", "/api/2/hall", test->office.token, NULL), 200);
    assert_null(strstr(test->office.logged, token));
    assert_null(strstr(test->office.logged, test->office.token));
}

static void buckets_fill_steadily(void **state)
{
    office_rates *rates = calloc(1, sizeof *rates);
    unsigned taken_now = 0;

    (void)state;
    assert_non_null(rates);
    for (int i = 0; i < 50; i++)
        taken_now += office_rate_take(rates, "a", 2, 10, 1000);
    assert_int_equal(taken_now, 10);
    assert_true(office_rate_take(rates, "b", 2, 10, 1000));
    assert_false(office_rate_take(rates, "a", 2, 10, 1400));
    assert_true(office_rate_take(rates, "a", 2, 10, 1500));
    assert_false(office_rate_take(rates, "a", 2, 10, 1500));
    assert_false(office_rate_take(rates, "a", 2, 10, 100)); /* the clock went back */
    assert_true(office_rate_take(rates, "a", 2, 10, 100000));
    free(rates);
}

/* Enrolment, by its routes. */

static sync_enrolment enrolment_of(fixture *test, const char *code, const uint8_t *pin)
{
    sync_enrolment made = {.name = "二号"};
    uint8_t key[SYNC_CODE_KEY_BYTES];

    memcpy(made.key, store_public_key(test->journal), sizeof made.key);
    sync_code_key(code, key);
    sync_prove_device(key, made.key, pin, made.proof);
    assert_int_equal(store_sign(test->journal, SYNC_ENROL_CONTEXT, made.proof, sizeof made.proof,
                                made.signature, NULL),
                     BOARD_OK);
    return made;
}

static unsigned enrol(fixture *test, const sync_enrolment *enrolment)
{
    char *text = sync_enrolment_write(enrolment);
    unsigned status = ask(test, "POST", "/api/2/enrolment", NULL, text);

    free(text);
    return status;
}

static void codes_are_good_once_and_for_minutes(void **state)
{
    fixture *test = *state;
    office_house *house = &test->office.house;
    const uint8_t *pin = test->office.pin;
    uint8_t other_pin[SYNC_PIN_BYTES] = {1};
    char code[SYNC_CODE_TEXT_BYTES];
    char path[SCRATCH_PATH_BYTES];
    const int64_t now = office_now(house);
    const int64_t good = (int64_t)OFFICE_CODE_MINUTES * 60 * 1000;

    sync_code_make(code);
    assert_int_equal(office_desk_open_code(house->desk, code, now - good - 1), BOARD_OK);
    sync_enrolment request = enrolment_of(test, code, pin);
    assert_int_equal(enrol(test, &request), 403); /* expired */
    sync_code_make(code);
    assert_int_equal(office_desk_open_code(house->desk, code, now), BOARD_OK);
    request = enrolment_of(test, "0000-0000-0000", pin);
    assert_int_equal(enrol(test, &request), 403); /* guessed */
    request = enrolment_of(test, code, other_pin);
    assert_int_equal(enrol(test, &request), 403); /* somebody in between */
    request = enrolment_of(test, code, pin);
    request.signature[0] ^= 1;
    assert_int_equal(enrol(test, &request), 409); /* not the key's owner */
    request.signature[0] ^= 1;
    assert_int_equal(enrol(test, &request), 200);
    sync_welcome first;
    assert_int_equal(sync_welcome_read(body(test), strlen(body(test)), &first), BOARD_OK);
    assert_int_equal(enrol(test, &request), 200); /* the reply was lost: the same device again */
    sync_welcome second;
    assert_int_equal(sync_welcome_read(body(test), strlen(body(test)), &second), BOARD_OK);
    assert_int_equal(ask(test, "GET", "/api/2/news", first.token, NULL), 401);
    test->arguments[0] = "after";
    test->arguments[1] = "0";
    assert_int_equal(ask(test, "GET", "/api/2/news", second.token, NULL), 200);

    store_journal *other = scratch_open(scratch_path(test->folder, "other.db", path), NULL);
    store_journal *own = test->journal;
    test->journal = other;
    request = enrolment_of(test, code, pin);
    assert_int_equal(enrol(test, &request), 403); /* used by another */
    test->journal = own;
    store_close(other);
    assert_null(strstr(test->office.logged, code));
    assert_null(strstr(test->office.logged, second.token));
}

/* The event: pairings, a ruling, decisions, files. */

static const char pairings[] =
    "\xEF\xBB\xBF轮次,台次,红方序号,红方姓名,红方单位,黑方序号,黑方姓名,黑方单位\r\n"
    "1,4,18,\"钱,八\",上海,9,赵一,广东\r\n"
    "1,5,21,\"<script>alert(1)</script>\",上海,30,\"Robert'); DROP TABLE entries;--\",广东\r\n"
    "1,6,31,王五,广东,0,轮空,\r\n";

static void pairings_are_imported_once(void **state)
{
    fixture *test = *state;

    assert_int_equal(ask(test, "POST", "/api/2/pairings", test->office.token, pairings), 200);
    assert_string_equal(body(test), "{\"lines\":3,\"logged\":10}");
    assert_int_equal(ask(test, "POST", "/api/2/pairings", test->office.token, pairings), 200);
    assert_string_equal(body(test), "{\"lines\":3,\"logged\":0}");
    assert_int_equal(ask(test, "GET", "/api/2/hall", test->office.token, NULL), 200);
    json_t *hall = json_loads(body(test), 0, NULL);
    const json_t *games = json_object_get(hall, "games");
    assert_int_equal(json_array_size(games), 3);
    const json_t *red = json_object_get(json_array_get(games, 0), "red");
    assert_string_equal(json_string_value(json_object_get(red, "name")), "钱,八");
    assert_string_equal(json_string_value(json_object_get(red, "team")), "上海");
    assert_true(json_is_null(json_object_get(json_array_get(games, 2), "black")));
    const json_t *black = json_object_get(json_array_get(games, 1), "black");
    assert_string_equal(json_string_value(json_object_get(black, "name")),
                        "Robert'); DROP TABLE entries;--");
    json_decref(hall);
}

static void wrong_tables_import_nothing(void **state)
{
    static const char *const wrong[] = {
        "",
        "台次,红方序号\n1,2\n",
        "台次,红方序号,红方姓名,黑方序号,黑方姓名\n1,1,甲,2,乙\n0,3,丙,4,丁\n",
        "台次,红方序号,红方姓名,黑方序号,黑方姓名\n1,1,甲,2,乙\n2,3,,4,丁\n",
        "台次,红方序号,红方姓名,黑方序号,黑方姓名\n1,1,甲,1,甲\n",
        "轮次,台次,红方序号,红方姓名,黑方序号,黑方姓名\n100,1,1,甲,2,乙\n",
    };
    fixture *test = *state;
    uint64_t before = 0;
    uint64_t after = 0;

    assert_int_equal(store_last_number(test->office.house.journal, &before, NULL), BOARD_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(ask(test, "POST", "/api/2/pairings", test->office.token, wrong[i]), 400);
    assert_int_equal(store_last_number(test->office.house.journal, &after, NULL), BOARD_OK);
    assert_int_equal(before, after);
    /* Tabs, English headings, another order, blank lines. */
    assert_int_equal(
        ask(test, "POST", "/api/2/pairings", test->office.token,
            "black name\tblack number\ttable\tred number\tred name\n\n乙\t2\t7\t1\t甲\n"),
        200);
    assert_string_equal(body(test), "{\"lines\":1,\"logged\":3}");
}

/* The device rules in game 1.4; the office has it. Returns the entry, to be freed. */
static store_entry rule(fixture *test)
{
    store_entry entry;
    store_entry copy;
    const store_draft draft = {
        .type = "ruling",
        .arbiter = "li",
        .payload = "{\"game\":{\"round\":1,\"table\":4,\"number\":1},"
                   "\"fen\":\"3k5/9/9/4n4/9/9/9/9/R8/5K3 w\",\"moves\":\"a1a6 e6f4 a6a4 f4e6\","
                   "\"edition\":\"cxa-2007\",\"tool\":\"no-cycle\",\"outcome\":\"red-must-change\","
                   "\"articles\":\"26.4,24.3\"}"};

    assert_int_equal(store_append(test->journal, &draft, &entry, NULL), BOARD_OK);
    assert_true(store_entry_copy(&entry, &copy));
    return copy;
}

static void send_entry(fixture *test, store_entry *entry)
{
    sync_batch batch = {.entries = entry, .count = 1};

    memcpy(batch.device, store_device(test->journal), sizeof batch.device);
    char *text = sync_batch_write(&batch);
    assert_int_equal(ask(test, "POST", "/api/2/entries", test->device_token, text), 200);
    free(text);
}

static const char *decision_in_hall(fixture *test, char kind[32])
{
    assert_int_equal(ask(test, "GET", "/api/2/hall", test->office.token, NULL), 200);
    json_t *hall = json_loads(body(test), 0, NULL);
    const json_t *rulings = json_object_get(hall, "rulings");
    const json_t *first = json_array_get(rulings, json_array_size(rulings) - 1);
    const char *text =
        json_string_value(json_object_get(json_object_get(first, "decision"), "kind"));

    snprintf(kind, 32, "%s", text != NULL ? text : "");
    json_decref(hall);
    return kind;
}

static void rulings_are_upheld_and_overruled(void **state)
{
    fixture *test = *state;
    char request[512];
    char kind[32];

    ask(test, "POST", "/api/2/pairings", test->office.token, pairings);
    free(batch_text(test, 0, 1));
    for (size_t i = 0; i < ENTRIES; i++)
        send_entry(test, &test->entries[i]);
    store_entry ruling = rule(test);
    send_entry(test, &ruling);
    assert_string_equal(decision_in_hall(test, kind), "");
    snprintf(request, sizeof request, "{\"id\":\"%s\",\"note\":\"同意\"}", ruling.id);
    assert_int_equal(ask(test, "POST", "/api/2/uphold", test->office.token, request), 200);
    assert_string_equal(decision_in_hall(test, kind), "upheld");
    snprintf(request, sizeof request, "{\"id\":\"%s\",\"outcome\":\"draw\"}", ruling.id);
    assert_int_equal(ask(test, "POST", "/api/2/overrule", test->office.token, request), 400);
    snprintf(request, sizeof request, "{\"id\":\"%s\",\"outcome\":\"undecided\",\"reason\":\"x\"}",
             ruling.id);
    assert_int_equal(ask(test, "POST", "/api/2/overrule", test->office.token, request), 400);
    snprintf(request, sizeof request,
             "{\"id\":\"%s\",\"outcome\":\"draw\",\"articles\":\"26.1\",\"reason\":\"第3着是闲\"}",
             ruling.id);
    assert_int_equal(ask(test, "POST", "/api/2/overrule", test->office.token, request), 200);
    assert_string_equal(decision_in_hall(test, kind), "overruled");
    assert_int_equal(
        ask(test, "POST", "/api/2/overrule", test->office.token, "{\"id\":\"nothing\"}"), 404);

    /* The ruling with its board, moves and evidence. */
    test->arguments[0] = "id";
    test->arguments[1] = ruling.id;
    assert_int_equal(ask(test, "GET", "/api/2/ruling", test->office.token, NULL), 200);
    json_t *sheet = json_loads(body(test), 0, NULL);
    const json_t *decision = json_object_get(json_object_get(sheet, "ruling"), "decision");
    assert_string_equal(json_string_value(json_object_get(decision, "reason")), "第3着是闲");
    assert_string_equal(json_string_value(json_object_get(decision, "outcome")), "draw");
    const json_t *judged = json_object_get(sheet, "sheet");
    assert_int_equal(json_array_size(json_object_get(judged, "positions")), 5);
    assert_int_equal(json_array_size(json_object_get(json_object_get(judged, "judge"), "moves")),
                     4);
    json_decref(sheet);
    store_entry_free(&ruling);
}

static void carried_rulings_wait_for_their_device(void **state)
{
    fixture *test = *state;
    store_entry ruling = rule(test);
    char path[SCRATCH_PATH_BYTES];
    char *text = NULL;

    assert_int_equal(sync_carried_write(&ruling, &text), BOARD_OK);
    assert_int_equal(ask(test, "POST", "/api/2/carried", test->office.token, text), 200);
    assert_non_null(strstr(body(test), "\"waits\":true"));
    assert_int_equal(ask(test, "GET", "/api/2/hall", test->office.token, NULL), 200);
    json_t *hall = json_loads(body(test), 0, NULL);
    assert_int_equal(json_array_size(json_object_get(hall, "carried")), 1);
    assert_int_equal(json_array_size(json_object_get(hall, "rulings")), 0);
    json_decref(hall);

    /* One changed character, and a device that nobody enrolled. */
    text[strlen(text) - 3] = text[strlen(text) - 3] == 'A' ? 'B' : 'A';
    assert_int_equal(ask(test, "POST", "/api/2/carried", test->office.token, text), 409);
    free(text);
    store_journal *stranger = scratch_open(scratch_path(test->folder, "stranger.db", path), NULL);
    store_entry strange = scratch_append(stranger, "foul", 1);
    assert_int_equal(sync_carried_write(&strange, &text), BOARD_OK);
    assert_int_equal(ask(test, "POST", "/api/2/carried", test->office.token, text), 403);
    free(text);
    store_close(stranger);

    /* The device comes: its entries, then the ruling, once. */
    for (size_t i = 0; i < ENTRIES; i++)
        send_entry(test, &test->entries[i]);
    assert_int_equal(sync_carried_write(&ruling, &text), BOARD_OK);
    assert_int_equal(ask(test, "POST", "/api/2/carried", test->office.token, text), 200);
    assert_non_null(strstr(body(test), "\"waits\":false"));
    send_entry(test, &ruling);
    assert_int_equal(taken(test), ENTRIES + 1);
    assert_int_equal(ask(test, "GET", "/api/2/hall", test->office.token, NULL), 200);
    hall = json_loads(body(test), 0, NULL);
    assert_int_equal(json_array_size(json_object_get(hall, "carried")), 0);
    assert_int_equal(json_array_size(json_object_get(hall, "rulings")), 1);
    json_decref(hall);
    free(text);
    store_entry_free(&ruling);
}

static void log_at_office(fixture *test, const char *type, const char *payload)
{
    const store_draft draft = {.type = type, .payload = payload, .arbiter = "chief"};

    assert_int_equal(store_append(test->office.house.journal, &draft, NULL, NULL), BOARD_OK);
}

static void exports_are_what_their_programs_expect(void **state)
{
    fixture *test = *state;

    ask(test, "POST", "/api/2/pairings", test->office.token, pairings);
#define GAME(table) "\"game\":{\"round\":1,\"table\":" #table ",\"number\":1}"
    log_at_office(test, "foul", "{" GAME(4) ",\"side\":\"black\",\"key\":\"clock\",\"minutes\":5}");
    log_at_office(test, "result",
                  "{" GAME(4) ",\"outcome\":\"red-wins\",\"reason\":\"checkmate\"}");
    log_at_office(test, "penalty",
                  "{\"key\":\"disqualified\",\"team\":false,\"who\":\"30\"," GAME(5) "}");
    test->arguments[0] = "round";
    test->arguments[1] = "1";
    assert_int_equal(ask(test, "GET", "/export/sheets.csv", test->office.token, NULL), 200);
    assert_memory_equal(body(test), "\xEF\xBB\xBF台次,先后,序号,姓名,成绩,用时,犯规,备注\r\n",
                        strlen("\xEF\xBB\xBF台次,先后,序号,姓名,成绩,用时,犯规,备注\r\n"));
    assert_non_null(strstr(body(test), "\r\n4,红方,18,\"钱,八\",1,,0,\r\n"));
    assert_non_null(strstr(body(test), "\r\n4,黑方,9,赵一,0,,1,"));
    assert_non_null(strstr(body(test), "\r\n6,黑方,0,轮空,,,0,\r\n"));
    assert_int_equal(ask(test, "GET", "/export/round.res", test->office.token, NULL), 200);
    assert_string_equal(body(test), "2 1\r\n18 9 1\r\n31 0 1\r\n");
    assert_int_equal(ask(test, "GET", "/export/penalties.trf", test->office.token, NULL), 200);
    /*                            123456789 123456789 1234567 */
    assert_string_equal(body(test), "299 L              001   30\r\n");
    assert_int_equal(ask(test, "GET", "/export/journal.jsonl", test->office.token, NULL), 200);
    size_t lines = 0;
    for (const char *at = body(test); (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, 14);
    test->arguments[1] = "1x";
    assert_int_equal(ask(test, "GET", "/export/round.res", test->office.token, NULL), 400);
}

/* The chief arbiter takes the sheets of the whole event: each line says of which round it is. */
static void sheets_of_all_rounds_say_which_round(void **state)
{
    static const char two_rounds[] =
        "轮次,台次,红方序号,红方姓名,红方单位,黑方序号,黑方姓名,黑方单位\n"
        "1,4,18,钱八,上海,9,赵一,广东\n"
        "2,4,9,赵一,广东,18,钱八,上海\n";
    fixture *test = *state;

    ask(test, "POST", "/api/2/pairings", test->office.token, two_rounds);
    test->arguments[0] = "round";
    test->arguments[1] = "0";
    assert_int_equal(ask(test, "GET", "/export/sheets.csv", test->office.token, NULL), 200);
    assert_string_equal(body(test), "\xEF\xBB\xBF"
                                    "轮次,台次,先后,序号,姓名,成绩,用时,犯规,备注\r\n"
                                    "1,4,红方,18,钱八,,,0,\r\n"
                                    "1,4,黑方,9,赵一,,,0,\r\n"
                                    "2,4,红方,9,赵一,,,0,\r\n"
                                    "2,4,黑方,18,钱八,,,0,\r\n");
    assert_string_equal(test->reply.file, "sheets-all.csv");
    test->english = true;
    assert_int_equal(ask(test, "GET", "/export/sheets.csv", test->office.token, NULL), 200);
    assert_memory_equal(body(test) + 3, "round,table,side,", strlen("round,table,side,"));
    assert_non_null(strstr(body(test), "\r\n2,4,Black,18,钱八,,,0,\r\n"));
    test->arguments[1] = "2"; /* one round: its number is the file's */
    assert_int_equal(ask(test, "GET", "/export/sheets.csv", test->office.token, NULL), 200);
    assert_memory_equal(body(test) + 3, "table,side,", strlen("table,side,"));
    assert_non_null(strstr(body(test), "\r\n4,Red,9,赵一,,,0,\r\n"));
    assert_string_equal(test->reply.file, "sheets-2.csv");
}

static void people_get_tokens_up_to_ones_own_role(void **state)
{
    fixture *test = *state;

    assert_int_equal(ask(test, "POST", "/api/2/person", test->office.token,
                         "{\"key\":\"li\",\"name\":\"李\",\"role\":\"table-arbiter\"}"),
                     200);
    json_t *object = json_loads(body(test), 0, NULL);
    char token[SYNC_TOKEN_BYTES];
    snprintf(token, sizeof token, "%s", json_string_value(json_object_get(object, "token")));
    json_decref(object);
    assert_int_equal(ask(test, "GET", "/api/2/hall", token, NULL), 200);
    assert_int_equal(ask(test, "POST", "/api/2/person", test->office.token,
                         "{\"key\":\"org\",\"name\":\"组委会\",\"role\":\"organiser\"}"),
                     403);
    assert_int_equal(ask(test, "POST", "/api/2/person", test->office.token,
                         "{\"key\":\"a b\",\"name\":\"x\",\"role\":\"table-arbiter\"}"),
                     400);
    assert_int_equal(
        ask(test, "POST", "/api/2/person/remove", test->office.token, "{\"key\":\"chief\"}"), 403);
    assert_int_equal(
        ask(test, "POST", "/api/2/person/remove", test->office.token, "{\"key\":\"li\"}"), 200);
    assert_int_equal(ask(test, "GET", "/api/2/hall", token, NULL), 401);
    assert_null(strstr(test->office.logged, token));
}

int main(void)
{
#define OFFICE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        OFFICE_TEST(entries_are_taken_once_whatever_comes_twice),
        OFFICE_TEST(gaps_are_refused_with_nothing_stored),
        OFFICE_TEST(broken_chains_and_signatures_are_refused),
        OFFICE_TEST(another_history_is_refused),
        OFFICE_TEST(another_devices_entries_are_refused),
        OFFICE_TEST(news_are_all_but_the_devices_own_entries),
        OFFICE_TEST(news_come_in_pieces),
        OFFICE_TEST(a_place_that_is_not_so_any_more_brings_everything),
        OFFICE_TEST(only_who_may_gets_an_answer),
        OFFICE_TEST(other_pages_cannot_post_with_the_cookie),
        OFFICE_TEST(revoked_devices_are_refused_at_once),
        OFFICE_TEST(who_guesses_is_slowed_down),
        cmocka_unit_test(buckets_fill_steadily),
        OFFICE_TEST(codes_are_good_once_and_for_minutes),
        OFFICE_TEST(pairings_are_imported_once),
        OFFICE_TEST(wrong_tables_import_nothing),
        OFFICE_TEST(rulings_are_upheld_and_overruled),
        OFFICE_TEST(carried_rulings_wait_for_their_device),
        OFFICE_TEST(exports_are_what_their_programs_expect),
        OFFICE_TEST(sheets_of_all_rounds_say_which_round),
        OFFICE_TEST(people_get_tokens_up_to_ones_own_role),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
