/*
 * training/exam.c: examinations.
 */
#include "training/exam.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store/bytes.h"
#include "training/embedded.h"
#include "training/text.h"

enum { HASH_BYTES = 32, SECONDS_MAX = TRAINING_LIMIT_MS_MAX / 1000 };

static board_error refuse(board_problem *problem, board_error error, const char *key)
{
    return board_problem_set(problem, error, key, strlen(key));
}

static board_error read_number(const training_exam *exam, const char *key, int least, int most,
                               int64_t *number, board_problem *problem)
{
    const json_t *value = json_object_get(exam->file, key);

    if (!json_is_integer(value))
        return refuse(problem, value ? BOARD_ERROR_CASE_KIND : BOARD_ERROR_CASE_MISSING, key);
    if (json_integer_value(value) < least || json_integer_value(value) > most)
        return refuse(problem, BOARD_ERROR_CASE_NUMBER, key);
    *number = json_integer_value(value);
    return BOARD_OK;
}

static board_error read_numbers(training_exam *exam, board_problem *problem)
{
    int64_t count = 0;
    int64_t pass = 0;
    board_error error = read_number(exam, "count", 1, TRAINING_QUESTIONS_MAX, &count, problem);

    if (error == BOARD_OK)
        error = read_number(exam, "pass", 1, 100, &pass, problem);
    if (error == BOARD_OK)
        error = read_number(exam, "question_seconds", 0, SECONDS_MAX, &exam->question_ms, problem);
    if (error == BOARD_OK)
        error = read_number(exam, "total_seconds", 0, SECONDS_MAX, &exam->total_ms, problem);
    exam->count = (size_t)count;
    exam->pass = (unsigned)pass;
    exam->question_ms *= 1000;
    exam->total_ms *= 1000;
    return error;
}

static board_error read_cases(training_exam *exam, board_problem *problem)
{
    const json_t *list = json_object_get(exam->file, "cases");
    size_t i;
    json_t *item;

    if (!json_is_array(list) || json_array_size(list) == 0 ||
        json_array_size(list) > TRAINING_EXAM_CASES_MAX)
        return refuse(problem, BOARD_ERROR_CASE_KIND, "cases");
    json_array_foreach(list, i, item)
    {
        const char *id = json_string_value(item);
        if (!id || !training_text_is_id(id))
            return refuse(problem, BOARD_ERROR_CASE_ID, id ? id : "cases");
        exam->cases[exam->case_count++] = id;
    }
    return BOARD_OK;
}

static board_error read_kinds(training_exam *exam, board_problem *problem)
{
    const json_t *list = json_object_get(exam->file, "kinds");
    size_t i;
    json_t *item;

    if (!json_is_array(list) || json_array_size(list) == 0)
        return refuse(problem, BOARD_ERROR_CASE_KIND, "kinds");
    json_array_foreach(list, i, item)
    {
        const char *code = json_string_value(item);
        training_question_kind kind = 0;
        if (!code || !training_kind_find(code, &kind))
            return refuse(problem, BOARD_ERROR_CASE_KIND, code ? code : "kinds");
        exam->kinds |= 1u << kind;
    }
    return BOARD_OK;
}

static board_error read_texts(training_exam *exam, board_problem *problem)
{
    static const char *const keys[BOARD_LANGUAGES] = {"zh", "en"};
    const json_t *title = json_object_get(exam->file, "title");
    judge_edition edition;

    exam->id = json_string_value(json_object_get(exam->file, "id"));
    exam->edition = json_string_value(json_object_get(exam->file, "edition"));
    if (!exam->id || !training_text_is_id(exam->id))
        return refuse(problem, BOARD_ERROR_CASE_ID, exam->id ? exam->id : "id");
    if (!exam->edition || judge_edition_load(exam->edition, &edition) != BOARD_OK)
        return refuse(problem, BOARD_ERROR_EDITION_UNKNOWN, exam->edition ? exam->edition : "");
    for (int i = 0; i < BOARD_LANGUAGES; i++) {
        exam->title[i] = json_string_value(json_object_get(title, keys[i]));
        if (!exam->title[i] ||
            !training_text_is_plain(exam->title[i], strlen(exam->title[i]), TRAINING_SOURCE_MAX))
            return refuse(problem, BOARD_ERROR_CASE_TEXT, "title");
    }
    return BOARD_OK;
}

board_error training_exam_from_json(json_t *file, training_exam *exam, board_problem *problem)
{
    *exam = (training_exam){.file = json_incref(file)};
    board_error error = read_texts(exam, problem);

    if (error == BOARD_OK)
        error = read_cases(exam, problem);
    if (error == BOARD_OK)
        error = read_kinds(exam, problem);
    if (error == BOARD_OK)
        error = read_numbers(exam, problem);
    if (error != BOARD_OK)
        training_exam_free(exam);
    return error;
}

void training_exam_free(training_exam *exam)
{
    json_decref(exam->file);
    *exam = (training_exam){0};
}

board_error training_exam_built_in(const char *id, size_t index, training_exam *exam)
{
    const char *text = training_embedded_exams;
    size_t left = training_embedded_exams_length;
    json_error_t fault;
    json_t *file = NULL;

    *exam = (training_exam){0};
    for (size_t i = 0; left > 0; i++) {
        file = json_loadb(text, left, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &fault);
        if (file == NULL)
            break;
        const char *found = json_string_value(json_object_get(file, "id"));
        if (id ? found && strcmp(found, id) == 0 : i == index) {
            board_error error = training_exam_from_json(file, exam, NULL);
            json_decref(file);
            return error;
        }
        json_decref(file);
        text += fault.position;
        left -= (size_t)fault.position;
    }
    return BOARD_ERROR_CASE_MISSING;
}

training_quiz_options training_exam_options(const training_exam *exam, uint64_t seed)
{
    return (training_quiz_options){.edition = exam->edition,
                                   .kinds = exam->kinds,
                                   .count = exam->count,
                                   .seed = seed,
                                   .question_ms = exam->question_ms,
                                   .total_ms = exam->total_ms,
                                   .cases = exam->cases};
}

static bool add_to_hash(crypto_generichash_state *state, const json_t *file)
{
    char *text = json_dumps(file, JSON_COMPACT | JSON_SORT_KEYS);

    if (text == NULL)
        return false;
    /* The NUL too: it keeps the texts apart. */
    crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
    free(text);
    return true;
}

board_error training_exam_digest(const training_exam *exam, const training_library *library,
                                 char digest[TRAINING_DIGEST_BYTES])
{
    crypto_generichash_state state;
    uint8_t hash[HASH_BYTES];

    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    if (!add_to_hash(&state, exam->file))
        return BOARD_ERROR_NO_MEMORY;
    for (size_t i = 0; i < exam->case_count; i++) {
        const training_case *one = training_library_find(library, exam->cases[i]);
        if (one == NULL)
            return BOARD_ERROR_CASE_MISSING;
        if (!add_to_hash(&state, one->file))
            return BOARD_ERROR_NO_MEMORY;
    }
    crypto_generichash_final(&state, hash, sizeof hash);
    store_hex_write(hash, sizeof hash, digest);
    return BOARD_OK;
}
