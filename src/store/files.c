/* store/files.c: small files beside the journal, written whole or not at all. */
#include "store/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/problem.h"

char *store_path_with(const char *path, const char *ending)
{
    size_t size = strlen(path) + strlen(ending) + 1;
    char *whole = malloc(size);

    if (whole != NULL)
        snprintf(whole, size, "%s%s", path, ending);
    return whole;
}

/* How many folders the path names, the root not counted. */
static unsigned count_folders(const char *path)
{
    unsigned count = 0;

    for (const char *at = path; (at = strchr(at, '/')) != NULL; at++)
        count += at != path;
    return count;
}

/* NULL if all is well, else what is in the way. */
static const char *make_folder(const char *folder, bool may_make)
{
    struct stat state;

    if (stat(folder, &state) == 0)
        return S_ISDIR(state.st_mode) ? NULL : strerror(ENOTDIR);
    if (errno == ENOENT && may_make && mkdir(folder, S_IRWXU) == 0)
        return NULL;
    /* Another process may have been quicker. */
    return errno == EEXIST ? NULL : strerror(errno);
}

board_error store_make_folders(const char *path, unsigned most, store_problem *problem)
{
    unsigned left = count_folders(path);
    char *folder = strdup(path);
    char detail[STORE_DETAIL_BYTES];
    const char *wrong = NULL;

    if (folder == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    for (char *at = strchr(folder + 1, '/'); at != NULL && wrong == NULL;
         at = strchr(at + 1, '/')) {
        *at = '\0';
        wrong = make_folder(folder, left-- <= most);
        if (wrong != NULL)
            snprintf(detail, sizeof detail, "%.180s: %.60s", folder, wrong);
        *at = '/';
    }
    free(folder);
    return wrong != NULL ? store_fail(problem, BOARD_ERROR_STORE_FOLDER, detail) : BOARD_OK;
}

board_error store_sync_folder(const char *path, store_problem *problem)
{
    char *folder = strdup(path);

    if (folder == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[slash == folder ? 1 : 0] = '\0';
    int descriptor = open(slash != NULL ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (descriptor < 0)
        return store_fail(problem, BOARD_ERROR_STORE_IO, strerror(errno));
    int failure = fsync(descriptor) != 0 && errno != EINVAL ? errno : 0;
    close(descriptor);
    if (failure != 0)
        return store_fail(problem, BOARD_ERROR_STORE_IO, strerror(failure));
    return BOARD_OK;
}

bool store_write_bytes(int descriptor, const void *bytes, size_t length)
{
    const char *at = bytes;

    while (length > 0) {
        ssize_t wrote = write(descriptor, at, length);
        if (wrote < 0 && errno != EINTR)
            return false;
        if (wrote > 0) {
            at += wrote;
            length -= (size_t)wrote;
        }
    }
    return true;
}

long store_read_bytes(int descriptor, void *bytes, size_t length)
{
    size_t got = 0;

    while (got < length) {
        ssize_t more = read(descriptor, (char *)bytes + got, length - got);
        if (more < 0 && errno != EINTR)
            return -1;
        if (more == 0)
            break;
        if (more > 0)
            got += (size_t)more;
    }
    return (long)got;
}

bool store_name_file(const char *from, const char *to)
{
    struct stat there;

    if (link(from, to) == 0) {
        unlink(from);
        return true;
    }
    /* File systems without links: a file that appears between the two calls would be lost. */
    int failure = errno;
    if (failure != EEXIST && stat(to, &there) != 0 && errno == ENOENT && rename(from, to) == 0)
        return true;
    unlink(from);
    errno = failure;
    return false;
}

/* Writing a file whole. */

static bool write_new(const char *path, const void *bytes, size_t length)
{
    enum { NEW_MODE = S_IRUSR | S_IWUSR };
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, NEW_MODE);

    if (descriptor < 0)
        return false;
    bool done = store_write_bytes(descriptor, bytes, length) && fsync(descriptor) == 0;
    const int failure = errno;
    if (close(descriptor) != 0)
        return false;
    errno = failure;
    return done;
}

board_error store_write_file(const char *path, const void *bytes, size_t length,
                             store_problem *problem)
{
    char detail[STORE_DETAIL_BYTES];
    char *fresh = store_path_with(path, ".new");

    if (fresh == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    const bool done = write_new(fresh, bytes, length) && rename(fresh, path) == 0;
    if (!done) {
        snprintf(detail, sizeof detail, "%s: %s", path, strerror(errno));
        unlink(fresh);
    }
    free(fresh);
    return done ? store_sync_folder(path, problem)
                : store_fail(problem, BOARD_ERROR_STORE_FILE_WRITE, detail);
}
