/*
 * store/uuid.h: UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits that count up.
 */
#ifndef QILI_STORE_UUID_H
#define QILI_STORE_UUID_H

#include "store/bytes.h"

enum { STORE_UUID_BYTES = 16 };

/*
 * Makes an id of this time that is greater than *last (zeros: none), also if the clock stepped back
 * or stands still: then the random bits of *last are counted up instead. *last becomes the new id.
 */
void store_uuid_next(uint8_t last[STORE_UUID_BYTES], int64_t time_ms);

/* 36 characters in small letters and a NUL. */
void store_uuid_write(const uint8_t uuid[STORE_UUID_BYTES], char *text);

/* Only what store_uuid_write writes, and only version 7. */
bool store_uuid_read(const char *text, uint8_t uuid[STORE_UUID_BYTES]);

#endif
