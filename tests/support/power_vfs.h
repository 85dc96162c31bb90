/*
 * tests/support/power_vfs.h: an SQLite VFS on which the power can be cut, or the disk be full, at
 * every single write.
 *
 * It stands on the system's VFS and remembers of every file what has been forced to the disk and
 * what was written since. There is one of it in a program.
 */
#ifndef QILI_TESTS_POWER_VFS_H
#define QILI_TESTS_POWER_VFS_H

#include <stdbool.h>
#include <stddef.h>

#define POWER_VFS "qili-power"

/* What happens at the operation (write, truncation or sync) of this number and after it. */
typedef enum power_plan {
    POWER_STAYS,
    POWER_CUT,      /* this one and all later ones fail and do nothing */
    POWER_FULL,     /* writes fail with SQLITE_FULL until the plan is changed */
    POWER_BAD_SYNC, /* the first sync from here on fails, with what was written kept */
} power_plan;

/* Which of the writes that were not forced to the disk are found there after the power came back. */
typedef enum power_fate {
    POWER_NONE_KEPT,
    POWER_ALL_KEPT,
    POWER_SOME_KEPT, /* any of them, in sectors of 512 bytes */
    POWER_FATES
} power_fate;

/* Registers the VFS; once is enough. */
void power_register(void);

/* Forgets all files, which must be closed, and counts operations from 1 anew. */
void power_begin(power_plan plan, size_t at);

/* Another plan, counted from 1 anew; the files may be open. */
void power_change(power_plan plan, size_t at);

/* Was the plan carried out? */
bool power_happened(void);

/* Makes the files what they are after the power came back. They must be closed. */
void power_settle(power_fate fate, unsigned seed);

#endif
