/*
 * office/reader_process.h: one picture read in a process of its own. Part of office/reader.h.
 */
#ifndef QILI_OFFICE_READER_PROCESS_H
#define QILI_OFFICE_READER_PROCESS_H

#include <stdatomic.h>

#include "office/reader.h"

/* Runs the program on the picture; DONE and what was seen, or SLOW. It is ended after
 * OFFICE_PICTURE_MS, or soon after *stopping becomes true. */
office_reading office_read_apart(const char *program, const void *pgm, size_t length,
                                 const atomic_bool *stopping, office_seen *seen);

#endif
