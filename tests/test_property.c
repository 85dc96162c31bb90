/*
 * tests/test_property.c: the properties of tests/property asked of random cycles. `make test` runs
 * a few; `make property` many (see docs/testing.md). From the environment: PROPERTY_CASES,
 * PROPERTY_SEED, PROPERTY_FIRST (number of the first case), PROPERTY_SHOWN (failures shown).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "property/run.h"

#if defined(__SANITIZE_ADDRESS__)
enum { FEW_CASES = 200 };
#else
enum { FEW_CASES = 800 };
#endif

static size_t number_from(const char *name, size_t otherwise)
{
    const char *text = getenv(name);
    char *end = NULL;
    if (!text || !*text)
        return otherwise;
    unsigned long long number = strtoull(text, &end, 10);
    if (*end != '\0')
        fail_msg("%s is no number: %s", name, text);
    return (size_t)number;
}

static void test_properties(void **state)
{
    (void)state;
    property_order order = {.seed = number_from("PROPERTY_SEED", 1),
                            .first = number_from("PROPERTY_FIRST", 0),
                            .cases = number_from("PROPERTY_CASES", FEW_CASES),
                            .failures_shown = number_from("PROPERTY_SHOWN", 20)};
    assert_int_equal(property_run(&order), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_properties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
