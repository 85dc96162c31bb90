/* store/reader.c: the bytes of a journal's file, read through SQLite's own files. */
#include "store/reader.h"

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct store_reader {
    sqlite3_file *file;
};

static int fault_of(const char *path)
{
    struct stat state;

    if (stat(path, &state) != 0)
        return errno;
    if (S_ISDIR(state.st_mode))
        return EISDIR;
    if (!S_ISREG(state.st_mode))
        return EINVAL;
    return access(path, R_OK) != 0 ? errno : 0;
}

static bool open_file(store_reader *reader, const char *path)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    bool opened = false;

    if (vfs == NULL)
        return false;
    char *whole = calloc(1, (size_t)vfs->mxPathname + 2);
    if (whole != NULL && vfs->xFullPathname(vfs, path, vfs->mxPathname + 1, whole) == SQLITE_OK) {
        sqlite3_file *file = calloc(1, (size_t)vfs->szOsFile);
        reader->file = file;
        opened = file != NULL &&
                 vfs->xOpen(vfs, whole, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, NULL) ==
                     SQLITE_OK;
    }
    free(whole);
    return opened;
}

store_reader *store_reader_open(const char *path)
{
    const int fault = fault_of(path);

    if (fault != 0) {
        errno = fault;
        return NULL;
    }
    store_reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL && (sqlite3_initialize() != SQLITE_OK || !open_file(reader, path))) {
        store_reader_close(reader);
        errno = EIO;
        return NULL;
    }
    return reader;
}

long store_reader_read(store_reader *reader, uint8_t *bytes, size_t size, uint64_t at)
{
    const sqlite3_io_methods *methods = reader->file->pMethods;
    sqlite3_int64 length = 0;

    if (size > INT_MAX || methods->xFileSize(reader->file, &length) != SQLITE_OK) {
        errno = EIO;
        return -1;
    }
    if (at >= (uint64_t)length)
        return 0;
    if (size > (uint64_t)length - at)
        size = (size_t)((uint64_t)length - at);
    if (methods->xRead(reader->file, bytes, (int)size, (sqlite3_int64)at) != SQLITE_OK) {
        errno = EIO;
        return -1;
    }
    return (long)size;
}

void store_reader_close(store_reader *reader)
{
    if (reader == NULL)
        return;
    if (reader->file != NULL && reader->file->pMethods != NULL)
        reader->file->pMethods->xClose(reader->file);
    free(reader->file);
    free(reader);
}
