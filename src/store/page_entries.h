/*
 * store/page_entries.h: which entries a damaged page of the file holds, as far as the sound pages
 * around it tell; private to the store.
 */
#ifndef QILI_STORE_PAGE_ENTRIES_H
#define QILI_STORE_PAGE_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/reader.h"

/* A page that does not fit its seal. */
typedef struct store_bad_page {
    uint64_t number;
    uint64_t first; /* entries whose data, or whose places in an index, stand on it; 0: none */
    uint64_t last;
    bool told;
} store_bad_page;

/* The pages at which the table of entries and its indexes begin. */
enum { STORE_TREES_MAX = 8 };

typedef struct store_trees {
    uint64_t roots[STORE_TREES_MAX];
    size_t count;
    uint64_t last_entry; /* the number that the last entry has */
} store_trees;

/*
 * Looks for the pages, which are in the order of their numbers, and fills in their entries. The
 * pages of the file are read one by one; `pages` is how many there are. Below a damaged page
 * nothing can be found: false if there is such a place, and a page that was not found may be there.
 */
bool store_page_entries(store_reader *reader, uint64_t pages, const store_trees *trees,
                        store_bad_page *bad, size_t bad_count);

#endif
