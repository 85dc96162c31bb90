/*
 * tests/support/scratch.h: a folder for the files of one test, and journals in it.
 */
#ifndef QILI_TESTS_SCRATCH_H
#define QILI_TESTS_SCRATCH_H

#include "store/journal.h"

enum { SCRATCH_PATH_BYTES = 512 };

/* A new folder under TMPDIR or /tmp; a failure ends the program. */
void scratch_make(char folder[SCRATCH_PATH_BYTES]);

/* Removes the folder with all that is in it. */
void scratch_remove(const char *folder);

/* folder/name, into path. */
const char *scratch_path(const char *folder, const char *name, char path[SCRATCH_PATH_BYTES]);

/* The bytes of a file, the caller's to free; the file must be there. */
unsigned char *scratch_load(const char *path, size_t *length);
void scratch_save(const char *path, const void *bytes, size_t length, unsigned mode);
void scratch_copy(const char *from, const char *to, unsigned mode);

/* Appends an entry of this type whose payload is {"n":N}; a failure ends the program. */
store_entry scratch_append(store_journal *journal, const char *type, unsigned n);

/* Opens; a failure ends the program with what was wrong. options may be NULL. */
store_journal *scratch_open(const char *path, const store_options *options);

/* Verifies: the number of faults, the first of them in *first (may be NULL). */
uint64_t scratch_verify(const char *path, store_problem *first, store_verified *verified);

/* Turns the bits of the mask over in one byte of a file. */
void scratch_flip(const char *path, size_t offset, unsigned char mask);

#endif
