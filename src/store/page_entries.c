/*
 * store/page_entries.c: which entries a damaged page of the file holds.
 *
 * Walks the trees of the table of entries and of its indexes, as SQLite's documentation of its file
 * format has them, over pages that are sound. The page above a damaged one says which entries are
 * below; of an index the damaged page itself is read, as far as it can be, for there the order is
 * another. Whatever is read here only names what is told: a page read wrongly names other entries
 * and does nothing else.
 */
#include "store/page_entries.h"

#include <stdlib.h>
#include <string.h>

#include "store/bytes.h"
#include "store/pages.h"

enum {
    USABLE = STORE_PAGE_BYTES - STORE_SEAL_BYTES,
    DEPTH_MAX = 20,
    INDEX_INNER = 2,
    TABLE_INNER = 5,
    INDEX_LEAF = 10,
    TABLE_LEAF = 13,
    LEAF_HEAD = 8,
    INNER_HEAD = 12,
    COUNT_AT = 3,
    RIGHT_AT = 8,
    VARINT_MAX = 9
};

typedef struct page_walk {
    store_reader *reader;
    uint64_t pages;
    uint64_t budget; /* pages that may still be read: a damaged tree may go in a circle */
    store_bad_page *bad;
    size_t bad_count;
    uint64_t last_entry;
    bool cut; /* something below a damaged page was not looked at */
} page_walk;

/* Reading. */

static int compare_pages(const void *left, const void *right)
{
    const store_bad_page *a = left;
    const store_bad_page *b = right;

    return a->number < b->number ? -1 : a->number > b->number;
}

static store_bad_page *find_bad(const page_walk *walk, uint64_t number)
{
    const store_bad_page key = {.number = number};

    return bsearch(&key, walk->bad, walk->bad_count, sizeof key, compare_pages);
}

static bool read_page(page_walk *walk, uint64_t number, uint8_t page[STORE_PAGE_BYTES])
{
    if (number == 0 || number > walk->pages || walk->budget == 0)
        return false;
    walk->budget--;
    return store_reader_read(walk->reader, page, STORE_PAGE_BYTES,
                             (number - 1) * STORE_PAGE_BYTES) == STORE_PAGE_BYTES;
}

/* A number of 1 to 9 bytes at *at, which moves behind it; false: it goes beyond the page. */
static bool take_varint(const uint8_t *page, size_t *at, uint64_t *value)
{
    *value = 0;
    for (int i = 0; i < VARINT_MAX; i++) {
        if (*at >= USABLE)
            return false;
        uint8_t byte = page[(*at)++];
        if (i == VARINT_MAX - 1) {
            *value = *value << 8 | byte;
            return true;
        }
        *value = *value << 7 | (byte & 0x7F);
        if ((byte & 0x80) == 0)
            return true;
    }
    return false;
}

/* Where the cell stands; 0: nowhere. */
static size_t cell_at(const uint8_t *page, size_t head, size_t index)
{
    size_t pointer = head + 2 * index;

    if (pointer + 2 > USABLE)
        return 0;
    size_t at = (size_t)store_get_be(page + pointer, 2);
    return at < USABLE ? at : 0;
}

static size_t cell_count(const uint8_t *page)
{
    return (size_t)store_get_be(page + COUNT_AT, 2);
}

/* Entries of a page. */

static void note_entries(store_bad_page *bad, uint64_t first, uint64_t last)
{
    if (first == 0 || first > last)
        return;
    bad->first = bad->first == 0 || first < bad->first ? first : bad->first;
    bad->last = last > bad->last ? last : bad->last;
}

/* How many bytes a value of this kind takes in a record. */
static uint64_t value_bytes(uint64_t kind)
{
    static const uint8_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};

    return kind < sizeof sizes ? sizes[kind] : (kind - 12) / 2;
}

/* The last value of an index's record is the number of the entry. */
static bool read_number(const uint8_t *page, size_t at, uint64_t *number)
{
    size_t head = at;
    uint64_t head_bytes = 0;
    uint64_t kind = 0;
    uint64_t value = 0;

    if (!take_varint(page, &head, &head_bytes) || head_bytes > USABLE - at)
        return false;
    for (uint64_t used = head_bytes; head < at + head_bytes;) {
        if (!take_varint(page, &head, &kind))
            return false;
        value = used;
        used += value_bytes(kind);
        if (used > USABLE - at)
            return false;
    }
    if (kind == 8 || kind == 9) {
        *number = kind - 8;
        return true;
    }
    if (kind < 1 || kind > 6)
        return false;
    *number = store_get_be(page + at + value, (size_t)value_bytes(kind));
    return true;
}

/* What an index's damaged page still says. */
static void note_index_page(const page_walk *walk, const uint8_t *page, store_bad_page *bad)
{
    bool inner = page[0] == INDEX_INNER;
    size_t head = inner ? INNER_HEAD : LEAF_HEAD;

    for (size_t i = 0; i < cell_count(page) && i < USABLE / 2; i++) {
        size_t at = cell_at(page, head, i);
        uint64_t bytes = 0;
        uint64_t number = 0;
        at += at > 0 && inner ? 4 : 0;
        if (at > 0 && take_varint(page, &at, &bytes) && read_number(page, at, &number) &&
            number > 0 && number <= walk->last_entry)
            note_entries(bad, number, number);
    }
}

/* The walk. */

/* How much of an entry stands on its own page; the rest is on pages of its own. */
static uint64_t local_bytes(uint64_t bytes)
{
    const uint64_t most = USABLE - 35;
    const uint64_t least = (USABLE - 12) * 32 / 255 - 23;

    if (bytes <= most)
        return bytes;
    uint64_t some = least + (bytes - least) % (USABLE - 4);
    return some <= most ? some : least;
}

/* The pages that a long entry goes on to. */
static void walk_rest(page_walk *walk, uint64_t number, uint64_t entry)
{
    uint8_t page[STORE_PAGE_BYTES];

    while (number != 0) {
        store_bad_page *bad = find_bad(walk, number);
        if (bad != NULL) {
            note_entries(bad, entry, entry);
            walk->cut = true;
            return;
        }
        if (!read_page(walk, number, page))
            return;
        number = store_get_be(page, 4);
    }
}

static void walk_table_leaf(page_walk *walk, const uint8_t *page)
{
    for (size_t i = 0; i < cell_count(page) && i < USABLE / 2; i++) {
        size_t at = cell_at(page, LEAF_HEAD, i);
        uint64_t bytes = 0;
        uint64_t entry = 0;
        if (at == 0 || !take_varint(page, &at, &bytes) || !take_varint(page, &at, &entry))
            continue;
        uint64_t local = local_bytes(bytes);
        if (local < bytes && at + local + 4 <= USABLE)
            walk_rest(walk, store_get_be(page + at + local, 4), entry);
    }
}

static void walk_page(page_walk *walk, uint64_t number, uint64_t first, uint64_t last, int depth);

static void walk_inner(page_walk *walk, const uint8_t *page, uint64_t first, uint64_t last,
                       int depth)
{
    bool table = page[0] == TABLE_INNER;

    for (size_t i = 0; i < cell_count(page) && i < USABLE / 2; i++) {
        size_t at = cell_at(page, INNER_HEAD, i);
        uint64_t most = last;
        if (at == 0 || at + 4 > USABLE)
            continue;
        uint64_t child = store_get_be(page + at, 4);
        at += 4;
        if (table && !take_varint(page, &at, &most))
            continue;
        walk_page(walk, child, first, most, depth + 1);
        first = table ? most + 1 : first;
    }
    walk_page(walk, store_get_be(page + RIGHT_AT, 4), first, last, depth + 1);
}

/* `first` and `last`: the entries that a page of the table may hold. */
static void walk_page(page_walk *walk, uint64_t number, uint64_t first, uint64_t last, int depth)
{
    uint8_t page[STORE_PAGE_BYTES];
    store_bad_page *bad = find_bad(walk, number);

    if (depth > DEPTH_MAX || !read_page(walk, number, page))
        return;
    if (bad != NULL && (page[0] == INDEX_LEAF || page[0] == INDEX_INNER))
        note_index_page(walk, page, bad);
    else if (bad != NULL)
        note_entries(bad, first, last < walk->last_entry ? last : walk->last_entry);
    if (bad != NULL)
        walk->cut = walk->cut || page[0] != INDEX_LEAF;
    else if (page[0] == TABLE_INNER || page[0] == INDEX_INNER)
        walk_inner(walk, page, first, last, depth);
    else if (page[0] == TABLE_LEAF)
        walk_table_leaf(walk, page);
}

bool store_page_entries(store_reader *reader, uint64_t pages, const store_trees *trees,
                        store_bad_page *bad, size_t bad_count)
{
    page_walk walk = {.reader = reader,
                      .pages = pages,
                      .budget = pages + 1,
                      .bad = bad,
                      .bad_count = bad_count,
                      .last_entry = trees->last_entry};

    for (size_t i = 0; i < trees->count; i++)
        walk_page(&walk, trees->roots[i], 1, trees->last_entry, 0);
    return !walk.cut && walk.budget > 0;
}
