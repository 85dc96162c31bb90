/*
 * store/files.h: small files beside the journal, that are there whole or not at all.
 */
#ifndef QILI_STORE_FILES_H
#define QILI_STORE_FILES_H

#include "store/journal.h"

/* path with an ending added; the caller frees; NULL: out of memory. */
char *store_path_with(const char *path, const char *ending);

/* Makes the last `most` of the folders that the path stands in (mode 0700) where they are missing;
 * BOARD_ERROR_STORE_FOLDER if one before them is. */
board_error store_make_folders(const char *path, unsigned most, store_problem *problem);

/* Puts on the disk that files were made, renamed or removed in the path's folder. */
board_error store_sync_folder(const char *path, store_problem *problem);

/* All of it, however many calls it takes; false: errno says why. */
bool store_write_bytes(int descriptor, const void *bytes, size_t length);

/*
 * Puts a file of these bytes at the path, in the place of one that is there, whole or not at all:
 * a new file beside it (PATH.new, mode 0600) is written, brought to the disk and renamed; after an
 * error it is taken away and the old file stands. Error: STORE_FILE_WRITE, the detail being the
 * path and what the system said.
 */
board_error store_write_file(const char *path, const void *bytes, size_t length,
                             store_problem *problem);

/* As much as there is, up to length; -1: errno says why. */
long store_read_bytes(int descriptor, void *bytes, size_t length);

/* Gives a file its name unless there is one of this name already: false with errno, EEXIST then.
 * The old name is gone in any case. */
bool store_name_file(const char *from, const char *to);

#endif
