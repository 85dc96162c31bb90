/*
 * tests/property/random.h: numbers that look random and come back with their seed.
 */
#ifndef QILI_TESTS_PROPERTY_RANDOM_H
#define QILI_TESTS_PROPERTY_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct random_source {
    uint64_t state;
} random_source;

/* The source of one case of a run: depends on nothing else, so that a case can be had alone. */
static inline random_source random_for_case(uint64_t seed, uint64_t number)
{
    return (random_source){seed * UINT64_C(0x9E3779B97F4A7C15) ^
                           number * UINT64_C(0xD1342543DE82EF95)};
}

static inline uint64_t random_next(random_source *source)
{
    uint64_t value = source->state += UINT64_C(0x9E3779B97F4A7C15);
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

/* 0..limit-1; limit > 0. */
static inline int random_below(random_source *source, int limit)
{
    return (int)((random_next(source) >> 32) % (uint32_t)limit);
}

static inline bool random_one_in(random_source *source, int of)
{
    return random_below(source, of) == 0;
}

#endif
