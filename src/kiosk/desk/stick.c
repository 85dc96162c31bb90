/* kiosk/desk/stick.c: USB sticks found, and files written to them. */
#include "kiosk/desk/stick.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/flow/text.h"
#include "store/files.h"

enum { NAMES_TRIED = 99, LEVELS = 2 };

/* Finding. */

typedef struct stick_search {
    char (*paths)[KIOSK_STICK_PATH_BYTES];
    size_t count;
    bool mounted_only;
} stick_search;

static void look_into(stick_search *search, const char *folder, int levels);

static void look_at(stick_search *search, const char *folder, const char *name, int levels)
{
    char path[KIOSK_STICK_PATH_BYTES];
    struct stat inside;
    struct stat outside;
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);

    if (name[0] == '.' || length < 0 || (size_t)length >= sizeof path || stat(path, &inside) != 0 ||
        !S_ISDIR(inside.st_mode) || stat(folder, &outside) != 0)
        return;
    if (!search->mounted_only || inside.st_dev != outside.st_dev) {
        if (search->count < STICKS_MAX)
            memcpy(search->paths[search->count++], path, sizeof path);
    } else if (levels > 1)
        look_into(search, path, levels - 1);
}

static void look_into(stick_search *search, const char *folder, int levels)
{
    const struct dirent *entry = NULL;
    DIR *open = opendir(folder);

    if (open == NULL)
        return;
    while ((entry = readdir(open)) != NULL)
        look_at(search, folder, entry->d_name, levels);
    closedir(open);
}

static int compare_paths(const void *left, const void *right)
{
    return strcmp(left, right);
}

size_t stick_find(const char *media, char paths[STICKS_MAX][KIOSK_STICK_PATH_BYTES])
{
    stick_search search = {.paths = paths, .mounted_only = media[0] == '\0'};

    if (media[0] != '\0') {
        look_into(&search, media, 1);
    } else {
        look_into(&search, "/media", LEVELS);
        look_into(&search, "/run/media", LEVELS);
    }
    qsort(paths, search.count, sizeof *paths, compare_paths);
    return search.count;
}

board_error stick_error(int number)
{
    switch (number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return BOARD_ERROR_STICK_FULL;
    case EROFS:
    case EACCES:
    case EPERM:
        return BOARD_ERROR_STICK_READ_ONLY;
    case ENOENT:
    case ENOTDIR:
    case ENODEV:
    case ENXIO:
    case EIO:
        return BOARD_ERROR_STICK_GONE;
    default:
        return BOARD_ERROR_STICK_WRITE;
    }
}

/* Writing. */

bool stick_begin(stick_file *file, const char *folder)
{
    enum { MODE = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH };
    const int length = snprintf(file->part, sizeof file->part, "%s/qili.part", folder);

    file->used = 0;
    file->failure = 0;
    file->descriptor = -1;
    if (length < 0 || (size_t)length >= sizeof file->part)
        file->failure = ENAMETOOLONG;
    else {
        unlink(file->part); /* of a stick that was pulled out */
        file->descriptor = open(file->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
        if (file->descriptor < 0)
            file->failure = errno;
    }
    return file->failure == 0;
}

static bool write_out(stick_file *file)
{
    if (file->failure == 0 && !store_write_bytes(file->descriptor, file->buffer, file->used))
        file->failure = errno;
    file->used = 0;
    return file->failure == 0;
}

bool stick_put(stick_file *file, const void *bytes, size_t length)
{
    const char *at = bytes;

    while (file->failure == 0 && length > 0) {
        const size_t room = sizeof file->buffer - file->used;
        const size_t more = length < room ? length : room;

        memcpy(file->buffer + file->used, at, more);
        file->used += more;
        at += more;
        length -= more;
        if (file->used == sizeof file->buffer)
            write_out(file);
    }
    return file->failure == 0;
}

void stick_drop(stick_file *file)
{
    if (file->descriptor < 0)
        return;
    close(file->descriptor);
    file->descriptor = -1;
    unlink(file->part);
}

/* The file gets its name unless another one has it. */
static bool give_name(stick_file *file, const char *path)
{
    struct stat there;

    if (stat(path, &there) == 0) {
        errno = EEXIST;
        return false;
    }
    /* What happens on a stick between these two is nobody's but this program's. */
    return errno == ENOENT && rename(file->part, path) == 0;
}

bool stick_finish(stick_file *file, const char *folder, const char *name, const char *ending,
                  char path[KIOSK_STICK_PATH_BYTES], bool *beside)
{
    write_out(file);
    if (file->failure == 0 && fsync(file->descriptor) != 0)
        file->failure = errno;
    for (int i = 1; file->failure == 0 && i <= NAMES_TRIED; i++) {
        char number[8] = "";

        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        const int length =
            snprintf(path, KIOSK_STICK_PATH_BYTES, "%s/%s%s%s", folder, name, number, ending);
        if (length < 0 || length >= KIOSK_STICK_PATH_BYTES)
            file->failure = ENAMETOOLONG;
        else if (give_name(file, path)) {
            close(file->descriptor);
            file->descriptor = -1;
            *beside = i > 1;
            if (store_sync_folder(path, NULL) != BOARD_OK)
                file->failure = EIO;
            return file->failure == 0;
        } else if (errno != EEXIST || i == NAMES_TRIED)
            file->failure = errno;
    }
    stick_drop(file);
    return false;
}
