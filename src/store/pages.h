/*
 * store/pages.h: every page of the file carries a seal, so that a changed byte is noticed.
 *
 * SQLite leaves the last 16 bytes of every page to us. A VFS (SQLite's word for the layer that
 * reads and writes files) standing between SQLite and the system writes into them a hash of the
 * page and its number, and refuses a page whose seal does not fit. The -wal file has SQLite's own
 * checksums; pages get their seal when they are copied from there into the file.
 */
#ifndef QILI_STORE_PAGES_H
#define QILI_STORE_PAGES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum { STORE_PAGE_BYTES = 4096, STORE_SEAL_BYTES = 16 };

typedef struct store_pages store_pages;

/* A VFS for one connection, standing on the named one (NULL: the system's); NULL: out of memory, or
 * there is no such VFS. Free it after the connection is closed. */
store_pages *store_pages_new(const char *base);
void store_pages_free(store_pages *pages);
const char *store_pages_name(const store_pages *pages);

/* Hand out pages whose seal does not fit, too. */
void store_pages_set_lenient(store_pages *pages, bool lenient);

/* Take the file for one that nobody writes: then nothing is written beside it either. */
void store_pages_set_immutable(store_pages *pages, bool immutable);

/* The last page read whose seal did not fit (they count from 1), 0 if there was none since the last
 * call; forgets it. */
uint64_t store_pages_take_bad(store_pages *pages);

/* The errno with which the last write or sync that failed did so, 0 if there was none since the
 * last call; forgets it. (SQLite itself does not always remember.) */
int store_pages_take_failure(store_pages *pages);

/* number counts from 1. */
void store_page_seal(uint8_t page[STORE_PAGE_BYTES], uint64_t number);
bool store_page_fits(const uint8_t page[STORE_PAGE_BYTES], uint64_t number);

#endif
