/*
 * ledger/json_text.h: JSON as text and back, also where memory runs out.
 *
 * The JSON library does not always say so: a text that it writes may lack a part, and reading may
 * end as if the text were wrong. What is signed and kept must not depend on that.
 */
#ifndef QILI_LEDGER_JSON_TEXT_H
#define QILI_LEDGER_JSON_TEXT_H

#include <jansson.h>
#include <stdbool.h>

/* The value, an object or an array (NULL: gives NULL), as text, the caller's to free; flags are the
 * library's. NULL: out of memory. */
char *ledger_json_text(const json_t *value, size_t flags);

/* Reads a text without keys that stand twice. NULL: it is wrong, which *wrong describes, or
 * *no_memory was set. */
json_t *ledger_json_read(const char *text, size_t length, json_error_t *wrong, bool *no_memory);

enum { LEDGER_JSON_PLACE_BYTES = 32 };

/* Where a text is no JSON, "3:17" (line and column, from 1), in place; returns it. What the library
 * says beside it is English only. */
const char *ledger_json_place(const json_error_t *wrong, char place[LEDGER_JSON_PLACE_BYTES]);

#endif
