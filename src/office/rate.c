/* office/rate.c: how often somebody may ask. */
#include "office/rate.h"

#include <stdio.h>
#include <string.h>

enum { WAYS = 8 }; /* buckets that a name may be in */

static unsigned hash_of(const char *name)
{
    uint32_t hash = 2166136261u;

    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash % (OFFICE_RATE_NAMES / WAYS) * WAYS;
}

/* The name's bucket; NULL: it has none. */
static const office_bucket *find(const office_rates *rates, const char *name)
{
    const office_bucket *way = &rates->buckets[hash_of(name)];

    for (int i = 0; i < WAYS; i++) {
        if (strncmp(way[i].name, name, OFFICE_RATE_NAME_BYTES - 1) == 0)
            return &way[i];
    }
    return NULL;
}

static office_bucket *oldest(office_rates *rates, const char *name)
{
    office_bucket *way = &rates->buckets[hash_of(name)];
    office_bucket *found = way;

    for (int i = 1; i < WAYS; i++) {
        if (way[i].name[0] == '\0' || (found->name[0] != '\0' && way[i].at_ms < found->at_ms))
            found = &way[i];
    }
    return found;
}

static double level_now(const office_bucket *bucket, double per_second, double burst,
                        int64_t now_ms)
{
    double passed = now_ms > bucket->at_ms ? (double)(now_ms - bucket->at_ms) / 1000 : 0;
    double level = bucket->level + passed * per_second;

    return level < burst ? level : burst;
}

bool office_rate_spent(const office_rates *rates, const char *name, double per_second, double burst,
                       int64_t now_ms)
{
    const office_bucket *bucket = find(rates, name);

    return bucket != NULL && level_now(bucket, per_second, burst, now_ms) < 1;
}

bool office_rate_take(office_rates *rates, const char *name, double per_second, double burst,
                      int64_t now_ms)
{
    office_bucket *bucket = (office_bucket *)find(rates, name);

    if (bucket == NULL) {
        bucket = oldest(rates, name);
        *bucket = (office_bucket){.level = burst, .at_ms = now_ms};
        snprintf(bucket->name, sizeof bucket->name, "%s", name);
    }
    bucket->level = level_now(bucket, per_second, burst, now_ms);
    bucket->at_ms = now_ms;
    if (bucket->level < 1)
        return false;
    bucket->level -= 1;
    return true;
}
