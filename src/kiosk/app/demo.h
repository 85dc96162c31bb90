/*
 * kiosk/app/demo.h: a demonstration event in a journal of its own, made of assets/demo/.
 */
#ifndef QILI_KIOSK_APP_DEMO_H
#define QILI_KIOSK_APP_DEMO_H

#include <stdbool.h>

#include "board/types.h"
#include "store/journal.h"

enum { KIOSK_DEMO_PATH_BYTES = 1100 };

typedef struct kiosk_demo {
    char folder[KIOSK_DEMO_PATH_BYTES];  /* "": none was made */
    char journal[KIOSK_DEMO_PATH_BYTES]; /* a file in it */
} kiosk_demo;

/* Makes a folder and the journal of ASSETS/demo/event.jsonl: a line is an object with "type",
 * "arbiter" and "payload" of an entry. clock: when the entries were written; NULL: now. False: it
 * failed, which was said on standard error; the folder is gone then. */
bool kiosk_demo_make(kiosk_demo *demo, const char *assets, store_clock clock,
                     board_language language);

/* Removes the folder with the files in it. */
void kiosk_demo_remove(kiosk_demo *demo);

#endif
