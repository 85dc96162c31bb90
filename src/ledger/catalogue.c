/* ledger/catalogue.c: reading the catalogue of fouls, penalties and results. */
#include "ledger/catalogue.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/embedded.h"

enum { CATALOGUE_INPUT_MAX = 256 * 1024 };

typedef enum catalogue_part { PART_FOULS, PART_PENALTIES, PART_REASONS, PARTS } catalogue_part;

typedef struct catalogue_reader {
    ledger_catalogue *catalogue;
    catalogue_part part;
    board_error error;
    char token[BOARD_TOKEN_BYTES];
} catalogue_reader;

static const char *const part_names[PARTS] = {"fouls", "penalties", "results"};

/* The item at an index of the part, its count, and how many there is room for. */
static ledger_item *item_at(catalogue_reader *reader, size_t index)
{
    switch (reader->part) {
    case PART_FOULS:
        return &reader->catalogue->fouls[index].item;
    case PART_PENALTIES:
        return &reader->catalogue->penalties[index].item;
    default:
        return &reader->catalogue->reasons[index].item;
    }
}

static size_t *count_of(catalogue_reader *reader)
{
    switch (reader->part) {
    case PART_FOULS:
        return &reader->catalogue->foul_count;
    case PART_PENALTIES:
        return &reader->catalogue->penalty_count;
    default:
        return &reader->catalogue->reason_count;
    }
}

static size_t room_of(const catalogue_reader *reader)
{
    return reader->part == PART_FOULS       ? LEDGER_FOULS_MAX
           : reader->part == PART_PENALTIES ? LEDGER_PENALTIES_MAX
                                            : LEDGER_REASONS_MAX;
}

static void clear_part(catalogue_reader *reader)
{
    ledger_catalogue *catalogue = reader->catalogue;

    *count_of(reader) = 0;
    if (reader->part == PART_FOULS)
        memset(catalogue->fouls, 0, sizeof catalogue->fouls);
    else if (reader->part == PART_PENALTIES)
        memset(catalogue->penalties, 0, sizeof catalogue->penalties);
    else
        memset(catalogue->reasons, 0, sizeof catalogue->reasons);
}

static board_error take_text(char *target, size_t size, const char *value)
{
    return *value != '\0' && ledger_copy(target, size, value) ? BOARD_OK
                                                              : BOARD_ERROR_CATALOGUE_VALUE;
}

static board_error take_articles(char *target, const char *value)
{
    if (strspn(value, "0123456789.,") != strlen(value))
        return BOARD_ERROR_CATALOGUE_VALUE;
    return take_text(target, LEDGER_ARTICLES_BYTES, value);
}

static board_error take_flag(bool *flag, const char *value)
{
    *flag = strcmp(value, "yes") == 0;
    return *flag || strcmp(value, "no") == 0 ? BOARD_OK : BOARD_ERROR_CATALOGUE_VALUE;
}

static board_error take_minutes(int32_t *minutes, const char *value)
{
    char *end = NULL;
    long number = *value >= '0' && *value <= '9' ? strtol(value, &end, 10) : -1;

    if (number < 0 || number > LEDGER_MINUTES_MAX || *end != '\0')
        return BOARD_ERROR_CATALOGUE_VALUE;
    *minutes = (int32_t)number;
    return BOARD_OK;
}

static board_error take_group(ledger_foul_group *group, const char *value)
{
    static const char *const names[LEDGER_FOUL_GROUPS] = {NULL, "touch", "draws", "records",
                                                          "conduct"};

    for (int i = LEDGER_FOULS_TOUCH; i < LEDGER_FOUL_GROUPS; i++) {
        if (strcmp(names[i], value) == 0) {
            *group = (ledger_foul_group)i;
            return BOARD_OK;
        }
    }
    return BOARD_ERROR_CATALOGUE_VALUE;
}

static board_error take_outcome(ledger_reason *reason, const char *value)
{
    reason->draw = strcmp(value, "draw") == 0;
    reason->both_lose = strcmp(value, "both-lose") == 0;
    return reason->draw || reason->both_lose || strcmp(value, "loss") == 0
               ? BOARD_OK
               : BOARD_ERROR_CATALOGUE_VALUE;
}

/* Keys that only one part has. */

static board_error take_penalty_key(ledger_penalty_kind *penalty, const char *name,
                                    const char *value)
{
    if (strcmp(name, "game") == 0)
        return take_flag(&penalty->game, value);
    if (strcmp(name, "leaves") == 0)
        return take_flag(&penalty->leaves, value);
    if (strcmp(name, "authority") != 0)
        return BOARD_ERROR_CATALOGUE_KEY;
    penalty->authority = ledger_role_of(value);
    return penalty->authority != LEDGER_NO_ROLE ? BOARD_OK : BOARD_ERROR_CATALOGUE_VALUE;
}

static board_error take_reason_key(ledger_reason *reason, const char *name, const char *value)
{
    if (strcmp(name, "outcome") == 0)
        return take_outcome(reason, value);
    return strcmp(name, "played") == 0 ? take_flag(&reason->played, value)
                                       : BOARD_ERROR_CATALOGUE_KEY;
}

static board_error take_special(catalogue_reader *reader, size_t index, const char *name,
                                const char *value)
{
    ledger_catalogue *catalogue = reader->catalogue;

    if (reader->part == PART_PENALTIES)
        return take_penalty_key(&catalogue->penalties[index], name, value);
    if (reader->part == PART_REASONS)
        return take_reason_key(&catalogue->reasons[index], name, value);
    if (strcmp(name, "group") == 0)
        return take_group(&catalogue->fouls[index].group, value);
    return strcmp(name, "minutes") == 0 ? take_minutes(&catalogue->fouls[index].minutes, value)
                                        : BOARD_ERROR_CATALOGUE_KEY;
}

/* The item of a section, which is begun if it is new; NULL if there is no room for it. */
static ledger_item *take_section(catalogue_reader *reader, const char *section, size_t *index)
{
    size_t *count = count_of(reader);

    for (*index = 0; *index < *count; ++*index) {
        if (strcmp(item_at(reader, *index)->key, section) == 0)
            return item_at(reader, *index);
    }
    if (*count == room_of(reader) ||
        take_text(item_at(reader, *count)->key, LEDGER_KEY_BYTES, section) != BOARD_OK)
        return NULL;
    if (reader->part == PART_REASONS)
        reader->catalogue->reasons[*count].played = true;
    return item_at(reader, (*count)++);
}

static board_error take_key(catalogue_reader *reader, const char *section, const char *name,
                            const char *value)
{
    size_t index = 0;
    ledger_item *item = take_section(reader, section, &index);

    if (item == NULL)
        return BOARD_ERROR_CATALOGUE_VALUE;
    if (strcmp(name, "articles") == 0)
        return take_articles(item->articles, value);
    if (strcmp(name, "zh") == 0)
        return take_text(item->title[BOARD_CHINESE], LEDGER_TITLE_BYTES, value);
    if (strcmp(name, "en") == 0)
        return take_text(item->title[BOARD_ENGLISH], LEDGER_TITLE_BYTES, value);
    if (strcmp(name, "what-zh") == 0)
        return take_text(item->what[BOARD_CHINESE], LEDGER_WHAT_BYTES, value);
    if (strcmp(name, "what-en") == 0)
        return take_text(item->what[BOARD_ENGLISH], LEDGER_WHAT_BYTES, value);
    return take_special(reader, index, name, value);
}

static int on_key(void *user, const char *section, const char *name, const char *value)
{
    catalogue_reader *reader = user;
    board_error error = take_key(reader, section, name, value);

    if (error != BOARD_OK && reader->error == BOARD_OK) {
        reader->error = error;
        snprintf(reader->token, sizeof reader->token, "%s = %s", name, value);
    }
    return error == BOARD_OK;
}

/* Key of an item that lacks something, or NULL. */
static const char *incomplete_item(catalogue_reader *reader)
{
    if (*count_of(reader) == 0)
        return part_names[reader->part];
    for (size_t i = 0; i < *count_of(reader); i++) {
        const ledger_item *item = item_at(reader, i);
        bool needs_what = reader->part != PART_REASONS;
        if (item->articles[0] == '\0' || item->title[BOARD_CHINESE][0] == '\0' ||
            item->title[BOARD_ENGLISH][0] == '\0' ||
            (needs_what && item->what[BOARD_CHINESE][0] == '\0') ||
            (needs_what && item->what[BOARD_ENGLISH][0] == '\0') ||
            (reader->part == PART_FOULS &&
             reader->catalogue->fouls[i].group == LEDGER_FOULS_NONE) ||
            (reader->part == PART_PENALTIES &&
             reader->catalogue->penalties[i].authority == LEDGER_NO_ROLE))
            return item->key;
    }
    return NULL;
}

static board_error refuse(board_problem *problem, board_error error, const char *token, int line)
{
    board_problem_set(problem, error, token, strlen(token));
    if (problem)
        problem->line = line > 0 ? (size_t)line : 0;
    return error;
}

static board_error read_text(const char *text, catalogue_reader *reader, board_problem *problem)
{
    clear_part(reader);
    int line = ini_parse_string(text, on_key, reader);
    if (reader->error != BOARD_OK)
        return refuse(problem, reader->error, reader->token, line);
    if (line != 0)
        return refuse(problem, BOARD_ERROR_CATALOGUE_VALUE, "", line);
    const char *missing = incomplete_item(reader);
    return missing ? refuse(problem, BOARD_ERROR_CATALOGUE_MISSING, missing, 0) : BOARD_OK;
}

board_error ledger_catalogue_read(const char *name, const char *text, size_t length,
                                  ledger_catalogue *catalogue, board_problem *problem)
{
    catalogue_reader reader = {.catalogue = catalogue, .part = PARTS};

    for (int i = 0; i < PARTS; i++) {
        if (strcmp(part_names[i], name) == 0)
            reader.part = (catalogue_part)i;
    }
    if (reader.part == PARTS || length > CATALOGUE_INPUT_MAX || memchr(text, '\0', length))
        return refuse(problem, BOARD_ERROR_CATALOGUE_VALUE, name, 0);
    char *copy = malloc(length + 1); /* the ini reader wants the text to end with NUL */
    if (!copy)
        return refuse(problem, BOARD_ERROR_NO_MEMORY, "", 0);
    memcpy(copy, text, length);
    copy[length] = '\0';
    board_error error = read_text(copy, &reader, problem);
    free(copy);
    return error;
}

board_error ledger_catalogue_load(ledger_catalogue *catalogue)
{
    memset(catalogue, 0, sizeof *catalogue);
    for (size_t i = 0; i < ledger_embedded_catalogue_count; i++) {
        const judge_embedded_file *file = &ledger_embedded_catalogue[i];
        board_error error =
            ledger_catalogue_read(file->name, file->text, file->length, catalogue, NULL);
        if (error != BOARD_OK)
            return error;
    }
    return BOARD_OK;
}

const ledger_foul_kind *ledger_find_foul(const ledger_catalogue *catalogue, const char *key)
{
    for (size_t i = 0; i < catalogue->foul_count; i++) {
        if (strcmp(catalogue->fouls[i].item.key, key) == 0)
            return &catalogue->fouls[i];
    }
    return NULL;
}

const ledger_penalty_kind *ledger_find_penalty(const ledger_catalogue *catalogue, const char *key)
{
    for (size_t i = 0; i < catalogue->penalty_count; i++) {
        if (strcmp(catalogue->penalties[i].item.key, key) == 0)
            return &catalogue->penalties[i];
    }
    return NULL;
}

const ledger_reason *ledger_find_reason(const ledger_catalogue *catalogue, const char *key)
{
    for (size_t i = 0; i < catalogue->reason_count; i++) {
        if (strcmp(catalogue->reasons[i].item.key, key) == 0)
            return &catalogue->reasons[i];
    }
    return NULL;
}
