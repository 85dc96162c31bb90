/* store/beside.c: files that SQLite looks for beside the journal, and what may not be there. */
#include "store/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bytes.h"
#include "store/files.h"
#include "store/pages.h"
#include "store/problem.h"

/* The head of a -wal file, as SQLite's documentation of its file format has it. */
enum {
    LOG_MAGIC = 0x377F0682, /* or one more: checksums of words with the highest byte first */
    LOG_VERSION = 3007000,
    VERSION_AT = 4,
    PAGE_SIZE_AT = 8,
    CHECK_AT = 24,
    LOG_HEAD_BYTES = 32
};

board_error store_check_no_rollback(const char *path, store_problem *problem)
{
    char *name = store_path_with(path, "-journal");
    struct stat state;

    if (name == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    board_error error = BOARD_OK;
    if (lstat(name, &state) == 0 && (state.st_size > 0 || !S_ISREG(state.st_mode)))
        error = store_fail(problem, BOARD_ERROR_STORE_FOREIGN_LOG, name);
    free(name);
    return error;
}

static uint32_t word_at(const uint8_t *bytes, bool highest_first)
{
    uint32_t word = (uint32_t)store_get_be(bytes, 4);

    return highest_first ? word
                         : word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24;
}

static bool is_log_head(const uint8_t head[LOG_HEAD_BYTES])
{
    uint64_t magic = store_get_be(head, 4);
    uint32_t sums[2] = {0, 0};

    for (size_t i = 0; i < CHECK_AT; i += 8) {
        sums[0] += word_at(head + i, (magic & 1) != 0) + sums[1];
        sums[1] += word_at(head + i + 4, (magic & 1) != 0) + sums[0];
    }
    return (magic & ~UINT64_C(1)) == LOG_MAGIC &&
           store_get_be(head + VERSION_AT, 4) == LOG_VERSION &&
           store_get_be(head + PAGE_SIZE_AT, 4) == STORE_PAGE_BYTES &&
           store_get_be(head + CHECK_AT, 4) == sums[0] &&
           store_get_be(head + CHECK_AT + 4, 4) == sums[1];
}

board_error store_check_log(const char *path, store_problem *problem)
{
    uint8_t head[LOG_HEAD_BYTES];
    char *name = store_path_with(path, "-wal");
    board_error error = BOARD_OK;

    if (name == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    int descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    long length = descriptor >= 0 ? store_read_bytes(descriptor, head, sizeof head) : 0;
    if ((descriptor < 0 && errno != ENOENT) || length < 0)
        error = store_fail(problem, BOARD_ERROR_STORE_LOG, strerror(errno));
    else if (length > 0 && (length < LOG_HEAD_BYTES || !is_log_head(head)))
        error = store_fail(problem, BOARD_ERROR_STORE_LOG, name);
    if (descriptor >= 0)
        close(descriptor);
    free(name);
    return error;
}
