/*
 * ledger/memory.h: memory that is freed all at once, and an index of texts; private to the ledger.
 */
#ifndef QILI_LEDGER_MEMORY_H
#define QILI_LEDGER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Blocks in which small things stand one after the other and never move. All zero: empty. */
typedef struct ledger_arena {
    struct ledger_block *blocks;
} ledger_arena;

/* Zeroed memory, aligned for anything; NULL if there is none. */
void *ledger_arena_take(ledger_arena *arena, size_t size);
void ledger_arena_free(ledger_arena *arena);

/* Makes the next block one of this size, if that is worth it; false if memory ran out. */
bool ledger_arena_reserve(ledger_arena *arena, size_t size);

/* As malloc does, to be freed as that, but great arrays in large pages. */
void *ledger_array_take(size_t size);

/* Finds what stands under a text. Texts are not owned and must not change. All zero: empty. */
typedef struct ledger_index {
    struct ledger_slot *slots;   /* a table of numbers of entries */
    size_t size;                 /* of it: a power of two, or 0 */
    struct ledger_named *values; /* in the order in which they were added */
    size_t count;
    size_t room;
} ledger_index;

/* NULL if there is nothing under this text. */
void *ledger_index_find(const ledger_index *index, const char *text);

/* Makes room for so many texts in all, so that adding them is quick; false if memory ran out. */
bool ledger_index_reserve(ledger_index *index, size_t count);

/* What stands under the text, which is the value (not NULL) if there was nothing before; NULL if
 * memory ran out. */
void *ledger_index_put(ledger_index *index, const char *text, void *value);

/* Puts a value under a text that is not there yet; false if memory ran out. */
bool ledger_index_add(ledger_index *index, const char *text, void *value);
void ledger_index_free(ledger_index *index);

#endif
