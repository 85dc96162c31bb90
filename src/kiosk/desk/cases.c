/*
 * kiosk/desk/cases.c: saved cases: a folder of files NAME.json, docs/formats/case.md.
 */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/desk/desk_private.h"
#include "kiosk/flow/text.h"

enum { CASE_FILE_MAX = 64 * 1024, CASE_PATH_BYTES = 1024 };

#define ENDING ".json"

/* The file's name without its ending; false: it is no case, or its name is too long. */
static bool id_of(const char *name, char id[KIOSK_CASE_ID_BYTES])
{
    const size_t length = strlen(name);
    const size_t ending = sizeof ENDING - 1;

    if (name[0] == '.' || length <= ending || length - ending >= KIOSK_CASE_ID_BYTES ||
        strcmp(name + length - ending, ENDING) != 0)
        return false;
    memcpy(id, name, length - ending);
    id[length - ending] = '\0';
    return true;
}

/* The case with this id; NULL: there is none, or it cannot be read. */
static json_t *load(const kiosk_desk *desk, const char *id)
{
    char path[CASE_PATH_BYTES];
    char *text = NULL;
    size_t length = 0;
    store_problem problem;

    if (desk->cases == NULL || id[0] == '.' || strchr(id, '/') != NULL ||
        snprintf(path, sizeof path, "%s/%s" ENDING, desk->cases, id) >= (int)sizeof path ||
        desk_file_read(path, CASE_FILE_MAX, &text, &length, &problem) != BOARD_OK || text == NULL)
        return NULL;
    json_t *file = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    return file;
}

/* Listing. */

/* One text for both languages, or one in each. */
static void copy_source(const json_t *source, kiosk_case *added)
{
    static const char *const keys[BOARD_LANGUAGES] = {"zh", "en"};

    for (int i = 0; i < BOARD_LANGUAGES; i++) {
        const json_t *value = json_is_object(source) ? json_object_get(source, keys[i]) : source;
        const char *text = json_string_value(value);
        kiosk_text_copy(added->source[i], sizeof added->source[i], text != NULL ? text : "");
    }
}

static void add_case(const kiosk_desk *desk, const char *id, kiosk_cases *cases)
{
    json_t *file = load(desk, id);
    const char *fen = json_string_value(json_object_get(file, "fen"));

    if (fen != NULL && cases->count < KIOSK_CASES_MAX) {
        kiosk_case *added = &cases->list[cases->count++];
        kiosk_text_copy(added->id, sizeof added->id, id);
        copy_source(json_object_get(file, "source"), added);
    }
    json_decref(file);
}

static int compare_cases(const void *left, const void *right)
{
    const kiosk_case *a = left;
    const kiosk_case *b = right;

    return strcmp(a->id, b->id);
}

static kiosk_job_end list_folder(const kiosk_desk *desk, kiosk_job *job)
{
    DIR *folder = opendir(desk->cases);
    if (folder == NULL)
        return desk_fail(job, BOARD_ERROR_STORE_IO, strerror(errno));
    const struct dirent *file = NULL;
    while ((file = readdir(folder)) != NULL) {
        char id[KIOSK_CASE_ID_BYTES];
        if (id_of(file->d_name, id))
            add_case(desk, id, job->cases);
    }
    closedir(folder);
    qsort(job->cases->list, job->cases->count, sizeof *job->cases->list, compare_cases);
    return KIOSK_END_DONE;
}

kiosk_job_end desk_list_cases(kiosk_desk *desk, kiosk_job *job)
{
    job->cases = calloc(1, sizeof *job->cases);
    if (job->cases == NULL)
        return desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
    return desk->cases != NULL ? list_folder(desk, job) : KIOSK_END_DONE;
}

/* Reading. */

/* The moves in one text; NULL: memory ran out. */
static char *join_moves(const json_t *moves)
{
    const size_t count = json_array_size(moves);
    size_t size = 1;

    for (size_t i = 0; i < count; i++)
        size += json_string_length(json_array_get(moves, i)) + 1;
    char *text = calloc(1, size);
    for (size_t i = 0; text != NULL && i < count; i++) {
        const char *move = json_string_value(json_array_get(moves, i));
        if (text[0] != '\0')
            kiosk_text_add(text, size, " ");
        kiosk_text_add(text, size, move != NULL ? move : "");
    }
    return text;
}

kiosk_job_end desk_read_case(kiosk_desk *desk, kiosk_job *job)
{
    json_t *file = load(desk, job->case_id);
    const char *fen = json_string_value(json_object_get(file, "fen"));
    const bool fits = fen != NULL && kiosk_text_copy(job->fen, sizeof job->fen, fen);

    if (fits)
        job->moves = join_moves(json_object_get(file, "moves"));
    json_decref(file);
    if (!fits)
        return desk_fail(job, BOARD_ERROR_STORE_NO_ENTRY, NULL);
    return job->moves != NULL ? KIOSK_END_DONE : desk_fail(job, BOARD_ERROR_NO_MEMORY, NULL);
}
