/*
 * training/library_files.c: case studies in files and folders.
 */
#define _XOPEN_SOURCE 700 /* sync */

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/files.h"
#include "training/library_private.h"

enum { CHUNK = 64 * 1024, INDENT = 2, FOLDERS_MADE = 4 /* ~/.local/share/qili/cases */ };

static const char ending[] = ".json";
static const char new_ending[] = ".new";

/* An error with the file that it is about, and for files what the system says. */
static board_error in_file(training_problem *problem, board_error error, const char *path)
{
    if (problem == NULL)
        return error;
    snprintf(problem->file, sizeof problem->file, "%s", path);
    return error;
}

static board_error file_failed(training_problem *problem, const char *path, int reason)
{
    const char *text = strerror(reason);

    training_problem_set(problem, BOARD_ERROR_CASE_FOLDER, NULL);
    if (problem)
        board_problem_set(&problem->problem, BOARD_ERROR_CASE_FOLDER, text, strlen(text));
    return in_file(problem, BOARD_ERROR_CASE_FOLDER, path);
}

/* Reading. */

/* All of the stream, up to the limit; *text is the caller's to free. */
static board_error read_stream(FILE *stream, char **text, size_t *length, int *reason)
{
    size_t room = 0;
    size_t got = 0;

    *text = NULL;
    *length = 0;
    do {
        if (*length + CHUNK > room) {
            room = room * 2 + CHUNK;
            char *larger = realloc(*text, room);
            if (larger == NULL)
                return BOARD_ERROR_NO_MEMORY;
            *text = larger;
        }
        got = fread(*text + *length, 1, CHUNK, stream);
        *length += got;
    } while (got > 0 && *length <= TRAINING_FILE_MAX);
    *reason = ferror(stream) ? errno : 0;
    if (*length > TRAINING_FILE_MAX)
        return BOARD_ERROR_CASE_LENGTH;
    return *reason ? BOARD_ERROR_CASE_FOLDER : BOARD_OK;
}

static board_error load(const char *path, char **text, size_t *length, training_problem *problem)
{
    FILE *stream = fopen(path, "rb");
    int reason = 0;

    *text = NULL;
    if (stream == NULL)
        return file_failed(problem, path, errno);
    board_error error = read_stream(stream, text, length, &reason);
    fclose(stream);
    if (error == BOARD_ERROR_CASE_FOLDER)
        return file_failed(problem, path, reason);
    if (error != BOARD_OK)
        return in_file(problem, training_problem_set(problem, error, NULL), path);
    return BOARD_OK;
}

board_error training_library_read_file(training_library *library, const char *path,
                                       training_problem *problem)
{
    char *text = NULL;
    size_t length = 0;
    board_error error = load(path, &text, &length, problem);

    if (error == BOARD_OK)
        error = in_file(problem, training_library_read(library, text, length, problem), path);
    free(text);
    return error;
}

static bool is_case_file(const char *name)
{
    size_t length = strlen(name);

    return name[0] != '.' && length > strlen(ending) &&
           strcmp(name + length - strlen(ending), ending) == 0;
}

/* The file of a folder that is to hold the case of its name, and no other. */
static board_error read_named(training_library *found, const char *folder, const char *name,
                              training_problem *problem)
{
    char path[TRAINING_PATH_BYTES];
    training_library own = {0};
    int wrote = snprintf(path, sizeof path, "%s/%s", folder, name);

    if (wrote < 0 || (size_t)wrote >= sizeof path)
        return file_failed(problem, path, ENAMETOOLONG);
    board_error error = training_library_read_file(&own, path, problem);
    if (error == BOARD_OK &&
        (own.count != 1 || strlen(own.cases[0].id) + strlen(ending) != strlen(name) ||
         strncmp(own.cases[0].id, name, strlen(own.cases[0].id)) != 0))
        error =
            in_file(problem,
                    training_problem_set(problem, BOARD_ERROR_CASE_ID_FILE, own.cases[0].id), path);
    if (error == BOARD_OK) {
        error = training_library_take(found, &own.cases[0]);
        if (error != BOARD_OK)
            in_file(problem, training_problem_set(problem, error, NULL), folder);
    }
    training_library_free(&own);
    return error;
}

board_error training_library_read_folder(training_library *library, const char *folder,
                                         training_problem *problem)
{
    struct dirent **entries = NULL;
    training_library found = {0};
    board_error error = BOARD_OK;
    int count = scandir(folder, &entries, NULL, alphasort);

    if (count < 0)
        return file_failed(problem, folder, errno);
    for (int i = 0; i < count; i++) {
        if (error == BOARD_OK && is_case_file(entries[i]->d_name))
            error = read_named(&found, folder, entries[i]->d_name, problem);
        free(entries[i]);
    }
    free(entries);
    if (error == BOARD_OK)
        error = in_file(problem, training_library_add(library, &found, problem), folder);
    training_library_free(&found);
    return error;
}

/* Writing. */

char *training_case_text(const training_case *one, bool compact)
{
    return json_dumps(one->file, compact ? JSON_COMPACT : JSON_INDENT(INDENT));
}

static bool path_of(const char *folder, const char *id, const char *end,
                    char path[TRAINING_PATH_BYTES])
{
    int wrote = snprintf(path, TRAINING_PATH_BYTES, "%s/%s%s", folder, id, end);

    return wrote > 0 && wrote < TRAINING_PATH_BYTES;
}

/* Is the file of the case there: *same tells whether it says the same. */
static board_error look_at(const training_case *one, const char *folder, bool *there, bool *same,
                           training_problem *problem)
{
    char path[TRAINING_PATH_BYTES];
    json_error_t fault;

    *same = false;
    if (!path_of(folder, one->id, ending, path))
        return file_failed(problem, folder, ENAMETOOLONG);
    *there = access(path, F_OK) == 0;
    if (*there) {
        json_t *file = json_load_file(path, JSON_REJECT_DUPLICATES, &fault);
        *same = file != NULL && json_equal(file, one->file);
        json_decref(file);
    }
    return BOARD_OK;
}

static board_error look_for_others(const training_library *library, const char *folder,
                                   training_problem *problem)
{
    for (size_t i = 0; i < library->count; i++) {
        bool there = false;
        bool same = false;
        board_error error = look_at(&library->cases[i], folder, &there, &same, problem);
        if (error != BOARD_OK)
            return error;
        if (there && !same)
            return in_file(
                problem,
                training_problem_set(problem, BOARD_ERROR_CASE_TWICE, library->cases[i].id),
                folder);
    }
    return BOARD_OK;
}

/* Writes the text to a new file; what is there under the name is overwritten. */
static bool write_text(const char *text, const char *path)
{
    FILE *stream = fopen(path, "wb");

    if (stream == NULL)
        return false;
    bool written = fputs(text, stream) >= 0 && fputc('\n', stream) != EOF && fflush(stream) == 0;
    int reason = errno;
    if (fclose(stream) != 0 && written) {
        reason = errno;
        written = false;
    }
    errno = reason;
    return written;
}

static board_error write_new(const training_case *one, const char *folder,
                             training_problem *problem)
{
    char path[TRAINING_PATH_BYTES];
    char *text = training_case_text(one, false);
    board_error error = BOARD_OK;

    if (text == NULL)
        return training_problem_set(problem, BOARD_ERROR_NO_MEMORY, one->id);
    if (!path_of(folder, one->id, new_ending, path))
        error = file_failed(problem, folder, ENAMETOOLONG);
    else if (!write_text(text, path))
        error = file_failed(problem, path, errno);
    free(text);
    return error;
}

static void remove_new(const training_library *library, const char *folder)
{
    char path[TRAINING_PATH_BYTES];

    for (size_t i = 0; i < library->count; i++) {
        if (path_of(folder, library->cases[i].id, new_ending, path))
            unlink(path);
    }
}

/* Gives the new files their names; the disk has their content by then. */
static board_error name_new(const training_library *library, const char *folder, size_t *written,
                            training_problem *problem)
{
    char from[TRAINING_PATH_BYTES];
    char to[TRAINING_PATH_BYTES];

    for (size_t i = 0; i < library->count; i++) {
        const char *id = library->cases[i].id;
        if (!path_of(folder, id, new_ending, from) || !path_of(folder, id, ending, to))
            return file_failed(problem, folder, ENAMETOOLONG);
        if (rename(from, to) == 0)
            ++*written;
        else if (errno != ENOENT)
            return file_failed(problem, to, errno);
    }
    return BOARD_OK;
}

/* Writes the new files of those cases that are not there already. */
static board_error write_all(const training_library *library, const char *folder, bool replace,
                             training_problem *problem)
{
    board_error error = replace ? BOARD_OK : look_for_others(library, folder, problem);

    for (size_t i = 0; error == BOARD_OK && i < library->count; i++) {
        bool there = false;
        bool same = false;
        error = look_at(&library->cases[i], folder, &there, &same, problem);
        if (error == BOARD_OK && !same)
            error = write_new(&library->cases[i], folder, problem);
    }
    return error;
}

board_error training_library_write_folder(const training_library *library, const char *folder,
                                          bool replace, size_t *written, training_problem *problem)
{
    char path[TRAINING_PATH_BYTES];
    store_problem made;

    *written = 0;
    if (!path_of(folder, "", "x", path))
        return file_failed(problem, folder, ENAMETOOLONG);
    if (store_make_folders(path, FOLDERS_MADE, &made) != BOARD_OK)
        return file_failed(problem, folder, errno);
    board_error error = write_all(library, folder, replace, problem);
    if (error == BOARD_OK) {
        sync(); /* once for all of them: a call for each takes minutes where there are thousands */
        error = name_new(library, folder, written, problem);
    }
    remove_new(library, folder);
    if (error == BOARD_OK && store_sync_folder(path, &made) != BOARD_OK)
        error = file_failed(problem, folder, errno);
    return error;
}
