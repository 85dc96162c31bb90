/*
 * store/journal_private.h: what the parts of the journal know of each other.
 */
#ifndef QILI_STORE_JOURNAL_PRIVATE_H
#define QILI_STORE_JOURNAL_PRIVATE_H

#include <sys/types.h>

#include "store/database.h"
#include "store/entry.h"
#include "store/journal.h"
#include "store/key.h"

struct store_journal {
    store_database database;
    char *path;
    bool read_only;
    bool uncertain; /* the disk did not confirm a commit */
    store_clock clock;
    void *clock_context;
    store_key key;
    char device[STORE_DEVICE_BYTES];
    int64_t device_row; /* of this device in the table of devices */
    uint8_t last_id[STORE_UUID_BYTES];
    dev_t file_system; /* where the file was when it was opened, and its number there */
    ino_t file_number;
    int witness; /* descriptor, or -1 */
    board_error witness_said;
    char *payload; /* texts of the entry handed out last */
    char *arbiter;
    char *type;
};

/* Brings device and key, which others may use to sign, into the table; row and key of a device. */
board_error store_device_row(store_database *database, const char *device, int64_t *row,
                             uint8_t key[STORE_KEY_BYTES], store_problem *problem);
board_error store_device_add(store_database *database, const uint8_t key[STORE_KEY_BYTES], bool own,
                             int64_t *row, store_problem *problem);

/* Loads or makes this device's key and enters it into the table. */
board_error store_take_identity(store_journal *journal, const store_options *options,
                                store_problem *problem);

/* The parts of an append. A transaction that was begun is either committed or rolled back. */
board_error store_write_begin(store_journal *journal, store_problem *problem);
void store_write_rollback(store_journal *journal);

/* Puts the row in; entry->number becomes its number. */
board_error store_write_row(store_journal *journal, int64_t device_row, store_entry *entry,
                            store_problem *problem);

/* Completes the entry of a draft (whose texts are checked) as this device's next one and puts it
 * in. */
board_error store_write_own(store_journal *journal, const store_draft *draft, store_entry *entry,
                            store_problem *problem);

/* Commits and tells the witness that the entry of this number and hash was acknowledged; number 0:
 * no entry was written. */
board_error store_write_commit(store_journal *journal, uint64_t number,
                               const uint8_t hash[STORE_HASH_BYTES], store_problem *problem);

/* The clock of the options, or the system's. */
void store_use_clock(store_journal *journal, const store_options *options);

/* Makes the file with its tables under its name, unless it is there. */
board_error store_create(const char *path, const store_options *options, store_problem *problem);

/* Makes the witness say what is there, in a transaction in which nobody else can append. */
board_error store_witness_renew(store_journal *journal, store_problem *problem);

/* Has the witness seen entries that are not there? BOARD_ERROR_STORE_LOST, or STORE_LOG if the -wal
 * file, where they may have been, is none. */
board_error store_check_witness(store_database *database, const char *path, store_problem *problem);

/* Snapshots. One with the state "" is a mark: it only says that the entries up to it were checked.
 * The number up to which they were; 0: that is not known. */
board_error store_snapshot_checked(store_database *database, uint64_t *number,
                                   store_problem *problem);

/* Hands the newest sound state out, without a NUL at its end; it lasts until `take` returns. */
typedef board_error (*store_snapshot_taker)(void *context, uint64_t up_to, const char *state,
                                            size_t length);
board_error store_snapshot_newest(store_database *database, store_snapshot_taker take,
                                  void *context, store_problem *problem);
board_error store_snapshot_put(store_journal *journal, uint64_t up_to, const char *state,
                               store_problem *problem);

#endif
