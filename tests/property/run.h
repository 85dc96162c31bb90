/*
 * tests/property/run.h: asking many random cycles, and making a failure small.
 */
#ifndef QILI_TESTS_PROPERTY_RUN_H
#define QILI_TESTS_PROPERTY_RUN_H

#include <stddef.h>
#include <stdint.h>

typedef struct property_order {
    uint64_t seed;
    size_t first; /* number of the first case */
    size_t cases;
    size_t failures_shown; /* the others are only counted */
} property_order;

/* Runs the cases and prints what was found; returns how many checks failed. */
size_t property_run(const property_order *order);

#endif
