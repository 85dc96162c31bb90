/*
 * kiosk/draw/theme.c: reading a theme (assets/themes/, docs/formats/theme.md).
 */
#include "kiosk/draw/theme.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FOLDERS_ABOVE = 5, SEEN_WORDS = 2, WORD_BITS = 64 };

typedef enum key_kind { KEY_COLOUR, KEY_NUMBER } key_kind;

typedef struct theme_key {
    const char *section;
    const char *name;
    key_kind kind;
    size_t offset;
} theme_key;

static const theme_key keys[] = {
    {"screen", "line", KEY_NUMBER, offsetof(kiosk_look, line)},
    {"screen", "background", KEY_COLOUR, offsetof(kiosk_look, screen.background)},
    {"screen", "panel", KEY_COLOUR, offsetof(kiosk_look, screen.panel)},
    {"screen", "recess", KEY_COLOUR, offsetof(kiosk_look, screen.recess)},
    {"screen", "frame", KEY_COLOUR, offsetof(kiosk_look, screen.frame)},
    {"screen", "text", KEY_COLOUR, offsetof(kiosk_look, screen.text)},
    {"screen", "quiet", KEY_COLOUR, offsetof(kiosk_look, screen.quiet)},
    {"screen", "dim", KEY_COLOUR, offsetof(kiosk_look, screen.dim)},
    {"screen", "selected", KEY_COLOUR, offsetof(kiosk_look, screen.selected)},
    {"screen", "primary", KEY_COLOUR, offsetof(kiosk_look, screen.primary)},
    {"screen", "on_primary", KEY_COLOUR, offsetof(kiosk_look, screen.on_primary)},
    {"screen", "good", KEY_COLOUR, offsetof(kiosk_look, screen.good)},
    {"screen", "warning", KEY_COLOUR, offsetof(kiosk_look, screen.warning)},
    {"screen", "danger", KEY_COLOUR, offsetof(kiosk_look, screen.danger)},
    {"screen", "on_danger", KEY_COLOUR, offsetof(kiosk_look, screen.on_danger)},
    {"screen", "red", KEY_COLOUR, offsetof(kiosk_look, screen.red)},
    {"screen", "black", KEY_COLOUR, offsetof(kiosk_look, screen.black)},
    {"screen", "focus", KEY_COLOUR, offsetof(kiosk_look, screen.focus)},
    {"inverse", "background", KEY_COLOUR, offsetof(kiosk_look, inverse.background)},
    {"inverse", "panel", KEY_COLOUR, offsetof(kiosk_look, inverse.panel)},
    {"inverse", "recess", KEY_COLOUR, offsetof(kiosk_look, inverse.recess)},
    {"inverse", "frame", KEY_COLOUR, offsetof(kiosk_look, inverse.frame)},
    {"inverse", "text", KEY_COLOUR, offsetof(kiosk_look, inverse.text)},
    {"inverse", "quiet", KEY_COLOUR, offsetof(kiosk_look, inverse.quiet)},
    {"inverse", "dim", KEY_COLOUR, offsetof(kiosk_look, inverse.dim)},
    {"inverse", "selected", KEY_COLOUR, offsetof(kiosk_look, inverse.selected)},
    {"inverse", "primary", KEY_COLOUR, offsetof(kiosk_look, inverse.primary)},
    {"inverse", "on_primary", KEY_COLOUR, offsetof(kiosk_look, inverse.on_primary)},
    {"inverse", "good", KEY_COLOUR, offsetof(kiosk_look, inverse.good)},
    {"inverse", "warning", KEY_COLOUR, offsetof(kiosk_look, inverse.warning)},
    {"inverse", "danger", KEY_COLOUR, offsetof(kiosk_look, inverse.danger)},
    {"inverse", "on_danger", KEY_COLOUR, offsetof(kiosk_look, inverse.on_danger)},
    {"inverse", "red", KEY_COLOUR, offsetof(kiosk_look, inverse.red)},
    {"inverse", "black", KEY_COLOUR, offsetof(kiosk_look, inverse.black)},
    {"inverse", "focus", KEY_COLOUR, offsetof(kiosk_look, inverse.focus)},
    {"wood", "light", KEY_COLOUR, offsetof(kiosk_look, wood.light)},
    {"wood", "dark", KEY_COLOUR, offsetof(kiosk_look, wood.dark)},
    {"wood", "line", KEY_COLOUR, offsetof(kiosk_look, wood.line)},
    {"wood", "writing", KEY_COLOUR, offsetof(kiosk_look, wood.writing)},
    {"wood", "edge", KEY_COLOUR, offsetof(kiosk_look, wood.edge)},
    {"wood", "grain", KEY_NUMBER, offsetof(kiosk_look, wood.grain)},
    {"pieces", "red_fill", KEY_COLOUR, offsetof(kiosk_look, pieces.red_fill)},
    {"pieces", "red_edge", KEY_COLOUR, offsetof(kiosk_look, pieces.red_edge)},
    {"pieces", "red_rim", KEY_COLOUR, offsetof(kiosk_look, pieces.red_rim)},
    {"pieces", "red_text", KEY_COLOUR, offsetof(kiosk_look, pieces.red_text)},
    {"pieces", "black_fill", KEY_COLOUR, offsetof(kiosk_look, pieces.black_fill)},
    {"pieces", "black_edge", KEY_COLOUR, offsetof(kiosk_look, pieces.black_edge)},
    {"pieces", "black_rim", KEY_COLOUR, offsetof(kiosk_look, pieces.black_rim)},
    {"pieces", "black_text", KEY_COLOUR, offsetof(kiosk_look, pieces.black_text)},
    {"pieces", "shadow", KEY_NUMBER, offsetof(kiosk_look, pieces.shadow)},
    {"labels", "check", KEY_COLOUR, offsetof(kiosk_look, labels.check)},
    {"labels", "kill", KEY_COLOUR, offsetof(kiosk_look, labels.kill)},
    {"labels", "chase", KEY_COLOUR, offsetof(kiosk_look, labels.chase)},
    {"labels", "idle", KEY_COLOUR, offsetof(kiosk_look, labels.idle)},
    {"labels", "undecided", KEY_COLOUR, offsetof(kiosk_look, labels.undecided)},
    {"labels", "text", KEY_COLOUR, offsetof(kiosk_look, labels.text)},
    {"marks", "selected", KEY_COLOUR, offsetof(kiosk_look, marks.selected)},
    {"marks", "legal", KEY_COLOUR, offsetof(kiosk_look, marks.legal)},
    {"marks", "last", KEY_COLOUR, offsetof(kiosk_look, marks.last)},
    {"marks", "target", KEY_COLOUR, offsetof(kiosk_look, marks.target)},
    {"marks", "attacker", KEY_COLOUR, offsetof(kiosk_look, marks.attacker)},
    {"marks", "root", KEY_COLOUR, offsetof(kiosk_look, marks.root)},
    {"marks", "fault", KEY_COLOUR, offsetof(kiosk_look, marks.fault)},
    {"marks", "focus", KEY_COLOUR, offsetof(kiosk_look, marks.focus)},
    {"marks", "move", KEY_COLOUR, offsetof(kiosk_look, marks.move)},
    {"marks", "attack", KEY_COLOUR, offsetof(kiosk_look, marks.attack)},
    {"marks", "check", KEY_COLOUR, offsetof(kiosk_look, marks.check)},
    {"marks", "outline", KEY_COLOUR, offsetof(kiosk_look, marks.outline)},
};

enum { KEYS = sizeof keys / sizeof *keys };

_Static_assert((int)KEYS <= (int)SEEN_WORDS * (int)WORD_BITS, "each key has its bit");

typedef struct theme_reader {
    kiosk_look theme;
    uint64_t seen[SEEN_WORDS];
    board_error error;
    char token[BOARD_TOKEN_BYTES];
} theme_reader;

/* "#RRGGBB" */
static bool read_colour(const char *value, kiosk_colour *colour)
{
    char *end;

    if (value[0] != '#' || strlen(value) != 7 || strspn(value + 1, "0123456789abcdefABCDEF") != 6)
        return false;
    *colour = (kiosk_colour)strtoul(value + 1, &end, 16);
    return true;
}

static bool read_number(const char *value, int *number)
{
    char *end;
    size_t digits = strspn(value, "0123456789");

    if (digits == 0 || digits > 3 || value[digits] != '\0')
        return false;
    *number = (int)strtol(value, &end, 10);
    return *number <= KIOSK_LOOK_NUMBER_MAX;
}

static bool take_value(kiosk_look *theme, const theme_key *key, const char *value)
{
    char *member = (char *)theme + key->offset;
    kiosk_colour colour;
    int number;

    if (key->kind == KEY_COLOUR) {
        if (!read_colour(value, &colour))
            return false;
        memcpy(member, &colour, sizeof colour);
        return true;
    }
    if (!read_number(value, &number))
        return false;
    memcpy(member, &number, sizeof number);
    return true;
}

static int take_line(void *user, const char *section, const char *name, const char *value)
{
    theme_reader *reader = user;

    for (size_t i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].section, section) != 0 || strcmp(keys[i].name, name) != 0)
            continue;
        reader->seen[i / WORD_BITS] |= (uint64_t)1 << i % WORD_BITS;
        if (take_value(&reader->theme, &keys[i], value))
            return 1;
        reader->error = BOARD_ERROR_THEME_VALUE;
        break;
    }
    if (reader->error == BOARD_OK)
        reader->error = BOARD_ERROR_THEME_KEY;
    snprintf(reader->token, sizeof reader->token, "%s", name);
    return 0;
}

/* Sets the error if a key was not given. */
static void look_for_missing(theme_reader *reader)
{
    for (size_t i = 0; i < KEYS; i++) {
        if (!(reader->seen[i / WORD_BITS] >> i % WORD_BITS & 1)) {
            reader->error = BOARD_ERROR_THEME_MISSING;
            snprintf(reader->token, sizeof reader->token, "[%s] %s", keys[i].section, keys[i].name);
            return;
        }
    }
}

board_error kiosk_look_read(const char *text, size_t length, const char *name, kiosk_look *theme,
                            board_problem *problem)
{
    theme_reader reader = {.error = BOARD_OK};
    char *copy;
    int line;

    if (length > KIOSK_LOOK_INPUT_MAX)
        return board_problem_set(problem, BOARD_ERROR_THEME_VALUE, NULL, 0);
    copy = malloc(length + 1);
    if (!copy)
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    memcpy(copy, text, length);
    copy[length] = '\0';
    line = ini_parse_string(copy, take_line, &reader);
    free(copy);
    if (line != 0 && reader.error == BOARD_OK)
        reader.error = BOARD_ERROR_THEME_KEY;
    if (reader.error == BOARD_OK)
        look_for_missing(&reader);
    if (reader.error != BOARD_OK) {
        board_problem_set(problem, reader.error, reader.token, strlen(reader.token));
        if (problem && line > 0)
            problem->line = (size_t)line;
        return reader.error;
    }
    snprintf(reader.theme.name, sizeof reader.theme.name, "%s", name);
    *theme = reader.theme;
    return BOARD_OK;
}

board_error kiosk_look_load(const char *assets, const char *name, kiosk_look *theme,
                            board_problem *problem)
{
    char path[KIOSK_ASSETS_PATH_BYTES + KIOSK_LOOK_NAME_BYTES + 16];
    char *text;
    size_t length;
    FILE *file;
    bool failed;

    if (name[0] == '\0' || strspn(name, "abcdefghijklmnopqrstuvwxyz") != strlen(name) ||
        strlen(name) >= KIOSK_LOOK_NAME_BYTES)
        return board_problem_set(problem, BOARD_ERROR_THEME_UNKNOWN, name, strlen(name));
    snprintf(path, sizeof path, "%s/themes/%s.ini", assets, name);
    file = fopen(path, "rb");
    if (!file)
        return board_problem_set(problem, BOARD_ERROR_THEME_UNKNOWN, name, strlen(name));
    text = malloc(KIOSK_LOOK_INPUT_MAX + 1);
    if (!text) {
        fclose(file);
        return board_problem_set(problem, BOARD_ERROR_NO_MEMORY, NULL, 0);
    }
    length = fread(text, 1, KIOSK_LOOK_INPUT_MAX + 1, file);
    failed = ferror(file) != 0;
    fclose(file);
    board_error error =
        failed ? board_problem_set(problem, BOARD_ERROR_THEME_UNKNOWN, name, strlen(name))
               : kiosk_look_read(text, length, name, theme, problem);
    free(text);
    return error;
}

/* Is there a themes folder? */
static bool holds_themes(const char *folder)
{
    char path[KIOSK_ASSETS_PATH_BYTES + 16];

    snprintf(path, sizeof path, "%s/themes", folder);
    return access(path, R_OK | X_OK) == 0;
}

/* Is folder/below a folder of assets? Then it stands in path. */
static bool try_folder(char path[KIOSK_ASSETS_PATH_BYTES], const char *folder, const char *below)
{
    int length = snprintf(path, KIOSK_ASSETS_PATH_BYTES, "%s%s", folder, below);

    return length > 0 && length < KIOSK_ASSETS_PATH_BYTES && holds_themes(path);
}

board_error kiosk_assets_find(char path[KIOSK_ASSETS_PATH_BYTES], board_problem *problem)
{
    char folder[KIOSK_ASSETS_PATH_BYTES];
    const char *said = getenv("QILI_ASSETS");
    ssize_t length;

    if (said && said[0] != '\0') {
        if (try_folder(path, said, ""))
            return BOARD_OK;
        return board_problem_set(problem, BOARD_ERROR_ASSETS_MISSING, said, strlen(said));
    }
    length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length <= 0)
        return board_problem_set(problem, BOARD_ERROR_ASSETS_MISSING, NULL, 0);
    folder[length] = '\0';
    for (int above = 0; above < FOLDERS_ABOVE; above++) {
        char *slash = strrchr(folder, '/');

        if (!slash)
            break;
        *slash = '\0';
        if (above == 0 && try_folder(path, folder, "/../share/qili"))
            return BOARD_OK;
        if (above > 0 && try_folder(path, folder, "/assets"))
            return BOARD_OK;
    }
    return board_problem_set(problem, BOARD_ERROR_ASSETS_MISSING, NULL, 0);
}
