/* tests/support/store_fixture.c: a folder with the path of a journal in it. */
#include "support/store_fixture.h"

#include <stdio.h>
#include <stdlib.h>

int store_fixture_set_up(void **state)
{
    store_fixture *test = calloc(1, sizeof *test);

    if (test == NULL)
        return -1;
    scratch_make(test->folder);
    scratch_path(test->folder, "journal.db", test->path);
    *state = test;
    return 0;
}

int store_fixture_tear_down(void **state)
{
    store_fixture *test = *state;

    scratch_remove(test->folder);
    free(test);
    return 0;
}

const char *store_fixture_beside(store_fixture *test, const char *ending)
{
    char name[64];

    snprintf(name, sizeof name, "journal.db%s", ending);
    return scratch_path(test->folder, name, test->other);
}

void store_fixture_append(const char *path, unsigned entries)
{
    store_journal *journal = scratch_open(path, NULL);

    for (unsigned i = 0; i < entries; i++)
        scratch_append(journal, "foul", i);
    store_close(journal);
}
