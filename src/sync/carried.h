/*
 * sync/carried.h: an entry as a short text that a QR code carries where there is no network at all:
 * "QILI1:" and base64url of the fields that the entry's hash covers, and of its signature.
 *
 * The receiver makes the hash anew and checks the signature, so a carried entry is as good as one
 * that came over the network, but for its place in the device's chain.
 */
#ifndef QILI_SYNC_CARRIED_H
#define QILI_SYNC_CARRIED_H

#include "store/journal.h"

enum {
    SYNC_CARRIED_MAX = 2900 /* longest text: what one QR code holds (version 40, level L) is 2953 */
};

#define SYNC_CARRIED_PREFIX "QILI1:"

/* The text, the caller's to free. Errors: SYNC_CARRIED if it is too long for one code,
 * NO_MEMORY. */
board_error sync_carried_write(const store_entry *entry, char **text);

/* Reads such a text; blanks and line breaks in it are skipped. The hash is made of what was read;
 * the signature is not checked: ask store_entry_check. Release the entry with store_entry_free. */
board_error sync_carried_read(const char *text, size_t length, store_entry *entry);

/* The text as a QR code in SVG, with black modules on white; NULL if it does not fit one or memory
 * ran out. The caller frees. */
char *sync_qr_svg(const char *text);

#endif
