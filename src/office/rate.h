/*
 * office/rate.h: how often somebody may ask: a bucket of requests for each name, that fills at a
 * steady rate. The oldest buckets go when there are too many.
 */
#ifndef QILI_OFFICE_RATE_H
#define QILI_OFFICE_RATE_H

#include <stdbool.h>
#include <stdint.h>

enum { OFFICE_RATE_NAMES = 1024, OFFICE_RATE_NAME_BYTES = 72 };

typedef struct office_bucket {
    char name[OFFICE_RATE_NAME_BYTES]; /* "" : free */
    double level;                      /* requests left */
    int64_t at_ms;
} office_bucket;

typedef struct office_rates {
    office_bucket buckets[OFFICE_RATE_NAMES];
} office_rates;

/* May `name` ask once more? `burst` is the size of the bucket, `per_second` how fast it fills. */
bool office_rate_take(office_rates *rates, const char *name, double per_second, double burst,
                      int64_t now_ms);

/* Is the bucket empty? Takes nothing. */
bool office_rate_spent(const office_rates *rates, const char *name, double per_second, double burst,
                       int64_t now_ms);

#endif
