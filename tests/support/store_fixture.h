/*
 * tests/support/store_fixture.h: a folder with the path of a journal in it, for every test anew.
 */
#ifndef QILI_TESTS_STORE_FIXTURE_H
#define QILI_TESTS_STORE_FIXTURE_H

#include "support/scratch.h"

typedef struct store_fixture {
    char folder[SCRATCH_PATH_BYTES];
    char path[SCRATCH_PATH_BYTES];  /* of the journal, which is not there yet */
    char other[SCRATCH_PATH_BYTES]; /* path of something beside it */
} store_fixture;

/* For cmocka_unit_test_setup_teardown: *state is the fixture. */
int store_fixture_set_up(void **state);
int store_fixture_tear_down(void **state);

/* The path of what stands beside the journal: journal.db with this ending; until the next call. */
const char *store_fixture_beside(store_fixture *test, const char *ending);

/* Appends so many entries to the journal, which is made if it is not there, and closes it. */
void store_fixture_append(const char *path, unsigned entries);

#endif
