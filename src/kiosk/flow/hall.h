/*
 * kiosk/flow/hall.h: what the journal says, as the screens need it: plain values that the desk
 * (kiosk/desk) fills in and the flow only reads.
 */
#ifndef QILI_KIOSK_FLOW_HALL_H
#define QILI_KIOSK_FLOW_HALL_H

#include "board/layout.h"
#include "ledger/catalogue.h"
#include "ledger/decision.h"

enum {
    KIOSK_ROUNDS_MAX = LEDGER_ROUND_MAX,
    KIOSK_TABLES_MAX = 1024, /* games of one round that are listed */
    KIOSK_ARBITERS_MAX = 64,
    KIOSK_HISTORY_MAX = 128, /* entries of one game, the latest */
    KIOSK_DECISIONS_MAX = 8, /* on rulings of one game, the latest */
    KIOSK_CASES_MAX = 512,
    KIOSK_CASE_ID_BYTES = 48,
    KIOSK_LINE_BYTES = 384 /* of a line that the desk words */
};

/* A game of the round: a tile. */
typedef struct kiosk_table {
    ledger_game_key game;
    bool paired;                        /* false: entries name the game, no pairing does */
    char players[2][LEDGER_NAME_BYTES]; /* names by side; "" if not known or no opponent */
    char keys[2][LEDGER_KEY_BYTES];     /* of the players */
    uint32_t fouls[2];
    bool danger[2]; /* the next foul of the side loses */
    bool order_open;
    board_side order_side;
    bool finished;
    ledger_outcome outcome; /* of a finished game */
    ledger_outcome due;     /* the result that the rules demand, not declared yet */
    uint32_t rulings;
    ledger_decision_kind decided;   /* upheld or overruled: the latest; else LEDGER_UNDECIDED */
    char decision[LEDGER_ID_BYTES]; /* its entry, or "" */
} kiosk_table;

typedef struct kiosk_arbiter {
    char key[LEDGER_KEY_BYTES];
    char name[LEDGER_NAME_BYTES];
    ledger_role role;
    bool has_pin; /* on this device */
} kiosk_arbiter;

/* The event, its arbiters and one round. */
typedef struct kiosk_hall {
    bool event_set; /* false: no event was made or arrived yet */
    char event[LEDGER_NAME_BYTES];
    char edition[JUDGE_EDITION_NAME_BYTES];
    bool ruled; /* a ruling stands in the event */
    int32_t fouls_to_lose;
    int32_t move_limit; /* rounds without a capture (4.2.4) */
    size_t round_count;
    uint16_t rounds[KIOSK_ROUNDS_MAX]; /* that have games, ascending */
    uint16_t round;                    /* the one shown; 0: no pairings at all */
    size_t table_count;
    bool tables_cut; /* the round has more than KIOSK_TABLES_MAX */
    kiosk_table tables[KIOSK_TABLES_MAX];
    size_t arbiter_count;
    kiosk_arbiter arbiters[KIOSK_ARBITERS_MAX];
    uint32_t foul_uses[LEDGER_FOULS_MAX]; /* of each of the catalogue's fouls, in this event */
} kiosk_hall;

/* An entry of the game's history. */
typedef struct kiosk_history {
    char id[LEDGER_ID_BYTES];
    ledger_type type;
    int64_t time_ms; /* UTC */
    char arbiter[LEDGER_NAME_BYTES];
    bool in_force;
    char text[BOARD_LANGUAGES][KIOSK_LINE_BYTES]; /* "红方犯规：摸子，9.1.5" */
} kiosk_history;

/* What the chief arbiter, or the organiser, decided of a ruling. */
typedef struct kiosk_decision {
    ledger_decision_kind kind;      /* upheld or overruled */
    bool withdrawn;                 /* overruled: no ruling took its place */
    judge_outcome outcome;          /* of the ruling that holds now */
    char id[LEDGER_ID_BYTES];       /* the deciding entry */
    char ruling[LEDGER_ID_BYTES];   /* the ruling's entry */
    int64_t time_ms;                /* UTC */
    char by[LEDGER_NAME_BYTES];     /* who decided */
    char reason[LEDGER_NOTE_BYTES]; /* or "" */
} kiosk_decision;

/* One game in full. */
typedef struct kiosk_game {
    kiosk_table table;
    int32_t added_minutes[2];
    char teams[2][LEDGER_KEY_BYTES]; /* of the players, by side; "": none */
    char team_names[2][LEDGER_NAME_BYTES];
    char due_reason[LEDGER_KEY_BYTES];   /* of table.due: key of the catalogue */
    char due_articles[KIOSK_LINE_BYTES]; /* or the regulation that the event names */
    bool offered;                        /* a draw was offered and refused: */
    board_side offer_side;               /* who did so last */
    char order_id[LEDGER_ID_BYTES];      /* of the ruling whose order is open; "" if none is */
    ledger_ruling order;                 /* that ruling */
    bool known; /* a position of this game is known: after the last ruling's moves */
    board_layout position;
    size_t decision_count;
    kiosk_decision decisions[KIOSK_DECISIONS_MAX]; /* of the newest ruling first */
    size_t history_count;
    bool history_cut;                         /* there are more */
    kiosk_history history[KIOSK_HISTORY_MAX]; /* newest first */
} kiosk_game;

/* Saved cases to start from. */
typedef struct kiosk_case {
    char id[KIOSK_CASE_ID_BYTES];
    char source[BOARD_LANGUAGES][KIOSK_LINE_BYTES];
} kiosk_case;

typedef struct kiosk_cases {
    size_t count;
    kiosk_case list[KIOSK_CASES_MAX];
} kiosk_cases;

#endif
