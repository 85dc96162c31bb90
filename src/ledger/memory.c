/* ledger/memory.c: memory that is freed all at once, and an index of texts. */
#include "ledger/memory.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 16 * 1024, INDEX_FIRST_SIZE = 64 };

typedef struct ledger_block {
    struct ledger_block *next;
    size_t used;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
} ledger_block;

void *ledger_arena_take(ledger_arena *arena, size_t size)
{
    const size_t step = alignof(max_align_t);
    ledger_block *block = arena->blocks;

    size = (size + step - 1) / step * step;
    if (block == NULL || size > block->size - block->used) {
        size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        block = malloc(sizeof *block + room);
        if (block == NULL)
            return NULL;
        *block = (ledger_block){.next = arena->blocks, .size = room};
        arena->blocks = block;
    }
    void *taken = block->bytes + block->used;
    block->used += size;
    memset(taken, 0, size);
    return taken;
}

void ledger_arena_free(ledger_arena *arena)
{
    while (arena->blocks != NULL) {
        ledger_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}

/* An open-addressed table, at most half full. */
typedef struct ledger_slot {
    const char *text; /* NULL: free */
    uint64_t hash;
    void *value;
} ledger_slot;

/* FNV-1a with a final mixing. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037ULL;

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211ULL;
    hash ^= hash >> 32;
    return hash * 0x9E3779B97F4A7C15ULL;
}

/* The slot that holds the text, or the free one where it would go. */
static ledger_slot *slot_for(ledger_slot *slots, size_t size, const char *text, uint64_t hash)
{
    size_t at = (size_t)(hash >> 20) & (size - 1);

    while (slots[at].text != NULL && !(slots[at].hash == hash && strcmp(slots[at].text, text) == 0))
        at = (at + 1) & (size - 1);
    return &slots[at];
}

void *ledger_index_find(const ledger_index *index, const char *text)
{
    if (index->size == 0)
        return NULL;
    const ledger_slot *slot = slot_for(index->slots, index->size, text, hash_of(text));
    return slot->text != NULL ? slot->value : NULL;
}

static bool grow(ledger_index *index)
{
    size_t size = index->size > 0 ? 2 * index->size : INDEX_FIRST_SIZE;
    ledger_slot *slots = calloc(size, sizeof *slots);

    if (slots == NULL)
        return false;
    for (size_t i = 0; i < index->size; i++) {
        if (index->slots[i].text != NULL)
            *slot_for(slots, size, index->slots[i].text, index->slots[i].hash) = index->slots[i];
    }
    free(index->slots);
    index->slots = slots;
    index->size = size;
    return true;
}

bool ledger_index_add(ledger_index *index, const char *text, void *value)
{
    uint64_t hash = hash_of(text);

    if (2 * (index->count + 1) > index->size && !grow(index))
        return false;
    *slot_for(index->slots, index->size, text, hash) = (ledger_slot){text, hash, value};
    index->count++;
    return true;
}

void ledger_index_free(ledger_index *index)
{
    free(index->slots);
    *index = (ledger_index){0};
}
