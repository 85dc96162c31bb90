/*
 * office/pairings.h: pairings from a table that a pairing program wrote as CSV.
 * ledger/pairing_table.h says what it may look like.
 */
#ifndef QILI_OFFICE_PAIRINGS_H
#define QILI_OFFICE_PAIRINGS_H

#include "office/office.h"

typedef struct office_pairings_report {
    size_t lines;  /* of pairings */
    size_t logged; /* entries: what was there already is not logged again */
} office_pairings_report;

/*
 * Reads the whole table first and logs nothing if any line is wrong; the problem's detail says
 * which line and what was expected. Errors: OFFICE_TABLE, OFFICE_TABLE_LINE, SYNC_TOO_LARGE, those
 * of the journal.
 */
board_error office_pairings_import(office_house *office, const char *by, const char *text,
                                   size_t length, office_pairings_report *report,
                                   store_problem *problem);

#endif
