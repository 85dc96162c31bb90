/*
 * ledger/catalogue.h: fouls, penalties and reasons of results, as data with article numbers.
 *
 * The files stand under rules/catalogue/ and are built into the library. Their keys are what the
 * journal keeps.
 */
#ifndef QILI_LEDGER_CATALOGUE_H
#define QILI_LEDGER_CATALOGUE_H

#include "ledger/entry.h"

enum {
    LEDGER_ARTICLES_BYTES = 32,
    LEDGER_TITLE_BYTES = 64,
    LEDGER_WHAT_BYTES = 192,
    LEDGER_FOULS_MAX = 32,
    LEDGER_PENALTIES_MAX = 8,
    LEDGER_REASONS_MAX = 48
};

/* What all items of the catalogue have. */
typedef struct ledger_item {
    char key[LEDGER_KEY_BYTES];
    char articles[LEDGER_ARTICLES_BYTES]; /* "9.1.4,23.3" */
    char title[BOARD_LANGUAGES][LEDGER_TITLE_BYTES];
    char what[BOARD_LANGUAGES][LEDGER_WHAT_BYTES]; /* "" for reasons of results */
} ledger_item;

/* What a foul is about: a list is cut short by it. */
typedef enum ledger_foul_group {
    LEDGER_FOULS_NONE = 0,
    LEDGER_FOULS_TOUCH,   /* pieces touched */
    LEDGER_FOULS_DRAWS,   /* offers and claims */
    LEDGER_FOULS_RECORDS, /* the clock and the score sheet */
    LEDGER_FOULS_CONDUCT,
    LEDGER_FOUL_GROUPS
} ledger_foul_group;

typedef struct ledger_foul_kind {
    ledger_item item;
    ledger_foul_group group;
    int32_t minutes; /* added to the clock of the side that fouls */
} ledger_foul_kind;

typedef struct ledger_penalty_kind {
    ledger_item item;
    ledger_role authority; /* the least that may give it */
    bool game;             /* it is about a game, and loses it */
    bool leaves;           /* whoever gets it leaves the event */
} ledger_penalty_kind;

typedef struct ledger_reason {
    ledger_item item;
    bool draw;
    bool both_lose; /* neither of the two: one side loses */
    bool played;    /* else the result is marked + and - (21.4) */
} ledger_reason;

/* In the order of the files. */
typedef struct ledger_catalogue {
    size_t foul_count;
    ledger_foul_kind fouls[LEDGER_FOULS_MAX];
    size_t penalty_count;
    ledger_penalty_kind penalties[LEDGER_PENALTIES_MAX]; /* lightest first */
    size_t reason_count;
    ledger_reason reasons[LEDGER_REASONS_MAX];
} ledger_catalogue;

/* The built-in catalogue. Errors: NO_MEMORY; the others would be faults of the built-in files. */
board_error ledger_catalogue_load(ledger_catalogue *catalogue);

/*
 * Reads one of the files, "fouls", "penalties" or "results", into its part of the catalogue, which
 * is replaced. Errors: CATALOGUE_KEY, _VALUE, _MISSING with the line and the item in the problem.
 */
board_error ledger_catalogue_read(const char *name, const char *text, size_t length,
                                  ledger_catalogue *catalogue, board_problem *problem);

/* NULL if there is no such key. */
const ledger_foul_kind *ledger_find_foul(const ledger_catalogue *catalogue, const char *key);
const ledger_penalty_kind *ledger_find_penalty(const ledger_catalogue *catalogue, const char *key);
const ledger_reason *ledger_find_reason(const ledger_catalogue *catalogue, const char *key);

#endif
