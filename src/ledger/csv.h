/*
 * ledger/csv.h: tables as CSV for spreadsheets: UTF-8 with a BOM, CRLF, quoted where needed.
 */
#ifndef QILI_LEDGER_CSV_H
#define QILI_LEDGER_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero but for what ledger_csv_begin writes. If memory ran out, `failed` is set and the rest
 * does nothing. */
typedef struct ledger_csv {
    char *bytes; /* ended by NUL; the caller's to free */
    size_t used;
    size_t room;
    bool failed;
    bool in_line;
} ledger_csv;

ledger_csv ledger_csv_begin(void);

/* Would a spreadsheet take the text for a formula? It begins, after blanks if there are any, with
 * one of = + - @, also in full width, or with a tab or a return. */
bool ledger_csv_is_formula(const char *text);

/* A field; one that a spreadsheet would take for a formula gets a ' before it. */
void ledger_csv_text(ledger_csv *csv, const char *text);
void ledger_csv_number(ledger_csv *csv, int64_t number);

/* Halves as a decimal: 3 is "1.5". */
void ledger_csv_halves(ledger_csv *csv, uint32_t halves);
void ledger_csv_end_line(ledger_csv *csv);

#endif
