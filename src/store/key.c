/*
 * store/key.c: the device's Ed25519 key, in a file of its own that nobody else may read:
 * one line, "qili-ed25519-seed-1 " and 64 hexadecimal digits.
 */
#include "store/key.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bytes.h"
#include "store/files.h"
#include "store/problem.h"

static const char head[] = "qili-ed25519-seed-1 ";

enum { HEAD = sizeof head - 1, LINE = HEAD + 2 * crypto_sign_SEEDBYTES + 1, TEMPORARY = 32 };

static board_error key_failure(store_problem *problem, const char *path)
{
    char detail[STORE_DETAIL_BYTES];

    snprintf(detail, sizeof detail, "%s: %s", path, strerror(errno));
    return store_fail(problem, BOARD_ERROR_STORE_KEY_IO, detail);
}

static board_error key_of_seed(const uint8_t *seed, store_key *key, store_problem *problem)
{
    key->secret = sodium_malloc(crypto_sign_SECRETKEYBYTES);
    if (key->secret == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    crypto_sign_seed_keypair(key->public_key, key->secret, seed);
    sodium_mprotect_readonly(key->secret);
    return BOARD_OK;
}

static board_error key_of_line(const char *path, char *line, long length, store_key *key,
                               store_problem *problem)
{
    uint8_t seed[crypto_sign_SEEDBYTES];
    board_error error = BOARD_OK;

    if (length == LINE && line[LINE - 1] == '\n')
        line[LINE - 1] = '\0';
    if (length == LINE && strncmp(line, head, HEAD) == 0 &&
        store_hex_read(line + HEAD, seed, sizeof seed))
        error = key_of_seed(seed, key, problem);
    else
        error = store_fail(problem, BOARD_ERROR_STORE_KEY_FORM, path);
    sodium_memzero(seed, sizeof seed);
    return error;
}

board_error store_key_load(const char *path, store_key *key, bool *missing, store_problem *problem)
{
    char line[LINE + 1] = {0};
    struct stat state;

    *key = (store_key){.secret = NULL};
    *missing = false;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait */
    if (descriptor < 0) {
        *missing = errno == ENOENT;
        return *missing ? BOARD_OK : key_failure(problem, path);
    }
    board_error error = BOARD_OK;
    if (fstat(descriptor, &state) != 0)
        error = key_failure(problem, path);
    else if ((state.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        error = store_fail(problem, BOARD_ERROR_STORE_KEY_MODE, path);
    long length = error == BOARD_OK ? store_read_bytes(descriptor, line, LINE + 1) : 0;
    if (length < 0)
        error = key_failure(problem, path);
    close(descriptor);
    if (error == BOARD_OK)
        error = key_of_line(path, line, length, key, problem);
    sodium_memzero(line, sizeof line);
    return error;
}

/* Writes the line of a new seed into a new file and puts it on the disk. */
static bool write_seed(const char *path)
{
    uint8_t seed[crypto_sign_SEEDBYTES];
    char line[LINE + 1];

    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0)
        return false;
    randombytes_buf(seed, sizeof seed);
    memcpy(line, head, HEAD);
    store_hex_write(seed, sizeof seed, line + HEAD);
    line[LINE - 1] = '\n';
    bool done = store_write_bytes(descriptor, line, LINE) && fsync(descriptor) == 0;
    int failure = errno;
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(line, sizeof line);
    done = close(descriptor) == 0 && done;
    if (!done)
        unlink(path);
    errno = failure;
    return done;
}

board_error store_key_create(const char *path, store_key *key, store_problem *problem)
{
    char ending[TEMPORARY];
    bool missing = false;

    *key = (store_key){.secret = NULL};
    snprintf(ending, sizeof ending, ".new-%08x", (unsigned)randombytes_random());
    char *temporary = store_path_with(path, ending);
    if (temporary == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    board_error error = BOARD_OK;
    if (!write_seed(temporary) || (!store_name_file(temporary, path) && errno != EEXIST))
        error = key_failure(problem, path);
    free(temporary);
    if (error == BOARD_OK)
        error = store_sync_folder(path, problem);
    if (error == BOARD_OK)
        error = store_key_load(path, key, &missing, problem);
    if (error == BOARD_OK && missing)
        error = store_fail(problem, BOARD_ERROR_STORE_KEY_IO, path);
    return error;
}

void store_key_forget(store_key *key)
{
    sodium_free(key->secret);
    *key = (store_key){.secret = NULL};
}
