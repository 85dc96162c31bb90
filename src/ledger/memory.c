/* ledger/memory.c: memory that is freed all at once, and an index of texts. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */

#include "ledger/memory.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks grow with what is in them: a small state takes little, a great one few blocks. What is
 * asked for at once beyond MAPPED_BYTES comes straight from the system. */
enum {
    BLOCK_BYTES = 16 * 1024,
    BLOCK_BYTES_MAX = 8 * 1024 * 1024,
    MAPPED_BYTES = 4 * 1024 * 1024,
    LARGE_PAGE_BYTES = 2 * 1024 * 1024,
    INDEX_FIRST_SIZE = 64
};

typedef struct ledger_block {
    struct ledger_block *next;
    size_t used;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
} ledger_block;

/* Zeroed memory. Most of what reading a great snapshot takes is the system's handing out of small
 * pages: large ones are asked for, and it is no matter if there are none. */
static ledger_block *new_block(size_t room)
{
    const size_t size = sizeof(ledger_block) + room;

    if (size < room) /* more than there are numbers for */
        return NULL;
    if (size < MAPPED_BYTES) {
        ledger_block *block = calloc(1, size);
        if (block != NULL)
            block->size = room;
        return block;
    }
    void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    (void)madvise(mapped, size, MADV_HUGEPAGE);
    ledger_block *block = mapped;
    block->size = room;
    return block;
}

static void free_block(ledger_block *block)
{
    size_t size = sizeof *block + block->size;

    if (size < MAPPED_BYTES)
        free(block);
    else
        munmap(block, size);
}

static size_t block_room(const ledger_arena *arena, size_t size)
{
    size_t room = arena->blocks != NULL ? 2 * arena->blocks->size : BLOCK_BYTES;

    room = room > BLOCK_BYTES_MAX ? BLOCK_BYTES_MAX : room;
    return size > room ? size : room;
}

void *ledger_arena_take(ledger_arena *arena, size_t size)
{
    const size_t step = alignof(max_align_t);
    ledger_block *block = arena->blocks;

    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + step - 1) / step * step;
    if (block == NULL || size > block->size - block->used) {
        block = new_block(block_room(arena, size));
        if (block == NULL)
            return NULL;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *taken = block->bytes + block->used;
    block->used += size;
    return taken;
}

bool ledger_arena_reserve(ledger_arena *arena, size_t size)
{
    if (size < MAPPED_BYTES)
        return true;
    ledger_block *block = new_block(size);
    if (block == NULL)
        return false;
    block->next = arena->blocks;
    arena->blocks = block;
    return true;
}

void *ledger_array_take(size_t size)
{
    void *taken = NULL;

    if (size < MAPPED_BYTES)
        return malloc(size);
    if (posix_memalign(&taken, LARGE_PAGE_BYTES, size) != 0)
        return NULL;
    (void)madvise(taken, size, MADV_HUGEPAGE);
    return taken;
}

void ledger_arena_free(ledger_arena *arena)
{
    while (arena->blocks != NULL) {
        ledger_block *next = arena->blocks->next;
        free_block(arena->blocks);
        arena->blocks = next;
    }
}

/* An open-addressed table, at most three quarters full. The slots are small, so that looking into a
 * great table costs little. */
typedef struct ledger_slot {
    uint32_t hash;
    uint32_t number; /* of the value, from 1; 0: free */
} ledger_slot;

typedef struct ledger_named {
    const char *text;
    void *value;
} ledger_named;

/* Eight bytes at a time, as ids are 36 long; every step is a multiplication that spreads what is
 * there over all bits. */
static uint32_t hash_of(const char *text)
{
    const uint64_t odd = 0x9E3779B97F4A7C15ULL;
    size_t length = strlen(text);
    uint64_t hash = length * odd;

    for (; length > 0;) {
        uint64_t word = 0;
        size_t taken = length < sizeof word ? length : sizeof word;
        memcpy(&word, text, taken);
        hash = (hash ^ word) * odd;
        hash ^= hash >> 32;
        text += taken;
        length -= taken;
    }
    return (uint32_t)((hash * odd) >> 32);
}

/* The slot that holds the text, or the free one where it would go. */
static ledger_slot *slot_for(const ledger_index *index, const char *text, uint32_t hash)
{
    size_t at = hash & (index->size - 1);

    while (index->slots[at].number != 0 &&
           !(index->slots[at].hash == hash &&
             strcmp(index->values[index->slots[at].number - 1].text, text) == 0))
        at = (at + 1) & (index->size - 1);
    return &index->slots[at];
}

void *ledger_index_find(const ledger_index *index, const char *text)
{
    if (index->size == 0)
        return NULL;
    const ledger_slot *slot = slot_for(index, text, hash_of(text));
    return slot->number != 0 ? index->values[slot->number - 1].value : NULL;
}

/* A larger table; the slots keep their hashes, so that no text is looked at. */
static bool grow_table(ledger_index *index, size_t size)
{
    ledger_slot *slots = calloc(size, sizeof *slots);

    if (slots == NULL)
        return false;
    for (size_t i = 0; i < index->size; i++) {
        size_t at = index->slots[i].hash & (size - 1);
        while (index->slots[i].number != 0 && slots[at].number != 0)
            at = (at + 1) & (size - 1);
        if (index->slots[i].number != 0)
            slots[at] = index->slots[i];
    }
    free(index->slots);
    index->slots = slots;
    index->size = size;
    return true;
}

bool ledger_index_reserve(ledger_index *index, size_t count)
{
    size_t size = INDEX_FIRST_SIZE;

    if (count >= UINT32_MAX / 2)
        return false;
    if (count > index->room) {
        size_t room = index->room > count / 2 ? 2 * index->room : count;
        ledger_named *moved = realloc(index->values, room * sizeof *moved);
        if (moved == NULL)
            return false;
        index->values = moved;
        index->room = room;
    }
    while (size / 4 * 3 < count)
        size *= 2;
    return size <= index->size || grow_table(index, size);
}

void *ledger_index_put(ledger_index *index, const char *text, void *value)
{
    uint32_t hash = hash_of(text);

    if (!ledger_index_reserve(index, index->count + 1))
        return NULL;
    ledger_slot *slot = slot_for(index, text, hash);
    if (slot->number != 0)
        return index->values[slot->number - 1].value;
    index->values[index->count++] = (ledger_named){text, value};
    *slot = (ledger_slot){hash, (uint32_t)index->count};
    return value;
}

bool ledger_index_add(ledger_index *index, const char *text, void *value)
{
    return ledger_index_put(index, text, value) != NULL;
}

void ledger_index_free(ledger_index *index)
{
    free(index->slots);
    free(index->values);
    *index = (ledger_index){0};
}
