/*
 * training/library_private.h: what the files of the library share; nobody else includes it.
 */
#ifndef QILI_TRAINING_LIBRARY_PRIVATE_H
#define QILI_TRAINING_LIBRARY_PRIVATE_H

#include "training/library.h"

/* Fills *problem (may be NULL) with an error and an id (or NULL); returns the error. */
board_error training_problem_set(training_problem *problem, board_error error, const char *id);

/* Moves a case to the end of the library, which has to be settled by training_library_add; the
 * case is empty then. Errors: CASE_MANY, NO_MEMORY. */
board_error training_library_take(training_library *library, training_case *one);

#endif
