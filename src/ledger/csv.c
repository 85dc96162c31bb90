/* ledger/csv.c: tables as CSV for spreadsheets. */
#include "ledger/csv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static void put(ledger_csv *csv, const char *bytes, size_t length)
{
    if (csv->failed)
        return;
    if (length >= csv->room - csv->used) {
        size_t room = 2 * (csv->room + length) + FIRST_ROOM;
        char *moved = realloc(csv->bytes, room);
        if (moved == NULL) {
            csv->failed = true;
            return;
        }
        csv->bytes = moved;
        csv->room = room;
    }
    memcpy(csv->bytes + csv->used, bytes, length);
    csv->used += length;
    csv->bytes[csv->used] = '\0';
}

static void put_text(ledger_csv *csv, const char *text)
{
    put(csv, text, strlen(text));
}

static void begin_field(ledger_csv *csv)
{
    if (csv->in_line)
        put_text(csv, ",");
    csv->in_line = true;
}

ledger_csv ledger_csv_begin(void)
{
    ledger_csv csv = {0};

    put_text(&csv, "\xEF\xBB\xBF");
    return csv;
}

/* The bytes of the blank that the text begins with; 0: with none. */
static size_t blank_bytes(const char *text)
{
    static const char *const blanks[] = {" ", "\xC2\xA0", "\xE3\x80\x80", "\xEF\xBB\xBF"};

    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        if (strncmp(text, blanks[i], strlen(blanks[i])) == 0)
            return strlen(blanks[i]);
    }
    return 0;
}

bool ledger_csv_is_formula(const char *text)
{
    static const char *const signs[] = {"=",  "+",  "-",  "@",  "\t", "\r",
                                        "\n", "＝", "＋", "－", "＠"};

    for (size_t bytes = blank_bytes(text); bytes > 0; bytes = blank_bytes(text))
        text += bytes;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return true;
    }
    return false;
}

void ledger_csv_text(ledger_csv *csv, const char *text)
{
    bool formula = ledger_csv_is_formula(text);
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;

    begin_field(csv);
    if (quoted)
        put_text(csv, "\"");
    if (formula)
        put_text(csv, "'");
    for (; *text != '\0'; text++)
        put(csv, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    if (quoted)
        put_text(csv, "\"");
}

void ledger_csv_number(ledger_csv *csv, int64_t number)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%" PRId64, number);
    begin_field(csv);
    put_text(csv, digits);
}

void ledger_csv_halves(ledger_csv *csv, uint32_t halves)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%" PRIu32 "%s", halves / 2, halves % 2 ? ".5" : "");
    begin_field(csv);
    put_text(csv, digits);
}

void ledger_csv_end_line(ledger_csv *csv)
{
    put_text(csv, "\r\n");
    csv->in_line = false;
}
