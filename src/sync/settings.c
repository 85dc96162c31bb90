/* sync/settings.c: what a device keeps beside its journal about the event office. */
#include "sync/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bytes.h"
#include "store/files.h"
#include "store/problem.h"

enum { FILE_MAX = 16 * 1024 };

/* Small files that are there whole or not at all. */

static bool write_whole(const char *path, const char *text, bool force)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return false;
    bool done = fchmod(descriptor, 0600) == 0 &&
                store_write_bytes(descriptor, text, strlen(text)) &&
                (!force || fsync(descriptor) == 0);
    return (close(descriptor) == 0) && done;
}

/* force: not before it is on the disk. False: errno says why. */
static bool replace_file(const char *journal, const char *ending, const json_t *object, bool force)
{
    char *path = store_path_with(journal, ending);
    char *fresh = path != NULL ? store_path_with(path, ".new") : NULL;
    char *text = json_dumps(object, JSON_INDENT(1));
    bool done = fresh != NULL && text != NULL && write_whole(fresh, text, force) &&
                rename(fresh, path) == 0;

    if (done && force)
        done = store_sync_folder(path, NULL) == BOARD_OK;
    free(text);
    free(fresh);
    free(path);
    return done;
}

static json_t *load_file(const char *journal, const char *ending, bool *missing)
{
    char text[FILE_MAX];
    char *path = store_path_with(journal, ending);
    int descriptor = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;

    *missing = path != NULL && descriptor < 0 && errno == ENOENT;
    free(path);
    if (descriptor < 0)
        return NULL;
    long length = store_read_bytes(descriptor, text, sizeof text);
    close(descriptor);
    return length > 0 && length < FILE_MAX
               ? json_loadb(text, (size_t)length, JSON_REJECT_DUPLICATES, NULL)
               : NULL;
}

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text != NULL ? text : "";
}

static bool take_text(const json_t *object, const char *name, char *to, size_t size)
{
    size_t length = strlen(text_in(object, name));

    if (length == 0 || length >= size)
        return false;
    memcpy(to, text_in(object, name), length + 1);
    return true;
}

/* Settings. */

board_error sync_settings_load(const char *journal, sync_settings *settings)
{
    bool missing = false;
    json_t *object = load_file(journal, ".office", &missing);

    *settings = (sync_settings){.address = ""};
    bool sound = take_text(object, "address", settings->address, sizeof settings->address) &&
                 take_text(object, "token", settings->token, sizeof settings->token) &&
                 take_text(object, "name", settings->name, sizeof settings->name) &&
                 take_text(object, "device", settings->device, sizeof settings->device) &&
                 sync_pin_read(text_in(object, "pin"), settings->pin) &&
                 store_hex_read(text_in(object, "office"), settings->office, STORE_KEY_BYTES);
    json_decref(object);
    if (missing)
        return BOARD_ERROR_SYNC_NOT_ENROLLED;
    return sound ? BOARD_OK : BOARD_ERROR_SYNC_SETTINGS;
}

board_error sync_settings_save(const char *journal, const sync_settings *settings,
                               store_problem *problem)
{
    char pin[SYNC_PIN_TEXT_BYTES];
    char office[2 * STORE_KEY_BYTES + 1];

    sync_pin_write(settings->pin, pin);
    store_hex_write(settings->office, STORE_KEY_BYTES, office);
    json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "address", settings->address,
                               "pin", pin, "token", settings->token, "office", office, "name",
                               settings->name, "device", settings->device);
    if (object == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    bool done = replace_file(journal, ".office", object, true);
    json_decref(object);
    return done ? BOARD_OK : store_fail(problem, BOARD_ERROR_STORE_IO, strerror(errno));
}

board_error sync_settings_remove(const char *journal, store_problem *problem)
{
    char *path = store_path_with(journal, ".office");

    if (path == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    const bool gone = unlink(path) == 0 || errno == ENOENT;
    const int failure = errno;
    free(path);
    return gone ? BOARD_OK : store_fail(problem, BOARD_ERROR_STORE_IO, strerror(failure));
}

/* Progress. */

static uint64_t number_in(const json_t *object, const char *name)
{
    json_int_t number = json_integer_value(json_object_get(object, name));

    return number > 0 ? (uint64_t)number : 0;
}

void sync_progress_load(const char *journal, sync_progress *progress)
{
    bool missing = false;
    json_t *object = load_file(journal, ".sync", &missing);
    const char *code = text_in(object, "code");

    *progress = (sync_progress){.confirmed = number_in(object, "confirmed"),
                                .refused = number_in(object, "refused"),
                                .contact_ms = (int64_t)number_in(object, "contact_ms")};
    if (code[0] != '\0')
        progress->why = sync_error_of_code(code);
    progress->seen.number = number_in(object, "seen");
    if (!take_text(object, "seen_id", progress->seen.id, sizeof progress->seen.id))
        progress->seen.number = 0;
    take_text(object, "reason", progress->reason, sizeof progress->reason);
    json_decref(object);
}

void sync_progress_save(const char *journal, const sync_progress *progress)
{
    json_t *object = json_pack(
        "{s:I, s:I, s:I, s:s, s:s, s:I, s:s}", "confirmed", (json_int_t)progress->confirmed,
        "refused", (json_int_t)progress->refused, "contact_ms", (json_int_t)progress->contact_ms,
        "code", progress->why != BOARD_OK ? sync_code_of(progress->why) : "", "reason",
        progress->reason, "seen", (json_int_t)progress->seen.number, "seen_id", progress->seen.id);

    if (object != NULL)
        replace_file(journal, ".sync", object, false);
    json_decref(object);
}
