/*
 * ledger/phrase.h: a text written into a caller's buffer, from a catalogue's words and fields.
 *
 * The text is always ended by NUL; what does not fit is cut at a whole character, and nothing
 * follows it.
 */
#ifndef QILI_LEDGER_PHRASE_H
#define QILI_LEDGER_PHRASE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ledger_phrase {
    char *buffer;
    size_t size;
    size_t used;
    bool full;
} ledger_phrase;

/* A value for a {name} in a text of a catalogue. */
typedef struct ledger_field {
    const char *name;
    const char *value;
} ledger_field;

/* A number as the value of a field. */
typedef struct ledger_digits {
    char text[24];
} ledger_digits;

/* Starts an empty text; a size of 0 writes nothing. */
ledger_phrase ledger_phrase_begin(char *buffer, size_t size);

void ledger_phrase_put(ledger_phrase *phrase, const char *text);

/* Adds a text with its fields filled in; a field that is not given is left out. */
void ledger_phrase_fill(ledger_phrase *phrase, const char *text, const ledger_field *fields,
                        size_t count);

enum { LEDGER_ARGUMENTS_MAX = 9 };

/* The same with fields called {1} to {9}: arguments end with NULL, those after the ninth are not
 * looked at. */
void ledger_phrase_fill_list(ledger_phrase *phrase, const char *text, const char *const *arguments);

ledger_digits ledger_digits_of(size_t number);

#endif
