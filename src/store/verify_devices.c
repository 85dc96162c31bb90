/* store/verify_devices.c: the table of devices, and the key file beside the journal. */
#include <stdlib.h>
#include <string.h>

#include "store/files.h"
#include "store/journal_private.h"
#include "store/problem.h"
#include "store/verify_private.h"

/* What the table says. */
typedef struct device_table {
    size_t own;       /* devices that are this one; there is one, or none yet */
    bool own_is_ours; /* the key file's device is */
    bool ours_listed; /* the key file's device stands in the table */
} device_table;

/* Is the device called after its key? */
static bool fits_its_key(sqlite3_stmt *row)
{
    uint8_t id[STORE_DEVICE_ID_BYTES];

    if (sqlite3_column_bytes(row, 0) != sizeof id ||
        sqlite3_column_bytes(row, 1) != STORE_KEY_BYTES)
        return false;
    store_device_of_key(sqlite3_column_blob(row, 1), id);
    return memcmp(id, sqlite3_column_blob(row, 0), sizeof id) == 0;
}

static void report_row(const store_fault_report *report, sqlite3_stmt *row)
{
    char name[STORE_DEVICE_BYTES] = "";
    store_problem fault;

    if (sqlite3_column_bytes(row, 0) == STORE_DEVICE_ID_BYTES)
        store_hex_write(sqlite3_column_blob(row, 0), STORE_DEVICE_ID_BYTES, name);
    store_fail(&fault, BOARD_ERROR_STORE_DEVICES, name);
    report->report(report->context, &fault);
}

static void read_table(store_database *database, const store_key *key, device_table *table,
                       const store_fault_report *report)
{
    uint8_t ours[STORE_DEVICE_ID_BYTES];
    sqlite3_stmt *rows = NULL;
    int result =
        sqlite3_prepare_v2(database->handle, "SELECT id, key, own FROM devices", -1, &rows, NULL);

    store_device_of_key(key->public_key, ours);
    while (result == SQLITE_OK && sqlite3_step(rows) == SQLITE_ROW) {
        bool own = sqlite3_column_int(rows, 2) != 0;
        table->own += own;
        if (!fits_its_key(rows)) {
            report_row(report, rows);
            continue;
        }
        if (key->secret == NULL || memcmp(sqlite3_column_blob(rows, 0), ours, sizeof ours) != 0)
            continue;
        table->ours_listed = true;
        table->own_is_ours = table->own_is_ours || own;
    }
    sqlite3_finalize(rows);
}

/* Loads the key; false: there is none to be looked at. Whoever may not read it is no damage. */
static bool load_key(const char *path, store_key *key, const store_fault_report *report)
{
    store_problem fault;
    bool missing = false;
    board_error error = store_key_load(path, key, &missing, &fault);

    if (error == BOARD_ERROR_STORE_KEY_FORM || error == BOARD_ERROR_STORE_KEY_MODE)
        report->report(report->context, &fault);
    return error == BOARD_OK && !missing;
}

void store_examine_devices(store_database *database, const char *path, const char *key_path,
                           const store_fault_report *report)
{
    char *name = key_path != NULL ? store_path_with(key_path, "") : store_path_with(path, ".key");
    device_table table = {.own = 0};
    store_key key = {.secret = NULL};
    store_problem fault;

    bool loaded = name != NULL && load_key(name, &key, report);
    read_table(database, &key, &table, report);
    if (table.own > 1 || (loaded && table.own == 0 && table.ours_listed)) {
        store_fail(&fault, BOARD_ERROR_STORE_DEVICES, NULL);
        report->report(report->context, &fault);
    } else if (loaded && table.own == 1 && !table.own_is_ours) {
        store_fail(&fault, BOARD_ERROR_STORE_KEY_OTHER, name);
        report->report(report->context, &fault);
    }
    store_key_forget(&key);
    free(name);
}
