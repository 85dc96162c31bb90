/*
 * store/beside.h: files that SQLite looks for beside the journal, and what may not be there.
 */
#ifndef QILI_STORE_BESIDE_H
#define QILI_STORE_BESIDE_H

#include "store/journal.h"

/*
 * A journal has a -wal file and never a -journal file: SQLite would take one that another program
 * left for the way back from an unfinished change, and write it over the journal.
 * BOARD_ERROR_STORE_FOREIGN_LOG if there is one that is not empty.
 */
board_error store_check_no_rollback(const char *path, store_problem *problem);

/* Is the -wal file missing, empty or one that SQLite reads? BOARD_ERROR_STORE_LOG if it is
 * something else, which SQLite silently takes for an empty one. */
board_error store_check_log(const char *path, store_problem *problem);

#endif
