/* ledger/json_text.c: JSON as text and back, also where memory runs out. */
#include "ledger/json_text.h"

#include <stdio.h>
#include <stdlib.h>

enum { PROBE_BYTES = 4096 };

/* Into memory that is there: while the library makes its own, it may leave a part out. */
char *ledger_json_text(const json_t *value, size_t flags)
{
    size_t length = value != NULL ? json_dumpb(value, NULL, 0, flags) : 0;

    if (length == 0)
        return NULL;
    char *text = malloc(length + 1);
    if (text == NULL)
        return NULL;
    if (json_dumpb(value, text, length, flags) != length) {
        free(text);
        return NULL;
    }
    text[length] = '\0';
    return text;
}

/* A text that seems wrong is read once more if there is memory. */
json_t *ledger_json_read(const char *text, size_t length, json_error_t *wrong, bool *no_memory)
{
    json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES, wrong);

    *no_memory = false;
    if (value != NULL)
        return value;
    void *probe = malloc(PROBE_BYTES);
    *no_memory = probe == NULL;
    free(probe);
    return *no_memory ? NULL : json_loadb(text, length, JSON_REJECT_DUPLICATES, wrong);
}

const char *ledger_json_place(const json_error_t *wrong, char place[LEDGER_JSON_PLACE_BYTES])
{
    snprintf(place, LEDGER_JSON_PLACE_BYTES, "%d:%d", wrong->line, wrong->column);
    return place;
}
