/*
 * training/library.c: many case studies in memory, sorted by their ids, and out of texts.
 */
#include "training/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "training/embedded.h"
#include "training/library_private.h"

board_error training_problem_set(training_problem *problem, board_error error, const char *id)
{
    if (problem) {
        *problem = (training_problem){0};
        board_problem_set(&problem->problem, error, NULL, 0);
        if (id)
            snprintf(problem->id, sizeof problem->id, "%s", id);
    }
    return error;
}

char *training_problem_text(const training_problem *problem, board_language language, char *buffer,
                            size_t size)
{
    size_t used = 0;

    if (size == 0)
        return buffer;
    buffer[0] = '\0';
    if (problem->id[0] != '\0')
        used = (size_t)snprintf(buffer, size, "%s%s", problem->id,
                                language == BOARD_ENGLISH ? ": " : "：");
    if (used < size)
        board_problem_text(&problem->problem, language, buffer + used, size - used);
    return buffer;
}

/* Sorted lists. */

/* Where a case of this id is, or would have to stand. */
static size_t place_of(const training_library *library, const char *id, bool *found)
{
    size_t low = 0;
    size_t high = library->count;

    *found = false;
    while (low < high && !*found) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(library->cases[middle].id, id);
        *found = order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return high;
}

const training_case *training_library_find(const training_library *library, const char *id)
{
    bool found = false;
    size_t place = place_of(library, id, &found);

    return found ? &library->cases[place] : NULL;
}

static board_error make_room(training_library *library, size_t more)
{
    if (library->count + more > TRAINING_CASES_MAX)
        return BOARD_ERROR_CASE_MANY;
    if (library->count + more <= library->room)
        return BOARD_OK;
    size_t room = library->room ? library->room * 2 : 64;
    if (room < library->count + more)
        room = library->count + more;
    training_case *cases = realloc(library->cases, room * sizeof *cases);
    if (cases == NULL)
        return BOARD_ERROR_NO_MEMORY;
    library->cases = cases;
    library->room = room;
    return BOARD_OK;
}

board_error training_library_take(training_library *library, training_case *one)
{
    board_error error = make_room(library, 1);

    if (error != BOARD_OK)
        return error;
    library->cases[library->count++] = *one;
    *one = (training_case){0};
    return BOARD_OK;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const training_case *)a)->id, ((const training_case *)b)->id);
}

/* Sorts what was appended; of cases that are the same one stays. */
static board_error settle(training_library *library, training_problem *problem)
{
    size_t kept = 0;

    if (library->count > 1)
        qsort(library->cases, library->count, sizeof *library->cases, by_id);
    for (size_t i = 1; i < library->count; i++) {
        const training_case *a = &library->cases[i - 1];
        const training_case *b = &library->cases[i];
        if (strcmp(a->id, b->id) == 0 && !json_equal(a->file, b->file))
            return training_problem_set(problem, BOARD_ERROR_CASE_TWICE, b->id);
    }
    for (size_t i = 0; i < library->count; i++) {
        if (kept > 0 && strcmp(library->cases[kept - 1].id, library->cases[i].id) == 0)
            training_case_free(&library->cases[i]);
        else
            library->cases[kept++] = library->cases[i];
    }
    library->count = kept;
    return BOARD_OK;
}

void training_library_free(training_library *library)
{
    for (size_t i = 0; i < library->count; i++)
        training_case_free(&library->cases[i]);
    free(library->cases);
    *library = (training_library){0};
}

board_error training_library_add(training_library *library, const training_library *other,
                                 training_problem *problem)
{
    training_library both = {0};
    board_error error = make_room(&both, library->count + other->count);

    for (size_t i = 0; error == BOARD_OK && i < library->count + other->count; i++) {
        const training_case *from =
            i < library->count ? &library->cases[i] : &other->cases[i - library->count];
        both.cases[both.count] = *from;
        json_incref(both.cases[both.count++].file);
    }
    error = error == BOARD_OK ? settle(&both, problem) : training_problem_set(problem, error, NULL);
    if (error != BOARD_OK) {
        training_library_free(&both);
        return error;
    }
    training_library_free(library);
    *library = both;
    return BOARD_OK;
}

/* Out of a text. */

/* A text on its way: jansson takes one object after another out of it. */
typedef struct reading {
    const char *text;
    size_t length;
    size_t at;
    size_t line; /* of `at`, from 1 */
} reading;

static void skip_blanks(reading *from)
{
    while (from->at < from->length && strchr(" \t\r\n", from->text[from->at]) != NULL &&
           from->text[from->at] != '\0') {
        from->line += from->text[from->at] == '\n';
        from->at++;
    }
}

static void skip_mark(reading *from)
{
    static const char mark[] = "\xEF\xBB\xBF";

    if (from->length >= strlen(mark) && memcmp(from->text, mark, strlen(mark)) == 0)
        from->at = strlen(mark);
}

/* One object; *line is where it begins. */
static board_error read_object(reading *from, json_t **object, size_t *line,
                               training_problem *problem)
{
    json_error_t fault;

    *line = from->line;
    *object = json_loadb(from->text + from->at, from->length - from->at,
                         JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &fault);
    if (*object == NULL) {
        training_problem_set(problem, BOARD_ERROR_CASE_JSON, NULL);
        if (problem)
            problem->problem.line = from->line + (size_t)(fault.line > 0 ? fault.line - 1 : 0);
        return BOARD_ERROR_CASE_JSON;
    }
    for (size_t end = from->at + (size_t)fault.position; from->at < end; from->at++)
        from->line += from->text[from->at] == '\n';
    return BOARD_OK;
}

/* Appends the next case; the library is not sorted then. */
static board_error read_next(training_library *library, reading *from, training_problem *problem)
{
    size_t line = 0;
    json_t *object = NULL;
    training_case one;
    board_problem fault;
    board_error error = make_room(library, 1);

    if (error != BOARD_OK)
        return training_problem_set(problem, error, NULL);
    error = read_object(from, &object, &line, problem);
    if (error != BOARD_OK)
        return error;
    error = training_case_from_json(object, &one, &fault);
    if (error == BOARD_OK) {
        library->cases[library->count++] = one;
    } else if (problem) {
        const char *id = json_string_value(json_object_get(object, "id"));
        training_problem_set(problem, error, NULL);
        if (id && error != BOARD_ERROR_CASE_ID && error != BOARD_ERROR_CASE_TEXT)
            snprintf(problem->id, sizeof problem->id, "%s", id);
        problem->problem = fault;
        problem->problem.line = line;
        problem->problem.column = 0;
    }
    json_decref(object);
    return error;
}

board_error training_library_read(training_library *library, const char *text, size_t length,
                                  training_problem *problem)
{
    training_library found = {0};
    reading from = {text, length, 0, 1};
    board_error error = BOARD_OK;

    if (length > TRAINING_FILE_MAX)
        return training_problem_set(problem, BOARD_ERROR_CASE_LENGTH, NULL);
    skip_mark(&from);
    skip_blanks(&from);
    if (from.at == length)
        error = training_problem_set(problem, BOARD_ERROR_CASE_JSON, NULL);
    while (error == BOARD_OK && from.at < length) {
        error = read_next(&found, &from, problem);
        skip_blanks(&from);
    }
    if (error == BOARD_OK)
        error = settle(&found, problem);
    if (error == BOARD_OK)
        error = training_library_add(library, &found, problem);
    training_library_free(&found);
    return error;
}

board_error training_library_built_in(training_library *library, training_problem *problem)
{
    return training_library_read(library, training_embedded_cases, training_embedded_cases_length,
                                 problem);
}
