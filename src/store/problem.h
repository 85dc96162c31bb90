/*
 * store/problem.h: filling a store_problem. Every function returns `error`; problem may be NULL.
 */
#ifndef QILI_STORE_PROBLEM_H
#define QILI_STORE_PROBLEM_H

#include "store/journal.h"

/* detail may be NULL. */
board_error store_fail(store_problem *problem, board_error error, const char *detail);

board_error store_fail_at(store_problem *problem, board_error error, uint64_t number,
                          const char *detail);

/* A page of the file, and the entry on it (0: none is known). */
board_error store_fail_page(store_problem *problem, board_error error, uint64_t number,
                            uint64_t page);

board_error store_fail_entry(store_problem *problem, board_error error, const store_entry *entry,
                             const char *detail);

#endif
