/*
 * cli/journal_place.h: where the journal is that a command works with.
 */
#ifndef QILI_CLI_JOURNAL_PLACE_H
#define QILI_CLI_JOURNAL_PLACE_H

#include <stdbool.h>

enum { JOURNAL_PLACE_BYTES = 4096 };

typedef struct journal_place {
    char path[JOURNAL_PLACE_BYTES];
    unsigned folders; /* how many of the last folders of the path may be made: those that no user
                         named, so that nothing is made where a path was mistyped */
} journal_place;

/* The file that --file names (NULL: it was not given), or the one in the place where programs keep
 * their state; false: there is no such place, or the path is too long. */
bool journal_place_find(const char *file, journal_place *place);

#endif
