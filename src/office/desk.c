/* office/desk.c: devices, invitations, people and carried entries in an SQLite file. */
#include "office/desk.h"

#include <fcntl.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/bytes.h"
#include "store/problem.h"

enum { BUSY_MS = 2000, DESK_VERSION = 1, HASH_BYTES = 32 };

struct office_desk {
    sqlite3 *handle;
};

static const char tables[] =
    "CREATE TABLE devices (device TEXT PRIMARY KEY, key BLOB NOT NULL, name TEXT NOT NULL,"
    " token BLOB UNIQUE NOT NULL, revoked INTEGER NOT NULL DEFAULT 0,"
    " enrolled_ms INTEGER NOT NULL,"
    " contact_ms INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE codes (code BLOB PRIMARY KEY, until_ms INTEGER NOT NULL, device BLOB);"
    "CREATE TABLE people (key TEXT PRIMARY KEY, name TEXT NOT NULL, role INTEGER NOT NULL,"
    " token BLOB UNIQUE NOT NULL);"
    "CREATE TABLE carried (id TEXT PRIMARY KEY, text TEXT NOT NULL);"
    "PRAGMA application_id = 1365863492; PRAGMA user_version = 1;";

/* Opening. */

static int64_t number_of(sqlite3 *handle, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;

    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* Makes the file private before anything is in it. */
static bool touch(const char *path)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    return descriptor >= 0 && close(descriptor) == 0;
}

static board_error prepare_tables(sqlite3 *handle)
{
    int64_t version = number_of(handle, "PRAGMA user_version");

    if (version == DESK_VERSION)
        return BOARD_OK;
    if (version > DESK_VERSION)
        return BOARD_ERROR_STORE_NEWER;
    if (sqlite3_exec(handle, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return BOARD_ERROR_STORE_BUSY;
    if (number_of(handle, "PRAGMA user_version") == 0 &&
        sqlite3_exec(handle, tables, NULL, NULL, NULL) != SQLITE_OK) {
        sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
        return BOARD_ERROR_STORE_IO;
    }
    return sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ? BOARD_OK
                                                                         : BOARD_ERROR_STORE_IO;
}

board_error office_desk_open(const char *path, office_desk **desk, store_problem *problem)
{
    office_desk *made = calloc(1, sizeof *made);

    *desk = NULL;
    if (made == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    board_error error = BOARD_ERROR_STORE_OPEN;
    if (touch(path) &&
        sqlite3_open_v2(path, &made->handle, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(made->handle, BUSY_MS);
        sqlite3_exec(made->handle, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", NULL, NULL,
                     NULL);
        error = prepare_tables(made->handle);
    }
    if (error != BOARD_OK) {
        office_desk_close(made);
        return store_fail(problem, error, path);
    }
    *desk = made;
    return BOARD_OK;
}

void office_desk_close(office_desk *desk)
{
    if (desk != NULL)
        sqlite3_close(desk->handle);
    free(desk);
}

/* Statements. Each is prepared, bound, stepped and gone: there are few. */

static sqlite3_stmt *prepare(office_desk *desk, const char *sql)
{
    sqlite3_stmt *statement = NULL;

    return sqlite3_prepare_v2(desk->handle, sql, -1, &statement, NULL) == SQLITE_OK ? statement
                                                                                    : NULL;
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}

static void bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, int count)
{
    sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* Runs a statement that gives no rows, and ends it. */
static board_error finish(office_desk *desk, sqlite3_stmt *statement)
{
    int result = statement != NULL ? sqlite3_step(statement) : SQLITE_ERROR;

    (void)desk;
    sqlite3_finalize(statement);
    if (result == SQLITE_BUSY)
        return BOARD_ERROR_STORE_BUSY;
    if (result == SQLITE_FULL)
        return BOARD_ERROR_STORE_FULL;
    return result == SQLITE_DONE ? BOARD_OK : BOARD_ERROR_STORE_IO;
}

static void take_text(sqlite3_stmt *row, int column, char *to, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);

    if (text == NULL || !ledger_copy(to, size, text))
        to[0] = '\0';
}

static bool take_bytes(sqlite3_stmt *row, int column, uint8_t *to, int count)
{
    if (sqlite3_column_bytes(row, column) != count || sqlite3_column_blob(row, column) == NULL)
        return false;
    memcpy(to, sqlite3_column_blob(row, column), (size_t)count);
    return true;
}

/* Tokens. */

void office_token_make(char token[SYNC_TOKEN_BYTES])
{
    uint8_t bytes[(SYNC_TOKEN_BYTES - 1) / 2];

    randombytes_buf(bytes, sizeof bytes);
    store_hex_write(bytes, sizeof bytes, token);
    sodium_memzero(bytes, sizeof bytes);
}

/* Tokens are long and random: a plain hash is enough. */
static void bind_token(sqlite3_stmt *statement, int index, const char *token)
{
    uint8_t hash[HASH_BYTES];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)token, strlen(token), NULL, 0);
    bind_bytes(statement, index, hash, sizeof hash);
}

/* Devices. */

#define DEVICE_COLUMNS "device, key, name, revoked, enrolled_ms, contact_ms FROM devices"

static bool take_device(sqlite3_stmt *row, office_device *device)
{
    *device = (office_device){.revoked = sqlite3_column_int(row, 3) != 0,
                              .enrolled_ms = sqlite3_column_int64(row, 4),
                              .contact_ms = sqlite3_column_int64(row, 5)};
    take_text(row, 0, device->device, sizeof device->device);
    take_text(row, 2, device->name, sizeof device->name);
    return take_bytes(row, 1, device->key, STORE_KEY_BYTES);
}

board_error office_desk_device(office_desk *desk, const char *token, office_device *device)
{
    sqlite3_stmt *statement = prepare(desk, "SELECT " DEVICE_COLUMNS " WHERE token = ?1");

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_token(statement, 1, token);
    int result = sqlite3_step(statement);
    bool found = result == SQLITE_ROW && take_device(statement, device);
    sqlite3_finalize(statement);
    if (found)
        return device->revoked ? BOARD_ERROR_SYNC_REVOKED : BOARD_OK;
    return result == SQLITE_DONE ? BOARD_ERROR_SYNC_TOKEN : BOARD_ERROR_STORE_IO;
}

board_error office_desk_add_device(office_desk *desk, const office_device *device,
                                   const char *token)
{
    if (number_of(desk->handle, "SELECT count(*) FROM devices") >= OFFICE_DEVICES_MAX)
        return BOARD_ERROR_SYNC_OFFICE;
    sqlite3_stmt *statement = prepare(
        desk, "INSERT INTO devices (device, key, name, token, enrolled_ms) VALUES (?1, ?2, ?3, ?4,"
              " ?5) ON CONFLICT (device) DO UPDATE SET name = ?3, token = ?4, revoked = 0,"
              " enrolled_ms = ?5");
    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_text(statement, 1, device->device);
    bind_bytes(statement, 2, device->key, STORE_KEY_BYTES);
    bind_text(statement, 3, device->name);
    bind_token(statement, 4, token);
    sqlite3_bind_int64(statement, 5, device->enrolled_ms);
    return finish(desk, statement);
}

board_error office_desk_revoke(office_desk *desk, const char *device)
{
    sqlite3_stmt *statement = prepare(desk, "UPDATE devices SET revoked = 1 WHERE device = ?1");

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_text(statement, 1, device);
    board_error error = finish(desk, statement);
    if (error == BOARD_OK && sqlite3_changes(desk->handle) == 0)
        error = BOARD_ERROR_STORE_NO_ENTRY;
    return error;
}

board_error office_desk_contact(office_desk *desk, const char *device, int64_t contact_ms)
{
    sqlite3_stmt *statement = prepare(desk, "UPDATE devices SET contact_ms = ?2 WHERE device = ?1");

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_text(statement, 1, device);
    sqlite3_bind_int64(statement, 2, contact_ms);
    return finish(desk, statement);
}

board_error office_desk_visit_devices(office_desk *desk, office_device_visitor visit, void *context)
{
    sqlite3_stmt *statement = prepare(desk, "SELECT " DEVICE_COLUMNS " ORDER BY name, device");
    office_device device;
    int result = SQLITE_ERROR;

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        if (take_device(statement, &device) && !visit(context, &device))
            break;
    }
    sqlite3_finalize(statement);
    return result == SQLITE_ROW || result == SQLITE_DONE ? BOARD_OK : BOARD_ERROR_STORE_IO;
}

/* Invitations. */

static const int64_t good_ms = (int64_t)OFFICE_CODE_MINUTES * 60 * 1000;

board_error office_desk_open_code(office_desk *desk, const char code[SYNC_CODE_TEXT_BYTES],
                                  int64_t now_ms)
{
    uint8_t key[SYNC_CODE_KEY_BYTES];
    sqlite3_stmt *clean =
        prepare(desk, "DELETE FROM codes WHERE until_ms <= ?1 OR code IN"
                      " (SELECT code FROM codes ORDER BY until_ms DESC LIMIT -1 OFFSET ?2)");

    if (clean == NULL)
        return BOARD_ERROR_STORE_IO;
    sqlite3_bind_int64(clean, 1, now_ms);
    sqlite3_bind_int64(clean, 2, OFFICE_CODES_MAX - 1);
    board_error error = finish(desk, clean);
    sqlite3_stmt *statement =
        error == BOARD_OK ? prepare(desk, "INSERT INTO codes (code, until_ms) VALUES (?1, ?2)")
                          : NULL;
    if (statement == NULL)
        return error != BOARD_OK ? error : BOARD_ERROR_STORE_IO;
    sync_code_key(code, key);
    bind_bytes(statement, 1, key, sizeof key);
    sqlite3_bind_int64(statement, 2, now_ms + good_ms);
    return finish(desk, statement);
}

static board_error bind_code(office_desk *desk, const uint8_t code_key[SYNC_CODE_KEY_BYTES],
                             const uint8_t device[STORE_KEY_BYTES])
{
    sqlite3_stmt *statement = prepare(desk, "UPDATE codes SET device = ?2 WHERE code = ?1 AND"
                                            " (device IS NULL OR device = ?2)");

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_bytes(statement, 1, code_key, SYNC_CODE_KEY_BYTES);
    bind_bytes(statement, 2, device, STORE_KEY_BYTES);
    board_error error = finish(desk, statement);
    if (error == BOARD_OK && sqlite3_changes(desk->handle) == 0)
        error = BOARD_ERROR_SYNC_CODE;
    return error;
}

board_error office_desk_use_code(office_desk *desk, const uint8_t device[STORE_KEY_BYTES],
                                 const uint8_t pin[SYNC_PIN_BYTES],
                                 const uint8_t proof[SYNC_PROOF_BYTES], int64_t now_ms,
                                 uint8_t code_key[SYNC_CODE_KEY_BYTES])
{
    uint8_t expected[SYNC_PROOF_BYTES];
    bool found = false;
    sqlite3_stmt *statement = prepare(desk, "SELECT code FROM codes WHERE until_ms > ?1 AND"
                                            " until_ms <= ?3 AND (device IS NULL OR device = ?2)");

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    sqlite3_bind_int64(statement, 1, now_ms);
    bind_bytes(statement, 2, device, STORE_KEY_BYTES);
    /* One that is good for longer is of a clock that was ahead and has been put right. */
    sqlite3_bind_int64(statement, 3, now_ms + good_ms);
    while (!found && sqlite3_step(statement) == SQLITE_ROW) {
        if (!take_bytes(statement, 0, code_key, SYNC_CODE_KEY_BYTES))
            continue;
        sync_prove_device(code_key, device, pin, expected);
        found = sodium_memcmp(expected, proof, sizeof expected) == 0;
    }
    sqlite3_finalize(statement);
    return found ? bind_code(desk, code_key, device) : BOARD_ERROR_SYNC_CODE;
}

board_error office_desk_close_codes(office_desk *desk)
{
    return finish(desk, prepare(desk, "DELETE FROM codes"));
}

/* People. */

static void take_person(sqlite3_stmt *row, office_person *person)
{
    int role = sqlite3_column_int(row, 2);

    take_text(row, 0, person->key, sizeof person->key);
    take_text(row, 1, person->name, sizeof person->name);
    person->role =
        role > LEDGER_NO_ROLE && role < LEDGER_ROLES ? (ledger_role)role : LEDGER_NO_ROLE;
}

board_error office_desk_person(office_desk *desk, const char *token, office_person *person)
{
    sqlite3_stmt *statement = prepare(desk, "SELECT key, name, role FROM people WHERE token = ?1");

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_token(statement, 1, token);
    int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        take_person(statement, person);
    sqlite3_finalize(statement);
    return result == SQLITE_ROW ? BOARD_OK : BOARD_ERROR_SYNC_TOKEN;
}

board_error office_desk_count_people(office_desk *desk, size_t *count)
{
    int64_t number = number_of(desk->handle, "SELECT count(*) FROM people");

    *count = number > 0 ? (size_t)number : 0;
    return number >= 0 ? BOARD_OK : BOARD_ERROR_STORE_IO;
}

board_error office_desk_add_person(office_desk *desk, const office_person *person,
                                   const char *token)
{
    size_t count = 0;

    if (office_desk_count_people(desk, &count) != BOARD_OK || count >= OFFICE_PEOPLE_MAX)
        return BOARD_ERROR_SYNC_OFFICE;
    sqlite3_stmt *statement =
        prepare(desk, "INSERT INTO people (key, name, role, token) VALUES (?1, ?2, ?3, ?4)"
                      " ON CONFLICT (key) DO UPDATE SET name = ?2, role = ?3, token = ?4");
    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_text(statement, 1, person->key);
    bind_text(statement, 2, person->name);
    sqlite3_bind_int(statement, 3, (int)person->role);
    bind_token(statement, 4, token);
    return finish(desk, statement);
}

board_error office_desk_remove_person(office_desk *desk, const char *key)
{
    sqlite3_stmt *statement = prepare(desk, "DELETE FROM people WHERE key = ?1");

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_text(statement, 1, key);
    board_error error = finish(desk, statement);
    if (error == BOARD_OK && sqlite3_changes(desk->handle) == 0)
        error = BOARD_ERROR_STORE_NO_ENTRY;
    return error;
}

board_error office_desk_visit_people(office_desk *desk, office_person_visitor visit, void *context)
{
    sqlite3_stmt *statement = prepare(desk, "SELECT key, name, role FROM people ORDER BY key");
    office_person person;
    bool going = true;

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    while (going && sqlite3_step(statement) == SQLITE_ROW) {
        take_person(statement, &person);
        going = visit(context, &person);
    }
    sqlite3_finalize(statement);
    return BOARD_OK;
}

/* Carried entries. */

board_error office_desk_add_carried(office_desk *desk, const char *id, const char *text)
{
    if (number_of(desk->handle, "SELECT count(*) FROM carried") >= OFFICE_CARRIED_MAX)
        return BOARD_ERROR_SYNC_OFFICE;
    sqlite3_stmt *statement =
        prepare(desk, "INSERT INTO carried (id, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING");
    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_text(statement, 1, id);
    bind_text(statement, 2, text);
    return finish(desk, statement);
}

board_error office_desk_remove_carried(office_desk *desk, const char *id)
{
    sqlite3_stmt *statement = prepare(desk, "DELETE FROM carried WHERE id = ?1");

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    bind_text(statement, 1, id);
    return finish(desk, statement);
}

board_error office_desk_visit_carried(office_desk *desk, office_carried_visitor visit,
                                      void *context)
{
    sqlite3_stmt *statement = prepare(desk, "SELECT id, text FROM carried ORDER BY id");
    bool going = true;

    if (statement == NULL)
        return BOARD_ERROR_STORE_IO;
    while (going && sqlite3_step(statement) == SQLITE_ROW)
        going = visit(context, (const char *)sqlite3_column_text(statement, 0),
                      (const char *)sqlite3_column_text(statement, 1));
    sqlite3_finalize(statement);
    return BOARD_OK;
}
