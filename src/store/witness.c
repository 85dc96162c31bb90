/* store/witness.c: the file beside the journal that says which entry was last acknowledged. */
#include "store/witness.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bytes.h"
#include "store/files.h"

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

store_witness store_witness_read(const char *journal_path)
{
    store_witness witness = {0};
    uint8_t bytes[BYTES];
    uint8_t expected[BYTES];
    char *path = store_path_with(journal_path, ".head");
    int descriptor = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;

    free(path);
    if (descriptor < 0)
        return witness;
    long length = store_read_bytes(descriptor, bytes, BYTES);
    close(descriptor);
    if (length != BYTES)
        return witness;
    witness.number = store_get_be(bytes + NUMBER_AT, 8);
    memcpy(witness.hash, bytes + HASH_AT, STORE_HASH_BYTES);
    encode(&witness, expected);
    if (memcmp(bytes, expected, BYTES) != 0)
        witness.number = 0;
    return witness;
}

int store_witness_open(const char *journal_path)
{
    char *path = store_path_with(journal_path, ".head");
    int descriptor =
        path != NULL ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;

    free(path);
    return descriptor;
}

void store_witness_write(int descriptor, const store_witness *witness)
{
    uint8_t bytes[BYTES];

    if (descriptor < 0)
        return;
    encode(witness, bytes);
    if (pwrite(descriptor, bytes, BYTES, 0) != BYTES && ftruncate(descriptor, 0) != 0)
        return; /* half a witness makes no sense, and so is none */
}
