/* store/witness.c: the file beside the journal that says which entry was last acknowledged. */
#include "store/witness.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bytes.h"
#include "store/files.h"
#include "store/problem.h"

static const char magic[] = "QILIHEAD";

/* magic, number, hash, then a hash of these */
enum {
    NUMBER_AT = 8,
    HASH_AT = NUMBER_AT + 8,
    CHECK_AT = HASH_AT + STORE_HASH_BYTES,
    CHECK_BYTES = 16,
    BYTES = CHECK_AT + CHECK_BYTES
};

static void encode(const store_witness *witness, uint8_t bytes[BYTES])
{
    memcpy(bytes, magic, NUMBER_AT);
    store_put_be(bytes + NUMBER_AT, 8, witness->number);
    memcpy(bytes + HASH_AT, witness->hash, STORE_HASH_BYTES);
    crypto_generichash(bytes + CHECK_AT, CHECK_BYTES, bytes, CHECK_AT, NULL, 0);
}

/* Sets number and hash; false, and number 0, if the bytes are no witness. */
static bool decode(const uint8_t bytes[BYTES], store_witness *witness)
{
    uint8_t expected[BYTES];

    witness->number = store_get_be(bytes + NUMBER_AT, 8);
    memcpy(witness->hash, bytes + HASH_AT, STORE_HASH_BYTES);
    encode(witness, expected);
    if (memcmp(bytes, expected, BYTES) == 0)
        return true;
    witness->number = 0;
    return false;
}

store_witness store_witness_read(const char *journal_path)
{
    store_witness witness = {.error = BOARD_ERROR_STORE_WITNESS_DAMAGED};
    uint8_t bytes[BYTES + 1];
    char *path = store_path_with(journal_path, ".head");
    int descriptor = path != NULL ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;

    if (descriptor < 0) {
        witness.failure = path != NULL ? errno : ENOMEM;
        witness.error = witness.failure == ENOENT ? BOARD_ERROR_STORE_WITNESS_MISSING
                                                  : BOARD_ERROR_STORE_WITNESS_UNREADABLE;
        free(path);
        return witness;
    }
    free(path);
    long length = store_read_bytes(descriptor, bytes, sizeof bytes);
    if (length < 0) {
        witness.failure = errno;
        witness.error = BOARD_ERROR_STORE_WITNESS_UNREADABLE;
    }
    close(descriptor);
    if (length == BYTES && decode(bytes, &witness))
        witness.error = BOARD_OK;
    return witness;
}

board_error store_witness_compare(const char *journal_path, uint64_t last, store_problem *problem)
{
    store_witness witness = store_witness_read(journal_path);
    char detail[64];

    if (last == 0)
        return BOARD_OK;
    if (witness.error != BOARD_OK)
        return store_fail(
            problem, witness.error,
            witness.failure != 0 && witness.failure != ENOENT ? strerror(witness.failure) : NULL);
    if (witness.number >= last)
        return BOARD_OK;
    snprintf(detail, sizeof detail, "%llu < %llu", (unsigned long long)witness.number,
             (unsigned long long)last);
    return store_fail(problem, BOARD_ERROR_STORE_WITNESS_BEHIND, detail);
}

/* Bytes of the file; -1 if that cannot be told. */
static long long size_of(int descriptor)
{
    struct stat about;

    return fstat(descriptor, &about) == 0 ? (long long)about.st_size : -1;
}

int store_witness_open(const char *journal_path)
{
    static const store_witness of_nothing = {.number = 0};
    char *path = store_path_with(journal_path, ".head");
    int descriptor =
        path != NULL ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;

    free(path);
    if (descriptor >= 0 && size_of(descriptor) == 0)
        store_witness_write(descriptor, &of_nothing);
    return descriptor;
}

/* A file that is written over lags after a power cut, which is allowed; one that has just been made
 * would be empty then, as if somebody had damaged it: so that is forced to the disk. */
void store_witness_write(int descriptor, const store_witness *witness)
{
    uint8_t bytes[BYTES];

    if (descriptor < 0)
        return;
    bool made = size_of(descriptor) != BYTES;
    encode(witness, bytes);
    if (pwrite(descriptor, bytes, BYTES, 0) != BYTES || ftruncate(descriptor, BYTES) != 0) {
        if (ftruncate(descriptor, 0) != 0)
            return; /* half a witness makes no sense, and so is none */
    }
    if (made && fdatasync(descriptor) != 0)
        return; /* it is there all the same, if the power stays */
}

/* Two processes acknowledge entries at the same time: the later entry's witness stays. */
void store_witness_advance(int descriptor, const store_witness *witness)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    store_witness there = {.number = 0};
    uint8_t bytes[BYTES];

    if (descriptor < 0)
        return;
    bool locked = fcntl(descriptor, F_SETLKW, &lock) == 0;
    if (pread(descriptor, bytes, BYTES, 0) != BYTES || !decode(bytes, &there) ||
        there.number < witness->number)
        store_witness_write(descriptor, witness);
    lock.l_type = F_UNLCK;
    if (locked && fcntl(descriptor, F_SETLK, &lock) != 0)
        return; /* it is given up when the descriptor is closed */
}
