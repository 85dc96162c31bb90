/*
 * cli/code_picture.h: a file with an entry for another device: the text of its QR code, or a
 * picture of the code, PNG or PGM.
 */
#ifndef QILI_CLI_CODE_PICTURE_H
#define QILI_CLI_CODE_PICTURE_H

#include "sync/picture.h"

enum { CODE_FILE_MAX = 20 * 1024 * 1024 }; /* bytes: a PGM of the largest size fits */

/*
 * The text that begins with QILI1:, the caller's to free. Errors: SYNC_PICTURE with what is wrong,
 * SYNC_CODE_NONE with how many other codes were seen, SYNC_CARRIED where it is neither a picture
 * nor such a text, NO_MEMORY.
 */
board_error code_file_text(const void *bytes, size_t length, char **text, store_problem *problem);

#endif
