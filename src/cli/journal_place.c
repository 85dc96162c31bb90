/*
 * cli/journal_place.c: where the journal is that a command works with.
 */
#include "cli/journal_place.h"

#include <stdio.h>
#include <stdlib.h>

/* A variable that holds a path from the root on, or NULL. */
static const char *root_path(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] == '/' ? value : NULL;
}

bool journal_place_find(const char *file, journal_place *place)
{
    const char *state = root_path("XDG_STATE_HOME");
    const char *home = root_path("HOME");
    const size_t size = sizeof place->path;
    int length = 0;

    place->folders = 0;
    if (file != NULL) {
        length = snprintf(place->path, size, "%s", file);
    } else if (state != NULL) {
        length = snprintf(place->path, size, "%s/qili/journal.db", state);
        place->folders = 1;
    } else if (home != NULL) {
        length = snprintf(place->path, size, "%s/.local/state/qili/journal.db", home);
        place->folders = 3;
    }
    return length > 0 && (size_t)length < size;
}
