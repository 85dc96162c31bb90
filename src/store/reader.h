/*
 * store/reader.h: reading the bytes of a journal's file past SQLite's pages.
 *
 * A process that opens and closes a file by itself loses all of its locks on it, SQLite's too: the
 * next process to close the journal would then take itself for the last one and remove the log
 * under the first. SQLite's own files know of each other and close when that is safe, so the
 * journal's file is only ever read through them.
 */
#ifndef QILI_STORE_READER_H
#define QILI_STORE_READER_H

#include <stddef.h>
#include <stdint.h>

typedef struct store_reader store_reader;

/* NULL: errno says why (ENOENT, EISDIR, EACCES, ENOMEM, ...); what is neither a file nor a folder
 * cannot be read: EINVAL. The caller closes it. */
store_reader *store_reader_open(const char *path);

/* How many bytes were read, fewer than `size` at the end of the file; -1: errno says why. */
long store_reader_read(store_reader *reader, uint8_t *bytes, size_t size, uint64_t at);

void store_reader_close(store_reader *reader); /* NULL is allowed */

#endif
