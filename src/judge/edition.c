/* judge/edition.c: reading an edition of the rules (rules/editions/, docs/formats/edition.md). */
#include "judge/edition.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/embedded.h"

enum {
    EDITION_INPUT_MAX = 256 * 1024,
    KEYS_MAX = 32, /* more than there are keys */
    KEY_BYTES = 64 /* longer than any section and key */
};

typedef struct edition_reader {
    judge_edition edition;
    char keys[KEYS_MAX][KEY_BYTES]; /* those given so far */
    size_t key_count;
    bool verdict_given[JUDGE_CLASSES][JUDGE_CLASSES];
    board_error error;
    char token[BOARD_TOKEN_BYTES];
} edition_reader;

static const char *const class_codes[JUDGE_CLASSES] = {"perpetual-check", "forbidden", "allowed"};

static const char *const outcome_codes[JUDGE_OUTCOMES] = {
    "red-loses", "black-loses", "red-must-change", "black-must-change",
    "draw",      "undecided",   "no-cycle"};

/* Index of the code that text begins with, followed by `end`; -1 if none. *rest: past the end. */
static int code_index(const char *text, const char *const *codes, int count, char end,
                      const char **rest)
{
    for (int i = 0; i < count; i++) {
        size_t length = strlen(codes[i]);
        if (strncmp(text, codes[i], length) == 0 && text[length] == end) {
            *rest = text + length + (end != '\0');
            return i;
        }
    }
    return -1;
}

static bool copy_text(char *target, size_t size, const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length >= size)
        return false;
    memcpy(target, text, length + 1);
    return true;
}

/* Article numbers and figures ("26.4", "fig.8.26"), separated by commas. */
static bool copy_articles(char target[JUDGE_ARTICLES_BYTES], const char *text)
{
    size_t length = strlen(text);
    return strspn(text, "0123456789.,abcdefghijklmnopqrstuvwxyz") == length &&
           copy_text(target, JUDGE_ARTICLES_BYTES, text);
}

static board_error read_edition_key(judge_edition *edition, const char *name, const char *value)
{
    bool fits;
    if (strcmp(name, "name") == 0)
        fits = copy_text(edition->name, sizeof edition->name, value);
    else if (strcmp(name, "title-zh") == 0)
        fits = copy_text(edition->title[BOARD_CHINESE], JUDGE_EDITION_TITLE_BYTES, value);
    else if (strcmp(name, "title-en") == 0)
        fits = copy_text(edition->title[BOARD_ENGLISH], JUDGE_EDITION_TITLE_BYTES, value);
    else
        return BOARD_ERROR_EDITION_KEY;
    return fits ? BOARD_OK : BOARD_ERROR_EDITION_VALUE;
}

static board_error read_clause(judge_clauses *clauses, const char *name, const char *value)
{
    const struct {
        const char *name;
        bool *flag;
    } keys[] = {{"king-evades", &clauses->king_evades},
                {"mutual-pawn-chase", &clauses->mutual_pawn_chase},
                {"weigh-two-forbidden", &clauses->weigh_two_forbidden},
                {"world-chase", &clauses->world_chase}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(name, keys[i].name) != 0)
            continue;
        *keys[i].flag = strcmp(value, "yes") == 0;
        return *keys[i].flag || strcmp(value, "no") == 0 ? BOARD_OK : BOARD_ERROR_EDITION_VALUE;
    }
    return BOARD_ERROR_EDITION_KEY;
}

static board_error read_verdict(edition_reader *reader, const char *name, const char *value)
{
    const char *rest = "";
    int red = code_index(name, class_codes, JUDGE_CLASSES, '/', &rest);
    int black = red < 0 ? -1 : code_index(rest, class_codes, JUDGE_CLASSES, '\0', &rest);
    if (red < 0 || black < 0)
        return BOARD_ERROR_EDITION_KEY;
    judge_verdict *verdict = &reader->edition.verdicts[red][black];
    int outcome = code_index(value, outcome_codes, JUDGE_OUTCOME_UNDECIDED, ' ', &rest);
    if (outcome < 0 || !copy_articles(verdict->articles, rest))
        return BOARD_ERROR_EDITION_VALUE;
    verdict->outcome = (judge_outcome)outcome;
    reader->verdict_given[red][black] = true;
    return BOARD_OK;
}

static board_error read_key(edition_reader *reader, const char *section, const char *name,
                            const char *value)
{
    if (strcmp(section, "edition") == 0)
        return read_edition_key(&reader->edition, name, value);
    if (strcmp(section, "clauses") == 0)
        return read_clause(&reader->edition.clauses, name, value);
    if (strcmp(section, "verdicts") == 0)
        return read_verdict(reader, name, value);
    char *articles = NULL;
    if (strcmp(section, "order") == 0 && strcmp(name, "repeated") == 0)
        articles = reader->edition.loss_after_order;
    else if (strcmp(section, "order") == 0 && strcmp(name, "weighed") == 0)
        articles = reader->edition.weighed;
    if (!articles)
        return BOARD_ERROR_EDITION_KEY;
    return copy_articles(articles, value) ? BOARD_OK : BOARD_ERROR_EDITION_VALUE;
}

/* Remembers a key; false if it was given before. */
static bool note_key(edition_reader *reader, const char *section, const char *name)
{
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "%s %s", section, name);
    for (size_t i = 0; i < reader->key_count; i++) {
        if (strcmp(reader->keys[i], key) == 0)
            return false;
    }
    if (reader->key_count < KEYS_MAX)
        memcpy(reader->keys[reader->key_count++], key, sizeof key);
    return true;
}

static int on_key(void *user, const char *section, const char *name, const char *value)
{
    edition_reader *reader = user;
    board_error error = read_key(reader, section, name, value);
    if (error == BOARD_OK && !note_key(reader, section, name))
        error = BOARD_ERROR_EDITION_TWICE;
    if (error != BOARD_OK && reader->error == BOARD_OK) {
        reader->error = error;
        snprintf(reader->token, sizeof reader->token, "%s = %s", name, value);
    }
    return error == BOARD_OK;
}

static const char *missing_key(const edition_reader *reader)
{
    const judge_edition *edition = &reader->edition;
    for (int red = 0; red < JUDGE_CLASSES; red++) {
        for (int black = 0; black < JUDGE_CLASSES; black++) {
            if (!reader->verdict_given[red][black])
                return class_codes[red];
        }
    }
    if (!edition->name[0])
        return "name";
    if (!edition->title[BOARD_CHINESE][0])
        return "title-zh";
    if (!edition->title[BOARD_ENGLISH][0])
        return "title-en";
    if (edition->clauses.weigh_two_forbidden && !edition->weighed[0])
        return "weighed";
    return edition->loss_after_order[0] ? NULL : "repeated";
}

static board_error refuse(board_problem *problem, board_error error, const char *token, int line)
{
    board_problem_set(problem, error, token, strlen(token));
    if (problem)
        problem->line = line > 0 ? (size_t)line : 0;
    return error;
}

static board_error read_text(const char *text, edition_reader *reader, board_problem *problem)
{
    int line = ini_parse_string(text, on_key, reader);
    if (reader->error != BOARD_OK)
        return refuse(problem, reader->error, reader->token, line);
    if (line != 0)
        return refuse(problem, BOARD_ERROR_EDITION_VALUE, "", line);
    const char *missing = missing_key(reader);
    return missing ? refuse(problem, BOARD_ERROR_EDITION_MISSING, missing, 0) : BOARD_OK;
}

board_error judge_edition_read(const char *text, size_t length, judge_edition *edition,
                               board_problem *problem)
{
    if (length > EDITION_INPUT_MAX || memchr(text, '\0', length))
        return refuse(problem, BOARD_ERROR_EDITION_VALUE, "", 0);
    char *copy = malloc(length + 1); /* the ini reader wants the text to end with NUL */
    if (!copy)
        return refuse(problem, BOARD_ERROR_NO_MEMORY, "", 0);
    memcpy(copy, text, length);
    copy[length] = '\0';
    edition_reader reader = {.error = BOARD_OK};
    board_error error = read_text(copy, &reader, problem);
    free(copy);
    if (error == BOARD_OK)
        *edition = reader.edition;
    return error;
}

board_error judge_edition_load(const char *name, judge_edition *edition)
{
    for (size_t i = 0; judge_embedded_editions[i].name; i++) {
        if (strcmp(judge_embedded_editions[i].name, name) == 0)
            return judge_edition_read(judge_embedded_editions[i].text,
                                      judge_embedded_editions[i].length, edition, NULL);
    }
    return BOARD_ERROR_EDITION_UNKNOWN;
}

const char *judge_edition_name(size_t index)
{
    for (size_t i = 0; i <= index; i++) {
        if (!judge_embedded_editions[i].name)
            return NULL;
    }
    return judge_embedded_editions[index].name;
}
