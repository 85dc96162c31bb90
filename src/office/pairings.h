/*
 * office/pairings.h: pairings from a table that a pairing program wrote as CSV.
 *
 * Columns by their headings, in any order, in Chinese or English: 轮次 round, 台次 table, 局次 game
 * (1 if missing), 红方序号 red number, 红方姓名 red name, 红方单位 red team, and the same of 黑方
 * black. Without Black's number and name: 轮空. UTF-8 (with or without BOM) or GB18030; commas,
 * semicolons or tabs; quotes as in RFC 4180.
 */
#ifndef QILI_OFFICE_PAIRINGS_H
#define QILI_OFFICE_PAIRINGS_H

#include "office/office.h"

enum { OFFICE_PAIRING_LINES_MAX = 5000, OFFICE_PAIRING_FIELDS_MAX = 64 };

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
