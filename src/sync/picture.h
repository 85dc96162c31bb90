/*
 * sync/picture.h: grey pictures, and the QR codes in them. A code carries an entry
 * (sync/carried.h).
 *
 * A picture that is made for it can keep the search busy for many seconds, so whoever reads
 * pictures of others does it in a process that can be ended: office/reader.h.
 */
#ifndef QILI_SYNC_PICTURE_H
#define QILI_SYNC_PICTURE_H

#include "store/journal.h"

enum {
    SYNC_PICTURE_SIDE_MIN = 21,   /* pixels: the smallest code has as many modules a side */
    SYNC_PICTURE_SIDE_MAX = 4096, /* pixels, of width and of height */
    SYNC_PGM_HEAD_MAX = 256       /* bytes before the first pixel */
};

/* Rows from the top, one byte a pixel, 0 is black. */
typedef struct sync_picture {
    unsigned width;
    unsigned height;
    const uint8_t *grey; /* width * height; whoever made the picture says whose they are */
} sync_picture;

/*
 * Reads a binary PGM: "P5", width, height and 255, with blanks and comments between them, one
 * blank, then the pixels, and nothing after them. The pixels stay where they are, in `bytes`.
 * Errors: SYNC_PICTURE with what was found and what was expected.
 */
board_error sync_pgm_read(const void *bytes, size_t length, sync_picture *picture,
                          store_problem *problem);

/*
 * Looks for QR codes. *codes: how many were read. *text: of the first that carries an entry, by how
 * it begins, the caller's to free; NULL: none does. Errors: NO_MEMORY.
 */
board_error sync_picture_scan(const sync_picture *picture, char **text, unsigned *codes);

#endif
