/* kiosk/desk/files.c: small files beside the journal. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kiosk/desk/desk_private.h"
#include "store/files.h"
#include "store/problem.h"

enum { FILE_MODE = S_IRUSR | S_IWUSR };

static board_error fail_with(store_problem *problem, int failure)
{
    return store_fail(problem, BOARD_ERROR_STORE_IO, strerror(failure));
}

/* Closes what was written; `written` false: errno says why. */
static board_error finish(int descriptor, bool written, store_problem *problem)
{
    int failure = written ? 0 : errno;

    if (failure == 0 && fsync(descriptor) != 0)
        failure = errno;
    if (close(descriptor) != 0 && failure == 0)
        failure = errno;
    return failure != 0 ? fail_with(problem, failure) : BOARD_OK;
}

board_error desk_file_add_line(const char *path, const char *line, store_problem *problem)
{
    char whole[KIOSK_COMMAND_LINE_BYTES + 1];
    const size_t length = strlen(line);
    const int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, FILE_MODE);

    if (descriptor < 0)
        return fail_with(problem, errno);
    /* In one call: what is killed in the middle leaves a line without its end, or nothing. */
    memcpy(whole, line, length);
    whole[length] = '\n';
    return finish(descriptor, store_write_bytes(descriptor, whole, length + 1), problem);
}

static board_error read_open(int descriptor, size_t most, char **text, size_t *length,
                             store_problem *problem)
{
    struct stat status;

    if (fstat(descriptor, &status) != 0)
        return fail_with(problem, errno);
    if (status.st_size < 0 || (size_t)status.st_size > most)
        return store_fail(problem, BOARD_ERROR_LEDGER_FIELD_LENGTH, NULL);
    char *bytes = malloc((size_t)status.st_size + 1);
    if (bytes == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    const long count = store_read_bytes(descriptor, bytes, (size_t)status.st_size);
    if (count < 0) {
        free(bytes);
        return fail_with(problem, errno);
    }
    bytes[count] = '\0';
    *text = bytes;
    *length = (size_t)count;
    return BOARD_OK;
}

board_error desk_file_read(const char *path, size_t most, char **text, size_t *length,
                           store_problem *problem)
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);

    *text = NULL;
    *length = 0;
    if (descriptor < 0)
        return errno == ENOENT ? BOARD_OK : fail_with(problem, errno);
    const board_error error = read_open(descriptor, most, text, length, problem);
    close(descriptor);
    return error;
}

board_error desk_file_cut(const char *path, size_t length, store_problem *problem)
{
    const int descriptor = open(path, O_WRONLY | O_CLOEXEC);

    if (descriptor < 0)
        return errno == ENOENT ? BOARD_OK : fail_with(problem, errno);
    return finish(descriptor, ftruncate(descriptor, (off_t)length) == 0, problem);
}
