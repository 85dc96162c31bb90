/*
 * kiosk/desk/pins.c: PINs of arbiters, hashed, in a file of this device beside the journal.
 *
 * One line each: tries that were wrong since the last right one, the time before which no other is
 * taken, the hash, the arbiter's key. A PIN has few digits, so what protects it is the waiting; the
 * hash keeps it from whoever only sees the file in passing. The cost is bounded so that it fits a
 * small machine beside a search.
 */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/desk/desk_private.h"
#include "store/files.h"
#include "store/problem.h"

enum {
    PINS_MAX = KIOSK_ARBITERS_MAX,
    PINS_FILE_MAX = 64 * 1024,
    PIN_PASSES = 3,
    PIN_MEMORY = 16 * 1024 * 1024,
    TRIES_MAX = 1000,
    LINE_BYTES = crypto_pwhash_STRBYTES + LEDGER_KEY_BYTES + 64
};

typedef struct pin_line {
    unsigned tries;
    int64_t not_before_ms;
    char hash[crypto_pwhash_STRBYTES];
    char key[LEDGER_KEY_BYTES];
} pin_line;

typedef struct pin_file {
    size_t count;
    pin_line lines[PINS_MAX];
} pin_file;

/* Reading and writing. */

static bool read_line(const char *text, size_t length, pin_line *line)
{
    char copy[LINE_BYTES];
    char hash[LINE_BYTES];
    int used = 0;

    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *line = (pin_line){0};
    /* A field is never longer than the line. */
    if (sscanf(copy, "%u %" SCNd64 " %s %n", &line->tries, &line->not_before_ms, hash, &used) !=
            3 ||
        strlen(hash) >= sizeof line->hash || line->tries > TRIES_MAX)
        return false;
    memcpy(line->hash, hash, strlen(hash) + 1);
    return ledger_copy(line->key, sizeof line->key, copy + used) && line->key[0] != '\0';
}

static board_error read_pins(const kiosk_desk *desk, pin_file *pins, store_problem *problem)
{
    char *text = NULL;
    size_t length = 0;
    board_error error = desk_file_read(desk->pins, PINS_FILE_MAX, &text, &length, problem);
    const char *at = text;

    pins->count = 0;
    while (error == BOARD_OK && length > 0 && pins->count < PINS_MAX) {
        const char *end = memchr(at, '\n', length);
        const size_t line = end != NULL ? (size_t)(end - at) : length;
        if (read_line(at, line, &pins->lines[pins->count]))
            pins->count++;
        else
            error = store_fail(problem, BOARD_ERROR_LEDGER_FIELD_VALUE, desk->pins);
        at += line + (end != NULL);
        length -= line + (end != NULL);
    }
    free(text);
    return error;
}

static board_error write_pins(const kiosk_desk *desk, const pin_file *pins, store_problem *problem)
{
    char *text = malloc(pins->count * LINE_BYTES + 1);
    if (text == NULL)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    size_t used = 0;
    for (size_t i = 0; i < pins->count; i++) {
        const pin_line *line = &pins->lines[i];
        used += (size_t)snprintf(text + used, LINE_BYTES, "%u %" PRId64 " %s %s\n", line->tries,
                                 line->not_before_ms, line->hash, line->key);
    }
    const board_error error = store_write_file(desk->pins, text, used, problem);
    free(text);
    return error;
}

static pin_line *find(pin_file *pins, const char *key)
{
    for (size_t i = 0; i < pins->count; i++) {
        if (strcmp(pins->lines[i].key, key) == 0)
            return &pins->lines[i];
    }
    return NULL;
}

/* Waiting. */

static int64_t wait_after(unsigned tries)
{
    int64_t wait = KIOSK_PIN_WAIT_MS;

    if (tries < KIOSK_PIN_FREE_TRIES)
        return 0;
    for (unsigned i = KIOSK_PIN_FREE_TRIES; i < tries && wait < KIOSK_PIN_WAIT_MAX_MS; i++)
        wait *= 2;
    return wait < KIOSK_PIN_WAIT_MAX_MS ? wait : KIOSK_PIN_WAIT_MAX_MS;
}

/* How long is still to be waited. A clock that was set back does not make it longer. */
static int64_t wait_left(const pin_line *line, int64_t now_ms)
{
    const int64_t left = line->not_before_ms - now_ms;
    const int64_t most = wait_after(line->tries);

    return left <= 0 ? 0 : left < most ? left : most;
}

/* Checking and setting. */

bool desk_has_pin(kiosk_desk *desk, const char *arbiter)
{
    pin_file pins;
    store_problem problem;

    return read_pins(desk, &pins, &problem) == BOARD_OK && find(&pins, arbiter) != NULL;
}

static desk_pin_answer try_pin(kiosk_desk *desk, pin_file *pins, pin_line *line, const char *pin,
                               int64_t *wait_ms, store_problem *problem)
{
    const int64_t now_ms = desk_now_ms(desk);

    *wait_ms = wait_left(line, now_ms);
    if (*wait_ms > 0)
        return DESK_PIN_WAIT;
    line->tries += line->tries < TRIES_MAX;
    line->not_before_ms = now_ms + wait_after(line->tries);
    if (write_pins(desk, pins, problem) != BOARD_OK)
        return DESK_PIN_TROUBLE;
    if (crypto_pwhash_str_verify(line->hash, pin, strlen(pin)) != 0) {
        *wait_ms = wait_after(line->tries);
        return DESK_PIN_WRONG;
    }
    line->tries = 0;
    line->not_before_ms = 0;
    return write_pins(desk, pins, problem) == BOARD_OK ? DESK_PIN_RIGHT : DESK_PIN_TROUBLE;
}

desk_pin_answer desk_check_pin(kiosk_desk *desk, const char *arbiter, const char *pin,
                               int64_t *wait_ms, store_problem *problem)
{
    pin_file pins;

    *wait_ms = 0;
    if (read_pins(desk, &pins, problem) != BOARD_OK)
        return DESK_PIN_TROUBLE;
    pin_line *line = find(&pins, arbiter);
    return line != NULL ? try_pin(desk, &pins, line, pin, wait_ms, problem) : DESK_PIN_NONE;
}

board_error desk_set_pin(kiosk_desk *desk, const char *arbiter, const char *pin,
                         store_problem *problem)
{
    pin_file pins;
    board_error error = read_pins(desk, &pins, problem);

    if (error != BOARD_OK)
        return error;
    pin_line *line = find(&pins, arbiter);
    if (line == NULL && pins.count == PINS_MAX)
        return store_fail(problem, BOARD_ERROR_LEDGER_FIELD_LENGTH, desk->pins);
    if (line == NULL)
        line = &pins.lines[pins.count++];
    *line = (pin_line){0};
    if (!ledger_copy(line->key, sizeof line->key, arbiter) || line->key[0] == '\0' ||
        strlen(pin) < KIOSK_PIN_MIN)
        return store_fail(problem, BOARD_ERROR_LEDGER_FIELD_VALUE, arbiter);
    if (crypto_pwhash_str(line->hash, pin, strlen(pin), PIN_PASSES, PIN_MEMORY) != 0)
        return store_fail(problem, BOARD_ERROR_NO_MEMORY, NULL);
    return write_pins(desk, &pins, problem);
}
