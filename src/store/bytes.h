/*
 * store/bytes.h: numbers as bytes, and bytes as hexadecimal text.
 */
#ifndef QILI_STORE_BYTES_H
#define QILI_STORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most significant byte first. */
static inline void store_put_be(uint8_t *bytes, size_t count, uint64_t value)
{
    for (size_t i = count; i > 0; i--) {
        bytes[i - 1] = (uint8_t)(value & 0xFF);
        value >>= 8;
    }
}

static inline uint64_t store_get_be(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;

    for (size_t i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* Small letters; text has room for 2 * count + 1. */
void store_hex_write(const uint8_t *bytes, size_t count, char *text);

/* Exactly 2 * count small hexadecimal digits, then a NUL; false if it is anything else. */
bool store_hex_read(const char *text, uint8_t *bytes, size_t count);

#endif
