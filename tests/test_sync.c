/*
 * tests/test_sync.c: what goes over the wire, invitations, carried entries and the outbox: all of
 * sync/ that needs no network.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "store/entry.h"
#include "support/scratch.h"
#include "sync/carried.h"
#include "sync/outbox.h"

typedef struct fixture {
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];
    store_journal *journal;
    store_entry entries[SYNC_BATCH_ENTRIES + 1];
    size_t count;
} fixture;

static void add(fixture *test, unsigned n)
{
    store_entry entry = scratch_append(test->journal, "foul", n);

    assert_true(store_entry_copy(&entry, &test->entries[test->count++]));
}

static int set_up(void **state)
{
    fixture *test = calloc(1, sizeof *test);

    if (test == NULL)
        return -1;
    scratch_make(test->folder);
    test->journal = scratch_open(scratch_path(test->folder, "journal.db", test->path), NULL);
    for (unsigned i = 0; i < 3; i++)
        add(test, i);
    *state = test;
    return 0;
}

static int tear_down(void **state)
{
    fixture *test = *state;

    for (size_t i = 0; i < test->count; i++)
        store_entry_free(&test->entries[i]);
    store_close(test->journal);
    scratch_remove(test->folder);
    free(test);
    return 0;
}

static sync_batch batch_of(fixture *test, size_t count)
{
    sync_batch batch = {.entries = test->entries, .count = count};

    memcpy(batch.device, store_device(test->journal), sizeof batch.device);
    return batch;
}

static board_error read_batch(const char *text)
{
    sync_batch read;
    board_error error = sync_batch_read(text, strlen(text), &read, NULL);

    sync_batch_free(&read);
    return error;
}

/* The text with the first `from` replaced by `to`. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);

    assert_non_null(at);
    size_t size = strlen(text) + strlen(to) + 1;
    char *made = malloc(size);
    assert_non_null(made);
    snprintf(made, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return made;
}

static void batches_are_read_as_they_were_written(void **state)
{
    fixture *test = *state;
    sync_batch batch = batch_of(test, 3);
    sync_batch read;
    char *text = sync_batch_write(&batch);

    assert_int_equal(sync_batch_read(text, strlen(text), &read, NULL), BOARD_OK);
    assert_string_equal(read.device, batch.device);
    assert_int_equal(read.count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(store_entry_same(&read.entries[i], &test->entries[i]));
        assert_string_equal(read.entries[i].payload, test->entries[i].payload);
        assert_int_equal(store_entry_check(&read.entries[i], store_public_key(test->journal)),
                         BOARD_OK);
    }
    sync_batch_free(&read);
    free(text);
}

static void batches_are_strictly_read(void **state)
{
    fixture *test = *state;
    sync_batch batch = batch_of(test, 2);
    char *text = sync_batch_write(&batch);
    const struct {
        const char *from;
        const char *to;
        board_error error;
    } cases[] = {
        {"\"version\":2", "\"version\":1", BOARD_ERROR_SYNC_VERSION},
        {"\"version\":2", "\"version\":3", BOARD_ERROR_SYNC_VERSION},
        {"\"version\":2", "\"version\":\"2\"", BOARD_ERROR_SYNC_MALFORMED},
        {"\"version\":2,", "", BOARD_ERROR_SYNC_MALFORMED},
        {"\"version\":2", "\"version\":2,\"version\":2", BOARD_ERROR_SYNC_MALFORMED},
        {"\"version\":2", "\"version\":2,\"more\":1", BOARD_ERROR_SYNC_MALFORMED},
        {"\"device\":\"", "\"device\":\"0", BOARD_ERROR_SYNC_MALFORMED},
        {"\"entries\":[", "\"entries\":[7,", BOARD_ERROR_STORE_ENTRY_JSON},
        {"\"arbiter\":\"", "\"arbiter\":\"\",\"arbiter\":\"", BOARD_ERROR_SYNC_MALFORMED},
        {"\"type\":\"foul\"", "\"type\":\"foul\",\"x\":0", BOARD_ERROR_STORE_ENTRY_JSON},
        {"}]}", "}]}x", BOARD_ERROR_SYNC_MALFORMED},
        {"}]}", "}]", BOARD_ERROR_SYNC_MALFORMED},
        {"\"type\":\"foul\"", "\"type\":\"\xFF\xFE\"", BOARD_ERROR_SYNC_MALFORMED},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *wrong = replaced(text, cases[i].from, cases[i].to);
        assert_int_equal(read_batch(wrong), cases[i].error);
        free(wrong);
    }
    assert_int_equal(read_batch("{\"version\":2,\"device\":\"\",\"entries\":[]}"),
                     BOARD_ERROR_SYNC_MALFORMED);
    assert_int_equal(read_batch(""), BOARD_ERROR_SYNC_MALFORMED);
    assert_int_equal(read_batch("[]"), BOARD_ERROR_SYNC_MALFORMED);
    free(text);
}

static void batch_at_the_limit_and_beyond(void **state)
{
    fixture *test = *state;

    while (test->count <= SYNC_BATCH_ENTRIES) {
        store_entry *entry = &test->entries[test->count++];
        assert_true(store_entry_copy(&test->entries[0], entry));
    }
    for (size_t more = 0; more < 2; more++) {
        sync_batch batch = batch_of(test, SYNC_BATCH_ENTRIES + more);
        char *text = sync_batch_write(&batch);
        assert_int_equal(read_batch(text), more == 0 ? BOARD_OK : BOARD_ERROR_SYNC_TOO_LARGE);
        free(text);
    }
    char *long_text = malloc(SYNC_BODY_MAX + 1);
    assert_non_null(long_text);
    memset(long_text, ' ', SYNC_BODY_MAX + 1);
    sync_batch read;
    assert_int_equal(sync_batch_read(long_text, SYNC_BODY_MAX + 1, &read, NULL),
                     BOARD_ERROR_SYNC_TOO_LARGE);
    sync_batch_free(&read);
    free(long_text);
}

static void answers_and_news_are_read_as_written(void **state)
{
    fixture *test = *state;
    sync_answer answer = {.sequence = 7, .stored = 3};
    sync_answer read;
    char *text = sync_answer_write(&answer);

    assert_int_equal(sync_answer_read(text, strlen(text), &read), BOARD_OK);
    assert_int_equal(read.sequence, 7);
    assert_int_equal(read.stored, 3);
    assert_false(read.refused);
    free(text);

    answer = (sync_answer){
        .refused = true, .sequence = 4, .error = BOARD_ERROR_STORE_GAP, .at = 6, .reason = "six"};
    text = sync_answer_write(&answer);
    assert_int_equal(sync_answer_read(text, strlen(text), &read), BOARD_OK);
    assert_true(read.refused);
    assert_int_equal(read.error, BOARD_ERROR_STORE_GAP);
    assert_int_equal(read.sequence, 4);
    assert_int_equal(read.at, 6);
    assert_string_equal(read.reason, "six");
    free(text);

    uint8_t keys[2][STORE_KEY_BYTES] = {{1, 2}, {3, 4}};
    sync_news news = {.batch = batch_of(test, 3),
                      .keys = keys,
                      .key_count = 2,
                      .up_to = {.number = 9},
                      .last = 12,
                      .sequence = 5};
    memcpy(news.up_to.id, test->entries[1].id, sizeof news.up_to.id);
    sync_news fresh;
    text = sync_news_write(&news);
    assert_int_equal(sync_news_read(text, strlen(text), &fresh, NULL), BOARD_OK);
    assert_int_equal(fresh.last, 12);
    assert_int_equal(fresh.sequence, 5);
    assert_int_equal(fresh.batch.count, 3);
    assert_int_equal(fresh.up_to.number, 9);
    assert_string_equal(fresh.up_to.id, test->entries[1].id);
    assert_int_equal(fresh.key_count, 2);
    assert_memory_equal(fresh.keys, keys, sizeof keys);
    assert_true(store_entry_same(&fresh.batch.entries[2], &test->entries[2]));
    sync_news_free(&fresh);
    free(text);
}

/* What a captive portal, a proxy in trouble or a cut connection may give. */
static void garbage_is_no_answer(void **state)
{
    static const char *const garbage[] = {
        "",
        "<html>Sign in</html>",
        "{}",
        "{\"version\":2}",
        "{\"version\":2,\"sequence\":7}",
        "{\"version\":2,\"sequence\":-1,\"stored\":1}",
        "{\"version\":2,\"sequence\":7,\"stored\":-2}",
        "{\"version\":2,\"sequence\":7.0,\"stored\":1}",
        "{\"version\":2,\"sequence\":7,\"stored\":1}{}",
        "{\"version\":2,\"sequence\":7,\"stored\":1",
        "{\"version\":2,\"sequence\":7,\"stored\":1,\"refused\":{}}",
        "{\"version\":2,\"sequence\":7,\"refused\":{}}",
        "{\"version\":2,\"sequence\":7,\"refused\":\"gap\"}",
    };
    sync_answer read;

    (void)state;
    for (size_t i = 0; i < sizeof garbage / sizeof garbage[0]; i++)
        assert_int_equal(sync_answer_read(garbage[i], strlen(garbage[i]), &read),
                         BOARD_ERROR_SYNC_ANSWER);
    assert_int_equal(sync_answer_read("{\"version\":9}", 13, &read), BOARD_ERROR_SYNC_VERSION);
}

static void every_refusal_has_its_code(void **state)
{
    (void)state;
#define WIRE_CODE(name, code, status, consequence)                                                 \
    assert_int_equal(sync_error_of_code(code), BOARD_ERROR_##name);                                \
    assert_string_equal(sync_code_of(BOARD_ERROR_##name), code);                                   \
    assert_true(sync_status_of(BOARD_ERROR_##name) >= 400);
#include "sync/wire_codes.def"
#undef WIRE_CODE
    assert_string_equal(sync_code_of(BOARD_ERROR_STORE_FULL), "office");
    assert_int_equal(sync_status_of(BOARD_ERROR_STORE_DAMAGED), 503);
    assert_int_equal(sync_error_of_code("never-heard"), BOARD_ERROR_SYNC_MALFORMED);
}

static void names_of_devices(void **state)
{
    char name[SYNC_NAME_BYTES + 1];

    (void)state;
    memset(name, 'x', sizeof name);
    name[SYNC_NAME_BYTES] = '\0';
    assert_false(sync_name_valid(name));
    name[SYNC_NAME_BYTES - 1] = '\0';
    assert_true(sync_name_valid(name));
    assert_true(sync_name_valid("一号台 <b>'; DROP TABLE devices;--"));
    assert_false(sync_name_valid(""));
    assert_false(sync_name_valid("a\nb"));
    assert_false(sync_name_valid("\xC2\x85"));
    assert_false(sync_name_valid("\xE4\xB8"));
}

/* Invitations. */

static void invitations_are_read_as_people_type_them(void **state)
{
    static const char *const same[] = {
        "192.168.1.5:8443/ABCD-EFGH-JKMN",
        "https://192.168.1.5:8443/abcd-efgh-jkmn",
        "  192.168.1.5/ABCDEFGHJKMN\n",
        "192.168.1.5:8443/ABCD EFGH JKMN",
    };
    static const char *const wrong[] = {
        "",
        "192.168.1.5:8443",
        "192.168.1.5:8443/ABCD-EFGH-JKM",
        "192.168.1.5:8443/ABCD-EFGH-JKMNP",
        "192.168.1.5:8443/ABCD-EFGU-JKMN",
        "/ABCD-EFGH-JKMN",
        ":8443/ABCD-EFGH-JKMN",
        "host:0/ABCD-EFGH-JKMN",
        "host:65536/ABCD-EFGH-JKMN",
        "host:84x/ABCD-EFGH-JKMN",
        "user@host/ABCD-EFGH-JKMN",
        "ho st/ABCD-EFGH-JKMN",
        "host/ABCD-EFGH-JKMN/short",
        "host/ABCD-EFGH-JKMN x",
        "http://host/ABCD-EFGH-JKMN",
    };
    sync_invitation read;
    char text[SYNC_INVITATION_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        assert_int_equal(sync_invitation_read(same[i], &read), BOARD_OK);
        assert_string_equal(read.address, "192.168.1.5:8443");
        assert_string_equal(read.code, "ABCD-EFGH-JKMN");
        assert_false(read.pinned);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(sync_invitation_read(wrong[i], &read), BOARD_ERROR_SYNC_INVITATION);
    assert_int_equal(sync_invitation_read("[::1]/o1Il-0000-0000", &read), BOARD_OK);
    assert_string_equal(read.address, "[::1]:8443");
    assert_string_equal(read.code, "0111-0000-0000");
    read.pinned = true;
    memset(read.pin, 0xFB, sizeof read.pin);
    sync_invitation again;
    assert_int_equal(sync_invitation_read(sync_invitation_write(&read, text), &again), BOARD_OK);
    assert_true(again.pinned);
    assert_memory_equal(again.pin, read.pin, sizeof read.pin);
}

static void codes_and_proofs_differ_in_everything(void **state)
{
    char code[SYNC_CODE_TEXT_BYTES];
    char other[SYNC_CODE_TEXT_BYTES];
    uint8_t key[SYNC_CODE_KEY_BYTES];
    uint8_t other_key[SYNC_CODE_KEY_BYTES];
    uint8_t proofs[5][SYNC_PROOF_BYTES];
    const uint8_t a[32] = {1};
    const uint8_t b[32] = {2};

    (void)state;
    sync_code_make(code);
    assert_true(sync_code_read(code, other));
    assert_string_equal(code, other);
    sync_code_make(other);
    assert_string_not_equal(code, other);
    sync_code_key(code, key);
    sync_code_key(other, other_key);
    sync_prove_device(key, a, b, proofs[0]);
    sync_prove_device(other_key, a, b, proofs[1]);
    sync_prove_device(key, b, a, proofs[2]);
    sync_prove_office(key, a, a, b, "t", proofs[3]);
    sync_prove_office(key, a, a, b, "u", proofs[4]);
    for (size_t i = 0; i < 5; i++) {
        for (size_t j = 0; j < i; j++)
            assert_memory_not_equal(proofs[i], proofs[j], SYNC_PROOF_BYTES);
    }
}

/* Carried entries. */

static void carried_entries_are_read_back(void **state)
{
    fixture *test = *state;
    store_draft draft = {.type = "ruling", .arbiter = "王裁判", .payload = "{\"备注\":\"长捉\"}"};
    store_entry entry;
    store_entry read;
    char *text = NULL;

    draft.corrects = test->entries[0].id;
    assert_int_equal(store_append(test->journal, &draft, &entry, NULL), BOARD_OK);
    assert_int_equal(sync_carried_write(&entry, &text), BOARD_OK);
    assert_int_equal(sync_carried_read(text, strlen(text), &read), BOARD_OK);
    assert_true(store_entry_same(&entry, &read));
    assert_string_equal(read.payload, entry.payload);
    assert_string_equal(read.arbiter, entry.arbiter);
    assert_string_equal(read.corrects, entry.corrects);
    assert_int_equal(store_entry_check(&read, store_public_key(test->journal)), BOARD_OK);
    store_entry_free(&read);

    /* As a mail program breaks it. */
    char *broken = replaced(text, "QILI1:", " QILI1:\r\n ");
    assert_int_equal(sync_carried_read(broken, strlen(broken), &read), BOARD_OK);
    store_entry_free(&read);
    free(broken);

    /* Every shorter text is refused; every changed character is noticed. */
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        assert_int_equal(sync_carried_read(text, i, &read), BOARD_ERROR_SYNC_CARRIED);
        char kept = text[i];
        text[i] = kept == 'A' ? 'B' : 'A';
        if (sync_carried_read(text, length, &read) == BOARD_OK) {
            assert_int_not_equal(store_entry_check(&read, store_public_key(test->journal)),
                                 BOARD_OK);
            store_entry_free(&read);
        }
        text[i] = kept;
    }
    char *svg = sync_qr_svg(text);
    assert_non_null(svg);
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
    free(text);
}

static void entries_too_long_for_a_code_are_refused(void **state)
{
    fixture *test = *state;
    char payload[2100];
    store_entry entry;
    char *text = NULL;
    unsigned taken = 0;

    for (int length = 1800; length < 2040; length += 40) {
        snprintf(payload, sizeof payload, "{\"n\":\"%0*d\"}", length, 0);
        const store_draft draft = {.type = "note", .payload = payload};
        assert_int_equal(store_append(test->journal, &draft, &entry, NULL), BOARD_OK);
        board_error error = sync_carried_write(&entry, &text);
        if (error == BOARD_OK) {
            char *svg = sync_qr_svg(text);
            assert_non_null(svg);
            free(svg);
            taken++;
        } else {
            assert_int_equal(error, BOARD_ERROR_SYNC_CARRIED);
            assert_null(text);
        }
        free(text);
    }
    assert_true(taken > 0 && taken < 6);
}

/* The outbox. */

static sync_outbox begun(uint64_t last)
{
    const sync_progress progress = {.confirmed = 0};
    sync_outbox outbox;

    sync_outbox_begin(&outbox, &progress, 1000, 60000);
    outbox.last = last;
    return outbox;
}

static void outbox_confirms_what_the_office_has(void **state)
{
    sync_outbox outbox = begun(10);

    (void)state;
    assert_false(sync_outbox_can_send(&outbox, 5)); /* it has not asked yet */
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 4}, 5, 0);
    assert_int_equal(sync_outbox_waiting(&outbox), 6);
    assert_true(sync_outbox_can_send(&outbox, 5));
    sync_outbox_sending(&outbox, 8);
    assert_int_equal(sync_outbox_state(&outbox, 4), SYNC_CONFIRMED);
    assert_int_equal(sync_outbox_state(&outbox, 8), SYNC_SENT);
    assert_int_equal(sync_outbox_state(&outbox, 9), SYNC_QUEUED);
    sync_outbox_failed(&outbox, 5, 0);
    assert_int_equal(sync_outbox_state(&outbox, 8), SYNC_QUEUED);
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 10, .stored = 6}, 5, 0);
    assert_int_equal(sync_outbox_waiting(&outbox), 0);
    assert_false(sync_outbox_can_send(&outbox, 5));
    /* The office was restored from a copy. */
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 7}, 5, 0);
    assert_int_equal(sync_outbox_waiting(&outbox), 3);
    assert_int_equal(sync_outbox_state(&outbox, 8), SYNC_QUEUED);
}

static void outbox_waits_longer_with_each_failure(void **state)
{
    sync_outbox outbox = begun(1);
    int64_t longest = 0;

    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        int64_t full = i < 6 ? INT64_C(1000) << i : 60000;
        sync_outbox_failed(&outbox, 0, i * 2654435761u);
        assert_in_range(outbox.next_ms, full / 2, full);
        longest = outbox.next_ms > longest ? outbox.next_ms : longest;
    }
    assert_true(longest > 45000);
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 0}, 7, 0);
    assert_int_equal(outbox.next_ms, 7);
    sync_outbox_failed(&outbox, 0, 0);
    assert_in_range(outbox.next_ms, 500, 1000);
}

static void outbox_keeps_refused_entries_apart(void **state)
{
    sync_outbox outbox = begun(10);
    sync_answer refusal = {
        .refused = true, .sequence = 5, .error = BOARD_ERROR_STORE_SIGNATURE, .at = 7};

    (void)state;
    sync_outbox_answered(&outbox, &refusal, 100, 0);
    assert_int_equal(sync_outbox_state(&outbox, 5), SYNC_CONFIRMED);
    assert_int_equal(sync_outbox_state(&outbox, 6), SYNC_QUEUED);
    assert_int_equal(sync_outbox_state(&outbox, 7), SYNC_REFUSED);
    assert_int_equal(sync_outbox_state(&outbox, 8), SYNC_REFUSED);
    assert_int_equal(outbox.progress.why, BOARD_ERROR_STORE_SIGNATURE);
    assert_false(sync_outbox_can_send(&outbox, 100)); /* but the office may be asked for news */
    assert_true(outbox.next_ms <= 100);
    assert_true(sync_outbox_can_send(&outbox, 100 + 60000));
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 5}, 200, 0); /* news change nothing */
    assert_int_equal(outbox.progress.why, BOARD_ERROR_STORE_SIGNATURE);
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 10, .stored = 5}, 300, 0);
    assert_int_equal(outbox.progress.why, BOARD_OK);
    assert_int_equal(outbox.progress.refused, 0);
}

static void outbox_of_a_revoked_device_waits_and_comes_back(void **state)
{
    sync_outbox outbox = begun(3);
    sync_answer refusal = {.refused = true, .error = BOARD_ERROR_SYNC_REVOKED};

    (void)state;
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 2}, 0, 0);
    sync_outbox_answered(&outbox, &refusal, 0, 0);
    assert_int_equal(outbox.progress.confirmed, 2); /* a stranger's 0 is not believed */
    assert_int_equal(outbox.progress.why, BOARD_ERROR_SYNC_REVOKED);
    assert_true(outbox.next_ms >= 500);
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 2}, 5000, 0);
    assert_int_equal(outbox.progress.why, BOARD_OK);
    assert_true(sync_outbox_can_send(&outbox, 5000));
    sync_outbox_answered(&outbox, &(sync_answer){.sequence = 9}, 6000, 0);
    assert_int_equal(outbox.progress.why, BOARD_ERROR_SYNC_AHEAD);
}

/* Files beside the journal. */

static void settings_are_kept_private_and_whole(void **state)
{
    fixture *test = *state;
    char path[SCRATCH_PATH_BYTES];
    sync_settings settings = {.address = "host:1", .name = "办公室", .token = "ab"};
    sync_settings read;
    struct stat file;

    assert_int_equal(sync_settings_load(test->path, &read), BOARD_ERROR_SYNC_NOT_ENROLLED);
    memcpy(settings.device, store_device(test->journal), sizeof settings.device);
    memset(settings.pin, 7, sizeof settings.pin);
    assert_int_equal(sync_settings_save(test->path, &settings, NULL), BOARD_OK);
    assert_int_equal(sync_settings_load(test->path, &read), BOARD_OK);
    assert_memory_equal(read.pin, settings.pin, sizeof read.pin);
    assert_string_equal(read.name, settings.name);
    assert_int_equal(stat(scratch_path(test->folder, "journal.db.office", path), &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    scratch_save(path, "{\"address\":\"x\"", 14, 0600);
    assert_int_equal(sync_settings_load(test->path, &read), BOARD_ERROR_SYNC_SETTINGS);
    for (int i = 0; i < 2; i++) { /* what is gone can be taken away once more */
        assert_int_equal(sync_settings_remove(test->path, NULL), BOARD_OK);
        assert_int_equal(sync_settings_load(test->path, &read), BOARD_ERROR_SYNC_NOT_ENROLLED);
    }
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(sync_settings_remove(test->path, NULL), BOARD_ERROR_STORE_IO);
}

static void progress_is_kept_and_may_be_lost(void **state)
{
    fixture *test = *state;
    char path[SCRATCH_PATH_BYTES];
    sync_progress progress = {
        .confirmed = 5, .refused = 6, .why = BOARD_ERROR_STORE_FORK, .seen = {.number = 9}};
    sync_progress got;

    memcpy(progress.seen.id, test->entries[0].id, sizeof progress.seen.id);
    sync_progress_save(test->path, &progress);
    sync_progress_load(test->path, &got);
    assert_int_equal(got.confirmed, 5);
    assert_int_equal(got.refused, 6);
    assert_int_equal(got.why, BOARD_ERROR_STORE_FORK);
    assert_int_equal(got.seen.number, 9);
    assert_string_equal(got.seen.id, progress.seen.id);
    progress.seen.id[0] = '\0'; /* a number alone is no place */
    sync_progress_save(test->path, &progress);
    sync_progress_load(test->path, &got);
    assert_int_equal(got.seen.number, 0);
    scratch_save(scratch_path(test->folder, "journal.db.sync", path), "garbage", 7, 0600);
    sync_progress_load(test->path, &got);
    assert_int_equal(got.confirmed, 0);
    assert_int_equal(got.seen.number, 0);
}

int main(void)
{
#define SYNC_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SYNC_TEST(batches_are_read_as_they_were_written),
        SYNC_TEST(batches_are_strictly_read),
        SYNC_TEST(batch_at_the_limit_and_beyond),
        SYNC_TEST(answers_and_news_are_read_as_written),
        cmocka_unit_test(garbage_is_no_answer),
        cmocka_unit_test(every_refusal_has_its_code),
        cmocka_unit_test(names_of_devices),
        cmocka_unit_test(invitations_are_read_as_people_type_them),
        cmocka_unit_test(codes_and_proofs_differ_in_everything),
        SYNC_TEST(carried_entries_are_read_back),
        SYNC_TEST(entries_too_long_for_a_code_are_refused),
        cmocka_unit_test(outbox_confirms_what_the_office_has),
        cmocka_unit_test(outbox_waits_longer_with_each_failure),
        cmocka_unit_test(outbox_keeps_refused_entries_apart),
        cmocka_unit_test(outbox_of_a_revoked_device_waits_and_comes_back),
        SYNC_TEST(settings_are_kept_private_and_whole),
        SYNC_TEST(progress_is_kept_and_may_be_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
