/*
 * ledger/snapshot_private.h: the text that a state is kept as; private to the ledger.
 *
 * Line 1     "qili-ledger 2 TEXTS FACTS", in decimal
 * TEXTS      lines, one text each, ascending; they hold no line breaks
 * FACTS      lines, by device, sequence and id
 * last line  "end"
 *
 * A fact's line says how its numbers (snapshot_number) differ from those of the line before, which
 * are all 0 for the first: a number whose bit SNAPSHOT_... is set for each that is another, then
 * these in their order. Numbers stand in digits of base 64, the lowest first, of five bits each;
 * the sixth says that more follow. Then the fact's id: of a UUIDv7 its 74 random bits in 13 digits,
 * the lowest first; anything else (SNAPSHOT_PLAIN_ID) as its length and bytes. Then, with
 * SNAPSHOT_CORRECTS, the fact that is corrected: the number of its line, from 1, or 0 and then the
 * id as length and bytes if it has none.
 */
#ifndef QILI_LEDGER_SNAPSHOT_PRIVATE_H
#define QILI_LEDGER_SNAPSHOT_PRIVATE_H

#include "ledger/order_private.h"

#define SNAPSHOT_FORMAT "qili-ledger 2"

/* The base 64. */
#define SNAPSHOT_DIGITS "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"

/* The numbers of a fact; those that differ seldom from one line to the next come last. Texts are
 * numbers of their lines. Of the signed ones the bits are turned so that small ones stay small. */
typedef enum snapshot_number {
    NUMBER_TIME, /* since the line before, in ms; signed */
    NUMBER_TABLE,
    NUMBER_TYPE,
    NUMBER_CODE,
    NUMBER_KEY,
    NUMBER_SIDE,
    NUMBER_WHO,
    NUMBER_OTHER,
    NUMBER_ARBITER,
    NUMBER_FIRST,
    NUMBER_ROUND,
    NUMBER_ID_TIME, /* how much less the time in a UUIDv7 is, in ms; signed */
    NUMBER_TOOL,
    NUMBER_TEAM,
    NUMBER_SEQUENCE, /* since the line before; signed */
    NUMBER_SECOND,
    NUMBER_GAME,
    NUMBER_DEVICE,
    NUMBER_SAME_ID,
    SNAPSHOT_NUMBERS
} snapshot_number;

enum {
    SNAPSHOT_PLAIN_ID = 1 << SNAPSHOT_NUMBERS,
    SNAPSHOT_CORRECTS = SNAPSHOT_PLAIN_ID << 1,
    SNAPSHOT_MASK_MAX = (SNAPSHOT_CORRECTS << 1) - 1,
    SNAPSHOT_DIGIT_BITS = 5,
    SNAPSHOT_DIGIT_MORE = 1 << SNAPSHOT_DIGIT_BITS,
    SNAPSHOT_DIGITS_MAX = 13, /* of a number of 64 bits */
    SNAPSHOT_ID_DIGITS = 13,
    SNAPSHOT_FACT_BYTES_MIN = 6 /* of a line: no shorter one makes sense */
};

/* The texts that a fact refers to, and their numbers. */
enum { SNAPSHOT_TEXTS = 6 };

static const snapshot_number snapshot_text_numbers[SNAPSHOT_TEXTS] = {
    NUMBER_DEVICE, NUMBER_ARBITER, NUMBER_KEY, NUMBER_WHO, NUMBER_OTHER, NUMBER_TEAM};

/* The parts of a UUIDv7. */
typedef struct snapshot_uuid {
    uint64_t ms;   /* 48 bits */
    uint64_t high; /* 12 random bits */
    uint64_t low;  /* 62 random bits */
} snapshot_uuid;

static inline uint64_t snapshot_from_signed(uint64_t number)
{
    return number << 1 ^ (0 - (number >> 63));
}

static inline uint64_t snapshot_to_signed(uint64_t number)
{
    return number >> 1 ^ (0 - (number & 1));
}

#endif
