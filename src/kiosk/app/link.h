/*
 * kiosk/app/link.h: the kiosk's connection to the event office, on the thread of sync/sync.h. No
 * function here waits for the network or a disk, so that none holds a frame up.
 */
#ifndef QILI_KIOSK_APP_LINK_H
#define QILI_KIOSK_APP_LINK_H

#include "kiosk/flow/state.h"
#include "sync/sync.h"

typedef struct kiosk_link kiosk_link;

/* Begins to send and to fetch for the journal of this path; `key` may be NULL: the journal's own.
 * Where the device is not enrolled nothing happens until it is. Errors of sync_start, after which
 * *link is NULL. */
board_error kiosk_link_open(const char *journal, const char *key, kiosk_link **link,
                            store_problem *problem);

/* Ends it, waiting a moment for what is under way. NULL is allowed. */
void kiosk_link_close(kiosk_link *link);

/*
 * Enrols the device by an invitation, ADDRESS:PORT/XXXX-XXXX-XXXX, under a name for people; for a
 * settings screen. False: the invitation or the name is none, or another enrolment is running.
 * kiosk_link_enrolling says how it goes: SYNC_ENROL_RUNNING, then DONE, or FAILED with the reason
 * in *why (may be NULL), whose text is board_error_text.
 */
bool kiosk_link_enrol(kiosk_link *link, const char *invitation, const char *name);
sync_enrolling kiosk_link_enrolling(kiosk_link *link, board_error *why);

/* How things stand, for the settings. */
void kiosk_link_office(kiosk_link *link, kiosk_office *office);

/* Leaves the office: nothing is sent or fetched any more. What is on its way may arrive. */
void kiosk_link_leave(kiosk_link *link);

/* Sets connection and waiting of what the bar shows. True: entries of others have come since
 * the last look, so that hall and game are to be read anew (kiosk_journal_grew). */
bool kiosk_link_look(kiosk_link *link, kiosk_device *device);

#endif
