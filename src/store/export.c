/* store/export.c: entries as JSON Lines or CSV. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ledger/csv.h"
#include "store/entry.h"
#include "store/journal_private.h"
#include "store/problem.h"

enum { NUMBER_BYTES = 24, TIME_BYTES = 64 };

typedef struct export_run {
    store_format format;
    store_sink sink;
    void *context;
    board_error error;
} export_run;

static void put(export_run *run, const char *bytes, size_t length)
{
    if (run->error == BOARD_OK && length > 0 && !run->sink(run->context, bytes, length))
        run->error = BOARD_ERROR_STORE_SINK;
}

static void put_text(export_run *run, const char *text)
{
    put(run, text, strlen(text));
}

/* A field of CSV. Spreadsheets take a text that begins with one of these signs for a formula. */
static void put_field(export_run *run, const char *text)
{
    const bool formula = ledger_csv_is_formula(text);

    if (!formula && strpbrk(text, "\",\r\n") == NULL) {
        put_text(run, text);
        return;
    }
    put_text(run, formula ? "\"'" : "\"");
    for (const char *quote = strchr(text, '"'); quote != NULL; quote = strchr(text, '"')) {
        put(run, text, (size_t)(quote - text));
        put_text(run, "\"\"");
        text = quote + 1;
    }
    put_text(run, text);
    put_text(run, "\"");
}

static void put_number(export_run *run, int64_t number)
{
    char digits[NUMBER_BYTES];

    snprintf(digits, sizeof digits, "%" PRId64, number);
    put_text(run, digits);
}

static void put_hex(export_run *run, const uint8_t *bytes, size_t count)
{
    char text[2 * STORE_SIGNATURE_BYTES + 1];

    store_hex_write(bytes, count, text);
    put_text(run, text);
}

/* ISO 8601 in UTC, or nothing where the calendar ends. */
static void put_time(export_run *run, int64_t time_ms)
{
    int64_t milliseconds = time_ms % 1000 < 0 ? time_ms % 1000 + 1000 : time_ms % 1000;
    time_t seconds = (time_t)(time_ms / 1000 - (time_ms % 1000 < 0));
    struct tm parts;
    char text[TIME_BYTES];

    if (gmtime_r(&seconds, &parts) == NULL)
        return;
    snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
             parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
             (int)milliseconds);
    put_text(run, text);
}

static void put_csv(export_run *run, const store_entry *entry)
{
    put_number(run, (int64_t)entry->number);
    put_text(run, ",");
    put_text(run, entry->id);
    put_text(run, ",");
    put_text(run, entry->device);
    put_text(run, ",");
    put_number(run, (int64_t)entry->sequence);
    put_text(run, ",");
    put_time(run, entry->time_ms);
    put_text(run, ",");
    put_number(run, entry->time_ms);
    put_text(run, ",");
    put_field(run, entry->arbiter);
    put_text(run, ",");
    put_field(run, entry->type);
    put_text(run, ",");
    put_field(run, entry->payload);
    put_text(run, ",");
    put_text(run, entry->corrects);
    put_text(run, ",");
    put_hex(run, entry->previous, STORE_HASH_BYTES);
    put_text(run, ",");
    put_hex(run, entry->hash, STORE_HASH_BYTES);
    put_text(run, ",");
    put_hex(run, entry->signature, STORE_SIGNATURE_BYTES);
    put_text(run, "\r\n");
}

static bool export_entry(void *context, const store_entry *entry)
{
    export_run *run = context;

    if (run->format == STORE_CSV) {
        put_csv(run, entry);
        return run->error == BOARD_OK;
    }
    char *line = store_entry_json(entry);
    if (line == NULL) {
        run->error = BOARD_ERROR_NO_MEMORY;
        return false;
    }
    put_text(run, line);
    put_text(run, "\n");
    free(line);
    return run->error == BOARD_OK;
}

board_error store_export(store_journal *journal, store_format format, const store_filter *filter,
                         store_sink sink, void *context, store_problem *problem)
{
    export_run run = {.format = format, .sink = sink, .context = context};

    if (format == STORE_CSV)
        put_text(&run, STORE_CSV_HEADER "\r\n");
    board_error error = store_visit(journal, filter, export_entry, &run, problem);
    if (error == BOARD_OK && run.error != BOARD_OK)
        error = store_fail(problem, run.error, NULL);
    return error;
}
