/*
 * training/record.c: answers and examinations as entries of a journal.
 */
#include "training/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ledger/csv.h"

static const char answer_type[] = "training.answer";
static const char exam_type[] = "training.exam";

enum { SEED_BYTES = 24, TIME_BYTES = 32 };

static board_error no_memory(store_problem *problem)
{
    if (problem)
        *problem = (store_problem){.error = BOARD_ERROR_NO_MEMORY};
    return BOARD_ERROR_NO_MEMORY;
}

static board_error append(store_journal *journal, const char *type, const char *trainee,
                          json_t *payload, store_entry *written, store_problem *problem)
{
    char *text = payload ? json_dumps(payload, JSON_COMPACT) : NULL;

    json_decref(payload);
    if (text == NULL)
        return no_memory(problem);
    const store_draft draft = {.type = type, .payload = text, .arbiter = trainee};
    board_error error = store_append(journal, &draft, written, problem);
    free(text);
    return error;
}

/* Writing. */

static json_t *themes_json(uint64_t themes)
{
    json_t *list = json_array();

    for (int i = 0; list != NULL && i < TRAINING_THEMES; i++) {
        if ((themes & (uint64_t)1 << i) != 0)
            json_array_append_new(list, json_string(training_theme_code((training_theme)i)));
    }
    return list;
}

/* What an answer and a line of an examination have in common. */
static json_t *answer_json(const training_question *question, const training_mark *mark)
{
    char said[TRAINING_CODE_BYTES];
    char is[TRAINING_CODE_BYTES];

    training_answer_code(question, &mark->said, said);
    training_answer_code(question, &question->answer, is);
    return json_pack("{s:s, s:s, s:s, s:I, s:s, s:s, s:b, s:b, s:I, s:s}", "case",
                     question->one->id, "edition", question->edition, "kind",
                     training_kind_code(question->kind), "index", (json_int_t)question->index,
                     "said", said, "is", is, "right", (int)mark->right, "late", (int)mark->late,
                     "ms", (json_int_t)mark->elapsed_ms, "articles", question->articles);
}

board_error training_record_answer(store_journal *journal, const char *trainee,
                                   const training_question *question, const training_mark *mark,
                                   const char *exam, store_problem *problem)
{
    json_t *payload = answer_json(question, mark);

    if (payload == NULL ||
        json_object_set_new(payload, "themes", themes_json(question->one->themes)) != 0 ||
        json_object_set_new(payload, "exam", json_string(exam)) != 0) {
        json_decref(payload);
        return no_memory(problem);
    }
    return append(journal, answer_type, trainee, payload, NULL, problem);
}

static json_t *questions_json(const training_quiz *quiz)
{
    json_t *list = json_array();

    for (size_t i = 0; list != NULL && i < quiz->count; i++) {
        if (json_array_append_new(list, answer_json(&quiz->questions[i], &quiz->marks[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

board_error training_record_exam(store_journal *journal, const char *trainee,
                                 const training_exam *exam, const training_quiz *quiz,
                                 uint64_t seed, const char digest[TRAINING_DIGEST_BYTES],
                                 store_entry *written, store_problem *problem)
{
    training_score score = training_quiz_score(quiz);
    char seed_text[SEED_BYTES];
    json_t *questions = questions_json(quiz);

    if (questions == NULL)
        return no_memory(problem);
    snprintf(seed_text, sizeof seed_text, "%" PRIu64, seed);
    return append(journal, exam_type, trainee,
                  json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:i, s:i, s:b, s:I, s:o}", "exam",
                            exam->id, "edition", exam->edition, "seed", seed_text, "digest", digest,
                            "asked", (json_int_t)score.asked, "right", (json_int_t)score.right,
                            "late", (json_int_t)score.late, "percent", (int)score.percent, "pass",
                            (int)exam->pass, "passed",
                            (int)(score.asked > 0 && score.percent >= exam->pass), "ms",
                            (json_int_t)quiz->elapsed_ms, "questions", questions),
                  written, problem);
}

/* Reading. */

static const char *text_at(const json_t *payload, const char *key)
{
    const char *text = json_string_value(json_object_get(payload, key));

    return text ? text : "";
}

/* An answer out of its payload, which must stay; false: it cannot be read. */
static bool read_answer(const json_t *payload, int64_t time_ms, training_answered *answer)
{
    const json_t *right = json_object_get(payload, "right");
    size_t i;
    json_t *item;
    training_theme theme = 0;

    *answer = (training_answered){.id = text_at(payload, "case"),
                                  .edition = text_at(payload, "edition"),
                                  .said = text_at(payload, "said"),
                                  .is = text_at(payload, "is"),
                                  .right = json_is_true(right),
                                  .articles = text_at(payload, "articles"),
                                  .time_ms = time_ms};
    json_int_t index = json_integer_value(json_object_get(payload, "index"));
    if (index < 0 || index >= TRAINING_MOVES_MAX || !json_is_boolean(right) ||
        answer->id[0] == '\0' || !training_kind_find(text_at(payload, "kind"), &answer->kind))
        return false;
    answer->index = (size_t)index;
    json_array_foreach(json_object_get(payload, "themes"), i, item)
    {
        const char *code = json_string_value(item);
        if (code && training_theme_find(code, &theme))
            answer->themes |= (uint64_t)1 << theme;
    }
    return true;
}

/* Someone who reads the entries one after another. */
typedef struct reading {
    training_progress *progress;
    ledger_csv csv;
    board_error error;
} reading;

static bool note_entry(void *context, const store_entry *entry)
{
    reading *to = context;
    training_answered answer;
    json_error_t fault;

    if (strcmp(entry->type, exam_type) == 0) {
        to->progress->exams++;
        return true;
    }
    json_t *payload = json_loads(entry->payload, JSON_REJECT_DUPLICATES, &fault);
    if (strcmp(entry->type, answer_type) == 0 && payload &&
        read_answer(payload, entry->time_ms, &answer))
        to->error = training_progress_note(to->progress, &answer);
    json_decref(payload);
    return to->error == BOARD_OK;
}

board_error training_record_load(store_journal *journal, const char *trainee,
                                 training_progress *progress, store_problem *problem)
{
    const store_filter filter = {.type = "training.", .arbiter = trainee};
    reading to = {.progress = progress};
    board_error error = store_visit(journal, &filter, note_entry, &to, problem);

    if (error == BOARD_OK && to.error != BOARD_OK)
        return no_memory(problem);
    return error;
}

static bool count_entry(void *context, const store_entry *entry)
{
    training_recorded *recorded = context;

    recorded->answers += strcmp(entry->type, answer_type) == 0;
    if (strcmp(entry->type, exam_type) == 0) {
        recorded->exams++;
        snprintf(recorded->exam, sizeof recorded->exam, "%s", entry->id);
    }
    return true;
}

board_error training_record_count(store_journal *journal, const char *trainee,
                                  training_recorded *recorded, store_problem *problem)
{
    const store_filter filter = {.type = "training.", .arbiter = trainee};

    *recorded = (training_recorded){0};
    return store_visit(journal, &filter, count_entry, recorded, problem);
}

typedef struct naming {
    char (*names)[TRAINING_TRAINEE_MAX + 1];
    size_t room;
    size_t count;
} naming;

static bool note_trainee(void *context, const store_entry *entry)
{
    naming *to = context;

    for (size_t i = 0; i < to->count; i++) {
        if (strcmp(to->names[i], entry->arbiter) == 0)
            return true;
    }
    if (training_text_is_trainee(entry->arbiter))
        snprintf(to->names[to->count++], TRAINING_TRAINEE_MAX + 1, "%s", entry->arbiter);
    return to->count < to->room;
}

board_error training_record_trainees(store_journal *journal,
                                     char (*names)[TRAINING_TRAINEE_MAX + 1], size_t room,
                                     size_t *count, store_problem *problem)
{
    const store_filter filter = {.type = "training."};
    naming to = {names, room, 0};
    board_error error = BOARD_OK;

    if (room > 0)
        error = store_visit(journal, &filter, note_trainee, &to, problem);
    *count = to.count;
    return error;
}

static void write_time(ledger_csv *csv, int64_t time_ms)
{
    char text[TIME_BYTES];
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm parts;

    if (gmtime_r(&seconds, &parts) == NULL ||
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        text[0] = '\0';
    ledger_csv_text(csv, text);
}

static bool write_line(void *context, const store_entry *entry)
{
    static const char *const keys[] = {"exam", "case", "edition", "kind"};
    reading *to = context;
    training_answered answer;
    json_error_t fault;
    json_t *payload = json_loads(entry->payload, JSON_REJECT_DUPLICATES, &fault);

    if (payload && read_answer(payload, entry->time_ms, &answer)) {
        ledger_csv_text(&to->csv, entry->arbiter);
        write_time(&to->csv, entry->time_ms);
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            ledger_csv_text(&to->csv, text_at(payload, keys[i]));
        ledger_csv_number(&to->csv, (int64_t)answer.index + 1);
        ledger_csv_text(&to->csv, answer.said);
        ledger_csv_text(&to->csv, answer.is);
        ledger_csv_number(&to->csv, answer.right);
        ledger_csv_number(&to->csv, json_is_true(json_object_get(payload, "late")));
        ledger_csv_number(&to->csv, json_integer_value(json_object_get(payload, "ms")));
        ledger_csv_text(&to->csv, answer.articles);
        ledger_csv_end_line(&to->csv);
    }
    json_decref(payload);
    return true;
}

board_error training_record_csv(store_journal *journal, const char *trainee, char **text,
                                store_problem *problem)
{
    static const char *const heads[] = {"trainee", "time",   "exam",    "case", "edition",
                                        "kind",    "number", "said",    "is",   "right",
                                        "late",    "ms",     "articles"};
    const store_filter filter = {.type = answer_type, .arbiter = trainee};
    reading to = {.csv = ledger_csv_begin()};

    *text = NULL;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        ledger_csv_text(&to.csv, heads[i]);
    ledger_csv_end_line(&to.csv);
    board_error error = store_visit(journal, &filter, write_line, &to, problem);
    if (error == BOARD_OK && to.csv.failed)
        error = no_memory(problem);
    if (error != BOARD_OK) {
        free(to.csv.bytes);
        return error;
    }
    *text = to.csv.bytes;
    return BOARD_OK;
}
