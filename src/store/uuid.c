/* store/uuid.c: UUIDv7, and bytes as hexadecimal text. */
#include "store/uuid.h"

#include <sodium.h>
#include <string.h>

enum {
    TIME_BYTES = 6,
    VERSION_AT = 6, /* the upper half of this byte is the version */
    VERSION = 0x70,
    VARIANT_AT = 8, /* the upper two bits of this byte are the variant */
    VARIANT = 0x80,
    VARIANT_MASK = 0xC0
};

static const uint64_t time_max = ((uint64_t)1 << 48) - 1;
static const char hex_digits[] = "0123456789abcdef";

void store_hex_write(const uint8_t *bytes, size_t count, char *text)
{
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = hex_digits[bytes[i] >> 4];
        text[2 * i + 1] = hex_digits[bytes[i] & 15];
    }
    text[2 * count] = '\0';
}

static int hex_value(char digit)
{
    const char *at = digit != '\0' ? strchr(hex_digits, digit) : NULL;

    return at != NULL ? (int)(at - hex_digits) : -1;
}

bool store_hex_read(const char *text, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int high = hex_value(text[2 * i]);
        int low = high < 0 ? -1 : hex_value(text[2 * i + 1]);
        if (low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return text[2 * count] == '\0';
}

static void set_marks(uint8_t uuid[STORE_UUID_BYTES])
{
    uuid[VERSION_AT] = (uint8_t)((uuid[VERSION_AT] & 0x0F) | VERSION);
    uuid[VARIANT_AT] = (uint8_t)((uuid[VARIANT_AT] & ~VARIANT_MASK) | VARIANT);
}

static void start_at(uint8_t uuid[STORE_UUID_BYTES], uint64_t time_ms)
{
    store_put_be(uuid, TIME_BYTES, time_ms);
    randombytes_buf(uuid + TIME_BYTES, STORE_UUID_BYTES - TIME_BYTES);
    uuid[VERSION_AT] &= 0x07; /* room to count up */
    set_marks(uuid);
}

/* Adds a random step to the last 62 bits and carries into the 12 before them; false: no room. */
static bool count_up(uint8_t uuid[STORE_UUID_BYTES])
{
    const uint64_t low_max = ((uint64_t)1 << 62) - 1;
    uint64_t high = store_get_be(uuid + VERSION_AT, 2) & 0x0FFF;
    uint64_t low = store_get_be(uuid + VARIANT_AT, 8) & low_max;
    uint64_t step = (uint64_t)randombytes_random() + 1;

    if (low > low_max - step) {
        if (high == 0x0FFF)
            return false;
        high++;
        low -= low_max - step + 1;
    } else {
        low += step;
    }
    store_put_be(uuid + VERSION_AT, 2, high);
    store_put_be(uuid + VARIANT_AT, 8, low);
    set_marks(uuid);
    return true;
}

void store_uuid_next(uint8_t last[STORE_UUID_BYTES], int64_t time_ms)
{
    uint64_t before = store_get_be(last, TIME_BYTES);
    uint64_t now = time_ms < 0 ? 0 : (uint64_t)time_ms > time_max ? time_max : (uint64_t)time_ms;

    if (now > before || sodium_is_zero(last, STORE_UUID_BYTES))
        start_at(last, now);
    else if (!count_up(last))
        start_at(last, before + 1);
}

/* Is there a hyphen before this byte in the text? */
static bool has_hyphen_before(size_t byte)
{
    return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

void store_uuid_write(const uint8_t uuid[STORE_UUID_BYTES], char *text)
{
    for (size_t i = 0; i < STORE_UUID_BYTES; i++) {
        if (has_hyphen_before(i))
            *text++ = '-';
        store_hex_write(uuid + i, 1, text);
        text += 2;
    }
}

bool store_uuid_read(const char *text, uint8_t uuid[STORE_UUID_BYTES])
{
    for (size_t i = 0; i < STORE_UUID_BYTES; i++) {
        char digits[3] = {0};
        if (has_hyphen_before(i) && *text++ != '-')
            return false;
        digits[0] = text[0];
        digits[1] = text[0] != '\0' ? text[1] : '\0';
        if (!store_hex_read(digits, uuid + i, 1))
            return false;
        text += 2;
    }
    return *text == '\0' && (uuid[VERSION_AT] & 0xF0) == VERSION &&
           (uuid[VARIANT_AT] & VARIANT_MASK) == VARIANT;
}
