/*
 * kiosk/desk/stick.h: USB sticks: where they are, and files written to them whole or not at all.
 */
#ifndef QILI_KIOSK_DESK_STICK_H
#define QILI_KIOSK_DESK_STICK_H

#include "kiosk/flow/job.h"

enum { STICKS_MAX = 8, STICK_BUFFER_BYTES = 64 * 1024 };

/* The sticks that are mounted, in the order of their names: folders in `media`, or, if that is "",
 * file systems mounted in /media and /run/media, one folder down or two. Returns how many. */
size_t stick_find(const char *media, char paths[STICKS_MAX][KIOSK_STICK_PATH_BYTES]);

/* What an error number of the system means for a stick: full, write-protected, gone, or else. */
board_error stick_error(int number);

/* A file that is being written: as PATH.part until it is whole. */
typedef struct stick_file {
    char part[KIOSK_STICK_PATH_BYTES];
    int descriptor;
    int failure; /* error number of what failed first; 0: nothing did */
    size_t used;
    char buffer[STICK_BUFFER_BYTES];
} stick_file;

/* Begins a file in the folder. */
bool stick_begin(stick_file *file, const char *folder);

/* Adds bytes; false: they cannot be written. */
bool stick_put(stick_file *file, const void *bytes, size_t length);

/* Brings it to the stick and gives it the name with this ending, or, if there is a file of this
 * name already, NAME-2 to NAME-99: none is overwritten. path: what it is called then; *beside: not
 * as it was to be. False: nothing of it is left. */
bool stick_finish(stick_file *file, const char *folder, const char *name, const char *ending,
                  char path[KIOSK_STICK_PATH_BYTES], bool *beside);

/* Takes what was written so far away. */
void stick_drop(stick_file *file);

#endif
