/* sync/carried.c: an entry as the text of a QR code, and QR codes as SVG. */
#include "sync/carried.h"

#include <qrencode.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/entry.h"

static const char prefix[] = SYNC_CARRIED_PREFIX;

enum {
    PREFIX_LENGTH = sizeof prefix - 1,
    LENGTH_BYTES = 2, /* before each field */
    BYTES_MAX = SYNC_CARRIED_MAX,
    QR_MARGIN = 4,
    QR_MODULE_BYTES = 24 /* of SVG, for one module at most */
};

/* Bytes that are written or read one after the other. */
typedef struct byte_run {
    uint8_t bytes[BYTES_MAX];
    size_t used;
    size_t at;
    bool failed;
} byte_run;

static void put_field(byte_run *run, const void *bytes, size_t length)
{
    if (run->failed || length > 0xFFFF || run->used + LENGTH_BYTES + length > sizeof run->bytes) {
        run->failed = true;
        return;
    }
    store_put_be(run->bytes + run->used, LENGTH_BYTES, length);
    memcpy(run->bytes + run->used + LENGTH_BYTES, bytes, length);
    run->used += LENGTH_BYTES + length;
}

static void put_number(byte_run *run, uint64_t number)
{
    uint8_t bytes[8];

    store_put_be(bytes, sizeof bytes, number);
    put_field(run, bytes, sizeof bytes);
}

static void put_uuid(byte_run *run, const char *text)
{
    uint8_t uuid[STORE_UUID_BYTES] = {0};

    store_uuid_read(text, uuid);
    put_field(run, uuid, text[0] != '\0' ? sizeof uuid : 0);
}

board_error sync_carried_write(const store_entry *entry, char **text)
{
    byte_run run = {.used = 0};
    uint8_t device[STORE_DEVICE_ID_BYTES] = {0};

    *text = NULL;
    store_hex_read(entry->device, device, sizeof device);
    put_uuid(&run, entry->id);
    put_field(&run, device, sizeof device);
    put_number(&run, entry->sequence);
    put_number(&run, (uint64_t)entry->time_ms);
    put_field(&run, entry->arbiter, strlen(entry->arbiter));
    put_field(&run, entry->type, strlen(entry->type));
    put_field(&run, entry->payload, strlen(entry->payload));
    put_uuid(&run, entry->corrects);
    put_field(&run, entry->previous, sizeof entry->previous);
    put_field(&run, entry->signature, sizeof entry->signature);
    size_t size = PREFIX_LENGTH +
                  sodium_base64_ENCODED_LEN(run.used, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (run.failed || size > SYNC_CARRIED_MAX)
        return BOARD_ERROR_SYNC_CARRIED;
    *text = malloc(size);
    if (*text == NULL)
        return BOARD_ERROR_NO_MEMORY;
    memcpy(*text, prefix, PREFIX_LENGTH);
    sodium_bin2base64(*text + PREFIX_LENGTH, size - PREFIX_LENGTH, run.bytes, run.used,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return BOARD_OK;
}

/* The next field; its length in *length. */
static const uint8_t *next_field(byte_run *run, size_t *length)
{
    *length = 0;
    if (run->failed || run->used - run->at < LENGTH_BYTES) {
        run->failed = true;
        return run->bytes;
    }
    size_t bytes = store_get_be(run->bytes + run->at, LENGTH_BYTES);
    const uint8_t *field = run->bytes + run->at + LENGTH_BYTES;
    if (run->used - run->at - LENGTH_BYTES < bytes) {
        run->failed = true;
        return run->bytes;
    }
    run->at += LENGTH_BYTES + bytes;
    *length = bytes;
    return field;
}

static void take_bytes(byte_run *run, uint8_t *bytes, size_t count)
{
    size_t length = 0;
    const uint8_t *field = next_field(run, &length);

    if (length == count)
        memcpy(bytes, field, count);
    else
        run->failed = true;
}

static uint64_t take_number(byte_run *run)
{
    uint8_t bytes[8] = {0};

    take_bytes(run, bytes, sizeof bytes);
    return store_get_be(bytes, sizeof bytes);
}

static void take_uuid(byte_run *run, char text[STORE_ID_BYTES], bool optional)
{
    size_t length = 0;
    const uint8_t *field = next_field(run, &length);

    text[0] = '\0';
    if (length == STORE_UUID_BYTES)
        store_uuid_write(field, text);
    else if (length != 0 || !optional)
        run->failed = true;
}

/* A text of its own; NUL in it is an error. */
static char *take_text(byte_run *run)
{
    size_t length = 0;
    const uint8_t *field = next_field(run, &length);

    if (memchr(field, '\0', length) != NULL)
        run->failed = true;
    return strndup((const char *)field, length);
}

/* The characters without blanks and line breaks; false: too many. */
static bool gather(const char *text, size_t length, char gathered[SYNC_CARRIED_MAX])
{
    size_t used = 0;

    for (size_t i = 0; i < length; i++) {
        if (strchr(" \t\r\n", text[i]) != NULL && text[i] != '\0')
            continue;
        if (used == SYNC_CARRIED_MAX - 1)
            return false;
        gathered[used++] = text[i];
    }
    gathered[used] = '\0';
    return used > PREFIX_LENGTH && memcmp(gathered, prefix, PREFIX_LENGTH) == 0;
}

board_error sync_carried_read(const char *text, size_t length, store_entry *entry)
{
    char gathered[SYNC_CARRIED_MAX];
    byte_run run = {.used = 0};
    uint8_t device[STORE_DEVICE_ID_BYTES];

    *entry = (store_entry){.number = 0};
    if (!gather(text, length, gathered) ||
        sodium_base642bin(run.bytes, sizeof run.bytes, gathered + PREFIX_LENGTH,
                          strlen(gathered + PREFIX_LENGTH), NULL, &run.used, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
        return BOARD_ERROR_SYNC_CARRIED;
    take_uuid(&run, entry->id, false);
    take_bytes(&run, device, sizeof device);
    store_hex_write(device, sizeof device, entry->device);
    entry->sequence = take_number(&run);
    entry->time_ms = (int64_t)take_number(&run);
    entry->arbiter = take_text(&run);
    entry->type = take_text(&run);
    entry->payload = take_text(&run);
    take_uuid(&run, entry->corrects, true);
    take_bytes(&run, entry->previous, sizeof entry->previous);
    take_bytes(&run, entry->signature, sizeof entry->signature);
    bool memory = entry->arbiter != NULL && entry->type != NULL && entry->payload != NULL;
    if (!memory || run.failed || run.at != run.used) {
        store_entry_free(entry);
        return memory ? BOARD_ERROR_SYNC_CARRIED : BOARD_ERROR_NO_MEMORY;
    }
    store_entry_hash(entry, entry->hash);
    return BOARD_OK;
}

char *sync_qr_svg(const char *text)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (code == NULL)
        return NULL;
    size_t width = (size_t)code->width;
    size_t whole = width + 2 * QR_MARGIN;
    size_t size = width * width * QR_MODULE_BYTES + 512;
    char *svg = malloc(size);
    if (svg == NULL) {
        QRcode_free(code);
        return NULL;
    }
    size_t used = (size_t)snprintf(svg, size,
                                   "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qr\" "
                                   "viewBox=\"0 0 %zu %zu\" shape-rendering=\"crispEdges\">"
                                   "<path fill=\"#fff\" d=\"M0 0h%zuv%zuH0z\"/>"
                                   "<path fill=\"#000\" d=\"",
                                   whole, whole, whole, whole);
    for (size_t i = 0; i < width * width; i++) {
        if (code->data[i] & 1)
            used += (size_t)snprintf(svg + used, size - used, "M%zu %zuh1v1h-1z",
                                     i % width + QR_MARGIN, i / width + QR_MARGIN);
    }
    snprintf(svg + used, size - used, "\"/></svg>");
    QRcode_free(code);
    return svg;
}
