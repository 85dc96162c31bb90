/*
 * tests/test_sync_schema.c: docs/formats/wire.schema.json says of each message what is really
 * written and read: every kind that there is fits its definition, and what a definition refuses the
 * reader refuses too.
 */
#include <jansson.h>
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/entry.h"
#include "support/scratch.h"
#include "sync/wire.h"

/* As much of JSON Schema as the file uses; a keyword that is none of these fails the test. */

static json_t *schema; /* the whole file */

static bool fits(const json_t *rule, const json_t *value);

static bool is_of_type(const char *type, const json_t *value)
{
    return (strcmp(type, "object") == 0 && json_is_object(value)) ||
           (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "string") == 0 && json_is_string(value)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(value));
}

static bool matches(const char *pattern, const char *text)
{
    regex_t compiled;

    assert_int_equal(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
    bool found = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return found;
}

static bool properties_fit(const json_t *rule, const json_t *value)
{
    json_t *properties = json_object_get(rule, "properties");
    const char *name;
    json_t *member;

    json_object_foreach((json_t *)value, name, member)
    {
        const json_t *of_member = json_object_get(properties, name);
        if (of_member == NULL && json_is_false(json_object_get(rule, "additionalProperties")))
            return false;
        if (of_member != NULL && !fits(of_member, member))
            return false;
    }
    return true;
}

static size_t fitting(const json_t *rules, const json_t *value)
{
    size_t count = 0;

    for (size_t i = 0; i < json_array_size(rules); i++)
        count += fits(json_array_get(rules, i), value);
    return count;
}

static bool all_fit(const json_t *rule, const json_t *values)
{
    for (size_t i = 0; i < json_array_size(values); i++) {
        if (!fits(rule, json_array_get(values, i)))
            return false;
    }
    return true;
}

static bool has_all(const json_t *names, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        if (json_object_get(value, json_string_value(json_array_get(names, i))) == NULL)
            return false;
    }
    return true;
}

static bool is_one_of(const json_t *values, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(values); i++) {
        if (json_equal(json_array_get(values, i), value))
            return true;
    }
    return false;
}

static const json_t *definition(const char *name)
{
    const json_t *found = json_object_get(json_object_get(schema, "$defs"), name);

    assert_non_null(found);
    return found;
}

/* In characters, as JSON Schema counts. */
static json_int_t length_of(const json_t *value)
{
    json_int_t length = 0;

    for (const char *byte = json_string_value(value); *byte != '\0'; byte++)
        length += (*byte & 0xc0) != 0x80;
    return length;
}

static bool keyword_fits(const json_t *rule, const char *keyword, const json_t *said,
                         const json_t *value)
{
    const json_int_t number = json_integer_value(said);

    if (strcmp(keyword, "$ref") == 0) {
        assert_memory_equal(json_string_value(said), "#/$defs/", 8);
        return fits(definition(json_string_value(said) + 8), value);
    }
    if (strcmp(keyword, "type") == 0)
        return is_of_type(json_string_value(said), value);
    if (strcmp(keyword, "const") == 0)
        return json_equal(said, value) != 0;
    if (strcmp(keyword, "enum") == 0)
        return is_one_of(said, value);
    if (strcmp(keyword, "anyOf") == 0)
        return fitting(said, value) > 0;
    if (strcmp(keyword, "oneOf") == 0)
        return fitting(said, value) == 1;
    if (strcmp(keyword, "pattern") == 0)
        return !json_is_string(value) || matches(json_string_value(said), json_string_value(value));
    if (strcmp(keyword, "minimum") == 0)
        return !json_is_integer(value) || json_integer_value(value) >= number;
    if (strcmp(keyword, "minLength") == 0)
        return !json_is_string(value) || length_of(value) >= number;
    if (strcmp(keyword, "maxLength") == 0)
        return !json_is_string(value) || length_of(value) <= number;
    if (strcmp(keyword, "minItems") == 0)
        return !json_is_array(value) || (json_int_t)json_array_size(value) >= number;
    if (strcmp(keyword, "maxItems") == 0)
        return !json_is_array(value) || (json_int_t)json_array_size(value) <= number;
    if (strcmp(keyword, "items") == 0)
        return all_fit(said, value);
    if (strcmp(keyword, "required") == 0)
        return !json_is_object(value) || has_all(said, value);
    if (strcmp(keyword, "properties") == 0)
        return !json_is_object(value) || properties_fit(rule, value);
    if (strcmp(keyword, "additionalProperties") == 0)
        return true; /* with the properties */
    fail_msg("wire.schema.json: %s is not understood here", keyword);
    return false;
}

static bool fits(const json_t *rule, const json_t *value)
{
    const char *keyword;
    json_t *said;

    json_object_foreach((json_t *)rule, keyword, said)
    {
        if (rule == schema && strcmp(keyword, "oneOf") != 0)
            continue; /* its title, and the definitions */
        if (!keyword_fits(rule, keyword, said, value))
            return false;
    }
    return true;
}

/* Messages as they are written. */

typedef struct fixture {
    char folder[SCRATCH_PATH_BYTES];
    store_journal *journal;
    store_entry entries[2]; /* the second corrects the first */
} fixture;

static int set_up(void **state)
{
    fixture *test = calloc(1, sizeof *test);
    char path[SCRATCH_PATH_BYTES];
    store_entry entry;

    schema = json_load_file("docs/formats/wire.schema.json", JSON_REJECT_DUPLICATES, NULL);
    if (test == NULL || schema == NULL)
        return -1;
    scratch_make(test->folder);
    test->journal = scratch_open(scratch_path(test->folder, "journal.db", path), NULL);
    entry = scratch_append(test->journal, "foul", 0);
    assert_true(store_entry_copy(&entry, &test->entries[0]));
    const store_draft draft = {.type = "foul.withdrawn",
                               .payload = "{\"why\":\"误记\"}",
                               .arbiter = "裁判员",
                               .corrects = test->entries[0].id};
    assert_int_equal(store_append(test->journal, &draft, &entry, NULL), BOARD_OK);
    assert_true(store_entry_copy(&entry, &test->entries[1]));
    *state = test;
    return 0;
}

static int tear_down(void **state)
{
    fixture *test = *state;

    for (size_t i = 0; i < 2; i++)
        store_entry_free(&test->entries[i]);
    store_close(test->journal);
    scratch_remove(test->folder);
    json_decref(schema);
    free(test);
    return 0;
}

static sync_batch batch_of(fixture *test, size_t count)
{
    sync_batch batch = {.entries = test->entries, .count = count};

    memcpy(batch.device, store_device(test->journal), sizeof batch.device);
    return batch;
}

/* The message as a value; the text is freed. */
static json_t *value_of(char *text)
{
    assert_non_null(text);
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

    assert_non_null(value);
    free(text);
    return value;
}

static json_t *message(fixture *test, const char *kind)
{
    const sync_batch batch = batch_of(test, 2);
    uint8_t keys[1][STORE_KEY_BYTES] = {{1, 2}};
    sync_news news = {.batch = batch, .keys = keys, .key_count = 1, .last = 12, .sequence = 5};
    sync_enrolment enrolment = {.key = {1}, .name = "一号平板", .proof = {2}, .signature = {3}};
    sync_welcome welcome = {.key = {1}, .name = "春季公开赛", .proof = {2}};

    news.up_to.number = 9;
    memcpy(news.up_to.id, test->entries[1].id, sizeof news.up_to.id);
    memset(welcome.token, 'a', sizeof welcome.token - 1);
    if (strcmp(kind, "batch") == 0)
        return value_of(sync_batch_write(&batch));
    if (strcmp(kind, "taken") == 0)
        return value_of(sync_answer_write(&(sync_answer){.sequence = 57, .stored = 2}));
    if (strcmp(kind, "refusal") == 0)
        return value_of(sync_answer_write(
            &(sync_answer){.refused = true, .error = BOARD_ERROR_STORE_GAP, .at = 58}));
    if (strcmp(kind, "news") == 0)
        return value_of(sync_news_write(&news));
    if (strcmp(kind, "enrolment") == 0)
        return value_of(sync_enrolment_write(&enrolment));
    assert_string_equal(kind, "welcome");
    return value_of(sync_welcome_write(&welcome));
}

/* Does its reader take it? */
static bool is_read(const char *kind, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    assert_non_null(text);
    const size_t length = strlen(text);
    board_error error = BOARD_OK;

    if (strcmp(kind, "batch") == 0) {
        sync_batch read;
        error = sync_batch_read(text, length, &read, NULL);
        sync_batch_free(&read);
    } else if (strcmp(kind, "news") == 0) {
        sync_news read;
        error = sync_news_read(text, length, &read, NULL);
        sync_news_free(&read);
    } else if (strcmp(kind, "enrolment") == 0) {
        error = sync_enrolment_read(text, length, &(sync_enrolment){.name = ""});
    } else if (strcmp(kind, "welcome") == 0) {
        error = sync_welcome_read(text, length, &(sync_welcome){.name = ""});
    } else {
        error = sync_answer_read(text, length, &(sync_answer){.refused = false});
    }
    free(text);
    return error == BOARD_OK;
}

static const char *const kinds[] = {"batch", "taken", "refusal", "news", "enrolment", "welcome"};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void what_is_written_fits(void **state)
{
    fixture *test = *state;

    assert_int_equal(json_array_size(json_object_get(schema, "oneOf")), KINDS);
    for (size_t i = 0; i < KINDS; i++) {
        json_t *value = message(test, kinds[i]);
        for (size_t k = 0; k < KINDS; k++)
            assert_int_equal(fits(definition(kinds[k]), value), i == k);
        assert_true(fits(schema, value));
        assert_true(is_read(kinds[i], value));
        json_decref(value);
    }
}

/* At the beginning there is no place yet, and nobody has anything. */
static void the_first_news_fit(void **state)
{
    fixture *test = *state;
    const sync_news news = {.batch = batch_of(test, 0)};
    json_t *value = value_of(sync_news_write(&news));

    assert_true(fits(definition("news"), value));
    assert_true(is_read("news", value));
    json_decref(value);
}

/* The message itself, its member of this name, or the first of those in that member. */
static json_t *part_of(json_t *whole, const char *member)
{
    json_t *part = member != NULL ? json_object_get(whole, member) : whole;

    return json_is_array(part) ? json_array_get(part, 0) : part;
}

/* The part with a member that is gone (NULL), or is another: neither fits nor is read. */
static void expect_refused(const char *kind, const json_t *value, const char *part,
                           const char *member, json_t *other)
{
    json_t *changed = json_deep_copy(value);

    if (other != NULL)
        json_object_set_new(part_of(changed, part), member, other);
    else
        json_object_del(part_of(changed, part), member);
    assert_false(fits(definition(kind), changed));
    assert_false(is_read(kind, changed));
    json_decref(changed);
}

static void what_does_not_fit_is_not_read(void **state)
{
    static const struct {
        const char *kind;
        const char *part;
    } cases[] = {{"batch", NULL},     {"batch", "entries"},   {"taken", NULL},
                 {"refusal", NULL},   {"refusal", "refused"}, {"news", NULL},
                 {"news", "entries"}, {"enrolment", NULL},    {"welcome", NULL}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *value = message(*state, cases[i].kind);
        const char *name;
        json_t *member;

        expect_refused(cases[i].kind, value, cases[i].part, "more", json_true());
        json_object_foreach(part_of(value, cases[i].part), name, member)
        {
            expect_refused(cases[i].kind, value, cases[i].part, name, json_null());
            if (strcmp(name, "number") != 0 || cases[i].part == NULL)
                expect_refused(cases[i].kind, value, cases[i].part, name, NULL);
        }
        json_decref(value);
    }
}

static void the_codes_are_those_that_there_are(void **state)
{
    const json_t *refused =
        json_object_get(json_object_get(definition("refusal"), "properties"), "refused");
    const json_t *codes =
        json_object_get(json_object_get(json_object_get(refused, "properties"), "code"), "enum");
    static const char *const known[] = {
#define WIRE_CODE(name, code, status, consequence) code,
#include "sync/wire_codes.def"
#undef WIRE_CODE
    };

    (void)state;
    assert_int_equal(json_array_size(codes), sizeof known / sizeof known[0]);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        json_t *code = json_string(known[i]);
        assert_true(is_one_of(codes, code));
        json_decref(code);
    }
}

static json_int_t limit_of(const char *kind, const char *member, const char *keyword)
{
    const json_t *properties = json_object_get(definition(kind), "properties");

    return json_integer_value(json_object_get(json_object_get(properties, member), keyword));
}

static void the_limits_are_those_that_hold(void **state)
{
    (void)state;
    assert_int_equal(limit_of("batch", "version", "const"), SYNC_WIRE_VERSION);
    assert_int_equal(limit_of("batch", "entries", "maxItems"), SYNC_BATCH_ENTRIES);
    assert_int_equal(limit_of("news", "entries", "maxItems"), SYNC_BATCH_ENTRIES);
    assert_int_equal(limit_of("news", "keys", "maxItems"), SYNC_BATCH_ENTRIES);
    assert_int_equal(limit_of("enrolment", "name", "maxLength"), SYNC_NAME_BYTES - 1);
    assert_int_equal(limit_of("welcome", "name", "maxLength"), SYNC_NAME_BYTES - 1);
    assert_int_equal(limit_of("entry", "arbiter", "maxLength"), STORE_ARBITER_MAX);
}

int main(void)
{
#define SCHEMA_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SCHEMA_TEST(what_is_written_fits),
        SCHEMA_TEST(the_first_news_fit),
        SCHEMA_TEST(what_does_not_fit_is_not_read),
        SCHEMA_TEST(the_codes_are_those_that_there_are),
        SCHEMA_TEST(the_limits_are_those_that_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
