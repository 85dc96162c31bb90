/* tests/support/scratch.c: a folder for the files of one test, and journals in it. */
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void give_up(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    abort();
}

void scratch_make(char folder[SCRATCH_PATH_BYTES])
{
    const char *base = getenv("TMPDIR");

    snprintf(folder, SCRATCH_PATH_BYTES, "%s/qili-test-XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(folder) == NULL)
        give_up(folder, "cannot be made");
}

void scratch_remove(const char *folder)
{
    DIR *open = opendir(folder);
    struct dirent *item = NULL;
    char path[2 * SCRATCH_PATH_BYTES];

    chmod(folder, S_IRWXU);
    while (open != NULL && (item = readdir(open)) != NULL) {
        struct stat state;
        if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
        if (lstat(path, &state) == 0 && S_ISDIR(state.st_mode))
            scratch_remove(path);
        else
            unlink(path);
    }
    if (open != NULL)
        closedir(open);
    rmdir(folder);
}

const char *scratch_path(const char *folder, const char *name, char path[SCRATCH_PATH_BYTES])
{
    if (snprintf(path, SCRATCH_PATH_BYTES, "%s/%s", folder, name) >= SCRATCH_PATH_BYTES)
        give_up(name, "the path is too long");
    return path;
}

unsigned char *scratch_load(const char *path, size_t *length)
{
    struct stat state;
    int descriptor = open(path, O_RDONLY);

    if (descriptor < 0 || fstat(descriptor, &state) != 0)
        give_up(path, "cannot be opened");
    unsigned char *bytes = malloc((size_t)state.st_size + 1);
    if (bytes == NULL || read(descriptor, bytes, (size_t)state.st_size) != state.st_size)
        give_up(path, "cannot be read");
    close(descriptor);
    *length = (size_t)state.st_size;
    return bytes;
}

void scratch_save(const char *path, const void *bytes, size_t length, unsigned mode)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);

    if (descriptor < 0 || fchmod(descriptor, mode) != 0 ||
        write(descriptor, bytes, length) != (ssize_t)length)
        give_up(path, "cannot be written");
    close(descriptor);
}

void scratch_copy(const char *from, const char *to, unsigned mode)
{
    size_t length = 0;
    unsigned char *bytes = scratch_load(from, &length);

    scratch_save(to, bytes, length, mode);
    free(bytes);
}

static void need(board_error error, const char *what, const store_problem *problem)
{
    char text[1024];

    if (error != BOARD_OK)
        give_up(what, store_problem_text(problem, BOARD_ENGLISH, text, sizeof text));
}

store_entry scratch_append(store_journal *journal, const char *type, unsigned n)
{
    store_problem problem;
    store_entry entry;
    char payload[32];

    snprintf(payload, sizeof payload, "{\"n\":%u}", n);
    const store_draft draft = {.type = type, .payload = payload, .arbiter = "裁判甲"};
    need(store_append(journal, &draft, &entry, &problem), "append", &problem);
    return entry;
}

store_journal *scratch_open(const char *path, const store_options *options)
{
    store_problem problem;
    store_journal *journal = NULL;

    need(store_open(path, options, &journal, &problem), path, &problem);
    return journal;
}

uint64_t scratch_verify(const char *path, store_problem *first, store_verified *verified)
{
    store_problem problem;
    store_verified found;
    board_error error = store_verify(path, NULL, NULL, NULL, &found, &problem);

    if (error != BOARD_ERROR_STORE_DAMAGED)
        need(error, path, &problem);
    if (first != NULL)
        *first = problem;
    if (verified != NULL)
        *verified = found;
    return found.faults;
}

void scratch_flip(const char *path, size_t offset, unsigned char mask)
{
    unsigned char byte = 0;
    int descriptor = open(path, O_RDWR);

    if (descriptor < 0 || pread(descriptor, &byte, 1, (off_t)offset) != 1)
        give_up(path, "a byte of it cannot be read");
    byte ^= mask;
    if (pwrite(descriptor, &byte, 1, (off_t)offset) != 1)
        give_up(path, "a byte of it cannot be written");
    close(descriptor);
}
