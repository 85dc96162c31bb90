/* store/pages.c: every page of the file carries a seal, so that a changed byte is noticed. */
#include "store/pages.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/bytes.h"

enum { NAME_BYTES = 48, LEAST_PAGE = 512, CONTENT = STORE_PAGE_BYTES - STORE_SEAL_BYTES };

struct store_pages {
    sqlite3_vfs vfs;
    sqlite3_vfs *base;
    char name[NAME_BYTES];
    bool lenient;
    bool immutable;
    uint64_t bad;
    int failure; /* errno */
    uint8_t sealed[STORE_PAGE_BYTES];
};

/* What SQLite sees as a file; the file of the base VFS stands behind it in memory. */
typedef struct sealed_file {
    sqlite3_file file;
    store_pages *pages;
    bool is_journal; /* rather than its -wal or -journal file, which have no pages to be sealed */
    uint8_t padding[7];
} sealed_file;

/* Seals. */

static void make_seal(const uint8_t *page, uint64_t number, uint8_t seal[STORE_SEAL_BYTES])
{
    crypto_generichash_state state;
    uint8_t bytes[8];

    store_put_be(bytes, sizeof bytes, number);
    crypto_generichash_init(&state, NULL, 0, STORE_SEAL_BYTES);
    crypto_generichash_update(&state, bytes, sizeof bytes);
    crypto_generichash_update(&state, page, CONTENT);
    crypto_generichash_final(&state, seal, STORE_SEAL_BYTES);
}

void store_page_seal(uint8_t page[STORE_PAGE_BYTES], uint64_t number)
{
    make_seal(page, number, page + CONTENT);
}

bool store_page_fits(const uint8_t page[STORE_PAGE_BYTES], uint64_t number)
{
    uint8_t seal[STORE_SEAL_BYTES];

    make_seal(page, number, seal);
    return memcmp(seal, page + CONTENT, sizeof seal) == 0;
}

/* The journal's file. */

static store_pages *pages_of(sqlite3_file *file)
{
    return ((sealed_file *)file)->pages;
}

static sqlite3_file *real_file(sqlite3_file *file)
{
    return (sqlite3_file *)((sealed_file *)file + 1);
}

static int file_close(sqlite3_file *file)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods != NULL ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int amount, sqlite3_int64 offset)
{
    sqlite3_file *real = real_file(file);
    store_pages *pages = pages_of(file);
    int result = real->pMethods->xRead(real, bytes, amount, offset);

    if (result != SQLITE_OK || !((sealed_file *)file)->is_journal ||
        amount < LEAST_PAGE) /* the head of the file is first read alone */
        return result;
    uint64_t number = (uint64_t)offset / STORE_PAGE_BYTES + 1;
    if (amount == STORE_PAGE_BYTES && offset % STORE_PAGE_BYTES == 0 &&
        store_page_fits(bytes, number))
        return SQLITE_OK;
    pages->bad = number;
    return pages->lenient ? SQLITE_OK : SQLITE_IOERR_DATA;
}

/* Remembers why the system refused. */
static int remember(store_pages *pages, int result)
{
    if (result != SQLITE_OK)
        pages->failure = errno;
    return result;
}

static int file_write(sqlite3_file *file, const void *bytes, int amount, sqlite3_int64 offset)
{
    sqlite3_file *real = real_file(file);
    store_pages *pages = pages_of(file);

    if (((sealed_file *)file)->is_journal && amount == STORE_PAGE_BYTES &&
        offset % STORE_PAGE_BYTES == 0) {
        memcpy(pages->sealed, bytes, STORE_PAGE_BYTES);
        store_page_seal(pages->sealed, (uint64_t)offset / STORE_PAGE_BYTES + 1);
        bytes = pages->sealed;
    }
    return remember(pages, real->pMethods->xWrite(real, bytes, amount, offset));
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    sqlite3_file *real = real_file(file);

    return remember(pages_of(file), real->pMethods->xTruncate(real, size));
}

static int file_sync(sqlite3_file *file, int flags)
{
    sqlite3_file *real = real_file(file);

    return remember(pages_of(file), real->pMethods->xSync(real, flags));
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods->xFileSize(real, size);
}

static int file_lock(sqlite3_file *file, int level)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods->xLock(real, level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods->xUnlock(real, level);
}

static int file_check_lock(sqlite3_file *file, int *reserved)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods->xCheckReservedLock(real, reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods->xFileControl(real, operation, argument);
}

static int file_sector_size(sqlite3_file *file)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods->xSectorSize(real);
}

static int file_characteristics(sqlite3_file *file)
{
    sqlite3_file *real = real_file(file);
    int real_ones = real->pMethods->xDeviceCharacteristics(real);

    return pages_of(file)->immutable && ((sealed_file *)file)->is_journal
               ? real_ones | SQLITE_IOCAP_IMMUTABLE
               : real_ones;
}

static int file_map_shared(sqlite3_file *file, int page, int size, int extend,
                           void volatile **memory)
{
    sqlite3_file *real = real_file(file);

    return remember(pages_of(file), real->pMethods->xShmMap(real, page, size, extend, memory));
}

static int file_lock_shared(sqlite3_file *file, int offset, int count, int flags)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods->xShmLock(real, offset, count, flags);
}

static void file_barrier(sqlite3_file *file)
{
    sqlite3_file *real = real_file(file);

    real->pMethods->xShmBarrier(real);
}

static int file_unmap_shared(sqlite3_file *file, int remove)
{
    sqlite3_file *real = real_file(file);

    return real->pMethods->xShmUnmap(real, remove);
}

/* Version 2: no mapping of the file into memory, which would go past file_read. */
static const sqlite3_io_methods sealed_methods = {.iVersion = 2,
                                                  .xClose = file_close,
                                                  .xRead = file_read,
                                                  .xWrite = file_write,
                                                  .xTruncate = file_truncate,
                                                  .xSync = file_sync,
                                                  .xFileSize = file_size,
                                                  .xLock = file_lock,
                                                  .xUnlock = file_unlock,
                                                  .xCheckReservedLock = file_check_lock,
                                                  .xFileControl = file_control,
                                                  .xSectorSize = file_sector_size,
                                                  .xDeviceCharacteristics = file_characteristics,
                                                  .xShmMap = file_map_shared,
                                                  .xShmLock = file_lock_shared,
                                                  .xShmBarrier = file_barrier,
                                                  .xShmUnmap = file_unmap_shared};

/* The VFS: everything but opening a file goes to the base. */

static sqlite3_vfs *base_of(sqlite3_vfs *vfs)
{
    return ((store_pages *)vfs->pAppData)->base;
}

/* Where a file could not be made, SQLite looks once more whether it can be read, and that it is not
 * there becomes the reason. The folder knows better. */
static void remember_folder(store_pages *pages, const char *name)
{
    char *folder = strdup(name);
    char *slash = folder != NULL ? strrchr(folder, '/') : NULL;

    if (slash != NULL) {
        slash[slash == folder ? 1 : 0] = '\0';
        if (access(folder, W_OK) != 0)
            pages->failure = errno;
    }
    free(folder);
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                    int *out_flags)
{
    sqlite3_vfs *base = base_of(vfs);
    sealed_file *sealed = (sealed_file *)file;

    if ((flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) == 0)
        return base->xOpen(base, name, file, flags, out_flags);
    memset(sealed, 0, (size_t)vfs->szOsFile);
    int result =
        remember(vfs->pAppData, base->xOpen(base, name, real_file(file), flags, out_flags));
    if (result != SQLITE_OK && (flags & SQLITE_OPEN_CREATE) != 0 && name != NULL)
        remember_folder(vfs->pAppData, name);
    if (real_file(file)->pMethods != NULL) { /* it has to be closed, whatever the result */
        sealed->pages = vfs->pAppData;
        sealed->is_journal = (flags & SQLITE_OPEN_MAIN_DB) != 0;
        file->pMethods = &sealed_methods;
    }
    return result;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    return base_of(vfs)->xDelete(base_of(vfs), name, sync);
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
    return base_of(vfs)->xAccess(base_of(vfs), name, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path)
{
    return base_of(vfs)->xFullPathname(base_of(vfs), name, size, path);
}

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *bytes)
{
    return base_of(vfs)->xRandomness(base_of(vfs), size, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    return base_of(vfs)->xSleep(base_of(vfs), microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *now)
{
    return base_of(vfs)->xCurrentTime(base_of(vfs), now);
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text)
{
    return base_of(vfs)->xGetLastError(base_of(vfs), size, text);
}

store_pages *store_pages_new(const char *base)
{
    sqlite3_vfs *below = sqlite3_vfs_find(base);
    store_pages *pages = calloc(1, sizeof *pages);

    if (pages == NULL || below == NULL) {
        free(pages);
        return NULL;
    }
    snprintf(pages->name, sizeof pages->name, "qili-pages-%p", (void *)pages);
    pages->base = below;
    pages->vfs = (sqlite3_vfs){.iVersion = 1,
                               .szOsFile = (int)sizeof(sealed_file) + below->szOsFile,
                               .mxPathname = below->mxPathname,
                               .zName = pages->name,
                               .pAppData = pages,
                               .xOpen = vfs_open,
                               .xDelete = vfs_delete,
                               .xAccess = vfs_access,
                               .xFullPathname = vfs_full_path,
                               .xRandomness = vfs_randomness,
                               .xSleep = vfs_sleep,
                               .xCurrentTime = vfs_time,
                               .xGetLastError = vfs_last_error};
    if (sqlite3_vfs_register(&pages->vfs, 0) != SQLITE_OK) {
        free(pages);
        return NULL;
    }
    return pages;
}

void store_pages_free(store_pages *pages)
{
    if (pages == NULL)
        return;
    sqlite3_vfs_unregister(&pages->vfs);
    free(pages);
}

const char *store_pages_name(const store_pages *pages)
{
    return pages->name;
}

void store_pages_set_lenient(store_pages *pages, bool lenient)
{
    pages->lenient = lenient;
}

void store_pages_set_immutable(store_pages *pages, bool immutable)
{
    pages->immutable = immutable;
}

int store_pages_take_failure(store_pages *pages)
{
    int failure = pages->failure;

    pages->failure = 0;
    return failure;
}

uint64_t store_pages_take_bad(store_pages *pages)
{
    uint64_t bad = pages->bad;

    pages->bad = 0;
    return bad;
}
