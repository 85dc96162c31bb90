/*
 * sync/enrol.h: enrolling a device at an office by an invitation. Blocks: not for the thread that
 * draws the screen (see sync_ask_enrol).
 */
#ifndef QILI_SYNC_ENROL_H
#define QILI_SYNC_ENROL_H

#include "sync/transfer.h"

/*
 * Proves to the office that we know the invitation's code, has it prove the same, and keeps its
 * address, pin and token in JOURNAL.office. `name` is what people call the device. Afterwards the
 * journal takes what the office writes. After an error everything is as before.
 *
 * Errors: SYNC_INVITATION, SYNC_NAME, those of sync_transfer_request, SYNC_PROOF, SYNC_ANSWER,
 * the office's refusals (SYNC_CODE, SYNC_TOO_OFTEN, ...), those of the journal.
 */
board_error sync_enrol(store_journal *journal, const char *journal_path, const char *invitation,
                       const char *name, const sync_deadlines *deadlines, sync_asked_to_stop stop,
                       void *context, store_problem *problem);

#endif
