/*
 * tests/fuzz/fuzz.h: what every fuzz target gives to libFuzzer, and what it may not survive.
 */
#ifndef QILI_TESTS_FUZZ_H
#define QILI_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Called with one input after the other; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Called once, if the target has it; returns 0. */
int LLVMFuzzerInitialize(int *count, char ***arguments);

/* What must be true of any input whatever. */
static inline void fuzz_expect(int holds)
{
    if (!holds)
        abort();
}

#endif
