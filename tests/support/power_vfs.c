/* tests/support/power_vfs.c: a VFS on which the power can be cut at every single write. */
#include "power_vfs.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MAX = 16, PATH_BYTES = 1024, SECTOR = 512 };

/* A write, or with bytes NULL the cutting of the file to `offset`. */
typedef struct power_change_of_file {
    unsigned char *bytes;
    size_t length;
    size_t offset;
} power_change_of_file;

/* A file by its name: what it is on the disk, and what was done since. */
typedef struct power_file {
    char path[PATH_BYTES];
    unsigned char *durable;
    size_t size;
    power_change_of_file *changes;
    size_t count;
} power_file;

typedef struct power_handle {
    sqlite3_file file;
    power_file *known;
} power_handle;

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *base;
    power_file files[FILES_MAX];
    size_t count;
    power_plan plan;
    size_t at;
    size_t operations;
    bool happened;
} power;

static void *need(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static void forget_changes(power_file *file)
{
    for (size_t i = 0; i < file->count; i++)
        free(file->changes[i].bytes);
    free(file->changes);
    file->changes = NULL;
    file->count = 0;
}

static void load_durable(power_file *file)
{
    struct stat state;
    int descriptor = open(file->path, O_RDONLY);

    free(file->durable);
    file->durable = NULL;
    file->size = 0;
    if (descriptor < 0 || fstat(descriptor, &state) != 0)
        return;
    file->durable = need(malloc((size_t)state.st_size + 1));
    file->size = (size_t)state.st_size;
    if (read(descriptor, file->durable, file->size) != (ssize_t)file->size)
        abort();
    close(descriptor);
}

static power_file *find(const char *path)
{
    for (size_t i = 0; i < power.count; i++) {
        if (strcmp(power.files[i].path, path) == 0)
            return &power.files[i];
    }
    return NULL;
}

static power_file *know(const char *path)
{
    power_file *file = find(path);

    if (file != NULL)
        return file;
    if (power.count == FILES_MAX)
        abort();
    file = &power.files[power.count++];
    memset(file, 0, sizeof *file);
    snprintf(file->path, sizeof file->path, "%s", path);
    load_durable(file);
    return file;
}

static void remember(power_file *file, const void *bytes, size_t length, size_t offset)
{
    file->changes = need(realloc(file->changes, (file->count + 1) * sizeof *file->changes));
    power_change_of_file *change = &file->changes[file->count++];
    *change = (power_change_of_file){.length = length, .offset = offset};
    if (bytes != NULL) {
        change->bytes = need(malloc(length + 1));
        memcpy(change->bytes, bytes, length);
    }
}

/* Counts an operation; SQLITE_OK if it may be carried out. */
static int ask(bool is_sync)
{
    power.operations++;
    if (power.plan == POWER_STAYS || power.operations < power.at)
        return SQLITE_OK;
    if (power.plan == POWER_CUT) {
        power.happened = true;
        return is_sync ? SQLITE_IOERR_FSYNC : SQLITE_IOERR_WRITE;
    }
    if (power.plan == POWER_FULL && !is_sync) {
        power.happened = true;
        return SQLITE_FULL;
    }
    if (power.plan == POWER_BAD_SYNC && is_sync && !power.happened) {
        power.happened = true;
        return SQLITE_IOERR_FSYNC;
    }
    return SQLITE_OK;
}

/* Files. */

static sqlite3_file *real(sqlite3_file *file)
{
    return (sqlite3_file *)((power_handle *)file + 1);
}

static int file_close(sqlite3_file *file)
{
    return real(file)->pMethods != NULL ? real(file)->pMethods->xClose(real(file)) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int amount, sqlite3_int64 offset)
{
    return real(file)->pMethods->xRead(real(file), bytes, amount, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int amount, sqlite3_int64 offset)
{
    int result = ask(false);

    if (result != SQLITE_OK)
        return result;
    remember(((power_handle *)file)->known, bytes, (size_t)amount, (size_t)offset);
    return real(file)->pMethods->xWrite(real(file), bytes, amount, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int result = ask(false);

    if (result != SQLITE_OK)
        return result == SQLITE_FULL ? SQLITE_IOERR_TRUNCATE : result;
    remember(((power_handle *)file)->known, NULL, 0, (size_t)size);
    return real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    power_file *known = ((power_handle *)file)->known;
    int result = ask(true);

    (void)flags;
    if (result != SQLITE_OK)
        return result;
    load_durable(known);
    forget_changes(known);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int file_check_lock(sqlite3_file *file, int *reserved)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}

static int file_characteristics(sqlite3_file *file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int file_lock_shared(sqlite3_file *file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_barrier(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

static int file_unmap(sqlite3_file *file, int remove)
{
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static const sqlite3_io_methods methods = {2,
                                           file_close,
                                           file_read,
                                           file_write,
                                           file_truncate,
                                           file_sync,
                                           file_size,
                                           file_lock,
                                           file_unlock,
                                           file_check_lock,
                                           file_control,
                                           file_sector_size,
                                           file_characteristics,
                                           file_map,
                                           file_lock_shared,
                                           file_barrier,
                                           file_unmap,
                                           NULL,
                                           NULL};

/* The VFS. */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    power_handle *handle = (power_handle *)file;

    if (name == NULL)
        return power.base->xOpen(power.base, name, file, flags, out);
    memset(handle, 0, (size_t)vfs->szOsFile);
    handle->known = know(name);
    int result = power.base->xOpen(power.base, name, real(file), flags, out);
    if (real(file)->pMethods != NULL)
        file->pMethods = &methods;
    return result;
}

/* Counted as an operation; the disk knows of it at once. */
static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    power_file *file = find(name);
    int result = ask(false);

    (void)vfs;
    (void)sync;
    if (result == SQLITE_IOERR_WRITE)
        return SQLITE_IOERR_DELETE;
    result = power.base->xDelete(power.base, name, 0); /* without waiting for the disk */
    if (file != NULL) {
        forget_changes(file);
        load_durable(file);
    }
    return result;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
    (void)vfs;
    return power.base->xAccess(power.base, name, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int size, char *path)
{
    (void)vfs;
    return power.base->xFullPathname(power.base, name, size, path);
}

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *bytes)
{
    (void)vfs;
    return power.base->xRandomness(power.base, size, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return power.base->xSleep(power.base, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *now)
{
    (void)vfs;
    return power.base->xCurrentTime(power.base, now);
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text)
{
    (void)vfs;
    return power.base->xGetLastError(power.base, size, text);
}

void power_register(void)
{
    if (power.base != NULL)
        return;
    power.base = sqlite3_vfs_find(NULL);
    power.vfs = (sqlite3_vfs){.iVersion = 1,
                              .szOsFile = (int)sizeof(power_handle) + power.base->szOsFile,
                              .mxPathname = power.base->mxPathname,
                              .zName = POWER_VFS,
                              .xOpen = vfs_open,
                              .xDelete = vfs_delete,
                              .xAccess = vfs_access,
                              .xFullPathname = vfs_full_path,
                              .xRandomness = vfs_randomness,
                              .xSleep = vfs_sleep,
                              .xCurrentTime = vfs_time,
                              .xGetLastError = vfs_last_error};
    if (sqlite3_vfs_register(&power.vfs, 0) != SQLITE_OK)
        abort();
}

void power_begin(power_plan plan, size_t at)
{
    for (size_t i = 0; i < power.count; i++) {
        forget_changes(&power.files[i]);
        free(power.files[i].durable);
    }
    power.count = 0;
    power_change(plan, at);
}

void power_change(power_plan plan, size_t at)
{
    power.operations = 0;
    power.plan = plan;
    power.at = at;
    power.happened = false;
}

bool power_happened(void)
{
    return power.happened;
}

/* After the power came back. */

static void apply(int descriptor, const power_change_of_file *change, power_fate fate,
                  unsigned *seed)
{
    if (change->bytes == NULL) {
        if ((fate == POWER_ALL_KEPT || rand_r(seed) % 2 == 0) &&
            ftruncate(descriptor, (off_t)change->offset) != 0)
            abort();
        return;
    }
    for (size_t at = 0; at < change->length;) {
        /* a sector of the disk, not of the write */
        size_t room = SECTOR - (change->offset + at) % SECTOR;
        size_t piece = change->length - at < room ? change->length - at : room;
        if ((fate == POWER_ALL_KEPT || rand_r(seed) % 2 == 0) &&
            pwrite(descriptor, change->bytes + at, piece, (off_t)(change->offset + at)) !=
                (ssize_t)piece)
            abort();
        at += piece;
    }
}

void power_settle(power_fate fate, unsigned seed)
{
    for (size_t i = 0; i < power.count; i++) {
        power_file *file = &power.files[i];
        int descriptor = open(file->path, O_RDWR);
        if (descriptor < 0)
            continue;
        if (ftruncate(descriptor, 0) != 0 ||
            pwrite(descriptor, file->durable, file->size, 0) != (ssize_t)file->size)
            abort();
        for (size_t j = 0; fate != POWER_NONE_KEPT && j < file->count; j++)
            apply(descriptor, &file->changes[j], fate, &seed);
        close(descriptor);
    }
}
